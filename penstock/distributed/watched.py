"""Debugged steps: what a master tells of one, and how a worker shows the tensors of its partition as its stages run.

A partition is shown as the master registered it: what is received is a `_Recv` that is dumped like any tensor, and a node that
several stages have is shown by the one that waits for least.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from penstock import protos
from penstock.distributed.node_types import input_text, parse_input
from penstock.distributed.stages import Partition, called_before
from penstock.runtime.debugged import publish
from penstock.runtime.debugged.debugged_runs import prepared_with
from penstock.runtime.debugged.dumped_graph import Name, Node
from penstock.runtime.debugged.watch import DebuggedPlan, DebuggedRun, Watch, publish_graphs
from penstock.runtime.debugged.watches import Watches
from penstock.runtime.interpret.context import Run
from penstock.runtime.policy import INTERPRET

_SENDS = ("_Send", "_HostSend")
_ADDRESS = ("tensor_name", "send_device", "recv_device")


def asked_for(options: Any) -> Any | None:
    """What `RunOptions` ask a debugged run for, without what may differ from step to step; None if the run is none."""
    if options is None or not options.debug_options.debug_tensor_watch_opts:
        return None
    found = protos.DebugOptions()
    found.CopyFrom(options.debug_options)
    found.ClearField("global_step")
    return found


def tell(options: Any, number: int, feeds: Sequence[str], fetches: Sequence[str], targets: Sequence[str]) -> None:
    """Publishes what a master knows of a debugged step: which run it is, what is fed and fetched."""
    debug_options = options.debug_options
    if debug_options.reset_disk_byte_usage:
        publish.disk_bytes.reset()
    watches = Watches(debug_options)
    told = {
        "global_step": debug_options.global_step,
        "session_run_index": number,
        "executor_step_index": number,
        "input_names": list(feeds),
        "output_names": list(fetches),
        "target_nodes": list(targets),
    }
    for url in watches.urls:
        target = publish.opened(url, watches)
        try:
            target.metadata(number, told)
        finally:
            target.end()


class WatchedPartition:
    """A registered partition whose runs are shown.

    Args:
      stages: its stages, prepared (`Runnable`).
      partition: the partition, taken apart.
      graph_def: what the master registered.
      runner: the session that runs the stages.
      devices: of the worker.
      debug_options: what is to be shown, and where.

    Raises:
      tf.errors.FailedPreconditionError: a debug op is unknown or does not take a tensor, or a URL cannot be written to.
    """

    def __init__(
        self, stages: Sequence[Any], partition: Partition, graph_def: Any, runner: Any, devices: list[str], debug_options: Any
    ) -> None:
        self.runner = runner
        self.watches = Watches(debug_options)
        if debug_options.reset_disk_byte_usage:
            publish.disk_bytes.reset()
        self._received = {node.name: node for node in graph_def.node if node.op in ("_Recv", "_HostRecv")}
        self._partition = partition
        self.kinds: list[DebuggedRun] = []
        self.prepared: list[Any] = []
        shown: set[Name] = set()
        for stage in stages:
            asked = stage.prepared.fetches
            plan = DebuggedPlan(
                asked.tensors,
                asked.targets,
                [feed.tensor for feed in stage.prepared.feeds],
                lambda op: op.device if op.device in devices else devices[0],  # functions have none, or only a part
                optimized=False,
                given={feed.tensor: self._shown(name) for feed, name in zip(stage.prepared.feeds, stage.feeds)},
                device=devices[0],
            )
            kind = DebuggedRun(plan, self.watches)
            self.kinds.append(kind)
            self.prepared.append(prepared_with(plan, stage.prepared))
        self.graphs = self._graphs(graph_def)
        for _, kind in sorted(zip(stages, self.kinds, strict=True), key=_waits):
            kind.watched = {name: found for name, found in kind.watched.items() if name not in shown}
            shown.update(kind.watched)
        targets = _opened(self.watches)
        try:
            publish_graphs(self.graphs, targets.values())
        finally:
            for target in targets.values():
                target.end()

    def _shown(self, tensor: str) -> Node | Name:
        """What a stage is given: a received tensor, or one of another stage."""
        name, index = parse_input(tensor)
        edge = self._partition.receives.get(name)
        if edge is None:
            return Name(name, index)
        node = self._received[called_before(name)]
        attrs: dict[str, Any] = {key: node.attr[key].s.decode() for key in _ADDRESS}
        attrs["tensor_type"] = edge.dtype
        attrs["send_device_incarnation"] = node.attr["send_device_incarnation"].i
        attrs["client_terminated"] = node.attr["client_terminated"].b
        return Node(node.name, node.op, [], [edge.dtype], attrs=attrs)

    def _graphs(self, graph_def: Any) -> dict[str, Any]:
        """Device → the nodes of all stages, with the copies and debug nodes that 1.15 would have inserted, and what is sent."""
        found: dict[str, Any] = {}
        there: set[str] = set()
        watched = {name for kind in self.kinds for name, (node, _) in kind.watched.items() if _is_copied(node, name)}
        for kind in self.kinds:
            for device, graph in kind.graphs.items():
                known = found.setdefault(device, protos.GraphDef(versions=graph.versions))
                new = [node for node in graph.node if node.op != "_Retval" and node.name not in there]
                there.update(node.name for node in new)
                known.node.extend(new)
        for node in graph_def.node:
            if node.op in _SENDS:
                sent = found.setdefault(node.device, protos.GraphDef(versions=graph_def.versions)).node.add()
                sent.CopyFrom(node)
                for i, text in enumerate(node.input):
                    name = Name(*parse_input(text))
                    if name in watched:
                        sent.input[i] = input_text(f"__copy_{name.node}_{name.slot}", 0)
        return found

    def step(self) -> WatchedStep:
        """One run of it."""
        return WatchedStep(self)


class WatchedStep:
    """One run of a partition: its stages share what is open."""

    def __init__(self, partition: WatchedPartition) -> None:
        self._partition = partition
        self._targets = {url: _Shared(target) for url, target in _opened(partition.watches).items()}

    def run(self, number: int, values: Sequence[Any], run: Run) -> Any:
        """Runs a stage and shows its tensors."""
        partition = self._partition
        kind, prepared, runner = partition.kinds[number], partition.prepared[number], partition.runner
        arrays = [feed.convert(value) for feed, value in zip(prepared.feeds, values, strict=True)]
        watch = run.watch = Watch(kind, runner, self._targets)
        run.tier = INTERPRET
        watch.show_fed(arrays)
        result = runner._execute(prepared, arrays, run)
        if not kind.plan.plan.steps:
            watch.show_without_steps(kind.plan.plan, arrays, runner._store.variables)
        return result

    def end(self) -> None:
        """Waits until everything has arrived."""
        for target in self._targets.values():
            target.end()


class _Shared:
    """Where tensors go, for stages that run at the same time."""

    def __init__(self, target: Any) -> None:
        self._target = target
        self._mutex = threading.Lock()
        self.is_open = target.is_open
        self.end = target.end

    def tensor(self, event: publish.TensorEvent, device: str) -> None:
        with self._mutex:
            self._target.tensor(event, device)


def _opened(watches: Watches) -> dict[str, Any]:
    return {url: publish.opened(url, watches) for url in watches.urls}


def _waits(stage_and_kind: tuple[Any, DebuggedRun]) -> int:
    stage = stage_and_kind[0].stage
    return len(stage.receives) + len(stage.after)


def _is_copied(node: Node, name: Name) -> bool:
    return not node.dtypes[name.slot]._is_ref_dtype
