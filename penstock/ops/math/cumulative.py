"""Running sums and products along an axis: Cumsum, Cumprod, CumulativeLogsumexp."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, AxisLike, TensorLike
from penstock.ops.backend import branch, lax
from penstock.ops.common.gradient_helpers import conj, constant_like, select, zeros_like
from penstock.ops.math import reduction_native as reductions_native

_HALF = (np.dtype(np.float16), dtypes.bfloat16.storage)

# -- kernels --------------------------------------------------------------------------------------------


def _scan(name: str, neutral: float, scan: Callable) -> None:
    """Registers a kernel that runs `scan(xp, x, axis)`, exclusively or in reverse if asked to.

    One whose neutral element is infinite begins with the lowest number instead, as in 1.x, and never gets below it.
    """

    def kernel(xp: ModuleType, x: Array, axis: int, *, exclusive: bool, reverse: bool) -> Any:
        rank, i = np.ndim(x), int(axis)
        if not -rank <= i < rank:
            text = f"ScanOp: Expected scan axis in the range [{-rank}, {rank}), but got {i}"
            raise errors.InvalidArgumentError(None, None, text)
        wide = x.astype(np.float32) if x.dtype in _HALF else x
        if reverse:
            wide = xp.flip(wide, i)
        if exclusive and x.shape[i]:
            shape = list(x.shape)
            shape[i] = 1
            first = xp.full(shape, neutral, wide.dtype)
            wide = xp.concatenate([first, xp.take(wide, np.arange(x.shape[i] - 1), i)], i)
        result = scan(xp, wide, i)
        result = (xp.flip(result, i) if reverse else result).astype(x.dtype)
        return result if neutral > -np.inf else xp.where(result == -np.inf, np.finfo(x.dtype).min, result)

    kernel.__module__ = __name__
    op(name, shape=rule.same, static=("axis",))(kernel)


def _cumulative_logsumexp(xp: ModuleType, x: Array, axis: int) -> Any:
    def plain(x: Any) -> Any:
        return np.logaddexp.accumulate(x, axis) if xp is np else lax.cumulative_logsumexp(x, axis)

    def strange(x: Any) -> Any:
        # In 1.x a NaN counts as much as all before it; after an infinity, it and another infinity are NaN for good.
        none, endless = xp.isnan(x), x == np.inf
        doubled = xp.cumsum(none, axis, dtype=np.int32).astype(x.dtype) * np.log(2).astype(x.dtype)
        total = plain(xp.where(none, x.dtype.type(-np.inf), x - doubled)) + doubled
        before = xp.cumsum(endless, axis, dtype=np.int32) - endless
        lost = xp.cumsum((none | endless) & (before > 0), axis, dtype=np.int32) > 0
        return xp.where(lost, x.dtype.type(np.nan), total)

    if x.size == 0:
        return plain(x)
    return branch.cond(xp, (x < np.inf).all(), plain, strange, x)


def _running(which: str) -> Callable:
    def scan(xp: ModuleType, x: Array, axis: int) -> Any:
        found = reductions_native.scan(which, xp, x, axis) if xp is not np else None
        return getattr(xp, which)(x, axis, dtype=x.dtype) if found is None else found

    return scan


_scan("Cumsum", 0, _running("cumsum"))
_scan("Cumprod", 1, _running("cumprod"))
_scan("CumulativeLogsumexp", -np.inf, _cumulative_logsumexp)

# -- gradients ------------------------------------------------------------------------------------------


def _again(kind: str, op: Operation, x: Tensor, flip: bool) -> Tensor:
    """The scan that `op` is, of another tensor, backwards if `flip`."""
    attrs = op._attrs
    return apply(kind, x=x, axis=op.inputs[1], exclusive=attrs["exclusive"], reverse=attrs["reverse"] != flip)


@gradient("Cumsum")
def _cumsum_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    return _again("Cumsum", op, d, True), None


@gradient("Cumprod")
def _cumprod_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    # As 1.x: exact as long as no element is zero.
    x = op.inputs[0]
    product = _again("Cumprod", op, x, False)
    total = _again("Cumsum", op, conj(product) * d, True)
    return apply("RealDiv", x=total, y=conj(x)), None


@gradient("CumulativeLogsumexp")
def _cumulative_logsumexp_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    # In logarithms, positive and negative parts of the gradient apart, because exp(-output) may overflow.
    x, y = op.inputs[0], op.outputs[0]
    lowest = constant_like(d.dtype.min, d)
    floor = zeros_like(d) + lowest
    zeros = zeros_like(d)

    def part(mask: Tensor, values: Tensor) -> Tensor:
        logs = select(mask, apply("Log", x=values), floor)
        return apply("Exp", x=_again("CumulativeLogsumexp", op, logs - y, True) + x)

    positive = part(apply("Greater", x=d, y=zeros), d)
    return positive - part(apply("Less", x=d, y=zeros), -d), None


# -- public functions -------------------------------------------------------------------------------------


@export("cumsum", "math.cumsum")
def cumsum(
    x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running sum along an axis.

    Args:
      x: a tensor.
      axis: the axis.
      exclusive: if True, element i is the sum of those before it.
      reverse: if True, the sum runs from the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> sess = tf.Session()
    >>> sess.run(tf.cumsum([1, 2, 3])), sess.run(tf.cumsum([1, 2, 3], exclusive=True))
    (array([1, 3, 6], dtype=int32), array([0, 1, 3], dtype=int32))
    """
    return apply("Cumsum", name, x=x, axis=axis, exclusive=exclusive, reverse=reverse)


@export("cumprod", "math.cumprod")
def cumprod(
    x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running product along an axis; arguments as for `tf.cumsum`.

    Args:
      x: a tensor of numbers.
      axis: the axis along which to go; negative ones count from the end.
      exclusive: if True, an element itself does not count in its own result.
      reverse: if True, begin at the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.cumprod([[1, 2, 3], [4, 5, 6]], axis=1))
    array([[  1,   2,   6],
           [  4,  20, 120]], dtype=int32)
    """
    return apply("Cumprod", name, x=x, axis=axis, exclusive=exclusive, reverse=reverse)


@export("math.cumulative_logsumexp")
def cumulative_logsumexp(
    x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """log(cumsum(exp(x))) along an axis, without overflow; arguments as for `tf.cumsum`.

    Args:
      x: a tensor of a floating-point type.
      axis: the axis along which to go; negative ones count from the end.
      exclusive: if True, an element itself does not count in its own result.
      reverse: if True, begin at the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.exp(tf.math.cumulative_logsumexp(tf.log([1.0, 2.0, 3.0])))).round(4)
    array([1., 3., 6.], dtype=float32)
    """
    return apply("CumulativeLogsumexp", name, x=x, axis=axis, exclusive=exclusive, reverse=reverse)
