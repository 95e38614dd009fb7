"""Batch normalization by arithmetic, moments, and normalization by the 2-norm.

The fused operations are in `batch_norm.py`, `tf.nn.lrn` is in `pool.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, TensorLike
from penstock.util.deprecation import deprecated_argument_lookup


@export("nn.batch_norm_with_global_normalization")
def batch_norm_with_global_normalization(
    t: TensorLike | None = None,
    m: Any = None,
    v: TensorLike | None = None,
    beta: TensorLike | None = None,
    gamma: TensorLike | None = None,
    variance_epsilon: TensorLike | None = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
) -> Tensor:
    """Normalizes `t` by mean `m` and variance `v`; an older form of `tf.nn.batch_normalization`.

    `gamma` is used only if `scale_after_normalization`. `input`, `mean` and `variance` are other names of `t`, `m`, `v`.

    Args:
      t, input: the tensor `[batch, height, width, channels]`; `input` is the name in 2.x.
      m, mean: a mean for each channel.
      v, variance: a variance for each channel.
      beta: what is added to each channel.
      gamma: what each channel is multiplied with, if `scale_after_normalization`.
      variance_epsilon: a small number that is added to the variances.
      scale_after_normalization: whether to multiply with `gamma`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> t, m, v = tf.constant([[[[1.0, 4.0]]]]), tf.constant([0.0, 2.0]), tf.constant([1.0, 4.0])
    >>> y = tf.nn.batch_norm_with_global_normalization(t, m, v, 0.5, 2.0, 0.0, scale_after_normalization=True)
    >>> tf.Session().run(y).tolist()
    [[[[2.5, 2.5]]]]
    """
    t = deprecated_argument_lookup("input", input, "t", t)
    m = deprecated_argument_lookup("mean", mean, "m", m)
    v = deprecated_argument_lookup("variance", variance, "v", v)
    return batch_normalization(t, m, v, beta, gamma if scale_after_normalization else None, variance_epsilon, name)


@export("nn.batch_normalization")
def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: TensorLike | None,
    scale: TensorLike | None,
    variance_epsilon: TensorLike | None,
    name: str | None = None,
) -> Tensor:
    """Computes scale * (x - mean) / sqrt(variance + variance_epsilon) + offset.

    Args:
      x: the input.
      mean: the mean, broadcast to `x`.
      variance: the variance, likewise.
      offset: a summand or None.
      scale: a factor or None.
      variance_epsilon: a small number that avoids a division by zero.
      name: a name for the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.nn.batch_normalization(tf.constant([1.0, 3.0]), 2.0, 1.0, None, None, 0.0)).tolist()
    [-1.0, 1.0]
    """
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        inverse = tf.rsqrt(variance + variance_epsilon)
        if scale is not None:
            inverse *= scale
        # In this order, names are those of 1.15, by which tf.contrib.quantize finds them.
        dtype = dtypes.as_dtype(x.dtype).base_dtype  # of an array too
        scaled = x * tf.cast(inverse, dtype)
        shift = offset - mean * inverse if offset is not None else -mean * inverse
        return scaled + tf.cast(shift, dtype)


# -- moments --------------------------------------------------------------------------------------------------------------


def _keep(keep_dims: bool | None, keepdims: bool | None) -> bool:
    return bool(deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims))


@export("nn.moments")
def moments(
    x: TensorLike,
    axes: AxisLike,
    shift: TensorLike | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Computes mean and variance of `x` over some axes.

    Args:
      x: a tensor.
      axes: the axes, a list of integers.
      shift: not used.
      name: a name for the operations.
      keep_dims: the old name of `keepdims`.
      keepdims: keep the axes as dimensions of size 1.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     [v.tolist() for v in sess.run(tf.nn.moments(tf.constant([[1.0, 2.0], [3.0, 6.0]]), [0]))]
    [[2.0, 4.0], [1.0, 4.0]]
    """
    keep = _keep(keep_dims, keepdims)
    with name_scope(name, "moments", [x, axes]):
        x = convert_to_tensor(x, name="x")
        half = x.dtype.base_dtype == dtypes.float16
        y = tf.cast(x, dtypes.float32) if half else x
        mean = tf.reduce_mean(y, axes, keepdims=True, name="mean")
        # Because d variance / d mean is 0, the gradient may stop there.
        distance = tf.squared_difference(y, tf.stop_gradient(mean))
        variance = tf.reduce_mean(distance, axes, keepdims=True, name="variance")
        if not keep:
            mean, variance = tf.squeeze(mean, axes), tf.squeeze(variance, axes)
        if half:
            return tf.cast(mean, dtypes.float16), tf.cast(variance, dtypes.float16)
        return mean, variance


