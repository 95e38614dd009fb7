"""`tf.lite.OpHint`: a part of a graph that stands for one operator of TensorFlow Lite, and stubs in its place."""

from __future__ import annotations

import collections
import copy
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export

if TYPE_CHECKING:
    from penstock.protos import GraphDef

_NAME = "_tflite_function_name"
_UUID = "_tflite_function_uuid"
_INPUT = "_tflite_function_input_index"
_OUTPUT = "_tflite_function_output_index"
_SORT = "_tflite_function_sort_index"
_AGGREGATE = "_tflite_function_aggregate"
_LEVEL = "_tflite_ophint_level"
_INDICES = "_tflite_input_indices"
_CHILDREN = "_tflite_children_ophint_inputs_mapping"
_FIRST, _LAST, _STACK = "first", "last", "stack"


@export("lite.OpHint")
class OpHint:
    """Marks what goes into and comes out of a part of a graph that is one operator of TensorFlow Lite.

    The graph computes what it did: marks are identities with attributes. `tf.lite.experimental.convert_op_hints_to_stubs`
    puts one node in the place of the part.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, [2], name="x")
    >>> hint = tf.lite.OpHint("cool_activation")
    >>> inside, = hint.add_inputs(x)
    >>> y, = hint.add_outputs(tf.sigmoid(inside) * inside)
    >>> graph_def = tf.lite.experimental.convert_op_hints_to_stubs(graph_def=tf.get_default_graph().as_graph_def())
    >>> "cool_activation" in [node.op for node in graph_def.node]
    True
    """

    FUNCTION_NAME_ATTR = _NAME
    FUNCTION_UUID_ATTR = _UUID
    FUNCTION_INPUT_INDEX_ATTR = _INPUT
    FUNCTION_OUTPUT_INDEX_ATTR = _OUTPUT
    FUNCTION_SORT_INDEX_ATTR = _SORT
    FUNCTION_AGGREGATE_ATTR = _AGGREGATE
    FUNCTION_LEVEL_ATTR = _LEVEL
    TFLITE_INPUT_INDICES = _INDICES
    CHILDREN_INPUTS_MAPPINGS = _CHILDREN
    AGGREGATE_STACK = _STACK
    AGGREGATE_FIRST = _FIRST
    AGGREGATE_LAST = _LAST

    class OpHintArgumentTracker:
        """The inputs of a hint, or its outputs: their numbers, and how several tensors of one number become one."""

        def __init__(
            self,
            function_name: str,
            unique_function_id: str,
            node_name_prefix: str,
            attr_name: str,
            level: int = 1,
            children_inputs_mappings: Mapping[str, Any] | None = None,
        ) -> None:
            """Begins without arguments.

            Args:
              function_name: the operator.
              unique_function_id: tells this hint from others.
              node_name_prefix: how the names of marks begin.
              attr_name: the attribute that holds an argument's number.
              level: 1 for a hint that holds no others.
              children_inputs_mappings: how inputs of a hint are those of hints inside of it.
            """
            self._function_name, self._unique_function_id = function_name, unique_function_id
            self._node_name_prefix, self._attr_name = node_name_prefix, attr_name
            self._level, self._children = level, children_inputs_mappings
            self._next_global_index = 0
            self._used_global_indices: set[int] = set()
            self._tag_to_global_index: dict[str, int] = {}
            self._tag_to_next_sort_index: dict[str, int] = {}

        def _number(self, tag: str | None, override: int | None) -> tuple[int, int | None]:
            """The number of an argument, and its place among those that share it."""
            if override is None:
                if tag is not None and tag in self._tag_to_global_index:
                    number = self._tag_to_global_index[tag]
                else:
                    while self._next_global_index in self._used_global_indices:
                        self._next_global_index += 1
                    number = self._next_global_index
            else:
                number = override
                if number in self._used_global_indices and tag is None:
                    raise ValueError(f"Index {number} was already used by another call to add")
            self._used_global_indices.add(number)
            if tag is None:
                return number, None
            if override is not None and self._tag_to_global_index.get(tag, number) != number:
                raise ValueError(
                    f"Tag {tag!r} was called with two indices {self._tag_to_global_index[tag]!r} and {number!r}"
                )
            self._tag_to_global_index[tag] = number
            place = self._tag_to_next_sort_index.get(tag, 0)
            self._tag_to_next_sort_index[tag] = place + 1
            return number, place

        def add(
            self,
            arg: Any,
            tag: str | None = None,
            name: str | None = None,
            aggregate: str | None = None,
            index_override: int | None = None,
        ) -> Any:
            """Marks a tensor as an argument.

            Args:
              arg: the tensor.
              tag: several tensors with one tag are one argument.
              name: a part of the mark's name.
              aggregate: how they become one: `OpHint.AGGREGATE_STACK`, `AGGREGATE_FIRST` or `AGGREGATE_LAST`.
              index_override: the number of the argument, if it is not the next one.

            Returns:
              The mark, to be used in place of the tensor.

            Raises:
              ValueError: a number or a tag is used for two things.
            """
            number, place = self._number(tag, index_override)
            if (aggregate is None) != (tag is None):
                raise ValueError(f"You must specify `aggregate` with `tag`: got {aggregate!r} and {tag!r}.")
            if aggregate not in (None, _FIRST, _LAST, _STACK):
                raise ValueError(f"Unknown aggregate {aggregate!r}.")
            label = f"{self._node_name_prefix}-{self._function_name}-{self._unique_function_id}-{number}-{place}-{name}"
            mark = tf.identity(arg, name=label)
            attributes: dict[str, Any] = {
                _NAME: self._function_name,
                _UUID: self._unique_function_id,
                self._attr_name: number,
            }
            attributes[_LEVEL] = self._level
            if self._children:
                attributes[_CHILDREN] = repr(self._children)
            if place is not None:
                attributes[_SORT], attributes[_AGGREGATE] = place, aggregate
            for key, value in attributes.items():
                text = value.encode() if isinstance(value, str) else None
                mark.op._set_attr(key, tf.AttrValue(s=text) if text is not None else tf.AttrValue(i=value))
            return mark

    def __init__(
        self,
        function_name: str,
        level: int = 1,
        children_inputs_mappings: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Begins a part of the graph.

        Args:
          function_name: the operator that it stands for.
          level: 1 for a hint that holds no others.
          children_inputs_mappings: how inputs of a hint are those of hints inside of it.
          **kwargs: attributes of the operator: whole numbers, numbers or strings.
        """
        self._function_name, self._level = function_name, level
        if level != 1 and children_inputs_mappings is None:
            raise ValueError("Hints of a level above 1 need children_inputs_mappings.")
        self._unique_function_id = uuid.uuid1().hex
        self._attrs_to_store_later = kwargs
        self._stored_attrs = False
        own = function_name, self._unique_function_id
        self._inputs = OpHint.OpHintArgumentTracker(*own, "InputHint", _INPUT, level, children_inputs_mappings)
        self._outputs = OpHint.OpHintArgumentTracker(*own, "OutputHint", _OUTPUT, level, children_inputs_mappings)

    def _store_attributes(self, mark: Any) -> None:
        if self._stored_attrs:
            return
        self._stored_attrs = True
        for key, value in self._attrs_to_store_later.items():
            if isinstance(value, (str, bytes)):
                found = tf.AttrValue(s=value.encode() if isinstance(value, str) else value)
            elif isinstance(value, bool):
                found = tf.AttrValue(b=value)
            elif isinstance(value, int):
                found = tf.AttrValue(i=value)
            else:
                found = tf.AttrValue(f=float(value))
            mark.op._set_attr(key, found)

    def add_input(self, *args: Any, **kwargs: Any) -> Any:
        """Marks a tensor as an input; arguments as for `OpHintArgumentTracker.add`. Returns the mark."""
        return self._inputs.add(*args, **kwargs)

    def add_output(self, *args: Any, **kwargs: Any) -> Any:
        """Marks a tensor as an output; arguments as for `OpHintArgumentTracker.add`. Returns the mark."""
        mark = self._outputs.add(*args, **kwargs)
        self._store_attributes(mark)
        return mark

    def add_inputs(self, *args: Any, **kwargs: Any) -> list[Any]:
        """Marks several tensors as inputs; `names` may be given. Returns the marks."""
        names = kwargs.get("names") or [None] * len(args)
        return [self.add_input(arg, name=name) for arg, name in zip(args, names)]

    def add_outputs(self, *args: Any, **kwargs: Any) -> list[Any]:
        """Marks several tensors as outputs; `names` may be given. Returns the marks."""
        names = kwargs.get("names") or [None] * len(args)
        return [self.add_output(arg, name=name) for arg, name in zip(args, names)]


# ---- stubs ----

_MARKS = (_NAME, _UUID, _INPUT, _OUTPUT, _SORT, _AGGREGATE, _LEVEL, _CHILDREN)


class _Call:
    """A hint as it stands in a graph: its inputs and outputs as number → [(place, node)]."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.inputs: dict[int, list[tuple[int, Any]]] = collections.defaultdict(list)
        self.outputs: dict[int, list[tuple[int, Any]]] = collections.defaultdict(list)
        self.attributes: dict[str, Any] = {}


def _calls(graph_def: GraphDef) -> dict[str, _Call]:
    found: dict[str, _Call] = {}
    for node in graph_def.node:
        if _UUID not in node.attr or node.op != "Identity":
            continue
        call = found.setdefault(node.attr[_UUID].s.decode(), _Call(node.attr[_NAME].s.decode()))
        place = node.attr[_SORT].i if _SORT in node.attr else 0
        if _INPUT in node.attr:
            call.inputs[node.attr[_INPUT].i].append((place, node))
        if _OUTPUT in node.attr:
            call.outputs[node.attr[_OUTPUT].i].append((place, node))
            call.attributes |= {
                key: value for key, value in node.attr.items() if key not in (*_MARKS, "T", "_output_shapes")
            }
    return found


@export("lite.experimental.convert_op_hints_to_stubs")
def convert_op_hints_to_stubs(
    session: Any = None, graph_def: GraphDef | None = None, write_callback: Callable = lambda graph_def, comments: None
) -> Any:
    """Puts one node in the place of each part that a `tf.lite.OpHint` marks.

    Args:
      session: a session whose graph is taken; its variables must be constants.
      graph_def: a graph in place of it.
      write_callback: is called with the graph and a text after each step.

    Returns:
      A new `GraphDef`.

    Raises:
      ValueError: both or neither of session and graph are given.

    >>> import penstock as tf
    >>> hint = tf.lite.OpHint("twice")
    >>> x = hint.add_input(tf.constant([1.0], name="x"))
    >>> y = hint.add_output(x * 2.0)
    >>> stubs = tf.lite.experimental.convert_op_hints_to_stubs(tf.Session())
    >>> [list(node.input) for node in stubs.node if node.op == "twice"]
    [['x']]
    """
    if (session is None) == (graph_def is None):
        raise ValueError("Must specify exactly one of session and graph_def as input.")
    current = copy.deepcopy(session.graph.as_graph_def() if graph_def is None else graph_def)
    for number, call in sorted(_calls(current).items()):
        _replace(current, number, call)
        write_callback(current, f"converted {call.name} {number}")
    return current


def _plain(name: str) -> str:
    return name.removeprefix("^").partition(":")[0]


def _replace(graph_def: GraphDef, number: str, call: _Call) -> None:
    stub = graph_def.node.add()
    stub.op, stub.name = call.name, f"{call.name}_stub_{number}"
    for index in sorted(call.inputs):
        stub.input.append(_gathered(graph_def, call, number, index))
    for key, value in call.attributes.items():
        stub.attr[key].CopyFrom(value)
    stub.attr[_INDICES].list.i.extend(sorted(call.inputs))
    kinds = stub.attr["_output_types"].list.type
    for port, index in enumerate(sorted(call.outputs)):
        nodes = [node for _, node in sorted(call.outputs[index], key=lambda item: item[0])]
        kinds.append(nodes[0].attr["T"].type)
        source = stub.name if port == 0 else f"{stub.name}:{port}"
        if nodes[0].attr[_AGGREGATE].s.decode() == _STACK:
            _unpacked(graph_def, nodes, source)
        else:
            for node in nodes:
                del node.input[:]
                node.input.append(source)
        for node in nodes:
            for key in _MARKS:
                node.attr.pop(key, None)
    stub.attr["_output_quantized"].b = False
    _drop_unused(graph_def, call)


def _gathered(graph_def: GraphDef, call: _Call, number: str, index: int) -> str:
    """The name of what an input comes from, outside of the part."""
    nodes = [node for _, node in sorted(call.inputs[index], key=lambda item: item[0])]
    how = nodes[0].attr[_AGGREGATE].s.decode()
    if how == _LAST:
        return nodes[-1].input[0]
    if how != _STACK:
        return nodes[0].input[0]
    packed = graph_def.node.add()
    packed.op, packed.name = "Pack", f"{call.name}_pack_{number}_{index}"
    packed.input.extend(node.input[0] for node in nodes)
    packed.attr["T"].CopyFrom(nodes[0].attr["T"])
    packed.attr["N"].i, packed.attr["axis"].i = len(nodes), 0
    return packed.name


def _unpacked(graph_def: GraphDef, nodes: Sequence[Any], source: str) -> None:
    parts = graph_def.node.add()
    parts.op, parts.name = "Unpack", f"{_plain(source)}_unpack"
    parts.input.append(source)
    parts.attr["T"].CopyFrom(nodes[0].attr["T"])
    parts.attr["num"].i, parts.attr["axis"].i = len(nodes), 0
    for place, node in enumerate(nodes):
        del node.input[:]
        node.input.append(parts.name if place == 0 else f"{parts.name}:{place}")


def _drop_unused(graph_def: GraphDef, call: _Call) -> None:
    """Takes out what was inside of the part: what inputs lead to, and nobody else needs."""
    users: dict[str, set[str]] = collections.defaultdict(set)
    by_name = {node.name: node for node in graph_def.node}
    for node in graph_def.node:
        for name in node.input:
            users[_plain(name)].add(node.name)
    inside, todo = set(), [node.name for nodes in call.inputs.values() for _, node in nodes]
    while todo:
        name = todo.pop()
        if name not in inside:
            inside.add(name)
            todo += users[name]
    unused = [
        name
        for name in inside
        if not users[name] and not any(name == n.name for o in call.outputs.values() for _, n in o)
    ]
    gone = set()
    while unused:
        name = unused.pop()
        if name in gone or by_name[name].op == call.name:
            continue
        gone.add(name)
        for source in {_plain(item) for item in by_name[name].input}:
            users[source].discard(name)
            inner = by_name.get(source)
            if not users[source] and inner is not None and (source in inside or inner.op == "Const"):
                unused.append(source)
    kept = [node for node in graph_def.node if node.name not in gone]
    del graph_def.node[:]
    graph_def.node.extend(kept)
