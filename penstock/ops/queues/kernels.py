"""Kernels of the queue operations. All run on the host; those that may wait say so.

The queues themselves are in `queue_state`; here are the checks of what goes in, and the shapes of what comes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import shape_rules as rule
from penstock.graph.dtypes import type_text
from penstock.graph.inference import Context
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array
from penstock.ops.arrays.basic import shape_text
from penstock.ops.common.threads import switch_threads_often
from penstock.ops.queues.state import Element, PaddingQueue, Queue, ShuffleQueue, SortedQueue, boxed, invalid
from penstock.ops.state import named_state

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.graph.operation import Operation

# -- making queues -----------------------------------------------------------------------------------------------------


def _handle_shape(c: Context) -> list[TensorShape]:
    return [TensorShape([2]) if c.op._outputs[0].dtype._is_ref_dtype else rule.SCALAR]


def _made(ctx: Any, kind: type[Queue], capacity: int, types: list[Any], shapes: list[Any], **more: Any) -> np.ndarray:
    """The handle of the queue of `ctx.op`, which is made if it is not there yet."""
    known = named_state.quick(ctx)
    if known is not None:
        return known
    dtypes = [t.base_dtype for t in types]
    if kind is SortedQueue:
        from penstock.graph import dtypes as all_types

        dtypes = [all_types.int64, *dtypes]
        shapes = [TensorShape([]), *shapes] if shapes else shapes
    if shapes and len(shapes) != len(dtypes):
        raise invalid("shapes must have the same length as types")

    def make(name: str) -> Queue:
        switch_threads_often()
        dims = [s._dims if s._dims is not None else None for s in shapes]
        queue = kind(name, capacity, [np.dtype(d.storage) for d in dtypes], dims, **more)
        queue.signature = (capacity, dtypes, shapes, more)
        return queue

    handle, queue = named_state.state_of(ctx, "queue", make)
    if ctx.op._attrs["shared_name"]:
        _check_same(queue, ctx.op, kind, capacity, dtypes, shapes, more)
    return named_state.remember(ctx, handle, queue)


def _check_same(
    queue: Queue,
    op: Operation,
    kind: type[Queue],
    capacity: int,
    dtypes: Sequence[Any],
    shapes: Sequence[Any],
    more: dict,
) -> None:
    """Queues that share a name must be the same."""
    if type(queue) is not kind:
        raise invalid(f"Expected {queue.kind}, found {op.type}")
    its_capacity, its_dtypes, its_shapes, its_more = queue.signature
    start = f"Shared queue '{queue.name}' has"
    if capacity != its_capacity:
        raise invalid(f"{start} capacity {its_capacity} but requested capacity was {capacity}")
    if dtypes != its_dtypes:
        had, wanted = ("-".join(type_text(d) for d in types) for types in (its_dtypes, dtypes))
        raise invalid(f"{start} component types {had} but requested component types were {wanted}")
    if shapes != its_shapes:
        had, wanted = (
            "[" + ", ".join(_partial_text(s._dims or ()) for s in these) + "]" for these in (its_shapes, shapes)
        )
        raise invalid(f"{start} component shapes {had} but requested component shapes were {wanted}")
    if more:
        had, wanted = its_more["min_after_dequeue"], more["min_after_dequeue"]
        if had != wanted:
            raise invalid(f"{start} min_after_dequeue {had} but requested min_after_dequeue was {wanted}.")
        old, new = ((m["seed"], m["seed2"]) for m in (its_more, more))
        if old != new and new != (0, 0):
            text = f"random seeds ({old[0]}, {old[1]}) but requested seeds are ({new[0]}, {new[1]})."
            raise invalid(f"{start} {text}")


@op(("FIFOQueueV2", "FIFOQueue"), shape=_handle_shape, host=True)
def _fifo_queue(xp, *, component_types, shapes, capacity, ctx):
    return _made(ctx, Queue, capacity, component_types, shapes)


@op(("PaddingFIFOQueueV2", "PaddingFIFOQueue"), shape=_handle_shape, host=True)
def _padding_fifo_queue(xp, *, component_types, shapes, capacity, ctx):
    return _made(ctx, PaddingQueue, capacity, component_types, shapes)


@op(("PriorityQueueV2", "PriorityQueue"), shape=_handle_shape, host=True)
def _priority_queue(xp, *, component_types, shapes, capacity, ctx):
    return _made(ctx, SortedQueue, capacity, component_types, shapes)


@op(("RandomShuffleQueueV2", "RandomShuffleQueue"), shape=_handle_shape, host=True)
def _random_shuffle_queue(xp, *, component_types, shapes, capacity, min_after_dequeue, seed, seed2, ctx):
    if min_after_dequeue < 0:
        raise invalid(f"min_after_dequeue {min_after_dequeue} must be >= 0")
    if 0 <= capacity <= min_after_dequeue:
        raise invalid(f"min_after_dequeue {min_after_dequeue} must be < capacity {capacity}")
    more = {"min_after_dequeue": min_after_dequeue, "seed": seed, "seed2": seed2}
    return _made(ctx, ShuffleQueue, capacity, component_types, shapes, **more)


# -- putting in --------------------------------------------------------------------------------------------------------


def _dims(value: Any) -> tuple[int, ...]:
    return () if isinstance(value, bytes) else value.shape


def _fits(dims: tuple[int, ...], wanted: tuple | None) -> bool:
    if dims == wanted or wanted is None:
        return True
    return len(dims) == len(wanted) and all(w is None or d == w for d, w in zip(dims, wanted))


def _partial_text(dims: tuple) -> str:
    return "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"


def _check_components(queue: Queue, components: list[Any]) -> None:
    if len(components) != len(queue.dtypes):
        expected = len(queue.dtypes)
        raise invalid(f"Wrong number of components in tuple. Expected {expected}, got {len(components)}")
    for i, (value, dtype) in enumerate(zip(components, queue.dtypes)):
        found = object if isinstance(value, bytes) else value.dtype
        if found != dtype:
            had, wanted = (type_text(_tf_type(d)) for d in (found, dtype))
            raise invalid(f"Type mismatch in tuple component {i}. Expected {wanted}, got {had}")


def _tf_type(dtype: Any) -> DType:
    from penstock.graph import dtypes

    return dtypes.string if np.dtype(dtype).hasobject else dtypes.as_dtype(dtype)


def _check_timeout(timeout_ms: int) -> None:
    if timeout_ms != -1:
        raise invalid("Timeout not supported yet.")


@op(("QueueEnqueueV2", "QueueEnqueue"), shape=rule.no_outputs, blocking=True)
def _enqueue(xp, handle, components, *, timeout_ms, ctx):
    _check_timeout(timeout_ms)
    queue: Queue = named_state.find(ctx, handle)
    _check_components(queue, components)
    for i, (value, wanted) in enumerate(zip(components, queue.shapes)):
        dims = _dims(value)
        if not _fits(dims, wanted):
            expected = _partial_text(wanted)
            raise invalid(f"Shape mismatch in tuple component {i}. Expected {expected}, got {shape_text(dims)}")
    if isinstance(queue, SortedQueue):
        _check_priority(_dims(components[0]))
    queue.enqueue(tuple(components), ctx.cancel)


def _check_priority(dims: tuple[int, ...]) -> None:
    if dims:
        raise invalid(f"Expected the priority element to be a scalar, but received shape: {shape_text(dims)}")


@op(("QueueEnqueueManyV2", "QueueEnqueueMany"), shape=rule.no_outputs, blocking=True)
def _enqueue_many(xp, handle, components, *, timeout_ms, ctx):
    _check_timeout(timeout_ms)
    queue: Queue = named_state.find(ctx, handle)
    _check_components(queue, components)
    count = None
    for i, value in enumerate(components):
        dims = _dims(value)
        if not dims:
            raise invalid(f"Shape mismatch in tuple component {i}. Expected at least 1 dimension, got []")
        if count is None:
            count = dims[0]
        wanted = queue.shapes[i] if queue.shapes else None
        if wanted is not None and (dims[0] != count or not _fits(dims[1:], wanted)):
            expected = _partial_text((count, *wanted))
            raise invalid(f"Shape mismatch in tuple component {i}. Expected {expected}, got {shape_text(dims)}")
        if dims[0] != count:
            raise invalid(
                "All input tensors must have the same size in the 0th dimension. Component "
                f"{i} has {dims[0]}, and should have {count}"
            )
    if isinstance(queue, SortedQueue):
        _check_priority(_dims(components[0])[1:])
    if count:
        queue.enqueue_many(list(zip(*components)), ctx.cancel)


# -- taking out --------------------------------------------------------------------------------------------------------


def _component_shapes(c: Context, batch: Any = None) -> list[TensorShape]:
    """What the queue's operation says of its components, if the handle comes straight from it."""
    types = c.op._attrs["component_types"]
    made_by = c.op._inputs[0].op
    shapes = made_by._attrs.get("shapes") if made_by.type.rstrip("V2").endswith("Queue") else None
    if not shapes:
        return [rule.UNKNOWN] * len(types)
    if made_by.type.startswith("PriorityQueue"):
        shapes = [rule.SCALAR, *shapes]
    if len(shapes) != len(types):
        return [rule.UNKNOWN] * len(types)
    return list(shapes) if batch is None else [batch.concatenate(s) for s in shapes]


