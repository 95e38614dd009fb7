"""Writers of summaries, and summaries of what was run: `tensorflow.python.ops.summary_ops_v2`."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import penstock as tf
from penstock import protos
from penstock.contrib.summary import version2, writing
from penstock.graph import stack
from penstock.graph.build import apply
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.platform import logging

__all__ = [
    "NoopSummaryWriter",
    "ResourceSummaryWriter",
    "create_noop_writer",
    "keras_model",
    "run_metadata",
    "run_metadata_graphs",
    "summary_scope",
    "summary_writer_function",
    "trace_on",
    "write_raw_pb",
]


class NoopSummaryWriter(writing.SummaryWriter):
    """A writer that writes nothing."""


def create_noop_writer() -> NoopSummaryWriter:
    """A writer that writes nothing."""
    return NoopSummaryWriter()


class ResourceSummaryWriter(writing._ResourceWriter):
    """A writer of a resource.

    Args:
      shared_name: writers of one name share the resource.
      init_op_fn: a function of the resource that makes the operation which opens it.
      name: a name for the operation.
      v2: accepted; whether it is one of 2.x.
    """

    def __init__(
        self, shared_name: str, init_op_fn: Callable[[Any], Any], name: str | None = None, v2: bool = False
    ) -> None:
        super().__init__(shared_name, init_op_fn, name)


@contextlib.contextmanager
def summary_scope(
    name: str, default_name: str = "summary", values: TensorLike | None = None
) -> Iterator[tuple[str, str]]:
    """The tag of a summary in this name scope, and a scope for its operations.

    Args:
      name: the name of the summary.
      default_name: what it is called if it has none.
      values: the tensors that are written.
    """
    name = name or default_name
    outer = stack.current_graph().get_name_scope()
    tag = f"{outer}/{name}" if outer else name
    with tf.name_scope(re.sub(r"[^-_/.A-Za-z0-9]", "", name) or None, default_name, values) as scope:
        yield tag, scope


def summary_writer_function(
    name: str, tensor: Any, function: Callable[[str, str], Any], family: str | None = None
) -> Any:
    """Writes a summary by a function of its tag and scope, if there is a writer and summaries are wanted.

    Args:
      name: the name of the summary.
      tensor: what is written.
      function: makes the operation that writes it.
      family: a prefix of the tag.
    """
    return writing._written(name, tensor, function, family)


def _described(name: str, plugin: str, scope: str, text: TensorLike, values: list[Any], step: Any) -> Any:
    metadata = protos.SummaryMetadata()
    metadata.plugin_data.plugin_name, metadata.plugin_data.content = plugin, b"1"
    with summary_scope(name, scope, [v for v in values if isinstance(v, Tensor)]) as (tag, _):
        with tf.device("cpu:0"):
            tensor = tf.constant(text, tf.string)
        return version2.write(tag, tensor, step, metadata)


def keras_model(name: str, data: Any, step: Any = None) -> Any:
    """Writes the graph of a model of Keras; False if it cannot be told."""
    try:
        text = data.to_json()
    except Exception as error:  # noqa: BLE001 - a summary does not stop a program
        logging.warning(f"Model failed to serialize as JSON. Ignoring... {error}")
        return False
    return _described(name, "graph_keras_model", "graph_keras_model", text, [step], step)


def run_metadata(name: str, data: Any, step: Any = None) -> Any:
    """Writes a `RunMetadata`."""
    text = data.SerializeToString()
    return _described(name, "graph_run_metadata", "graph_run_metadata_summary", text, [step], step)


def run_metadata_graphs(name: str, data: Any, step: Any = None) -> Any:
    """Writes the graphs of a `RunMetadata`."""
    graphs = protos.RunMetadata(partition_graphs=data.partition_graphs)
    if "function_graphs" in graphs.DESCRIPTOR.fields_by_name:
        graphs.function_graphs.extend(data.function_graphs)
    text = graphs.SerializeToString()
    return _described(name, "graph_run_metadata_graph", "graph_run_metadata_graph_summary", text, [step], step)


def write_raw_pb(tensor: TensorLike, step: Any = None, name: str | None = None) -> Any:
    """Writes a serialized `Summary` to the default writer.

    Args:
      tensor: the message, a string.
      step: the step, `set_step`'s by default.
      name: a name for the operations.

    Raises:
      ValueError: there is a writer and no step.
    """
    with tf.name_scope(name, "write_raw_pb"):
        if writing._now.writer is None:
            return tf.constant(False)
        step = version2.get_step() if step is None else step
        if step is None:
            raise ValueError("No step set via 'step' argument or tf.summary.experimental.set_step()")

        def record() -> Tensor:
            with tf.device("cpu:0"):
                made = apply(
                    "WriteRawProtoSummary",
                    writer=writing._now.writer._resource,
                    step=tf.cast(step, tf.int64),
                    tensor=tf.identity(tensor),
                )
                with tf.control_dependencies([made]):
                    return tf.constant(True)

        from penstock.compat.internal.python.framework.smart_cond import smart_cond

        found = smart_cond(version2.should_record_summaries(), record, lambda: tf.constant(False))
        tf.add_to_collection(GraphKeys._SUMMARY_COLLECTION, found)
        return found


def trace_on(graph: bool = True, profiler: bool = False) -> None:
    """Says that traces are of eager programs, as 1.15 does in a graph."""
    if stack.current_graph().building_function:
        logging.warning("Cannot enable trace inside a tf.function.")
        return
    logging.warning("Must enable trace in eager mode.")
