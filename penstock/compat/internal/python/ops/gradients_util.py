"""Which tensors can have gradients."""

from typing import Any

from penstock.graph import dtypes
from penstock.graph.operation import Tensor

__all__ = ["IsTrainable"]

_TYPES = frozenset(
    (
        dtypes.float16,
        dtypes.float32,
        dtypes.float64,
        dtypes.complex64,
        dtypes.complex128,
        dtypes.resource,
        dtypes.variant,
    )
)


def IsTrainable(tensor_or_dtype: Any) -> bool:  # noqa: N802
    """Whether a tensor, or tensors of a type, can have gradients."""
    dtype = tensor_or_dtype.dtype if isinstance(tensor_or_dtype, Tensor) else dtypes.as_dtype(tensor_or_dtype)
    return dtype.base_dtype in _TYPES
