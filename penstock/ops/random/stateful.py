"""Random operations whose state is a variable that the program sees: three int64, counter (two) and key of Philox.

The class over them is `tf.random.experimental.Generator`, in `generator.py`. A kernel moves the counter as far as 1.15's.
"""

from __future__ import annotations

import math
import os
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import check, no_gradient, op
from penstock.graph.typing import Array, NestedTensors
from penstock.ops.common import memory_check
from penstock.ops.random import normal as random_normal
from penstock.ops.random import philox
from penstock.ops.random import rejection as random_rejection
from penstock.ops.random import uniform as random_uniform

PHILOX = 1
STATE_SIZE = 3

_FILLERS = {
    "StatefulUniform": random_uniform.uniform,
    "StatefulStandardNormalV2": random_normal.normal,
    "StatefulTruncatedNormal": random_rejection.truncated_normal,
}


def _dims(shape: Any) -> tuple[int, ...]:
    dims = tuple(int(d) for d in np.ravel(shape))
    if any(d < 0 for d in dims):
        raise errors.InvalidArgumentError(None, None, f"Dimension {min(dims)} must be >= 0")
    if math.prod(dims) > memory_check.MIN_ELEMENTS_CHECKED:
        memory_check.check(dims, np.float32)
    return dims


def _check_state(state: Any, algorithm: Any) -> None:
    if int(algorithm) != PHILOX:
        raise errors.InvalidArgumentError(None, None, f"Unsupported algorithm id: {int(algorithm)}")
    if state.dtype != np.int64:
        raise errors.InvalidArgumentError(None, None, "dtype of RNG state variable must be int64")
    if state.ndim != 1:
        raise errors.InvalidArgumentError(
            None, None, f"RNG state must have one and only one dimension, not {state.ndim}"
        )
    if state.shape[0] < STATE_SIZE:
        text = f"For the Philox algorithm, the size of state must be at least {STATE_SIZE}; got {state.shape[0]}"
        raise errors.InvalidArgumentError(None, None, text)


def _words(xp: ModuleType, state: NestedTensors) -> tuple[Any, Any]:
    """(key, counter) as the generators want them."""
    wide = xp.asarray(state).astype(np.uint64)
    halves = xp.stack([wide & np.uint64(0xFFFFFFFF), wide >> np.uint64(32)], axis=1).astype(np.uint32)
    return halves[2], halves[:2].reshape(4)


def _skipped(xp: ModuleType, state: NestedTensors, samples: Array) -> Any:
    """The state after so many samples of 128 bits."""
    wide = xp.asarray(state).astype(np.uint64)
    low = wide[0] + samples
    high = wide[1] + (low < samples).astype(np.uint64)
    return xp.concatenate([xp.stack([low, high]), wide[2:]]).astype(np.int64)


def _next(xp: ModuleType, state: NestedTensors, count: int) -> Any:
    return _skipped(xp, state, np.uint64(random_uniform.reserved(count)))


def _output(i: int) -> rule.Rule:
    return lambda c: [c.const_as_shape(i)]


def _register(name: str, fill: Any) -> None:
    @op(name, shape=_output(2), static=("algorithm", "shape"), updates=("resource",))
    def kernel(xp, state, algorithm, shape, *, dtype):
        _check_state(state, algorithm)
        dims = _dims(shape)
        count = int(np.prod(dims, dtype=np.int64))
        found = fill(xp, *_words(xp, state), count, dtype.as_numpy_dtype).reshape(dims)
        return _next(xp, state, count), found

    no_gradient(name)


for _name, _fill in _FILLERS.items():
    _register(_name, _fill)


@op("StatefulStandardNormal", shape=_output(1), static=("shape",), updates=("resource",))
def _first_normal(xp, state, shape, *, dtype):
    """The first version kept the algorithm in front of the state."""
    dims = _dims(shape)
    count = int(np.prod(dims, dtype=np.int64))
    if state.shape[0] < STATE_SIZE + 1:
        raise errors.InvalidArgumentError(None, None, f"Size of tensor must be at least {STATE_SIZE + 1}")
    found = random_normal.normal(xp, *_words(xp, state[1:]), count, dtype.as_numpy_dtype).reshape(dims)
    return xp.concatenate([xp.asarray(state)[:1], _next(xp, state[1:], count)]), found


@op("StatefulUniformInt", shape=_output(2), static=("algorithm", "shape"), updates=("resource",))
def _uniform_int(xp, state, algorithm, shape, minval, maxval):
    _check_state(state, algorithm)
    check(minval < maxval, errors.InvalidArgumentError, lambda: f"Need minval < maxval, got {minval} >= {maxval}")
    dims = _dims(shape)
    count = int(np.prod(dims, dtype=np.int64))
    found = random_uniform.uniform_int(xp, *_words(xp, state), count, minval, maxval).reshape(dims)
    return _next(xp, state, count), found


@op("StatefulUniformFullInt", shape=_output(2), static=("algorithm", "shape"), updates=("resource",))
def _full_int(xp, state, algorithm, shape, *, dtype):
    _check_state(state, algorithm)
    dims = _dims(shape)
    count = int(np.prod(dims, dtype=np.int64))
    kind = np.dtype(dtype.as_numpy_dtype)
    each = random_uniform.outputs_per_sample(kind)
    bits = philox.random_bits(xp, *_words(xp, state), -(-count // each))
    if kind.itemsize == 8:
        pairs = bits.reshape(-1, 2).astype(np.uint64)
        bits = pairs[:, 0] | pairs[:, 1] << np.uint64(32)
    return _next(xp, state, count), bits.reshape(-1)[:count].astype(kind).reshape(dims)


@op("RngSkip", shape=rule.no_outputs, static=("algorithm",), updates=("resource",))
def _rng_skip(xp, state, algorithm, delta):
    _check_state(state, algorithm)
    return _skipped(xp, state, xp.asarray(delta).reshape(()).astype(np.uint64) * np.uint64(random_uniform.reserved(1)))


@op("NonDeterministicInts", shape=_output(0), host=True)
def _non_deterministic(xp, shape, *, dtype):
    dims, kind = _dims(shape), np.dtype(dtype.as_numpy_dtype)
    count = int(np.prod(dims, dtype=np.int64))
    return np.frombuffer(os.urandom(count * kind.itemsize), kind).reshape(dims).copy()


no_gradient("StatefulStandardNormal", "StatefulUniformInt", "StatefulUniformFullInt", "RngSkip", "NonDeterministicInts")
