"""Queue runners that run while a block does."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.keys import GraphKeys
from penstock.train.coordinator import Coordinator

_running = threading.Lock()


@export("contrib.slim.queues.NestedQueueRunnerError")
class NestedQueueRunnerError(Exception):
    """Raised when a block of `QueueRunners` begins inside of another.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.slim.queues.NestedQueueRunnerError, Exception)
    True
    """


@export("contrib.slim.queues.QueueRunners")
@contextlib.contextmanager
def QueueRunners(session: Any) -> Iterator[None]:
    """Runs all queue runners of the graph while the block does.

    Raises:
      NestedQueueRunnerError: if it is inside of such a block.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.train.limit_epochs(tf.constant(5), 1)
    ...     y = tf.train.batch([tf.constant(5)], 2)
    ...     sess.run(tf.local_variables_initializer())
    ...     with tf.contrib.slim.queues.QueueRunners(sess):
    ...         print(sess.run(y))
    [5 5]
    """
    if not _running.acquire(False):
        raise NestedQueueRunnerError("QueueRunners cannot be nested")
    try:
        coordinator = Coordinator()
        threads = []
        for runner in get_collection(GraphKeys.QUEUE_RUNNERS):
            threads.extend(runner.create_threads(session, coord=coordinator, daemon=True, start=True))
        try:
            yield
        finally:
            coordinator.request_stop()
            try:
                coordinator.join(threads, stop_grace_period_secs=120)
            except RuntimeError:
                session.close()
    finally:
        _running.release()
