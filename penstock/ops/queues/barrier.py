"""`tf.Barrier`, a map whose entries become whole piece by piece, and `tf.RecordInput`, records of files at random."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors, inference
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape_text
from penstock.ops.queues.queues import as_shape_list, as_type_list
from penstock.ops.queues.state import invalid, stacked
from penstock.ops.state import named_state
from penstock.ops.text.strings import flat
from penstock.storage import gfile, records

_FIRST = -(1 << 63)


def _cancelled(text: str) -> errors.CancelledError:
    return errors.CancelledError(None, None, text)


class BarrierState:
    """Keys with values of several components; an entry is ready when all of them are there."""

    def __init__(self, name: str, types: list[Any], shapes: list[Any]) -> None:
        self.name, self.types, self.shapes = name, types, shapes
        self.users: set[Any] = set()
        self.changed = threading.Condition()
        self._incomplete: dict[bytes, tuple[int, list[Any]]] = {}
        self._ready: list[tuple[int, int, bytes, list[Any]]] = []
        self._order = itertools.count()
        self._index = _FIRST  # of the next call that brings new keys
        self.closed = self.cancelled = False

    def insert(self, component: int, keys: list[bytes], values: np.ndarray) -> None:
        if not 0 <= component < len(self.types):
            raise invalid(f"The component ID is out of range {component} > num_components (= {len(self.types)})")
        if np.shape(values)[:1] != (len(keys),):
            raise invalid(
                f"Shape mismatch: keys have {len(keys)} elements, values have shape {shape_text(np.shape(values))}"
            )
        shape = self.shapes[component] if self.shapes else None
        if not np.size(values) and keys:
            raise invalid(
                f"Tensors with no elements are not supported (component {component}): received shape "
                f"{shape_text(np.shape(values))}"
            )
        if shape is not None and not shape.is_compatible_with(np.shape(values)[1:]):
            raise invalid(
                f"Shape mismatch in tuple component {component}. Expected {shape_text(shape.as_list())}, got "
                f"{shape_text(np.shape(values)[1:])}"
            )
        with self.changed:
            if self.cancelled:
                raise _cancelled(f"Barrier {self.name} is closed.")
            brought_new = False
            try:
                for key, value in zip(keys, values):
                    brought_new |= self._put(key, component, value)
            finally:
                self._index += brought_new
                self.changed.notify_all()

    def _put(self, key: bytes, component: int, value: TensorLike) -> bool:
        entry = self._incomplete.get(key)
        new = entry is None
        if entry is None:
            if self.closed:
                text = key.decode(errors="replace")
                raise _cancelled(
                    f"Barrier {self.name} is closed, but attempted to insert a brand new key: {text}. Pending inserts "
                    "of other components are still accepted."
                )
            entry = self._incomplete[key] = self._index, [None] * len(self.types)
        index, parts = entry
        if parts[component] is not None:
            raise invalid(
                f"Key {key.decode(errors='replace')} already has a value for component {component} in barrier "
                f"{self.name}"
            )
        parts[component] = value
        if all(part is not None for part in parts):
            del self._incomplete[key]
            heapq.heappush(self._ready, (index, next(self._order), key, parts))
        return new

    def take(self, count: int, small: bool, cancel: Any) -> list[tuple[int, int, bytes, list[Any]]]:
        if count < 0:
            raise invalid(f"num_elements must be non-negative, not {count}")
        with self.changed:
            cancel.wait(self.changed, lambda: self._decided(count, small), "TakeMany operation was cancelled")
            number = min(count, len(self._ready)) if self.closed and small else count
            if len(self._ready) < max(number, 1 if self.closed and count else number):
                there = len(self._ready) + (0 if small else len(self._incomplete))
                raise errors.OutOfRangeError(
                    None,
                    None,
                    f"Barrier '{self.name}' is closed and has insufficient elements (requested {number}, total size "
                    f"{there})",
                )
            return [heapq.heappop(self._ready) for _ in range(number)]

    def _decided(self, count: int, small: bool) -> bool:
        """Whether there are enough entries, or there never will be."""
        if len(self._ready) >= count:
            return True
        return self.closed and (small or len(self._ready) + len(self._incomplete) < count)

    def close(self, cancel_pending: bool) -> None:
        with self.changed:
            if self.closed and (not cancel_pending or self.cancelled):
                raise _cancelled(f"Barrier '{self.name}' is already closed.")
            self.closed = True
            if cancel_pending:
                self.cancelled = True
                self._incomplete.clear()
            self.changed.notify_all()

    def sizes(self) -> tuple[int, int]:
        with self.changed:
            return len(self._ready), len(self._incomplete)

    def shut_down(self) -> None:
        with self.changed:
            self.closed = self.cancelled = True
            self.changed.notify_all()


@op("Barrier", shape=rule.fixed([2]), host=True)
def _barrier(xp, *, component_types, shapes, ctx):
    known = named_state.quick(ctx)
    if known is not None:
        return known
    made = named_state.state_of(ctx, "barrier", lambda name: BarrierState(name, component_types, shapes))
    return named_state.remember(ctx, *made)


@op("BarrierInsertMany", shape=rule.no_outputs, host=True)
def _insert_many(xp, handle, keys, values, *, component_index, ctx):
    if np.ndim(keys) != 1:
        raise invalid(f"Input keys must be a vector, not of shape {shape_text(np.shape(keys))}")
    named_state.find(ctx, handle).insert(component_index, flat(keys), values)


@op("BarrierTakeMany", shape=rule.unknown, blocking=True)
def _take_many(xp, handle, num_elements, *, allow_small_batch, ctx):
    barrier: BarrierState = named_state.find(ctx, handle)
    found = barrier.take(int(num_elements), allow_small_batch, ctx.cancel)
    keys = np.empty(len(found), object)
    keys[:] = [key for _, _, key, _ in found]
    columns = list(zip(*[parts for *_, parts in found])) or [()] * len(barrier.types)
    values = []
    for column, dtype, i in zip(columns, barrier.types, range(len(barrier.types))):
        shape = barrier.shapes[i].as_list() if barrier.shapes and barrier.shapes[i].is_fully_defined() else []
        values.append(stacked(column, dtype.storage) if column else np.zeros((0, *shape), dtype.storage))
    return (np.array([index for index, *_ in found], np.int64), keys, *values)


@op("BarrierClose", shape=rule.no_outputs, host=True)
def _close(xp, handle, *, cancel_pending_enqueues, ctx):
    named_state.find(ctx, handle).close(cancel_pending_enqueues)


@op("BarrierReadySize", shape=rule.scalar, host=True)
def _ready_size(xp, handle, *, ctx):
    return np.int32(named_state.find(ctx, handle).sizes()[0])


@op("BarrierIncompleteSize", shape=rule.scalar, host=True)
def _incomplete_size(xp, handle, *, ctx):
    return np.int32(named_state.find(ctx, handle).sizes()[1])


no_gradient(
    "Barrier",
    "BarrierInsertMany",
    "BarrierTakeMany",
    "BarrierClose",
    "BarrierReadySize",
    "BarrierIncompleteSize",
    "RecordInput",
)


@export("queue.Barrier")
class Barrier:
    """A map from strings to tuples of values that come piece by piece; whole entries can be taken out.

    Args:
      types: the types of the components.
      shapes: their shapes, or None.
      shared_name: barriers with the same one are the same.
      name: a name for the operation.

    >>> from penstock.ops.queues.barrier import Barrier
    >>> import penstock as tf
    >>> barrier = Barrier((tf.string, tf.int32), shapes=((), ()))
    >>> first = barrier.insert_many(0, keys=["a", "b"], values=["x", "y"])
    >>> second = barrier.insert_many(1, keys=["b"], values=[7])
    >>> with tf.Session() as sess:
    ...     sess.run(first)
    ...     sess.run(second)
    ...     sess.run(barrier.take_many(1)[1])
    array([b'b'], dtype=object)
    """

    def __init__(
        self, types: object, shapes: Any = None, shared_name: str | None = None, name: str = "barrier"
    ) -> None:
        self._types = as_type_list(types)
        if shapes is None:
            self._shapes = [TensorShape(None) for _ in self._types]
        else:
            self._shapes = [TensorShape(s) for s in as_shape_list(shapes) or []]
            for i, shape in enumerate(self._shapes):
                if shape.num_elements() == 0:
                    raise ValueError(f"Empty tensors are not supported, but received shape '{shape}' at index {i}")
        self._barrier_ref = apply(
            "Barrier", name, component_types=self._types, shapes=self._shapes, shared_name=shared_name or ""
        )
        self._name = self._barrier_ref.op.name.split("/")[-1]

    @property
    def barrier_ref(self) -> Tensor:
        """The handle."""
        return self._barrier_ref

    @property
    def name(self) -> str:
        """The name of the operation."""
        return self._barrier_ref.op.name

    def insert_many(
        self, component_index: int, keys: Sequence[Any], values: TensorLike, name: str | None = None
    ) -> Operation:
        """Sets one component of several entries."""
        name = name or f"{self._name}_BarrierInsertMany"
        return apply(
            "BarrierInsertMany",
            name,
            handle=self._barrier_ref,
            keys=keys,
            values=values,
            component_index=component_index,
        )

    def take_many(
        self,
        num_elements: TensorLike,
        allow_small_batch: bool = False,
        timeout: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Takes whole entries out, in the order of their first components: indices, keys and values.

        Raises (when run):
          tf.errors.OutOfRangeError: the barrier is closed, and there are not enough entries.
        """
        name = name or f"{self._name}_BarrierTakeMany"
        found = apply(
            "BarrierTakeMany",
            name,
            handle=self._barrier_ref,
            num_elements=num_elements,
            component_types=self._types,
            allow_small_batch=allow_small_batch,
            timeout_ms=-1 if timeout is None else timeout,
        )
        made = found[0].op
        known = None if allow_small_batch else inference.constant_value(made.inputs[1])
        first = TensorShape([None if known is None else int(known)])
        for output, shape in zip(made.outputs, [TensorShape([]), TensorShape([]), *self._shapes]):
            output.set_shape(first.concatenate(shape))
        return found

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """Lets no new keys in; with `cancel_pending_enqueues` entries that are not whole are dropped."""
        name = name or f"{self._name}_BarrierClose"
        return apply("BarrierClose", name, handle=self._barrier_ref, cancel_pending_enqueues=cancel_pending_enqueues)

    def ready_size(self, name: str | None = None) -> Tensor:
        """The number of whole entries."""
        return apply("BarrierReadySize", name or f"{self._name}_BarrierReadySize", handle=self._barrier_ref)

    def incomplete_size(self, name: str | None = None) -> Tensor:
        """The number of entries that are not whole."""
        name = name or f"{self._name}_BarrierIncompleteSize"
        return apply("BarrierIncompleteSize", name, handle=self._barrier_ref)


