"""The workers of a cluster as a master sees them: the one in its own process is called directly, the others by gRPC."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.distributed import rpc, services, tensors
from penstock.distributed.worker import Worker
from penstock.graph import dtypes, errors

# Gets ({key: (array, type)}, the response), or an exception.
Done = Callable[[Any], None]


class LocalCall(rpc.Call):
    """A call within the process, which can be given up as one over the network can."""

    __slots__ = ("_callbacks", "_ended", "begun")

    def __init__(self, begun: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.begun = begun  # type: ignore[method-assign]
        self._callbacks: list[Callable[[], None]] = []
        self._ended = False

    def on_end(self, callback: Callable[[], None]) -> bool:
        self._callbacks.append(callback)
        if self._ended:
            callback()
        return not self._ended

    def give_up(self) -> None:
        """Ends the call."""
        self._ended = True
        for callback in list(self._callbacks):
            callback()


class LocalWorker:
    """The worker in the master's own process."""

    local = True

    def __init__(self, worker: Worker) -> None:
        self.name = worker.name
        self._worker = worker

    def call(self, method: str, request: Any, timeout: float | None = None, wait: bool = False) -> Any:
        """Calls a method and returns its answer."""
        return getattr(self._worker, rpc.snake(method))(request, LocalCall())

    def begin(self, method: str, request: Any, done: Callable[[Any], None] | None = None) -> None:
        """Calls a method whose answer nobody waits for."""
        self.call(method, request)

    def tell(self, method: str, request: Any) -> None:
        """Calls a method whose answer nobody waits for, at any time before the next call."""
        self.call(method, request)

    def run(self, request: Any, sent: dict[str, Any], call: LocalCall) -> tuple[dict[str, Any], Any]:
        """Runs a graph in this thread."""
        response = protos.RunGraphResponse()
        return self._worker.run(request, sent, call, response), response


class RemoteWorker:
    """A worker in another process."""

    local = False

    def __init__(self, name: str, address: str) -> None:
        self.name = name
        self._stub = rpc.Stub(address, services.worker_methods())

    def call(self, method: str, request: Any, timeout: float | None = None, wait: bool = False) -> Any:
        """Calls a method and returns its answer."""
        return self._stub.call(method, request, timeout, wait)

    def begin(self, method: str, request: Any, done: Callable[[Any], None] | None = None) -> Callable[[], None]:
        """Calls a method; `done`, if given, gets its answer."""
        return self._stub.begin(method, request, done or (lambda _: None))

    def tell(self, method: str, request: Any) -> None:
        """Calls a method whose answer nobody waits for, at any time before the next call."""
        self._stub.tell(method, request)

    def flush(self) -> None:
        """Sends what has waited for the next call."""
        self._stub.flush()

    def begin_run(
        self, request: Any, sent: dict[str, tuple[Any, Any]], done: Done, soon: bool = False
    ) -> Callable[[], None]:
        """Has a graph run, with `soon` as late as `flush` is called; returns what gives it up."""
        request.store_errors_in_response_body = True
        for key, (value, dtype) in sent.items():
            request.send.add(name=key).tensor.ParseFromString(tensors.encoded(value, dtype))

        def ended(response: Any) -> None:
            if isinstance(response, BaseException):
                done(response)
            elif response.status_code:
                done(errors.make_error(None, None, response.status_error_message, response.status_code))
            else:
                try:
                    found = {
                        item.name: (tensors.from_proto(item.tensor), dtypes.as_dtype(item.tensor.dtype))
                        for item in response.recv
                    }
                except Exception as error:
                    done(error)
                else:
                    done((found, response))

        return self._stub.begin("RunGraph", request, ended, soon)
