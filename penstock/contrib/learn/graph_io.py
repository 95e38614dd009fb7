"""Batches of examples and features out of files, by queues: `read_batch_examples`, `read_batch_features` and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.composite import SparseTensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.storage import gfile

_KEY = KEY_FEATURE_NAME = "__key__"


def _files(file_pattern: Any, randomize_input: bool) -> list[str]:
    patterns = file_pattern if isinstance(file_pattern, list) else [file_pattern]
    if not patterns:
        raise ValueError("No files given to dequeue_examples.")
    found = [name for pattern in patterns for name in gfile.glob(pattern)]
    if not found:
        raise ValueError(f"No files match {file_pattern}.")
    return found if randomize_input else sorted(found)


def _examples(names: Iterable[Any], reader: Callable[[], Any], threads: int, size: Any, parse_fn: Any) -> list[Any]:
    """What each of the threads reads."""
    found: list[Any] = []
    with tf.name_scope("read"):
        for _ in range(threads):
            keys, examples = reader().read_up_to(names, size) if size > 1 else reader().read(names)
            if parse_fn:
                examples = parse_fn(examples)
            if parse_fn and isinstance(examples, dict):
                found.append({**examples, _KEY: keys})
            else:
                found.append((keys, examples))
    return found


@export("contrib.learn.read_keyed_batch_examples", "contrib.learn.io.read_keyed_batch_examples")
def read_keyed_batch_examples(
    file_pattern: Any,
    batch_size: Any,
    reader: Callable[[], Any],
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    num_threads: int = 1,
    read_batch_size: Any = 1,
    parse_fn: Callable[[Any], Any] | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> tuple[Any, Any]:
    """Reads batches of keys and examples.

    Args:
      file_pattern: a pattern of files, or a list of them.
      batch_size: how many examples.
      reader: makes a reader, such as `tf.TFRecordReader`.
      randomize_input: whether files and examples are shuffled.
      num_epochs: how often each file is read; for ever if None.
      queue_capacity: of the queue of examples.
      num_threads: how many readers there are.
      read_batch_size: how many records are read at once.
      parse_fn: applied to what is read; may return a dictionary.
      name: of the operations.
      seed: of the shuffling.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "lines")
    >>> _ = open(path, "w").write("a\\nb\\n")
    >>> with tf.Graph().as_default():
    ...     keys, lines = tf.contrib.learn.read_keyed_batch_examples(path, 2, tf.TextLineReader, randomize_input=False)
    ...     with tf.train.MonitoredSession() as session:
    ...         print(session.run(lines))
    [b'a' b'b']
    """
    files = _files(file_pattern, randomize_input)
    if not queue_capacity or queue_capacity <= 0:
        raise ValueError(f"Invalid queue_capacity {queue_capacity}.")
    if batch_size is None or (not isinstance(batch_size, Tensor) and not 0 < batch_size < queue_capacity):
        raise ValueError(f"Invalid batch_size {batch_size}, with queue_capacity {queue_capacity}.")
    if read_batch_size is None or (not isinstance(read_batch_size, Tensor) and read_batch_size <= 0):
        raise ValueError(f"Invalid read_batch_size {read_batch_size}.")
    if not num_threads or num_threads <= 0:
        raise ValueError(f"Invalid num_threads {num_threads}.")
    if num_epochs is not None and num_epochs <= 0:
        raise ValueError(f"Invalid num_epochs {num_epochs}.")
    with tf.name_scope(name, "read_batch_examples") as scope:
        with tf.name_scope("file_name_queue") as queue_scope:
            names = tf.train.string_input_producer(
                tf.constant(files, name="input"),
                shuffle=randomize_input,
                num_epochs=num_epochs,
                name=queue_scope,
                seed=seed,
            )
        given: dict[str, Any] = {
            "capacity": queue_capacity,
            "enqueue_many": read_batch_size > 1,
            "name": scope,
            "allow_smaller_final_batch": num_epochs is not None,
        }
        examples = _examples(names, reader, num_threads, read_batch_size, parse_fn)
        if randomize_input:
            left = int(queue_capacity * 0.4)
            if not isinstance(batch_size, Tensor):
                left = max(queue_capacity - 3 * batch_size, batch_size)
            found = tf.train.shuffle_batch_join(examples, batch_size, min_after_dequeue=left, seed=seed, **given)
        else:
            found = tf.train.batch_join(examples, batch_size, **given)
        return (found.pop(_KEY), found) if isinstance(found, dict) else found


@export("contrib.learn.read_batch_examples", "contrib.learn.io.read_batch_examples")
def read_batch_examples(
    file_pattern: Any,
    batch_size: TensorLike,
    reader: Callable[[], Any],
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    num_threads: int = 1,
    read_batch_size: Any = 1,
    parse_fn: Callable[[Any], Any] | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Any:
    """Reads batches of examples: `read_keyed_batch_examples` without the keys.

    Args:
      file_pattern: a file or a list of them, or a pattern of names.
      batch_size: how many examples a batch has.
      reader: a function or class that makes a reader, such as `tf.TFRecordReader`.
      randomize_input: whether to shuffle files and examples.
      num_epochs: how often to read all files; without end if it is None.
      queue_capacity: how many examples the queue may hold.
      num_threads: how many threads read.
      read_batch_size: how many examples a reader takes at once.
      parse_fn: a function that is applied to each example before it is put into the queue.
      name: a name for the operation.
      seed: the seed of the order.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "lines")
    >>> _ = open(path, "w").write("a\\nb\\n")
    >>> with tf.Graph().as_default():
    ...     tf.contrib.learn.read_batch_examples(path, 2, tf.TextLineReader).dtype
    tf.string
    """
    _, examples = read_keyed_batch_examples(
        file_pattern,
        batch_size,
        reader,
        randomize_input,
        num_epochs,
        queue_capacity,
        num_threads,
        read_batch_size,
        parse_fn,
        name,
        seed,
    )
    return examples


@export("contrib.learn.read_keyed_batch_features", "contrib.learn.io.read_keyed_batch_features")
def read_keyed_batch_features(
    file_pattern: Any,
    batch_size: TensorLike,
    features: Mapping[str, Any],
    reader: Callable[[], Any],
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    reader_num_threads: int = 1,
    feature_queue_capacity: int = 100,
    num_enqueue_threads: int = 2,
    parse_fn: Callable[[Any], Any] | None = None,
    name: str | None = None,
    read_batch_size: Any = None,
) -> tuple[Any, dict[str, Any]]:
    """Reads batches of keys and parsed Examples.

    Args:
      file_pattern: a pattern of files, or a list of them.
      batch_size: how many Examples.
      features: name → how it is parsed, as for `tf.parse_example`.
      reader: makes a reader, such as `tf.TFRecordReader`.
      randomize_input: whether files and Examples are shuffled.
      num_epochs: how often each file is read; for ever if None.
      queue_capacity: of the queue of Examples.
      reader_num_threads: how many readers there are.
      feature_queue_capacity: of the queue of parsed batches.
      num_enqueue_threads: how many threads parse.
      parse_fn: applied to what is read, before it is parsed.
      name: of the operations.
      read_batch_size: how many records are read at once; a batch if None.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> with tf.python_io.TFRecordWriter(path) as writer:
    ...     value = tf.train.Feature(float_list=tf.train.FloatList(value=[2.0]))
    ...     writer.write(tf.train.Example(features=tf.train.Features(feature={"x": value})).SerializeToString())
    >>> with tf.Graph().as_default():
    ...     keys, features = tf.contrib.learn.read_keyed_batch_features(
    ...         path, 1, {"x": tf.FixedLenFeature([1], tf.float32)}, tf.TFRecordReader)
    ...     with tf.train.MonitoredSession() as session:
    ...         print(session.run(features))
    {'x': array([[2.]], dtype=float32)}
    """
    with tf.name_scope(name, "read_batch_features") as scope:
        keys, examples = read_keyed_batch_examples(
            file_pattern,
            batch_size,
            reader,
            randomize_input=randomize_input,
            num_epochs=num_epochs,
            queue_capacity=queue_capacity,
            num_threads=reader_num_threads,
            read_batch_size=batch_size if read_batch_size is None else read_batch_size,
            parse_fn=parse_fn,
            name=scope,
        )
        parsed = tf.parse_example(examples, features)
        return queue_parsed_features(parsed, keys, feature_queue_capacity, num_enqueue_threads, scope)


@export("contrib.learn.io.queue_parsed_features")
def queue_parsed_features(
    parsed_features: Mapping[str, Any],
    keys: Sequence[Any] | None = None,
    feature_queue_capacity: int = 100,
    num_enqueue_threads: int = 2,
    name: str | None = None,
) -> tuple[Any, dict[str, Any]]:
    """Puts a queue behind parsed features, so that several threads parse ahead; returns keys and features.

    Args:
      parsed_features: a dict of tensors.
      keys: the keys of the examples, or None.
      feature_queue_capacity: how many batches the queue of parsed features may hold.
      num_enqueue_threads: how many threads parse.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     keys, features = tf.contrib.learn.io.queue_parsed_features({"x": tf.constant([1.0])})
    ...     with tf.train.MonitoredSession() as session:
    ...         print(session.run(features))
    {'x': array([1.], dtype=float32)}
    """
    with tf.name_scope(name, "queue_parsed_features"):
        parts: dict[str, list[Any]] = {}
        for key in sorted(parsed_features):
            tensor = parsed_features[key]
            sparse = isinstance(tensor, SparseTensor)
            parts[key] = [tensor.indices, tensor.values, tensor.dense_shape] if sparse else [tensor]
        flat = [tensor for part in parts.values() for tensor in part] + ([] if keys is None else [keys])
        queue = tf.FIFOQueue(feature_queue_capacity, [tensor.dtype for tensor in flat])
        tf.summary.scalar(
            f"queue/parsed_features/{queue.name}/fraction_of_{feature_queue_capacity}_full",
            tf.cast(queue.size(), tf.float32) * (1.0 / feature_queue_capacity),
        )
        runner = tf.train.QueueRunner(
            queue,
            [queue.enqueue(flat) for _ in range(num_enqueue_threads)],
            queue_closed_exception_types=(errors.OutOfRangeError, errors.CancelledError),
        )
        tf.train.add_queue_runner(runner)
        found = queue.dequeue()
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        for new, old in zip(found, flat, strict=True):
            new.set_shape(old.get_shape())
        left = iter(found)
        features = {}
        for key, part in parts.items():
            taken = [next(left) for _ in part]
            features[key] = SparseTensor(*taken) if len(taken) == 3 else taken[0]
        return (None if keys is None else found[-1]), features


@export("contrib.learn.read_batch_features", "contrib.learn.io.read_batch_features")
def read_batch_features(
    file_pattern: Any,
    batch_size: TensorLike,
    features: Mapping[str, Any],
    reader: Callable[[], Any],
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    feature_queue_capacity: int = 100,
    reader_num_threads: int = 1,
    num_enqueue_threads: int = 2,
    parse_fn: Callable[[Any], Any] | None = None,
    name: str | None = None,
    read_batch_size: Any = None,
) -> dict[str, Any]:
    """Reads batches of parsed Examples: `read_keyed_batch_features` without the keys.

    Args:
      file_pattern: a file or a list of them, or a pattern of names.
      batch_size: how many examples a batch has.
      features: what to parse, as for `tf.parse_example`.
      reader: a function or class that makes a reader, such as `tf.TFRecordReader`.
      randomize_input: whether to shuffle files and examples.
      num_epochs: how often to read all files; without end if it is None.
      queue_capacity: how many examples the queue may hold.
      feature_queue_capacity: how many batches the queue of parsed features may hold.
      reader_num_threads: how many threads read.
      num_enqueue_threads: how many threads parse.
      parse_fn: a function that is applied to each example before it is put into the queue.
      name: a name for the operation.
      read_batch_size: how many examples a reader takes at once.

    >>> import penstock as tf
    >>> with tf.io.TFRecordWriter("ages.records") as writer:
    ...     for age in (30, 40):
    ...         feature = {"age": tf.train.Feature(int64_list=tf.train.Int64List(value=[age]))}
    ...         writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    >>> columns = {"age": tf.io.FixedLenFeature([], tf.int64)}
    >>> batch = tf.contrib.learn.read_batch_features(
    ...     "ages.records", 2, columns, tf.TFRecordReader, randomize_input=False, num_epochs=1
    ... )
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(batch["age"]))
    [30 40]
    """
    _, found = read_keyed_batch_features(
        file_pattern,
        batch_size,
        features,
        reader,
        randomize_input=randomize_input,
        num_epochs=num_epochs,
        queue_capacity=queue_capacity,
        reader_num_threads=reader_num_threads,
        feature_queue_capacity=feature_queue_capacity,
        num_enqueue_threads=num_enqueue_threads,
        parse_fn=parse_fn,
        name=name,
        read_batch_size=read_batch_size,
    )
    return found


@export("contrib.learn.read_batch_record_features", "contrib.learn.io.read_batch_record_features")
def read_batch_record_features(
    file_pattern: Any,
    batch_size: TensorLike,
    features: Mapping[str, Any],
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    reader_num_threads: int = 1,
    name: str = "dequeue_record_examples",
) -> dict[str, Any]:
    """Reads batches of parsed Examples out of TFRecord files.

    Args:
      file_pattern: a file or a list of them, or a pattern of names.
      batch_size: how many examples a batch has.
      features: what to parse, as for `tf.parse_example`.
      randomize_input: whether to shuffle files and examples.
      num_epochs: how often to read all files; without end if it is None.
      queue_capacity: how many examples the queue may hold.
      reader_num_threads: how many threads read.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.io.TFRecordWriter("records") as writer:
    ...     for age in (30, 40):
    ...         feature = {"age": tf.train.Feature(int64_list=tf.train.Int64List(value=[age]))}
    ...         writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    >>> columns = {"age": tf.io.FixedLenFeature([], tf.int64)}
    >>> batch = tf.contrib.learn.read_batch_record_features("records", 2, columns, randomize_input=False, num_epochs=1)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(batch["age"]))
    [30 40]
    """
    return read_batch_features(
        file_pattern,
        batch_size,
        features,
        tf.TFRecordReader,
        randomize_input=randomize_input,
        num_epochs=num_epochs,
        queue_capacity=queue_capacity,
        reader_num_threads=reader_num_threads,
        name=name,
    )
