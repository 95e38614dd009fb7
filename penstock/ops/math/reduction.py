"""Reductions: sums, products, extremes and means over axes, and what is composed of them.

Half-precision types are summed in float32 and rounded once. An empty list of axes leaves the input as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import counted_as, name_scope
from penstock.graph.inference import Context, constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, AxisLike, DTypeLike, TensorLike
from penstock.ops.common.gradient_helpers import cast, conj, constant_like, reduced_shape, reshape, select, shape_of
from penstock.ops.math import reduction_native as reductions_native
from penstock.ops.math import vectorized
from penstock.ops.training import adam_native as passes
from penstock.util import deprecation

# -- kernels --------------------------------------------------------------------------------------------


def is_half(dtype: np.dtype[Any]) -> bool:
    return dtype.itemsize == 2 and dtype.kind in "fV"


def _axes(x: Any, axes: Any) -> Any:
    """The axes as NumPy takes them: each once."""
    if not axes.ndim:
        return int(axes)
    listed = tuple(axes.reshape(-1).tolist())  # of any rank
    if len(listed) > 1 and len({a % x.ndim for a in listed if x.ndim}) < len(listed):
        _bad_axes(x, axes)
        return tuple(sorted({a % x.ndim for a in listed}))
    return listed


def _bad_axes(x: Any, axes: AxisLike) -> None:
    """Raises what 1.x says of axes that are out of range."""
    rank = np.ndim(x)
    for axis in np.ravel(axes).tolist():
        if not -rank <= axis < rank:
            text = f"Invalid reduction dimension ({axis} for input with {rank} dimension(s)"
            raise errors.InvalidArgumentError(None, None, text)


def _reduction_shape(c: Context) -> list[TensorShape]:
    rule.with_rank_at_most(c.shape(1), 1)
    return rule.reduction(c)


def _reduction(*names: str) -> Callable[[Callable], Callable]:
    """Registers `f(xp, x, axes, keep_dims)` as the kernel of a reduction."""

    def register(computation: Callable) -> Callable:
        def kernel(xp: ModuleType, input: Array, reduction_indices: int, *, keep_dims: bool) -> Any:
            try:
                return computation(xp, input, _axes(input, reduction_indices), keep_dims)
            except (ValueError, IndexError):
                _bad_axes(input, reduction_indices)
                raise

        kernel.__module__ = __name__
        op(names, shape=_reduction_shape, static=("reduction_indices",))(kernel)
        return computation

    return register


@_reduction("Sum")
def _sum(xp: ModuleType, x: Array, axes: Sequence[int], keep: Any) -> Any:
    if is_half(x.dtype):
        return xp.sum(x.astype(np.float32), axes, keepdims=keep).astype(x.dtype)
    if xp is np:
        if x.size >= passes.MIN_ELEMENTS and axes == tuple(range(x.ndim - 1)):  # of a bias, say
            sums = passes.column_sums(np, x.reshape(-1, x.shape[-1]))
            if sums is not None:
                return sums.reshape((1,) * len(axes) + sums.shape) if keep else sums
        return np.add.reduce(x, axes, x.dtype, keepdims=keep)
    return xp.sum(x, axes, dtype=x.dtype, keepdims=keep)


@_reduction("Prod")
def _prod(xp: Any, x: Any, axes: Sequence[int], keep: Any) -> Any:
    if is_half(x.dtype):
        return xp.prod(x.astype(np.float32), axes, keepdims=keep).astype(x.dtype)
    if xp is not np:
        found = reductions_native.product(xp, x, axes, keep)
        if found is not None:
            return found
        if x.dtype == np.float32 and not keep and _all_axes(axes, x.ndim):
            return vectorized.product(x)
    return xp.prod(x, axes, dtype=x.dtype, keepdims=keep)


@_reduction("Mean")
def _mean(xp: ModuleType, x: Array, axes: Sequence[int], keep: Any) -> Any:
    if x.dtype.kind in "iu":
        # The sum does not wrap; the quotient goes toward zero. Nothing has the mean 0.
        total = xp.sum(x, axes, dtype=np.int64, keepdims=keep)
        count = _count(x, axes)
        quotient = (total - xp.fmod(total, count)) // count if count else xp.zeros_like(total)
        return quotient.astype(x.dtype)
    if is_half(x.dtype):
        return (xp.sum(x.astype(np.float32), axes, keepdims=keep) / np.float32(_count(x, axes))).astype(x.dtype)
    total = np.add.reduce(x, axes, x.dtype, keepdims=keep) if xp is np else xp.sum(x, axes, keepdims=keep)
    return total / x.dtype.type(_count(x, axes))


def _all_axes(axes: AxisLike, rank: int) -> bool:
    return isinstance(axes, tuple) and sorted(a % rank if -rank <= a < rank else a for a in axes) == list(range(rank))


def _count(x: Array, axes: AxisLike) -> int:
    count = 1
    for axis in axes if isinstance(axes, tuple) else (axes,):
        count *= x.shape[axis]
    return count


@_reduction("Max")
def _max(xp: ModuleType, x: Array, axes: Sequence[int], keep: Any) -> Any:
    if x.size == 0:
        return xp.max(x, axes, keepdims=keep, initial=_extreme(x.dtype, "min"))
    if xp is np:
        return _passing_over(np.maximum, np.fmax, x, axes, keep, -np.inf)
    found = reductions_native.extreme("greatest", xp, x, axes, keep)
    return xp.max(_without_nan(xp, x, axes, -np.inf), axes, keepdims=keep) if found is None else found


@_reduction("Min")
def _min(xp: ModuleType, x: Array, axes: Sequence[int], keep: Any) -> Any:
    if x.size == 0:
        return xp.min(x, axes, keepdims=keep, initial=_extreme(x.dtype, "max"))
    if xp is np:
        return _passing_over(np.minimum, np.fmin, x, axes, keep, np.inf)
    found = reductions_native.extreme("smallest", xp, x, axes, keep)
    return xp.min(_without_nan(xp, x, axes, np.inf), axes, keepdims=keep) if found is None else found


# Extremes pass over what is no number, as in 1.x; if there is nothing else they are the value that changes nothing. But what is a
# single element is not looked at.
def _without_nan(xp: ModuleType, x: Array, axes: Sequence[int], nothing: float) -> Any:
    return x if x.dtype.kind in "iu" or _count(x, axes) == 1 else xp.where(x == x, x, x.dtype.type(nothing))


def _passing_over(
    extreme: np.ufunc, of_numbers: np.ufunc, x: Any, axes: Sequence[int], keep: Any, nothing: float
) -> Any:
    found = extreme.reduce(x, axes, keepdims=keep)
    if x.dtype.kind in "iu" or _count(x, axes) == 1 or not np.any(found != found):
        return found
    return of_numbers.reduce(_without_nan(np, x, axes, nothing), axes, keepdims=keep)


def _extreme(dtype: np.dtype[Any], which: str) -> Any:
    if dtype.kind in "iu":
        return dtype.type(getattr(np.iinfo(dtype), which))
    return dtype.type(-np.inf if which == "min" else np.inf)


@_reduction("All")
def _all(xp: ModuleType, x: Array, axes: Sequence[int], keep: Any) -> Any:
    return np.logical_and.reduce(x, axes, keepdims=keep) if xp is np else xp.all(x, axes, keepdims=keep)


@_reduction("Any")
def _any(xp: ModuleType, x: Array, axes: Sequence[int], keep: Any) -> Any:
    return np.logical_or.reduce(x, axes, keepdims=keep) if xp is np else xp.any(x, axes, keepdims=keep)


@_reduction("EuclideanNorm")
def _euclidean_norm(xp: ModuleType, x: Array, axes: int, keep: Array) -> Any:
    wide = x.astype(np.float32) if is_half(x.dtype) else x
    squares = wide * xp.conjugate(wide) if wide.dtype.kind == "c" else wide * wide
    return xp.sqrt(xp.sum(squares, axes, dtype=squares.dtype, keepdims=keep)).astype(x.dtype)


# -- gradients ------------------------------------------------------------------------------------------


@gradient("Sum")
def _sum_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    x, axes = op.inputs
    if _reduces_all(op):
        spread = reshape(d, np.ones(x.shape.ndims or 0, np.int32))
        fixed = x.shape.is_fully_defined()
        whole = constant(np.asarray(x.shape.as_list(), np.int32)) if fixed else apply("Shape", input=x)
        return apply("Tile", input=spread, multiples=whole), None
    with counted_as(_sum_gradient_operations(op)):
        kept = _kept_shape(op)
        if x.shape.is_fully_defined() and (known := constant_value(kept)) is not None:
            multiples: Any = np.asarray([n if k == 1 else 1 for n, k in zip(x.shape.as_list(), known)], np.int32)
        else:
            # max(kept, 1): an axis of length 0 that is not reduced.
            multiples = apply("FloorDiv", x=shape_of(x), y=apply("Maximum", x=kept, y=1))
        return apply("Tile", input=reshape(d, kept), multiples=multiples), None


def _sum_gradient_operations(op: Operation) -> int:
    """How many operations 1.15 makes; for known shapes that it sees for the first time, it makes more to find theirs."""
    x, axes = op.inputs
    known = constant_value(axes)
    if known is None or x.shape.ndims is None:
        return 16
    if not x.shape.is_fully_defined():
        return 16
    seen = stack.current_graph()._scoped.setdefault("reductions of gradients", set())
    key = (tuple(x.shape.as_list()), tuple(np.ravel(known).tolist()))
    new = 0 if key in seen else 17
    seen.add(key)
    return 4 + new


def _kept_shape(op: Operation) -> Tensor:
    """The output's shape as if the reduced axes were kept."""
    if _reduces_all(op):
        return constant(np.ones(op.inputs[0].shape.ndims or 0, np.int32))
    return reduced_shape(*op.inputs)


