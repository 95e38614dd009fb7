"""Uniform numbers and integers from Philox bits, one group of outputs of fixed size per 128-bit sample.

The fixed layout (output i comes from sample i // group) is that of TensorFlow's CPU kernels, whose results do not
depend on how they share the work among threads. `reserved` says how far one execution moves the counter.
"""

from __future__ import annotations

import numpy as np

from penstock.ops.random import native as random_native
from penstock.ops.random import philox

# Bit patterns for four lanes in two uint64: mantissa bits kept, exponent of [1, 2) set, per 32-bit lane.
_FLOAT_KEEP, _FLOAT_ONE = np.uint64(0x007FFFFF007FFFFF), np.uint64(0x3F8000003F800000)


def reserved(n_outputs: int) -> int:
    """How many 128-bit samples a kernel with `n_outputs` outputs takes: 256 for each, used or not, as in 1.15."""
    return 256 * n_outputs


def outputs_per_sample(dtype) -> int:
    """How many outputs of `dtype` come from one 128-bit sample: two of 64 bits, four of anything smaller."""
    return 2 if np.dtype(dtype).itemsize == 8 else 4


def uniform(xp, key, counter, n: int, dtype):
    """Returns `n` numbers of [0, 1) of the floating-point `dtype`, the same as TensorFlow's RandomUniform."""
    made = random_native.drawn(xp, random_native.UNIFORM, key, counter, n) if dtype == np.float32 else None
    return fill(xp, key, counter, n, dtype, _uniform_words, _uniform_lanes) if made is None else made


def uniform_int(xp, key, counter, n: int, low, high):
    """Returns `n` integers of [low, high), scalars of one dtype (int32 or int64): `low + bits % (high - low)`."""
    dtype = np.dtype(low.dtype)
    unsigned, low, span = _range(xp, low, high)

    def from_words(out, w):
        _range_words(out, w, unsigned, low, span)

    def from_lanes(dtype, *x):
        bits = x if unsigned is np.uint32 else [_wide(xp, x[1], x[0]), _wide(xp, x[3], x[2])]
        return [(b % xp.maximum(span, unsigned(1)) + low).astype(dtype) for b in bits]

    return fill(xp, key, counter, n, dtype, from_words, from_lanes)


def _range(xp, low, high):
    """The unsigned type that the integers of [low, high) are drawn in, the first of them, and how many there are."""
    unsigned = np.uint32 if np.dtype(low.dtype).itemsize == 4 else np.uint64
    low = xp.asarray(low).astype(unsigned)
    return unsigned, low, xp.asarray(high).astype(unsigned) - low


def _range_words(out, w, unsigned, low, span):
    bits = w.view(unsigned).reshape(out.shape)
    np.remainder(bits, span, out=out.view(unsigned))
    np.add(out.view(unsigned), low, out=out.view(unsigned))


def executions(key, counter, calls: int, n: int, dtype, low=None, high=None) -> np.ndarray:
    """What `uniform`, or with a range `uniform_int`, gives in `calls` executions in a row: an array of [calls, n]; NumPy only."""
    dtype = np.dtype(dtype)
    group = outputs_per_sample(dtype)
    n_groups = -(-n // group)
    starts = np.arange(calls, dtype=np.uint64) * np.uint64(reserved(n))
    index = starts[:, None] + np.arange(n_groups, dtype=np.uint64)
    out = np.empty((calls * n_groups, group), dtype)
    words = philox.words(key, counter, index.reshape(-1))
    if low is None:
        _uniform_words(out, words)
    else:
        _range_words(out, words, *_range(np, low, high))
    return out.reshape(calls, -1)[:, :n]


def fill(xp, key, counter, n, dtype, from_words, from_lanes):
    """Calls `from_words(out, words)` over chunks (NumPy) or `from_lanes(dtype, x0, x1, x2, x3)` once (jax.numpy)."""
    dtype = np.dtype(dtype)
    group = outputs_per_sample(dtype)
    n_groups = -(-n // group)
    if xp is not np:
        x = philox.lanes(xp, key, counter, xp.arange(n_groups, dtype=xp.uint64))
        return philox.interleave(xp, from_lanes(dtype, *x)).reshape(-1)[:n]
    out = np.empty((n_groups, group), dtype)
    for start in range(0, n_groups, philox.CHUNK):
        stop = min(start + philox.CHUNK, n_groups)
        from_words(out[start:stop], philox.words(key, counter, np.arange(start, stop, dtype=np.uint64)))
    return out.reshape(-1)[:n]


# ---- bits to [0, 1)


def _wide(xp, upper, lower):
    return upper.astype(xp.uint64) << 32 | lower.astype(xp.uint64)


def unit_floats(w: np.ndarray) -> np.ndarray:
    """uint64 words (overwritten) to float32 of [0, 1), two for each; NumPy only."""
    np.bitwise_and(w, _FLOAT_KEEP, out=w)
    np.bitwise_or(w, _FLOAT_ONE, out=w)
    floats = w.view(np.float32)
    floats -= np.float32(1)
    return floats


def unit_doubles(w: np.ndarray) -> np.ndarray:
    """uint64 words to float64 of [0, 1), one for each; the word first in memory gives the upper bits. NumPy only."""
    bits = w << np.uint64(32)
    bits |= w >> np.uint64(32)
    bits &= np.uint64(0x000FFFFFFFFFFFFF)
    bits |= np.uint64(0x3FF0000000000000)
    doubles = bits.view(np.float64)
    doubles -= 1.0
    return doubles


def unit_float(xp, x):
    """uint32 to float32 of [0, 1), from the lower 23 bits."""
    return (x & xp.uint32(0x7FFFFF) | xp.uint32(0x3F800000)).view(xp.float32) - xp.float32(1)


def unit_double(xp, x0, x1):
    """Two uint32 to float64 of [0, 1)."""
    bits = _wide(xp, x0 & xp.uint32(0xFFFFF), x1) | xp.uint64(0x3FF0000000000000)
    return bits.view(xp.float64) - xp.float64(1)


def _uniform_words(out, w):
    if out.dtype == np.float32:
        out[...] = unit_floats(w)
    elif out.dtype == np.float64:
        out[...] = unit_doubles(w)
    else:  # ten (float16) or seven (bfloat16) bits of each word
        keep, one = (0x3FF, 0x3C00) if out.dtype == np.float16 else (0x7F, 0x3F80)
        bits = w.view(np.uint32).reshape(out.shape) & np.uint32(keep) | np.uint32(one)
        np.subtract(bits.astype(np.uint16).view(out.dtype), out.dtype.type(1), out=out)


def _uniform_lanes(dtype, *x):
    import jax.numpy as jnp

    if dtype == np.float32:
        return [unit_float(jnp, v) for v in x]
    if dtype == np.float64:
        return [unit_double(jnp, x[0], x[1]), unit_double(jnp, x[2], x[3])]
    keep, one = (0x3FF, 0x3C00) if dtype == np.float16 else (0x7F, 0x3F80)
    return [(v & jnp.uint32(keep) | jnp.uint32(one)).astype(jnp.uint16).view(dtype) - dtype.type(1) for v in x]
