"""What networks are made of: activations, losses of probabilities, dropout, normalization."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, NestedTensors, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.backend.arrays import flatten
from penstock.keras.backend.configuration import epsilon, floatx
from penstock.keras.backend.mathematics import constant_of
from penstock.keras.backend.random_numbers import chosen_seed
from penstock.keras.backend.sessions import get_graph, has_nchw_support
from penstock.keras.backend.variables import cast, ndim, ones_like, zeros_like
from penstock.ops.state.variables import Variable

# -- activations ------------------------------------------------------------------------------------------------------


@export("keras.backend.relu")
def relu(x: Any, alpha: Any = 0.0, max_value: Any = None, threshold: Any = 0) -> Tensor:
    """`x` where it is over a threshold, limited by `max_value`; `alpha * (x - threshold)` below.

    Args:
      x: a tensor or variable.
      alpha: the slope below the threshold.
      max_value: the upper limit, or None.
      threshold: where elements begin to count.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.relu(K.constant([-2.0, 1.0, 7.0]), alpha=0.5, max_value=6.0))
    array([-1.,  1.,  6.], dtype=float32)
    """
    negative = None
    if alpha != 0.0:
        if max_value is None and threshold == 0:
            return tf.nn.leaky_relu(x, alpha=alpha)
        negative = tf.nn.relu(-x + threshold) if threshold != 0 else tf.nn.relu(-x)
    limited = max_value is not None
    if threshold != 0:
        x = x * tf.cast(tf.greater(x, threshold), floatx())
    elif max_value == 6:
        x = tf.nn.relu6(x)
        limited = False
    else:
        x = tf.nn.relu(x)
    if limited:
        highest = constant_of(max_value, x)
        x = tf.clip_by_value(x, constant_of(0.0, x), highest)
    if negative is not None:
        x -= tf.convert_to_tensor(alpha, x.dtype.base_dtype) * negative
    return x


@export("keras.backend.elu")
def elu(x: TensorOrVariable, alpha: float = 1.0) -> Tensor:
    """`x` where it is positive, else `alpha * (exp(x) - 1)`.

    Args:
      x: a tensor or variable.
      alpha: what very negative elements tend to, with a minus.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.elu(K.constant([1.0, 0.0])))
    array([1., 0.], dtype=float32)
    """
    result = tf.nn.elu(x)
    return result if alpha == 1 else tf.where(x > 0, result, alpha * result)


@export("keras.backend.softmax")
def softmax(x: TensorLike, axis: int = -1) -> Tensor:
    """Exponentials that add up to one along an axis.

    Args:
      x: a tensor or variable.
      axis: the axis along which to add up.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.softmax(K.constant([[1.0, 1.0]])))
    array([[0.5, 0.5]], dtype=float32)
    """
    return tf.nn.softmax(x, axis=axis)


@export("keras.backend.softplus")
def softplus(x: TensorLike) -> Tensor:
    """`log(exp(x) + 1)`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.softplus(K.constant([0.0]))).round(3)
    array([0.693], dtype=float32)
    """
    return tf.nn.softplus(x)


@export("keras.backend.softsign")
def softsign(x: TensorLike) -> Tensor:
    """`x / (abs(x) + 1)`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.softsign(K.constant([1.0])))
    array([0.5], dtype=float32)
    """
    return tf.nn.softsign(x)


@export("keras.backend.sigmoid")
def sigmoid(x: TensorLike) -> Tensor:
    """`1 / (1 + exp(-x))`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.sigmoid(K.constant([0.0])))
    array([0.5], dtype=float32)
    """
    return tf.nn.sigmoid(x)


@export("keras.backend.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> Tensor:
    """A sigmoid of three straight lines: 0 below -2.5, 1 above 2.5, `0.2 * x + 0.5` between.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.hard_sigmoid(K.constant([-3.0, 0.0, 3.0])))
    array([0. , 0.5, 1. ], dtype=float32)
    """
    slope, middle = constant_of(0.2, x), constant_of(0.5, x)
    return tf.clip_by_value(tf.add(tf.multiply(x, slope), middle), 0.0, 1.0)


@export("keras.backend.tanh")
def tanh(x: TensorLike) -> Tensor:
    """The hyperbolic tangent of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.tanh(K.constant([0.0])))
    array([0.], dtype=float32)
    """
    return tf.nn.tanh(x)


# -- losses -----------------------------------------------------------------------------------------------------------


def _is_made_by(output: TensorOrVariable, kind: str) -> bool:
    return not isinstance(output, Variable) and output.op.type == kind


@export("keras.backend.categorical_crossentropy")
def categorical_crossentropy(target: TensorLike, output: TensorOrVariable, from_logits: bool = False, axis: int = -1) -> Tensor:
    """The cross entropy between probabilities of classes.

    Args:
      target: the probabilities that are wanted.
      output: the probabilities that came out, or logits.
      from_logits: whether `output` are logits.
      axis: the axis of the classes.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.categorical_crossentropy(K.constant([[1.0, 0.0]]), K.constant([[0.5, 0.5]]))).round(3)
    array([0.693], dtype=float32)
    """
    if not from_logits:
        if not _is_made_by(output, "Softmax"):
            output = output / tf.reduce_sum(output, axis, True)
            small = constant_of(epsilon(), output)
            output = tf.clip_by_value(output, small, 1.0 - small)
            return -tf.reduce_sum(target * tf.log(output), axis)
        output = output.op.inputs[0]  # what the softmax was taken of, which keeps more digits
    return tf.nn.softmax_cross_entropy_with_logits_v2(labels=target, logits=output, axis=axis)


@export("keras.backend.sparse_categorical_crossentropy")
def sparse_categorical_crossentropy(target: Any, output: Any, from_logits: bool = False, axis: int = -1) -> Tensor:
    """The cross entropy between numbers of classes and their probabilities.

    Args:
      target: the numbers of the classes that are wanted.
      output: the probabilities that came out, or logits.
      from_logits: whether `output` are logits.
      axis: the axis of the classes.

    Raises:
      ValueError: `axis` is not the last one, and nothing is known of the rank of `output`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.sparse_categorical_crossentropy(K.constant([0]), K.constant([[0.5, 0.5]]))).round(3)
    array([0.693], dtype=float32)
    """
    if not from_logits:
        if not _is_made_by(output, "Softmax"):
            small = constant_of(epsilon(), output)
            output = tf.log(tf.clip_by_value(output, small, 1 - small))
        else:
            output = output.op.inputs[0]
    rank = output.shape.ndims
    if rank is not None:
        axis %= rank
        if axis != rank - 1:
            output = tf.transpose(output, perm=[*range(axis), *range(axis + 1, rank), axis])
    elif axis != -1:
        raise ValueError(
            f"Cannot compute sparse categorical crossentropy with `axis={axis}` on an output tensor with unknown rank"
        )
    target = cast(target, "int64")
    shape = tf.shape(output)
    target_rank = target.shape.ndims
    flat = target_rank is not None and rank is not None and target_rank != rank - 1
    if flat:
        target = flatten(target)
        output = tf.reshape(output, [-1, shape[-1]])
    with get_graph().as_default():
        result = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)
    if flat and rank >= 3:
        return tf.reshape(result, shape[:-1])
    return result


@export("keras.backend.binary_crossentropy")
def binary_crossentropy(target: TensorOrVariable, output: TensorOrVariable, from_logits: bool = False) -> Tensor:
    """The cross entropy between two probabilities, for each element.

    Args:
      target: the probabilities that are wanted.
      output: the probabilities that came out, or logits.
      from_logits: whether `output` are logits.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.binary_crossentropy(K.constant([1.0]), K.constant([0.5]))).round(3)
    array([0.693], dtype=float32)
    """
    if not from_logits:
        if not _is_made_by(output, "Sigmoid"):
            small = constant_of(epsilon(), output)
            output = tf.clip_by_value(output, small, 1.0 - small)
            found = target * tf.log(output + epsilon())
            found += (1 - target) * tf.log(1 - output + epsilon())
            return -found
        output = output.op.inputs[0]
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)


@export("keras.backend.in_top_k")
def in_top_k(predictions: NestedTensors, targets: NestedTensors, k: int) -> Tensor:
    """Whether the wanted class is among the `k` most probable ones.

    Args:
      predictions: numbers for each class, `[batch, classes]`.
      targets: class numbers, `[batch]`.
      k: how many classes count.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.in_top_k(K.constant([[0.1, 0.6, 0.3]]), K.constant([2], dtype="int32"), 2))
    array([ True])
    """
    return tf.nn.in_top_k(predictions, targets, k)


# -- dropout and normalization ----------------------------------------------------------------------------------------


@export("keras.backend.dropout")
def dropout(x: TensorLike, level: float, noise_shape: ShapeLike | None = None, seed: int | None = None) -> Tensor:
    """`x` with a share `level` of its elements set to zero, at random, and the others scaled up.

    Args:
      x: a tensor or variable.
      level: the share, from 0 to 1.
      noise_shape: the shape of the random choice, which is broadcast to that of `x`; its own by default.
      seed: the seed of the choice.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.dropout(K.constant([1.0, 2.0]), 0.0))
    array([1., 2.], dtype=float32)
    """
    return tf.nn.dropout(x, rate=level, noise_shape=noise_shape, seed=chosen_seed(seed))


@export("keras.backend.l2_normalize")
def l2_normalize(x: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """`x` divided by its Euclidean norm along an axis.

    Args:
      x: a tensor or variable.
      axis: the axis; all elements together if it is None.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.l2_normalize(K.constant([3.0, 4.0]), axis=0))
    array([0.6, 0.8], dtype=float32)
    """
    return tf.nn.l2_normalize(x, axis=axis)


@export("keras.backend.normalize_batch_in_training")
def normalize_batch_in_training(
    x: TensorOrVariable, gamma: TensorLike, beta: TensorLike, reduction_axes: Any, epsilon: float = 1e-3
) -> tuple[Any, Any, Any]:
    """Normalizes a batch by its own mean and variance; returns these as well.

    Args:
      x: the batch.
      gamma: a factor, or None.
      beta: what is added, or None.
      reduction_axes: the axes over which mean and variance are taken.
      epsilon: a small number that is added to the variance.

    >>> from penstock.keras import backend as K
    >>> normed, mean, variance = K.normalize_batch_in_training(K.constant([[1.0], [3.0]]), None, None, [0])
    >>> K.eval(mean), K.eval(variance)
    (array([2.], dtype=float32), array([1.], dtype=float32))
    """
    rank, axes = ndim(x), list(reduction_axes)
    assert rank is not None
    if rank == 4 and (axes == [0, 1, 2] or (axes == [0, 2, 3] and has_nchw_support())):
        channels = 3 if axes == [0, 1, 2] else 1
        size = [x.shape[channels]]
        gamma = tf.constant(1.0, dtype=x.dtype, shape=size) if gamma is None else gamma
        beta = tf.constant(0.0, dtype=x.dtype, shape=size) if beta is None else beta
        data_format = "NHWC" if channels == 3 else "NCHW"
        return tf.nn.fused_batch_norm(x, gamma, beta, epsilon=epsilon, data_format=data_format)
    mean, variance = tf.nn.moments(x, axes, None, None, False)
    if sorted(axes) == list(range(rank))[:-1]:
        return tf.nn.batch_normalization(x, mean, variance, beta, gamma, epsilon), mean, variance
    shape = tf.stack([1 if axis in axes else tf.shape(x)[axis] for axis in range(rank)])
    wide = [None if part is None else tf.reshape(part, shape) for part in (mean, variance, gamma, beta)]
    return tf.nn.batch_normalization(x, wide[0], wide[1], wide[3], wide[2], epsilon), mean, variance


@export("keras.backend.batch_normalization")
def batch_normalization(
    x: TensorOrVariable,
    mean: Any,
    var: Any,
    beta: Any,
    gamma: Any,
    axis: int = -1,
    epsilon: float = 1e-3,
) -> Tensor:
    """Normalizes a batch by a given mean and variance.

    Args:
      x: the batch.
      mean: the mean.
      var: the variance.
      beta: what is added, or None.
      gamma: a factor, or None.
      axis: the axis of the features.
      epsilon: a small number that is added to the variance.

    >>> from penstock.keras import backend as K
    >>> one, two = K.constant([1.0]), K.constant([2.0])
    >>> K.eval(K.batch_normalization(K.constant([[3.0]]), two, one, None, None, epsilon=0.0))
    array([[1.]], dtype=float32)
    """
    if ndim(x) == 4:
        data_format = {1: "NCHW", -3: "NCHW", 3: "NHWC", -1: "NHWC"}.get(axis)
        if data_format == "NHWC" or (data_format == "NCHW" and has_nchw_support()):
            mean, var = _flat(mean), _flat(var)
            beta = zeros_like(mean) if beta is None else _flat(beta)
            gamma = ones_like(mean) if gamma is None else _flat(gamma)
        normed, _, _ = tf.nn.fused_batch_norm(
            x, gamma, beta, epsilon=epsilon, mean=mean, variance=var, data_format=data_format, is_training=False
        )
        return normed
    return tf.nn.batch_normalization(x, mean, var, beta, gamma, epsilon)


def _flat(x: TensorOrVariable) -> Any:
    rank = ndim(x)
    return tf.reshape(x, [-1]) if rank is not None and rank > 1 else x
