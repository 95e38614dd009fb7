"""Operation definitions as messages: `OpDef` ⇄ the proto, and the one-line summary that error messages quote."""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock.graph import attr_value, dtypes
from penstock.graph.opdef import ArgDef, AttrDef, OpDef

_cached: dict[str, tuple[OpDef, Any]] = {}


def to_proto(op_def: OpDef) -> Any:
    """The message of a definition. It is shared: copy it before changing it."""
    known = _cached.get(op_def.name)
    if known is not None and known[0] is op_def:
        return known[1]
    proto = protos.OpDef(
        name=op_def.name,
        is_stateful=op_def.is_stateful,
        is_commutative=op_def.is_commutative,
        is_aggregate=op_def.is_aggregate,
        allows_uninitialized_input=op_def.allows_uninitialized_input,
    )
    for args, messages in ((op_def.inputs, proto.input_arg), (op_def.outputs, proto.output_arg)):
        for arg in args:
            message = messages.add(
                name=arg.name,
                type_attr=arg.type_attr,
                number_attr=arg.number_attr,
                type_list_attr=arg.type_list_attr,
                is_ref=arg.is_ref,
            )
            if arg.type is not None:
                message.type = arg.type.as_datatype_enum
    for attr in op_def.attrs.values():
        message = proto.attr.add(name=attr.name, type=attr.type)
        if attr.has_default:
            default_to_proto(op_def, attr, message.default_value)
        if attr.minimum is not None:
            message.has_minimum = True
            message.minimum = attr.minimum
        if attr.allowed is not None:
            attr_value.write(
                f"list({attr.type.removeprefix('list(').rstrip(')')})", attr.allowed, message.allowed_values
            )
    if op_def.deprecated_at is not None:
        proto.deprecation.version = op_def.deprecated_at
    _cached[op_def.name] = (op_def, proto)
    return proto


def default_to_proto(op_def: OpDef, attr: AttrDef, proto: object) -> None:
    """Writes the default of an attribute into the AttrValue `proto`."""
    attr_value.write(attr.type, attr_value.default(op_def, attr), proto)


def from_proto(proto: Any) -> OpDef:
    """The definition that a message describes.

    Raises:
      ValueError: the message is not well-formed.
    """
    attrs: dict[str, dict[str, Any]] = {}
    for attr in proto.attr:
        kind = attr.type
        if kind.removeprefix("list(").removesuffix(")") not in attr_value.KINDS:
            raise ValueError(f"Unrecognized type '{kind}' of attr '{attr.name}' of Op '{proto.name}'")
        raw: dict[str, Any] = {"type": kind}
        if attr.HasField("default_value"):
            raw["default"] = attr_value.from_proto(attr.default_value)
        if attr.has_minimum:
            raw["minimum"] = attr.minimum
        if attr.HasField("allowed_values"):
            allowed = attr_value.from_proto(attr.allowed_values)
            raw["allowed"] = [a.decode() if isinstance(a, bytes) else a for a in allowed]
        attrs[attr.name] = raw
    result = OpDef(
        proto.name,
        {
            "inputs": [],
            "outputs": [],
            "attrs": attrs,
            "is_stateful": proto.is_stateful,
            "is_commutative": proto.is_commutative,
            "is_aggregate": proto.is_aggregate,
            "allows_uninitialized_input": proto.allows_uninitialized_input,
        },
    )
    if proto.HasField("deprecation"):
        result.deprecated_at = proto.deprecation.version
    result.inputs = [_arg(a, proto.name) for a in proto.input_arg]
    result.outputs = [_arg(a, proto.name) for a in proto.output_arg]
    result.inferred_attrs = {
        a for arg in result.inputs for a in (arg.type_attr, arg.number_attr, arg.type_list_attr) if a
    }
    return result


def _arg(arg: Any, op_name: str) -> ArgDef:
    if not (arg.type or arg.type_attr or arg.type_list_attr):
        raise ValueError(f"Missing type for argument '{arg.name}' of Op '{op_name}'")
    dtype = None
    if arg.type:
        try:
            dtype = dtypes.as_dtype(arg.type).base_dtype
        except TypeError:
            raise ValueError(f"Invalid type {arg.type} of argument '{arg.name}' of Op '{op_name}'") from None
    return ArgDef(arg.name, dtype, arg.type_attr, arg.number_attr, arg.type_list_attr, arg.is_ref)


def summary(op_def: OpDef) -> str:
    """The text that TensorFlow's errors quote: `Op<name=Neg; signature=x:T -> y:T; attr=T:type>`."""

    def args(items: list[ArgDef]) -> str:
        texts = []
        for arg in items:
            kind = dtype_text(arg.type) if arg.type is not None else arg.type_attr or arg.type_list_attr
            if arg.number_attr:
                kind = f"{arg.number_attr}*{kind}"
            texts.append(f"{arg.name}:{'Ref(' + kind + ')' if arg.is_ref else kind}")
        return ", ".join(texts)

    text = f"Op<name={op_def.name}; signature={args(op_def.inputs)} -> {args(op_def.outputs)}"
    for attr in op_def.attrs.values():
        text += f"; attr={attr.name}:{attr.type}"
        if attr.has_default:
            text += f",default={_value_text(attr_value.default(op_def, attr))}"
        if attr.minimum is not None:
            text += f",min={attr.minimum}"
        if attr.allowed is not None:
            text += f",allowed={_value_text(list(attr.allowed))}"
    for flag in ("is_commutative", "is_aggregate", "is_stateful", "allows_uninitialized_input"):
        if getattr(op_def, flag):
            text += f"; {flag}=true"
    return f"{text}>"


def dtype_text(dtype: dtypes.DType) -> str:
    """The name of a type as the C++ runtime prints it: `float` for float32."""
    text = dtypes.type_text(dtype)
    return f"{text}_ref" if dtype.is_ref_dtype else text


def _value_text(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value_text(v) for v in value)}]"
    if isinstance(value, dtypes.DType):
        return f"DT_{dtype_text(value).upper()}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)
