"""Accumulators of gradients: sum up what workers send, and give the average when enough has come.

A gradient computed at an older step than the accumulator's counts for nothing. Dense and sparse ones differ only in what
they add up.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import Context
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.arrays.basic import shape_text
from penstock.ops.queues.state import invalid
from penstock.ops.state import named_state

# -- state -------------------------------------------------------------------------------------------------------------


class _Accumulator:
    def __init__(self, shape: Any, mean: bool) -> None:
        self.dims = shape._dims
        self.mean = mean
        self.step = 0
        self.count = 0
        self.total: Any = None
        self.users: set[Any] = set()
        self._changed = threading.Condition()
        self._line: list[object] = []  # who waits to take, in order

    def apply(self, local_step: int, gradient: TensorLike) -> None:
        with self._changed:
            if local_step < self.step:
                return
            self.total = self.add(self.total, gradient)
            self.count += 1
            self._changed.notify_all()

    def take(self, required: int, cancel: Any) -> Any:
        if required <= 0:
            raise invalid(f"Argument num_required must be positive: got {required}")
        me = object()
        with self._changed:
            self._line.append(me)
            try:
                cancel.wait(
                    self._changed,
                    lambda: self._line[0] is me and self.count >= required,
                    "TakeGrad operation was cancelled",
                )
                result = self.result(self.total, self.count)
                self.total, self.count = None, 0
                self.step += 1
                return result
            finally:
                self._line.remove(me)
                self._changed.notify_all()

    def check_shape(self, dims: tuple[int, ...], wanted: tuple | None) -> None:
        if wanted is not None and (
            len(dims) != len(wanted) or any(w is not None and w != d for w, d in zip(wanted, dims))
        ):
            expected = "[" + ",".join("?" if d is None else str(d) for d in wanted) + "]"
            raise invalid(f"Shape mismatch: expected {expected}, got {shape_text(dims)}")

    def add(self, total: Any, gradient: Any) -> Any:
        self.check_shape(gradient.shape, self.dims if total is None else total.shape)
        return np.array(gradient) if total is None else total + gradient

    def result(self, total: Any, count: int) -> Any:
        return total / total.dtype.type(count) if self.mean else total


class _SparseAccumulator(_Accumulator):
    """Rows by index; the average of a row counts only the gradients that have it."""

    def check_slices(self, rows: dict, indices: Any, values: Any, shape: Sequence[int]) -> None:
        """Compares with the accumulator's shape, which may name fewer dimensions, and with the rows that are there."""
        dims = self.dims or ()
        if shape is not None:
            if len(dims) > len(shape):
                raise invalid(f"Shape mismatch: expected shape rank at least {len(dims)}, got {len(shape)}")
            for i, (wanted, found) in enumerate(zip(dims, shape)):
                if wanted is not None and wanted != found:
                    raise invalid(f"Shape mismatch: expected shape dim {i} to be {wanted}, got {found}")
        if dims and dims[0] is not None:
            for i, index in enumerate(indices):
                if index >= dims[0]:
                    raise invalid(
                        f"Shape mismatch: index of slice {i} exceeded limits of shape; index is {index} exceeded {dims[0]}"
                    )
        inner: tuple = np.shape(next(iter(rows.values()))) if rows else tuple(dims[1:])
        rank = 1 + len(inner)
        if rows and rank != np.ndim(values):
            raise invalid(f"Shape mismatch: expected values rank {rank}, got {np.ndim(values)}")
        if not rows and len(dims) > np.ndim(values):
            raise invalid(f"Shape mismatch: expected values rank at least {len(dims)}, got {np.ndim(values)}")
        for i, (wanted, found) in enumerate(zip(inner, np.shape(values)[1:]), 1):
            if wanted is not None and wanted != found:
                raise invalid(f"Shape mismatch: expected values dim {i} to be {wanted}, got {found}")

    def add(self, total: Any, gradient: Any) -> tuple[Any, Any, Any]:
        indices, values, shape = gradient
        if np.ndim(values) == 0:
            raise invalid("Values cannot be 0-dimensional.")
        if len(indices) != len(values):
            raise invalid(f"Expected {len(indices)} non-empty input values, got {len(values)}")
        rows, counts, empty = ({}, {}, np.array(values[:0])) if total is None else total
        self.check_slices(rows, indices, values, shape)
        for index, row in zip(np.asarray(indices).tolist(), values):
            if index in rows:
                rows[index] = rows[index] + row
                counts[index] += 1
            else:
                rows[index] = np.array(row)
                counts[index] = 1
        return rows, counts, empty

    def result(self, total: Any, count: int) -> tuple[Any, Any, Any]:
        rows, counts, empty = total
        indices = sorted(rows)
        values = [rows[i] / rows[i].dtype.type(counts[i]) if self.mean else rows[i] for i in indices]
        stacked = np.stack(values) if values else empty
        first = self.dims[0] if self.dims and self.dims[0] is not None else -1
        return np.array(indices, np.int64), stacked, np.array([first, *stacked.shape[1:]], np.int64)


