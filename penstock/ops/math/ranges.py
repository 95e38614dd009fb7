"""Sequences, counting and other integers: Range, LinSpace, Bincount, Bucketize, histograms, broadcast axes, Cross."""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.dtypes import DType
from penstock.graph.graph import name_scope
from penstock.graph.inference import Context
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, DTypeLike, TensorLike
from penstock.ops.common import memory_check
from penstock.ops.common.definitions import brackets, function
from penstock.ops.common.gradient_helpers import broadcast_axes, cast

_builtin_range = range  # the public function below takes the name

# -- Range and LinSpace -----------------------------------------------------------------------------------


def _range_length(start: Any, limit: Any, delta: Any) -> int:
    """The number of elements; ValueError with 1.x's words if there is none."""
    if delta == 0:
        raise ValueError(f"Requires delta != 0: {delta}")
    if delta > 0 and start > limit:
        raise ValueError(f"Requires start <= limit when delta > 0: {start}/{limit}")
    if delta < 0 and start < limit:
        raise ValueError(f"Requires start >= limit when delta < 0: {start}/{limit}")
    if isinstance(start, int) or np.asarray(start).dtype.kind in "iu":
        return -(-abs(int(limit) - int(start)) // abs(int(delta)))
    return int(np.ceil(abs((float(limit) - float(start)) / float(delta))))


def _check_scalars(c: Context, *labels: str) -> None:
    for i, label in enumerate(labels):
        with rule.adding(f" for '{label}'"):
            rule.with_rank(c.shape(i), 0)


def _range_shape(c: Context) -> list[TensorShape]:
    _check_scalars(c, "start", "limit", "delta")
    values = [c.const(i) for i in _builtin_range(3)]
    if any(v is None for v in values):
        return [TensorShape([None])]
    if values[2] == 0:
        raise ValueError("Requires delta != 0")
    return [TensorShape([_range_length(*values)])]


@op("Range", shape=_range_shape, static=("start", "limit", "delta"))
def _range(xp: ModuleType, start: Array, limit: Array, delta: Array) -> Any:
    for label, value in (("start", start), ("limit", limit), ("delta", delta)):
        if value.ndim:
            text = f"{label} must be a scalar, not shape {brackets(np.shape(value))}"
            raise errors.InvalidArgumentError(None, None, text)
    try:
        length = _range_length(*[v.item() if v.dtype.kind in "iu" else v for v in (start, limit, delta)])
    except ValueError as error:
        raise errors.InvalidArgumentError(None, None, str(error)) from None
    kind = start.dtype
    if kind.kind in "iu":
        first, step = int(start), int(delta)
        return np.arange(first, first + length * step, step, kind)  # type: ignore[call-overload]
    return (start.astype(np.float64) + np.arange(length) * delta.astype(np.float64)).astype(kind)


def _linspace_shape(c: Context) -> list[TensorShape]:
    _check_scalars(c, "start", "stop", "num")
    num = c.const(2)
    if num is not None and num <= 0:
        raise ValueError(f"Requires num > 0: {num}")
    return [TensorShape([None if num is None else int(num)])]


@op("LinSpace", shape=_linspace_shape, static=("num",))
def _linspace(xp: ModuleType, start: Array, stop: Array, num: Any) -> Any:
    count = int(num)
    if count <= 0:
        raise errors.InvalidArgumentError(None, None, f"Requires num > 0: {count}")
    if count == 1:
        return xp.reshape(start, (1,))
    kind = start.dtype
    step = (stop - start) / kind.type(count - 1)
    inner = start + step * np.arange(1, count - 1).astype(kind)
    return xp.concatenate([xp.reshape(start, (1,)), inner, xp.reshape(stop, (1,))])  # both ends are exact


no_gradient("Range", "LinSpace")


@export("range")
def range(
    start: TensorLike | None,
    limit: Any = None,
    delta: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str = "range",
) -> Tensor:  # noqa: A001
    """A sequence of numbers from `start` up to, and not including, `limit`.

    Args:
      start: the first number; if `limit` is None, this is the limit and the first number is 0.
      limit: the upper bound.
      delta: the step.
      dtype: the type of the result; by default one that holds all three.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.range(3, 18, delta=3))
    array([ 3,  6,  9, 12, 15], dtype=int32)
    """
    if limit is None:
        start, limit = 0, start
    with name_scope(name, "Range", [start, limit, delta]) as scope:
        wanted = None if dtype is None else dtypes.as_dtype(dtype)
        start = convert_to_tensor(start, dtype=wanted, name="start")
        limit = convert_to_tensor(limit, dtype=wanted, name="limit")
        delta = convert_to_tensor(delta, dtype=wanted, name="delta")
        if wanted is None:
            order = [dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]
            kinds = [t.dtype.base_dtype for t in (start, limit, delta)]
            if all(k in order for k in kinds):
                highest = max(kinds, key=order.index)
                start, limit, delta = (cast(t, highest) for t in (start, limit, delta))
        return apply("Range", scope, start=start, limit=limit, delta=delta)


linspace = export("linspace", "lin_space")(
    function(
        "LinSpace",
        "`num` evenly spaced numbers from `start` to `stop`, both included.",
        "start",
        "stop",
        "num",
        example=">>> tf.Session().run(tf.linspace(10.0, 12.0, 5)).tolist()\n[10.0, 10.5, 11.0, 11.5, 12.0]",
    )
)

# -- counting ---------------------------------------------------------------------------------------------


def _bincount_shape(c: Context) -> list[TensorShape]:
    rule.with_rank(c.shape(1), 0)
    size = c.const(1)
    if size is not None and size < 0:
        raise ValueError(f"size ({int(size)}) must be non-negative")
    return [TensorShape([None if size is None else int(size)])]


@op("Bincount", shape=_bincount_shape, static=("size",))
def _bincount(xp: ModuleType, arr: Any, size: Array, weights: Array) -> Any:
    count = int(np.ravel(size)[0])
    if count < 0:
        raise errors.InvalidArgumentError(None, None, f"size ({count}) must be non-negative")
    memory_check.check((count,), weights.dtype)
    if weights.size and weights.shape != arr.shape:
        text = f"weights must be the same shape as arr or empty: {brackets(weights.shape)} vs. {brackets(arr.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    check((arr >= 0).all(), errors.InvalidArgumentError, "Input arr must be non-negative!")
    values = arr.ravel()
    each = weights.ravel() if weights.size else xp.ones(values.shape, weights.dtype)
    if xp is not np:
        return xp.zeros(count, weights.dtype).at[values].add(each, mode="drop")
    counts = np.zeros(count, weights.dtype)
    inside = values < count
    np.add.at(counts, values[inside], each[inside])
    return counts


@op("Bucketize", shape=rule.same)
def _bucketize(xp: ModuleType, input: Array, *, boundaries: list[float]) -> Any:
    wide = input if input.dtype.kind == "f" else input.astype(np.float64)
    edges = _edges(tuple(boundaries), np.dtype(wide.dtype))
    if edges is None:
        raise errors.InvalidArgumentError(None, None, "Expected sorted boundaries")
    if xp is np:
        return edges.searchsorted(wide, "right").astype(np.int32)
    return xp.searchsorted(edges, wide, side="right").astype(np.int32)


@functools.lru_cache(128)
def _edges(boundaries: tuple[float, ...], dtype: np.dtype) -> np.ndarray | None:
    """The boundaries as an array; None if they are not sorted."""
    edges = np.asarray(boundaries, np.float32)
    return None if np.any(np.diff(edges) < 0) else edges.astype(dtype)


def _histogram_shape(c: Context) -> list[TensorShape]:
    rule.with_value(rule.dim(rule.with_rank(c.shape(1), 1), 0), 2)
    rule.with_rank(c.shape(2), 0)
    bins = c.const(2)
    if bins is not None and bins <= 0:
        raise ValueError(f"Requires nbins > 0: {bins}")
    return [TensorShape([None if bins is None else int(bins)])]


@op("HistogramFixedWidth", shape=_histogram_shape, static=("nbins",))
def _histogram_fixed_width(xp: ModuleType, values: Array, value_range: Array, nbins: Array, *, dtype: DType) -> Any:
    bins = int(nbins)
    if bins <= 0:
        raise errors.InvalidArgumentError(None, None, f"nbins should be a positive number, but got '{bins}'")
    low, high = value_range[0], value_range[1]
    check(
        low < high,
        errors.InvalidArgumentError,
        lambda: f"value_range should satisfy value_range[0] < value_range[1], but got '[{low}, {high}]'",
    )
    scaled = (values.ravel() - low) / ((high - low).astype(np.float64) / bins)
    index = xp.minimum(xp.maximum(scaled, 0.0), bins - 1.0).astype(np.int32)
    if xp is np:
        return np.bincount(index, minlength=bins).astype(dtype.as_numpy_dtype)
    return xp.zeros(bins, dtype.as_numpy_dtype).at[index].add(1)


no_gradient("Bucketize", "HistogramFixedWidth", "Bincount")


@export("math.bincount", "bincount")
def bincount(
    arr: Any,
    weights: TensorLike | None = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: DTypeLike = dtypes.int32,
) -> Tensor:
    """Counts how often each non-negative integer occurs, or sums the weights that stand at its places.

    Args:
      arr: int32 tensor.
      weights: tensor of the same shape, or None to count.
      minlength: the result has at least this length.
      maxlength: the result has at most this length; greater numbers are ignored, but an error if there are weights.
      dtype: the type of counts; that of `weights` is used if they are given.

    Raises (when run):
      InvalidArgumentError: if a number is negative and there are no weights; with weights it is left out.

    >>> import penstock as tf
    >>> tf.Session().run(tf.bincount([1, 3, 1]))
    array([0, 2, 0, 1], dtype=int32)
    """
    with name_scope(None, "bincount"):
        arr = convert_to_tensor(arr, name="arr", dtype=dtypes.int32)
        nonempty = find("reduce_prod")(find("shape")(arr)) > 0
        # Of an empty array Max is the smallest integer: the length must come out as 0.
        size = cast(nonempty, dtypes.int32) * (find("reduce_max")(arr) + 1)
        if minlength is not None:
            size = apply("Maximum", x=convert_to_tensor(minlength, dtypes.int32, name="minlength"), y=size)
        if maxlength is not None:
            size = apply("Minimum", x=convert_to_tensor(maxlength, dtypes.int32, name="maxlength"), y=size)
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
            return apply("UnsortedSegmentSum", data=weights, segment_ids=arr, num_segments=size)
        weights = constant(np.zeros(0, dtypes.as_dtype(dtype).as_numpy_dtype))
        return apply("Bincount", arr=arr, size=size, weights=weights)


@export("histogram_fixed_width")
def histogram_fixed_width(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Counts values in `nbins` bins of equal width; values out of range go to the first and last bin.

    Args:
      values: a tensor of numbers.
      value_range: two numbers of its type, the lower limit of the first bin and the upper limit of the last.
      nbins: the number of bins.
      dtype: the type of the counts.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.histogram_fixed_width([-1.0, 0.0, 1.5, 2.0, 5.0, 15], [0.0, 5.0], nbins=5))
    array([2, 1, 1, 0, 2], dtype=int32)
    """
    with name_scope(name, "histogram_fixed_width", [values, value_range, nbins]) as scope:
        return apply(
            "HistogramFixedWidth",
            scope,
            values=values,
            value_range=value_range,
            nbins=nbins,
            dtype=dtypes.as_dtype(dtype),
        )


@export("histogram_fixed_width_bins")
def histogram_fixed_width_bins(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """The number of the bin of equal width that each value falls into; see `tf.histogram_fixed_width`.

    Args:
      values: numbers.
      value_range: the lower end of the first bin and the upper end of the last; values beyond go to these two.
      nbins: how many bins.
      dtype: without effect, as in 1.15: the result is int32.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.histogram_fixed_width_bins([-1.0, 0.0, 1.5, 2.0, 5.0, 15], [0.0, 5.0], nbins=5))
    array([0, 0, 1, 2, 4, 4], dtype=int32)
    """
    with name_scope(name, "histogram_fixed_width_bins", [values, value_range, nbins]):
        values = convert_to_tensor(values, name="values")
        shape = find("shape")(values)
        flat = apply("Reshape", tensor=values, shape=[-1])
        value_range = convert_to_tensor(value_range, name="value_range")
        nbins = convert_to_tensor(nbins, dtypes.int32, name="nbins")
        count = cast(nbins, values.dtype)
        above, width = flat - value_range[0], value_range[1] - value_range[0]
        scaled = find("truediv")(above, width, name="scaled_values")
        if not values.dtype.is_floating:  # 1.15 fails for these
            count = cast(nbins, scaled.dtype)
        clipped = find("clip_by_value")(apply("Floor", "indices", x=count * scaled), 0, count - 1)
        return apply("Reshape", tensor=cast(clipped, dtypes.int32), shape=shape)


# -- axes that broadcasting added ----------------------------------------------------------------------------


@op("BroadcastGradientArgs", shape=rule.ranked(1, 1, out=rule.fixed([None], [None])), static=("s0", "s1"))
def _broadcast_gradient_args(xp: ModuleType, s0: Array, s1: Array) -> Any:
    try:
        r0, r1 = broadcast_axes(s0, s1)
    except ValueError:
        raise _incompatible(s0, s1) from None
    return np.asarray(r0, s0.dtype), np.asarray(r1, s0.dtype)


def _incompatible(s0: Any, s1: Any) -> errors.InvalidArgumentError:
    text = f"Incompatible shapes: {brackets(tuple(s0))} vs. {brackets(tuple(s1))}"
    return errors.InvalidArgumentError(None, None, text)


no_gradient("BroadcastGradientArgs")


# -- cross products ---------------------------------------------------------------------------------------


def _cross_shape(c: Context) -> list[TensorShape]:
    shape = rule.merge(*(rule.with_rank_at_least(s, 1) for s in c.shapes))
    rule.with_value(rule.dim(shape, -1), 3)
    return [shape]


@op("Cross", shape=_cross_shape)
def _cross(xp: ModuleType, a: Array, b: Array) -> Any:
    if a.shape != b.shape:
        text = f"Both inputs must be of same shape: {brackets(a.shape)} vs. {brackets(b.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    if a.shape[-1] != 3:
        raise errors.FailedPreconditionError(None, None, "Cross-products are only defined for 3-element vectors.")
    u, v = [a[..., i] for i in (0, 1, 2)], [b[..., i] for i in (0, 1, 2)]
    parts = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    return xp.stack(parts, -1)


@gradient("Cross")
def _cross_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    u, v = op.inputs
    return apply("Cross", a=v, b=d), apply("Cross", a=d, b=u)


cross = export("cross", "linalg.cross")(
    function(
        "Cross",
        "The cross products of vectors of length 3, in the last axis.",
        "a",
        "b",
        example=">>> tf.Session().run(tf.cross([1, 0, 0], [0, 1, 0]))\narray([0, 0, 1], dtype=int32)",
    )
)
