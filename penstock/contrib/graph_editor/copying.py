"""Parts of a graph copied, changed on the way by handlers: `copy`, `copy_with_input_replacements`, `graph_replace`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.graph_editor.rewiring import add_control_inputs
from penstock.contrib.graph_editor.selecting import (
    ControlOutputs,
    _names,
    closed,
    is_iterable,
    make_placeholder_from_tensor,
    unique_graph,
)
from penstock.contrib.graph_editor.views import SubGraphView, make_view
from penstock.contrib.graph_editor.walking import get_walks_intersection_ops
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors, TensorLike


def mapped(tree: Any, function: Callable) -> Any:
    """A structure of lists, tuples and dictionaries with a function of its leaves."""
    if isinstance(tree, Mapping):
        return type(tree)((key, mapped(part, function)) for key, part in tree.items())  # type: ignore[call-arg]
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(mapped(part, function) for part in tree))
    if isinstance(tree, (list, tuple)):
        return type(tree)(mapped(part, function) for part in tree)
    if isinstance(tree, str) or not is_iterable(tree):
        return function(tree)
    return tuple(mapped(part, function) for part in tree)


def leaves(tree: NestedTensors) -> list[Any]:
    """The leaves of a structure."""
    found: list[Any] = []
    mapped(tree, found.append)
    return found


# -- handlers ----------------------------------------------------------------------------------------------------------


@export(*_names("replace_t_with_placeholder_handler", "transform"))
def replace_t_with_placeholder_handler(info: Any, t: Tensor) -> Tensor:
    """Puts a placeholder in place of a tensor from outside.

    Args:
      info: what the transformer knows of the copy, see `Transformer`.
      t: the tensor.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     copied, _ = tf.contrib.graph_editor.copy(b.op, dst_scope="s")
    ...     print(copied.ops[0].inputs[0].name)
    s/geph__a_0:0
    """
    with info.graph_.as_default():
        return make_placeholder_from_tensor(t, scope=info.scope_)


@export(*_names("keep_t_if_possible_handler", "transform"))
def keep_t_if_possible_handler(info: Any, t: Tensor) -> Tensor:
    """Keeps a tensor from outside if the copy is in the same graph, else puts a placeholder in its place.

    Args:
      info: what the transformer knows of the copy, see `Transformer`.
      t: the tensor.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.Transformer().transform_external_hidden_input_handler.__name__
    'keep_t_if_possible_handler'
    """
    return t if info.graph is info.graph_ else replace_t_with_placeholder_handler(info, t)


@export(*_names("assign_renamed_collections_handler", "transform"))
def assign_renamed_collections_handler(info: Any, elem: Any, elem_: Any) -> None:
    """Puts a copy into the collections of its original; those that programs name themselves get the copy's scope.

    Args:
      info: what the transformer knows of the copy, see `Transformer`.
      elem: the original, a tensor or an operation.
      elem_: its copy.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.Transformer().assign_collections_handler.__name__
    'assign_renamed_collections_handler'
    """
    known = {value for key, value in vars(tf.GraphKeys).items() if not key.startswith("__") and isinstance(value, str)}
    for name, items in info.collections.items():
        if any(elem is item for item in items):
            info.graph_.add_to_collection(name if name in known else info.new_name(name), elem_)


@export(*_names("transform_op_if_inside_handler", "transform"))
def transform_op_if_inside_handler(info: Any, op: Operation, keep_if_possible: bool = True) -> Any:
    """The copy of an operation, the operation itself if it is outside and in the same graph, else None.

    Args:
      info: what the transformer knows of the copy, see `Transformer`.
      op: the operation.
      keep_if_possible: whether an operation from outside may be kept.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.Transformer().transform_control_input_handler.__name__
    'transform_op_if_inside_handler'
    """
    if op in info.ops:
        return info.transformed_ops[op]
    return op if keep_if_possible and info.graph is info.graph_ else None


@export(*_names("copy_op_handler", "transform"))
def copy_op_handler(
    info: Any, op: Operation, new_inputs: Any, copy_shape: bool = False, nodedef_fn: Callable | None = None
) -> tuple[Operation, list[Tensor]]:
    """Copies an operation.

    Args:
      info: what is known of the copy under way.
      op: the operation.
      new_inputs: its copy's inputs.
      copy_shape: whether outputs have the shapes of the original.
      nodedef_fn: a function of its NodeDef that gives another, or None.

    Returns:
      The copy and its outputs.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.Transformer().transform_op_handler.__name__
    'copy_op_handler'
    """
    if isinstance(new_inputs, bool):
        raise TypeError("the `new_inputs` argument must be an iterable.")
    graph, inputs = info.graph_, list(new_inputs)
    name = graph.unique_name(info.new_name(op.name))
    types = [t.dtype for t in op.outputs]
    if nodedef_fn is not None:
        node = op.node_def
        node.name = name
        node = nodedef_fn(node)
        with graph.as_default(), graph.control_dependencies(None):
            made = graph.create_op(node.op, inputs, types, name=f"{node.name}/", attrs=dict(node.attr))
    else:
        for function in _functions_of(op):
            if not graph._is_function(function):
                graph._add_function(op.graph._get_function(function))
        made = graph._create(op.op_def, inputs, dict(op._attrs), f"{name}/", types, control_inputs=[])
    made._set_device(op.device)
    if copy_shape:
        for old, new in zip(op.outputs, made.outputs, strict=True):
            new.set_shape(old.shape)
    made._original_op = op._original_op
    return made, made.outputs


def _functions_of(op: Operation) -> list[str]:
    """The names of the functions of its graph that an operation's attributes hold."""
    values = [v for value in op._attrs.values() for v in (value if isinstance(value, (list, tuple)) else [value])]
    names = (getattr(v, "name", v) for v in values)
    return [n for n in names if isinstance(n, str) and op.graph._is_function(n)]


