"""Nested structures as protocol messages: `tensorflow.python.saved_model.nested_structure_coder`.

A SavedModel keeps the signatures of its functions in this form. Reading one makes plain values, shapes, types and specs.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from penstock.data.structure import DatasetSpec
from penstock.distribute.values import PerReplicaSpec
from penstock.graph import dtypes
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import IndexedSlicesSpec, SparseTensorSpec, TensorSpec
from penstock.ops.control.tensor_array_spec import TensorArraySpec
from penstock.ops.ragged.spec import RaggedTensorSpec
from penstock.protos import (
    DictValue,
    ListValue,
    NamedTupleValue,
    NoneValue,
    StructuredValue,
    TensorSpecProto,
    TupleValue,
    TypeSpecProto,
)

__all__ = ["NotEncodableError", "StructureCoder"]

_SPECS: dict[int, Any] = {
    TypeSpecProto.SPARSE_TENSOR_SPEC: SparseTensorSpec,
    TypeSpecProto.INDEXED_SLICES_SPEC: IndexedSlicesSpec,
    TypeSpecProto.RAGGED_TENSOR_SPEC: RaggedTensorSpec,
    TypeSpecProto.TENSOR_ARRAY_SPEC: TensorArraySpec,
    TypeSpecProto.DATA_DATASET_SPEC: DatasetSpec,
    TypeSpecProto.PER_REPLICA_SPEC: PerReplicaSpec,
}
_NUMBERS = {cls: number for number, cls in _SPECS.items()}


class NotEncodableError(Exception):
    """There is no form for an object."""


class _Codec(NamedTuple):
    """How one kind of value is written and read; both get the function for what is inside of it."""

    can_encode: Callable[[Any], bool]
    do_encode: Callable[[Any, Callable[[Any], Any]], Any]
    can_decode: Callable[[Any], bool]
    do_decode: Callable[[Any, Callable[[Any], Any]], Any]


class StructureCoder:
    """Writes nested structures as `StructuredValue` messages, and reads them."""

    _codecs: ClassVar[list[Any]] = []

    @classmethod
    def register_codec(cls, x: Any) -> None:
        """Adds an object with `can_encode`, `do_encode`, `can_decode` and `do_decode`."""
        cls._codecs.append(x)

    @classmethod
    def _get_encoders(cls) -> list[tuple[Any, Any]]:
        return [(codec.can_encode, codec.do_encode) for codec in cls._codecs]

    @classmethod
    def _get_decoders(cls) -> list[tuple[Any, Any]]:
        return [(codec.can_decode, codec.do_decode) for codec in cls._codecs]

    def _map_structure(self, pyobj: Any, coders: list[tuple[Any, Any]]) -> Any:
        for can, do in coders:
            if can(pyobj):
                return do(pyobj, functools.partial(self._map_structure, coders=coders))
        raise NotEncodableError(f"No encoder for object [{pyobj}] of type [{type(pyobj)}].")

    def encode_structure(self, nested_structure: Any) -> Any:
        """Writes a structure; NotEncodableError if something in it has no form."""
        return self._map_structure(nested_structure, self._get_encoders())

    def can_encode(self, nested_structure: Any) -> bool:
        """Whether all of a structure has a form."""
        try:
            self.encode_structure(nested_structure)
        except NotEncodableError:
            return False
        return True

    def decode_proto(self, proto: Any) -> Any:
        """Reads a structure; NotEncodableError if the message holds something unknown."""
        return self._map_structure(proto, self._get_decoders())


def _register(field: str, accepts: Callable[[Any], bool], write: Callable[..., Any], read: Callable[..., Any]) -> None:
    """Registers the form that has a field of its own in the message; `write` and `read` are about that field."""
    StructureCoder.register_codec(
        _Codec(
            accepts,
            lambda value, encode: StructuredValue(**{field: write(value, encode)}),
            lambda message: message.HasField(field),
            lambda message, decode: read(getattr(message, field), decode),
        )
    )


def _plain(field: str, accepts: Callable[[Any], bool], read: Callable[[Any], Any]) -> None:
    _register(field, accepts, lambda value, _: value, lambda value, _: read(value))


def _is_named(value: Any) -> bool:
    fields = getattr(value, "_fields", None)
    return isinstance(value, tuple) and isinstance(fields, (list, tuple)) and all(isinstance(f, str) for f in fields)


def _named(value: Any, encode: Callable[[Any], Any]) -> Any:
    pairs = [{"key": field, "value": encode(getattr(value, field))} for field in value._fields]
    return NamedTupleValue(name=type(value).__name__, values=pairs)


def _read_named(message: Any, decode: Callable[[Any], Any]) -> Any:
    fields = {pair.key: decode(pair.value) for pair in message.values}
    return collections.namedtuple(message.name, list(fields))(**fields)


def _read_tensor_spec(message: Any, _: object) -> TensorSpec:
    return TensorSpec(TensorShape(message.shape), dtypes.as_dtype(message.dtype), message.name or None)


def _type_spec(value: Any, encode: Callable[[Any], Any]) -> Any:
    kind = type(value)
    state = encode(value._serialize())
    return TypeSpecProto(type_spec_class=_NUMBERS[kind], type_state=state, type_spec_class_name=kind.__name__)


def _read_type_spec(message: Any, decode: Callable[[Any], Any]) -> Any:
    if message.type_spec_class not in _SPECS:
        raise ValueError(
            f"The type '{message.type_spec_class_name}' is not supported by this version of TensorFlow.  "
            "(The object you are loading must have been created with a newer version of TensorFlow.)"
        )
    return _SPECS[message.type_spec_class](*decode(message.type_state))


_register(
    "list_value",
    lambda value: isinstance(value, list),
    lambda value, encode: ListValue(values=map(encode, value)),
    lambda message, decode: [decode(v) for v in message.values],
)
_register(
    "tuple_value",
    lambda value: isinstance(value, tuple) and not _is_named(value),
    lambda value, encode: TupleValue(values=map(encode, value)),
    lambda message, decode: tuple(decode(v) for v in message.values),
)
_register(
    "dict_value",
    lambda value: isinstance(value, dict),
    lambda value, encode: DictValue(fields={key: encode(v) for key, v in value.items()}),
    lambda message, decode: {key: decode(v) for key, v in message.fields.items()},
)
_register("named_tuple_value", _is_named, _named, _read_named)
_plain("float64_value", lambda value: isinstance(value, float), float)
_plain("int64_value", lambda value: isinstance(value, int) and not isinstance(value, bool), int)
_plain("string_value", lambda value: isinstance(value, str), str)
_register("none_value", lambda value: value is None, lambda value, _: NoneValue(), lambda message, _: None)
_plain("bool_value", lambda value: isinstance(value, bool), bool)
_register(
    "tensor_shape_value",
    lambda value: isinstance(value, TensorShape),
    lambda value, _: value.as_proto(),
    lambda message, _: TensorShape(message),
)
_register(
    "tensor_dtype_value",
    lambda value: isinstance(value, dtypes.DType),
    lambda value, _: value.as_datatype_enum,
    lambda number, _: dtypes.as_dtype(number),
)
_register(
    "tensor_spec_value",
    lambda value: isinstance(value, TensorSpec),
    lambda value, _: TensorSpecProto(shape=value.shape.as_proto(), dtype=value.dtype.as_datatype_enum, name=value.name),
    _read_tensor_spec,
)
_register("type_spec_value", lambda value: type(value) in _NUMBERS, _type_spec, _read_type_spec)