def _many_shapes(c: Context) -> list[TensorShape]:
    rule.with_rank(c.shape(1), 0)
    count = c.const(1)
    if count is not None and count < 0:
        raise ValueError(f"Expected n to be >= 0, but is {count}")
    return _component_shapes(c, TensorShape([None if count is None else int(count)]))


def _up_to_shapes(c: Context) -> list[TensorShape]:
    rule.with_rank(c.shape(1), 0)
    return _component_shapes(c, TensorShape([None]))


def _check_outputs(queue: Queue, types: list[Any]) -> None:
    wanted = [np.dtype(t.storage) for t in types]
    if wanted != queue.dtypes:
        had, asked = ("-".join(type_text(_tf_type(d)) for d in these) for these in (queue.dtypes, wanted))
        raise invalid(f"Queue '{queue.name}' has component types {had}, but the operation expects {asked}")


@op(("QueueDequeueV2", "QueueDequeue"), shape=_component_shapes, blocking=True)
def _dequeue(xp, handle, *, component_types, timeout_ms, ctx):
    _check_timeout(timeout_ms)
    queue: Queue = named_state.find(ctx, handle)
    if len(component_types) != len(queue.dtypes):
        _check_outputs(queue, component_types)
    return tuple([boxed(value) for value in queue.dequeue(ctx.cancel)])


