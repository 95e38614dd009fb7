"""Order: the largest elements, sorting, and searching in sorted sequences."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.typing import AxisLike, DTypeLike, TensorLike
from penstock.ops.arrays.basic import rank, shape, size
from penstock.ops.arrays.filled import zeros
from penstock.ops.arrays.gather import gather, scatter_nd
from penstock.ops.arrays.joining import concat
from penstock.ops.arrays.reshaping import expand_dims, reshape, transpose
from penstock.ops.arrays.stacking import stack
from penstock.ops.backend import arrays

# -- the largest ------------------------------------------------------------------------------------------------------


def _top_k_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 1)
    k, last = c.attr("k") if c.op.type == "TopK" else rule.dim_of_scalar(c, 1), rule.dim(given, -1)
    if k is not None and k < 0:
        raise ValueError(f"Need k >= 0, got {k}")
    if k is not None and last is not None and last < k:
        raise ValueError(f"input must have last dimension >= k = {k} but is {last}")
    return [given[:-1].concatenate([k])] * 2


def _top(xp, x, k: int):
    if k < 0:
        raise errors.invalid(f"Need k >= 0, got {k}")
    if not x.ndim:
        raise errors.invalid("input must be >= 1-D, got shape []")
    if x.shape[-1] < k:
        raise errors.invalid(f"input must have at least k columns. Had {x.shape[-1]}, needed {k}")
    return arrays.top_k(xp, x, k)


@op("TopKV2", shape=_top_k_rule, static=("k",))
def _top_k_v2(xp, x, k):
    return _top(xp, x, int(k))


@op("TopK", shape=_top_k_rule)
def _top_k(xp, x, *, k):
    return _top(xp, x, k)


@gradient("TopK", "TopKV2")
def _top_k_grad(op, grad, _):
    """Puts the gradient back to where the largest were found, with flat indices."""
    given, found = shape(op.inputs[0]), shape(op.outputs[1])
    cast = find("cast")
    columns = gather(cast(found, dtypes.int64), size(found) - 1)
    rows = reshape(op.outputs[1], stack([-1, columns]))
    width = gather(cast(given, dtypes.int64), size(given) - 1)
    count = shape(rows)[0]
    starts = find("range")(0, cast(count, dtypes.int64) * width, width)
    at = reshape(rows + cast(expand_dims(starts, -1), dtypes.int32), [-1])
    total = find("reduce_prod")(given)
    spread = scatter_nd(expand_dims(at, -1), reshape(grad, [-1]), [total])
    grads = [reshape(spread, given)]
    if len(op.inputs) > 1:
        grads.append(zeros([], dtypes.int32))
    return grads


@export("nn.top_k", "math.top_k")
def top_k(input: TensorLike, k: TensorLike = 1, sorted: bool = True, name: str | None = None) -> Any:
    """Finds the `k` largest elements of the last dimension.

    Args:
      input: a tensor.
      k: how many.
      sorted: the results are in falling order in any case.
      name: a name for the operation.

    Returns:
      `values` and their `indices`; of equal elements, the first comes first.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.top_k([3, 1, 2], 2).values)
    array([3, 2], dtype=int32)
    """
    return apply("TopKV2", name, input=input, k=k, sorted=sorted)


def _in_top(xp, predictions, targets, k):
    if predictions.ndim != 2:
        raise errors.invalid("predictions must be 2-dimensional")
    if targets.ndim != 1:
        raise errors.invalid("targets must be 1-dimensional")
    if predictions.shape[0] != targets.shape[0]:
        raise errors.invalid(
            f"First dimension of predictions {predictions.shape[0]} must match length of targets {targets.shape[0]}"
        )
    classes = predictions.shape[1]
    valid = (targets >= 0) & (targets < classes)
    at = xp.clip(targets, 0, max(classes - 1, 0))[:, None]
    own = xp.take_along_axis(xp.asarray(predictions), at, axis=1)
    better = (predictions > own).sum(axis=1)
    return valid & xp.isfinite(predictions).all(axis=1) & (better < k)


def _in_top_rule(c):
    predictions, targets = rule.with_rank(c.shape(0), 2), rule.with_rank(c.shape(1), 1)
    return [[rule.merge_dims(rule.dim(predictions, 0), rule.dim(targets, 0))]]


@op("InTopK", shape=_in_top_rule)
def _in_top_k(xp, predictions, targets, *, k):
    return _in_top(xp, predictions, targets, k)


@op("InTopKV2", shape=_in_top_rule)
def _in_top_k_v2(xp, predictions, targets, k):
    return _in_top(xp, predictions, targets, k)


no_gradient("InTopK", "InTopKV2")


@export("nn.in_top_k", "math.in_top_k")
def in_top_k(predictions: TensorLike, targets: TensorLike, k: TensorLike, name: str | None = None) -> Tensor:
    """Says for each row whether `targets[i]` is among the `k` largest of `predictions[i]`; ties count as inside.

    Args:
      predictions: [batch, classes], float32.
      targets: [batch], the class of each row; one that does not exist is not among the largest.
      k: how many of the largest count.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.in_top_k([[0.1, 0.6, 0.3], [0.8, 0.1, 0.1]], [2, 2], k=2))
    array([ True,  True])
    """
    with name_scope(name, "in_top_k"):
        return apply("InTopKV2", None, predictions=predictions, targets=targets, k=k)


def _nth_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 1)
    n, last = rule.dim_of_scalar(c, 1), rule.dim(given, -1)
    if n is not None and last is not None and last <= n:
        raise ValueError(f"Input must have last dimension > n = {n} but is {last}")
    return [given[:-1]]


@op("NthElement", shape=_nth_rule)
def _nth_element(xp, x, n, *, reverse):
    if not x.ndim:
        raise errors.invalid("Input must be >= 1-D, got shape []")
    extent = x.shape[-1]
    check(n >= 0, errors.InvalidArgumentError, lambda: f"Need n >= 0, got {int(n)}")
    check(n < extent, errors.InvalidArgumentError, lambda: "Input must have at least n+1 columns")
    ordered = xp.sort(x, axis=-1)
    return xp.take(ordered, (extent - 1 - n) if reverse else n, axis=-1, mode="clip")


@gradient("NthElement")
def _nth_element_grad(op, grad):
    found = expand_dims(op.outputs[0], -1)
    grad = expand_dims(grad, -1)
    chosen = find("cast")(apply("Equal", x=found, y=op.inputs[0]), grad.dtype.base_dtype)
    count = expand_dims(find("reduce_sum")(chosen, -1), -1)
    return [find("divide")(chosen, count) * grad, None]


@export("contrib.nn.nth_element")
def nth_element(input: TensorLike, n: TensorLike, reverse: bool = False, name: str | None = None) -> Tensor:
    """Finds the `n`-th smallest (or largest) element of the last dimension.

    Args:
      input: a tensor of rank 1 or more.
      n: a scalar, from 0 on.
      reverse: whether to count from the largest.
      name: a name for the operation.

    Raises:
      ValueError: `n` is known to be negative, or not below the size of the last dimension.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.nn.nth_element([[3, 1, 2], [9, 7, 8]], 1))
    array([2, 8], dtype=int32)
    """
    return apply("NthElement", name, input=input, n=n, reverse=reverse)


# -- sort -------------------------------------------------------------------------------------------------------------


@export("sort")
def sort(values: TensorLike, axis: AxisLike = -1, direction: str = "ASCENDING", name: str | None = None) -> Tensor:
    """Sorts a tensor along one dimension, "ASCENDING" or "DESCENDING".

    Args:
      values: a tensor of numbers.
      axis: the dimension along which to sort, a number that is known when the graph is built.
      direction: "ASCENDING" or "DESCENDING".
      name: a name for the operation.

    Raises:
      ValueError: if `axis` is not a constant, or for another direction.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sort([3, 1, 2]))
    array([1, 2, 3], dtype=int32)
    """
    with name_scope(name, "sort"):
        return _sort(values, axis, direction, False)


@export("argsort")
def argsort(
    values: Any, axis: AxisLike = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Tensor:
    """Returns the indices that sort a tensor along one dimension; equal elements keep their order.

    Args:
      values: a tensor of numbers.
      axis: the dimension; a constant.
      direction: "ASCENDING" or "DESCENDING".
      stable: equal elements keep their order in any case.
      name: a name for the operations.

    Raises:
      ValueError: if `axis` is not a constant, or for another direction.

    >>> import penstock as tf
    >>> tf.Session().run(tf.argsort([30, 10, 20]))
    array([1, 2, 0], dtype=int32)
    """
    with name_scope(name, "argsort"):
        return _sort(values, axis, direction, True)


def _sort(values: TensorLike, axis: AxisLike, direction: str, indices: bool) -> Tensor:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"{direction} should be one of ASCENDING, DESCENDING")
    axis = convert_to_tensor(axis, name="axis")
    known = constant_value(axis)
    if axis.shape.ndims != 0 or known is None:
        raise ValueError("axis must be a constant scalar")
    tensor = convert_to_tensor(values, name="values")
    if direction == "DESCENDING":
        return _sort_down(tensor, int(known), indices)
    made = _sort_down(-tensor, int(known), indices)
    return made if indices else -made


def _sort_down(values: Tensor, axis: int, indices: bool) -> Tensor:
    k = shape(values)[axis]
    count = rank(values)
    known = values.shape.ndims
    order: Any = None
    if axis != -1 and axis + 1 != known:
        if known is not None:
            axis %= known
            swapped = [*range(axis), known - 1, *range(axis + 1, known - 1), axis]
            order = constant(np.array(swapped), name="transposition")
        else:
            span = find("range")
            at: Any = axis if axis >= 0 else count + axis
            order = concat([span(at), [count - 1], span(at + 1, count - 1), [at]], 0)
        values = transpose(values, order)
    found = top_k(values, k)
    made = found[1] if indices else found[0]
    return made if order is None else transpose(made, order)


# -- search -----------------------------------------------------------------------------------------------------------


def _bound(xp, rows, values, side, out_type):
    if rows.shape[0] != values.shape[0]:
        raise errors.invalid("Leading dim_size of both tensors must match.")
    return arrays.search_sorted(xp, rows, values, side).astype(out_type.as_numpy_dtype)


@op("LowerBound", shape=rule.ranked(2, 2, out=rule.same_as(1)))
def _lower_bound(xp, rows, values, *, out_type):
    return _bound(xp, rows, values, "left", out_type)


@op("UpperBound", shape=rule.ranked(2, 2, out=rule.same_as(1)))
def _upper_bound(xp, rows, values, *, out_type):
    return _bound(xp, rows, values, "right", out_type)


no_gradient("LowerBound", "UpperBound")


@export("searchsorted")
def searchsorted(
    sorted_sequence: Any, values: Any, side: str = "left", out_type: DTypeLike = dtypes.int32, name: str | None = None
) -> Tensor:
    """Finds where `values` would be inserted into sorted sequences (the last dimension) to keep them sorted.

    Args:
      sorted_sequence: sorted along its last dimension.
      values: what to look for; the leading dimensions are those of `sorted_sequence`.
      side: "left" for the first possible place, "right" for the last.
      out_type: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.searchsorted([1, 3, 5], [3, 4], side="right"))
    array([2, 2], dtype=int32)
    """
    if side not in ("left", "right"):
        raise ValueError(f"side must be either 'right' or 'left'.  Saw: {side}.")
    length = shape(sorted_sequence)[-1]
    count = shape(values)[-1]
    rows = reshape(sorted_sequence, [-1, length])
    wanted = reshape(values, [-1, count])
    kind = "UpperBound" if side == "right" else "LowerBound"
    return reshape(apply(kind, name, sorted_inputs=rows, values=wanted, out_type=out_type), shape(values))
