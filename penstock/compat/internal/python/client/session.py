"""`tensorflow.python.client.session`: what libraries use of it that is not public."""

from __future__ import annotations

from typing import Any

from penstock.runtime.session.fetches import FetchHandler as _FetchHandler
from penstock.runtime.session.session import BaseSession

__all__ = ["SessionInterface", "_FetchHandler"]


class _IsSession(type):
    def __instancecheck__(cls, value: Any) -> bool:
        return type.__instancecheck__(cls, value) or (cls is SessionInterface and isinstance(value, BaseSession))


class SessionInterface(metaclass=_IsSession):
    """What sessions and their wrappers can be asked; sessions are instances of it."""

    @property
    def graph(self) -> Any:
        """The graph."""
        raise NotImplementedError("graph")

    @property
    def sess_str(self) -> Any:
        """The address of what runs it."""
        raise NotImplementedError("sess_str")

    def run(
        self, fetches: object, feed_dict: object = None, options: object = None, run_metadata: object = None
    ) -> Any:
        """Runs what is needed for `fetches`."""
        raise NotImplementedError("run")

    def partial_run_setup(self, fetches: object, feeds: object = None) -> Any:
        """Begins a run in steps."""
        raise NotImplementedError("partial_run_setup")

    def partial_run(self, handle: object, fetches: object, feed_dict: object = None) -> Any:
        """A step of it."""
        raise NotImplementedError("partial_run")