def _dequeue_batch(ctx: Any, handle: Any, n: Array, types: list[Any], timeout_ms: int, up_to: bool) -> Element:
    _check_timeout(timeout_ms)
    queue: Queue = named_state.find(ctx, handle)
    count = int(n)
    if count < 0:
        raise invalid(f"{'DequeueUpToOp' if up_to else 'DequeueManyOp'} requested {count} < 0 elements")
    if not queue.shapes or any(s is None for s in queue.shapes):
        raise invalid(f"{queue.kind}'s DequeueMany and DequeueUpTo require the components to have specified shapes.")
    _check_outputs(queue, types)
    if not count:
        pairs = zip(queue.shapes, queue.dtypes)
        return tuple(np.empty((0, *(d or 0 for d in shape)), dtype) for shape, dtype in pairs)
    return queue.stack(queue.dequeue_many(count, ctx.cancel, up_to))


@op(("QueueDequeueManyV2", "QueueDequeueMany"), shape=_many_shapes, blocking=True)
def _dequeue_many(xp, handle, n, *, component_types, timeout_ms, ctx):
    return _dequeue_batch(ctx, handle, n, component_types, timeout_ms, False)


@op(("QueueDequeueUpToV2", "QueueDequeueUpTo"), shape=_up_to_shapes, blocking=True)
def _dequeue_up_to(xp, handle, n, *, component_types, timeout_ms, ctx):
    return _dequeue_batch(ctx, handle, n, component_types, timeout_ms, True)


# -- closing and asking ------------------------------------------------------------------------------------------------


@op(("QueueCloseV2", "QueueClose"), shape=rule.no_outputs, blocking=True)
def _close(xp, handle, *, cancel_pending_enqueues, ctx):
    named_state.find(ctx, handle).close(cancel_pending_enqueues, ctx.cancel)


@op(("QueueIsClosedV2", "QueueIsClosed"), shape=rule.scalar, host=True)
def _is_closed(xp, handle, *, ctx):
    return np.bool_(named_state.find(ctx, handle).closed)


@op(("QueueSizeV2", "QueueSize"), shape=rule.scalar, host=True)
def _size(xp, handle, *, ctx):
    return np.int32(named_state.find(ctx, handle).size())


for _name in ("FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "RandomShuffleQueue"):
    no_gradient(_name, f"{_name}V2")
for _name in ("Enqueue", "EnqueueMany", "Dequeue", "DequeueMany", "DequeueUpTo", "Close", "IsClosed", "Size"):
    no_gradient(f"Queue{_name}", f"Queue{_name}V2")
