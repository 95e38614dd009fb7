"""Soak tests: queues and datasets under random closes, cancellations, errors, time-outs and closed sessions.

Every round ends, no thread stays behind, and every element is delivered exactly once. `PENSTOCK_SOAK` multiplies the
number of rounds (1 by default, a few seconds).
"""

import collections
import gc
import os
import random
import sys
import threading
import time
import traceback

import numpy as np
import pytest

import penstock as tf
from penstock.data import parallel
from penstock.runtime.interpret.blocking import Pool

ROUNDS = float(os.environ.get("PENSTOCK_SOAK", "1"))
LIMIT = 60.0  # seconds that a round may take at most
D = tf.data.Dataset


def rounds(count):
    return range(max(1, int(count * ROUNDS)))


@pytest.fixture(scope="module", autouse=True)
def earlier():
    """The threads that other tests may have left; datasets have a pool of their own here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "pool", Pool("soak-data"))
        yield set(threading.enumerate())


def ours(earlier):
    """Threads that were started here and have not ended."""
    found = [t for t in threading.enumerate() if t.name.startswith(("soak", "QueueRunner"))]
    return [t for t in found if t not in earlier]


def start(*targets):
    threads = [threading.Thread(target=t, name="soak", daemon=True) for t in targets]
    for thread in threads:
        thread.start()
    return threads


def join(threads):
    end = time.monotonic() + LIMIT
    for thread in threads:
        thread.join(max(0.1, end - time.monotonic()))
    assert not [t for t in threads if t.is_alive()], "a thread hangs"


QUEUES = {
    "FIFO": lambda: tf.FIFOQueue(5, [tf.int64], [[]]),
    "padding": lambda: tf.PaddingFIFOQueue(5, [tf.int64], [[]]),
    "shuffle": lambda: tf.RandomShuffleQueue(7, 2, [tf.int64], [[]]),
    "priority": lambda: tf.PriorityQueue(5, [tf.int64], [[]]),
}
ENDS = (tf.errors.OutOfRangeError, tf.errors.CancelledError, tf.errors.AbortedError)


def value_of(found, kind):
    return found[1] if kind == "priority" else found


@pytest.mark.parametrize("kind", QUEUES)
def test_each_element_is_delivered_once_to_16_threads(kind):
    per_thread, threads = 60, 8
    with tf.Graph().as_default():
        queue = QUEUES[kind]()
        x = tf.placeholder(tf.int64, [])
        many = tf.placeholder(tf.int64, [3])
        parts = [x, x] if kind == "priority" else [x]
        several = [many, many] if kind == "priority" else [many]
        put, put_many, take = queue.enqueue(parts), queue.enqueue_many(several), queue.dequeue()
        take_many, close = queue.dequeue_up_to(2), queue.close()
        found, lock = collections.Counter(), threading.Lock()
        with tf.Session() as sess:

            def produce(number):
                def work():
                    for i in range(0, per_thread, 4):
                        base = number * per_thread + i
                        sess.run(put, {x: base})
                        sess.run(put_many, {many: [base + 1, base + 2, base + 3]})

                return work

            def consume():
                choice = random.Random()
                while True:
                    try:
                        got = value_of(sess.run(take if choice.random() < 0.7 else take_many), kind)
                    except tf.errors.OutOfRangeError:
                        return
                    with lock:
                        found.update(np.ravel(got).tolist())

            producers = start(*[produce(i) for i in range(threads)])
            consumers = start(*[consume for _ in range(threads)])
            join(producers)
            sess.run(close)
            join(consumers)
    assert found == collections.Counter(range(per_thread * threads))


@pytest.mark.parametrize("kind", QUEUES)
def test_queues_end_under_random_closes_and_cancellations(kind):
    chance = random.Random(kind)
    for _ in rounds(12):
        with tf.Graph().as_default():
            queue = QUEUES[kind]()
            one = tf.constant(1, tf.int64)
            parts = [one, one] if kind == "priority" else [one]
            put, take, take_many = queue.enqueue(parts), queue.dequeue(), queue.dequeue_many(3)
            close = queue.close(cancel_pending_enqueues=chance.random() < 0.5)
            sess = tf.Session()
            stop = threading.Event()

            def use(fetch, limit, sess=sess, stop=stop):
                def work():
                    options = tf.RunOptions(timeout_in_ms=limit) if limit else None
                    while not stop.is_set():
                        try:
                            sess.run(fetch, options=options)
                        except tf.errors.DeadlineExceededError:
                            continue
                        except (*ENDS, RuntimeError):
                            return

                return work

            threads = start(
                use(put, 0), use(put, 5), use(take, 0), use(take, 3), use(take_many, 7), use(queue.size(), 0)
            )
            time.sleep(chance.random() * 0.01)
            if chance.random() < 0.6:
                sess.run(close)
                time.sleep(chance.random() * 0.005)
            stop.set()
            sess.close()
            join(threads)


PIPELINES = {
    "map": lambda d: d.map(lambda x: x + 1),
    "parallel map": lambda d: d.map(lambda x: tf.py_func(lambda v: v, [x], tf.int64), num_parallel_calls=3),
    "flat map": lambda d: d.flat_map(lambda x: D.from_tensors(x).repeat(2)),
    "interleave": lambda d: d.interleave(lambda x: D.from_tensors(x).repeat(3), 2, 1),
    "parallel interleave": lambda d: d.interleave(lambda x: D.range(x, x + 2), 2, 1, num_parallel_calls=2),
    "filter": lambda d: d.filter(lambda x: x % 2 < 1),
    "batch": lambda d: d.batch(3),
    "padded batch": lambda d: d.map(lambda x: tf.fill([x % 4], x)).padded_batch(3, [None]),
    "shuffle": lambda d: d.shuffle(7),
    "repeat": lambda d: d.take(5).repeat(),
    "cache": lambda d: d.take(20).cache().repeat(),
    "prefetch": lambda d: d.prefetch(4),
    "prefetch of prefetch": lambda d: d.prefetch(2).map(lambda x: x).prefetch(1).batch(2).prefetch(1),
    "window": lambda d: d.window(3, 1).flat_map(lambda w: w.batch(3)),
    "zip": lambda d: D.zip((d, d.prefetch(1))),
    "scan": lambda d: d.apply(tf.data.experimental.scan(np.int64(0), lambda s, x: (s + x, s))),
    "group": lambda d: d.apply(tf.data.experimental.group_by_window(lambda x: x % 2, lambda k, g: g.batch(2), 2)),
    "map and batch": lambda d: d.apply(tf.data.experimental.map_and_batch(lambda x: x * 2, 4, num_parallel_calls=2)),
    "generator": lambda d: D.from_generator(lambda: iter(range(1000)), tf.int64, []).prefetch(2),
    "sampled": lambda d: tf.data.experimental.sample_from_datasets([d, d.prefetch(2)]),
}


def failing(x):
    """An element that fails now and then."""
    return tf.check_numerics(1.0 / tf.cast(x % 11, tf.float32), "bad") + 0.0


@pytest.mark.parametrize("kind", PIPELINES)
def test_datasets_end_under_errors_time_outs_and_closed_sessions(kind):
    chance = random.Random(len(kind))
    for number in rounds(2):
        with tf.Graph().as_default():
            source = D.range(10000)
            if number % 2:
                source = source.map(lambda x: tf.cast(failing(x) * 0.0, tf.int64) + x)
            iterator = PIPELINES[kind](source).make_initializable_iterator()
            x = iterator.get_next()
            sess = tf.Session()
            sess.run(iterator.initializer)
            stop = threading.Event()

            def use(limit, sess=sess, x=x, stop=stop):
                def work():
                    options = tf.RunOptions(timeout_in_ms=limit) if limit else None
                    while not stop.is_set():
                        try:
                            sess.run(x, options=options)
                        except (tf.errors.InvalidArgumentError, tf.errors.DeadlineExceededError):
                            continue
                        except (*ENDS, tf.errors.FailedPreconditionError, RuntimeError):
                            return

                return work

            def restart(sess=sess, iterator=iterator, stop=stop):
                while not stop.wait(0.003):
                    try:
                        sess.run(iterator.initializer)
                    except (*ENDS, RuntimeError):
                        return

            threads = start(use(0), use(2), use(0), restart)
            time.sleep(0.01 + chance.random() * 0.02)
            if chance.random() < 0.5:
                stop.set()
            sess.close()
            stop.set()
            join(threads)


@pytest.mark.parametrize("calls", [None, 4])
def test_no_element_is_lost_beside_errors(calls):
    with tf.Graph().as_default(), tf.Session() as sess:
        checked = D.range(200).map(lambda x: tf.cast(failing(x) * 0.0, tf.int64) + x, num_parallel_calls=calls)
        x = checked.shuffle(9).prefetch(3).make_one_shot_iterator().get_next()
        found, failed = [], 0
        while True:
            try:
                found.append(int(sess.run(x)))
            except tf.errors.OutOfRangeError:
                break
            except tf.errors.InvalidArgumentError:
                failed += 1
    assert sorted(found) == [i for i in range(200) if i % 11]
    assert failed == len([i for i in range(200) if i % 11 == 0])


def test_each_element_of_a_dataset_is_given_once_to_16_threads():
    with tf.Graph().as_default(), tf.Session() as sess:
        dataset = D.range(2000).map(lambda x: x + 0, num_parallel_calls=4).shuffle(50).prefetch(8)
        x = dataset.make_one_shot_iterator().get_next()
        found, lock = collections.Counter(), threading.Lock()

        def consume():
            while True:
                try:
                    value = int(sess.run(x))
                except tf.errors.OutOfRangeError:
                    return
                with lock:
                    found[value] += 1

        join(start(*[consume] * 16))
    assert found == collections.Counter(range(2000))


def test_memory_stays_bounded_under_a_slow_consumer():
    made, taken = [0], 0

    def elements():
        while True:
            made[0] += 1
            yield np.zeros(1000)

    with tf.Graph().as_default(), tf.Session() as sess:
        dataset = D.from_generator(elements, tf.float64, [1000]).map(lambda x: x + 1, num_parallel_calls=2)
        x = dataset.shuffle(10).batch(2).prefetch(3).make_one_shot_iterator().get_next()
        for _ in range(20):
            sess.run(x)
            taken += 2
            time.sleep(0.002)
            # The shuffle buffer, the batches ahead, and what the parallel map may have ahead.
            assert made[0] <= taken + 10 + 2 * 3 + 2 * 2 + 8


def test_queue_runners_end_when_the_coordinator_stops_at_any_time(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(f"{i},{i}" for i in range(50)))
    chance = random.Random(5)
    for _ in rounds(4):
        with tf.Graph().as_default():
            names = tf.train.string_input_producer([str(path)] * 3, shuffle=True)
            _, line = tf.TextLineReader().read(names)
            batch = tf.train.shuffle_batch(tf.decode_csv(line, [[0], [0]]), 4, 40, 10, num_threads=3)
            with tf.Session() as sess:
                coordinator = tf.train.Coordinator()
                threads = tf.train.start_queue_runners(sess, coordinator)
                for _ in range(chance.randint(0, 5)):
                    first, second = sess.run(batch)
                    np.testing.assert_array_equal(first, second)
                if chance.random() < 0.5:
                    coordinator.request_stop()
                    coordinator.join(threads, stop_grace_period_secs=LIMIT)
                else:
                    coordinator.request_stop()
                    sess.close()
                    coordinator.join(threads, stop_grace_period_secs=LIMIT)
                assert not any(t.is_alive() for t in threads)


def test_nothing_is_left_behind(earlier):
    end = time.monotonic() + LIMIT  # those of the pool end by themselves when nothing has come for a few seconds
    gc.collect()
    while ours(earlier) and time.monotonic() < end:
        time.sleep(0.2)
        gc.collect()  # again: a program that is compiled meanwhile may have kept an iterator until now
    frames = sys._current_frames()
    assert not ["".join(traceback.format_stack(frames[t.ident])) for t in ours(earlier) if t.ident in frames]
