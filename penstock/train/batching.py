"""Batches made by queues that threads fill, in order or shuffled: `tf.train.batch` and its seven relatives.

Each function adds a queue and its `QueueRunner` to the graph; `tf.train.start_queue_runners` starts them. `tf.data`
is the newer way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.queues import queues
from penstock.train.batch_inputs import (
    KeptSparse,
    as_given,
    as_list,
    as_lists,
    checked_keep,
    common_shapes,
    common_types,
    either,
    kept_rows,
    restored,
    stored,
    validated,
)
from penstock.train.input_producers import summarize_fullness
from penstock.train.queue_runner import QueueRunner, add_queue_runner


def _batched(
    given: object,
    lists: Any,
    scope_name: str,
    make_queue: Any,
    fullness: Any,
    batch_size: TensorLike,
    keep_input: TensorLike,
    threads: int | None,
    enqueue_many: bool,
    shapes: Sequence[Any],
    smaller_final: bool,
    name: str | None,
) -> Any:
    """What all functions below do; `threads` is None for those that take a list of inputs."""
    if threads is None:
        scope_name += "_join"
    with name_scope(name, scope_name, [t for tensors in lists for t in tensors] + [keep_input]) as scope:
        if threads is None:
            lists = [validated(t, "Expected at least one input in batch_join().") for t in lists]
        else:
            lists = [validated(lists[0], "Expected at least one tensor in batch().")]
        keep = checked_keep(keep_input, enqueue_many)
        sparse: list[KeptSparse | None] = [None] * len(lists[0])
        dense = []
        for i, tensors in enumerate(lists):
            if i and [isinstance(t, SparseTensor) for t in tensors] != [s is not None for s in sparse]:
                raise ValueError(f"Inconsistent SparseTensors list: {lists[0]} vs. {tensors}")
            pairs = [stored(t, enqueue_many, keep, like) for t, like in zip(tensors, sparse)]
            dense.append([t for t, _ in pairs])
            sparse = [s for _, s in pairs]
        types = common_types(dense)
        shapes = common_shapes(dense, shapes, enqueue_many)
        queue = make_queue(types, shapes)
        enqueue = queue.enqueue_many if enqueue_many else queue.enqueue
        if keep.shape.ndims == 1:
            operations = [enqueue(kept_rows(tensors, keep)) for tensors in dense]
        else:
            no_op = find("no_op")
            operations = [either(keep, lambda tensors=tensors: enqueue(tensors), no_op) for tensors in dense]
        operations = [o.op if isinstance(o, Tensor) else o for o in operations]
        add_queue_runner(QueueRunner(queue, operations * threads if threads is not None else operations))
        fullness(queue)
        take = queue.dequeue_up_to if smaller_final else queue.dequeue_many
        return as_given(given, restored(take(batch_size, name=scope), sparse))


def _in_order(given: object, lists: Any, capacity: int, dynamic_pad: bool, shared_name: str | None, **rest: Any) -> Any:
    kind = queues.PaddingFIFOQueue if dynamic_pad else queues.FIFOQueue

    def make_queue(types: Sequence[Any], shapes: Sequence[Any]) -> queues.QueueBase:
        return kind(capacity, types, shapes, shared_name=shared_name)

    def full(queue: queues.QueueBase) -> None:
        summarize_fullness(f"fraction_of_{capacity}_full", queue, capacity)

    return _batched(given, lists, "batch", make_queue, full, **rest)


def _shuffled(
    given: object,
    lists: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None,
    shared_name: str | None,
    **rest: Any,
) -> Any:
    if capacity <= min_after_dequeue:
        raise ValueError(f"capacity {capacity} must be bigger than min_after_dequeue {min_after_dequeue}.")

    def make_queue(types: Sequence[Any], shapes: Sequence[Any]) -> queues.QueueBase:
        return queues.RandomShuffleQueue(capacity, min_after_dequeue, types, shapes, seed=seed, shared_name=shared_name)

    def full(queue: queues.QueueBase) -> None:
        room = capacity - min_after_dequeue
        over = find("cast")(find("maximum")(0, queue.size() - min_after_dequeue), dtypes.float32)
        find("summary.scalar")(f"fraction_over_{min_after_dequeue}_of_{room}_full", over * (1.0 / room))

    return _batched(given, lists, "shuffle_batch", make_queue, full, **rest)


@export("train.batch")
def batch(
    tensors: NestedTensors,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes batches of tensors in order, with a queue and threads that fill it.

    Args:
      tensors: a list or dictionary of tensors or sparse tensors; the result has the same form.
      batch_size: the size of the batches.
      num_threads: how many threads enqueue `tensors`.
      capacity: the capacity of the queue.
      enqueue_many: whether each tensor holds many examples along its first dimension.
      shapes: the shapes of the examples, if the tensors do not tell them.
      dynamic_pad: whether examples of different sizes are filled with zeros to the largest of the batch.
      allow_smaller_final_batch: whether the last batch may be smaller.
      shared_name: the shared name of the queue.
      name: a name for the operations.

    Raises:
      ValueError: the shapes are not given and cannot be inferred.

    >>> import penstock as tf
    >>> number = tf.train.range_input_producer(5, num_epochs=1, shuffle=False).dequeue()
    >>> x = tf.train.batch([number], batch_size=2, allow_smaller_final_batch=True)
    >>> with tf.train.MonitoredSession() as sess:
    ...     while not sess.should_stop():
    ...         print(sess.run(x))
    [0 1]
    [2 3]
    [4]
    """
    return maybe_batch(
        tensors, True, batch_size, num_threads, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


@export("train.maybe_batch")
def maybe_batch(
    tensors: NestedTensors,
    keep_input: TensorLike,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.batch`, for inputs that are only kept if `keep_input` (a bool, or one per example) is true.

    Args:
      tensors: a list or dict of tensors.
      keep_input: a bool, or with `enqueue_many` one per example: whether to keep it.
      batch_size: how many examples a batch has.
      num_threads: how many threads fill the queue.
      capacity: how many examples the queue may hold.
      enqueue_many: whether each tensor has several examples, in its first dimension.
      shapes: the shapes of examples, if they are not known.
      dynamic_pad: whether examples of several shapes are filled up with 0.
      allow_smaller_final_batch: whether what is left at the end is a smaller batch.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    >>> import penstock as tf
    >>> number = tf.train.range_input_producer(9, num_epochs=1, shuffle=False).dequeue()
    >>> x = tf.train.maybe_batch([number], keep_input=tf.equal(number % 3, 0), batch_size=3)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(x))
    [0 3 6]
    """
    return _in_order(
        tensors, [as_list(tensors)], capacity, dynamic_pad, shared_name,
        batch_size=batch_size, keep_input=keep_input, threads=num_threads,
        enqueue_many=enqueue_many, shapes=shapes, smaller_final=allow_smaller_final_batch, name=name,
    )  # fmt: skip


@export("train.batch_join")
def batch_join(
    tensors_list: Sequence[Any],
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.batch`, with one thread for each element of `tensors_list`, such as several readers.

    Args:
      tensors_list: a list of lists or dicts of tensors; each has a thread of its own.
      batch_size: how many examples a batch has.
      capacity: how many examples the queue may hold.
      enqueue_many: whether each tensor has several examples, in its first dimension.
      shapes: the shapes of examples, if they are not known.
      dynamic_pad: whether examples of several shapes are filled up with 0.
      allow_smaller_final_batch: whether what is left at the end is a smaller batch.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.train.batch_join([[tf.constant(1)], [tf.constant(2)]], batch_size=100)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(len(sess.run(x)), set(sess.run(x).tolist()) <= {1, 2})
    100 True
    """
    return maybe_batch_join(
        tensors_list, True, batch_size, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


@export("train.maybe_batch_join")
def maybe_batch_join(
    tensors_list: Sequence[Any],
    keep_input: TensorLike,
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.batch_join`, for inputs that are only kept if `keep_input` is true.

    Args:
      tensors_list: a list of lists or dicts of tensors; each has a thread of its own.
      keep_input: a bool, or with `enqueue_many` one per example: whether to keep it.
      batch_size: how many examples a batch has.
      capacity: how many examples the queue may hold.
      enqueue_many: whether each tensor has several examples, in its first dimension.
      shapes: the shapes of examples, if they are not known.
      dynamic_pad: whether examples of several shapes are filled up with 0.
      allow_smaller_final_batch: whether what is left at the end is a smaller batch.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.train.maybe_batch_join([[tf.range(4)]], [True, False, True, False], batch_size=4, enqueue_many=True)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(x))
    [0 2 0 2]
    """
    lists = as_lists(tensors_list)
    return _in_order(
        tensors_list[0], lists, capacity, dynamic_pad, shared_name,
        batch_size=batch_size, keep_input=keep_input, threads=None,
        enqueue_many=enqueue_many, shapes=shapes, smaller_final=allow_smaller_final_batch, name=name,
    )  # fmt: skip


@export("train.shuffle_batch")
def shuffle_batch(
    tensors: NestedTensors,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes batches of tensors in random order; other arguments as for `tf.train.batch`.

    Args:
      min_after_dequeue: how many examples stay in the queue, so that the order is random enough.
      seed: the seed of the order.

    Raises:
      ValueError: `capacity` is not larger than `min_after_dequeue`, or shapes cannot be inferred.

    >>> import penstock as tf
    >>> number = tf.train.range_input_producer(6, num_epochs=1).dequeue()
    >>> x = tf.train.shuffle_batch([number], batch_size=6, capacity=10, min_after_dequeue=5)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sorted(sess.run(x).tolist()))
    [0, 1, 2, 3, 4, 5]
    """
    return maybe_shuffle_batch(
        tensors, batch_size, capacity, min_after_dequeue, True, num_threads, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


@export("train.maybe_shuffle_batch")
def maybe_shuffle_batch(
    tensors: NestedTensors,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.shuffle_batch`, for inputs that are only kept if `keep_input` is true.

    Args:
      tensors: a list or dict of tensors.
      batch_size: how many examples a batch has.
      capacity: how many examples the queue may hold.
      min_after_dequeue: how many stay in the queue, to be shuffled among.
      keep_input: a bool, or with `enqueue_many` one per example: whether to keep it.
      num_threads: how many threads fill the queue.
      seed: the seed of the order.
      enqueue_many: whether each tensor has several examples, in its first dimension.
      shapes: the shapes of examples, if they are not known.
      allow_smaller_final_batch: whether what is left at the end is a smaller batch.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    >>> import penstock as tf
    >>> number = tf.train.range_input_producer(6, num_epochs=1).dequeue()
    >>> x = tf.train.maybe_shuffle_batch([number], 3, capacity=10, min_after_dequeue=2, keep_input=number < 3)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sorted(sess.run(x).tolist()))
    [0, 1, 2]
    """
    return _shuffled(
        tensors, [as_list(tensors)], capacity, min_after_dequeue, seed, shared_name,
        batch_size=batch_size, keep_input=keep_input, threads=num_threads,
        enqueue_many=enqueue_many, shapes=shapes, smaller_final=allow_smaller_final_batch, name=name,
    )  # fmt: skip


@export("train.shuffle_batch_join")
def shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.shuffle_batch`, with one thread for each element of `tensors_list`.

    Args:
      tensors_list: a list of lists or dicts of tensors; each has a thread of its own.
      batch_size: how many examples a batch has.
      capacity: how many examples the queue may hold.
      min_after_dequeue: how many stay in the queue, to be shuffled among.
      seed: the seed of the order.
      enqueue_many: whether each tensor has several examples, in its first dimension.
      shapes: the shapes of examples, if they are not known.
      allow_smaller_final_batch: whether what is left at the end is a smaller batch.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    >>> import penstock as tf
    >>> number = tf.train.range_input_producer(6, num_epochs=1)
    >>> x = tf.train.shuffle_batch_join([[number.dequeue()], [number.dequeue()]], 6, capacity=10, min_after_dequeue=5)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sorted(sess.run(x).tolist()))
    [0, 1, 2, 3, 4, 5]
    """
    return maybe_shuffle_batch_join(
        tensors_list, batch_size, capacity, min_after_dequeue, True, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


@export("train.maybe_shuffle_batch_join")
def maybe_shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.shuffle_batch_join`, for inputs that are only kept if `keep_input` is true.

    Args:
      tensors_list: a list of lists or dicts of tensors; each has a thread of its own.
      batch_size: how many examples a batch has.
      capacity: how many examples the queue may hold.
      min_after_dequeue: how many stay in the queue, to be shuffled among.
      keep_input: a bool, or with `enqueue_many` one per example: whether to keep it.
      seed: the seed of the order.
      enqueue_many: whether each tensor has several examples, in its first dimension.
      shapes: the shapes of examples, if they are not known.
      allow_smaller_final_batch: whether what is left at the end is a smaller batch.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.train.maybe_shuffle_batch_join(
    ...     [[tf.range(3)]], 2, capacity=8, min_after_dequeue=2, keep_input=[False, True, False], enqueue_many=True
    ... )
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(x))
    [1 1]
    """
    lists = as_lists(tensors_list)
    return _shuffled(
        tensors_list[0], lists, capacity, min_after_dequeue, seed, shared_name,
        batch_size=batch_size, keep_input=keep_input, threads=None,
        enqueue_many=enqueue_many, shapes=shapes, smaller_final=allow_smaller_final_batch, name=name,
    )  # fmt: skip
