"""The master service: sessions of clients, which run their graphs on the workers of the cluster."""

from __future__ import annotations

import itertools
import threading
import time
from typing import Any

from penstock import protos
from penstock.distributed import rpc, services, tensors
from penstock.distributed.master_session import MasterSession
from penstock.distributed.workers import LocalWorker, RemoteWorker
from penstock.graph import dtypes, errors
from penstock.graph.device import DeviceSpec
from penstock.platform import logging

_REMINDER_SECONDS = 10.0  # how often to say that a worker is still waited for
_RETRY_SECONDS = 1.0


class Master:
    """The master of one task.

    Args:
      worker: the worker of the same task.
      server_def: what the task is.
    """

    def __init__(self, worker: Any, server_def: Any) -> None:
        self._worker = worker
        self._server_def = server_def
        self._workers: dict[str, Any] = {worker.name: LocalWorker(worker)}
        self._sessions: dict[str, MasterSession] = {}
        self._numbers = itertools.count()
        self._mutex = threading.Lock()
        self._stopped = threading.Event()

    @property
    def membership(self) -> Any:
        """The groups of collective operations that this task is in, and the numbers of their steps."""
        return self._worker.collectives.membership

    def close(self) -> None:
        """Ends all sessions."""
        self._stopped.set()
        for session in list(self._sessions.values()):
            session.close()

    # -- the cluster --------------------------------------------------------------------------------------------------------

    def server_def_of(self, task: str, config: Any) -> Any:
        """The `ServerDef` that a worker is told for a session: what it is in the cluster of that session."""
        spec = DeviceSpec.from_string(task)
        cluster = config.cluster_def if config.cluster_def.job else self._server_def.cluster
        return protos.ServerDef(cluster=cluster, job_name=spec.job, task_index=spec.task, protocol="grpc")

    def _worker_at(self, task: str, address: str) -> Any:
        if task == self._worker.name:
            return self._workers[task]
        with self._mutex:
            found = self._workers.get(f"{task} {address}")
            if found is None:
                found = self._workers[f"{task} {address}"] = RemoteWorker(task, address)
            return found

    def _members(self, config: Any, filters: Any) -> dict[str, Any]:
        """The workers of a session, by task: all that its device filters let through."""
        cluster = config.cluster_def if config is not None and config.cluster_def.job else self._server_def.cluster
        found = {}
        for task, address in services.addresses(cluster).items():
            if task == self._worker.name or not filters or any(_matches(f, task) for f in filters):
                found[task] = self._worker_at(task, address)
        if self._worker.name not in found:
            found[self._worker.name] = self._workers[self._worker.name]
        return found

    def _devices(self, workers: dict[str, Any], filters: Any, seconds: float | None) -> list[Any]:
        """Asks all workers for their devices, as long as it takes until all have answered.

        Raises:
          tf.errors.DeadlineExceededError: that took longer than the session allows.
        """
        end = None if seconds is None else time.monotonic() + seconds
        found: dict[str, Any] = {}
        told = time.monotonic()
        while len(found) < len(workers):
            for task, worker in workers.items():
                if task in found:
                    continue
                try:
                    response = worker.call("GetStatus", protos.GetStatusRequest(), timeout=_RETRY_SECONDS)
                    found[task] = response.device_attributes
                except (errors.UnavailableError, errors.DeadlineExceededError, errors.CancelledError):
                    continue
            if len(found) == len(workers):
                break
            if end is not None and time.monotonic() > end:
                raise errors.DeadlineExceededError(None, None, "Operation timed out.")
            if self._stopped.wait(0.05):
                raise errors.UnavailableError(None, None, "The server has stopped.")
            if time.monotonic() - told > _REMINDER_SECONDS:
                told = time.monotonic()
                for task in workers:
                    if task not in found:
                        logging.info("CreateSession still waiting for response from worker: %s", task)
        devices = [d for task in sorted(found, key=lambda t: t != self._worker.name) for d in found[task]]
        local = self._worker.name + "/"
        return [
            d for d in devices if not filters or d.name.startswith(local) or any(_matches(f, d.name) for f in filters)
        ]

    # -- sessions --------------------------------------------------------------------------------------------------------------

    def create(self, graph_def: Any, config: Any) -> MasterSession:
        """Begins a session."""
        merged = protos.ConfigProto()
        merged.CopyFrom(self._server_def.default_session_config)
        merged.MergeFrom(config)
        filters = list(merged.device_filters)
        seconds = merged.operation_timeout_in_ms / 1000 if merged.operation_timeout_in_ms > 0 else None
        workers = self._members(merged, filters)
        devices = self._devices(workers, filters, seconds)
        handle = f"{next(self._numbers):04x}{id(self):x}{time.time_ns():x}"
        session = MasterSession(handle, self, merged, devices, workers)
        session.begin()
        try:
            session.extend(graph_def)
        except BaseException:
            session.close()
            raise
        self._sessions[handle] = session
        return session

    def find(self, handle: str) -> MasterSession:
        """A session by its name.

        Raises:
          tf.errors.AbortedError: there is none; the server may have been started anew.
        """
        session = self._sessions.get(handle)
        if session is None:
            raise errors.AbortedError(
                None, None, f"Session {handle} is not found. Possibly, this master has restarted."
            )
        return session

    def close_session_called(self, handle: str) -> None:
        """Ends a session."""
        session = self._sessions.pop(handle, None)
        if session is None:
            raise errors.AbortedError(
                None, None, f"Session {handle} is not found. Possibly, this master has restarted."
            )
        session.close()

    # -- the service -----------------------------------------------------------------------------------------------------------

    def create_session(self, request: Any, call: rpc.Call) -> Any:
        """CreateSession."""
        session = self.create(request.graph_def, request.config)
        return protos.CreateSessionResponse(session_handle=session.handle, graph_version=session.version)

    def extend_session(self, request: Any, call: rpc.Call) -> Any:
        """ExtendSession."""
        version = self.find(request.session_handle).extend(request.graph_def, request.current_graph_version)
        return protos.ExtendSessionResponse(new_graph_version=version)

    def run_step(self, request: Any, call: rpc.Call) -> Any:
        """RunStep, also of a run in parts."""
        response = protos.RunStepResponse()
        try:
            session = self.find(request.session_handle)
            feeds = {item.name: _fed(item.tensor) for item in request.feed}
            if request.partial_run_handle:
                if request.target:
                    raise errors.InvalidArgumentError(None, None, "A run in parts takes no targets.")
                found = session.partial_run(request.partial_run_handle, feeds, list(request.fetch))
            else:
                found = session.run(
                    feeds, list(request.fetch), list(request.target), request.options, response.metadata, call
                )
        except Exception as error:
            if not request.store_errors_in_response_body:
                raise
            code, text = rpc.code_and_text(error)
            return protos.RunStepResponse(status_code=code, status_error_message=text)
        for name, (value, dtype) in zip(request.fetch, found):
            response.tensor.add(name=name).tensor.ParseFromString(tensors.encoded(value, dtype))
        return response

    def partial_run_setup(self, request: Any, call: rpc.Call) -> Any:
        """PartialRunSetup."""
        session = self.find(request.session_handle)
        handle = session.partial_run_setup(list(request.feed), list(request.fetch), list(request.target))
        return protos.PartialRunSetupResponse(partial_run_handle=handle)

    def close_session(self, request: Any, call: rpc.Call) -> Any:
        """CloseSession."""
        self.close_session_called(request.session_handle)
        return protos.CloseSessionResponse()

    def list_devices(self, request: Any, call: rpc.Call) -> Any:
        """ListDevices: of a session, or of the whole cluster."""
        if request.session_handle:
            devices = self.find(request.session_handle).devices
        else:
            devices = self._devices(self._members(None, []), [], None)
        response = protos.ListDevicesResponse()
        for device in devices:
            own = device.name.startswith(self._worker.name + "/")
            (response.local_device if own else response.remote_device).add().CopyFrom(device)
        return response

    def reset(self, request: Any, call: rpc.Call) -> Any:
        """Reset: closes all sessions and clears containers on all workers."""
        for handle in list(self._sessions):
            session = self._sessions.pop(handle, None)
            if session is not None:
                session.close()
        workers = self._members(None, list(request.device_filters))
        wanted = protos.CleanupAllRequest(container=request.container)
        for worker in workers.values():
            worker.call("CleanupAll", wanted)
        return protos.ResetResponse()

    def make_callable(self, request: Any, call: rpc.Call) -> Any:
        """MakeCallable."""
        return protos.MakeCallableResponse(handle=self.find(request.session_handle).make_callable(request.options))

    def run_callable(self, request: Any, call: rpc.Call) -> Any:
        """RunCallable."""
        session = self.find(request.session_handle)
        options = session.callable_options(request.handle)
        if len(request.feed) != len(options.feed):
            raise errors.InvalidArgumentError(
                None, None, f"RunCallable() expected {len(options.feed)} feed tensor(s) but got {len(request.feed)}."
            )
        response = protos.RunCallableResponse()
        feeds = {name: _fed(proto) for name, proto in zip(options.feed, request.feed)}
        found = session.run(
            feeds, list(options.fetch), list(options.target), options.run_options, response.metadata, call
        )
        for value, dtype in found:
            response.fetch.add().ParseFromString(tensors.encoded(value, dtype))
        return response

    def release_callable(self, request: Any, call: rpc.Call) -> Any:
        """ReleaseCallable."""
        self.find(request.session_handle).release_callable(request.handle)
        return protos.ReleaseCallableResponse()


def _fed(proto: Any) -> tuple[Any, Any]:
    return tensors.from_proto(proto), dtypes.as_dtype(proto.dtype).base_dtype


def _matches(wanted: str, name: str) -> bool:
    """Whether a device filter such as "/job:ps" lets a task or a device through."""
    spec, found = DeviceSpec.from_string(wanted), DeviceSpec.from_string(name)
    return all(
        getattr(spec, part) is None or getattr(found, part) in (None, getattr(spec, part))
        for part in ("job", "replica", "task", "device_type", "device_index")
    )
