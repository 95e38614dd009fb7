"""Edges of a graph moved from one tensor to another: between tensors, between the ends of views, and control edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.graph_editor.selecting import (
    ControlOutputs,
    _names,
    check_cios,
    get_consuming_ops,
    make_list_of_op,
    make_list_of_t,
    make_placeholder_from_tensor,
    placeholder_name,
)
from penstock.contrib.graph_editor.views import SubGraphView, check_graphs, make_view
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike

# Which consumers change over: those of the second to the first, and those of the first to the second.
_SWAP, _FIRST_TO_SECOND = (True, True), (True, False)


def _move(new: Tensor, old: Tensor, consumers: list[Operation], allowed: Any, forbidden: Any) -> int:
    count = 0
    for op in consumers:
        if (allowed is not None and op not in allowed) or (forbidden is not None and op in forbidden):
            continue
        for i in [i for i, t in enumerate(op.inputs) if t is old]:
            op._update_input(i, new)
            count += 1
    return count


def _reroute(ts0: Any, ts1: Any, mode: tuple[bool, bool], can_modify: Any = None, cannot_modify: Any = None) -> int:
    ts0, ts1 = make_list_of_t(ts0), make_list_of_t(ts1)
    if len(ts0) != len(ts1):
        raise ValueError(f"ts0 and ts1 have different sizes: {len(ts0)} != {len(ts1)}")
    for t0, t1 in zip(ts0, ts1, strict=True):
        if not t0.dtype.is_compatible_with(t1.dtype):
            raise ValueError(f"Dtypes {t0.dtype} and {t1.dtype} are not compatible.")
        if not t0.shape.is_compatible_with(t1.shape):
            raise ValueError(f"Shapes {t0.shape} and {t1.shape} are not compatible.")
    allowed = None if can_modify is None else set(make_list_of_op(can_modify))
    forbidden = None if cannot_modify is None else set(make_list_of_op(cannot_modify))
    # All consumers are as they were before the first change.
    plans = [(t0, t1, t0.consumers(), t1.consumers()) for t0, t1 in zip(ts0, ts1, strict=True)]
    count = 0
    for t0, t1, of_0, of_1 in plans:
        if t0 is t1:
            continue
        # Both before either: a consumer of both would otherwise be moved twice.
        ends = [(op, [i for i, t in enumerate(op.inputs) if t is t0]) for op in of_0] if mode[1] else []
        count += _move(t0, t1, of_1, allowed, forbidden) if mode[0] else 0
        for op, places in ends:
            if (allowed is not None and op not in allowed) or (forbidden is not None and op in forbidden):
                continue
            for i in places:
                op._update_input(i, t1)
                count += 1
    return count


@export(*_names("swap_ts", "reroute"))
def swap_ts(ts0: Any, ts1: Any, can_modify: Any = None, cannot_modify: Any = None) -> int:
    """Gives the consumers of some tensors others, and the other way round.

    Args:
      ts0, ts1: as many tensors, of compatible types and shapes.
      can_modify: the operations that may change, or None for all.
      cannot_modify: operations that may not change, or None.

    Returns:
      How many inputs changed.

    Raises:
      ValueError: numbers, types or shapes do not fit.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     a, b = tf.constant(1.0), tf.constant(2.0)
    ...     x, y = a * 10.0, b * 10.0
    ...     _ = tf.contrib.graph_editor.swap_ts(a, b)
    ...     print(sess.run([x, y]))
    [np.float32(20.0), np.float32(10.0)]
    """
    return _reroute(ts0, ts1, _SWAP, can_modify, cannot_modify)


@export(*_names("reroute_ts", "reroute"))
def reroute_ts(ts0: Any, ts1: Any, can_modify: Any = None, cannot_modify: Any = None) -> int:
    """Gives the consumers of `ts1` the tensors `ts0` instead; see `swap_ts`.

    Args:
      ts0, ts1: as many tensors in one as in the other.
      can_modify: the operations that may be changed; all by default.
      cannot_modify: operations that may not be changed.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     a, b = tf.constant(1.0), tf.constant(2.0)
    ...     x, y = a * 10.0, b * 10.0
    ...     _ = tf.contrib.graph_editor.reroute_ts(a, b)
    ...     print(sess.run([x, y]))
    [np.float32(10.0), np.float32(10.0)]
    """
    return _reroute(ts0, ts1, _FIRST_TO_SECOND, can_modify, cannot_modify)


# -- views --------------------------------------------------------------------------------------------------------------------


def _exchange_inputs(sgv0: SubGraphView, sgv1: SubGraphView, mode: tuple[bool, bool]) -> None:
    """The views' own lists, after their inputs were moved."""
    first, second = sgv0.copy(), sgv1.copy()
    old = first.copy(), second.copy()
    second._input_ts, second._passthrough_ts = list(old[0]._input_ts), list(old[0]._passthrough_ts)
    if mode == _SWAP:
        first._input_ts, first._passthrough_ts = list(old[1]._input_ts), list(old[1]._passthrough_ts)

    def follow(a: SubGraphView, b: SubGraphView) -> None:
        """Outputs of `b` that pass through `a` are what `b` now has at that place."""
        for i, t in enumerate(b._output_ts):
            if a.is_passthrough(t):
                b._output_ts[i] = b._input_ts[a.input_index(t)]

    follow(first, second)
    if mode == _SWAP:
        follow(second, first)
    sgv0._assign_from(first)
    sgv1._assign_from(second)


