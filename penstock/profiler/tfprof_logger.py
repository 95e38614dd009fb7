"""The operation log: what the graph alone does not say of its nodes - types, floating-point operations, Python lines."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import keys, statistics
from penstock.graph.graph import get_default_graph
from penstock.graph.tensor_shape import TensorShape
from penstock.storage import gfile

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation
    from penstock.protos import RunMetadata

TRAINABLE_VARIABLES = "_trainable_variables"
REGISTERED_FLOP_STATS = "flops"


def _fill_missing_graph_shape(graph: Graph, run_meta: RunMetadata) -> None:
    """Gives tensors the shapes they had in a run, where the graph does not know them."""
    for device in run_meta.step_stats.dev_stats:
        for node in device.node_stats:
            try:
                op = graph.get_operation_by_name(node.node_name)
            except (KeyError, ValueError):
                continue  # something of the runtime
            if not node.output or len(node.output) != len(op.outputs):
                continue
            for tensor, seen in zip(op.outputs, node.output):
                if tensor.shape.is_fully_defined():
                    continue
                shape = TensorShape([d.size for d in seen.tensor_description.shape.dim])
                try:
                    tensor.set_shape(tensor.shape.merge_with(shape))
                except ValueError as error:
                    sys.stderr.write(f"Node {node.node_name} incompatible shapes: {error}.\n")


class _Strings(dict):
    """Texts by number: each is written once."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


def _add_trace(entry: Any, op: Operation, strings: _Strings) -> None:
    for file, line, function, text in op.traceback:
        trace = entry.code_def.traces.add()
        trace.file_id = strings[file] if file else 0
        trace.lineno = line or -1
        trace.function_id = strings[function] if function else 0
        trace.line_id = strings[text] if text else 0
        trace.func_start_line = -1


def merge_default_with_oplog(
    graph: Graph,
    op_log: Any = None,
    run_meta: RunMetadata | None = None,
    add_trace: bool = True,
    add_trainable_var: bool = True,
) -> Any:
    """An `OpLogProto` of a graph: floating-point operations, trainable variables, Python lines.

    Args:
      graph: the graph, by default the default graph.
      op_log: what the caller knows; it wins.
      run_meta: a `RunMetadata` that tells shapes which the graph does not; the graph learns them.
      add_trace: whether to add the Python lines.
      add_trainable_var: whether to mark trainable variables.
    """
    graph = graph or get_default_graph()
    if run_meta is not None:
        _fill_missing_graph_shape(graph, run_meta)
    strings = _Strings(none=0)
    entries: dict[str, Any] = {}
    without_shape = 0
    for op in graph.get_operations():
        entry = protos.find("tensorflow.tfprof.OpLogEntry")(name=op.name)
        try:
            count = statistics.get_stats_for_node_def(graph, op.node_def, REGISTERED_FLOP_STATS).value
        except ValueError:
            without_shape += 1
            count = None
        if count:
            entry.float_ops = int(count)
        if add_trace:
            _add_trace(entry, op, strings)
        if count or add_trace:
            entries[op.name] = entry
    if add_trainable_var:
        for variable in graph.get_collection(keys.GraphKeys.TRAINABLE_VARIABLES):
            name = variable.op.name
            entry = entries.setdefault(name, protos.find("tensorflow.tfprof.OpLogEntry")(name=name))
            entry.types.append(TRAINABLE_VARIABLES)
    if without_shape and run_meta is None:
        sys.stderr.write(f"{without_shape} ops no flops stats due to incomplete shapes.\n")
    return _merged(entries, strings, op_log)


def _merged(entries: dict[str, Any], strings: _Strings, given: Any) -> Any:
    result = protos.find("tensorflow.tfprof.OpLogProto")()
    if given is not None:
        for entry in given.log_entries:
            found = entries.get(entry.name)
            if found is None:
                entries[entry.name] = entry
                continue
            found.types.extend(entry.types)
            if entry.float_ops:
                found.float_ops = entry.float_ops
            if entry.code_def.traces:
                found.code_def.CopyFrom(entry.code_def)
    result.log_entries.extend(entries.values())
    for text, number in strings.items():
        result.id_to_string[number] = text
    return result


@export("profiler.write_op_log")
def write_op_log(
    graph: Graph, log_dir: str, op_log: Any = None, run_meta: RunMetadata | None = None, add_trace: bool = True
) -> None:
    """Writes the operation log of a graph to the file `tfprof_log`, for tools that read it later.

    Args:
      graph: the graph, by default the default graph.
      log_dir: the directory.
      op_log: an `OpLogProto` with what the caller knows.
      run_meta: a `RunMetadata` that tells shapes which the graph does not.
      add_trace: whether to add the Python lines.

    >>> import tempfile
    >>> import penstock as tf
    >>> tf.profiler.write_op_log(tf.Graph(), tempfile.mkdtemp())
    """
    op_log = merge_default_with_oplog(graph, op_log, run_meta, add_trace)
    with gfile.GFile(os.path.join(log_dir, "tfprof_log"), "wb") as file:
        file.write(op_log.SerializeToString())
