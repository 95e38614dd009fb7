"""Bias addition: a vector added along the channels, its gradient as sums over all else, `tf.nn.bias_add`."""

from __future__ import annotations

import math

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.nn.activations import HALVES
from penstock.ops.training import adam_native as passes


def _bias_shape(c):
    data_format = c.op._attrs.get("data_format")
    x = rule.with_rank_at_least(c.shape(0), 3 if data_format == "NCHW" else 2)
    bias = rule.with_rank(c.shape(1), 1)
    if x.ndims is None:
        return [x]
    axis = _channel_axis(x.ndims, data_format)
    dims = x.as_list()
    dims[axis] = rule.merge_dims(dims[axis], bias.as_list()[0])
    return [TensorShape(dims)]


def _channel_axis(rank: int, data_format) -> int:
    return 1 if data_format in ("NCHW", b"NCHW") else rank - 1


def _biases(xp, value, bias, data_format):
    if value.ndim < 2:
        text = f"Input tensor must be at least 2D: {brackets(value.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    if bias.ndim != 1:
        raise errors.InvalidArgumentError(None, None, f"Biases must be 1D: {brackets(bias.shape)}")
    axis = _channel_axis(value.ndim, data_format)
    if bias.shape[0] != value.shape[axis]:
        text = "Must provide as many biases as the last dimension of the input tensor: "
        if axis != value.ndim - 1:
            text = "Must provide as many biases as the channel dimension of the input tensor: "
        raise errors.InvalidArgumentError(None, None, f"{text}{brackets(bias.shape)} vs. {brackets(value.shape)}")
    return value + bias.reshape((-1,) + (1,) * (value.ndim - 1 - axis))


@op("BiasAdd", shape=_bias_shape)
def _bias_add(xp, value, bias, *, data_format):
    return _biases(xp, value, bias, data_format)


@op("BiasAddV1", shape=_bias_shape)
def _bias_add_v1(xp, value, bias):
    return _biases(xp, value, bias, "NHWC")


def _bias_grad_shape(c):
    x = rule.with_rank_at_least(c.shape(0), 3 if c.attr("data_format") == "NCHW" else 2)
    if x.ndims is None:
        return [TensorShape([None])]
    return [TensorShape([x.as_list()[_channel_axis(x.ndims, c.attr("data_format"))]])]


def column_sums(xp, x):
    """The sums over the first dimension of a matrix, in the type of `x`, half-precision numbers in float32."""
    sums = passes.column_sums(xp, x)
    if sums is not None:
        return sums
    if xp is np and x.dtype.char in "fd" and 0 < x.shape[1] <= 256:
        # For few columns a product with ones is much faster than NumPy's sum, which works row by row.
        return np.ones(x.shape[0], x.dtype) @ x
    if x.dtype.name in HALVES:
        return x.sum(axis=0, dtype=np.float32).astype(x.dtype)
    return x.sum(axis=0, dtype=x.dtype)


@op("BiasAddGrad", shape=_bias_grad_shape)
def _bias_add_grad(xp, g, *, data_format):
    if g.ndim < 2:
        raise errors.InvalidArgumentError(None, None, f"Input tensor must be at least 2D: {brackets(g.shape)}")
    axis = _channel_axis(g.ndim, data_format)
    if axis == g.ndim - 1:
        return column_sums(xp, g.reshape(math.prod(g.shape[:-1]), g.shape[-1]))
    rows = g.reshape(g.shape[0], g.shape[1], -1)
    if g.dtype.name in HALVES:
        return rows.sum(axis=(0, 2), dtype=np.float32).astype(g.dtype)
    return rows.sum(axis=2, dtype=g.dtype).sum(axis=0, dtype=g.dtype)


@gradient("BiasAdd")
def _grad_of_bias_add(op, g):
    return g, apply("BiasAddGrad", out_backprop=g, data_format=op.get_attr("data_format"))


@gradient("BiasAddV1")
def _grad_of_bias_add_v1(op, g):
    return g, tf.reduce_sum(g, tf.range(tf.rank(g) - 1))


@gradient("BiasAddGrad")
def _grad_of_bias_add_grad(op, g):
    shape, bias_shape = tf.shape(op.inputs[0]), tf.shape(g)
    if op.get_attr("data_format") == b"NCHW":
        wide = tf.concat([tf.ones_like(shape[:1]), bias_shape, tf.ones_like(shape[2:])], 0)
        times = tf.concat([shape[:1], [1], shape[2:]], 0)
    else:
        wide = tf.concat([tf.ones_like(shape[:-1]), bias_shape], 0)
        times = tf.concat([shape[:-1], [1]], 0)
    return tf.tile(tf.reshape(g, wide), times)


@export("nn.bias_add")
def bias_add(value: TensorLike, bias: TensorLike, data_format: str | None = None, name: str | None = None) -> Tensor:
    """Adds a vector `bias` to the channels of `value`.

    Args:
      value: a tensor with two or more dimensions.
      bias: 1-D, as long as the channel dimension.
      data_format: 'N...C' (channels last, the default) or 'NC...'.
      name: a name for the operation.

    Raises:
      ValueError: `data_format` is neither.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.nn.bias_add([[1.0, 2.0]], [10.0, 20.0])).tolist()
    [[11.0, 22.0]]
    """
    with name_scope(name, "BiasAdd", [value, bias]) as name:
        if data_format is not None:
            if data_format.startswith("NC"):
                data_format = "NCHW"
            elif data_format.startswith("N") and data_format.endswith("C"):
                data_format = "NHWC"
            else:
                raise ValueError("data_format must be of the form `N...C` or `NC...`")
        value = convert_to_tensor(value, name="input")
        bias = convert_to_tensor(bias, value.dtype.base_dtype, name="bias")
        return apply("BiasAdd", value=value, bias=bias, data_format=data_format, name=name)


def bias_add_v1(value: TensorLike, bias: TensorLike, name: str | None = None) -> Tensor:
    """As `bias_add`, with the operation that graphs of 0.x have; channels last."""
    with name_scope(name, "BiasAddV1", [value, bias]) as name:
        value = convert_to_tensor(value, name="input")
        bias = convert_to_tensor(bias, value.dtype.base_dtype, name="bias")
        return apply("BiasAddV1", value=value, bias=bias, name=name)