def _reduces_all(op: Operation) -> bool:
    x, axes = op.inputs
    known = constant_value(axes)
    rank = x.shape.ndims
    return (
        known is not None
        and rank is not None
        and len({a % rank for a in known.ravel().tolist()} if rank else ()) == rank
    )


@gradient("Mean")
def _mean_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    spread = _sum_gradient(op, d)[0]
    x, y = op.inputs[0], op.outputs[0]
    if x.shape.is_fully_defined() and y.shape.is_fully_defined():
        factor = (x.shape.num_elements() or 0) // max(y.shape.num_elements() or 0, 1)
        return apply("RealDiv", "truediv", x=spread, y=constant_like(factor, spread)), None
    with counted_as(9):
        sizes = [apply("Prod", input=shape_of(t), reduction_indices=constant([0])) for t in (x, y)]
        count = apply("FloorDiv", "floordiv", x=sizes[0], y=apply("Maximum", x=sizes[1], y=1))
    return apply("RealDiv", "truediv", x=spread, y=cast(count, spread.dtype)), None


@gradient("Min", "Max")
def _extreme_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    # Shared evenly among the elements that are equal to the extreme one.
    x, axes = op.inputs
    with counted_as(19):
        kept = _kept_shape(op)
        y, d = reshape(op.outputs[0], kept), reshape(d, kept)
        equal = cast(apply("Equal", x=y, y=x), d.dtype)
        count = reshape(apply("Sum", input=equal, reduction_indices=axes), kept)
        return apply("Mul", x=apply("RealDiv", x=equal, y=count), y=d), None