def _handle_shape(c: Context) -> list[TensorShape]:
    return [TensorShape([2]) if c.op._outputs[0].dtype._is_ref_dtype else rule.SCALAR]


def _made(ctx: Any, kind: type[_Accumulator]) -> np.ndarray:
    known = named_state.quick(ctx)
    if known is not None:
        return known
    attrs = ctx.op._attrs
    reduction = attrs["reduction_type"]
    if reduction not in ("MEAN", "SUM"):
        raise invalid(f"Invalid reduction_type {reduction}")
    handle, state = named_state.state_of(ctx, "accumulator", lambda name: kind(attrs["shape"], reduction == "MEAN"))
    return named_state.remember(ctx, handle, state)


# -- kernels -----------------------------------------------------------------------------------------------------------


@op(("ConditionalAccumulator", "ResourceConditionalAccumulator"), shape=_handle_shape, host=True)
def _conditional_accumulator(xp, *, ctx):
    return _made(ctx, _Accumulator)


@op("SparseConditionalAccumulator", shape=_handle_shape, host=True)
def _sparse_conditional_accumulator(xp, *, ctx):
    return _made(ctx, _SparseAccumulator)


@op(("AccumulatorApplyGradient", "ResourceAccumulatorApplyGradient"), shape=rule.no_outputs, host=True)
def _apply_gradient(xp, handle, local_step, gradient, *, ctx):
    named_state.find(ctx, handle).apply(int(local_step), gradient)


@op(("AccumulatorTakeGradient", "ResourceAccumulatorTakeGradient"), shape=rule.unknown, blocking=True)
def _take_gradient(xp, handle, num_required, *, ctx):
    return named_state.find(ctx, handle).take(int(num_required), ctx.cancel)


@op("SparseAccumulatorApplyGradient", shape=rule.no_outputs, host=True)
def _sparse_apply(xp, handle, local_step, gradient_indices, gradient_values, gradient_shape, *, has_known_shape, ctx):
    shape = gradient_shape if has_known_shape else None
    named_state.find(ctx, handle).apply(int(local_step), (gradient_indices, gradient_values, shape))


@op("SparseAccumulatorTakeGradient", shape=rule.fixed([None], None, [None]), blocking=True)
def _sparse_take(xp, handle, num_required, *, ctx):
    return named_state.find(ctx, handle).take(int(num_required), ctx.cancel)


@op(("AccumulatorNumAccumulated", "ResourceAccumulatorNumAccumulated"), shape=rule.scalar, host=True)
def _num_accumulated(xp, handle, *, ctx):
    return np.int32(named_state.find(ctx, handle).count)


@op(("AccumulatorSetGlobalStep", "ResourceAccumulatorSetGlobalStep"), shape=rule.no_outputs, host=True)
def _set_global_step(xp, handle, new_global_step, *, ctx):
    named_state.find(ctx, handle).step = int(new_global_step)


for _name in ("ConditionalAccumulator", "AccumulatorApplyGradient", "AccumulatorTakeGradient"):
    no_gradient(_name, f"Resource{_name}")
for _name in ("AccumulatorNumAccumulated", "AccumulatorSetGlobalStep"):
    no_gradient(_name, f"Resource{_name}")
no_gradient("SparseConditionalAccumulator", "SparseAccumulatorApplyGradient", "SparseAccumulatorTakeGradient")


# -- classes -----------------------------------------------------------------------------------------------------------


@export("ConditionalAccumulatorBase")
class ConditionalAccumulatorBase:
    """What both kinds of accumulators can do: count what has come, and leave out what comes too late.

    Args:
      dtype: the type of the gradients.
      shape: their shape, as far as it is known.
      accumulator_ref: the handle.

    >>> import penstock as tf
    >>> a = tf.ConditionalAccumulator(tf.float32, [])
    >>> with tf.Session() as sess:
    ...     print(sess.run(a.set_global_step(5)), sess.run(a.apply_grad(1.0, local_step=4)))
    ...     print(sess.run(a.num_accumulated()))
    None None
    0
    """

    def __init__(self, dtype: DTypeLike, shape: ShapeLike, accumulator_ref: Tensor) -> None:
        self._dtype = dtype
        self._shape = TensorShape(shape)
        self._accumulator_ref = accumulator_ref
        self._name = accumulator_ref.op.name.split("/")[-1]

    @property
    def accumulator_ref(self) -> Tensor:
        """The handle."""
        return self._accumulator_ref

    @property
    def name(self) -> str:
        """The name of the accumulator."""
        return self._name

    @property
    def dtype(self) -> Any:
        """The type of the gradients."""
        return self._dtype

    def _op(self, kind: str, name: str | None, **inputs: Any) -> Any:
        prefix = "Resource" if self._accumulator_ref.dtype == dtypes.resource else ""
        return apply(f"{prefix}{kind}", name, handle=self._accumulator_ref, **inputs)

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """The number of gradients since the last were taken."""
        return self._op("AccumulatorNumAccumulated", name or f"{self._name}_NumAccumulated")

    def set_global_step(self, new_global_step: TensorLike, name: str | None = None) -> Operation:
        """Sets the step: gradients of earlier steps do not count."""
        return self._op("AccumulatorSetGlobalStep", name, new_global_step=_int64(new_global_step))


