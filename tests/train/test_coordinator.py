"""Coordinators, looper threads and queue runners: stopping, errors, grace periods, protos."""

import sys
import threading
import time

import pytest

import penstock as tf

WAIT = 60


def started(*functions):
    threads = [threading.Thread(target=f, daemon=True) for f in functions]
    for t in threads:
        t.start()
    return threads


def test_join_returns_when_all_threads_end_by_themselves():
    coord = tf.train.Coordinator()
    begin = time.monotonic()
    coord.join(started(lambda: time.sleep(0.05), lambda: None))
    assert coord.joined and not coord.should_stop()
    assert time.monotonic() - begin < 60  # half of the grace that a thread is given which does not end


def test_one_thread_stops_all():
    coord = tf.train.Coordinator()
    turns = []

    def work():
        while not coord.should_stop():
            turns.append(1)
            time.sleep(0.001)
            if len(turns) > 20:
                coord.request_stop()

    coord.join(started(work, work, work))
    assert coord.should_stop() and len(turns) > 20


def test_join_raises_the_first_error_with_its_traceback():
    coord = tf.train.Coordinator()

    def fail():
        with coord.stop_on_exception():
            raise KeyError("first")

    def fail_later():
        coord.wait_for_stop()
        with coord.stop_on_exception():
            raise ValueError("second")

    with pytest.raises(KeyError, match="first") as caught:
        coord.join(started(fail, fail_later))
    assert any(entry.name == "fail" for entry in caught.traceback)
    with pytest.raises(KeyError):
        coord.raise_requested_exception()


def test_an_exception_or_its_info_may_be_reported():
    for report in (lambda c, e: c.request_stop(e), lambda c, e: c.request_stop(sys.exc_info())):
        coord = tf.train.Coordinator()

        def fail(coord=coord, report=report):
            try:
                raise RuntimeError("reported")
            except RuntimeError as error:
                report(coord, error)

        with pytest.raises(RuntimeError, match="reported"):
            coord.join(started(fail))


def test_an_exception_that_is_not_being_handled_is_refused_at_join():
    coord = tf.train.Coordinator()
    coord.request_stop(RuntimeError("made here"))
    with pytest.raises(ValueError, match="ex must be a tuple or sys.exc_info"):
        coord.join([])


def test_the_end_of_the_input_is_no_error():
    coord = tf.train.Coordinator()
    with coord.stop_on_exception():
        raise tf.errors.OutOfRangeError(None, None, "the end")
    coord.join([])
    coord = tf.train.Coordinator(clean_stop_exception_types=(KeyError,))
    with coord.stop_on_exception():
        raise tf.errors.OutOfRangeError(None, None, "the end")
    with pytest.raises(tf.errors.OutOfRangeError):
        coord.join([])


def test_threads_that_outlive_the_grace_period_are_named():
    coord = tf.train.Coordinator()
    release = threading.Event()
    slow = threading.Thread(target=lambda: release.wait(WAIT), name="slow-one", daemon=True)
    slow.start()
    coord.request_stop()
    with pytest.raises(RuntimeError, match="Coordinator stopped with threads still running: slow-one"):
        coord.join([slow], stop_grace_period_secs=0.05)
    coord.join([slow], stop_grace_period_secs=0.01, ignore_live_threads=True)
    release.set()
    slow.join(WAIT)


def test_after_join_errors_are_raised_at_once_until_the_stop_is_cleared():
    coord = tf.train.Coordinator()
    coord.request_stop()
    coord.join([])
    with pytest.raises(KeyError), coord.stop_on_exception():
        raise KeyError("late")
    coord.clear_stop()
    assert not coord.should_stop() and not coord.joined
    assert not coord.wait_for_stop(0.01)


def test_registered_threads_are_waited_for():
    coord = tf.train.Coordinator()
    done = []
    thread = threading.Thread(target=lambda: (time.sleep(0.05), done.append(1)))
    coord.register_thread(thread)
    thread.start()
    coord.join()
    assert done == [1]


def test_a_looper_calls_its_target_until_the_stop():
    coord = tf.train.Coordinator()
    calls = []

    def target(a, b=0):
        calls.append(a + b)
        if len(calls) == 3:
            coord.request_stop()

    looper = tf.train.LooperThread.loop(coord, 0.001, target, args=(1,), kwargs={"b": 2})
    coord.join()
    assert calls == [3, 3, 3] and not looper.is_alive() and not looper.isAlive()


