"""What an estimator remembers of the tensors it was trained with: type, shape without the batch, dense or sparse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import penstock as tf
from penstock.graph.composite import SparseTensor
from penstock.graph.typing import NestedTensors


class _Fields(NamedTuple):
    dtype: Any
    shape: Any
    is_sparse: bool


class TensorSignature(_Fields):
    """Type, shape and kind of a tensor."""

    __slots__ = ()

    def __new__(cls, tensor: Any) -> TensorSignature:
        if isinstance(tensor, SparseTensor):
            return super().__new__(cls, tensor.values.dtype, None, True)
        return super().__new__(cls, tensor.dtype, tensor.get_shape(), False)

    def is_compatible_with(self, other: TensorSignature) -> bool:
        """Whether the types agree, and the shapes but for the size of the batch."""
        if self.is_sparse != other.is_sparse or not self.dtype.is_compatible_with(other.dtype):
            return False
        if self.is_sparse or self.shape.ndims is None or other.shape.ndims is None:
            return True
        if self.shape.ndims != other.shape.ndims:
            return False
        return bool(self.shape[1:].is_compatible_with(other.shape[1:])) if self.shape.ndims else True

    def get_placeholder(self) -> Any:
        """A placeholder for such a tensor."""
        if self.is_sparse:
            return tf.sparse_placeholder(dtype=self.dtype)
        return tf.placeholder(dtype=self.dtype, shape=[None, *self.shape[1:]])


def tensors_compatible(tensors: object, signatures: Any) -> bool:
    """Whether tensors, or a dictionary of them, are as before."""
    if tensors is None:
        return signatures is None
    if isinstance(tensors, dict):
        return isinstance(signatures, dict) and all(
            key in tensors and TensorSignature(tensors[key]).is_compatible_with(signature)
            for key, signature in signatures.items()
        )
    if signatures is None or isinstance(signatures, dict):
        return False
    return TensorSignature(tensors).is_compatible_with(signatures)


def _each(function: Callable[..., Any], values: Any) -> Any:
    if values is None:
        return None
    if isinstance(values, dict):
        return {key: function(value) for key, value in values.items()}
    return function(values)


def create_signatures(tensors: NestedTensors) -> Any:
    """Signatures in the structure of the tensors."""
    return _each(TensorSignature, tensors)


def create_placeholders_from_signatures(signatures: Any) -> Any:
    """Placeholders in the structure of the signatures."""
    return _each(TensorSignature.get_placeholder, signatures)
