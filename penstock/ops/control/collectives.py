"""Collective operations: devices of a group, each with an operation of the same instance, reduce, gather or broadcast.

The kernels here know what is done; who is in the group, and how arrays travel, is the business of the run's `collectives`: the
cluster's, or, in a session of one process, `OneProcess`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.device import DeviceSpec
from penstock.graph.operation import Tensor
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.inference import Context
    from penstock.graph.operation import Operation


MERGES: dict[str, Callable] = {"Add": np.add, "Mul": np.multiply}  # Min and Max are declared, and refused by 1.15
_ALIGNMENT = 64  # bytes: where 1.15's chunks begin
_CANCELLED = "Collective operation was cancelled"
_making = threading.Lock()

# -- what is computed --------------------------------------------------------------------------------------------------


def chunks(count: int, itemsize: int, parts: int) -> list[slice]:
    """How 1.15 cuts so many elements into parts: all of one size, which is a multiple of the alignment, but the last ones."""
    each = -(-count // parts)
    each += (_ALIGNMENT - each * itemsize % _ALIGNMENT) // itemsize  # a whole one more if it fits: so does 1.15
    return [slice(min(i * each, count), min((i + 1) * each, count)) for i in range(parts)]


def divided(total: np.ndarray, count: int) -> np.ndarray:
    """A sum as a mean; of integers, without the rest."""
    if total.dtype.kind != "i":
        return np.divide(total, count, dtype=total.dtype)
    return np.trunc(total / count).astype(total.dtype)


def in_ring_order(values: Sequence[np.ndarray], merge: str, final: str) -> np.ndarray:
    """The reduction of arrays, each chunk in the order in which it goes around a ring."""
    flat = [np.asarray(v).reshape(-1) for v in values]
    count = len(flat)
    found = np.empty_like(flat[0])
    for i, where in enumerate(chunks(flat[0].size, flat[0].itemsize, count)):
        part = flat[i][where]
        for step in range(1, count):
            part = MERGES[merge](flat[(i + step) % count][where], part)
        found[where] = divided(part, count) if final == "Div" else part
    return found.reshape(np.shape(values[0]))


# -- in one process ----------------------------------------------------------------------------------------------------


class OneProcess:
    """The collective operations of one run in one process: each waits until all of its instance are there."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._there: dict[tuple[str, int], dict[str, Any]] = {}
        self._results: dict[tuple[str, int], Any] = {}
        self._left: dict[tuple[str, int], int] = {}

    def _together(self, ctx: Any, kind: str, value: Any, put_together: Callable[[list[Any]], Any]) -> Any:
        attrs = ctx.op._attrs
        size, key = attrs["group_size"], (kind, attrs["instance_key"])
        device = _device_of(ctx.op)
        with self._changed:
            there = self._there.setdefault(key, {})
            if device in there:
                raise errors.InternalError(
                    None, None, f"Collective Op {ctx.op.name}: another one of its instance is on {device!r}, too."
                )
            there[device] = value
            if len(there) == size:
                self._results[key] = put_together([there[name] for name in sorted(there)])
                self._left[key] = size
                self._changed.notify_all()
            else:
                ctx.cancel.wait(self._changed, lambda: key in self._results, _CANCELLED)
            result = self._results[key]
            self._left[key] -= 1
            if not self._left[key]:
                del self._there[key], self._results[key], self._left[key]
            return result

    def reduce(self, ctx: Any, value: np.ndarray) -> np.ndarray:
        """The reduction of what all have."""
        attrs = ctx.op._attrs
        merge, final = _text(attrs["merge_op"]), _text(attrs["final_op"])
        return self._together(ctx, "reduce", value, lambda values: in_ring_order(_alike(values), merge, final))

    def gather(self, ctx: Any, value: np.ndarray) -> np.ndarray:
        """What all have, one after the other."""
        return self._together(ctx, "gather", value, lambda values: np.concatenate(_alike(values)))

    def broadcast(self, ctx: Any, value: np.ndarray | None) -> np.ndarray:
        """What the only one that has a value has."""

        def source(values: list[Any]) -> np.ndarray:
            found = [v for v in values if v is not None]
            if len(found) != 1:
                raise errors.InternalError(
                    None, None, f"Instance {ctx.op._attrs['instance_key']} has {len(found)} sources to broadcast."
                )
            return found[0]

        return self._together(ctx, "broadcast", value, source)


def _alike(values: list[np.ndarray]) -> list[np.ndarray]:
    if len({np.shape(v) for v in values}) > 1:
        shapes = ", ".join(str(list(np.shape(v))) for v in values)
        raise errors.InvalidArgumentError(
            None, None, f"The tensors of one collective instance differ in shape: {shapes}"
        )
    return values


def _device_of(operation: Operation) -> str:
    spec = DeviceSpec.from_string(operation.device or "")
    return f"{spec.device_type or 'CPU'}:{spec.device_index or 0}"


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else value


# -- kernels -----------------------------------------------------------------------------------------------------------


def _collectives(ctx: Any) -> Any:
    run = ctx.run
    with _making:
        if run.collectives is None:
            run.collectives = OneProcess()
        return run.collectives


