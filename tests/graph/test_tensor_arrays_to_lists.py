"""Inference graphs of TensorFlow 1.x with arrays: they run compiled here, and gradients can be taken of them."""

import numpy as np
import pytest

import penstock as tf
from tests.graph.test_functionalize_training import BEGIN, PROGRAMS, feeds

RECORD = """
loss = tf.identity(loss, name="loss")
data = tf.get_default_graph().as_graph_def().SerializeToString()
variables = tf.trainable_variables()
gradients = [tf.convert_to_tensor(g) for g in tf.gradients(loss, [x] + variables)]
init = tf.global_variables_initializer()
with tf.Session() as session:
    session.run(init)
    wanted = [session.run([loss] + gradients, feed) for feed in feeds]
result = {"data": data, "wanted": wanted, "variables": [v.name for v in variables]}
"""
ARRAYS = {
    "an array that grows": """
def body(i, a):
    return i + 1, a.write(i, x[:, 0, :] * tf.cast(i, tf.float32))
a = tf.TensorArray(tf.float32, 0, dynamic_size=True)
_, a = tf.while_loop(lambda i, a: i < tf.shape(x)[1], body, [0, a])
loss = tf.reduce_sum(a.stack()) * tf.reduce_sum(w) + tf.cast(a.size(), tf.float32)""",
    "an array that is split and joined": """
a = tf.TensorArray(tf.float32, 2, infer_shape=False, clear_after_read=False).split(x[:, 0, :], [1, 3])
loss = tf.reduce_sum(a.concat() * tf.matmul(x[:, 1, :], w)) + tf.reduce_sum(a.read(1))""",
    "an array in a branch": """
def taken():
    a = tf.TensorArray(tf.float32, 3, clear_after_read=False).write(0, w).write(1, w * 2.0).write(2, w * w)
    return tf.reduce_sum(a.gather([2, 0]) * a.read(1))
loss = tf.cond(p, taken, lambda: tf.reduce_sum(w)) + tf.reduce_sum(x)""",
}


@pytest.mark.parametrize("name", [*PROGRAMS, *ARRAYS])
def test_gradients_of_an_imported_graph(name, peer, monkeypatch):
    given = peer.run(BEGIN + {**PROGRAMS, **ARRAYS}[name] + RECORD, feeds=feeds())
    # Each length of sequences is a program of its own to XLA: two show that lengths may change.
    for tier, lengths in (("interpret", None), ("compile", 2)):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default() as graph, tf.Session() as session:
            tf.import_graph_def(tf.GraphDef.FromString(given["data"]), name="")
            assert not [op.type for op in graph.get_operations() if op.type.startswith("TensorArray")]
            loss = graph.get_tensor_by_name("loss:0")
            sources = [graph.get_tensor_by_name(n) for n in ["x:0", *given["variables"]]]
            gradients = [tf.convert_to_tensor(g) for g in tf.gradients(loss, sources)]
            session.run([op for op in graph.get_operations() if op.type == "Assign"])
            for feed, wanted in zip(feeds()[:lengths], given["wanted"]):
                for found, expected in zip(session.run([loss, *gradients], feed), wanted):
                    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_a_graph_that_fetches_the_flow_keeps_its_array():
    graph_def = tf.GraphDef()
    size = graph_def.node.add(name="size", op="Const")
    size.attr["dtype"].type = 3
    size.attr["value"].tensor.dtype = 3
    size.attr["value"].tensor.tensor_shape.SetInParent()
    size.attr["value"].tensor.int_val.append(2)
    array = graph_def.node.add(name="array", op="TensorArrayV3", input=["size"])
    array.attr["dtype"].type = 1
    doubled = graph_def.node.add(name="doubled", op="AddV2", input=["array:1", "array:1"])
    doubled.attr["T"].type = 1
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
        assert graph.get_operation_by_name("array").type == "TensorArrayV3"