# -- RecordInput -------------------------------------------------------------------------------------------------------


class RecordState:
    """Records of files in random order, epoch after epoch; each comes once in an epoch."""

    def __init__(self, pattern: str, size: int, shift: float, seed: int, compression: str) -> None:
        self.users: set[Any] = set()
        self._lock = threading.Lock()
        self._pattern, self._size, self._shift, self._compression = pattern, max(size, 1), shift, compression
        self._random = np.random.RandomState(seed or None)
        self._buffer: list[bytes] = []
        self._epoch = 0
        self._left: Iterator[bytes] = iter(())

    def _records(self) -> Iterator[bytes]:
        files = sorted(gfile.found(self._pattern))
        if not files:
            raise errors.NotFoundError(None, None, f"No files match {self._pattern}")
        self._random.shuffle(files)
        start = int(self._epoch * self._shift * len(files)) % len(files)
        self._epoch += 1
        some = False
        for path in files[start:] + files[:start]:
            for block in records.blocks(path, self._compression):
                some = True
                yield from block
        if not some:
            raise errors.OutOfRangeError(None, None, f"The files that match {self._pattern} have no records")

    def take(self, count: int, cancel: Any) -> list[bytes]:
        with self._lock:
            found: list[bytes] = []
            while len(found) < count:
                cancel.check()
                # Half of the buffer must be there before something is picked, so that the order is random enough.
                while len(self._buffer) < self._size:
                    record = next(self._left, None)
                    if record is None:
                        if self._buffer:
                            break
                        self._left = self._records()
                        record = next(self._left)
                    self._buffer.append(record)
                at = self._random.randint(len(self._buffer))
                self._buffer[at], self._buffer[-1] = self._buffer[-1], self._buffer[at]
                found.append(self._buffer.pop())
            return found


