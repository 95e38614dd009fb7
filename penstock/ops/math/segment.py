"""Sums, means, products, minima and maxima of segments: rows that have one id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import rank, shape, shape_text
from penstock.ops.arrays.filled import fill, ones, ones_like, zeros, zeros_like
from penstock.ops.arrays.gather import gather, position
from penstock.ops.arrays.joining import concat
from penstock.ops.arrays.reshaping import expand_dims, reshape
from penstock.ops.arrays.selecting import where
from penstock.ops.backend import arrays
from penstock.ops.common import memory_check
from penstock.ops.common.definitions import function


def _extreme(dtype: np.dtype[Any], how: str) -> Any:
    """The value that changes nothing: the largest for a minimum, the smallest for a maximum."""
    limits = dtypes.as_dtype(dtype)
    return np.asarray(limits.max if how == "min" else limits.min, dtype)[()]


def _column(count: Any, x: Any) -> Any:
    """A vector in a shape that broadcasts along the first dimension of `x`."""
    return count.reshape((-1,) + (1,) * (x.ndim - 1))


# -- sorted segments --------------------------------------------------------------------------------------------------


def _sorted_rule(c):
    data = rule.with_rank_at_least(c.shape(0), 1)
    rule.with_rank(c.shape(1), 1)
    if data.ndims is None:
        return [rule.UNKNOWN]
    return [TensorShape([None]).concatenate(data[1:])]  # as in 1.15, even if the ids are constant


def _checked_ids(data: Any, ids: np.ndarray) -> np.ndarray:
    if ids.ndim != 1:
        raise errors.invalid("segment_ids should be a vector.")
    if not data.ndim or data.shape[0] != len(ids):
        raise errors.invalid("segment_ids should be the same size as dimension 0 of input.")
    if len(ids):
        if (ids[1:] < ids[:-1]).any():
            raise errors.invalid("segment ids are not increasing")
        if ids[0] < 0:
            raise errors.invalid("segment ids must be >= 0")
    return ids


def _counts(ids: np.ndarray, count: int) -> np.ndarray:
    return np.bincount(ids, minlength=count)


def _sorted_segments(how: str, empty: int, mean: bool = False):
    def kernel(xp, data, segment_ids):
        ids = _checked_ids(data, segment_ids)
        count = int(ids[-1]) + 1 if len(ids) else 0
        sizes = _column(_counts(ids, count), data)
        start = _start(data.dtype, how)
        if how in ("min", "max") and data.dtype.kind not in "iu":
            # What is no number is passed over, unless it is alone.
            start = data.dtype.type(np.inf if how == "min" else -np.inf)
            data = xp.where((data == data) | (sizes[ids] == 1), data, start)
        out = arrays.segment_reduce(xp, data, ids, count, how, start)
        if mean:
            sizes = np.maximum(sizes, 1)
            if data.dtype.kind in "iu":
                quotient = xp.abs(out) // sizes.astype(data.dtype)
                return (xp.sign(out) * quotient).astype(data.dtype)
            return (out / sizes.astype(data.dtype)).astype(data.dtype)
        return out if (sizes > 0).all() else xp.where(sizes > 0, out, data.dtype.type(empty))

    return kernel


def _start(dtype: np.dtype[Any], how: str) -> Any:
    return _extreme(dtype, how) if how in ("min", "max") else dtype.type(1 if how == "mul" else 0)


# type → (combination, value of segments without rows, mean)
for _name, _how, _empty, _mean in (
    ("SegmentSum", "add", 0, False),
    ("SegmentMean", "add", 0, True),
    ("SegmentProd", "mul", 1, False),
    ("SegmentMin", "min", 0, False),
    ("SegmentMax", "max", 0, False),
):
    op(_name, shape=_sorted_rule, static=("segment_ids",))(_sorted_segments(_how, _empty, _mean))


@gradient("SegmentSum")
def _segment_sum_grad(op, grad):
    return gather(grad, op.inputs[1]), None


@gradient("SegmentMean")
def _segment_mean_grad(op, grad):
    data, ids = op.inputs
    dims = concat([shape(ids), fill(expand_dims(rank(data) - 1, 0), 1)], 0)
    filled = fill(dims, constant(1, grad.dtype.base_dtype))
    scaled = find("divide")(grad, apply("SegmentSum", data=filled, segment_ids=ids))
    return gather(scaled, ids), None


@gradient("SegmentMin", "SegmentMax")
def _segment_extreme_grad(op, grad):
    data, ids = op.inputs
    blank = zeros(shape(data), data.dtype)
    chosen = apply("Equal", x=data, y=gather(op.outputs[0], ids))
    ties = apply("SegmentSum", data=find("cast")(chosen, grad.dtype), segment_ids=ids)
    shares = gather(find("divide")(grad, ties), ids)
    return where(chosen, shares, blank), None


def _segment_public(how: str, word: str, empty: str, result: str) -> Callable:
    """The function of sorted segments; `result` is what the example gives, for data 2, 4, 5 and ids 0, 0, 2."""
    summary = f"The {word} of each segment of rows; ids are sorted, those that do not occur give {empty}."
    example = f">>> tf.Session().run(tf.segment_{how.lower()}([2, 4, 5], [0, 0, 2])).tolist()\n{result}"
    return function(f"Segment{how}", summary, "data", "segment_ids", example=example)


segment_sum = export("segment_sum", "math.segment_sum")(_segment_public("Sum", "sum", "0", "[6, 0, 5]"))
segment_mean = export("segment_mean", "math.segment_mean")(_segment_public("Mean", "mean", "0", "[3, 0, 5]"))
segment_prod = export("segment_prod", "math.segment_prod")(_segment_public("Prod", "product", "1", "[8, 1, 5]"))
segment_min = export("segment_min", "math.segment_min")(_segment_public("Min", "least element", "0", "[2, 0, 5]"))
segment_max = export("segment_max", "math.segment_max")(_segment_public("Max", "greatest element", "0", "[4, 0, 5]"))


# -- unsorted segments ------------------------------------------------------------------------------------------------


def _unsorted_segments(how: str):
    def kernel(xp, data, segment_ids, num_segments):
        count = int(num_segments)
        if count < 0:
            raise errors.invalid("Input num_segments must be non-negative.")
        ids = segment_ids
        if data.shape[: ids.ndim] != ids.shape:
            raise errors.invalid(
                f"data.shape = {shape_text(data.shape)} does not start with segment_ids.shape = {shape_text(ids.shape)}"
            )
        if arrays.is_arange(ids, count):
            return data[...]
        ok = ids < count

        def text() -> str:
            flat = int(np.argmin(np.ravel(ok)))
            return f"segment_ids{position(ids.shape, flat)} = {np.ravel(ids)[flat]} is out of range [0, {count})"

        check(xp.all(ok), errors.InvalidArgumentError, text)
        rows = data.reshape((ids.size, *data.shape[ids.ndim :]))
        return arrays.segment_reduce(xp, rows, ids.reshape(-1), count, how, _start(data.dtype, how))

    return kernel


for _name, _how in (
    ("UnsortedSegmentSum", "add"),
    ("UnsortedSegmentProd", "mul"),
    ("UnsortedSegmentMin", "min"),
    ("UnsortedSegmentMax", "max"),
):
    op(_name, shape=rule.unsorted_segments, static=("num_segments",))(_unsorted_segments(_how))


def _gather_known(params, ids, clipped=None, positive=None):
    """`params` at `ids`, zero where an id is negative; also what else the gradients need."""
    if clipped is None:
        clipped = apply("Maximum", x=ids, y=zeros_like(ids))
    gathered = gather(params, clipped)
    if positive is None:
        positive = apply("GreaterEqual", x=ids, y=0)
        if gathered.shape.ndims is not None and positive.shape.ndims is not None:
            for _ in range(gathered.shape.ndims - positive.shape.ndims):
                positive = expand_dims(positive, -1)
        else:
            extra = ones([rank(gathered) - rank(positive)], dtypes.int32)
            positive = reshape(positive, concat([shape(positive), extra], 0))
        positive = apply("LogicalAnd", x=positive, y=ones_like(gathered, dtypes.bool))
    return where(positive, gathered, zeros_like(gathered)), clipped, positive


@gradient("UnsortedSegmentSum")
def _unsorted_sum_grad(op, grad):
    return _gather_known(grad, op.inputs[1])[0], None, None


@gradient("UnsortedSegmentMin", "UnsortedSegmentMax")
def _unsorted_extreme_grad(op, grad):
    data, ids, count = op.inputs
    gathered, clipped, positive = _gather_known(op.outputs[0], ids)
    chosen = apply("LogicalAnd", x=apply("Equal", x=data, y=gathered), y=positive)
    ties = unsorted_segment_sum(find("cast")(chosen, grad.dtype), ids, count)
    shares, _, _ = _gather_known(find("divide")(grad, ties), None, clipped, positive)
    return where(chosen, shares, zeros_like(shares)), None, None


@gradient("UnsortedSegmentProd")
def _unsorted_prod_grad(op, grad):
    """The product without the element itself: by division, or the product of the others beside a single zero."""
    data, ids, count = op.inputs
    is_zero = apply("Equal", x=data, y=0)
    zeros_in = unsorted_segment_sum(find("cast")(is_zero, dtypes.int32), ids, count)
    grad = where(apply("Greater", x=zeros_in, y=1), zeros_like(grad), grad)
    others = apply(
        "UnsortedSegmentProd", data=where(is_zero, ones_like(data), data), segment_ids=ids, num_segments=count
    )
    clipped = apply("Maximum", x=ids, y=zeros_like(ids))
    product = gather(op.outputs[0], clipped)
    partial = where(is_zero, gather(others, clipped), product / data)
    return _gather_known(grad, ids, clipped)[0] * partial, None, None


def _unsorted_public(how: str, word: str, empty: str, result: str) -> Callable:
    """The function of unsorted segments; `result` is what the example gives."""
    summary = (
        f"The {word} of each segment of rows; rows with a negative id are left out, empty segments are {empty}.\n\n"
        "`segment_ids` has the shape in which `data` begins, in any order; `num_segments` is the length of the result."
    )
    call = f"tf.unsorted_segment_{how.lower()}([4, 2, 3, 5], [2, 0, 2, -1], 3)"
    example = f">>> tf.Session().run({call}).tolist()\n{result}"
    return function(f"UnsortedSegment{how}", summary, "data", "segment_ids", "num_segments", example=example)


unsorted_segment_sum = export("unsorted_segment_sum", "math.unsorted_segment_sum")(
    _unsorted_public("Sum", "sum", "0", "[2, 0, 7]")
)
unsorted_segment_prod = export("unsorted_segment_prod", "math.unsorted_segment_prod")(
    _unsorted_public("Prod", "product", "1", "[2, 1, 12]")
)
unsorted_segment_min = export("unsorted_segment_min", "math.unsorted_segment_min")(
    _unsorted_public("Min", "least element", "the type's greatest number", "[2, 2147483647, 3]")
)
unsorted_segment_max = export("unsorted_segment_max", "math.unsorted_segment_max")(
    _unsorted_public("Max", "greatest element", "the type's least number", "[2, -2147483648, 4]")
)


def _sizes(data: Tensor, ids: Tensor, count: Any) -> Tensor:
    """How many rows each segment has, at least 1, in a shape that broadcasts over the rows."""
    filled = ones(shape(ids), data.dtype)
    found = unsorted_segment_sum(filled, ids, count)
    extra = data.shape.ndims - ids.shape.ndims  # type: ignore[operator]
    return apply("Maximum", x=reshape(found, [count] + [1] * extra), y=1)


@export("unsorted_segment_mean", "math.unsorted_segment_mean")
def unsorted_segment_mean(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """Returns the mean of each segment; rows with a negative id are left out, empty segments are 0.

    Args:
      data: the rows.
      segment_ids: the segment of each, in any order; their shape begins that of `data`.
      num_segments: the number of rows of the result.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.unsorted_segment_mean([1.0, 2.0, 3.0, 4.0], [1, 0, 1, -1], 3)).tolist()
    [2.0, 2.0, 0.0]
    """
    with name_scope(name, "UnsortedSegmentMean"):
        data, ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        sizes = _sizes(data, ids, num_segments)
        return unsorted_segment_sum(data, ids, num_segments) / sizes


@export("unsorted_segment_sqrt_n", "math.unsorted_segment_sqrt_n")
def unsorted_segment_sqrt_n(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """Returns the sum of each segment, divided by the square root of the number of its rows.

    Args:
      data: the rows.
      segment_ids: the segment of each, in any order; their shape begins that of `data`.
      num_segments: the number of rows of the result.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.unsorted_segment_sqrt_n([1.0, 2.0, 3.0, 4.0, 5.0], [0, 0, 0, 0, 2], 3)).tolist()
    [5.0, 0.0, 5.0]
    """
    with name_scope(name, "UnsortedSegmentSqrtN"):
        data, ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        sizes = _sizes(data, ids, num_segments)
        return unsorted_segment_sum(data, ids, num_segments) / apply("Sqrt", x=sizes)


# -- sparse segments --------------------------------------------------------------------------------------------------


def _sparse_rule(c):
    data = rule.with_rank_at_least(c.shape(0), 1)
    indices, ids = rule.with_rank(c.shape(1), 1), rule.with_rank(c.shape(2), 1)
    if len(c.shapes) == 4:
        rule.with_rank(c.shape(3), 0)
    rule.merge(indices, ids)
    rows = _rows(c, "num_segments") if len(c.shapes) == 4 else None
    return [TensorShape([rows]).concatenate(data[1:])]


def _rows(c: Any, name: str) -> int | None:
    """The size that input 3 holds, None if it is not known; ValueError with 1.15's words."""
    value = c.const(3)
    if value is not None and value < 0:
        raise ValueError(f"Cannot specify a negative value for {name}")
    return None if value is None else int(value)


