"""The Python functions of a library's operations, with the names, signatures and docstrings that 1.15 generates."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from typing import Any

from google.protobuf import text_format

from penstock.graph import attr_value, dtypes
from penstock.graph.build import apply
from penstock.graph.opdef import snake_case
from penstock.graph.tensor_shape import TensorShape


def function_of(proto: Any) -> Callable:
    """The function that makes an operation of the type that `proto` defines."""
    inferred = {a for arg in proto.input_arg for a in (arg.type_attr, arg.number_attr, arg.type_list_attr) if a}
    attrs = [attr for attr in proto.attr if attr.name not in inferred]
    attrs.sort(key=lambda attr: attr.HasField("default_value"))
    names = {n: python_name(n) for n in (*(a.name for a in proto.input_arg), *(a.name for a in attrs))}
    defaults = {names[a.name]: _default(a) for a in attrs if a.HasField("default_value")}
    parameters = [f"{p}=_defaults[{p!r}]" if p in defaults else p for p in names.values()]
    given = ", ".join(f"{n!r}: {p}" for n, p in names.items())
    called = snake_case(proto.name)
    if called.startswith("_"):
        called = f"_{called}"
    # The names are checked: they are identifiers.
    source = f"def {called}({', '.join([*parameters, 'name=None'])}):\n    return _make({{{given}}}, name)\n"

    def make(arguments: dict[str, Any], name: str | None) -> Any:
        return apply(proto.name, name, **arguments)

    space: dict[str, Any] = {"_defaults": defaults, "_make": make}
    exec(compile(source, f"<wrapper of {proto.name}>", "exec"), space)
    function = space[called]
    function.__doc__ = documentation(proto, names, attrs)
    return function


def python_name(name: str) -> str:
    """The parameter for an input or attribute: words of Python get an underscore."""
    return f"{name}_" if keyword.iskeyword(name) or name == "print" else name


def _default(attr: Any) -> Any:
    """The default of an attribute as a Python value, as 1.15 writes it into a signature."""
    if attr.type == "tensor":
        return attr.default_value.tensor
    value = attr_value.from_proto(attr.default_value)

    def plain(item: Any) -> Any:
        if isinstance(item, bytes):
            return item.decode("utf-8", "surrogateescape")
        if isinstance(item, TensorShape):
            return None if item.ndims is None else [-1 if d is None else d for d in item.as_list()]
        if isinstance(item, float):
            short = float(f"{item:.6g}")
            return int(short) if short.is_integer() and abs(short) < 1e6 else short
        return item

    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else plain(value)


# -- docstrings --------------------------------------------------------------------------------------------------------


def documentation(proto: Any, names: dict[str, str], attrs: list[Any]) -> str:
    """The docstring of 1.15's wrapper."""
    by_name = {attr.name: attr for attr in proto.attr}
    first_with: dict[str, str] = {}
    lines = [proto.summary or "TODO: add doc.", ""]
    if proto.description:
        lines += [*proto.description.split("\n"), ""]
    lines.append("Args:")
    for arg in proto.input_arg:
        text = _input(arg, by_name, first_with)
        for name in (arg.type_attr, arg.type_list_attr, arg.number_attr):
            if name:
                first_with.setdefault(name, names[arg.name])
        lines += _item(names[arg.name], text, arg.description)
    for attr in attrs:
        text = _attribute(attr) + ("\n" if attr.description and attr.HasField("allowed_values") else "")
        lines += _item(names[attr.name], text, attr.description, colon_is_special=False)
    lines += ["  name: A name for the operation (optional).", "", "Returns:"]
    outputs = [(arg, _output(arg, by_name, first_with)) for arg in proto.output_arg]
    if not outputs:
        lines.append("  The created Operation.")
    elif len(outputs) == 1:
        lines += [f"  {line}" if line else "" for line in _joined(outputs[0][1], outputs[0][0].description)]
    else:
        lines += [f"  A tuple of `Tensor` objects ({', '.join(arg.name for arg, _ in outputs)}).", ""]
        for arg, text in outputs:
            lines += _item(arg.name, text, arg.description)
    return "\n".join([lines[0], *(f"  {line}" if line else "" for line in lines[1:]), "  "])


def _item(name: str, text: str, description: str, colon_is_special: bool = True) -> list[str]:
    if colon_is_special and description.startswith("="):
        joined = description[1:].strip().split("\n")
    else:
        joined = _joined(text, description)
    return [f"  {name}: {joined[0]}", *(f"    {line}" if line else "" for line in joined[1:])]


def _joined(text: str, description: str) -> list[str]:
    if not description:
        return text.rstrip("\n").split("\n")
    return f"{text}{'' if text.endswith(chr(10)) else ' '}{description}".split("\n")


def _names(attr: Any) -> str:
    return ", ".join(f"`{_type_name(n)}`" for n in attr.allowed_values.list.type)


def _type_name(number: int) -> str:
    name = dtypes.as_dtype(number).name
    return "half" if name == "float16" else name


