"""Attribute values: what users and protos give, made into the Python values that operations keep.

Kept as: type → DType, shape → TensorShape, tensor → numpy.ndarray, func → function name (str, or `FunctionName` if it
has attributes), string → str (bytes if not UTF-8), int, float, bool, and lists of these. Attributes outside of the
definition (`_class`, ...) are kept as plain Python values.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import dtypes
from penstock.graph.opdef import AttrDef, OpDef, snake_case
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

# Attribute type → field of AttrValue.
KINDS = {
    "string": "s",
    "int": "i",
    "float": "f",
    "bool": "b",
    "type": "type",
    "shape": "shape",
    "tensor": "tensor",
    "func": "func",
}
# A constant that repeats one value this often is kept as a view of that value, however large a message says it is.
_MAX_REPEATED = 4096


class FunctionName(str):
    """The name of a function with attributes of its own: a `NameAttrList`."""

    attr: dict[str, Any]  # name → AttrValue

    def __new__(cls, name: str, attr: dict[str, Any]) -> FunctionName:
        found = super().__new__(cls, name)
        found.attr = attr
        return found


def _text(value: object) -> Any:
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value
    return value


def _one(kind: str, value: Any, op_name: str, attr: AttrDef) -> Any:
    """Makes one value the kept form of attribute type `kind`; TypeError or ValueError as 1.x."""
    if kind == "type":
        try:
            dtype = dtypes.as_dtype(value).base_dtype
        except TypeError:
            raise TypeError(f"Expected DataType for argument '{attr.name}' not {value!r}.") from None
        if attr.allowed is not None and dtype not in attr.allowed:
            allowed = ", ".join(a.name for a in attr.allowed)
            raise TypeError(
                f"Value passed to parameter '{attr.name}' has DataType {dtype.name} not in list of allowed values: "
                f"{allowed}"
            )
        return dtype
    if kind == "int":
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            if hasattr(value, "__index__") or (isinstance(value, float) and value.is_integer()):
                value = int(value)
            else:
                try:
                    value = int(value)
                except (TypeError, ValueError):
                    raise TypeError(f"Expected int for argument '{attr.name}' not {value!r}.") from None
        value = int(value)
        if attr.minimum is not None and kind == attr.type and value < attr.minimum:
            raise ValueError(f"Attr '{attr.name}' of '{op_name}' Op passed {value} less than minimum {attr.minimum}.")
        return value
    if kind == "float":
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(f"Expected float for argument '{attr.name}' not {value!r}.") from None
    if kind == "bool":
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"Expected bool for argument '{attr.name}' not {value!r}.")
        return bool(value)
    if kind == "string":
        if not isinstance(value, (str, bytes)):
            raise TypeError(f"Expected string for argument '{attr.name}' not {value!r}.")
        value = _text(value)
        if attr.allowed is not None and value not in attr.allowed:
            allowed = '", "'.join(attr.allowed)
            raise ValueError(f"Attr '{attr.name}' of '{op_name}' Op passed string '{value}' not in: \"{allowed}\".")
        return value
    if kind == "shape":
        try:
            return value if isinstance(value, TensorShape) else TensorShape(value)
        except TypeError as error:
            raise TypeError(f"Error converting {attr.name} to a TensorShape: {error}.") from None
        except ValueError as error:
            raise ValueError(f"Error converting {attr.name} to a TensorShape: {error}.") from None
    if kind == "tensor":
        return tensor(value)
    if kind == "func":
        if isinstance(value, str):
            return value
        return _function_name(value) if hasattr(value, "attr") else getattr(value, "name", value)
    raise ValueError(f"Unknown attribute type {kind}")


def tensor(value: object) -> np.ndarray:
    """A tensor attribute from an array or a TensorProto."""
    if hasattr(value, "tensor_shape"):
        value = _array(value)
    value = np.asarray(value)
    if value.flags.writeable:
        value = value.copy() if value.base is not None else value
        value.flags.writeable = False
    return value


def _array(proto: Any) -> np.ndarray:
    from penstock.graph import tensor_proto

    dims = tuple(d.size for d in proto.tensor_shape.dim)
    if math.prod(dims) > _MAX_REPEATED and min(dims) > 0 and not proto.tensor_content:
        seed = type(proto)()
        seed.CopyFrom(proto)
        seed.ClearField("tensor_shape")
        try:
            return np.broadcast_to(tensor_proto.make_ndarray(seed), dims)
        except ValueError:  # several values
            pass
    return tensor_proto.make_ndarray(proto)


def values_given(proto: Any) -> int:
    """How many values a TensorProto has, if the last of them stands for the rest of its shape; else 0."""
    if proto.tensor_content:
        return 0
    size = math.prod(d.size for d in proto.tensor_shape.dim)
    if size < 2:
        return 0
    for field, value in proto.ListFields():
        if field.name.endswith("_val"):
            count = len(value) // 2 if field.name.endswith("complex_val") else len(value)
            return count if count < size else 0
    return 0


def _function_name(proto: Any) -> str:
    return FunctionName(proto.name, dict(proto.attr)) if len(proto.attr) else proto.name


def normalize(op_name: str, attr: AttrDef, value: object) -> Any:
    """The kept form of `value` for attribute `attr`."""
    if type(value).__name__ == "AttrValue" and hasattr(value, "WhichOneof"):
        value = from_proto(value)
    kind = attr.type
    if kind.startswith("list("):
        if not isinstance(value, (list, tuple, TensorShape)):
            raise TypeError(f"Expected list for '{attr.name}' argument to '{snake_case(op_name)}' Op, not {value!r}.")
        if attr.minimum is not None and len(value) < attr.minimum:
            raise ValueError(
                f"Attr '{attr.name}' of '{op_name}' Op passed list of length {len(value)} less than minimum "
                f"{attr.minimum}."
            )
        return [_one(kind[5:-1], v, op_name, attr) for v in value]
    return _one(kind, value, op_name, attr)


_defaults: dict[tuple[str, str], tuple[OpDef, Any]] = {}


def default(op_def: OpDef, attr: AttrDef) -> Any:
    """The kept form of the default; lists are fresh, so that no two operations share one."""
    key = (op_def.name, attr.name)
    if key not in _defaults or _defaults[key][0] is not op_def:
        raw = attr.default
        if attr.type in ("shape", "tensor") and isinstance(raw, str):
            from google.protobuf import text_format

            from penstock import protos

            raw = text_format.Parse(raw, protos.TensorShapeProto() if attr.type == "shape" else protos.TensorProto())
        _defaults[key] = (op_def, normalize(op_def.name, attr, raw))
    value = _defaults[key][1]
    return list(value) if isinstance(value, list) else value


def complete(op_def: OpDef, given: dict[str, Any], inputs: list[Tensor]) -> dict[str, Any]:
    """All attributes of an operation: those given (Python values or AttrValue), inferred from inputs, or defaults."""
    values: dict[str, Any] = {}
    for name, value in given.items():
        attr = op_def.attrs.get(name)
        if attr is not None:
            values[name] = normalize(op_def.name, attr, value)
        else:
            values[name] = from_proto(value) if hasattr(value, "WhichOneof") else value
    position = 0
    for arg in op_def.inputs:
        if arg.type_list_attr:
            count = len(values[arg.type_list_attr]) if arg.type_list_attr in values else len(inputs) - position
            values.setdefault(arg.type_list_attr, [t.dtype.base_dtype for t in inputs[position : position + count]])
        elif arg.number_attr:
            others = len(op_def.inputs) - 1
            count = values.setdefault(arg.number_attr, len(inputs) - others)
        else:
            count = 1
        if arg.type_attr and position < len(inputs):
            values.setdefault(arg.type_attr, inputs[position].dtype.base_dtype)
        position += count
    if position != len(inputs):
        raise ValueError(f"Operation of type {op_def.name}: {len(inputs)} inputs were given, {position} are expected.")
    for name, attr in op_def.attrs.items():
        if name not in values:
            if not attr.has_default:
                raise ValueError(f"Operation of type {op_def.name}: missing attribute '{name}'.")
            values[name] = default(op_def, attr)
    return values


def output_types(op_def: OpDef, attrs: dict[str, Any]) -> list[dtypes.DType]:
    """The types of the outputs, flat."""
    types: list[dtypes.DType] = []
    for arg in op_def.outputs:
        if arg.type_list_attr:
            found = list(attrs[arg.type_list_attr])
        else:
            dtype = attrs[arg.type_attr] if arg.type_attr else arg.type
            found = [dtype] * (attrs[arg.number_attr] if arg.number_attr else 1)
        types.extend([t._as_ref for t in found] if arg.is_ref else found)
    return types


# -- to and from protos, and what a user sees -------------------------------------------------------------


def for_user(op: Operation, name: str) -> Any:
    """What `Operation.get_attr` returns: as 1.x, strings are bytes, shapes and tensors are protos."""
    attr = op.op_def.attrs.get(name)
    is_function = attr is not None and "func" in attr.type

    def one(value: Any) -> Any:
        if isinstance(value, str):
            if is_function or isinstance(value, FunctionName):
                from penstock import protos

                return protos.NameAttrList(name=value, attr=getattr(value, "attr", None))
            return value.encode()
        if isinstance(value, TensorShape):
            return value.as_proto()
        if isinstance(value, np.ndarray):
            return _tensor_proto(_given(op, value), op._attrs.get("dtype"), value.shape)
        return value

    value = op._attrs[name]
    return [one(v) for v in value] if isinstance(value, (list, tuple)) else one(value)


def from_any(op: Operation, name: str, value: object) -> Any:
    """The kept form of an attribute that is set after construction."""
    attr = op.op_def.attrs.get(name)
    if attr is not None:
        return normalize(op.type, attr, value)
    return from_proto(value) if hasattr(value, "WhichOneof") else value


def from_proto(proto: Any) -> Any:
    """The Python value of an AttrValue."""
    field = proto.WhichOneof("value")
    if field is None:
        return None
    value = getattr(proto, field)
    if field == "list":
        for kind in KINDS.values():
            items = getattr(value, kind)
            if len(items):
                return [_from_field(kind, item) for item in items]
        return []
    return _from_field(field, value)


def parse(attr: AttrDef, proto: Any) -> Any:
    """The kept form of an AttrValue that a NodeDef gives for `attr`; ValueError with the words of the C++ runtime."""
    kind = attr.type
    if kind == "type":
        dtype = attr.found.get(proto.type)  # 0, which is none, if it is a value of another kind
        if dtype is not None:
            return dtype
    is_list = kind.startswith("list(")
    inner = kind[5:-1] if is_list else kind
    field = proto.WhichOneof("value")
    if field is None:
        raise ValueError(f"AttrValue missing value with expected type '{kind}'\n\t for attr '{attr.name}'")
    if not is_list:
        found = _KIND_OF_FIELD.get(field, field)
        if found != kind:
            raise ValueError(_other_type(found if field != "list" else _list_kind(proto.list), kind, attr.name))
        return _parsed(inner, getattr(proto, field), attr)
    if field != "list":
        raise ValueError(_other_type(_KIND_OF_FIELD.get(field, field), kind, attr.name))
    for other, other_field in KINDS.items():
        if other != inner and len(getattr(proto.list, other_field)):
            raise ValueError(_other_type(f"list({other})", kind, attr.name))
    items = getattr(proto.list, KINDS[inner])
    if attr.minimum is not None and len(items) < attr.minimum:
        raise ValueError(f"Length for attr '{attr.name}' of {len(items)} must be at least minimum {attr.minimum}")
    return [_parsed(inner, item, attr) for item in items]


_KIND_OF_FIELD = {field: kind for kind, field in KINDS.items()}


def _list_kind(value: object) -> str:
    return next((f"list({k})" for k, field in KINDS.items() if len(getattr(value, field))), "list")


def _other_type(found: str, expected: str, name: str) -> str:
    return f"AttrValue had value with type '{found}' when '{expected}' expected\n\t for attr '{name}'"


def _parsed(kind: str, value: Any, attr: AttrDef) -> Any:
    if kind == "type":
        try:
            dtype = dtypes.as_dtype(value)
        except TypeError:
            raise ValueError(f"AttrValue has invalid DataType enum: {value}\n\t for attr '{attr.name}'") from None
        if dtype.is_ref_dtype:
            raise ValueError(f"AttrValue must not have reference type value of {dtype.name}\n\t for attr '{attr.name}'")
        if attr.allowed is not None and dtype not in attr.allowed:
            raise ValueError(_not_allowed(attr, dtypes.type_text(dtype), [dtypes.type_text(a) for a in attr.allowed]))
        attr.found[value] = dtype
        return dtype
    if kind == "string":
        value = _text(value)
        if attr.allowed is not None and value not in attr.allowed:
            raise ValueError(_not_allowed(attr, f'"{value}"', [f'"{a}"' for a in attr.allowed]))
        return value
    if kind == "int":
        if attr.minimum is not None and attr.type == "int" and value < attr.minimum:
            raise ValueError(f"Value for attr '{attr.name}' of {value} must be at least minimum {attr.minimum}")
        return value
    if kind == "shape" and any(dim.size < -1 for dim in value.dim):
        dims = ",".join(str(dim.size) for dim in value.dim)
        raise ValueError(f"Shape [{dims}] has dimensions with values below -1 (where -1 means unknown)")
    return _from_field(KINDS[kind], value)


def _not_allowed(attr: AttrDef, value: str, allowed: list[str]) -> str:
    return f"Value for attr '{attr.name}' of {value} is not in the list of allowed values: {', '.join(allowed)}"


def _from_field(field: str, value: Any) -> Any:
    if field == "type":
        return dtypes.as_dtype(value)
    if field == "shape":
        return TensorShape(value)
    if field == "tensor":
        return tensor(value)
    if field == "func":
        return FunctionName(value.name, dict(value.attr))  # the class tells it from a text where no definition does
    return value


def to_proto(op: Operation, name: str, value: Any, proto: Any) -> None:
    """Writes attribute `name` of `op` into the AttrValue `proto`."""
    attr = op.op_def.attrs.get(name)
    if op.type == "Const" and name == "value":
        proto.tensor.CopyFrom(_tensor_proto(_given(op, value), op._attrs["dtype"], value.shape))
        return
    write(attr.type if attr is not None else None, value, proto, op._attrs.get("dtype"))


def _given(op: Operation, array: np.ndarray) -> np.ndarray:
    """The values that a constant was given, without the repetitions of the last."""
    count = op.graph._values_given.get(op)
    return array if count is None else array.flat[:count]


def write(kind: str | None, value: Any, proto: Any, dtype: DTypeLike | None = None) -> None:
    """Writes a kept value into the AttrValue `proto`.

    Args:
      kind: the attribute's type ("int", "list(type)"); found from the value if None.
      value: the value.
      proto: the message.
      dtype: the type of a tensor, where its array does not say it (quantized types).
    """
    if isinstance(value, (list, tuple)):
        proto.list.SetInParent()
        inner = kind[5:-1] if kind else None
        for item in value:
            field = _field_of(item, inner)
            if field in _MESSAGES:
                _write_message(getattr(proto.list, field).add(), field, item, dtype)
            else:
                getattr(proto.list, field).append(_scalar(field, item))
        return
    field = _field_of(value, kind)
    if field in _MESSAGES:
        _write_message(getattr(proto, field), field, value, dtype)
    else:
        setattr(proto, field, _scalar(field, value))


_MESSAGES = ("shape", "tensor", "func")
_FIELD_OF_CLASS: tuple[tuple[Any, str], ...] = (
    ((bool, np.bool_), "b"),
    ((int, np.integer), "i"),
    ((float, np.floating), "f"),
    (dtypes.DType, "type"),
    (TensorShape, "shape"),
    (np.ndarray, "tensor"),
    (FunctionName, "func"),
    ((str, bytes), "s"),
)


def _field_of(value: object, kind: str | None) -> str:
    if kind is not None:
        return KINDS[kind]
    for cls, field in _FIELD_OF_CLASS:
        if isinstance(value, cls):
            return field
    raise TypeError(f"An attribute cannot hold {value!r}")


def _scalar(field: str, value: Any) -> Any:
    if field == "s":
        return value.encode() if isinstance(value, str) else value
    if field == "type":
        return value.as_datatype_enum
    return value


def _write_message(message: Any, field: str, value: Any, dtype: DTypeLike | None) -> None:
    if field == "shape":
        message.CopyFrom(value.as_proto())
    elif field == "func":
        message.SetInParent()
        message.name = value
        for key, item in getattr(value, "attr", {}).items():
            message.attr[key].CopyFrom(item)
    else:
        message.CopyFrom(_tensor_proto(value, dtype, value.shape))


def _tensor_proto(array: np.ndarray, dtype: DTypeLike | None, shape: tuple[int, ...]) -> Any:
    from penstock.graph import tensor_proto

    if array.size > 1 and not any(array.strides):  # one value, repeated
        array = array[(0,) * array.ndim]
    return tensor_proto.make_tensor_proto(array, dtype, shape=shape)