def _sparse_segments(how: str, given: bool):
    def reduce(xp, data, indices, ids, count: int):
        rows = data
        if not arrays.is_arange(indices, data.shape[0]):
            check_range = (indices >= 0) & (indices < data.shape[0])

            def text() -> str:
                flat = int(np.argmin(check_range))
                return f"indices[{flat}] = {indices[flat]} is out of range [0, {data.shape[0]})"

            check(xp.all(check_range), errors.InvalidArgumentError, text)
            rows = xp.take(xp.asarray(data), indices, axis=0, mode="clip")
        out = arrays.segment_reduce(xp, rows, ids, count, "add", data.dtype.type(0))
        if how == "sum" or arrays.is_arange(ids, count):
            return out
        return out * _column(_scale(xp, ids, count, how, data.dtype), data)

    if given:

        def kernel(xp, data, indices, segment_ids, num_segments):
            count = int(num_segments)
            if len(segment_ids) != len(indices):
                raise errors.invalid("segment_ids and indices should have same size.")
            ok = (segment_ids >= 0) & (segment_ids < count)
            check(
                xp.all(ok),
                errors.InvalidArgumentError,
                f"Segment id out of range [0, {count}), possibly because segment_ids input is not sorted.",
            )
            check(
                xp.all(segment_ids[1:] >= segment_ids[:-1]),
                errors.InvalidArgumentError,
                "segment ids are not increasing",
            )
            return reduce(xp, data, indices, segment_ids, count)

    else:

        def kernel(xp, data, indices, segment_ids):  # type: ignore[misc]
            ids = segment_ids
            if len(ids) != len(indices):
                raise errors.invalid("segment_ids and indices should have same size.")
            if len(ids):
                if (ids[1:] < ids[:-1]).any():
                    raise errors.invalid("segment ids are not increasing")
                if ids[0] < 0:
                    raise errors.invalid("segment ids must be >= 0")
            return reduce(xp, data, indices, ids, int(ids[-1]) + 1 if len(ids) else 0)

    return kernel


