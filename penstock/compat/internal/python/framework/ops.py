"""Conversions and small helpers of graphs that libraries reach for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph import convert
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


__all__ = [
    "_TensorLike",
    "_as_graph_element",
    "_get_graph_from_inputs",
    "convert_to_tensor_or_composite",
    "internal_convert_to_tensor",
    "uid",
]

_last_uid = 0


class _IsTensorLike(type):
    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, (Tensor, IndexedSlices, SparseTensor))


class _TensorLike(metaclass=_IsTensorLike):
    """What tensors, sparse tensors and IndexedSlices are instances of."""


def uid() -> int:
    """A number that no other call in this process gets."""
    global _last_uid
    _last_uid += 1
    return _last_uid


def internal_convert_to_tensor(
    value: Any,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    as_ref: bool = False,
    preferred_dtype: Any = None,
    ctx: Any = None,
    accepted_result_types: Any = (Tensor,),
) -> Any:
    """Converts a value to a Tensor, as `tf.convert_to_tensor`; one of `accepted_result_types` stays what it is."""
    if not isinstance(value, Tensor) and isinstance(value, tuple(accepted_result_types)):
        return value
    return convert.convert_to_tensor(value, dtype, name, preferred_dtype=preferred_dtype, as_ref=as_ref)


def convert_to_tensor_or_composite(value: Any, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """Converts a value to a Tensor; sparse and ragged tensors and IndexedSlices stay what they are."""
    composite = (find("SparseTensor"), find("IndexedSlices"), find("RaggedTensor"))
    if isinstance(value, find("SparseTensorValue")):
        value = find("SparseTensor").from_value(value)
    if not isinstance(value, composite):
        return convert.convert_to_tensor(value, dtype, name)
    wanted = None if dtype is None else find("as_dtype")(dtype)
    if wanted is not None and not wanted.is_compatible_with(value.dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {wanted.name} for Tensor with dtype {value.dtype.name}: {value!r}"
        )
    return value


def _as_graph_element(obj: Any) -> Any:
    """What an object says it is in a graph, if it says so; else None."""
    function = getattr(obj, "_as_graph_element", None)
    return function() if function else None


def _get_graph_from_inputs(op_input_list: Sequence[Any], graph: Graph | None = None) -> Any:
    """The graph of operations and tensors; the default graph if there are none.

    Raises:
      ValueError: if they are of different graphs, or not of `graph`.
      TypeError: if `graph` is no Graph.
    """
    if graph is not None and not isinstance(graph, find("Graph")):
        raise TypeError(f"Input graph needs to be a Graph: {graph}")
    wanted, first = graph, None
    for item in op_input_list:
        element = item if isinstance(item, (Operation, Tensor)) else _as_graph_element(item)
        if element is None:
            continue
        if wanted is None:
            wanted, first = element.graph, element
        elif element.graph is not wanted:
            if first is not None:
                raise ValueError(f"{element} must be from the same graph as {first}.")
            raise ValueError(f"{element} is not from the passed-in graph.")
    return wanted or find("get_default_graph")()
