"""What happens when a task dies, comes back without its memory, or is sent nonsense: an error of 1.15's class, never a hang."""

import json
import pathlib
import re
import subprocess
import sys

import pytest

import penstock as tf
from tests.distributed import faults, fuzz
from tests.distributed.mixtures import Cluster


def test_a_task_that_is_killed_ends_the_step_and_one_that_is_new_has_forgotten_the_graph():
    with Cluster(None, sides=("ours",), jobs=("master", "ps")) as cluster, tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            v = tf.Variable(1.0)
        config = tf.ConfigProto(operation_timeout_in_ms=30_000)
        with tf.Session("grpc://" + cluster.spec["master"][0], config=config) as sess:
            sess.run(v.initializer)
            assert sess.run(v) == 1.0
            cluster.processes["ps", 0].kill()
            cluster.processes["ps", 0].wait()
            with pytest.raises(tf.errors.UnavailableError):
                sess.run(v)
            cluster.processes["ps", 0].stdout.close()
            assert cluster.start("ps", 0).stdout.readline().startswith("ready")
            with pytest.raises((tf.errors.AbortedError, tf.errors.UnavailableError)):
                sess.run(v)


def test_nonsense_gives_a_status_and_the_server_goes_on():
    server = tf.train.Server.create_local_server()
    statuses = fuzz.attack(server.target.removeprefix("grpc://"), 300, seed=0)
    assert statuses["INVALID_ARGUMENT"] > 50 and "UNKNOWN" not in statuses


def test_training_goes_on_from_the_checkpoint_when_tasks_are_killed():
    """A parameter server and a worker are killed in turn (by seed 4): steps and what is counted with them stay the same."""
    command = [sys.executable, "-m", "tests.distributed.kills", "2", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, cwd=pathlib.Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr[-3000:]
    assert {"ps 0", "worker 0"} == set(re.findall(r"kill \d: (\w+ \d)", done.stderr))
    steps, counted = json.loads(done.stdout.partition("FOUND ")[2])
    assert steps == counted > 20


@pytest.mark.slow
def test_tasks_that_stop_and_connections_that_break_end_steps_in_time_and_none_is_applied_twice():
    """Once each, by gRPC alone: a task is stopped, a port is closed, a buffer is full, a client is gone."""
    found = faults.main(90, seed=3, kinds=sorted(faults.KINDS), times=1, links=False)
    assert found["happened"] == dict.fromkeys(faults.KINDS, 1)
    assert "DeadlineExceededError" in found["errors"]