# -- copies ------------------------------------------------------------------------------------------------------------


class _Copying:
    """What handlers are told of a copy under way; names as in 1.15: those with `_` at the end are of the copy."""

    def __init__(self, sgv: SubGraphView, dst_graph: Graph, dst_scope: str, src_scope: str):
        self.sgv = sgv
        self.sgv_inputs_set = set(sgv.inputs)
        self.ops = set(sgv.ops)
        self.control_outputs = ControlOutputs(sgv.graph)
        self.graph, self.scope = sgv.graph, src_scope
        self.graph_, self.scope_ = dst_graph, dst_scope
        self.transformed_ops: dict[Operation, Operation] = {}
        self.transformed_ts: dict[Tensor, Tensor] = {}
        self.collections = {key: self.graph.get_collection(key) for key in self.graph.get_all_collection_keys()}
        self.tmp_cyclic_ts: list[tuple[Tensor, Tensor, Operation]] = []

    def new_name(self, name: str) -> str:
        """The name of a copy: the source's scope is exchanged for the copy's."""
        if not name.startswith(self.scope):
            raise ValueError(f"{name} does not belong to source scope: {self.scope}.")
        return self.scope_ + name[len(self.scope) :]


@export(*_names("TransformerInfo", "transform"))
class TransformerInfo:
    """Which operation or tensor of a copy stands for which of the original.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0), name="b")
    ...     _, info = tf.contrib.graph_editor.copy(b.op, dst_scope="s")
    ...     print(info.transformed(b).name)
    s/b:0
    """

    def __init__(self, info: Any):
        self._graph, self._scope = info.graph, info.scope
        self._graph_, self._scope_ = info.graph_, info.scope_
        self._transformed_ops, self._transformed_ts = info.transformed_ops, info.transformed_ts

    def _map(self, item: TensorLike) -> dict[Any, Any]:
        if isinstance(item, Operation):
            return self._transformed_ops
        if isinstance(item, Tensor):
            return self._transformed_ts
        raise TypeError(f"Expected a tf.Tensor or a tf.Operation, got a {type(item)}")

    def transformed(self, original: Any, missing_fn: Callable | None = None) -> Any:
        """The copies of originals, in the same structure; for one without, what `missing_fn` says, or None."""

        def of_one(item: TensorLike) -> Any:
            found = self._map(item).get(item)
            return missing_fn(item) if found is None and missing_fn is not None else found

        return mapped(original, of_one)

    def original(self, transformed: Any, missing_fn: Callable | None = None) -> Any:
        """The originals of copies, in the same structure; for one without, what `missing_fn` says, or None."""

        def of_one(item: TensorLike) -> Any:
            for original, copied in self._map(item).items():
                if copied is item:
                    return original
            return None if missing_fn is None else missing_fn(item)

        return mapped(transformed, of_one)

    def __str__(self) -> str:
        lines = ["Transform result info:"]
        if self._graph is self._graph_:
            lines.append(f"  Within graph[{id(self._graph)}]{'' if self._scope_ else ' IN-PLACE'}")
        else:
            lines.append(f"  graph[{id(self._graph)}] => graph[{id(self._graph_)}]")
        if self._scope:
            lines.append(f"  Relative to source scope: {self._scope}")
        if self._scope_:
            lines.append(f"  Scope destination: {self._scope_}")
        lines.append("Operations mapping:")
        lines.extend(f"  {op.name} => {copied.name}" for op, copied in self._transformed_ops.items())
        return "\n".join(lines) + "\n"


