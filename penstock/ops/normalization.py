"""Normalization: fused batch normalization and its gradient, moments, and normalization by the 2-norm.

`batch_normalization` and the moments are ordinary arithmetic; the `FusedBatchNorm` operations do the same in few passes.
On the CPU 1.15 knows only channels-last layouts for them; here both layouts work. `tf.nn.lrn` is in `pool.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops._define import brackets
from penstock.ops.activations import column_sums
from penstock.util.deprecation import deprecated_argument_lookup

# cuDNN allows nothing smaller, and 1.15 applies its bound on every device.
_MIN_EPSILON = 1.001e-5
_CHANNELS_FIRST = ("NCHW", "NCDHW")


# -- fused batch normalization ------------------------------------------------------------------------------------------


def _fused_shape(c):
    x = _ranked(c.shape(0), c.attr("data_format"))
    axis = 1 if c.attr("data_format") in _CHANNELS_FIRST else x.ndims - 1
    channels = TensorShape([x.as_list()[axis]])
    for i in range(1, 3 if c.attr("is_training") else 5):
        channels = rule.merge(channels, rule.with_rank(c.shape(i), 1))
    dims = x.as_list()
    dims[axis] = channels.as_list()[0]
    outputs = [TensorShape(dims)] + [channels] * 4
    return outputs + [rule.UNKNOWN] * (len(c.op._outputs) - 5)


def _ranked(shape: TensorShape, data_format: str) -> TensorShape:
    if shape.ndims is None:
        return TensorShape([None] * len(data_format))
    return rule.with_rank(shape, len(data_format))


def _fused_grad_shape(c):
    layout = c.attr("data_format")
    x = rule.merge(_ranked(c.shape(0), layout), _ranked(c.shape(1), layout))
    channels = TensorShape([x.as_list()[1 if layout in _CHANNELS_FIRST else x.ndims - 1]])
    for i in (2, 3, 4):
        channels = rule.merge(channels, rule.with_rank(c.shape(i), 1))
    unused = TensorShape([0]) if c.attr("is_training") else channels
    return [x, channels, channels, unused, unused]


def _rows(xp, x, data_format):
    """`x` as a float32 matrix with a column per channel."""
    if data_format in _CHANNELS_FIRST:
        x = xp.moveaxis(x, 1, -1)
    return x.reshape(-1, x.shape[-1]).astype(np.float32, copy=False)


def _unrows(xp, rows, like, data_format):
    """A matrix with a column per channel as an array in the layout, type and shape of `like`."""
    rows = rows.astype(like.dtype, copy=False)
    if data_format not in _CHANNELS_FIRST:
        return rows.reshape(like.shape)
    return xp.moveaxis(rows.reshape(like.shape[:1] + like.shape[2:] + like.shape[1:2]), -1, 1)


def _check_fused(x, data_format, **vectors) -> None:
    if x.ndim not in (4, 5):
        text = f"input must be 4 or 5-dimensional{brackets(x.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    for name, v in vectors.items():
        if v.ndim != 1:
            raise errors.InvalidArgumentError(None, None, f"{name} must be 1-dimensional{brackets(v.shape)}")


def _fused_batch_norm(xp, x, scale, offset, mean, variance, epsilon, data_format, is_training):
    _check_fused(x, data_format, scale=scale, offset=offset, estimated_mean=mean, estimated_variance=variance)
    if is_training and (mean.shape[0] or variance.shape[0]):
        which = "mean" if mean.shape[0] else "variance"
        got = (mean if mean.shape[0] else variance).shape[0]
        text = f"estimated_{which} must be empty for training{brackets((got,))}"
        raise errors.InvalidArgumentError(None, None, text)
    rows = _rows(xp, x, data_format)
    n = rows.shape[0]
    if is_training:
        mean = column_sums(xp, rows) / np.float32(max(n, 1))
        centred = rows - mean
        variance = column_sums(xp, centred * centred) / np.float32(max(n, 1))
        # The running average gets the unbiased estimate, the gradient needs the biased one.
        given = variance * np.float32(n / max(n - 1, 1))
    else:
        centred = rows - mean
        given = variance[...]
    factor = scale / xp.sqrt(variance + np.float32(epsilon))
    if xp is np:
        centred *= factor
        centred += offset
        y = centred
    else:
        y = centred * factor + offset
    mean = mean[...]
    return _unrows(xp, y, x, data_format), mean, given, mean[...], variance[...]


@op(("FusedBatchNorm", "FusedBatchNormV2"), shape=_fused_shape)
def _fused_batch_norm_v2(xp, x, scale, offset, mean, variance, *, epsilon, data_format, is_training):
    return _fused_batch_norm(xp, x, scale, offset, mean, variance, epsilon, data_format, is_training)


@op("FusedBatchNormV3", shape=_fused_shape)
def _fused_batch_norm_v3(xp, x, scale, offset, mean, variance, *, epsilon, data_format, is_training):
    outputs = _fused_batch_norm(xp, x, scale, offset, mean, variance, epsilon, data_format, is_training)
    return (*outputs, xp.zeros((0,), np.float32))


def _fused_grad(xp, dy, x, scale, mean, variance, epsilon, data_format, is_training):
    _check_fused(x, data_format, scale=scale, saved_mean=mean)
    g = _rows(xp, dy, data_format)
    centred = _rows(xp, x, data_format) - mean
    n = np.float32(max(g.shape[0], 1))
    inverse = 1 / (variance + np.float32(epsilon))
    root = xp.sqrt(inverse)
    d_offset = column_sums(xp, g)
    along = column_sums(xp, g * centred)
    d_scale = along * root
    if not is_training:
        dx = g * (scale * root)
        unused = xp.zeros_like(mean)
    else:
        if xp is np:
            centred *= along * inverse / n
            np.subtract(g, centred, out=centred)
            centred -= d_offset / n
            centred *= scale * root
            dx = centred
        else:
            dx = (g - centred * (along * inverse / n) - d_offset / n) * (scale * root)
        unused = xp.zeros((0,), np.float32)
    return _unrows(xp, dx, x, data_format), d_scale, d_offset, unused, unused[...]


@op(("FusedBatchNormGrad", "FusedBatchNormGradV2"), shape=_fused_grad_shape)
def _fused_batch_norm_grad(xp, dy, x, scale, mean, variance, *, epsilon, data_format, is_training):
    return _fused_grad(xp, dy, x, scale, mean, variance, epsilon, data_format, is_training)


@op("FusedBatchNormGradV3", shape=_fused_grad_shape)
def _fused_batch_norm_grad_v3(xp, dy, x, scale, mean, variance, reserved, *, epsilon, data_format, is_training):
    return _fused_grad(xp, dy, x, scale, mean, variance, epsilon, data_format, is_training)


_GRAD_OF = {
    "FusedBatchNorm": "FusedBatchNormGrad",
    "FusedBatchNormV2": "FusedBatchNormGradV2",
    "FusedBatchNormV3": "FusedBatchNormGradV3",
}


@gradient(*_GRAD_OF)
def _grad_of_fused(op, dy, *_):
    training = op.get_attr("is_training")
    arguments = {
        "y_backprop": dy,
        "x": op.inputs[0],
        "scale": op.inputs[1],
        "reserve_space_1": op.outputs[3] if training else op.inputs[3],
        "reserve_space_2": op.outputs[4] if training else op.inputs[4],
        "epsilon": op.get_attr("epsilon"),
        "data_format": op.get_attr("data_format"),
        "is_training": training,
    }
    if op.type == "FusedBatchNormV3":
        arguments["reserve_space_3"] = op.outputs[5]
    dx, d_scale, d_offset, *rest = apply(_GRAD_OF[op.type], **arguments)
    return (dx, d_scale, d_offset, *(rest if training else (None, None)))


@gradient(*_GRAD_OF.values())
def _grad_of_fused_grad(op, *grads):
    """The gradient, written with arithmetic, is differentiated once more."""
    # Copies of the inputs, because the gradient must not go on into what made them.
    dy, x, scale = (tf.identity(t) for t in op.inputs[:3])
    outputs = _grad_by_arithmetic(
        dy, x, scale, *op.inputs[3:5], op.get_attr("epsilon"), op.get_attr("data_format"), op.get_attr("is_training")
    )
    used = [(y, g) for y, g in zip(outputs, grads, strict=False) if g is not None]
    found = tf.gradients([y for y, _ in used], [dy, x, scale], [g for _, g in used])
    return (*found, *[None] * (len(op.inputs) - 3))


def _grad_by_arithmetic(dy, x, scale, mean, variance, epsilon, data_format, training):
    dtype = x.dtype.base_dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        x, dy = tf.cast(x, dtypes.float32), tf.cast(dy, dtypes.float32)
    first = data_format.decode() in _CHANNELS_FIRST
    rank = len(data_format)
    axes = [0, *range(2, rank)] if first else list(range(rank - 1))

    def spread(v):
        return tf.reshape(v, [1, -1] + [1] * (rank - 2)) if first else v

    d_offset = tf.reduce_sum(dy, axes)
    if training:
        mean = tf.reduce_mean(x, axes)
        variance = tf.reduce_mean(tf.squared_difference(x, tf.stop_gradient(spread(mean))), axes)
    centred = x - spread(mean)
    root = tf.rsqrt(variance + epsilon)
    d_scale = root * tf.reduce_sum(dy * centred, axes)
    if training:
        along = tf.reduce_mean(dy * centred, axes)
        bent = centred * spread(tf.reciprocal(variance + epsilon) * along)
        dx = spread(scale * root) * (dy - spread(tf.reduce_mean(dy, axes)) - bent)
    else:
        dx = dy * spread(scale * root)
    return tf.cast(dx, dtype), d_scale, d_offset


@export("nn.fused_batch_norm")
def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Normalizes a 4-D tensor over all dimensions but the channels.

    Args:
      x: the input.
      scale: 1-D, one factor per channel.
      offset: 1-D, one summand per channel.
      mean: 1-D, the mean to use for inference.
      variance: 1-D, the variance to use for inference.
      epsilon: added to the variance; at least 1.001e-5.
      data_format: 'NHWC' or 'NCHW'.
      is_training: compute mean and variance from `x`.
      name: a name for the operation.

    Returns:
      The normalized tensor, the mean and the (unbiased) variance of the batch.

    Raises:
      ValueError: mean or variance was given for training.
    """
    x = convert_to_tensor(x, name="input")
    scale = convert_to_tensor(scale, name="scale")
    offset = convert_to_tensor(offset, name="offset")
    if is_training and (mean is not None or variance is not None):
        raise ValueError("Both 'mean' and 'variance' must be None if is_training is True.")
    mean = constant([]) if mean is None else mean
    variance = constant([]) if variance is None else variance
    outputs = apply(
        "FusedBatchNormV3",
        x=x,
        scale=scale,
        offset=offset,
        mean=mean,
        variance=variance,
        epsilon=max(epsilon, _MIN_EPSILON),
        data_format=data_format,
        is_training=is_training,
        name=name,
    )
    return tuple(outputs[:3])


