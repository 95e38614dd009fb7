"""Functions for a `CallableOptions`: feeds, fetches, targets, and tensors that take the place of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock.graph import errors
from penstock.graph.operation import Tensor

Connections = list[tuple[Tensor, Tensor]]


def from_options(session: Any, callable_options: Any) -> Callable[..., list[Any]]:
    """A function that takes values for the feeds and returns a list of what is fetched.

    Args:
      session: the session it runs in.
      callable_options: a `CallableOptions`.

    Raises:
      tf.errors.InvalidArgumentError: a tensor is fed twice or is not in the graph, or connections do not fit.
      tf.errors.OutOfRangeError: an operation has no such output.
      tf.errors.NotFoundError: a connection is to a tensor that there is not.
    """
    graph = session._graph
    names, targets = list(callable_options.fetch), list(callable_options.target)
    feeds = [_tensor(graph, name) for name in callable_options.feed]
    elements = [_tensor(graph, name) for name in names] + [graph.get_operation_by_name(name) for name in targets]
    options = callable_options.run_options if callable_options.HasField("run_options") else None
    connections = _connections(graph, callable_options, feeds)
    if not connections:
        plain = session.make_callable(elements, feeds)

        def direct(*values: Any, **more: Any) -> list[Any]:
            _check_count(values, feeds)
            return _run(plain, values, options, more)[: len(names)]

        return direct

    sources = [source for source, _ in connections]
    # What they are computed from is computed once: the second run is given the sources, too.
    again = [index for index, source in enumerate(sources) if _can_be_fed(source)]
    first = session.make_callable(sources, feeds)
    second = session.make_callable(
        elements, [*feeds, *(place for _, place in connections), *(sources[index] for index in again)]
    )

    def function(*values: Any, **more: Any) -> list[Any]:
        _check_count(values, feeds)
        found = first(*values)
        given = (*values, *found, *(found[index] for index in again))
        return _run(second, given, options, more)[: len(names)]

    return function


def _check_count(values: Sequence[Any], feeds: Sequence[Tensor]) -> None:
    if len(values) != len(feeds):
        raise errors.invalid(f"Expected {len(feeds)} feed tensors, but got {len(values)}")


def _tensor(graph: Any, name: str) -> Tensor:
    """A tensor that is fed or fetched, as 1.15 looks for it."""
    try:
        return graph.get_tensor_by_name(name if ":" in name else f"{name}:0")
    except (KeyError, ValueError):
        node, _, index = name.partition(":")
        try:
            op = graph.get_operation_by_name(node)
        except (KeyError, ValueError):
            op = None
        if op is None or not index.isdigit():
            raise errors.invalid(
                f"Tensor {name}, specified in either feed_devices or fetch_devices was not found in the Graph"
            ) from None
        raise errors.OutOfRangeError(
            None,
            None,
            f"Node '{node}' (type: '{op.type}', num of outputs: {len(op.outputs)}) does not have output {index}",
        ) from None


def _run(function: Callable[..., Any], values: Sequence[Any], options: Any, more: dict[str, Any]) -> list[Any]:
    return function(*values, **more) if options is None else function(*values, options=options, **more)


def _can_be_fed(tensor: Tensor) -> bool:
    return not tensor.dtype._is_ref_dtype and tensor.dtype.name not in ("resource", "variant")


def _connections(graph: Any, callable_options: Any, feeds: Sequence[Tensor]) -> Connections:
    """Which tensors take whose place, as 1.15 checks them."""
    taken = {tensor.name for tensor in feeds}
    found: Connections = []
    for connection in callable_options.tensor_connection:
        source, place = connection.from_tensor, connection.to_tensor
        if place in taken:
            raise errors.invalid(f'Endpoint "{place}" fed more than once.')
        taken.add(place)
        if not _exists(graph, place):
            raise errors.NotFoundError(None, None, f"FeedInputs: unable to find feed output {place}")
        if not _exists(graph, source):
            raise errors.invalid(f'Requested tensor connection from unknown node: "{place}".')
        if place in callable_options.fetch:
            raise errors.invalid(f"{place} is both fed and fetched.")
        found.append((graph.get_tensor_by_name(source), graph.get_tensor_by_name(place)))
    for tensor, replaced in found:
        if _depends(tensor, replaced):
            raise errors.invalid(
                f'Requested Tensor connection between nodes "{replaced.op.name}" and "{tensor.op.name}" would create '
                "a cycle."
            )
    return found


def _exists(graph: Any, name: str) -> bool:
    try:
        graph.get_tensor_by_name(name)
    except (KeyError, ValueError):
        return False
    return True


def _depends(tensor: Tensor, other: Tensor) -> bool:
    """Whether a tensor is computed from another one."""
    waiting, seen = [tensor.op], {tensor.op}
    while waiting:
        op = waiting.pop()
        if op is other.op:
            return True
        for before in (*(t.op for t in op._inputs), *op.control_inputs):
            if before not in seen:
                seen.add(before)
                waiting.append(before)
    return False