def _input(arg: Any, attrs: dict[str, Any], first: dict[str, str]) -> str:
    mutable = "mutable " if arg.is_ref else ""
    if arg.number_attr:
        number = attrs[arg.number_attr]
        if arg.number_attr in first:
            head = f"A list with the same length as `{first[arg.number_attr]}` of "
        elif number.minimum > 0:
            head = f"A list of at least {number.minimum} "
        else:
            head = "A list of "
        head += f"{mutable}`Tensor` objects"
        if not arg.type_attr:
            return f"{head} with type `{_type_name(arg.type)}`."
        if arg.type_attr in first:
            return f"{head} with the same type as `{first[arg.type_attr]}`."
        allowed = attrs[arg.type_attr]
        if allowed.HasField("allowed_values"):
            return f"{head} with the same type in: {_names(allowed)}.\n"
        return f"{head} with the same type."
    if arg.type_list_attr:
        if arg.type_list_attr in first:
            return f"A list of {mutable}`Tensor` objects. Must have the same type as `{first[arg.type_list_attr]}`."
        allowed = attrs[arg.type_list_attr]
        if allowed.HasField("allowed_values"):
            return f"A list of {mutable}`Tensor` objects with types from: {_names(allowed)}."
        return f"A list of {mutable}`Tensor` objects."
    if not arg.type_attr:
        return f"A `Tensor` of type {mutable}`{_type_name(arg.type)}`."
    if arg.type_attr in first:
        return f"A {mutable}`Tensor`. Must have the same type as `{first[arg.type_attr]}`."
    allowed = attrs[arg.type_attr]
    if allowed.HasField("allowed_values"):
        return f"A {mutable}`Tensor`. Must be one of the following types: {_names(allowed)}.\n"
    return f"A {mutable}`Tensor`."


def _output(arg: Any, attrs: dict[str, Any], first: dict[str, str]) -> str:
    mutable = "mutable " if arg.is_ref else ""
    if arg.number_attr:
        if arg.number_attr in first:
            head = f"A list with the same length as `{first[arg.number_attr]}` of {mutable}`Tensor` objects"
        else:
            head = f"A list of `{arg.number_attr}` {mutable}`Tensor` objects"
        if not arg.type_attr:
            return f"{head} with type `{_type_name(arg.type)}`."
        if arg.type_attr in first:
            return f"{head} with the same type as `{first[arg.type_attr]}`."
        return f"{head} with type `{arg.type_attr}`."
    if arg.type_list_attr:
        if arg.type_list_attr in first:
            return f"A list of {mutable}`Tensor` objects. Has the same type as `{first[arg.type_list_attr]}`."
        return f"A list of {mutable}`Tensor` objects of type `{arg.type_list_attr}`."
    if not arg.type_attr:
        return f"A `Tensor` of type {mutable}`{_type_name(arg.type)}`."
    if arg.type_attr in first:
        return f"A {mutable}`Tensor`. Has the same type as `{first[arg.type_attr]}`."
    return f"A {mutable}`Tensor` of type `{arg.type_attr}`."


_ONE = {
    "string": "`string`",
    "int": "`int`",
    "float": "`float`",
    "bool": "`bool`",
    "type": "`tf.DType`",
    "shape": "`tf.TensorShape` or list of `ints`",
    "tensor": "`tf.TensorProto`",
    "func": "function decorated with @Defun",
}
_MANY = {
    "string": "`strings`",
    "int": "`ints`",
    "float": "`floats`",
    "bool": "`bools`",
    "type": "`tf.DTypes`",
    "shape": "shapes (each a `tf.TensorShape` or list of `ints`)",
    "tensor": "`TensorProto` objects",
    "func": "functions decorated with @Defun",
}


def _attribute(attr: Any) -> str:
    """What 1.15 says of an attribute: its kind, what is allowed, its default."""
    kind = attr.type.removeprefix("list(").removesuffix(")")
    listed = attr.type.startswith("list(")
    has_default = attr.HasField("default_value")
    head = f"list of {_MANY[kind]}" if listed else _ONE[kind]
    if has_default:
        text = f"An optional {head}"
    else:
        text = f"{'An' if head.startswith('`int`') else 'A'} {head}"
    if attr.HasField("allowed_values"):
        if kind == "string":
            allowed = ", ".join(f'"{s.decode()}"' for s in attr.allowed_values.list.s)
        else:
            allowed = ", ".join(f"tf.{_short(n)}" for n in attr.allowed_values.list.type)
        text += f" from: `{allowed}`"
    if attr.has_minimum:
        text += f" that has length `>= {attr.minimum}`" if listed else f" that is `>= {attr.minimum}`"
    text += "."
    if has_default:
        text += f" Defaults to `{_written(attr)}`."
    return text


def _short(number: int) -> str:
    return dtypes.as_dtype(number).name


def _written(attr: Any) -> str:
    if attr.type == "tensor":
        return text_format.MessageToString(attr.default_value.tensor, as_one_line=True).strip()
    value = _default(attr)

    def one(item: Any) -> str:
        if isinstance(item, str):
            return f'"{item}"'
        if isinstance(item, dtypes.DType):
            return f"tf.{item.name}"
        return str(item)

    return f"[{', '.join(one(v) for v in value)}]" if isinstance(value, list) else one(value)
