"""Turning Python values into tensors: `convert_to_tensor`, its registry, and `constant`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, opdef, stack
from penstock.graph import values as arrays
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.extension_points import implementation
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


# priority → [(type, function)], in order of registration; lower priorities are asked first
_registered: dict[int, list[tuple[Any, Callable]]] = {}
_by_type: dict[type, list[tuple[type, Callable]]] = {}


@export("register_tensor_conversion_function")
def register_tensor_conversion_function(base_type: Any, conversion_func: Callable, priority: int = 100) -> None:
    """Registers a function that converts objects of `base_type` to tensors.

    Args:
      base_type: a type or tuple of types.
      conversion_func: `f(value, dtype=None, name=None, as_ref=False)`; returns a Tensor or NotImplemented.
      priority: functions with smaller numbers are asked first.

    Raises:
      TypeError: if the arguments are of the wrong type, or the type is that of Python's or NumPy's numbers.

    >>> import penstock as tf
    >>> class Celsius:
    ...     def __init__(self, degrees):
    ...         self.degrees = degrees
    >>> def as_kelvin(value, dtype=None, name=None, as_ref=False):
    ...     return tf.constant(value.degrees + 273.0, dtype, name=name)
    >>> tf.register_tensor_conversion_function(Celsius, as_kelvin)
    >>> tf.Session().run(tf.add(Celsius(20.0), 1.0))
    np.float32(294.0)
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(t, type) for t in types):
        raise TypeError("base_type must be a type or a tuple of types.")
    if any(issubclass(t, (int, float, np.generic, np.ndarray)) for t in types):
        raise TypeError("Cannot register conversions for Python numeric types and NumPy scalars and arrays.")
    if not callable(conversion_func):
        raise TypeError("conversion_func must be callable.")
    _registered.setdefault(priority, []).append((base_type, conversion_func))
    _by_type.clear()


def _functions_for(kind: type) -> list[tuple[Any, Callable]]:
    found = _by_type.get(kind)
    if found is None:
        found = [
            (base, function)
            for priority in sorted(_registered)
            for base, function in _registered[priority]
            if issubclass(kind, base)
        ]
        _by_type[kind] = found
    return found


@export("convert_to_tensor")
def convert_to_tensor(
    value: object,
    dtype: Any = None,
    name: str | None = None,
    preferred_dtype: DTypeLike | None = None,
    dtype_hint: DTypeLike | None = None,
    as_ref: bool = False,
) -> Tensor:
    """Converts `value` (a tensor, NumPy array, Python number, nested list, ...) to a `Tensor`.

    Args:
      value: the value.
      dtype: the type of the result; inferred if None.
      name: the name of the operation that is made, if one is.
      preferred_dtype: the type to use if `dtype` is None and the conversion is possible.

    Raises:
      TypeError: if there is no conversion to `dtype`.
      RuntimeError: if a registered conversion returns something wrong.
      ValueError: if `value` is a tensor of another type.

    >>> import penstock as tf
    >>> tf.convert_to_tensor([1, 2, 3]).dtype
    tf.int32
    """
    if isinstance(value, Tensor):
        if dtype is not None:
            wanted = dtypes.as_dtype(dtype)
            if not wanted.is_compatible_with(value.dtype):
                raise ValueError(
                    f"Tensor conversion requested dtype {wanted.name} for Tensor with dtype {value.dtype.name}: {value!s}"
                )
        return _into_current(value)
    if dtype is not None:
        dtype = dtypes.as_dtype(dtype)
    hint = dtype_hint if preferred_dtype is None else preferred_dtype
    if hint is not None:
        hint = dtypes.as_dtype(hint)
    for base, function in _functions_for(type(value)):
        result: Any = None
        if dtype is None and hint is not None:
            try:
                result = function(value, dtype=hint, name=name, as_ref=as_ref)
            except (TypeError, ValueError):
                result = NotImplemented
            if result is not NotImplemented and result is not None and not result.dtype.is_compatible_with(hint):
                raise TypeError(
                    f"convert_to_tensor did not convert to the preferred dtype: {result.dtype.name} vs {hint.name} "
                )
            if result is NotImplemented:
                result = None
        if result is None:
            result = function(value, dtype=dtype, name=name, as_ref=as_ref)
        if result is NotImplemented:
            continue
        if not isinstance(result, Tensor):
            raise RuntimeError(
                f"{_prefix(name)}Conversion function {function} for type {base} returned non-Tensor: {result}"
            )
        if dtype is not None and not dtype.is_compatible_with(result.dtype):
            raise RuntimeError(
                f"{_prefix(name)}Conversion function {function} for type {base} returned incompatible dtype: requested "
                f"= {dtype.base_dtype.name}, actual = {result.dtype.name}"
            )
        return result
    raise TypeError(
        f"{_prefix(name)}Cannot convert {value} with type {type(value)} to Tensor: no conversion function registered."
    )


