"""`tf.config`: what 1.15 lets programs say about devices, threads and optimizations of eager execution.

In 1.15 as here, sessions have their own options (`tf.ConfigProto`), and these say nothing to them; they can be set and read
as there, with its errors.
"""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, export_value
from penstock.compat.support import list_local_devices

PhysicalDevice = collections.namedtuple("PhysicalDevice", ["name", "device_type"])
LogicalDevice = collections.namedtuple("LogicalDevice", ["name", "device_type"])

_OPTIONS = (
    "layout_optimizer constant_folding shape_optimization remapping arithmetic_optimization dependency_optimization "
    "loop_optimization function_optimization debug_stripper scoped_allocator_optimization implementation_selector "
    "auto_mixed_precision"
).split()
_FLAGS = ("disable_model_pruning", "disable_meta_optimizer", "pin_to_host_optimization")


class _Settings:
    """What was set last."""

    def __init__(self) -> None:
        self.inter_op = self.intra_op = 0
        self.jit = self.soft_placement = False
        self.policy = "silent"
        self.synchronous = True
        self.options: dict[str, bool] = {}
        self.visible: list[Any] | None = None
        self.virtual: dict[Any, list[Any]] = {}
        self.used = False  # the context of 1.15 is made by the first question about logical devices


_settings = _Settings()


class VirtualDeviceConfiguration(collections.namedtuple("VirtualDeviceConfiguration", ["memory_limit"])):
    """The memory in MB that a virtual device may use.

    >>> import penstock as tf
    >>> tf.config.experimental.VirtualDeviceConfiguration(memory_limit=512).memory_limit
    512
    """

    def __new__(cls, memory_limit: int | None = None) -> VirtualDeviceConfiguration:
        return super().__new__(cls, memory_limit)


export_value(VirtualDeviceConfiguration, "config.experimental.VirtualDeviceConfiguration")


def _not_after_use(what: str, value: Any, now: Any) -> None:
    if _settings.used and value != now:
        raise RuntimeError(f"{what} cannot be modified after initialization.")


@export("config.experimental.list_physical_devices")
def list_physical_devices(device_type: str | None = None) -> list[Any]:
    """The devices of this machine.

    >>> import penstock as tf
    >>> tf.config.experimental.list_physical_devices("CPU")
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    """
    found = [
        PhysicalDevice(f"/physical_device:{d.name.removeprefix('/device:')}", d.device_type)
        for d in list_local_devices()
    ]
    return [d for d in found if device_type in (None, d.device_type)]


@export("config.experimental.list_logical_devices")
def list_logical_devices(device_type: str | None = None) -> list[Any]:
    """The devices that operations can be placed on.

    >>> import penstock as tf
    >>> tf.config.experimental.list_logical_devices("CPU")[0].name
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    _settings.used = True
    visible = _settings.visible
    found = []
    for device in list_physical_devices():
        if visible is not None and device not in visible:
            continue
        name = device.name.removeprefix("/physical_device:").rpartition(":")[0]
        for index in range(len(_settings.virtual.get(device) or [None])):
            found.append(LogicalDevice(f"/job:localhost/replica:0/task:0/device:{name}:{index}", device.device_type))
    return [d for d in found if device_type in (None, d.device_type)]


@export("config.experimental_list_devices")
def list_devices() -> list[str]:
    """The names of the devices that operations can be placed on.

    >>> import penstock as tf
    >>> tf.config.experimental_list_devices()[0]
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    return [device.name for device in list_logical_devices()]


@export("config.experimental.get_visible_devices")
def get_visible_devices(device_type: str | None = None) -> list[Any]:
    """The devices that may be used: all but what `set_visible_devices` left out.

    >>> import penstock as tf
    >>> len(tf.config.experimental.get_visible_devices("CPU"))
    1
    """
    found = _settings.visible
    if found is None:
        found = [d for d in list_physical_devices() if not d.device_type.startswith("XLA")]
    return [d for d in found if device_type in (None, d.device_type)]


