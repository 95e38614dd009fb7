"""Pages on operations, as a `GraphDef` names them: inputs, attributes, outputs and types of each, from its definition.

The forms are those that 1.x's generator added to operations by itself: "A `Tensor` of type `int32`", "An optional `int`.
Defaults to `0`".
"""

from __future__ import annotations

from typing import Any

from penstock import _names
from penstock.graph import build, opdef
from penstock.graph.opdef import ArgDef, AttrDef, OpDef
from penstock.tools.docs import catalogue
from penstock.tools.docs.docstrings import default_text

_TITLES = {
    "without_kernel": "Operations that Penstock cannot run",
    "others": "Operations of datasets, functions and others",
    "nn": "Operations of networks",
    "io": "Operations of files and input",
    "linalg": "Operations of linear algebra",
    "math": "Operations of math",
}


def pages() -> dict[str, str]:
    """All pages on operations: path → text."""
    by_page: dict[str, list[str]] = {}
    for name, page in catalogue.operations().items():
        by_page.setdefault(page, []).append(name)
    found = {}
    lines = [
        "# Operations",
        "",
        "What a node of a `GraphDef` can be, with inputs, attributes and types. Each is a function `tf.raw_ops.Name` as well,",
        "which takes keywords only.",
        "Most are reached by [functions with a friendlier form](../python/index.md).",
        "",
    ]
    for page, names in sorted(by_page.items()):
        file = page.rpartition("/")[2]
        family = file.removesuffix(".md")
        title = _TITLES.get(family, f"Operations of {family}")
        links = ", ".join(f"[`{name}`]({file}#{name})" for name in names)
        lines.append(f"*   **[{title}]({file})**: {links}")
        head = [f"# {title}", ""]
        if family == "without_kernel":
            head += [
                "A graph that has one of these can be read, changed and written. Running it is a `tf.errors.NotFoundError`.",
                "",
            ]
        found[page] = "\n".join([*head, *(text for name in names for text in operation(name))])
    found[f"{catalogue.OPERATIONS}/index.md"] = "\n".join([*lines, ""])
    return found


def operation(name: str) -> list[str]:
    """The lines on one operation."""
    definition = opdef.get(name)
    assert definition is not None, name
    signature = build.signature(definition)
    words = [
        p.name if p.default is p.empty else f"{p.name}={default_text(p.default)}" for p in signature.parameters.values()
    ]
    lines = ["- - -", "", f"### {name} {{#{name}}}", "", f"`tf.raw_ops.{name}({', '.join(words)})`", ""]
    items = [f"*   <b>`{build._python_name(name, a.name)}`</b>: {_argument(a, definition)}" for a in definition.inputs]
    for attr in definition.attrs.values():
        if attr.name not in definition.inferred_attrs:
            items.append(f"*   <b>`{build._python_name(name, attr.name)}`</b>: {_attribute(attr)}")
    items.append("*   <b>`name`</b>: A name for the operation (optional).")
    lines += ["#### Args:", "", *items, "", "#### Returns:", ""]
    outputs = definition.outputs
    if not outputs:
        lines += ["The created Operation.", ""]
    elif len(outputs) == 1:
        lines += [_argument(outputs[0], definition), ""]
    else:
        lines += [f"A tuple of `Tensor` objects ({', '.join(o.name for o in outputs)}).", ""]
        lines += [*(f"*   <b>`{o.name}`</b>: {_argument(o, definition)}" for o in outputs), ""]
    if name in _names.OPS and definition.is_stateful:
        lines += ["It keeps or changes state: equal ones are not merged.", ""]
    return lines


def _types(types: Any) -> str:
    return ", ".join(f"`{t.name}`" for t in types)


def _argument(argument: ArgDef, definition: OpDef) -> str:
    """An input or output: what kind of tensor it is."""
    mutable = "mutable " if argument.is_ref else ""
    if argument.type_list_attr:
        return f"A list of `{mutable}Tensor` objects, whose types are `{argument.type_list_attr}`."
    head = f"A `{mutable}Tensor`"
    if argument.number_attr:
        least = definition.attrs[argument.number_attr].minimum
        count = f"a list of at least {least}" if least else "a list of"
        head = f"{count[0].upper()}{count[1:]} `{mutable}Tensor` objects"
    if argument.type is not None:
        return f"{head} of type `{argument.type.name}`."
    attr = definition.attrs.get(argument.type_attr)
    first = next((a.name for a in definition.inputs if a.type_attr == argument.type_attr), "")
    if first and first != argument.name:
        return f"{head}. Has the same type as `{first}`."
    if attr is None or attr.allowed is None:
        return f"{head}." if first == argument.name else f"{head} of type `{argument.type_attr}`."
    if first != argument.name:
        return f"{head} of type `{argument.type_attr}`."
    return f"{head}. Must be one of the following types: {_types(attr.allowed)}."


def _attribute(attr: AttrDef) -> str:
    kind = {
        "type": "tf.DType",
        "shape": "tf.TensorShape or list of ints",
        "tensor": "tf.TensorProto",
        "func": "function",
    }
    name = attr.type.removeprefix("list(").removesuffix(")")
    name = kind.get(name, name)
    shown = f"list of `{name}`s" if attr.type.startswith("list(") else f"`{name}`"
    text = (
        "An optional "
        if attr.has_default
        else ("An " if name[0] in "aeiou" and not attr.type.startswith("list(") else "A ")
    ) + shown
    if attr.allowed is not None:
        values = _types(attr.allowed) if "type" in attr.type else ", ".join(f"`{a!r}`" for a in attr.allowed)
        text += f" from: {values}"
    if attr.minimum is not None:
        text += f", at least `{attr.minimum}`"
    return text + (f". Defaults to `{default_text(attr.default)}`." if attr.has_default else ".")
