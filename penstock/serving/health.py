"""The service for health checks of gRPC: whether the server, or one of its services, answers; asked once, or watched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.graph import errors
from penstock.serving.calls import Call
from penstock.serving.manager import AVAILABLE, Manager

# Changes are told at once; that no model is served any more, as one was taken out of the configuration, after this at most.
_LONGEST = 1.0


class _Watch:
    __slots__ = ("answer", "call", "service", "told")

    def __init__(self, service: str, call: Call, answer: Callable[[Any], None]) -> None:
        self.service, self.call, self.answer = service, call, answer
        self.told: int | None = None


class HealthService:
    """What orchestrators ask: the server serves when every model has a version that does.

    Args:
      manager: has the models.
      services: the names that may be asked for, beside the empty one.
    """

    def __init__(self, manager: Manager, services: tuple[str, ...]) -> None:
        self._manager, self._services = manager, services
        self._response = protos.find("grpc.health.v1.HealthCheckResponse")
        self._lock = threading.RLock()
        self._watches: list[_Watch] = []
        self._thread: threading.Thread | None = None
        self._closed = False

    def _status(self, service: str) -> int:
        if service and service not in self._services:
            return self._response.SERVICE_UNKNOWN
        models = self._manager.models()
        serving = all(any(v.state == AVAILABLE for v in versions) for versions in models.values())
        return self._response.SERVING if serving and not self._closed else self._response.NOT_SERVING

    def check_later(self, request: Any, call: Any, answer: Callable[[Any], None]) -> None:
        """Answers a `HealthCheckRequest`."""
        status = self._status(request.service)
        if status == self._response.SERVICE_UNKNOWN:
            raise errors.NotFoundError(None, None, f"{request.service} is not a service of this server")
        answer(self._response(status=status))

    def watch_later(self, request: Any, call: Call, answer: Callable[[Any], None]) -> None:
        """Answers a `HealthCheckRequest` by the status now, and each one that follows, until the client has enough."""
        watch = _Watch(request.service, call, answer)
        with self._lock:
            if self._closed:
                raise _stopped()
            self._watches.append(watch)
            if call.on_end(lambda: self._forget(watch)):
                self._tell(watch)
            if self._thread is None and self._watches:
                self._thread = threading.Thread(target=self._look, name="penstock-health", daemon=True)
                self._thread.start()

    def _forget(self, watch: _Watch) -> None:
        with self._lock:
            if watch in self._watches:
                self._watches.remove(watch)

    def _tell(self, watch: _Watch) -> None:
        status = self._status(watch.service)
        if status != watch.told:
            watch.told = status
            watch.call.send(self._response(status=status))

    def _look(self) -> None:
        while True:
            self._manager.wait_for_change(_LONGEST)
            with self._lock:
                if not self._watches:
                    self._thread = None
                    return
                for watch in list(self._watches):
                    self._tell(watch)

    def close(self) -> None:
        """Tells who watches that the server ends."""
        with self._lock:
            self._closed = True
            watches, self._watches = self._watches, []
            for watch in watches:
                self._tell(watch)
        for watch in watches:
            watch.answer(_stopped())


def _stopped() -> errors.OpError:
    return errors.UnavailableError(None, None, "The server is shutting down")
