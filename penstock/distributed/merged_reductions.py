"""Reductions of several arrays as one, wherever 1.15's optimizer makes one of them: all workers must exchange the same.

What is merged are `CollectiveReduce` nodes of one device and one name scope, by their instance keys. Each array begins at a
multiple of 64 bytes of what goes around. 1.15 has nodes of its own for that (`_ScopedAllocator...`), which its workers take
only from its own masters in the same process; here it is `ConcatV2` and `SplitV`, which any worker can run.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock.distributed.node_types import NodeTypes, input_text, parse_input
from penstock.distributed.partition import Pruned
from penstock.graph import dtypes, tensor_proto
from penstock.graph.graph import Graph
from penstock.graph.importer import import_graph_def

_ALIGNMENT = 64
_REDUCE = "CollectiveReduce"
_SAME = ("T", "group_key", "group_size", "merge_op", "final_op")


def wanted(config: Any) -> bool:
    """Whether a `ConfigProto` asks for it: 1.15 takes any value but the default, OFF as well, for yes."""
    rewrite = config.graph_options.rewrite_options
    names = rewrite.scoped_allocator_opts.enable_op
    asked = bool(rewrite.scoped_allocator_optimization) and not rewrite.disable_meta_optimizer
    return asked and (not names or _REDUCE in names)


def merged(
    pruned: Pruned, nodes: Mapping[str, Any], placed: Mapping[str, str], types: NodeTypes, library: Any, versions: Any
) -> tuple[Pruned, dict[str, str]]:
    """The nodes of a run with fewer reductions, and the devices of those that are new.

    As in 1.15, all stay as they are if one cannot be merged: a shape is not known, or what is reduced has no attribute T.

    Args:
      pruned: the nodes.
      nodes: all nodes of the graph, by name.
      placed: the device of each.
      types: the types of their outputs.
      library, versions: of the graph.
    """
    groups: dict[tuple[str, str], list[Any]] = {}
    for name, node in pruned.nodes.items():
        if node.op == _REDUCE:
            groups.setdefault((placed[name], name.rpartition("/")[0]), []).append(node)
    together = [
        sorted(members, key=lambda node: node.attr["instance_key"].i) for members in groups.values() if len(members) > 1
    ]
    if not all(_fit(members, pruned) for members in together):
        return pruned, {}
    shapes = _shapes([node for members in together for node in members], pruned, nodes, types, library, versions)
    if shapes is None:
        return pruned, {}
    kept, devices = dict(pruned.nodes), {}
    for members in together:
        for node in _one(members, [shapes[node.name] for node in members]):
            node.device = devices[node.name] = placed[members[0].name]
            kept[node.name] = node
    return pruned._replace(nodes=kept), devices


def _data(node: Any) -> tuple[str, int]:
    return next(source for source in map(parse_input, node.input) if source[1] >= 0)


def _fit(members: Sequence[Any], pruned: Pruned) -> bool:
    """Whether reductions can be one: they are alike, and none needs another's result."""
    names = {node.name for node in members}
    todo: list[tuple[str, int]] = []
    for node in members:
        if any(node.attr[key] != members[0].attr[key] for key in _SAME):
            return False
        source = _data(node)
        made = pruned.nodes.get(source[0])
        if source in pruned.feeds or made is None or made.attr["T"].type != node.attr["T"].type:
            return False
        todo += [s for s in map(parse_input, node.input) if s[1] >= 0 or s[0] not in names]
    seen: set[str] = set()
    while todo:
        name, index = todo.pop()
        if name in names:
            return False
        if name not in seen and (name, index) not in pruned.feeds:
            seen.add(name)
            todo += map(parse_input, pruned.nodes[name].input)
    return True


