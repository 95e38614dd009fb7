"""Losses of embeddings: examples with one label come together, others are kept apart."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


def pairwise_distance(feature: Any, squared: bool = False) -> Tensor:
    """The distances between all rows; exactly 0 between a row and itself, with a gradient that is finite there."""
    rows = tf.reduce_sum(tf.square(feature), axis=[1], keepdims=True)
    columns = tf.reduce_sum(tf.square(tf.transpose(feature)), axis=[0], keepdims=True)
    squares = tf.maximum(tf.add(rows, columns) - 2.0 * tf.matmul(feature, tf.transpose(feature)), 0.0)
    nothing = tf.less_equal(squares, 0.0)
    found = squares if squared else tf.sqrt(squares + tf.cast(nothing, dtypes.float32) * 1e-16)
    found = tf.multiply(found, tf.cast(tf.logical_not(nothing), dtypes.float32))
    return tf.multiply(found, tf.ones_like(found) - tf.diag(tf.ones([tf.shape(feature)[0]])))


def _adjacency(labels: TensorLike) -> Tensor:
    labels = convert_to_tensor(labels)
    if labels.shape.ndims not in (None, 1):
        raise ValueError(f"labels must be a vector, but have the shape {labels.shape}")
    labels = tf.reshape(labels, [-1, 1])
    return tf.equal(labels, tf.transpose(labels))


def _other_positives(adjacency: Tensor) -> Tensor:
    """1 for pairs of different examples with one label."""
    return tf.cast(adjacency, dtypes.float32) - tf.diag(tf.ones([tf.shape(adjacency)[0]]))


def _masked(reduce: Any, other: Any, data: Tensor, mask: Tensor) -> Tensor:
    """The greatest (least) of each row where the mask is 1; the row's least (greatest) if there is none."""
    base = other(data, 1, keepdims=True)
    return reduce(tf.multiply(data - base, mask), 1, keepdims=True) + base


@export("contrib.losses.metric_learning.contrastive_loss")
def contrastive_loss(
    labels: TensorLike, embeddings_anchor: TensorLike, embeddings_positive: TensorLike, margin: float = 1.0
) -> Tensor:
    """The mean over pairs of the squared distance (label 1) or of how far it is squared below `margin` (label 0).

    Args:
      labels: 1 for pairs that belong together, else 0.
      embeddings_anchor, embeddings_positive: two embeddings of each pair, `[batch, size]`.
      margin: how far other pairs shall be apart.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.metric_learning.contrastive_loss([1, 0], [[0.0], [0.0]], [[2.0], [0.5]])))
    2.125
    """
    anchor, positive = convert_to_tensor(embeddings_anchor), convert_to_tensor(embeddings_positive)
    distances = tf.sqrt(tf.reduce_sum(tf.squared_difference(anchor, positive), 1))
    same = tf.cast(labels, distances.dtype)
    losses = same * tf.square(distances) + (1.0 - same) * tf.square(tf.maximum(margin - distances, 0.0))
    return tf.reduce_mean(losses, name="contrastive_loss")


@export("contrib.losses.metric_learning.triplet_semihard_loss")
def triplet_semihard_loss(labels: TensorLike, embeddings: TensorLike, margin: float = 1.0) -> Tensor:
    """The triplet loss with semi-hard negatives.

    For each pair with one label, the negative is the nearest one that is farther away than the pair, or the farthest of
    all if there is none. The loss is the mean of `max(0, margin + d(pair) - d(negative))`, with squared distances.

    Args:
      labels: integers `[batch]`.
      embeddings: floats `[batch, size]`, of length 1.
      margin: how much farther negatives shall be.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant([[0.0], [1.0], [1.5]])
    ...     print(sess.run(tf.contrib.losses.metric_learning.triplet_semihard_loss([1, 1, 2], x)))
    0.875
    """
    distances = pairwise_distance(convert_to_tensor(embeddings), squared=True)
    adjacency = _adjacency(labels)
    batch = tf.shape(adjacency)[0]
    negative = tf.logical_not(adjacency)
    tiled = tf.tile(distances, [batch, 1])
    farther = tf.logical_and(
        tf.tile(negative, [batch, 1]), tf.greater(tiled, tf.reshape(tf.transpose(distances), [-1, 1]))
    )
    counts = tf.reduce_sum(tf.cast(farther, dtypes.float32), 1, keepdims=True)
    exists = tf.transpose(tf.reshape(tf.greater(counts, 0.0), [batch, batch]))
    nearest = _masked(tf.reduce_min, tf.reduce_max, tiled, tf.cast(farther, dtypes.float32))
    outside = tf.transpose(tf.reshape(nearest, [batch, batch]))
    farthest = _masked(tf.reduce_max, tf.reduce_min, distances, tf.cast(negative, dtypes.float32))
    inside = tf.tile(farthest, [1, batch])
    losses = tf.add(margin, distances - tf.where(exists, outside, inside))
    pairs = _other_positives(adjacency)
    total = tf.reduce_sum(tf.maximum(tf.multiply(losses, pairs), 0.0))
    return tf.truediv(total, tf.reduce_sum(pairs), name="triplet_semihard_loss")


