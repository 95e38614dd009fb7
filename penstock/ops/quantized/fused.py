"""Fused forms of quantized products: with a bias, a sum, an activation and the way back to eight bits, in one pass.

1.15.5 has kernels for them in its builds with MKL only, so these follow its formulas: values count from 0 (a range is as wide as
its end that is farther from 0), and all steps after the sum of products are computed in float64, then rounded once, halves
to even.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph import errors, registry
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import Array
from penstock.ops.nn.convolution import compute as conv_backend
from penstock.ops.nn.windows import place
from penstock.ops.quantized import integers
from penstock.ops.quantized import ranges as q

F = np.float32
D = np.float64
_CONVOLUTIONS = (
    "Conv2DAndRelu", "Conv2DAndReluAndRequantize", "Conv2DAndRequantize", "Conv2DWithBias", "Conv2DWithBiasAndRelu",
    "Conv2DWithBiasAndReluAndRequantize", "Conv2DWithBiasAndRequantize", "Conv2DWithBiasSignedSumAndReluAndRequantize",
    "Conv2DWithBiasSumAndRelu", "Conv2DWithBiasSumAndReluAndRequantize", "DepthwiseConv2DWithBias",
    "DepthwiseConv2DWithBiasAndRelu", "DepthwiseConv2DWithBiasAndReluAndRequantize")  # fmt: skip
_PRODUCTS = ("MatMulWithBias", "MatMulWithBiasAndRelu", "MatMulWithBiasAndReluAndRequantize")

no_gradient(*(f"Quantized{name}" for name in (*_CONVOLUTIONS, *_PRODUCTS)))


def _conv_rule(c):
    """That of the convolution, which explicit pads are not part of; a filter may have a range for each channel."""
    found = registry.shape_rule_of("Conv2D")(c)[0]
    first = 2
    if "WithBias" in c.op.type:
        rule.with_rank(c.shape(2), 1)
        first = 3
    rule.check_scalars(c, first, first + 1)
    channels: list[Any] = [rule.with_rank_at_most(c.shape(i), 1) for i in (first + 2, first + 3)]
    if "AndRequantize" in c.op.type:
        rule.check_scalars(c, first + 4, first + 5)
        channels = [[], []]
    if len(c.attr("padding_list")):
        found = [rule.dim(c.shape(0), 0), None, None, rule.dim(c.shape(1), 3)]
    return [found, *channels]


def _depthwise_rule(c):
    """1.15 says nothing of the range."""
    return [registry.shape_rule_of("DepthwiseConv2dNative")(c)[0], None, None]


def _matmul_rule(c):
    found = registry.shape_rule_of("MatMul")(c)[0]
    rule.with_rank(c.shape(2), 1)
    rule.check_scalars(c, *range(3, len(c.shapes)))
    return [found, [], []]


def _reach(xp: ModuleType, low: Array, high: Array) -> Any:
    """How far from 0 a range goes."""
    return xp.maximum(xp.abs(q.scalar(xp, low)), xp.abs(q.scalar(xp, high))).astype(D)


def _most(kind: str) -> int:
    return 255 if kind == np.uint8 else 127


def _finished(
    xp: ModuleType, name: str, sums: Any, unit: Any, rest: list[Any], bias: Any, dtype: Any, found: tuple
) -> Any:
    """What follows on the sums.

    Args:
      name: of the operation, which says what follows.
      unit: the real number that 1 means in a sum.
      rest: the inputs that are left: the frozen range, what is added, and its range.
      bias: in units of the sums, float64; None if there is none.
      dtype: of the results.
      found: the range of sums.
    """
    scale, low, high = xp.asarray(1.0, D), *found
    if "AndRequantize" in name:
        low, high, *rest = rest
        low, high = q.scalar(xp, low), q.scalar(xp, high)
        reach = _reach(xp, low, high)
        scale = unit * D(_most(dtype)) / reach
    summand, summand_scale = None, xp.asarray(0.0, D)
    if "SumAnd" in name:
        summand = xp.asarray(rest[0])
        if summand.shape != sums.shape:
            raise errors.invalid(f"summand has the shape {list(summand.shape)}, but sums have {list(sums.shape)}")
        summand_scale = 1 / unit
        if "AndRequantize" in name:
            summand_scale = _reach(xp, rest[1], rest[2]) * D(_most(dtype)) / (_most(summand.dtype) * reach)
    if bias is None:
        bias = xp.zeros(sums.shape[-1:], D)
    relu = "Relu" in name
    out = integers.finish(xp, sums, bias, summand, scale, summand_scale, relu, dtype)
    if out is None:
        real = (sums.astype(D) + bias) * scale
        if summand is not None:
            real = real + summand.astype(D) * summand_scale
        real = xp.maximum(real, 0.0) if relu else real
        out = xp.clip(xp.round(real), *q.limits(dtype)).astype(dtype)
    return out, low, high


def _bias_of(xp: ModuleType, bias: Any, unit: Any, outs: int) -> Any:
    bias = xp.asarray(bias)
    if bias.shape != (outs,):
        raise errors.invalid(
            f"bias must have one number for each of {outs} results, but its shape is {list(bias.shape)}"
        )
    return bias.astype(D) if bias.dtype == np.int32 else bias.astype(D) / unit


def _convolved(
    xp: ModuleType,
    name: str,
    inputs: Sequence[Any],
    strides: Any,
    padding: str,
    dilations: Any,
    out_type: Any,
    pads: Any,
) -> tuple[Any, Any, Any]:
    x, w, *rest = inputs
    bias = rest.pop(0) if "WithBias" in name else None
    min_x, max_x, min_w, max_w, *rest = rest
    x, w, depthwise = xp.asarray(x), xp.asarray(w), "Depthwise" in name
    if x.ndim != 4 or w.ndim != 4:
        raise errors.invalid(f"{'input' if x.ndim != 4 else 'filter'} must be 4-dimensional")
    if any(d != 1 for d in dilations):
        raise errors.UnimplementedError(None, None, "Fused quantized convolutions are not computed with dilations.")
    if strides[0] != 1 or strides[3] != 1 or strides[1] != strides[2]:
        raise errors.invalid("strides must be equal in rows and columns, and 1 in the batch and in depth")
    if x.shape[3] != w.shape[2]:
        raise errors.invalid(f"input and filter must have the same depth: {x.shape[3]} vs {w.shape[2]}")
    if len(pads):
        beside = np.reshape(pads, (4, 2))[1:3].tolist()
        windows = place(x.shape[1:3], w.shape[:2], strides[1:3], "EXPLICIT", explicit=beside)
    else:
        windows = place(x.shape[1:3], w.shape[:2], strides[1:3], padding)
    sums = integers.conv(xp, x, w, xp.zeros(2, np.int32), windows, depthwise)
    if sums is None:
        compute = conv_backend.depthwise if depthwise else conv_backend.conv
        sums = xp.round(compute(xp, x.astype(D), w.astype(D), windows)).astype(np.int64).astype(np.int32)
    unit = _reach(xp, min_x, max_x) * _reach(xp, min_w, max_w) / D(_most(x.dtype) * _most(w.dtype))
    shift = None if bias is None else _bias_of(xp, bias, unit, sums.shape[-1])
    found = q.product_range(xp, (min_x, max_x, x.dtype), (min_w, max_w, w.dtype), np.int32)
    return _finished(xp, name, sums, unit, rest, shift, out_type.storage, found)


@op(tuple(f"Quantized{name}" for name in _CONVOLUTIONS if "Depthwise" not in name), shape=_conv_rule)
def _conv(xp, *inputs, strides, padding, dilations, padding_list, out_type, ctx):
    return _convolved(xp, ctx.op.type, inputs, strides, padding, dilations, out_type, padding_list)


@op(tuple(f"Quantized{name}" for name in _CONVOLUTIONS if "Depthwise" in name), shape=_depthwise_rule)
def _depthwise(xp, *inputs, strides, padding, dilations, out_type, ctx):
    return _convolved(xp, ctx.op.type, inputs, strides, padding, dilations, out_type, ())


@op(tuple(f"Quantized{name}" for name in _PRODUCTS), shape=_matmul_rule)
def _matmul(xp, *inputs, transpose_a, transpose_b, input_quant_mode, Toutput, ctx):
    a, b, bias, min_a, max_a, min_b, max_b, *rest = inputs
    if a.ndim != 2 or b.ndim != 2:
        raise errors.invalid(f"In[{int(a.ndim == 2)}] is not a matrix")
    left, right = xp.asarray(a.T if transpose_a else a), xp.asarray(b.T if transpose_b else b)
    if left.shape[1] != right.shape[0]:
        raise errors.invalid(f"Matrix size-compatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)}")
    sums = integers.matmul(xp, left, right, xp.zeros(2, np.int32))
    if sums is None:
        sums = (left.astype(D) @ right.astype(D)).astype(np.int64).astype(np.int32)
    low, high = q.scalar(xp, min_a).astype(D), q.scalar(xp, max_a).astype(D)
    first = (
        input_quant_mode == "MIN_FIRST"
    )  # the lowest value means the range's begin, so a column's sum counts so often
    unit = (high - low if first else _reach(xp, min_a, max_a)) * _reach(xp, min_b, max_b)
    unit = unit / D(_most(a.dtype) * _most(b.dtype))
    shift = _bias_of(xp, bias, unit, sums.shape[-1])
    if first:
        shift = shift + right.astype(D).sum(axis=0) * (low * _most(a.dtype) / (high - low))
    found = q.product_range(xp, (min_a, max_a, a.dtype), (min_b, max_b, b.dtype), np.int32)
    return _finished(xp, ctx.op.type, sums, unit, rest, shift, Toutput.storage, found)
