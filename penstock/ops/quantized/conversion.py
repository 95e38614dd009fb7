"""Quantization: real numbers to small integers and back, and training with its effect (`fake_quant_*`)."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.typing import Array, DTypeLike, TensorLike
from penstock.ops.quantized import integers
from penstock.ops.quantized import ranges as q

F = np.float32
no_gradient("QuantizeV2", "Dequantize")


def _with_range(c):
    return [c.shape(0), [], []]


# -- quantize and dequantize ----------------------------------------------------------------------------------------------


@op("QuantizeV2", shape=rule.ranked(None, 0, 0, out=_with_range))
def _quantize(xp, x, min_range, max_range, *, T, mode, round_mode):
    if round_mode == "HALF_TO_EVEN" and mode != "SCALED":
        raise errors.invalid(f"Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED', but mode is '{mode}'.")
    low, high = q.scalar(xp, min_range), q.scalar(xp, max_range)
    check(
        xp.logical_not(high < low),
        errors.InvalidArgumentError,
        lambda: "input_max_range must be larger than input_min_range.",
    )
    found = integers.quantized(xp, xp.asarray(x), low, high, T.storage, mode, round_mode == "HALF_TO_EVEN")
    if found is not None:
        return tuple(found)
    # A range has 0 in it, and some width: else all numbers would mean the same.
    room = xp.maximum(F(1), xp.maximum(xp.abs(low), xp.abs(high))) * F(0.01)
    low = xp.minimum(F(0), low)
    high = xp.maximum(F(0), xp.maximum(high, low + room))
    dtype = T.storage
    lowest, highest = q.limits(dtype)
    x = xp.asarray(x)
    if mode == "MIN_FIRST":
        return q.all_from_real(xp, x, low, high, dtype), low, high
    if mode == "MIN_COMBINED":
        scale = (np.float64(highest - lowest) / (high - low).astype(np.float64)).astype(F)
        scaled = (xp.clip(x, low, high) - low) * scale
        if lowest:
            scaled = q.half_away(xp, scaled - F((highest - lowest + 1) / 2))
        else:
            scaled = scaled + F(0.5)
        return _cast(xp, scaled, dtype), low, high
    sides = [
        xp.where(F(e) * r > 0, F(e) / xp.where(r == 0, F(1), r), F(np.finfo(F).max))
        for e, r in ((lowest, low), (highest, high))
    ]
    scale = xp.minimum(*sides)
    low, high = F(lowest) / scale, F(highest) / scale
    scaled = xp.clip(x, low, high) * scale
    scaled = xp.round(scaled) if round_mode == "HALF_TO_EVEN" else q.half_away(xp, scaled)
    return _cast(xp, scaled, dtype), low, high


def _cast(xp: ModuleType, x: Array, dtype: DTypeLike) -> Any:
    """Towards zero; what rounding pushed over the end of the type stays at its end."""
    lowest, highest = q.limits(dtype)
    return xp.clip(xp.trunc(x).astype(np.float64), lowest, highest).astype(dtype)


@op("Dequantize", shape=rule.ranked(None, 0, 0, out=rule.same))
def _dequantize(xp, x, min_range, max_range, *, mode):
    low, high = q.scalar(xp, min_range), q.scalar(xp, max_range)
    x = xp.asarray(x)
    found = integers.real(xp, x, low, high, mode)
    if found is not None:
        return found
    lowest, highest = q.limits(x.dtype)
    if mode == "MIN_FIRST":
        return q.all_to_real(xp, x, low, high)
    if mode == "SCALED":
        scale = high / F(highest)
        if lowest:
            scale = xp.maximum(low / F(lowest), scale)
        # 1.15 has no numbers as small as that.
        scale = xp.where(xp.abs(scale) < np.finfo(F).tiny, F(0), scale)
        return x.astype(F) * scale
    scale = (high - low) / (F(highest) - F(lowest))
    half = F((highest - lowest + 1) / 2) if lowest else F(0)
    return (x.astype(F) + half) * scale + low


# -- both at once ---------------------------------------------------------------------------------------------------------


def _there_and_back(xp, x, low, high, signed, bits, range_given, round_mode, narrow):
    x = xp.asarray(x)
    kind = x.dtype.type
    if not range_given:
        if not x.size:
            return x[...]
        low, high = x.min(), x.max()
    else:
        low, high = q.scalar(xp, low, x.dtype), q.scalar(xp, high, x.dtype)
        check(low <= high, errors.InvalidArgumentError, lambda: f"Invalid range: input_min {low} > input_max {high}")
    power = xp.asarray(xp.exp2(xp.asarray(bits - 1 if signed else bits).astype(x.dtype)))
    highest = power - kind(1)
    lowest = (-power + kind(1 if narrow else 0)) if signed else xp.zeros((), x.dtype)
    never = kind(np.finfo(x.dtype).max)
    from_low = xp.where(lowest * low > 0, lowest / xp.where(low == 0, kind(1), low), never)
    from_high = xp.where(highest * high > 0, highest / xp.where(high == 0, kind(1), high), never)
    by_low = from_low < from_high
    scale = xp.where(by_low, from_low, from_high)
    inverse = xp.where(by_low, low / xp.where(lowest == 0, kind(1), lowest), high / highest)
    if range_given:
        x = xp.clip(x, xp.where(by_low, low, lowest * inverse), xp.where(by_low, highest * inverse, high))
    scaled = x * scale
    return (xp.floor(scaled + kind(0.5)) if round_mode == "HALF_UP" else xp.round(scaled)) * inverse


def _check_bits(bits: int, signed: bool) -> None:
    if not 0 < bits < (62 if signed else 63):
        raise errors.invalid(f"num_bits is out of range: {bits} with signed_input_ {int(signed)}")


@op("QuantizeAndDequantize", shape=rule.same)
def _back_v1(xp, x, *, signed_input, num_bits, range_given, input_min, input_max):
    _check_bits(num_bits, signed_input)
    low, high = np.asarray(input_min, x.dtype), np.asarray(input_max, x.dtype)
    return _there_and_back(xp, x, low, high, signed_input, num_bits, range_given, "HALF_TO_EVEN", False)


@op("QuantizeAndDequantizeV2", shape=rule.ranked(None, 0, 0, out=rule.same))
def _back_v2(xp, x, input_min, input_max, *, signed_input, num_bits, range_given, round_mode, narrow_range):
    _check_bits(num_bits, signed_input)
    return _there_and_back(xp, x, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range)


@op("QuantizeAndDequantizeV3", shape=rule.ranked(None, 0, 0, 0, out=rule.same))
def _back_v3(xp, x, input_min, input_max, num_bits, *, signed_input, range_given, narrow_range):
    bits = q.scalar(xp, num_bits, np.int32)
    check(
        (bits > 0) & (bits < (62 if signed_input else 63)),
        errors.InvalidArgumentError,
        lambda: f"num_bits is out of range: {bits} with signed_input_ {int(signed_input)}",
    )
    return _there_and_back(xp, x, input_min, input_max, signed_input, bits, range_given, "HALF_TO_EVEN", narrow_range)


@gradient("QuantizeAndDequantize")
@gradient("QuantizeAndDequantizeV2")
@gradient("QuantizeAndDequantizeV3")
def _back_grad(op, grad):
    """Straight through, as if nothing had been rounded."""
    return grad, *[None] * (len(op.inputs) - 1)


# -- public functions -----------------------------------------------------------------------------------------------------


@export("quantize_v2")
def quantize_v2(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    round_mode: str = "HALF_AWAY_FROM_ZERO",
) -> Any:
    """`tf.quantization.quantize` with its arguments in an older order.

    Args:
      input: a tensor of float32.
      min_range, max_range: the numbers that the smallest and the largest value of the type shall stand for.
      T: the type: `tf.qint8`, `tf.quint8`, `tf.qint16`, `tf.quint16` or `tf.qint32`.
      mode: "MIN_COMBINED", "MIN_FIRST" or "SCALED".
      name: a name for the operation.
      round_mode: how "SCALED" rounds: "HALF_AWAY_FROM_ZERO" or "HALF_TO_EVEN".

    >>> import penstock as tf
    >>> tf.quantize_v2([0.0, 1.0], 0.0, 1.0, tf.quint8).output.dtype
    tf.quint8
    """
    return quantize(input, min_range, max_range, T, mode, round_mode, name)


@export("quantize", "quantization.quantize")
def quantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
) -> Any:
    """Turns float32 numbers into small integers.

    Args:
      input: a float32 tensor.
      min_range: the number that the lowest integer means.
      max_range: the number that the highest integer means.
      T: `tf.quint8`, `tf.qint8`, `tf.quint16`, `tf.qint16` or `tf.qint32`.
      mode: "MIN_COMBINED", "MIN_FIRST" (0 is exactly some integer) or "SCALED" (0 is 0).
      round_mode: "HALF_AWAY_FROM_ZERO", or for "SCALED" also "HALF_TO_EVEN".
      name: a name for the operation.

    Returns:
      A named tuple of the integers, and the range that was used.

    >>> import penstock as tf
    >>> values, low, high = tf.quantization.quantize([0.0, 0.5, 1.0], 0.0, 1.0, tf.quint8)
    >>> tf.Session().run(tf.cast(values, tf.int32))
    array([  0, 128, 255], dtype=int32)
    """
    attrs = {"T": T, "mode": mode, "round_mode": round_mode}
    return apply("QuantizeV2", name, input=input, min_range=min_range, max_range=max_range, **attrs)


@export("dequantize", "quantization.dequantize")
def dequantize(
    input: TensorLike, min_range: TensorLike, max_range: TensorLike, mode: str = "MIN_COMBINED", name: str | None = None
) -> Tensor:
    """Turns quantized integers into the float32 numbers that they mean.

    Args:
      input: a tensor of a quantized type.
      min_range: the number that the lowest integer means.
      max_range: the number that the highest integer means.
      mode: as for `tf.quantization.quantize`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> values, low, high = tf.quantization.quantize([0.0, 1.0], 0.0, 1.0, tf.quint8)
    >>> tf.Session().run(tf.quantization.dequantize(values, low, high))
    array([0., 1.], dtype=float32)
    """
    return apply("Dequantize", name, input=input, min_range=min_range, max_range=max_range, mode=mode)


@export("quantization.quantize_and_dequantize")
def quantize_and_dequantize(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
) -> Tensor:
    """Rounds numbers to those that a quantized type could hold; gradients go straight through.

    Args:
      input: a tensor of floating-point numbers.
      input_min: with `input_max`, the range that must be representable, if `range_given`.
      input_max: see `input_min`.
      signed_input: whether the quantized type has a sign.
      num_bits: its width.
      range_given: whether the range is given; else it is that of `input`.
      round_mode: "HALF_TO_EVEN" or "HALF_UP".
      name: a name for the operation.
      narrow_range: whether the lowest integer is not used, so that the range is symmetric.

    >>> import penstock as tf
    >>> tf.Session().run(tf.quantization.quantize_and_dequantize([0.0, 0.3, 1.0], 0.0, 1.0, num_bits=2))
    array([0., 0., 1.], dtype=float32)
    """
    attrs = {"signed_input": signed_input, "num_bits": num_bits, "range_given": range_given, "round_mode": round_mode}
    return apply(
        "QuantizeAndDequantizeV2",
        name,
        input=input,
        input_min=input_min,
        input_max=input_max,
        narrow_range=narrow_range,
        **attrs,
    )
