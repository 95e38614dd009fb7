"""Labeled tensors element by element (`map_fn`, `foldl`), in batches from a queue, and cut at random."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.labeled_tensor import checks as tc
from penstock.contrib.labeled_tensor.axes import Axes
from penstock.contrib.labeled_tensor.labeled import (
    LabeledTensor,
    LabeledTensorLike,
    convert_to_labeled_tensor,
    identity,
)
from penstock.contrib.labeled_tensor.shaping import pack, unpack
from penstock.graph import dtypes
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


@export("contrib.labeled_tensor.map_fn")
@tc.accepts(Callable, LabeledTensorLike, tc.Optional(str))
def map_fn(
    fn: Callable[[LabeledTensor], LabeledTensor], labeled_tensor: LabeledTensor | TensorLike, name: str | None = None
) -> LabeledTensor:
    """A function of each slice along the first axis, put together again.

    Args:
      fn: takes and returns a labeled tensor. It is called for the first slice as well, to find out what axes it gives.
      labeled_tensor: the input.
      name: the name of the result.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.constant([[1, 2], [3, 4]], axes=["x", "y"])
    >>> with tf.Session() as sess:
    ...     sess.run(lt.map_fn(lt.reduce_sum, x).tensor)
    array([3, 7], dtype=int32)
    """
    with name_scope(name, "lt_map_fn", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        slices = unpack(labeled)
        first, *others = labeled.axes.values()
        if labeled.dtype == dtypes.string:  # as 1.15: its loops could not hold strings
            return pack([fn(part) for part in slices], first, name=scope)
        sample = fn(slices[0])
        mapped = tf.map_fn(lambda x: fn(LabeledTensor(x, others)).tensor, labeled.tensor, dtype=sample.dtype)
        return identity(LabeledTensor(mapped, [first, *sample.axes.values()]), name=scope)


@export("contrib.labeled_tensor.foldl")
@tc.accepts(Callable, LabeledTensorLike, LabeledTensorLike, tc.Optional(str))
def foldl(
    fn: Callable[[LabeledTensor, LabeledTensor], LabeledTensor],
    labeled_tensor: LabeledTensor | TensorLike,
    initial_value: Any,
    name: str | None = None,
) -> LabeledTensor:
    """What a function makes of its result so far and each slice along the first axis, in turn.

    Args:
      fn: takes the result so far and the next slice, and returns a labeled tensor with the axes of the former.
      labeled_tensor: the input.
      initial_value: what it is called with first.
      name: the name of the result.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.constant([[1, 2], [3, 4]], axes=["x", "y"])
    >>> with tf.Session() as sess:
    ...     print(sess.run(lt.foldl(lambda total, part: total * 10 + lt.reduce_sum(part), x, lt.constant(0)).tensor))
    37
    """
    with name_scope(name, "lt_foldl", [labeled_tensor, initial_value]) as scope:
        labeled, initial = convert_to_labeled_tensor(labeled_tensor), convert_to_labeled_tensor(initial_value)
        others = list(labeled.axes.values())[1:]

        def step(total: Tensor, part: Tensor) -> Tensor:
            return fn(LabeledTensor(total, initial.axes), LabeledTensor(part, others)).tensor

        folded = tf.foldl(step, labeled.tensor, initializer=initial.tensor)
        return identity(LabeledTensor(folded, initial.axes), name=scope)


@export("contrib.labeled_tensor.random_crop")
@tc.accepts(LabeledTensorLike, tc.Mapping(str, int), tc.Optional(int), tc.Optional(str))
def random_crop(
    labeled_tensor: LabeledTensor | TensorLike,
    shape_map: Mapping[str, int],
    seed: int | None = None,
    name: str | None = None,
) -> LabeledTensor:
    """A part of a tensor at a random place. Axes that are cut lose their labels.

    Args:
      labeled_tensor: the whole.
      shape_map: the size of the part, by the name of the axis.
      seed: of the random place.
      name: the name of the result.

    Raises:
      ValueError: if the tensor does not have such an axis.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.random_crop(lt.LabeledTensor(tf.ones([5, 3]), ["x", "y"]), {"x": 2}).shape
    TensorShape([Dimension(2), Dimension(3)])
    """
    with name_scope(name, "lt_random_crop", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        for axis_name in shape_map:
            if axis_name not in labeled.axes:
                raise ValueError(f"Selection axis {axis_name} not in axes {labeled.axes}")
        axes = [(axis.name, shape_map[axis.name]) if axis.name in shape_map else axis for axis in labeled.axes.values()]
        shape = [shape_map[axis.name] if axis.name in shape_map else len(axis) for axis in labeled.axes.values()]
        return LabeledTensor(tf.random_crop(labeled.tensor, shape, seed=seed, name=scope), axes)


# ---- batches ----


def _batched(
    default_name: str,
    function: Callable[..., Any],
    labeled_tensors: Collection[Any],
    name: str | None,
    batch_size: int,
    enqueue_many: bool,
    allow_smaller_final_batch: bool,
    **options: Any,
) -> list[LabeledTensor]:
    with name_scope(name, default_name, list(labeled_tensors)) as scope:
        inputs = [convert_to_labeled_tensor(labeled) for labeled in labeled_tensors]
        tensors = function(
            [labeled.tensor for labeled in inputs],
            batch_size=batch_size,
            enqueue_many=enqueue_many,
            allow_smaller_final_batch=allow_smaller_final_batch,
            name=scope,
            **options,
        )
        size = None if allow_smaller_final_batch else batch_size

        def axes_of(axes: Axes) -> Axes:
            if enqueue_many:
                if next(iter(axes), None) != "batch":
                    raise ValueError(
                        "When enqueue_many is True, input tensors must have an axis "
                        f'called "batch" as their first dimension, but axes were {axes}'
                    )
                axes = axes.remove("batch")
            return Axes([("batch", size), *axes.values()])

        tensors = tensors if isinstance(tensors, list) else [tensors]
        return [LabeledTensor(t, axes_of(labeled.axes)) for t, labeled in zip(tensors, inputs, strict=True)]


@export("contrib.labeled_tensor.batch")
@tc.accepts(tc.Collection(LabeledTensorLike), int, int, int, bool, bool, tc.Optional(str))
def batch(
    labeled_tensors: Collection[Any],
    batch_size: int,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    allow_smaller_final_batch: bool = False,
    name: str | None = None,
) -> list[LabeledTensor]:
    """Batches of tensors from a queue, as `tf.train.batch` makes them, with a first axis `batch`.

    Args:
      labeled_tensors: the inputs. With `enqueue_many`, their first axis is called `batch`.
      batch_size: how many are in a batch.
      num_threads: how many threads fill the queue.
      capacity: how many it holds.
      enqueue_many: whether an input is a batch already.
      allow_smaller_final_batch: whether the last may be smaller, so that the size is not known.
      name: scope of the operations.

    Raises:
      ValueError: with `enqueue_many`, if the first axis has another name.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x, = lt.batch([lt.constant([1, 2], axes=["x"])], batch_size=3)
    >>> with tf.train.MonitoredSession() as sess:
    ...     sess.run(x.tensor)
    array([[1, 2],
           [1, 2],
           [1, 2]], dtype=int32)
    """
    return _batched(
        "lt_batch",
        tf.train.batch,
        labeled_tensors,
        name,
        batch_size,
        enqueue_many,
        allow_smaller_final_batch,
        num_threads=num_threads,
        capacity=capacity,
    )


@export("contrib.labeled_tensor.shuffle_batch")
@tc.accepts(tc.Collection(LabeledTensorLike), int, int, int, bool, int, tc.Optional(int), bool, tc.Optional(str))
def shuffle_batch(
    labeled_tensors: Collection[Any],
    batch_size: int,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    min_after_dequeue: int = 0,
    seed: int | None = None,
    allow_smaller_final_batch: bool = False,
    name: str | None = None,
) -> list[LabeledTensor]:
    """Batches of tensors from a queue in random order, as `tf.train.shuffle_batch` makes them, with a first axis `batch`.

    Args:
      labeled_tensors: the inputs. With `enqueue_many`, their first axis is called `batch`.
      batch_size: how many are in a batch.
      num_threads: how many threads fill the queue.
      capacity: how many it holds.
      enqueue_many: whether an input is a batch already.
      min_after_dequeue: how many the queue keeps at least, so that they mix.
      seed: of the order.
      allow_smaller_final_batch: whether the last may be smaller, so that the size is not known.
      name: scope of the operations.

    Raises:
      ValueError: with `enqueue_many`, if the first axis has another name.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x, = lt.shuffle_batch([lt.constant([1, 2], axes=["x"])], batch_size=2)
    >>> with tf.train.MonitoredSession() as sess:
    ...     sess.run(x.tensor)
    array([[1, 2],
           [1, 2]], dtype=int32)
    """
    return _batched(
        "lt_shuffle_batch",
        tf.train.shuffle_batch,
        labeled_tensors,
        name,
        batch_size,
        enqueue_many,
        allow_smaller_final_batch,
        num_threads=num_threads,
        capacity=capacity,
        min_after_dequeue=min_after_dequeue,
        seed=seed,
    )
