"""A session that is closed while a run makes an iterator, or other state: the run is cancelled, and nothing of it lives on."""

import threading

import pytest

import penstock as tf
from penstock.data import parallel
from penstock.data.iterator_kernels import IteratorState
from penstock.graph.handles import ResourceHandle

D = tf.data.Dataset
LIMIT = 60.0  # seconds after which a thread hangs


class Held:
    """A function that a run comes to, and stays in until it is let go."""

    def __init__(self):
        self.reached, self.free = threading.Event(), threading.Event()

    def __call__(self, value):
        self.reached.set()
        assert self.free.wait(LIMIT)
        return value


def close_during(sess, held, fetch):
    """Closes the session while a run of `fetch` is held; the error of that run."""
    found = []

    def run():
        try:
            sess.run(fetch)
        except Exception as error:  # noqa: BLE001 - looked at by the test
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert held.reached.wait(LIMIT)
    sess.close()
    held.free.set()
    thread.join(LIMIT)
    assert not thread.is_alive()
    return found[0]


def test_an_iterator_that_is_initialized_meanwhile_has_no_threads(monkeypatch):
    submitted = []
    monkeypatch.setattr(parallel.pool, "submit", submitted.append)
    held = Held()
    with tf.Graph().as_default():
        size = tf.py_func(held, [tf.constant(10, tf.int64)], tf.int64)
        dataset = D.range(size).map(lambda x: tf.py_func(lambda v: v, [x], tf.int64), num_parallel_calls=3).prefetch(2)
        iterator = dataset.make_initializable_iterator()
        with tf.control_dependencies([iterator.initializer]):
            element = tf.identity(iterator.get_next())
        sess = tf.Session()
        error = close_during(sess, held, element)
    assert isinstance(error, tf.errors.CancelledError)
    assert not submitted


def test_an_iterator_does_not_start_again_after_its_end():
    closed = []

    class Some:
        def iterator(self, run):
            return self

        def close(self):
            closed.append(self)

    first, second = Some(), Some()
    state = IteratorState([], [])
    state.start(first)
    assert state.initialized and not closed
    state.shut_down()
    assert closed == [first]
    with pytest.raises(tf.errors.CancelledError):
        state.start(second)
    assert closed == [first, second] and not state.initialized


def test_state_is_not_made_for_a_session_that_has_ended():
    held = Held()
    with tf.Graph().as_default():
        waited = tf.py_func(held, [tf.constant(1)], tf.int32)
        with tf.control_dependencies([waited]):
            queue = tf.FIFOQueue(3, [tf.int32], [[]])
            put = queue.enqueue([waited])
        sess = tf.Session()
        error = close_during(sess, held, put)
    assert isinstance(error, tf.errors.CancelledError)
    handle = ResourceHandle("queue", "", "late")
    with pytest.raises(tf.errors.CancelledError, match="Session has been closed"):
        sess._store.get_or_create(handle, object)
    assert sess._store.get(handle) is None


def test_sessions_of_one_server_share_their_state_beyond_the_end_of_one():
    server = tf.train.Server.create_local_server()
    with tf.Graph().as_default():
        queue = tf.FIFOQueue(3, [tf.int32], [[]], shared_name="kept")
        put, take = queue.enqueue([7]), queue.dequeue()
        with tf.Session(server.target) as sess:
            sess.run(put)
        with tf.Session(server.target) as sess:
            assert sess.run(take) == 7