@export("nn.weighted_moments")
def weighted_moments(
    x: Any,
    axes: int,
    frequency_weights: Any,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Computes mean and variance of `x` over some axes, each element counted `frequency_weights` times.

    Args:
      x: a tensor.
      axes: the axes, a list of integers.
      frequency_weights: the weights, broadcast to `x`.
      name: a name for the operations.
      keep_dims: the old name of `keepdims`.
      keepdims: keep the axes as dimensions of size 1.

    >>> import penstock as tf
    >>> mean, variance = tf.nn.weighted_moments(tf.constant([1.0, 5.0]), [0], [3.0, 1.0])
    >>> print(*tf.Session().run([mean, variance]))
    2.0 3.0
    """
    keep = _keep(keep_dims, keepdims)
    with name_scope(name, "weighted_moments", [x, frequency_weights, axes]):
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(frequency_weights, name="frequency_weights")
        half = x.dtype.base_dtype == dtypes.float16
        if half:
            x = tf.cast(x, dtypes.float32)
        if weights.dtype.base_dtype != x.dtype.base_dtype:
            weights = tf.cast(weights, x.dtype.base_dtype)
        total = tf.reduce_sum(weights * x, axes, name="weighted_input_sum", keepdims=True)
        spread = weights + tf.zeros_like(x)
        count = tf.reduce_sum(spread, axes, name="sum_of_weights", keepdims=True)
        divisor = tf.reciprocal(count, name="inv_weight_sum")
        mean = tf.multiply(total, divisor)
        distance = tf.reduce_sum(weights * tf.squared_difference(x, mean), axes, name="weighted_distsq", keepdims=True)
        variance = tf.multiply(distance, divisor)
        if not keep:
            mean, variance = tf.squeeze(mean, axis=axes), tf.squeeze(variance, axis=axes)
        if half:
            mean, variance = tf.cast(mean, dtypes.float16), tf.cast(variance, dtypes.float16)
        return mean, variance


@export("nn.sufficient_statistics")
def sufficient_statistics(
    x: TensorLike,
    axes: Any,
    shift: TensorLike | None = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor, Tensor, Any]:
    """Computes the count, the sum and the sum of squares of `x` over some axes, in one pass.

    Args:
      x: a tensor.
      axes: the axes, a list of integers.
      shift: subtracted from `x` for accuracy; something near the mean is good.
      keep_dims: the old name of `keepdims`.
      name: a name for the operations.
      keepdims: keep the axes as dimensions of size 1.

    Returns:
      count, sum, sum of squares, and the shift (or None): the arguments of `tf.nn.normalize_moments`.

    >>> import penstock as tf
    >>> count, total, squares, _ = tf.nn.sufficient_statistics(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [0])
    >>> print(*tf.Session().run([count, total, squares]))
    2.0 [4. 6.] [10. 20.]
    """
    axes = list(set(axes))
    keep = _keep(keep_dims, keepdims)
    with name_scope(name, "sufficient_statistics", [x, shift]):
        x = convert_to_tensor(x, name="x")
        dtype = x.dtype.base_dtype
        dims = None if x.shape.ndims is None else [x.shape.as_list()[d] for d in axes]
        if dims is not None and None not in dims:
            counts = constant(int(np.prod(dims)), dtype=dtype)
        else:
            counts = tf.reduce_prod(tf.gather(tf.cast(tf.shape(x), dtype), axes), name="count")
        if shift is not None:
            shift = convert_to_tensor(shift, name="shift")
            first, second = tf.subtract(x, shift), tf.squared_difference(x, shift)
        else:
            first, second = x, tf.square(x)
        first = tf.reduce_sum(first, axes, keepdims=keep, name="mean_ss")
        second = tf.reduce_sum(second, axes, keepdims=keep, name="var_ss")
    return counts, first, second, shift


@export("nn.normalize_moments")
def normalize_moments(
    counts: TensorLike, mean_ss: TensorLike, variance_ss: TensorLike, shift: TensorLike, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Computes mean and variance from what `tf.nn.sufficient_statistics` returns.

    Args:
      counts: the number of elements.
      mean_ss: their sum, shifted.
      variance_ss: the sum of their squares, shifted.
      shift: the shift, or None.
      name: a name for the operations.

    >>> import penstock as tf
    >>> count, total, squares, shift = tf.nn.sufficient_statistics(tf.constant([1.0, 2.0, 3.0, 6.0]), [0])
    >>> print(*tf.Session().run(tf.nn.normalize_moments(count, total, squares, shift)))
    3.0 3.5
    """
    with name_scope(name, "normalize", [counts, mean_ss, variance_ss, shift]):
        divisor = tf.reciprocal(counts, name="divisor")
        if shift is not None:
            shifted_mean = tf.multiply(mean_ss, divisor, name="shifted_mean")
            mean = tf.add(shifted_mean, shift, name="mean")
        else:
            mean = shifted_mean = tf.multiply(mean_ss, divisor, name="mean")
        variance = tf.subtract(tf.multiply(variance_ss, divisor), tf.square(shifted_mean), name="variance")
    return mean, variance


@export("nn.l2_normalize", "math.l2_normalize", "linalg.l2_normalize")
def l2_normalize(
    x: TensorLike,
    axis: AxisLike | None = None,
    epsilon: float = 1e-12,
    name: str | None = None,
    dim: AxisLike | None = None,
) -> Tensor:
    """Divides `x` by its 2-norm along some axes: x / sqrt(max(sum(x**2), epsilon)).

    Args:
      x: a tensor.
      axis: an axis or a list of them; all by default.
      epsilon: a lower bound for the squared norm.
      name: a name for the operation.
      dim: the old name of `axis`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.nn.l2_normalize([3.0, 4.0], 0)).round(4).tolist()
    [0.6000000238418579, 0.800000011920929]
    """
    axis = deprecated_argument_lookup("axis", axis, "dim", dim)
    with name_scope(name, "l2_normalize", [x]) as name:
        x = convert_to_tensor(x, name="x")
        square_sum = tf.reduce_sum(tf.square(x), axis, keepdims=True)
        return tf.multiply(x, tf.rsqrt(tf.maximum(square_sum, epsilon)), name=name)
