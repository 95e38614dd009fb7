"""Staging areas, found by order and by key."""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.queues.staging import MapStagingArea
from tests.ops.queues.test_queues import in_thread


@pytest.fixture(autouse=True)
def own_graph():
    with tf.Graph().as_default():
        yield


def test_tuples_come_out_in_order():
    area = tf.contrib.staging.StagingArea([tf.float32, tf.string], shapes=[[], []], names=["a", "b"])
    x = tf.placeholder(tf.float32, [])
    put, get, peek = area.put({"a": x, "b": tf.as_string(x)}), area.get(), area.peek(1)
    with tf.Session() as sess:
        for v in (1.0, 2.0, 3.0):
            sess.run(put, {x: v})
        assert sess.run(area.size()) == 3
        assert sess.run(peek)["a"] == 2.0
        assert [sess.run(get)["a"] for _ in range(2)] == [1.0, 2.0]
        sess.run(area.clear())
        assert sess.run(area.size()) == 0


def test_putting_waits_for_room_and_getting_for_a_tuple(waiters):
    area = tf.contrib.staging.StagingArea([tf.int32], capacity=1)
    put, get = area.put([tf.constant(5)]), area.get()
    with tf.Session() as sess:
        waiting = in_thread(lambda: sess.run(get))
        sess.run(put)
        assert waiting() == [5]
        sess.run(put)
        second = in_thread(lambda: sess.run(put))
        waiters(1)
        assert second.thread.is_alive()
        sess.run(get)
        second()
        third = in_thread(lambda: sess.run(put))
        waiters(1)
    with pytest.raises(tf.errors.CancelledError):
        third()


def test_too_large_for_the_memory_limit():
    area = tf.contrib.staging.StagingArea([tf.float32], memory_limit=100)
    with tf.Session() as sess, pytest.raises(tf.errors.ResourceExhaustedError, match="memory limit of '100'"):
        sess.run(area.put([tf.zeros([100])]))


def test_tuples_are_found_by_key_and_may_come_in_parts():
    area = MapStagingArea([tf.float32, tf.float32], shapes=[[], []], ordered=True)
    key = tf.placeholder(tf.int64, [])
    half, other = area.put(key, [tf.constant(1.0)], [0]), area.put(key, [tf.constant(2.0)], [1])
    with tf.Session() as sess:
        for k in (7, 3):
            sess.run(half, {key: k})
        assert sess.run([area.size(), area.incomplete_size()]) == [0, 2]
        for k in (7, 3):
            sess.run(other, {key: k})
        with pytest.raises(tf.errors.InvalidArgumentError, match="already exists"):
            sess.run(half, {key: 7})
        assert sess.run(area.peek(np.int64(7))) == [1.0, 2.0]
        first, values = sess.run(area.get())
        assert (first, values) == (3, [1.0, 2.0])
        assert sess.run(area.get(np.int64(7), indices=[1])[1]) == [2.0]
        assert sess.run([area.size(), area.incomplete_size()]) == [0, 1]
