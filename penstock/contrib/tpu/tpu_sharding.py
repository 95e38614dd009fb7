"""How a tensor is divided among TPUs: into how many parts, along which dimension."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock.graph.tensor_shape import Dimension, TensorShape, as_dimension, as_shape
from penstock.graph.typing import ShapeLike


class ShardingPolicy:
    """How a tensor is divided; set piece by piece, and then frozen."""

    def __init__(self) -> None:
        self._number_of_shards: int | None = None
        self._shard_dimension: Dimension | None = None
        self._frozen = False

    def __str__(self) -> str:
        if self.number_of_shards is None or self.shard_dimension is None:
            return "ShardingPolicy(unset)"
        return f"ShardingPolicy({self.number_of_shards} shards dimension {self.shard_dimension})"

    def _fill_default_values(self) -> None:
        if self._number_of_shards is None:
            self._number_of_shards = 1
        if self._shard_dimension is None:
            self._shard_dimension = as_dimension(0)

    def freeze(self) -> None:
        """Ends the setting; what is not set is one part, along the first dimension."""
        if not self._frozen:
            self._fill_default_values()
            self._frozen = True

    @property
    def number_of_shards(self) -> int | None:
        """The number of parts, None if it is not set."""
        return self._number_of_shards

    def set_number_of_shards(self, number_of_shards: int) -> None:
        """Sets the number of parts.

        Raises:
          ValueError: if it is not positive, or was frozen to another one.
        """
        if self._frozen:
            if self._number_of_shards != number_of_shards:
                raise ValueError(
                    f"Can't set sharding policy to use {number_of_shards} shards since it has been frozen to use "
                    f"{self._number_of_shards}."
                )
        elif number_of_shards > 0:
            self._number_of_shards = number_of_shards
        else:
            raise ValueError(f"Can't set sharding policy to use {number_of_shards} shards; value must be >0")

    @property
    def shard_dimension(self) -> Dimension | None:
        """The dimension that is divided, None if it is not set."""
        return self._shard_dimension

    def set_shard_dimension(self, shard_dimension: int | Dimension) -> None:
        """Sets the dimension that is divided.

        Raises:
          ValueError: if it was frozen to another one.
        """
        if not self._frozen:
            self._shard_dimension = as_dimension(shard_dimension)
        elif self._shard_dimension != shard_dimension:
            raise ValueError(
                f"Can't set shard dimension to {shard_dimension} since it has been frozen to use {self._shard_dimension}."
            )

    def merge(self, other: ShardingPolicy) -> None:
        """Sets what another policy has set."""
        if other.number_of_shards is not None:
            self.set_number_of_shards(other.number_of_shards)
        if other.shard_dimension is not None:
            self.set_shard_dimension(other.shard_dimension)

    def _axis(self, shape: TensorShape) -> int:
        axis = int(self._shard_dimension or 0)
        if shape.ndims is None:
            raise ValueError("shape must be a specified shape not Unknown")
        if shape.ndims <= axis:
            raise ValueError(f"shape {shape.as_list()} does not contain shard_dimension {axis}")
        return axis

    def get_sharded_shape(self, shape: ShapeLike, shard_index: int | None = None) -> TensorShape | None:
        """The shape of a part, None if the policy is not set yet.

        Args:
          shape: the shape of the whole.
          shard_index: the number of the part.

        Raises:
          ValueError: if there is no such part, or the shape cannot be divided.
        """
        shards = self._number_of_shards
        if self._shard_dimension is None or shards is None:
            return None
        if shard_index is not None and not 0 <= shard_index < shards:
            raise ValueError(f"shard_index {shard_index}, but must be in [0,{shards}).")
        whole = as_shape(shape)
        if shards == 1:
            return whole
        axis = self._axis(whole)
        dims: list[Any] = whole.as_list()
        if dims[axis] is None:
            raise ValueError(
                f"shape {dims} must have a fixed size for dimension {axis} that is known at graph construction time."
            )
        if dims[axis] % shards:
            raise ValueError(f"shape {dims} cannot be sharded {shards} ways along dimension {axis}")
        dims[axis] //= shards
        return TensorShape(dims)

    def _unshard_shape(self, shape: ShapeLike) -> TensorShape:
        part = as_shape(shape)
        if self._number_of_shards == 1:
            return part
        axis = self._axis(part)
        dims: list[Any] = part.as_list()
        dims[axis] *= self._number_of_shards
        return TensorShape(dims)

    def get_unsharded_shape(self, shapes: Sequence[ShapeLike]) -> TensorShape:
        """The shape of the whole of which the parts have these shapes.

        Raises:
          ValueError: if there are more or fewer shapes than parts, or they do not belong together.
        """
        self._fill_default_values()
        if len(shapes) != self.number_of_shards:
            raise ValueError(
                f"shapes is {shapes} but must be a list of length number_of_shards={self.number_of_shards}"
            )
        wholes = [self._unshard_shape(s) for s in shapes]
        if not all(whole.is_compatible_with(wholes[-1]) for whole in wholes):
            raise ValueError(
                f"sharded shapes {shapes} are not consistent shards of a full shape sharded {self.number_of_shards} ways "
                f"along dimension {self.shard_dimension}"
            )
        return wholes[0]
