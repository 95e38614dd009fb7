"""Which core of a TPU system each core of each replica is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.contrib.tpu.topology import Topology
from penstock.platform import logging

SINGLE_CORE_ASSIGNMENT = [[[0, 0, 0]]]


@export("contrib.tpu.DeviceAssignment", "tpu.experimental.DeviceAssignment")
class DeviceAssignment:
    """Which core of a TPU system each core of each replica is.

    Args:
      topology: how the TPUs are connected.
      core_assignment: the place in the mesh of each core of each replica: an array of replicas, cores and dimensions.

    Raises:
      ValueError: if the topology is none, or the array has other dimensions.

    >>> import penstock as tf
    >>> topology = tf.contrib.tpu.Topology(mesh_shape=[1, 1, 2], device_coordinates=[[[0, 0, 0], [0, 0, 1]]])
    >>> assignment = tf.tpu.experimental.DeviceAssignment.build(topology, num_replicas=2)
    >>> assignment.tpu_device(replica=1)
    '/task:0/device:TPU:1'
    """

    def __init__(self, topology: Topology, core_assignment: Any) -> None:
        if not isinstance(topology, Topology):
            raise ValueError(f"topology must be a Topology object, got {type(topology)}")
        cores = np.asarray(core_assignment, dtype=np.int32)
        if cores.ndim != 3:
            raise ValueError(f"core_assignment must be a rank 3 numpy array, got shape {cores.shape}")
        if cores.shape[-1] != topology.mesh_rank:
            raise ValueError(
                f"minor dimension of core_assignment must have size equal to topology rank ({topology.mesh_rank}), got "
                f"shape {cores.shape}"
            )
        self._topology = topology
        self._core_assignment = cores
        replicas: dict[int, dict[int, set[int]]] = {}
        for replica, places in enumerate(cores):
            for core, place in enumerate(places):
                task = int(topology.task_ordinal_at_coordinates(place))
                replicas.setdefault(task, {}).setdefault(core, set()).add(replica)
        self._replicas = {
            task: {core: sorted(found) for core, found in of_cores.items()} for task, of_cores in replicas.items()
        }

    @property
    def topology(self) -> Topology:
        """How the TPUs are connected."""
        return self._topology

    @property
    def num_cores_per_replica(self) -> int:
        """How many cores a replica has."""
        return self._core_assignment.shape[1]

    @property
    def num_replicas(self) -> int:
        """How many replicas there are."""
        return self._core_assignment.shape[0]

    @property
    def core_assignment(self) -> np.ndarray:
        """The place in the mesh of each core of each replica."""
        return self._core_assignment

    def coordinates(self, replica: int, logical_core: int) -> tuple[int, ...]:
        """The place in the mesh of a core of a replica."""
        return tuple(self._core_assignment[replica, logical_core])

    def lookup_replicas(self, task_id: int, logical_core: int) -> list[int]:
        """The replicas of which a core is in a task.

        Args:
          task_id: the task.
          logical_core: the number of the core within its replica.

        Raises:
          ValueError: if there is none.
        """
        try:
            return self._replicas[task_id][logical_core]
        except KeyError:
            raise ValueError(
                f"Can not find any replica in task: {task_id} contains logical_core: {logical_core} "
            ) from None

    def tpu_ordinal(self, replica: int = 0, logical_core: int = 0) -> int:
        """The number, in its task, of the TPU that is a core of a replica."""
        return self._topology.tpu_device_ordinal_at_coordinates(self.coordinates(replica, logical_core))

    def host_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str:
        """The processor of the host of a core of a replica."""
        return self._topology.cpu_device_name_at_coordinates(self.coordinates(replica, logical_core), job=job)

    def tpu_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str:
        """The name of the TPU that is a core of a replica."""
        return self._topology.tpu_device_name_at_coordinates(self.coordinates(replica, logical_core), job=job)

    @staticmethod
    def build(
        topology: Topology | bytes, computation_shape: Any = None, computation_stride: Any = None, num_replicas: int = 1
    ) -> DeviceAssignment:
        """Chooses cores that are close to each other.

        Args:
          topology: how the TPUs are connected, as an object or serialized.
          computation_shape: the size of the block of cores of a replica, by default one core.
          computation_stride: the distance of the cores of a block, by default 1 in each dimension.
          num_replicas: how many replicas there are.
        """
        return device_assignment(topology, computation_shape, computation_stride, num_replicas)


def _ring_2d(height: int, width: int) -> list[tuple[int, int]]:
    """A way around a mesh that visits each place once: out along the first row, back through the others."""
    if height == 1:
        return [(0, i) for i in range(width)]
    if width == 1:
        return [(i, 0) for i in range(height)]
    if height % 2:
        logging.warning("Odd dimension")
        return [(i % height, i // height) for i in range(width * height)]
    way = [(0, 0)]
    for row in range(height):
        columns = range(1, width)
        way += [(row, column) for column in (reversed(columns) if row % 2 else columns)]
    return way + [(row, 0) for row in range(height - 1, 0, -1)]


def _three_numbers(value: Any, name: str, rank: int) -> np.ndarray:
    found = np.ones(rank, dtype=np.int32) if value is None else np.asarray(value, dtype=np.int32)
    if found.shape != (rank,):
        raise ValueError(f"{name} must have shape [{rank}]; got {found.shape}")
    return found


def _replica_shape(counts: np.ndarray, num_replicas: int) -> list[int]:
    """How many replicas there are in each dimension: nearly a cube, the cores of a chip rather than two chips."""
    shape = [0] * len(counts)
    remaining, dims = num_replicas, len(counts)
    if num_replicas > 0:
        for axis in sorted(range(len(counts)), key=lambda i: (counts[i], -i)):
            shape[axis] = min(math.ceil(remaining ** (1.0 / dims)), int(counts[axis]))
            remaining = -(-remaining // shape[axis])
            dims -= 1
        assert remaining == 1
    return shape


def device_assignment(
    topology: Topology | bytes, computation_shape: Any = None, computation_stride: Any = None, num_replicas: int = 1
) -> DeviceAssignment:
    """Chooses cores that are close to each other; see `DeviceAssignment.build`.

    Raises:
      ValueError: if the topology is none, numbers are not positive, or the replicas do not fit.
    """
    if isinstance(topology, bytes):
        topology = Topology(serialized=topology)
    if not isinstance(topology, Topology):
        raise ValueError(f"`topology` is not a Topology object; got {type(topology)}")
    mesh, rank = topology.mesh_shape, topology.mesh_rank
    shape = _three_numbers(computation_shape, "computation_shape", rank)
    stride = _three_numbers(computation_stride, "computation_stride", rank)
    if any(shape < 1):
        raise ValueError(f"computation_shape must be positive; got computation_shape={shape}")
    if any(stride < 1):
        raise ValueError(f"computation_stride must be positive; got computation_stride={stride}")
    footprint = shape * stride
    if any(footprint > mesh):
        raise ValueError(f"computation footprint {footprint} does not fit in TPU topology shape {mesh}")
    counts = mesh // footprint * stride
    most = np.prod(counts)
    if num_replicas > most:
        raise ValueError(
            f"requested {num_replicas} replicas but only {most} replicas with shape {shape} and computation_stride "
            f"{stride} fit in a TPU mesh of shape {mesh}"
        )
    replicas = _replica_shape(counts, num_replicas)
    tiled = rank == 3 and shape[-1] == 2 and np.prod(stride) == 1 and num_replicas == most
    logging.info("enable_2d_tiling: %s", tiled)
    if tiled:
        inner, outer = _ring_2d(shape[0], shape[1]), _ring_2d(replicas[0], replicas[1])
        return DeviceAssignment(
            topology,
            [
                [
                    [x * shape[0] + inner[i // 2][0], y * shape[1] + inner[i // 2][1], i % 2]
                    for i in range(np.prod(shape))
                ]
                for x, y in outer[:num_replicas]
            ],
        )
    starts = np.full([num_replicas, rank], -1, dtype=np.int32)
    for replica in range(num_replicas):
        place = np.array(np.unravel_index(replica, replicas), dtype=np.int32)
        starts[replica] = place // stride * footprint + place % stride
    cores = np.stack(
        np.meshgrid(*[np.arange(0, f, s) for f, s in zip(footprint, stride, strict=True)], indexing="ij"), -1
    )
    return DeviceAssignment(topology, cores.reshape((-1, rank)) + starts[:, np.newaxis, :])
