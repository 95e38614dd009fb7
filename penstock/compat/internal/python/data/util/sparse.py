"""Structures that tell which elements of a dataset are sparse."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes, nest
from penstock.graph.composite import SparseTensor
from penstock.graph.tensor_shape import TensorShape

__all__ = ["any_sparse", "as_dense_shapes", "as_dense_types", "get_classes"]


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
