"""Soak tests of what else waits besides queues: staging areas, barriers and accumulators, under many threads.

Every round ends, whatever is closed or times out, and what goes in comes out exactly once. `PENSTOCK_SOAK` multiplies the
number of rounds (1 by default, a few seconds).
"""

import collections
import os
import random
import threading
import time

import numpy as np
import pytest

import penstock as tf
from penstock.ops.queues.barrier import Barrier
from penstock.ops.queues.staging import MapStagingArea

ROUNDS = float(os.environ.get("PENSTOCK_SOAK", "1"))
LIMIT = 60.0  # seconds that a round may take at most
THREADS, EACH = 8, 30
ENDS = (tf.errors.OutOfRangeError, tf.errors.CancelledError, tf.errors.AbortedError, RuntimeError)


@pytest.fixture(autouse=True)
def new_graph():
    with tf.Graph().as_default():
        yield


def rounds(count):
    return range(max(1, int(count * ROUNDS)))


def in_threads(*works):
    """Starts threads; the returned function waits for their ends and raises what one of them raised."""
    failures = []

    def guarded(work):
        def run():
            try:
                work()
            except BaseException as error:  # noqa: BLE001 - raised again below
                failures.append(error)

        return run

    threads = [threading.Thread(target=guarded(work), name="soak", daemon=True) for work in works]
    for thread in threads:
        thread.start()

    def join():
        end = time.monotonic() + LIMIT
        for thread in threads:
            thread.join(max(0.1, end - time.monotonic()))
        assert not [t for t in threads if t.is_alive()], "a thread hangs"
        if failures:
            raise failures[0]

    return join


def numbers_of(thread):
    return range(thread * EACH, (thread + 1) * EACH)


class Taken:
    """What came out, counted by all threads."""

    def __init__(self):
        self.values, self._lock = collections.Counter(), threading.Lock()

    def add(self, values):
        with self._lock:
            self.values.update(int(v) for v in values)

    def all_once(self):
        return self.values == collections.Counter(range(THREADS * EACH))


@pytest.mark.parametrize("capacity", [0, 1, 5])
def test_a_staging_area_gives_each_tuple_to_one_thread(capacity):
    area = tf.contrib.staging.StagingArea([tf.int64, tf.int64], capacity=capacity)
    x, taken = tf.placeholder(tf.int64, []), Taken()
    put, get = area.put([x, x * 2]), area.get()
    with tf.Session() as sess:

        def give(thread):
            return lambda: [sess.run(put, {x: i}) for i in numbers_of(thread)]

        def take():
            for _ in range(EACH):
                first, second = sess.run(get)
                assert second == 2 * first
                taken.add([first])

        in_threads(*(give(t) for t in range(THREADS)), *[take] * THREADS)()
        assert sess.run(area.size()) == 0
    assert taken.all_once()


@pytest.mark.parametrize("ordered", [False, True])
def test_a_map_staging_area_gives_each_tuple_to_one_thread(ordered):
    area = MapStagingArea([tf.int64], capacity=7, ordered=ordered)
    x, key, taken = tf.placeholder(tf.int64, []), tf.placeholder(tf.int64, []), Taken()
    put, get = area.put(key, [x], [0]), area.get()
    with tf.Session() as sess:

        def give(thread):
            return lambda: [sess.run(put, {x: i, key: i + 1000}) for i in numbers_of(thread)]

        def take():
            for _ in range(EACH):
                found, value = sess.run(get)
                value = np.ravel(value)[0]
                assert found == value + 1000
                taken.add([value])

        in_threads(*(give(t) for t in range(THREADS)), *[take] * THREADS)()
        assert sess.run(area.size()) == 0
    assert taken.all_once()


def test_a_barrier_gives_each_entry_once_and_whole():
    barrier = Barrier((tf.int64, tf.int64), shapes=((), ()))
    keys, x, taken = tf.placeholder(tf.string, [None]), tf.placeholder(tf.int64, [None]), Taken()
    puts = [barrier.insert_many(0, keys, x), barrier.insert_many(1, keys, -x)]
    get = barrier.take_many(3, allow_small_batch=True)
    with tf.Session() as sess:

        def give(thread, component):
            def work():
                numbers = list(numbers_of(thread))
                random.Random(2 * thread + component).shuffle(numbers)
                for at in range(0, EACH, 3):
                    some = numbers[at : at + 3]
                    sess.run(puts[component], {keys: [b"%d" % i for i in some], x: some})

            return work

        def take():
            while True:
                try:
                    entries = sess.run(get)
                except tf.errors.OutOfRangeError:
                    return
                first, second = entries.values
                assert [int(k) for k in entries.keys] == first.tolist() == (-second).tolist()
                taken.add(first)

        takers = in_threads(*[take] * THREADS)
        in_threads(*(give(t, c) for t in range(THREADS) for c in (0, 1)))()
        assert sess.run(barrier.incomplete_size()) == 0
        sess.run(barrier.close())
        takers()
    assert taken.all_once()