@op("RecordInput", shape=rule.unknown, blocking=True)
def _record_input(
    xp,
    *,
    batch_size,
    file_pattern,
    file_buffer_size,
    file_random_seed,
    file_shuffle_shift_ratio,
    compression_type,
    ctx,
):
    how = file_pattern, file_buffer_size, file_shuffle_shift_ratio, file_random_seed, compression_type
    _, state = named_state.state_of(ctx, "records", lambda name: RecordState(*how))
    found = np.empty(batch_size, object)
    found[:] = state.take(batch_size, ctx.cancel)
    return found


@export("queue.RecordInput")
class RecordInput:
    """Records of TFRecord files in random order, for ever.

    Args:
      file_pattern: a pattern of file names.
      batch_size: how many records come at a time.
      buffer_size: how many records are mixed.
      parallelism: kept for compatibility.
      shift_ratio: by which part of the files each epoch begins later.
      seed: the seed of the order.
      name: a name for the operation.
      batches: if given, so many batches come at a time, as lists.
      compression_type: that of the files.

    >>> import penstock as tf
    >>> with tf.python_io.TFRecordWriter("some.records") as writer:
    ...     for record in (b"a", b"b", b"c"):
    ...         writer.write(record)
    >>> batch = tf.queue.RecordInput("some.records", batch_size=3, buffer_size=3, seed=1).get_yield_op()
    >>> sorted(tf.Session().run(batch).tolist())
    [b'a', b'b', b'c']
    """

    def __init__(
        self,
        file_pattern: str,
        batch_size: int = 1,
        buffer_size: int = 1,
        parallelism: int = 1,
        shift_ratio: float = 0,
        seed: int = 0,
        name: str | None = None,
        batches: int | None = None,
        compression_type: str | None = None,
    ) -> None:
        self._batch_size = batch_size * (batches or 1)
        self._batches = batches
        self._attributes = {
            "file_pattern": file_pattern,
            "file_buffer_size": buffer_size,
            "file_parallelism": parallelism,
            "file_shuffle_shift_ratio": float(shift_ratio),
            "file_random_seed": seed,
            "batch_size": self._batch_size,
            "compression_type": records.TFRecordOptions.get_compression_type_string(compression_type),
        }
        self._name = name

    def get_yield_op(self) -> Any:
        """The records of the next batch, as a vector; or lists of them, if there are several batches."""
        found = apply("RecordInput", self._name, **self._attributes)
        if self._batches is None:
            return found
        with name_scope(self._name, "RecordInput"):
            lists: Sequence[list[Tensor]] = [[] for _ in range(self._batches)]
            for i, part in enumerate(find("split")(found, self._batch_size, 0)):
                lists[i % self._batches].append(find("reshape")(part, []))
            return lists
