"""How the losses of all examples become one number, with weights."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import replication
from penstock.graph.operation import Tensor
from penstock.ops.losses.weights import broadcast_weights, remove_squeezable_dimensions


@export("compat.v2.losses.Reduction", "compat.v2.keras.losses.Reduction")
class ReductionV2:
    """How the losses of examples become one: not at all, as a sum, or as their mean; AUTO leaves it to where it is used.

    >>> import penstock as tf
    >>> tf.compat.v2.losses.Reduction.NONE
    'none'
    """

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All of them."""
        return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

    @classmethod
    def validate(cls, key: str) -> None:
        """Raises ValueError if it is none of them."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}.")


def squeeze_or_expand_dimensions(y_pred: Any, y_true: Any = None, sample_weight: Any = None) -> tuple[Any, ...]:
    """Takes away or adds a last axis of size one, where that makes the shapes fit.

    Returns:
      Predictions and labels, and the weights if there are any.
    """
    rank = y_pred.shape.ndims
    if y_true is not None:
        true_rank = y_true.shape.ndims
        if rank is not None and true_rank is not None:
            if rank - true_rank != 1 or y_pred.shape[-1] == 1:
                y_true, y_pred = remove_squeezable_dimensions(y_true, y_pred)
        else:
            labels, predictions = y_true, y_pred
            difference = tf.rank(predictions) - tf.rank(labels)

            def squeezed() -> tuple[Any, Any]:
                return remove_squeezable_dimensions(labels, predictions)

            last_is_one = tf.equal(1, tf.shape(predictions)[-1])
            y_true, y_pred = tf.cond(
                tf.equal(1, difference),
                lambda: tf.cond(last_is_one, squeezed, lambda: (labels, predictions)),
                squeezed,
            )
    if sample_weight is None:
        return y_pred, y_true
    weights = tf.convert_to_tensor(sample_weight)
    weights_rank = weights.shape.ndims
    if weights_rank == 0:
        return y_pred, y_true, weights
    if rank is not None and weights_rank is not None:
        if weights_rank - rank == 1:
            weights = tf.squeeze(weights, [-1])
        elif rank - weights_rank == 1:
            weights = tf.expand_dims(weights, [-1])
        return y_pred, y_true, weights
    given, known = weights, tf.rank(weights)
    difference = known - tf.rank(y_pred)

    def adjusted() -> Any:
        return tf.cond(
            tf.equal(difference, 1),
            lambda: tf.squeeze(given, [-1]),
            lambda: tf.cond(tf.equal(difference, -1), lambda: tf.expand_dims(given, [-1]), lambda: given),
        )

    return y_pred, y_true, tf.cond(tf.equal(known, 0), lambda: given, adjusted)


def scale_losses_by_sample_weight(losses: Any, sample_weight: Any) -> Tensor:
    """Losses times weights, which are brought into their shape."""
    losses = tf.cast(losses, tf.float32)
    sample_weight = tf.cast(sample_weight, tf.float32)
    losses, _, sample_weight = squeeze_or_expand_dimensions(losses, None, sample_weight)
    sample_weight = broadcast_weights(sample_weight, losses)
    return tf.multiply(losses, sample_weight)


def reduce_weighted_loss(weighted_losses: Any, reduction: str = ReductionV2.SUM_OVER_BATCH_SIZE) -> Tensor:
    """Losses as they are, their sum, or their mean."""
    if reduction == ReductionV2.NONE:
        return weighted_losses
    loss = tf.reduce_sum(weighted_losses)
    if reduction == ReductionV2.SUM_OVER_BATCH_SIZE:
        with tf.name_scope("num_elements") as scope:
            number = tf.cast(tf.size(weighted_losses, name=scope), dtype=weighted_losses.dtype)
        loss = tf.div_no_nan(tf.reduce_sum(loss), number, name="value")
    return loss


def compute_weighted_loss(
    losses: Any,
    sample_weight: Any = None,
    reduction: str = ReductionV2.SUM_OVER_BATCH_SIZE,
    name: str | None = None,
) -> Tensor:
    """The losses of examples, weighted and reduced.

    Args:
      losses: the losses.
      sample_weight: a weight for all, or for each example, or for each element; one by default.
      reduction: a `ReductionV2`.
      name: a name.
    """
    ReductionV2.validate(reduction)
    if reduction == ReductionV2.AUTO:
        reduction = ReductionV2.SUM_OVER_BATCH_SIZE
    with tf.name_scope(name or "weighted_loss"):
        # An Estimator asks for it, to know how to join the losses of replicas.
        tf.get_default_graph()._last_loss_reduction = reduction
        losses = tf.convert_to_tensor(losses)
        weighted = scale_losses_by_sample_weight(losses, 1.0 if sample_weight is None else sample_weight)
        return tf.cast(reduce_weighted_loss(weighted, reduction), losses.dtype)


def scale_loss_for_distribution(loss_value: Any) -> Any:
    """A loss divided by the number of replicas: their sum is then that of the whole batch."""
    mode = replication.current()
    replicas = 1 if mode is None else mode.strategy.num_replicas_in_sync
    return loss_value * (1.0 / replicas) if replicas > 1 else loss_value
