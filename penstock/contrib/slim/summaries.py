"""Summaries of tensors under their own names, one or many at once, printed too if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import TensorLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _name(tensor: Any, name: str | None, prefix: str | None, postfix: str | None = None) -> str:
    return "/".join(part for part in (prefix, name or tensor.op.name, postfix) if part)


def _printed(kind: Any, tensor: TensorLike, name: str, print_summary: bool) -> Any:
    summary = kind(name, tensor, collections=[] if print_summary else None)
    if print_summary:
        summary = tf.Print(summary, [tensor], name)
        add_to_collection(GraphKeys.SUMMARIES, summary)
    return summary


@export("contrib.slim.summaries.add_histogram_summary")
def add_histogram_summary(tensor: TensorLike, name: str | None = None, prefix: str | None = None) -> Tensor:
    """A histogram of a tensor, under its own name or the given one.

    Args:
      tensor: a tensor.
      name: the name of the summary; that of the tensor by default.
      prefix: what is put before the name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.slim.summaries.add_histogram_summary(tf.zeros([2], name="x"), prefix="mine").op.name)
    mine/x
    """
    return tf.summary.histogram(_name(tensor, name, prefix), tensor)


@export("contrib.slim.summaries.add_image_summary")
def add_image_summary(
    tensor: TensorLike, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Any:
    """A summary of images `[batch, height, width, channels]`; see `add_histogram_summary`.

    Args:
      tensor: a tensor.
      name: the name of the summary; that of the tensor by default.
      prefix: what is put before the name.
      print_summary: whether the value is printed in each run, too.

    >>> import penstock as tf
    >>> tf.contrib.slim.summaries.add_image_summary(tf.zeros([1, 4, 4, 3], name="photos"), prefix="train").op.name
    'train/photos'
    """
    return _printed(tf.summary.image, tensor, _name(tensor, name, prefix), print_summary)


@export("contrib.slim.summaries.add_scalar_summary")
def add_scalar_summary(
    tensor: TensorLike, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Any:
    """A summary of a scalar; see `add_histogram_summary`.

    Args:
      tensor: a tensor.
      name: the name of the summary; that of the tensor by default.
      prefix: what is put before the name.
      print_summary: whether the value is printed in each run, too.

    >>> import penstock as tf
    >>> summary = tf.contrib.slim.summaries.add_scalar_summary(tf.constant(0.5), "loss", prefix="train")
    >>> [value] = tf.Summary.FromString(tf.Session().run(summary)).value
    >>> print(value.tag, value.simple_value)
    train/loss 0.5
    """
    return _printed(tf.summary.scalar, tensor, _name(tensor, name, prefix), print_summary)


@export("contrib.slim.summaries.add_zero_fraction_summary")
def add_zero_fraction_summary(
    tensor: TensorLike, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Any:
    """A summary of how much of a tensor is 0; see `add_histogram_summary`.

    Args:
      tensor: a tensor.
      name: the name of the summary; that of the tensor by default.
      prefix: what is put before the name.
      print_summary: whether the value is printed in each run, too.

    >>> import penstock as tf
    >>> summary = tf.contrib.slim.summaries.add_zero_fraction_summary(tf.constant([0.0, 0.0, 0.0, 5.0], name="x"))
    >>> [value] = tf.Summary.FromString(tf.Session().run(summary)).value
    >>> print(value.tag, value.simple_value)
    x/Fraction_of_Zero_Values 0.75
    """
    name = _name(tensor, name, prefix, "Fraction_of_Zero_Values")
    return add_scalar_summary(tf.nn.zero_fraction(tensor), name, print_summary=print_summary)


@export("contrib.slim.summaries.add_histogram_summaries")
def add_histogram_summaries(tensors: Sequence[Any], prefix: str | None = None) -> list[Any]:
    """Histograms of several tensors; see `add_histogram_summary`.

    Args:
      tensors: a list of tensors.
      prefix: what is put before the name.

    >>> import penstock as tf
    >>> tensors = [tf.zeros([2], name="a"), tf.zeros([3], name="b")]
    >>> [summary.op.name for summary in tf.contrib.slim.summaries.add_histogram_summaries(tensors, prefix="all")]
    ['all/a', 'all/b']
    """
    return [add_histogram_summary(tensor, prefix=prefix) for tensor in tensors]


@export("contrib.slim.summaries.add_image_summaries")
def add_image_summaries(tensors: Sequence[Any], prefix: str | None = None) -> list[Any]:
    """Summaries of several batches of images; see `add_image_summary`.

    Args:
      tensors: a list of tensors.
      prefix: what is put before the name.

    >>> import penstock as tf
    >>> batches = [tf.zeros([1, 4, 4, 3], name="a"), tf.zeros([1, 4, 4, 3], name="b")]
    >>> [summary.op.name for summary in tf.contrib.slim.summaries.add_image_summaries(batches, prefix="all")]
    ['all/a', 'all/b']
    """
    return [add_image_summary(tensor, prefix=prefix) for tensor in tensors]


@export("contrib.slim.summaries.add_scalar_summaries")
def add_scalar_summaries(tensors: Sequence[Any], prefix: str | None = None, print_summary: bool = False) -> list[Any]:
    """Summaries of several scalars; see `add_scalar_summary`.

    Args:
      tensors: a list of tensors.
      prefix: what is put before the name.
      print_summary: whether the value is printed in each run, too.

    >>> import penstock as tf
    >>> losses = [tf.constant(0.5, name="first"), tf.constant(2.0, name="second")]
    >>> [summary.op.name for summary in tf.contrib.slim.summaries.add_scalar_summaries(losses, prefix="losses")]
    ['losses/first', 'losses/second']
    """
    return [add_scalar_summary(tensor, prefix=prefix, print_summary=print_summary) for tensor in tensors]


@export("contrib.slim.summaries.add_zero_fraction_summaries")
def add_zero_fraction_summaries(tensors: Sequence[Any], prefix: str | None = None) -> list[Any]:
    """How much of each of several tensors is 0; see `add_zero_fraction_summary`.

    Args:
      tensors: a list of tensors.
      prefix: what is put before the name.

    >>> import penstock as tf
    >>> tensors = [tf.constant([0.0, 1.0], name="a"), tf.constant([1.0, 1.0], name="b")]
    >>> _ = tf.contrib.slim.summaries.add_zero_fraction_summaries(tensors)
    >>> [value.simple_value for value in tf.Summary.FromString(tf.Session().run(tf.summary.merge_all())).value]
    [0.5, 0.0]
    """
    return [add_zero_fraction_summary(tensor, prefix=prefix) for tensor in tensors]
