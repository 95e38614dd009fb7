"""QueueRunner: threads that keep a queue filled by running its enqueue operations again and again."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.graph import get_default_graph, get_default_session
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.ops.state.partitioned_variable import prepend_name_scope, strip_name_scope
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.train.coordinator import Coordinator


_NO_SESSION = (
    "Cannot start queue runners: No default session is registered. Use `with sess.as_default()` or pass an explicit "
    "session to tf.start_queue_runners(sess=sess)"
)
_NO_RUNNERS = (
    "`tf.train.start_queue_runners()` was called when no queue runners were defined. You can safely remove the call to "
    "this deprecated function."
)


@export("train.QueueRunner", "train.queue_runner.QueueRunner")
class QueueRunner:
    """The enqueue operations of a queue, one thread for each, and how the queue is closed.

    Args:
      queue: the queue.
      enqueue_ops: the operations; the same one may be there several times.
      close_op: run when the input has ended; `queue.close()` by default.
      cancel_op: run when the coordinator says stop; `queue.close(cancel_pending_enqueues=True)` by default.
      queue_closed_exception_types: the errors that mean the input has ended; `(tf.errors.OutOfRangeError,)`.
      queue_runner_def: a `QueueRunnerDef` to make it from, instead of all others.
      import_scope: a prefix for the names in the message.

    Raises:
      ValueError: both a message and a queue are given, or neither.

    >>> import penstock as tf
    >>> queue = tf.FIFOQueue(10, tf.int32, shapes=[])
    >>> runner = tf.train.QueueRunner(queue, [queue.enqueue(7)] * 2)
    >>> coordinator = tf.train.Coordinator()
    >>> with tf.Session() as sess:
    ...     threads = runner.create_threads(sess, coordinator, start=True)
    ...     print(sess.run(queue.dequeue_many(3)))
    ...     coordinator.request_stop()
    ...     coordinator.join(threads)
    [7 7 7]
    """

    def __init__(
        self,
        queue: Any = None,
        enqueue_ops: Sequence[Any] | None = None,
        close_op: Any = None,
        cancel_op: Any = None,
        queue_closed_exception_types: Any = None,
        queue_runner_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if queue_runner_def:
            if queue or enqueue_ops:
                raise ValueError("queue_runner_def and queue are mutually exclusive.")
            self._init_from_proto(queue_runner_def, import_scope)
        else:
            if not queue or not enqueue_ops:
                raise ValueError("Must provide queue and enqueue_ops.")
            kinds = queue_closed_exception_types
            if kinds is not None and (
                not isinstance(kinds, tuple) or not kinds or not all(issubclass(t, errors.OpError) for t in kinds)
            ):
                raise TypeError(
                    "queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: "
                    f"{queue_closed_exception_types}"
                )
            self._queue = queue
            self._enqueue_ops = list(enqueue_ops)
            self._close_op = queue.close() if close_op is None else close_op
            self._cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
            self._queue_closed_exception_types = kinds or (errors.OutOfRangeError,)
        self._lock = threading.Lock()
        self._runs_per_session: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._exceptions_raised: list[Exception] = []

    def _init_from_proto(self, message: Any, scope: str | None) -> None:
        graph = get_default_graph()

        def element(name: str) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, scope))

        self._queue = element(message.queue_name)
        self._enqueue_ops = [element(name) for name in message.enqueue_op_name]
        self._close_op = element(message.close_op_name)
        self._cancel_op = element(message.cancel_op_name)
        kinds = tuple(errors.exception_type_from_error_code(code) for code in message.queue_closed_exception_types)
        self._queue_closed_exception_types = kinds or (errors.OutOfRangeError,)

    @property
    def queue(self) -> Any:
        """The queue."""
        return self._queue

    @property
    def enqueue_ops(self) -> list[Any]:
        """The operations that fill it."""
        return self._enqueue_ops

    @property
    def close_op(self) -> Any:
        """The operation that closes it when the input has ended."""
        return self._close_op

    @property
    def cancel_op(self) -> Any:
        """The operation that closes it when the coordinator says stop."""
        return self._cancel_op

    @property
    def queue_closed_exception_types(self) -> tuple[type[errors.OpError], ...]:
        """The errors that mean the input has ended."""
        return self._queue_closed_exception_types

    @property
    def exceptions_raised(self) -> list[Exception]:
        """What the threads raised, if there was no coordinator to tell it to."""
        return self._exceptions_raised

    @property
    def name(self) -> str:
        """The name of the queue."""
        return self._queue.name

    def _run(self, sess: Any, enqueue_op: Any, coord: Any = None) -> None:
        """What a thread does: enqueues until the input ends, an error comes or the coordinator says stop."""
        decremented = False
        try:
            from penstock.data.record_chunks import chunked

            enqueue = chunked(sess, enqueue_op) or sess.make_callable(enqueue_op)
            while not (coord and coord.should_stop()):
                try:
                    enqueue()
                except self._queue_closed_exception_types:
                    with self._lock:
                        self._runs_per_session[sess] -= 1
                        decremented = True
                        last = self._runs_per_session[sess] == 0
                    if last:
                        try:
                            sess.run(self._close_op)
                        except Exception as error:  # noqa: BLE001 - closed already, or the session is
                            logging.vlog(1, "Ignored exception: %s", error)
                    return
        except Exception as error:
            if coord:
                coord.request_stop(error)
            else:
                logging.error("Exception in QueueRunner: %s", error)
                with self._lock:
                    self._exceptions_raised.append(error)
                raise
        finally:
            if not decremented:
                with self._lock:
                    self._runs_per_session[sess] -= 1

    def _close_on_stop(self, sess: SessionLike, cancel_op: Any, coord: Coordinator) -> None:
        coord.wait_for_stop()
        try:
            sess.run(cancel_op)
        except Exception as error:  # noqa: BLE001 - closed already, or the session is
            logging.vlog(1, "Ignored exception: %s", error)

    def create_threads(
        self, sess: SessionLike, coord: Any = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """Makes one thread per enqueue operation and, with a coordinator, one that closes the queue at a stop.

        Args:
          sess: the session to run in.
          coord: a `Coordinator`, which gets the errors.
          daemon: whether they are daemon threads.
          start: whether to start them.

        Returns:
          The threads; none if those of an earlier call in the same session still run.
        """
        with self._lock:
            if self._runs_per_session.get(sess, 0) > 0:
                return []
            self._runs_per_session[sess] = len(self._enqueue_ops)
            self._exceptions_raised = []
        threads = [
            threading.Thread(target=self._run, args=(sess, op, coord), name=f"QueueRunnerThread-{self.name}-{op.name}")
            for op in self._enqueue_ops
        ]
        if coord:
            name = f"QueueRunnerThread-{self.name}-close_on_stop"
            args = (sess, self._cancel_op, coord)
            threads.append(threading.Thread(target=self._close_on_stop, args=args, name=name))
        for thread in threads:
            if coord:
                coord.register_thread(thread)
            if daemon:
                thread.daemon = True
            if start:
                thread.start()
        return threads

    def to_proto(self, export_scope: str | None = None) -> Any:
        """This runner as a `QueueRunnerDef`, or None if its queue is not in `export_scope`."""
        if export_scope is not None and not self.queue.name.startswith(export_scope):
            return None
        return protos.QueueRunnerDef(
            queue_name=strip_name_scope(self.queue.name, export_scope),
            enqueue_op_name=[strip_name_scope(op.name, export_scope) for op in self.enqueue_ops],
            close_op_name=strip_name_scope(self.close_op.name, export_scope),
            cancel_op_name=strip_name_scope(self.cancel_op.name, export_scope),
            queue_closed_exception_types=[
                errors.error_code_from_exception_type(kind) for kind in self._queue_closed_exception_types
            ],
        )

    @staticmethod
    def from_proto(queue_runner_def: Any, import_scope: str | None = None) -> QueueRunner:
        """Makes a runner from a `QueueRunnerDef`, whose operations are in the default graph."""
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)


@export("train.add_queue_runner", "train.queue_runner.add_queue_runner")
def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Adds a queue runner to a collection of the graph, for `start_queue_runners`.

    Args:
      qr: a QueueRunner.
      collection: the name of the collection.

    >>> import penstock as tf
    >>> queue = tf.FIFOQueue(10, tf.int32, shapes=[])
    >>> tf.train.add_queue_runner(tf.train.QueueRunner(queue, [queue.enqueue(7)]))
    >>> [runner.name == queue.name for runner in tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS)]
    [True]
    """
    add_to_collection(collection, qr)


