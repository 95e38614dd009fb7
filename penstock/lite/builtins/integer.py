"""Operators on integers that stand for real numbers, bit for bit as TensorFlow Lite's own kernels compute them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock.graph.build import apply
from penstock.lite import fixed_point, integer_ops  # noqa: F401  (integer_ops has the kernels)
from penstock.lite.builtins import FLOAT, INTEGER, Node, Place, register
from penstock.lite.builtins.networks import depthwise_weights, dilations, padding, strides

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_ADDED_BITS = 20  # by which sums are finer than their result


def _bounds(place: Place) -> tuple[int, int]:
    info = np.iinfo(place.dtype)
    return int(info.min), int(info.max)


def _nearest(x: Any) -> int:
    return int(np.trunc(x + np.copysign(0.5, x)))


def _active_bounds(node: Node, activation: int | None = None) -> tuple[int, int]:
    """The lowest and the highest integer of the result that the activation lets through."""
    place = node.results[0]
    low, high = _bounds(place)
    q = place.q
    kind = node.option("activation") if activation is None else activation

    def integer(real: float) -> int:
        return q.zero + _nearest(np.float32(real) / q.scale)

    if kind == 1:
        low = max(low, integer(0.0))
    elif kind == 2:
        low, high = max(low, integer(-1.0)), min(high, integer(1.0))
    elif kind == 3:
        low, high = max(low, integer(0.0)), min(high, integer(6.0))
    elif kind:
        raise RuntimeError(f"{node.name}: the activation {kind} is not one of integers.")
    return low, high


def _narrowed(node: Node, x: Any, activation: int | None = None) -> Any:
    """int32 as the type of the result, between what the activation lets through."""
    low, high = _active_bounds(node, activation)
    return tf.cast(tf.clip_by_value(x, low, high), node.results[0].dtype.type)


def _away(x: Any) -> Any:
    """Real numbers as whole ones, halves away from zero."""
    return tf.sign(x) * tf.floor(tf.abs(x) + np.float32(0.5))


def _scaled(x: Any, real: Any) -> Any:
    """int32 `x` times real factors: one, or one for each channel."""
    factors, exponents = fixed_point.multipliers(real)
    if factors.size == 1:
        factors, exponents = factors[0], exponents[0]
    return apply("LiteScale", x=x, factor=tf.constant(factors), exponent=tf.constant(exponents))


def _centered(x: Any, place: Place) -> Any:
    return tf.cast(x, tf.int32) - place.q.zero


# ---- products with weights ----


def _output_factor(node: Node) -> Any:
    x, w, y = node.sources[0].q, node.sources[1].q, node.results[0].q
    if node.sources[0].dtype == np.uint8 or node.name == "FULLY_CONNECTED":
        return [np.float64(np.float32(x.scale * w.scale)) / np.float64(y.scale)]
    return np.float64(x.scale) * w.scales.astype(np.float64) / np.float64(y.scale)


def _finished(node: Node, sums: Any) -> Any:
    bias = node.input(2)
    if bias is not None:
        sums = sums + bias
    return _narrowed(node, _scaled(sums, _output_factor(node)) + node.results[0].q.zero)


def _product(node: Node, x: Any, w: Any, depthwise: bool, **windows: Any) -> Any:
    if any(node.sources[1].q.zeros != node.sources[1].q.zero):
        raise RuntimeError(f"{node.name}: weights have several zero points.")
    if x.dtype != w.dtype:
        raise RuntimeError(f"{node.name}: {x.dtype.name} with weights of {w.dtype.name}.")
    zeros = [node.sources[0].q.zero, node.sources[1].q.zero]
    return apply("LiteConv", x=x, w=w, zeros=zeros, depthwise=depthwise, **windows)


def _windows(node: Node) -> dict[str, Any]:
    return {"strides": strides(node)[1:3], "dilations": dilations(node)[1:3], "padding": padding(node)}


@register("CONV_2D", table=INTEGER)
def _conv_2d(node: Node) -> Any:
    weights = tf.transpose(node.inputs[1], [1, 2, 3, 0])
    return _finished(node, _product(node, node.inputs[0], weights, False, **_windows(node)))


@register("DEPTHWISE_CONV_2D", table=INTEGER)
def _depthwise_conv_2d(node: Node) -> Any:
    weights = depthwise_weights(node, node.inputs[1])
    return _finished(node, _product(node, node.inputs[0], weights, True, **_windows(node)))


@register("FULLY_CONNECTED", table=INTEGER)
def _fully_connected(node: Node) -> Any:
    x, w = node.inputs[:2]
    units, depth = (int(n) for n in w.shape)
    one = {"strides": [1, 1], "dilations": [1, 1], "padding": "VALID"}
    weights = tf.reshape(tf.transpose(w), [1, 1, depth, units])
    sums = tf.reshape(_product(node, tf.reshape(x, [-1, 1, 1, depth]), weights, False, **one), [-1, units])
    y = _finished(node, sums)
    return tf.reshape(y, tf.concat([tf.shape(x)[:-1], [units]], 0)) if node.option("keep_num_dims", False) else y


# ---- arithmetic ----


@register("ADD", "SUB", table=INTEGER)
def _add(node: Node) -> Any:
    first, second, result = node.sources[0].q, node.sources[1].q, node.results[0].q
    twice = 2.0 * max(float(first.scale), float(second.scale))
    parts = []
    for x, place in zip(node.inputs, node.sources):
        parts.append(_scaled(_centered(x, place) * (1 << _ADDED_BITS), float(place.q.scale) / twice))
    total = parts[0] + parts[1] if node.name == "ADD" else parts[0] - parts[1]
    return _narrowed(node, _scaled(total, twice / ((1 << _ADDED_BITS) * float(result.scale))) + result.zero)


@register("MUL", table=INTEGER)
def _mul(node: Node) -> Any:
    first, second, result = node.sources[0].q, node.sources[1].q, node.results[0].q
    product = _centered(node.inputs[0], node.sources[0]) * _centered(node.inputs[1], node.sources[1])
    factor = float(np.float32(np.float32(first.scale * second.scale) / result.scale))
    return _narrowed(node, _scaled(product, factor) + result.zero)


def _requantized(x: Any, place: Place, result: Place) -> Any:
    """Integers of one scale as int32 integers of another, by a float factor."""
    if (place.q.scale, place.q.zero) == (result.q.scale, result.q.zero):
        return tf.cast(x, tf.int32)
    factor = np.float32(place.q.scale / result.q.scale)
    offset = np.float32(-place.q.zero) * factor
    real = tf.cast(x, tf.float32) * factor + offset
    return tf.cast(_away(real), tf.int32) + result.q.zero


@register("CONCATENATION", table=INTEGER)
def _concatenation(node: Node) -> Any:
    parts = [_requantized(x, place, node.results[0]) for x, place in zip(node.inputs, node.sources)]
    return _narrowed(node, tf.concat(parts, node.option("axis")), 0)


@register("QUANTIZE", table=INTEGER)
def _quantize(node: Node) -> Any:
    place, result = node.sources[0], node.results[0]
    if place.dtype == np.float32:
        real = node.inputs[0] / result.q.scale
        return _narrowed(node, tf.cast(_away(real), tf.int32) + result.q.zero, 0)
    factor = float(place.q.scale) / float(result.q.scale)
    return _narrowed(node, _scaled(_centered(node.inputs[0], place), factor) + result.q.zero, 0)


@register("MAXIMUM", "MINIMUM", table=INTEGER)
def _extreme(node: Node) -> Any:
    function = tf.maximum if node.name == "MAXIMUM" else tf.minimum
    parts = [_requantized(x, place, node.results[0]) for x, place in zip(node.inputs, node.sources)]
    return _narrowed(node, function(*parts), 0)


# ---- functions of one integer, by a table ----


def _by_table(node: Node, function: Callable[[np.ndarray], np.ndarray]) -> Tensor:
    place, result = node.sources[0], node.results[0]
    (first, last), (low, high) = _bounds(place), _bounds(result)
    real = place.q.scale * (np.arange(first, last + 1) - place.q.zero).astype(np.float32)
    inverse = np.float32(1) / result.q.scale
    steps = function(real).astype(np.float32) * inverse
    table = np.trunc(steps + np.copysign(np.float32(0.5), steps)).astype(np.int64) + result.q.zero
    values = np.clip(table, low, high).astype(result.dtype)
    return tf.gather(tf.constant(values), tf.cast(node.inputs[0], tf.int32) - first)


@register("LOGISTIC", table=INTEGER)
def _logistic(node: Node) -> Any:
    return _by_table(node, lambda x: np.float32(1) / (np.float32(1) + np.exp(-x)))


@register("TANH", table=INTEGER)
def _tanh(node: Node) -> Any:
    return _by_table(node, np.tanh)


@register("LOG", table=INTEGER)
def _log(node: Node) -> Any:
    return _by_table(node, lambda x: np.log(np.maximum(x, np.finfo(np.float32).tiny)))


@register("LEAKY_RELU", table=INTEGER)
def _leaky_relu(node: Node) -> Any:
    alpha = np.float32(node.option("alpha"))
    return _by_table(node, lambda x: np.where(x >= 0, x, x * alpha))


@register("HARD_SWISH", table=INTEGER)
def _hard_swish(node: Node) -> Any:
    return _by_table(node, lambda x: x * np.clip(x + np.float32(3), 0, 6) / np.float32(6))


@register("RELU", "RELU6", "RELU_N1_TO_1", table=INTEGER)
def _relu(node: Node) -> Any:
    kind = {"RELU": 1, "RELU_N1_TO_1": 2, "RELU6": 3}[node.name]
    place, result = node.sources[0].q, node.results[0].q
    x = _centered(node.inputs[0], node.sources[0])
    if (place.scale, place.zero) == (result.scale, result.zero):
        return _narrowed(node, x + result.zero, kind)
    return _narrowed(node, _scaled(x, float(place.scale) / float(result.scale)) + result.zero, kind)


# ---- softmax, pooling, means, resizing ----


@register("SOFTMAX", table=INTEGER)
def _softmax(node: Node) -> Any:
    place = node.sources[0]
    table, count = fixed_point.softmax_table(float(node.option("beta", 1.0)) * float(place.q.scale))
    found = apply("LiteSoftmax", x=tf.cast(node.inputs[0], tf.int32), table=tf.constant(table), count=count)
    return tf.cast(found + _bounds(node.results[0])[0], node.results[0].dtype.type)


@register("LOG_SOFTMAX", table=INTEGER)
def _log_softmax(node: Node) -> Any:
    real = tf.nn.log_softmax(tf.cast(_centered(node.inputs[0], node.sources[0]), tf.float32) * node.sources[0].q.scale)
    q = node.results[0].q
    return _narrowed(node, tf.cast(tf.round(real / q.scale), tf.int32) + q.zero, 0)


@register("L2_NORMALIZATION", table=INTEGER)
def _l2_normalization(node: Node) -> Any:
    x = tf.cast(_centered(node.inputs[0], node.sources[0]), tf.float64)
    length = tf.sqrt(tf.reduce_sum(tf.square(x), -1, keepdims=True))
    return _narrowed(
        node, tf.cast(tf.round(128.0 * x / tf.maximum(length, 1e-6)), tf.int32) + node.results[0].q.zero, 0
    )


def _pool(node: Node) -> list[int]:
    return [1, node.option("filter_height"), node.option("filter_width"), 1]


@register("MAX_POOL_2D", table=INTEGER)
def _max_pool(node: Node) -> Any:
    real = tf.nn.max_pool(tf.cast(node.inputs[0], tf.float32), _pool(node), strides(node), padding(node))
    return _narrowed(node, tf.cast(real, tf.int32))


@register("AVERAGE_POOL_2D", table=INTEGER)
def _average_pool(node: Node) -> Any:
    """Sums, exact in float64, divided by how many values the window has inside of the picture."""
    x = tf.cast(node.inputs[0], tf.float64)
    windows = _pool(node), strides(node), padding(node)
    kernel = np.ones((*windows[0][1:3], 1, 1))
    count = tf.nn.conv2d(tf.ones([1, *x.shape.as_list()[1:3], 1], tf.float64), kernel, windows[1], windows[2])
    depth = int(x.shape[3])
    sums = tf.raw_ops.DepthwiseConv2dNative(
        input=x, filter=np.tile(kernel, (1, 1, depth, 1)), strides=windows[1], padding=windows[2]
    )
    half = tf.floor(count / 2)
    rounded = tf.floor((tf.abs(sums) + half) / count)
    return _narrowed(node, tf.cast(tf.sign(sums) * rounded, tf.int32))


@register("MEAN", table=INTEGER)
def _mean(node: Node) -> Any:
    """As 1.15: of equal scales by a division that cuts off; else by float32, with half a step too much, cut to eight bits."""
    place, result = node.sources[0].q, node.results[0].q
    axes = [int(n) for n in node.need(1).reshape(-1)]
    shape = node.inputs[0].shape.as_list()
    count = int(np.prod([shape[axis] for axis in axes]))
    sums = tf.reduce_sum(tf.cast(node.inputs[0], tf.int32), axes, keepdims=node.option("keep_dims"))
    if (place.scale, place.zero) == (result.scale, result.zero):
        return _narrowed(node, tf.truncatediv(sums, count), 0)
    scale = np.float32(place.scale / result.scale)
    bias = np.float32(np.float32(-place.zero) * scale + np.float32(0.5))
    dtype = node.results[0].dtype.type
    steps = tf.cast(_away(tf.cast(sums, tf.float32) / np.float32(count) * scale + bias), tf.int32)
    return tf.cast(tf.cast(tf.cast(steps, dtype), tf.int32) + result.zero, dtype)


@register("RESIZE_BILINEAR", table=INTEGER)
def _resize_bilinear(node: Node) -> Any:
    real = FLOAT["RESIZE_BILINEAR"](_with_input(node, tf.cast(node.inputs[0], tf.float32)))
    return tf.cast(tf.cast(real, tf.int32), node.results[0].dtype.type)


def _with_input(node: Node, x: Any) -> Node:
    return Node(node.name, node.options, [x, *node.inputs[1:]], node.sources, node.results, node.call)


@register("DEQUANTIZE", table=INTEGER)
def _dequantize(node: Node) -> Any:
    return FLOAT["DEQUANTIZE"](node)