@gradient("Prod")
def _prod_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    with counted_as(49):
        return _spread_product(op, d), None


def _spread_product(op: Operation, d: Tensor) -> Tensor:
    # The product of all other elements is made of two running products, so that zeros do no harm.
    x, axes = op.inputs
    shape = shape_of(x)
    d = apply(
        "Tile", input=reshape(d, (kept := _kept_shape(op))), multiples=apply("FloorDiv", x=shape, y=_at_least_1(kept))
    )
    rank = apply("Rank", input=x)
    reduced = apply("FloorMod", x=reshape(cast(axes, dtypes.int32), [-1]) + rank, y=rank)
    everything = apply("Range", start=0, limit=rank, delta=1)
    other, _ = apply("ListDiff", x=everything, y=reduced, out_idx=dtypes.int32)
    perm = apply("ConcatV2", values=[reduced, other], axis=0)
    rows, columns = (
        apply("Prod", input=apply("GatherV2", params=shape, indices=i, axis=0), reduction_indices=[0])
        for i in (reduced, other)
    )
    permuted = apply("Transpose", x=x, perm=perm)
    matrix = reshape(permuted, apply("Pack", values=[rows, columns], axis=0))
    left = apply("Cumprod", x=matrix, axis=0, exclusive=True)
    right = apply("Cumprod", x=matrix, axis=0, exclusive=True, reverse=True)
    y = reshape(conj(left) * conj(right), apply("Shape", input=permuted))
    back = apply("Transpose", x=y, perm=apply("InvertPermutation", x=perm))
    return reshape(d * back, shape)


def _at_least_1(x: Tensor) -> Tensor:
    return apply("Maximum", x=x, y=1)


@gradient("EuclideanNorm")
def _euclidean_norm_gradient(op: Operation, d: Tensor) -> tuple[Tensor, None]:
    kept = _kept_shape(op)
    y, d = reshape(op.outputs[0], kept), reshape(d, kept)
    return apply("RealDiv", x=op.inputs[0], y=apply("RealDiv", x=y, y=d)), None


@gradient("All", "Any")
def _no_reduction_gradient(op: Operation, d: Tensor) -> tuple[None, None]:
    return None, None


# -- public functions -------------------------------------------------------------------------------------


