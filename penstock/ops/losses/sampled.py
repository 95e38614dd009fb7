"""Losses over many classes that look at a sample of them only: noise-contrastive estimation and sampled softmax."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.ops.losses.accidental_hits import compute_accidental_hits
from penstock.ops.losses.candidate_sampling import log_uniform_candidate_sampler
from penstock.ops.losses.cross_entropy import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits_v2
from penstock.ops.nn.embedding import embedding_lookup, shards


def _in_order(labels: Any, inputs: Any) -> tuple[Tensor, Tensor]:
    """Labels and inputs, which 0.9 took in the other order: labels are the ones that are integers."""
    labels, inputs = (x if hasattr(x, "dtype") else convert_to_tensor(x) for x in (labels, inputs))
    if labels.dtype.is_floating and inputs.dtype.is_integer:
        return inputs, labels
    return labels, inputs


def _sum_rows(x: Tensor) -> Tensor:
    """The sums of the rows of a matrix, as a product with ones, which is faster than a reduction."""
    ones = tf.ones(tf.stack([tf.shape(x)[1], 1]), x.dtype)
    return tf.reshape(tf.matmul(x, ones), [-1])


def _sampled_logits(
    weights: TensorLike,
    biases: Any,
    labels: Any,
    inputs: object,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: str | None,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Logits [batch, num_true + num_sampled] of the true and the sampled classes, and labels for them."""
    weights = shards(weights)
    with name_scope(name, "compute_sampled_logits", [*weights, biases, inputs, labels]):
        if labels.dtype != dtypes.int64:
            labels = tf.cast(labels, dtypes.int64)
        flat = tf.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(
                true_classes=labels,
                num_true=num_true,
                num_sampled=num_sampled,
                unique=True,
                range_max=num_classes,
                seed=seed,
            )
        sampled, true_count, sampled_count = (tf.stop_gradient(s) for s in sampled_values)
        sampled = tf.cast(sampled, dtypes.int64)
        # Weights of true and sampled classes in one lookup: one gradient for the table.
        every = tf.concat([flat, sampled], 0)
        rows = embedding_lookup(weights, every, partition_strategy=partition_strategy)
        rows = _as_type_of(inputs, rows)
        true_rows = tf.slice(rows, [0, 0], tf.stack([tf.shape(flat)[0], -1]))
        sampled_rows = tf.slice(rows, tf.stack([tf.shape(flat)[0], 0]), [-1, -1])
        sampled_logits = tf.matmul(inputs, sampled_rows, transpose_b=True)
        summands = _as_type_of(inputs, embedding_lookup(biases, every, partition_strategy=partition_strategy))
        true_bias = tf.slice(summands, [0], tf.shape(flat))
        sampled_bias = tf.slice(summands, tf.shape(flat), [-1])
        size = tf.shape(true_rows)[1:2]
        products = tf.multiply(tf.expand_dims(inputs, 1), tf.reshape(true_rows, tf.concat([[-1, num_true], size], 0)))
        products = tf.reshape(products, tf.concat([[-1], size], 0))
        true_logits = tf.reshape(_sum_rows(products), [-1, num_true])
        true_logits += tf.reshape(true_bias, [-1, num_true])
        sampled_logits += sampled_bias
        if remove_accidental_hits:
            sampled_logits += _hits(labels, sampled, num_true, num_sampled, sampled_logits.dtype)
        true_logits -= tf.log(true_count)
        sampled_logits -= tf.log(sampled_count)
        logits = tf.concat([true_logits, sampled_logits], 1)
        # The true classes share a probability of 1.
        targets = tf.concat([tf.ones_like(true_logits) / num_true, tf.zeros_like(sampled_logits)], 1)
        return logits, targets


def _as_type_of(inputs: Any, x: Tensor) -> Tensor:
    dtype = inputs.dtype.base_dtype
    return x if x.dtype.base_dtype == dtype else tf.cast(x, dtype)


