"""What `Session.run` is asked for: any nesting of tensors, operations, names, sparse tensors, lists, tuples and dicts.

A `FetchMap` finds the tensors and operations in such a structure once, and then puts results into its form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from penstock.graph.composite import IndexedSlices, IndexedSlicesValue, SparseTensor, SparseTensorValue
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor

# type → (expand to tensors, contract values, feed, feed for partial run), for types registered by users
_conversions: dict[type, tuple[Callable, ...]] = {}


def register_session_run_conversion_functions(
    tensor_type: type,
    fetch_function: Callable,
    feed_function: Callable | None = None,
    feed_function_for_partial_run: Callable | None = None,
) -> None:
    """Teaches `Session.run` to fetch and feed objects of a user's type."""
    for known in _conversions:
        if issubclass(tensor_type, known):
            raise ValueError(f"{tensor_type} has already been registered so ignore it.")
    _conversions[tensor_type] = (fetch_function, feed_function, feed_function_for_partial_run)  # type: ignore[assignment]


def conversion_of(obj: Any) -> tuple[Callable, ...] | None:
    for kind, functions in _conversions.items():
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
    """The elements of a fetch structure, and how to put values into its form."""

    def __init__(self, graph: Graph, fetches: Any) -> None:
        self.graph = graph
        self.tensors: list[Tensor] = []
        self.targets: list[Operation] = []
        self._index: dict[Tensor, int] = {}
        self.single = False
        self.build: Callable[[list[Any]], Any] = self._map(fetches)
        if self.tensors and len(self.tensors) == 1 and isinstance(fetches, Tensor):
            self.single = True

    def _map(self, fetch: Any) -> Callable[[list[Any]], Any]:
        if fetch is None:
            raise TypeError(f"Fetch argument {fetch!r} has invalid type {type(fetch)!r}")
        if isinstance(fetch, Tensor) or isinstance(fetch, Operation):
            return self._element(fetch, fetch)
        if isinstance(fetch, SparseTensor):
            parts = [self._element(t, fetch) for t in (fetch.indices, fetch.values, fetch.dense_shape)]
            return lambda values: SparseTensorValue(*[p(values) for p in parts])
        if isinstance(fetch, IndexedSlices):
            tensors = [fetch.values, fetch.indices] + ([fetch.dense_shape] if fetch.dense_shape is not None else [])
            parts = [self._element(t, fetch) for t in tensors]
            pad = [None] * (3 - len(parts))
            return lambda values: IndexedSlicesValue(*[p(values) for p in parts], *pad)
        if isinstance(fetch, (list, tuple)):
            items = [self._map(f) for f in fetch]
            kind = type(fetch)
            if hasattr(fetch, "_fields"):
                return lambda values: kind(*[i(values) for i in items])
            if kind is list:
                return lambda values: [i(values) for i in items]
            return lambda values: kind([i(values) for i in items]) if kind is not tuple else tuple(
                [i(values) for i in items]
            )
        if isinstance(fetch, Mapping):
            pairs = [(k, self._map(v)) for k, v in fetch.items()]
            kind_: Any = type(fetch)

            def make(values: list[Any]) -> Any:
                result = kind_() if kind_ is not dict else {}
                for k, v in pairs:
                    result[k] = v(values)
                return result

            return make
        functions = conversion_of(fetch)
        if functions is not None:
            tensors, contract = functions[0](fetch)
            parts = [self._element(t, fetch) for t in tensors]
            return lambda values: contract([p(values) for p in parts])
        return self._element(fetch, fetch)

    def _element(self, element: Any, fetch: Any) -> Callable[[list[Any]], Any]:
        try:
            element = self.graph.as_graph_element(element, allow_tensor=True, allow_operation=True)
        except TypeError as error:
            raise TypeError(
                f"Fetch argument {fetch!r} has invalid type {type(fetch)!r}, must be a string or Tensor. ({error})"
            ) from None
        except ValueError as error:
            raise ValueError(f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({error})") from None
        except KeyError as error:
            raise ValueError(
                f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({error})"
            ) from None
        if not self.graph.is_fetchable(element):
            name = element.name
            raise ValueError(f"{'Tensor' if isinstance(element, Tensor) else 'Operation'} {name!r} may not be fetched.")
        if isinstance(element, Operation):
            self.targets.append(element)
            return lambda values: None
        index = self._index.get(element)
        if index is None:
            index = self._index[element] = len(self.tensors)
            self.tensors.append(element)
        return lambda values: values[index]
