"""Calls of the kernels in C that compute with eight-bit integers, in both tiers; every function gives None where there is none.

The range of sums is found while a convolution writes them. In a program that is being traced, `RequantizationRange` asks for it
here, by the traced array that the sums are; NumPy's arrays may be written to later, so nothing is remembered of them.
"""

from __future__ import annotations

import weakref
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import native_calls
from penstock.ops.nn.windows import Windows

_EIGHT_BITS = (np.uint8, np.int8)
_F = np.float32
_MODES = {"MIN_FIRST": 0, "MIN_COMBINED": 1, "SCALED": 2}
# Traced sums, by their id → what they are, and their lowest and highest value.
_known_ends: dict[int, tuple[weakref.ref, Any]] = {}


def _call(
    xp: ModuleType,
    name: str,
    shapes: list[tuple[int, ...]],
    kinds: list[Any],
    *operands: Any,
    sized: tuple[int, ...] = (),
) -> list[Any]:
    """The results of a kernel whose parameters are its operands, then its results; after some operands comes their size."""
    if xp is not np:
        return native_calls.call_xla(name, shapes, *operands, dtypes=kinds)
    results = [np.empty(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
    arguments: list[Any] = []
    for i, operand in enumerate(operands):
        arguments.append(np.ascontiguousarray(operand))
        if i in sized:
            arguments.append(arguments[-1].size)
    native_calls.call(name, *arguments, *results)
    return results


def _scalars(xp: ModuleType, bounds: Any) -> list[Any]:
    """Bounds of ranges, float32 without a shape."""
    return [_scalar(xp, bound) for bound in bounds]


def _scalar(xp: ModuleType, bound: Any) -> Any:
    if getattr(bound, "shape", None) == () and bound.dtype == np.float32:
        return bound
    return xp.asarray(bound).reshape(-1)[0].astype(np.float32)


def product(xp: ModuleType, signs: tuple[bool, bool], *bounds: Any) -> Any:
    """The values that mean 0, an array of two, and the range of sums of products; `bounds` are those of both factors."""
    if not native_calls.ready(xp):
        return None
    operands = np.array(signs, np.int64), *_scalars(xp, bounds)
    return _call(xp, "eight_bit_product", [(2,), (), ()], [np.int32, _F, _F], *operands)


def conv(xp: ModuleType, x: Array, w: Any, zeros: Any, g: Windows, depthwise: bool = False) -> Any:
    """Sums of products, int32, of pictures and filters whose values `zeros` mean 0."""
    if x.dtype not in _EIGHT_BITS or w.dtype not in _EIGHT_BITS or not native_calls.ready(xp):
        return None
    outs = w.shape[2] * w.shape[3] if depthwise else w.shape[3]
    signs = [int(value.dtype == np.int8) for value in (x, w)]
    where = [*w.shape[:2], outs, *g.outs, g.strides[0], g.pads[0][0], g.pads[1][0], *signs]
    shape = (x.shape[0], *g.outs, outs)
    name = "eight_bit_depthwise" if depthwise else "eight_bit_conv"
    if isinstance(zeros, tuple):
        zeros = xp.stack(zeros).astype(np.int32)
    operands = np.array([*x.shape, *where], np.int64), x, w, zeros
    sums, ends = _call(xp, name, [shape, (2,)], [np.int32, np.int32], *operands)
    if xp is not np and sums.size:
        _remember(sums, ends)
    return sums


def matmul(xp: ModuleType, a: Array, b: Array, zeros: Any) -> Any:
    """As `conv`, of matrices: each row is a picture of one pixel."""
    windows = Windows((1, 1), (a.shape[0], 1), ((0, 0), (0, 0)), (1, 1), (1, 1))
    sums = conv(xp, a.reshape(1, a.shape[0], 1, a.shape[1]), b.reshape(1, 1, *b.shape), zeros, windows)
    if sums is None:
        return None
    result = sums.reshape(a.shape[0], b.shape[1])
    ends = None if xp is np or not result.size else _ends_of(sums)
    if ends is not None:
        _remember(result, ends)
    return result


def biases(xp: ModuleType, x: Array, bias: Any, *bounds: Any) -> Any:
    """Unsigned values plus the bias of their channel, int32, in a range with room for the sum, and this range."""
    if x.dtype != np.uint8 or bias.dtype != np.uint8 or not native_calls.ready(xp):
        return None
    shapes, kinds = [x.shape, (2,), (), ()], [np.int32, np.int32, _F, _F]
    sums, ends, low, high = _call(xp, "eight_bit_biases", shapes, kinds, x, bias, *_scalars(xp, bounds), sized=(0, 1))
    if xp is not np and sums.size:
        _remember(sums, ends)
    return sums, low, high


def _remember(sums: Any, ends: Any) -> None:
    number = id(sums)
    _known_ends[number] = weakref.ref(sums, lambda _: _known_ends.pop(number, None)), ends


def _ends_of(sums: Any) -> Any:
    known = _known_ends.get(id(sums))
    return known[1] if known is not None and known[0]() is sums else None


def ends(xp: ModuleType, x: Array) -> Any:
    """The lowest and the highest value of int32, which are not none, as an array of two."""
    if x.dtype != np.int32 or not native_calls.ready(xp):
        return None
    known = _ends_of(x)
    if known is not None:
        return known
    return _call(xp, "eight_bit_ends", [(2,)], [np.int32], x, sized=(0,))[0]


def used_range(xp: ModuleType, x: Array, low: Array, high: Array) -> Any:
    """What of its range int32 `x`, which is not empty, reaches."""
    found = ends(xp, x)
    if found is None:
        return None
    return _call(xp, "eight_bit_used", [(), ()], [_F, _F], found, *_scalars(xp, (low, high)))


def narrow(xp: ModuleType, x: Array, *bounds: Any) -> Any:
    """int32 `x` as uint8; `bounds` are the ends of its range and of the new one."""
    if not native_calls.ready(xp):
        return None
    return _call(xp, "eight_bit_narrow", [x.shape], [np.uint8], x, *_scalars(xp, bounds), sized=(0,))[0]


def moved(xp: ModuleType, x: Array, *bounds: Any) -> Any:
    """Unsigned `x` in another range."""
    if x.dtype != np.uint8 or not native_calls.ready(xp):
        return None
    return _call(xp, "eight_bit_moved", [x.shape], [np.uint8], x, *_scalars(xp, bounds), sized=(0,))[0]


def relu(xp: ModuleType, x: Any, low: Array, high: Array, top: Any) -> Any:
    """Unsigned `x` between the values that mean 0 and `top`, if there is one."""
    if x.dtype != np.uint8 or not native_calls.ready(xp):
        return None
    bounds = _scalars(xp, (low, high, np.float32(np.nan) if top is None else top))
    return _call(xp, "eight_bit_relu", [x.shape], [np.uint8], x, *bounds, sized=(0,))[0]


def quantized(xp: ModuleType, x: Array, low: Array, high: Array, dtype: np.dtype[Any], mode: str, to_even: bool) -> Any:
    """Real `x` in eight bits, in a range with 0 in it, and this range."""
    if x.dtype != np.float32 or np.dtype(dtype) not in _EIGHT_BITS or not native_calls.ready(xp):
        return None
    how = np.array([_MODES[mode], np.dtype(dtype) == np.int8, to_even], np.int64)
    operands = how, x, *_scalars(xp, (low, high))
    return _call(xp, "eight_bit_quantize", [x.shape, (), ()], [dtype, _F, _F], *operands, sized=(1,))


def real(xp: ModuleType, x: Array, low: Array, high: Array, mode: str) -> Any:
    """The float32 numbers that eight bits mean."""
    if x.dtype not in _EIGHT_BITS or not native_calls.ready(xp):
        return None
    how = np.array([_MODES[mode], x.dtype == np.int8], np.int64)
    return _call(xp, "eight_bit_dequantize", [x.shape], [_F], how, x, *_scalars(xp, (low, high)), sized=(1,))[0]


def finish(
    xp: ModuleType,
    sums: Any,
    bias: Array,
    summand: Any,
    scale: Array,
    summand_scale: Any,
    relu: bool,
    dtype: np.dtype[Any],
) -> Any:
    """(sums + bias) * scale + summand * summand_scale, at least 0 if `relu`, rounded to `dtype`; all in one pass."""
    kinds = {np.dtype(np.int32): 0, np.dtype(np.uint8): 1, np.dtype(np.int8): 2, np.dtype(np.float32): 3}
    kind = kinds.get(np.dtype(dtype), 3)
    if kind == 3 or not native_calls.ready(xp):
        return None
    added = -1 if summand is None else kinds.get(np.dtype(summand.dtype), 4)
    if added == 4:
        return None
    how = np.array([kind, added, relu], np.int64)
    factors = xp.stack([scale, summand_scale])
    given = how, sums, bias, sums if summand is None else summand, factors
    return _call(xp, "eight_bit_finish", [sums.shape], [dtype], *given, sized=(1, 2))[0]


def pool(xp: ModuleType, x: Array, g: Windows, average: bool) -> Any:
    """The greatest or the average value, cut off, of windows on rows and columns."""
    if x.dtype not in _EIGHT_BITS or 0 in x.shape or not native_calls.ready(xp):
        return None
    # A window must reach into the picture.
    for n, k, o, (before, _), s in zip(x.shape, g.kernel, g.outs, g.pads, g.strides, strict=True):
        if o and (before >= k or (o - 1) * s - before >= n):
            return None
    signs = [int(x.dtype == np.int8), int(average)]
    where = [*g.kernel[1:3], *g.outs[1:3], *g.strides[1:3], g.pads[1][0], g.pads[2][0], *signs]
    windows = np.array([*x.shape, *where], np.int64)
    return _call(xp, "eight_bit_pool", [g.outs], [x.dtype], windows, x)[0]
