"""Graph: the container of operations, with its collections and functions.

How its elements are found is in `elements.py`, the blocks around new operations are in `scopes.py`. The functions at the end
are the same things for the default graph. Nothing here knows how a graph runs.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes, inference, opdef, stack
from penstock.graph.inner_names import InnerGraph
from penstock.graph.keys import GraphKeys
from penstock.graph.opdef import OpDef
from penstock.graph.operation import Operation, Tensor
from penstock.graph.scopes import VALID_OP_NAME, Scopes


class _CountedAs:
    """The block of `Graph._counted_as`."""

    def __init__(self, graph: Graph, operations: int) -> None:
        self.graph, self.operations = graph, operations

    def __enter__(self) -> None:
        graph = self.graph
        self.end = graph._last + graph._ahead - graph._brought + self.operations

    def __exit__(self, *unused: Any) -> None:
        graph = self.graph
        graph._count(self.end + graph._brought - graph._last - graph._ahead)


@export("Graph")
class Graph(InnerGraph, Scopes):
    """A TensorFlow computation, as a dataflow graph.

    >>> import penstock as tf
    >>> g = tf.Graph()
    >>> with g.as_default():
    ...     c = tf.constant(30.0)
    >>> c.graph is g
    True
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._last = 0
        self._ahead = 0  # how far the numbers of 1.15, where bodies are part of the graph, are ahead of ours
        self._brought = 0  # how many of them brought tensors in from other graphs
        self._mutations = 0  # counts changes other than added operations; plans depend on it
        self._collections: dict[Any, list[Any]] = {}
        self._seed: int | None = None
        self._finalized = False
        self._functions: dict[str, Any] = {}
        self._gradient_functions: dict[str, str] = {}
        self._scoped: dict[Any, Any] = {}  # what other layers keep per graph (variable scopes, ...)
        self._versions: Any = None
        # How many values a constant was given, where the last of them stands for the rest: a GraphDef has only these.
        self._values_given: dict[Operation, int] = {}

    # -- properties ---------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """A number that grows as operations are added."""
        return self._last

    @property
    def _c_graph(self) -> Any:
        """What functions of the C API were called with: the graph itself."""
        return self

    @property
    def _last_id(self) -> int:
        """The number that the last operation would have in 1.15: the seed of the next random one that has none."""
        return self._last + self._ahead

    @property
    def _nodes_by_name(self) -> dict[str, Operation]:
        """The operations by their names, as programs that look into a graph read it."""
        return self._by_name

    @property
    def _nodes_by_id(self) -> dict[int, Operation]:
        """The operations by their numbers, in the order in which they were made."""
        return {op._id: op for op in self._operations}

    def _count(self, operations: int) -> None:
        """Notes that 1.15 has made so many operations here that we do not need (or so many fewer, if negative)."""
        self._ahead += operations

    def _uncounted(self, tensor: Tensor) -> Tensor:
        """A tensor for an operation of this graph that 1.15 does without: bringing it here counts when another uses it."""
        return tensor

    def _note_kept_shape(self, tensor: Tensor) -> None:
        """Counts what 1.15 makes in the gradient of a loop to keep the shape of a tensor of the loop; nothing elsewhere."""

    def _counted_as(self, operations: int) -> _CountedAs:
        """What is made in the block counts as so many operations; what it brings in from other graphs is not part of them."""
        return _CountedAs(self, operations)

    @property
    def graph_def_versions(self) -> Any:
        """The GraphDef version information of this graph, a `VersionDef`."""
        from penstock.graph import graph_def

        return graph_def.versions(self)

    @property
    def seed(self) -> int | None:
        """The graph-level random seed."""
        return self._seed

    @seed.setter
    def seed(self, seed: int | None) -> None:
        self._seed = seed

    @property
    def finalized(self) -> bool:
        """True if this graph has been finalized."""
        return self._finalized

    @property
    def building_function(self) -> bool:
        """True if this graph is the body of a function."""
        return False

    @property
    def collections(self) -> list[Any]:
        """The names of the collections known to this graph."""
        return list(self._collections)

    def finalize(self) -> None:
        """Makes this graph read-only."""
        self._finalized = True

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    # -- making operations ----------------------------------------------------------------------

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Tensor],
        dtypes: Sequence[Any] | None = None,
        input_types: Sequence[Any] | None = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: OpDef | None = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """Creates an operation of type `op_type`; a low-level interface, most programs use op constructors.

        Raises:
          TypeError: if an input is not a Tensor.
          ValueError: if there is no such operation type, or colocation conflicts with devices.
        """
        from penstock.graph import attr_value

        for index, tensor in enumerate(inputs):
            if not isinstance(tensor, Tensor):
                raise TypeError(f"Input #{index} is not a tensor: {tensor}")
        definition = op_def if isinstance(op_def, OpDef) else opdef.get(op_type)
        if definition is None:
            raise ValueError(f"Op type not registered '{op_type}' in binary running on this machine.")
        values = attr_value.complete(definition, attrs or {}, list(inputs))
        return self._create(definition, list(inputs), values, name, dtypes)

    def _create(
        self,
        op_def: OpDef,
        inputs: list[Tensor],
        attrs: dict[str, Any],
        name: str | None,
        types: Sequence[Any] | None = None,
        control_inputs: Sequence[Operation] | None = None,
    ) -> Operation:
        """Creates an operation from checked parts: attributes are Python values, complete."""
        if self._finalized:
            self._check_not_finalized()
        if name is None:
            name = op_def.name
        if name and name[-1] == "/":
            name = name[:-1]
        else:
            name = self.unique_name(name)
        if not VALID_OP_NAME.match(name):
            raise ValueError(f"'{name}' is not a valid node name")
        if name in self._by_name:
            raise ValueError(f"Duplicate node name in graph: '{name}'")
        for i, tensor in enumerate(inputs):
            if tensor.op.graph is not self:
                inputs[i] = self._from_other_graph(tensor, op_def)
        if types is None:
            from penstock.graph import attr_value

            types = attr_value.output_types(op_def, attrs)
        else:
            types = [dtypes.as_dtype(t) for t in types]
        controls = list(control_inputs) if control_inputs is not None else self._controls_for(inputs)
        with self._lock:
            self._last += 1
            op = Operation(self, op_def, name, inputs, types, attrs, controls, self._last)
            self._operations.append(op)
            self._by_name[name] = op
        for controller in self._controllers:
            controller.seen.add(op)
        self._apply_scopes(op)
        try:
            inference.infer(op)
        except BaseException:
            self._forget(op)
            raise
        return op

    def _from_other_graph(self, tensor: Tensor, op_def: OpDef) -> Tensor:
        raise ValueError(f"{tensor} must be from the same graph as the operation of type {op_def.name} it is given to.")

    def _forget(self, op: Operation) -> None:
        """Takes back the operation that was just added, after its shape rule refused it."""
        self._operations.remove(op)
        del self._by_name[op.name]
        for tensor in op._inputs:
            tensor._consumers.remove(op)
        for control in op._control_inputs:
            control._control_outputs.remove(op)
        for controller in self._controllers:
            controller.seen.discard(op)

    def as_default(self) -> contextlib.AbstractContextManager[Graph]:
        """Makes this graph the default one in the block (of the current thread)."""
        return stack.graphs.entered(self)

    # -- collections --------------------------------------------------------------------------------

    def add_to_collection(self, name: str, value: object) -> None:
        """Adds `value` to the collection `name`."""
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: object) -> None:
        """Adds `value` to each of the collections `names` (one string is one name)."""
        names = (names,) if isinstance(names, str) else dict.fromkeys(names)
        for name in names:
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: str) -> list[Any]:
        """The collection itself: changes to the list change the graph."""
        return self._collections.setdefault(name, [])

    def get_collection(self, name: str, scope: str | None = None) -> list[Any]:
        """A copy of the collection `name`; with `scope`, only items whose name matches it."""
        items = self._collections.get(name, [])
        if scope is None:
            return list(items)
        pattern = re.compile(scope)
        return [item for item in items if hasattr(item, "name") and pattern.match(item.name)]

    def get_all_collection_keys(self) -> list[str]:
        """The names of the collections."""
        return [key for key in self._collections if isinstance(key, str)]

    def clear_collection(self, name: str) -> None:
        """Empties the collection `name`."""
        self._check_not_finalized()
        self._collections.pop(name, None)

    # -- functions and serialization ------------------------------------------------------------------

    def _add_function(self, function: Any) -> None:
        self._functions[function.name] = function

    def _get_function(self, name: str) -> Any:
        found = self._functions.get(name)
        if found is not None and not isinstance(found, Graph):  # still the message that was imported
            from penstock.graph import function_def

            found = function_def.to_graph(self, name)
        return found

    def _is_function(self, name: str) -> bool:
        return self._get_function(name) is not None

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """This graph as a `GraphDef`.

        Args:
          from_version: only operations made after `version` had this value.
          add_shapes: add the inferred shapes as attribute `_output_shapes`.
        """
        from penstock.graph import graph_def

        return graph_def.graph_to_proto(self, from_version, add_shapes)

    # -- threads: the graph is used as is -------------------------------------------------------------

    def switch_to_thread_local(self) -> None:
        """Accepted for compatibility: scopes of one graph are shared by the threads that build it."""

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__name__} object at {hex(id(self))}>"


