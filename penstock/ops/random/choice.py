"""Random permutations, choices by log-probability, and normal numbers between given bounds.

In TensorFlow all three read one stream of the counter from its beginning. The last two also depend there on how many
threads share the work; here they give what one thread gives.
"""

from __future__ import annotations

import numpy as np

from penstock.graph import errors
from penstock.ops.random import philox
from penstock.ops.random.normal import box_muller
from penstock.ops.random.uniform import unit_double, unit_doubles, unit_floats

# ---- RandomShuffle


def shuffle_reserved(size: int) -> int:
    """How many 128-bit samples a shuffle of `size` rows takes from the counter: one word for each swap."""
    return (size - 1 + 3) // 4 if size > 1 else 0


def permutation(xp, key, counter, size: int):
    """Returns the order (int32[size]) in which RandomShuffle puts the rows of its input."""
    if size <= 1:
        return xp.arange(size, dtype=np.int32)
    bits = philox.random_bits(xp, key, counter, shuffle_reserved(size)).reshape(-1)[: size - 1]
    # Fisher-Yates from the front: row i changes places with one of the rows i, i + 1, ...
    partner = (bits % xp.arange(size, 1, -1, dtype=np.uint32)).astype(np.int32) + xp.arange(size - 1, dtype=np.int32)
    if xp is np:
        order = list(range(size))
        for i, j in enumerate(partner.tolist()):
            order[i], order[j] = order[j], order[i]
        return np.array(order, np.int32)
    from jax import lax

    def swap(i, order):
        j = partner[i]
        here, there = order[i], order[j]
        return order.at[i].set(there).at[j].set(here)

    return lax.fori_loop(0, size - 1, swap, xp.arange(size, dtype=np.int32))


# ---- Multinomial


