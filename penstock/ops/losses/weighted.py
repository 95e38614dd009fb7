"""Losses of elements as one number: weights, reductions, and the collections of the graph that hold what is to be minimized."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.losses.weights import assert_broadcastable, broadcast_weights


@export("losses.Reduction")
class Reduction:
    """How the losses of all elements become one.

    Attributes:
      NONE: they stay as they are.
      SUM: their sum.
      MEAN: the sum divided by the sum of the weights.
      SUM_OVER_BATCH_SIZE: the sum divided by the number of elements.
      SUM_BY_NONZERO_WEIGHTS: the sum divided by the number of elements with a weight other than 0.
      SUM_OVER_NONZERO_WEIGHTS: an old name of the same.

    >>> import penstock as tf
    >>> for how in ("none", "weighted_sum", "weighted_mean", "weighted_sum_over_batch_size"):
    ...     loss = tf.losses.compute_weighted_loss([1.0, 2.0, 6.0], [1.0, 0.0, 3.0], reduction=how)
    ...     print(how, tf.Session().run(loss))
    none [ 1.  0. 18.]
    weighted_sum 19.0
    weighted_mean 4.75
    weighted_sum_over_batch_size 6.3333335
    """

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """Returns all reductions."""
        return (
            cls.NONE,
            cls.SUM,
            cls.MEAN,
            cls.SUM_OVER_BATCH_SIZE,
            cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )

    @classmethod
    def validate(cls, key: object) -> None:
        """Raises ValueError unless `key` is a reduction."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}.")


@export("losses.add_loss")
def add_loss(loss: TensorLike, loss_collection: str | None = GraphKeys.LOSSES) -> None:
    """Remembers a loss in a collection of the graph; with `None` as its name, does nothing.

    Args:
      loss: the loss, a tensor.
      loss_collection: the name of the collection.

    >>> import penstock as tf
    >>> tf.losses.add_loss(tf.constant(2.5))
    >>> tf.losses.add_loss(tf.constant(1.0))
    >>> print(tf.Session().run(tf.losses.get_total_loss()))
    3.5
    """
    if loss_collection:
        tf.add_to_collection(loss_collection, loss)


@export("losses.get_losses")
def get_losses(scope: str | None = None, loss_collection: str = GraphKeys.LOSSES) -> list[Any]:
    """Returns the losses remembered, those whose names begin with `scope` if it is given.

    Args:
      scope: the beginning of names, or None for all losses.
      loss_collection: the collection.

    >>> import penstock as tf
    >>> _ = tf.losses.mean_squared_error([1.0], [3.0])
    >>> _ = tf.losses.absolute_difference([1.0], [3.0], scope="mine")
    >>> [loss.op.name for loss in tf.losses.get_losses()]
    ['mean_squared_error/value', 'mine/value']
    >>> len(tf.losses.get_losses("mine"))
    1
    """
    return tf.get_collection(loss_collection, scope)


@export("losses.get_regularization_losses")
def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """Returns the regularization losses, those whose names begin with `scope` if it is given.

    Args:
      scope: the beginning of names, or None for all losses.

    >>> import penstock as tf
    >>> v = tf.get_variable("v", [2], regularizer=tf.nn.l2_loss)
    >>> [loss.op.name for loss in tf.losses.get_regularization_losses()]
    ['v/Regularizer/L2Loss']
    """
    return tf.get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


@export("losses.get_regularization_loss")
def get_regularization_loss(scope: str | None = None, name: str = "total_regularization_loss") -> Tensor:
    """Returns the sum of the regularization losses, 0 if there are none.

    Args:
      scope: the beginning of the names of the losses, or None for all.
      name: a name for the sum.

    >>> import penstock as tf
    >>> v = tf.get_variable("v", initializer=[3.0, 4.0], regularizer=tf.nn.l2_loss)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(tf.losses.get_regularization_loss()))
    12.5
    """
    losses = get_regularization_losses(scope)
    return tf.add_n(losses, name=name) if losses else tf.constant(0.0)


@export("losses.get_total_loss")
def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """Returns the sum of all losses remembered.

    Args:
      add_regularization_losses: whether the regularization losses are among them.
      name: the name of the sum.
      scope: only losses whose names begin with it.

    Raises:
      ValueError: if there are no losses.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     _ = tf.losses.mean_squared_error([1.0, 2.0], [1.0, 4.0])
    ...     _ = tf.losses.absolute_difference([1.0], [4.0])
    ...     print(sess.run(tf.losses.get_total_loss()))
    5.0
    """
    losses = get_losses(scope=scope)
    if add_regularization_losses:
        losses += get_regularization_losses(scope=scope)
    return tf.add_n(losses, name=name)


def _safe_mean(losses: Tensor, count: Tensor) -> Tensor:
    return tf.div_no_nan(tf.reduce_sum(losses), count, name="value")


def _num_elements(losses: Tensor) -> Tensor:
    with name_scope(None, "num_elements", [losses]) as scope:
        return tf.cast(tf.size(losses, name=scope), losses.dtype)


def num_present(losses: Tensor, weights: TensorLike, per_batch: bool = False) -> Tensor:
    """How many elements have a weight other than 0, of all or of each element of the batch."""
    if isinstance(weights, float) and weights != 0.0:
        return _num_elements(losses)
    with name_scope(None, "num_present", [losses, weights]) as scope:
        weights = tf.cast(weights, dtypes.float32)
        present = tf.where(tf.equal(weights, 0.0), tf.zeros_like(weights), tf.ones_like(weights))
        present = broadcast_weights(present, losses)
        if per_batch:
            return tf.reduce_sum(present, axis=tf.range(1, tf.rank(present)), keepdims=True, name=scope)
        return tf.reduce_sum(present, name=scope)


@export("losses.compute_weighted_loss")
def compute_weighted_loss(
    losses: Any,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Multiplies losses by weights and reduces them.

    All other losses end here; in them, `weights`, `scope`, `loss_collection` and `reduction` mean the same.

    Args:
      losses: the loss of each element.
      weights: a number, or a tensor of the rank of `losses` with each dimension equal or 1; 0 leaves elements out.
      scope: a name for the operations.
      loss_collection: the collection that remembers the result, `None` for none.
      reduction: how the losses become one, a member of `tf.losses.Reduction`.

    Returns:
      A scalar, or with `Reduction.NONE` a tensor of the shape of `losses`.

    Raises:
      ValueError: if the weights do not fit, or the reduction is none.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.losses.compute_weighted_loss([1.0, 2.0, 6.0], [1.0, 0.0, 1.0])))
    3.5
    """
    Reduction.validate(reduction)
    with name_scope(scope, "weighted_loss", [losses, weights]):
        # Distribution strategies of 1.x read it to scale the loss by the number of replicas.
        tf.get_default_graph()._last_loss_reduction = reduction
        with control_dependencies([assert_broadcastable(weights, losses)]):
            losses = convert_to_tensor(losses)
            input_dtype = losses.dtype
            losses = tf.cast(losses, dtypes.float32)
            weights = tf.cast(weights, dtypes.float32)
            weighted = tf.multiply(losses, weights)
            if reduction == Reduction.NONE:
                loss = weighted
            else:
                loss = tf.reduce_sum(weighted)
                if reduction == Reduction.MEAN:
                    loss = _safe_mean(loss, tf.reduce_sum(tf.ones_like(losses) * weights))
                elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
                    loss = _safe_mean(loss, num_present(losses, weights))
                elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                    loss = _safe_mean(loss, _num_elements(losses))
            loss = tf.cast(loss, input_dtype)
            add_loss(loss, loss_collection)
            return loss
