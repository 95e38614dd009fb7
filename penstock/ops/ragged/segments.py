"""Row splits as the numbers of rows, and back."""

from __future__ import annotations

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.ragged.construction import splits_of
from penstock.ops.ragged.kernels import SPLIT_TYPES


def int_tensor(value: TensorLike | None, name: str, dtype: DTypeLike) -> Tensor:
    """Whole numbers of any type as a tensor of type `dtype`.

    Raises:
      TypeError: they are not whole numbers.
    """
    tensor = convert_to_tensor(value, name=name, preferred_dtype=dtype)
    if not tensor.dtype.is_integer:
        raise TypeError(f"{name} must be an integer tensor; dtype={tensor.dtype!r}")
    return apply("Cast", x=tensor, DstT=dtype)


@export("ragged.row_splits_to_segment_ids")
def row_splits_to_segment_ids(splits: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
    """The number of the row that each value is in, for rows that begin and end at `splits`.

    Args:
      splits: 1-D, ascending: where rows begin, and at last where the last one ends.
      name: a name for the operation.
      out_type: the type of the result; that of `splits` by default.

    Raises:
      ValueError: `splits` is empty, or neither int32 nor int64.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5, 6])).tolist()
    [0, 0, 0, 2, 2, 3]
    """
    with name_scope(name, "RaggedSplitsToSegmentIds", [splits]):
        splits = convert_to_tensor(splits, name="splits", preferred_dtype=dtypes.int64)
        if splits.dtype not in SPLIT_TYPES:
            raise ValueError("splits must have dtype int32 or int64")
        splits.shape.assert_has_rank(1)
        if splits.shape.as_list() == [0]:
            raise ValueError("Invalid row_splits: []")
        out_type = splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        lengths = splits[1:] - splits[:-1]
        rows = tf.shape(splits, out_type=out_type)[-1] - 1
        return tf.repeat(tf.range(rows), lengths, axis=0)


@export("ragged.segment_ids_to_row_splits")
def segment_ids_to_row_splits(
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The splits of rows, given the number of the row that each value is in.

    Args:
      segment_ids: 1-D, ascending numbers of rows.
      num_segments: the number of rows; one more than the largest number by default.
      out_type: the type of the result; that of `segment_ids` by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2, 3])).tolist()
    [0, 3, 3, 5, 6]
    """
    if out_type is None:
        out_type = next((v.dtype for v in (segment_ids, num_segments) if isinstance(v, Tensor)), dtypes.int64)
    with name_scope(name, "SegmentIdsToRaggedSplits", [segment_ids]):
        ids = int_tensor(segment_ids, "segment_ids", dtypes.int32)
        ids.shape.assert_has_rank(1)
        if num_segments is not None:
            num_segments = int_tensor(num_segments, "num_segments", dtypes.int32)
            num_segments.shape.assert_has_rank(0)
        lengths = tf.bincount(ids, minlength=num_segments, maxlength=num_segments, dtype=dtypes.as_dtype(out_type))
        splits = splits_of(lengths)
        known = None if num_segments is None else constant_value(num_segments)
        if known is not None:
            splits.set_shape([int(known) + 1])
        return splits