def multinomial_reserved(batch: int, n_samples: int) -> int:
    """How many 128-bit samples Multinomial takes from the counter."""
    return batch * ((n_samples + 3) // 4 * 4) * 2 * 256


def multinomial(xp, key, counter, logits, n_samples: int, dtype):
    """Returns [batch, n_samples] class numbers of `dtype`, drawn by the unnormalized log-probabilities `logits`."""
    batch, classes = logits.shape
    finite = xp.isfinite(logits)
    wide = logits.astype(np.float64)
    top = xp.max(xp.where(finite, wide, -np.inf), axis=1, keepdims=True)
    cdf = xp.cumsum(xp.where(finite, xp.exp(wide - top), 0.0), axis=1)
    n = batch * n_samples
    if xp is np:
        u = unit_doubles(philox.random_bits(np, key, counter, (n + 1) // 2).view(np.uint64)).reshape(-1)
    else:
        x = philox.lanes(xp, key, counter, xp.arange((n + 1) // 2, dtype=np.uint64))
        u = philox.interleave(xp, [unit_double(xp, x[0], x[1]), unit_double(xp, x[2], x[3])]).reshape(-1)
    sought = u[:n].reshape(batch, n_samples) * cdf[:, -1:]
    if xp is not np:
        import jax

        return jax.vmap(lambda c, s: xp.searchsorted(c, s, side="right"))(cdf, sought).astype(dtype)
    if n * classes <= 1 << 20:
        return (cdf[:, None, :] <= sought[:, :, None]).sum(axis=2, dtype=dtype)
    return np.stack([np.searchsorted(c, s, side="right") for c, s in zip(cdf, sought)]).astype(dtype)


# ---- ParameterizedTruncatedNormal

_MAX_TRIES = 1000
_BATCH = 100
# From this many standard deviations inside of the bounds on, normal numbers are drawn and rejected.
_NORMAL_FROM = 1.3


def batches(shape, *parameters) -> tuple[int, int]:
    """(number of batches, outputs in each): by rows, or by hundreds when all rows have the same parameters."""
    means, stdevs, minvals, maxvals = parameters
    rows = int(shape[0])
    per_row = int(np.prod(shape[1:], dtype=np.int64))
    if means.size == stdevs.size == 1 and minvals.ndim == maxvals.ndim == 0:
        return -(-rows * per_row // _BATCH), _BATCH
    return rows, per_row


def bounded_reserved(n_batches: int, per_batch: int) -> int:
    """How many 128-bit samples ParameterizedTruncatedNormal takes from the counter."""
    return n_batches * 2 * _MAX_TRIES * (per_batch + 3) // 4


def bounded_normal(key, counter, shape, means, stdevs, minvals, maxvals):
    """Returns normal numbers of `shape` with a mean, deviation and bounds for each row; NumPy only."""
    n_batches, per_batch = batches(shape, means, stdevs, minvals, maxvals)
    out = np.empty(int(np.prod(shape, dtype=np.int64)), means.dtype)
    stream = _Stream(key, counter, out.dtype)
    flat = [p.reshape(-1) for p in (means, stdevs, minvals, maxvals)]
    for b in range(n_batches):
        parameters = [p[0 if p.size == 1 else b] for p in flat]
        part = out[b * per_batch : (b + 1) * per_batch]
        _bounded_batch(stream, part, *parameters)
    return out.reshape(shape)


class _Stream:
    """Groups of uniform numbers in the order of the counter, made ahead in blocks."""

    def __init__(self, key, counter, dtype):
        self.key, self.counter, self.dtype = key, counter, dtype
        self.width = 2 if dtype == np.float64 else 4
        self.at = 0
        self._block, self._start = np.empty((0, self.width)), 0

    def groups(self, n):
        """The next `n` groups, [n, width]; they stay next until `at` is moved."""
        if self.at + n > self._start + len(self._block):
            size = max(n, 1024)
            index = np.arange(self.at, self.at + size, dtype=np.uint64)
            w = philox.words(self.key, self.counter, index)
            self._block = self._uniform(w)
            self._start = self.at
        begin = self.at - self._start
        return self._block[begin : begin + n]

    def _uniform(self, w):
        if self.dtype == np.float64:
            return unit_doubles(w)
        if self.dtype == np.float32:
            return unit_floats(w)
        # Kept as raw bits: half-precision uniform numbers take other bits than the floats of the normal ones.
        return w.view(np.uint32)

    def uniforms(self, groups):
        if self.dtype != np.float16:
            return groups
        bits = (groups & np.uint32(0x3FF) | np.uint32(0x3C00)).astype(np.uint16)
        return bits.view(np.float16) - np.float16(1)

    def normals(self, groups):
        if self.dtype == np.float16:
            groups = unit_floats(groups.copy().view(np.uint64))
        out = np.empty(groups.shape, self.dtype)
        for i in range(0, self.width, 2):
            out[:, i], out[:, i + 1] = box_muller(np, groups[:, i], groups[:, i + 1])
        return out


def _bounded_batch(stream, out, mean, stdev, low, high):
    T = out.dtype.type
    if not (stdev > 0 and low < high and (np.isfinite(low) or np.isfinite(high))):
        raise errors.InvalidArgumentError(None, None, "Invalid parameters")
    # Turned around if needed, so that a single bound is the lower one and bounds on one side are positive.
    if low == -np.inf or high < mean:
        low, high, stdev = high, low, -stdev
    norm_low, norm_high = (low - mean) / stdev, (high - mean) / stdev
    root = np.sqrt(norm_low * norm_low + T(4))
    cutoff = T(2) * np.exp(T(0.5) + (norm_low * (norm_low - root)) / T(4)) / (norm_low + root)
    span = norm_high - norm_low
    limit = T(_NORMAL_FROM)

    if (norm_low < -limit and norm_high >= 0) or (norm_high > limit and norm_low <= 0):
        take, most = 1, _MAX_TRIES

        def candidates(groups):
            z = stream.normals(groups)
            return z, (z >= norm_low) & (z <= norm_high)

        kind = "randn rejection sampler failed to accept a sample."
    elif span < cutoff:
        take, most = 2, _MAX_TRIES - 2
        plus = T(0) if norm_low < 0 else norm_low * norm_low

        def candidates(groups):
            u = stream.uniforms(groups)
            z = u[::2] * span + norm_low
            return z, u[1::2] <= np.exp((plus - z * z) / T(2))

        kind = "uniform rejection sampler failed to  accept a sample."
    else:
        take, most = 1, _MAX_TRIES - 2
        alpha = (norm_low + root) / T(2)

        def candidates(groups):
            u = stream.uniforms(groups)
            z = -np.log(u[:, ::2]) / alpha + norm_low
            x = alpha - z if norm_low < alpha else np.full_like(z, norm_low - alpha)
            return z, (u[:, 1::2] <= np.exp(-x * x / T(2))) & (z < norm_high)

        kind = "exponential distribution rejection sampler failed to accept a sample."

    filled, misses = 0, 0
    while filled < out.size:
        n = take * max(4, (out.size - filled) // stream.width + 1)
        z, good = candidates(stream.groups(n))
        hits = np.flatnonzero(good)[: out.size - filled]
        runs = np.diff(np.concatenate([[-1 - misses], hits, [] if filled + hits.size == out.size else [good.size]])) - 1
        if runs.size and runs.max() > most:
            raise errors.InternalError(None, None, f"TruncatedNormal {kind}")
        misses = int(runs[-1]) if runs.size else misses
        out[filled : filled + hits.size] = z.reshape(-1)[hits] * stdev + mean
        filled += hits.size
        # A batch ends in the middle of a group; the rest of that group is not used.
        used = n if filled < out.size else take * (int(hits[-1]) // z.shape[1] + 1)
        stream.at += used
