"""How shapes become tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock.graph import convert, dtypes
from penstock.graph.typing import DTypeLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

__all__ = [
    "_tensor_shape_tensor_conversion_function",
    "is_constant",
]


def _tensor_shape_tensor_conversion_function(
    s: Any, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    """A fully known shape as a vector of integers.

    Raises:
      ValueError: it is not fully known.
      TypeError: `dtype` is no type of shapes.
    """
    if not s.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape to a Tensor: {s}")
    dims = s.as_list()
    if dtype is None:
        dtype = dtypes.int64 if any(d >= 2**31 for d in dims) else dtypes.int32
    elif dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(f"Cannot convert a TensorShape to dtype: {dtype}")
    return convert.constant(dims, dtype=dtype, name=name or "shape_as_tensor")


def is_constant(tensor_or_op: Any) -> bool:
    """Whether an operation, or that of a tensor, is a constant."""
    return getattr(tensor_or_op, "op", tensor_or_op).type == "Const"
