"""Fake quantization: numbers rounded as a quantized type would hold them, with gradients, for training."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply, public
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array
from penstock.ops.quantized.ranges import half_away

F = np.float32


def _nudged(xp: ModuleType, low: Array, high: Array, num_bits: int, narrow_range: bool) -> tuple[Any, Any, Any]:
    """(low, high, step), moved a little so that one of the steps is exactly 0."""
    if not 2 <= num_bits <= 16:
        raise errors.invalid("num_bits must be between 2 and 16, inclusive")
    first, last = F(1 if narrow_range else 0), F((1 << num_bits) - 1)
    step = (high - low) / (last - first)
    zero = xp.clip(half_away(xp, first - low / step), first, last)
    return (first - zero) * step, (last - zero) * step, step


def _rounded(
    xp: ModuleType, x: Array, low: Array, high: Array, num_bits: int, narrow_range: bool, inverse: bool = False
) -> Any:
    bottom, top, step = _nudged(xp, low, high, num_bits, narrow_range)
    moved = xp.clip(x, bottom, top) - bottom
    places = moved * (F(1) / step) if inverse else moved / step
    # An empty range means that nothing was measured yet: everything is 0.
    return xp.where((low == 0) & (high == 0), F(0), xp.floor(places + F(0.5)) * step + bottom)


def _parts(
    xp: ModuleType, grad: Array, x: Array, low: Array, high: Array, num_bits: int, narrow_range: bool
) -> tuple[Any, Any, Any]:
    """The gradient inside of the range, below it and above it."""
    bottom, top, _ = _nudged(xp, low, high, num_bits, narrow_range)
    empty = (low == 0) & (high == 0)
    none = xp.zeros((), F)
    inside = xp.where(empty | ((x >= bottom) & (x <= top)), grad, none)
    return inside, xp.where(~empty & (x < bottom), grad, none), xp.where(~empty & (x > top), grad, none)


def _check_attrs(low: float, high: float) -> None:
    if low >= high:
        raise errors.invalid(f"min has to be smaller than max, was: {low:g} >= {high:g}")


@op("FakeQuantWithMinMaxArgs", shape=rule.same)
def _args(xp, x, *, min, max, num_bits, narrow_range):
    _check_attrs(min, max)
    return _rounded(xp, xp.asarray(x), F(min), F(max), num_bits, narrow_range, inverse=True)


@op("FakeQuantWithMinMaxArgsGradient", shape=rule.same)
def _args_gradient(xp, grad, x, *, min, max, num_bits, narrow_range):
    _check_attrs(min, max)
    if grad.shape != x.shape:
        raise errors.invalid("gradient and input must be the same size")
    return _parts(xp, xp.asarray(grad), xp.asarray(x), F(min), F(max), num_bits, narrow_range)[0]


def _check_scalars(low: Any, high: Any) -> None:
    for name, value in (("min", low), ("max", high)):
        if value.shape:
            raise errors.invalid(f"`{name}` must be rank 0 but is rank {value.ndim}")


def _vars_shape(c):
    if len(c.shapes) == 3:
        return rule.ranked(None, 0, 0, out=rule.same)(c)
    x = rule.merge(c.shape(0), c.shape(1))
    rule.check_scalars(c, 2)
    rule.merge(rule.SCALAR, c.shape(3))
    return [x, [], []]


@op("FakeQuantWithMinMaxVars", shape=_vars_shape)
def _vars(xp, x, low, high, *, num_bits, narrow_range):
    _check_scalars(low, high)
    return _rounded(xp, xp.asarray(x), xp.asarray(low), xp.asarray(high), num_bits, narrow_range)


@op("FakeQuantWithMinMaxVarsGradient", shape=_vars_shape)
def _vars_gradient(xp, grad, x, low, high, *, num_bits, narrow_range):
    _check_scalars(low, high)
    if grad.shape != x.shape:
        raise errors.invalid("gradient and input must be the same size")
    grad, x, low, high = (xp.asarray(v) for v in (grad, x, low, high))
    inside, below, above = _parts(xp, grad, x, low, high, num_bits, narrow_range)
    return inside, below.sum(dtype=F), above.sum(dtype=F)


def _channel_shape(c):
    x = rule.with_rank_at_least(c.shape(0), 1)
    (low,), (high,) = (rule.with_rank(c.shape(i), 1).as_list() for i in (1, 2))
    for a, b in ((rule.dim(x, -1), low), (rule.dim(x, -1), high), (low, high)):
        rule.merge_dims(a, b)
    return [x]


def _channel_gradient_shape(c):
    x = rule.merge(rule.with_rank_at_most(rule.with_rank_at_least(c.shape(0), 1), 4), c.shape(1))
    depth = rule.dim(x, -1)
    for i in (2, 3):
        depth = rule.merge_dims(depth, rule.with_rank(c.shape(i), 1).as_list()[0])
    return [x, [depth], [depth]]


def _check_channels(x: Any, low: Any, high: Any) -> None:
    depth = x.shape[-1]
    for name, value in (("min", low), ("max", high)):
        if value.shape != (depth,):
            raise errors.invalid(f"{name} has incorrect size, expected {depth} was {value.size}")


@op("FakeQuantWithMinMaxVarsPerChannel", shape=_channel_shape)
def _channels(xp, x, low, high, *, num_bits, narrow_range):
    _check_channels(x, low, high)
    return _rounded(xp, xp.asarray(x), xp.asarray(low), xp.asarray(high), num_bits, narrow_range)


@op("FakeQuantWithMinMaxVarsPerChannelGradient", shape=_channel_gradient_shape)
def _channels_gradient(xp, grad, x, low, high, *, num_bits, narrow_range):
    if grad.shape != x.shape:
        raise errors.invalid("gradient and input must be the same size")
    _check_channels(x, low, high)
    grad, x, low, high = (xp.asarray(v) for v in (grad, x, low, high))
    inside, below, above = _parts(xp, grad, x, low, high, num_bits, narrow_range)
    axes = tuple(range(x.ndim - 1))
    return inside, below.sum(axis=axes, dtype=F), above.sum(axis=axes, dtype=F)


def _register(kind: str, attrs: tuple[str, ...]) -> Callable:
    @gradient(kind)
    def grad_of(op, grad):
        names = [a.name for a in op.op_def.inputs]
        given = {**dict(zip(names, op.inputs, strict=True)), **{a: op.get_attr(a) for a in attrs}}
        return apply(f"{kind}Gradient", gradients=grad, **given)

    return grad_of


_register("FakeQuantWithMinMaxArgs", ("min", "max", "num_bits", "narrow_range"))
_register("FakeQuantWithMinMaxVars", ("num_bits", "narrow_range"))
_register("FakeQuantWithMinMaxVarsPerChannel", ("num_bits", "narrow_range"))


# -- public functions -----------------------------------------------------------------------------------------------------


_ABOUT = {
    "fake_quant_with_min_max_args": "Rounds numbers to those that `num_bits` bits can hold between two constants.",
    "fake_quant_with_min_max_vars": "Rounds numbers to those that `num_bits` bits can hold between two scalars.",
    "fake_quant_with_min_max_vars_per_channel": "Rounds numbers to those that `num_bits` bits can hold, with a range for each "
    "element of the last axis.",
}
_DOC = """{about}

    Args:
      {gradients}inputs: a float32 tensor.
      min: the lower end of the range; it is moved a little, so that 0 is among the numbers.
      max: the upper end.
      num_bits: between 2 and 16.
      narrow_range: whether one number less is used, as if the lowest integer were 1.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.{call}).round(3).tolist()
    {result}
    """
_CALLS = {
    "fake_quant_with_min_max_args": ("([0.1, 3.0, 9.0], -3, 4, num_bits=3)", "[0.0, 3.0, 4.0]"),
    "fake_quant_with_min_max_vars": ("([0.1, 3.0, 9.0], -3.0, 4.0, num_bits=3)", "[0.0, 3.0, 4.0]"),
    "fake_quant_with_min_max_vars_per_channel": ("([[0.1, 3.0]], [-6.0, 0.0], [6.0, 7.0], num_bits=3)", "[[0.0, 3.0]]"),
    "fake_quant_with_min_max_args_gradient": ("([1.0, 1.0], [0.1, 9.0])", "[1.0, 0.0]"),
    "fake_quant_with_min_max_vars_gradient": ("([1.0, 1.0], [0.1, 9.0], -6.0, 6.0)[2]", "1.0"),
    "fake_quant_with_min_max_vars_per_channel_gradient": ("([[1.0]], [[9.0]], [-6.0], [6.0])[2]", "[1.0]"),
}


def _function(name: str) -> Callable:
    base = name.removesuffix("_gradient")
    kind = "FakeQuantWithMinMax" + {"args": "Args", "vars": "Vars", "channel": "VarsPerChannel"}[base.rsplit("_", 1)[1]]
    is_gradient = name != base
    made = public(
        kind + "Gradient" * is_gradient,
        *["gradients"] * is_gradient,
        "inputs",
        "min",
        "max",
        "num_bits",
        "narrow_range",
    )
    call, result = _CALLS[name]
    about = f"The gradient of `{base}`." if is_gradient else _ABOUT[name]
    gradients = "gradients: the gradient of its output, of the shape of `inputs`.\n      " if is_gradient else ""
    made.__name__ = made.__qualname__ = name
    made.__module__ = __name__
    made.__doc__ = _DOC.format(about=about, gradients=gradients, call=name + call, result=result)
    return export(name, f"quantization.{name}")(made)


fake_quant_with_min_max_args = _function("fake_quant_with_min_max_args")
fake_quant_with_min_max_args_gradient = _function("fake_quant_with_min_max_args_gradient")
fake_quant_with_min_max_vars = _function("fake_quant_with_min_max_vars")
fake_quant_with_min_max_vars_gradient = _function("fake_quant_with_min_max_vars_gradient")
fake_quant_with_min_max_vars_per_channel = _function("fake_quant_with_min_max_vars_per_channel")
fake_quant_with_min_max_vars_per_channel_gradient = _function("fake_quant_with_min_max_vars_per_channel_gradient")
