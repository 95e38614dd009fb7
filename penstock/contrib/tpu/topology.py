"""How TPUs are connected: a mesh of chips and cores, and which task and device each belongs to."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock import protos
from penstock._namespace import export


def _tpu_device_name(job: str | None, task: int, device: int) -> str:
    where = "" if job is None else f"/job:{job}"
    return f"{where}/task:{task}/device:TPU:{device}"


def _tpu_host_device_name(job: str | None, task: int) -> str:
    where = "" if job is None else f"/job:{job}"
    return f"{where}/task:{task}/device:CPU:0"


@export("contrib.tpu.Topology")
class Topology:
    """The TPUs of a system and their places in a mesh of three dimensions, the last of which is the core of a chip.

    Args:
      serialized: a serialized `TopologyProto`; the other arguments are not used then.
      mesh_shape: the size of the mesh, three positive numbers.
      device_coordinates: the place of each device of each task in the mesh.

    Raises:
      ValueError: if they do not describe a mesh.

    >>> import penstock as tf
    >>> pair = tf.contrib.tpu.Topology(mesh_shape=[1, 1, 2], device_coordinates=[[[0, 0, 0], [0, 0, 1]]])
    >>> pair.tpu_device_name_at_coordinates([0, 0, 1])
    '/task:0/device:TPU:1'
    """

    def __init__(self, serialized: bytes | None = None, mesh_shape: Any = None, device_coordinates: Any = None) -> None:
        self._serialized = serialized
        if serialized:
            self._parse_topology(serialized)
        else:
            self._mesh_shape = np.asarray(mesh_shape, dtype=np.int32)
            self._device_coordinates = np.asarray(device_coordinates, np.int32)
            if len(self._mesh_shape) != 3 or any(self._mesh_shape < 1):
                raise ValueError(f"`mesh_shape` must be a sequence of 3 positive entries; got {self._mesh_shape}")
            if self._device_coordinates.ndim != 3 or self._device_coordinates.shape[2] != len(self._mesh_shape):
                raise ValueError(
                    "`device_coordinates` must be a rank 3 int32 array with minor dimension equal to the mesh shape rank"
                )
        self._topology_tasks, self._topology_devices = self._invert_topology()

    def _parse_topology(self, serialized: bytes) -> None:
        message = protos.find("tensorflow.tpu.TopologyProto").FromString(serialized)
        self._mesh_shape = np.array(message.mesh_shape, dtype=np.int32)
        if len(self._mesh_shape) != 3 or any(self._mesh_shape < 1):
            raise ValueError(f"`mesh_shape` must be a vector of size 3 with positive entries; got {self._mesh_shape}")
        tasks, devices = message.num_tasks, message.num_tpu_devices_per_task
        if tasks < 0:
            raise ValueError(f"`num_tasks` must be >= 0; got {tasks}")
        if devices < 0:
            raise ValueError(f"`num_tpu_devices_per_task` must be >= 0; got {devices}")
        coordinates = np.array(message.device_coordinates, dtype=np.int32)
        if len(coordinates) != tasks * devices * len(self._mesh_shape):
            raise ValueError(
                f"`device_coordinates` must have shape num_tasks ({tasks}) * num_tpu_devices_per_task ({devices}) * "
                f"len(mesh_shape) ({message.mesh_shape}); got shape {len(coordinates)}"
            )
        if any(coordinates < 0):
            raise ValueError("`device_coordinates` must be >= 0")
        self._device_coordinates = coordinates.reshape((tasks, devices, len(self._mesh_shape)))

    def _invert_topology(self) -> tuple[np.ndarray, np.ndarray]:
        """The task and the device at each place of the mesh, -1 where there is none."""
        tasks = np.full(list(self._mesh_shape), -1, dtype=np.int32)
        devices = np.full(list(self._mesh_shape), -1, dtype=np.int32)
        for task, places in enumerate(self._device_coordinates):
            for device, place in enumerate(places):
                tasks[tuple(place)] = task
                devices[tuple(place)] = device
        return tasks, devices

    @property
    def mesh_shape(self) -> np.ndarray:
        """The size of the mesh."""
        return self._mesh_shape

    @property
    def mesh_rank(self) -> int:
        """The number of dimensions of the mesh."""
        return len(self._mesh_shape)

    @property
    def device_coordinates(self) -> np.ndarray:
        """The place of each device of each task: an array of tasks, devices and dimensions."""
        return self._device_coordinates

    def task_ordinal_at_coordinates(self, device_coordinates: Any) -> int:
        """The task of the device at a place of the mesh."""
        return self._topology_tasks[tuple(device_coordinates)]

    def tpu_device_ordinal_at_coordinates(self, device_coordinates: Any) -> int:
        """The number, in its task, of the device at a place of the mesh."""
        return self._topology_devices[tuple(device_coordinates)]

    def cpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The processor of the host of the device at a place of the mesh."""
        return _tpu_host_device_name(job, self.task_ordinal_at_coordinates(device_coordinates))

    def tpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The name of the device at a place of the mesh."""
        return _tpu_device_name(
            job,
            self.task_ordinal_at_coordinates(device_coordinates),
            self.tpu_device_ordinal_at_coordinates(device_coordinates),
        )

    @property
    def num_tasks(self) -> int:
        """The number of tasks that have TPUs."""
        return self._device_coordinates.shape[0]

    @property
    def num_tpus_per_task(self) -> int:
        """The number of TPUs of each task."""
        return self._device_coordinates.shape[1]

    def serialized(self) -> bytes:
        """The topology as a serialized `TopologyProto`."""
        if self._serialized is None:
            message = protos.find("tensorflow.tpu.TopologyProto")(
                mesh_shape=[int(n) for n in self._mesh_shape],
                num_tasks=self.num_tasks,
                num_tpu_devices_per_task=self.num_tpus_per_task,
                device_coordinates=[int(n) for n in self._device_coordinates.flatten()],
            )
            self._serialized = message.SerializeToString()
        return self._serialized
