"""The worker service: runs the partitions of graphs that masters register, and hands their tensors to other workers."""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.distributed import rpc, services, tensors
from penstock.distributed.batches import Batch
from penstock.distributed.collectives import Collectives
from penstock.distributed.registered import RegisteredGraph, Step
from penstock.distributed.rendezvous import Steps
from penstock.graph import errors
from penstock.graph.graph import Graph
from penstock.runtime.session.cancel import Cancel
from penstock.runtime.session.session import BaseSession
from penstock.runtime.state.locks import StateLock
from penstock.runtime.state.store import ResourceStore

_NODE = re.compile(r"\[\[node ([^\]\s]+)\s*\]\]")  # as the client, ours or theirs, expects it: {{node name}}
_REMEMBERED_REQUESTS = 100_000  # as many as 1.15 remembers


class Runner(BaseSession):
    """Runs the stages of a session; what it keeps between runs is found again by the name of the task's device."""

    def __init__(self, device: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._device = device

    def _device_of(self, op: Any) -> str:
        return self._device


class WorkerSession:
    """What a worker knows of one session of a master: its graphs, and the tasks that it reaches.

    Variables are those of the worker unless the session has asked for its own.
    """

    def __init__(self, handle: str, worker: Worker, addresses: dict[str, str], store: Any, lock: Any) -> None:
        self.handle = handle
        self.worker = worker
        self.addresses = addresses
        self.graphs: dict[str, RegisteredGraph] = {}
        self.runner = Runner(worker.devices[0].name, graph=Graph(), config=worker.config)
        self.runner._shares = True
        self.runner._store, self.runner._state = store, lock

    def stub(self, device: str) -> rpc.Stub:
        """The worker that has a device."""
        task = services.task_of(device)
        address = self.addresses.get(task)
        if address is None:
            raise errors.InternalError(None, None, f"No worker known as {task}")
        return self.worker.stub(address)

    def close(self) -> None:
        """Cancels what runs, and forgets the graphs."""
        self.graphs.clear()
        self.runner._store.forget_owner(self.handle)
        self.runner._shut_down()


class Worker:
    """The worker of one task.

    Args:
      name: of the task, such as "/job:ps/replica:0/task:0".
      devices: its devices, as `DeviceAttributes` messages with full names.
      addresses: of all tasks, by their names.
      config: the `ConfigProto` of the server.
      store, lock: the variables and other resources of the task.
    """

    quick = ("CleanupGraph", "GetStatus", "MarkRecvFinished")  # methods that wait for nothing

    def __init__(
        self,
        name: str,
        devices: list[Any],
        addresses: dict[str, str],
        config: Any,
        store: ResourceStore,
        lock: StateLock,
    ) -> None:
        self.name = name
        self.devices = devices
        self.addresses = addresses
        self.config = config
        self.store, self.lock = store, lock
        self.steps = Steps()
        self.cancel = Cancel()
        self._incarnations = {device.name: device.incarnation for device in devices}
        self._sessions: dict[str, WorkerSession] = {}
        self._legacy = WorkerSession("", self, addresses, store, lock)
        self._numbers = itertools.count()
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._partial: dict[int, Step] = {}
        self._mutex = threading.Lock()
        self._stubs: dict[str, rpc.Stub] = {}
        self._logged: dict[int, Any] | None = None
        self.collectives = Collectives(self)

    def stub(self, address: str) -> rpc.Stub:
        """The worker at an address."""
        with self._mutex:
            found = self._stubs.get(address)
            if found is None:
                found = self._stubs[address] = rpc.Stub(
                    address, {**services.worker_methods(), **services.transfer_methods()}
                )
            return found

    def close(self) -> None:
        """Ends everything."""
        self.cancel.cancel()
        self.steps.abort(errors.UnavailableError(None, None, f"The server of {self.name} has stopped."))
        for session in [*self._sessions.values(), self._legacy]:
            session.close()

    # -- sessions and graphs -------------------------------------------------------------------------------------------

    def get_status(self, request: Any, call: rpc.Call) -> Any:
        """Which devices there are."""
        return protos.GetStatusResponse(device_attributes=self.devices)

    def create_worker_session(self, request: Any, call: rpc.Call) -> Any:
        """Begins a session; one that describes its own cluster reaches the tasks of that."""
        addresses = self.addresses
        if request.server_def.cluster.job:
            addresses = services.addresses(request.server_def.cluster)
        store, lock = self.store, self.lock
        if request.isolate_session_state:
            store, lock = ResourceStore(), StateLock()
        with self._mutex:
            if request.session_handle in self._sessions:
                raise errors.AlreadyExistsError(None, None, f"Session {request.session_handle} already exists.")
            self._sessions[request.session_handle] = WorkerSession(request.session_handle, self, addresses, store, lock)
        return protos.CreateWorkerSessionResponse()

    def delete_worker_session(self, request: Any, call: rpc.Call) -> Any:
        """Ends a session."""
        with self._mutex:
            session = self._sessions.pop(request.session_handle, None)
        if session is not None:
            session.close()
        return protos.DeleteWorkerSessionResponse()

    def _session(self, request: Any) -> WorkerSession:
        if not request.create_worker_session_called:
            return self._legacy
        session = self._sessions.get(request.session_handle)
        if session is None:
            raise errors.AbortedError(
                None,
                None,
                f"Session handle is not found: {request.session_handle}. Possibly this worker "
                f'("{self.name}") just restarted.',
            )
        return session

    def register_graph(self, request: Any, call: rpc.Call) -> Any:
        """Takes a partition of a graph, to be run later."""
        session = self._session(request)
        handle = f"{next(self._numbers):016x}"
        owner = request.session_handle or self.name
        session.graphs[handle] = RegisteredGraph(request.graph_def, session, owner, request.debug_options)
        return protos.RegisterGraphResponse(graph_handle=handle)

    def deregister_graph(self, request: Any, call: rpc.Call) -> Any:
        """Forgets a partition."""
        if self._session(request).graphs.pop(request.graph_handle, None) is None:
            raise _unknown_graph(request.graph_handle)
        return protos.DeregisterGraphResponse()

    # -- steps ----------------------------------------------------------------------------------------------------------

    def run_graph(self, request: Any, call: rpc.Call) -> Any:
        """Runs a partition, or goes on with a run in parts."""
        try:
            sent = {item.name: tensors.from_proto(item.tensor) for item in request.send}
            response = protos.RunGraphResponse()
            found = self.run(request, sent, call, response)
        except Exception as error:
            if not request.store_errors_in_response_body:
                raise
            code, text = rpc.code_and_text(error)
            return protos.RunGraphResponse(status_code=code, status_error_message=text)
        for key, (value, dtype) in found.items():
            response.recv.add(name=key).tensor.ParseFromString(tensors.encoded(value, dtype))
        return response

    def run(
        self, request: Any, sent: dict[str, Any], call: rpc.Call, response: Any = None
    ) -> dict[str, tuple[Any, Any]]:
        """Runs a partition with arrays for what the master sends; returns (array, type) of what it asks for."""
        self._once(request.request_id)
        if request.is_partial and request.step_id in self._partial:
            step = self._partial[request.step_id]
        else:
            graph = self._session(request).graphs.get(request.graph_handle)
            if graph is None:
                raise _unknown_graph(request.graph_handle)
            step = Step(graph, request.step_id, self.steps.find(request.step_id), Cancel(self.cancel))
            step.traced = request.exec_opts.record_timeline or request.exec_opts.record_costs
            if request.is_partial:
                self._partial[request.step_id] = step
        ended = False

        def given_up() -> None:
            if not ended:
                step.stop(errors.CancelledError(None, None, "RunGraph was cancelled by the master."))

        call.on_end(given_up)
        try:
            if request.is_partial:
                call.begun()
                found = step.go_on(sent, list(request.recv_key), request.is_last_partial_run)
            else:
                found = step.run(sent, list(request.recv_key), call.begun)
        except errors.OpError as error:
            raise errors.make_error(
                None, None, _NODE.sub(r"[[{{node \1}}]]", error.message), error.error_code or errors.UNKNOWN
            ) from None
        finally:
            ended = True
            if request.is_last_partial_run or (request.is_partial and step.error is not None):
                self._partial.pop(request.step_id, None)
        if response is not None:
            step.describe(response, request.exec_opts, self.devices[0].name)
        return found

    def _once(self, request_id: int) -> None:
        """Refuses a request that has come before: gRPC may repeat one, and a step must not run twice."""
        if request_id:
            with self._mutex:
                if request_id in self._seen:
                    raise errors.AbortedError(
                        None,
                        None,
                        f"The same request (request_id {request_id}) was received twice: it is not run again.",
                    )
                self._seen[request_id] = None
                if len(self._seen) > _REMEMBERED_REQUESTS:
                    self._seen.popitem(last=False)

    def cleanup_graph(self, request: Any, call: rpc.Call) -> Any:
        """Forgets what is left of a step."""
        self.steps.cleanup(request.step_id)
        self.collectives.buffers.cleanup(request.step_id)
        step = self._partial.pop(request.step_id, None)
        if step is not None:
            step.stop(errors.CancelledError(None, None, "The step was given up."))
        return protos.CleanupGraphResponse()

    def cleanup_all(self, request: Any, call: rpc.Call) -> Any:
        """Clears containers; the default one if none is named."""
        with self.lock.writing:
            self.store.clear(set(request.container) or {""})
        return protos.CleanupAllResponse()

    # -- tensors for other workers ---------------------------------------------------------------------------------------

    def recv_tensor_later(self, request: Any, call: rpc.Call, answer: Callable[[Any], None]) -> None:
        """Answers with a tensor of a step as soon as it is there."""
        self._once(request.request_id)
        self._check_key(request.rendezvous_key)
        step = self.steps.find(request.step_id)

        def receive(value: Any, dtype: Any) -> None:
            try:
                answer(value if isinstance(value, BaseException) else tensors.recv_response(value, dtype))
            except Exception as error:
                answer(error)

        call.on_end(lambda: step.forget(request.rendezvous_key, receive))
        step.receive(request.rendezvous_key, receive)

    def recv_tensors_later(self, request: Any, call: rpc.Call, answer: Callable[[Any], None]) -> None:
        """Answers with those of several tensors that are there, as soon as there are any."""
        self._once(request.request_id)
        for key in request.recv_key:
            self._check_key(key)
        if not request.recv_key:
            raise errors.InvalidArgumentError(None, None, "RecvTensors: no keys")
        batch = Batch(self.steps.find(request.step_id), list(request.recv_key), answer)
        call.on_end(batch.end)
        batch.begin()

    def _check_key(self, key: str) -> None:
        parts = key.split(";")
        if len(parts) != 5:
            raise errors.InvalidArgumentError(None, None, f"Invalid  rendezvous key: {key}")
        mine = self._incarnations.get(parts[0])
        if mine is None:
            raise errors.InvalidArgumentError(None, None, f"{parts[0]} is not a device of {self.name}")
        try:
            wanted = int(parts[1], 16)
        except ValueError:
            raise errors.InvalidArgumentError(None, None, f"Invalid  rendezvous key: {key}") from None
        if wanted != mine:
            raise errors.AbortedError(
                None,
                None,
                f"RecvTensor expects a different device incarnation: {wanted} vs. {mine}. Your worker job "
                f'("{self.name}") was probably restarted. Check your worker job for the reason why it was restarted.',
            )

    def mark_recv_finished(self, request: Any, call: rpc.Call) -> Any:
        """Nothing is kept for receivers that ask again, so there is nothing to forget."""
        return protos.MarkRecvFinishedResponse()

    # -- what others ask for ---------------------------------------------------------------------------------------------

    def logging(self, request: Any, call: rpc.Call) -> Any:
        """Begins or ends to keep a record of the steps, and hands it out."""
        response = protos.LoggingResponse()
        with self._mutex:
            if request.enable_rpc_logging and self._logged is None:
                self._logged = {}
            kept = self._logged or {}
            for number in request.fetch_step_id:
                if number in kept:
                    response.step.add(step_id=number, step_stats=kept.pop(number))
            if request.clear:
                kept.clear()
            if request.disable_rpc_logging:
                self._logged = None
        return response

    def tracing(self, request: Any, call: rpc.Call) -> Any:
        """Waits for as long as is asked for, as 1.15 without a profiler does."""
        time.sleep(min(max(request.options.duration, 0.0), 60.0))
        return protos.TracingResponse()

    # -- collective operations -------------------------------------------------------------------------------------------

    def recv_buf_later(self, request: Any, call: rpc.Call, answer: Callable[[Any], None]) -> None:
        """Answers with an array of a collective operation as soon as it is there."""
        self._once(request.request_id)
        self.collectives.recv_buf(request, call, answer)

    def complete_group_later(self, request: Any, call: rpc.Call, answer: Callable[[Any], None]) -> None:
        """Answers when all members of a group have come to this leader."""
        call.on_end(lambda: self.collectives.membership.leader.forget(answer))
        self.collectives.membership.leader.complete_group(request, answer)

    def complete_instance_later(self, request: Any, call: rpc.Call, answer: Callable[[Any], None]) -> None:
        """Answers when this leader knows all about an instance."""
        call.on_end(lambda: self.collectives.membership.leader.forget(answer))
        self.collectives.membership.leader.complete_instance(request, answer)

    def get_step_sequence(self, request: Any, call: rpc.Call) -> Any:
        """The numbers of the next steps of graphs with collective operations."""
        return self.collectives.membership.get_step_sequence(request)


def _unknown_graph(handle: str) -> errors.AbortedError:
    return errors.AbortedError(
        None, None, f"Graph handle is not found: {handle}. Possibly, this worker just restarted."
    )