# -- batch normalization in the operations of 0.x -------------------------------------------------------------------------


def _global_shape(c):
    x = rule.with_rank(c.shape(0), 4)
    channels = TensorShape(x.as_list()[3:])
    for i in range(1, 5):
        channels = rule.merge(channels, rule.with_rank(c.shape(i), 1))
    return [TensorShape(x.as_list()[:3] + channels.as_list())]


@op("BatchNormWithGlobalNormalization", shape=_global_shape)
def _global(xp, t, m, v, beta, gamma, *, variance_epsilon, scale_after_normalization):
    factor = 1 / xp.sqrt(v + variance_epsilon)
    if scale_after_normalization:
        factor = factor * gamma
    return (t - m) * factor + beta


def _global_grad_shape(c):
    x = rule.merge(rule.with_rank(c.shape(0), 4), rule.with_rank(c.shape(4), 4))
    channels = TensorShape(x.as_list()[3:])
    for i in range(1, 4):
        channels = rule.merge(channels, rule.with_rank(c.shape(i), 1))
    return [x] + [channels] * 4


@op("BatchNormWithGlobalNormalizationGrad", shape=_global_grad_shape)
def _global_grad(xp, t, m, v, gamma, backprop, *, variance_epsilon, scale_after_normalization):
    root = 1 / xp.sqrt(v + variance_epsilon)
    scale = gamma if scale_after_normalization else xp.ones_like(gamma)
    g = backprop.reshape(-1, backprop.shape[-1])
    db = column_sums(xp, g)
    along = column_sums(xp, g * (t.reshape(g.shape) - m))
    dg = along * root if scale_after_normalization else xp.zeros_like(gamma)
    return backprop * (scale * root), -db * scale * root, along * scale * root**3 * -0.5, db, dg