def _int64(value: object) -> Tensor:
    tensor = convert_to_tensor(value)
    return tensor if tensor.dtype.base_dtype == dtypes.int64 else apply("Cast", x=tensor, DstT=dtypes.int64)


@export("ConditionalAccumulator")
class ConditionalAccumulator(ConditionalAccumulatorBase):
    """Adds up gradients and gives their average (or sum) when enough have come.

    Args:
      dtype, shape: of the gradients.
      shared_name: accumulators of one name are one.
      name: a name for the operation.
      reduction_type: 'MEAN' or 'SUM'.

    >>> import penstock as tf
    >>> a = tf.ConditionalAccumulator(tf.float32, [2])
    >>> with tf.Session() as sess:
    ...     sess.run([a.apply_grad([1.0, 2.0]), a.apply_grad([3.0, 6.0])])
    ...     sess.run(a.take_grad(2))
    [None, None]
    array([2., 4.], dtype=float32)
    """

    def __init__(
        self,
        dtype: Any,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        ref = apply(
            "ResourceConditionalAccumulator",
            name,
            dtype=dtype,
            shape=shape,
            shared_name=shared_name,
            reduction_type=reduction_type,
        )
        super().__init__(dtype, shape, ref)

    def apply_grad(self, grad: TensorLike, local_step: Any = 0, name: str | None = None) -> Operation:
        """Adds a gradient, unless it is of an earlier step than the accumulator's."""
        grad = convert_to_tensor(grad, self._dtype)
        grad.get_shape().assert_is_compatible_with(self._shape)
        return self._op("AccumulatorApplyGradient", name, local_step=_int64(local_step), gradient=grad)

    def take_grad(self, num_required: Any, name: str | None = None) -> Tensor:
        """The average of the gradients, as soon as there are `num_required`; begins a new step."""
        taken = self._op("AccumulatorTakeGradient", name, num_required=num_required, dtype=self._dtype)
        taken.set_shape(self._shape)
        return taken


@export("SparseConditionalAccumulator", "sparse.SparseConditionalAccumulator")
class SparseConditionalAccumulator(ConditionalAccumulatorBase):
    """As `ConditionalAccumulator`, for gradients that are some rows of a tensor.

    The average of a row is that of the gradients that have it.

    Args:
      dtype: the type of the gradients.
      shape: their shape, as far as it is known.
      shared_name: accumulators of one name are one.
      name: a name for the operation.
      reduction_type: 'MEAN' or 'SUM'.

    >>> import penstock as tf
    >>> a = tf.SparseConditionalAccumulator(tf.float32, [4, 1])
    >>> add = [a.apply_grad([0, 3], [[1.0], [2.0]]), a.apply_grad([3], [[4.0]])]
    >>> with tf.Session() as sess:
    ...     print(sess.run(add))
    ...     print(*(part.tolist() for part in sess.run(a.take_grad(2))))
    [None, None]
    [0, 3] [[1.0], [3.0]] [4, 1]
    """

    def __init__(
        self,
        dtype: Any,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "sparse_conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        ref = apply(
            "SparseConditionalAccumulator",
            name,
            dtype=dtype,
            shape=shape,
            shared_name=shared_name,
            reduction_type=reduction_type,
        )
        super().__init__(dtype, shape, ref)

    def apply_indexed_slices_grad(self, grad: IndexedSlices, local_step: Any = 0, name: str | None = None) -> Operation:
        """Adds a gradient given as IndexedSlices."""
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def apply_grad(
        self,
        grad_indices: TensorLike,
        grad_values: TensorLike,
        grad_shape: TensorLike | None = None,
        local_step: Any = 0,
        name: str | None = None,
    ) -> Operation:
        """Adds a gradient: rows `grad_values` at `grad_indices` of a tensor of shape `grad_shape`."""
        return self._op(
            "SparseAccumulatorApplyGradient",
            name,
            local_step=_int64(local_step),
            gradient_indices=find("cast")(grad_indices, dtypes.int64),
            gradient_values=grad_values,
            gradient_shape=find("cast")([] if grad_shape is None else grad_shape, dtypes.int64),
            has_known_shape=grad_shape is not None,
        )

    def take_grad(self, num_required: Any, name: str | None = None) -> Any:
        """`(indices, values, shape)` of the average, as soon as there are `num_required` gradients."""
        return self._op("SparseAccumulatorTakeGradient", name, num_required=num_required, dtype=self._dtype)

    def take_indexed_slices_grad(self, num_required: Any, name: str | None = None) -> IndexedSlices:
        """As `take_grad`, as IndexedSlices."""
        taken = self.take_grad(num_required, name)
        return IndexedSlices(indices=taken.indices, values=taken.values, dense_shape=taken.shape)
