"""A session of a master: the graph that its client has sent, placed over the cluster, and the runs of parts of it."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from penstock import protos
from penstock.distributed import merged_reductions, partition, watched
from penstock.distributed.collective_groups import graph_key
from penstock.distributed.node_types import NodeTypes, parse_input
from penstock.distributed.placement import Placer
from penstock.distributed.requests import new_request_id, new_step_id
from penstock.distributed.services import from_task
from penstock.distributed.workers import LocalCall
from penstock.graph import errors
from penstock.runtime.session.cancel import TIMED_OUT

_CLOSED = "Session has been closed."
_DEBUGGED_KEPT = 8  # debugged kinds of runs that workers remember
# Errors that follow from another task's failure rather than being the cause.
_FOLLOWING = (errors.CancelledError, errors.AbortedError)


class Execution:
    """The partitions of one kind of run, registered with their workers."""

    def __init__(self, parts: list[partition.Part], handles: dict[str, str], collective_key: int = 0) -> None:
        self.parts = parts
        self.handles = handles  # task → handle of its graph
        self.collective_key = collective_key  # of graphs with collective operations
        self.steps = itertools.count()  # numbers of debugged ones


class PartialRun:
    """A run in parts: its step, and what is still to be fed and fetched."""

    def __init__(self, execution: Execution, feeds: Sequence[str], fetches: Sequence[str]) -> None:
        self.execution = execution
        self.step = new_step_id()
        self.to_feed = set(feeds)
        self.to_fetch = set(fetches)
        self.begun = False


class MasterSession:
    """The graph of a client, and its runs.

    Args:
      handle: its name.
      master: the master it belongs to.
      config: the client's `ConfigProto`.
      devices: `DeviceAttributes` of the devices it may use.
      workers: those that have these devices, by the name of their task.
    """

    def __init__(self, handle: str, master: Any, config: Any, devices: list[Any], workers: dict[str, Any]) -> None:
        self.handle = handle
        self.master = master
        self.config = config
        self.devices = devices
        self.workers = workers
        self.version = 0
        self.closed = False
        self.last_used = time.monotonic()
        self._nodes: dict[str, Any] = {}
        self._library = protos.FunctionDefLibrary()
        self._versions = protos.VersionDef()
        self._types = NodeTypes()
        self._placer = Placer(devices, self._types, config.allow_soft_placement)
        self._incarnations = {device.name: device.incarnation for device in devices}
        self._executions: dict[Any, Execution] = {}
        self._partial: dict[str, PartialRun] = {}
        self._callables: dict[int, Any] = {}
        self._numbers = itertools.count()
        self._mutex = threading.RLock()
        self._running: set[Running] = set()
        self._isolated = config.isolate_session_state

    # -- the graph ----------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Tells the workers of the session."""
        request = protos.CreateWorkerSessionRequest(
            session_handle=self.handle, isolate_session_state=self._isolated, cluster_device_attributes=self.devices
        )
        for task, worker in self.workers.items():
            request.server_def.CopyFrom(self.master.server_def_of(task, self.config))
            worker.call("CreateWorkerSession", request, timeout=self._seconds())

    def extend(self, graph_def: Any, version: int | None = None) -> int:
        """Adds nodes; returns the new version.

        Raises:
          tf.errors.AbortedError: another client has added some since `version`.
          tf.errors.InvalidArgumentError: a name is taken, or a device is not there.
        """
        with self._mutex:
            self._check_open()
            if version is not None and version != self.version:
                raise errors.AbortedError(
                    None, None, f"Expected version {self.version} but got {version}: the graph was extended by another."
                )
            new = {}
            for node in graph_def.node:
                if node.name in self._nodes or node.name in new:
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        f"GraphDef argument to Extend includes node '{node.name}', which was created by a "
                        "previous call to Create or Extend in this session.",
                    )
                new[node.name] = node
            known = {f.signature.name for f in self._library.function}
            self._library.function.extend(f for f in graph_def.library.function if f.signature.name not in known)
            grads = {g.function_name for g in self._library.gradient}
            self._library.gradient.extend(g for g in graph_def.library.gradient if g.function_name not in grads)
            self._types.add_library(self._library)
            self._versions.MergeFrom(graph_def.versions)
            nodes = {**self._nodes, **new}
            if not self.config.graph_options.place_pruned_graph:
                self._placer.place(nodes, new)
            self._nodes = nodes
            self.version += 1
            if self.config.log_device_placement:
                self._log(new)
            return self.version

    def _log(self, names: Any) -> None:
        import sys

        for name in names:
            if name in self._placer.placed:
                print(f"{name}: ({self._nodes[name].op}): {self._placer.placed[name]}", file=sys.stderr)

    def _check_open(self) -> None:
        if self.closed:
            raise errors.CancelledError(None, None, _CLOSED)

    def _seconds(self, options: Any = None) -> float | None:
        milliseconds = (options.timeout_in_ms if options is not None else 0) or self.config.operation_timeout_in_ms
        return milliseconds / 1000 if milliseconds > 0 else None

    def _execution(
        self,
        feeds: Sequence[str],
        fetches: Sequence[str],
        targets: Sequence[str],
        debug_options: Any = None,
        partial: bool = False,
    ) -> Execution:
        key: tuple = (partial, tuple(sorted(feeds)), tuple(sorted(fetches)), tuple(sorted(targets)))
        if debug_options is not None:
            key += (debug_options.SerializeToString(deterministic=True),)
        with self._mutex:
            self._check_open()
            found = self._executions.get(key)
            if found is None:
                found = self._executions[key] = self._register(key[1], key[2], key[3], debug_options, partial)
                if debug_options is not None:
                    self._forget_debugged()
            return found

    def _forget_debugged(self) -> None:
        """Keeps the last debugged kinds of runs: sessions that dump each run into a folder of its own make one every time."""
        debugged = [key for key in self._executions if len(key) > 4]
        in_use = {running._execution for running in self._running}
        for key in debugged[:-_DEBUGGED_KEPT]:
            if self._executions[key] not in in_use:
                self._deregister(self._executions.pop(key))

    def _register(
        self, feeds: Sequence[str], fetches: Sequence[str], targets: Sequence[str], debug_options: Any, partial: bool
    ) -> Execution:
        pruned = partition.prune(self._nodes, feeds, fetches, targets)
        if not pruned.nodes and not pruned.fetches:
            raise errors.InvalidArgumentError(None, None, "Must specify at least one target to fetch or execute.")
        before = pruned.nodes
        pruned, library = partition.functional(pruned, self._nodes, self._library, self._versions)
        nodes, types, placed = self._nodes, self._types, self._placer.placed
        if pruned.nodes is not before or self.config.graph_options.place_pruned_graph:
            # Fed nodes are placed, too: what is fed has the place of what it replaces.
            wanted = {**{name: self._nodes[name] for name, _ in pruned.feeds}, **pruned.nodes}
            types = NodeTypes(library)
            placer = Placer(self.devices, types, self.config.allow_soft_placement)
            placer.place(wanted, wanted)
            nodes, placed = {**self._nodes, **wanted}, placer.placed
        if merged_reductions.wanted(self.config):
            pruned, devices = merged_reductions.merged(pruned, nodes, placed, types, library, self._versions)
            placed = {**placed, **devices}
        # A debugged run shows all nodes, and one in parts gets its feeds one after the other.
        shortcuts = debug_options is None and not partial
        parts = partition.Partitioner(
            pruned, nodes, placed, types, self._incarnations, library, self._versions, shortcuts
        ).parts()
        handles = {}
        collective_key = _collective_key(parts)
        for part in parts:
            request = protos.RegisterGraphRequest(
                session_handle=self.handle,
                create_worker_session_called=True,
                graph_def=part.graph_def,
                graph_options=self.config.graph_options,
                collective_graph_key=collective_key,
                debug_options=debug_options,
            )
            response = self.workers[part.task].call("RegisterGraph", request, timeout=self._seconds())
            handles[part.task] = response.graph_handle
        return Execution(parts, handles, collective_key)

    # -- runs -----------------------------------------------------------------------------------------------------------------

    def run(
        self,
        feeds: Mapping[str, tuple[Any, Any]],
        fetches: Sequence[str],
        targets: Sequence[str],
        options: Any = None,
        metadata: Any = None,
        call: Any = None,
    ) -> list[Any]:
        """Runs a step: feeds are (array, type) by name; returns (array, type) of the fetches.

        Raises:
          tf.errors.OpError: of the task that failed first.
        """
        self.last_used = time.monotonic()
        debug_options = watched.asked_for(options)
        execution = self._execution(list(feeds), fetches, targets, debug_options)
        if debug_options is not None:
            watched.tell(options, next(execution.steps), [*map(_full, feeds)], [*map(_full, fetches)], targets)
        step, retire = self._new_step(execution.collective_key)
        running = Running(self, execution, step)
        if metadata is not None and options is not None:
            running.wanted = options
        try:
            found = running.run(feeds, fetches, self._seconds(options), call=call)
        except BaseException:
            retire(False)
            raise
        retire(True)
        if metadata is not None:
            running.describe(metadata)
        return [found[_full(name)] for name in fetches]

    def _new_step(self, collective_key: int) -> tuple[int, Callable[[bool], None]]:
        """The number of a step, and what is called when the step is over: all tasks agree on one with collectives."""
        if not collective_key:
            return new_step_id(), lambda well: None
        membership = self.master.membership
        step = membership.step(collective_key, lambda: self.closed)
        return step, lambda well: membership.retire(collective_key, step, well)

    def partial_run_setup(self, feeds: Sequence[str], fetches: Sequence[str], targets: Sequence[str]) -> str:
        """Begins a run in parts; returns its handle."""
        execution = self._execution(feeds, fetches, targets, partial=True)
        handle = f"{self.handle}/{next(self._numbers)}"
        self._partial[handle] = PartialRun(execution, [*map(_full, feeds)], [*map(_full, fetches)])
        return handle

    def partial_run(self, handle: str, feeds: Mapping[str, Any], fetches: Sequence[str]) -> list[Any]:
        """Goes on with a run in parts."""
        run = self._partial.get(handle)
        if run is None:
            raise errors.InvalidArgumentError(None, None, "Must run PartialRunSetup before performing partial runs.")
        names, wanted = {_full(name) for name in feeds}, {_full(name) for name in fetches}
        for name in names - run.to_feed:
            raise errors.InvalidArgumentError(
                None, None, f"The feed {name} was not specified in partial_run_setup, or has already been fed."
            )
        for name in wanted - run.to_fetch:
            raise errors.InvalidArgumentError(
                None, None, f"The fetch {name} was not specified in partial_run_setup, or has already been fetched."
            )
        self._check_partial(run, names, wanted)
        run.to_feed -= names
        run.to_fetch -= wanted
        last = not run.to_feed and not run.to_fetch
        running = Running(self, run.execution, run.step)
        first, run.begun = not run.begun, True
        try:
            found = running.run(feeds, fetches, self._seconds(), partial=True, first=first, last=last)
        except BaseException:
            self._partial.pop(handle, None)
            running.cleanup()
            raise
        if last:
            self._partial.pop(handle, None)
            running.cleanup()
        return [found[_full(name)] for name in fetches]

    def _check_partial(self, run: PartialRun, feeds: set[str], fetches: set[str]) -> None:
        """Refuses a fetch that needs what has not been fed yet."""
        missing = {parse_input(name) for name in run.to_feed - feeds}
        if not missing:
            return
        todo, seen = [parse_input(name)[0] for name in fetches], set()
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            for text in self._nodes[name].input:
                source = parse_input(text)
                if source in missing:
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        f"Fetch {name}:0 can't be computed from the feeds that have been fed so far.",
                    )
                if f"{source[0]}:{source[1]}" not in run.to_feed:
                    todo.append(source[0])

    def make_callable(self, options: Any) -> int:
        """Keeps what to feed and fetch; returns the number to run it by."""
        self._execution(list(options.feed), list(options.fetch), list(options.target))
        number = next(self._numbers)
        self._callables[number] = options
        return number

    def callable_options(self, number: int) -> Any:
        """What was kept."""
        if number not in self._callables:
            raise errors.InvalidArgumentError(
                None, None, f"Attempted to run callable handle {number}, which is not there."
            )
        return self._callables[number]

    def release_callable(self, number: int) -> None:
        """Forgets it."""
        self._callables.pop(number, None)

    # -- the end ----------------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Cancels what runs and tells the workers that the session has ended."""
        with self._mutex:
            if self.closed:
                return
            self.closed = True
            running = list(self._running)
            executions = list(self._executions.values())
            self._executions.clear()
            unfinished = [run for run in self._partial.values() if run.begun]
            self._partial.clear()
        for one in running:
            one.fail(errors.CancelledError(None, None, "Step was cancelled by an explicit call to `Session::Close()`."))
        for run in unfinished:
            Running(self, run.execution, run.step).cleanup()
        for execution in executions:
            self._deregister(execution)
        for worker in self.workers.values():
            worker.begin("DeleteWorkerSession", protos.DeleteWorkerSessionRequest(session_handle=self.handle))

    def _deregister(self, execution: Execution) -> None:
        for task, handle in execution.handles.items():
            self.workers[task].begin(
                "DeregisterGraph",
                protos.DeregisterGraphRequest(
                    session_handle=self.handle, create_worker_session_called=True, graph_handle=handle
                ),
            )