def _reroute_inputs(sgv0: Any, sgv1: Any, mode: tuple[bool, bool]) -> tuple[SubGraphView, SubGraphView]:
    sgv0, sgv1 = make_view(sgv0), make_view(sgv1)
    check_graphs(sgv0, sgv1)
    passing = [op for view in (sgv0, sgv1) for op in get_consuming_ops(view.passthroughs)]
    _reroute(sgv0.inputs, sgv1.inputs, mode, can_modify=[*sgv0.ops, *sgv1.ops, *passing])
    _exchange_inputs(sgv0, sgv1, mode)
    return sgv0, sgv1


def _reroute_outputs(sgv0: Any, sgv1: Any, mode: tuple[bool, bool]) -> tuple[SubGraphView, SubGraphView]:
    sgv0, sgv1 = make_view(sgv0), make_view(sgv1)
    check_graphs(sgv0, sgv1)
    _reroute(sgv0.outputs, sgv1.outputs, mode, cannot_modify=[*sgv0.ops, *sgv1.ops])
    return sgv0, sgv1


def _reroute_both(sgv0: Any, sgv1: Any, mode: tuple[bool, bool]) -> tuple[SubGraphView, SubGraphView]:
    sgv0, sgv1 = make_view(sgv0), make_view(sgv1)
    _reroute_outputs(sgv0, sgv1, mode)
    _reroute_inputs(sgv0, sgv1, mode)
    return sgv0, sgv1


def _of_views(name: str, function: Callable, mode: tuple[bool, bool], summary: str) -> Callable:
    def rerouted(sgv0: TensorLike, sgv1: TensorLike) -> tuple[SubGraphView, SubGraphView]:
        return function(sgv0, sgv1, mode)

    rerouted.__name__ = rerouted.__qualname__ = name
    rerouted.__doc__ = f"""{summary}

    Args:
      sgv0, sgv1: views, or what `make_view` makes views of.

    Returns:
      Both views, as they are then.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x, y = tf.sin(tf.constant(1.0, name="a")), tf.cos(tf.constant(2.0, name="b"))
    ...     views = tf.contrib.graph_editor.{name}(x.op, y.op)
    ...     print(len(views))
    2
    """
    return export(*_names(name, "reroute"))(rerouted)


swap_inputs = _of_views("swap_inputs", _reroute_inputs, _SWAP, "Exchanges what goes into two views.")
reroute_inputs = _of_views(
    "reroute_inputs", _reroute_inputs, _FIRST_TO_SECOND, "Gives the second view the inputs of the first."
)
swap_outputs = _of_views("swap_outputs", _reroute_outputs, _SWAP, "Exchanges where two views go.")
reroute_outputs = _of_views(
    "reroute_outputs", _reroute_outputs, _FIRST_TO_SECOND, "Lets the first view go where the second went."
)
swap_ios = _of_views("swap_ios", _reroute_both, _SWAP, "Exchanges the inputs and the outputs of two views.")
reroute_ios = _of_views(
    "reroute_ios", _reroute_both, _FIRST_TO_SECOND, "Gives the second view the inputs, the first the consumers."
)