@pytest.mark.parametrize("sparse", [False, True])
def test_an_accumulator_loses_no_gradient(sparse):
    x, step = tf.placeholder(tf.float32, []), np.iinfo(np.int64).max
    if sparse:
        made = tf.SparseConditionalAccumulator(tf.float32, [1], reduction_type="SUM")
        gradient = tf.IndexedSlices(tf.reshape(x, [1, 1]), tf.constant([0], tf.int64), tf.constant([1], tf.int64))
        put, get = made.apply_indexed_slices_grad(gradient, step), made.take_indexed_slices_grad(3).values
    else:
        made = tf.ConditionalAccumulator(tf.float32, [], reduction_type="SUM")
        put, get = made.apply_grad(x, step), made.take_grad(3)
    totals, lock, left = [], threading.Lock(), made.num_accumulated()
    with tf.Session() as sess:

        def give(thread):
            return lambda: [sess.run(put, {x: float(i)}) for i in numbers_of(thread)]

        def take():
            while True:
                try:
                    total = float(np.sum(sess.run(get, options=tf.RunOptions(timeout_in_ms=200))))
                except tf.errors.DeadlineExceededError:
                    if not giving.is_set():
                        return
                    continue
                with lock:
                    totals.append(total)

        giving = threading.Event()
        giving.set()
        takers = in_threads(*[take] * 3)
        in_threads(*(give(t) for t in range(THREADS)))()
        giving.clear()
        takers()
        missing = -int(sess.run(left)) % 3  # a taker waits for three: what is left over is filled up with zeros
        if sess.run(left):
            for _ in range(missing):
                sess.run(put, {x: 0.0})
            totals.append(float(np.sum(sess.run(get))))
        assert sess.run(left) == 0
    count = THREADS * EACH
    assert sum(totals) == count * (count - 1) / 2


def staging():
    area = tf.contrib.staging.StagingArea([tf.int64], capacity=2)
    return area.put([tf.constant(1, tf.int64)]), area.get(), [area.size(), area.clear(), area.peek(0)], None


def map_staging():
    area = MapStagingArea([tf.int64], capacity=2)
    key = tf.random_uniform([], 0, 1 << 40, tf.int64)
    return area.put(key, [tf.constant(1, tf.int64)], [0]), area.get(), [area.size(), area.clear()], None


def barrier():
    made = Barrier((tf.int64,), shapes=((),))
    key = tf.reshape(tf.as_string(tf.random_uniform([], 0, 1 << 40, tf.int64)), [1])
    put = made.insert_many(0, key, tf.constant([1], tf.int64))
    return put, made.take_many(2), [made.ready_size(), made.incomplete_size()], made.close(cancel_pending_enqueues=True)


def accumulator():
    made = tf.ConditionalAccumulator(tf.float32, [])
    return made.apply_grad(1.0, 1 << 60), made.take_grad(3), [made.num_accumulated(), made.set_global_step(1)], None


@pytest.mark.parametrize("kind", [staging, map_staging, barrier, accumulator])
def test_everybody_ends_under_closed_sessions_and_time_outs(kind):
    chance = random.Random(kind.__name__)
    for _ in rounds(6):
        with tf.Graph().as_default():
            put, get, others, close = kind()
            sess, stop = tf.Session(), threading.Event()

            def use(fetch, limit, sess=sess, stop=stop):
                def work():
                    options = tf.RunOptions(timeout_in_ms=limit) if limit else None
                    while not stop.is_set():
                        try:
                            sess.run(fetch, options=options)
                        except tf.errors.DeadlineExceededError:
                            continue
                        except ENDS:
                            return

                return work

            join = in_threads(use(put, 0), use(put, 5), use(get, 0), use(get, 3), *(use(f, 4) for f in others))
            time.sleep(chance.random() * 0.01)
            if close is not None and chance.random() < 0.6:
                sess.run(close)
                time.sleep(chance.random() * 0.005)
            stop.set()
            sess.close()
            join()
