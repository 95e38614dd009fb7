"""Tensor arrays as graphs of 1.x have them (`TensorArrayV3`, ...); `tf.TensorArray` here makes lists instead.

An array lives for one run; the value of its handle is the array itself. Its gradient is an array beside it, in which
writes to one index add up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import op

if TYPE_CHECKING:
    from penstock.graph.inference import Context


_FLOW = np.zeros((), np.float32)


def _fail(text: str) -> None:
    raise errors.InvalidArgumentError(None, None, text)


class Array:
    """The elements of one tensor array in one run."""

    def __init__(self, name: str, dtype: Any, size: int, grows: bool, clears: bool, of: Array | None = None) -> None:
        if size < 0:
            _fail(f"Size should be >= 0, but received: {size}")
        self.name = name
        self.dtype = dtype
        self.grows = grows
        self.clears = clears
        self.of = of  # the array that this one is the gradient of
        self.items: dict[int, Any] = {}
        self.shapes: dict[int, tuple[int, ...]] = {}
        self.size = size
        self.gradients: dict[str, Array] = {}
        self.closed = False

    def check(self, dtype: Any = None) -> None:
        if self.closed:
            _fail(f"TensorArray {self.name} has already been closed.")
        if dtype is not None and dtype != self.dtype:
            _fail(f"TensorArray {self.name}: dtype is {self.dtype.name} but Op is trying to read dtype {dtype.name}.")

    def write(self, index: int, value: Any) -> None:
        if index < 0 or (index >= self.size and not self.grows):
            _fail(
                f"TensorArray {self.name}: Tried to write to index {index} but array is not resizeable and size is: "
                f"{self.size}"
                if index >= 0
                else f"TensorArray {self.name}: Tried to write to index {index} but array size is: {self.size}"
            )
        self.size = max(self.size, index + 1)
        if self.of is not None and index in self.items:
            value = self.items[index] + value
        elif index in self.shapes:
            _fail(
                f"TensorArray {self.name}: Could not write to TensorArray index {index} because it has already been "
                + ("read." if index not in self.items else "written to.")
            )
        self.items[index] = value
        self.shapes[index] = np.shape(value)

    def read(self, index: int) -> Any:
        if not 0 <= index < self.size:
            _fail(f"TensorArray {self.name}: Tried to read from index {index} but array size is: {self.size}")
        if index in self.items:
            return self.items.pop(index) if self.clears else self.items[index]
        if index in self.shapes and self.of is None:
            _fail(
                f"TensorArray {self.name}: Could not read index {index} twice because it was cleared after a previous "
                "read (perhaps try setting clear_after_read = false?)"
            )
        source = self if self.of is None else self.of
        shape = source.shapes.get(index, next(iter(source.shapes.values()), None))
        if shape is None:
            _fail(
                f"TensorArray {self.name}: Could not read from TensorArray index {index} because it was not written to."
            )
        return np.zeros(shape, self.dtype.storage)


def _with_flow(c: Any) -> list[Any]:
    return [[2], []]


def _checked(out: rule.Rule, *ranks: int | None) -> rule.Rule:
    """As `out`; input 0 is a handle (two numbers), the inputs after it have these ranks (None: any)."""

    def shapes(c: Any) -> list:
        rule.with_value(rule.dim(rule.with_rank(c.shape(0), 1), 0), 2)
        return rule.ranked(None, *ranks, out=out)(c)

    return shapes


@op("TensorArrayV3", host=True, shape=rule.ranked(0, out=_with_flow))
def _array(xp, size, *, dtype, dynamic_size, clear_after_read, tensor_array_name, ctx):
    return Array(tensor_array_name or ctx.op.name, dtype, int(size), dynamic_size, clear_after_read), _FLOW


@op("TensorArrayGradV3", host=True, shape=_checked(_with_flow))
def _gradient(xp, handle, flow_in, *, source):
    handle.check()
    found = handle.gradients.get(source)
    if found is None:
        name = f"{handle.name}@{source}"
        found = handle.gradients[source] = Array(name, handle.dtype, handle.size, False, False, of=handle)
    return found, _FLOW


def _element(c: Any) -> Any:
    """The shape of all elements, if the operation that made the array tells it."""
    attrs = c.op._inputs[0].op._attrs if c.op._inputs[0].op.type == "TensorArrayV3" else {}
    shape = attrs.get("element_shape", rule.UNKNOWN)
    return shape if shape.is_fully_defined() or attrs.get("identical_element_shapes") else rule.UNKNOWN


def _written(c: Context) -> list[Any]:
    rule.merge(_element(c), c.shape(2))
    return [[]]


@op("TensorArrayWriteV3", host=True, shape=_checked(_written, 0, None, 0))
def _write(xp, handle, index, value, flow_in):
    handle.check()
    handle.write(int(index), value)
    return _FLOW


@op("TensorArrayReadV3", host=True, shape=_checked(lambda c: [_element(c)], 0, 0))
def _read(xp, handle, index, flow_in, *, dtype):
    handle.check(dtype)
    return handle.read(int(index))


def _gathered(c: Context) -> list[Any]:
    known = _element(c)
    return [rule.with_rank(c.shape(1), 1).concatenate(c.attr("element_shape") if known.ndims is None else known)]


def _scattered(c: Context) -> list[Any]:
    rule.merge_dims(rule.dim(rule.with_rank_at_least(c.shape(2), 1), 0), rule.dim(c.shape(1), 0))
    return [[]]


@op("TensorArrayGatherV3", host=True, shape=_checked(_gathered, 1, 0))
def _gather(xp, handle, indices, flow_in, *, dtype, element_shape):
    handle.check(dtype)
    if not len(indices):
        dims = [d or 0 for d in element_shape.as_list()] if element_shape.ndims is not None else []
        return np.zeros([0, *dims], dtype.storage)
    return np.stack([np.asarray(handle.read(int(i))) for i in indices])


@op("TensorArrayScatterV3", host=True, shape=_checked(_scattered, 1, None, 0))
def _scatter(xp, handle, indices, value, flow_in):
    handle.check()
    if len(indices) != len(value):
        _fail(f"Expected len(indices) == values.shape[0], but saw: {len(indices)} vs. {len(value)}")
    for i, item in zip(indices, value, strict=True):
        handle.write(int(i), np.asarray(item))
    return _FLOW


@op("TensorArrayConcatV3", host=True, shape=_checked(rule.fixed(None, [None]), 0))
def _concat(xp, handle, flow_in, *, dtype):
    handle.check(dtype)
    parts = [np.asarray(handle.read(i)) for i in range(handle.size)]
    lengths = np.asarray([len(p) for p in parts], np.int64)
    return (np.concatenate(parts) if parts else np.zeros([0], dtype.storage)), lengths


@op("TensorArraySplitV3", host=True, shape=_checked(rule.scalar, None, 1, 0))
def _split(xp, handle, value, lengths, flow_in):
    handle.check()
    if int(np.sum(lengths)) != len(value):
        _fail(
            "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
            f"{int(np.sum(lengths))} and value's shape is: [{','.join(map(str, value.shape))}] "
        )
    start = 0
    for i, length in enumerate(lengths):
        handle.write(i, value[start : start + int(length)])
        start += int(length)
    return _FLOW


@op("TensorArraySizeV3", host=True, shape=_checked(rule.scalar))
def _size(xp, handle, flow_in):
    handle.check()
    return np.asarray(handle.size, np.int32)


@op("TensorArrayCloseV3", host=True, shape=_checked(rule.no_outputs))
def _close(xp, handle):
    handle.closed = True
    handle.items.clear()
