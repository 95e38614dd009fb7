"""Functions whose variables became constants; 1.15.5 does this eagerly, here the session's values are taken."""

import numpy as np
import pytest

import penstock as tf

EAGER = """
import numpy as np
import tensorflow as tf
tf.compat.v1.enable_eager_execution()
from tensorflow.python.framework import convert_to_constants
v = tf.Variable(np.float32([[1, 2], [3, 4]]))
c = tf.constant(10.)
f = tf.function(lambda x: tf.matmul(x, v) + tf.reduce_sum(v) + c).get_concrete_function(tf.TensorSpec([None, 2], tf.float32))
frozen = convert_to_constants.convert_variables_to_constants_v2(f)
y = frozen(tf.constant(given))
types = {n.op for n in frozen.graph.as_graph_def().node}
result = {"y": (y[0] if isinstance(y, (list, tuple)) else y).numpy(), "inputs": [t.shape.as_list() for t in frozen.inputs],
          "reads": sorted(types & {"ReadVariableOp", "VarHandleOp", "Placeholder", "Const", "MatMul"})}
"""


@pytest.fixture
def convert():
    tf.install()
    try:
        from tensorflow.python.framework import convert_to_constants

        yield convert_to_constants
    finally:
        tf.uninstall()


def function():
    v = tf.get_variable("v", initializer=np.float32([[1, 2], [3, 4]]), use_resource=True)
    c = tf.constant(10.0)
    return tf.function(lambda x: tf.matmul(x, v) + tf.reduce_sum(v) + c).get_concrete_function(
        tf.TensorSpec([None, 2], tf.float32)
    )


def test_the_function_computes_the_same_without_variables(peer_1_15, convert):
    given = np.float32([[1, 1], [0, 2]])
    theirs = peer_1_15.run(EAGER, given=given)
    with tf.Graph().as_default(), tf.Session() as sess:
        whole = function()
        sess.run(tf.global_variables_initializer())
        frozen = convert.convert_variables_to_constants_v2(whole)
        y = frozen(tf.constant(given))
        types = {n.op for n in frozen.graph.as_graph_def().node}
        value = sess.run(y[0] if isinstance(y, (list, tuple)) else y)
        shapes = [t.shape.as_list() for t in frozen.inputs]
    np.testing.assert_array_equal(value, theirs["y"])
    assert shapes == theirs["inputs"] == [[None, 2]]
    reads = sorted(types & {"ReadVariableOp", "VarHandleOp", "Placeholder", "Const", "MatMul"})
    assert reads == theirs["reads"] == ["Const", "MatMul", "Placeholder"]
    assert frozen.captured_inputs == []


def test_without_a_session_there_are_no_values(convert):
    with tf.Graph().as_default(), pytest.raises(ValueError, match="as_default"):
        convert.convert_variables_to_constants_v2(function())


def test_conditions_and_loops_stay(convert):
    graph = tf.GraphDef(node=[{"name": "a", "op": "While"}, {"name": "b", "op": "Add"}])
    kept = convert.disable_lower_using_switch_merge(graph)
    assert not kept.node[0].attr["_lower_using_switch_merge"].b and list(kept.node[1].attr) == []
    assert "_lower_using_switch_merge" in kept.node[0].attr and list(graph.node[0].attr) == []