@op("CollectiveReduce", shape=rule.same, blocking=True)
def _collective_reduce(xp, input, *, ctx):
    merge = _text(ctx.op._attrs["merge_op"])
    if merge not in MERGES:
        raise errors.InvalidArgumentError(None, None, f'merge_op must be one of {{"Add", "Mul"}} but got {merge}')
    return _collectives(ctx).reduce(ctx, np.asarray(input))


def _gathered_shape(c: Context) -> list[TensorShape]:
    shape = rule.with_rank_at_least(c.shapes[0], 1)
    if shape.rank is None:
        return [shape]
    rows = shape.as_list()[0]  # unknown times a group of nobody stays unknown in 1.15
    return [TensorShape([None if rows is None else rows * c.attr("group_size"), *shape.as_list()[1:]])]


@op("CollectiveGather", shape=_gathered_shape, blocking=True)
def _collective_gather(xp, input, *, ctx):
    return _collectives(ctx).gather(ctx, np.asarray(input))


@op("CollectiveBcastSend", shape=rule.from_attr(), blocking=True)
def _collective_broadcast_send(xp, input, *, ctx):
    value = np.asarray(input)
    declared = TensorShape(ctx.op._attrs["shape"])
    if not declared.is_compatible_with(value.shape):
        raise errors.InternalError(
            None, None, f"Declared shape of op {declared} does not match shape of input {TensorShape(value.shape)}"
        )
    _collectives(ctx).broadcast(ctx, value)
    return value


@op("CollectiveBcastRecv", shape=rule.from_attr(), blocking=True)
def _collective_broadcast_receive(xp, *, ctx):
    return _collectives(ctx).broadcast(ctx, None)


# -- functions ---------------------------------------------------------------------------------------------------------


def _checked(size: int, function: str) -> None:
    if size <= 1:
        raise ValueError(f"Parameter group_size to {function} must be at least 2.")


def _placed(t: TensorLike) -> Tensor:
    tensor = convert_to_tensor(t)
    if not tensor.device:
        raise ValueError("Device assignment required for collective ops")
    return tensor


def all_reduce(
    t: TensorLike,
    group_size: int,
    group_key: int,
    instance_key: int,
    merge_op: str,
    final_op: str,
    subdiv_offsets: Sequence[int] = (0,),
    communication_hint: str = "auto",
) -> Tensor:
    """Reduces the tensors of all devices of a group; each gets the result.

    Args:
      t: the tensor of this device.
      group_size: how many devices take part.
      group_key: which group this is.
      instance_key: which reduction of the group this is.
      merge_op: "Add" or "Mul".
      final_op: "Id", or "Div" to divide by the size of the group.
      subdiv_offsets, communication_hint: taken, and without effect: there is one ring.

    Raises:
      ValueError: the tensor has no device, or the group is too small.
    """
    tensor = _placed(t)
    _checked(group_size, "all_reduce")
    return apply(
        "CollectiveReduce",
        input=tensor,
        group_size=group_size,
        group_key=group_key,
        instance_key=instance_key,
        merge_op=merge_op,
        final_op=final_op,
        subdiv_offsets=list(subdiv_offsets),
        communication_hint=communication_hint,
    )


def all_gather(
    t: TensorLike, group_size: int, group_key: int, instance_key: int, communication_hint: str = "auto"
) -> Tensor:
    """Puts the tensors of all devices of a group one after the other; each gets the result. See `all_reduce`."""
    tensor = _placed(t)
    _checked(group_size, "all_gather")
    return apply(
        "CollectiveGather",
        input=tensor,
        shape=[0],
        group_size=group_size,
        group_key=group_key,
        instance_key=instance_key,
        communication_hint=communication_hint,
    )


def broadcast_send(
    t: TensorLike,
    shape: ShapeLike,
    dtype: DTypeLike,
    group_size: int,
    group_key: int,
    instance_key: int,
    communication_hint: str = "auto",
) -> Tensor:
    """Gives a tensor to all other devices of a group. See `all_reduce`.

    Raises:
      ValueError: as `all_reduce`, or the tensor is not of the shape and type that are declared.
    """
    tensor = _placed(t)
    _checked(group_size, "broadcast_send")
    if tensor.shape != TensorShape(shape):
        raise ValueError("Shape of broadcast_send tensor not equal to delcared shape")
    if tensor.dtype != dtype:
        raise ValueError("Type of broadcast_send tensor not equal to declared type")
    return apply(
        "CollectiveBcastSend",
        input=tensor,
        shape=shape,
        group_size=group_size,
        group_key=group_key,
        instance_key=instance_key,
        communication_hint=communication_hint,
    )


def broadcast_recv(
    shape: ShapeLike,
    dtype: DTypeLike,
    group_size: int,
    group_key: int,
    instance_key: int,
    communication_hint: str = "auto",
) -> Tensor:
    """Takes the tensor that another device of the group sends. See `broadcast_send`."""
    _checked(group_size, "broadcast_send")
    return apply(
        "CollectiveBcastRecv",
        T=dtype,
        shape=shape,
        group_size=group_size,
        group_key=group_key,
        instance_key=instance_key,
        communication_hint=communication_hint,
    )
