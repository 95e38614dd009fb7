"""`train_and_evaluate` with TF_CONFIG, each task a process: what 1.15 says of itself, and checkpoints that are complete."""

import json
import pathlib
import subprocess
import sys

import penstock as tf

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(__file__).with_name("programs") / "estimator_program.py"


def test_a_chief_a_worker_two_parameter_servers_and_an_evaluator_train_one_model(tmp_path):
    tasks = ["--chief", "--worker", "1", "--ps", "2", "--evaluator", "--grace", "200"]
    command = [sys.executable, "-m", "penstock", "cluster", "up", *tasks, str(PROGRAM), str(tmp_path / "model"), "40"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, cwd=ROOT)
    told = done.stdout[-2000:] + done.stderr[-4000:]
    assert done.returncode == 0, told
    lines = [line.partition("FOUND ")[::2] for line in done.stdout.splitlines() if "FOUND " in line]
    found = {name.strip(): json.loads(text) for name, text in lines}
    assert len(found) == 3, told
    on_servers = {"devices": ["/job:ps/task:0", "/job:ps/task:1"], "master": True, "replicas": 2, "worked": True}
    assert found["[worker 0]"] == {"task": "worker", "chief": False, **on_servers}
    chief = found["[chief 0]"]
    assert chief | on_servers == chief and chief["chief"]
    assert found["[evaluator 0]"]["evaluated"] >= 40
    assert chief["variables"] == {
        "dnn/hiddenlayer_0/bias": [8],
        "dnn/hiddenlayer_0/bias/t_0/Adagrad": [8],
        "dnn/hiddenlayer_0/kernel": [3, 8],
        "dnn/hiddenlayer_0/kernel/t_0/Adagrad": [3, 8],
        "dnn/logits/bias": [1],
        "dnn/logits/bias/t_0/Adagrad": [1],
        "dnn/logits/kernel": [8, 1],
        "dnn/logits/kernel/t_0/Adagrad": [8, 1],
        "global_step": [],
    }
    latest = tf.train.latest_checkpoint(str(tmp_path / "model"))
    assert tf.train.load_variable(latest, "global_step") >= 40
    assert len(list((tmp_path / "model").glob(pathlib.Path(latest).name + ".data-*-of-00002"))) == 2