@export("config.experimental.set_visible_devices")
def set_visible_devices(devices: Any, device_type: str | None = None) -> None:
    """Says which devices may be used.

    Args:
      devices: a device of `list_physical_devices`, or a list of them.
      device_type: if given, only devices of that type are meant.

    Raises:
      ValueError: a device is not known, or of another type.
      RuntimeError: devices have been used already.

    >>> import penstock as tf
    >>> tf.config.experimental.set_visible_devices([], "GPU")
    """
    given = list(devices) if isinstance(devices, (list, tuple)) and not hasattr(devices, "_fields") else [devices]
    known = list_physical_devices()
    for device in given:
        if device not in known:
            raise ValueError(f"Unrecognized device: {device!r}")
        if device_type is not None and device.device_type != device_type:
            raise ValueError(f"Unrecognized device: {device!r}")
    others = [] if device_type is None else [d for d in get_visible_devices() if d.device_type != device_type]
    wanted = others + given
    if _settings.used and wanted != get_visible_devices():
        raise RuntimeError("Visible devices cannot be modified after being initialized")
    _settings.visible = wanted


def _physical(device: Any) -> Any:
    if device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")
    return device


@export("config.experimental.get_memory_growth")
def get_memory_growth(device: Any) -> bool:
    """Whether a GPU takes memory as it needs it; there is none here.

    Raises:
      ValueError: the device is not known.

    >>> import penstock as tf
    >>> tf.config.experimental.get_memory_growth("/device:GPU:0")
    Traceback (most recent call last):
    ValueError: Unrecognized device: '/device:GPU:0'
    """
    _physical(device)
    return False


@export("config.experimental.set_memory_growth")
def set_memory_growth(device: Any, enable: bool) -> None:
    """Says whether a GPU takes memory as it needs it.

    Args:
      device: a device of `tf.config.experimental.list_physical_devices`.
      enable: True to take memory as it is needed, False to take all at once.

    Raises:
      ValueError: the device is not known, or no GPU.

    >>> import penstock as tf
    >>> tf.config.experimental.set_memory_growth(tf.config.experimental.list_physical_devices("CPU")[0], True)
    Traceback (most recent call last):
    ValueError: Cannot set memory growth on non-GPU devices
    """
    if _physical(device).device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU devices")


@export("config.experimental.get_virtual_device_configuration")
def get_virtual_device_configuration(device: Any) -> list[Any] | None:
    """The virtual devices that a device stands for; None if it is itself.

    >>> import penstock as tf
    >>> cpu = tf.config.experimental.list_physical_devices("CPU")[0]
    >>> tf.config.experimental.get_virtual_device_configuration(cpu) is None
    True
    """
    return _settings.virtual.get(_physical(device))


@export("config.experimental.set_virtual_device_configuration")
def set_virtual_device_configuration(device: Any, virtual_devices: Sequence[Any]) -> None:
    """Lets a device stand for several.

    Args:
      device: a device of `tf.config.experimental.list_physical_devices`.
      virtual_devices: a list of `tf.config.experimental.VirtualDeviceConfiguration`, one for each that it shall stand
        for.

    Raises:
      ValueError: the device is not known, or a limit of memory is given for a CPU.
      RuntimeError: devices have been used already.

    >>> import penstock as tf
    >>> cpu = tf.config.experimental.list_physical_devices("CPU")[0]
    >>> limit = tf.config.experimental.VirtualDeviceConfiguration(memory_limit=100)
    >>> tf.config.experimental.set_virtual_device_configuration(cpu, [limit])
    Traceback (most recent call last):
    ValueError: Setting memory limit on CPU virtual devices is currently not supported
    """
    if _physical(device).device_type == "CPU" and any(v.memory_limit is not None for v in virtual_devices):
        raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
    if _settings.used and _settings.virtual.get(device) != list(virtual_devices):
        raise RuntimeError("Virtual devices cannot be modified after being initialized")
    _settings.virtual[device] = list(virtual_devices)


@export("config.experimental.get_device_policy")
def get_device_policy() -> str:
    """What happens to tensors that are on another device than they are needed on.

    >>> import penstock as tf
    >>> tf.config.experimental.get_device_policy()
    'silent'
    """
    return _settings.policy


@export("config.experimental.set_device_policy")
def set_device_policy(device_policy: str | None) -> None:
    """Says what happens to tensors on other devices: 'silent', 'silent_for_int32', 'warn' or 'explicit'.

    Raises:
      ValueError: it is none of these.

    >>> import penstock as tf
    >>> tf.config.experimental.set_device_policy("silent")
    """
    if device_policy not in ("silent", "silent_for_int32", "warn", "explicit", None):
        raise ValueError(f"Not a valid device policy: {device_policy!r}")
    _settings.policy = device_policy or "silent"