stack.make_graph = Graph


# -- the default graph ------------------------------------------------------------------------------


@export("get_default_graph")
def get_default_graph() -> Graph:
    """Returns the innermost graph that was entered with `as_default` in this thread, else the global one.

    >>> import penstock as tf
    >>> tf.constant(1).graph is tf.get_default_graph()
    True
    """
    return stack.current_graph()


@export("reset_default_graph")
def reset_default_graph() -> None:
    """Clears the stack of default graphs and makes a new global one.

    Raises:
      AssertionError: inside of a `with graph.as_default()` block.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.reset_default_graph()
    Traceback (most recent call last):
    AssertionError: Do not use tf.reset_default_graph() to clear nested graphs.
    """
    if stack.graphs.items:
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the nesting "
            "and create a new graph."
        )
    stack.base.graph = Graph()


def counted_as(operations: int) -> contextlib.AbstractContextManager[None]:
    """What is made in the block counts as so many operations: as many as 1.15 makes there.

    Random operations without a seed take the number of the last operation for it, so models start from the same values here
    and there only if operations are counted alike.
    """
    return stack.current_graph()._counted_as(operations)


@export("name_scope", "keras.backend.name_scope")
class name_scope:  # noqa: N801 - the 1.x spelling
    """Context manager that puts a prefix before the names of the operations made in the block.

    Args:
      name: the scope's name, or None for `default_name`.
      default_name: used if `name` is None.
      values: tensors that are passed to the operations; their graph becomes the default one.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.name_scope("layer"):
    ...     tf.constant(1.0, name="w").name
    'layer/w:0'
    """

    def __init__(self, name: str | None, default_name: str | None = None, values: Sequence[Any] | None = None) -> None:
        if not (default_name is None or isinstance(default_name, str)):
            raise TypeError(
                "`default_name` type (%s) is not a string type. You likely meant to pass this into the "
                "`values` kwarg." % type(default_name)
            )
        self._name = default_name if name is None else name
        self._default_name = default_name
        self._values = values

    @property
    def name(self) -> str | None:
        return self._name

    def __enter__(self) -> str:
        if self._name is None and self._values is not None:
            raise ValueError(f"At least one of name (None) and default_name ({self._default_name}) must be provided.")
        graph = graph_of_inputs(self._values) if self._values else None
        self._exits = contextlib.ExitStack()
        try:
            if graph is not None:
                self._exits.enter_context(graph.as_default())
            return self._exits.enter_context((graph or stack.current_graph()).name_scope(self._name))
        except BaseException:
            self._exits.close()
            raise

    def __exit__(self, *args: Any) -> None:
        self._exits.__exit__(*args)


