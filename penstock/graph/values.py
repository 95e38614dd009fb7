"""Python values to NumPy arrays: the rules of `tf.constant` about types and shapes.

Arrays made here are in storage form: strings are object arrays of `bytes`, quantized types are plain integers.
Depends on `dtypes` only; messages are in `tensor_proto`.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterable
from typing import Any

import ml_dtypes
import numpy as np

from penstock.graph import dtypes
from penstock.graph.dtypes import DType
from penstock.graph.typing import DTypeLike, ShapeLike

# A message of a few bytes may claim any shape. Beyond this many bytes its last value is not repeated to fill it: also
# the limit of protobuf, so all that could have been written value by value can still be written as one value.
SPLAT_LIMIT = 1 << 31

_INT32_MIN, _INT32_MAX = -(1 << 31), (1 << 31) - 1
_FLOAT32_SAFE = 3.4e38  # below the largest float32: no overflow to warn about

# Which Python types may be given for which kind of tensor. `bool` counts as an integer, as in Python.
_TEXT = (str, bytes)
_REALS = (numbers.Real, np.integer, np.floating, ml_dtypes.bfloat16)


# --- Python values to arrays ------------------------------------------------------------------------------------------


def to_numpy(
    values: object, dtype: DTypeLike | None = None, shape: ShapeLike | None = None, *, copy: bool = False
) -> np.ndarray:
    """Converts a value to an array by the rules of `tf.constant`.

    Python ints become int32 (int64 if they do not fit), floats float32, complex numbers complex128, text bytes
    in UTF-8; NumPy values keep their type.

    Args:
        values: a scalar, (nested) lists or tuples, or anything that NumPy takes as an array.
        dtype: the type of the result, in any form that `tf.as_dtype` takes.
        shape: the shape of the result; the last value is repeated if there are too few.
        copy: whether the result must not share memory with `values`.

    Returns:
        An array in storage form.

    Raises:
        TypeError: a value does not fit the type, or has none.
        ValueError: `values` is None, ragged, or has more elements than `shape`.

    >>> from penstock.graph.values import to_numpy
    >>> to_numpy([1, 2], shape=[4])
    array([1, 2, 2, 2], dtype=int32)
    """
    array = convert(values, None if dtype is None else dtypes.as_dtype(dtype), shape)[0]
    if shape is not None:
        dims = dims_of(shape)
        check_room(array, dims)
        array = fill(array, dims)
    if copy and _is_array_like(values) and np.may_share_memory(array, np.asarray(values)):
        array = array.copy()
    return array


def convert(values: object, dtype: DType | None, shape: Any) -> tuple[np.ndarray, DType]:
    """The array of the given values, not yet filled up to `shape`, and its type."""
    if dtype is None:
        array = _scalar(values)
        if array is not None and shape is None:
            return array, dtypes.as_dtype(array.dtype)
    with np.errstate(all="ignore"):
        if isinstance(values, range):  # in Python 2, the Python of most 1.x programs, it was a list
            values = list(values)
        if _is_array_like(values):
            array, found = _from_array(np.asarray(values), dtype)
        elif values is None:
            raise ValueError("None values not supported.")
        elif shape is not None and 0 in (dims := dims_of(shape)):
            found = dtype.base_dtype if dtype is not None and dtype.is_numpy_compatible else dtypes.float32
            array = np.zeros(dims, found.storage)
        else:
            array, found = _from_python(values, dtype)
    if dtype is not None and dtype.base_dtype is not found:
        raise TypeError(f"Incompatible types: {dtype} vs. {array.dtype}. Value is {values}")
    return array, found


def _scalar(value: Any) -> np.ndarray | None:
    """The array of the most frequent values, plain Python scalars; None for all others."""
    kind = type(value)
    if kind is float:
        return np.array(value, np.float32) if -_FLOAT32_SAFE < value < _FLOAT32_SAFE else None
    if kind is int:
        return np.array(value, np.int32) if _INT32_MIN <= value <= _INT32_MAX else None
    if kind is bool:
        return np.array(value)
    if kind is str or kind is bytes:
        return object_array([as_bytes(value)], ())
    return None


def _is_array_like(value: Any) -> bool:
    if isinstance(value, (np.ndarray, np.generic)):
        return True
    if isinstance(value, (int, float, complex, str, bytes, list, tuple)) or _is_tensor_type(type(value)):
        return False
    if callable(getattr(value, "__array__", None)) or isinstance(getattr(value, "__array_interface__", None), dict):
        return True
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


def _is_tensor_type(kind: type) -> bool:
    # By what a tensor has, since the module of `Tensor` stands above this one.
    return hasattr(kind, "value_index")


def _from_array(array: np.ndarray, dtype: DType | None) -> tuple[np.ndarray, DType]:
    found = dtypes.as_dtype(array.dtype)
    if dtype is not None and dtype.is_numpy_compatible and dtype.base_dtype is not found:
        found = dtype.base_dtype
        if found is dtypes.string:
            array = array.astype(object)
    if found is dtypes.string:
        return object_array([as_bytes(item) for item in array.ravel().tolist()], array.shape), found
    if array.dtype.names is not None:  # the structured types that mark quantized arrays for the user
        array = array[array.dtype.names[0]]
    return array.astype(found.storage, copy=False), found  # also makes the byte order native


def _from_python(values: object, dtype: DType | None) -> tuple[np.ndarray, DType]:
    _check_types(values, dtype)
    if dtype is not None and dtype.base_dtype is dtypes.string or dtype is None and isinstance(_first(values), _TEXT):
        return _strings(values), dtypes.string

    known = dtype is not None and dtype.is_numpy_compatible
    wanted = np.dtype(dtype.as_numpy_dtype) if known and dtype else None
    try:
        array = _to_array(values, wanted)
    except ValueError:
        _check_dense(values, _regular_dims(values))
        raise
    if dtype is not None and dtype.is_quantized:  # each value came as a tuple of one number
        return array.view(dtype.storage), dtype.base_dtype
    _check_dense(values, list(array.shape))

    if array.dtype.kind in "OUS":
        raise _no_common_type(values)
    if dtype is None:
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        elif array.dtype == np.int64:
            small = array.astype(np.int32)
            if np.array_equal(small, array):
                array = small
    return array, dtypes.as_dtype(array.dtype)


def _to_array(values: object, wanted: np.dtype | None) -> np.ndarray:
    try:
        return np.array(values, dtype=wanted)
    except OverflowError:
        # `tf.constant(-1, tf.uint8)` is 255: the NumPy of 1.x wrapped around, today's does not.
        array = np.array(values)
        if array.dtype.kind not in "iu":
            raise
        return array.astype(wanted)


def _strings(values: Any) -> np.ndarray:
    dims = _regular_dims(values)
    _check_dense(values, dims)
    leaves = [values]
    for _ in dims:
        leaves = [item for inner in leaves for item in inner]
    try:
        return object_array([as_bytes(leaf) for leaf in leaves], tuple(dims))
    except TypeError:
        raise _no_common_type(values) from None


def object_array(items: list[Any], shape: tuple[int, ...]) -> np.ndarray:
    array = np.empty(len(items), object)
    array[:] = items
    return array.reshape(shape)


def as_bytes(value: object) -> bytes:
    if isinstance(value, bytes):
        return value if type(value) is bytes else bytes(value)
    if isinstance(value, str):
        return value.encode("utf-8")
    raise TypeError(f"Expected binary or unicode string, got {value!r}")


def _no_common_type(values: object) -> TypeError:
    return TypeError(
        f"Failed to convert object of type {type(values)} to Tensor. Contents: {values}. "
        "Consider casting elements to a supported type."
    )


# --- Checks -----------------------------------------------------------------------------------------------------------


def _check_types(values: object, dtype: DType | None) -> None:
    """Raises TypeError for the first value that may not stand for an element of type `dtype`."""
    if dtype is None or not dtype.is_numpy_compatible:
        for _ in _mismatches(values, lambda kind: not _is_tensor_type(kind)):
            raise TypeError("List of Tensors when single Tensor expected")
        return
    if dtype.is_quantized:
        bad = _quantized_mismatches(values)
    else:
        bad = _mismatches(values, _ALLOWED[_kind(dtype)])
    for leaf in bad:
        shown = leaf.item() if isinstance(leaf, np.generic) else leaf  # as NumPy 1 printed it: True, not np.True_
        raise TypeError(f"Expected {dtype.name}, got {shown!r} of type '{type(leaf).__name__}' instead.")


def _kind(dtype: DType) -> str:
    return dtype.storage.kind if dtype.base_dtype is not dtypes.bfloat16 else "f"


def _is_integer_type(kind: type) -> bool:
    # `Dimension` is known by its __index__; arrays have one too, for the sake of those with one element.
    return issubclass(kind, (numbers.Integral, np.integer)) or (
        hasattr(kind, "__index__") and not issubclass(kind, (np.ndarray, np.generic)) and not _is_tensor_type(kind)
    )


_ALLOWED: dict[str, Callable[[type], bool]] = {
    "b": lambda kind: issubclass(kind, bool),
    "i": _is_integer_type,
    "u": _is_integer_type,
    "f": lambda kind: issubclass(kind, _REALS),
    "c": lambda kind: issubclass(kind, (numbers.Complex, np.number, ml_dtypes.bfloat16)),
    "O": lambda kind: issubclass(kind, _TEXT),
}


def _mismatches(values: object, allowed: Callable[[type], bool]) -> Iterable[Any]:
    """The leaves whose type is not allowed, in order. Looks at each type once per list: lists are long, types few."""
    if not isinstance(values, (list, tuple)):
        if not allowed(type(values)):
            yield values
        return
    kinds = set(map(type, values))
    nested = {kind for kind in kinds if issubclass(kind, (list, tuple))}
    if nested or not all(map(allowed, kinds)):
        for inner in values:
            yield from _mismatches(inner, allowed)


def _quantized_mismatches(values: object) -> Iterable[Any]:
    if isinstance(values, tuple):
        yield from _mismatches(values, _is_integer_type)
    elif isinstance(values, list):
        for inner in values:
            yield from _quantized_mismatches(inner)
    else:
        yield values


def _first(values: object) -> Any:
    while isinstance(values, (list, tuple)) and values:
        values = values[0]
    return values


def _dense_dims(values: object) -> list[int]:
    """The shape that the first elements of nested lists suggest."""
    dims = []
    while isinstance(values, (list, tuple)):
        dims.append(len(values))
        if not values:
            break
        values = values[0]
    return dims


def _regular_dims(values: Any) -> list[int]:
    """The shape of nested lists as far down as all of a level have one length."""
    dims: list[int] = []
    level = [values]
    while level and all(isinstance(item, (list, tuple)) for item in level):
        lengths = {len(item) for item in level}
        if len(lengths) > 1:
            break
        dims.append(lengths.pop())
        level = [inner for item in level for inner in item]
    if any(isinstance(item, (list, tuple)) for item in level) and len(dims) == len(_dense_dims(values)):
        dims.pop()  # ['a', ['b']]: the first is a leaf, others are not; say so by a shape that cannot be right
    return dims


def _check_dense(values: object, got: list[int]) -> None:
    wanted = _dense_dims(values)
    if got != wanted:
        raise ValueError(f"Argument must be a dense tensor: {values} - got shape {got}, but wanted {wanted}.") from None


def dims_of(shape: Any) -> tuple[int, ...]:
    return tuple(int(dim) for dim in shape)


def check_room(array: np.ndarray, dims: tuple[int, ...]) -> None:
    if array.size > math.prod(dims):
        raise ValueError(f"Too many elements provided. Needed at most {math.prod(dims)}, but received {array.size}")


def fill(array: np.ndarray, dims: tuple[int, ...]) -> np.ndarray:
    """The array in the shape `dims`, its last value repeated as often as needed; zeros or b"" if it has none."""
    if any(dim < 0 for dim in dims):
        raise ValueError(f"Shape {list(dims)} has an unknown or negative dimension.")
    size = math.prod(dims)
    if array.size == size:
        return array.reshape(dims)
    if array.size > size:
        raise ValueError(f"Shape {list(dims)} holds {size} elements, but there are {array.size} values.")
    if size * array.itemsize > SPLAT_LIMIT:
        raise ValueError(
            f"Shape {list(dims)} of type {array.dtype} takes {size * array.itemsize} bytes, but there are only "
            f"{array.size} values: a value is not repeated beyond {SPLAT_LIMIT} bytes."
        )
    empty: Any = b"" if array.dtype == object else 0
    if not array.size:
        return np.zeros(dims, array.dtype) if empty == 0 else np.full(dims, empty, object)
    full = np.empty(size, array.dtype)
    full[: array.size] = array.ravel()
    full[array.size :] = full[array.size - 1]
    return full.reshape(dims)