def _scale(xp, ids, count: int, how: str, dtype: np.dtype[Any]) -> Any:
    """1 / n or 1 / sqrt(n) for each segment of n rows."""
    if xp is np and count and (not len(ids) or ids.min() >= 0):
        sizes = np.bincount(ids, minlength=count)[:count].astype(dtype)
    else:
        filled = xp.ones(ids.shape, dtype)
        sizes = arrays.segment_reduce(xp, filled, ids, count, "add", dtype.type(0))
    sizes = xp.maximum(sizes, dtype.type(1))
    return (1 / (xp.sqrt(sizes) if how == "sqrtn" else sizes)).astype(dtype)


for _name, _how in (("Sum", "sum"), ("Mean", "mean"), ("SqrtN", "sqrtn")):
    op(f"SparseSegment{_name}", shape=_sparse_rule, static=("segment_ids",))(_sparse_segments(_how, False))
    op(f"SparseSegment{_name}WithNumSegments", shape=_sparse_rule, static=("num_segments",))(
        _sparse_segments(_how, True)
    )


def _sparse_grad_rule(c):
    grad = rule.with_rank_at_least(c.shape(0), 1)
    rule.merge(c.shape(2), rule.with_rank(c.shape(1), 1))
    rule.with_rank(c.shape(3), 0)
    return [TensorShape([_rows(c, "output_dim0")]).concatenate(grad[1:])]


