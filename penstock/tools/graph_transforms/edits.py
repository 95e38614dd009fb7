"""Transforms that change nodes one by one: attributes, operations, names, devices, control inputs, defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.graph import errors, opdef_proto
from penstock.tools.graph_transforms.nodes import (
    Nodes,
    copy_of,
    definition_of,
    in_execution_order,
    parts_of_input,
)
from penstock.tools.graph_transforms.registry import Context, transform


def _each(nodes: Nodes, wanted: Callable[[Any], bool], change: Callable[[Any], object]) -> Nodes:
    """The nodes, those that are wanted replaced by changed copies."""
    found = []
    for node in nodes:
        if wanted(node):
            node = copy_of(node)
            change(node)
        found.append(node)
    return found


def _single(context: Context, example: str, *names: str) -> list[str]:
    """The values of parameters that must be given once each."""
    for name in names:
        if len(context.values(name)) != 1:
            raise errors.invalid(example)
    return [context.values(name)[0] for name in names]


@transform("remove_attribute")
def remove_attribute(nodes: Nodes, context: Context) -> Nodes:
    """Takes an attribute away: `attribute_name`, and `op_name` if not from all operations."""
    (key,) = _single(
        context,
        "remove_attribute expects exactly one 'attribute_name' argument, e.g. "
        "remove_attribute(op_name=Mul, attribute_name=foo)",
        "attribute_name",
    )
    count = len(context.values("op_name"))
    if count > 1:
        raise errors.invalid(f"remove_nodes expects a single op_name argument, but found {count}")
    kind = context.text("op_name", "*")

    def change(node: Any) -> None:
        del node.attr[key]

    return _each(nodes, lambda node: kind in ("*", node.op) and key in node.attr, change)


@transform("rename_attribute")
def rename_attribute(nodes: Nodes, context: Context) -> Nodes:
    """Gives an attribute another name: `old_attribute_name`, `new_attribute_name`, and `op_name` if not everywhere."""
    old, new = _single(
        context,
        "rename_attribute expects exactly one 'old_attribute_name' and one 'new_attribute_name' argument, e.g. "
        "rename_attribute(old_attribute_name=foo, new_attribute_name=bar)",
        "old_attribute_name",
        "new_attribute_name",
    )
    kind = (context.values("op_name") or ["*"])[0]

    def change(node: Any) -> None:
        if new not in node.attr:
            node.attr[new].CopyFrom(node.attr[old])
        if new != old:
            del node.attr[old]

    return _each(nodes, lambda node: kind in ("*", node.op) and old in node.attr, change)


@transform("rename_op")
def rename_op(nodes: Nodes, context: Context) -> Nodes:
    """Gives all operations of a type another type: `old_op_name`, `new_op_name`."""
    old, new = _single(
        context,
        "rename_op expects exactly one 'old_op_name' and 'new_op_name' argument, e.g. "
        "rename_op(old_op_name=Mul, new_op_name=Multiply)",
        "old_op_name",
        "new_op_name",
    )
    return _each(nodes, lambda node: node.op == old, lambda node: setattr(node, "op", new))


@transform("rename_node")
def rename_node(nodes: Nodes, context: Context) -> Nodes:
    """Gives a node another name, also where it is an input: `old_node_name`, `new_node_name`. 1.15 did not have it yet."""
    old, new = _single(
        context,
        "rename_node expects exactly one 'old_node_name' and one 'new_node_name' argument, e.g. "
        "rename_node(old_node_name=super/deep/output, new_node_name=output)",
        "old_node_name",
        "new_node_name",
    )
    if any(node.name == new for node in nodes):
        raise errors.invalid(f"A node already has the name {new}.")

    def change(node: Any) -> None:
        if node.name == old:
            node.name = new
        taken_apart = [parts_of_input(text) for text in node.input]
        node.input[:] = [f"{mark}{new if name == old else name}{out}" for mark, name, out in taken_apart]

    return _each(nodes, lambda _: True, change)


@transform("remove_device")
def remove_device(nodes: Nodes, context: Context) -> Nodes:
    """Takes the devices away."""
    return _each(nodes, lambda node: bool(node.device), lambda node: node.ClearField("device"))


@transform("set_device")
def set_device(nodes: Nodes, context: Context) -> Nodes:
    """Sets the device of all nodes to `device`; with `if_default`, only of those that have none."""
    device, if_default = context.text("device"), context.truth("if_default", False)
    return _each(nodes, lambda node: not (if_default and node.device), lambda node: setattr(node, "device", device))


@transform("remove_control_dependencies")
def remove_control_dependencies(nodes: Nodes, context: Context) -> Nodes:
    """Takes the control inputs away."""

    def change(node: Any) -> None:
        node.input[:] = [text for text in node.input if not text.startswith("^")]

    return _each(nodes, lambda node: any(text.startswith("^") for text in node.input), change)


@transform("add_default_attributes", keeps_versions=True)
def add_default_attributes(nodes: Nodes, context: Context) -> Nodes:
    """Writes out the attributes that are not given and have a default."""

    def change(node: Any) -> None:
        definition = definition_of(node)
        for name, attr in definition.attrs.items():
            if attr.has_default and name not in node.attr:
                opdef_proto.default_to_proto(definition, attr, node.attr[name])

    return _each(nodes, lambda _: True, change)


@transform("sort_by_execution_order")
def sort_by_execution_order(nodes: Nodes, context: Context) -> Nodes:
    """Puts each node after its inputs."""
    return in_execution_order(nodes)


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _number_as_name(number: int) -> str:
    text = _DIGITS[number % len(_DIGITS)]
    while number := number // len(_DIGITS):
        text = _DIGITS[number % len(_DIGITS)] + text
    return text


@transform("obfuscate_names")
def obfuscate_names(nodes: Nodes, context: Context) -> Nodes:
    """Gives all nodes but inputs and outputs short names that say nothing."""
    kept = {*context.inputs, *context.outputs}
    names: dict[str, str] = {}
    number = 0
    for node in nodes:
        if node.name in kept:
            names[node.name] = node.name
            continue
        while (name := _number_as_name(number)) in kept:
            number += 1
        number += 1
        names[node.name] = name

    def change(node: Any) -> None:
        old = node.name
        node.name = names[old]
        inputs = []
        for mark, name, output in map(parts_of_input, node.input):
            if name not in names:
                raise errors.invalid(f"No node named {name} for input to {old}")
            inputs.append(f"{mark}{names[name]}{output}")
        node.input[:] = inputs

    return _each(nodes, lambda _: True, change)
