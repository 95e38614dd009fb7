"""Transforms that take nodes away or add some between others: unused ones, pass-throughs, prints."""

from __future__ import annotations

from typing import Any

from penstock.graph import dtypes, errors
from penstock.graph.tensor_shape import TensorShape
from penstock.tools.graph_transforms import matching
from penstock.tools.graph_transforms.nodes import (
    Nodes,
    by_name,
    canonical_input,
    make,
    node_of_input,
    parts_of_input,
    types_of,
    with_inputs_renamed,
)
from penstock.tools.graph_transforms.registry import Context, transform


@transform("remove_nodes")
def remove_nodes(nodes: Nodes, context: Context) -> Nodes:
    """Takes away nodes of the types `op`; their users get their first input. `max_inputs` is how many they may have."""
    kinds = context.values("op")
    if not kinds:
        raise errors.invalid("remove_nodes expects at least one 'op'argument, e.g. remove_nodes(op=Identity)")
    most = context.integer("max_inputs", 1)
    kept = {node_of_input(name) for name in (*context.inputs, *context.outputs)}
    for kind in kinds:
        for count in range(1, most + 1):
            wanted = matching.pattern(kind, *["*"] * count)
            while True:
                renames: dict[str, str] = {}

                def shorten(match: matching.Match, used: set[str], renames: dict[str, str] = renames) -> Nodes:
                    if match.node.name in kept:
                        return match.nodes()
                    source = match.inputs[0].node
                    taken = (text for text in match.node.input if text.split(":")[0] == source.name)
                    renames[match.node.name] = next(taken, source.name)
                    renames["^" + match.node.name] = "^" + source.name
                    return [source]

                nodes = matching.replace(nodes, wanted, shorten, may_lose=True)
                nodes = with_inputs_renamed(nodes, renames)
                if not renames:
                    break
    return nodes


@transform("strip_unused_nodes")
def strip_unused_nodes(nodes: Nodes, context: Context) -> Nodes:
    """Leaves what lies between inputs and outputs; an input that is none becomes a `Placeholder`.

    Its type and shape are `type` and `shape`, or for one `name` what `type_for_name` and `shape_for_name` say.
    """
    inputs = {node_of_input(name) for name in context.inputs}
    used = {*inputs, *context.outputs}
    known = by_name(nodes)
    level = {node_of_input(name) for name in context.outputs}
    while level:
        following = set()
        for name in level:
            used.add(name)
            if name in inputs:
                continue
            if name not in known:
                raise errors.invalid(f"Input node {name} not found in graph")
            following |= {source for source in map(node_of_input, known[name].input) if source not in used}
        level = following
    return [
        _placeholder(node, context) if node.name in inputs and node.op != "Placeholder" else node
        for node in nodes
        if node.name in used
    ]


def _placeholder(node: Any, context: Context) -> Any:
    dtype = _told(context, node.name, "type", _type, dtypes.float32, "float, name=bar, type_for_name=quint8")
    shape = _told(context, node.name, "shape", _shape, TensorShape([]), '"2,2,1", name=bar, shape_for_name="1"')
    return make("Placeholder", node.name, dtype=dtype, shape=shape)


def _told(context: Context, name: str, what: str, read: Any, default: Any, example: str) -> Any:
    common = context.values(what)
    if len(common) > 1:
        raise errors.invalid(f"You must pass no more than one default '{what}' to strip_unused_nodes")
    found = read(common[0]) if common else default
    names, own = context.values("name"), context.values(f"{what}_for_name")
    if len(names) != len(own):
        raise errors.invalid(
            f"You must pass a '{what}_for_name' arg for every 'name', e.g. "
            f"strip_unused_nodes(name=foo, {what}_for_name={example}"
        )
    for other, text in zip(names, own, strict=True):
        if other == name:
            found = read(text)
    return found


def _type(text: str) -> dtypes.DType:
    try:
        return dtypes.as_dtype(text)
    except TypeError:
        raise errors.invalid(f"Couldn't understand type argument '{text}'") from None


def _shape(text: str) -> TensorShape:
    if not text:
        raise errors.invalid("Specified shape is empty.")
    try:
        return TensorShape([int(size) for size in text.split(",")])
    except ValueError:
        raise errors.invalid(f"Could parse as shape: '{text}'") from None


@transform("insert_logging")
def insert_logging(nodes: Nodes, context: Context) -> Nodes:
    """Puts a `Print` behind nodes whose results are used.

    `op` and `prefix` choose the nodes by type and by the beginning of their names; `message`, `show_name`, `show_op`,
    `first_n` and `summarize` say what is printed.
    """
    kinds, prefixes = context.values("op"), context.values("prefix")
    message = context.text("message")
    show_name, show_op = context.truth("show_name", False), context.truth("show_op", False)
    first, summarize = context.integer("first_n", -1), context.integer("summarize", 1024)
    outputs: dict[str, set[int]] = {}
    for node in nodes:
        for text in node.input:
            _, name, number = parts_of_input(canonical_input(text))
            if not number[1:].lstrip("-").isdigit():
                raise errors.invalid(f"Couldn't understand output number in {text}")
            outputs.setdefault(name, set()).add(int(number[1:]))
    renames, printed, result = {}, set(), []
    for node in nodes:
        result.append(node)
        wanted = (not kinds or node.op in kinds) and (not prefixes or node.name.startswith(tuple(prefixes)))
        if node.name not in outputs or not wanted:
            continue
        kinds_of_outputs = types_of(node)[1]
        if not kinds_of_outputs:
            raise errors.invalid(f"Node {node.name} of type {node.op} has no output that could be printed")
        name = f"{node.name}__print__"
        said = (f";{node.op};" if show_op else "") + (f";{name};" if show_name else "") + message
        taken = [f"{node.name}:0", *(f"{node.name}:{number}" for number in sorted(outputs[node.name]))]
        attrs = {"T": kinds_of_outputs[0], "U": kinds_of_outputs}
        result.append(make("Print", name, taken, message=said, first_n=first, summarize=summarize, **attrs))
        printed.add(name)
        renames[f"{node.name}:0"] = f"{name}:0"
    return with_inputs_renamed(result, renames, printed)
