"""What is computed from small integers only, as sizes are, is computed again only when they have changed."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.interpret import interpreter

RUNS = 12  # more than it takes to begin


def _memos(session):
    return [
        s.interpreted._memo
        for p in session._prepared.values()
        for s in p.bound.segments
        if s.interpreted._memo is not None
    ]


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
    original = interpreter.callable_of

    def counting(step, xp, call):
        function, *rest = original(step, xp, call)

        def counted(*args):
            calls.append(step.op.type)
            return function(*args)

        return counted, *rest

    monkeypatch.setattr(interpreter, "callable_of", counting)
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


def _positions(mask, values):
    """The rows of `values` that `mask` names, found in some steps."""
    where = tf.reshape(tf.where(mask), [-1])
    last = tf.maximum(tf.reduce_max(where), tf.shape(where, out_type=tf.int64)[0] - 1)
    return tf.gather(values, tf.reshape(tf.stack([where + 0, where * 1]), [2, -1])[0]), last * 1


def test_positions_that_are_always_the_same_are_kept_until_they_change(session, monkeypatch):
    calls = []
    original = interpreter.callable_of

    def counting(step, xp, call):
        function, *rest = original(step, xp, call)
        return lambda *args: calls.append(step.op.type) or function(*args), *rest

    monkeypatch.setattr(interpreter, "callable_of", counting)
    mask, values = tf.placeholder(tf.bool, [None]), tf.placeholder(tf.float32, [None])
    rows, last = _positions(mask, values)
    result = [rows * 2.0, tf.fill([last + 1], 1.0)]
    every, some = np.ones(20, bool), np.arange(20) % 3 == 0
    for turn, chosen in enumerate([every] * RUNS + [some, every, every[:5], every[:0:-1], every, every, some]):
        calls.clear()
        given = np.arange(len(chosen), dtype=np.float32) + turn
        twice, ones = session.run(result, {mask: chosen, values: given})
        np.testing.assert_array_equal(twice, 2 * given[chosen])
        assert len(ones) == np.flatnonzero(chosen)[-1] + 1
        if turn in (RUNS - 1, RUNS + 5):  # the same as in the run before
            assert "Max" not in calls and "Pack" not in calls and "GatherV2" in calls
    assert _memos(session)


def test_positions_that_were_the_same_and_then_never_again_are_not_kept(session):
    mask, values = tf.placeholder(tf.bool, [None]), tf.placeholder(tf.float32, [None])
    rows, last = _positions(mask, values)
    result = [rows * 2.0, tf.fill([last + 1], 1.0)]
    for turn in range(60):
        chosen = np.ones(20, bool)
        chosen[turn % 19] = turn < RUNS
        given = np.arange(20, dtype=np.float32) + turn
        assert session.run(result, {mask: chosen, values: given})[0].tolist() == (2 * given[chosen]).tolist()
    assert not [m for m in _memos(session) if m._shaped]


def test_what_depends_on_shapes_only_follows_the_shapes(session):
    x, y = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [None, 1])
    dims = tf.shape(tf.cast(x > 0.0, tf.int32) + tf.cast(tf.squeeze(y, 1) > 0.0, tf.int32))
    sizes = tf.shape(tf.expand_dims(tf.cast(x, tf.int64), 0))
    result = tf.fill(tf.concat([sizes * 1, sizes[:1] + 0, tf.stack([sizes[1], sizes[0]])], 0), tf.reduce_sum(x))
    for size in [3] * RUNS + [4, 4, 1, 3]:
        found = session.run([result, dims], {x: np.ones(size), y: np.ones((size, 1))})
        assert found[0].shape == (1, size, 1, size, 1) and found[0].max() == size and found[1].tolist() == [size]
    assert any(memo._shaped for memo in _memos(session))


def test_arrays_of_the_same_bytes_and_different_shapes_are_different(session):
    x = tf.placeholder(tf.int32)
    doubled = tf.stack([x * 2, x * 3])
    largest = tf.reduce_max(doubled + 0 * tf.reduce_min(doubled)) + tf.reduce_sum(doubled, axis=0) * 0
    result = tf.cast(largest + 0, tf.float32) * tf.placeholder_with_default(1.0, [])
    for shape in [(2, 3)] * RUNS + [(3, 2), (6,), (2, 3)]:
        assert session.run(result, {x: np.arange(6).reshape(shape)}).shape == shape


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


def test_what_follows_from_a_shape_that_stays_is_kept_while_another_one_grows(monkeypatch):
    """As when a text is written word by word: the past grows in every run, the batch does not."""
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    with tf.Graph().as_default(), tf.Session() as sess:
        word, past = tf.placeholder(tf.float32, [None, None, 4]), tf.placeholder(tf.float32, [None, 4])
        hidden = tf.tanh(tf.tensordot(word, tf.eye(4), [[2], [0]]))
        y = tf.reshape(hidden, [tf.shape(hidden)[0] * tf.shape(hidden)[1], 4]), tf.concat([past, past[-1:]], 0)
        grown = np.ones([1, 4], np.float32)
        for i in range(30):
            value = np.full([2, 3, 4], i / 100, np.float32)
            found, grown = sess.run(y, {word: value, past: grown})
            np.testing.assert_allclose(found, np.tanh(value).reshape(6, 4), rtol=1e-6)
            assert grown.shape == (i + 2, 4)
        found, _ = sess.run(y, {word: np.zeros([5, 1, 4], np.float32), past: grown})
        assert found.shape == (5, 4)


def test_numbers_of_rows_that_follow_from_values_are_not_kept(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.int32, [None])
        rows, _ = tf.unique(x)
        sizes = [tf.shape(rows + k)[0] * 2 + k for k in range(4)]
        for i in range(30):
            assert sess.run(sizes, {x: np.arange(40) % (i + 1)}) == [2 * min(i + 1, 40) + k for k in range(4)]


def test_large_results_are_made_in_every_run_and_small_ones_kept(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, None])
        size = tf.shape(x)[0]
        seen = tf.cast(tf.range(size)[:, None] >= tf.range(size), tf.float32)
        y = tf.reduce_sum(seen * x) + tf.cast(size * 2 + size // 3, tf.float32)
        for n in (400, 3, 400):
            for _ in range(15):
                assert sess.run(y, {x: np.ones([n, n], np.float32)}) == n * (n + 1) // 2 + n * 2 + n // 3
