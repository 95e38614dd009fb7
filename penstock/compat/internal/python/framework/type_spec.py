"""Specs of values that datasets can batch, for libraries with composite tensors of their own."""

from collections.abc import Callable
from typing import Any

from penstock.graph import nest
from penstock.graph.type_spec import TypeSpec, register_spec, spec_from_value

__all__ = ["BatchableTypeSpec", "register_type_spec_from_value_converter", "type_spec_from_value"]


class BatchableTypeSpec(TypeSpec):
    """A spec whose values can be stacked by stacking the tensors they are made of."""

    def _batch(self, batch_size: int | None) -> TypeSpec:
        """The spec of a batch of such values."""
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> TypeSpec:
        """The spec of one value of a batch."""
        raise NotImplementedError(f"{type(self).__name__}._unbatch")

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        return nest.flatten(self._component_specs)

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return nest.flatten(self._to_components(value))

    def _from_tensor_list(self, tensor_list: list[Any]) -> Any:
        return self._from_components(nest.pack_sequence_as(self._component_specs, tensor_list))

    def _to_batched_tensor_list(self, value: Any) -> list[Any]:
        tensors = self._to_tensor_list(value)
        if any(tensor.shape.ndims == 0 for tensor in tensors):
            raise ValueError(f"Value {value} has insufficient rank for batching.")
        return tensors


def register_type_spec_from_value_converter(
    type_object: Any, converter_fn: Callable[[Any], Any], allow_subclass: bool = False
) -> None:
    """Registers a function that makes the spec of objects of a class, and of derived ones if `allow_subclass`."""
    if allow_subclass:
        register_spec(type_object, converter_fn)
        return

    class Exactly(type):
        def __instancecheck__(cls, value: object) -> bool:
            return type(value) is type_object

    register_spec(Exactly("Exactly", (), {}), converter_fn)


def type_spec_from_value(value: Any) -> TypeSpec:
    """The spec of a tensor, of something made of tensors, or of what can be converted to a tensor.

    Raises:
      TypeError: it is none of these.
    """
    return spec_from_value(value)
