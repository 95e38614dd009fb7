"""Arithmetic over inputs that nobody needs any more gives what it gave in memory of its own."""

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.interpret.inplace import BufferReuse

LARGE = 1 << 14


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def fed():
    return tf.placeholder(tf.float32, [None]), np.arange(LARGE, dtype=np.float32)


def test_a_chain_gives_what_numpy_gives_and_leaves_the_feed_alone(interpreted):
    x, value = fed()
    y = 3.0 - (tf.cast(tf.cast(x, tf.float64), tf.float32) * 2.0 + 1.0)
    for _ in range(2):
        np.testing.assert_array_equal(interpreted.run(y, {x: value}), 3 - (value * 2 + 1))
    np.testing.assert_array_equal(value, np.arange(LARGE, dtype=np.float32))


def test_what_is_fetched_or_used_twice_is_not_overwritten(interpreted):
    x, value = fed()
    first = x * 2.0
    second = first + 1.0
    third = second - first
    square = second * second
    found = interpreted.run([first, third, square], {x: value})
    for one, wanted in zip(found, (value * 2, np.ones(LARGE), (value * 2 + 1) ** 2), strict=True):
        np.testing.assert_array_equal(one, wanted)


def test_views_of_a_result_keep_their_values(interpreted):
    x, value = fed()
    doubled = x * 2.0
    rows = tf.reshape(doubled, [2, -1])
    more = doubled + 1.0
    found = interpreted.run([rows[0] + 0.0, more], {x: value})
    np.testing.assert_array_equal(found[0], value[: LARGE // 2] * 2)
    np.testing.assert_array_equal(found[1], value * 2 + 1)


def test_a_result_that_is_larger_gets_new_memory(interpreted):
    x, value = fed()
    y = tf.constant([[1.0], [2.0]]) * (x + 1.0)
    np.testing.assert_array_equal(interpreted.run(y, {x: value}), [value + 1, 2 * (value + 1)])


def test_variables_keep_their_values_from_before_an_addition(interpreted):
    v = tf.Variable(np.zeros(LARGE, np.float32))
    doubled = v * 2.0
    assign = tf.assign(v, doubled)
    with tf.control_dependencies([assign]):
        after = v.read_value() + 1.0
    interpreted.run(v.initializer)
    interpreted.run(v.assign(np.ones(LARGE, np.float32)))
    np.testing.assert_array_equal(interpreted.run(after), np.full(LARGE, 3))
    np.testing.assert_array_equal(interpreted.run(v), np.full(LARGE, 2))


def test_a_large_input_is_overwritten_and_a_small_one_is_not():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None])
        y = (x + 1.0) * 2.0
        session.run(y, {x: np.zeros(3, np.float32)})
        (prepared,) = session._prepared.values()
        (segment,) = prepared.bound.segments
        kernel = BufferReuse(segment.steps, segment.outputs).apply(segment.steps[1], lambda a, b: a * b)
    two = np.float32(2)
    large, small = np.ones(LARGE, np.float32), np.ones(3, np.float32)
    assert kernel(large, two) is large and large[0] == 2
    assert kernel(small, two) is not small and small[0] == 1
