"""Who takes part in a collective operation: the leader of a cluster collects the members of groups and of instances.

Every worker asks the leader (`CompleteGroup`, `CompleteInstance`) and remembers the answers; so that all call a step by the
same number, it also gives out the numbers of steps with collective operations (`GetStepSequence`). The leader is the task that
`ConfigProto.experimental.collective_group_leader` of the server names; without one, each task leads itself.
"""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from penstock import protos
from penstock.distributed import services
from penstock.graph import errors
from penstock.graph.device import DeviceSpec
from penstock.platform import logging

REDUCE, BROADCAST, GATHER = 0, 1, 2  # CompleteInstanceRequest.type
_STEP_MASK = (1 << 57) - 1  # the bits that 1.15 has for steps
_LONGEST_PAUSE = 60.0
_CANCELLED = "Collective operation was cancelled"

Answer = Callable[[Any], None]  # gets a message or an exception


class Group(NamedTuple):
    """The members of a group, in the order of their ranks."""

    key: int
    devices: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.devices)


def graph_key(instance_keys: Iterable[int]) -> int:
    """The number of a graph by the collective instances in it, as 1.15 computes it; 0 if there are none."""
    keys = sorted(set(instance_keys))
    if not keys:
        return 0
    found, mask = 0x8774AA605C729C72, (1 << 64) - 1
    for key in keys:
        key &= mask
        found = key ^ ((found + 0x9E3779B97F4A7800 + (key << 10) + (key >> 4)) & mask)
    return services.signed(found & mask)


# -- what the leader knows ----------------------------------------------------------------------------------------------


class _Gathering:
    """A group or an instance that is being completed: who has come, and who is told when all have."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.kind = ""
        self.members: dict[str, bool] = {}  # device → whether it is the source of a broadcast
        self.waiting: list[Answer] = []

    @property
    def complete(self) -> bool:
        return len(self.members) == self.size


class Leader:
    """The records of the leader."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: dict[int, _Gathering] = {}
        self._instances: dict[int, _Gathering] = {}
        self._next_steps: dict[int, int] = {}

    def complete_group(self, request: Any, answer: Answer) -> None:
        """Answers when a group has all its members."""
        if len(request.device_name) != 1:
            raise errors.InvalidArgumentError(None, None, "CompleteGroup names one device, the one that joins.")
        key, size, device = request.group_key, request.group_size, request.device_name[0]
        with self._lock:
            group = self._groups.setdefault(key, _Gathering(size))
            group.kind = group.kind or request.device_type
            if group.kind != request.device_type:
                raise errors.InternalError(
                    None,
                    None,
                    f"Collective Op is assigned to device {device} with type {request.device_type} and group_key {key} "
                    f"but that group has type {group.kind}",
                )
            if group.size != size:
                raise errors.InternalError(
                    None,
                    None,
                    f"Collective Op has group_size {size} and group_key {key} but that group has size {group.size}",
                )
            if device not in group.members:
                if group.complete:
                    raise errors.InternalError(
                        None,
                        None,
                        f"Collective Op is assigned to device {device} and group_key {key} but that group doesn't contain "
                        "that device.",
                    )
                group.members[device] = False
            if not group.complete:
                group.waiting.append(answer)
                return
            told, group.waiting = [*group.waiting, answer], []
        tasks = {services.task_of(d) for d in group.members}
        response = protos.CompleteGroupResponse(
            group_key=key, group_size=size, device_type=group.kind, num_tasks=len(tasks)
        )
        for member in sorted(group.members):
            response.device_name.append(member)
            response.task_name.append(services.task_of(member))
        for one in told:
            one(response)

    def complete_instance(self, request: Any, answer: Answer) -> None:
        """Answers when an instance is known; that of a broadcast when all, and so the source, have come."""
        key, response = request.instance_key, protos.CompleteInstanceResponse(instance_key=request.instance_key)
        if request.type != BROADCAST:
            response.source_rank = -1
            answer(response)
            return
        with self._lock:
            instance = self._instances.setdefault(key, _Gathering(request.group_size))
            if request.is_source and any(s for d, s in instance.members.items() if d != request.device):
                raise errors.InternalError(
                    None, None, f"Instance {key} already has a source: {request.device} would be a second one."
                )
            if request.device not in instance.members and instance.complete:
                raise errors.InternalError(
                    None, None, f"Instance {key} has its {instance.size} members; {request.device} is not one of them."
                )
            instance.members[request.device] = request.is_source
            if not instance.complete:
                instance.waiting.append(answer)
                return
            told, instance.waiting = [*instance.waiting, answer], []
        result: Any = response
        if True in instance.members.values():
            ranks = sorted(instance.members)
            response.source_rank = ranks.index(next(d for d, source in instance.members.items() if source))
        else:
            result = errors.InternalError(
                None,
                None,
                f"Instance {key} found no source for broadcast.  This could mean that there were group_size="
                f"{instance.size} BcastRecvs but no BcastSend.",
            )
        for one in told:
            one(result)

    def forget(self, answer: Answer) -> None:
        """Drops one that waits no longer; its device stays a member, since it will come back."""
        with self._lock:
            for gathering in [*self._groups.values(), *self._instances.values()]:
                if answer in gathering.waiting:
                    gathering.waiting.remove(answer)

    def next_step(self, key: int) -> int:
        """The number of the next step of a graph."""
        with self._lock:
            return self._next_steps.setdefault(key, random.SystemRandom().getrandbits(57))

    def retire(self, key: int, step: int, well: bool) -> None:
        """Goes on to the number after a step of the leader's own; after one that failed, to any other."""
        with self._lock:
            if well and self._next_steps.get(key) == step:
                self._next_steps[key] = (step + 1) & _STEP_MASK
            else:
                self._next_steps.pop(key, None)


