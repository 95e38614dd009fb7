"""What lasts between the runs of a session: variables, random counters, and named resources.

Values of variables are immutable arrays (NumPy or XLA buffers) that a run replaces when it commits. Depends on nothing
of the graph but errors.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from penstock.graph import errors
from penstock.graph.handles import ResourceHandle


class VarKey(NamedTuple):
    """The identity of a variable (or of another state that runs replace) within a session."""

    container: str
    name: str


class ResourceStore:
    """The state of one session (or of several that share a server)."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.variables: dict[VarKey, Any] = {}
        self._resources: dict[ResourceHandle, Any] = {}
        self._closed = False

    def get(self, handle: ResourceHandle) -> Any:
        """The resource of a handle, or None."""
        return self._resources.get(handle)

    def get_or_create(self, handle: ResourceHandle, make: Callable[[], Any]) -> Any:
        """The resource of a handle, made on first use.

        Raises:
          tf.errors.CancelledError: the session was closed while a run came here; nobody would ever shut the resource down.
        """
        with self.lock:
            found = self._resources.get(handle)
            if found is None:
                if self._closed:
                    raise errors.CancelledError(None, None, "Session has been closed.")
                found = self._resources[handle] = make()
            return found

    def put(self, handle: ResourceHandle, resource: Any) -> None:
        """Sets the resource of a handle."""
        with self.lock:
            self._resources[handle] = resource

    def delete(self, handle: ResourceHandle) -> bool:
        """Forgets a resource; True if there was one."""
        with self.lock:
            return self._resources.pop(handle, None) is not None

    def clear(self, containers: set[str] | None = None) -> None:
        """Forgets everything, or everything in some containers ('' is the default one)."""
        with self.lock:
            for table in (self.variables, self._resources):
                for key in [k for k in table if containers is None or k.container in containers]:
                    resource = table.pop(key)  # type: ignore[arg-type]
                    close = getattr(resource, "shut_down", None)
                    if close is not None:
                        close()

    def forget_owner(self, owner: str) -> None:
        """Forgets the counters of the random operations of one session among several that share variables."""
        with self.lock:
            for key in [k for k in self.variables if k.container == "\0random" and k.name.startswith(f"{owner}/")]:
                del self.variables[key]

    def close(self) -> None:
        """Forgets everything for good: the session has ended."""
        with self.lock:
            self._closed = True
            self.clear()