def _shapes(
    members: Sequence[Any],
    pruned: Pruned,
    nodes: Mapping[str, Any],
    types: NodeTypes,
    library: Any,
    versions: Any,
) -> dict[str, list[int]] | None:
    """The shape of what each reduction takes, as far as it is known before anything runs; None if one is not complete."""
    graph_def = protos.GraphDef(versions=versions, library=library)
    fed: dict[tuple[str, int], str] = {}
    needed: set[str] = set()
    todo = [_data(node) for node in members]
    while todo:
        name, index = source = todo.pop()
        if index < 0 or source in fed or name in needed:
            continue
        if source in pruned.feeds:
            stand_in = graph_def.node.add(name=f"{name}/_fed_{index}", op="Placeholder")
            stand_in.attr["dtype"].type = types.outputs(nodes[name])[index].base_dtype.as_datatype_enum
            stand_in.attr["shape"].shape.unknown_rank = True
            if nodes[name].op == "Placeholder":  # what is fed fits it
                stand_in.attr["shape"].CopyFrom(nodes[name].attr["shape"])
            fed[source] = stand_in.name
        else:
            needed.add(name)
            todo += map(parse_input, pruned.nodes[name].input)
    for name in needed:
        added = graph_def.node.add()
        added.CopyFrom(pruned.nodes[name])
        added.attr.pop("_class", None)
        del added.input[:]
        sources = [source for source in map(parse_input, pruned.nodes[name].input) if source[1] >= 0]
        added.input.extend(fed.get(source) or input_text(*source) for source in sources)
    with Graph().as_default() as graph:
        import_graph_def(graph_def, name="")
    found = {}
    for node in members:
        name, index = _data(node)
        shape = graph.get_tensor_by_name(f"{name}:{index}").shape
        if not shape.is_fully_defined():
            return None
        found[node.name] = [size or 0 for size in shape.as_list()]
    return found


def _one(members: Sequence[Any], shapes: Sequence[list[int]]) -> Iterator[Any]:
    """Nodes in the place of reductions; what comes out of each has the name of its reduction."""
    first = members[0]
    dtype = dtypes.as_dtype(first.attr["T"].type)
    names = {node.name for node in members}

    def make(what: str, op: str, inputs: Sequence[str] = (), **types: Any) -> Any:
        made = protos.NodeDef(name=what if what in names else f"{first.name}/merged/{what}", op=op, input=inputs)
        for key, value in types.items():
            if isinstance(value, int):
                made.attr[key].i = value
            else:
                made.attr[key].type = value.as_datatype_enum
        return made

    def constant(what: str, value: Any, of: Any = dtypes.int32) -> Any:
        made = make(what, "Const", dtype=of)
        made.attr["value"].tensor.CopyFrom(tensor_proto.make_tensor_proto(value, of))
        return made

    flat, axis = constant("flat", [-1]), constant("axis", 0)
    yield from (flat, axis)
    pieces, sizes = [], []
    for i, (node, shape) in enumerate(zip(members, shapes, strict=True)):
        piece = make(f"flat_{i}", "Reshape", [input_text(*_data(node)), flat.name], T=dtype, Tshape=dtypes.int32)
        yield piece
        count = math.prod(shape)
        pieces.append(piece.name)
        sizes.append(count)
        missing = -count * dtype.size % _ALIGNMENT // dtype.size
        if missing and node is not members[-1]:
            gap = constant(f"gap_{i}", np.zeros(missing, dtype.as_numpy_dtype), dtype)
            yield gap
            pieces.append(gap.name)
            sizes.append(missing)
    whole = make("whole", "ConcatV2", [*pieces, axis.name], T=dtype, N=len(pieces), Tidx=dtypes.int32)
    yield whole
    reduced = make("reduced", _REDUCE, [whole.name])
    for key, value in first.attr.items():
        reduced.attr[key].CopyFrom(value)
    waits = {text: None for node in members for text in node.input if text.startswith("^") and text[1:] not in names}
    reduced.input.extend(waits)
    yield reduced
    lengths = constant("lengths", sizes)
    yield lengths
    inputs = [reduced.name, lengths.name, axis.name]
    parts = make("parts", "SplitV", inputs, T=dtype, num_split=len(sizes), Tlen=dtypes.int32)
    yield parts
    for node, shape, piece in zip(members, shapes, [i for i, name in enumerate(pieces) if "/gap_" not in name]):
        dims = constant(f"shape_{piece}", np.array(shape, "i"))
        yield dims
        source = input_text(parts.name, piece)
        yield make(node.name, "Reshape", [source, dims.name], T=dtype, Tshape=dtypes.int32)
