"""Concatenating, stacking, splitting and tiling give the values, names and gradients of TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree, evaluate

CASES = [
    "tf.concat([P([[1.0]]), P([[2.0]])], 1)",
    "tf.concat([P(np.ones([2, 1]), [None, 1]), P(np.ones([3, 1]), [None, 1])], 0)",
    "tf.concat([P(np.ones([2, 1]), None), P(np.ones([2, 3]), None)], -1)",
    "tf.concat([P([1.0])] * 20, 0)",
    "tf.concat([P(np.ones([2, 1]), [2, None])] * 18, 1)",
    "tf.concat([P([1.0])], 0)",
    "tf.concat(P([1.0]), 0)",
    'tf.concat([["a"], ["b", "c"]], 0)',
    "tf.concat([[1], P([2])], 0)",
    "tf.concat([P([[1.0, 2.0]]), P([[2.0, 1.0]])], P(0))",
    "tf.concat([tf.gather(P(np.ones([4, 2])), [1, 1]), P(np.ones([1, 2]))], 0)",
    "tf.gather(tf.concat([P(np.ones([4, 2])), P(np.ones([3, 2]))], 0), [5, 1, 1])",
    "tf.gather(tf.concat([P(np.ones([4, 2])), P(np.ones([4, 1]))], 1), [3, 1, 1])",
    "tf.stack([1, 2, 3])",
    "tf.stack([P([1.0, 2.0]), P([3.0, 4.0])])",
    "tf.stack([P([1.0, 2.0]), P([3.0, 4.0])], axis=1)",
    'tf.stack([P([1.0, 2.0]), [3.0, 4.0]], axis=-1, name="s")',
    "tf.stack([P(1), 2, P(3)])",
    "tf.convert_to_tensor([[P(1.0), 2.0], [3.0, P(4.0)]])",
    "tf.convert_to_tensor([1, [P(2)]][1])",
    "tf.reshape(P([1.0, 2.0]), [P(2), 1])",
    "tf.parallel_stack([P([1, 2]), P([3, 4])])",
    "tf.unstack(P([[1.0, 2.0], [3.0, 4.0]]))",
    "tf.unstack(P([[1.0, 2.0], [3.0, 4.0]]), axis=-1)",
    "tf.unstack(P([[1.0, 2.0], [3.0, 4.0]], [None, 2]), 2)",
    "tf.unstack(P([1.0, 2.0]))",
    "tf.tile(P([[1.0, 2.0]]), [2, 3])",
    "tf.tile(P([[1.0, 2.0]], [None, 2]), P([2, 1]))",
    'tf.tile(["a"], [3])',
    "tf.gather(tf.tile(P([[1.0], [2.0]]), [2, 1]), [3, 0, 3])",
]

# TensorFlow 2 makes other operations here than 1.15 did: only values, shapes and gradients are compared.
OTHER_NAMES = [
    "tf.meshgrid(P([1.0, 2.0]), P([3.0, 4.0, 5.0]))",
    'tf.meshgrid([1, 2], [3, 4, 5], [6, 7], indexing="ij")',
    "tf.split(P(np.arange(6.0).reshape(2, 3)), 3, 1)",
    "tf.split(P(np.arange(6.0)), [1, 2, 3])",
    "tf.split(P(np.arange(6.0), [None]), [1, -1, 3])",
    "tf.split(P(np.arange(6.0), [None]), P([1, 2, 3]))",
    "tf.split(P(np.arange(6.0).reshape(2, 3), [2, None]), 3, -1)",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False)


def test_the_orders_of_both_eras_are_understood(monkeypatch):
    new = ["tf.concat([P([[1.0]]), P([[2.0]])], 1)", "tf.split(P([1.0, 2.0]), 2)", "tf.split(P([[1.0, 2.0]]), 2, 1)"]
    old = ["tf.concat(1, [P([[1.0]]), P([[2.0]])])", "tf.split(0, 2, P([1.0, 2.0]))", "tf.split(1, 2, P([[1.0, 2.0]]))"]
    named = [
        "tf.concat(concat_dim=1, values=[P([[1.0]]), P([[2.0]])])",
        "tf.split(split_dim=0, num_split=2, value=P([1.0, 2.0]))",
        "tf.split(num_split=2, value=P([[1.0, 2.0]]), split_dim=1)",
    ]
    for a, b, c in zip(new, old, named, strict=True):
        wanted = evaluate(monkeypatch, a)
        for other in (evaluate(monkeypatch, b), evaluate(monkeypatch, c)):
            assert other["names"] == wanted["names"]
            np.testing.assert_equal(other["values"], wanted["values"])


def test_pack_and_unpack_are_old_names():
    with tf.Graph().as_default(), tf.Session() as session:
        packed = tf.pack([tf.constant([1, 2]), tf.constant([3, 4])])
        assert packed.op.type == "Pack"
        np.testing.assert_equal(session.run(tf.unpack(packed)), [[1, 2], [3, 4]])


def test_split_leaves_the_stray_constant_of_1_15():
    with tf.Graph().as_default() as graph:
        tf.split(tf.zeros([4], name="x"), 2)
        assert [o.name for o in graph.get_operations()] == ["x", "Const", "split/split_dim", "split"]


def test_lists_with_tensors_of_another_type_are_refused():
    with tf.Graph().as_default(), pytest.raises(TypeError, match="Cannot convert a list containing a tensor"):
        tf.convert_to_tensor([tf.constant(1.0), tf.constant(2)])


def test_parallel_stack_wants_known_and_equal_shapes():
    with tf.Graph().as_default():
        known, unknown = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [None])
        for values in ([unknown, known], [known, unknown], [tf.placeholder(tf.float32)]):
            with pytest.raises(ValueError, match="fully defined"):
                tf.parallel_stack(values)
        with pytest.raises(ValueError, match="must be equal"):
            tf.parallel_stack([[1, 2], [3]])
