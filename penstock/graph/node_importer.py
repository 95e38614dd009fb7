"""Nodes of a `GraphDef` or of a function become operations of a graph: `Importer`.

What comes in is checked as 1.15's C++ importer checks it, in its words, and nothing of a graph that fails stays behind.
"""

from __future__ import annotations

import contextlib
import gc
import heapq
import platform
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import attr_value, device, dtypes, errors, opdef, opdef_proto, versions
from penstock.graph.graph import Graph
from penstock.graph.opdef import OpDef
from penstock.graph.operation import Operation, Tensor
from penstock.graph.scopes import VALID_OP_NAME
from penstock.graph.shape_rules import merge as merge_shapes
from penstock.graph.tensor_shape import TensorShape

if TYPE_CHECKING:
    from penstock.protos import NodeDef

# No operation has this many outputs; a message that says so is not allowed to take the memory.
_MAX_OUTPUTS = 1 << 20


class UnknownOperationError(errors.NotFoundError, ValueError):
    """A node has a type that is neither an operation nor a function. (1.15: NotFoundError, before 1.4: ValueError.)"""


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Switches the garbage collector off within the block: an import allocates thousands of objects and frees none, and
    collections took a quarter of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def parse_tensor_name(name: str) -> tuple[str, int]:
    """`"a:1"` → `("a", 1)`, `"a"` → `("a", 0)`; ValueError for anything else."""
    parts = name.split(":")
    if len(parts) == 1:
        return name, 0
    if len(parts) == 2 and parts[1].isdigit():
        return parts[0], int(parts[1])
    raise ValueError(f"Cannot convert {name!r} to a tensor name.")


# Attributes that TensorFlow 2.x added to operations of 1.x, with the value that changes nothing, where that is not zero.
_LATER = {
    "incompatible_shape_error": ("b", True),
    "axis": ("i", -1),
    "blank_index": ("i", -1),
    "exponential_avg_factor": ("f", 1.0),
    "reshuffle_each_iteration": ("b", True),
    "use_default_device": ("b", True),
    **dict.fromkeys(("Tk", "index_type", "Tsegmentids", "shape_type"), ("type", dtypes.int32.as_datatype_enum)),
    "Treal": ("type", dtypes.float32.as_datatype_enum),
    "Tcomplex": ("type", dtypes.complex64.as_datatype_enum),
    "dtype": ("type", dtypes.float32.as_datatype_enum),
}


def changes_nothing(name: str, proto: Any) -> bool:
    """True if an attribute that only later versions have has a value that means what an earlier version did."""
    field = proto.WhichOneof("value")
    if field == "list":
        return not proto.list.ByteSize()
    if name in ("debug_name", "metadata"):
        return True
    if (field, getattr(proto, field or "s")) == _LATER.get(name):
        return True
    return field in (None, "s", "i", "f", "b") and not getattr(proto, field or "s")


