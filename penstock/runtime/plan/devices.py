"""The devices of a session: which there are, whether an operation's device exists, and the log of placements.

XLA decides where a program really runs; here is what programs ask about it. JAX is started only if something on this
machine suggests that it would find more than the CPU.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import random
from collections.abc import Iterable, Mapping
from typing import Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.device import DeviceSpec, canonical_name
from penstock.graph.operation import Operation
from penstock.ops.backend import start_jax
from penstock.ops.control.without_kernels import REFUSED, refuse
from penstock.runtime.plan.explain import user_line

LOCAL = "/job:localhost/replica:0/task:0"
_CPU_MEMORY = 256 << 20  # what 1.x says of every CPU
_GPU_PLUGINS = ("jax_cuda12_plugin", "jax_cuda13_plugin", "jax_rocm60_plugin", "jax_rocm7_plugin")


class DeviceAttributes:
    """A device as `Session.list_devices` tells of it."""

    def __init__(self, name: str, device_type: str, memory_limit_bytes: int, incarnation: int) -> None:
        self._name = canonical_name(name)
        self._device_type = device_type
        self._memory_limit_bytes = memory_limit_bytes
        self._incarnation = incarnation

    @property
    def name(self) -> str:
        """The full name, for example "/job:localhost/replica:0/task:0/device:CPU:0"."""
        return self._name

    @property
    def device_type(self) -> str:
        """The type: "CPU", "GPU" or "TPU"."""
        return self._device_type

    @property
    def memory_limit_bytes(self) -> int:
        """How much memory the device has for tensors."""
        return self._memory_limit_bytes

    @property
    def incarnation(self) -> int:
        """A number that tells this device from others of the same name."""
        return self._incarnation

    def __repr__(self) -> str:
        return f"_DeviceAttributes({self.name}, {self.device_type}, {self.memory_limit_bytes}, {self.incarnation})"


# -- accelerators ---------------------------------------------------------------------------------------


def _has(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


@functools.cache
def _gpu_plugin() -> str | None:
    """The installed plugin through which JAX would use GPUs, or None."""
    return next((name for name in _GPU_PLUGINS if _has(name)), None)


def _may_have_accelerators() -> bool:
    platforms = os.environ.get("JAX_PLATFORMS", os.environ.get("JAX_PLATFORM_NAME", ""))
    if platforms and all(p.strip() == "cpu" for p in platforms.split(",")):
        return False
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1")
    gpu = _gpu_plugin() is not None and not hidden and (os.path.exists("/dev/nvidia0") or os.path.exists("/dev/kfd"))
    return gpu or (_has("libtpu") and (os.path.exists("/dev/accel0") or os.path.exists("/dev/vfio/0")))


@functools.cache
def accelerators() -> tuple[tuple[str, str], ...]:
    """(type, description) of each GPU or TPU; JAX is started only where there may be some."""
    if not _may_have_accelerators():
        return ()
    start_jax.load()
    import jax

    kinds = {"gpu": "GPU", "cuda": "GPU", "rocm": "GPU", "tpu": "TPU"}
    return tuple(
        (kinds[d.platform], f"device: {d.id}, name: {d.device_kind}") for d in jax.devices() if d.platform in kinds
    )


# -- lists of devices ---------------------------------------------------------------------------------------


def new_incarnation() -> int:
    """A number for a device that no other device of the same name has had."""
    return random.SystemRandom().getrandbits(63)


@functools.cache
def _incarnation(name: str) -> int:
    return new_incarnation()


def _local(config: Any) -> list[tuple[str, str, str]]:
    """(short name, type, description) of the devices that a session with `config` has."""
    counts = dict(config.device_count) if config is not None else {}
    found = [(f"/device:CPU:{i}", "CPU", "") for i in range(max(1, counts.get("CPU", 1)))]
    seen: dict[str, int] = {}
    for kind, description in accelerators():
        index = seen.get(kind, 0)
        if index < counts.get(kind, index + 1):
            seen[kind] = index + 1
            found.append((f"/device:{kind}:{index}", kind, description))
    return found


def session_devices(config: object) -> list[DeviceAttributes]:
    """The devices of a session in this process."""
    return [DeviceAttributes(LOCAL + n, kind, _CPU_MEMORY, _incarnation(n)) for n, kind, _ in _local(config)]


def list_local_devices(session_config: Mapping[Any, Any] | None = None) -> list[Any]:
    """Returns the devices of this process as `DeviceAttributes` messages.

    Args:
      session_config: a `ConfigProto`, or None.

    >>> from penstock.runtime.plan.devices import list_local_devices
    >>> list_local_devices()[0].name
    '/device:CPU:0'
    """
    from penstock import protos

    return [
        protos.DeviceAttributes(
            name=name,
            device_type=kind,
            memory_limit=_CPU_MEMORY,
            locality=protos.DeviceLocality(),
            incarnation=_incarnation(name),
            physical_device_desc=description,
        )
        for name, kind, description in _local(session_config)
    ]


# -- tf.test ------------------------------------------------------------------------------------------------------------


@export("test.gpu_device_name")
def gpu_device_name() -> str:
    """Returns the name of a GPU, '' if there is none.

    >>> import penstock as tf
    >>> tf.test.gpu_device_name() in ("", "/device:GPU:0")
    True
    """
    return "/device:GPU:0" if any(kind == "GPU" for kind, _ in accelerators()) else ""


@export("test.is_gpu_available")
def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: Any = None) -> bool:
    """Returns whether programs can use a GPU.

    Args:
      cuda_only: count only GPUs that are used through CUDA.
      min_cuda_compute_capability: not looked at: XLA supports every GPU that it finds.

    >>> import penstock as tf
    >>> tf.test.is_gpu_available() == (tf.test.gpu_device_name() != "")
    True
    """
    return bool(gpu_device_name()) and (not cuda_only or is_built_with_cuda())


@export("test.is_built_with_cuda")
def is_built_with_cuda() -> bool:
    """Returns whether JAX's plugin for CUDA is installed.

    >>> import penstock as tf
    >>> tf.test.is_built_with_cuda() in (True, False)  # False unless jax[cuda12] or such is installed
    True
    """
    return "cuda" in (_gpu_plugin() or "")


@export("test.is_built_with_rocm")
def is_built_with_rocm() -> bool:
    """Returns whether JAX's plugin for ROCm is installed.

    >>> import penstock as tf
    >>> tf.test.is_built_with_rocm() in (True, False)  # False unless JAX's plugin for AMD's GPUs is installed
    True
    """
    return "rocm" in (_gpu_plugin() or "")


@export("test.is_built_with_gpu_support")
def is_built_with_gpu_support() -> bool:
    """Returns whether JAX's plugin for CUDA or ROCm is installed.

    >>> import penstock as tf
    >>> tf.test.is_built_with_gpu_support() == (tf.test.is_built_with_cuda() or tf.test.is_built_with_rocm())
    True
    """
    return _gpu_plugin() is not None


# -- placement ---------------------------------------------------------------------------------------


def _is_source(op: Operation) -> bool:
    """Whether an operation only gives a value: 1.15 places it after those that use it, as near to them as it can."""
    return not op._inputs and len(op._outputs) == 1 and not op._outputs[0].dtype._is_ref_dtype


def _is_of_this_task(spec: DeviceSpec) -> bool:
    return spec.job in (None, "localhost") and spec.replica in (None, 0) and spec.task in (None, 0)


class Placer:
    """Finds the device of each operation of one session, checking each operation once."""

    def __init__(self, config: Any) -> None:
        self._local = _local(config)
        self._soft = config is not None and config.allow_soft_placement
        self._log = config is not None and config.log_device_placement
        self._checked = 0
        self._places: dict[str, str | None] = {}  # requested device → full name of the one to use
        preferred = next((name for name, kind, _ in self._local if kind != "CPU"), self._local[0][0])
        self._places[""] = LOCAL + preferred
        if self._log:
            mapped = [f"{LOCAL}{name} -> {description}" for name, _, description in self._local if description]
            print("\n".join(["Device mapping:", *mapped] if mapped else ["Device mapping: no known devices."]))

    def place_graph(self, operations: list[Operation]) -> None:
        """Checks (and logs, if asked for) the operations added to the graph since the last time.

        Raises:
          tf.errors.InvalidArgumentError: the device that an operation was given does not exist here.
        """
        new = operations[self._checked :]
        self.place(new)
        self._checked = len(operations)
        if self._log and new:  # as 1.15 does: the whole graph each time it has grown, what has no inputs last
            sources = [op for op in operations if _is_source(op)]
            for op in [*(op for op in operations if not _is_source(op)), *sources]:
                print(f"{op.name}: ({op.type}): {self.device_of(op)}")

    def place(self, operations: Iterable[Operation]) -> None:
        """Checks some operations."""
        places = self._places
        for op in operations:
            if op.type in REFUSED and _is_of_this_task(DeviceSpec.from_string(op._device)):
                refuse(op, where=user_line(op) or "<unknown>")
            requested = op._device
            if requested not in places:
                places[requested] = self._find(requested)
            if places[requested] is None:
                raise self._error(op)

    def device_of(self, op: Operation) -> str:
        """The full name of the device that an operation runs on."""
        return self._places.get(op._device) or self._places[""]  # type: ignore[return-value]

    def _find(self, requested: str) -> str | None:
        spec = DeviceSpec.from_string(requested)
        if not _is_of_this_task(spec):  # soft placement changes the device, not the machine
            return None
        for name, kind, _ in self._local:
            index = int(name.rpartition(":")[2])
            if spec.device_type in (None, kind) and spec.device_index in (None, index):
                return LOCAL + name if spec.device_type is not None else self._places[""]
        return LOCAL + self._local[0][0] if self._soft else None

    def _error(self, op: Operation) -> errors.InvalidArgumentError:
        available = ", ".join(sorted(LOCAL + name for name, _, _ in self._local))
        where = user_line(op)
        hint = ""
        if DeviceSpec.from_string(op._device).device_type == "GPU" and not is_built_with_gpu_support():
            hint = " The requested device appears to be a GPU, but CUDA is not enabled."
        return errors.InvalidArgumentError(
            None,
            None,
            f"Cannot assign a device for operation {op.name}: node {op.name}"
            f"{f' (defined at {where})' if where else ''} was explicitly assigned to {op._device} but available "
            f"devices are [ {available} ]. Make sure the device specification refers to a valid device.{hint}"
            f"\n\t [[{op.name}]]",
        )
