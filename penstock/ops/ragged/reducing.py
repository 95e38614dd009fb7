"""Sums, products, extremes and joined strings over dimensions, or over segments, of ragged tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock.graph import dtypes
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, NestedTensors, TensorLike
from penstock.ops.ragged.construction import count_rows, splits_of
from penstock.ops.ragged.gathering import ragged_range
from penstock.ops.ragged.tensor import RaggedTensor, as_ragged_or_tensor, positive_axis, splits_type

Aggregate = Callable[[Tensor, Tensor, Any], Tensor]


def _by_segment(aggregate: Aggregate, data: Any, segment_ids: Any, num_segments: Any) -> Any:
    """`aggregate` over all rows with one number; an aggregate of rows is as long as the longest of them."""
    if not (isinstance(data, RaggedTensor) or isinstance(segment_ids, RaggedTensor)):
        return aggregate(data, segment_ids, num_segments)
    splits_type(data, segment_ids)
    if segment_ids.dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError("segment_ids must have dtype int32 or int64.")
    if isinstance(segment_ids, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            raise ValueError(
                "segment_ids.shape must be a prefix of data.shape, but segment_ids is ragged and data is not."
            )
        text = "segment_ids.shape must be a prefix of data.shape"
        with control_dependencies([tf.assert_equal(segment_ids.row_splits, data.row_splits, message=text)]):
            return _by_segment(aggregate, data.values, tf.identity(segment_ids.values), num_segments)
    lengths = data.row_lengths()
    splits = splits_of(tf.maximum(tf.unsorted_segment_max(lengths, segment_ids, num_segments), 0))
    # Column j of a row goes to column j of the aggregate: each value gets the number of its place there.
    starts = tf.gather(splits, segment_ids)
    places = ragged_range(starts, starts + lengths, row_splits_dtype=lengths.dtype).values
    values = _by_segment(aggregate, data.values, places, splits[-1])
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def segment_function(kind: str) -> Callable:
    """The ragged form of `tf.unsorted_segment_<kind>`."""

    def aggregate(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> Any:
        with name_scope(name, f"RaggedSegment{kind.title()}"):
            data = as_ragged_or_tensor(data, name="data")
            segment_ids = as_ragged_or_tensor(segment_ids, name="segment_ids")
            if kind in ("mean", "sqrt_n"):
                total = _by_segment(tf.unsorted_segment_sum, data, segment_ids, num_segments)
                count = _by_segment(tf.unsorted_segment_sum, tf.ones_like(data), segment_ids, num_segments)
                return tf.divide(total, tf.sqrt(count) if kind == "sqrt_n" else count)
            return _by_segment(getattr(tf, f"unsorted_segment_{kind}"), data, segment_ids, num_segments)

    return aggregate


# -- over dimensions --------------------------------------------------------------------------------------------------


def _reduce(reduce: Callable, aggregate: Aggregate, ragged: TensorLike, axes: list[int]) -> Any:
    """Reduces dimensions, given in falling order: inner ones first, so that the numbers of outer ones stay."""
    for axis in axes:
        ragged = _reduce_one(reduce, aggregate, ragged, axis)
    return ragged


def _reduce_one(reduce: Callable, aggregate: Aggregate, ragged: TensorLike, axis: int) -> Any:
    if not isinstance(ragged, RaggedTensor):
        return reduce(ragged, axis)
    if axis > 1:
        return ragged.with_values(_reduce_one(reduce, aggregate, ragged.values, axis - 1))
    if axis == 1:
        return _by_segment(aggregate, ragged.values, ragged.value_rowids(), count_rows(ragged, ragged.row_splits.dtype))
    lengths = ragged.row_lengths()
    columns = ragged_range(lengths, row_splits_dtype=lengths.dtype).values
    return _by_segment(aggregate, ragged.values, columns, tf.maximum(tf.reduce_max(lengths), 0))


def _axes(axis: Any, ragged: RaggedTensor) -> list[int] | None:
    """The dimensions to reduce, in falling order; None for all."""
    if isinstance(axis, Tensor):
        axis = constant_value(axis)
        if axis is None:
            raise ValueError("axis must be known at graph construction time.")
    if axis is None:
        return None
    axes = np.asarray(axis).tolist()
    rank = ragged.shape.ndims
    return sorted((positive_axis(a, rank) for a in (axes if isinstance(axes, list) else [axes])), reverse=True)


def reduce_function(kind: str) -> Callable:
    """The ragged form of `tf.reduce_<kind>`."""

    def reduce_ragged(
        input_tensor: TensorLike,
        axis: AxisLike | None = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: AxisLike | None = None,
        keep_dims: bool | None = None,
    ) -> Any:
        axis = reduction_indices if axis is None else axis
        if keepdims or keep_dims:
            raise ValueError("keepdims=True is not supported for RaggedTensors.")
        with name_scope(name, f"RaggedReduce{kind.title()}"):
            return _reduced(kind, as_ragged_or_tensor(input_tensor, name="rt_input"), axis)

    return reduce_ragged


def _reduced(kind: str, ragged: RaggedTensor, axis: AxisLike | None) -> Any:
    axes = _axes(axis, ragged)
    if axes is None:
        return getattr(tf, f"reduce_{kind}")(ragged.flat_values)
    if kind == "mean":
        return tf.divide(_reduced("sum", ragged, axis), _reduced("sum", tf.ones_like(ragged), axis))
    if kind in ("all", "any"):
        return tf.cast(_reduced({"all": "prod", "any": "sum"}[kind], tf.cast(ragged, dtypes.int32), axis), dtypes.bool)
    return _reduce(getattr(tf, f"reduce_{kind}"), getattr(tf, f"unsorted_segment_{kind}"), ragged, axes)


def reduce_join(
    inputs: NestedTensors,
    axis: Any = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: int | None = None,
    keepdims: bool | None = None,
) -> Any:
    """As `tf.strings.reduce_join`, of ragged strings."""
    axis = reduction_indices if axis is None else axis
    if keepdims or keep_dims:
        raise ValueError("keepdims=True is not supported for RaggedTensors.")
    with name_scope(name, "RaggedSegmentJoin"):
        ragged = as_ragged_or_tensor(inputs)
        axes = _axes(axis, ragged)
        if axes is None:
            return tf.reduce_join(ragged.flat_values, separator=separator)

        def join(dense: Tensor, axis: int) -> Tensor:
            return tf.reduce_join(dense, axis, separator=separator)

        def by_segment(data: Tensor, ids: Tensor, count: TensorLike) -> Tensor:
            return tf.strings.unsorted_segment_join(data, ids, count, separator)

        return _reduce(join, by_segment, ragged, axes)
