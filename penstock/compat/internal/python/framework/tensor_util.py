"""Shapes as messages and as tensors."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.inference import constant_value_as_shape

__all__ = ["ShapeEquals", "TensorShapeProtoToList", "maybe_set_static_shape", "shape_tensor"]


def TensorShapeProtoToList(shape: Any) -> list[int]:  # noqa: N802
    """The sizes of a `TensorShapeProto`."""
    return [dim.size for dim in shape.dim]


def ShapeEquals(tensor_proto: Any, shape: Any) -> bool:  # noqa: N802
    """Whether a `TensorProto` has a shape.

    Raises:
      TypeError: the first is no `TensorProto`, or the second no shape.
    """
    from penstock import protos

    if not isinstance(tensor_proto, protos.TensorProto):
        raise TypeError("tensor_proto is not a tensor_pb2.TensorProto object")
    if isinstance(shape, protos.TensorShapeProto):
        shape = TensorShapeProtoToList(shape)
    elif not isinstance(shape, (list, tuple)):
        raise TypeError("shape is not a list or tuple")
    return TensorShapeProtoToList(tensor_proto.tensor_shape) == list(shape)


def shape_tensor(shape: Any) -> Any:
    """A shape as a tensor of int32 or int64: of int32 where it does not say."""
    dtype = None
    if isinstance(shape, (tuple, list)):
        dtype = None if shape else dtypes.int32
        shape = tuple(getattr(size, "value", size) for size in shape)
    return find("convert_to_tensor")(shape, dtype, name="shape")


def maybe_set_static_shape(tensor: Any, shape: Any) -> None:
    """In the body of a function, tells a tensor what is known of a shape that is a tensor itself."""
    building = find("get_default_graph")().building_function
    if building and not tensor.shape.is_fully_defined() and find("contrib.util.is_tensor")(shape):
        tensor.set_shape(constant_value_as_shape(shape_tensor(shape)))
