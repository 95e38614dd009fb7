"""Conversions and small helpers of graphs that libraries reach for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph import convert, stack
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


__all__ = [
    "EagerTensor",
    "NullContextmanager",
    "_TensorLike",
    "_USE_C_API",
    "_USE_C_SHAPES",
    "_VALID_OP_NAME_REGEX",
    "_VALID_SCOPE_NAME_REGEX",
    "_as_graph_element",
    "_get_graph_from_inputs",
    "convert_n_to_tensor_or_composite",
    "convert_to_tensor_or_composite",
    "default_session",
    "dismantle_graph",
    "executing_eagerly_outside_functions",
    "get_all_collection_keys",
    "get_collection_proto_type",
    "get_from_proto_function",
    "get_gradient_function",
    "get_to_proto_function",
    "has_default_graph",
    "inside_function",
    "internal_convert_n_to_tensor",
    "internal_convert_n_to_tensor_or_composite",
    "internal_convert_n_to_tensor_or_indexed_slices",
    "internal_convert_to_tensor",
    "internal_convert_to_tensor_or_composite",
    "internal_convert_to_tensor_or_indexed_slices",
    "name_from_scope_name",
    "numpy_text",
    "set_shape_and_handle_data_for_outputs",
    "tensor_id",
    "uid",
]

_last_uid = 0
_USE_C_API = _USE_C_SHAPES = True  # what 1.15 says to programs that ask
_VALID_OP_NAME_REGEX = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\-/]*$")
_VALID_SCOPE_NAME_REGEX = re.compile(r"^[A-Za-z0-9_.\-/]*$")


class EagerTensor(Tensor):
    """What operations that run at once give; nothing here is one, as nothing was in graph mode."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise TypeError("There are no EagerTensors: operations are parts of graphs here.")


class _IsTensorLike(type):
    def __instancecheck__(cls, value: object) -> bool:
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
    ctx: object = None,
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


class NullContextmanager:
    """A block that changes nothing."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, type_arg: object, value_arg: object, traceback_arg: object) -> None:
        pass


def internal_convert_to_tensor_or_composite(
    value: Any, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """`convert_to_tensor_or_composite`."""
    return convert_to_tensor_or_composite(value, dtype, name)


def internal_convert_to_tensor_or_indexed_slices(
    value: object, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """Converts a value to a Tensor; IndexedSlices stay what they are."""
    return find("convert_to_tensor_or_indexed_slices")(value, dtype, name)


def _each(convert_one: Any, values: Any, name: str | None) -> list[Any]:
    if not isinstance(values, Sequence):
        raise TypeError("values must be a sequence.")
    names = (None if name is None else f"{name}_{i}" for i in range(len(values)))
    return [None if value is None else convert_one(value, one) for value, one in zip(values, names)]


def internal_convert_n_to_tensor(
    values: Any,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    as_ref: bool = False,
    preferred_dtype: Any = None,
    ctx: object = None,
) -> list[Any]:
    """Converts each of several values to a Tensor.

    Raises:
      TypeError: if they are no sequence.
    """
    if not isinstance(values, Sequence):
        raise TypeError("values must be a sequence.")
    return [
        internal_convert_to_tensor(
            value, dtype, None if name is None else f"{name}_{i}", as_ref, preferred_dtype=preferred_dtype
        )
        for i, value in enumerate(values)
    ]


def internal_convert_n_to_tensor_or_composite(
    values: Any, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> list[Any]:
    """Converts each of several values; None, sparse and ragged tensors and IndexedSlices stay what they are."""
    return _each(lambda value, one: convert_to_tensor_or_composite(value, dtype, one), values, name)


def convert_n_to_tensor_or_composite(values: Any, dtype: DTypeLike | None = None, name: str | None = None) -> list[Any]:
    """The same."""
    return internal_convert_n_to_tensor_or_composite(values, dtype, name)


def internal_convert_n_to_tensor_or_indexed_slices(
    values: Any, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> list[Any]:
    """Converts each of several values; None and IndexedSlices stay what they are."""
    return _each(lambda value, one: internal_convert_to_tensor_or_indexed_slices(value, dtype, one), values, name)


def default_session(session: Any) -> Any:
    """A block in which `session` is the one that `Tensor.eval` and `Operation.run` take."""
    return stack.sessions.entered(session)


def dismantle_graph(graph: Graph) -> None:
    """Takes a graph apart, so that it is freed at once; nothing of it can be used afterwards."""
    for op in graph.get_operations():
        vars(op).clear()
    vars(graph).clear()


def has_default_graph() -> bool:
    """Whether a graph was entered by `as_default`."""
    return bool(stack.graphs.items)


def inside_function() -> bool:
    """Whether the body of a function is being built."""
    return find("get_default_graph")().building_function


def executing_eagerly_outside_functions() -> bool:
    """Whether operations run as soon as they are made, or would outside of the functions being built."""
    return find("executing_eagerly")()


def get_all_collection_keys() -> list[str]:
    """The names of the collections of the default graph."""
    return find("get_default_graph")().get_all_collection_keys()


def _written(collection_name: str) -> Any:
    from penstock.train import collection_defs

    return collection_defs.functions_of(collection_name)


def get_collection_proto_type(collection_name: str) -> Any:
    """The message that an item of a collection is written as; None if none is registered."""
    found = _written(collection_name)
    return None if found is None else found.proto_type


def get_to_proto_function(collection_name: str) -> Any:
    """The function that writes an item of a collection; None if none is registered."""
    found = _written(collection_name)
    return None if found is None else found.to_proto


def get_from_proto_function(collection_name: str) -> Any:
    """The function that reads an item of a collection; None if none is registered."""
    found = _written(collection_name)
    return None if found is None else found.from_proto


def get_gradient_function(op: Operation) -> Any:
    """The function that makes the gradient of an operation; None if it has no inputs or no gradient.

    Raises:
      LookupError: if none is registered for its type.
    """
    from penstock.graph import registry

    if not op.inputs:
        return None
    name = op._attrs.get("_gradient_op_type", op.type)
    return registry.gradient_of(name.decode() if isinstance(name, bytes) else name)


def name_from_scope_name(name: str) -> str:
    """The name of the operation that a scope belongs to: the scope's without its slash."""
    return name[:-1] if name.endswith("/") else name


def set_shape_and_handle_data_for_outputs(_: Operation) -> None:
    """Does nothing, as in 1.15: shapes are inferred when operations are made."""


def tensor_id(tensor: Tensor) -> int:
    """A number that no other tensor of the process has while this one lives."""
    return id(tensor)


def numpy_text(tensor: Any, is_repr: bool = False) -> str:
    """The value of a tensor that has one, as text; a text of several lines begins with a new one."""
    text = "<unprintable>"
    if tensor.dtype.is_numpy_compatible:
        text = repr(tensor._numpy()) if is_repr else str(tensor._numpy())
    return f"\n{text}" if "\n" in text else text