@export(*_names("Transformer", "transform"))
class Transformer:
    """Copies a part of a graph; its attributes are functions that say how, and may be exchanged.

    `transform_op_handler` copies an operation, `transform_control_input_handler` and `transform_original_op_handler`
    say what stands for an operation, `assign_collections_handler` puts copies into collections,
    `transform_external_input_handler` says what stands for an input of the part, and
    `transform_external_hidden_input_handler` for a tensor from outside that is not among its inputs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     b = tf.sin(tf.constant(1.0), name="b")
    ...     view, info = tf.contrib.graph_editor.Transformer()(b.op, graph, "s")
    ...     print(view.ops[0].name)
    s/b
    """

    def __init__(self) -> None:
        self.transform_op_handler: Callable = copy_op_handler
        self.transform_control_input_handler: Callable = transform_op_if_inside_handler
        self.assign_collections_handler: Callable = assign_renamed_collections_handler
        self.transform_external_input_handler: Callable = replace_t_with_placeholder_handler
        self.transform_external_hidden_input_handler: Callable = keep_t_if_possible_handler
        self.transform_original_op_handler: Callable = transform_op_if_inside_handler

    def __call__(
        self, sgv: Any, dst_graph: Graph, dst_scope: str, src_scope: str = "", reuse_dst_scope: bool = False
    ) -> tuple[SubGraphView, TransformerInfo]:
        """Copies a view.

        Args:
          sgv: the view, or what `make_view` makes one of.
          dst_graph: the graph for the copy.
          dst_scope: the name scope for it, made unique unless `reuse_dst_scope`.
          src_scope: the name scope of the originals that it replaces.
          reuse_dst_scope: whether the scope may be there already.

        Returns:
          A view of the copy, and which copy stands for which original.
        """
        sgv = make_view(sgv)
        if not isinstance(dst_graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(dst_graph)}")
        dst_scope = closed(dst_scope)
        if dst_scope and not reuse_dst_scope:
            dst_scope = closed(dst_graph.unique_name(dst_scope[:-1]))
        info = _Copying(sgv, dst_graph, dst_scope, closed(src_scope))
        self._copy_ops(info)
        self._close_cycles(info)
        self._connect_control_inputs(info)
        return self._view(info), TransformerInfo(info)

    def _copy_ops(self, info: _Copying) -> None:
        for op in sorted(info.sgv.ops, key=lambda op: op._id):
            inputs = [self._transformed_t(info, t, op) for t in op.inputs]
            copied, outputs = self.transform_op_handler(info, op, inputs)
            if op is copied:
                raise ValueError("In-place transformation not allowed.")
            info.transformed_ops[op] = copied
            self.assign_collections_handler(info, op, copied)
            for old, new in zip(op.outputs, outputs, strict=True):
                info.transformed_ts[old] = new
                self.assign_collections_handler(info, old, new)

    def _transformed_t(self, info: _Copying, t: Tensor, consumer: Operation) -> Tensor:
        if t in info.transformed_ts:
            return info.transformed_ts[t]
        if t in info.sgv_inputs_set:
            return self.transform_external_input_handler(info, t)
        if t.op not in info.ops:
            return self.transform_external_hidden_input_handler(info, t)
        # Made later than its consumer: a placeholder stands for it until it is there.
        with info.graph_.as_default():
            stand_in = make_placeholder_from_tensor(t, scope=info.scope_, prefix="geph_tmp")
        info.tmp_cyclic_ts.append((t, stand_in, consumer))
        return stand_in

    def _close_cycles(self, info: _Copying) -> None:
        for t, stand_in, consumer in info.tmp_cyclic_ts:
            copied = info.transformed_ops[consumer]
            for i, other in enumerate(copied.inputs):
                if other is stand_in:
                    copied._update_input(i, info.transformed_ts[t])

    def _connect_control_inputs(self, info: _Copying) -> None:
        for op in info.sgv.ops:
            copied = info.transformed_ops[op]
            if op._original_op:
                original = self.transform_original_op_handler(info, op._original_op)
                copied._original_op = copied._original_op if original is None else original
            waits = [self.transform_control_input_handler(info, other) for other in op.control_inputs]
            add_control_inputs(copied, [other for other in waits if other is not None])

    def _view(self, info: _Copying) -> SubGraphView:
        made = SubGraphView(list(info.transformed_ops.values()))

        def places(originals: Any, copies: Any, index: Callable) -> list[int]:
            found = [info.transformed_ts[t] for t in originals if t in info.transformed_ts]
            return [index(t) for t in found if t in copies]

        return made.remap(
            places(info.sgv.inputs, made.inputs, made.input_index),
            places(info.sgv.outputs, made.outputs, made.output_index),
        )


