"""Graphs that were damaged by chance are refused with errors of 1.x, or run, in bounded time and memory."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import penstock as tf
from tests.runtime.session import fuzz_graphs

ROOT = Path(__file__).resolve().parents[3]


def test_damaged_graphs_give_errors_of_1_x_and_nothing_else():
    """In a process of its own, whose memory has a limit; it is ended if a graph hangs."""
    command = [sys.executable, "-m", "tests.runtime.session.fuzz_graphs", "--count", "400", "--seed", "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["faults"] == []
    assert sum(told["seen"].values()) == 400
    assert told["seen"]["ran"] > 10
    assert told["seen"]["ValueError"] > 50


@pytest.mark.parametrize("graph", fuzz_graphs.GRAPHS, ids=lambda graph: graph.__name__)
def test_graphs_without_damage_run(graph):
    assert fuzz_graphs.tried(fuzz_graphs.made(graph)) == "ran"


def test_a_fault_of_a_kernel_is_noticed(monkeypatch):
    def fail(data):
        raise tf.errors.InternalError(None, None, "broken")

    monkeypatch.setattr(fuzz_graphs, "_run", fail)
    assert fuzz_graphs.tried(b"").startswith("fault: broken")


def test_damage_is_the_same_for_the_same_number():
    data = fuzz_graphs.made(fuzz_graphs.control)
    first, second = (fuzz_graphs.damaged(data, random.Random("3")) for _ in range(2))
    assert first == second != data


def test_a_shape_of_thousands_of_millions_of_dimensions_is_refused_at_once():
    graph_def = tf.GraphDef()
    node = graph_def.node.add(name="shape", op="Const")
    node.attr["dtype"].type = 3
    node.attr["value"].tensor.dtype = 3
    node.attr["value"].tensor.int_val.append(1)
    node.attr["value"].tensor.tensor_shape.dim.add(size=2**31 - 1)
    value = graph_def.node.add(name="value", op="Placeholder")
    value.attr["dtype"].type = 1
    made = graph_def.node.add(name="y", op="Reshape", input=["value", "shape"])
    made.attr["T"].type = 1
    made.attr["Tshape"].type = 3
    with tf.Graph().as_default(), pytest.raises(ValueError, match="Too many dimensions"):
        tf.import_graph_def(graph_def, name="")
