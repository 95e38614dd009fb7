"""Lists of operations and tensors, and walks against the edges of a graph: `tensorflow.python.ops.op_selector`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from penstock.contrib.graph_editor import selecting
from penstock.contrib.graph_editor.selecting import get_consuming_ops, get_generating_ops, get_tensors, make_list_of_t
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient_of

__all__ = [
    "UnliftableError",
    "check_graphs",
    "concatenate_unique",
    "get_backward_walk_ops",
    "get_consuming_ops",
    "get_generating_ops",
    "get_tensors",
    "get_unique_graph",
    "graph_inputs",
    "is_differentiable",
    "is_iterable",
    "make_list_of_op",
    "make_list_of_t",
]


def concatenate_unique(la: list[Any], lb: Iterable[Any]) -> list[Any]:
    """Appends to `la` what of `lb` is not there yet; returns it."""
    return selecting.add_new(la, lb)


def is_iterable(obj: Any) -> bool:
    """Whether it can be gone through; a tensor is one thing."""
    return selecting.is_iterable(obj)


def get_unique_graph(tops: Any, check_types: Any = None, none_if_empty: bool = False) -> Any:
    """The one graph that operations and tensors are in.

    Raises:
      TypeError: one is neither, or none of `check_types`.
      ValueError: they are in several graphs, or there are none.
    """
    return selecting.unique_graph(tops, (Operation, Tensor) if check_types is None else check_types, none_if_empty)


def make_list_of_op(
    tops: Any, check_graph: bool = True, allow_graph: bool = True, ignore_ts: bool = False
) -> list[Any]:
    """Operations as a list; see `tf.contrib.graph_editor.make_list_of_op`."""
    return selecting.make_list_of_op(tops, check_graph, allow_graph, ignore_ts)


def check_graphs(*args: Any) -> None:
    """Refuses arguments that belong to different graphs.

    Raises:
      ValueError: they do.
    """
    graphs = [(i, item.graph) for i, item in enumerate(args) if item is not None and hasattr(item, "graph")]
    for i, graph in graphs:
        if graph is not graphs[0][1]:
            raise ValueError(f"Argument[{i}]: Wrong graph!")


class UnliftableError(Exception):
    """A tensor cannot be computed in another graph."""


def is_differentiable(op: Operation) -> bool:
    """Whether an operation has a gradient."""
    try:
        return gradient_of(op.type) is not None
    except LookupError:
        return False


def graph_inputs(op: Operation) -> list[Operation]:
    """The operations that `op` waits for, those of its inputs first."""
    return [tensor.op for tensor in op.inputs] + list(op.control_inputs)


def get_backward_walk_ops(
    seed_ops: Any,
    inclusive: bool = True,
    within_ops: Any = None,
    within_ops_fn: Callable[[Operation], bool] | None = None,
    stop_at_ts: Iterable[Tensor] = (),
    control_inputs: bool = False,
    only_differentiable: bool = False,
) -> list[Operation]:
    """All operations that some depend on, nearer ones first.

    Args:
      seed_ops: where to begin: operations or tensors.
      inclusive: whether these are in the list.
      within_ops: only these are walked through.
      within_ops_fn: only those for which it is true are.
      stop_at_ts: tensors that are not followed.
      control_inputs: also follows control inputs.
      only_differentiable: stops at operations without a gradient.
    """
    seeds = list(seed_ops) if is_iterable(seed_ops) else [seed_ops]
    if not seeds:
        return []
    if isinstance(seeds[0], Tensor):
        seeds = get_generating_ops(make_list_of_t(seeds, allow_graph=False))
    else:
        seeds = make_list_of_op(seeds, allow_graph=False)
    ends = set(map(id, make_list_of_t(list(stop_at_ts))))
    within = None
    if within_ops:
        within = set(make_list_of_op(within_ops, allow_graph=False))
        seeds = [op for op in seeds if op in within]
    found = dict.fromkeys(seeds)
    wave = list(found)
    while wave:
        following: dict[Operation, None] = {}
        for op in wave:
            sources: list[Operation] = []
            if not only_differentiable or is_differentiable(op):
                sources += [tensor.op for tensor in op.inputs if id(tensor) not in ends]
            if control_inputs and not only_differentiable:
                sources += op.control_inputs
            for source in sources:
                allowed = within is None or source in within
                if source not in found and allowed and (within_ops_fn is None or within_ops_fn(source)):
                    following[source] = None
        found.update(following)
        wave = list(following)
    first = set(seeds)
    return [op for op in found if inclusive or op not in first]
