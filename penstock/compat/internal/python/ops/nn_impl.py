"""Logits of the classes that sampled losses draw."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.state.partitioned_variable import PartitionedVariable

__all__ = ["_compute_sampled_logits", "_sum_rows"]


def _sum_rows(x: TensorOrVariable) -> Tensor:
    """The sum of each row of a matrix, as a product, whose gradient costs less."""
    return tf.reshape(tf.matmul(x, tf.ones(tf.stack([tf.shape(x)[1], 1]), x.dtype)), [-1])


def _compute_sampled_logits(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: TensorOrVariable,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    subtract_log_q: bool = True,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str | None = None,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """The logits of the true classes and of some others, and labels for them: what `nce_loss` is made of.

    Args:
      weights: `[num_classes, dim]`, or a list of parts.
      biases: `[num_classes]`.
      labels: the true classes, `[batch, num_true]`.
      inputs: `[batch, dim]`.
      num_sampled: how many others are drawn.
      num_classes: how many classes there are.
      num_true: how many true ones an example has.
      sampled_values: what a candidate sampler gave; by default one that prefers small numbers.
      subtract_log_q: whether the logarithm of how likely a class is drawn is subtracted.
      remove_accidental_hits: whether true classes that are drawn get a very small logit.
      partition_strategy: how `weights` are in parts.
      name: a name for the operations.
      seed: of the sampler.
    """
    weights = list(weights) if isinstance(weights, PartitionedVariable) else weights
    weights = weights if isinstance(weights, list) else [weights]
    with tf.name_scope(name, "compute_sampled_logits", [*weights, biases, inputs, labels]):
        labels = labels if labels.dtype == dtypes.int64 else tf.cast(labels, dtypes.int64)
        flat = tf.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = tf.nn.log_uniform_candidate_sampler(
                labels, num_true=num_true, num_sampled=num_sampled, unique=True, range_max=num_classes, seed=seed
            )
        sampled, true_count, sampled_count = (tf.stop_gradient(part) for part in sampled_values)
        sampled = tf.cast(sampled, dtypes.int64)
        ids = tf.concat([flat, sampled], 0)

        def looked_up(parts: TensorLike) -> Any:
            found = tf.nn.embedding_lookup(parts, ids, partition_strategy=partition_strategy)
            return found if found.dtype == inputs.dtype else tf.cast(found, inputs.dtype)

        rows = looked_up(weights)
        true_rows = tf.slice(rows, [0, 0], tf.stack([tf.shape(flat)[0], -1]))
        sampled_rows = tf.slice(rows, tf.stack([tf.shape(flat)[0], 0]), [-1, -1])
        sampled_logits = tf.matmul(inputs, sampled_rows, transpose_b=True)
        offsets = looked_up(biases)
        true_bias = tf.slice(offsets, [0], tf.shape(flat))
        sampled_bias = tf.slice(offsets, tf.shape(flat), [-1])
        size = tf.shape(true_rows)[1:2]
        products = tf.expand_dims(inputs, 1) * tf.reshape(true_rows, tf.concat([[-1, num_true], size], 0))
        true_logits = tf.reshape(_sum_rows(tf.reshape(products, tf.concat([[-1], size], 0))), [-1, num_true])
        true_logits += tf.reshape(true_bias, [-1, num_true])
        sampled_logits += sampled_bias
        if remove_accidental_hits:
            rows_hit, columns_hit, penalty = tf.nn.compute_accidental_hits(labels, sampled, num_true=num_true)
            places = tf.concat(
                [tf.reshape(rows_hit, [-1, 1]), tf.reshape(tf.cast(columns_hit, dtypes.int32), [-1, 1])], 1
            )
            shape = tf.concat([tf.shape(labels)[:1], tf.expand_dims(num_sampled, 0)], 0)
            penalty = tf.cast(penalty, sampled_logits.dtype)
            sampled_logits += tf.sparse_to_dense(places, shape, penalty, default_value=0.0, validate_indices=False)
        if subtract_log_q:
            true_logits -= tf.log(true_count)
            sampled_logits -= tf.log(sampled_count)
        logits = tf.concat([true_logits, sampled_logits], 1)
        return logits, tf.concat([tf.ones_like(true_logits) / num_true, tf.zeros_like(sampled_logits)], 1)