class Running:
    """One step that is on its way in all its tasks."""

    def __init__(self, session: MasterSession, execution: Execution, step: int) -> None:
        self._session = session
        self._execution = execution
        self._step = step
        self._queue: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._error: BaseException | None = None
        self._cancels: list[Any] = []
        self._mutex = threading.Lock()
        self._responses: list[Any] = []
        self.wanted: Any = None

    def fail(self, error: BaseException) -> None:
        """Ends the step in all tasks."""
        with self._mutex:
            if self._error is None or (isinstance(self._error, _FOLLOWING) and not isinstance(error, _FOLLOWING)):
                self._error = error
            cancels, self._cancels = self._cancels, []
        for cancel in cancels:
            cancel()

    def _given_up_by(self, cancel: Any) -> None:
        with self._mutex:
            if self._error is None:
                self._cancels.append(cancel)
                return
        cancel()

    def run(
        self,
        feeds: Mapping[str, tuple[Any, Any]],
        fetches: Sequence[str],
        seconds: float | None,
        partial: bool = False,
        first: bool = False,
        last: bool = False,
        call: Any = None,
    ) -> dict[str, tuple[Any, Any]]:
        """Has all tasks run their part; returns the fetched tensors by name."""
        session = self._session
        given = {_full(name): value for name, value in feeds.items()}
        wanted = {_full(name) for name in fetches}
        names: dict[str, str] = {}  # key → name of a fetched tensor
        remote, here = [], None
        for part in self._execution.parts:
            request = self._request(part, partial, last)
            sent = {key: given[name] for name, key in part.feeds.items() if name in given}
            asked = {key: name for name, key in part.fetches.items() if name in wanted}
            if partial and not sent and not asked and not first and not last:
                continue
            names.update(asked)
            request.recv_key.extend(asked)
            worker = session.workers[part.task]
            if worker.local:
                here = (worker, request, sent)
            else:
                remote.append((worker, request, sent))
        timer = None
        if seconds is not None:
            timer = threading.Timer(seconds, self.fail, [errors.DeadlineExceededError(None, None, TIMED_OUT)])
            timer.daemon = True
            timer.start()
        with session._mutex:
            session._check_open()
            session._running.add(self)
        if call is not None:
            call.on_end(lambda: self.fail(errors.CancelledError(None, None, "The client gave the step up.")))
        try:
            return self._gather(remote, here, names)
        finally:
            if timer is not None:
                timer.cancel()
            with session._mutex:
                session._running.discard(self)
            if not partial:
                self.cleanup()

    def _request(self, part: partition.Part, partial: bool, last: bool) -> Any:
        request = protos.RunGraphRequest(
            session_handle=self._session.handle,
            create_worker_session_called=True,
            graph_handle=self._execution.handles[part.task],
            step_id=self._step,
            request_id=new_request_id(),
            is_partial=partial,
            is_last_partial_run=last,
        )
        if self.wanted is not None:
            request.exec_opts.record_timeline = self.wanted.trace_level > 0
            request.exec_opts.record_partition_graphs = self.wanted.output_partition_graphs
        return request

    def _gather(self, remote: list[Any], here: Any, names: dict[str, str]) -> dict[str, tuple[Any, Any]]:
        results: dict[str, tuple[Any, Any]] = {}
        for worker, request, sent in remote:

            def ended(result: Any, name: str = worker.name) -> None:
                if isinstance(result, BaseException):
                    self.fail(from_task(name, result))
                self._queue.put((name, result))

            # What the part of this task asks of the same workers goes out together with it.
            self._given_up_by(worker.begin_run(request, sent, ended, soon=here is not None))

        def flush() -> None:
            for there, _, _ in remote:
                there.flush()

        if here is not None:
            worker, request, sent = here
            call = LocalCall(flush)
            self._given_up_by(call.give_up)
            try:
                found, response = worker.run(request, {key: value for key, (value, _) in sent.items()}, call)
                results.update((names[key], value) for key, value in found.items())
                self._responses.append(response)
            except Exception as error:
                self.fail(from_task(worker.name, error))
                flush()
        for _ in remote:
            _, result = self._queue.get()
            if not isinstance(result, BaseException):
                found, response = result
                results.update((names[key], value) for key, value in found.items() if key in names)
                self._responses.append(response)
        if self._error is not None:
            raise self._error
        return results

    def describe(self, metadata: Any) -> None:
        """Fills in what the tasks tell of the step."""
        metadata.Clear()
        for response in self._responses:
            metadata.step_stats.dev_stats.extend(response.step_stats.dev_stats)
            metadata.partition_graphs.extend(response.partition_graph)

    def cleanup(self) -> None:
        """Has the workers forget the step: at once if it failed, else before the next one, which saves a frame."""
        request = protos.CleanupGraphRequest(step_id=self._step)
        for part in self._execution.parts:
            worker = self._session.workers[part.task]
            if self._error is None:
                worker.tell("CleanupGraph", request)
            else:
                worker.begin("CleanupGraph", request)


def _collective_key(parts: list[partition.Part]) -> int:
    """The number of a run by the collective operations in it, those in functions that it calls among them."""
    found = {}
    for part in parts:
        functions = {f.signature.name: f for f in part.graph_def.library.function}
        todo, called = list(part.graph_def.node), set()
        while todo:
            node = todo.pop()
            if node.op.startswith("Collective"):
                found[node.attr["instance_key"].i] = None
            names = {node.op} if functions else set()
            for attr in node.attr.values() if functions else ():
                names.update(f.name for f in (attr.func, *attr.list.func))
            for name in (names & functions.keys()) - called:
                called.add(name)
                todo.extend(functions[name].node_def)
    return graph_key(found)


def _full(name: str) -> str:
    node, index = parse_input(name)
    return f"{node}:{index}"
