"""Binomial numbers from a generator's state: StatefulRandomBinomial, behind `tf.random.experimental.Generator.binomial`.

One output goes on with the stream where the one before it stopped, as in 1.15, so they are drawn one after the other, on
the host. 1.15 shares large outputs among threads, each with a part of the stream, and its numbers then depend on how many
there are; ours are those of one thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.random import philox
from penstock.ops.random import uniform as random_uniform
from penstock.ops.random.stateful import _check_state, _dims, _skipped, _words

# Outputs with the same parameters are drawn in groups of so many; only how far the state moves depends on it.
_GROUP = 100
# Samples of 128 bits that are made at once.
_CHUNK = 512
# From this mean on, rejection takes less time than counting.
_LARGE_MEAN = 10


class _Uniforms:
    """The stream as doubles of [0, 1): two from each sample, the second one first; `fresh` drops what is left of one."""

    def __init__(self, key: Any, counter: Any) -> None:
        self._key, self._counter = key, counter
        self._pairs: list[list[float]] = []
        self._made = self._at = 0
        self._rest: float | None = None

    def fresh(self) -> None:
        self._rest = None

    def __call__(self) -> float:
        if self._rest is not None:
            found, self._rest = self._rest, None
            return found
        if self._at == len(self._pairs):
            index = np.arange(self._made, self._made + _CHUNK, dtype=np.uint64)
            words = philox.words(self._key, self._counter, index)
            self._pairs = random_uniform.unit_doubles(words.ravel()).reshape(-1, 2).tolist()
            self._made += _CHUNK
            self._at = 0
        self._rest, second = self._pairs[self._at]
        self._at += 1
        return second


def _counted(count: float, prob: float, uniform: _Uniforms) -> float:
    """How many geometric numbers fit into `count`."""
    uniform.fresh()
    scale, total, found = math.log1p(-prob), 0.0, 0
    while True:
        u = uniform()
        total += math.ceil(math.log(u) / scale) if u > 0 else math.inf
        if total > count:
            return found
        found += 1


def _stirling_rest(k: float) -> float:
    """log(k!) minus Stirling's approximation of it."""
    exact = (k + 1) * (math.log(k + 1) - 1) - 0.5 * math.log(k + 1) + 0.5 * math.log(2 * math.pi)
    if k <= 9:
        return math.lgamma(k + 1) - exact
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 + 1 / 1260 / square) / square) / (k + 1)


def _rejected(count: float, prob: float, uniform: _Uniforms) -> float:
    """Hormann's transformed rejection."""
    uniform.fresh()
    deviation = math.sqrt(count * prob * (1 - prob))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * prob
    odds = prob / (1 - prob)
    mode = math.floor((count + 1) * prob)
    while True:
        u, v = uniform() - 0.5, uniform()
        distance = 0.5 - abs(u)
        if distance <= 0:  # k would be infinite
            continue
        k = math.floor((2 * a / distance + b) * u + count * prob + 0.5)
        if distance >= 0.07 and v <= 0.92 - 4.2 / b:
            return k
        if k < 0 or k > count:
            continue
        v *= (2.83 + 5.1 / b) * deviation / (a / (distance * distance) + b)
        bound = (
            (mode + 0.5) * math.log((mode + 1) / (odds * (count - mode + 1)))
            + (count + 1) * math.log((count - mode + 1) / (count - k + 1))
            + (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1))
            + (_stirling_rest(mode) + _stirling_rest(count - mode))
            - (_stirling_rest(k) + _stirling_rest(count - k))
        )
        if v <= 0 or math.log(v) <= bound:
            return k


def _method(count: Any, prob: Any) -> Callable[[_Uniforms], float]:
    """How numbers with these parameters are drawn; they are scalars of the type that the choice is made in."""
    one, wide = type(prob)(1), float(count)
    if wide <= 0 or prob <= 0:
        return lambda uniform: 0
    if prob >= one:
        return lambda uniform: wide
    if not prob < one:  # not a number
        return lambda uniform: math.nan
    flipped = prob > type(prob)(0.5)
    rare = one - prob if flipped else prob
    draw = _rejected if count * rare >= _LARGE_MEAN else _counted
    if flipped:
        return lambda uniform: wide - draw(wide, float(rare), uniform)
    return lambda uniform: draw(wide, float(rare), uniform)


def _parameter(name: str, value: TensorLike, batches: int) -> np.ndarray:
    value = np.asarray(value)
    if value.ndim > 1:
        text = f"Input {name} should be a scalar or vector, got shape: {list(value.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    if value.size not in (1, batches):
        text = f"Input {name} should have length 1 or shape[0], got shape: {list(value.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    return value.reshape(-1)


@op(
    "StatefulRandomBinomial",
    shape=lambda c: [c.const_as_shape(2)],
    static=("algorithm", "shape"),
    host=True,
    updates=("resource",),
)
def _binomial(xp, state, algorithm, shape, counts, probs, *, dtype):
    _check_state(state, algorithm)
    dims = _dims(shape)
    if not dims:
        raise errors.InvalidArgumentError(None, None, "Input shape should have at least one dimension")
    batches, size = dims[0], math.prod(dims)
    counts = _parameter("counts", counts, batches)
    probs = _parameter("probs", probs, batches)
    each = math.prod(dims[1:])
    uniform = _Uniforms(*_words(np, state))
    if counts.size == probs.size == 1:
        draw = _method(counts[0], probs[0])
        found = [draw(uniform) for _ in range(size)]
        batches, each = -(-size // _GROUP), _GROUP
    else:
        pairs = zip(np.broadcast_to(counts, [batches]), np.broadcast_to(probs, [batches]), strict=True)
        found = [draw(uniform) for draw in (_method(c, p) for c, p in pairs) for _ in range(each)]
    moved = _skipped(np, state, np.uint64(random_uniform.reserved(batches * 2 * 100 * (each + 3) // 4)))
    return moved, np.array(found, np.float64).reshape(dims).astype(dtype.as_numpy_dtype)


no_gradient("StatefulRandomBinomial")
