"""Slices give the values, names and gradients of TensorFlow, with bounds known before or only in the run."""

import numpy as np
import pytest

import penstock as tf
from penstock.graph import registry
from tests.ops.expressions import agree
from tests.ops.programs import same_error

CASES = [
    "tf.slice(P(np.arange(12.0).reshape(3, 4)), [1, 0], [2, -1])",
    "tf.slice(P(np.arange(12.0).reshape(3, 4), [None, 4]), [1, 1], [2, 2])",
    "tf.slice(P(np.arange(12.0).reshape(3, 4)), P([1, 2]), [2, 2])",
    "tf.slice(P(np.arange(12.0).reshape(3, 4)), P([1, 2]), P([2, -1]))",
    "tf.slice(P(np.arange(12.0).reshape(3, 4)), [1, 2], tf.stack([P(1), 2]))",
    "P(np.arange(24.0).reshape(2, 3, 4))[0]",
    "P(np.arange(24.0).reshape(2, 3, 4))[-1]",
    "P(np.arange(24.0).reshape(2, 3, 4))[:, 1:]",
    "P(np.arange(24.0).reshape(2, 3, 4))[..., 1]",
    "P(np.arange(24.0).reshape(2, 3, 4))[:, ::-1, ::2]",
    "P(np.arange(24.0).reshape(2, 3, 4))[1, ..., tf.newaxis, 3:0:-2]",
    "P(np.arange(24.0).reshape(2, 3, 4))[None, 0:5, -2]",
    "P(np.arange(24.0).reshape(2, 3, 4))[2:1]",
    "P(np.arange(24.0).reshape(2, 3, 4))[...]",
    "P(np.arange(24.0).reshape(2, 3, 4), [None, 3, None])[1, :, 1:3]",
    "P(np.arange(24.0).reshape(2, 3, 4), [None, None, None])[:, 1:3, 0]",
    "P(np.arange(24.0).reshape(2, 3, 4), [None, 3, None])[:1, -2:, 5:]",
    "P(np.arange(24.0).reshape(2, 3, 4), None)[0, 1:2]",
    "P(np.arange(24.0).reshape(2, 3, 4))[P(1)]",
    "P(np.arange(24.0).reshape(2, 3, 4))[P(-1)]",
    "P(np.arange(24.0).reshape(2, 3, 4))[:, P(2)]",
    "P(np.arange(24.0).reshape(2, 3, 4))[P(1), ::-1, P(0)]",
    "P(np.arange(24.0).reshape(2, 3, 4))[..., P(3), None]",
    "P(np.arange(24.0).reshape(2, 3, 4))[P(1), 1:3]",
    "P(np.arange(5.0))[P(3):P(0):P(-2)]",
    "tf.shape(P(np.ones([2, 3]), [None, 3]))[0]",
    "tf.zeros(tf.concat([tf.shape(P(np.ones([2, 3]), [None, 3]))[:-1], [2]], 0))",
    "tf.strided_slice(P(np.arange(5.0)), [0], [5], [2])",
    "tf.raw_ops.TensorStridedSliceUpdate(input=P(np.arange(5.0)), begin=[1], end=[4], strides=[2], value=P([7.0, 8.0]))",
    "tf.raw_ops.TensorStridedSliceUpdate(input=P(np.ones([2, 3])), begin=[0, 1], end=[2, 3], strides=[1, 1], value=P([7.0]))",
]

# TensorFlow 2 makes other operations here than 1.15 did: only values, shapes and gradients are compared.
OTHER_NAMES = [
    "tf.zeros([tf.shape(P(np.ones([2, 3]), [None, 3]))[0], 4])",
    "P(np.arange(24.0).reshape(2, 3, 4))[:, P(1):P(3)]",
    "tf.strided_slice(P(np.arange(12.0).reshape(3, 4)), [1, 1], [3, 3])",
    "P(np.arange(6.0))[P(2, dtype=np.int64)]",
    "P(np.arange(6.0))[P(2, dtype=np.int64):]",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False)


ERRORS = [
    (
        "x = tf.placeholder(tf.float32, [3]); i = tf.placeholder(tf.int32, []); tf.Session().run(x[i], {x: [1, 2, 3], i: 3})",
        "slice index 3 of dimension 0 out of bounds.",
    ),
    ("tf.zeros([3])[3]", "slice index 3 of dimension 0 out of bounds"),
    (
        "i = tf.placeholder(tf.int32, [1]); tf.Session().run(tf.slice(tf.zeros([3]), i, [2]), {i: [2]})",
        "Expected size[0] in [0, 1], but got 2",
    ),
    (
        "i = tf.placeholder(tf.int32, [1]); tf.Session().run(tf.slice(tf.zeros([3]), i, [2]), {i: [4]})",
        "Expected begin[0] in [0, 3], but got 4",
    ),
    ("tf.zeros([3])[0, 0]", "Index out of range using input dim 1; input has only 1 dims"),
    ("tf.zeros([3])[1.5]", None),
    ("tf.zeros([3])[::0]", "strides[0] must be non-zero"),
]


@pytest.mark.parametrize(("program", "text"), ERRORS)
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, program, text):
    same_error(peer, program, monkeypatch, part=text or "")


def test_an_index_of_the_run_needs_no_new_program(monkeypatch):
    """x[i] for ten values of i is one compiled program: the index is not part of its key."""
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [10, 2])
        i = tf.placeholder(tf.int32, [])
        cut = x[:, None][i], tf.slice(x, tf.stack([i, 0]), [1, 2])
        for op in (cut[0].op, cut[1].op):
            static = registry.lookup(op.type).static(op)
            assert "begin" not in static and "end" not in static
        data = np.arange(20, dtype=np.float32).reshape(10, 2)
        for n in range(9, -1, -1):
            row, block = session.run(cut, {x: data, i: n})
            np.testing.assert_equal(row, data[n : n + 1])
            np.testing.assert_equal(block, data[n : n + 1])


def test_slices_of_variables_can_be_assigned_to():
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([1.0, 2.0, 3.0, 4.0])
        session.run(tf.global_variables_initializer())
        session.run(v[1:3].assign([7.0, 8.0]))
        np.testing.assert_equal(session.run(v), [1, 7, 8, 4])
        session.run(v[::-2].assign([5.0, 6.0]))
        np.testing.assert_equal(session.run(v), [1, 6, 8, 5])


def test_masks_in_brackets_select_elements():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant([1, 2, 3])
        np.testing.assert_equal(session.run(x[x > 1]), [2, 3])
        np.testing.assert_equal(session.run(x[np.array([True, False, True])]), [1, 3])


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("resource", [False, True])
def test_a_value_of_another_shape_is_not_assigned_to_a_slice_as_in_1_15(monkeypatch, tier, resource):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    v = tf.get_variable("v", initializer=tf.zeros([3, 4]), use_resource=resource)
    value = tf.placeholder(tf.float32)
    assign = v[0:3:2, 1:4].assign(value)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        words = r"sliced l-value shape \[2,3\] does not match r-value shape \[2,2\]. Automatic broadcasting not yet"
        with pytest.raises(tf.errors.UnimplementedError, match=words):
            sess.run(assign, {value: [[1, 2], [3, 4]]})
        np.testing.assert_array_equal(sess.run(v), np.zeros([3, 4]))
