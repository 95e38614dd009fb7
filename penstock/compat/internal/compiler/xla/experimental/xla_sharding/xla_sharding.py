"""On which cores a tensor is computed: `tensorflow.compiler.xla.experimental.xla_sharding.xla_sharding`.

The answer is kept as an attribute of the operation, for a program that is compiled for several cores; elsewhere, here on
the CPU as in 1.15.5, it changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph.operation import Operation, Tensor
from penstock.protos import AttrValue, OpSharding

__all__ = ["Sharding", "assign_device", "replicate", "split", "tile"]

_ATTRIBUTE = "_XlaSharding"


class Sharding:
    """One such answer; made by its class methods."""

    def __init__(self, proto: Any = None) -> None:
        self._proto = proto

    @classmethod
    def replicate(cls) -> Sharding:
        """Every core computes all of it."""
        return Sharding(OpSharding(type=OpSharding.REPLICATED))

    @classmethod
    def assign_device(cls, core: int) -> Sharding:
        """One core computes all of it."""
        return Sharding(
            OpSharding(type=OpSharding.MAXIMAL, tile_assignment_dimensions=[1], tile_assignment_devices=[core])
        )

    @classmethod
    def tile(cls, tile_assignment: np.ndarray) -> Sharding:
        """Each core computes a part.

        Args:
          tile_assignment: the numbers of the cores, in the arrangement of the parts.

        Raises:
          TypeError: it is not an array.
        """
        if not isinstance(tile_assignment, np.ndarray):
            raise TypeError("Tile assignment must be of type np.ndarray")
        return _parts(tile_assignment.shape, tile_assignment.reshape(-1).tolist())

    @classmethod
    def split(cls, tensor: Tensor, split_dimension: int, num_devices: int) -> Sharding:
        """Each core computes a part along one dimension.

        Raises:
          ValueError: there are more cores than parts.
        """
        shape = tensor.shape.as_list()
        size = shape[split_dimension]
        if size is not None and size < num_devices:
            raise ValueError(
                f"Split dimension was smaller than the required number of splits: shape={shape!r}, "
                f"dimension={split_dimension!r}, num_devices={num_devices!r}"
            )
        parts = [1] * len(shape)
        parts[split_dimension] = num_devices
        return _parts(parts, range(num_devices))

    def apply_to_tensor(self, tensor: Tensor, assign_tuple_sharding: bool = False) -> None:
        """Tells the operation that makes a tensor.

        Args:
          tensor: the tensor.
          assign_tuple_sharding: whether to write an answer for each output even if there is only one.
        """
        proto = self._proto
        if len(tensor.op.outputs) > 1 or assign_tuple_sharding:
            each = _of_outputs(tensor.op)
            each[tensor.value_index] = proto
            proto = OpSharding(type=OpSharding.TUPLE, tuple_shardings=each)
        tensor.op._set_attr(_ATTRIBUTE, AttrValue(s=proto.SerializeToString()))

    @property
    def proto(self) -> Any:
        """The `OpSharding` message."""
        return self._proto


def _parts(dimensions: Any, cores: Any) -> Sharding:
    return Sharding(
        OpSharding(type=OpSharding.OTHER, tile_assignment_dimensions=dimensions, tile_assignment_devices=cores)
    )


def _of_outputs(op: Operation) -> list[Any]:
    """What was told of each output so far."""
    try:
        return list(OpSharding.FromString(op.get_attr(_ATTRIBUTE)).tuple_shardings)
    except ValueError:
        return [OpSharding(type=OpSharding.REPLICATED) for _ in op.outputs]


def replicate(tensor: Tensor, assign_tuple_sharding: bool = False) -> Tensor:
    """Every core computes all of a tensor, which is returned."""
    Sharding.replicate().apply_to_tensor(tensor, assign_tuple_sharding)
    return tensor


def assign_device(tensor: Tensor, device: int, assign_tuple_sharding: bool = False) -> Tensor:
    """One core computes a tensor, which is returned."""
    Sharding.assign_device(device).apply_to_tensor(tensor, assign_tuple_sharding)
    return tensor


def tile(tensor: Tensor, tile_assignment: np.ndarray, assign_tuple_sharding: bool = False) -> Tensor:
    """Each core computes a part of a tensor, which is returned."""
    Sharding.tile(tile_assignment).apply_to_tensor(tensor, assign_tuple_sharding)
    return tensor


def split(tensor: Tensor, split_dimension: int, num_devices: int, assign_tuple_sharding: bool = False) -> Tensor:
    """Each core computes a part of a tensor along one dimension; the tensor is returned."""
    Sharding.split(tensor, split_dimension, num_devices).apply_to_tensor(tensor, assign_tuple_sharding)
    return tensor
