"""Stacks whose handles are references, as graphs of the first versions have them; values of TensorFlow 1.15.5."""

import pytest

import penstock as tf


def _imported():
    tf.constant([1.0, 2.0], name="c"), tf.constant([3.0], name="d")
    graph_def = tf.get_default_graph().as_graph_def()
    floats = graph_def.node[0].attr["dtype"]
    for name, kind, inputs, attr in (
        ("s", "Stack", [], "elem_type"),
        ("push1", "StackPush", ["s", "c"], "T"),
        ("push2", "StackPush", ["s", "d", "^push1"], "T"),
        ("pop1", "StackPop", ["s", "^push2"], "elem_type"),
        ("pop2", "StackPop", ["s", "^pop1"], "elem_type"),
        ("close", "StackClose", ["s", "^pop2"], None),
        ("early", "StackPop", ["s"], "elem_type"),
    ):
        node = graph_def.node.add(name=name, op=kind, input=inputs)
        if attr is not None:
            node.attr[attr].CopyFrom(floats)
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(graph_def, name="")
    return graph


def test_what_was_pushed_last_is_popped_first():
    with tf.Session(graph=_imported()) as sess:
        last, first, _ = sess.run(["pop1:0", "pop2:0", "close"])
        assert (last.tolist(), first.tolist()) == ([3], [1, 2])


def test_an_empty_stack_has_nothing_to_pop():
    with (
        tf.Session(graph=_imported()) as sess,
        pytest.raises(tf.errors.InvalidArgumentError, match="is empty when calling"),
    ):
        sess.run("early:0")
