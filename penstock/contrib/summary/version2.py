"""`tf.compat.v2.summary` in graph mode: what is written are tensors, with the name of the TensorBoard plugin that shows them.

The writer and the condition are those of `tf.contrib.summary`; without a condition, everything is written.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.utils import smart_cond
from penstock.contrib.summary import writing
from penstock.graph import stack
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike

_steps: dict[str, Any] = {"now": None}


@export("compat.v2.summary.create_file_writer")
def create_file_writer(
    logdir: Any,
    max_queue: Any = None,
    flush_millis: Any = None,
    filename_suffix: Any = None,
    name: str | None = None,
) -> Any:
    """Makes a writer of summaries; in a graph, the operation `init()` opens its file.

    Args:
      logdir: the folder.
      max_queue: how many summaries may wait (10).
      flush_millis: how long they may wait (two minutes).
      filename_suffix: the end of the file's name ('.v2').
      name: a name for the operation.

    Raises:
      ValueError: there is no folder.

    >>> import penstock as tf
    >>> isinstance(tf.compat.v2.summary.create_file_writer("logs"), tf.contrib.summary.SummaryWriter)
    True
    """
    if logdir is None:
        raise ValueError("logdir cannot be None")
    suffix = ".v2" if filename_suffix is None else filename_suffix
    return writing.create_file_writer(logdir, max_queue or 10, flush_millis or 120000, suffix, name)


@export("compat.v2.summary.record_if")
@contextlib.contextmanager
def record_if(condition: TensorLike) -> Iterator[None]:
    """A block in which summaries are written only if a condition holds.

    Args:
      condition: True, False, a tensor, or a function that gives one.

    >>> import penstock as tf
    >>> with tf.compat.v2.summary.record_if(False):
    ...     print(tf.compat.v2.summary.should_record_summaries())
    False
    """
    with writing._record_if(condition):
        yield


@export("compat.v2.summary.should_record_summaries")
def should_record_summaries() -> Any:
    """Whether summaries are written here: True unless `record_if` says otherwise.

    >>> import penstock as tf
    >>> tf.compat.v2.summary.should_record_summaries()
    True
    """
    found = writing._now.recording
    found = found() if callable(found) else found
    return True if found is None else found


@export("compat.v2.summary.experimental.set_step")
def set_step(step: Any) -> None:
    """Sets the step of summaries that are given none.

    >>> import penstock as tf
    >>> tf.compat.v2.summary.experimental.set_step(3)
    >>> tf.compat.v2.summary.experimental.get_step()
    3
    >>> tf.compat.v2.summary.experimental.set_step(None)
    """
    _steps["now"] = step


@export("compat.v2.summary.experimental.get_step")
def get_step() -> Any:
    """The step of summaries that are given none.

    >>> import penstock as tf
    >>> tf.compat.v2.summary.experimental.get_step() is None
    True
    """
    return _steps["now"]


@export("compat.v2.summary.flush")
def flush(writer: Any = None, name: str | None = None) -> Operation:
    """The operation that writes what waits, of the default writer or of another.

    >>> import penstock as tf
    >>> tf.compat.v2.summary.flush(tf.compat.v2.summary.create_file_writer("logs")).type
    'FlushSummaryWriter'
    """
    return writing.flush(writer, name)


@export("compat.v2.summary.write")
def write(tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None) -> Any:
    """Writes a summary of a tensor to the default writer.

    Args:
      tag: what it is called in TensorBoard.
      tensor: the tensor, or a function that makes it when it is needed.
      step: the step, `set_step`'s by default.
      metadata: a `SummaryMetadata`, as a message or packed.
      name: a name for the operations.

    Returns:
      A tensor that tells whether it was written; False without a writer.

    Raises:
      ValueError: there is a writer and no step.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.summary.write("nobody listens", 1.0, step=0))
    np.False_
    """
    with name_scope(name, "write_summary"):
        if writing._now.writer is None:
            return tf.constant(False)
        step = get_step() if step is None else step
        packed = metadata.SerializeToString() if hasattr(metadata, "SerializeToString") else metadata or b""
        scope = stack.current_graph().get_name_scope()

        def record() -> Tensor:
            if step is None:
                raise ValueError("No step set via 'step' argument or tf.summary.experimental.set_step()")
            with name_scope(f"{scope}/" if scope else ""), tf.device("cpu:0"):
                value = tensor() if callable(tensor) else convert_to_tensor(tensor)
                made = apply(
                    "WriteSummary",
                    writer=writing._now.writer._resource,
                    step=step if isinstance(step, Tensor) else convert_to_tensor(step, tf.int64),
                    tensor=tf.identity(value),
                    tag=tag,
                    summary_metadata=packed,
                )
                with control_dependencies([made]):
                    return tf.constant(True)

        found = smart_cond(should_record_summaries(), record, lambda: tf.constant(False))
        add_to_collection(GraphKeys._SUMMARY_COLLECTION, found)
        return found


def _tagged(name: str, default: str, make: Callable[[], Any], step: Any, metadata: Any) -> Any:
    """Writes what `make` gives under the name scope's tag."""
    outer = stack.current_graph().get_name_scope()
    tag = f"{outer}/{name}" if outer else name
    with name_scope(name or default):
        return write(tag, make, step, metadata)


