"""Arithmetic on quantized tensors: sums, products, convolution, pooling, activations, and changes of their range.

Every tensor comes with the real numbers that its lowest and highest value mean; so do results. Sums of products are
integers (`integers.py`) or, without kernels in C, computed in float64, where they are exact.
Conversions between ranges: `ranges.py`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors, registry
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply, public
from penstock.graph.registry import check, no_gradient, op
from penstock.graph.typing import Array, AxisLike, DTypeLike, TensorLike
from penstock.ops.arrays.joining import concat_shape
from penstock.ops.nn.convolution import compute as conv_backend
from penstock.ops.nn.pooling import compute as pool_backend
from penstock.ops.nn.windows import place
from penstock.ops.quantized import integers
from penstock.ops.quantized import ranges as q

F = np.float32
D = np.float64

no_gradient("QuantizedAdd", "QuantizedMul", "QuantizedMatMul", "QuantizedConv2D", "QuantizedDepthwiseConv2D",
            "QuantizedBiasAdd", "QuantizedRelu", "QuantizedRelu6", "QuantizedReluX", "QuantizedMaxPool", "QuantizedAvgPool",
            "QuantizedConcat", "QuantizedReshape", "Requantize", "RequantizationRange", "QuantizeDownAndShrinkRange",
            "QuantizedBatchNormWithGlobalNormalization", "QuantizedInstanceNorm")  # fmt: skip


def _centered(xp: ModuleType, x: Array, low: Array, high: Array) -> Any:
    """Differences to the value that means 0, exact in float64."""
    x = xp.asarray(x)
    return x.astype(D) - q.zero(xp, low, high, x.dtype).astype(D)


def _wrapped(xp: ModuleType, x: Array, dtype: np.dtype[Any]) -> Any:
    return x.astype(np.int64).astype(dtype)


def _zeros(xp: ModuleType, dtype: DTypeLike, first: tuple, second: tuple) -> tuple[Any, Any, Any]:
    """For each (low, high, type), which value means 0, wrapped around to int32, as sums are; and the range of products."""
    (low, high, kind), (low2, high2, kind2) = first, second
    found = None
    if {np.dtype(kind).itemsize, np.dtype(kind2).itemsize} == {1}:
        found = integers.product(xp, (kind == np.int8, kind2 == np.int8), low, high, low2, high2)
    if found is not None:
        return tuple(found)
    zeros = xp.stack([q.zero(xp, *each).astype(np.int32) for each in (first, second)])
    return zeros, *q.product_range(xp, first, second, dtype)


def _as(result: rule.Rule | str, *scalars: int) -> rule.Rule:
    """The first result as by another rule (or that of an operation); `scalars`, and the range of it, are scalars."""

    def shapes(c):
        found = (registry.shape_rule_of(result) if isinstance(result, str) else result)(c)[0]
        rule.check_scalars(c, *scalars)
        return [found, [], []]

    return shapes


# -- sums and products ----------------------------------------------------------------------------------------------------


def _broadcast(c):
    return [rule.broadcast_shapes(c.shape(0), c.shape(1))]


@op("QuantizedMul", shape=_as(_broadcast))
def _mul(xp, x, y, min_x, max_x, min_y, max_y, *, Toutput):
    product = _centered(xp, x, min_x, max_x) * _centered(xp, y, min_y, max_y)
    dtype = Toutput.storage
    return _wrapped(xp, product, dtype), *q.product_range(xp, (min_x, max_x, x.dtype), (min_y, max_y, y.dtype), dtype)


@op("QuantizedAdd", shape=_as(_broadcast, 2, 3, 4, 5))
def _add(xp, x, y, min_x, max_x, min_y, max_y, *, Toutput):
    low, high = q.sum_range(xp, 14, min_x, max_x, min_y, max_y)
    dtype = Toutput.storage

    def moved(v: Any, v_low: Any, v_high: Any) -> Any:
        v = xp.asarray(v)
        if v.size == 1:
            return q.from_real(xp, q.to_real(xp, v, v_low, v_high), low, high, dtype)
        # 1.x rounds the step of the old range once, and multiplies it.
        ends = q.to_real(xp, xp.asarray([0, 1], v.dtype), v_low, v_high)
        first, second = q.from_real(xp, ends, low, high, dtype, clamped=False)
        return xp.clip(first + v.astype(np.int64) * (second - first), *q.limits(dtype)).astype(dtype)

    return moved(x, min_x, max_x) + moved(y, min_y, max_y), low, high


@op("QuantizedBiasAdd", shape=_as("BiasAddV1", 2, 3, 4, 5))
def _bias_add(xp, x, bias, min_input, max_input, min_bias, max_bias, *, out_type):
    if x.ndim < 2:
        raise errors.invalid(f"Input tensor must be at least 2D: {list(x.shape)}")
    if bias.ndim != 1:
        raise errors.invalid(f"Biases must be 1D: {list(bias.shape)}")
    if bias.shape[0] != x.shape[-1]:
        raise errors.invalid(
            "Must provide as many biases as the last dimension of the input tensor: "
            f"{list(bias.shape)} vs. {list(x.shape)}"
        )
    dtype = out_type.storage
    if np.dtype(dtype) == np.int32:
        found = integers.biases(xp, x, bias, min_input, max_input, min_bias, max_bias)
        if found is not None:
            return found
    low, high = q.sum_range(xp, 17, min_input, max_input, min_bias, max_bias)

    def moved(v: Any, v_low: Any, v_high: Any) -> Any:
        return q.all_from_real(xp, q.all_to_real(xp, v, v_low, v_high), low, high, dtype)

    # 1.15 adds the value that means 0 once more. In a range as wide as this it is 0 or, by a rounding, -1.
    added = moved(xp.asarray(bias), min_bias, max_bias) + q.zero(xp, low, high, dtype).astype(dtype)
    return moved(xp.asarray(x), min_input, max_input) + added, low, high


@op("QuantizedMatMul", shape=_as("MatMul", 2, 3, 4, 5))
def _matmul(xp, a, b, min_a, max_a, min_b, max_b, *, transpose_a, transpose_b, Toutput):
    if a.ndim != 2 or b.ndim != 2:
        raise errors.invalid(f"In[{int(a.ndim == 2)}] is not a matrix")
    left, right = a.T if transpose_a else a, b.T if transpose_b else b
    if left.shape[1] != right.shape[0]:
        raise errors.invalid(f"Matrix size-compatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)}")
    dtype = Toutput.storage
    bounds = (min_a, max_a, a.dtype), (min_b, max_b, b.dtype)
    if np.dtype(dtype) == np.int32:
        zeros, low, high = _zeros(xp, dtype, *bounds)
        found = integers.matmul(xp, left, right, zeros)
        if found is not None:
            return found, low, high
    found = _wrapped(xp, _centered(xp, left, min_a, max_a) @ _centered(xp, right, min_b, max_b), dtype)
    return found, *q.product_range(xp, *bounds, dtype)


def _depthwise_rule(c):
    """1.15 says nothing of the range."""
    return [*registry.shape_rule_of("DepthwiseConv2dNative")(c), None, None]


@op("QuantizedConv2D", shape=_as("Conv2D", 2, 3, 4, 5))
@op("QuantizedDepthwiseConv2D", shape=_depthwise_rule)
def _conv(xp, x, w, min_input, max_input, min_filter, max_filter, *, strides, padding, dilations, out_type, ctx):
    if x.ndim != 4 or w.ndim != 4:
        raise errors.invalid(f"{'input' if x.ndim != 4 else 'filter'} must be 4-dimensional")
    if any(d != 1 for d in dilations):
        raise errors.invalid("Current implementation does not support dilations.")
    if strides[0] != 1 or strides[3] != 1:
        raise errors.invalid("Current implementation does not yet support strides in the batch and depth dimensions.")
    if strides[1] != strides[2]:
        raise errors.invalid(
            "Current implementation only supports equal length strides in the row and column dimensions."
        )
    if x.shape[3] != w.shape[2]:
        raise errors.invalid(f"input and filter must have the same depth: {x.shape[3]} vs {w.shape[2]}")
    windows = place(x.shape[1:3], w.shape[:2], strides[1:3], padding)
    depthwise, dtype = ctx.op.type == "QuantizedDepthwiseConv2D", out_type.storage
    bounds = (min_input, max_input, x.dtype), (min_filter, max_filter, w.dtype)
    if np.dtype(dtype) == np.int32:
        zeros, low, high = _zeros(xp, dtype, *bounds)
        found = integers.conv(xp, x, w, zeros, windows, depthwise)
        if found is not None:
            return found, low, high
    compute = conv_backend.depthwise if depthwise else conv_backend.conv
    found = compute(xp, _centered(xp, x, min_input, max_input), _centered(xp, w, min_filter, max_filter), windows)
    found = _wrapped(xp, xp.round(found), dtype)
    return found, *q.product_range(xp, *bounds, dtype)


# -- activations and pooling ----------------------------------------------------------------------------------------------


def _bounded(xp: ModuleType, x: Array, low: Array, high: Array, top: Any) -> tuple[Any, Any, Any]:
    x, low, high = xp.asarray(x), q.scalar(xp, low), q.scalar(xp, high)
    found = integers.relu(xp, x, low, high, top)
    if found is not None:
        return found, low, high
    x = xp.maximum(x, q.from_real(xp, xp.zeros((), F), low, high, x.dtype))
    if top is not None:
        x = xp.minimum(x, q.from_real(xp, top, low, high, x.dtype))
    return x, low, high


@op("QuantizedRelu", shape=_as(rule.same, 1, 2))
def _relu(xp, x, low, high):
    return _bounded(xp, x, low, high, None)


@op("QuantizedRelu6", shape=_as(rule.same, 1, 2))
def _relu6(xp, x, low, high):
    return _bounded(xp, x, low, high, xp.asarray(6, F))


@op("QuantizedReluX", shape=_as(rule.same, 1, 2, 3))
def _relu_x(xp, x, max_value, low, high):
    return _bounded(xp, x, low, high, q.scalar(xp, max_value))


@op("QuantizedMaxPool", shape=_as("MaxPool", 1, 2))
@op("QuantizedAvgPool", shape=_as("AvgPool", 1, 2))
def _pool(xp, x, low, high, *, ksize, strides, padding, ctx):
    if x.ndim != 4:
        raise errors.invalid("tensor_in must be 4-dimensional")
    if ksize[0] != 1 or strides[0] != 1 or ksize[3] != 1 or strides[3] != 1:
        raise errors.UnimplementedError(None, None, "Pooling is not yet supported on the batch dimension.")
    windows = place(x.shape, ksize, strides, padding)
    x = xp.asarray(x)
    average = ctx.op.type == "QuantizedAvgPool"
    out = integers.pool(xp, x, windows, average)
    if out is not None:
        pass
    elif not average:
        out = pool_backend.max_pool(xp, x, windows)
    else:  # integers are divided towards zero
        out = xp.trunc(pool_backend.avg_pool(xp, x.astype(D), windows)).astype(x.dtype)
    return out, q.scalar(xp, low), q.scalar(xp, high)


# -- changes of range and shape -------------------------------------------------------------------------------------------


def _used_range(xp: ModuleType, x: Array, low: Array, high: Array) -> tuple[Any, Any]:
    """What of a range the values reach; it has 0 in it or begins below."""
    if not x.size:
        raise errors.invalid("input must not be empty")
    found = integers.used_range(xp, x, low, high)
    if found is not None:
        return found[0], found[1]
    lowest, highest = (q.to_real(xp, v, low, high) for v in (xp.min(x), xp.max(x)))
    return xp.minimum(F(0), lowest), highest


@op("RequantizationRange", shape=rule.ranked(None, 0, 0, out=rule.scalar))
def _requantization_range(xp, x, low, high):
    return _used_range(xp, x, low, high)


@op("QuantizeDownAndShrinkRange", shape=_as(rule.same, 1, 2))
def _shrink(xp, x, low, high, *, out_type):
    used = _used_range(xp, x, low, high)
    return q.requantize(xp, xp.asarray(x), low, high, *used, out_type.storage), *used


@op("Requantize", shape=_as(rule.same, 1, 2, 3, 4))
def _requantize(xp, x, low, high, new_low, new_high, *, out_type):
    new_low, new_high = q.scalar(xp, new_low), q.scalar(xp, new_high)
    check(new_low <= 0, errors.InvalidArgumentError, lambda: f"requested_output_min must be <= 0, but got {new_low:g}")
    check(
        new_high >= new_low,
        errors.InvalidArgumentError,
        lambda: f"requested_output_max must be >= requested_output_min, but got {new_high:g} and {new_low:g}",
    )
    return q.requantize(xp, xp.asarray(x), low, high, new_low, new_high, out_type.storage), new_low, new_high


@op("QuantizedReshape", shape=_as("Reshape", 2, 3), static=("shape",))
def _reshape(xp, x, shape, low, high):
    return registry.kernel_of("Reshape")(xp, x, shape), q.scalar(xp, low), q.scalar(xp, high)


def _concat_rule(c):
    count = c.attr("N")
    shape = concat_shape(c, c.shapes[1 : 1 + count], 0)
    rule.check_scalars(c, *range(1 + count, len(c.shapes)))
    return [shape, [], []]


@op("QuantizedConcat", shape=_concat_rule, static=("concat_dim",))
def _concat(xp, concat_dim, values, lows, highs):
    axis, rank = int(concat_dim), values[0].ndim
    if not -rank <= axis < rank:
        raise errors.invalid(f"concat_dim must be in the range [-{rank}, {rank}), but got {axis}")
    low = xp.minimum(F(0), xp.min(xp.stack([q.scalar(xp, v) for v in lows])))
    high = xp.max(xp.stack([q.scalar(xp, v) for v in highs]))
    dtype = values[0].dtype
    if q.limits(dtype)[0]:  # a type with a sign has a symmetric range
        high = xp.maximum(xp.abs(low), xp.abs(high))
        low = -high
    parts = []
    for value, a, b in zip(values, lows, highs, strict=True):
        a, b = q.scalar(xp, a), q.scalar(xp, b)
        moved = integers.moved(xp, xp.asarray(value), a, b, low, high)
        if moved is None:
            moved = q.requantize(xp, xp.asarray(value), a, b, low, high, dtype)
            moved = xp.where((a == low) & (b == high), value, moved)
        parts.append(moved)
    return xp.concatenate(parts, axis=axis), low, high


# -- normalization --------------------------------------------------------------------------------------------------------


def _norm_rule(c):
    """The input, then mean, variance, beta and gamma, vectors with a number for each channel; each with a range."""
    *rest, last = rule.with_rank(c.shape(0), 4).as_list()
    for i in range(3, 15, 3):
        last = rule.merge_dims(last, rule.dim(rule.with_rank(c.shape(i), 1), 0))
    return [[*rest, last], [], []]


@op("QuantizedBatchNormWithGlobalNormalization", shape=_norm_rule)
def _batch_norm(
    xp,
    t,
    t_min,
    t_max,
    m,
    m_min,
    m_max,
    v,
    v_min,
    v_max,
    beta,
    beta_min,
    beta_max,
    gamma,
    gamma_min,
    gamma_max,
    *,
    variance_epsilon,
    scale_after_normalization,
    out_type,
):
    if t.ndim != 4:
        raise errors.invalid(f"input must be 4-dimensional{list(t.shape)}")
    for name, value in (("mean", m), ("var", v), ("beta", beta), ("gamma", gamma)):
        if value.ndim != 1:
            raise errors.invalid(f"{name} must be 1-dimensional{list(value.shape)}")
    # Fixed-point numbers between -2**20 and 2**20, as in 1.x: products wrap around where they do not fit.
    low, high, dtype = xp.asarray(-(1 << 20), F), xp.asarray(1 << 20, F), out_type.storage
    mean, variance, shift, factor = (
        q.to_real(xp, xp.asarray(x), a, b)
        for x, a, b in ((m, m_min, m_max), (v, v_min, v_max), (beta, beta_min, beta_max), (gamma, gamma_min, gamma_max))
    )
    scale = F(1) / xp.sqrt(variance + F(variance_epsilon))
    if scale_after_normalization:
        scale = scale * factor
    offset = -mean * scale + shift
    scale, offset, one, x = (
        q.from_real(xp, r, low, high, dtype)
        for r in (scale, offset, xp.ones((), F), q.to_real(xp, xp.asarray(t), t_min, t_max))
    )
    product = (x.astype(np.int64) * scale).astype(dtype).astype(np.int64)
    quotient = xp.sign(product) * (xp.abs(product) // one)
    return (quotient + offset).astype(dtype), low, high


@op("QuantizedInstanceNorm", shape=_as(rule.ranked(4, out=rule.same), 1, 2))
def _instance_norm(
    xp, x, x_min, x_max, *, output_range_given, given_y_min, given_y_max, variance_epsilon, min_separation
):
    if x.ndim != 4:
        raise errors.invalid("x must be 4-dimensional")
    if output_range_given and given_y_min >= given_y_max:
        raise errors.invalid(f"given_y_min must be less than given_y_max : {given_y_min:g} >= {given_y_max:g}")
    low, high = q.scalar(xp, x_min), q.scalar(xp, x_max)
    check(
        low < high,
        errors.InvalidArgumentError,
        lambda: f"input_min must be less than input_max : {low:g} >= {high:g}",
    )
    scale = (high - low) / F(255)
    real = xp.asarray(x).astype(F)
    centered = (real - real.mean(axis=(1, 2), keepdims=True, dtype=F)) * scale
    variance = (centered * centered).mean(axis=(1, 2), keepdims=True, dtype=F)
    normal = centered * (F(1) / xp.sqrt(variance + F(variance_epsilon)))
    bottom = xp.asarray(given_y_min, F) if output_range_given else normal.min()
    top = xp.asarray(given_y_max, F) if output_range_given else normal.max()
    top = xp.where(top - bottom < F(min_separation), bottom + F(min_separation), top)
    return q.all_from_real(xp, normal, bottom, top, x.dtype), bottom, top


# -- public functions -----------------------------------------------------------------------------------------------------


@export("quantized_concat", "quantization.quantized_concat")
def quantized_concat(
    concat_dim: AxisLike, values: TensorLike, input_mins: Any, input_maxes: Any, name: str | None = None
) -> Any:
    """Joins quantized tensors along an axis, in a range that holds all of them.

    Args:
      concat_dim: the axis.
      values: a list of tensors of one quantized type.
      input_mins: for each, the number that its lowest value means.
      input_maxes: for each, the number that its highest value means.
      name: a name for the operation.

    >>> import penstock as tf
    >>> a, low, high = tf.quantize([1.0], 0.0, 1.0, tf.quint8)
    >>> b, low2, high2 = tf.quantize([1.0], 0.0, 2.0, tf.quint8)
    >>> both = tf.quantization.quantized_concat(0, [a, b], [low, low2], [high, high2])
    >>> tf.Session().run(tf.dequantize(*both)).round(2).tolist()
    [1.0, 1.0]
    """
    return apply(
        "QuantizedConcat", name, concat_dim=concat_dim, values=values, input_mins=input_mins, input_maxes=input_maxes
    )


_DOC = """{about}

    Args:
      {said}

    Returns:
      A tensor, and the numbers that its lowest and highest value mean.

    >>> import penstock as tf
    >>> x, low, high = tf.quantize({given}, 0.0, 8.0, tf.quint8)
    >>> out = tf.nn.{call}
    >>> tf.Session().run(tf.dequantize(*out)).ravel().round(1).tolist()
    {result}
    """
_SAID = {
    "input": "quantized images `[batch, height, width, channels]`.",
    "features": "a quantized tensor.",
    "filter": "a quantized filter `[height, width, channels, outputs]`.",
    "max_value": "the upper limit, a float32.",
    "ksize": "the size of the window in each dimension.",
    "strides": "how far windows are apart in each dimension.",
    "padding": '"SAME" or "VALID".',
    "out_type": "the type of the result.",
    "dilations": "distances between the filter's elements in each dimension.",
    "name": "a name for the operation.",
}
_IMAGE = "[[[[1.0], [2.0]], [[3.0], [8.0]]]]"
_ROW = "[0.0, 1.0, 7.0]"


def _public(
    kind: str, name: str, parameters: str, about: str, given: str, call: str, result: str, **defaults: Any
) -> Any:
    made = public(kind, *parameters.split(), **defaults)
    made.__name__ = made.__qualname__ = name
    made.__module__ = __name__
    meant = "the number that the {} value of the type of `{}` means."
    ends = {"min": "lowest", "max": "highest"}
    said = [f"{key}: {_SAID.get(key) or meant.format(ends[key[:3]], key[4:])}" for key in [*parameters.split(), "name"]]
    made.__doc__ = _DOC.format(
        about=about, said="\n      ".join(said), given=given, call=f"{name}({call})", result=result
    )
    return export(f"nn.{name}")(made)


quantized_conv2d = _public(
    "QuantizedConv2D",
    "quantized_conv2d",
    "input filter min_input max_input min_filter max_filter strides padding out_type dilations",
    "The convolution of quantized images with a quantized filter.",
    _IMAGE,
    "x, tf.reshape(x, [2, 2, 1, 1]), low, high, low, high, [1, 1, 1, 1], 'VALID'",
    "[78.0]",
    out_type=dtypes.qint32,
    dilations=(1, 1, 1, 1),
)
quantized_max_pool = _public(
    "QuantizedMaxPool",
    "quantized_max_pool",
    "input min_input max_input ksize strides padding",
    "The largest value in each window of quantized images.",
    _IMAGE,
    "x, low, high, [1, 2, 2, 1], [1, 1, 1, 1], 'VALID'",
    "[8.0]",
)
quantized_avg_pool = _public(
    "QuantizedAvgPool",
    "quantized_avg_pool",
    "input min_input max_input ksize strides padding",
    "The mean of each window of quantized images.",
    _IMAGE,
    "x, low, high, [1, 2, 2, 1], [1, 1, 1, 1], 'VALID'",
    "[3.5]",
)
quantized_relu_x = _public(
    "QuantizedReluX",
    "quantized_relu_x",
    "features max_value min_features max_features out_type",
    "Quantized numbers bounded by 0 and `max_value`.",
    _ROW,
    "x, 2.0, low, high",
    "[0.0, 1.0, 2.0]",
    out_type=dtypes.quint8,
)