def _graph_for(view: SubGraphView, dst_graph: Any) -> Graph:
    graph = view.graph if dst_graph is None else dst_graph
    if not isinstance(graph, Graph):
        raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
    return graph


@export(*_names("copy", "transform"))
def copy(
    sgv: TensorLike, dst_graph: Any = None, dst_scope: str = "", src_scope: str = "", reuse_dst_scope: bool = False
) -> tuple[SubGraphView, TransformerInfo]:
    """Copies a part of a graph; placeholders are its inputs.

    Args:
      sgv: the part, see `make_view`.
      dst_graph: the graph for the copy; the same by default.
      dst_scope, src_scope, reuse_dst_scope: see `Transformer`.

    Returns:
      A view of the copy, and a `TransformerInfo`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     b = tf.square(tf.constant(2.0))
    ...     view, info = tf.contrib.graph_editor.copy(b.op)
    ...     print(sess.run(info.transformed(b), {view.ops[0].inputs[0]: 3.0}))
    9.0
    """
    view = make_view(sgv)
    return Transformer()(view, _graph_for(view, dst_graph), dst_scope, src_scope, reuse_dst_scope=reuse_dst_scope)


@export(*_names("copy_with_input_replacements", "transform"))
def copy_with_input_replacements(
    sgv: TensorLike,
    replacement_ts: Any,
    dst_graph: Any = None,
    dst_scope: str = "",
    src_scope: str = "",
    reuse_dst_scope: bool = False,
) -> tuple[SubGraphView, TransformerInfo]:
    """Copies a part of a graph, with other tensors for some of its inputs; the rest stay.

    Args:
      sgv: the part, see `make_view`.
      replacement_ts: a dictionary from inputs to tensors.
      dst_graph: the graph for the copy; the same by default.
      dst_scope, src_scope, reuse_dst_scope: see `Transformer`.

    Returns:
      A view of the copy, and a `TransformerInfo`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     a = tf.constant(2.0)
    ...     b = tf.square(a)
    ...     _, info = tf.contrib.graph_editor.copy_with_input_replacements(b.op, {a: tf.constant(5.0)})
    ...     print(sess.run([b, info.transformed(b)]))
    [np.float32(4.0), np.float32(25.0)]
    """
    view = make_view(sgv)
    copier = Transformer()

    def replaced(info: object, t: Tensor) -> Tensor:
        return replacement_ts[t] if t in replacement_ts else keep_t_if_possible_handler(info, t)

    copier.transform_external_input_handler = replaced
    return copier(view, _graph_for(view, dst_graph), dst_scope, src_scope, reuse_dst_scope=reuse_dst_scope)


@export(*_names("graph_replace", "transform"))
def graph_replace(
    target_ts: Any, replacement_ts: Any, dst_scope: str = "", src_scope: str = "", reuse_dst_scope: bool = False
) -> Any:
    """Tensors as they would be with others in place of some that they depend on; all between is copied.

    Args:
      target_ts: tensors, in any structure.
      replacement_ts: a dictionary from tensors to those in their place.
      dst_scope, src_scope, reuse_dst_scope: see `Transformer`.

    Returns:
      The copies of `target_ts`, in the same structure.

    Raises:
      ValueError: the targets do not depend on what is replaced.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     a = tf.constant(2.0)
    ...     b = tf.square(a) + 1.0
    ...     print(sess.run(tf.contrib.graph_editor.graph_replace(b, {a: tf.constant(5.0)})))
    26.0
    """
    targets = leaves(target_ts)
    graph = unique_graph(targets, Tensor)
    ops = get_walks_intersection_ops(list(replacement_ts), targets, control_ios=ControlOutputs(graph))
    if not ops:
        raise ValueError("Targets and replacements are not connected!")
    _, info = copy_with_input_replacements(ops, replacement_ts, None, dst_scope, src_scope, reuse_dst_scope)
    return info.transformed(target_ts, lambda t: t)