@export("compat.v2.summary.scalar")
def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> Any:
    """Writes a number.

    Args:
      name: its name; the name scope stands before it.
      data: the number.
      step: the step, `set_step`'s by default.
      description: a text for TensorBoard.

    >>> import penstock as tf
    >>> with tf.compat.v2.summary.create_file_writer("logs").as_default():
    ...     print(tf.compat.v2.summary.scalar("loss", 0.5, step=1).dtype)
    <dtype: 'bool'>
    """
    from tensorboard.plugins.scalar import metadata

    found = metadata.create_summary_metadata(display_name=None, description=description)
    return _tagged(name, "scalar_summary", lambda: tf.cast(data, tf.float32), step, found)


@export("compat.v2.summary.histogram")
def histogram(
    name: str, data: Any, step: Any = None, buckets: int | None = None, description: str | None = None
) -> Any:
    """Writes how often numbers occur, in `buckets` intervals of the same length (30).

    Args:
      name: the name of the summary; its tag, in the current name scope.
      data: a tensor of numbers.
      step: the step; that of `tf.summary.experimental.set_step` by default.
      buckets: the number of intervals.
      description: a text about it, in Markdown.

    >>> import penstock as tf
    >>> with tf.compat.v2.summary.create_file_writer("logs").as_default():
    ...     print(tf.compat.v2.summary.histogram("weights", tf.zeros([9]), step=1).dtype)
    <dtype: 'bool'>
    """
    from tensorboard.plugins.histogram import metadata

    found = metadata.create_summary_metadata(display_name=None, description=description)
    return _tagged(name, "histogram_summary", lambda: _buckets(data, buckets or 30), step, found)


def _buckets(data: Any, count: int) -> Tensor:
    """Rows of left edge, right edge and number of values."""
    values = tf.cast(tf.reshape(data, [-1]), tf.float64)

    def spread() -> Tensor:
        low, high = tf.reduce_min(values), tf.reduce_max(values)

        def several() -> Tensor:
            width = (high - low) / count
            which = tf.minimum(tf.cast(tf.floor((values - low) / width), tf.int32), count - 1)
            number = tf.cast(tf.reduce_sum(tf.one_hot(which, count, dtype=tf.int32), 0), tf.float64)
            edges = tf.linspace(low, high, count + 1)
            edges = tf.concat([edges[:-1], [high]], 0)
            return tf.transpose(tf.stack([edges[:-1], edges[1:], number]))

        def one() -> Tensor:
            size = tf.cast(tf.size(values), tf.float64)
            return tf.expand_dims(tf.stack([low - 0.5, low + 0.5, size]), 0)

        return tf.cond(tf.equal(high - low, 0), one, several)

    return tf.cond(tf.equal(tf.size(values), 0), lambda: tf.zeros([0, 3], tf.float64), spread)


@export("compat.v2.summary.image")
def image(name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None) -> Any:
    """Writes images, `[k, height, width, channels]` with values from 0 to 1 or of type uint8.

    Args:
      name: the name of the summary; its tag, in the current name scope.
      data: the images.
      step: the step; that of `tf.summary.experimental.set_step` by default.
      max_outputs: how many of them to write, at most.
      description: a text about it, in Markdown.

    >>> import penstock as tf
    >>> with tf.compat.v2.summary.create_file_writer("logs").as_default():
    ...     print(tf.compat.v2.summary.image("input", tf.zeros([1, 8, 8, 3]), step=1).dtype)
    <dtype: 'bool'>
    """
    from tensorboard.plugins.image import metadata

    found = metadata.create_summary_metadata(display_name=None, description=description)

    def make() -> Tensor:
        pictures = tf.image.convert_image_dtype(data, tf.uint8, saturate=True)[:max_outputs]
        encoded = tf.map_fn(tf.image.encode_png, pictures, dtype=tf.string, name="encode_each_image")
        encoded = tf.cond(tf.shape(data)[0] > 0, lambda: encoded, lambda: tf.constant([], tf.string))
        size = tf.shape(data)
        return tf.concat([tf.stack([tf.as_string(size[2]), tf.as_string(size[1])]), encoded], 0)

    return _tagged(name, "image_summary", make, step, found)


@export("compat.v2.summary.text")
def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Any:
    """Writes text.

    Args:
      name: the name of the summary; its tag, in the current name scope.
      data: a tensor of strings.
      step: the step; that of `tf.summary.experimental.set_step` by default.
      description: a text about it, in Markdown.

    >>> import penstock as tf
    >>> with tf.compat.v2.summary.create_file_writer("logs").as_default():
    ...     print(tf.compat.v2.summary.text("note", "hello", step=1).dtype)
    <dtype: 'bool'>
    """
    from tensorboard.plugins.text import metadata

    found = metadata.create_summary_metadata(display_name=None, description=description)
    return _tagged(name, "text_summary", lambda: tf.convert_to_tensor(data, tf.string), step, found)
