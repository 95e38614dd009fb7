"""The losses before tf.losses: predictions come before labels, and a loss is the mean over what has a weight.

Every function adds its loss to the collection `LOSSES`. The 0.9 names of arguments (`targets`, `weight`) and of functions
(`sum_of_squares`) are understood as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

# -- the collection -------------------------------------------------------------------------------------------------------


@export("contrib.losses.add_loss")
@add_arg_scope
def add_loss(loss: TensorLike, loss_collection: str | None = GraphKeys.LOSSES) -> None:
    """Adds a loss to a collection, if there is one.

    Args:
      loss: the loss, a tensor.
      loss_collection: the name of the collection.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.contrib.losses.add_loss(tf.constant(2.0, name="mine"))
    ...     print([loss.op.name for loss in tf.contrib.losses.get_losses()])
    ['mine']
    """
    if loss_collection:
        add_to_collection(loss_collection, loss)


@export("contrib.losses.get_losses")
def get_losses(scope: str | None = None, loss_collection: str = GraphKeys.LOSSES) -> list[Any]:
    """The losses of a collection, those of a scope if one is given; see `add_loss`.

    Args:
      scope: the beginning of the names of the losses; all by default.
      loss_collection: the name of the collection.

    >>> import penstock as tf
    >>> loss = tf.contrib.losses.absolute_difference(tf.constant([1.0, 3.0]), tf.constant([1.0, 1.0]))
    >>> tf.contrib.losses.get_losses() == [loss]
    True
    """
    return get_collection(loss_collection, scope)


@export("contrib.losses.get_regularization_losses")
def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The losses of the regularizers of variables, those of a scope if one is given.

    >>> import penstock as tf
    >>> v = tf.get_variable("v", initializer=[2.0, -4.0], regularizer=tf.contrib.layers.l1_regularizer(0.5))
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(*sess.run(tf.contrib.losses.get_regularization_losses()))
    3.0
    """
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


@export("contrib.losses.get_total_loss")
def get_total_loss(add_regularization_losses: bool = True, name: str = "total_loss") -> Tensor:
    """The sum of all losses.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     for value in (2.0, 3.0):
    ...         tf.contrib.losses.add_loss(tf.constant(value))
    ...     print(sess.run(tf.contrib.losses.get_total_loss()))
    5.0
    """
    losses = get_losses()
    if add_regularization_losses:
        losses += get_regularization_losses()
    return tf.add_n(losses, name=name)


# -- weights --------------------------------------------------------------------------------------------------------------


def _scaled(losses: Any, weights: Any) -> Tensor:
    """The sum of the losses, where each weight holds for all that is below it."""
    axes = list(range(weights.shape.ndims, losses.shape.ndims))
    return tf.reduce_sum(tf.multiply(tf.reduce_sum(losses, axis=axes), weights))


def _num_present(losses: Any, weights: Any, per_batch: bool = False) -> Tensor:
    """How many of the losses have a weight other than 0, in all or for each element of the batch."""
    if weights.shape.ndims == 0:
        batch = tf.reshape(tf.slice(tf.shape(losses), [0], [1]), [])
        each = tf.div(tf.cast(tf.size(losses), dtypes.float32), tf.cast(batch, dtypes.float32))
        each = tf.where(tf.equal(weights, 0), tf.constant(0.0), each)
        counts = tf.multiply(tf.ones(tf.reshape(batch, [1])), each)
    else:
        axes = list(range(1, weights.shape.ndims))
        used = tf.reduce_sum(tf.cast(tf.not_equal(weights, 0), dtypes.float32), axis=axes)
        below = tf.slice(tf.shape(losses), [weights.shape.ndims], [-1])
        counts = tf.multiply(used, tf.cast(tf.reduce_prod(below), dtypes.float32))
    return counts if per_batch else tf.reduce_sum(counts)


def _known_rank(**tensors: Tensor) -> None:
    for name, tensor in tensors.items():
        if tensor.shape.ndims is None:
            raise ValueError(f"{name}.get_shape().ndims cannot be None")


@export("contrib.losses.compute_weighted_loss")
def compute_weighted_loss(losses: Any, weights: Any = 1.0, scope: str | None = None) -> Tensor:
    """The mean of losses, each times its weight, over those whose weight is not 0; added to `LOSSES`.

    Args:
      losses: a tensor `[batch, d1, ...]`.
      weights: a number, or a tensor `[batch, d1, ..., dk]` with fewer or as many axes: a weight holds for all below it.
      scope: a name.

    Raises:
      ValueError: if the rank of one of them is unknown.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.compute_weighted_loss([[1.0, 3.0], [5.0, 7.0]], [2.0, 0.0])))
    4.0
    """
    with name_scope(scope, "weighted_loss", [losses, weights]):
        losses = convert_to_tensor(losses)
        dtype = losses.dtype
        losses = tf.cast(losses, dtypes.float32)
        weights = tf.cast(convert_to_tensor(weights), dtypes.float32)
        _known_rank(losses=losses, weights=weights)
        if weights.shape.ndims > 1 and weights.shape[-1].is_compatible_with(1):
            weights = tf.squeeze(weights, [-1])
        total, present = _scaled(losses, weights), _num_present(losses, weights)
        mean = tf.cast(tf.div_no_nan(tf.reduce_sum(total), present, name="value"), dtype)
        add_loss(mean)
        return mean