def _reduction_axes(x: TensorLike, axis: AxisLike | None) -> Any:
    """`axis` itself, or all axes: a constant if the rank is known, else computed, with the names of 1.x."""
    if axis is not None:
        return axis
    if isinstance(x, SparseTensor):
        known = x.dense_shape.shape.as_list()[0] if x.dense_shape.shape.ndims == 1 else None
        if known is not None:
            return constant(np.arange(known, dtype=np.int32))
        return apply(
            "Range", "range", start=0, limit=apply("Size", input=x.dense_shape, out_type=dtypes.int32), delta=1
        )
    if isinstance(x, Tensor):
        if x.shape.ndims is not None:
            return constant(np.arange(x.shape.ndims, dtype=np.int32))
        rank = apply("Rank", input=x)
    else:  # 1.15 did not look at the shape of a variable, and default seeds depend on it
        with name_scope(None, "Rank", [x]) as scope:
            tensor = convert_to_tensor(x)
            known = tensor.shape.ndims
            rank = apply("Rank", scope, input=tensor) if known is None else constant(known, dtypes.int32, name=scope)
    return apply("Range", "range", start=0, limit=rank, delta=1)


def _known_scalar(x: Tensor, y: Tensor, axis: AxisLike | None, keepdims: bool) -> Tensor:
    # A full reduction has rank 0 even if the input's rank is not known.
    if axis is None and not keepdims and y.shape.ndims is None:
        y.set_shape(())
    return y


# Type → name, first line of the docstring, what its example gives.
_SUMMARY = {
    "Sum": ("reduce_sum", "The sum of the elements of a tensor over `axis`.", "[6, 15]"),
    "Mean": ("reduce_mean", "The mean of the elements of a tensor over `axis`; integers give integers.", "[2, 5]"),
    "Prod": ("reduce_prod", "The product of the elements of a tensor over `axis`.", "[6, 120]"),
    "Min": ("reduce_min", "The smallest of the elements of a tensor over `axis`.", "[1, 4]"),
    "Max": ("reduce_max", "The greatest of the elements of a tensor over `axis`.", "[3, 6]"),
    "All": ("reduce_all", "True where all elements over `axis` are.", "[True, False]"),
    "Any": ("reduce_any", "True where any element over `axis` is.", "[True, True]"),
}
_ARGUMENTS = """

    Args:
      input_tensor: the tensor.
      axis: the axis or axes to reduce; all by default. Negative ones count from the end.
      keepdims: if True, reduced axes are kept with length 1.
      name: a name for the operation.
      reduction_indices, keep_dims: the old names of `axis` and `keepdims`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.{spelling}({given}, axis=1)).tolist()
    {result}
    """


def _reducer(op_type: str) -> Callable:
    spelling, summary, result = _SUMMARY[op_type]
    given = "[[True, True], [True, False]]" if op_type in ("All", "Any") else "[[1, 2, 3], [4, 5, 6]]"

    def reduce(
        input_tensor: Any,
        axis: int | None = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: AxisLike | None = None,
        keep_dims: bool | None = None,
    ) -> Tensor:
        axis = deprecation.deprecated_argument_lookup("axis", axis, "reduction_indices", reduction_indices)
        keepdims = deprecation.deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims)
        axes = _reduction_axes(input_tensor, axis)
        y = apply(op_type, name, input=input_tensor, reduction_indices=axes, keep_dims=bool(keepdims))
        return _known_scalar(input_tensor, y, axis, bool(keepdims))

    reduce.__name__ = reduce.__qualname__ = spelling
    reduce.__doc__ = summary + _ARGUMENTS.format(spelling=spelling, given=given, result=result)
    return reduce


reduce_sum = export("reduce_sum", "math.reduce_sum")(_reducer("Sum"))
reduce_mean = export("reduce_mean", "math.reduce_mean")(_reducer("Mean"))
reduce_prod = export("reduce_prod", "math.reduce_prod")(_reducer("Prod"))
reduce_min = export("reduce_min", "math.reduce_min")(_reducer("Min"))
reduce_max = export("reduce_max", "math.reduce_max")(_reducer("Max"))
reduce_all = export("reduce_all", "math.reduce_all")(_reducer("All"))
reduce_any = export("reduce_any", "math.reduce_any")(_reducer("Any"))


