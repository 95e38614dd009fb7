"""RunOptions and RunMetadata: time limits, and what a run tells about itself.

A traced run is interpreted step by step, so that each operation has times and sizes of its own; the messages made of
that are those of 1.x, which TensorBoard's graph page and `timeline` show.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors, registry
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import SessionLike
from penstock.runtime.interpret.context import Run
from penstock.runtime.policy import INTERPRET
from penstock.runtime.session.cancel import TIMED_OUT, Cancel

if TYPE_CHECKING:
    from penstock.protos import RunMetadata


_ALLOCATOR = "cpu"
_PERSISTENT = ("Const", "Variable", "VariableV2")
_LABELLED_BYTES = 0.1 * 2**20  # a label names the memory of an operation from here on


def run(session: Any, prepared: Any, feeds: Any, options: Any, run_metadata: RunMetadata) -> Any:
    """`Session.run` with options, for a run that is prepared already.

    Raises:
      tf.errors.DeadlineExceededError: the time limit of the options or of the session passed.
    """
    timeout = (options.timeout_in_ms if options is not None else 0) or session._timeout
    cancel = Cancel(session._cancel, timeout / 1000) if timeout > 0 else session._cancel
    traced = options is not None and run_metadata is not None and options.trace_level > 0
    the_run = Run(session, session._store, INTERPRET if traced else session._tier, cancel)
    the_run.limited = timeout > 0
    costs = run_metadata is not None and _wants_costs(session)
    if traced or costs:
        the_run.trace = []
        the_run.tier = INTERPRET
    debugged = options is not None and bool(options.debug_options.debug_tensor_watch_opts)
    start = time.time_ns()
    try:
        if debugged:
            from penstock.runtime.debugged import debugged_runs

            return debugged_runs.execute(session, prepared, feeds, the_run, options, run_metadata)
        result = session._execute(prepared, feeds, the_run)
    except (errors.CancelledError, errors.DeadlineExceededError):
        if timeout > 0 and cancel.timed_out:
            raise errors.DeadlineExceededError(None, None, TIMED_OUT) from None
        raise
    if run_metadata is None:
        return result
    run_metadata.Clear()
    plan = prepared.bound.plan
    operations = needed(plan.fetches, plan.targets, plan.feeds)
    if the_run.trace is not None:
        fed = {f.tensor: f.convert(value) for f, value in zip(prepared.feeds, feeds)}
        stats = _statistics(session, operations, the_run.trace, start, fed)
        if traced:
            _fill_step_stats(run_metadata.step_stats, session, stats)
        if costs:
            _fill_cost_graph(run_metadata.cost_graph, session, stats, plan)
    if options is not None and options.output_partition_graphs:
        _add_partition_graphs(run_metadata, session, operations)
    return result


def _wants_costs(session: Any) -> bool:
    return session._config is not None and session._config.graph_options.build_cost_model > 0


def needed(fetches: Iterable[Tensor], targets: Iterable[Operation], feeds: Iterable[Tensor]) -> list[Operation]:
    """The operations that a run needs, in the order in which they were made."""
    fed = set(feeds)
    seen: set[Operation] = set()
    todo = [t.op for t in fetches if t not in fed] + list(targets)
    while todo:
        op = todo.pop()
        if op not in seen:
            seen.add(op)
            todo.extend(t.op for t in op._inputs if t not in fed)
            todo.extend(op._control_inputs)
    return sorted(seen, key=lambda op: op._id)


# -- what was seen of each operation ---------------------------------------------------------------------------------------


class _Statistics:
    """One operation of a traced run: when it ran, and its outputs."""

    __slots__ = ("end", "op", "outputs", "owns", "start")

    def __init__(self, op: Operation, start: int, end: int, outputs: list[Any], owns: bool) -> None:
        self.op = op
        self.start = start
        self.end = end
        self.outputs = outputs
        self.owns = owns  # whether the operation made its outputs, rather than passing them on


def _statistics(
    session: SessionLike, operations: Sequence[Operation], trace: list[Any], start: int, fed: dict[Tensor, Any]
) -> list[_Statistics]:
    """All operations of a run, including those that were fed, and those that a plan drops as they only pass values on."""
    steps = {step.op: (step, begin, end, results) for step, begin, end, results in trace}
    values = dict(fed)
    stats = []
    for op in {t.op: None for t in fed}:
        if op not in operations:
            stats.append(_Statistics(op, start, start, [fed.get(t) for t in op._outputs], owns=False))
    latest = start
    for op in operations:
        if op in steps:
            step, begin, end, results = steps[op]
            outputs = step.outputs_among(results)
            latest = end
        else:
            begin = end = latest
            outputs = [_passed_on(session, t, values) for t in op._outputs]
        values.update(zip(op._outputs, outputs))
        stats.append(_Statistics(op, begin, end, outputs, owns=op in steps))
    return stats


def _passed_on(session: Any, tensor: Tensor, values: dict[Tensor, Any]) -> Any:
    op = tensor.op
    if op.type == "Const":
        return op._attrs["value"]
    if op.type in ("VariableV2", "Variable"):
        shared = op._attrs.get("shared_name") or op.name
        return session._store.variables.get((op._attrs.get("container", ""), shared))
    known = constant_value(tensor)
    if known is not None:
        return known
    info = registry.lookup(op.type)
    if info is not None and info.alias and values.get(op._inputs[0]) is not None:
        return values[op._inputs[0]]
    # One that the plan has merged with another, or that only others wait for: its size, as far as the graph tells it.
    if tensor.shape.is_fully_defined() and tensor.dtype.base_dtype.as_numpy_dtype is not object:
        sizes = [d for d in tensor.shape.as_list() if d is not None]
        return np.broadcast_to(np.zeros((), tensor.dtype.base_dtype.as_numpy_dtype), sizes)
    return None


def _bytes(value: Any) -> int:
    if value is None or not hasattr(value, "shape"):
        return 0
    if value.dtype == object:
        return sum(len(item) if isinstance(item, bytes) else 8 for item in np.ravel(value))
    return math.prod(value.shape) * np.dtype(value.dtype).itemsize


# -- messages ---------------------------------------------------------------------------------------


def _fill_step_stats(message: Any, session: Any, stats: list[_Statistics]) -> None:
    devices: dict[str, Any] = {}
    for number, s in enumerate(stats):
        name = session._device_of(s.op)
        if name not in devices:
            devices[name] = message.dev_stats.add(device=name)
            devices[name].thread_names[0] = "penstock"
        node = devices[name].node_stats.add(node_name=s.op.name)
        start = s.start // 1000
        duration = max(1, (s.end - s.start) // 1000)
        node.all_start_micros = node.scheduled_micros = start
        node.all_start_nanos = node.scheduled_nanos = s.start
        node.op_end_rel_micros = node.all_end_rel_micros = duration
        node.op_end_rel_nanos = node.all_end_rel_nanos = max(1, s.end - s.start)
        total = sum(_bytes(v) for t, v in zip(s.op._outputs, s.outputs) if not t.dtype._is_ref_dtype) if s.owns else 0
        node.timeline_label = _label(s.op, total)
        node.memory_stats.SetInParent()
        if s.owns and total:
            memory = node.memory.add(allocator_name=_ALLOCATOR, total_bytes=total, peak_bytes=total, live_bytes=total)
            memory.allocation_records.add(alloc_micros=start, alloc_bytes=total)
        elif s.op.type in _PERSISTENT:
            node.memory_stats.persistent_memory_size = sum(map(_bytes, s.outputs))
        for slot, (tensor, value) in enumerate(zip(s.op._outputs, s.outputs)):
            description = node.output.add(slot=slot).tensor_description
            description.dtype = tensor.dtype.base_dtype.as_datatype_enum
            _fill_shape(description.shape, value, tensor)
            allocation = description.allocation_description
            allocation.requested_bytes = _bytes(value)
            allocation.allocator_name = _ALLOCATOR
            if s.owns and not tensor.dtype._is_ref_dtype:
                allocation.allocated_bytes = allocation.requested_bytes
                allocation.allocation_id = number + 1
                allocation.has_single_reference = True


def _label(op: Operation, total: int) -> str:
    memory = f"[{_ALLOCATOR} {total / 2**20:.1f}MB {total / 2**20:.1f}MB] " if total >= _LABELLED_BYTES else ""
    return f"{memory}{op.name} = {op.type}({', '.join(_inputs(op))})"


def _inputs(op: Operation) -> list[str]:
    return [t._as_node_def_input() for t in op._inputs] + [f"^{c.name}" for c in op._control_inputs]


def _fill_shape(message: Any, value: Any, tensor: Tensor) -> None:
    message.SetInParent()  # a scalar has no dimensions, but it has a shape, and TensorBoard's page fails without one
    if hasattr(value, "shape"):
        for size in value.shape:
            message.dim.add(size=size)
    else:
        message.CopyFrom(tensor.shape.as_proto())


def _fill_cost_graph(message: Any, session: Any, stats: list[_Statistics], plan: Any) -> None:
    numbers = {s.op: i for i, s in enumerate(stats)}
    final = {t.op for t in plan.fetches} | set(plan.targets)
    for s in stats:
        node = message.node.add(name=s.op.name, device=session._device_of(s.op), id=numbers[s.op])
        for tensor in s.op._inputs:
            if tensor.op in numbers:
                node.input_info.add(preceding_node=numbers[tensor.op], preceding_port=tensor.value_index)
        node.control_input.extend(numbers[c] for c in s.op._control_inputs)
        for tensor, value in zip(s.op._outputs, s.outputs):
            info = node.output_info.add(
                size=_bytes(value),
                alias_input_port=-1 if s.owns or not s.op._inputs else 0,
                dtype=tensor.dtype.as_datatype_enum,
            )
            _fill_shape(info.shape, value, tensor)
        node.compute_cost = (s.end - s.start) // 1000
        node.compute_time = s.end - s.start
        node.is_final = s.op in final


def _add_partition_graphs(message: Any, session: Any, operations: Sequence[Operation]) -> None:
    """One graph per device, of the operations that ran there."""
    graphs: dict[str, Any] = {}
    for op in operations:
        name = session._device_of(op)
        if name not in graphs:
            graphs[name] = message.partition_graphs.add()
            graphs[name].versions.CopyFrom(op.graph.graph_def_versions)
        node = graphs[name].node.add()
        node.CopyFrom(op.node_def)
        node.device = name
