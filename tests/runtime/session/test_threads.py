"""Many threads with one session; cancellation by close and by time limits."""

import _thread
import threading
import time

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.session.cancel import Cancel
from penstock.runtime.state.locks import StateLock


def in_threads(count, function):
    """Calls `function(i)` in threads and raises what any of them raised."""
    failures = []

    def work(i):
        try:
            function(i)
        except Exception as e:
            failures.append(e)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(60)
        assert not t.is_alive()
    if failures:
        raise failures[0]


# -- many threads -----------------------------------------------------------------------------------------------------


def test_updates_of_many_threads_are_all_counted(tier):
    v = tf.Variable(np.zeros(100, np.float32))
    add = v.assign_add(np.ones(100, np.float32)).op
    sess = tf.Session(config=tier())
    sess.run(v.initializer)
    in_threads(8, lambda i: [sess.run(add) for _ in range(50)])
    assert sess.run(v).tolist() == [400.0] * 100


def test_readers_see_whole_updates_while_others_write(tier):
    a = tf.Variable(np.zeros(1000, np.float32))
    b = tf.Variable(np.zeros(1000, np.float32))
    step = tf.group(a.assign_add(tf.ones([1000])), b.assign_add(tf.ones([1000])))
    difference = tf.reduce_max(tf.abs(a - b))
    sess = tf.Session(config=tier())
    sess.run([a.initializer, b.initializer])

    def work(i):
        for _ in range(40):
            if i % 2:
                sess.run(step)
            else:
                one, two, gap = sess.run([a, b, difference])
                assert gap == 0.0
                np.testing.assert_array_equal(one, two)

    in_threads(6, work)
    assert sess.run(a)[0] == 120.0


def test_threads_may_bring_new_fetches_and_feeds(tier):
    x = tf.placeholder(tf.float32)
    outputs = [x * float(i) for i in range(6)]
    sess = tf.Session(config=tier())

    def work(i):
        for k, y in enumerate(outputs):
            assert sess.run(y, {x: float(i)}) == i * k

    in_threads(4, work)


def test_random_numbers_are_not_drawn_twice(tier):
    r = tf.random_uniform([], seed=3)
    sess = tf.Session(config=tier())
    drawn = []
    in_threads(4, lambda i: drawn.extend(float(sess.run(r)) for _ in range(25)))
    assert len(set(drawn)) > 95  # 23 bits: a chance repetition is possible, a repeated counter would halve the number


def test_a_python_function_may_run_the_same_session():
    v = tf.Variable(1.0)
    add = v.assign_add(1.0)
    sess = tf.Session()
    sess.run(v.initializer)
    inner = tf.py_func(lambda value: np.float32(sess.run(add)), [v], tf.float32)
    assert sess.run(inner) == 2.0
    in_threads(3, lambda i: sess.run(inner))
    assert sess.run(v) == 5.0


# -- the lock of the variables ----------------------------------------------------------------------------------------


def test_readers_share_and_writers_do_not():
    lock = StateLock()
    together = threading.Barrier(2, timeout=60)

    def read(i):
        with lock.reading:
            together.wait()

    in_threads(2, read)
    inside = []

    def write(i):
        with lock.writing:
            with lock.writing, lock.reading:  # nested
                inside.append(i)
                assert len(inside) == 1
                time.sleep(0.001)
                inside.remove(i)

    in_threads(4, write)


def test_two_readers_that_become_writers_do_not_wait_for_each_other():
    lock = StateLock()
    both = threading.Barrier(2, timeout=60)
    wrote = []

    def work(i):
        with lock.reading:
            both.wait()
            with lock.writing:
                wrote.append(i)

    in_threads(2, work)
    assert sorted(wrote) == [0, 1]


# -- cancellation -----------------------------------------------------------------------------------------------------


def test_closing_a_session_cancels_what_waits(gate, tier):
    y = gate.wait("w") * 2.0
    sess = tf.Session(config=tier())
    caught = []

    def run():
        try:
            sess.run(y)
        except Exception as e:
            caught.append(e)

    thread = threading.Thread(target=run)
    thread.start()
    assert gate.waiting.wait(60)
    sess.close()
    thread.join(60)
    assert isinstance(caught[0], tf.errors.CancelledError)
    assert caught[0].message.startswith("The wait was cancelled\n\t [[node w (defined at ")
    assert caught[0].op.name == "w"


def test_a_session_that_another_thread_closes_under_a_run_says_so_and_nothing_else(tier):
    v, x = tf.Variable(1.0), tf.placeholder(tf.float32, [])
    queue = tf.FIFOQueue(1, tf.float32)

    class Closing:  # what takes its time to become an array; meanwhile the session is closed
        def __init__(self, session):
            self.session = session

        def __array__(self, dtype=None, copy=None):
            self.session.close()
            return np.array(2.0, np.float32)

    for fetch in (v + x, queue.enqueue(x)):
        sess = tf.Session(config=tier())
        sess.run(v.initializer)
        with pytest.raises(tf.errors.CancelledError, match="^(Session has been closed|Run call was cancelled)"):
            sess.run(fetch, {x: Closing(sess)})


