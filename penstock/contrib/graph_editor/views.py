"""A part of a graph as a thing with inputs and outputs, which edits connect and cut."""

from __future__ import annotations

import copy
from typing import Any

from penstock._namespace import export
from penstock.contrib.graph_editor.selecting import (
    _names,
    add_new,
    compute_boundary_ts,
    get_name_scope_ops,
    make_list_of_op,
    make_list_of_t,
    unique_graph,
)
from penstock.contrib.graph_editor.walking import get_walks_union_ops, select_ops_and_ts
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike


class ListView:
    """A list that cannot be changed through it."""

    def __init__(self, items: list[Any]):
        self._list = items

    def __iter__(self) -> Any:
        return iter(self._list)

    def __len__(self) -> int:
        return len(self._list)

    def __bool__(self) -> bool:
        return bool(self._list)

    def __getitem__(self, i: Any) -> Any:
        return self._list[i]

    def __contains__(self, item: TensorLike) -> bool:
        return any(item is other for other in self._list)

    def __add__(self, other: Any) -> list[Any]:
        return [*self._list, *other]


def _places(wanted: Any, tensors: list[Tensor], repeated: bool) -> list[int]:
    """Tensors or numbers as numbers of places in a list."""
    found = [i if isinstance(i, int) else tensors.index(i) for i in wanted]
    for i in found:
        if not 0 <= i < len(tensors):
            raise ValueError(f"Out of [0, {len(tensors)}[ range: {i}")
    if not repeated and len(set(found)) != len(found):
        raise ValueError(f"Found repetition in mapping: {found}")
    return found


@export(*_names("SubGraphView", "subgraph"))
class SubGraphView:
    """Some operations of a graph, the tensors that go in and come out, and tensors that only pass through.

    Args:
      inside_ops: the operations.
      passthrough_ts: tensors that are both inputs and outputs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     view = tf.contrib.graph_editor.SubGraphView([b.op])
    ...     print([t.name for t in view.inputs], [t.name for t in view.outputs])
    ['a:0'] ['b:0']
    """

    def __init__(self, inside_ops: Any = (), passthrough_ts: Any = ()):
        ops, passing = make_list_of_op(inside_ops), make_list_of_t(passthrough_ts)
        self._graph = unique_graph([*ops, *passing], none_if_empty=True)
        self._ops = ops
        inputs, outputs, insides = compute_boundary_ts(ops)
        known = {*inputs, *outputs, *insides}
        self._passthrough_ts = [t for t in passing if t not in known]
        self._input_ts = inputs + self._passthrough_ts
        self._output_ts = outputs + self._passthrough_ts

    def __copy__(self) -> SubGraphView:
        made = type(self).__new__(type(self))
        made._assign_from(self)
        return made

    def _assign_from(self, other: SubGraphView) -> None:
        if not isinstance(other, SubGraphView):
            raise TypeError(f"Expected SubGraphView, got: {type(other)}")
        self._graph, self._ops = other._graph, list(other._ops)
        self._passthrough_ts = list(other._passthrough_ts)
        self._input_ts, self._output_ts = list(other._input_ts), list(other._output_ts)

    def copy(self) -> SubGraphView:
        """Another view of the same operations."""
        return copy.copy(self)

    # -- other inputs and outputs -------------------------------------------------------------------------------------------

    def remap_default(self, remove_input_map: bool = True, remove_output_map: bool = True) -> SubGraphView:
        """A view with the inputs and outputs that the operations have by themselves."""
        made = self.copy()
        inputs, outputs, _ = compute_boundary_ts(made._ops)
        if remove_input_map:
            made._input_ts = inputs + made._passthrough_ts
        if remove_output_map:
            made._output_ts = outputs + made._passthrough_ts
        return made

    def remap_inputs(self, new_input_indices: Any) -> SubGraphView:
        """A view with these of its inputs, given as numbers or tensors, in this order."""
        return self.remap(new_input_indices)

    def remap_outputs(self, new_output_indices: Any) -> SubGraphView:
        """A view with these of its outputs, given as numbers or tensors, in this order; some may come twice."""
        return self.remap(None, new_output_indices)

    def remap(self, new_input_indices: Any = None, new_output_indices: Any = None) -> SubGraphView:
        """A view with these of its inputs and outputs."""
        made = self.copy()
        if new_input_indices is not None:
            made._input_ts = [self._input_ts[i] for i in _places(new_input_indices, self._input_ts, False)]
        if new_output_indices is not None:
            made._output_ts = [self._output_ts[i] for i in _places(new_output_indices, self._output_ts, True)]
        return made

    def remap_outputs_make_unique(self) -> SubGraphView:
        """A view with each output once."""
        made = self.copy()
        made._output_ts = add_new([], made._output_ts)
        return made

    def remap_outputs_to_consumers(self) -> SubGraphView:
        """A view with each output as often as it is used."""
        made = self.remap_outputs_make_unique()
        made._output_ts = [t for t in made._output_ts for _ in t.consumers()]
        return made

    def remove_unused_ops(self, control_inputs: bool = True) -> SubGraphView:
        """A view without the operations that have to do with neither inputs nor outputs."""
        made = self.copy()
        used = get_walks_union_ops(
            self.connected_inputs, self.connected_outputs, within_ops=self._ops, control_inputs=control_inputs
        )
        made._ops = [op for op in made._ops if op in set(used)]
        return made

    # -- what is in it ------------------------------------------------------------------------------------------------------

    @property
    def graph(self) -> Any:
        """The graph, or None if the view is empty."""
        return self._graph

    @property
    def ops(self) -> list[Operation]:
        """The operations."""
        return self._ops

    @property
    def inputs(self) -> ListView:
        """The tensors that go in."""
        return ListView(self._input_ts)

    @property
    def outputs(self) -> ListView:
        """The tensors that come out."""
        return ListView(self._output_ts)

    @property
    def passthroughs(self) -> ListView:
        """The tensors that pass through."""
        return ListView(self._passthrough_ts)

    @property
    def connected_inputs(self) -> list[Tensor]:
        """The inputs that operations use."""
        return [t for t in self._input_ts if not self.is_passthrough(t)]

    @property
    def connected_outputs(self) -> list[Tensor]:
        """The outputs that operations make."""
        return [t for t in self._output_ts if not self.is_passthrough(t)]

    def find_op_by_name(self, op_name: str) -> Operation:
        """The operation of this name.

        Raises:
          ValueError: there is none.
        """
        for op in self._ops:
            if op.name == op_name:
                return op
        raise ValueError(f"{op_name} not in subgraph.")

    def op(self, op_id: int) -> Operation:
        """The operation at this place in the list."""
        return self._ops[op_id]

    def is_passthrough(self, t: Tensor) -> bool:
        """Whether a tensor passes through."""
        return t in self.passthroughs

    def input_index(self, t: Tensor) -> int:
        """The place of an input.

        Raises:
          ValueError: it is not one.
        """
        return self._index(t, self._input_ts, "inputs")

    def output_index(self, t: Tensor) -> int:
        """The place of an output.

        Raises:
          ValueError: it is not one.
        """
        return self._index(t, self._output_ts, "outputs")

    def _index(self, t: Tensor, tensors: list[Tensor], what: str) -> int:
        for i, other in enumerate(tensors):
            if other is t:
                return i
        raise ValueError(f"Can't find {t.name} in {what} of subgraph.")

    def consumers(self) -> list[Operation]:
        """The operations outside that use outputs."""
        inside = set(self._ops)
        return add_new([], (op for t in self._output_ts for op in t.consumers() if op not in inside))

    def __bool__(self) -> bool:
        return self._graph is not None

    def __enter__(self) -> SubGraphView:
        return self

    def __exit__(self, *exc: Any) -> None:
        pass

    def __str__(self) -> str:
        if not self:
            return "SubGraphView: empty"
        lines = [f"SubGraphView (graphid={id(self.graph)}):"]
        passing = {t: " *" for t in self._passthrough_ts}
        for title, items in (("ops", self._ops), ("inputs", self._input_ts), ("outputs", self._output_ts)):
            lines.append(f"** {title}[{len(items)}]:" if items else f"** {title}: empty")
            lines.extend(f"  {item.name}{passing.get(item, '')}" for item in items)
        return "\n".join(lines) + "\n"