def _sparse_grads(how: str):
    def kernel(xp, grad, indices, segment_ids, output_dim0):
        count = int(output_dim0)
        segments = grad.shape[0]
        memory_check.check((count, *grad.shape[1:]), grad.dtype)
        for word, values, limit in (("Index", indices, count), ("Segment id", segment_ids, segments)):
            if arrays.is_arange(values, limit):
                continue
            ok = (values >= 0) & (values < limit)
            check(
                xp.all(ok),
                errors.InvalidArgumentError,
                lambda word=word, ok=ok, values=values, limit=limit: (  # type: ignore[misc]
                    f"{word} {values[int(np.argmin(ok))]} out of range [0, {limit})."
                ),
            )
        rows = grad
        if not arrays.is_arange(segment_ids, segments):
            scaled = grad * _column(_scale(xp, segment_ids, segments, how, grad.dtype), grad)
            rows = xp.take(scaled, segment_ids, axis=0, mode="clip")
        return arrays.segment_reduce(xp, rows, indices, count, "add", grad.dtype.type(0))

    return kernel


op("SparseSegmentMeanGrad", shape=_sparse_grad_rule, static=("output_dim0",))(_sparse_grads("mean"))
op("SparseSegmentSqrtNGrad", shape=_sparse_grad_rule, static=("output_dim0",))(_sparse_grads("sqrtn"))


