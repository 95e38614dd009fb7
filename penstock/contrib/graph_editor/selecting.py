"""Which operations and tensors of a graph: by lists, by names, by walks along edges. Views, edits and copies build on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike, TensorOrVariable

_PREFIX = "geph"


def _names(name: str, module: str) -> tuple[str, str]:
    return f"contrib.graph_editor.{name}", f"contrib.graph_editor.{module}.{name}"


# -- lists -------------------------------------------------------------------------------------------------------------


def add_new(items: list[Any], more: Iterable[Any]) -> list[Any]:
    """Appends to `items` those that are not there yet; returns it."""
    known = set(items)
    for item in more:
        if item not in known:
            items.append(item)
            known.add(item)
    return items


def is_iterable(value: Any) -> bool:
    """Whether it can be gone through; a tensor is one thing."""
    if isinstance(value, Tensor):
        return False
    try:
        iter(value)
    except Exception:
        return False
    return True


def unique_graph(items: Sequence[Any], kinds: Any = (Operation, Tensor), none_if_empty: bool = False) -> Any:
    """The one graph that all items are in.

    Raises:
      TypeError: an item is of another kind.
      ValueError: items are in several graphs, or there are none.
    """
    if isinstance(items, Graph):
        return items
    if not is_iterable(items):
        raise TypeError(f"{type(items)} is not iterable")
    graph = None
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    for item in items:
        if not isinstance(item, kinds):
            raise TypeError(f"Expected a type in ({', '.join(str(k) for k in kinds)}), got: {type(item)}")
        if graph is None:
            graph = item.graph
        elif graph is not item.graph:
            raise ValueError(f"Operation {item} does not belong to given graph")
    if graph is None and not none_if_empty:
        raise ValueError("Can't find the unique graph of an empty list")
    return graph


def _listed(items: Any, kind: type, whole: Callable, check_graph: bool, allow_graph: bool, ignore: bool) -> list[Any]:
    if isinstance(items, Graph):
        if not allow_graph:
            raise TypeError("allow_graph is False: cannot convert a tf.Graph.")
        return list(whole(items))
    items = list(items) if is_iterable(items) else [items]
    if items and check_graph:
        unique_graph(items, (Operation, Tensor) if ignore else kind)
    return [item for item in items if isinstance(item, kind)]


@export(*_names("make_list_of_op", "util"))
def make_list_of_op(
    ops: object, check_graph: bool = True, allow_graph: bool = True, ignore_ts: bool = False
) -> list[Any]:
    """Operations as a list.

    Args:
      ops: an operation, several of them, or a graph for all of its own.
      check_graph: whether all must be in one graph.
      allow_graph: whether a graph is allowed.
      ignore_ts: whether tensors are passed over.

    Raises:
      TypeError: something else is among them.
      ValueError: they are in several graphs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.graph_editor.make_list_of_op(tf.constant(1.0, name="a").op)[0].name)
    a
    """
    return _listed(ops, Operation, lambda g: g.get_operations(), check_graph, allow_graph, ignore_ts)


@export(*_names("get_tensors", "util"))
def get_tensors(graph: Graph) -> list[Tensor]:
    """All tensors of a graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.constant(1.0, name="a")
    ...     print([t.name for t in tf.contrib.graph_editor.get_tensors(graph)])
    ['a:0']
    """
    if not isinstance(graph, Graph):
        raise TypeError(f"Expected a graph, got: {type(graph)}")
    return [t for op in graph.get_operations() for t in op.outputs]


@export(*_names("make_list_of_t", "util"))
def make_list_of_t(ts: Any, check_graph: bool = True, allow_graph: bool = True, ignore_ops: bool = False) -> list[Any]:
    """Tensors as a list.

    Args:
      ts: a tensor, several of them, or a graph for all of its own.
      check_graph: whether all must be in one graph.
      allow_graph: whether a graph is allowed.
      ignore_ops: whether operations are passed over.

    Raises:
      TypeError: something else is among them.
      ValueError: they are in several graphs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.graph_editor.make_list_of_t(tf.constant(1.0, name="a"))[0].name)
    a:0
    """
    return _listed(ts, Tensor, get_tensors, check_graph, allow_graph, ignore_ops)


@export(*_names("get_generating_ops", "util"))
def get_generating_ops(ts: Any) -> list[Operation]:
    """The operations that tensors come from.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.graph_editor.get_generating_ops([tf.constant(1.0, name="a")])[0].name)
    a
    """
    return [t.op for t in make_list_of_t(ts, allow_graph=False)]


@export(*_names("get_consuming_ops", "util"))
def get_consuming_ops(ts: Any) -> list[Operation]:
    """The operations that tensors go to.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     a = tf.constant(1.0)
    ...     _ = tf.sin(a, name="b")
    ...     print(tf.contrib.graph_editor.get_consuming_ops([a])[0].name)
    b
    """
    found: list[Operation] = []
    for t in make_list_of_t(ts, allow_graph=False):
        add_new(found, t.consumers())
    return found


@export(*_names("ControlOutputs", "util"))
class ControlOutputs:
    """Which operations wait for which, in a graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     a = tf.no_op(name="a")
    ...     with tf.control_dependencies([a]):
    ...         b = tf.no_op(name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.ControlOutputs(graph).get(a)])
    ['b']
    """

    def __init__(self, graph: Graph):
        if not isinstance(graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
        self._graph = graph

    def update(self) -> ControlOutputs:
        """Does nothing: the graph itself is asked each time."""
        return self

    def get_all(self) -> dict[Operation, list[Operation]]:
        """For each operation that others wait for, those others."""
        return {op: list(op._control_outputs) for op in self._graph.get_operations() if op._control_outputs}

    def get(self, op: Operation) -> Any:
        """The operations that wait for `op`."""
        return add_new([], op._control_outputs) if op._control_outputs else ()

    @property
    def graph(self) -> Graph:
        """The graph."""
        return self._graph


# -- placeholders ------------------------------------------------------------------------------------------------------


def closed(scope: str) -> str:
    """A scope that ends in a slash, if it is not empty."""
    return f"{scope}/" if scope and scope[-1] != "/" else scope


@export(*_names("placeholder_name", "util"))
def placeholder_name(t: TensorLike | None = None, scope: str | None = None, prefix: str = _PREFIX) -> str:
    """A name for the placeholder that stands for a tensor.

    Args:
      t: the tensor, or None.
      scope: a scope, that of the tensor by default.
      prefix: how the name begins.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.graph_editor.placeholder_name(tf.constant(1.0, name="s/a")))
    s/geph__a_0
    """
    if scope is not None:
        scope = closed(scope)
    if t is None:
        return f"{scope or ''}{prefix}"
    if not isinstance(t, Tensor):
        raise TypeError(f"Expected a tf.Tenfor, got: {type(t)}")
    folder, slash, last = t.op.name.rpartition("/")
    scope = folder + slash if scope is None else scope
    return scope + (last if last.startswith(f"{prefix}__") else f"{prefix}__{last}_{t.value_index}")


@export(*_names("make_placeholder_from_tensor", "util"))
def make_placeholder_from_tensor(t: TensorOrVariable, scope: str | None = None, prefix: str = _PREFIX) -> Tensor:
    """A placeholder with the type and shape of a tensor, named after it.

    Args:
      t: the tensor.
      scope: the scope that it is put into; that of the tensor by default.
      prefix: the beginning of its name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.graph_editor.make_placeholder_from_tensor(tf.constant(1.0, name="a")).name)
    geph__a_0:0
    """
    return tf.placeholder(dtype=t.dtype, shape=t.get_shape(), name=placeholder_name(t, scope=scope, prefix=prefix))


@export(*_names("make_placeholder_from_dtype_and_shape", "util"), "contrib.graph_editor.ph")
def make_placeholder_from_dtype_and_shape(
    dtype: DTypeLike, shape: ShapeLike | None = None, scope: str | None = None, prefix: str = _PREFIX
) -> Tensor:
    """A placeholder with this type and shape.

    Args:
      dtype: the type.
      shape: the shape, if it is known.
      scope: the scope that it is put into.
      prefix: the beginning of its name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.graph_editor.ph(tf.float32).name)
    geph:0
    """
    return tf.placeholder(dtype=dtype, shape=shape, name=placeholder_name(scope=scope, prefix=prefix))


# -- names -------------------------------------------------------------------------------------------------------------


@export(*_names("can_be_regex", "select"))
def can_be_regex(obj: object) -> bool:
    """Whether it is a text or a regular expression.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.can_be_regex("^a.*")
    True
    """
    return isinstance(obj, (str, re.Pattern))


@export(*_names("make_regex", "select"))
def make_regex(obj: object) -> re.Pattern:
    """A text as a regular expression, or the one that it is.

    Raises:
      ValueError: it is neither.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.make_regex("^a").pattern
    '^a'
    """
    if not can_be_regex(obj):
        raise ValueError(f"Expected a string or a regex, got: {type(obj)}")
    return re.compile(obj)


def input_tensors(ops: list[Operation]) -> list[Tensor]:
    """What goes into operations, each once."""
    return add_new([], (t for op in ops for t in op.inputs))


def output_tensors(ops: list[Operation]) -> list[Tensor]:
    """What comes out of operations."""
    return [t for op in ops for t in op.outputs]


@export(*_names("filter_ts", "select"))
def filter_ts(ops: Sequence[Any], positive_filter: Any) -> list[Tensor]:
    """The tensors into and out of operations for which a function says yes; all if it is True.

    Args:
      ops: a list of operations, or a graph.
      positive_filter: a function of a tensor, or True.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([t.name for t in tf.contrib.graph_editor.filter_ts(graph, lambda t: t.op.type == "Sin")])
    ['b:0']
    """
    ops = make_list_of_op(ops)
    found = add_new(input_tensors(ops), output_tensors(ops))
    return found if positive_filter is True else [t for t in found if positive_filter(t)]


@export(*_names("filter_ts_from_regex", "select"))
def filter_ts_from_regex(ops: Sequence[Any], regex: Any) -> list[Tensor]:
    """The tensors into and out of operations whose names match.

    Args:
      ops: a list of operations, or a graph.
      regex: a regular expression, as text or compiled.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([t.name for t in tf.contrib.graph_editor.filter_ts_from_regex(graph, "^b")])
    ['b:0']
    """
    pattern = make_regex(regex)
    return filter_ts(ops, lambda t: pattern.search(t.name))


@export(*_names("filter_ops", "select"))
def filter_ops(ops: object, positive_filter: Any) -> list[Operation]:
    """The operations for which a function says yes; all if it is True.

    Args:
      ops: a list of operations, or a graph.
      positive_filter: a function of an operation, or True.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.filter_ops(graph, lambda op: op.type == "Const")])
    ['a']
    """
    ops = make_list_of_op(ops)
    return ops if positive_filter is True else [op for op in ops if positive_filter(op)]


@export(*_names("filter_ops_from_regex", "select"))
def filter_ops_from_regex(ops: object, regex: Any) -> list[Operation]:
    """The operations whose names match.

    Args:
      ops: a list of operations, or a graph.
      regex: a regular expression, as text or compiled.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.filter_ops_from_regex(graph, "^a")])
    ['a']
    """
    pattern = make_regex(regex)
    return filter_ops(ops, lambda op: pattern.search(op.name))


@export(*_names("get_name_scope_ops", "select"))
def get_name_scope_ops(ops: object, scope: str) -> list[Operation]:
    """The operations inside of a name scope.

    Args:
      ops: a list of operations, or a graph.
      scope: the name of the scope.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.constant(1.0, name="s/a"), tf.constant(1.0, name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.get_name_scope_ops(graph, "s")])
    ['s/a']
    """
    scope = scope[:-1] if scope and scope[-1] == "/" else scope
    return filter_ops_from_regex(ops, f"^{scope}(/.*)?$")


# -- edges -------------------------------------------------------------------------------------------------------------


@export(*_names("check_cios", "select"))
def check_cios(control_inputs: object = False, control_outputs: Any = None, control_ios: Any = None) -> tuple[Any, Any]:
    """Whether to follow control inputs, and by what control outputs; `control_ios` stands for both.

    Args:
      control_inputs: a bool: whether to follow control inputs.
      control_outputs: None, or a `ControlOutputs` of the graph to follow.
      control_ios: None, or a `ControlOutputs`, which then stands for both.

    Raises:
      TypeError: control outputs are not `ControlOutputs`.
      ValueError: both `control_outputs` and `control_ios` are given.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.check_cios(True)
    (True, None)
    """
    for given in (control_ios, control_outputs):
        if given is not None and not isinstance(given, ControlOutputs):
            raise TypeError(f"Expected a util.ControlOutputs, got: {type(given)}")
    if control_ios is None:
        return control_inputs, control_outputs
    if control_outputs is not None:
        raise ValueError("control_outputs should be None when using control_ios.")
    return True, control_ios


@export(*_names("get_ops_ios", "select"))
def get_ops_ios(
    ops: object, control_inputs: object = False, control_outputs: Any = None, control_ios: Any = None
) -> list[Operation]:
    """The neighbours of operations.

    Args:
      ops: the operations.
      control_inputs, control_outputs, control_ios: see `check_cios`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0, name="a"))
    ...     _ = tf.cos(b, name="c")
    ...     print([op.name for op in tf.contrib.graph_editor.get_ops_ios(b.op)])
    ['a', 'c']
    """
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    found: list[Operation] = []
    for op in make_list_of_op(ops):
        add_new(found, (t.op for t in op.inputs))
        for t in op.outputs:
            add_new(found, t.consumers())
        if control_outputs is not None:
            add_new(found, control_outputs.get(op))
        if control_inputs:
            add_new(found, op.control_inputs)
    return found


@export(*_names("compute_boundary_ts", "select"))
def compute_boundary_ts(ops: Sequence[Any]) -> tuple[list[Tensor], list[Tensor], list[Tensor]]:
    """Tensors that go into a group of operations, come out of it, and stay inside.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     c = tf.cos(b, name="c")
    ...     print([[t.name for t in ts] for ts in tf.contrib.graph_editor.compute_boundary_ts([b.op, c.op])])
    [['a:0'], ['c:0'], ['b:0']]
    """
    ops = make_list_of_op(ops)
    ins, outs, group = input_tensors(ops), output_tensors(ops), set(ops)
    made = set(outs)
    inside = [t for t in ins if t in made]
    hidden = {t for t in inside if group.issuperset(t.consumers())}
    among = set(inside)
    return [t for t in ins if t not in among], [t for t in outs if t not in hidden], inside


@export(*_names("get_within_boundary_ops", "select"))
def get_within_boundary_ops(
    ops: Sequence[Any],
    seed_ops: Sequence[Any],
    boundary_ops: Any = (),
    inclusive: bool = True,
    control_inputs: object = False,
    control_outputs: Any = None,
    control_ios: Any = None,
) -> list[Operation]:
    """The operations that can be reached from some without crossing others.

    Args:
      ops: among which to look.
      seed_ops: where to begin.
      boundary_ops: where to stop.
      inclusive: whether those of the boundary belong to the result.
      control_inputs, control_outputs, control_ios: see `check_cios`.

    Raises:
      ValueError: a seed is in the boundary.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     b = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     c = tf.cos(b, name="c")
    ...     found = tf.contrib.graph_editor.get_within_boundary_ops(graph, c.op, b.op, inclusive=False)
    ...     print([op.name for op in found])
    ['c']
    """
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    ops, wave = make_list_of_op(ops), make_list_of_op(seed_ops, allow_graph=False)
    boundary, found = set(make_list_of_op(boundary_ops)), set(wave)
    if boundary & found:
        raise ValueError("Boundary is intersecting with the seeds.")
    while wave:
        next_wave = []
        for op in get_ops_ios(wave, control_inputs, control_outputs):
            if op in found:
                continue
            if op not in boundary:
                next_wave.append(op)
            elif inclusive:
                found.add(op)
        found.update(next_wave)
        wave = next_wave
    return [op for op in ops if op in found]