class Importer:
    """Adds nodes to one graph, under one prefix."""

    def __init__(
        self, graph: Graph, prefix: str, mapped: dict[str, Any], producer: int, in_function: bool = False
    ) -> None:
        self.graph = graph
        self.prefix = prefix
        self.mapped = mapped
        self.used: set[str] = set()
        self.producer = producer
        self.in_function = in_function
        self.made: dict[str, Operation] = {}
        self.new_functions: list[str] = []
        self.outer_controls: list[Operation] = []

    @contextlib.contextmanager
    def undone_on_error(self) -> Iterator[None]:
        """Takes everything back that was added in the block if it fails."""
        before, names = len(self.graph._operations), dict(self.graph._names_in_use)
        try:
            yield
        except BaseException:
            for op in reversed(self.graph._operations[before:]):
                self.graph._forget(op)
            for function in self.new_functions:
                self.graph._functions.pop(function, None)
            self.graph._names_in_use = names
            raise

    # -- functions -------------------------------------------------------------------------------------

    def add_library(self, library: Any) -> None:
        functions = self.graph._functions
        for function in library.function:
            name = function.signature.name
            if functions.get(name) is None:
                copy = protos.FunctionDef()
                copy.CopyFrom(function)
                functions[name] = copy  # made a graph when it is first called
                self.new_functions.append(name)
            elif isinstance(functions[name], protos.FunctionDef) and functions[name] != function:
                raise ValueError(
                    f"Cannot add function '{name}' because a different function with the same name already exists."
                )
        for gradient in library.gradient:
            self.graph._gradient_functions[gradient.function_name] = gradient.gradient_func

    def definition(self, node: NodeDef) -> OpDef:
        found = opdef.get(node.op)
        if found is None:
            from penstock.graph import function_def

            found = function_def.signature(self.graph, node.op)
        if found is None:
            raise UnknownOperationError(
                None,
                None,
                f"Op type not registered '{node.op}' in binary running on {platform.node()}. Make sure the Op and "
                "Kernel are registered in the binary running in this process. Note that if you are loading a saved "
                "graph which used ops from tf.contrib, accessing (e.g.) `tf.contrib.resampler` should be done before "
                "importing the graph, as contrib ops are lazily registered when the module is first accessed.",
            )
        return found

    # -- nodes -----------------------------------------------------------------------------------------

    def add_nodes(self, nodes: Sequence[Any]) -> None:
        """Adds all nodes, each as soon as its inputs are there, the first ones first."""
        by_name: dict[str, int] = {}
        for i, node in enumerate(nodes):
            if not VALID_OP_NAME.match(node.name) or node.name.endswith("\n"):
                raise ValueError(f"Node '{node.name}': Node name contains invalid characters")
            if node.name in by_name:
                raise ValueError(f"Node '{node.name}' is not unique")
            by_name[node.name] = i
        self.by_name = by_name
        names = self.new_names(by_name)
        waiting: list[int] = []
        consumers: dict[int, list[int]] = {}
        for i, node in enumerate(nodes):
            sources = set()
            controls = False
            for text in node.input:
                if text in self.mapped or (f"{text}:0" in self.mapped and ":" not in text):
                    controls = controls or text.startswith("^")
                    continue
                source = self.source_of(text)
                if text.startswith("^"):
                    controls = True
                elif controls:
                    raise ValueError(f"Node '{node.name}': Control dependencies must come after regular dependencies")
                if source not in by_name:
                    raise ValueError(f"Node '{node.name}': Unknown input node '{text}'")
                sources.add(by_name[source])
            for number in sources:
                consumers.setdefault(number, []).append(i)
            waiting.append(len(sources))
            self.check_colocation(node)
        ready = [i for i, count in enumerate(waiting) if count == 0]
        done = 0
        with self.plain_scopes(), _no_collection():
            while ready:
                i = heapq.heappop(ready)
                node = nodes[i]
                self.made[node.name] = self.add_node(node, names[node.name], names)
                done += 1
                for consumer in consumers.get(i, ()):
                    waiting[consumer] -= 1
                    if waiting[consumer] == 0:
                        heapq.heappush(ready, consumer)
        if done < len(waiting):
            raise ValueError(f"{len(waiting) - done} nodes in a cycle")
        self.copy_devices()

    def source_of(self, text: str) -> str:
        """The node that an input names; a name no node has if it is malformed."""
        if text.startswith("^"):
            return text[1:]
        try:
            return parse_tensor_name(text)[0]
        except ValueError:
            return text

    def new_names(self, by_name: dict[str, int]) -> dict[str, str]:
        """Names in the message → names in the graph, which are not taken."""
        taken = self.graph._by_name
        found = {}
        for name in by_name:
            wanted = f"{self.prefix}/{name}" if self.prefix else name
            unique, i = wanted, 0
            while unique in taken or (i and unique in by_name):
                i += 1
                unique = f"{wanted}_{i}"
            found[name] = unique
        return found

    @contextlib.contextmanager
    def plain_scopes(self) -> Iterator[None]:
        """Of the scopes around, only devices and control dependencies apply to imported operations."""
        graph = self.graph
        self.outer_controls = [op for controller in graph._controllers for op in controller.control_inputs]
        plain = {
            "_name_stack": "",
            "_controllers": [],
            "_device_stack": [],
            "_colocation_stack": [],
            "_original_op": None,
            "_control_flow_context": None,
            "_container": "",
            "_gradient_override": {},
            "_kernel_labels": {},
            "_attr_scope": {},
        }
        saved = {key: getattr(graph, key) for key in plain}
        self.device_stack = saved["_device_stack"]
        for key, value in plain.items():
            setattr(graph, key, value)
        try:
            yield
        finally:
            for key, value in saved.items():
                setattr(graph, key, value)

    def add_node(self, node: NodeDef, name: str, names: dict[str, str]) -> Operation:
        op_def = self.definition(node)
        attrs = self.attributes(node, name, op_def)
        inputs: list[Tensor] = []
        controls: dict[Operation, None] = {}
        for text in node.input:
            if text.startswith("^"):
                if text in self.mapped:
                    self.used.add(text)
                    controls[self.mapped[text].op] = None
                else:
                    controls[self.made[text[1:]]] = None
            else:
                inputs.append(self.tensor(node, text))
        self.check_inputs(node, name, op_def, attrs, inputs)
        if op_def.deprecated_at is not None and self.producer >= op_def.deprecated_at:
            raise errors.UnimplementedError(
                None,
                None,
                f"Op {op_def.name} is not available in GraphDef version {self.producer}. It has been removed in version "
                f"{op_def.deprecated_at}.",
            )
        controls.update(dict.fromkeys(self.outer_controls))
        shapes = attrs.pop("_output_shapes", None)
        groups = attrs.get("_class")
        if groups and self.prefix:
            attrs["_class"] = [self.renamed_group(g, names) for g in groups]
        try:
            op = self.graph._create(op_def, inputs, attrs, f"{name}/", control_inputs=list(controls))
        except (OverflowError, MemoryError, TypeError) as error:
            raise ValueError(f"{error}; NodeDef: {{{{node {name}}}}}") from None
        self.graph._names_in_use.setdefault(name.lower(), 1)
        if op_def.name == "Const" and (given := attr_value.values_given(node.attr["value"].tensor)):
            self.graph._values_given[op] = given
        if isinstance(shapes, list):
            self.set_shapes(op, shapes)
        self.set_device(op, node.device)
        return op

    def tensor(self, node: Any, text: str) -> Tensor:
        source, index = parse_tensor_name(text)
        key = f"{source}:{index}"
        if key in self.mapped:
            self.used.add(key)
            return self.mapped[key]
        op = self.made[source]
        if index >= len(op._outputs):
            raise ValueError(
                f"Node '{node.name}': Connecting to invalid output {index} of source node {source} which has "
                f"{len(op._outputs)} outputs."
            )
        return op._outputs[index]

    # -- attributes ------------------------------------------------------------------------------------

    def attributes(self, node: NodeDef, name: str, op_def: OpDef) -> dict[str, Any]:
        attrs: dict[str, Any] = {}
        missing = []
        for attr_name, attr in op_def.attrs.items():
            if attr_name in node.attr:
                try:
                    attrs[attr_name] = attr_value.parse(attr, node.attr[attr_name])
                except (ValueError, TypeError) as error:
                    raise ValueError(
                        f"{error}\n\t; NodeDef: {{{{node {name}}}}}; {opdef_proto.summary(op_def)}"
                    ) from None
            elif attr.has_default:
                attrs[attr_name] = attr_value.default(op_def, attr)
            else:
                missing.append(f"'{attr_name}'")
        if missing:
            raise ValueError(
                f"NodeDef missing attr{'s' if len(missing) > 1 else ''} {', '.join(missing)} from "
                f"{opdef_proto.summary(op_def)}; NodeDef: {{{{node {name}}}}}"
            )
        if len(attrs) != len(node.attr):
            for attr_name in node.attr:
                if attr_name in attrs:
                    continue
                value = node.attr[attr_name]
                if attr_name.startswith("_"):
                    attrs[attr_name] = self.private(value)
                elif self.producer <= versions.GRAPH_DEF_VERSION or not changes_nothing(attr_name, value):
                    raise ValueError(
                        f"NodeDef mentions attr '{attr_name}' not in {opdef_proto.summary(op_def)}; NodeDef: "
                        f"{{{{node {name}}}}}. (Check whether your GraphDef-interpreting binary is up to date with your "
                        "GraphDef-generating binary.)."
                    )
        if op_def.name == "Const" and node.attr["value"].tensor.dtype != node.attr["dtype"].type:
            raise ValueError(
                f"The value of a Const is not of the type its attr 'dtype' says; NodeDef: {{{{node {name}}}}}"
            )
        for arg in op_def.outputs:
            if arg.number_attr and attrs[arg.number_attr] > _MAX_OUTPUTS:
                raise ValueError(
                    f"Value for attr '{arg.number_attr}' of {attrs[arg.number_attr]} is too large; NodeDef: "
                    f"{{{{node {name}}}}}"
                )
        return attrs

    def private(self, value: object) -> Any:
        try:
            return attr_value.from_proto(value)
        except TypeError as error:
            raise ValueError(str(error)) from None

    def check_inputs(
        self, node: NodeDef, name: str, op_def: OpDef, attrs: dict[str, Any], inputs: list[Tensor]
    ) -> None:
        position = 0
        for arg in op_def.inputs:
            if arg.type_list_attr:
                expected = attrs[arg.type_list_attr]
            else:
                count = attrs[arg.number_attr] if arg.number_attr else 1
                if count < 0 or count > len(inputs):
                    self.wrong_inputs(name, op_def, attrs, len(inputs))
                expected = [attrs[arg.type_attr] if arg.type_attr else arg.type] * count
            if position + len(expected) > len(inputs):
                self.wrong_inputs(name, op_def, attrs, len(inputs))
            for dtype in expected:
                found = inputs[position]._dtype
                fits = found.base_dtype is dtype and (found.is_ref_dtype or not arg.is_ref)
                if not fits:
                    wanted = dtype._as_ref if arg.is_ref else dtype
                    raise ValueError(
                        f"Input {position} of node {name} was passed {opdef_proto.dtype_text(found)} from "
                        f"{inputs[position].name} incompatible with expected {opdef_proto.dtype_text(wanted)}."
                    )
                position += 1
        if position != len(inputs):
            self.wrong_inputs(name, op_def, attrs, len(inputs))

    def wrong_inputs(self, name: str, op_def: OpDef, attrs: dict[str, Any], count: int) -> None:
        expected = []
        for arg in op_def.inputs:
            if arg.type_list_attr:
                expected += [opdef_proto.dtype_text(t) for t in attrs[arg.type_list_attr]]
            else:
                text = opdef_proto.dtype_text(attrs[arg.type_attr] if arg.type_attr else arg.type)  # type: ignore[arg-type]
                text += "_ref" if arg.is_ref else ""
                n = attrs[arg.number_attr] if arg.number_attr else 1
                expected += [text] * min(n, count + 1)
        raise ValueError(
            f"NodeDef expected inputs '{', '.join(expected)}' do not match {count} inputs specified; "
            f"{opdef_proto.summary(op_def)}; NodeDef: {{{{node {name}}}}}"
        )

    def set_shapes(self, op: Operation, shapes: list[Any]) -> None:
        if shapes and type(shapes[0]) is not TensorShape:  # the items of a list are of one type
            raise ValueError(f"Node '{op.name}' has an _output_shapes attribute that is not a list of shapes")
        for i, (tensor, shape) in enumerate(zip(op._outputs, shapes)):  # noqa: B905 - 1.15 allows either to be longer
            try:
                tensor._shape = merge_shapes(tensor.shape, shape)
            except ValueError as error:
                raise ValueError(
                    f"Node '{op.name}' has an _output_shapes attribute inconsistent with the GraphDef for output "
                    f"#{i}: {error}"
                ) from None

    # -- devices and colocation ------------------------------------------------------------------------

    def check_colocation(self, node: NodeDef) -> None:
        if "_class" not in node.attr:
            return
        groups = node.attr["_class"]
        if (
            groups.WhichOneof("value") != "list"
            or groups.list.ByteSize() != protos.AttrValue.ListValue(s=groups.list.s).ByteSize()
        ):
            raise ValueError(f"Node '{node.name}': the attr '_class' must be a list of strings")
        if self.in_function:
            return
        for group in node.attr["_class"].list.s:
            if group.startswith(b"loc:@") and group[5:].decode(errors="replace") not in self.by_name:
                raise ValueError(
                    f"Node '{node.name}' expects to be colocated with unknown node "
                    f"'{group[5:].decode(errors='replace')}'"
                )

    def renamed_group(self, group: Any, names: dict[str, str]) -> Any:
        if isinstance(group, bytes) and group.startswith(b"loc:@"):
            return b"loc:@" + names.get(group[5:].decode(), group[5:].decode()).encode()
        return group

    def set_device(self, op: Operation, original: str) -> None:
        if op._attrs.get("_class") and any(g != b"loc:@" + op.name.encode() for g in op.colocation_groups()):
            return  # copied from its group later
        if original:
            op._device = device.DeviceSpec.from_string(original).to_string()
        for function in reversed(self.device_stack):
            if function is None:
                break
            op._set_device(function(op))

    def copy_devices(self) -> None:
        for op in self.made.values():
            if "_class" in op._attrs and not op._device:
                for group in op.colocation_groups():
                    other = self.graph._by_name.get(group[5:].decode())
                    if other is not None and other._device:
                        op._device = other._device
                        break

    # -- results ---------------------------------------------------------------------------------------

    def element(self, name: str) -> Any:
        """The operation or tensor that `name` meant in the message."""
        if ":" not in name:
            if name not in self.made:
                raise ValueError(f"Requested return node '{name}' not found in graph def")
            return self.made[name]
        source, index = parse_tensor_name(name)
        key = f"{source}:{index}"
        if key in self.mapped:
            self.used.add(key)
            return self.mapped[key]
        if source not in self.made:
            raise ValueError(f"Requested return tensor '{name}' not found in graph def")
        op = self.made[source]
        if index >= len(op._outputs):
            raise ValueError(
                f"Invalid return output {index} of node '{source}', which has {len(op._outputs)} output(s)"
            )
        return op._outputs[index]

    def check_mapping(self) -> None:
        """A mapping of something that is not there is probably a typo."""
        missing = []
        for key in self.mapped:
            if key in self.used:
                continue
            source, index = (key[1:], 0) if key.startswith("^") else parse_tensor_name(key)
            op = self.made.get(source)
            if op is None or (not key.startswith("^") and index >= len(op._outputs)):
                missing.append(key)
        if missing:
            raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{', '.join(missing)}]")


__all__ = ["Importer", "UnknownOperationError", "parse_tensor_name"]