@gradient("SparseSegmentSum", "SparseSegmentSumWithNumSegments")
def _sparse_sum_grad(op, grad):
    data, indices, ids = op.inputs[:3]
    rows = shape(data)[0]
    return [unsorted_segment_sum(gather(grad, ids), indices, rows)] + [None] * (len(op.inputs) - 1)


def _sparse_gradient(kind: str):
    def grad_function(op, grad):
        data, indices, ids = op.inputs[:3]
        rows = shape(data)[0]
        made = apply(kind, grad=grad, indices=indices, segment_ids=ids, output_dim0=rows)
        return [made] + [None] * (len(op.inputs) - 1)

    return grad_function


gradient("SparseSegmentMean", "SparseSegmentMeanWithNumSegments")(_sparse_gradient("SparseSegmentMeanGrad"))
gradient("SparseSegmentSqrtN", "SparseSegmentSqrtNWithNumSegments")(_sparse_gradient("SparseSegmentSqrtNGrad"))


def _sparse_public(
    kind: str,
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    name: str | None,
    num_segments: TensorLike | None,
) -> Tensor:
    inputs = {"data": data, "indices": indices, "segment_ids": segment_ids}
    if num_segments is None:
        return apply(kind, name, **inputs)
    return apply(f"{kind}WithNumSegments", name, **inputs, num_segments=num_segments)


