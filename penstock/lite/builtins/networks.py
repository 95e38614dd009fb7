"""Operators that networks are made of: products with weights, pooling, softmax, normalization, resizing.

Weights of eight bits beside real numbers are computed with as TensorFlow Lite does: the rows of the input become
integers, too, each in its own scale.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock.graph.typing import TensorLike
from penstock.lite.builtins import Node, activated, register
from penstock.lite.schema import PADDINGS


def strides(node: Node) -> list[int]:
    """The strides of windows, as a graph says them."""
    return [1, node.option("stride_h"), node.option("stride_w"), 1]


def dilations(node: Node) -> list[int]:
    """The dilations of windows, as a graph says them."""
    return [1, node.option("dilation_h", 1), node.option("dilation_w", 1), 1]


def padding(node: Node) -> str:
    """SAME or VALID."""
    return PADDINGS[node.option("padding")]


def depthwise_weights(node: Node, w: Any) -> Any:
    """The weights (1, height, width, outputs) as a graph has them: (height, width, inputs, outputs for each)."""
    depth = int(node.inputs[0].shape[-1])
    _, height, width, outs = (int(n) for n in w.shape)
    if not depth or outs % depth:
        raise RuntimeError(f"DEPTHWISE_CONV_2D: {outs} channels of output are no multiple of the {depth} of input.")
    return tf.reshape(w, [height, width, depth, outs // depth])


def _hybrid(node: Node) -> bool:
    return node.sources[1].integer and node.results[0].dtype == np.float32


def _row_scales(x: Any) -> tuple[Any, Any]:
    """Real numbers as integers of -127 to 127 in a scale for each row of the first axis, and these scales."""
    axes = list(range(1, x.shape.ndims))
    most = tf.reduce_max(tf.abs(x), axes, keepdims=True)
    some = most > 0
    scaled = x * tf.where(some, np.float32(127) / tf.where(some, most, tf.ones_like(most)), tf.zeros_like(most))
    away = tf.sign(scaled) * tf.floor(tf.abs(scaled) + np.float32(0.5))
    scales = tf.where(some, most / np.float32(127), tf.ones_like(most))
    return tf.clip_by_value(away, -127.0, 127.0), scales


def _weights(node: Node) -> Any:
    """The weights as real numbers; integers of a hybrid operator in units of their scale."""
    w = node.inputs[1]
    return tf.cast(w, tf.float32) if _hybrid(node) else w


def _finish(node: Node, y: Any, scales: Any, bias: TensorLike) -> Any:
    if scales is not None:
        y = y * (scales * node.sources[1].q.scale)
    return activated(node, y if bias is None else tf.nn.bias_add(y, bias) if y.shape.ndims > 1 else y + bias)


@register("CONV_2D")
def _conv_2d(node: Node) -> Any:
    x, w = node.inputs[0], tf.transpose(_weights(node), [1, 2, 3, 0])
    x, scales = _row_scales(x) if _hybrid(node) else (x, None)
    y = tf.nn.conv2d(x, w, strides(node), padding(node), dilations=dilations(node))
    return _finish(node, y, scales, node.input(2))


@register("DEPTHWISE_CONV_2D")
def _depthwise_conv_2d(node: Node) -> Any:
    x, w = node.inputs[0], depthwise_weights(node, _weights(node))
    if _hybrid(node):
        q = node.sources[1].q
        w = w * np.reshape(q.scales, (1, 1, *(w.shape.as_list()[2:]))) if q.scales.size > 1 else w * q.scale
    y = tf.raw_ops.DepthwiseConv2dNative(
        input=x, filter=w, strides=strides(node), padding=padding(node), dilations=dilations(node)
    )
    return _finish(node, y, None, node.input(2))


@register("FULLY_CONNECTED")
def _fully_connected(node: Node) -> Any:
    x, w = node.inputs[0], _weights(node)
    units, depth = (int(n) for n in w.shape)
    outer = tf.shape(x)[:-1]
    rows = tf.reshape(x, [-1, depth])
    rows, scales = _row_scales(rows) if _hybrid(node) else (rows, None)
    y = _finish(node, tf.matmul(rows, w, transpose_b=True), scales, node.input(2))
    return tf.reshape(y, tf.concat([outer, [units]], 0)) if node.option("keep_num_dims", False) else y


@register("TRANSPOSE_CONV")
def _transpose_conv(node: Node) -> Any:
    shape, w, x = node.inputs[:3]
    y = tf.nn.conv2d_transpose(x, tf.transpose(w, [1, 2, 0, 3]), shape, strides(node), padding(node))
    bias = node.input(3)
    return activated(node, y if bias is None else tf.nn.bias_add(y, bias))


def _window(node: Node) -> list[int]:
    return [1, node.option("filter_height"), node.option("filter_width"), 1]


@register("AVERAGE_POOL_2D")
def _average_pool(node: Node) -> Any:
    return activated(node, tf.nn.avg_pool(node.inputs[0], _window(node), strides(node), padding(node)))


@register("MAX_POOL_2D")
def _max_pool(node: Node) -> Any:
    return activated(node, tf.nn.max_pool(node.inputs[0], _window(node), strides(node), padding(node)))


@register("L2_POOL_2D")
def _l2_pool(node: Node) -> Any:
    squares = tf.nn.avg_pool(tf.square(node.inputs[0]), _window(node), strides(node), padding(node))
    return activated(node, tf.sqrt(squares))


@register("SOFTMAX")
def _softmax(node: Node) -> Any:
    beta = np.float32(node.option("beta", 1.0))
    return tf.nn.softmax(node.inputs[0] if beta == 1 else node.inputs[0] * beta)


@register("LOG_SOFTMAX")
def _log_softmax(node: Node) -> Any:
    return tf.nn.log_softmax(node.inputs[0])


@register("L2_NORMALIZATION")
def _l2_normalization(node: Node) -> Any:
    x = node.inputs[0]
    length = tf.sqrt(tf.reduce_sum(tf.square(x), -1, keepdims=True))
    return activated(node, x / tf.maximum(length, np.float32(1e-6)))


@register("LOCAL_RESPONSE_NORMALIZATION")
def _local_response_normalization(node: Node) -> Any:
    o = node.options
    return tf.nn.local_response_normalization(node.inputs[0], o.radius, o.bias, o.alpha, o.beta)


@register("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR")
def _resize(node: Node) -> Any:
    make = tf.raw_ops.ResizeBilinear if node.name == "RESIZE_BILINEAR" else tf.raw_ops.ResizeNearestNeighbor
    corners, centers = node.option("align_corners"), node.option("half_pixel_centers")
    return make(images=node.inputs[0], size=node.inputs[1], align_corners=corners, half_pixel_centers=centers)


@register("DEQUANTIZE")
def _dequantize(node: Node) -> Any:
    x, place = node.inputs[0], node.sources[0]
    if not place.integer:
        return tf.cast(x, tf.float32)  # of half precision
    q = place.q
    if q.scales.size == 1:
        return tf.cast(tf.cast(x, tf.int32) - q.zero, tf.float32) * q.scale
    shape = [1] * x.shape.ndims
    shape[q.axis] = -1
    zeros = q.zeros.astype(np.float32).reshape(shape)
    return (tf.cast(x, tf.float32) - zeros) * q.scales.reshape(shape)
