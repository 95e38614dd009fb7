"""Timeline: the step statistics of a run as a trace for Chrome's about:tracing (or Perfetto).

Each device is a process of the trace; operations that overlap in time are put into lanes, its threads.
"""

from __future__ import annotations

import collections
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import NodeDef

_ALLOCATORS = 0  # the process that shows the memory in use
_LABEL = re.compile(r"(?P<name>\S*) = (?P<op>\w*)\((?P<inputs>.*)\)")


class AllocationMaximum(NamedTuple):
    """The largest amount of memory that an allocator gave out: when, how much, and for which tensors."""

    timestamp: int
    num_bytes: int
    tensors: frozenset[str]


class StepStatsAnalysis(NamedTuple):
    """A trace, and the largest use of memory per allocator."""

    chrome_trace: _Trace
    allocator_maximums: dict[str, AllocationMaximum]


class _Trace:
    """Events in Chrome's trace format."""

    def __init__(self) -> None:
        self._metadata: list[dict] = []
        self._events: list[dict] = []

    def process(self, name: str, pid: int) -> None:
        self._metadata.append({"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}})

    def add(self, phase: str, category: str, name: str, pid: int, tid: int, timestamp: int, **more: Any) -> None:
        event = {"ph": phase, "cat": category, "name": name, "pid": pid, "tid": tid, "ts": timestamp, **more}
        self._events.append(event)

    def format_to_string(self, pretty: bool = False) -> str:
        """Returns the trace as JSON."""
        events = {"traceEvents": self._metadata + self._events}
        return json.dumps(events, indent=4, separators=(",", ": ")) if pretty else json.dumps(events)


class _Tensor:
    """The outputs of one node: how long they live, and how much memory they take."""

    def __init__(self, node: Any, pid: int, lane: int, number: int) -> None:
        self.name = node.node_name
        self.pid = pid
        self.lane = lane
        self.number = number
        self.created = _end(node)
        self.last_use = self.created
        self.readers: list[tuple[int, int, int]] = []  # (timestamp, pid, lane)
        description = node.output[0].tensor_description
        self.text = str(description)
        self.allocator = description.allocation_description.allocator_name
        self.bytes = max(o.tensor_description.allocation_description.requested_bytes for o in node.output)


class Timeline:
    """The timeline of one step.

    Args:
      step_stats: `RunMetadata.step_stats` of a traced run.
      graph: not used; the labels in the statistics tell the inputs of each operation.

    >>> import penstock as tf
    >>> from penstock.runtime.session.timeline import Timeline
    >>> metadata = tf.RunMetadata()
    >>> options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    >>> _ = tf.Session().run(tf.constant(2.0) * 3.0, options=options, run_metadata=metadata)
    >>> '"traceEvents": [' in Timeline(metadata.step_stats).generate_chrome_trace_format()
    True
    """

    def __init__(self, step_stats: Any, graph: Graph | None = None) -> None:
        self._step_stats = step_stats

    def generate_chrome_trace_format(
        self, show_dataflow: bool = True, show_memory: bool = False, op_time: str = "schedule"
    ) -> str:
        """Returns the trace as a text in Chrome's format.

        Args:
          show_dataflow: draw arrows from where a tensor is made to where it is used.
          show_memory: show the tensors, and a curve of the memory in use.
          op_time: "schedule" or "gpu" for the time of the whole call, "all" for that of the kernel.
        """
        return self.analyze_step_stats(show_dataflow, show_memory, op_time).chrome_trace.format_to_string(pretty=True)

    def analyze_step_stats(
        self, show_dataflow: bool = True, show_memory: bool = True, op_time: str = "schedule"
    ) -> StepStatsAnalysis:
        """Returns the trace and the largest use of memory; for the arguments see `generate_chrome_trace_format`."""
        trace = _Trace()
        if show_memory:
            trace.process("Allocators", _ALLOCATORS)
        tensors: dict[str, _Tensor] = {}
        computing: list[tuple[int, Any]] = []
        pid = _ALLOCATORS
        for device in self._step_stats.dev_stats:
            pid += 1
            trace.process(f"{device.device} Compute", pid)
            lanes = _lanes(device.node_stats)
            for node, lane in zip(device.node_stats, lanes):
                computing.append((pid, (node, lane)))
                if node.output:
                    tensors[node.node_name] = _Tensor(node, pid + 1, lane, len(tensors))
            pid += 1
            if show_memory:
                trace.process(f"{device.device} Tensors", pid)
        for process, (node, lane) in computing:
            self._show_operation(trace, tensors, process, node, lane, op_time)
        if show_dataflow:
            _show_dataflow(trace, tensors)
        maximums = _show_memory(trace, tensors, show_memory)
        return StepStatsAnalysis(trace, maximums)

    def _show_operation(
        self, trace: _Trace, tensors: dict[str, _Tensor], pid: int, node: NodeDef, lane: int, op_time: str
    ) -> None:
        name, op, inputs = _parse_label(node.timeline_label, node.node_name)
        start = node.all_start_micros
        duration = node.all_end_rel_micros
        if op_time == "all":
            start += node.op_start_rel_micros
            duration = node.op_end_rel_micros - node.op_start_rel_micros
        args = {"name": name, "op": op} | {f"input{i}": source for i, source in enumerate(inputs)}
        trace.add("X", "Op", op, pid, lane, start, dur=duration, args=args)
        for source in inputs:
            tensor = tensors.get(source.removeprefix("^").partition(":")[0])
            if tensor is not None:
                tensor.last_use = max(tensor.last_use, node.all_start_micros + node.all_end_rel_micros)
                if not source.startswith("^"):
                    tensor.readers.append((node.all_start_micros, pid, lane))


def _end(node: NodeDef) -> int:
    return node.all_start_micros + node.all_end_rel_micros


def _parse_label(label: str, name: str) -> tuple[str, str, list[str]]:
    found = _LABEL.search(label)
    if found is None:
        return name, name, []
    inputs = [source for source in found["inputs"].split(", ") if source]
    return found["name"], found["op"], inputs


def _lanes(nodes: Sequence[Any]) -> list[int]:
    """For each node the first lane that is free when it starts."""
    free: list[int] = []  # when each lane is free again
    lanes = []
    for node in nodes:
        lane = next((i for i, time in enumerate(free) if time <= node.all_start_micros), len(free))
        if lane == len(free):
            free.append(0)
        free[lane] = _end(node)
        lanes.append(lane)
    return lanes


def _show_dataflow(trace: _Trace, tensors: dict[str, _Tensor]) -> None:
    number = 0
    for tensor in tensors.values():
        for start, pid, lane in tensor.readers:
            # Within a lane one sees what follows what.
            if (pid, lane) != (tensor.pid - 1, tensor.lane):
                number += 1
                trace.add("s", "DataFlow", tensor.name, tensor.pid - 1, tensor.lane, tensor.created, id=number)
                trace.add("t", "DataFlow", tensor.name, pid, lane, start, id=number)


def _show_memory(trace: _Trace, tensors: dict[str, _Tensor], show: bool) -> dict[str, AllocationMaximum]:
    events: dict[str, list[tuple[int, int, _Tensor]]] = collections.defaultdict(list)
    for tensor in tensors.values():
        events[tensor.allocator].append((tensor.created, 1, tensor))
        events[tensor.allocator].append((tensor.last_use, 0, tensor))
        if show:
            place = {"pid": tensor.pid, "tid": tensor.lane, "id": tensor.number}
            snapshot = {"snapshot": {"tensor_description": tensor.text}}
            trace.add("N", "Tensor", tensor.name, timestamp=tensor.created, **place)
            trace.add("O", "Tensor", tensor.name, timestamp=tensor.created, args=snapshot, **place)
            trace.add("D", "Tensor", tensor.name, timestamp=tensor.last_use, **place)
    maximums = {}
    for allocator, changes in events.items():
        total = 0
        alive: set[str] = set()
        best = AllocationMaximum(0, 0, frozenset())
        for time, made, tensor in sorted(changes, key=lambda c: (c[0], -c[1])):
            total += tensor.bytes if made else -tensor.bytes
            (alive.add if made else alive.discard)(tensor.name)
            if total > best.num_bytes:
                best = AllocationMaximum(time, total, frozenset(alive))
            if show:
                trace.add("C", "Memory", allocator, _ALLOCATORS, 0, time, args={allocator: total})
        maximums[allocator] = best
    return maximums
