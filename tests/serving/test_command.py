"""`tensorflow_model_server` and `penstock serve` as processes: flags, files, signals, `kill -9`, several processes, examples."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

import pytest

import penstock as tf
from penstock.serving import command
from tests.serving.conftest import half_plus
from tests.subprocesses import ROOT

SERVER = "from penstock.cli.main import model_server; import sys; sys.exit(model_server())"


class Process:
    """A server in a process of its own."""

    def __init__(self, *command, stderr=subprocess.STDOUT):
        env = dict(os.environ, PYTHONPATH=str(ROOT))
        self.process = subprocess.Popen(
            [sys.executable, *map(str, command)], stdout=subprocess.PIPE, stderr=stderr, text=True, env=env
        )
        self.lines, self.ports = [], []
        while len(self.ports) < 2:
            line = self.process.stdout.readline()
            assert line, "".join(self.lines)
            self.lines.append(line)
            self.ports += map(int, re.findall(r"(?:ModelServer at |API at:)[\d.]+:(\d+) ", line))

    def predict(self, model, value):
        body = json.dumps({"instances": [value]}).encode()
        address = f"http://127.0.0.1:{self.ports[1]}/v1/models/{model}:predict"
        with urllib.request.urlopen(address, body, timeout=20) as answer:
            return json.load(answer)["predictions"][0]

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(20)


@contextlib.contextmanager
def running(*command):
    server = Process(*command)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()
        server.process.stdout.close()


@pytest.fixture
def free():
    """Two ports that were free a moment ago."""
    import socket

    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    ports = [s.getsockname()[1] for s in sockets]
    for one in sockets:
        one.close()
    return ports


def test_the_command_of_the_guide_serves_and_ends_when_told(half, free):
    with running(
        "-c", SERVER, f"--port={free[0]}", f"--rest_api_port={free[1]}", "--model_name=m", f"--model_base_path={half}"
    ) as server:
        assert server.ports == free
        assert server.predict("m", 2.0) == 3.0
        assert server.end() == 0


def test_files_configure_models_batching_and_monitoring(half, tmp_path, free):
    half_plus(half / "2", 10.0)
    (tmp_path / "models").write_text(
        f'model_config_list {{ config {{ name: "a" base_path: "{half}" model_platform: "tensorflow"\n'
        "  model_version_policy { specific { versions: 1 } } } }\n"
    )
    (tmp_path / "batching").write_text("max_batch_size { value: 8 }\nbatch_timeout_micros { value: 100 }\n")
    (tmp_path / "monitoring").write_text('prometheus_config { enable: true path: "/numbers" }\n')
    flags = [f"--port={free[0]}", f"--rest_api_port={free[1]}", f"--model_config_file={tmp_path / 'models'}"]
    flags += ["--enable_batching=true", f"--batching_parameters_file={tmp_path / 'batching'}"]
    flags += [f"--monitoring_config_file={tmp_path / 'monitoring'}", "--per_process_gpu_memory_fraction=0.5"]
    with running("-c", SERVER, *flags) as server:
        assert server.predict("a", [2.0]) == [3.0]
        with urllib.request.urlopen(f"http://127.0.0.1:{free[1]}/numbers", timeout=20) as answer:
            page = answer.read().decode()
        assert ':tensorflow:serving:request_count{model_name="a",status="OK"} 1' in page


def test_a_server_that_was_killed_starts_again_at_once(half, free):
    flags = ["-m", "penstock", "serve", half, f"--port={free[0]}", f"--rest_api_port={free[1]}"]
    with running(*flags) as server:
        assert server.predict("default", 2.0) == 3.0
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
    with running(*flags) as server:
        assert server.predict("default", 4.0) == 4.0


def test_several_processes_share_the_ports_and_one_that_dies_is_started_again(half, free):
    flags = ["-m", "penstock", "serve", half / "1", f"--port={free[0]}", f"--rest_api_port={free[1]}", "--processes=2"]
    with running(*flags) as server:
        parent = server.process.pid
        children = [int(pid) for pid in _children(parent)]
        assert len(children) == 2 and server.predict("default", 2.0) == 3.0
        os.kill(children[0], signal.SIGKILL)
        end = time.monotonic() + 20
        while len(set(map(int, _children(parent))) - {children[0]}) < 2:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert server.end() == 0


def _children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return file.read().split()


@pytest.mark.parametrize(
    "flags, text",
    [
        ([], "Both server_options.model_base_path and server_options.model_config_file are empty!"),
        (["--model_config_file=/nowhere"], "/nowhere; No such file or directory"),
        (["--model_base_path=/x", "--batching_parameters_file=/x"], "without setting server_options.enable_batching"),
        (["--model_base_path=/x", "--ssl_config_file={bad}"], "Invalid protobuf file"),
    ],
)
def test_flags_that_make_no_sense_are_told(flags, text, tmp_path, capsys):
    (tmp_path / "bad").write_text("server_key {{{")
    assert command.model_server([flag.format(bad=tmp_path / "bad") for flag in flags]) == 1
    assert text in capsys.readouterr().err


def test_the_version_is_told(capsys):
    assert command.model_server(["--version"]) == 0
    assert "TensorFlow ModelServer" in capsys.readouterr().out


def test_examples_can_be_pasted(half, tmp_path, capsys, start):
    with tf.Graph().as_default(), tf.Session() as sess:
        serialized = tf.placeholder(tf.string, [None])
        spec = {"a": tf.FixedLenFeature([2], tf.float32), "t": tf.VarLenFeature(tf.string)}
        parsed = tf.parse_example(serialized, spec)
        counted = tf.reduce_sum(parsed["a"], 1)
        signature = tf.saved_model.regression_signature_def(serialized, counted)
        builder = tf.saved_model.Builder(str(tmp_path / "examples" / "1"))
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map={"serving_default": signature})
        builder.save()
    server = start(half=half, examples=tmp_path / "examples")
    for name, expected in (("half", {"outputs": [[2.5]]}), ("examples", {"results": [2.0]})):
        path = tmp_path / name
        ports = [f"--port={server.port}", f"--rest_api_port={server.rest_port}"]
        assert command.run_main([str(path), "--example", f"--model_name={name}", *ports], "penstock serve") == 0
        lines = capsys.readouterr().out.split("\n")
        curl = [line for line in lines if line.startswith("curl ")][-1]
        found = subprocess.run(
            curl.replace("curl ", f"{sys.executable} -c {_quoted(CURL)} "), shell=True, capture_output=True, text=True
        )
        assert json.loads(found.stdout) == expected, found.stderr


# Not every machine has curl.
CURL = "import sys, urllib.request as u; print(u.urlopen(sys.argv[3], sys.argv[2].encode()).read().decode())"


def _quoted(text):
    import shlex

    return shlex.quote(text)
