"""Shapes as messages and as tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.inference import constant_value_as_shape

__all__ = [
    "ExtractBitsFromBFloat16",
    "ExtractBitsFromFloat16",
    "FastAppendBFloat16ArrayToTensorProto",
    "GetFromNumpyDTypeDict",
    "GetNumpyAppendFn",
    "ShapeEquals",
    "SlowAppendBFloat16ArrayToTensorProto",
    "SlowAppendFloat16ArrayToTensorProto",
    "TensorShapeProtoToList",
    "maybe_set_static_shape",
    "shape_tensor",
]


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


def ExtractBitsFromFloat16(x: Any) -> int:  # noqa: N802
    """The sixteen bits of a half, as a number."""
    return int(np.asarray(x, dtype=np.float16).view(np.uint16).item())


def ExtractBitsFromBFloat16(x: Any) -> int:  # noqa: N802
    """The sixteen bits of a bfloat16, as a number."""
    return int(np.asarray(x, dtype=dtypes.bfloat16.as_numpy_dtype).view(np.uint16).item())


def SlowAppendFloat16ArrayToTensorProto(tensor_proto: Any, proto_values: Iterable[Any]) -> None:  # noqa: N802
    """Adds halves to a `TensorProto`."""
    tensor_proto.half_val.extend([ExtractBitsFromFloat16(x) for x in proto_values])


def SlowAppendBFloat16ArrayToTensorProto(tensor_proto: Any, proto_values: Iterable[Any]) -> None:  # noqa: N802
    """Adds values of type bfloat16 to a `TensorProto`."""
    tensor_proto.half_val.extend([ExtractBitsFromBFloat16(x) for x in proto_values])


FastAppendBFloat16ArrayToTensorProto = SlowAppendBFloat16ArrayToTensorProto


def GetFromNumpyDTypeDict(dtype_dict: dict[Any, Any], dtype: Any) -> Any:  # noqa: N802
    """What a dictionary has under a type of NumPy, however that is written; None if nothing."""
    return next((value for key, value in dtype_dict.items() if key == dtype), None)


# Type of NumPy -> the field of a `TensorProto` that values of it stand in, and what they become there.
_FIELDS: dict[Any, tuple[str, Callable[[Any], Any]]] = {
    dtypes.bfloat16.as_numpy_dtype: ("half_val", ExtractBitsFromBFloat16),
    np.float16: ("half_val", ExtractBitsFromFloat16),
    np.float32: ("float_val", float),
    np.float64: ("double_val", float),
    **dict.fromkeys((np.int32, np.int16, np.int8, np.uint8, np.uint16), ("int_val", int)),
    np.int64: ("int64_val", int),
    np.uint32: ("uint32_val", int),
    np.uint64: ("uint64_val", int),
    np.bool_: ("bool_val", bool),
}


def GetNumpyAppendFn(dtype: Any) -> Callable[[Any, Any], None] | None:  # noqa: N802
    """The function that adds an array of a type of NumPy to a `TensorProto`; None if there is no field for it."""

    def strings(tensor_proto: Any, proto_values: Any) -> None:
        tensor_proto.string_val.extend([find("compat.as_bytes")(x) for x in proto_values.flatten().tolist()])

    def complexes(field: str) -> Callable[[Any, Any], None]:
        def append(tensor_proto: Any, proto_values: Any) -> None:
            parts = ((v.real, v.imag) for v in proto_values.flatten())
            getattr(tensor_proto, field).extend([float(part) for pair in parts for part in pair])

        return append

    dtype = np.dtype(dtype)
    if dtype.type in (np.bytes_, np.str_) or dtype == np.dtype(object):
        return strings
    if dtype in (np.dtype(np.complex64), np.dtype(np.complex128)):
        return complexes("scomplex_val" if dtype == np.dtype(np.complex64) else "dcomplex_val")
    found = GetFromNumpyDTypeDict(_FIELDS, dtype)
    if found is None:
        return None
    field, as_number = found

    def append(tensor_proto: Any, proto_values: Any) -> None:
        getattr(tensor_proto, field).extend([as_number(x) for x in np.asarray(proto_values).flatten()])

    return append