@export("math.reduce_euclidean_norm")
def reduce_euclidean_norm(
    input_tensor: Any, axis: int | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The square root of the sum of squares over `axis`.

    Args:
      input_tensor: the tensor.
      axis: the axis or axes to reduce; all by default.
      keepdims: if True, reduced axes are kept with length 1.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.reduce_euclidean_norm([[3.0, 4.0], [6.0, 8.0]], axis=1)).tolist()
    [5.0, 10.0]
    """
    axes = _reduction_axes(input_tensor, axis)
    y = apply("EuclideanNorm", name, input=input_tensor, reduction_indices=axes, keep_dims=bool(keepdims))
    input_tensor = y.op.inputs[0]
    return _known_scalar(input_tensor, y, axis, bool(keepdims))


@export("math.reduce_variance")
def reduce_variance(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The variance of the elements over `axis` (the mean squared distance from the mean).

    Args:
      input_tensor: the tensor.
      axis: the axis or axes to reduce; all by default.
      keepdims: if True, reduced axes are kept with length 1.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.reduce_variance([[1.0, 2.0], [3.0, 4.0]]))
    np.float32(1.25)
    """
    with name_scope(name, "reduce_variance"):
        means = reduce_mean(input_tensor, axis=axis, keepdims=True)
        return reduce_mean(apply("Square", x=input_tensor - means), axis=axis, keepdims=keepdims)


@export("math.reduce_std")
def reduce_std(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The standard deviation of the elements over `axis`.

    Args:
      input_tensor: the tensor.
      axis: the axis or axes to reduce; all by default.
      keepdims: if True, reduced axes are kept with length 1.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.reduce_std([[1.0, 3.0], [2.0, 8.0]], axis=1)).tolist()
    [1.0, 3.0]
    """
    with name_scope(name, "reduce_std"):
        return apply("Sqrt", x=reduce_variance(input_tensor, axis=axis, keepdims=keepdims))


@export("reduce_logsumexp", "math.reduce_logsumexp")
def reduce_logsumexp(
    input_tensor: TensorLike,
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    name: str | None = None,
    reduction_indices: AxisLike | None = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """log(sum(exp(x))) over `axis`, without overflow.

    Args:
      input_tensor: the tensor.
      axis: the axis or axes to reduce; all by default.
      keepdims: if True, reduced axes are kept with length 1.
      name: a name for the operation.
      reduction_indices, keep_dims: the old names of `axis` and `keepdims`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.reduce_logsumexp([0.0, 0.0])) == np.float32(np.log(2))  # doctest: +SKIP
    True
    """
    axis = deprecation.deprecated_argument_lookup("axis", axis, "reduction_indices", reduction_indices)
    keepdims = bool(deprecation.deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims))
    input_tensor = convert_to_tensor(input_tensor)
    with name_scope(name, "ReduceLogSumExp", [input_tensor]):
        raw_max = reduce_max(input_tensor, axis=axis, keepdims=True)
        finite = apply("IsFinite", x=raw_max)
        offset = apply("StopGradient", input=select(finite, raw_max, find("zeros_like")(raw_max)))
        total = reduce_sum(apply("Exp", x=apply("Sub", x=input_tensor, y=offset)), axis=axis, keepdims=keepdims)
        result = apply("Log", x=total)
        if not keepdims:
            offset = reshape(offset, find("shape")(result))
        return apply("Add", x=result, y=offset)


@export("count_nonzero", "math.count_nonzero")
def count_nonzero(
    input_tensor: TensorLike | None = None,
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
    reduction_indices: AxisLike | None = None,
    keep_dims: bool | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The number of elements over `axis` that are not zero (or empty, for strings).

    Args:
      input_tensor: the tensor.
      axis: the axis or axes to reduce; all by default.
      keepdims: if True, reduced axes are kept with length 1.
      dtype: the type of the result.
      name: a name for the operation.
      reduction_indices, keep_dims, input: old and new names of `axis`, `keepdims` and `input_tensor`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.count_nonzero([[0, 1, 0], [1, 1, 0]], axis=1))
    array([1, 2])
    """
    input_tensor = deprecation.deprecated_argument_lookup("input", input, "input_tensor", input_tensor)
    axis = deprecation.deprecated_argument_lookup("axis", axis, "reduction_indices", reduction_indices)
    keepdims = deprecation.deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "count_nonzero", [input_tensor]):
        input_tensor = convert_to_tensor(input_tensor, name="input")
        kind = input_tensor.dtype.base_dtype
        zero = constant({dtypes.string: b"", dtypes.bool: False}.get(kind, 0), kind, name="zeros")
        nonzero = apply("Cast", x=apply("NotEqual", x=input_tensor, y=zero), DstT=dtypes.int64)
        total = reduce_sum(nonzero, axis=axis, keepdims=bool(keepdims))
        return cast(total, dtypes.as_dtype(dtype))
