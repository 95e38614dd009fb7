"""What the nodes of a `GraphDef` are, without a graph: the types of their outputs, what they read, whether they have effects.

Masters and workers take graphs apart before they make operations of any of it.
"""

from __future__ import annotations

from typing import Any

from penstock.graph import attr_value, dtypes, errors, opdef, registry
from penstock.graph.dtypes import DType


def parse_input(text: str) -> tuple[str, int]:
    """(node, output) of an input; -1 for a control input."""
    if text.startswith("^"):
        return text[1:], -1
    name, colon, index = text.rpartition(":")
    return (name, int(index)) if colon else (text, 0)


def input_text(name: str, index: int) -> str:
    """The other way round."""
    return f"^{name}" if index < 0 else f"{name}:{index}" if index else name


class NodeTypes:
    """Types of the outputs of nodes; `library` has the functions that nodes may call by their name."""

    def __init__(self, library: Any = None) -> None:
        self._functions = {f.signature.name: f.signature for f in library.function} if library is not None else {}
        self._found: dict[str, list[DType]] = {}

    def add_library(self, library: Any) -> None:
        """Adds functions."""
        self._functions.update((f.signature.name, f.signature) for f in library.function)

    def outputs(self, node: Any) -> list[DType]:
        """The types of a node's outputs.

        Raises:
          tf.errors.NotFoundError: there is no operation of this type.
          tf.errors.InvalidArgumentError: it lacks an attribute.
        """
        found = self._found.get(node.name)
        if found is None:
            found = self._found[node.name] = self._outputs(node)
        return found

    def _outputs(self, node: Any) -> list[DType]:
        if node.op in ("_Recv", "_HostRecv"):
            return [dtypes.as_dtype(node.attr["tensor_type"].type)]
        if node.op in ("_Send", "_HostSend"):
            return []
        definition = opdef.get(node.op)
        if definition is None:
            registry.lookup(node.op)  # one that 1.x did not have is declared with its kernel
            definition = opdef.get(node.op)
        if definition is None:
            signature = self._functions.get(node.op)
            if signature is None:
                raise errors.NotFoundError(
                    None,
                    None,
                    f"Op type not registered '{node.op}' in binary running on this machine. Make sure the Op and Kernel "
                    "are registered in the binary running in this process.",
                )
            return [self._of_function(node, arg) for arg in signature.output_arg]
        wanted = {a for arg in definition.outputs for a in (arg.type_attr, arg.number_attr, arg.type_list_attr) if a}
        attrs: dict[str, Any] = {}
        for name in wanted:
            attr = definition.attrs[name]
            try:
                if name in node.attr:
                    attrs[name] = attr_value.parse(attr, node.attr[name])
                elif attr.has_default:
                    attrs[name] = attr_value.default(definition, attr)
                else:
                    raise ValueError(f"NodeDef missing attr '{name}' from {node.op}")
            except ValueError as error:
                raise errors.InvalidArgumentError(None, None, f"{error}; NodeDef: {{{{node {node.name}}}}}") from None
        return attr_value.output_types(definition, attrs)

    @staticmethod
    def _of_function(node: Any, arg: Any) -> DType:
        return dtypes.as_dtype(node.attr[arg.type_attr].type if arg.type_attr else arg.type)


def is_handle(types: list[DType]) -> bool:
    """Whether a node only names something that lasts: variables, queues, tables."""
    return bool(types) and all(t._is_ref_dtype or t.name == "resource" for t in types)


def has_effects(op: str) -> bool:
    """Whether operations of a type do something that others notice, other than to variables and random numbers."""
    definition, info = opdef.get(op), registry.lookup(op)
    if definition is None or not definition.is_stateful:
        return False
    if info is not None and (info.updates or info.assigns or info.reads):
        return False
    return not {"seed", "seed2"} <= definition.attrs.keys()


def may_block(op: str) -> bool:
    """Whether operations of a type may wait for others."""
    info = registry.lookup(op)
    return info is not None and bool(info.blocking)


def updates_variables(op: str) -> bool:
    """Whether operations of a type change variables, and nothing else."""
    info = registry.lookup(op)
    return info is not None and bool(info.updates or info.assigns)
