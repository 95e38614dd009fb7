"""Operations that graphs did not have: products of eight-bit integers, their scaling, and functions of single integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import opdef
from penstock.graph.registry import op
from penstock.lite import fixed_point
from penstock.ops.nn.convolution import compute
from penstock.ops.nn.windows import place
from penstock.ops.quantized import integers

_CONV = [
    "T: {uint8, int8}",
    "strides: list(int)",
    "dilations: list(int)",
    "padding: string",
    "zeros: list(int)",
    "depthwise: bool",
]


def _conv_shape(c: Any) -> list[Any]:
    x, w = c.shape(0), c.shape(1)
    if not x.is_fully_defined() or not w.is_fully_defined():
        return [[None] * 4]
    x, w = x.as_list(), w.as_list()
    windows = place(x[1:3], w[:2], c.attr("strides"), c.attr("padding"), c.attr("dilations"))
    if c.attr("depthwise"):
        if w[2] != x[3]:
            raise ValueError(f"The filter has {w[2]} channels, the input {x[3]}.")
        return [[x[0], *windows.outs, w[2] * w[3]]]
    if w[2] != x[3]:
        raise ValueError(f"The filter has {w[2]} channels, the input {x[3]}.")
    return [[x[0], *windows.outs, w[3]]]


@op("LiteConv", shape=_conv_shape, sig=opdef.parse_signature(["x: T", "w: T"], ["sums: int32"], _CONV))
def _conv(xp, x, w, *, strides, dilations, padding, zeros, depthwise):
    windows = place(x.shape[1:3], w.shape[:2], strides, padding, dilations)
    if tuple(dilations) == (1, 1) and strides[0] == strides[1]:
        found = integers.conv(xp, x, w, xp.asarray(np.array(zeros, np.int32)), windows, depthwise)
        if found is not None:
            return found
    # Sums of products of eight bits are exact in float64.
    wide: list[Any] = [value.astype(np.float64) - zero for value, zero in zip((xp.asarray(x), xp.asarray(w)), zeros)]
    function: Any = compute.depthwise if depthwise else compute.conv
    return xp.asarray(function(xp, *wide, windows)).astype(np.int32)


@op(
    "LiteScale",
    shape=lambda c: [c.shape(0)],
    sig=opdef.parse_signature(["x: int32", "factor: int32", "exponent: int32"], ["y: int32"], []),
)
def _scale(xp, x, factor, exponent):
    return fixed_point.scaled(xp, xp.asarray(x), factor, exponent)


@op(
    "LiteSoftmax",
    shape=lambda c: [c.shape(0)],
    sig=opdef.parse_signature(["x: int32", "table: int32"], ["y: int32"], ["count: int"]),
)
def _softmax(xp, x, table, *, count):
    return fixed_point.softmax(xp, xp.asarray(x), table, count)
