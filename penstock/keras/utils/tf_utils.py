"""Small questions about tensors, shapes and conditions that layers and networks ask everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.composite import CompositeTensor
from penstock.graph.inference import constant_value as known_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.ops.state.variables import Variable


def constant_value(pred: Any) -> bool | None:
    """The value of a condition that is a Python value or a constant; None if only a run can tell."""
    if isinstance(pred, Variable):
        return None
    if isinstance(pred, Tensor):
        value = known_value(pred)
        return None if value is None else bool(value)
    if isinstance(pred, (bool, int)) and pred in (0, 1):
        return bool(pred)
    if getattr(pred, "op", None) is not None:
        return None
    raise TypeError(f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Found instead: {pred}")


def smart_cond(pred: Any, true_fn: Callable, false_fn: Callable, name: str | None = None) -> Any:
    """One of two functions' results; a `tf.cond` only if the condition is not known yet."""
    value = constant_value(pred)
    if value is None:
        return find("cond")(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return true_fn() if value else false_fn()


_symbolic_types: tuple[type, ...] = (Tensor, Variable, CompositeTensor)


def register_symbolic_tensor_type(cls: type) -> None:
    """Lets objects of a class, which convert to tensors, pass between layers as tensors do."""
    global _symbolic_types
    _symbolic_types = (*_symbolic_types, cls)


def is_tensor_or_variable(x: Any) -> bool:
    """Whether it stands for a value of the graph."""
    return isinstance(x, _symbolic_types)


def is_symbolic_tensor(tensor: Any) -> bool:
    """The same: in graphs, all tensors are symbolic."""
    return is_tensor_or_variable(tensor)


def are_all_symbolic_tensors(tensors: Iterable[Any]) -> bool:
    """Whether all of them are tensors or variables."""
    return all(map(is_symbolic_tensor, tensors))


def is_tensor_or_tensor_list(v: Any) -> bool:
    """Whether it is a tensor, or a structure whose first leaf is one."""
    flat = nest.flatten(v)
    return bool(flat) and isinstance(flat[0], Tensor)


def get_reachable_from_inputs(inputs: NestedTensors, targets: NestedTensors | None = None) -> set[Any]:
    """All tensors and operations that are computed from `inputs`; stops when all `targets` are found."""
    queue = nest.flatten(inputs, expand_composites=True)
    reachable = set(queue)
    remaining = set(nest.flatten(targets)) if targets else None
    while queue:
        x = queue.pop()
        found: Iterable[Any]
        if isinstance(x, Operation):
            found = [*x.outputs, *x._control_outputs]
        elif isinstance(x, Tensor):
            found = x.consumers()
        elif hasattr(x, "op"):
            found = [x.op]
        else:
            raise TypeError(f"Expected Operation, Variable, or Tensor, got {x}")
        for y in found:
            if y not in reachable:
                reachable.add(y)
                if remaining is not None:
                    remaining.discard(y)
                queue.append(y)
        if remaining is not None and not remaining:
            break
    return reachable


def computed_from(inputs: Any, target: Any) -> bool:
    """Whether an operation or tensor is computed from one of `inputs`; looks backwards, so that it ends soon."""
    wanted = {id(x) for x in nest.flatten(inputs, expand_composites=True)}
    if id(target) in wanted:
        return True
    seen: set[int] = set()
    queue = [getattr(target, "op", target)]
    while queue:
        op = queue.pop()
        if id(op) in seen:
            continue
        seen.add(id(op))
        if id(op) in wanted:
            return True
        for tensor in op.inputs:
            if id(tensor) in wanted:
                return True
            queue.append(tensor.op)
        queue.extend(op.control_inputs)
    return False


# -- shapes ---------------------------------------------------------------------------------------------------------------


def map_structure_with_atomic(is_atomic_fn: Callable, map_fn: Callable, nested: Any) -> Any:
    """As `nest.map_structure`, but what counts as a leaf is up to a function."""
    if is_atomic_fn(nested):
        return map_fn(nested)
    if not nest.is_sequence(nested):
        raise ValueError(f"Received non-atomic and non-sequence element: {nested}")
    again = functools.partial(map_structure_with_atomic, is_atomic_fn, map_fn)
    if isinstance(nested, dict):
        return type(nested)((key, again(nested[key])) for key in sorted(nested))
    values = [again(item) for item in nested]
    return type(nested)(*values) if hasattr(nested, "_fields") else type(nested)(values)


def _is_shape(value: Any) -> bool:
    sizes = (int, Dimension, type(None))
    return isinstance(value, (*sizes, TensorShape)) or (
        isinstance(value, (tuple, list)) and all(isinstance(item, sizes) for item in value)
    )


def convert_shapes(input_shape: ShapeLike, to_tuples: bool = True) -> Any:
    """All shapes in a structure as tuples, or as `TensorShape`s."""

    def convert(shape: ShapeLike) -> Any:
        shape = TensorShape(shape)
        return tuple(shape.as_list()) if to_tuples else shape

    return map_structure_with_atomic(_is_shape, convert, input_shape)


def shape_type_conversion(fn: Callable) -> Callable:
    """Lets a method take shapes as tuples, and makes `TensorShape`s of those that it returns."""

    @functools.wraps(fn)
    def wrapper(instance: Any, input_shape: ShapeLike) -> Any:
        if input_shape is not None:
            input_shape = convert_shapes(input_shape, to_tuples=True)
        output_shape = fn(instance, input_shape)
        return None if output_shape is None else convert_shapes(output_shape, to_tuples=False)

    return wrapper


# -- the nodes of a network in its configuration ----------------------------------------------------------------------------


class ListWrapper:
    """A list that structures treat as a leaf."""

    def __init__(self, list_to_wrap: list[Any]) -> None:
        self._list = list_to_wrap

    def as_list(self) -> list[Any]:
        """The list."""
        return self._list


def convert_inner_node_data(nested: Any, wrap: bool = False) -> Any:
    """Wraps the descriptions of nodes in a structure (lists that begin with a layer's name), or unwraps them."""

    def is_description(value: Any) -> bool:
        return isinstance(value, list) and len(value) in (3, 4) and isinstance(value[0], str)

    def is_leaf(value: Any) -> bool:
        return isinstance(value, ListWrapper) or is_description(value) or not nest.is_sequence(value)

    def convert(value: Any) -> Any:
        if wrap:
            return ListWrapper(value) if is_description(value) else value
        return value.as_list() if isinstance(value, ListWrapper) else value

    return map_structure_with_atomic(is_leaf, convert, nested)


def assert_no_legacy_layers(layers: Iterable[Any]) -> None:
    """Raises TypeError if one of them is a layer of `tf.layers`, which networks do not take."""
    legacy = [layer for layer in layers if getattr(layer, "_is_legacy_layer", None)]
    if legacy:
        listed = "\n".join(f"  {layer}" for layer in legacy)
        raise TypeError(
            f"The following are legacy tf.layers.Layers:\n{listed}\nTo use keras as a framework (for instance using the "
            "Network, Model, or Sequential classes), please use the tf.keras.layers implementation instead. (Or, if writing "
            "custom layers, subclass from tf.keras.layers rather than tf.layers)"
        )
