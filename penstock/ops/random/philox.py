"""Philox 4x32-10, the counter-based generator behind every random operation of TensorFlow.

A generator is a pair of arrays, `key` (uint32[2]) and `counter` (uint32[4], least significant word first); one counter
value gives one *sample* of 128 bits, four uint32 words. All functions are pure and serve both tiers: `xp` is `numpy` or
`jax.numpy`, and with the latter key and counter may be tracers. The distributions are in the `random_*` modules beside.
"""

from __future__ import annotations

import numpy as np

from penstock.ops.random import native as random_native

# Samples per pass of the NumPy code: the state and its scratch arrays (6 x 64 KiB) stay in the L2 cache.
CHUNK = 8192
# Up to this many samples Python integers are faster than NumPy (4 us each against 50 us for the lot).
_MAX_SCALAR_SAMPLES = 10

_MASK = 0xFFFFFFFF
_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_SHIFT = np.uint64(32)

# The fixed key that scrambles the seed of the stateless operations.
_SCRAMBLE_KEY = (0x3EC8F720, 0x02461E29)


def initial(seed: int, seed2: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the `(key, counter)` with which an operation with attributes `seed`, `seed2` begins.

    >>> initial(1, 2)
    (array([1, 0], dtype=uint32), array([0, 0, 2, 0], dtype=uint32))
    """
    key = np.array([seed & _MASK, (seed >> 32) & _MASK], np.uint32)
    counter = np.array([0, 0, seed2 & _MASK, (seed2 >> 32) & _MASK], np.uint32)
    return key, counter


def skip(counter: np.ndarray, n: int) -> np.ndarray:
    """Returns `counter` advanced by `n` samples of 128 bits (host side; wraps around at 2**128).

    >>> skip(np.array([0xFFFFFFFF, 0, 0, 0], np.uint32), 1)
    array([0, 1, 0, 0], dtype=uint32)
    """
    value = (whole(counter) + n) % (1 << 128)
    return np.frombuffer(value.to_bytes(16, "little"), "<u4")


def whole(counter: np.ndarray) -> int:
    """The four words as one number."""
    a, b, c, d = counter.tolist()
    return a | b << 32 | c << 64 | d << 96


def random_bits(xp, key, counter, n_groups: int):
    """Returns the next `n_groups` samples as uint32[n_groups, 4]."""
    if xp is np:
        made = random_native.drawn(np, random_native.BITS, key, counter, 4 * n_groups)
        if made is not None:
            return made.reshape(n_groups, 4)
        out = np.empty((n_groups, 2), np.uint64)
        for start in range(0, n_groups, CHUNK):
            stop = min(start + CHUNK, n_groups)
            out[start:stop] = words(key, counter, np.arange(start, stop, dtype=np.uint64))
        return out.view(np.uint32)
    return interleave(xp, lanes(xp, key, counter, xp.arange(n_groups, dtype=xp.uint64)))


# Samples for executions to come: (key, start, count) → uint32[count, 4], or None where one is expected.
_ahead: dict[tuple[int, int, int, int], np.ndarray | None] = {}
_STEPS_AHEAD = 16


def strided_bits(key: np.ndarray, counter: np.ndarray, n_groups: int, stride: int) -> np.ndarray:
    """`random_bits` in NumPy, for an operation that takes few samples and moves its counter by `stride` in each execution.

    Without the kernel in C, sixteen executions' samples cost hardly more than one's: from the second on they are made together.
    """
    made = random_native.drawn(np, random_native.BITS, key, counter, 4 * n_groups)
    if made is not None:
        return made.reshape(-1, 4)
    start = whole(counter)
    k0, k1 = int(key[0]), int(key[1])
    wanted = (k0, k1, start, n_groups)
    if wanted not in _ahead:
        if len(_ahead) > 64 * _STEPS_AHEAD:
            _ahead.clear()
        _ahead[(k0, k1, start + stride, n_groups)] = None
        return random_bits(np, key, counter, n_groups)
    made = _ahead.pop(wanted, None)
    if made is not None:
        return made
    steps = np.arange(_STEPS_AHEAD, dtype=np.uint64) * np.uint64(stride)
    index = (steps[:, None] + np.arange(n_groups, dtype=np.uint64)).reshape(-1)
    blocks = words(key, counter, index).view(np.uint32).reshape(_STEPS_AHEAD, n_groups, 4)
    for i in range(1, _STEPS_AHEAD):
        _ahead[(k0, k1, start + i * stride, n_groups)] = blocks[i]
    _ahead[(k0, k1, start + _STEPS_AHEAD * stride, n_groups)] = None
    return blocks[0]


def interleave(xp, parts):
    """Stacks arrays of shape [n] to [n, len(parts)].

    In XLA on the CPU a choice by column is forty times faster than its concatenation along the last dimension; the
    barrier keeps it from computing the parts once for each column.
    """
    if xp is np:
        return np.stack(parts, axis=-1)
    from jax import lax

    parts = lax.optimization_barrier(tuple(parts))
    shape = (parts[0].shape[0], len(parts))
    column = lax.broadcasted_iota(np.int32, shape, 1)
    result = xp.broadcast_to(parts[-1][:, None], shape)
    for i in range(len(parts) - 1):
        result = xp.where(column == i, parts[i][:, None], result)
    return result


def words(key: np.ndarray, counter: np.ndarray, index: np.ndarray) -> np.ndarray:
    """The samples at `counter + index` (uint64[n]) as uint64[n, 2], four uint32 words in memory order; NumPy only."""
    start = whole(counter)
    if index.shape[0] <= _MAX_SCALAR_SAMPLES:
        return np.array([_one_sample(key, start + i) for i in index.tolist()], np.uint64).reshape(-1, 2)
    low = index + np.uint64(start & 0xFFFFFFFFFFFFFFFF)
    upper = low >> _SHIFT
    if upper[0] == upper[-1] and upper.min() == upper.max() and low[0] >= index[0]:
        return _rounds(key, low, (start >> 64) << 32 | int(upper[0]))
    # Somewhere the lowest word of the counter wraps around: work on the two sides apart.
    out = np.empty((index.shape[0], 2), np.uint64)
    for value in np.unique(upper):
        here = np.flatnonzero(upper == value)
        out[here] = _rounds(key, low[here], (start + int(index[here[0]])) >> 32)
    return out


def _rounds(key, low, upper):
    """Ten rounds for the counters `upper * 2**32 + low % 2**32`.

    Two uint64 arrays hold the state, (x0, x1) and (x2, x3) with the first in the upper half; so one multiplication
    brings both halves of the product to their places. In the first two rounds only one of the two arrays varies.
    """
    upper &= (1 << 96) - 1
    x1, x2, x3 = (upper >> shift & _MASK for shift in (0, 32, 64))
    keys = [tuple(((int(key[i]) + r * _KEY_STEPS[i]) & _MASK) << 32 for i in (0, 1)) for r in range(_ROUNDS)]
    factor_a, factor_b = (np.uint64(m) for m in _MULTIPLIERS)
    first = (x2 * _MULTIPLIERS[1]) ^ (x1 << 32) ^ keys[0][0]
    b = low & np.uint64(_MASK)
    b *= factor_a
    b ^= np.uint64(x3 << 32 ^ keys[0][1])
    a = b >> _SHIFT
    a *= factor_b
    a ^= np.uint64((first & _MASK) << 32 ^ keys[1][0])
    b <<= _SHIFT
    b ^= np.uint64((first >> 32) * _MULTIPLIERS[0] ^ keys[1][1])
    product_a, product_b = np.empty_like(a), np.empty_like(a)
    for key_a, key_b in keys[2:]:
        np.right_shift(a, _SHIFT, product_a)
        np.multiply(product_a, factor_a, product_a)
        np.right_shift(b, _SHIFT, product_b)
        np.multiply(product_b, factor_b, product_b)
        np.left_shift(a, _SHIFT, a)
        np.bitwise_xor(a, np.uint64(key_a), a)
        np.bitwise_xor(a, product_b, a)
        np.left_shift(b, _SHIFT, b)
        np.bitwise_xor(b, np.uint64(key_b), b)
        np.bitwise_xor(b, product_a, b)
    # The first word of a pair sits in the upper half; in memory (little-endian) it must be in the lower one.
    out = np.empty((a.shape[0], 2), np.uint64)
    for column, pair in enumerate((a, b)):
        np.right_shift(pair, _SHIFT, product_a)
        np.left_shift(pair, _SHIFT, pair)
        np.bitwise_or(pair, product_a, out[:, column])
    return out


def _one_sample(key, counter: int) -> tuple[int, int]:
    """One sample in Python integers: for a handful of samples faster than a hundred calls of NumPy."""
    mask, (m0, m1), (s0, s1) = _MASK, _MULTIPLIERS, _KEY_STEPS
    x0, x1, x2, x3 = counter & mask, counter >> 32 & mask, counter >> 64 & mask, counter >> 96 & mask
    k0, k1 = key.tolist()
    for _ in range(_ROUNDS):
        p0, p1 = x0 * m0, x2 * m1
        x0, x1, x2, x3 = p1 >> 32 ^ x1 ^ k0, p1 & mask, p0 >> 32 ^ x3 ^ k1, p0 & mask
        k0, k1 = k0 + s0 & mask, k1 + s1 & mask
    return x0 | x1 << 32, x2 | x3 << 32


def lanes(xp, key, counter, index):
    """The samples at `counter + index` (uint64, any shape) as four uint32 arrays of `index`'s shape."""
    if xp is np:
        parts = words(key, counter, np.ravel(index)).view(np.uint32)
        return tuple(parts[:, i].reshape(np.shape(index)) for i in range(4))
    u32, u64 = xp.uint32, xp.uint64
    key, counter = xp.asarray(key), xp.asarray(counter)
    base = counter[0].astype(u64) | counter[1].astype(u64) << 32
    upper = counter[2].astype(u64) | counter[3].astype(u64) << 32
    low = index + base
    upper = upper + (low < base).astype(u64)
    x0, x1 = low.astype(u32), (low >> 32).astype(u32)
    x2, x3 = upper.astype(u32), (upper >> 32).astype(u32)
    k0, k1 = key[0], key[1]
    for r in range(_ROUNDS):
        p0 = x0.astype(u64) * np.uint64(_MULTIPLIERS[0])
        p1 = x2.astype(u64) * np.uint64(_MULTIPLIERS[1])
        r0 = k0 + np.uint32(r * _KEY_STEPS[0] & _MASK)
        r1 = k1 + np.uint32(r * _KEY_STEPS[1] & _MASK)
        x0, x1, x2, x3 = (
            (p1 >> 32).astype(u32) ^ x1 ^ r0,
            p1.astype(u32),
            (p0 >> 32).astype(u32) ^ x3 ^ r1,
            p0.astype(u32),
        )
    return x0, x1, x2, x3


def stateless(xp, seed):
    """Returns the `(key, counter)` of a stateless operation, from its `seed` (int32[2] or int64[2], maybe traced)."""
    wide = xp.asarray(seed).astype(xp.int64).astype(xp.uint64)
    halves = [wide[i] >> s & xp.uint64(_MASK) for i in (0, 1) for s in (xp.uint64(0), xp.uint64(32))]
    counter = xp.stack([half.astype(xp.uint32) for half in halves])
    mix = random_bits(xp, np.array(_SCRAMBLE_KEY, np.uint32), counter, 1)[0]
    return mix[:2], xp.concatenate([xp.zeros(2, xp.uint32), mix[2:]])