@export("config.experimental.get_synchronous_execution")
def get_synchronous_execution() -> bool:
    """What `set_synchronous_execution` was last called with.

    >>> import penstock as tf
    >>> tf.config.experimental.get_synchronous_execution()
    True
    """
    return _settings.synchronous


@export("config.experimental.set_synchronous_execution")
def set_synchronous_execution(enable: bool | None) -> None:
    """Says whether eager operations have finished when their call returns.

    >>> import penstock as tf
    >>> tf.config.experimental.set_synchronous_execution(True)
    """
    _settings.synchronous = True if enable is None else bool(enable)


@export("config.optimizer.get_jit")
def get_optimizer_jit() -> bool:
    """What `set_jit` was last called with.

    >>> import penstock as tf
    >>> tf.config.optimizer.get_jit()
    False
    """
    return _settings.jit


@export("config.optimizer.set_jit")
def set_optimizer_jit(enabled: bool) -> None:
    """Says whether functions of eager execution are compiled. Sessions compile what is worth it in any case.

    >>> import penstock as tf
    >>> tf.config.optimizer.set_jit(False)
    """
    _settings.jit = bool(enabled)


@export("config.optimizer.get_experimental_options")
def get_optimizer_experimental_options() -> dict[str, bool]:
    """The options that were set, and those that are always there.

    >>> import penstock as tf
    >>> tf.config.optimizer.get_experimental_options()["disable_meta_optimizer"]
    False
    """
    return {"disable_model_pruning": False, "disable_meta_optimizer": False, **_settings.options}


@export("config.optimizer.set_experimental_options")
def set_optimizer_experimental_options(options: dict[str, bool]) -> None:
    """Switches optimizations of graphs on and off by name, for eager functions.

    >>> import penstock as tf
    >>> tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": False})
    >>> tf.config.optimizer.get_experimental_options()["disable_meta_optimizer"]
    False
    """
    known = (*_OPTIONS, *_FLAGS)
    _settings.options.update({name: bool(value) for name, value in options.items() if name in known})


@export("config.threading.get_inter_op_parallelism_threads")
def get_inter_op_parallelism_threads() -> int:
    """How many operations run at a time; 0: as many as there are processors.

    >>> import penstock as tf
    >>> tf.config.threading.get_inter_op_parallelism_threads()
    0
    """
    return _settings.inter_op


@export("config.threading.set_inter_op_parallelism_threads")
def set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Says how many operations run at a time.

    Raises:
      RuntimeError: devices have been used already.

    >>> import penstock as tf
    >>> tf.config.threading.set_inter_op_parallelism_threads(0)
    """
    _not_after_use("Inter op parallelism", num_threads, _settings.inter_op)
    _settings.inter_op = num_threads


@export("config.threading.get_intra_op_parallelism_threads")
def get_intra_op_parallelism_threads() -> int:
    """How many threads an operation uses; 0: as many as there are processors.

    >>> import penstock as tf
    >>> tf.config.threading.get_intra_op_parallelism_threads()
    0
    """
    return _settings.intra_op


@export("config.threading.set_intra_op_parallelism_threads")
def set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Says how many threads an operation uses.

    Raises:
      RuntimeError: devices have been used already.

    >>> import penstock as tf
    >>> tf.config.threading.set_intra_op_parallelism_threads(0)
    """
    _not_after_use("Intra op parallelism", num_threads, _settings.intra_op)
    _settings.intra_op = num_threads


@export("config.get_soft_device_placement")
def get_soft_device_placement() -> bool:
    """What `set_soft_device_placement` was last called with.

    >>> import penstock as tf
    >>> tf.config.get_soft_device_placement()
    False
    """
    return _settings.soft_placement


@export("config.set_soft_device_placement")
def set_soft_device_placement(enabled: bool) -> None:
    """Says whether eager operations may run elsewhere than asked for.

    >>> import penstock as tf
    >>> tf.config.set_soft_device_placement(False)
    """
    _settings.soft_placement = bool(enabled)