# -- losses ---------------------------------------------------------------------------------------------------------------


def _floats(predictions: TensorLike, labels: TensorLike | None) -> tuple[Tensor, Tensor]:
    predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return tf.cast(predictions, dtypes.float32), tf.cast(labels, dtypes.float32)


def _elementwise(name_: str, summary: str, losses_of: Callable[[Tensor, Tensor], Tensor], example: str) -> Callable:
    def function(
        predictions: TensorLike, labels: TensorLike | None = None, weights: TensorLike = 1.0, scope: str | None = None
    ) -> Tensor:
        with name_scope(scope, name_, [predictions, labels, weights]) as entered:
            losses = losses_of(*_floats(predictions, labels))
            return compute_weighted_loss(losses, weights, scope=entered)

    function.__name__ = function.__qualname__ = name_
    function.__doc__ = f"""{summary} See `compute_weighted_loss` for the weights.

    Args:
      predictions: what the model says.
      labels: what is wanted, of the shape of `predictions`.
      weights: a number, or one for each example or element.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.{name_}([1.0, 4.0], [2.0, 2.0])))
    {example}
    """
    return function


absolute_difference = export("contrib.losses.absolute_difference")(
    _elementwise(
        "absolute_difference",
        "The mean of `|predictions - labels|`.",
        lambda predictions, labels: tf.abs(tf.subtract(predictions, labels)),
        "1.5",
    )
)
mean_squared_error = export("contrib.losses.mean_squared_error", "contrib.losses.sum_of_squares")(
    _elementwise(
        "mean_squared_error",
        "The mean of `(predictions - labels)²`, which 0.9 called `sum_of_squares`.",
        lambda predictions, labels: tf.squared_difference(predictions, labels),
        "2.5",
    )
)


@export("contrib.losses.log_loss")
def log_loss(
    predictions: TensorLike,
    labels: TensorLike | None = None,
    weights: TensorLike = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
) -> Tensor:
    """The mean of `-labels·log(predictions) - (1-labels)·log(1-predictions)`; `epsilon` is added inside of the logarithms.

    Args:
      predictions: probabilities.
      labels: 0 or 1.
      weights: a number, or one for each example or element; see `compute_weighted_loss`.
      epsilon: a small number that keeps logarithms finite.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.log_loss([0.5, 0.5], [0.0, 1.0])))
    0.69314694
    """
    with name_scope(scope, "log_loss", [predictions, labels, weights]) as entered:
        predictions, labels = _floats(predictions, labels)
        losses = -tf.multiply(labels, tf.log(predictions + epsilon)) - tf.multiply(
            1 - labels, tf.log(1 - predictions + epsilon)
        )
        return compute_weighted_loss(losses, weights, scope=entered)


@export("contrib.losses.hinge_loss")
def hinge_loss(logits: Any, labels: TensorOrVariable | None = None, scope: str | None = None) -> Tensor:
    """`max(0, 1 - (2·labels - 1)·logits)`, element by element; it is not added to a collection.

    Args:
      logits: numbers.
      labels: 0 or 1, of the shape of `logits`.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.hinge_loss([0.5, -3.0], [1.0, 0.0])))
    [0.5 0. ]
    """
    with name_scope(scope, "hinge_loss", [logits, labels]):
        logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
        logits.shape.assert_is_compatible_with(labels.shape)
        labels = tf.cast(labels, dtypes.float32)
        ones = tf.ones_like(labels)
        return tf.nn.relu(tf.subtract(ones, tf.multiply(tf.subtract(2 * labels, ones), logits)))


@export("contrib.losses.sigmoid_cross_entropy")
def sigmoid_cross_entropy(
    logits: TensorLike,
    multi_class_labels: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
) -> Tensor:
    """The mean cross entropy of labels that may be True together; smoothing moves them towards 1/2.

    Args:
      logits: logits `[batch, classes]`.
      multi_class_labels: 0 or 1, of the shape of `logits`.
      weights: a number, or one for each example or element; see `compute_weighted_loss`.
      label_smoothing: how far to move labels, from 0 to 1.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.sigmoid_cross_entropy([[0.0, 0.0]], [[1.0, 0.0]])))
    0.6931472
    """
    with name_scope(scope, "sigmoid_cross_entropy_loss", [logits, multi_class_labels, weights]) as entered:
        logits, labels = convert_to_tensor(logits), convert_to_tensor(multi_class_labels)
        logits.shape.assert_is_compatible_with(labels.shape)
        labels = tf.cast(labels, logits.dtype)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=entered)


