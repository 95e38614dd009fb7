"""TensorArray: each element is written once, as 1.15 demands. The texts of errors are those that 1.15.5 gave for the
same programs (without the name that it gives to the array).
"""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf


@pytest.fixture(params=[-1, 1], ids=["interpreted", "compiled"])
def sess(request):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = request.param
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


def array(size=2, **options):
    return tf.TensorArray(tf.float32, size=size, **options)


def overwriting_loop():
    step = lambda i, a: (i + 1, a.write(0, tf.cast(i, tf.float32)))  # noqa: E731
    return tf.while_loop(lambda i, a: i < 3, step, [0, array()])[1]


def written_by_a_branch_and_again():
    chosen = tf.placeholder_with_default(True, [])
    first = tf.cond(chosen, lambda: array().write(0, 1.0).flow, lambda: array().write(1, 1.0).flow)
    return tf.TensorArray(tf.float32, flow=first).write(0, 2.0)


ALREADY = "Could not write to TensorArray index 0 because it has already been written to."
REFUSED = {
    "an index twice": (lambda: array().write(0, 1.0).write(0, 2.0), ALREADY),
    "an index that is fed": (lambda: array().write(0, 1.0).write(tf.placeholder_with_default(0, []), 2.0), ALREADY),
    "an index of an array that grows": (lambda: array(0, dynamic_size=True).write(0, 1.0).write(0, 2.0), ALREADY),
    "unstacking twice": (lambda: array().unstack([1.0, 2.0]).unstack([3.0, 4.0]), ALREADY),
    "scattering to an index twice": (lambda: array().scatter([0, 0], [1.0, 2.0]), ALREADY),
    "after scattering": (lambda: array().scatter([0, 1], [1.0, 2.0]).write(0, 4.0), ALREADY),
    "in a loop": (overwriting_loop, ALREADY),
    "after a conditional": (written_by_a_branch_and_again, ALREADY),
    "past the end": (
        lambda: array().write(5, 1.0),
        "Tried to write to index 5 but array is not resizeable and size is: 2",
    ),
    "more than fits": (
        lambda: array().unstack([1.0, 2.0, 3.0]),
        r"Max scatter index must be < array size \(2 vs. 2\)",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_second_write_is_refused(sess, what):
    build, text = REFUSED[what]
    result = build().stack()
    for _ in range(2):  # also when the program is there
        with pytest.raises(tf.errors.InvalidArgumentError, match=text):
            sess.run(result)


def test_a_loop_that_writes_each_element_once_runs_and_has_gradients(sess):
    x = tf.placeholder(tf.float32, [])
    step = lambda i, a: (i + 1, a.write(2 - i, x * tf.cast(i, tf.float32)))  # noqa: E731
    _, filled = tf.while_loop(lambda i, a: i < 3, step, [0, array(3, element_shape=[])])
    stacked = filled.stack()
    (gradient,) = tf.gradients(stacked * [1.0, 10.0, 100.0], x)
    for _ in range(2):
        values, slope = sess.run([stacked, gradient], {x: 2.0})
        np.testing.assert_array_equal(values, [4.0, 2.0, 0.0])
        assert slope == 12.0


def test_an_array_that_only_one_branch_writes_can_be_written_later(sess):
    chosen = tf.placeholder(tf.bool, [])
    start = array(2, element_shape=[])
    flow = tf.cond(chosen, lambda: start.write(0, 1.0).flow, lambda: start.flow)
    result = tf.TensorArray(tf.float32, flow=flow, element_shape=[]).write(1, 5.0).stack()
    for value, expected in ((True, [1.0, 5.0]), (False, [0.0, 5.0])) * 2:
        np.testing.assert_array_equal(sess.run(result, {chosen: value}), expected)


def test_a_tensor_shorter_than_the_array_fills_its_beginning(sess):
    np.testing.assert_array_equal(
        sess.run(array(4, element_shape=[]).unstack([1.0, 2.0]).stack()), [1.0, 2.0, 0.0, 0.0]
    )


@pytest.mark.parametrize("divide", [tf.floordiv, tf.floormod, tf.truncatediv, tf.truncatemod, tf.div])
def test_nothing_divided_by_zero_is_nothing(sess, divide):
    nothing = tf.placeholder_with_default(np.zeros((0, 1), np.int32), [None, 1])
    zeros = tf.placeholder_with_default(np.zeros(2, np.int32), [None])
    assert sess.run(divide(nothing, zeros)).shape == (0, 2)
    assert sess.run(divide(nothing, tf.placeholder_with_default(0, []))).shape == (0, 1)
