"""`sparsify_gather`: a lookup of rows in a mostly empty column of weights becomes a lookup in a hash table."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.tools.graph_transforms import matching
from penstock.tools.graph_transforms.nodes import Nodes, by_name, constant, constant_by_size, copy_of, make, value_of
from penstock.tools.graph_transforms.registry import Context, transform
from penstock.train.checkpoint_reader import CheckpointReader

_NEGLIGIBLE = 1.0e-5
# Operations that are of no use any more when one of two inputs is gone.
_NEED_BOTH = ("Assign", "Reshape", "Equal", "Mean", "ScalarSummary")


@transform("sparsify_gather")
def sparsify_gather(nodes: Nodes, context: Context) -> Nodes:
    """`Gather` and `GatherV2` from a constant or variable of one column become lookups in a table of what is not 0.

    `input_checkpoint` has the values of variables; `group_init_node` is the name of the operation that fills the tables.
    """
    cleaned = []
    for node in nodes:
        if "_output_shapes" in node.attr:
            node = copy_of(node)
            del node.attr["_output_shapes"]
        cleaned.append(node)
    path = context.values("input_checkpoint")
    reader = CheckpointReader(path[0]) if path else None
    slices = {
        node.name: _slice_of(cleaned, node.name) for node in cleaned if node.op in ("Variable", "VariableV2")
    }  # fmt: skip
    weights = matching.pattern("Identity", "Const|Variable|VariableV2")
    for wanted in (matching.pattern("Gather", weights, "*"), matching.pattern("GatherV2", weights, "*", "Const")):
        cleaned = _Sparsifier(cleaned, context, wanted, reader, slices).run()
    return cleaned


def _whole_name(name: str) -> str:
    """A variable's name in a checkpoint: that of the whole, if it is a part."""
    parts = name.split("/")
    return "/".join(parts[:-1]) if len(parts) > 1 and parts[-1].startswith("part_") else name


def _slice_of(nodes: Nodes, variable: str) -> str:
    """Which part of the tensor in a checkpoint the saver of the graph reads into a variable."""
    known = by_name(nodes)
    source = ""
    for node in nodes:
        parts = node.name.split("/")
        restores = len(parts) == 2 and parts[0].startswith("save") and parts[1].startswith("Assign")
        if restores and len(node.input) > 1 and node.input[0] == variable:
            source = node.input[1].split(":")[0]
            break
    restore = known.get(source)
    if restore is not None and restore.op == "RestoreV2" and len(restore.input) > 2:
        names, parts = (known.get(text) for text in restore.input[1:3])
        if names is not None and parts is not None:
            found = [text.decode() for text in value_of(names).ravel()]
            if _whole_name(variable) in found:
                return value_of(parts).ravel()[found.index(_whole_name(variable))].decode()
    raise errors.InternalError(None, None, f"Unable to find RestoreV2 entry for variable: {variable}")


def _part_of(value: np.ndarray, spec: str) -> np.ndarray:
    """The part of an array that a text such as `10 4 0,5:-` tells: its shape, then start and length in each dimension."""
    if not spec:
        return value
    *_, slices = spec.split(" ")
    found = []
    for text in slices.split(":"):
        start, _, length = text.partition(",")
        found.append(slice(None) if text == "-" else slice(int(start), int(start) + int(length)))
    return value[tuple(found)]


