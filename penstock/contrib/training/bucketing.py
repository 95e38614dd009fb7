"""Batches of elements that belong together, by queues: `tf.contrib.training.bucket` and `bucket_by_sequence_length`."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors, inference
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.queues.queues import FIFOQueue, PaddingFIFOQueue
from penstock.train import batch_inputs
from penstock.train.queue_runner import QueueRunner, add_queue_runner

_CLOSED = (errors.OutOfRangeError, errors.CancelledError)


@export("contrib.training.bucket")
def bucket(
    tensors: object,
    which_bucket: Any,
    batch_size: Any,
    num_buckets: int,
    num_threads: int = 1,
    capacity: int = 32,
    bucket_capacities: Any = None,
    shapes: Iterable[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    keep_input: Any = True,
    shared_name: str | None = None,
    name: str | None = None,
) -> tuple[Tensor, Any]:
    """Batches elements of one bucket together.

    Each bucket has a queue; when it holds a batch, that goes to a common queue, from which batches are taken. The
    runners of the queues are added to the graph.

    Args:
      tensors: a list or dictionary of tensors, one element.
      which_bucket: the number of its bucket, a scalar int32.
      batch_size: the size of batches, or a list with one for each bucket.
      num_buckets: the number of buckets.
      num_threads: how many threads put elements in.
      capacity: how many batches the common queue holds, and how many elements the others.
      bucket_capacities: the latter, one for each bucket.
      shapes: the shapes of an element's tensors; by default their static ones.
      dynamic_pad: whether tensors of a batch are filled up to one shape.
      allow_smaller_final_batch: whether what is left at the end comes too.
      keep_input: whether the element is put in at all, a scalar.
      shared_name: queues with the same one are shared.
      name: a name for the operations.

    Returns:
      The number of the bucket, and the batch in the form of `tensors`.

    Raises:
      ValueError: lists have wrong lengths, or shapes are not known.

    >>> import penstock as tf
    >>> number = tf.train.range_input_producer(8, num_epochs=1, shuffle=False).dequeue()
    >>> _, batch = tf.contrib.training.bucket([number], number % 2, batch_size=4, num_buckets=2)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sorted(sess.run(batch).tolist() for _ in range(2)))
    [[0, 2, 4, 6], [1, 3, 5, 7]]
    """
    each = isinstance(batch_size, (list, tuple))
    if each and len(batch_size) != num_buckets:
        raise ValueError("If batch_size is a list it must have num_buckets elements")
    sizes: list[Any] = list(batch_size) if each else [batch_size] * num_buckets
    capacities = [capacity] * num_buckets if bucket_capacities is None else list(bucket_capacities)
    if len(capacities) != num_buckets:
        raise ValueError(
            f"The list bucket_capacities ({bucket_capacities}) must have exactly num_buckets ({num_buckets}) elements."
        )
    given = batch_inputs.as_list(tensors)
    with name_scope(name, "bucket"):
        values = batch_inputs.validated(given, "Expected at least one tensor in bucket().")
        keep = batch_inputs.checked_keep(keep_input, False)
        stored = [batch_inputs.stored(value, False, keep, None) for value in values]
        values, sparse = [v for v, _ in stored], [s for _, s in stored]
        for i, size in enumerate(sizes):
            tensor = convert_to_tensor(size, dtypes.int32, name="batch_size")
            known = inference.constant_value(tensor)
            sizes[i] = tensor if known is None else int(known)
        types = batch_inputs.common_types([values])
        dims = batch_inputs.common_shapes([values], shapes, False)
        which = convert_to_tensor(which_bucket, dtypes.int32, name="which_bucket")
        make = PaddingFIFOQueue if dynamic_pad else FIFOQueue
        inner = [
            make(
                capacity=capacities[i],
                dtypes=types,
                shapes=dims,
                shared_name=None if shared_name is None else f"{shared_name}_{i}",
                name=f"bucket_queue_{i}",
            )
            for i in range(num_buckets)
        ]
        static = isinstance(sizes[-1], int) and not allow_smaller_final_batch and not each
        first = TensorShape([sizes[-1] if static else None])
        # Even if the buckets' queues are plain ones: the size of a last batch is not known.
        top = PaddingFIFOQueue(
            capacity=capacity,
            dtypes=[dtypes.int32, *types],
            shapes=[TensorShape([]), *(first.concatenate(s) for s in inner[0].shapes)],
            shared_name=shared_name,
            name="top_queue",
        )

        def put_in() -> Operation:
            nothing = find("no_op")
            puts = [
                find("cond")(find("equal")(which, i), functools.partial(inner[i].enqueue, values), nothing)
                for i in range(num_buckets)
            ]
            return find("group")(*puts, name="group_enqueues")

        known_keep = batch_inputs.known_truth(keep)
        if known_keep is None:
            put = find("cond")(keep, put_in, find("no_op"))
        else:
            put = put_in() if known_keep else find("no_op")()
        ups = []
        for i, queue in enumerate(inner):
            take = queue.dequeue_up_to if allow_smaller_final_batch else queue.dequeue_many
            taken = take(sizes[i], name=f"read_bucket_{i}")
            parts = list(taken) if isinstance(taken, (list, tuple)) else [taken]
            number = find("constant")(i)
            ups.append(top.enqueue([number, *parts], name=f"enqueue_from_bucket_{i}"))
        add_queue_runner(
            QueueRunner(
                inner[0],
                ups,
                close_op=top.close(),
                cancel_op=top.close(cancel_pending_enqueues=True),
                queue_closed_exception_types=_CLOSED,
            )
        )
        add_queue_runner(
            QueueRunner(
                top,
                [put] * num_threads,
                close_op=find("group")(*[q.close() for q in inner]),
                cancel_op=find("group")(*[q.close(cancel_pending_enqueues=True) for q in inner]),
                queue_closed_exception_types=_CLOSED,
            )
        )
        size = find("cast")(top.size(), dtypes.float32)
        for queue in inner:
            find("summary.scalar")(f"bucket/{queue.name}/size", size)
        find("summary.scalar")(f"bucket/{top.name}/fraction_of_{capacity}_full", size * (1.0 / capacity))
        number, *batch = top.dequeue(name="dequeue_top")
        restored = batch_inputs.restored(batch if len(batch) > 1 else batch[0], sparse)
        return number, batch_inputs.as_given(tensors, restored)


@export("contrib.training.bucket_by_sequence_length")
def bucket_by_sequence_length(
    input_length: Any,
    tensors: NestedTensors,
    batch_size: TensorLike,
    bucket_boundaries: Any,
    num_threads: int = 1,
    capacity: int = 32,
    bucket_capacities: Any = None,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    keep_input: TensorLike = True,
    shared_name: str | None = None,
    name: str | None = None,
) -> tuple[Tensor, Any]:
    """Batches sequences of similar length together; see `tf.contrib.training.bucket`.

    Args:
      input_length: the length of the sequence, a scalar int32.
      bucket_boundaries: increasing lengths at which buckets end; there is one bucket more.

    Returns:
      The lengths, and the batch in the form of `tensors`.

    Raises:
      TypeError: boundaries are not integers.
      ValueError: there are none, or they do not increase.

    >>> import penstock as tf
    >>> length = tf.train.input_producer([1, 4, 2, 5], num_epochs=1, shuffle=False).dequeue()
    >>> lengths, [batch] = tf.contrib.training.bucket_by_sequence_length(
    ...     length, [tf.fill([length], length)], batch_size=2, bucket_boundaries=[3], dynamic_pad=True
    ... )
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sorted(sess.run(batch).tolist() for _ in range(2)))
    [[[1, 0], [2, 2]], [[4, 4, 4, 4, 0], [5, 5, 5, 5, 5]]]
    """
    if not isinstance(bucket_boundaries, (list, tuple)):
        raise TypeError(f"bucket_boundaries must be a list or tuple, but received: {bucket_boundaries}")
    if not bucket_boundaries:
        raise ValueError("bucket_boundaries must not be empty")
    for before, after in zip(bucket_boundaries[:-1], bucket_boundaries[1:]):
        if not isinstance(before, int) or not isinstance(after, int):
            raise TypeError(f"bucket boundaries must be integers, but saw: {before} and {after}")
        if before >= after:
            raise ValueError(f"Buckets must contain sequential increasing lengths, but saw: {before} before {after}")
    given = batch_inputs.as_list(tensors)
    with name_scope(name, "bucket_by_sequence_length"):
        length = convert_to_tensor(input_length, dtypes.int32, name="input_length")
        ends, limits = list(bucket_boundaries), np.iinfo(np.int32)
        inside = find("logical_and")(
            find("less_equal")([limits.min, *ends], length), find("less")(length, [*ends, limits.max])
        )
        which = find("cast")(find("reduce_min")(find("where")(inside)), dtypes.int32)
        if shapes is not None:
            shapes = [TensorShape([]), *shapes]
        _, batch = bucket(
            [length, *given],
            which,
            batch_size,
            len(ends) + 1,
            num_threads,
            capacity,
            bucket_capacities,
            shapes,
            dynamic_pad,
            allow_smaller_final_batch,
            keep_input,
            shared_name,
        )
        rest = batch[1:]
        if isinstance(tensors, dict) and len(tensors) == 1:
            rest = rest[0]
        return batch[0], batch_inputs.as_given(tensors, rest)
