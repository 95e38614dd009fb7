"""Arrays of old graphs made lists: TensorArrayV3 and its kind become tensor lists, before loops become functional.

An array of 1.x is a resource that operations change behind the graph's back; a list is a value that flows, so that XLA can
compile the loops that fill it and gradients can be taken. Graphs that contain gradients of arrays (`TensorArrayGradV3`,
which find their array by name) keep their resources: they were made by 1.x for training and run as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import dtypes

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef

_ARRAY = "TensorArrayV3"
_KINDS = frozenset(
    f"TensorArray{kind}V3" for kind in ("", "Write", "Read", "Gather", "Scatter", "Concat", "Split", "Size", "Close")
)
_CARRIERS = {"Enter", "Exit", "Merge", "Switch", "NextIteration", "Identity"}
_INT32, _INT64, _VARIANT = (t.as_datatype_enum for t in (dtypes.int32, dtypes.int64, dtypes.variant))


def run(graph_def: GraphDef) -> Any:
    """Returns `graph_def` with lists in the place of arrays, itself if it has none or is not of the kind described above."""
    kinds = {n.op for n in graph_def.node if n.op.startswith("TensorArray")}
    if not kinds or not kinds <= _KINDS:
        return graph_def
    result = protos.GraphDef()
    result.CopyFrom(graph_def)
    converted = _Conversion(result.node).run()
    if converted is None:
        return graph_def
    del result.node[:]
    result.node.extend(converted)
    return result


def _source(text: str) -> tuple[str, int]:
    name, _, index = text.partition(":")
    return name, int(index) if index.isdigit() else 0


class _Conversion:
    def __init__(self, nodes: Iterable[Any]) -> None:
        self.nodes = {n.name: n for n in nodes}
        self.arrays = {n.name for n in self.nodes.values() if n.op == _ARRAY}
        self.new: list[Any] = []  # nodes that are added
        self.carriers: set[str] = set()  # nodes that carry a handle or a flow around
        self.handles: set[str] = set()  # those of them that carry a handle
        self.users: dict[str, list[Any]] = {}
        for node in self.nodes.values():
            for text in node.input:
                if not text.startswith("^"):
                    self.users.setdefault(_source(text)[0], []).append(node)

    def run(self) -> list[Any] | None:
        arrays = [n for n in self.nodes.values() if n.op == _ARRAY]
        if not all(self.follow(n) for n in self.nodes.values() if n.op in _KINDS and n.op != _ARRAY):
            return None
        if not all(self.follow(n) for n in arrays):
            return None
        array_of = {n.name: self.array_behind(n.input[0]) for n in self.nodes.values() if n.op in _KINDS - {_ARRAY}}
        if any(found is None for found in array_of.values()):
            return None
        attrs = {
            n.name: (n.attr["dtype"].type, n.attr["element_shape"].shape, n.attr["dynamic_size"].b) for n in arrays
        }
        shapes = {n.name: self.element_shape(n) for n in arrays}
        for name in self.carriers:
            node = self.nodes[name]
            node.attr["T"].type = _VARIANT
            self.forget_shapes(node)
            self.rewrite_inputs(node)
        for node in list(self.nodes.values()):
            if node.op not in _KINDS:
                continue
            array = node.name if node.op == _ARRAY else array_of[node.name]
            assert array is not None
            dtype, _, grows = attrs[array]
            kind = node.op.removeprefix("TensorArray").removesuffix("V3") or "New"
            getattr(self, f"make_{kind.lower()}")(node, dtype, shapes[array], grows)
        unused = {name for name in self.handles if self.nodes[name].op == "Enter"}
        return [n for n in (*self.nodes.values(), *self.new) if n.name not in unused]

    # -- where handles and flows go ------------------------------------------------------------------------------------

    def follow(self, node: NodeDef) -> bool:
        """Notes all that carries an array made or changed by `node`; False if something else uses it."""
        outputs = {1: False, 0: True} if node.op == _ARRAY else {0: False} if self.gives_flow(node) else {}
        waiting = [(node, index, is_handle) for index, is_handle in outputs.items()]
        while waiting:
            source, index, is_handle = waiting.pop()
            for user in self.users.get(source.name, ()):
                takes = [i for i, text in enumerate(user.input) if _source(text) == (source.name, index)]
                if not takes or user.op in _KINDS:
                    continue
                if user.op not in _CARRIERS or takes != [0] and user.op != "Merge":
                    return False
                if user.name in self.carriers:
                    continue
                self.carriers.add(user.name)
                if is_handle:
                    self.handles.add(user.name)
                waiting.extend((user, i, is_handle) for i in ((0, 1) if user.op == "Switch" else (0,)))
        return True

    @staticmethod
    def gives_flow(node: NodeDef) -> bool:
        return node.op in ("TensorArrayWriteV3", "TensorArrayScatterV3", "TensorArraySplitV3")

    def array_behind(self, text: str) -> str | None:
        for _ in range(100):
            node = self.nodes.get(_source(text)[0])
            if node is None:
                return None
            if node.op == _ARRAY:
                return node.name
            if node.op not in _CARRIERS or not node.input:
                return None
            text = node.input[0]
        return None

    # -- the nodes ------------------------------------------------------------------------------------------------------

    def rewrite_inputs(self, node: NodeDef) -> None:
        """The flow of an array was its second output; a list has one."""
        for i, text in enumerate(node.input):
            if _source(text)[0] in self.arrays:
                node.input[i] = _source(text)[0]

    @staticmethod
    def forget_shapes(node: NodeDef) -> None:
        node.attr.pop("_output_shapes", None)

    def unique(self, name: str) -> str:
        while name in self.nodes or any(n.name == name for n in self.new):
            name += "_"
        return name

    def const(self, name: str, dtype: int, values: list[int], rank: int) -> str:
        name = self.unique(name)
        node = protos.NodeDef(name=name, op="Const")
        node.attr["dtype"].type = dtype
        tensor = node.attr["value"].tensor
        tensor.dtype = dtype
        tensor.tensor_shape.SetInParent()
        if rank:
            tensor.tensor_shape.dim.add().size = len(values)
        (tensor.int_val if dtype == _INT32 else tensor.int64_val).extend(values)
        self.new.append(node)
        return name

    def element_shape(self, node: NodeDef) -> str:
        shape = node.attr["element_shape"].shape
        sizes = [-1 if d.size < 0 else d.size for d in shape.dim]
        unknown = shape.unknown_rank or "element_shape" not in node.attr
        return self.const(f"{node.name}/element_shape", _INT32, [-1] if unknown else sizes, 0 if unknown else 1)

    def change(self, node: NodeDef, op: str, inputs: list[str], **attrs: int) -> None:
        controls = [text for text in node.input if text.startswith("^")]
        node.op = op
        del node.input[:]
        node.input.extend(inputs + controls)
        node.attr.clear()
        for key, value in attrs.items():
            node.attr[key].type = value
        self.rewrite_inputs(node)

    def inside(self, node: NodeDef, shape: str) -> str:
        """A copy of the constant, so that a loop does not get it from outside; it waits for what the node waits for."""
        copy = protos.NodeDef()
        copy.CopyFrom(next(n for n in self.new if n.name == shape))
        copy.name = self.unique(f"{node.name}/element_shape")
        index = next(text for text in node.input if not text.startswith("^") and text != node.input[0])
        copy.input.append(f"^{_source(index)[0]}")
        self.new.append(copy)
        return copy.name

    def make_new(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        self.change(node, "TensorListReserve", [shape, node.input[0]], element_dtype=dtype, shape_type=_INT32)

    def make_write(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        _, index, value, flow = node.input[:4]
        if grows:
            flow = self.grown(node, index, flow)
        self.change(node, "TensorListSetItem", [flow, index, value], element_dtype=dtype)

    def grown(self, node: NodeDef, index: str, flow: str) -> str:
        """A list that is long enough for a write at `index`."""

        def add(name: str, op: str, inputs: list[str], **attrs: int) -> str:
            new = protos.NodeDef(name=self.unique(f"{node.name}/{name}"), op=op, input=inputs)
            for key, value in attrs.items():
                new.attr[key].type = value
            self.rewrite_inputs(new)
            self.new.append(new)
            return new.name

        one = self.const(f"{node.name}/one", _INT32, [1], 0)
        self.new[-1].input.append(f"^{_source(index)[0]}")
        length = add("length", "TensorListLength", [flow])
        needed = add("needed", "AddV2", [index, one], T=_INT32)
        size = add("size", "Maximum", [length, needed], T=_INT32)
        return add("resize", "TensorListResize", [flow, size])

    def make_read(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        _, index, flow = node.input[:3]
        self.change(node, "TensorListGetItem", [flow, index, self.inside(node, shape)], element_dtype=dtype)

    def make_gather(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        _, indices, flow = node.input[:3]
        self.change(node, "TensorListGather", [flow, indices, self.inside(node, shape)], element_dtype=dtype)

    def make_scatter(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        _, indices, value, flow = node.input[:4]
        self.change(node, "TensorListScatterIntoExistingList", [flow, value, indices], element_dtype=dtype)

    def make_concat(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        flow = node.input[1]
        shape = self.inside(node, shape)
        none = self.const(f"{node.name}/leading_dims", _INT64, [], 1)
        self.new[-1].input.append(f"^{_source(flow)[0]}")
        self.change(node, "TensorListConcatV2", [flow, shape, none], element_dtype=dtype, shape_type=_INT32)

    def make_split(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        _, value, lengths, _ = node.input[:4]
        shape = self.inside(node, shape)
        self.change(node, "TensorListSplit", [value, shape, lengths], element_dtype=dtype, shape_type=_INT32)

    def make_size(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        self.change(node, "TensorListLength", [node.input[1]])

    def make_close(self, node: NodeDef, dtype: int, shape: str, grows: bool) -> None:
        self.change(node, "NoOp", [])