def test_a_looper_reports_errors_and_calls_its_hooks():
    coord = tf.train.Coordinator()
    seen = []

    class Loop(tf.train.LooperThread):
        def start_loop(self):
            seen.append("start")

        def run_loop(self):
            seen.append("run")
            if len(seen) == 3:
                raise ArithmeticError("in the loop")

    Loop(coord, None).start()
    with pytest.raises(ArithmeticError, match="in the loop"):
        coord.join()
    assert seen == ["start", "run", "run"]
    with pytest.raises(ValueError, match="must be a Coordinator"):
        tf.train.LooperThread("coord", None)
    with pytest.raises(ValueError, match="require that you also pass 'target'"):
        tf.train.LooperThread(coord, None, args=(1,))


# -- queue runners -----------------------------------------------------------------------------------------------------


def counting_queue(limit, threads=1):
    counter = tf.Variable(0, name="counter")
    q = tf.FIFOQueue(4, tf.int32, [()])
    enqueue = q.enqueue(counter.count_up_to(limit))
    return q, tf.train.QueueRunner(q, [enqueue] * threads)


def test_a_queue_runner_fills_until_the_input_ends_and_closes_the_queue():
    with tf.Graph().as_default(), tf.Session() as sess:
        q, runner = counting_queue(30, threads=3)
        x = q.dequeue()
        sess.run(tf.global_variables_initializer())
        threads = runner.create_threads(sess, start=True)
        got = []
        with pytest.raises(tf.errors.OutOfRangeError):
            while True:
                got.append(int(sess.run(x)))
        for t in threads:
            t.join(WAIT)
            assert not t.is_alive()
        assert sorted(got) == list(range(30))
        assert runner.exceptions_raised == []


def test_without_a_coordinator_errors_are_kept(monkeypatch):
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    with tf.Graph().as_default(), tf.Session() as sess:
        q = tf.FIFOQueue(4, tf.int32)
        runner = tf.train.QueueRunner(q, [q.enqueue(tf.py_func(lambda: 1 / 0, [], tf.int32))])
        for t in runner.create_threads(sess, start=True):
            t.join(WAIT)
        assert [type(e) for e in runner.exceptions_raised] == [tf.errors.UnknownError]


def test_with_a_coordinator_errors_stop_everything():
    with tf.Graph().as_default(), tf.Session() as sess:
        q = tf.FIFOQueue(4, tf.int32)
        tf.train.add_queue_runner(tf.train.QueueRunner(q, [q.enqueue(tf.py_func(lambda: 1 / 0, [], tf.int32))]))
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(coord=coord)
        with pytest.raises(tf.errors.OpError):
            coord.join(threads, stop_grace_period_secs=WAIT)
        assert sess.run(q.is_closed())


def test_a_stop_ends_runners_that_wait_for_room():
    with tf.Graph().as_default(), tf.Session() as sess:
        q, runner = counting_queue(1000, threads=2)
        tf.train.add_queue_runner(runner)
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        assert len(threads) == 3
        assert runner.create_threads(sess, coord) == []
        sess.run(q.dequeue_many(10))
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=WAIT)


def test_closing_the_session_ends_the_threads():
    with tf.Graph().as_default():
        q, runner = counting_queue(1000)
        sess = tf.Session()
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator(clean_stop_exception_types=(tf.errors.CancelledError,))
        threads = runner.create_threads(sess, coord, start=True)
        sess.run(q.dequeue())
        sess.close()
        coord.join(threads, stop_grace_period_secs=WAIT)


def test_runners_survive_a_proto():
    with tf.Graph().as_default(), tf.Session() as sess:
        q, runner = counting_queue(5)
        message = runner.to_proto()
        assert message.queue_name == q.name
        assert list(message.queue_closed_exception_types) == [tf.errors.OUT_OF_RANGE]
        copy = tf.train.QueueRunner.from_proto(message)
        assert copy.enqueue_ops == runner.enqueue_ops and copy.close_op is runner.close_op
        assert copy.cancel_op is runner.cancel_op and copy.name == runner.name
        sess.run(tf.global_variables_initializer())
        for t in copy.create_threads(sess, daemon=True, start=True):
            assert t.daemon
        assert sess.run(q.dequeue_up_to(4)).tolist() == [0, 1, 2, 3]


def test_bad_arguments_are_refused():
    with tf.Graph().as_default():
        q, runner = counting_queue(5)
        with pytest.raises(ValueError, match="Must provide queue and enqueue_ops"):
            tf.train.QueueRunner(q, [])
        with pytest.raises(ValueError, match="mutually exclusive"):
            tf.train.QueueRunner(q, [q.enqueue(1)], queue_runner_def=runner.to_proto())
        with pytest.raises(TypeError, match="must be a tuple of tf.error types"):
            tf.train.QueueRunner(q, [q.enqueue(1)], queue_closed_exception_types=[tf.errors.OutOfRangeError])
        with pytest.raises(ValueError, match="No default session is registered"):
            tf.train.start_queue_runners()
        with pytest.raises(TypeError, match="must be a `tf.Session` object"):
            tf.train.start_queue_runners(sess="sess")