def _hits(labels: Tensor, sampled: Tensor, num_true: int, num_sampled: int, dtype: DTypeLike) -> Tensor:
    """Something very negative where a sampled class is a true one, 0 elsewhere."""
    indices, ids, weights = compute_accidental_hits(labels, sampled, num_true=num_true)
    indices = tf.reshape(indices, [-1, 1])
    ids = tf.reshape(tf.cast(ids, dtypes.int32), [-1, 1])
    places = tf.concat([indices, ids], 1, "sparse_indices")
    shape = tf.concat([tf.shape(labels)[:1], tf.expand_dims(num_sampled, 0)], 0)
    if weights.dtype != dtype:
        weights = tf.cast(weights, dtype)
    return apply(
        "SparseToDense",
        sparse_indices=places,
        output_shape=shape,
        sparse_values=weights,
        default_value=0.0,
        validate_indices=False,
    )


@export("nn.nce_loss")
def nce_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: NestedTensors,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str | None = "nce_loss",
) -> Tensor:
    """Computes the noise-contrastive estimation loss, one value per example.

    The order of 0.9, `nce_loss(weights, biases, inputs, labels, ...)`, is recognized by the types.

    Args:
      weights: [num_classes, dim], a tensor or variable, or a list of parts.
      biases: [num_classes].
      labels: integers [batch_size, num_true], the target classes.
      inputs: [batch_size, dim].
      num_sampled: how many classes to sample for the batch.
      num_classes: the number of classes.
      num_true: the number of target classes of an example.
      sampled_values: what a candidate sampler returned; `tf.nn.log_uniform_candidate_sampler` by default.
      remove_accidental_hits: leave out sampled classes that are targets.
      partition_strategy: how a list of weights is cut: 'mod' or 'div'.
      name: a name for the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     w, b = tf.zeros([100, 8]), tf.zeros([100])
    ...     tf.nn.nce_loss(w, b, labels=tf.constant([[1], [2]]), inputs=tf.ones([2, 8]), num_sampled=5, num_classes=100).shape
    TensorShape([Dimension(2)])
    """
    labels, inputs = _in_order(labels, inputs)
    logits, targets = _sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        partition_strategy,
        name,
    )
    losses = sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name="sampled_losses")
    return _sum_rows(losses)


@export("nn.sampled_softmax_loss")
def sampled_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: NestedTensors,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str | None = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """Computes a softmax cross entropy over a sample of the classes, one value per example; for training only.

    The order of 0.9, `sampled_softmax_loss(weights, biases, inputs, labels, ...)`, is recognized by the types.

    Args:
      weights: [num_classes, dim], a tensor or variable, or a list of parts.
      biases: [num_classes].
      labels: integers [batch_size, num_true], the target classes.
      inputs: [batch_size, dim].
      num_sampled: how many classes to sample for the batch.
      num_classes: the number of classes.
      num_true: the number of target classes of an example.
      sampled_values: what a candidate sampler returned; `tf.nn.log_uniform_candidate_sampler` by default.
      remove_accidental_hits: leave out sampled classes that are targets.
      partition_strategy: how a list of weights is cut: 'mod' or 'div'.
      name: a name for the operations.
      seed: the seed of the sampler; see `tf.set_random_seed`.

    >>> import penstock as tf
    >>> weights, biases, inputs, labels = tf.zeros([5, 3]), tf.zeros([5]), tf.ones([2, 3]), tf.constant([[0], [1]])
    >>> every = tf.nn.all_candidate_sampler(tf.cast(labels, tf.int64), 1, 5, True)
    >>> loss = tf.nn.sampled_softmax_loss(weights, biases, labels, inputs, 5, 5, sampled_values=every)
    >>> tf.Session().run(tf.exp(loss)).round(4).tolist()
    [5.0, 5.0]
    """
    labels, inputs = _in_order(labels, inputs)
    logits, targets = _sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        partition_strategy,
        name,
        seed,
    )
    targets = tf.stop_gradient(targets, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(labels=targets, logits=logits)
