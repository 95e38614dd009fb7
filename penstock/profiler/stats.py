"""What the profiler knows of each node: from the graph, from the operation log, and from the metadata of runs.

Only data and sums; how it is shown is in `views`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import re2

from penstock import protos

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef, RunMetadata

# What is counted per node; the same names as in GraphNodeProto.
COUNTS = """run_count exec_micros accelerator_exec_micros cpu_exec_micros requested_bytes peak_bytes residual_bytes
    output_bytes parameters float_ops""".split()
_MEASURED = COUNTS[:8]
_CPU_TIME = re.compile(r".*/(device:gpu|gpu|device:cpu|cpu):\d+")  # also the time to start work on a GPU


def dims(shape: Any) -> list[int]:
    """The sizes in a `TensorShapeProto`; [1] for a scalar, [] if the rank is unknown."""
    if not shape.dim and not shape.unknown_rank:
        return [1]
    return [dim.size for dim in shape.dim]


class Execution:
    """What one step did at one node."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(_MEASURED, 0)
        self.start = self.end = 0
        self.times: dict[str, list[tuple[int, int]]] = {}
        self.devices: set[str] = set()

    def add(self, device: str, seen: Any, own: bool) -> None:
        """Adds `NodeExecStats`; `own` if the device is the node's, rather than a stream of it."""
        self.devices.add(device)
        if not seen.all_start_micros:
            return
        micros = max(seen.op_end_rel_micros, 1)
        self.start = min(self.start or seen.all_start_micros, seen.all_start_micros)
        self.end = max(self.end, seen.all_start_micros + micros)
        kind = "accelerator_exec_micros" if "stream:all" in device else "cpu_exec_micros"
        if kind == "accelerator_exec_micros" or _CPU_TIME.fullmatch(device):
            self.times.setdefault(device, []).append((seen.all_start_micros, micros))
            self.counts[kind] += micros
            self.counts["exec_micros"] += micros
            self.counts["run_count"] += kind == "cpu_exec_micros"
        if own:
            self._add_memory(seen)

    def _add_memory(self, seen: Any) -> None:
        kept, passing = seen.memory_stats.persistent_memory_size, seen.memory_stats.temp_memory_size
        for output in seen.output:
            memory = output.tensor_description.allocation_description
            self.counts["output_bytes"] += max(memory.allocated_bytes, memory.requested_bytes)
        self.counts["residual_bytes"] += kept + sum(m.live_bytes for m in seen.memory)
        self.counts["requested_bytes"] += kept + passing + sum(m.total_bytes for m in seen.memory)
        self.counts["peak_bytes"] += kept + passing + sum(m.peak_bytes for m in seen.memory)