# -- what each worker asks -----------------------------------------------------------------------------------------------


class Membership:
    """The groups and steps that a worker takes part in.

    Args:
      worker: the worker.
    """

    def __init__(self, worker: Any) -> None:
        self._worker = worker
        named = worker.config.experimental.collective_group_leader
        self._leader_task = "" if not named or _same_task(named, worker.name) else _full_task(named)
        self.leader = Leader()
        self._groups: dict[int, Group] = {}
        self._sources: dict[int, int] = {}
        self._incarnations: dict[str, int] = {}
        self._next_steps: dict[int, int] = {}
        self._lock = threading.Lock()

    def _ask(self, method: str, request: Any, cancel: Any) -> Any:
        """Asks the leader, which may be in this process; waits until it answers or the run is given up."""
        if self._leader_task:
            stub = self._stub()
            return _waited(lambda done: stub.begin(method, request, done), cancel)
        leader = self.leader
        function = leader.complete_group if method == "CompleteGroup" else leader.complete_instance

        def begin(done: Answer) -> Callable[[], object]:
            function(request, done)
            return lambda: leader.forget(done)

        return _waited(begin, cancel)

    def _stub(self) -> Any:
        address = self._worker.addresses.get(self._leader_task)
        if address is None:
            raise errors.InternalError(None, None, f"The leader {self._leader_task} is not a task of this cluster.")
        return self._worker.stub(address)

    def group(self, key: int, size: int, device: str, cancel: Any) -> Group:
        """The group that a device belongs to, when it is complete."""
        found = self._groups.get(key)
        if found is None:
            kind = DeviceSpec.from_string(device).device_type or "CPU"
            request = protos.CompleteGroupRequest(
                group_key=key, group_size=size, device_type=kind, device_name=[device]
            )
            response = self._ask("CompleteGroup", request, cancel)
            found = self._groups[key] = Group(key, tuple(sorted(response.device_name)))
        if found.size != size or device not in found.devices:
            raise errors.InternalError(
                None,
                None,
                f"Collective Op is assigned to device {device} with group_size {size} and group_key {key} but that group has "
                f"the devices {list(found.devices)}",
            )
        return found

    def instance(
        self, operation: Any, kind: int, group: Group, device: str, source: bool, shape: tuple[int, ...], cancel: Any
    ) -> int:
        """Tells the leader of an instance; returns the rank of the source, if it is a broadcast."""
        key = operation._attrs["instance_key"]
        found = self._sources.get(key)
        if found is None:
            request = protos.CompleteInstanceRequest(
                name=operation.name,
                type=kind,
                data_type=operation._attrs["T"].as_datatype_enum,
                group_key=group.key,
                group_size=group.size,
                instance_key=key,
                device_type=DeviceSpec.from_string(device).device_type or "CPU",
                device=device,
                is_source=source,
                subdiv_offset=[0] if kind != BROADCAST else [],
            )
            request.shape.SetInParent()
            for dim in shape:
                request.shape.dim.add(size=dim)
            found = self._sources[key] = self._ask("CompleteInstance", request, cancel).source_rank
        return found

    def incarnation(self, device: str, cancel: Any) -> int:
        """The number that the server of a device has given to it: another one after each start of the server."""
        found = self._incarnations.get(device)
        if found is None:
            task = services.task_of(device)
            address = self._worker.addresses.get(task)
            if address is None:
                raise errors.InternalError(None, None, f"No worker known as {task}")
            stub = self._worker.stub(address)
            response = _waited(lambda done: stub.begin("GetStatus", protos.GetStatusRequest(), done), cancel)
            self._incarnations.update((d.name, d.incarnation) for d in response.device_attributes)
            found = self._incarnations.get(device)
            if found is None:
                raise errors.InternalError(None, None, f"{task} has no device {device}")
        return found

    def forget_incarnations(self) -> None:
        """After a failure: a task may have been started anew, and is asked again."""
        self._incarnations.clear()

    # -- numbers of steps ------------------------------------------------------------------------------------------------

    def step(self, key: int, stopped: Callable[[], bool]) -> int:
        """The number of the next step of a graph with collective operations, the same in all tasks that run it.

        Raises:
          tf.errors.CancelledError: the session has ended meanwhile.
        """
        if not self._leader_task:
            return self.leader.next_step(key)
        pause = 0.0
        while True:
            with self._lock:
                if key in self._next_steps:
                    return self._next_steps[key]
            try:
                request = protos.GetStepSequenceRequest(graph_key=[key])
                response = self._stub().call("GetStepSequence", request)
            except errors.OpError as error:
                pause = min(pause + 1.0, _LONGEST_PAUSE)
                logging.error("Bad status from the leader of collective operations: %s Retrying.", error.message)
                for _ in range(int(pause * 10)):
                    if stopped():
                        raise errors.CancelledError(None, None, "Session has been closed.") from None
                    time.sleep(0.1)
                continue
            with self._lock:
                for sequence in response.step_sequence:
                    self._next_steps[sequence.graph_key] = sequence.next_step_id

    def retire(self, key: int, step: int, well: bool) -> None:
        """Says that a step is over."""
        if not self._leader_task:
            self.leader.retire(key, step, well)
            return
        with self._lock:
            if well and self._next_steps.get(key) == step:
                self._next_steps[key] = (step + 1) & _STEP_MASK
            else:
                self._next_steps.pop(key, None)

    def get_step_sequence(self, request: Any) -> Any:
        """What another worker asks the leader."""
        if self._leader_task:
            raise errors.InternalError(None, None, f"{self._worker.name} does not lead collective operations.")
        response = protos.GetStepSequenceResponse()
        for key in request.graph_key:
            response.step_sequence.add(graph_key=key, next_step_id=self.leader.next_step(key))
        return response


def _waited(begin: Callable[[Answer], Callable[[], object]], cancel: Any) -> Any:
    """What a call answers, which `begin` begins; it is given up if the run is."""
    found: queue.SimpleQueue[Any] = queue.SimpleQueue()
    remove = cancel.on_cancel(lambda: found.put(errors.CancelledError(None, None, _CANCELLED)))
    try:
        give_up = begin(found.put)
        result = found.get()
    finally:
        remove()
    if isinstance(result, BaseException):
        give_up()
        raise result
    return result


def _full_task(name: str) -> str:
    spec = DeviceSpec.from_string(name)
    return services.task_name(spec.job or "worker", spec.task or 0)


def _same_task(name: str, other: str) -> bool:
    return _full_task(name) == _full_task(other)
