"""Specs of values that datasets can batch, for libraries with composite tensors of their own."""

from typing import Any

from penstock.graph import nest
from penstock.graph.type_spec import TypeSpec

__all__ = ["BatchableTypeSpec"]


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
