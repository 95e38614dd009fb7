"""A graph that a master has registered with a worker, and its steps.

A `Step` gives each stage what it waits for and runs it in the thread of the master's call; stages that block have threads of
their own. Nothing waits for a single tensor: what arrives is put on the step's queue by whoever brings it.
"""

from __future__ import annotations

import functools
import queue
import threading
from typing import Any

from penstock.distributed.batches import Asker
from penstock.distributed.rendezvous import Rendezvous
from penstock.distributed.services import from_task
from penstock.distributed.stages import Edge, Partition, Stage
from penstock.graph import errors
from penstock.graph.graph import Graph
from penstock.graph.importer import import_graph_def
from penstock.runtime.interpret.blocking import pool
from penstock.runtime.interpret.context import Run
from penstock.runtime.policy import INTERPRET
from penstock.runtime.session.cancel import Cancel
from penstock.runtime.session.prepared import Prepared


class Runnable:
    """A stage as a prepared run."""

    def __init__(self, stage: Stage, sends: list[Edge], owner: str) -> None:
        self.stage = stage
        self.feeds = list(stage.feeds)  # tensors of the partition, in the order of the feeds
        self.fetches = list(stage.fetches)
        self.sends = [(self.fetches.index(edge.tensor), edge) for edge in sends]
        sent = {edge.tensor for edge in sends}
        self.kept = [(i, tensor) for i, tensor in enumerate(self.fetches)]
        self.only_sent = {tensor for tensor in self.fetches if tensor in sent}
        graph = Graph()
        graph.name = owner  # type: ignore[attr-defined]  # counters of random operations are the session's own
        with graph.as_default():
            try:
                import_graph_def(stage.graph_def, name="")
            except ValueError as error:
                raise errors.InvalidArgumentError(None, None, str(error)) from None
        for op in graph._operations:
            op._stack = ()  # where this was called says nothing to a user; the client knows the line
        placeholders = [graph.get_tensor_by_name(f"{stage.feeds[tensor]}:0") for tensor in self.feeds]
        fetched = [graph.get_tensor_by_name(self._here(tensor)) for tensor in self.fetches]
        targets = [graph.get_operation_by_name(name) for name in stage.targets]
        self.prepared = Prepared(graph, fetched + targets, placeholders)
        self.prepared.fetches.handles.clear()  # the text goes to the client, who holds what it stands for

    def _here(self, tensor: str) -> str:
        name = self.stage.feeds.get(tensor)
        return tensor if name is None else f"{name}:0"


class RegisteredGraph:
    """A partition, its stages prepared.

    Args:
      graph_def: the partition.
      session: the `WorkerSession` that it belongs to.
      owner: whose random numbers its operations draw.
      debug_options: which of its tensors are shown to whom.
    """

    def __init__(self, graph_def: Any, session: Any, owner: str, debug_options: Any = None) -> None:
        self.session = session
        self.graph_def = graph_def
        self.partition = Partition(graph_def)
        self.stages = [Runnable(s, self.partition.sent_at(s), owner) for s in self.partition.stages]
        self.users: dict[str, list[int]] = {}  # received tensor → stages that wait for it
        self.next: list[list[int]] = [[] for _ in self.stages]  # stage → stages that wait for it
        for i, runnable in enumerate(self.stages):
            for name in runnable.stage.receives:
                self.users.setdefault(name, []).append(i)
            for before in runnable.stage.after:
                self.next[before].append(i)
        self.watched: Any = None
        if debug_options is not None and debug_options.debug_tensor_watch_opts:
            from penstock.distributed.watched import WatchedPartition

            devices = [device.name for device in session.worker.devices]
            self.watched = WatchedPartition(
                self.stages, self.partition, graph_def, session.runner, devices, debug_options
            )


