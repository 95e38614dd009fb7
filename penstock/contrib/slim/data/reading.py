"""Records that several readers read at once into one queue, and a queue that prefetches batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import name_scope
from penstock.train.queue_runner import QueueRunner, add_queue_runner

if TYPE_CHECKING:
    from penstock.ops.queues.queues import QueueBase


@export("contrib.slim.parallel_reader.ParallelReader")
class ParallelReader:
    """Several readers that share a queue of files, and put what they read into one queue.

    Args:
      reader_class: a reader, as `tf.TFRecordReader`.
      common_queue: a queue of two strings.
      num_readers: how many readers.
      reader_kwargs: arguments for each of them.

    Raises:
      TypeError: if the queue holds something else.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     queue = tf.FIFOQueue(10, [tf.string, tf.string])
    ...     reader = tf.contrib.slim.parallel_reader.ParallelReader(tf.TFRecordReader, queue, num_readers=3)
    ...     print(reader.num_readers)
    3
    """

    def __init__(self, reader_class: Any, common_queue: Any, num_readers: int = 4, reader_kwargs: Any = None):
        dtypes = common_queue.dtypes
        if len(dtypes) != 2 or not all(dtype.is_compatible_with(tf.string) for dtype in dtypes):
            raise TypeError("common_queue.dtypes must be [tf.string, tf.string]")
        self._readers = [reader_class(**(reader_kwargs or {})) for _ in range(num_readers)]
        self._common_queue = common_queue

    @property
    def num_readers(self) -> int:
        """How many readers there are."""
        return len(self._readers)

    @property
    def common_queue(self) -> Any:
        """The queue of what was read."""
        return self._common_queue

    def read(self, queue: object, name: str | None = None) -> Any:
        """The next key and value of the files in a queue."""
        self._read_from(queue)
        return self._common_queue.dequeue(name=name)

    def read_up_to(self, queue: object, num_records: Any, name: str | None = None) -> Any:
        """The next keys and values, as many as there are but not more than `num_records`."""
        self._read_from(queue)
        return self._common_queue.dequeue_up_to(num_records, name)

    def _read_from(self, queue: object) -> None:
        steps = [self._common_queue.enqueue(reader.read(queue)) for reader in self._readers]
        add_queue_runner(QueueRunner(self._common_queue, steps))

    def num_records_produced(self, name: str | None = None) -> Any:
        """How many records all readers have read."""
        return tf.add_n([reader.num_records_produced() for reader in self._readers], name=name)

    def num_work_units_completed(self, name: str | None = None) -> Any:
        """How many files all readers are done with."""
        return tf.add_n([reader.num_work_units_completed() for reader in self._readers], name=name)


@export("contrib.slim.parallel_reader.get_data_files")
def get_data_files(data_sources: Any) -> list[str]:
    """The files of a path, a pattern, or a list of them.

    Raises:
      ValueError: if there are none.

    >>> import penstock as tf
    >>> tf.contrib.slim.parallel_reader.get_data_files(["a", "b"])
    ['a', 'b']
    """
    if isinstance(data_sources, (list, tuple)):
        files = [file for source in data_sources for file in get_data_files(source)]
    elif any(sign in data_sources for sign in "*?["):
        files = tf.gfile.Glob(data_sources)
    else:
        files = [data_sources]
    if not files:
        raise ValueError(f"No data files found in {data_sources}")
    return files


def _fullness(queue: QueueBase, capacity: int) -> None:
    share = tf.cast(queue.size(), tf.float32) * (1.0 / capacity)
    tf.summary.scalar(f"fraction_of_{capacity}_full", share)


@export("contrib.slim.parallel_reader.parallel_read")
def parallel_read(
    data_sources: object,
    reader_class: Any,
    num_epochs: int | None = None,
    num_readers: int = 4,
    reader_kwargs: object = None,
    shuffle: bool = True,
    dtypes: Sequence[Any] | None = None,
    capacity: int = 256,
    min_after_dequeue: int = 128,
    seed: int | None = None,
    scope: str | None = None,
) -> Any:
    """The next key and value of some files, read by several readers.

    Args:
      data_sources: a path, a pattern, or a list of them.
      reader_class, num_readers, reader_kwargs: see `ParallelReader`.
      num_epochs: how often to read all files; None for ever.
      shuffle: whether to mix files and records.
      dtypes: two strings.
      capacity, min_after_dequeue, seed: of the queue of records.
      scope: a name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     key, value = tf.contrib.slim.parallel_reader.parallel_read("file", tf.TFRecordReader)
    ...     print(value.dtype.name)
    string
    """
    files = get_data_files(data_sources)
    with name_scope(scope, "parallel_read"):
        names = tf.train.string_input_producer(
            files, num_epochs=num_epochs, shuffle=shuffle, seed=seed, name="filenames"
        )
        kinds = dtypes or [tf.string, tf.string]
        queue = (
            tf.RandomShuffleQueue(capacity, min_after_dequeue, dtypes=kinds, seed=seed, name="common_queue")
            if shuffle
            else tf.FIFOQueue(capacity, dtypes=kinds, name="common_queue")
        )
        _fullness(queue, capacity)
        return ParallelReader(reader_class, queue, num_readers, reader_kwargs).read(names)


@export("contrib.slim.parallel_reader.single_pass_read")
def single_pass_read(
    data_sources: Sequence[Any],
    reader_class: Any,
    reader_kwargs: Mapping[Any, Any] | None = None,
    scope: str | None = None,
) -> Any:
    """The next key and value of some files, each read once and in order.

    Args:
      data_sources: files, or patterns of names.
      reader_class: the class of the reader, such as `tf.TFRecordReader`.
      reader_kwargs: arguments for it.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     key, value = tf.contrib.slim.parallel_reader.single_pass_read("file", tf.TFRecordReader)
    ...     print(value.dtype.name)
    string
    """
    files = get_data_files(data_sources)
    with name_scope(scope, "single_pass_read"):
        names = tf.train.string_input_producer(files, num_epochs=1, shuffle=False, capacity=1, name="filenames")
        return reader_class(**(reader_kwargs or {})).read(names)


@export("contrib.slim.prefetch_queue.prefetch_queue")
def prefetch_queue(
    tensors: Sequence[Any],
    capacity: int = 8,
    num_threads: int = 1,
    dynamic_pad: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """A queue that holds the next values of tensors, computed by threads of their own.

    Args:
      tensors: a list of tensors, or a dictionary.
      capacity: how many values it holds.
      num_threads: how many threads compute them.
      dynamic_pad: whether values may differ in shape where it is not known.
      shared_name: a name under which sessions share it.
      name: a name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     queue = tf.contrib.slim.prefetch_queue.prefetch_queue({"x": tf.constant([1, 2])})
    ...     with tf.contrib.slim.queues.QueueRunners(sess):
    ...         print(sess.run(queue.dequeue()["x"]))
    [1 2]
    """
    names = sorted(tensors) if isinstance(tensors, dict) else None
    values = [tensors[key] for key in names] if names is not None else list(tensors)
    kind = tf.PaddingFIFOQueue if dynamic_pad else tf.FIFOQueue
    with name_scope(name, "prefetch_queue", values):
        queue = kind(
            capacity=capacity,
            dtypes=[value.dtype for value in values],
            shapes=[value.shape for value in values],
            names=names,
            shared_name=shared_name,
        )
        add_queue_runner(QueueRunner(queue, [queue.enqueue(tensors)] * num_threads))
        _fullness(queue, capacity)
        return queue
