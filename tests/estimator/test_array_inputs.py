"""`tf.estimator.inputs`: rows come in the order of TensorFlow's queues, and in the same one again for the same seed."""

import threading

import numpy as np
import pytest

import penstock as tf
from penstock.estimator import feeding
from tests.same_program import run_here

READ = """
    import random
    kept = random.randrange
    if start is not None:
        random.randrange = lambda n: start  # TensorFlow asks the operating system where to begin
    result = {"rows": []}
    try:
        for settings in runs:
            with tf.Graph().as_default():
                tf.set_random_seed(5)
                x = {"a": np.arange(settings.pop("rows")), "text": None}
                x["text"] = np.array(["row %d" % i for i in x["a"]], object)
                features, labels = tf.estimator.inputs.numpy_input_fn(x, x["a"] * 2.5, **settings)()
                with tf.Session() as sess:
                    coord = tf.train.Coordinator()
                    threads = tf.train.start_queue_runners(sess, coord)
                    if start is not None:
                        for thread in threads[:-1]:  # until they have put in everything; the last waits for a stop
                            thread.join(60)
                    batches = []
                    try:
                        while len(batches) < 12:
                            batches.append(sess.run([features["a"], features["text"], labels]))
                    except tf.errors.OutOfRangeError:
                        pass
                    coord.request_stop()
                    coord.join(threads)
                result["rows"].append(batches)
    finally:
        random.randrange = kept
"""
IN_ORDER = [
    {"rows": 10, "shuffle": False, "batch_size": 4},
    {"rows": 10, "shuffle": False, "batch_size": 4, "num_epochs": 3},
    {"rows": 10, "shuffle": False, "batch_size": 4, "num_epochs": None},
    {"rows": 3, "shuffle": False, "batch_size": 7, "num_epochs": None},
    {"rows": 3, "shuffle": False, "batch_size": 7, "num_epochs": 2},
    {"rows": 9, "shuffle": False, "batch_size": 5, "queue_capacity": 2},
]
SHUFFLED = [
    {"rows": 50, "shuffle": True, "batch_size": 8},
    {"rows": 20, "shuffle": True, "batch_size": 8, "num_epochs": 2},
    {"rows": 5, "shuffle": True, "batch_size": 9, "num_epochs": 3},
]


def same(ours, theirs):
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs):
        for x, y in zip(a, b):
            assert x.dtype == y.dtype
            np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("runs", [[settings] for settings in IN_ORDER], ids=str)
def test_rows_come_in_order(peer, runs):
    ours = run_here(READ, runs=[dict(r) for r in runs], start=None)
    theirs = peer.run(READ, runs=runs, start=None, CONFIG=None)
    same(ours["rows"][0], theirs["rows"][0])


@pytest.mark.parametrize("settings", SHUFFLED, ids=str)
def test_shuffled_rows_come_in_the_order_of_a_queue_that_holds_all(peer, monkeypatch, settings):
    """TensorFlow's order depends on how fast its thread is; not, if all rows fit and the thread has time."""
    monkeypatch.setattr(feeding, "_start", lambda length, seed: 2)
    ours = run_here(READ, runs=[dict(settings)], start=None)
    theirs = peer.run(READ, runs=[settings], start=2, CONFIG=None)
    same(ours["rows"][0], theirs["rows"][0])


def rows_of(seed, num_threads=1, count=None, **settings):
    with tf.Graph().as_default():
        tf.set_random_seed(seed)
        x = tf.estimator.inputs.numpy_input_fn(np.arange(3000), shuffle=True, num_threads=num_threads, **settings)()
        found = []
        with tf.train.MonitoredSession() as sess:
            while not sess.should_stop() and (count is None or len(found) < count):
                found.extend(sess.run(x))
    return found


def test_a_seed_gives_the_same_order_again():
    first = rows_of(1)
    assert first == rows_of(1)
    assert first != rows_of(2)
    assert rows_of(None) != rows_of(None)
    assert sorted(first) == list(range(3000))


def test_an_order_without_end_has_every_row_as_often():
    found = rows_of(1, num_epochs=None, count=12000, batch_size=100)
    counts = np.bincount(found, minlength=3000)
    assert counts.min() >= 2 and counts.max() <= 6


def test_one_thread_needs_none_and_several_each_read_everything():
    before = set(threading.enumerate())
    with tf.Graph().as_default():
        x = tf.estimator.inputs.numpy_input_fn(np.arange(10), shuffle=False, num_epochs=None)()
        with tf.Session() as sess:
            threads = tf.train.start_queue_runners(sess)
            assert threads == [] and sess.run(x).tolist() == [i % 10 for i in range(128)]
            assert set(threading.enumerate()) <= before
    assert sorted(rows_of(1, num_threads=2)) == sorted([*range(3000)] * 2)


def test_a_queue_without_its_runner_waits():
    with tf.Graph().as_default():
        x = tf.estimator.inputs.numpy_input_fn(np.arange(10), shuffle=False)()
        with tf.Session() as sess, pytest.raises(tf.errors.DeadlineExceededError):
            sess.run(x, options=tf.RunOptions(timeout_in_ms=50))


def test_a_batch_is_the_readers_own():
    array = np.arange(4.0)
    with tf.Graph().as_default():
        x = tf.estimator.inputs.numpy_input_fn(array, shuffle=False, batch_size=2)()
        with tf.train.MonitoredSession() as sess:
            first = sess.run(x)
            first[:] = -1
            array[0] = 9
            assert sess.run(x).tolist() == [2, 3]
    assert array.tolist() == [9, 1, 2, 3] and first.tolist() == [-1, -1]


def test_rows_of_a_generator_are_padded():
    def rows():
        for length in (1, 3, 2):
            yield {"b": np.arange(length), "a": np.float32(length)}

    with tf.Graph().as_default():
        queue = feeding.enqueue_data(rows, 100, num_epochs=1, enqueue_size=6, pad_value=7)
        a, b = queue.dequeue_up_to(3)
        with tf.train.MonitoredSession() as sess:
            found = sess.run([a, b])
    assert found[0].tolist() == [1, 3, 2]
    assert found[1].tolist() == [[0, 7, 7], [0, 1, 2], [0, 1, 7]]


def test_an_error_while_rows_are_read_reaches_the_reader():
    def rows():
        yield {"a": np.float32(1)}
        raise ZeroDivisionError("no more")

    with tf.Graph().as_default():
        a = feeding.enqueue_data(rows, 10).dequeue_many(3)
        with pytest.raises(ZeroDivisionError, match="no more"), tf.train.MonitoredSession() as sess:
            sess.run(a)


def test_pandas_frames_are_read():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": np.arange(5.0), "word": ["v", "w", "x", "y", "z"]}, index=range(10, 15))
    labels = pandas.Series(np.arange(5) * 10, index=frame.index)
    with tf.Graph().as_default():
        features, target = tf.estimator.inputs.pandas_input_fn(frame, labels, batch_size=3, shuffle=False)()
        with tf.train.MonitoredSession() as sess:
            first = sess.run([features["a"], features["word"], target])
    assert [v.tolist() for v in first] == [[0, 1, 2], [b"v", b"w", b"x"], [0, 10, 20]]