class Node:
    """A node of the graph, or something else that ran."""

    def __init__(self, number: int, node_def: NodeDef) -> None:
        self.number = number
        self.name = node_def.name
        self.op = node_def.op
        self.attrs = node_def.attr
        self.shape = dims(node_def.attr["shape"].shape) if "shape" in node_def.attr else []
        shapes = node_def.attr["_output_shapes"].list.shape if "_output_shapes" in node_def.attr else []
        self.output_shapes = [dims(shape) for shape in shapes]
        self.inputs = [_input(text) for text in node_def.input]
        self.types = {node_def.op}
        self.float_ops = 0
        self.trace: Any = None
        self.device = ""
        self.executions: dict[int, Execution] = {}

    def add_execution(self, step: int, device: str, seen: Any) -> None:
        """Adds what a step did here."""
        device = device.lower()
        if _CPU_TIME.fullmatch(device):
            if self.device and self.device != device:
                return  # 1.x counts a node where it was seen first
            self.device = device
            self.types.add(device)
        self.executions.setdefault(step, Execution()).add(device, seen, device == self.device)

    def counts(self, step: int) -> dict[str, int]:
        """The counts of a step, or for step -1 the mean of all steps."""
        steps = [self.executions[step]] if step in self.executions else []
        if step < 0:
            steps = list(self.executions.values())
        found = {key: sum(s.counts[key] for s in steps) // max(len(steps), 1) for key in _MEASURED}
        known = self.shape and all(size >= 0 for size in self.shape)
        size = 1
        for dim in self.shape:
            size *= dim
        found["parameters"] = size if known else 0
        # What ran several times took that many operations.
        found["float_ops"] = self.float_ops * (found["run_count"] if self.executions else 1)
        return found

    def matches(self, patterns: Iterable[str]) -> bool:
        """True if one of its types (kind of operation, device, types of the log) is wanted."""
        return any(re2.fullmatch(pattern, kind) for pattern in patterns for kind in self.types)


def _input(text: str) -> tuple[str, int]:
    name, _, index = text.removeprefix("^").partition(":")
    return name, int(index or 0)


class Stats:
    """The nodes of a graph by name, with what was logged and measured."""

    def __init__(self, graph_def: GraphDef, op_log: Any = None) -> None:
        self.nodes: dict[str, Node] = {}
        self.strings: dict[int, str] = {}
        self.steps: set[int] = set()
        self.run_metadata: dict[int, Any] = {}
        self.has_traces = False
        self.misses_streams = False
        self.covered: set[str] = set()
        self.add_graph(graph_def)
        self.add_log(op_log)

    def add_graph(self, graph_def: GraphDef) -> None:
        """Adds the nodes that are new."""
        for node in graph_def.node:
            if node.name not in self.nodes:
                self.nodes[node.name] = Node(len(self.nodes), node)

    def add_log(self, op_log: Any) -> None:
        """Adds an `OpLogProto`."""
        if op_log is None:
            return
        for number, text in op_log.id_to_string.items():
            self.strings.setdefault(number, text)
        for entry in op_log.log_entries:
            node = self.nodes.get(entry.name)
            if node is None:
                continue
            node.types.update(entry.types)
            if entry.float_ops:
                node.float_ops = entry.float_ops
            if entry.code_def.traces:
                self.has_traces = True
                node.trace = node.trace or entry.code_def

    def add_run(self, step: int, run_metadata: RunMetadata) -> None:
        """Adds the `RunMetadata` of a step."""
        if not run_metadata.step_stats.dev_stats:
            sys.stderr.write(f"Invalid RunMetadata for step {step}\n")
            return
        self.steps.add(step)
        self.run_metadata[step] = run_metadata
        devices = [stat.device.lower() for stat in run_metadata.step_stats.dev_stats]
        accelerators = [device for device in devices if "gpu" in device]
        if accelerators and not any("stream:all" in device for device in accelerators):
            self.misses_streams = True
        for stat in run_metadata.step_stats.dev_stats:
            for seen in stat.node_stats:
                name = seen.node_name.partition(":")[0]
                if name not in self.nodes:
                    if name in ("RecvTensor", "_SOURCE") or "MEMCPY" in name:
                        continue
                    self.nodes[name] = Node(len(self.nodes), protos.NodeDef(name=name, op=name))
                else:
                    self.covered.add(name)
                self.nodes[name].add_execution(step, stat.device, seen)

    @property
    def coverage(self) -> float:
        """The part of the nodes that ran."""
        return len(self.covered) / len(self.nodes) if self.nodes else 0.0

    def input_shapes(self, node: Node) -> dict[int, list[int]]:
        """Index of an input → its shape, [] if it is not known."""
        found: dict[int, list[int]] = {}
        for i, (name, output) in enumerate(node.inputs):
            source = self.nodes.get(name)
            shapes = source.output_shapes if source else []
            found[i] = shapes[output] if output < len(shapes) else []
        return found

    def trace_of(self, node: Node) -> list[tuple[str, int, str]]:
        """(file, line, function) of the calls that made a node, outermost first."""
        if node.trace is None:
            return []

        def text(number: int, plain: str) -> str:
            return plain or self.strings.get(number, "")

        return [(text(t.file_id, t.file), t.lineno, text(t.function_id, t.function)) for t in node.trace.traces]

    def as_proto(self) -> Any:
        """All of it as a `ProfileProto`, which 1.x's command-line profiler reads."""
        profile = protos.find("tensorflow.tfprof.ProfileProto")(
            has_trace=self.has_traces, miss_accelerator_stream=self.misses_streams, steps=sorted(self.steps)
        )
        for number, string in self.strings.items():
            profile.id_to_string[number] = string
        for node in self.nodes.values():
            self._fill(profile.nodes[node.number], node)
        return profile

    def _fill(self, pb: Any, node: Node) -> None:
        pb.name, pb.op, pb.id = node.name, node.op, node.number
        pb.shape.extend(node.shape)
        pb.op_types.extend(sorted(node.types))
        pb.canonical_device = node.device
        pb.host_device = re.sub(r"gpu:\d+", "cpu:0", node.device)
        pb.float_ops = node.float_ops
        if node.trace is not None:
            pb.trace.CopyFrom(node.trace)
        for key, value in node.attrs.items():
            pb.attrs[key].CopyFrom(value)
        for i, (name, output) in enumerate(node.inputs):
            if name in self.nodes:
                pb.inputs[i] = self.nodes[name].number
                pb.src_output_index[self.nodes[name].number] = output
        for i, shape in self.input_shapes(node).items():
            pb.input_shapes[i].int64_values.extend(shape)
        for i, shape in enumerate(node.output_shapes):
            pb.output_shapes[i].int64_values.extend(shape)
        for step, execution in node.executions.items():
            self._fill_execution(pb.execs[step], execution)

    @staticmethod
    def _fill_execution(pb: Any, execution: Execution) -> None:
        pb.run_count = execution.counts["run_count"]
        pb.all_start_micros, pb.latest_end_micros = execution.start, execution.end
        pb.devices.extend(sorted(execution.devices))
        for device, times in execution.times.items():
            target = pb.accelerator_execs if "stream:all" in device else pb.cpu_execs
            for start, micros in times:
                target[device].times.add(int64_values=[start, micros])
        memory = {key: execution.counts[key] for key in _MEASURED if key.endswith("_bytes")}
        pb.memory_execs.add(memory_micros=execution.end, **memory)
