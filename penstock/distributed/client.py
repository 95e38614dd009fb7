"""The client: what `tf.Session("grpc://host:port")` does. The graph goes to the master, runs are steps of the master.

A master in the client's own process is called directly, with arrays instead of messages.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock.distributed import rpc, server, services, tensors
from penstock.distributed.handles import RemoteHandles
from penstock.distributed.requests import new_request_id
from penstock.graph import errors, graph_def
from penstock.graph.extension_points import implements
from penstock.graph.operation import Tensor
from penstock.runtime.plan.devices import DeviceAttributes
from penstock.runtime.plan.explain import LazyNodeDef, user_line
from penstock.runtime.session.feeds import Feed, feed_tensors, flat_feeds
from penstock.runtime.session.fetches import FetchMap

_NODE = re.compile(r"\{\{node ([^}]+)\}\}")
_FAILED = re.compile(r"\[\[(?:node )?(?:\{\{node )?([^\]} ]+)")


class RemotePrepared:
    """What is known of a kind of run: how feeds are converted, which tensors and operations are asked for."""

    bound = None

    def __init__(self, graph: Any, fetches: Any, feed_tensors: Sequence[Tensor]) -> None:
        self.mutations = graph._mutations
        self.feeds = [Feed(graph, t) for t in feed_tensors]
        self.feed_names = [(t.name, t.dtype.base_dtype) for t in feed_tensors]
        self.fetches = FetchMap(graph, fetches)
        self.fetch_names = [t.name for t in self.fetches.tensors]
        self.target_names = [op.name for op in self.fetches.targets]


class LocalConnection:
    """A session on a master of this process."""

    def __init__(self, master: Any) -> None:
        self._master = master
        self._session: Any = None

    def create(self, message: Any, config: Any, target: str, seconds: float | None) -> int:
        self._session = self._master.create(message, config)
        return self._session.version

    def extend(self, message: Any, version: int, seconds: float | None) -> int:
        return self._master.find(self._session.handle).extend(message, version)

    def run(self, feeds: Any, fetches: list[str], targets: list[str], options: Any, metadata: Any) -> list[Any]:
        session = self._master.find(self._session.handle)
        return [value for value, _ in session.run(feeds, fetches, targets, options, metadata)]

    def partial_run_setup(self, feeds: list[str], fetches: list[str], targets: list[str]) -> str:
        return self._session.partial_run_setup(feeds, fetches, targets)

    def partial_run(self, handle: str, feeds: Any, fetches: list[str]) -> list[Any]:
        return [value for value, _ in self._session.partial_run(handle, feeds, fetches)]

    def list_devices(self) -> list[Any]:
        return self._session.devices

    def close(self) -> None:
        self._master.close_session_called(self._session.handle)


class RemoteConnection:
    """A session on a master in another process."""

    def __init__(self, address: str, timeout: float | None) -> None:
        self._stub = rpc.Stub(address, services.master_methods())
        self._timeout = timeout
        self._handle = ""

    def create(self, message: Any, config: Any, target: str, seconds: float | None) -> int:
        request = protos.CreateSessionRequest(graph_def=message, config=config, target=target)
        response = self._stub.call("CreateSession", request, seconds, wait=True)
        self._handle = response.session_handle
        return response.graph_version

    def extend(self, message: Any, version: int, seconds: float | None) -> int:
        request = protos.ExtendSessionRequest(
            session_handle=self._handle, graph_def=message, current_graph_version=version
        )
        return self._stub.call("ExtendSession", request, seconds).new_graph_version

    def run(self, feeds: Any, fetches: list[str], targets: list[str], options: Any, metadata: Any) -> list[Any]:
        return self._step("", feeds, fetches, targets, options, metadata)

    def _step(
        self, partial: str, feeds: Any, fetches: list[str], targets: list[str], options: Any, metadata: Any
    ) -> list[Any]:
        request = protos.RunStepRequest(
            session_handle=self._handle,
            fetch=fetches,
            target=targets,
            options=options,
            partial_run_handle=partial,
            store_errors_in_response_body=True,
            request_id=new_request_id(),
        )
        for name, (value, dtype) in feeds.items():
            request.feed.add(name=name).tensor.ParseFromString(tensors.encoded(value, dtype))
        seconds = self._timeout
        if options is not None and options.timeout_in_ms:
            seconds = options.timeout_in_ms / 1000 + 1.0  # the master's own word comes first
        response = self._stub.call("RunStep", request, seconds)
        if response.status_code:
            raise errors.make_error(None, None, response.status_error_message, response.status_code)
        if metadata is not None:
            metadata.CopyFrom(response.metadata)
        found = {item.name: item.tensor for item in response.tensor}
        return [tensors.from_proto(found[name]) for name in fetches]

    def partial_run_setup(self, feeds: list[str], fetches: list[str], targets: list[str]) -> str:
        request = protos.PartialRunSetupRequest(
            session_handle=self._handle, feed=feeds, fetch=fetches, target=targets, request_id=new_request_id()
        )
        return self._stub.call("PartialRunSetup", request, self._timeout).partial_run_handle

    def partial_run(self, handle: str, feeds: Any, fetches: list[str]) -> list[Any]:
        return self._step(handle, feeds, fetches, [], None, None)

    def list_devices(self) -> list[Any]:
        response = self._stub.call("ListDevices", protos.ListDevicesRequest(session_handle=self._handle))
        return [*response.local_device, *response.remote_device]

    def close(self) -> None:
        self._stub.call("CloseSession", protos.CloseSessionRequest(session_handle=self._handle), timeout=10.0)


@implements("remote_session")
class RemoteSession:
    """What a `tf.Session` with a target of a server does instead of running its graph itself.

    Args:
      session: the session.
      target: "grpc://host:port".
      config: its `ConfigProto`, or None.
    """

    def __init__(self, session: Any, target: str, config: Any) -> None:
        self._session = session
        self._target = target
        self._config = config if config is not None else protos.ConfigProto()
        milliseconds = self._config.operation_timeout_in_ms
        self._timeout = milliseconds / 1000 if milliseconds > 0 else None
        master = server.find_master(target)
        self._connection: Any = (
            LocalConnection(master)
            if master is not None
            else RemoteConnection(server.check_target(target), self._timeout)
        )
        self._created = False
        self.handles = RemoteHandles(session)
        self._version = 0
        self._sent = -1  # the number of the last operation that the master knows
        self._functions = 0
        self._mutex = threading.Lock()

    # -- the graph --------------------------------------------------------------------------------------------------------------

    def _extend(self) -> None:
        graph = self._session._graph
        if self._created and graph.version <= self._sent and len(graph._functions) == self._functions:
            return
        with self._mutex:
            last, functions = graph.version, len(graph._functions)
            message = graph_def.graph_to_proto(graph, self._sent if self._created else None)
            if not self._created:
                self._version = self._connection.create(message, self._config, self._target, self._timeout)
                self._created = True
            elif message.node or functions != self._functions:
                self._version = self._connection.extend(message, self._version, self._timeout)
            self._sent, self._functions = last, functions

    # -- runs -----------------------------------------------------------------------------------------------------------------

    def prepare(self, fetches: Any, tensors: Sequence[Tensor]) -> RemotePrepared:
        """What stands for a plan."""
        return RemotePrepared(self._session._graph, fetches, tensors)

    def run(self, prepared: RemotePrepared, feeds: Any, options: Any, metadata: Any) -> Any:
        """Runs a step."""
        self.handles.free()
        given = {
            name: (self._plain(feed.convert(value)), dtype)
            for feed, value, (name, dtype) in zip(prepared.feeds, feeds, prepared.feed_names, strict=True)
        }
        try:
            self._extend()
            found = self._connection.run(given, prepared.fetch_names, prepared.target_names, options, metadata)
        except errors.OpError as error:
            raise self._explained(error) from None
        return self._session._formed(prepared.fetches, [_owned(value) for value in found])

    @staticmethod
    def _plain(value: Any) -> Any:
        return value if isinstance(value, np.ndarray) else np.asarray(value)

    def partial_run_setup(self, fetches: Any, feeds: Any) -> str:
        """`Session.partial_run_setup`."""
        graph = self._session._graph
        fed = [t.name for t in feed_tensors(graph, [] if feeds is None else feeds)]
        wanted = FetchMap(graph, fetches)
        try:
            self._extend()
            return self._connection.partial_run_setup(
                fed, [t.name for t in wanted.tensors], [op.name for op in wanted.targets]
            )
        except errors.OpError as error:
            raise self._explained(error) from None

    def partial_run(self, handle: str, fetches: Any, feed_dict: Mapping | None) -> Any:
        """`Session.partial_run`."""
        graph = self._session._graph
        values = flat_feeds(graph, feed_dict) if feed_dict else {}
        wanted = FetchMap(graph, fetches)
        if wanted.targets:
            raise RuntimeError("partial_run() requires empty target_list.")
        given = {t.name: (Feed(graph, t).convert(v), t.dtype.base_dtype) for t, v in values.items()}
        try:
            found = self._connection.partial_run(handle, given, [t.name for t in wanted.tensors])
        except errors.OpError as error:
            raise self._explained(error) from None
        return self._session._formed(wanted, [_owned(value) for value in found])

    # -- the rest -------------------------------------------------------------------------------------------------------

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices of the cluster."""
        self._extend()
        return [
            DeviceAttributes(d.name, d.device_type, d.memory_limit, d.incarnation)
            for d in self._connection.list_devices()
        ]

    def close(self) -> None:
        """Ends the session on the master; one that is not there any more has ended it already."""
        if self._created:
            self._created = False
            try:
                self._connection.close()
            except errors.OpError:
                pass

    def _explained(self, error: errors.OpError) -> errors.OpError:
        """An error with the operation of the client's graph, and the user's line that made it."""
        graph = self._session._graph
        message = error.message or ""
        if self._session._unusable and isinstance(error, errors.AbortedError):
            error = errors.CancelledError(None, None, message)

        def located(match: re.Match) -> str:
            op = graph._nodes_by_name.get(match.group(1)) if hasattr(graph, "_nodes_by_name") else None
            if op is None:
                op = _operation(graph, match.group(1))
            where = user_line(op) if op is not None else ""
            return f"node {match.group(1)} (defined at {where}) " if where else f"node {match.group(1)}"

        failed = _FAILED.search(message)
        op = _operation(graph, failed.group(1)) if failed else None
        text = _NODE.sub(located, message)
        node = LazyNodeDef(op) if op is not None else None
        return errors.make_error(node, op, text, error.error_code if error.error_code is not None else errors.UNKNOWN)


def _operation(graph: Any, name: str) -> Any:
    try:
        return graph.get_operation_by_name(name)
    except (KeyError, ValueError):
        return None


def _owned(value: Any) -> Any:
    """A result as the caller's own array, a scalar as NumPy's."""
    array = np.asarray(value)
    if not array.ndim:
        return array[()]
    return array if array.flags.writeable else array.copy()


@implements("reset_remote")
def reset(target: str, containers: Sequence[str], config: Any) -> None:
    """`Session.reset` for a target of a server."""
    request = protos.ResetRequest(container=containers)
    if config is not None:
        request.device_filters.extend(config.device_filters)
    master = server.find_master(target)
    if master is not None:
        master.reset(request, rpc.Call())
        return
    timeout = config.operation_timeout_in_ms / 1000 if config is not None and config.operation_timeout_in_ms else None
    rpc.Stub(server.check_target(target), services.master_methods()).call("Reset", request, timeout)
