"""Ragged tensors as arguments."""

from __future__ import annotations

from typing import Any

from penstock.graph.typing import DTypeLike
from penstock.ops.ragged.tensor import as_ragged_or_tensor, splits_type

__all__ = ["convert_to_tensor_or_ragged_tensor", "match_row_splits_dtypes"]


def convert_to_tensor_or_ragged_tensor(
    value: Any, dtype: DTypeLike | None = None, preferred_dtype: DTypeLike | None = None, name: str | None = None
) -> Any:
    """A ragged tensor as it is, the value of one as a constant, everything else as a tensor.

    Raises:
      ValueError: a ragged tensor is not of type `dtype`.
    """
    return as_ragged_or_tensor(value, dtype, name, preferred_dtype)


def match_row_splits_dtypes(*tensors: Any, **kwargs: Any) -> Any:
    """The tensors, if the splits of all ragged ones are of one type; that type too, in front, with `return_dtype=True`.

    Raises:
      ValueError: they are of both types, or there are other keyword arguments.
    """
    with_type = kwargs.pop("return_dtype", False)
    if kwargs:
        raise ValueError(f"Unexpected keyword args {kwargs!r}")
    found = splits_type(*tensors)
    return (found, tensors) if with_type else tensors