@pytest.mark.parametrize("limit", [0, 60000])
def test_callables_of_a_closed_session_raise_as_in_1_15(limit):
    """Threads of queue runners end without an error when they get a CancelledError, not with a RuntimeError."""
    x = tf.placeholder(tf.float32, [])
    sess = tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=limit))
    made = [sess.make_callable(tf.no_op()), sess.make_callable([tf.constant(1.0)])]
    fed = sess.make_callable(x * 2.0, [x])
    sess.close()
    for function in made:
        with pytest.raises(tf.errors.CancelledError, match="^Session has been closed"):
            function()
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session"):
        fed(1.0)


def test_a_run_that_waits_goes_on_when_it_can(gate, tier):
    v = tf.Variable(1.0)
    y = gate.wait() + v
    sess = tf.Session(config=tier())
    sess.run(v.initializer)
    results = []
    thread = threading.Thread(target=lambda: results.append(sess.run(y)))
    thread.start()
    assert gate.waiting.wait(60)
    sess.run(v.assign(5.0))  # others may use the variables meanwhile
    gate.open()
    thread.join(60)
    assert results == [6.0]


@pytest.mark.parametrize("where", ["options", "session"])
def test_a_run_that_waits_too_long_times_out(gate, where, tier):
    y = gate.wait()
    v = tf.Variable(1.0)
    with tf.control_dependencies([v.assign(2.0), y]):
        done = tf.no_op()
    if where == "options":
        sess = tf.Session(config=tier())
        options = {"options": tf.RunOptions(timeout_in_ms=50)}
    else:
        sess = tf.Session(config=tier(operation_timeout_in_ms=50))
        options = {}
    sess.run(v.initializer, options=tf.RunOptions(timeout_in_ms=60000))  # that of the run comes first
    for fetch in (y, done):
        start = time.monotonic()
        with pytest.raises(tf.errors.DeadlineExceededError, match="^Timed out waiting for notification$") as caught:
            sess.run(fetch, **options)
        assert caught.value.op is None
        # Without the limit it would wait for ever: the gate opens below. XLA's start and a busy machine are in this time.
        assert time.monotonic() - start < 60
    gate.open()
    assert sess.run(y, options=tf.RunOptions(timeout_in_ms=60000)) == 1.0


def test_a_computation_that_takes_too_long_changes_nothing(tier):
    def slow(x):
        time.sleep(0.1)
        return x

    v = tf.Variable(1.0)
    update = v.assign(tf.py_func(slow, [2.0], tf.float32))
    sess = tf.Session(config=tier())
    sess.run(v.initializer)
    with pytest.raises(tf.errors.DeadlineExceededError):
        sess.run(update, options=tf.RunOptions(timeout_in_ms=20))
    assert sess.run(v) == 1.0
    assert sess.run(update, options=tf.RunOptions(timeout_in_ms=60000)) == 2.0


def chain_of_slow_steps(count, seconds):
    """A tensor, and a list that gets an entry from each of the steps that compute it."""
    called = []

    def slow(x):
        called.append(x)
        time.sleep(seconds)
        return x

    y = tf.constant(1.0)
    for _ in range(count):
        y = tf.py_func(slow, [y], tf.float32)
    return y, called


def test_many_steps_are_stopped_between_two_of_them(tier):
    y, called = chain_of_slow_steps(40, 0.02)
    sess = tf.Session(config=tier())
    with pytest.raises(tf.errors.DeadlineExceededError, match="^Timed out waiting for notification$"):
        sess.run(y, options=tf.RunOptions(timeout_in_ms=60))
    assert 1 <= len(called) < 30
    called.clear()
    assert sess.run(y, options=tf.RunOptions(timeout_in_ms=60000)) == 1.0
    assert len(called) == 40


def test_an_interrupt_from_the_keyboard_stops_many_steps():
    y, called = chain_of_slow_steps(40, 0.02)
    sess = tf.Session()
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sess.run(y)
    timer.join()
    assert len(called) < 40
    assert sess.run(y) == 1.0


def test_a_loop_without_end_is_stopped():
    started = threading.Event()

    def note(i):
        started.set()
        return i

    loop = tf.while_loop(
        lambda i: i >= 0, lambda i: tf.py_func(note, [i], tf.int32), [0], shape_invariants=[tf.TensorShape(None)]
    )
    sess = tf.Session()
    with pytest.raises(tf.errors.DeadlineExceededError, match="^Timed out waiting for notification$"):
        sess.run(loop, options=tf.RunOptions(timeout_in_ms=50))
    started.clear()
    caught = []

    def run():
        try:
            sess.run(loop)
        except tf.errors.CancelledError as e:
            caught.append(e)

    thread = threading.Thread(target=run)
    thread.start()
    assert started.wait(60)
    sess.close()
    thread.join(60)
    assert caught[0].message.startswith("Run call was cancelled")


def test_callbacks_are_called_on_cancellation_and_on_time_out():
    parent = Cancel()
    child = Cancel(parent)
    called = threading.Event()
    child.on_cancel(called.set)
    parent.cancel()
    assert called.is_set()
    with pytest.raises(tf.errors.CancelledError):
        child.check()
    late = threading.Event()
    child.on_cancel(late.set)  # after the fact: at once
    assert late.is_set()

    timed = Cancel(timeout=0.02)
    expired = threading.Event()
    timed.on_cancel(expired.set)
    assert expired.wait(60)
    with pytest.raises(tf.errors.DeadlineExceededError):
        timed.check()


def test_a_removed_callback_is_not_called():
    cancel = Cancel(Cancel(), timeout=60.0)
    called = []
    cancel.on_cancel(lambda: called.append(1))()
    cancel.cancel()
    assert called == []
