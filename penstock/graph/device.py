"""Device names: `DeviceSpec`, parsing and merging of strings such as "/job:ps/task:0/device:GPU:1".

A leaf module. Penstock runs every operation on one device; names are kept because programs set, print and save them.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from penstock._namespace import export

if TYPE_CHECKING:
    from penstock.protos import NodeDef


# Spellings without "/device:"; all other types need it.
_SHORT_TYPES = ("CPU", "GPU", "TPU")

_FIELDS = ("job", "replica", "task", "device_type", "device_index")


@functools.lru_cache(maxsize=1024)
def _parse(spec: str) -> tuple[Any, ...]:
    job = replica = task = device_type = device_index = None
    for part in spec.split("/"):
        words = part.split(":")
        kind, n = words[0], len(words)
        if n == 2 and kind == "job":
            job = words[1]
        elif n == 2 and kind == "replica":
            replica = int(words[1])
        elif n == 2 and kind == "task":
            task = int(words[1])
        elif (n <= 2 and kind.upper() in _SHORT_TYPES) or (n == 3 and kind == "device"):
            if device_type is not None:
                raise ValueError(f"Cannot specify multiple device types: {spec}")
            device_type = words[1] if kind == "device" else kind.upper()
            index = words[-1] if n > 1 else "*"
            device_index = None if index == "*" else int(index)
        elif kind:
            raise ValueError(f"Unknown attribute: '{kind}' in '{spec}'")
    return job, replica, task, device_type, device_index


def _field(name: str, convert: Any, doc: str) -> property:
    slot = "_" + name

    def setter(self: DeviceSpec, value: Any) -> None:
        setattr(self, slot, None if value is None else convert(value))
        self._string = None

    return property(lambda self: getattr(self, slot), setter, doc=doc)


def _device_type(value: Any) -> str:
    # The lower-case spellings of early versions.
    return value.upper() if value in ("cpu", "gpu") else str(value)


@export("DeviceSpec")
class DeviceSpec:
    """The name of a device, of which any part may be open.

    Args:
      job: name of the job.
      replica: index of the replica.
      task: index of the task.
      device_type: "CPU", "GPU", ...
      device_index: index of the device; None for any.

    Example:
      >>> import penstock as tf
      >>> tf.DeviceSpec(job="ps", device_type="CPU", device_index=0).to_string()
      '/job:ps/device:CPU:0'
      >>> tf.DeviceSpec.from_string("/gpu:1").device_index
      1
    """

    __slots__ = ("_job", "_replica", "_task", "_device_type", "_device_index", "_string")

    _job: str | None
    _replica: int | None
    _task: int | None
    _device_type: str | None
    _device_index: int | None
    _string: str | None

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ):
        self._set(job, replica, task, device_type, device_index)

    job = _field("job", str, "The name of the job, or None.")
    replica = _field("replica", int, "The index of the replica, or None.")
    task = _field("task", int, "The index of the task, or None.")
    device_type = _field("device_type", _device_type, 'The type of the device, for example "CPU", or None.')
    device_index = _field("device_index", int, "The index of the device, or None for any.")

    def _set(self, *values: Any) -> None:
        for name, value in zip(_FIELDS, values):
            setattr(self, name, value)

    def _get(self) -> tuple[Any, ...]:
        return self._job, self._replica, self._task, self._device_type, self._device_index

    def to_string(self) -> str:
        """Returns the name, for example "/job:worker/replica:0/task:1/device:GPU:*"; open parts are left out."""
        if self._string is None:
            parts = [f"/{name}:{value}" for name, value in zip(_FIELDS[:3], self._get()) if value is not None]
            if self._device_type is not None:
                index = "*" if self._device_index is None else self._device_index
                parts.append(f"/device:{self._device_type}:{index}")
            self._string = "".join(parts)
        return self._string

    @classmethod
    def from_string(cls, spec: str | None) -> DeviceSpec:
        """Parses a name.

        Args:
          spec: for example "/job:ps/task:0/device:CPU:0", "/gpu:1" or "/cpu:*"; None and "" leave everything open.

        Raises:
          ValueError: the name has an unknown part, two devices, or an index that is no number.
        """
        return cls(*_parse(spec or ""))

    def parse_from_string(self, spec: str | None) -> DeviceSpec:
        """Replaces all parts by those of the name `spec`, and returns self; see `from_string`."""
        self._set(*_parse(spec or ""))
        return self

    def merge_from(self, dev: DeviceSpec) -> None:
        """Takes over the parts that `dev` has."""
        self._set(*self._merged(dev))

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """Returns a new spec with the parts that `dev` has, and the others from this one."""
        return type(self)(*self._merged(dev))

    def _merged(self, dev: DeviceSpec) -> list[Any]:
        return [mine if theirs is None else theirs for mine, theirs in zip(self._get(), dev._get())]

    def replace(self, **kwargs: Any) -> DeviceSpec:
        """Returns a new spec with some parts (arguments of the constructor) replaced."""
        return type(self)(**{**dict(zip(_FIELDS, self._get())), **kwargs})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceSpec) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        return f"<DeviceSpec({', '.join(f'{n}={v}' for n, v in zip(_FIELDS, self._get()))})>"


def check_valid(spec: str) -> None:
    """Raises ValueError if `spec` is no device name."""
    _parse(spec)


def is_device_spec(obj: Any) -> bool:
    """Whether `obj` is a `DeviceSpec`."""
    return isinstance(obj, DeviceSpec)


def canonical_name(device: Any) -> str:
    """Returns the long form of a device name: "/device:GPU:0" for "/gpu:0", "" for None."""
    if device is None:
        return ""
    return (device if isinstance(device, DeviceSpec) else DeviceSpec.from_string(device)).to_string()


class MergeDevice:
    """A device function that fills the open parts of an operation's device with those of `spec`."""

    __slots__ = ("_spec", "_merged")

    def __init__(self, spec: Any):
        # A copy, because a DeviceSpec can be changed after `with tf.device(spec)`.
        self._spec = DeviceSpec.from_string(canonical_name(spec))
        self._merged: dict[str, str] = {}

    def __call__(self, node_def: NodeDef) -> DeviceSpec:
        return self._spec.make_merged_spec(DeviceSpec.from_string(node_def.device or ""))

    def merge_string(self, device: str) -> str:
        """Returns the merged name for an operation whose device so far is `device`; a dict lookup after the first."""
        result = self._merged.get(device)
        if result is None:
            result = self._merged[device] = self._spec.make_merged_spec(DeviceSpec.from_string(device)).to_string()
        return result

    def shortcut_string_merge(self, node_def: NodeDef) -> str:
        """Returns the merged name for an operation or NodeDef."""
        return self.merge_string(node_def.device or "")

    @property
    def is_null_merge(self) -> bool:
        """Whether the wrapped spec leaves everything open."""
        return not self._spec.to_string()

    def __repr__(self) -> str:
        return f"<MergeDevice (spec: {self._spec.to_string()})>"


@functools.lru_cache(maxsize=1024)
def _merger(name: str) -> MergeDevice:
    return MergeDevice(name)


def merge_device(spec: Any) -> MergeDevice:
    """Returns the device function of `tf.device(spec)`; inner functions are applied first, so what they set stays.

    Args:
      spec: a `DeviceSpec`, a device name, or the result of an earlier call.

    Raises:
      ValueError: `spec` is no device name.
    """
    return spec if isinstance(spec, MergeDevice) else _merger(canonical_name(spec))