def graph_of_inputs(values: Sequence[Any] | None) -> Graph | None:
    """The graph that the tensors among `values` belong to; ValueError if there are several."""
    default = stack.current_graph()
    if default.building_function:
        return default
    found = first = None
    for value in values or ():
        graph = getattr(value, "graph", None)
        if isinstance(value, (Tensor, Operation)) or (graph is not None and isinstance(graph, Graph)):
            if getattr(value, "_is_read_for_its_graph", False):
                value._as_graph_element()
            if found is None:
                found, first = graph, value
            elif graph is not found:
                raise ValueError(f"{value} must be from the same graph as {first}.")
    return found


@export("op_scope")
def op_scope(values: Sequence[Any], name: str | None, default_name: str | None = None) -> name_scope:
    """The 0.9 spelling of `name_scope`, with another order of arguments.

    Args:
      values: the tensors that go into the operations of the scope; they must be of one graph, which becomes the
        default graph.
      name: the name of the scope, or None.
      default_name: the name of the scope if `name` is None.

    >>> import penstock as tf
    >>> with tf.op_scope([1.0], "layer"):
    ...     print(tf.constant(1.0, name="c").name)
    layer/c:0
    """
    return name_scope(name, default_name, values)


@export("device")
def device(device_name_or_function: Any) -> contextlib.AbstractContextManager[None]:
    """Assigns the operations made in the block to a device; see `Graph.device`.

    >>> import penstock as tf
    >>> with tf.device("/cpu:0"):
    ...     tf.constant(1.0).device
    '/device:CPU:0'
    """
    return get_default_graph().device(device_name_or_function)


