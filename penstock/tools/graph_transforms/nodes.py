"""Nodes of a GraphDef as the transforms see them: names of inputs taken apart, maps by name, new nodes, orders.

A transform takes and returns lists of `NodeDef`; it never writes into a node that it was given, it copies it first. So a
graph of a hundred megabytes goes through twenty transforms without its weights being copied twenty times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.graph import attr_value, dtypes, errors, opdef, tensor_proto

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.protos import NodeDef

Nodes = list[Any]


# -- names of inputs -------------------------------------------------------------------------------------------------------


def parts_of_input(text: str) -> tuple[str, str, str]:
    """The mark of a control input, the node's name, and the number of the output with its colon.

    >>> parts_of_input("^a"), parts_of_input("b/c:1")
    (('^', 'a', ''), ('', 'b/c', ':1'))
    """
    name, *rest = text.split(":")
    mark = "^" if name.startswith("^") else ""
    return mark, name.removeprefix("^"), f":{rest[0]}" if rest else ""


def node_of_input(text: str) -> str:
    """The name of the node that an input names."""
    return parts_of_input(text)[1]


def canonical_input(text: str) -> str:
    """An input with the number of its output, even if that is 0."""
    mark, name, output = parts_of_input(text)
    return f"{mark}{name}{output or ':0'}"


# -- nodes -----------------------------------------------------------------------------------------------------------------


def copy_of(node: NodeDef) -> Any:
    """A node that may be changed."""
    new = protos.NodeDef()
    new.CopyFrom(node)
    return new


def make(op: str, name: str, inputs: Sequence[str] = (), **attrs: Any) -> Any:
    """A new node; the attributes are types, booleans, integers, texts, lists of these, or messages."""
    node = protos.NodeDef(op=op, name=name, input=inputs)
    for key, value in attrs.items():
        if isinstance(value, protos.AttrValue):
            node.attr[key].CopyFrom(value)
        else:
            attr_value.write(None, value, node.attr[key])
    return node


def constant(name: str, value: Any, dtype: DType, inputs: Sequence[str] = ()) -> Any:
    """A node `Const` whose value is written as bytes, also if it is a single number."""
    node = make("Const", name, inputs, dtype=dtype)
    node.attr["value"].tensor.CopyFrom(_as_bytes(np.asarray(value), dtype))
    return node


def constant_by_size(name: str, value: np.ndarray, dtype: DType, inputs: Sequence[str] = ()) -> Any:
    """A node `Const` whose value is written as bytes if it has more than one element, else as a number."""
    node = make("Const", name, inputs, dtype=dtype)
    tensor = node.attr["value"].tensor
    if value.size > 1 and dtype is not dtypes.string:
        tensor.CopyFrom(_as_bytes(value, dtype))
    else:
        tensor.CopyFrom(tensor_proto.make_tensor_proto(value, dtype, value.shape))
    return node


def _as_bytes(value: np.ndarray, dtype: DType) -> Any:
    tensor = protos.TensorProto(dtype=dtype.as_datatype_enum, tensor_content=value.astype(dtype.storage).tobytes())
    tensor.tensor_shape.SetInParent()
    for size in value.shape:
        tensor.tensor_shape.dim.add(size=size)
    return tensor


def value_of(node: NodeDef) -> np.ndarray:
    """The value of a constant.

    Raises:
      InvalidArgumentError: there is none, or it is damaged.
    """
    for key in ("dtype", "value"):
        if key not in node.attr:
            raise errors.invalid(f"No '{key}' attribute for Const node {node.name}")
    try:
        return tensor_proto.make_ndarray(node.attr["value"].tensor)
    except (TypeError, ValueError) as error:
        raise errors.invalid(f"Decoding Tensor failed for node {node.name}: {error}") from error


def floats_of(node: NodeDef) -> np.ndarray:
    """The value of a constant that must be of float32 numbers.

    Raises:
      InvalidArgumentError: it is of another type, or damaged.
    """
    value = value_of(node)
    if value.dtype != np.float32:
        raise errors.invalid(f"Const node {node.name} has a value of type {value.dtype.name}, but float32 was expected")
    return value


def copy_attr(source: NodeDef, key: str, target: NodeDef, new_key: str | None = None) -> None:
    """Copies an attribute.

    Raises:
      InvalidArgumentError: the node does not have it.
    """
    if key not in source.attr:
        raise errors.invalid(f"No key '{key}' found in node {source.name} of type {source.op}")
    target.attr[new_key or key].CopyFrom(source.attr[key])


def types_of(node: NodeDef) -> tuple[list[DType], list[DType]]:
    """The types of a node's inputs and outputs, by its definition and attributes.

    Raises:
      NotFoundError: the operation is unknown.
      InvalidArgumentError: an attribute that tells a type is missing or wrong.
    """
    definition = definition_of(node)
    values = {}
    for name, attr in definition.attrs.items():
        if name in node.attr:
            try:
                values[name] = attr_value.parse(attr, node.attr[name])
            except ValueError as error:
                raise errors.invalid(f"{error} in node {node.name}") from error
        elif attr.has_default:
            values[name] = attr_value.default(definition, attr)
    try:
        return _types(definition.inputs, values), _types(definition.outputs, values)
    except KeyError as error:
        raise errors.invalid(f"No attr named {error} in NodeDef: {node.name} (op: '{node.op}')") from error


def _types(arguments: Iterable[Any], attrs: Mapping[str, Any]) -> list[DType]:
    found: list[DType] = []
    for arg in arguments:
        if arg.type_list_attr:
            found += list(attrs[arg.type_list_attr])
        else:
            dtype = attrs[arg.type_attr] if arg.type_attr else arg.type
            found += [dtype] * (attrs[arg.number_attr] if arg.number_attr else 1)
    return found


def definition_of(node: NodeDef) -> opdef.OpDef:
    """The definition of a node's operation.

    Raises:
      NotFoundError: there is none.
    """
    found = opdef.get(node.op)
    if found is None:
        raise errors.NotFoundError(
            None, None, f"Op type not registered '{node.op}' (node '{node.name}') in this version of Penstock"
        )
    return found


# -- whole graphs ----------------------------------------------------------------------------------------------------------


def by_name(nodes: Nodes) -> dict[str, Any]:
    """The nodes by their names; of two with one name, the later."""
    return {node.name: node for node in nodes}


def users_of(nodes: Nodes) -> dict[str, list[Any]]:
    """For each name that is an input, the nodes that have it as an input."""
    found: dict[str, list[Any]] = {}
    for node in nodes:
        for text in node.input:
            found.setdefault(node_of_input(text), []).append(node)
    return found


def missing_inputs(nodes: Nodes) -> list[tuple[str, str]]:
    """(node, input) for each input that names a node that is not there."""
    names = {node.name for node in nodes}
    return [
        (node.name, source)
        for node in nodes
        for source in map(node_of_input, node.input)
        if source not in names
    ]  # fmt: skip


def check_valid(nodes: Nodes) -> None:
    """Checks that each input is there.

    Raises:
      InternalError: one is not.
    """
    for node, source in missing_inputs(nodes):
        text = f"Invalid graph with inputs referring to nonexistent nodes: '{source}' is an input of node '{node}'"
        raise errors.InternalError(None, None, text)


def in_execution_order(nodes: Nodes, lenient: bool = False) -> Nodes:
    """The nodes so that each comes after its inputs, the latest found first, as 1.15's tool orders them.

    Args:
      nodes: the nodes; a loop of old control flow is no cycle, since a `Merge` waits for one of its inputs only.
      lenient: whether to leave out the nodes of a cycle instead of raising.

    Raises:
      InvalidArgumentError: an input is unknown, or there is a cycle.
    """
    index = {node.name: i for i, node in enumerate(nodes)}
    waits: list[int] = []
    users: list[list[int]] = [[] for _ in nodes]
    ready: list[int] = []
    for i, node in enumerate(nodes):
        merges = node.op in ("Merge", "RefMerge", "_XlaMerge")
        waits.append(1 + sum(text.startswith("^") for text in node.input) if merges else len(node.input))
        if not node.input:
            ready.append(i)
        for text in node.input:
            source = node_of_input(text)
            if source not in index:
                if lenient:
                    return []
                raise errors.invalid(f"Node '{node.name}': Unknown input node '{text}'")
            users[index[source]].append(i)
    found = []
    while ready:
        i = ready.pop()
        found.append(nodes[i])
        for user in users[i]:
            waits[user] -= 1
            if waits[user] == 0:
                ready.append(user)
    if len(found) < len(nodes) and not lenient:
        raise errors.invalid(f"{len(nodes) - len(found)} nodes in a cycle")
    return found


def with_inputs_renamed(nodes: Nodes, renames: Mapping[str, str], ignored: Iterable[str] = ()) -> Nodes:
    """The nodes with inputs replaced, each until no replacement fits it any more.

    Args:
      nodes: the nodes.
      renames: from inputs (`a`, `a:1`, `^a`, or `a:*` for all outputs of a) to inputs.
      ignored: names of nodes whose inputs stay.

    Raises:
      InvalidArgumentError: the replacements lead in a circle.
    """
    by_node: dict[str, list[tuple[str, str]]] = {}
    for old in sorted(renames):
        by_node.setdefault(node_of_input(old), []).append((old, renames[old]))
    ignored = set(ignored)
    found = []
    for node in nodes:
        if node.name not in ignored and any(node_of_input(text) in by_node for text in node.input):
            new = copy_of(node)
            new.input[:] = [_renamed(text, by_node) for text in node.input]
            node = new
        found.append(node)
    return found


def _renamed(text: str, by_node: Mapping[str, list[tuple[str, str]]]) -> str:
    seen = set()
    while (source := node_of_input(text)) in by_node:
        if source in seen:
            raise errors.invalid(f"RenameNodeInputs argument contains a cycle for {source}")
        seen.add(source)
        fits = False
        for old, new in by_node[source]:
            if old.endswith(":*"):
                mark, _, output = parts_of_input(text)
                text, fits = f"{mark}{new}{output}", True
            elif canonical_input(old) == canonical_input(text):
                text, fits = new, True
        if not fits:
            break
    return text
