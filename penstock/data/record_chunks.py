"""Queue runners that read, compute and enqueue many records at a time, where that is the same as one by one.

A runner's operation that enqueues what a function makes of one record of a reader is not run once for each record: the
records are read together, the function runs over all of them (see `vectorize`), and the results go into the queue one
behind the other. A record that fails does so alone, with the error that it would have had.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from penstock.data.mapping import rows
from penstock.data.vectorize import NotKnown, _Writer
from penstock.graph import errors, registry
from penstock.graph.operation import Operation
from penstock.graph.typing import SessionLike
from penstock.ops.io import reader_state
from penstock.ops.queues.kernels import _enqueue
from penstock.ops.queues.state import Queue, boxed
from penstock.ops.state import named_state
from penstock.runtime.interpret import execute as ex
from penstock.runtime.interpret.context import Context, Run
from penstock.runtime.plan.explain import explain
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import Step
from penstock.runtime.session.cancel import Cancel
from penstock.runtime.session.session import BaseSession

_MOST = 32
_BYTES = 1 << 20
_FAILURES = 3


def chunked(sess: SessionLike, enqueue: Operation) -> Callable[[], None] | None:
    """What to call again and again instead of running `enqueue`; None if nothing is known to be the same."""
    if not isinstance(sess, BaseSession) or not isinstance(enqueue, Operation):
        return None
    if enqueue.type not in ("QueueEnqueueV2", "QueueEnqueue"):
        return None
    read = _read_of(enqueue)
    if read is None or sess.graph is not enqueue.graph:
        return None
    components = list(enqueue._inputs[1:])
    body: Any = SimpleNamespace(
        name="records", outer_graph=enqueue.graph, inputs=list(read._outputs), outputs=components, control_outputs=[]
    )
    try:
        stacked = _Writer(body, len(read._outputs)).plan()
        single = Plan(components, [], list(read._outputs))
    except (NotKnown, ValueError, TypeError, errors.OpError):
        return None
    return _Chunks(sess, enqueue, read, stacked, single).step


def _read_of(enqueue: Operation) -> Operation | None:
    """The operation that reads the record that `enqueue` depends on, if nobody could see that it reads ahead."""
    seen, todo, found = {enqueue}, [enqueue], []
    while todo:
        op = todo.pop()
        if op._control_inputs:
            return None
        if op.type in ("ReaderReadV2", "ReaderRead"):
            found.append(op)
            continue
        for other in [t.op for t in (op._inputs[1:] if op is enqueue else op._inputs)]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    if len(found) != 1:
        return None
    (read,) = found
    reader = read._inputs[0].op
    for op in enqueue.graph.get_operations():
        # Somebody asks the reader how far it is, or reads from it as well.
        if op is not read and op.type.startswith("Reader") and any(t.op is reader for t in op._inputs):
            return None
    return read


class _Chunks:
    def __init__(self, sess: Any, enqueue: Operation, read: Operation, stacked: Plan, single: Plan) -> None:
        self._sess, self._enqueue, self._read = sess, enqueue, read
        self._stacked, self._single = stacked, single
        self._handles: list[Any] | None = None
        self._size, self._failures, self._one_by_one = 1, 0, False
        self._cancel = Cancel(sess._cancel)

    def step(self) -> None:
        """Reads some records and enqueues what becomes of them."""
        try:
            self._step()
        except (RuntimeError, errors.FailedPreconditionError, errors.NotFoundError):
            if self._sess._unusable:  # it was closed by another thread
                raise errors.CancelledError(None, None, "Session has been closed.") from None
            raise

    def _step(self) -> None:
        self._sess._check_usable()
        if self._handles is None:
            self._handles = self._sess.run([*self._read._inputs, self._enqueue._inputs[0]])
        run = Run(self._sess, self._sess._store, self._sess._tier, self._cancel)
        reading, putting = Context(self._read, run), Context(self._enqueue, run)
        reader, names = (named_state.find(reading, handle) for handle in self._handles[:2])
        queue: Queue = named_state.find(putting, self._handles[2])
        # A reader that a user wrote may do something else besides reading.
        known = type(reader).__module__ == reader_state.__name__
        size = min(self._size, max(1, queue.capacity // 4)) if known and not self._one_by_one else 1
        found = self._explained(self._read, reader.read, names, size, self._cancel)
        keys, values = (reader_state.strings([record[i] for record in found]) for i in (0, 1))
        if len(found) > 1 and self._together(keys, values, queue, run):
            return
        if len(found) == 1:
            self._size = min(2, _MOST) if self._size == 1 else self._size
        failure: errors.OpError | None = None
        for key, value in found:
            try:
                results = ex.execute(self._single, [boxed(key), boxed(value)], {}, run)
            except errors.OpError as error:
                if self._cancel.cancelled:
                    raise
                failure = failure or error  # the records after it come all the same
                continue
            parts = [ex.to_numpy(v) for v in results]
            self._explained(self._enqueue, _enqueue, np, self._handles[2], parts, timeout_ms=-1, ctx=putting)
        if failure is not None:
            raise failure

    def _together(self, keys: np.ndarray, values: np.ndarray, queue: Queue, run: Run) -> bool:
        try:
            columns = [np.asarray(v) for v in ex.execute(self._stacked, [keys, values], {}, run)]
        except errors.OpError:
            if self._cancel.cancelled:
                raise
            columns = []
        fits = all(c.ndim and len(c) == len(keys) for c in columns)
        if not columns or not fits or not _accepts(queue, columns):
            self._failures += 1
            self._one_by_one = self._failures >= _FAILURES
            return False
        self._failures = 0
        size = sum(c.nbytes for c in columns) // len(keys) + 1
        self._size = max(1, min(2 * self._size, _MOST, _BYTES // size))
        self._explained(self._enqueue, queue.enqueue_many, rows(tuple(columns)), self._cancel)
        return True

    @staticmethod
    def _explained(op: Operation, function: Callable, *args: Any, **more: Any) -> Any:
        """Calls a function; what it raises tells the operation in whose place it stands."""
        try:
            return function(*args, **more)
        except errors.OpError as error:
            info = registry.lookup(op.type)
            assert info is not None
            raise explain(error, Step(op, info), []) from None


def _accepts(queue: Queue, columns: list[np.ndarray]) -> bool:
    """Whether elements of these types and shapes belong into a queue; if not, one by one finds out what is wrong."""
    if len(columns) != len(queue.dtypes) or any(c.dtype != t for c, t in zip(columns, queue.dtypes)):
        return False
    return all(
        wanted is None or (len(wanted) == c.ndim - 1 and all(w in (None, d) for w, d in zip(wanted, c.shape[1:])))
        for c, wanted in zip(columns, queue.shapes or [None] * len(columns))
    )
