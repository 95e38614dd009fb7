"""Ragged tensors made of others, and others made of them."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.ragged.tensor import RaggedTensor, is_ragged

__all__ = ["from_tensor", "ragged_to_dense", "to_sparse", "to_tensor"]


def from_tensor(
    tensor: Any,
    lengths: Any = None,
    padding: Any = None,
    ragged_rank: int = 1,
    row_splits_dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Any:
    """A ragged tensor of a tensor, as `RaggedTensor.from_tensor`; a ragged tensor stays what it is."""
    if is_ragged(tensor):
        return tensor
    return RaggedTensor.from_tensor(tensor, lengths, padding, ragged_rank, name, row_splits_dtype)


def to_tensor(rt_input: Any, default_value: Any = None, name: str | None = None) -> Any:
    """A ragged tensor with its rows filled up, as `RaggedTensor.to_tensor`; a tensor stays what it is."""
    return rt_input.to_tensor(default_value, name) if is_ragged(rt_input) else rt_input


def to_sparse(rt_input: Any, name: str | None = None) -> Any:
    """The sparse tensor of a ragged one."""
    return rt_input.to_sparse(name)


def ragged_to_dense(rt_input: Any, default_value: TensorLike | None = None, shape: Any = None) -> Any:
    """A ragged tensor with its rows filled up or cut off to a shape.

    Args:
      rt_input: the ragged tensor.
      default_value: what rows are filled up with, 0 by default.
      shape: the shape, with None or -1 for what is needed.
    """
    values, splits = rt_input.flat_values, rt_input.nested_row_splits
    kind = splits[0].dtype
    if shape is None:
        shape = find("constant")(-1, kind)
    elif isinstance(shape, (list, tuple, TensorShape)):
        sizes = TensorShape(shape).as_list() if isinstance(shape, TensorShape) else list(shape)
        shape = find("constant")([-1 if size is None else int(size) for size in sizes], kind)
    return apply(
        "RaggedTensorToTensor",
        shape=find("cast")(shape, kind),
        values=values,
        default_value=find("zeros")([], values.dtype) if default_value is None else default_value,
        row_partition_tensors=list(splits),
        row_partition_types=["ROW_SPLITS"] * len(splits),
    )
