"""Operations found by walking along the edges of a graph, and selections by lists and names together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.contrib.graph_editor.selecting import (
    _names,
    add_new,
    can_be_regex,
    check_cios,
    filter_ops_from_regex,
    filter_ts_from_regex,
    get_consuming_ops,
    get_generating_ops,
    is_iterable,
    make_list_of_op,
    make_list_of_t,
    make_regex,
)
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor


def _walked(
    seeds: Any,
    from_tensors: Callable,
    neighbours: Callable,
    inclusive: bool,
    within_ops: Sequence[Any] | None,
    within_ops_fn: Any,
) -> list[Operation]:
    """The operations that are reached, those nearer to the seeds first."""
    seeds = list(seeds) if is_iterable(seeds) else [seeds]
    if not seeds:
        return []
    seeds = from_tensors(seeds) if isinstance(seeds[0], Tensor) else make_list_of_op(seeds, allow_graph=False)
    seeds = add_new([], seeds)
    within = None
    if within_ops:
        within = set(make_list_of_op(within_ops, allow_graph=False))
        seeds = [op for op in seeds if op in within]
    found = dict.fromkeys(seeds)
    wave = seeds
    while wave:
        next_wave: dict[Operation, None] = {}
        for op in wave:
            for other in neighbours(op):
                if other in found or other in next_wave or not (within is None or other in within):
                    continue
                if within_ops_fn is None or within_ops_fn(other):
                    next_wave[other] = None
        found.update(next_wave)
        wave = list(next_wave)
    first = set(seeds)
    return [op for op in found if inclusive or op not in first]


@export(*_names("get_forward_walk_ops", "select"))
def get_forward_walk_ops(
    seed_ops: Sequence[Any],
    inclusive: bool = True,
    within_ops: Sequence[Any] | None = None,
    within_ops_fn: Callable | None = None,
    stop_at_ts: Any = (),
    control_outputs: Any = None,
) -> list[Operation]:
    """All operations that depend on some.

    Args:
      seed_ops: operations, or tensors, whose consumers are meant.
      inclusive: whether the seeds belong to the result.
      within_ops: among which to stay, or None.
      within_ops_fn: a function that says whether an operation may be entered, or None.
      stop_at_ts: tensors that are not crossed.
      control_outputs: a `ControlOutputs` to follow, or None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     a = tf.constant(1.0, name="a")
    ...     _ = tf.cos(tf.sin(a, name="b"), name="c")
    ...     print([op.name for op in tf.contrib.graph_editor.get_forward_walk_ops(a.op)])
    ['a', 'b', 'c']
    """
    _, control_outputs = check_cios(False, control_outputs)
    stops = set(make_list_of_t(stop_at_ts))

    def neighbours(op: Operation) -> list[Operation]:
        found = [other for t in op.outputs if t not in stops for other in t.consumers()]
        return found if control_outputs is None else [*found, *control_outputs.get(op)]

    return _walked(seed_ops, get_consuming_ops, neighbours, inclusive, within_ops, within_ops_fn)


@export(*_names("get_backward_walk_ops", "select"))
def get_backward_walk_ops(
    seed_ops: Sequence[Any],
    inclusive: bool = True,
    within_ops: Sequence[Any] | None = None,
    within_ops_fn: Callable | None = None,
    stop_at_ts: Any = (),
    control_inputs: object = False,
) -> list[Operation]:
    """All operations that some depend on.

    Args:
      seed_ops: operations, or tensors, whose operations are meant.
      inclusive: whether the seeds belong to the result.
      within_ops: among which to stay, or None.
      within_ops_fn: a function that says whether an operation may be entered, or None.
      stop_at_ts: tensors that are not crossed.
      control_inputs: whether to follow control inputs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     c = tf.cos(tf.sin(tf.constant(1.0, name="a"), name="b"), name="c")
    ...     print([op.name for op in tf.contrib.graph_editor.get_backward_walk_ops(c.op)])
    ['c', 'b', 'a']
    """
    stops = set(make_list_of_t(stop_at_ts))

    def neighbours(op: Operation) -> list[Operation]:
        found = [t.op for t in op.inputs if t not in stops]
        return [*found, *op.control_inputs] if control_inputs else found

    return _walked(seed_ops, get_generating_ops, neighbours, inclusive, within_ops, within_ops_fn)


def _both_walks(
    forward_seed_ops: Any,
    backward_seed_ops: Any,
    forward_inclusive: bool = True,
    backward_inclusive: bool = True,
    within_ops: Any = None,
    within_ops_fn: Callable | None = None,
    control_inputs: Any = False,
    control_outputs: Any = None,
    control_ios: Any = None,
) -> tuple[list[Operation], list[Operation]]:
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    within = {"within_ops": within_ops, "within_ops_fn": within_ops_fn}
    return (
        get_forward_walk_ops(forward_seed_ops, forward_inclusive, control_outputs=control_outputs, **within),
        get_backward_walk_ops(backward_seed_ops, backward_inclusive, control_inputs=control_inputs, **within),
    )


@export(*_names("get_walks_intersection_ops", "select"))
def get_walks_intersection_ops(
    forward_seed_ops: Any,
    backward_seed_ops: Any,
    forward_inclusive: bool = True,
    backward_inclusive: bool = True,
    within_ops: Sequence[Any] | None = None,
    within_ops_fn: Callable | None = None,
    control_inputs: object = False,
    control_outputs: Any = None,
    control_ios: Any = None,
) -> list[Operation]:
    """The operations between some and others: in the forward walk of the first and the backward walk of the second.

    Args:
      forward_seed_ops, backward_seed_ops: the operations to begin with, in each direction.
      forward_inclusive, backward_inclusive: whether these themselves count.
      within_ops: the operations to stay within; all by default.
      within_ops_fn: a function that says whether an operation is one of them.
      control_inputs, control_outputs, control_ios: see `check_cios`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     c = tf.cos(b, name="c")
    ...     print([op.name for op in tf.contrib.graph_editor.get_walks_intersection_ops(b.op, c.op)])
    ['b', 'c']
    """
    forward, backward = _both_walks(**locals())
    reached = set(backward)
    return [op for op in forward if op in reached]


@export(*_names("get_walks_union_ops", "select"))
def get_walks_union_ops(
    forward_seed_ops: Any,
    backward_seed_ops: Any,
    forward_inclusive: bool = True,
    backward_inclusive: bool = True,
    within_ops: Sequence[Any] | None = None,
    within_ops_fn: Callable | None = None,
    control_inputs: object = False,
    control_outputs: Any = None,
    control_ios: Any = None,
) -> list[Operation]:
    """The operations in the forward walk of some or in the backward walk of others.

    Args:
      forward_seed_ops, backward_seed_ops: the operations to begin with, in each direction.
      forward_inclusive, backward_inclusive: whether these themselves count.
      within_ops: the operations to stay within; all by default.
      within_ops_fn: a function that says whether an operation is one of them.
      control_inputs, control_outputs, control_ios: see `check_cios`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     b = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.get_walks_union_ops(b.op, b.op)])
    ['b', 'a']
    """
    forward, backward = _both_walks(**locals())
    return add_new(forward, backward)


# -- selections --------------------------------------------------------------------------------------------------------


def _selected(args: Any, settings: dict[str, Any], mark: str, other: str, by_regex: Callable, listed: Callable) -> Any:
    """What the arguments name: a regular expression may say by a comment, `(?#ops)` or `(?#ts)`, which kind it means."""
    for key in settings:
        if key not in ("graph", "positive_filter", "restrict_ops_regex", "restrict_ts_regex"):
            raise ValueError(f"Wrong keywords argument: {key}.")
    graph, wanted = settings.get("graph"), settings.get("positive_filter")
    if graph is not None and not isinstance(graph, Graph):
        raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
    found: list[Any] = []
    for arg in args:
        if not can_be_regex(arg):
            more = listed(arg)
        elif graph is None:
            raise ValueError("Use the keyword argument 'graph' to use regex.")
        else:
            pattern = make_regex(arg)
            if pattern.pattern.startswith(f"(?#{other})"):
                continue
            if settings.get(f"restrict_{mark}_regex") and not pattern.pattern.startswith(f"(?#{mark})"):
                continue
            more = by_regex(graph, pattern)
        add_new(found, (item for item in more if wanted is None or wanted(item)))
    return found


@export(*_names("select_ops", "select"))
def select_ops(*args: Any, **kwargs: Any) -> list[Operation]:
    """Operations, by lists or by regular expressions of names.

    Args:
      *args: operations, lists of them, regular expressions, which need `graph`.
      **kwargs: `graph`; `positive_filter`, a function that says which to take; `restrict_ops_regex`, whether only
        expressions that begin with `(?#ops)` count.

    Raises:
      TypeError: `graph` is not one.
      ValueError: an argument is unknown, or an expression is given without a graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([op.name for op in tf.contrib.graph_editor.select_ops("^b", graph=graph)])
    ['b']
    """
    listed = lambda arg: make_list_of_op(arg, ignore_ts=True)  # noqa: E731
    return _selected(args, kwargs, "ops", "ts", filter_ops_from_regex, listed)


@export(*_names("select_ts", "select"))
def select_ts(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Tensors, by lists or by regular expressions of names; see `select_ops`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     print([t.name for t in tf.contrib.graph_editor.select_ts("^b", graph=graph)])
    ['b:0']
    """
    listed = lambda arg: make_list_of_t(arg, ignore_ops=True)  # noqa: E731
    return _selected(args, kwargs, "ts", "ops", filter_ts_from_regex, listed)


@export(*_names("select_ops_and_ts", "select"))
def select_ops_and_ts(*args: Any, **kwargs: Any) -> tuple[list[Operation], list[Tensor]]:
    """Operations and tensors; expressions mean operations unless they begin with `(?#ts)`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.sin(tf.constant(1.0, name="a"), name="b")
    ...     ops, ts = tf.contrib.graph_editor.select_ops_and_ts("^b", "(?#ts)^a", graph=graph)
    ...     print(ops[0].name, ts[0].name)
    b a:0
    """
    return (
        select_ops(*args, restrict_ops_regex=False, **kwargs),
        select_ts(*args, restrict_ts_regex=True, **kwargs),
    )
