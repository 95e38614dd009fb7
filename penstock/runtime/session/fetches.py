"""What `Session.run` is asked for: any nesting of tensors, operations, names, sparse tensors, lists, tuples and dicts.

A `FetchMap` finds the tensors and operations in such a structure once, and then puts results into its form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from penstock.graph.composite import CompositeTensor, IndexedSlices, SparseTensor
from penstock.graph.dtypes import DType
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import SessionLike

Build = Callable[[list[Any]], Any]

# type → (expand to tensors, feed, feed for partial run), for types registered by users
_conversions: dict[type, tuple[Any, Any, Any]] = {}


class InaccessibleTensorError(ValueError):
    """Something that may not be fetched was asked for."""


def register_session_run_conversion_functions(
    tensor_type: type,
    fetch_function: Callable,
    feed_function: Callable | None = None,
    feed_function_for_partial_run: Callable | None = None,
) -> None:
    """Teaches `Session.run` to fetch and feed objects of a user's type.

    Args:
      tensor_type: the type.
      fetch_function: from an object to (its tensors, a function from their values to the result).
      feed_function: from an object and a fed value to pairs of tensors and values.
      feed_function_for_partial_run: from an object to its tensors.

    Raises:
      ValueError: the type, or one derived from it, is registered already.
    """
    for known in (*_conversions, SparseTensor, IndexedSlices):
        if issubclass(known, tensor_type):
            raise ValueError(f"{tensor_type} has already been registered so ignore it.")
    _conversions[tensor_type] = (fetch_function, feed_function, feed_function_for_partial_run)


def conversion_of(obj: object) -> tuple[Any, Any, Any] | None:
    """What was registered for the type of `obj`; the newest registration that fits."""
    if _conversions:
        for kind, functions in reversed(_conversions.items()):
            if isinstance(obj, kind):
                return functions
    return None


def key_of(fetches: Any) -> Any:
    """A hashable key for a fetch structure; TypeError if it contains something unhashable."""
    kind = type(fetches)
    if kind is Tensor or kind is Operation or kind is str:
        return fetches
    if kind is list or kind is tuple:
        return (kind, *[f if type(f) is Tensor or type(f) is Operation else key_of(f) for f in fetches])
    if isinstance(fetches, (list, tuple)):
        return (kind, *[key_of(f) for f in fetches])
    if isinstance(fetches, Mapping):
        return (kind, *[(k, key_of(v)) for k, v in fetches.items()])
    hash(fetches)
    return fetches


class FetchMap:
    """The elements of a fetch structure, and how to put values into its form.

    Attributes:
      tensors: the different tensors, in the order of `build`'s argument.
      targets: the different operations.
      single: whether the structure is one tensor.
      handles: (number, type) of the tensors that are session handles.
      build: makes the result from the values of `tensors`.

    Raises:
      TypeError, ValueError: something in the structure cannot be fetched from the graph.
    """

    def __init__(self, graph: Graph, fetches: Any) -> None:
        self._graph = graph
        self._index: dict[Tensor, int] = {}
        self._targets: dict[Operation, None] = {}
        self.build: Build = self._map(fetches)
        self.tensors = list(self._index)
        self.targets = list(self._targets)
        self.single = isinstance(fetches, Tensor)
        self.handles: list[tuple[int, DType]] = [
            (i, t.op._inputs[0].dtype) for t, i in self._index.items() if t.op.type.startswith("GetSessionHandle")
        ]

    def _map(self, fetch: Any) -> Build:
        if fetch is None:
            raise TypeError(f"Fetch argument {fetch!r} has invalid type {type(fetch)!r}")
        kind: Any = type(fetch)
        if isinstance(fetch, (list, tuple)):
            items = [self._map(f) for f in fetch]
            if isinstance(fetch, list):
                return lambda values: [i(values) for i in items]
            if kind is tuple:
                return lambda values: tuple([i(values) for i in items])
            return lambda values: kind(*[i(values) for i in items])
        if isinstance(fetch, Mapping):
            pairs = [(k, self._map(v)) for k, v in fetch.items()]

            def make(values: list[Any]) -> Any:
                result = kind()
                for k, v in pairs:
                    result[k] = v(values)
                return result

            return make
        attributes = getattr(kind, "__attrs_attrs__", None)
        if attributes is not None:
            items = [self._map(getattr(fetch, a.name)) for a in attributes]
            return lambda values: kind(*[i(values) for i in items])
        functions = conversion_of(fetch)
        if functions is not None:
            tensors, contract = functions[0](fetch)
            parts = [self._element(t) for t in tensors]
            return lambda values: contract([p(values) for p in parts])
        if isinstance(fetch, CompositeTensor):
            whole, parts = fetch, [self._element(t) for t in fetch._to_components()]
            return lambda values: whole._from_arrays([p(values) for p in parts])
        return self._element(fetch)

    def _element(self, fetch: Any) -> Build:
        try:
            element = self._graph.as_graph_element(fetch, allow_tensor=True, allow_operation=True)
        except TypeError as error:
            raise TypeError(
                f"Fetch argument {fetch!r} has invalid type {type(fetch)!r}, must be a string or Tensor. ({error})"
            ) from None
        except (ValueError, KeyError) as error:
            raise ValueError(f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({error})") from None
        operation = element if isinstance(element, Operation) else element.op
        if not self._graph.is_fetchable(operation):
            raise InaccessibleTensorError(
                f"Operation {operation.name!r} has been marked as not fetchable. Typically this happens when it is "
                "defined in another function or code block. Use return values,explicit Python locals or TensorFlow "
                "collections to access it."
            )
        if element is operation:
            self._targets[operation] = None
            return _nothing
        index = self._index.setdefault(element, len(self._index))
        return lambda values: values[index]


def _nothing(values: list[Any]) -> None:
    return None


class FetchHandler:
    """A fetch structure with feeds, in the terms of 1.x's sessions: what is left to fetch and to run, and the results.

    Args:
      graph: the graph of the fetches.
      fetches: the structure.
      feeds: tensor → value that is fed.
      feed_handles: tensor → handle of a value in the session that is fed.
    """

    def __init__(self, graph: Graph, fetches: Any, feeds: Any, feed_handles: Any = None) -> None:
        self._map = FetchMap(graph, fetches)
        self._feeds = feeds
        self._feed_handles = feed_handles or {}
        self._final_fetches = [t for t in self._map.tensors if t not in feeds]

    def fetches(self) -> list[Tensor]:
        """The different tensors that are not fed."""
        return self._final_fetches

    def targets(self) -> list[Operation]:
        """The different operations."""
        return self._map.targets

    def build_results(self, session: SessionLike, tensor_values: list[Any]) -> Any:
        """Puts values into the form of the structure.

        Args:
          session: the session, which handles belong to.
          tensor_values: the values of `fetches()`.
        """
        from penstock.ops.state.session_handles import TensorHandle

        assert len(tensor_values) == len(self._final_fetches)
        rest = iter(tensor_values)
        values = []
        for tensor in self._map.tensors:
            if tensor in self._feed_handles:
                values.append(self._feed_handles[tensor].eval())
            else:
                values.append(self._feeds[tensor] if tensor in self._feeds else next(rest))
        for at, dtype in self._map.handles:
            values[at] = TensorHandle(values[at], dtype, session)
        return self._map.build(values)
