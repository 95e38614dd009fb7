"""Checkers that look at a profile and say what stands out: idle accelerators, expensive operations, slow choices."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.profiler import text
from penstock.profiler.option_builder import ProfileOptionBuilder
from penstock.profiler.stats import Stats
from penstock.profiler.views import VIEWS

if TYPE_CHECKING:
    from penstock.protos import NodeDef


def _shown(stats: Stats, view: str, depth: int, micros: int) -> Any:
    from penstock.profiler.model_analyzer import _build_options

    builder = ProfileOptionBuilder().with_max_depth(depth).with_min_execution_time(min_micros=micros)
    options = _build_options(builder.order_by("micros").with_empty_output().build())
    return VIEWS[view](stats).show(options)[1]


def _accelerators(stats: Stats) -> list[str]:
    """How long each accelerator worked, of the time from its first to its last operation."""
    spans: dict[str, list[int]] = {}
    for node in stats.nodes.values():
        if "gpu" not in node.device or not node.executions:
            continue
        last = node.executions[max(node.executions)]
        span = spans.setdefault(node.device, [last.start, last.end, 0])
        span[:] = min(span[0], last.start), max(span[1], last.end), span[2] + last.counts["accelerator_exec_micros"]
    reports = []
    for device, (start, end, busy) in sorted(spans.items()):
        if end > start:
            share = busy / (end - start)
            reports.append(f"device: {device} {'low ' if share < 0.5 else ''}utilization: {share:.2f}")
    return reports


def _operations(stats: Stats) -> list[str]:
    nodes = stats.nodes.values()
    reports = []
    fused = any(kind.startswith("FusedBatchNorm") for node in nodes for kind in node.types)
    if not fused and any("BatchNorm" in node.name for node in nodes):
        reports.append("Maybe use faster FusedBatchNorm instead of BatchNorm")
    if any("gpu" in n.device and "data_format" in n.attrs and n.attrs["data_format"].s == b"NHWC" for n in nodes):
        reports.append("Found operation using NHWC data_format on GPU. Maybe NCHW is faster.")
    return reports


def _times(node: NodeDef, total: bool) -> str:
    keys = ("cpu_exec_micros", "accelerator_exec_micros", "exec_micros")
    words = (text.time(getattr(node, "total_" * total + key)) for key in keys)
    return "cpu: {}, accelerator: {}, total: {}".format(*words)


def _expensive(stats: Stats) -> list[str]:
    if not stats.steps:
        sys.stderr.write("Missing RunMetadata info. Skip ExpensiveOperationChecker\n")
        return []
    reports = []
    root = node = _shown(stats, "op", 3, 1)
    lines = []
    while node.children and len(lines) < 3:
        node = node.children[0]
        share = 100.0 * node.exec_micros / (root.total_exec_micros + 1e-10)
        lines.append(f"top {len(lines) + 1} operation type: {node.name}, {_times(node, False)} ({share:.2f}%)")
    reports.append("\n".join(lines))
    root = _shown(stats, "scope", 100, 100)
    top = enumerate(root.children[:3], 1)
    reports.append("\n".join(f"top {i} graph node: {node.name}, {_times(node, False)}" for i, node in top))
    if stats.has_traces:
        node = _shown(stats, "code", 100, 1)
        while len(node.children) == 1:
            node = node.children[0]
        reports.append("\n".join(_expensive_lines(node, 0)))
    else:
        sys.stderr.write("Missing op_log (code traces) for ExpensiveOperationChecker\n")
    return [report for report in reports if report]


def _expensive_lines(node: NodeDef, depth: int) -> list[str]:
    if len(node.children) <= 1 or depth > 3:
        return []
    lines = []
    for child in node.children[:3]:
        if child.total_exec_micros >= 1000:
            lines.append(f"{'  ' * depth}{child.name}, {_times(child, True)}")
            lines += _expensive_lines(child, depth + 1)
    return lines


CHECKERS: dict[str, Callable[[Stats], list[str]]] = {
    "AcceleratorUtilizationChecker": _accelerators,
    "OperationChecker": _operations,
    "ExpensiveOperationChecker": _expensive,
}
# What `advise` checks unless told otherwise.
ALL_ADVICE: dict[str, dict[str, str]] = {
    "ExpensiveOperationChecker": {},
    "AcceleratorUtilizationChecker": {},
    "JobChecker": {},
    "OperationChecker": {},
}


def advise(stats: Stats, checkers: Any) -> Any:
    """Runs the checkers that are asked for, prints what they say and returns it as an `AdviceProto`."""
    advice = protos.find("tensorflow.tfprof.AdviceProto")()
    for name, check in CHECKERS.items():
        if name in checkers:
            advice.checkers[name].reports.extend(check(stats))
    for name in sorted(advice.checkers):
        print(f"\n{name}:")
        for report in advice.checkers[name].reports:
            print(report)
    return advice
