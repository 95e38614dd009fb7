"""Names of devices that do not change."""

from __future__ import annotations

from typing import Any

from penstock.graph.device import DeviceSpec

__all__ = ["DeviceSpecV2"]


class DeviceSpecV2(DeviceSpec):
    """A `DeviceSpec` as in 2.x: its parts are given once, and specs with the same parts are equal."""

    __slots__ = ("_frozen",)

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        super().__init__(job, replica, task, device_type, device_index)
        self.to_string()
        object.__setattr__(self, "_frozen", True)

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, "_frozen", False):
            raise AttributeError("can't set attribute")
        super().__setattr__(name, value)

    def parse_from_string(self, spec: str | None) -> DeviceSpecV2:
        """The spec of another name; this one stays as it is."""
        made: Any = type(self).from_string(spec)
        return made

    @property
    def merge_from(self) -> Any:
        """What 1.x's specs have; these do not change."""
        raise AttributeError(f"{type(self).__name__!r} object has no attribute 'merge_from'")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())
