"""Queue runners that take many records at a time: nobody can tell it from one at a time but by the speed."""

import contextlib

import numpy as np
import pytest

import penstock as tf
from penstock.data import record_chunks


@pytest.fixture
def calls(monkeypatch):
    """How many records each call of a stacked function had."""
    counts = []
    together = record_chunks._Chunks._together

    def counted(self, keys, values, *rest):
        counts.append(len(keys))
        return together(self, keys, values, *rest)

    monkeypatch.setattr(record_chunks._Chunks, "_together", counted)
    return counts


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "lines.csv"
    path.write_text("".join(f"{i},{i * 0.5}\n" for i in range(200)))
    return str(path)


def lines(file, epochs=1):
    return tf.TextLineReader().read(tf.train.string_input_producer([file], num_epochs=epochs, shuffle=False))


@contextlib.contextmanager
def running():
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coordinator)
        yield sess, coordinator, threads
        coordinator.request_stop()
        with contextlib.suppress(tf.errors.OpError):
            coordinator.join(threads, stop_grace_period_secs=20)
        assert not any(t.is_alive() for t in threads)


def until_end(sess, fetches):
    found = []
    with contextlib.suppress(tf.errors.OutOfRangeError):
        while True:
            found.append(sess.run(fetches))
    return found


def test_records_come_in_order(file, calls):
    with tf.Graph().as_default():
        key, line = lines(file, epochs=2)
        columns = tf.decode_csv(line, [[0], [0.0]])
        batch = tf.train.batch([key, columns[0], tf.stack([columns[1], 1.0])], 7, allow_smaller_final_batch=True)
        with running() as (sess, *_):
            found = until_end(sess, batch)
    assert max(calls) > 1
    keys, numbers, pairs = (np.concatenate(part) for part in zip(*found))
    np.testing.assert_array_equal(numbers, [*range(200), *range(200)])
    np.testing.assert_array_equal(pairs, np.stack([numbers * 0.5, np.ones(400)], 1).astype(np.float32))
    assert keys[0] == f"{file}:1".encode() and keys[399] == f"{file}:200".encode()


def test_each_record_comes_once_with_many_threads(file, calls):
    with tf.Graph().as_default():
        _, line = lines(file, epochs=3)
        number = tf.decode_csv(line, [[0], [0.0]])[0]
        batch = tf.train.shuffle_batch([number], 10, 100, 20, num_threads=8, allow_smaller_final_batch=True)
        with running() as (sess, *_):
            found = np.concatenate(until_end(sess, batch))
    assert max(calls) > 1
    np.testing.assert_array_equal(np.bincount(found), np.full(200, 3))


def test_a_bad_record_is_told_and_the_others_come(file, calls):
    with open(file, "a") as out:
        out.write("bad,1\n7,7\n8,8\n")
    with tf.Graph().as_default():
        _, line = lines(file)
        queue = tf.FIFOQueue(500, [tf.int32], [[]])
        tf.train.add_queue_runner(tf.train.QueueRunner(queue, [queue.enqueue(tf.decode_csv(line, [[0], [0.0]])[0])]))
        with running() as (sess, coordinator, threads):
            with pytest.raises(tf.errors.InvalidArgumentError, match=r"not a valid int32: bad(.|\n)*node DecodeCSV"):
                coordinator.join(threads)
            # Of those after the bad one, the records read together with it came too; none came twice.
            got = sess.run(queue.dequeue_up_to(500)).tolist()
    assert got[:200] == list(range(200)) and got[200:] in ([], [7], [7, 8])


def test_nobody_sees_a_reader_ahead(file, calls):
    with tf.Graph().as_default():
        reader = tf.TextLineReader()
        _, line = reader.read(tf.train.string_input_producer([file], shuffle=False))
        produced = reader.num_records_produced()
        batch = tf.train.batch([tf.string_to_number(tf.substr(line, 0, 1))], 4, capacity=8)
        with running() as (sess, *_):
            sess.run(batch)
            assert sess.run(produced) <= 4 + 8 + 1
    assert not calls


def test_what_is_random_is_done_one_by_one(file, calls):
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        _, line = lines(file)
        noise = tf.random_uniform([])
        batch = tf.train.batch([line, noise], 5)
        with running() as (sess, *_):
            _, values = sess.run(batch)
    assert len(set(values.tolist())) == 5 and not calls


def test_records_of_different_sizes_fall_back(tmp_path, calls):
    for i in range(60):
        (tmp_path / f"{i:02}").write_bytes(bytes(range(i % 5 + 1)))
    with tf.Graph().as_default():
        names = tf.train.string_input_producer(tf.constant(sorted(map(str, tmp_path.iterdir()))), 1, shuffle=False)
        _, data = tf.WholeFileReader().read(names)
        batch = tf.train.batch([tf.decode_raw(data, tf.uint8)], 10, dynamic_pad=True)
        with running() as (sess, *_):
            found = np.concatenate(until_end(sess, batch))
    assert [int((row > 0).sum()) for row in found] == [i % 5 for i in range(60)]
