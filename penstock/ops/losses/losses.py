"""tf.losses: a loss for each element, weighted, reduced to one number and remembered in a collection of the graph.

Each function computes the loss of every element and leaves the rest to `compute_weighted_loss`. Operations and their
names are those of 1.15, so that graphs and their summaries can be compared.
"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.losses.weighted import Reduction, add_loss, compute_weighted_loss, num_present
from penstock.ops.losses.weights import assert_broadcastable, remove_squeezable_dimensions
from penstock.util.deprecation import deprecated_argument_lookup

# -- collections -----------------------------------------------------------------------------------------------------------


# -- weighting -------------------------------------------------------------------------------------------------------------


def _given(**arguments: Any) -> None:
    for name, value in arguments.items():
        if value is None:
            raise ValueError(f"{name} must not be None.")


def _floats(first: Any, labels: Any) -> tuple[Tensor, Tensor]:
    """Predictions or logits, and labels, as float32 of compatible shapes."""
    first = tf.cast(first, dtypes.float32)
    labels = tf.cast(labels, dtypes.float32)
    first.shape.assert_is_compatible_with(labels.shape)
    return first, labels


# -- predictions -----------------------------------------------------------------------------------------------------------


@export("losses.absolute_difference")
def absolute_difference(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds the loss `|predictions - labels|`; see `compute_weighted_loss` for the other arguments.

    Args:
      labels: what is wanted, of the shape of `predictions`.
      predictions: what the model says.
      weights, scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels or predictions are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.absolute_difference([1.0, 2.0], [2.0, 4.0])))
    1.5
    """
    _given(labels=labels, predictions=predictions)
    with name_scope(scope, "absolute_difference", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        losses = tf.abs(tf.subtract(predictions, labels))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("losses.cosine_distance")
def cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    axis: int | None = None,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
    dim: int | None = None,
) -> Tensor:
    """Adds the loss `1 - sum(predictions * labels)` over `axis`, for vectors that have length 1 already.

    Args:
      labels: unit vectors.
      predictions: unit vectors.
      axis: the dimension of the vectors.
      weights, scope, loss_collection, reduction: see `compute_weighted_loss`.
      dim: an old name of `axis`.

    Raises:
      ValueError: if shapes do not fit, or `axis`, labels or predictions are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.cosine_distance([[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]], axis=1)))
    0.5
    """
    axis = deprecated_argument_lookup("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    _given(labels=labels, predictions=predictions)
    with name_scope(scope, "cosine_distance_loss", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        products = tf.multiply(predictions, labels)
        losses = 1 - tf.reduce_sum(products, axis=(axis,), keepdims=True)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("losses.huber_loss")
def huber_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds a loss that is half the square of small differences and grows linearly from `delta` on.

    Args:
      labels: the true values.
      predictions: the predicted ones.
      delta: where the loss becomes linear.
      weights, scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels or predictions are `None`.

    >>> import penstock as tf
    >>> loss = tf.losses.huber_loss([0.0, 0.0], [0.5, 3.0], reduction=tf.losses.Reduction.NONE)
    >>> tf.Session().run(loss).tolist()
    [0.125, 2.5]
    """
    _given(labels=labels, predictions=predictions)
    with name_scope(scope, "huber_loss", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        distance = tf.abs(tf.subtract(predictions, labels))
        quadratic = tf.minimum(distance, delta)
        # Of a distance above delta, delta counts by its square and the rest linearly: no branch, a smooth gradient.
        linear = tf.subtract(distance, quadratic)
        half = convert_to_tensor(0.5, dtype=quadratic.dtype)
        losses = tf.add(tf.multiply(half, tf.multiply(quadratic, quadratic)), tf.multiply(delta, linear))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("losses.log_loss")
def log_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds the cross entropy of predicted probabilities: `-labels log p - (1 - labels) log(1 - p)`.

    Args:
      labels: 0 or 1.
      predictions: probabilities.
      epsilon: added below the logarithms, which stay finite so.
      weights, scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels or predictions are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.log_loss([1.0, 0.0], [0.5, 0.5])).round(4))
    0.6931
    """
    _given(labels=labels, predictions=predictions)
    with name_scope(scope, "log_loss", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        losses = -tf.multiply(labels, tf.log(predictions + epsilon)) - tf.multiply(
            (1 - labels), tf.log(1 - predictions + epsilon)
        )
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("losses.mean_pairwise_squared_error")
def mean_pairwise_squared_error(
    labels: TensorOrVariable,
    predictions: Any,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
) -> Tensor:
    """Adds the mean over all pairs of elements of `((p_i - p_j) - (l_i - l_j))^2`, in each element of the batch.

    Args:
      labels: the true values, batch first.
      predictions: the predicted ones.
      weights: a number, or one for each element of the batch, of the rank of `labels`.
      scope: a name for the operations.
      loss_collection: the collection that remembers the loss.

    Returns:
      The loss, a scalar.

    Raises:
      ValueError: if shapes do not fit, or labels or predictions are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.mean_pairwise_squared_error([[0.0, 0.0]], [[1.0, 4.0]])))
    9.0
    """
    _given(labels=labels, predictions=predictions)
    with name_scope(scope, "mean_pairwise_squared_error", [predictions, labels, weights]) as scope:
        weights = tf.cast(weights, dtypes.float32)
        labels = tf.cast(labels, dtypes.float32)
        with control_dependencies([assert_broadcastable(weights, labels)]):
            predictions = tf.cast(predictions, dtypes.float32)
            predictions.shape.assert_is_compatible_with(labels.shape)
            # A sum over pairs is 2 (n sum d^2 - (sum d)^2), so that no matrix of pairs is made.
            difference = tf.subtract(predictions, labels)
            axis = tf.range(1, tf.rank(difference))
            squares = tf.reduce_sum(tf.square(difference), axis=axis, keepdims=True)
            present = num_present(difference, weights, per_batch=True)
            term1 = 2.0 * tf.div_no_nan(squares, tf.maximum(present - 1, 0), name="value")
            total = tf.reduce_sum(difference, axis=axis, keepdims=True)
            squared_total = tf.square(total)
            pairs = tf.maximum(tf.multiply(present, present - 1), 0)
            term2 = 2.0 * tf.div_no_nan(squared_total, pairs, name="value")
            loss = tf.reduce_sum(tf.multiply(term1 - term2, weights))
            mean = tf.where(tf.reduce_sum(present) > 0, loss, tf.zeros_like(loss), name="value")
            add_loss(mean, loss_collection)
            return mean


@export("losses.mean_squared_error")
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds the loss `(predictions - labels)^2`; see `compute_weighted_loss` for the other arguments.

    Args:
      labels: what is wanted, of the shape of `predictions`.
      predictions: what the model says.
      weights, scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels or predictions are `None`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.losses.mean_squared_error(labels=[1.0, 2.0], predictions=[2.0, 5.0])))
    5.0
    """
    _given(labels=labels, predictions=predictions)
    with name_scope(scope, "mean_squared_error", [predictions, labels, weights]) as scope:
        predictions, labels = _floats(predictions, labels)
        losses = tf.squared_difference(predictions, labels)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


# -- logits ----------------------------------------------------------------------------------------------------------------


@export("losses.hinge_loss")
def hinge_loss(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds the loss `max(0, 1 - y logits)` with y = -1 for labels 0 and y = 1 for labels 1.

    Args:
      labels: 0 or 1.
      logits: any numbers.
      weights, scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels or logits are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.hinge_loss([1.0, 0.0], [0.5, 0.5])))
    1.0
    """
    _given(labels=labels, logits=logits)
    with name_scope(scope, "hinge_loss", [logits, labels, weights]) as scope:
        logits, labels = _floats(logits, labels)
        ones = tf.ones_like(labels)
        labels = tf.subtract(2 * labels, ones)
        losses = tf.nn.relu(tf.subtract(ones, tf.multiply(labels, logits)))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("losses.sigmoid_cross_entropy")
def sigmoid_cross_entropy(
    multi_class_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds the cross entropy of independent classes; see `tf.nn.sigmoid_cross_entropy_with_logits`.

    Args:
      multi_class_labels: 0 or 1 for each class, of the shape of `logits`.
      logits: any numbers.
      label_smoothing: how far labels are moved towards 1/2.
      weights, scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels or logits are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.sigmoid_cross_entropy([[1.0, 0.0]], [[0.0, 0.0]])).round(4))
    0.6931
    """
    _given(multi_class_labels=multi_class_labels, logits=logits)
    with name_scope(scope, "sigmoid_cross_entropy_loss", [logits, multi_class_labels, weights]) as scope:
        logits = convert_to_tensor(logits)
        labels = tf.cast(multi_class_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("losses.softmax_cross_entropy")
def softmax_cross_entropy(
    onehot_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds the cross entropy of exclusive classes, given as one-hot rows. No gradient flows into the labels.

    Args:
      onehot_labels: a distribution over the classes for each element, of the shape of `logits`.
      logits: any numbers.
      label_smoothing: how far labels are moved towards 1 / number of classes.
      weights: a number, or one for each element of the batch.
      scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels or logits are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.softmax_cross_entropy([[1, 0, 0, 0]], [[2.0, 2.0, 2.0, 2.0]])).round(4))
    1.3863
    """
    _given(onehot_labels=onehot_labels, logits=logits)
    with name_scope(scope, "softmax_cross_entropy_loss", [logits, onehot_labels, weights]) as scope:
        logits = convert_to_tensor(logits)
        labels = tf.cast(onehot_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = tf.cast(tf.shape(labels)[-1], logits.dtype)
            # The order of these operations gives them the names they have in 1.15.
            positives = 1.0 - label_smoothing
            negatives = label_smoothing / classes
            labels = labels * positives + negatives
        labels = tf.stop_gradient(labels, name="labels_stop_gradient")
        losses = tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("losses.sparse_softmax_cross_entropy")
def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Adds the cross entropy of exclusive classes, given by their numbers.

    Args:
      labels: class numbers, one for each row of `logits`; a last dimension of size 1 is removed.
      logits: any numbers.
      weights: a number, or one for each label.
      scope, loss_collection, reduction: see `compute_weighted_loss`.

    Raises:
      ValueError: if shapes do not fit, or labels, logits or weights are `None`.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.losses.sparse_softmax_cross_entropy([0, 3], [[2.0, 2.0, 2.0, 2.0]] * 2)).round(4))
    1.3863
    """
    _given(labels=labels, logits=logits)
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", [logits, labels, weights]) as scope:
        labels, logits = remove_squeezable_dimensions(labels, logits, expected_rank_diff=1)
        if weights is not None:
            weights = _squeezed_like(convert_to_tensor(weights), labels)
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def _squeezed_like(weights: Tensor, labels: Tensor) -> Tensor:
    """Weights without their last dimension of size 1, if labels have one dimension less."""
    shape = weights.shape
    if shape.ndims is not None and labels.shape.ndims is not None:
        return tf.squeeze(weights, [-1]) if shape.ndims - labels.shape.ndims == 1 else weights
    surplus = tf.rank(weights) - tf.rank(labels)
    if shape.ndims is None or (shape.ndims > 0 and shape.as_list()[-1] in (None, 1)):
        return tf.cond(tf.equal(1, surplus), lambda: tf.squeeze(weights, [-1]), lambda: weights)
    return weights