class Step:
    """One run of a registered graph.

    Args:
      graph: what is run.
      number: of the step, the same on all tasks.
      rendezvous: of the step on this worker.
      cancel: ends it.
    """

    def __init__(self, graph: RegisteredGraph, number: int, rendezvous: Rendezvous, cancel: Cancel) -> None:
        self.graph = graph
        self.number = number
        self.rendezvous = rendezvous
        self.cancel = cancel
        self.error: BaseException | None = None
        self.traced = False
        self._traces: list[Any] = []
        self._values: dict[str, Any] = {}
        self._missing = [len(r.stage.receives) + len(r.stage.after) for r in graph.stages]
        self._left = len(graph.stages)
        self._inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._begun = False
        self._over = threading.Event()  # of a run in parts: nothing is left to run
        self._calls: list[Any] = []
        self._running = 0
        self._collectives = graph.session.worker.collectives.of_step(number)
        self._watched = graph.watched.step() if graph.watched is not None else None

    # -- for the master -------------------------------------------------------------------------------------------------

    def run(self, sent: dict[str, Any], wanted: list[str], begun: Any) -> dict[str, tuple[Any, Any]]:
        """Runs everything; returns the tensors for the keys in `wanted`. Calls `begun` when all receives are issued.

        Raises:
          tf.errors.OpError: what ended the step.
        """
        results: dict[str, tuple[Any, Any]] = {}
        self._begin(sent)
        begun()
        try:
            self._loop(lambda: not self._left)
        finally:
            if self._watched is not None:
                self._watched.end()
            self._end()
        for key in wanted:
            self.rendezvous.receive(key, functools.partial(_keep, results, key))
        return self._checked(results, wanted)

    def go_on(self, sent: dict[str, Any], wanted: list[str], last: bool) -> dict[str, tuple[Any, Any]]:
        """A call of a run in parts: takes what is fed, and waits for what is asked for (for all, at the end).

        In between the step goes on, because another task may need what this one sends.
        """
        arrived: queue.SimpleQueue[tuple[str, Any, Any]] = queue.SimpleQueue()
        begins = not self._begun
        self._begin(sent)
        if begins:
            pool.submit(self._drive)

        def put(key: str, value: Any, dtype: Any) -> None:
            arrived.put((key, value, dtype))

        for key in wanted:
            self.rendezvous.receive(key, functools.partial(put, key))
        results: dict[str, tuple[Any, Any]] = {}
        while len(results) < len(wanted):
            key, value, dtype = arrived.get()
            results[key] = (value, dtype)
        if last:
            self._over.wait()
        if self.error is not None:
            raise self.error
        return self._checked(results, wanted)

    def _drive(self) -> None:
        """Runs all stages of a run in parts, as their inputs come."""
        try:
            self._loop(lambda: not self._left)
        except BaseException:
            pass  # it is kept for the calls
        finally:
            self._end()
            self._over.set()

    def stop(self, error: BaseException) -> None:
        """Ends the step from outside."""
        self._inbox.put(("error", error))
        self.cancel.cancel()

    def describe(self, response: Any, options: Any, device: str) -> None:
        """Fills in what the master wants to know of the run."""
        if options.record_partition_graphs:
            watched = self.graph.watched
            response.partition_graph.extend([self.graph.graph_def] if watched is None else watched.graphs.values())
        if self._traces and options.record_timeline:
            stats = response.step_stats.dev_stats.add(device=device)
            for trace in self._traces:
                for step, start, end, _ in trace:
                    stats.node_stats.add(
                        node_name=step.op.name,
                        all_start_micros=start // 1000,
                        op_end_rel_micros=max(1, (end - start) // 1000),
                        all_end_rel_micros=max(1, (end - start) // 1000),
                        timeline_label=f"{step.op.name} = {step.op.type}()",
                    )

    def _end(self) -> None:
        """Lets go of the tensors at once: this object and what it has asked for hold each other."""
        self._values.clear()
        self._calls.clear()

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _checked(self, results: dict[str, tuple[Any, Any]], wanted: list[str]) -> dict[str, tuple[Any, Any]]:
        for key in wanted:
            if key not in results:
                raise errors.InvalidArgumentError(None, None, f"Nothing is sent under the key {key}")
            if isinstance(results[key][0], BaseException):
                raise results[key][0]
        return results

    def _begin(self, sent: dict[str, Any]) -> None:
        for key, value in sent.items():
            self.rendezvous.send(key, value, None)
        if self._begun:
            return
        self._begun = True
        far: dict[str, list[tuple[str, str]]] = {}  # device → (name, key) of what is received from there
        for name, edge in self.graph.partition.receives.items():
            if edge.client or edge.device.startswith(self.graph.session.worker.name + "/"):
                self.rendezvous.receive(edge.key, functools.partial(self._arrived, name))
            else:
                far.setdefault(edge.device, []).append((name, edge.key))
        for device, wanted in far.items():
            self._ask_for(device, wanted)
        for i, missing in enumerate(self._missing):
            if not missing:
                self._inbox.put(("stage", i))

    def _arrived(self, name: str, value: Any, dtype: Any = None) -> None:
        self._inbox.put(("error", value) if isinstance(value, BaseException) else (name, value))

    def _ask_for(self, device: str, wanted: list[tuple[str, str]]) -> None:
        def arrived(index: int, value: Any) -> None:
            self._arrived(wanted[index][0], value)

        asker = Asker(self.graph.session.stub(device), self.number, [key for _, key in wanted], arrived)
        self._calls.append(asker.begin())

    def _loop(self, done: Any) -> None:
        """Runs what becomes ready until it is done; ends the step everywhere if something fails."""
        if self.error is not None:
            raise self.error
        try:
            while not done():
                kind, value = self._inbox.get()
                if kind == "error":
                    raise value
                if kind == "stage":
                    self._start(value)
                elif kind == "done":
                    self._running -= 1
                    self._finished(*value)
                elif kind != "wake":
                    self._values[f"{kind}:0"] = value
                    for user in self.graph.users.get(kind, ()):
                        self._one_less(user)
        except BaseException as error:
            self._fail(error)
            raise

    def _fail(self, error: BaseException) -> None:
        self.error = error
        self.cancel.cancel()
        told = error if isinstance(error, errors.OpError) else errors.InternalError(None, None, str(error))
        # Another task may tell of it before this one does.
        self.rendezvous.abort(from_task(self.graph.session.worker.name, told))
        for cancel in self._calls:
            cancel()

    def _one_less(self, index: int) -> None:
        self._missing[index] -= 1
        if not self._missing[index]:
            self._start(index)

    def _start(self, index: int) -> None:
        runnable = self.graph.stages[index]
        if not runnable.stage.blocking:
            self._finished(index, self._results(index))
            return
        self._running += 1

        def work() -> None:
            try:
                results = self._results(index)
            except BaseException as error:
                self._inbox.put(("error", error))
            else:
                self._inbox.put(("done", (index, results)))

        pool.submit(work)

    def _results(self, index: int) -> list[Any]:
        runnable, session = self.graph.stages[index], self.graph.session.runner
        run = Run(session, session._store, session._tier, self.cancel)
        run.collectives = self._collectives
        if self.traced:
            run.trace, run.tier = [], INTERPRET
            self._traces.append(run.trace)
        values = [self._values[name] for name in runnable.feeds]
        if self._watched is not None:
            return self._watched.run(index, values, run)
        return session._execute(runnable.prepared, values, run)

    def _finished(self, index: int, results: list[Any]) -> None:
        runnable = self.graph.stages[index]
        if runnable.sends:
            self.rendezvous.send_all((edge.key, results[position], edge.dtype) for position, edge in runnable.sends)
        for position, tensor in runnable.kept:
            self._values[tensor] = results[position]
        self._left -= 1
        for user in self.graph.next[index]:
            self._one_less(user)
        if not self._left:
            self._inbox.put(("wake", None))


def _keep(results: dict[str, tuple[Any, Any]], key: str, value: Any, dtype: Any) -> None:
    results[key] = (value, dtype)
