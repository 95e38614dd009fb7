"""What is computed from small integers only, as sizes are, is computed again only when they have changed."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import penstock as tf
from penstock.runtime import execute

RUNS = 12  # more than it takes to begin


def _memos(session):
    return [s._memo for p in session._prepared.values() for s in p.bound.segments if s._memo is not None]


@pytest.fixture
def session():
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = -1
    with tf.Graph().as_default(), tf.Session(config=config) as made:
        yield made


def _sizes(dims):
    """Some arithmetic on the two sizes of a matrix."""
    rows, columns = dims[0], dims[1]
    return tf.stack([columns, rows * 1]), tf.reduce_prod(dims), tf.maximum(rows, columns)


def test_results_follow_the_sizes(session):
    dims, x = tf.placeholder(tf.int32, [2]), tf.placeholder(tf.float32, [None])
    turned, size, larger = _sizes(dims)
    result = tf.reshape(x[:size], turned) + tf.cast(larger, tf.float32)
    for rows, columns in [(2, 3)] * RUNS + [(3, 2), (1, 4), (1, 4), (2, 3)]:
        found = session.run(result, {dims: [rows, columns], x: np.arange(9)})
        wanted = np.arange(rows * columns, dtype=np.float32).reshape(columns, rows) + max(rows, columns)
        np.testing.assert_array_equal(found, wanted)
    (memo,) = _memos(session)
    assert memo._hits > 2


def test_kernels_of_sizes_run_once(session, monkeypatch):
    calls = []
    original = execute.callable_of

    def counting(step, xp, call):
        function, *rest = original(step, xp, call)

        def counted(*args):
            calls.append(step.op.type)
            return function(*args)

        return counted, *rest

    monkeypatch.setattr(execute, "callable_of", counting)
    dims, x = tf.placeholder(tf.int32, [2]), tf.placeholder(tf.float32, [6])
    turned, size, larger = _sizes(dims)
    result = tf.reshape(x[:size], turned) + tf.cast(larger, tf.float32)
    for _ in range(RUNS):
        session.run(result, {dims: [2, 3], x: np.arange(6)})
    calls.clear()
    session.run(result, {dims: [2, 3], x: np.arange(6)})
    assert "Prod" not in calls and "Pack" not in calls and "Reshape" in calls


def test_a_sparse_shape_is_followed_through_a_reshape(session):
    indices = tf.placeholder(tf.int64, [None, 2])
    dims = tf.placeholder(tf.int64, [2])
    first = tf.sparse_reshape(tf.SparseTensor(indices, tf.ones([tf.shape(indices)[0]]), dims), [-1, 1])
    turned, size, larger = _sizes(first.dense_shape)
    again = tf.sparse_reshape(first, turned)
    result = [again.indices + larger - larger, tf.fill([size], 1.0), again.dense_shape * 1]
    for rows, columns in [(2, 3)] * RUNS + [(3, 5), (2, 3), (2, 3)]:
        places, ones, shape = session.run(result, {indices: [[1, 1]], dims: [rows, columns]})
        assert places.tolist() == [[0, columns + 1]] and len(ones) == rows * columns
        assert shape.tolist() == [1, rows * columns]


def test_who_fetches_sizes_may_write_into_them(session):
    dims = tf.placeholder(tf.int32, [2])
    turned, size, larger = _sizes(dims)
    filled = tf.fill(turned + 0, tf.cast(size + larger, tf.float32))
    for _ in range(RUNS):
        shape, found = session.run([turned, filled], {dims: [2, 3]})
        assert shape.tolist() == [3, 2] and found.shape == (3, 2)
        shape[:] = 7


def test_the_failing_operation_is_told_with_and_without_a_memo(session):
    dims, x = tf.placeholder(tf.int32, [2]), tf.placeholder(tf.float32, [None])
    turned, size, larger = _sizes(dims)
    result = tf.reshape(x * tf.cast(larger, tf.float32), turned + 0 * size, name="the_reshape")
    for turn in range(RUNS + 3):
        assert session.run(result, {dims: [2, 3], x: np.ones(6)}).shape == (3, 2)
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            session.run(result, {dims: [2, 3], x: np.ones(5)})
        assert caught.value.op.name == "the_reshape", turn
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            session.run(result, {dims: [2, 2], x: np.ones(5)})
        assert caught.value.op.name == "the_reshape", turn


def test_sizes_that_always_change_are_not_kept(session):
    dims, x = tf.placeholder(tf.int32, [2]), tf.placeholder(tf.float32, [])
    turned, size, larger = _sizes(dims)
    result = tf.fill(turned + 0 * size, x * tf.cast(larger, tf.float32))
    for rows in range(1, 40):
        assert session.run(result, {dims: [rows, 1], x: 2.0}).tolist() == [[2.0 * rows] * rows]
    assert not _memos(session)


def test_threads_with_different_sizes_do_not_mix_them_up(session):
    dims, x = tf.placeholder(tf.int32, [2]), tf.placeholder(tf.float32, [])
    turned, size, larger = _sizes(dims)
    result = tf.fill(turned + 0 * size, x * tf.cast(larger, tf.float32))
    wrong = []

    def work(rows):
        for i in range(150):
            own = rows if i % 10 else 7
            found = session.run(result, {dims: [own, 1], x: 1.0})
            if found.tolist() != [[float(own)] * own]:
                wrong.append((own, found.shape))

    threads = [threading.Thread(target=work, args=(rows,)) for rows in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
