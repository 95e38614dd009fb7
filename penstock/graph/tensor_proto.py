"""NumPy arrays ⇄ `TensorProto`, byte for byte as 1.15 wrote them.

Arrays are in storage form (see `values`, which has the rules for Python values). Protobuf is loaded on first use.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.dtypes import DType
from penstock.graph.typing import DTypeLike
from penstock.graph.values import check_room, convert, dims_of, fill, object_array, to_numpy

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

__all__ = ["make_ndarray", "make_tensor_proto", "make_user_ndarray", "to_numpy"]

# Type → the field of a TensorProto with its values one by one.
_FIELDS = {
    **dict.fromkeys(("float16", "bfloat16"), "half_val"),
    "float32": "float_val",
    "float64": "double_val",
    **dict.fromkeys(("int8", "int16", "int32", "uint8", "uint16"), "int_val"),
    **dict.fromkeys(("qint8", "qint16", "qint32", "quint8", "quint16"), "int_val"),
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "string": "string_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
}
# Types whose values 1.15 writes as raw bytes if there are several. (2.x added the half-precision types.)
_RAW = frozenset(_FIELDS) - {"float16", "bfloat16", "uint16", "bool", "string", "complex64", "complex128"}
# The NumPy type of what the field holds, where it is not that of the tensor: bit patterns, parts of complex numbers,
# and int32 for all narrower integers.
_ITEM = {"half_val": np.uint16, "scomplex_val": np.float32, "dcomplex_val": np.float64}
_READ = {**_ITEM, "half_val": np.int32, "int_val": np.int32}


@export("make_tensor_proto", "contrib.util.make_tensor_proto")
def make_tensor_proto(
    values: object,
    dtype: DTypeLike | None = None,
    shape: Sequence[int] | None = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """Makes a `TensorProto` of a value, byte for byte as TensorFlow 1.15 does.

    Args:
        values: what `tf.constant` takes, or a `TensorProto`, which is returned as it is.
        dtype: the type of the elements; found from `values` by default.
        shape: the shape; that of `values` by default. If it has more elements, the last one stands for the rest.
        verify_shape: whether `values` must have exactly this shape.
        allow_broadcast: whether `values` must have one element, or as many as `shape`.

    Returns:
        A `TensorProto`.

    Raises:
        TypeError: a value does not fit the type, or `values` the shape where it must.
        ValueError: `values` is None, ragged, too many for `shape`, or larger than 2 GB.

    >>> import penstock as tf
    >>> tf.make_ndarray(tf.make_tensor_proto([1.0, 2.0])).tolist()
    [1.0, 2.0]
    """
    if allow_broadcast and verify_shape:
        raise ValueError("allow_broadcast and verify_shape are not both allowed.")
    if isinstance(values, protos.TensorProto):
        return values
    array, found = convert(values, None if dtype is None else dtypes.as_dtype(dtype), shape)

    dims = array.shape if shape is None else dims_of(shape)
    size = math.prod(dims)
    if allow_broadcast:
        fits = array.shape in ((), (1,)) or array.size == size
    else:
        fits = not verify_shape or array.shape == dims
    if shape is not None and not fits:
        raise TypeError(f"Expected Tensor's shape: {dims}, got {array.shape}.")
    if shape is not None and not allow_broadcast:
        check_room(array, dims)

    proto = protos.TensorProto(dtype=found.as_datatype_enum)
    proto.tensor_shape.SetInParent()
    for dim in dims:
        proto.tensor_shape.dim.add(size=dim)

    if array.size == size > 1 and found.name in _RAW:
        if array.nbytes >= 1 << 31:
            raise ValueError("Cannot create a tensor proto whose content is larger than 2GB.")
        proto.tensor_content = array.tobytes()
        return proto
    field = _FIELDS[found.name]
    flat = array.ravel()
    getattr(proto, field).extend((flat.view(_ITEM[field]) if field in _ITEM else flat).tolist())
    return proto


def make_ndarray(tensor: Any) -> np.ndarray:
    """Makes an array, in storage form, of a `TensorProto`.

    Sizes are checked before memory is taken, so messages from strangers are safe to give.

    Args:
        tensor: a `TensorProto`.

    Returns:
        A new, writable array; zeros if the message has a shape but no values.

    Raises:
        TypeError: arrays cannot hold the type (resources, variants).
        ValueError: the shape and the values do not fit each other, or repeating the last value takes more than 2 GiB.
    """
    if tensor.tensor_shape.unknown_rank:
        raise ValueError("A TensorProto must have a shape of known rank.")
    dims = tuple(dim.size for dim in tensor.tensor_shape.dim)
    dtype = dtypes.as_dtype(tensor.dtype).base_dtype
    field = _FIELDS.get(dtype.name)
    if field is None:
        raise TypeError(f"Unsupported tensor type: {tensor.dtype}")
    if any(dim < 0 for dim in dims):
        raise ValueError(f"Shape {list(dims)} has an unknown or negative dimension.")
    if tensor.tensor_content:
        return _from_content(tensor.tensor_content, dtype, dims)

    values = getattr(tensor, field)
    if dtype is dtypes.string:
        return fill(object_array(list(values), (len(values),)), dims)
    array = np.fromiter(values, _READ.get(field, dtype.storage), len(values))
    if field == "half_val":
        array = array.astype(np.uint16).view(dtype.storage)
    elif dtype.is_complex:
        array = array[: len(array) // 2 * 2].view(dtype.storage)
    return fill(array.astype(dtype.storage, copy=False), dims)


def _from_content(content: bytes, dtype: DType, dims: tuple[int, ...]) -> np.ndarray:
    size = math.prod(dims)
    if dtype is dtypes.string:
        return object_array(_decode_strings(content, size), dims)
    needed = size * dtype.storage.itemsize
    if len(content) != needed:
        raise ValueError(
            f"A tensor of type {dtype.name} and shape {list(dims)} has {needed} bytes, "
            f"but tensor_content has {len(content)}."
        )
    if dtype is dtypes.bool:
        return np.frombuffer(content, np.uint8).reshape(dims) != 0
    return np.frombuffer(content, dtype.storage).reshape(dims).copy()


def _decode_strings(content: bytes, count: int) -> list[bytes]:
    """Reads what the C++ runtime writes for many strings: all lengths as varints, then all bytes."""
    if count > len(content):
        raise ValueError(f"tensor_content of {len(content)} bytes cannot hold {count} strings.")
    lengths, at = [], 0
    for _ in range(count):
        length = shift = 0
        while True:
            if at >= len(content) or shift > 28:
                raise ValueError("tensor_content ends within the lengths of its strings.")
            byte = content[at]
            at += 1
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        lengths.append(length)
    if at + sum(lengths) != len(content):
        raise ValueError(f"tensor_content has {len(content) - at} bytes for strings of {sum(lengths)}.")
    strings = []
    for length in lengths:
        strings.append(content[at : at + length])
        at += length
    return strings


@export("make_ndarray", "contrib.util.make_ndarray")
def make_user_ndarray(tensor: Tensor) -> np.ndarray:
    """Makes an array of a `TensorProto`.

    Args:
        tensor: a `TensorProto`.

    Returns:
        A new array. Strings are `bytes` objects; quantized values have NumPy's structured type `[("qint8", "i1")]`.

    Raises:
        TypeError: arrays cannot hold the type.
        ValueError: the shape and the values do not fit each other.

    >>> import penstock as tf
    >>> tf.make_ndarray(tf.make_tensor_proto(7, shape=[2])).tolist()
    [7, 7]
    """
    array = make_ndarray(tensor)
    dtype = dtypes.as_dtype(tensor.dtype)
    return array.view(dtype.as_numpy_dtype) if dtype.is_quantized else array