def check_graphs(*views: SubGraphView) -> None:
    """Raises ValueError if views are of several graphs."""
    graph = None
    for i, view in enumerate(views):
        if graph is None:
            graph = view.graph
        elif view.graph is not None and view.graph is not graph:
            raise ValueError(f"Argument[{i}]: Wrong graph!")


@export(*_names("make_view", "subgraph"), "contrib.graph_editor.sgv")
def make_view(*args: Any, **kwargs: Any) -> SubGraphView:
    """A view of what `select_ops_and_ts` finds; tensors pass through. A view stays what it is.

    Args:
      *args: see `select_ops_and_ts`.
      **kwargs: see there.

    Raises:
      TypeError: `graph` is not one.
      ValueError: the view is of another graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.sgv("^b", graph=graph).ops])
    ['b']
    """
    graph = kwargs.get("graph")
    if len(args) == 1 and isinstance(args[0], SubGraphView):
        view = args[0]
    else:
        view = SubGraphView(*select_ops_and_ts(*args, **kwargs))
    if graph is None or not view.graph:
        return view
    if not isinstance(graph, Graph):
        raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
    if view.graph is not graph:
        raise ValueError("Graph mismatch.")
    return view


@export(*_names("make_view_from_scope", "subgraph"), "contrib.graph_editor.sgv_scope")
def make_view_from_scope(scope: str, graph: Graph) -> SubGraphView:
    """A view of all operations in a name scope.

    Args:
      scope: the name of the scope.
      graph: the graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.constant(1.0, name="s/a"), tf.constant(1.0, name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.sgv_scope("s", graph).ops])
    ['s/a']
    """
    return SubGraphView(get_name_scope_ops(graph, scope))
