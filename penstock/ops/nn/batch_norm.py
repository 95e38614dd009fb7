"""Batch normalization as one operation: `FusedBatchNorm` in its versions, and the operation that 0.x had.

On the CPU 1.15 knows only channels-last layouts for them; here both layouts work. In NumPy everything is done in blocks
that fit into the cache.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.nn.bias import column_sums

if TYPE_CHECKING:
    from penstock.graph.inference import Context


# cuDNN allows nothing smaller, and 1.15 applies its bound on every device.
_MIN_EPSILON = 1.001e-5
_CHANNELS_FIRST = ("NCHW", "NCDHW")
# Elements of one block of the NumPy code: 128 KiB.
_BLOCK = 1 << 15


# -- fused batch normalization ------------------------------------------------------------------------------------------


def _fused_shape(c):
    layout = c.attr("data_format")
    x = rule.with_rank(c.shape(0), len(layout)).as_list()
    axis = layout.index("C")
    x[axis] = _channels(c, x[axis], range(1, 3 if c.attr("is_training") else 5))
    return [x] + [[x[axis]]] * 4 + [rule.UNKNOWN] * (len(c.op._outputs) - 5)


def _channels(c: Context, channels: int | None, vectors: Iterable[int]) -> int | None:
    """The number of channels, which is also the length of the inputs `vectors`."""
    for i in vectors:
        channels = rule.merge_dims(channels, rule.with_rank(c.shape(i), 1).as_list()[0])
    return channels


def _fused_grad_shape(c):
    layout = c.attr("data_format")
    dy, x = rule.with_ranks(c, len(layout), len(layout))
    axis = layout.index("C")
    dy[axis] = _channels(c, rule.merge_dims(dy[axis], x[axis]), (2, 3, 4))
    return [dy, [dy[axis]], [dy[axis]], [0], [0]]


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
        count = np.float32(n or np.nan)  # of nothing there is no mean
        mean = column_sums(xp, rows) / count
        variance = _squares(xp, rows, mean) / count
        # The running average gets the unbiased estimate, the gradient needs the biased one.
        given = variance * np.float32(n / max(n - 1, 1))
    else:
        given = variance[...]
    factor = scale / xp.sqrt(variance + np.float32(epsilon))
    if xp is np:
        y = np.empty_like(rows)
        for place, m, f, o in _blocks(rows, mean, factor, offset):
            out = np.subtract(place(rows), m, out=place(y))
            out *= f
            out += o
    else:
        y = (rows - mean) * factor + offset
    mean = mean[...]
    return _unrows(xp, y, x, data_format), mean, given, mean[...], variance[...]


def _squares(xp, rows, mean):
    """The sums over the columns of (rows - mean) ** 2."""
    if xp is not np:
        centred = rows - mean
        return column_sums(xp, centred * centred)
    total = np.zeros_like(mean)
    for place, m in _blocks(rows, mean):
        centred = place(rows) - m
        centred *= centred
        total += column_sums(np, centred.reshape(-1, mean.size))
    return total


def _blocks(rows, *vectors):
    """Cuts matrices like `rows` into blocks that fit into the cache; yields a function that cuts, and wide `vectors`.

    NumPy is slow on short rows, so several of them are taken as one, and the vectors are repeated to fit.
    """
    n, channels = rows.shape
    together = 1
    while together * channels < 512 and n % (2 * together) == 0 and n:
        together *= 2
    wide = [np.tile(v, together) for v in vectors]
    step = max(1, _BLOCK // max(together * channels, 1))
    for start in range(0, n // together, step):

        def place(matrix, start=start):
            return matrix.reshape(n // together, together * channels)[start : start + step]

        yield (place, *wide)


@op(("FusedBatchNorm", "FusedBatchNormV2"), shape=_fused_shape)
def _fused_batch_norm_v2(xp, x, scale, offset, mean, variance, *, epsilon, data_format, is_training):
    return _fused_batch_norm(xp, x, scale, offset, mean, variance, epsilon, data_format, is_training)


@op("FusedBatchNormV3", shape=_fused_shape)
def _fused_batch_norm_v3(xp, x, scale, offset, mean, variance, *, epsilon, data_format, is_training):
    outputs = _fused_batch_norm(xp, x, scale, offset, mean, variance, epsilon, data_format, is_training)
    return (*outputs, xp.zeros((), np.float32))


def _fused_grad(xp, dy, x, scale, mean, variance, epsilon, data_format, is_training):
    _check_fused(x, data_format, scale=scale, saved_mean=mean)
    g, rows = _rows(xp, dy, data_format), _rows(xp, x, data_format)
    n = np.float32(max(g.shape[0], 1))
    inverse = 1 / (variance + np.float32(epsilon))
    root = xp.sqrt(inverse)
    d_offset = column_sums(xp, g)
    along = _products(xp, g, rows, mean)
    d_scale = along * root
    factor = scale * root
    if not is_training:
        dx = g * factor
    else:
        slope, shift = along * inverse / n, d_offset / n
        if xp is np:
            dx = np.empty_like(g)
            for place, m, k, o, f in _blocks(g, mean, slope, shift, factor):
                out = np.subtract(place(rows), m, out=place(dx))
                out *= k
                np.subtract(place(g), out, out=out)
                out -= o
                out *= f
        else:
            dx = (g - (rows - mean) * slope - shift) * factor
    unused = xp.zeros((0,), np.float32)
    return _unrows(xp, dx, x, data_format), d_scale, d_offset, unused, unused[...]


def _products(xp, g, rows, mean):
    """The sums over the columns of g * (rows - mean)."""
    if xp is not np:
        return column_sums(xp, g * (rows - mean))
    total = np.zeros_like(mean)
    for place, m in _blocks(g, mean):
        centred = place(rows) - m
        centred *= place(g)
        total += column_sums(np, centred.reshape(-1, mean.size))
    return total


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
    mean, variance = op.inputs[3:5]
    outputs = _grad_by_arithmetic(
        dy, x, scale, mean, variance, op.get_attr("epsilon"), op.get_attr("data_format"), op.get_attr("is_training")
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
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
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

    >>> import penstock as tf
    >>> x = tf.constant([1.0, 3.0], shape=[2, 1, 1, 1])
    >>> y, mean, variance = tf.Session().run(tf.nn.fused_batch_norm(x, [1.0], [0.0]))
    >>> y.ravel().round(3).tolist(), mean.tolist(), variance.tolist()
    ([-1.0, 1.0], [2.0], [2.0])
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
    x = rule.with_rank(c.shape(0), 4).as_list()
    return [[*x[:3], _channels(c, x[3], range(1, 5))]]


@op("BatchNormWithGlobalNormalization", shape=_global_shape)
def _global(xp, t, m, v, beta, gamma, *, variance_epsilon, scale_after_normalization):
    factor = 1 / xp.sqrt(v + variance_epsilon)
    if scale_after_normalization:
        factor = factor * gamma
    return (t - m) * factor + beta


def _global_grad_shape(c):
    x = rule.merge(rule.with_rank(c.shape(0), 4), c.shape(4)).as_list()
    x[3] = _channels(c, x[3], range(1, 4))
    return [x] + [x[3:]] * 4


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
