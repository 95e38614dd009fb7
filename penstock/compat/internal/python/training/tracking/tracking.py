"""Objects whose attributes are saved with them, and resources and files that they need."""

from __future__ import annotations

import contextlib
import functools
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import find
from penstock.ops.state.trackable import AutoTrackable, Trackable
from penstock.ops.state.trackable import TrackableAsset as _Asset

__all__ = [
    "AutoTrackable",
    "CapturableResource",
    "CapturableResourceDeleter",
    "NotTrackable",
    "ResourceTracker",
    "TrackableAsset",
    "TrackableResource",
    "cached_per_instance",
    "delete_tracking",
    "resource_tracker_scope",
]


class NotTrackable:
    """A mark of classes whose objects are never saved with what holds them."""


class TrackableAsset(_Asset):
    """A file that is copied into a SavedModel of what holds this object.

    Args:
      path: its path, or a constant tensor with it.
    """

    def __init__(self, path: object) -> None:
        with find("init_scope")(), find("device")("CPU"):
            super().__init__(find("convert_to_tensor")(path, find("string"), name="asset_path"))


class CapturableResourceDeleter:
    """Calls a function when it is no longer needed.

    Args:
      destroy_resource_fn: a function without arguments, called in the graph that is the default one now.
    """

    def __init__(self, destroy_resource_fn: Callable[[], Any] | None = None) -> None:
        self._destroy_resource = destroy_resource_fn
        self._graph = find("get_default_graph")() if destroy_resource_fn else None

    def destroy_resource(self) -> Any:
        """Calls the function now."""
        return self._destroy_resource() if self._destroy_resource else None

    def __del__(self) -> None:
        if self._destroy_resource and self._graph is not None:
            with self._graph.as_default():
                self._destroy_resource()


class CapturableResource(Trackable):
    """A resource with a handle; a class derived from it says how it is made.

    Args:
      device: where it is.
      deleter: a `CapturableResourceDeleter` that takes it away.
    """

    def __init__(self, device: str = "", deleter: CapturableResourceDeleter | None = None) -> None:
        self._resource_handle: Any = None
        self._resource_device = device
        self._resource_deleter = deleter or CapturableResourceDeleter()

    def _create_resource(self) -> Any:
        """Makes the operation whose output is the handle."""
        raise NotImplementedError("TrackableResource._create_resource not implemented.")

    def _initialize(self) -> Any:
        """Makes the operations that give the resource its first state, if it needs any."""

    @property
    def resource_handle(self) -> Any:
        """The handle, which is made when it is first asked for."""
        if self._resource_handle is None:
            with find("device")(self._resource_device):
                self._resource_handle = self._create_resource()
        return self._resource_handle


class ResourceTracker:
    """The resources that were made in its scope."""

    def __init__(self) -> None:
        self._resources: list[Any] = []

    @property
    def resources(self) -> list[Any]:
        """The resources, in the order in which they were made."""
        return self._resources

    def add_resource(self, resource: Any) -> None:
        """Adds one."""
        self._resources.append(resource)


_trackers: list[ResourceTracker] = []


@contextlib.contextmanager
def resource_tracker_scope(resource_tracker: ResourceTracker) -> Iterator[None]:
    """In the block, the tracker is told of each `TrackableResource` that is made."""
    _trackers.append(resource_tracker)
    try:
        yield
    finally:
        _trackers.remove(resource_tracker)


class TrackableResource(CapturableResource):
    """A resource that the trackers of the scopes around are told of."""

    def __init__(self, device: str = "", deleter: CapturableResourceDeleter | None = None) -> None:
        for tracker in _trackers:
            tracker.add_resource(self)
        super().__init__(device=device, deleter=deleter)


def delete_tracking(obj: Trackable, name: str) -> None:
    """Takes what an object is saved with under a name from it, if there is anything."""
    vars(obj).get("_tracked", {}).pop(name, None)


def cached_per_instance(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A decorator: what the function gives for an object is kept as long as the object is."""
    cache: Any = weakref.WeakKeyDictionary()

    @functools.wraps(f)
    def wrapped(item: Any) -> Any:
        output = cache.get(item)
        if output is None:
            cache[item] = output = f(item)
        return output

    vars(wrapped)["cache"] = cache
    return wrapped