@export("contrib.losses.softmax_cross_entropy")
def softmax_cross_entropy(
    logits: TensorLike,
    onehot_labels: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
) -> Tensor:
    """The mean cross entropy of one-hot labels; smoothing moves them towards `1/num_classes`.

    Args:
      logits: logits `[batch, classes]`.
      onehot_labels: 0 and 1, of the shape of `logits`.
      weights: a number, or one for each example or element; see `compute_weighted_loss`.
      label_smoothing: how far to move labels, from 0 to 1.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.softmax_cross_entropy([[0.0, 0.0]], [[1.0, 0.0]])))
    0.6931472
    """
    with name_scope(scope, "softmax_cross_entropy_loss", [logits, onehot_labels, weights]) as entered:
        logits, labels = convert_to_tensor(logits), convert_to_tensor(onehot_labels)
        logits.shape.assert_is_compatible_with(labels.shape)
        labels = tf.cast(labels, logits.dtype)
        if label_smoothing > 0:
            classes = tf.cast(tf.shape(labels)[1], logits.dtype)
            labels = labels * (1.0 - label_smoothing) + label_smoothing / classes
        losses = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=entered)


@export("contrib.losses.sparse_softmax_cross_entropy")
def sparse_softmax_cross_entropy(
    logits: TensorLike, labels: TensorLike, weights: TensorLike = 1.0, scope: str | None = None
) -> Tensor:
    """The mean cross entropy of labels that are class numbers, `[batch]` or `[batch, 1]`.

    Args:
      logits: logits `[batch, classes]`.
      labels: class numbers.
      weights: a number, or one for each example or element; see `compute_weighted_loss`.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.sparse_softmax_cross_entropy([[0.0, 0.0]], [1])))
    0.6931472
    """
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", [logits, labels, weights]) as entered:
        labels = tf.reshape(labels, shape=[tf.shape(labels)[0]])
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=entered)


@export("contrib.losses.mean_pairwise_squared_error", "contrib.losses.sum_of_pairwise_squares")
def mean_pairwise_squared_error(
    predictions: TensorLike, labels: TensorLike | None = None, weights: Any = 1.0, scope: str | None = None
) -> Tensor:
    """How much the differences between elements of a prediction are other than those of its labels.

    0.9 called it `sum_of_pairwise_squares`.

    Args:
      predictions: what the model says.
      labels: what is wanted, of the shape of `predictions`.
      weights: a number, or one for each example.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.mean_pairwise_squared_error([[1.0, 2.0]], [[5.0, 8.0]])))
    2.0
    """
    with name_scope(scope, "mean_pairwise_squared_error", [predictions, labels, weights]):
        predictions, labels = _floats(predictions, labels)
        weights = tf.cast(convert_to_tensor(weights), dtypes.float32)
        diffs = tf.subtract(predictions, labels)
        _known_rank(diffs=diffs, weights=weights)
        axes = list(range(1, diffs.shape.ndims))
        present = _num_present(diffs, weights, per_batch=True)
        squares = 2.0 * tf.div_no_nan(tf.reduce_sum(tf.square(diffs), axis=axes), present, name="value")
        total = tf.reduce_sum(diffs, axis=axes)
        products = 2.0 * tf.div_no_nan(tf.square(total), tf.square(present), name="value")
        loss = _scaled(squares - products, weights)
        mean = tf.where(tf.reduce_sum(present) > 0, loss, tf.zeros_like(loss), name="value")
        add_loss(mean)
        return mean


@export("contrib.losses.cosine_distance")
def cosine_distance(
    predictions: TensorLike,
    labels: TensorLike | None = None,
    axis: int | None = None,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    dim: int | None = None,
) -> Tensor:
    """The mean of 1 minus the product of unit vectors along `axis` (`dim`).

    Args:
      predictions: what the model says.
      labels: what is wanted, of the shape of `predictions`.
      axis: the axis of the vectors.
      weights: a number, or one for each example or element; see `compute_weighted_loss`.
      scope: a name for the scope of the operations.
      dim: the old name of `axis`.

    Raises:
      ValueError: if there is no axis.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.losses.cosine_distance([[1.0, 0.0]], [[0.0, 1.0]], 1)))
    1.0
    """
    if axis is not None and dim is not None:
        raise ValueError("Cannot specify both 'axis' and 'dim'")
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    with name_scope(scope, "cosine_distance_loss", [predictions, labels, weights]) as entered:
        predictions, labels = _floats(predictions, labels)
        losses = 1 - tf.reduce_sum(tf.multiply(predictions, labels), axis=[axis])
        return compute_weighted_loss(losses, weights, scope=entered)