class _Sparsifier:
    """One pattern in a graph, replaced until it is not there any more."""

    def __init__(
        self, nodes: Nodes, context: Context, wanted: matching.Pattern, reader: Any, slices: dict[str, str]
    ) -> None:
        self.nodes, self.context, self.wanted, self.reader, self.slices = nodes, context, wanted, reader, slices
        self.uses: dict[str, int] = {}
        for node in nodes:
            for text in node.input:
                self._use(text.replace("^", ""))

    def _use(self, name: str, count: int = 1) -> None:
        self.uses[name] = self.uses.get(name, 0) + count

    def run(self) -> Nodes:
        """The nodes without the pattern."""
        group = (self.context.values("group_init_node") or ["group_deps"])[0]
        while True:
            self.tables: list[str] = []
            self.removed: list[str] = []
            nodes = [copy_of(n) for n in matching.replace(self.nodes, self.wanted, self._replace, may_lose=True)]
            init = next((node for node in nodes if node.name == group and node.op == "NoOp"), None)
            if init is None:
                init = make("NoOp", group)
                nodes.append(init)
            for name in self.tables:
                init.input.append(f"^{name}")
                self._use(name)
            for name in (*self.context.outputs, *self.context.inputs):
                self.uses.pop(name, None)
            self.removed += [name for name, count in self.uses.items() if count == 0]
            self._remove(nodes)
            self.nodes = nodes
            if not self.tables:
                return nodes

    def _weights(self, node: Any) -> np.ndarray:
        if node.attr["dtype"].type != dtypes.float32.as_datatype_enum:
            kind = dtypes.as_dtype(node.attr["dtype"].type).name
            raise errors.FailedPreconditionError(
                None,
                None,
                "Transform only applicable to subgraph with 'Const','Variable', or 'VariableV2' of dtype 'DT_FLOAT'. "
                f"Found '{node.op}' with name '{node.name}' and dtype '{kind}'.",
            )
        if node.op == "Const":
            value = value_of(node)
        elif self.reader is None:
            raise errors.InternalError(None, None, "Checkpoint reader was not initialized. ")
        else:
            value = _part_of(self.reader.get_tensor(_whole_name(node.name)), self.slices[node.name])
        if value.ndim != 2 or value.shape[1] != 1:
            shape = ",".join(str(size) for size in value.shape)
            raise errors.FailedPreconditionError(
                None,
                None,
                "Transform only applicable to subgraph with 'Const' with tensor of shape [N, 1]. But instead get "
                f"shape [{shape}].",
            )
        return value.ravel()

    def _replace(self, match: matching.Match, used: set[str]) -> Nodes:
        gather, copied, weights_node = match.node, match.inputs[0].node, match.inputs[0].inputs[0].node
        if gather.op == "GatherV2":
            axis = int(value_of(match.inputs[2].node))
            if axis:
                text = f"Transform only applicable to subgraph with GatherV2 over axis 0. Found axis {axis}."
                raise errors.FailedPreconditionError(None, None, text)
        weights = self._weights(weights_node)
        self.removed += [weights_node.name, copied.name]
        for text in copied.input:
            self._use(text.replace("^", ""), -1)
        kept = np.flatnonzero(np.abs(weights) >= _NEGLIGIBLE)
        if not kept.size:  # a table must not be empty
            kept, weights = np.zeros(1, np.int64), np.zeros(1, np.float32)
        name, float32, int64 = weights_node.name, dtypes.float32, dtypes.int64
        keys = constant(f"{name}/indices", kept, int64)
        values = constant(f"{name}/values", weights[kept], float32)
        table = make("HashTable", f"{name}/HashTable", key_dtype=int64, value_dtype=float32)
        inputs = [table.name, keys.name, values.name]
        fill = make("InitializeTable", f"{name}/InitializeTable", inputs, Tkey=int64, Tval=float32)
        default = constant(f"{gather.name}/Const", 0.0, float32)
        inputs = [table.name, gather.input[1], default.name]
        find = make("LookupTableFind", f"{gather.name}/LookupTableFind", inputs, Tin=int64, Tout=float32)
        last_axis = constant_by_size(f"{gather.name}/ExpandDims/Const", np.asarray(-1), dtypes.int32)
        column = make("ExpandDims", gather.name, [find.name, last_axis.name], T=float32)
        self.tables.append(fill.name)
        for node in (fill, find, column):
            for text in node.input:
                self._use(text)
        return [match.inputs[1].node, keys, values, table, fill, find, default, last_axis, column]

    def _remove(self, nodes: Nodes) -> None:
        """Removes nodes that nothing uses any more, and those that need them."""
        while self.removed:
            name = self.removed.pop()
            i = 0
            while i < len(nodes):
                node = nodes[i]
                if node.name == name and node.op != "RestoreV2":
                    for text in node.input:
                        source = text.replace("^", "")
                        self._use(source, -1)
                        if self.uses[source] == 0:
                            self.removed.append(source)
                    del nodes[i]
                    continue
                rest = [text for text in node.input if text not in (name, f"^{name}")]
                if len(rest) < len(node.input):
                    node.input[:] = rest
                    self._shortened(node)
                i += 1

    def _shortened(self, node: Any) -> None:
        if node.op == "ConcatV2":
            if len(node.input) > 2:
                node.attr["N"].i = len(node.input) - 1
            elif len(node.input) == 2:
                axis = node.input[1]
                if self.uses.get(axis) != 1:
                    text = "Expect axis tensor of ConcatV2 node to only be referenced once."
                    raise errors.InternalError(None, None, text)
                self.uses[axis] = 0
                self.removed.append(axis)
                del node.input[1:]
                del node.attr["N"]
                node.op = "Identity"
            else:
                raise errors.InternalError(None, None, "ConcatV2 should have at least two elements")
        if not node.input or (node.op in _NEED_BOTH and len(node.input) == 1):
            self.removed.append(node.name)