# -- control edges ------------------------------------------------------------------------------------------------------------


@export(*_names("remove_control_inputs", "reroute"))
def remove_control_inputs(op: Operation, cops: Any) -> None:
    """Makes an operation no longer wait for others.

    Args:
      op: the operation.
      cops: the operations to wait for, one or a list.

    Raises:
      TypeError: `op` is no operation.
      ValueError: it does not wait for one of them.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     a = tf.no_op()
    ...     with tf.control_dependencies([a]):
    ...         b = tf.no_op()
    ...     tf.contrib.graph_editor.remove_control_inputs(b, a)
    ...     print(b.control_inputs)
    []
    """
    if not isinstance(op, Operation):
        raise TypeError(f"Expected a tf.Operation, got: {type(op)}")
    cops = make_list_of_op(cops, allow_graph=False)
    for other in cops:
        if other not in op.control_inputs:
            raise ValueError(f"{op.name} is not a control_input of {other.name}")
    kept = [other for other in op.control_inputs if other not in cops]
    op._remove_all_control_inputs()
    op._add_control_inputs(kept)


@export(*_names("add_control_inputs", "reroute"))
def add_control_inputs(op: Operation, cops: Any) -> None:
    """Makes an operation wait for others.

    Args:
      op: the operation.
      cops: the operations to wait for, one or a list.

    Raises:
      TypeError: `op` is no operation.
      ValueError: it waits for one of them already.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     a, b = tf.no_op(name="a"), tf.no_op()
    ...     tf.contrib.graph_editor.add_control_inputs(b, a)
    ...     print(b.control_inputs[0].name)
    a
    """
    if not isinstance(op, Operation):
        raise TypeError(f"Expected a tf.Operation, got: {type(op)}")
    cops = make_list_of_op(cops, allow_graph=False)
    for other in cops:
        if other in op.control_inputs:
            raise ValueError(f"{other.name} is already a control_input of {op.name}")
    op._add_control_inputs(cops)


# -- whole views cut out and joined -------------------------------------------------------------------------------------------


@export(*_names("detach_control_inputs", "edit"))
def detach_control_inputs(sgv: Any) -> None:
    """Makes the operations of a view wait for none outside.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     with tf.control_dependencies([tf.no_op()]):
    ...         b = tf.no_op()
    ...     tf.contrib.graph_editor.detach_control_inputs(b)
    ...     print(b.control_inputs)
    []
    """
    view = make_view(sgv)
    for op in view.ops:
        remove_control_inputs(op, [other for other in op.control_inputs if other not in view.ops])


@export(*_names("detach_control_outputs", "edit"))
def detach_control_outputs(sgv: Any, control_outputs: Any) -> None:
    """Makes no operation outside wait for those of a view.

    Args:
      sgv: the view.
      control_outputs: a `ControlOutputs` of the graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     a = tf.no_op()
    ...     with tf.control_dependencies([a]):
    ...         b = tf.no_op()
    ...     tf.contrib.graph_editor.detach_control_outputs(a, tf.contrib.graph_editor.ControlOutputs(graph))
    ...     print(b.control_inputs)
    []
    """
    if not isinstance(control_outputs, ControlOutputs):
        raise TypeError(f"Expected a util.ControlOutputs, got: {type(control_outputs)}")
    view = make_view(sgv)
    for op in view.ops:
        for other in control_outputs.get(op):
            if other not in view.ops:
                remove_control_inputs(other, op)


