"""Arguments and results of functions as messages: `StructuredValue` from Python's structures, and back.

Tensors are told by their `tf.TensorSpec`. Lists, tuples, dictionaries, named tuples, numbers, text, shapes and types are known.
"""

from __future__ import annotations

import collections
import functools
from typing import Any

from penstock import protos
from penstock.graph import dtypes
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import TensorSpec


class NotEncodableError(ValueError):
    """A value that has no place in such a message."""


def encode(value: Any) -> Any:
    """The message of a structure.

    Raises:
      NotEncodableError: something in it is of a class that is not known.

    >>> decode(encode((1, {"a": [None, "b"]})))
    (1, {'a': [None, 'b']})
    """
    found = protos.StructuredValue()
    if value is None:
        found.none_value.SetInParent()
    elif isinstance(value, bool):
        found.bool_value = value
    elif isinstance(value, int):
        found.int64_value = value
    elif isinstance(value, float):
        found.float64_value = value
    elif isinstance(value, str):
        found.string_value = value
    elif isinstance(value, TensorSpec):
        spec = found.tensor_spec_value
        spec.name = value.name or ""
        spec.shape.CopyFrom(value.shape.as_proto())
        spec.dtype = value.dtype.base_dtype.as_datatype_enum
    elif isinstance(value, TensorShape):
        found.tensor_shape_value.CopyFrom(value.as_proto())
    elif isinstance(value, dtypes.DType):
        found.tensor_dtype_value = value.as_datatype_enum
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        found.named_tuple_value.name = type(value).__name__
        for key, item in zip(value._fields, value, strict=True):
            found.named_tuple_value.values.add(key=key).value.CopyFrom(encode(item))
    elif isinstance(value, (list, tuple)):
        place = found.list_value if isinstance(value, list) else found.tuple_value
        place.SetInParent()
        place.values.extend(encode(item) for item in value)
    elif isinstance(value, dict) and all(isinstance(key, str) for key in value):
        found.dict_value.SetInParent()
        for key, item in value.items():
            found.dict_value.fields[key].CopyFrom(encode(item))
    else:
        raise NotEncodableError(f"No encoder for object [{value}] of type [{type(value)}].")
    return found


@functools.lru_cache(maxsize=64)
def _named_tuple(name: str, fields: tuple[str, ...]) -> Any:
    return collections.namedtuple(name, fields)  # noqa: PYI024 - its name is not known before


def decode(message: Any) -> Any:
    """The structure that a message tells.

    Raises:
      NotEncodableError: it tells something that is not known here.
    """
    kind = message.WhichOneof("kind")
    value: Any = None if kind is None else getattr(message, kind)
    if kind == "none_value":
        return None
    if kind in ("bool_value", "int64_value", "float64_value", "string_value"):
        return value
    if kind in ("tensor_spec_value", "bounded_tensor_spec_value"):
        return TensorSpec(TensorShape(value.shape), dtypes.as_dtype(value.dtype), value.name or None)
    if kind == "tensor_shape_value":
        return TensorShape(value)
    if kind == "tensor_dtype_value":
        return dtypes.as_dtype(value)
    if kind == "list_value":
        return [decode(item) for item in value.values]
    if kind == "tuple_value":
        return tuple(decode(item) for item in value.values)
    if kind == "dict_value":
        return {key: decode(value.fields[key]) for key in sorted(value.fields)}
    if kind == "named_tuple_value":
        return _named_tuple(value.name, tuple(pair.key for pair in value.values))(
            *(decode(pair.value) for pair in value.values)
        )
    raise NotEncodableError(f"No decoder for a value of the kind {kind}.")