internal_convert_to_tensor = convert_to_tensor


def _prefix(name: str | None) -> str:
    return f"Error converting {name}: " if name else ""


def _into_current(tensor: Tensor, op_def: Any = None) -> Tensor:
    """Inside of a function body, tensors from around it become captured inputs of the body; `op_def` says for what."""
    graph = stack.current_graph()
    if graph.building_function and tensor.graph is not graph:
        return graph.capture(tensor) if op_def is None else graph._from_other_graph(tensor, op_def)
    return tensor


def convert_n_to_tensor(
    values: Sequence[Any],
    dtype: DTypeLike | None = None,
    name: str | None = None,
    preferred_dtype: DTypeLike | None = None,
    as_ref: bool = False,
) -> list[Tensor]:
    """Converts each of `values`; the i-th operation made is called `name_i`."""
    if not isinstance(values, Sequence) or isinstance(values, (str, bytes)):
        raise TypeError("values must be a list.")
    return [
        convert_to_tensor(v, dtype, None if name is None else f"{name}_{i}", preferred_dtype, as_ref=as_ref)
        for i, v in enumerate(values)
    ]


@export("convert_to_tensor_or_indexed_slices")
def convert_to_tensor_or_indexed_slices(
    value: object, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """Converts `value` to a Tensor, or returns it as it is if it is an `IndexedSlices` or a `SparseTensor`.

    Args:
      value: IndexedSlices, a SparseTensor, or anything that `tf.convert_to_tensor` takes.
      dtype: the type that it must have.
      name: a name for a new tensor.
      as_ref: whether the reference of a variable is wanted.

    Raises:
      ValueError: it has another type.

    >>> import penstock as tf
    >>> slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([2]))
    >>> tf.convert_to_tensor_or_indexed_slices(slices) is slices
    True
    >>> tf.convert_to_tensor_or_indexed_slices([1, 2]).dtype
    tf.int32
    """
    if isinstance(value, (IndexedSlices, SparseTensor)):
        if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(value.dtype):
            raise ValueError(
                f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for Tensor with dtype "
                f"{value.dtype.name}: {str(value)!r}"
            )
        return value
    return convert_to_tensor(value, dtype, name, as_ref=as_ref)


def convert_n_to_tensor_or_indexed_slices(
    values: Sequence[Any], dtype: DTypeLike | None = None, name: str | None = None
) -> list:
    """Converts each of `values` that is not None."""
    return [
        v if v is None else convert_to_tensor_or_indexed_slices(v, dtype, None if name is None else f"{name}_{i}")
        for i, v in enumerate(values)
    ]


# -- constants ---------------------------------------------------------------------------------------


@export("constant", "constant_v1")
def constant(
    value: object, dtype: DTypeLike | None = None, shape: ShapeLike | None = None, name: str = "Const", verify_shape: bool = False
) -> Tensor:
    """Makes a constant tensor.

    Args:
      value: a number, array or nested list.
      dtype: the type of the elements; inferred if None.
      shape: the shape of the result; the last element of `value` is repeated to fill it.
      name: a name for the operation.
      verify_shape: if True, `value` must have exactly that shape.

    Raises:
      TypeError: if `verify_shape` and the shapes differ, or the elements cannot be of type `dtype`.
      ValueError: if `value` has more elements than `shape`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.constant(-1.0, shape=[2, 3]))
    array([[-1., -1., -1.],
           [-1., -1., -1.]], dtype=float32)
    """
    array, kind = arrays.convert(value, None if dtype is None else dtypes.as_dtype(dtype), shape)
    if shape is not None:
        dims = arrays.dims_of(shape)
        if verify_shape and array.shape != dims:
            raise TypeError(f"Expected Tensor's shape: {tuple(dims)}, got {array.shape}.")
        arrays.check_room(array, dims)
        given = array.size
        array = arrays.fill(array, dims)
        if 0 < given < array.size:
            tensor = constant_from_array(array, kind, name)
            tensor.graph._values_given[tensor.op] = given
            return tensor
    if isinstance(value, np.ndarray) and array.flags.writeable and np.may_share_memory(array, value):
        array = array.copy()
    return constant_from_array(array, kind, name)


def constant_from_array(array: np.ndarray, dtype: dtypes.DType, name: str = "Const") -> Tensor:
    """A Const operation that holds `array` (storage form), which nobody may change any more."""
    graph: Graph = stack.current_graph()
    if array.flags.writeable:
        array.flags.writeable = False
    return graph._create(opdef.get("Const"), [], {"value": array, "dtype": dtype}, name)._outputs[0]  # type: ignore[arg-type]


def _constant_conversion(
    value: object, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    return constant(value, dtype, name=name or "Const")


def _list_conversion(
    value: object, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """Lists that contain tensors are packed; others are constants."""
    if _contains_tensor(value):
        return implementation("pack_list")(value, dtype, name or "packed")
    return constant(value, dtype, name=name or "Const")


def _contains_tensor(value: Any) -> bool:
    for item in value:
        if isinstance(item, (list, tuple)):
            if _contains_tensor(item):
                return True
        elif isinstance(item, Tensor) or hasattr(item, "_as_graph_element") or is_dense_tensor_like(item):
            return True
    return False


_dense_tensor_likes: tuple[type, ...] = (Tensor,)


@export("register_dense_tensor_like_type")
def register_dense_tensor_like_type(tensor_type: type) -> None:
    """Makes instances of a class with `name` and `dtype` count as dense tensors.

    Raises:
      TypeError: `name` or `dtype` is not a property of the class.

    >>> import penstock as tf
    >>> class Weight:
    ...     name = property(lambda self: "weight")
    ...     dtype = property(lambda self: tf.float32)
    >>> tf.register_dense_tensor_like_type(Weight)
    >>> tf.is_tensor(Weight())
    True
    """
    global _dense_tensor_likes
    for attribute in ("name", "dtype"):
        if not isinstance(getattr(tensor_type, attribute, None), property):
            raise TypeError(f"Type {tensor_type.__name__} does not define a `{attribute}` property")
    _dense_tensor_likes = (*_dense_tensor_likes, tensor_type)


def is_dense_tensor_like(t: object) -> bool:
    return isinstance(t, _dense_tensor_likes)


@export("is_tensor", "contrib.framework.is_tensor")
def is_tensor(x: TensorLike) -> bool:
    """True if `x` is a Tensor, SparseTensor, IndexedSlices or Variable.

    >>> import penstock as tf
    >>> tf.is_tensor(tf.constant(1.0)), tf.is_tensor(tf.Variable(1.0)), tf.is_tensor([1.0])
    (True, True, False)
    """
    from penstock.graph.composite import SparseTensor

    return isinstance(x, (Tensor, SparseTensor, IndexedSlices)) or is_dense_tensor_like(x)


def _shape_conversion(
    value: TensorShape, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    if not value.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape to a Tensor: {value}")
    dims = value.as_list()
    if dtype is not None:
        if dtype not in (dtypes.int32, dtypes.int64):
            raise TypeError(f"Cannot convert a TensorShape to dtype: {dtype}")
    else:
        dtype = dtypes.int32
        if any(d is not None and d >= 2**31 for d in dims):
            dtype = dtypes.int64
    return constant(dims, dtype, name=name or "shape_as_tensor")


def _dimension_conversion(
    value: Dimension, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    if value.value is None:
        raise ValueError(f"Cannot convert an unknown Dimension to a Tensor: {value}")
    if dtype is not None and dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(f"Cannot convert a TensorShape to dtype: {dtype}")
    return constant(value.value, dtype or dtypes.int32, name=name or "shape_as_tensor")


def _operation_conversion(
    value: Operation, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Any:
    raise TypeError(
        f"Can't convert Operation '{value.name}' to Tensor (target dtype={dtype!r}, name={name!r}, as_ref={as_ref!r})"
    )


def _indexed_slices_conversion(
    value: IndexedSlices, dtype: DType | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    import warnings

    if dtype and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {dtype.name} for IndexedSlices with dtype {value.dtype.name}"
        )
    if value.dense_shape is None:
        raise ValueError(f"Tensor conversion requested for IndexedSlices without dense_shape: {value!s}")
    shape = value.shape
    if shape.num_elements() is None:
        warnings.warn(
            "Converting sparse IndexedSlices to a dense Tensor of unknown shape. This may consume a large amount of "
            "memory.",
            stacklevel=2,
        )
    from penstock.graph.build import apply

    rows = apply("StridedSlice", input=value.dense_shape, begin=[0], end=[1], strides=[1], shrink_axis_mask=1)
    return apply("UnsortedSegmentSum", name, data=value.values, segment_ids=value.indices, num_segments=rows)


register_tensor_conversion_function((list, tuple), _list_conversion, 100)
_registered.setdefault(100, []).append(((np.ndarray, np.generic), _constant_conversion))  # which users may not change
register_tensor_conversion_function(TensorShape, _shape_conversion, 100)
register_tensor_conversion_function(Dimension, _dimension_conversion, 100)
register_tensor_conversion_function(Operation, _operation_conversion, 100)
register_tensor_conversion_function(IndexedSlices, _indexed_slices_conversion, 100)
register_tensor_conversion_function(object, _constant_conversion, 200)
