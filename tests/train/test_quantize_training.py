"""Graphs whose products see rounded inputs, node by node as 1.15.5 makes them (recorded by `quantized_graphs.py`)."""

import json
import pathlib

import numpy as np
import pytest

import penstock as tf
from tests.train import quantized_graphs as programs

RECORDED = json.loads((pathlib.Path(__file__).parent / "recorded" / "quantize_training.json").read_text())
MADE = [name for name in programs.GRAPHS if isinstance(RECORDED[name][0], list)]
REFUSED = [name for name in programs.GRAPHS if name not in MADE]


@pytest.mark.parametrize("name", MADE)
def test_the_nodes_are_those_of_1_15(name):
    found = programs.described(tf, programs.rewritten(tf, name))
    assert found == RECORDED[name]


@pytest.mark.parametrize("name", REFUSED)
def test_what_1_15_refuses_is_refused_in_its_words(name):
    kind, text = RECORDED[name]
    with pytest.raises(getattr(tf.errors, kind)) as raised:
        programs.rewritten(tf, name)
    assert raised.value.message == text


def test_the_graph_runs_and_follows_the_ranges_as_in_1_15():
    outputs, ranges = programs.run(tf, programs.rewritten(tf, "network"))
    np.testing.assert_allclose(outputs, RECORDED["run"][0], rtol=1e-6)
    for found, wanted in zip(ranges, RECORDED["run"][1], strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


def test_the_saver_of_the_graph_saves_the_ranges_too(tmp_path):
    graph_def = programs.rewritten(tf, "network")
    x = {"x:0": np.ones([1, 4, 4, 1]), "save/Const:0": str(tmp_path / "model")}
    with tf.Graph().as_default():
        tf.import_graph_def(graph_def, name="")
        with tf.Session() as session:
            session.run("w/Assign")
            session.run("y:0", x)
            saved = session.run(["flat/Max/Variable:0", "w:0"])
            session.run("save/control_dependency:0", x)
        with tf.Session() as session:
            session.run("save/restore_all", x)
            for found, wanted in zip(session.run(["flat/Max/Variable:0", "w:0"]), saved, strict=True):
                np.testing.assert_array_equal(found, wanted)


def test_what_is_given_is_left_as_it_is():
    with tf.Graph().as_default() as graph:
        programs.network(tf)
    given = graph.as_graph_def()
    before = given.SerializeToString(deterministic=True)
    tf.train.do_quantize_training_on_graphdef(given, 8)
    assert given.SerializeToString(deterministic=True) == before
    with pytest.raises(AttributeError, match="SerializeToString"):
        tf.train.do_quantize_training_on_graphdef(b"", 8)


def test_an_input_that_is_not_there_is_named():
    graph_def = tf.GraphDef()
    graph_def.node.add(name="y", op="MatMul", input=["a", "b"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Node 'y': Unknown input node 'a'"):
        tf.train.do_quantize_training_on_graphdef(graph_def, 8)


def test_a_branch_of_an_old_graph_reads_a_variable_only_if_it_is_taken():
    """What the rewritten graphs rest on: Switch and Merge around a variable that may have no value yet."""
    graph_def = tf.GraphDef()
    with tf.Graph().as_default() as graph:
        taken = tf.placeholder(tf.bool, [], name="taken")
        v = tf.raw_ops.VariableV2(shape=[], dtype=tf.float32, name="v")
        tf.raw_ops.Assign(ref=v, value=3.0, name="set")
        tf.raw_ops.Switch(data=tf.constant(2.0), pred=taken, name="switch")
        graph_def.CopyFrom(graph.as_graph_def())
    for name, kind, inputs in (("product", "Mul", ["v", "switch:1"]), ("y", "Merge", ["switch", "product"])):
        node = graph_def.node.add(name=name, op=kind, input=inputs)
        node.attr["T"].type = tf.float32.as_datatype_enum
    graph_def.node[-1].attr["N"].i = 2
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(graph_def, name="")
        assert session.run("y:0", {"taken:0": False}) == 2.0
        with pytest.raises(tf.errors.FailedPreconditionError, match="Attempting to use uninitialized value v"):
            session.run("y:0", {"taken:0": True})
        session.run("set")
        assert session.run("y:0", {"taken:0": True}) == 6.0
