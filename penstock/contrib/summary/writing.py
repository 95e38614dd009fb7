"""`tf.contrib.summary`: summaries that are written where they are computed, without a fetch.

A writer that is the default while the graph is made gets them; `record_if` and its like say at which steps. The default
writer and the condition belong to the thread.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.utils import smart_cond
from penstock.graph import stack
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import Graph, control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import SessionLike, TensorLike, TensorOrVariable
from penstock.ops.io import summary_writers  # noqa: F401  the operations that are made here
from penstock.summary.ops import all_v2_summary_ops, summary_scope
from penstock.train.training_step import get_or_create_global_step
from penstock.util.deprecation import deprecated

_INITIALIZERS = "_SUMMARY_WRITER_V2"
all_summary_ops = export("contrib.summary.all_summary_ops")(all_v2_summary_ops)


class _Now(threading.local):
    writer: Any = None
    recording: Any = None


_now = _Now()


# -- when ---------------------------------------------------------------------------------------------------------------


@export("contrib.summary.should_record_summaries")
def should_record_summaries() -> Any:
    """Whether summaries are written here: False, True or a tensor of that.

    >>> import penstock as tf
    >>> with tf.contrib.summary.always_record_summaries():
    ...     print(tf.contrib.summary.should_record_summaries())
    True
    """
    found = _now.recording() if callable(_now.recording) else _now.recording
    return False if found is None else found


@contextlib.contextmanager
def _record_if(condition: TensorLike) -> Iterator[None]:
    before, _now.recording = _now.recording, condition
    try:
        yield
    finally:
        _now.recording = before


@export("contrib.summary.record_summaries_every_n_global_steps")
def record_summaries_every_n_global_steps(n: int, global_step: TensorOrVariable | None = None) -> Any:
    """A context in which summaries are written when the global step is a multiple of `n`.

    Args:
      n: a number, or a scalar.
      global_step: the step; the graph's global step by default.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.contrib.summary.record_summaries_every_n_global_steps(10):
    ...     print(tf.contrib.summary.should_record_summaries().dtype)
    <dtype: 'bool'>
    """
    step = get_or_create_global_step() if global_step is None else global_step
    with tf.device("cpu:0"):
        return _record_if(tf.equal(step % n, 0))


@export("contrib.summary.always_record_summaries")
def always_record_summaries() -> Any:
    """A context in which summaries are always written.

    >>> import penstock as tf
    >>> with tf.contrib.summary.always_record_summaries():
    ...     print(tf.contrib.summary.should_record_summaries())
    True
    """
    return _record_if(True)


@export("contrib.summary.never_record_summaries")
def never_record_summaries() -> Any:
    """A context in which summaries are never written.

    >>> import penstock as tf
    >>> with tf.contrib.summary.never_record_summaries():
    ...     print(tf.contrib.summary.should_record_summaries())
    False
    """
    return _record_if(False)


# -- where --------------------------------------------------------------------------------------------------------------


@export("contrib.summary.SummaryWriter")
class SummaryWriter:
    """Where summaries go; `create_file_writer` makes one. This one writes nothing.

    >>> import penstock as tf
    >>> isinstance(tf.contrib.summary.create_file_writer(None), tf.contrib.summary.SummaryWriter)
    True
    """

    def set_as_default(self) -> None:
        """Makes this the default writer of the thread."""

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Any]:
        """A context in which this is the default writer."""
        yield None

    def init(self) -> Any:
        """The operation that opens the file."""

    def flush(self) -> Any:
        """The operation that writes what waits."""

    def close(self) -> Any:
        """The operation that closes the file."""


class _ResourceWriter(SummaryWriter):
    def __init__(self, shared_name: str, make: Callable[[Any], Any], name: str | None = None):
        self._resource = apply("SummaryWriter", name, shared_name=shared_name)
        self._make = make
        self._init_op = make(self._resource)
        add_to_collection(_INITIALIZERS, self._init_op)

    def set_as_default(self) -> None:
        _now.writer = self

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Any]:
        before, _now.writer = _now.writer, self
        try:
            yield self
            self.flush()
        finally:
            _now.writer = before

    def init(self) -> Any:
        return self._make(self._resource)

    def flush(self) -> Operation:
        return flush(writer=self)

    def close(self) -> Operation:
        with control_dependencies([self.flush()]), tf.device("cpu:0"):
            return apply("CloseSummaryWriter", None, writer=self._resource)


@export("contrib.summary.create_file_writer")
def create_file_writer(
    logdir: str,
    max_queue: Any = None,
    flush_millis: Any = None,
    filename_suffix: Any = None,
    name: str | None = None,
) -> SummaryWriter:
    """A writer of event files.

    Args:
      logdir: the directory; None for a writer that writes nothing.
      max_queue: how many summaries wait at most; 10 by default.
      flush_millis: how long they wait at most; two minutes by default.
      filename_suffix: how the file's name ends; ".v2" by default.
      name: writers of one name share a file; that of the directory by default.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     with tf.contrib.summary.create_file_writer("logs").as_default(), tf.contrib.summary.always_record_summaries():
    ...         written = tf.contrib.summary.scalar("loss", 0.5, step=1)
    ...     print(len(tf.contrib.summary.all_summary_ops()))
    1
    """
    if logdir is None:
        return SummaryWriter()
    logdir = str(logdir)
    with tf.device("cpu:0"):
        make = functools.partial(
            _file_writer,
            logdir=logdir,
            max_queue=tf.constant(10) if max_queue is None else max_queue,
            flush_millis=tf.constant(2 * 60 * 1000) if flush_millis is None else flush_millis,
            filename_suffix=tf.constant(".v2") if filename_suffix is None else filename_suffix,
        )
        return _ResourceWriter(f"logdir:{logdir}" if name is None else name, make)


def _file_writer(writer: Any, **arguments: Any) -> Operation:
    return apply("CreateSummaryFileWriter", None, writer=writer, **arguments)


@export("contrib.summary.create_summary_file_writer")
@deprecated(None, "Renamed to create_file_writer().")
def create_summary_file_writer(*args: Any, **kwargs: Any) -> SummaryWriter:
    """The old name of `create_file_writer`.

    >>> import penstock as tf
    >>> tf.contrib.summary.create_summary_file_writer(None).flush()
    """
    return create_file_writer(*args, **kwargs)


@export("contrib.summary.summary_writer_initializer_op")
def summary_writer_initializer_op() -> list[Any]:
    """The operations that open all writers of the default graph; to be run before anything is written.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     _ = tf.contrib.summary.create_file_writer("logs")
    ...     print(len(tf.contrib.summary.summary_writer_initializer_op()))
    1
    """
    return get_collection(_INITIALIZERS)


@export("contrib.summary.initialize", "summary.initialize")
def initialize(graph: Graph | None = None, session: SessionLike | None = None) -> None:
    """Opens all writers of the default graph in a session.

    Args:
      graph: a graph to write to the default writer's file, or None.
      session: the session; the default one by default.

    Raises:
      RuntimeError: there is no default writer.
      ValueError: there is no session.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session():
    ...     tf.contrib.summary.initialize()
    Traceback (most recent call last):
    ...
    RuntimeError: No default tf.contrib.summary.SummaryWriter found
    """
    if _now.writer is None:
        raise RuntimeError("No default tf.contrib.summary.SummaryWriter found")
    if session is None:
        session = tf.get_default_session()
        if session is None:
            raise ValueError("session must be passed if no default session exists")
    session.run(summary_writer_initializer_op())
    if graph is not None:
        packed = tf.placeholder(tf.string)
        session.run(_graph(packed, 0), feed_dict={packed: _serialized(graph)})


@export("contrib.summary.flush")
def flush(writer: Any = None, name: str | None = None) -> Operation:
    """The operation that writes what waits in a writer, the default one by default.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.summary.flush(tf.contrib.summary.create_file_writer("logs")).type)
    FlushSummaryWriter
    """
    writer = _now.writer if writer is None else writer
    if writer is None:
        return tf.no_op()
    resource = writer._resource if isinstance(writer, _ResourceWriter) else writer
    with tf.device("cpu:0"):
        return apply("FlushSummaryWriter", name, writer=resource)


@export("contrib.summary.eval_dir")
def eval_dir(model_dir: str, name: str | None = None) -> str:
    """The directory for summaries of an evaluation.

    >>> import penstock as tf
    >>> tf.contrib.summary.eval_dir("model", "test")
    'model/eval_test'
    """
    return os.path.join(model_dir, f"eval_{name}" if name else "eval")


# -- what ---------------------------------------------------------------------------------------------------------------


def _written(name: str, tensor: TensorLike, write: Callable[[str, str], Any], family: str | None) -> Any:
    """Writes if there is a writer and the condition holds; gives whether it did."""
    if _now.writer is None:
        return tf.no_op()
    scope = stack.current_graph().get_name_scope()
    scope = f"{scope}/" if scope else scope

    def record() -> Tensor:
        with name_scope(scope), summary_scope(name, family, values=[tensor]) as (tag, inner):
            with control_dependencies([write(tag, inner)]):
                return tf.constant(True)

    with tf.device("cpu:0"):
        found = smart_cond(should_record_summaries(), record, lambda: tf.constant(False))
        add_to_collection(GraphKeys._SUMMARY_COLLECTION, found)
    return found


def _step(step: object) -> Any:
    if step is None:
        return get_or_create_global_step()
    return step if isinstance(step, Tensor) else convert_to_tensor(step, tf.int64)


_ARGUMENTS = """
    Args:
      name: the tag, inside of the name scope.
      tensor: {what}.{more}
      family: a prefix of the tag, which groups summaries.
      step: the step, the global step by default.

    Returns:
      A tensor that tells whether it was written; `all_summary_ops` has it too.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     with tf.contrib.summary.create_file_writer("logs").as_default(), tf.contrib.summary.always_record_summaries():
    ...         print({example}.dtype)
    <dtype: 'bool'>
    """


T = TypeVar("T")


def _documented(summary: str, what: str, example: str, more: str = "") -> Callable[[T], T]:
    def add(function: T) -> T:
        function.__doc__ = (
            summary + "\n" + _ARGUMENTS.format(what=what, example=f"tf.contrib.summary.{example}", more=more)
        )
        return function

    return add


@export("contrib.summary.generic")
@_documented(
    "Writes a summary of a tensor.",
    "the tensor",
    'generic("name", tf.zeros([2]), step=1)',
    "\n      metadata: a SummaryMetadata, as a message or packed, or None.",
)
def generic(name: str, tensor: TensorLike, metadata: Any = None, family: str | None = None, step: object = None) -> Any:
    def write(tag: str, scope: str) -> Operation:
        packed = metadata.SerializeToString() if hasattr(metadata, "SerializeToString") else metadata
        return apply(
            "WriteSummary",
            scope,
            writer=_now.writer._resource,
            step=_step(step),
            tensor=tf.identity(tensor),
            tag=tag,
            summary_metadata="" if packed is None else packed,
        )

    return _written(name, tensor, write, family)


def _writing(op_type: str, argument: str, name: str, tensor: TensorLike, family: Any, step: object, **more: Any) -> Any:
    def write(tag: str, scope: str) -> Any:
        values = {argument: tf.identity(tensor)}
        return apply(op_type, scope, writer=_now.writer._resource, step=_step(step), tag=tag, **values, **more)

    return _written(name, tensor, write, family)


@export("contrib.summary.scalar")
@_documented("Writes a summary of a number.", "the number", 'scalar("loss", 0.5, step=1)')
def scalar(name: str, tensor: TensorLike, family: str | None = None, step: object = None) -> Any:
    return _writing("WriteScalarSummary", "value", name, tensor, family, step)


@export("contrib.summary.histogram")
@_documented("Writes a histogram of numbers.", "the numbers", 'histogram("weights", tf.zeros([9]), step=1)')
def histogram(name: str, tensor: TensorLike, family: str | None = None, step: object = None) -> Any:
    return _writing("WriteHistogramSummary", "values", name, tensor, family, step)


@export("contrib.summary.image")
@_documented(
    "Writes images.",
    "[batch, height, width, channels]",
    'image("input", tf.zeros([1, 8, 8, 3]), step=1)',
    "\n      bad_color: for pixels that are not numbers; red by default.\n      max_images: how many of a batch.",
)
def image(
    name: str,
    tensor: TensorLike,
    bad_color: Any = None,
    max_images: int = 3,
    family: str | None = None,
    step: object = None,
) -> Any:
    color = tf.constant([255, 0, 0, 255], dtype=tf.uint8) if bad_color is None else bad_color
    return _writing("WriteImageSummary", "tensor", name, tensor, family, step, bad_color=color, max_images=max_images)


@export("contrib.summary.audio")
@_documented(
    "Writes sounds.",
    "[batch, frames, channels] or [batch, frames], between -1 and 1",
    'audio("sound", tf.zeros([1, 100]), 8000.0, 1, step=1)',
    "\n      sample_rate: in hertz.\n      max_outputs: how many of a batch.",
)
def audio(
    name: str,
    tensor: TensorLike,
    sample_rate: TensorLike,
    max_outputs: int,
    family: str | None = None,
    step: object = None,
) -> Any:
    more = {"sample_rate": sample_rate, "max_outputs": max_outputs}
    return _writing("WriteAudioSummary", "tensor", name, tensor, family, step, **more)


def _serialized(graph: Graph) -> bytes:
    graph_def = graph.as_graph_def(add_shapes=True) if isinstance(graph, Graph) else graph
    return graph_def.SerializeToString()


@export("contrib.summary.graph")
def graph(param: Any, step: object = None, name: str | None = None) -> Operation:
    """Writes a graph.

    Args:
      param: a tensor, such as a placeholder, with the packed GraphDef.
      step: the step, the global step by default.
      name: a name for the operation.

    Raises:
      TypeError: `param` is no tensor.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.contrib.summary.create_file_writer("logs").as_default():
    ...     print(tf.contrib.summary.graph(tf.placeholder(tf.string), step=0).type)
    WriteGraphSummary
    """
    if not isinstance(param, Tensor):
        raise TypeError(f"graph() needs a tf.Tensor (e.g. tf.placeholder) in graph mode, but was: {type(param)}")
    if _now.writer is None:
        return tf.no_op()
    with tf.device("cpu:0"):
        resource = _now.writer._resource
        return apply("WriteGraphSummary", name, writer=resource, step=_step(step), tensor=tf.identity(param))


_graph = graph


@export("contrib.summary.import_event")
def import_event(tensor: TensorLike, name: str | None = None) -> Operation:
    """Writes a packed Event as it is.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.contrib.summary.create_file_writer("logs").as_default():
    ...     print(tf.contrib.summary.import_event(tf.placeholder(tf.string)).type)
    ImportEvent
    """
    return apply("ImportEvent", name, writer=_now.writer._resource, event=tensor)