@export("sparse_segment_sum", "sparse.segment_sum")
def sparse_segment_sum(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    name: str | None = None,
    num_segments: TensorLike | None = None,
) -> Tensor:
    """Sums the rows `data[indices]` by segments, as `segment_sum(gather(data, indices), segment_ids)`.

    Args:
      data: the rows.
      indices: which rows.
      segment_ids: the segment of each, sorted.
      name: a name for the operation.
      num_segments: the number of rows of the result; by default, as many as there are segments.

    >>> import penstock as tf
    >>> rows = [[1, 2], [3, 4], [5, 6]]
    >>> tf.Session().run(tf.sparse_segment_sum(rows, [0, 2, 1], [0, 0, 2])).tolist()
    [[6, 8], [0, 0], [3, 4]]
    """
    return _sparse_public("SparseSegmentSum", data, indices, segment_ids, name, num_segments)


@export("sparse_segment_mean", "sparse.segment_mean")
def sparse_segment_mean(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    name: str | None = None,
    num_segments: TensorLike | None = None,
) -> Tensor:
    """Averages the rows `data[indices]` by segments; see `sparse_segment_sum`.

    Args:
      data: the tensor whose rows are taken.
      indices: 1-D, the numbers of the rows.
      segment_ids: 1-D, for each of them the number of its segment, in ascending order.
      name: a name for the operation.
      num_segments: how many segments there are, if there shall be more than the numbers tell; empty ones are 0.

    >>> import penstock as tf
    >>> rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    >>> tf.Session().run(tf.sparse_segment_mean(rows, [0, 2, 1], [0, 0, 1])).tolist()
    [[3.0, 4.0], [3.0, 4.0]]
    """
    return _sparse_public("SparseSegmentMean", data, indices, segment_ids, name, num_segments)


@export("sparse_segment_sqrt_n", "sparse.segment_sqrt_n")
def sparse_segment_sqrt_n(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    name: str | None = None,
    num_segments: TensorLike | None = None,
) -> Tensor:
    """Sums the rows `data[indices]` by segments and divides by the root of their number; see `sparse_segment_sum`.

    Args:
      data: the tensor whose rows are taken.
      indices: 1-D, the numbers of the rows.
      segment_ids: 1-D, for each of them the number of its segment, in ascending order.
      name: a name for the operation.
      num_segments: how many segments there are, if there shall be more than the numbers tell; empty ones are 0.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_segment_sqrt_n([[1.0], [3.0]], [0, 1, 1, 0, 1], [0, 0, 0, 0, 1])).tolist()
    [[4.0], [3.0]]
    """
    return _sparse_public("SparseSegmentSqrtN", data, indices, segment_ids, name, num_segments)


def _gradient_public(how: str, spelling: str, result: str) -> Callable:
    """The function of a gradient; `result` is what the example gives."""
    summary = f"The gradient of `tf.sparse_segment_{spelling}` with `output_dim0` rows of data."
    call = f"tf.sparse_segment_{spelling}_grad([[8.0], [3.0]], [0, 1, 1, 0, 1], [0, 0, 0, 0, 1], 3)"
    example = f">>> tf.Session().run({call}).tolist()\n{result}"
    return function(
        f"SparseSegment{how}Grad", summary, "grad", "indices", "segment_ids", "output_dim0", example=example
    )


sparse_segment_sqrt_n_grad = export("sparse_segment_sqrt_n_grad")(
    _gradient_public("SqrtN", "sqrt_n", "[[8.0], [11.0], [0.0]]")
)
sparse_segment_mean_grad = export("sparse_segment_mean_grad")(_gradient_public("Mean", "mean", "[[4.0], [7.0], [0.0]]"))
