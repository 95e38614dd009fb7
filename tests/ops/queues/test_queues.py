"""Queues: order, batches, closing, cancelling, and exactly-once delivery; compared with TensorFlow where order matters."""

import random
import threading
import time

import numpy as np
import pytest

import penstock as tf
from penstock.ops.queues.state import Queue, ShuffleQueue
from penstock.runtime.session.cancel import Cancel
from tests.same_program import run_here

WAIT = 30


def in_thread(function):
    """Starts `function`; returns a way to wait for what it returned or raised."""
    box = {}

    def work():
        try:
            box["value"] = function()
        except Exception as error:
            box["error"] = error

    thread = threading.Thread(target=work, daemon=True)
    thread.start()

    def result():
        thread.join(WAIT)
        assert not thread.is_alive(), "it hangs"
        if "error" in box:
            raise box["error"]
        return box["value"]

    result.thread = thread
    return result


def until(condition):
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


# -- programs that must give the same in TensorFlow --------------------------------------------------------------------

PROGRAMS = {
    "fifo": """
        q = tf.FIFOQueue(10, [tf.int32, tf.string], shapes=[[], [2]])
        e = q.enqueue_many([np.arange(5, dtype=np.int32), [["a", "b"]] * 5])
        sess = tf.Session(config=CONFIG)
        sess.run(e)
        first = sess.run(q.dequeue())
        many = sess.run(q.dequeue_many(2))
        none = sess.run(q.dequeue_many(0))
        result = {"first": list(first), "many": list(many), "none": list(none), "size": sess.run(q.size()),
                  "closed": sess.run(q.is_closed())}
    """,
    "increment": """
        q = tf.FIFOQueue(3, "float")
        init = q.enqueue_many(([0., 0., 0.],))
        q_inc = q.enqueue([q.dequeue() + 1])
        sess = tf.Session(config=CONFIG)
        sess.run(init)
        for _ in range(4):
            sess.run(q_inc)
        x = q.dequeue()
        result = {"left": [float(sess.run(x)) for _ in range(3)]}
    """,
    "shuffle": """
        q = tf.RandomShuffleQueue(100, 0, tf.int32, [()], seed=7)
        e = q.enqueue_many([np.arange(60, dtype=np.int32)])
        x, many, up_to = q.dequeue(), q.dequeue_many(10), q.dequeue_up_to(30)
        sess = tf.Session(config=CONFIG)
        sess.run(e)
        order = [int(sess.run(x)) for _ in range(25)]
        batch = sess.run(many)
        sess.run(q.close())
        result = {"order": order, "batch": batch, "rest": sess.run(up_to)}
    """,
    "shuffle with a graph seed and a shared name": """
        tf.set_random_seed(12)
        q = tf.RandomShuffleQueue(100, 3, tf.int64, [()], shared_name="both")
        e = q.enqueue_many([np.arange(30)])
        x = q.dequeue()
        sess = tf.Session(config=CONFIG)
        sess.run(e)
        result = {"order": [int(sess.run(x)) for _ in range(27)]}
    """,
    "padding": """
        q = tf.PaddingFIFOQueue(10, [tf.float32, tf.string], [[None, 2], [None]])
        sess = tf.Session(config=CONFIG)
        for n in (1, 3, 2):
            sess.run(q.enqueue([np.full([n, 2], n, np.float32), ["s"] * n]))
        a, b = sess.run(q.dequeue_many(2))
        sess.run(q.close())
        c, d = sess.run(q.dequeue_up_to(5))
        result = {"a": a, "b": b, "c": c, "d": d}
    """,
    "priority": """
        q = tf.PriorityQueue(10, [tf.string], [[]])
        sess = tf.Session(config=CONFIG)
        sess.run(q.enqueue_many([np.array([5, 1, 9, 3]), ["five", "one", "nine", "three"]]))
        sess.run(q.enqueue([np.int64(4), "four"]))
        one = sess.run(q.dequeue())
        p, v = sess.run(q.dequeue_many(4))
        result = {"one": list(one), "p": p, "v": v}
    """,
    "chosen": """
        queues = [tf.FIFOQueue(4, tf.int32, [()], name="q%d" % i) for i in range(3)]
        index = tf.placeholder(tf.int32, [])
        q = tf.QueueBase.from_list(index, queues)
        e, x = q.enqueue(index * 10), q.dequeue()
        sess = tf.Session(config=CONFIG)
        for i in range(3):
            sess.run(e, {index: i})
        result = {"x": [int(sess.run(x, {index: i})) for i in (2, 0, 1)], "shapes": [str(s) for s in q.shapes]}
    """,
    "names": """
        q = tf.FIFOQueue(4, [tf.int32, tf.float32], [(), ()], names=["i", "f"])
        e = q.enqueue({"i": 3, "f": 1.5})
        sess = tf.Session(config=CONFIG)
        sess.run([e])
        ops = [(op.name, op.type) for op in tf.get_default_graph().get_operations()]
        result = {"x": sess.run(q.dequeue()), "ops": ops}
    """,
    "both in one run": """
        q = tf.FIFOQueue(4, tf.int32, [()])
        sess = tf.Session(config=CONFIG)
        first = sess.run([q.dequeue(), q.enqueue(7)])
        many = sess.run([q.dequeue_many(3)] + [q.enqueue(1) for _ in range(3)])
        p = tf.FIFOQueue(4, tf.int32, [()])
        sess.run(p.enqueue(4))
        passed = sess.run([q.enqueue(p.dequeue() + 1), q.dequeue()])
        result = {"first": first[0], "many": many[0], "passed": passed[1]}
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_in_tensorflow(name, peer):
    here, there = run_here(PROGRAMS[name]), peer.run(PROGRAMS[name], CONFIG=None)
    assert here.keys() == there.keys()
    for key in here:
        assert_same(here[key], there[key])


def assert_same(ours, theirs):
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys()
        for key in ours:
            assert_same(ours[key], theirs[key])
    elif isinstance(ours, (list, tuple)):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs):
            assert_same(a, b)
    else:
        np.testing.assert_array_equal(ours, theirs)
        assert np.asarray(ours).dtype == np.asarray(theirs).dtype


ERRORS = {
    "closed": "sess.run(q.close()); sess.run(q.enqueue(1))",
    "closed twice": "sess.run(q.close()); sess.run(q.close())",
    "empty": "sess.run(q.close()); sess.run(q.dequeue())",
    "too few": "sess.run(q.enqueue_many([[1, 2]])); sess.run(q.close()); sess.run(q.dequeue_many(3))",
    "none left for up to": "sess.run(q.close()); sess.run(q.dequeue_up_to(3))",
    "wrong shape": "sess.run(q.enqueue(x), {x: [1, 2]})",
    "wrong batch": "sess.run(q.enqueue_many(x), {x: [[1, 2]]})",
    "negative": "sess.run(q.dequeue_many(x), {x: -1})",
    "no shapes": "q = tf.FIFOQueue(3, tf.int32); sess.run(q.dequeue_many(2))",
    "sizes differ": "q = tf.FIFOQueue(3, [tf.int32] * 2); sess.run(q.enqueue_many([x, [1, 2, 3]]), {x: [1, 2]})",
    "shared capacity": "a, b = (tf.FIFOQueue(c, tf.int32, shared_name='s') for c in (3, 4)); sess.run(a.size()); "
    "sess.run(b.size())",
    "shared types": "a, b = (tf.FIFOQueue(3, c, shared_name='s') for c in (tf.int32, tf.float32)); "
    "sess.run(a.size()); sess.run(b.size())",
    "shared shapes": "a, b = (tf.FIFOQueue(3, tf.int32, c, shared_name='s') for c in ([[2]], [[3]])); "
    "sess.run(a.size()); sess.run(b.size())",
    "shared kinds": "a = tf.FIFOQueue(3, tf.int32, shared_name='s'); sess.run(a.size()); "
    "sess.run(tf.RandomShuffleQueue(3, 1, tf.int32, shared_name='s').size())",
    "shared minimum": "a, b = (tf.RandomShuffleQueue(9, c, tf.int32, shared_name='s') for c in (3, 4)); "
    "sess.run(a.size()); sess.run(b.size())",
    "minimum above capacity": "sess.run(tf.RandomShuffleQueue(3, 3, tf.int32).size())",
    "shapes and types": "tf.FIFOQueue(3, [tf.int32, tf.int32], [()])",
    "partial shapes": "tf.FIFOQueue(3, [tf.int32], [(None,)])",
    "no padding shapes": "tf.PaddingFIFOQueue(3, [tf.int32], None)",
    "unknown rank": "tf.PaddingFIFOQueue(3, [tf.int32], [tf.TensorShape(None)])",
    "dictionary without names": "q.enqueue({'a': 1})",
    "names without dictionary": "tf.FIFOQueue(3, tf.int32, names='a').enqueue(1)",
    "other names": "tf.FIFOQueue(3, tf.int32, names='a').enqueue({'b': 1})",
    "static shape": "q.enqueue([[1, 2]])",
    "no list": "tf.QueueBase.from_list(0, [])",
    "other types": "tf.QueueBase.from_list(0, [q, tf.FIFOQueue(3, tf.float32)])",
}
ERROR_PROGRAM = """
import re
q = tf.FIFOQueue(3, tf.int32, [()])
x = tf.placeholder(tf.int32)
sess = tf.Session(config=CONFIG)
try:
    {body}
except Exception as e:
    text = getattr(e, "message", None) or str(e)
    text = re.split(r"\\[\\[(?:{{{{)?node", text)[0].rstrip().rpartition("\\n")[2]  # 2.15 has more before it
    text = re.sub(r"'_\\d+_", "'_N_", text).strip()
    result = {{"kind": type(e).__name__, "text": text}}
"""


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_those_of_tensorflow(name, peer):
    source = ERROR_PROGRAM.format(body=ERRORS[name])
    here, there = run_here(source), peer.run(source, CONFIG=None)
    assert here["kind"] == there["kind"]
    if name not in ("static shape", "shapes and types", "other names"):  # 2.15 says these in other words
        assert here["text"] == there["text"]


# -- waiting -----------------------------------------------------------------------------------------------------------


def test_a_dequeue_waits_for_an_element(waiters):
    q = tf.FIFOQueue(3, tf.int32)
    x, e = q.dequeue(), q.enqueue(5)
    with tf.Session() as sess:
        waiting = in_thread(lambda: sess.run(x))
        waiters(1)
        assert waiting.thread.is_alive()
        sess.run(e)
        assert waiting() == 5


def test_an_enqueue_waits_for_room_and_later_ones_wait_behind_it():
    q = tf.FIFOQueue(2, tf.int32, [()])
    many, one, x, size = q.enqueue_many([[1, 2, 3, 4]]), q.enqueue(5), q.dequeue(), q.size()
    with tf.Session() as sess:
        first = in_thread(lambda: sess.run(many))
        until(lambda: sess.run(size) == 2)
        second = in_thread(lambda: sess.run(one))
        assert [sess.run(x) for _ in range(5)] == [1, 2, 3, 4, 5]
        first(), second()


def test_a_batch_larger_than_the_capacity_passes():
    q = tf.FIFOQueue(2, tf.int32, [()])
    many, batch = q.enqueue_many([np.arange(50)]), q.dequeue_many(50)
    with tf.Session() as sess:
        putting = in_thread(lambda: sess.run(many))
        assert sess.run(batch).tolist() == list(range(50))
        putting()


def test_closing_waits_for_earlier_enqueues_only(waiters):
    q = tf.FIFOQueue(1, tf.int32, [()])
    one, two, close, x = q.enqueue(1), q.enqueue(2), q.close(), q.dequeue()
    with tf.Session() as sess:
        sess.run(one)
        earlier = in_thread(lambda: sess.run(two))
        waiters(1)
        closing = in_thread(lambda: sess.run(close))
        waiters(2)
        later = in_thread(lambda: sess.run(one))
        waiters(3)
        assert closing.thread.is_alive() and later.thread.is_alive()
        assert sess.run(x) == 1
        earlier(), closing()
        with pytest.raises(tf.errors.CancelledError, match="is closed"):
            later()
        assert sess.run(x) == 2
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(x)


def test_closing_with_cancel_fails_waiting_enqueues(waiters):
    q = tf.FIFOQueue(1, tf.int32)
    e, x = q.enqueue(1), q.dequeue()
    with tf.Session() as sess:
        sess.run(e)
        waiting = in_thread(lambda: sess.run(e))
        waiters(1)
        sess.run(q.close(cancel_pending_enqueues=True))
        with pytest.raises(tf.errors.CancelledError, match="Enqueue operation was cancelled"):
            waiting()
        assert sess.run(x) == 1


def test_closing_ends_waiting_dequeues_and_gives_partial_batches_back(waiters):
    q = tf.FIFOQueue(10, tf.int32, [()])
    e, many, rest, close = q.enqueue_many([[1, 2, 3]]), q.dequeue_many(5), q.dequeue_up_to(5), q.close()
    with tf.Session() as sess:
        waiting = in_thread(lambda: sess.run(many))
        waiters(1)
        sess.run(e)
        sess.run(close)
        with pytest.raises(tf.errors.OutOfRangeError, match=r"requested 2, current size 0"):
            waiting()
        assert sess.run(rest).tolist() == [1, 2, 3]


def test_min_after_dequeue_holds_until_the_queue_is_closed(waiters):
    q = tf.RandomShuffleQueue(10, 3, tf.int32, [()])
    e, x, close, size = q.enqueue_many([[1, 2, 3, 4]]), q.dequeue(), q.close(), q.size()
    with tf.Session() as sess:
        sess.run(e)
        got = [sess.run(x)]
        waiting = in_thread(lambda: sess.run(x))
        waiters(1)
        assert waiting.thread.is_alive() and sess.run(size) == 3
        sess.run(close)
        got += [waiting(), sess.run(x), sess.run(x)]
        assert sorted(got) == [1, 2, 3, 4]
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(x)


def test_closing_the_session_ends_all_who_wait(waiters):
    full, empty = tf.FIFOQueue(1, tf.int32), tf.FIFOQueue(1, tf.int32, [()])
    e, x, many = full.enqueue(1), empty.dequeue(), empty.dequeue_many(2)
    sess = tf.Session()
    sess.run(e)
    waiting = [in_thread(lambda f=f: sess.run(f)) for f in (e, x, many)]
    waiters(3)
    sess.close()
    for w in waiting:
        with pytest.raises(tf.errors.CancelledError, match="operation was cancelled"):
            w()


def test_a_time_limit_ends_waiting_and_loses_nothing():
    q = tf.FIFOQueue(10, tf.int32, [()])
    e, many, x = q.enqueue_many([[1, 2, 3]]), q.dequeue_many(5), q.dequeue()
    with tf.Session() as sess:
        sess.run(e)
        with pytest.raises(tf.errors.DeadlineExceededError):
            sess.run(many, options=tf.RunOptions(timeout_in_ms=50))
        assert [sess.run(x) for _ in range(3)] == [1, 2, 3]


def test_an_error_in_a_run_ends_what_waits_in_the_same_run():
    q = tf.FIFOQueue(1, tf.int32)
    bad = tf.py_func(lambda: 1 / 0, [], tf.int32)
    with tf.Session() as sess:
        both = in_thread(lambda: sess.run([q.dequeue(), q.enqueue(bad)]))
        with pytest.raises(tf.errors.OpError, match="ZeroDivision"):
            both()


def test_queues_work_inside_of_conditionals_while_variables_change(waiters):
    q = tf.FIFOQueue(1, tf.int32, [()])
    v = tf.Variable(0)
    x = tf.cond(v >= 0, lambda: q.dequeue(), lambda: tf.constant(-1))
    add, e = v.assign_add(x), q.enqueue(3)
    with tf.Session() as sess:
        sess.run(v.initializer)
        waiting = in_thread(lambda: sess.run(add))
        waiters(1)
        sess.run(e)
        assert waiting() == 3


def test_what_was_enqueued_does_not_change_with_the_callers_arrays():
    q = tf.FIFOQueue(3, tf.float32)
    x = tf.placeholder(tf.float32, [2])
    y = x * 2
    e, ey, d = q.enqueue(x), q.enqueue(y), q.dequeue()
    with tf.Session() as sess:
        mine = np.ones(2, np.float32)
        sess.run(e, {x: mine})
        mine[:] = 5
        fetched = sess.run([y, ey], {x: mine})[0]
        fetched[:] = 0
        assert sess.run(d).tolist() == [1, 1]
        assert sess.run(d).tolist() == [10, 10]


# -- many threads ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["fifo", "shuffle", "padding"])
def test_every_element_is_delivered_exactly_once_under_16_threads(kind):
    count, threads = 40, 8
    if kind == "fifo":
        q = tf.FIFOQueue(5, tf.int32, [()])
    elif kind == "shuffle":
        q = tf.RandomShuffleQueue(20, 5, tf.int32, [()])
    else:
        q = tf.PaddingFIFOQueue(5, tf.int32, [()])
    value = tf.placeholder(tf.int32, [])
    one, three = q.enqueue(value), q.enqueue_many([value + [0, 1, 2]])
    take, take_three, close = q.dequeue(), q.dequeue_up_to(3), q.close()
    got, lock = [], threading.Lock()
    with tf.Session() as sess:

        def put(i):
            for k in range(count):
                base = (i * count + k) * 4
                sess.run(one, {value: base})
                sess.run(three, {value: base + 1})

        def get(i):
            mine = []
            while True:
                try:
                    mine.extend(np.ravel(sess.run(take if i % 2 else take_three)).tolist())
                except tf.errors.OutOfRangeError:
                    break
            with lock:
                got.extend(mine)

        putting = [in_thread(lambda i=i: put(i)) for i in range(threads)]
        getting = [in_thread(lambda i=i: get(i)) for i in range(threads)]
        for p in putting:
            p()
        sess.run(close)
        for g in getting:
            g()
    assert sorted(got) == list(range(threads * count * 4))


def test_random_closes_and_cancels_never_hang_nor_lose_an_element():
    """Queues under threads that put, take, cancel and close at random moments; what went in and was not taken is left."""
    for seed in range(60):
        rng = random.Random(seed)
        if seed % 2:
            queue = Queue("q", rng.randint(1, 5), [np.dtype(int)], [()])
        else:
            queue = ShuffleQueue("q", 6, [np.dtype(int)], [()], min_after_dequeue=rng.randint(0, 3), seed=1, seed2=seed)
        cancels = [Cancel() for _ in range(8)]
        put, taken, lock = [], [], threading.Lock()

        def work(i, queue=queue, cancels=cancels, rng=rng, put=put, taken=taken, lock=lock, seed=seed):
            mine = random.Random(seed * 100 + i)
            for k in range(20):
                value = i * 1000 + k
                try:
                    if i % 2:
                        queue.enqueue((value,), cancels[i])
                        with lock:
                            put.append(value)
                    elif mine.random() < 0.5:
                        got = [queue.dequeue(cancels[i])]
                        with lock:
                            taken.extend(v for (v,) in got)
                    else:
                        got = queue.dequeue_many(mine.randint(1, 4), cancels[i], mine.random() < 0.5)
                        with lock:
                            taken.extend(v for (v,) in got)
                except tf.errors.OutOfRangeError:
                    return
                except tf.errors.CancelledError:
                    if queue.closed:
                        return
                    cancels[i] = Cancel()

        def disturb(queue=queue, cancels=cancels, seed=seed):
            mine = random.Random(seed)
            for _ in range(5):
                time.sleep(mine.random() * 0.002)
                cancels[mine.randrange(8)].cancel()
            try:
                queue.close(mine.random() < 0.5, Cancel(timeout=0.05))
            except tf.errors.DeadlineExceededError:  # it comes after enqueues that nobody makes room for
                queue.close(True, None)

        threads = [in_thread(lambda i=i, work=work: work(i)) for i in range(8)] + [in_thread(disturb)]
        for t in threads:
            t()
        left = [v for (v,) in queue._items]
        assert sorted(taken + left) == sorted(put)


def test_runs_that_wait_leave_no_threads_behind(monkeypatch):
    from penstock.runtime.interpret import blocking

    monkeypatch.setattr(blocking, "_IDLE_SECONDS", 0.05)
    monkeypatch.setattr(blocking, "pool", blocking.Pool("test-waiting"))
    q = tf.FIFOQueue(4, tf.int32, [()])
    fetches = [q.dequeue_many(3)] + [q.enqueue(i) for i in range(3)]
    with tf.Session() as sess:
        for _ in range(5):
            assert sorted(sess.run(fetches)[0].tolist()) == [0, 1, 2]
    until(lambda: not any(t.name == "test-waiting" for t in threading.enumerate()))
