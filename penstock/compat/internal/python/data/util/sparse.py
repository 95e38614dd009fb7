"""Structures that tell which elements of a dataset are sparse."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.compat.internal.python.data.util import nest
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike

__all__ = [
    "any_sparse",
    "as_dense_shapes",
    "as_dense_types",
    "deserialize_sparse_tensors",
    "get_classes",
    "serialize_many_sparse_tensors",
    "serialize_sparse_tensors",
]


def any_sparse(classes: Any) -> bool:
    """Whether one of the classes is `SparseTensor`."""
    return any(cls is SparseTensor for cls in nest.flatten(classes))


def as_dense_shapes(shapes: Any, classes: Any) -> Any:
    """The shapes, unknown where an element is sparse."""
    flat = zip(nest.flatten(shapes), nest.flatten(classes))
    return nest.pack_sequence_as(shapes, [TensorShape(None) if cls is SparseTensor else shape for shape, cls in flat])


def as_dense_types(types: Any, classes: Any) -> Any:
    """The types, `tf.variant` where an element is sparse."""
    flat = zip(nest.flatten(types), nest.flatten(classes))
    return nest.pack_sequence_as(types, [dtypes.variant if cls is SparseTensor else kind for kind, cls in flat])


def get_classes(tensors: Any) -> Any:
    """`SparseTensor` or `Tensor` for each element of a structure."""
    flat = [SparseTensor if isinstance(t, SparseTensor) else find("Tensor") for t in nest.flatten(tensors)]
    return nest.pack_sequence_as(tensors, flat)


def deserialize_sparse_tensors(tensors: Any, types: Any, shapes: Any, classes: Any) -> Any:
    """The structure, with vectors of three variants replaced by the sparse tensors that they are."""
    parts = zip(*(nest.flatten(one) for one in (tensors, types, shapes, classes)))
    made = [
        _deserialized(tensor, dtype, shape) if cls is SparseTensor else tensor for tensor, dtype, shape, cls in parts
    ]
    return nest.pack_sequence_as(types, made)


def _deserialized(tensor: object, dtype: DTypeLike, shape: Any) -> SparseTensor:
    indices, values, dense_shape = apply("DeserializeSparse", serialized_sparse=tensor, dtype=dtype)
    indices.set_shape([None, shape.ndims])
    dense_shape.set_shape([shape.ndims])
    return SparseTensor(indices, values, dense_shape)


def _is_sparse(value: object) -> bool:
    return isinstance(value, (SparseTensor, find("SparseTensorValue")))


def serialize_sparse_tensors(tensors: Any) -> Any:
    """The structure, with sparse tensors replaced by vectors of three variants."""
    make = find("io.serialize_sparse")
    flat = [
        make(one, out_type=dtypes.variant) if isinstance(one, SparseTensor) else one for one in nest.flatten(tensors)
    ]
    return nest.pack_sequence_as(tensors, flat)


def serialize_many_sparse_tensors(tensors: Any) -> Any:
    """The structure, with sparse tensors replaced by matrices of variants, a row for each of their rows."""
    make = find("io.serialize_many_sparse")
    flat = [make(one, out_type=dtypes.variant) if _is_sparse(one) else one for one in nest.flatten(tensors)]
    return nest.pack_sequence_as(tensors, flat)
