"""Operators on each element, comparisons, and reductions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock.lite.builtins import Node, activated, register

_UNARY: dict[str, Callable] = {
    "ABS": tf.abs, "CEIL": tf.ceil, "COS": tf.cos, "ELU": tf.nn.elu, "EXP": tf.exp, "FLOOR": tf.floor, "LOG": tf.log,
    "LOGICAL_NOT": tf.logical_not, "LOGISTIC": tf.sigmoid, "NEG": tf.negative, "RELU": tf.nn.relu, "RELU6": tf.nn.relu6,
    "ROUND": tf.round, "RSQRT": tf.rsqrt, "SIN": tf.sin, "SQRT": tf.sqrt, "SQUARE": tf.square, "TANH": tf.tanh,
    "ZEROS_LIKE": tf.zeros_like, "SIGN": tf.sign,
}  # fmt: skip
_BINARY: dict[str, Callable] = {
    "EQUAL": tf.equal, "FLOOR_DIV": tf.floordiv, "FLOOR_MOD": tf.floormod, "GREATER": tf.greater,
    "GREATER_EQUAL": tf.greater_equal, "LESS": tf.less, "LESS_EQUAL": tf.less_equal, "LOGICAL_AND": tf.logical_and,
    "LOGICAL_OR": tf.logical_or, "MAXIMUM": tf.maximum, "MINIMUM": tf.minimum, "NOT_EQUAL": tf.not_equal, "POW": tf.pow,
    "SQUARED_DIFFERENCE": tf.squared_difference, "ATAN2": tf.atan2,
}  # fmt: skip
_ACTIVATED: dict[str, Callable] = {"ADD": tf.add, "SUB": tf.subtract, "MUL": tf.multiply}
_REDUCTIONS: dict[str, Callable] = {
    "MEAN": tf.reduce_mean, "SUM": tf.reduce_sum, "REDUCE_PROD": tf.reduce_prod, "REDUCE_MAX": tf.reduce_max,
    "REDUCE_MIN": tf.reduce_min, "REDUCE_ANY": tf.reduce_any, "REDUCE_ALL": tf.reduce_all,
}  # fmt: skip


@register(*_UNARY)
def _unary(node: Node) -> Any:
    return _UNARY[node.name](node.inputs[0])


@register(*_BINARY)
def _binary(node: Node) -> Any:
    return _BINARY[node.name](node.inputs[0], node.inputs[1])


@register(*_ACTIVATED)
def _activated(node: Node) -> Any:
    return activated(node, _ACTIVATED[node.name](node.inputs[0], node.inputs[1]))


@register("DIV")
def _div(node: Node) -> Any:
    x, y = node.inputs
    return activated(node, tf.truediv(x, y) if x.dtype.is_floating else tf.raw_ops.TruncateDiv(x=x, y=y))


@register("RELU_N1_TO_1")
def _relu_n1_to_1(node: Node) -> Any:
    return tf.clip_by_value(node.inputs[0], -1.0, 1.0)


@register("LEAKY_RELU")
def _leaky_relu(node: Node) -> Any:
    return tf.nn.leaky_relu(node.inputs[0], node.option("alpha"))


@register("PRELU")
def _prelu(node: Node) -> Any:
    x, alpha = node.inputs
    return tf.where(x >= 0, x, x * alpha)


@register("HARD_SWISH")
def _hard_swish(node: Node) -> Any:
    x = node.inputs[0]
    return x * tf.nn.relu6(x + np.float32(3)) / np.float32(6)


@register("GELU")
def _gelu(node: Node) -> Any:
    x = node.inputs[0]
    if node.option("approximate", False):
        return 0.5 * x * (1 + tf.tanh(np.float32(np.sqrt(2 / np.pi)) * (x + 0.044715 * x * x * x)))
    return 0.5 * x * (1 + tf.erf(x * np.float32(np.sqrt(0.5))))


@register("ADD_N")
def _add_n(node: Node) -> Any:
    return tf.add_n(node.inputs)


@register("CAST")
def _cast(node: Node) -> Any:
    return tf.cast(node.inputs[0], node.results[0].dtype.type)


@register(*_REDUCTIONS)
def _reduce(node: Node) -> Any:
    return _REDUCTIONS[node.name](node.inputs[0], node.inputs[1], keepdims=node.option("keep_dims"))


@register("ARG_MAX", "ARG_MIN")
def _arg(node: Node) -> Any:
    function = tf.argmax if node.name == "ARG_MAX" else tf.argmin
    axis = int(node.need(1).reshape(()))
    return function(node.inputs[0], axis, output_type=node.results[0].dtype.type)


@register("SELECT")
def _select(node: Node) -> Any:
    return tf.where(*node.inputs)


@register("SELECT_V2")
def _select_v2(node: Node) -> Any:
    return tf.where_v2(*node.inputs)


@register("TOPK_V2")
def _top_k(node: Node) -> Any:
    return tf.nn.top_k(node.inputs[0], tf.reshape(node.inputs[1], []))


@register("CUMSUM")
def _cumsum(node: Node) -> Any:
    axis = tf.reshape(node.inputs[1], [])
    return tf.cumsum(node.inputs[0], axis, exclusive=node.option("exclusive"), reverse=node.option("reverse"))


@register("FAKE_QUANT")
def _fake_quant(node: Node) -> Any:
    o = node.options
    return tf.fake_quant_with_min_max_args(node.inputs[0], o.min, o.max, o.num_bits, o.narrow_range)


@register("BATCH_MATMUL")
def _batch_matmul(node: Node) -> Any:
    adjoint = {"transpose_a": node.option("adj_x"), "transpose_b": node.option("adj_y")}
    return tf.matmul(node.inputs[0], node.inputs[1], **adjoint)