@gradient("BatchNormWithGlobalNormalization")
def _grad_of_global(op, g):
    t, m, v, _, gamma = op.inputs
    attrs = {k: op.get_attr(k) for k in ("variance_epsilon", "scale_after_normalization")}
    return tuple(apply("BatchNormWithGlobalNormalizationGrad", t=t, m=m, v=v, gamma=gamma, backprop=g, **attrs))


@export("nn.batch_norm_with_global_normalization")
def batch_norm_with_global_normalization(
    t: Any = None,
    m: Any = None,
    v: Any = None,
    beta: Any = None,
    gamma: Any = None,
    variance_epsilon: Any = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: Any = None,
    mean: Any = None,
    variance: Any = None,
) -> Tensor:
    """Normalizes `t` by mean `m` and variance `v`; an older form of `tf.nn.batch_normalization`.

    `gamma` is used only if `scale_after_normalization`. `input`, `mean` and `variance` are other names of `t`, `m`, `v`.
    """
    t = deprecated_argument_lookup("input", input, "t", t)
    m = deprecated_argument_lookup("mean", mean, "m", m)
    v = deprecated_argument_lookup("variance", variance, "v", v)
    return batch_normalization(t, m, v, beta, gamma if scale_after_normalization else None, variance_epsilon, name)


@export("nn.batch_normalization")
def batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any, name: str | None = None
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
        shift = offset - mean * inverse if offset is not None else -mean * inverse
        return x * tf.cast(inverse, x.dtype.base_dtype) + tf.cast(shift, x.dtype.base_dtype)


# -- moments --------------------------------------------------------------------------------------------------------------


def _keep(keep_dims: bool | None, keepdims: bool | None) -> bool:
    return bool(deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims))


@export("nn.moments")
def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
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
    axes: Any,
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
    x: Any,
    axes: Any,
    shift: Any = None,
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
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Computes mean and variance from what `tf.nn.sufficient_statistics` returns."""
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
def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None) -> Tensor:
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