@export("control_dependencies")
def control_dependencies(control_inputs: Sequence[Any] | None) -> contextlib.AbstractContextManager[None]:
    """Operations made in the block run after all of `control_inputs`; see `Graph.control_dependencies`.

    Args:
      control_inputs: operations and tensors; None to leave the blocks around this one.

    >>> import penstock as tf
    >>> v = tf.Variable(1.0, use_resource=True)
    >>> with tf.control_dependencies([v.assign_add(1.0)]):
    ...     after = v.read_value()
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(after))
    2.0
    """
    return get_default_graph().control_dependencies(control_inputs)


@export("colocate_with")
def colocate_with(op: Any, ignore_existing: bool = False) -> contextlib.AbstractContextManager[None]:
    """Places the operations made in the block where `op` is; see `Graph.colocate_with`.

    Args:
      op: an operation or a tensor.
      ignore_existing: if True, what blocks around this one say does not count.

    >>> import penstock as tf
    >>> a = tf.constant(1.0, name="a")
    >>> with tf.colocate_with(a):
    ...     b = tf.constant(2.0)
    >>> b.op.colocation_groups()
    [b'loc:@a']
    """
    return get_default_graph().colocate_with(op, ignore_existing)


@export("container")
def container(container_name: str) -> contextlib.AbstractContextManager[str]:
    """Puts the resources of stateful operations made in the block into a container.

    >>> import penstock as tf
    >>> with tf.container("experiment"):
    ...     v = tf.Variable(1.0)
    >>> v.op.get_attr("container")
    b'experiment'
    """
    return get_default_graph().container(container_name)


@export("init_scope")
@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Leaves function bodies and control dependencies: operations made here belong to the outermost graph.

    >>> import penstock as tf
    >>> with tf.name_scope("step"), tf.control_dependencies([tf.no_op()]):
    ...     with tf.init_scope():
    ...         start = tf.constant(1.0, name="start")
    >>> start.name, start.op.control_inputs
    ('step/start:0', [])
    """
    inner = get_default_graph()
    graph: Any = inner  # a FuncGraph while it has an outer graph
    scope = graph.get_name_scope()
    while graph.building_function:
        graph = graph.outer_graph
    # A body that 1.15 has as part of this graph has been numbered with it so far, which the seeds of what is made here show.
    made = inner._last_id - graph._last_id if getattr(inner, "inlined", False) else 0
    graph._ahead += made
    try:
        with graph.as_default(), graph.control_dependencies(None), graph.name_scope(f"{scope}/" if scope else None):
            yield
    finally:
        graph._ahead -= made


@export("get_default_session")
def get_default_session() -> Any:
    """The innermost session entered with `as_default` in this thread, or None.

    >>> import penstock as tf
    >>> tf.get_default_session() is None
    True
    >>> with tf.Session() as sess:
    ...     print(tf.get_default_session() is sess)
    True
    """
    return stack.sessions.current()


__all__ = ["Graph", "GraphKeys", "get_default_graph", "name_scope"]