def _npairs(shared: Tensor, anchor: Any, positive: Any, reg_lambda: float, print_losses: bool) -> Tensor:
    """The cross entropy between similarities and how much of its labels each pair shares, and the L2 loss of both."""
    lengths = [tf.reduce_mean(tf.reduce_sum(tf.square(x), 1)) for x in (anchor, positive)]
    l2_loss = tf.multiply(0.25 * reg_lambda, lengths[0] + lengths[1], name="l2loss")
    similarity = tf.matmul(anchor, positive, transpose_a=False, transpose_b=True)
    wanted = shared / tf.reduce_sum(shared, 1, keepdims=True)
    entropy = tf.nn.softmax_cross_entropy_with_logits(logits=similarity, labels=wanted)
    entropy = tf.reduce_mean(entropy, name="xentropy")
    if print_losses:
        entropy = tf.Print(entropy, ["cross entropy:", entropy, "l2loss:", l2_loss])
    return l2_loss + entropy


@export("contrib.losses.metric_learning.npairs_loss")
def npairs_loss(
    labels: TensorLike,
    embeddings_anchor: TensorLike,
    embeddings_positive: TensorLike,
    reg_lambda: float = 0.002,
    print_losses: bool = False,
) -> Tensor:
    """The n-pairs loss: of all the positives, an anchor shall be most similar to those of its own label.

    Args:
      labels: integers `[batch]`.
      embeddings_anchor, embeddings_positive: floats `[batch, size]`, not of length 1.
      reg_lambda: the weight of their L2 loss.
      print_losses: whether to print both parts.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.zeros([2, 3])
    ...     print(sess.run(tf.contrib.losses.metric_learning.npairs_loss([1, 2], x, x)))
    0.6931472
    """
    shared = tf.cast(_adjacency(labels), dtypes.float32)
    return _npairs(shared, embeddings_anchor, embeddings_positive, reg_lambda, print_losses)


@export("contrib.losses.metric_learning.npairs_loss_multilabel")
def npairs_loss_multilabel(
    sparse_labels: Any,
    embeddings_anchor: TensorLike,
    embeddings_positive: TensorLike,
    reg_lambda: float = 0.002,
    print_losses: bool = False,
) -> Tensor:
    """As `npairs_loss`, where each example has a `SparseTensor` `[1, num_labels]` of labels.

    Args:
      sparse_labels: a list with the labels of each example.
      embeddings_anchor, embeddings_positive: two embeddings of each pair, `[batch, size]`.
      reg_lambda: the factor of the penalty on the size of embeddings.
      print_losses: whether to print both parts of the loss.

    Raises:
      TypeError: if one of `sparse_labels` is not sparse.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x, labels = tf.zeros([2, 3]), [tf.SparseTensor([[0, i]], [1.0], [1, 2]) for i in range(2)]
    ...     print(sess.run(tf.contrib.losses.metric_learning.npairs_loss_multilabel(labels, x, x)))
    0.6931472
    """
    if not all(isinstance(labels, SparseTensor) for labels in sparse_labels):
        raise TypeError(f"sparse_labels must be a list of SparseTensors, but got {sparse_labels}")
    with name_scope("NpairsLossMultiLabel"):

        def common(a: TensorLike, b: TensorLike) -> Tensor:
            return tf.cast(tf.sparse_reduce_sum(tf.sparse_minimum(a, b)), dtypes.float32)

        shared = tf.stack([tf.stack([common(a, b) for b in sparse_labels]) for a in sparse_labels])
        return _npairs(shared, embeddings_anchor, embeddings_positive, reg_lambda, print_losses)


@export("contrib.losses.metric_learning.lifted_struct_loss")
def lifted_struct_loss(labels: TensorLike, embeddings: TensorLike, margin: float = 1.0) -> Tensor:
    """The lifted structured loss: each pair of one label against all negatives of both of its examples.

    Args:
      labels: integers `[batch]`.
      embeddings: floats `[batch, size]`.
      margin: how far away negatives shall be.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant([[0.0], [0.0], [1.0]])
    ...     print(round(float(sess.run(tf.contrib.losses.metric_learning.lifted_struct_loss([1, 1, 2], x))), 4))
    0.2402
    """
    distances = pairwise_distance(convert_to_tensor(embeddings))
    adjacency = _adjacency(labels)
    batch = tf.shape(adjacency)[0]
    inner = margin - distances
    mask = tf.cast(tf.logical_not(adjacency), dtypes.float32)
    greatest = _masked(tf.reduce_max, tf.reduce_min, inner, mask)
    greatest = tf.maximum(greatest, tf.transpose(greatest))  # taken out of the exponentials, so that they stay finite
    column = tf.reshape(tf.transpose(greatest), [-1, 1])
    exponentials = tf.multiply(tf.exp(tf.tile(inner, [batch, 1]) - column), tf.tile(mask, [batch, 1]))
    left = tf.reshape(tf.reduce_sum(exponentials, 1, keepdims=True), [batch, batch])
    losses = greatest + tf.log(left + tf.transpose(left)) + distances
    pairs = _other_positives(adjacency)
    total = tf.reduce_sum(tf.square(tf.maximum(tf.multiply(losses, pairs), 0.0)))
    return tf.truediv(0.25 * total, tf.reduce_sum(pairs) / 2.0, name="liftedstruct_loss")