@export(*_names("detach_inputs", "edit"))
def detach_inputs(sgv: Any, control_inputs: bool = False) -> tuple[SubGraphView, list[Tensor]]:
    """Gives a view placeholders as inputs.

    Args:
      sgv: the view.
      control_inputs: whether to cut its control inputs too.

    Returns:
      The view and the placeholders.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     _, placeholders = tf.contrib.graph_editor.detach_inputs(b.op)
    ...     print(b.op.inputs[0].name)
    geph__a_0:0
    """
    view = make_view(sgv)
    with view.graph.as_default():
        made = [tf.placeholder(dtype=t.dtype, name=placeholder_name(t)) for t in view.inputs]
    swap_inputs(view, made)
    if control_inputs:
        detach_control_inputs(view)
    return view, made


@export(*_names("detach_outputs", "edit"))
def detach_outputs(sgv: Any, control_outputs: Any = None) -> tuple[SubGraphView, list[Tensor]]:
    """Gives the consumers of a view placeholders instead of its outputs.

    Args:
      sgv: the view.
      control_outputs: a `ControlOutputs`, if control outputs are to be cut too.

    Returns:
      The view with the outputs that were used, and the placeholders.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     a = tf.constant(1.0, name="a")
    ...     b = tf.sin(a, name="b")
    ...     _ = tf.contrib.graph_editor.detach_outputs(a.op)
    ...     print(b.op.inputs[0].name)
    geph__a_0:0
    """
    view = make_view(sgv)
    view = view.remap_outputs([i for i, t in enumerate(view.outputs) if t.consumers()])
    users = SubGraphView(view.consumers())
    users = users.remap_inputs([i for i, t in enumerate(users.inputs) if t in view.outputs])
    with view.graph.as_default():
        made = [make_placeholder_from_tensor(t) for t in users.inputs]
    swap_outputs(view, made)
    if control_outputs is not None:
        detach_control_outputs(view, control_outputs)
    return view, made


@export(*_names("detach", "edit"))
def detach(
    sgv: Any, control_inputs: Any = False, control_outputs: Any = None, control_ios: Any = None
) -> tuple[Any, list[Tensor], list[Tensor]]:
    """Cuts a view out: placeholders go in, and take its place.

    Args:
      sgv: the view.
      control_inputs, control_outputs, control_ios: see `check_cios`.

    Returns:
      The view, the placeholders that go in, and those in its place.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0))
    ...     c = tf.cos(b)
    ...     _, inputs, outputs = tf.contrib.graph_editor.detach(b.op)
    ...     print(b.op.inputs[0] is inputs[0], c.op.inputs[0] is outputs[0])
    True True
    """
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    _, inputs = detach_inputs(sgv, control_inputs)
    _, outputs = detach_outputs(sgv, control_outputs)
    return sgv, inputs, outputs


@export(*_names("connect", "edit"))
def connect(sgv0: TensorLike, sgv1: TensorLike, disconnect_first: bool = False) -> tuple[SubGraphView, SubGraphView]:
    """Makes the outputs of one view the inputs of another.

    Args:
      sgv0, sgv1: the views.
      disconnect_first: whether the first loses its consumers.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     a, b = tf.constant(1.0), tf.constant(2.0)
    ...     c = b * 10.0
    ...     _ = tf.contrib.graph_editor.connect(a.op, tf.contrib.graph_editor.sgv(c.op).remap_inputs([0]))
    ...     print(sess.run(c))
    10.0
    """
    first, second = make_view(sgv0), make_view(sgv1)
    check_graphs(first, second)
    if disconnect_first:
        detach_outputs(first)
    reroute_inputs(SubGraphView(passthrough_ts=first.outputs), second)
    return first, second


@export(*_names("bypass", "edit"))
def bypass(sgv: TensorLike) -> tuple[SubGraphView, list[Tensor]]:
    """Gives the consumers of a view its inputs instead of its outputs, and it placeholders.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     b = tf.exp(tf.constant(1.0))
    ...     c = b * 10.0
    ...     _ = tf.contrib.graph_editor.bypass(b.op)
    ...     print(sess.run(c))
    10.0
    """
    view = make_view(sgv)
    inputs = list(view.inputs)
    view, detached = detach_inputs(view)
    reroute_ts(inputs, view.outputs)
    return view, detached