@export("train.start_queue_runners", "train.queue_runner.start_queue_runners")
def start_queue_runners(
    sess: SessionLike | None = None,
    coord: object = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """Starts the threads of all queue runners of the graph.

    Args:
      sess: the session; the default one if None.
      coord: a `Coordinator`.
      daemon: whether they are daemon threads, which do not keep the program from ending.
      start: False to make the threads only.
      collection: where the runners are.

    Returns:
      The threads.

    Raises:
      ValueError: there is no session.
      TypeError: `sess` is not a session.

    >>> import penstock as tf
    >>> numbers = tf.train.range_input_producer(3, shuffle=False).dequeue_many(4)
    >>> coordinator = tf.train.Coordinator()
    >>> with tf.Session() as sess:
    ...     threads = tf.train.start_queue_runners(sess, coordinator)
    ...     print(sess.run(numbers))
    ...     coordinator.request_stop()
    ...     coordinator.join(threads)
    [0 1 2 0]
    """
    if sess is None:
        sess = get_default_session()
        if not sess:
            raise ValueError(_NO_SESSION)
    if not hasattr(sess, "_execute"):
        if type(sess).__name__ in ("MonitoredSession", "SingularMonitoredSession"):
            return []
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(sess)}")
    if not get_collection(collection):
        logging.warning(_NO_RUNNERS)
    with sess.graph.as_default():
        return [
            thread
            for runner in get_collection(collection)
            for thread in runner.create_threads(sess, coord=coord, daemon=daemon, start=start)
        ]
