"""Distributions that draw until a candidate is accepted: truncated normal, gamma and Poisson.

Each output (or group of outputs) owns a region of the counter of which it uses as much as it needs, so results do not
depend on the order of work. The NumPy side narrows its arrays to what is still pending; the XLA side repeats whole
passes in a while loop with the finished outputs masked.
"""

from __future__ import annotations

import numpy as np

from penstock.ops.math import special_kernels as special
from penstock.ops.random import native as random_native
from penstock.ops.random import philox
from penstock.ops.random.normal import box_muller, normals_of_lanes, normals_of_words
from penstock.ops.random.uniform import outputs_per_sample, unit_double

_BOUND = 2.0
_RESERVED = 256
# Groups from which on moving the unfinished together takes less time than passing over all of them again.
_WORTH_MOVING = 256


def truncated_normal(xp, key, counter, n: int, dtype):
    """Returns `n` standard normal numbers of `dtype` inside (-2, 2), the same as TensorFlow's TruncatedNormal."""
    dtype = np.dtype(dtype)
    made = random_native.drawn(xp, random_native.TRUNCATED, key, counter, n) if dtype != np.float64 else None
    if made is not None:
        return made.astype(dtype, copy=False)
    group = outputs_per_sample(dtype)
    n_groups = -(-n // group)
    stride = group * _RESERVED // 4
    if xp is np:
        out = np.empty((n_groups, group), dtype)
        for start in range(0, n_groups, philox.CHUNK):
            stop = min(start + philox.CHUNK, n_groups)
            _truncated_chunk(out[start:stop], key, counter, np.arange(start, stop, dtype=np.uint64) * np.uint64(stride))
        return out.reshape(-1)[:n]
    index = xp.arange(n_groups, dtype=xp.uint64) * np.uint64(stride)

    def one_pass(index, j, filled, slots):
        """The groups after sample `j` of each: how many of their outputs are there, and the outputs."""
        for candidate in normals_of_lanes(xp, dtype, philox.lanes(xp, key, counter, index + j)):
            good = xp.abs(candidate) < _BOUND
            slots = tuple(xp.where(good & (filled == s), candidate, slot) for s, slot in enumerate(slots))
            filled = filled + good.astype(filled.dtype)
        return filled, slots

    empty = xp.zeros(n_groups, np.float64 if dtype == np.float64 else np.float32)
    state = one_pass(index, xp.uint64(0), xp.zeros(n_groups, np.int32), (empty,) * group)
    slots = _fill_rest(xp, one_pass, group, index, 1, *state)
    return philox.interleave(xp, [slot.astype(dtype) for slot in slots]).reshape(-1)[:n]


def _fill_rest(xp, one_pass, group, index, j, filled, slots):
    """The outputs of all groups, from those after `j` samples each.

    Five of six groups are full after the first sample, and nearly all after the second, so the others are moved together
    first. Should there be more than there is room for, the loop at the end still fills them.
    """
    from jax import lax

    room = len(index) // 4 + 16
    start = j
    if len(index) >= _WORTH_MOVING:
        (rest,) = xp.nonzero(filled < group, size=room, fill_value=len(index))
        moved = [x.at[rest].get(mode="fill", fill_value=fill) for x, fill in [(index, 0), (filled, group)]]
        some = tuple(slot.at[rest].get(mode="fill", fill_value=0) for slot in slots)
        state = one_pass(moved[0], xp.uint64(j), moved[1], some)
        some = _fill_rest(xp, one_pass, group, moved[0], j + 1, *state)
        slots = tuple(slot.at[rest].set(s, mode="drop") for slot, s in zip(slots, some, strict=True))
        filled = filled.at[rest].set(group, mode="drop")

    def again(state):
        j, filled, slots = state
        return j + np.uint64(1), *one_pass(index, j, filled, slots)

    _, _, slots = lax.while_loop(lambda s: xp.any(s[1] < group), again, (xp.uint64(start), filled, slots))
    return slots


def _truncated_chunk(out, key, counter, index):
    """Fills `out` [n, group]; row i draws from the samples `index[i]`, `index[i] + 1`, ..."""
    group = out.shape[1]
    candidates = normals_of_words(philox.words(key, counter, index), out.dtype)
    good = np.abs(candidates) < _BOUND
    done = good.all(axis=1)
    out[...] = candidates
    rows = np.flatnonzero(~done)
    index, candidates, good = index[rows], candidates[rows], good[rows]
    while rows.size:
        index = index + np.uint64(1)
        fresh = normals_of_words(philox.words(key, counter, index), out.dtype)
        candidates = np.concatenate([candidates, fresh], axis=1)
        good = np.concatenate([good, np.abs(fresh) < _BOUND], axis=1)
        done = np.count_nonzero(good, axis=1) >= group
        first = np.argsort(~good[done], axis=1, kind="stable")[:, :group]
        out[rows[done]] = np.take_along_axis(candidates[done], first, axis=1)
        rows, index, candidates, good = (a[~done] for a in (rows, index, candidates, good))


# ---- loops with a generator per output


def _until_accepted(xp, attempt, constants, state):
    """Repeats `attempt(constants, state) -> state` until `state["done"]` holds everywhere; returns the final state.

    `constants` and `state` are dicts of arrays of one length; an attempt leaves alone what is done.
    """
    if xp is not np:
        from jax import lax

        def body(state):
            new = attempt(constants, state)
            return {name: xp.where(state["done"], state[name], new[name]) for name in state}

        return lax.while_loop(lambda s: ~xp.all(s["done"]), body, state)
    final = {name: np.array(value) for name, value in state.items()}
    rows = np.arange(state["done"].shape[0])
    while rows.size:
        state = attempt(constants, state)
        for name, value in state.items():
            final[name][rows] = value
        open_ = ~state["done"]
        rows = rows[open_]
        constants = {name: value[open_] for name, value in constants.items()}
        state = {name: value[open_] for name, value in state.items()}
    return final


class _Pairs:
    """A source of doubles, two from each sample and the second one first, as the kernels' `remaining` counters do."""

    def __init__(self, xp, name, transform):
        self.xp, self.name, self.transform = xp, name, transform

    def start(self, n):
        xp = self.xp
        return {
            f"{self.name}_left": xp.zeros(n, np.int32),
            f"{self.name}_first": xp.zeros(n, np.float64),
        }

    def take(self, key, counter, constants, state, wanted):
        """Returns a number for every row and the state after; only rows with `wanted` move on."""
        xp, left, first = self.xp, f"{self.name}_left", f"{self.name}_first"
        draw = wanted & (state[left] == 0)
        pair = self.transform(xp, *philox.lanes(xp, key, counter, constants["index"] + state["used"]))
        value = xp.where(draw, pair[1], state[first])
        return value, state | {
            "used": state["used"] + draw.astype(np.uint64),
            first: xp.where(draw, pair[0], state[first]),
            left: xp.where(wanted, 1 - state[left], state[left]),
        }


def _normal_pair(xp, x0, x1, x2, x3):
    return box_muller(xp, unit_double(xp, x0, x1), unit_double(xp, x2, x3))


def _uniform_pair(xp, x0, x1, x2, x3):
    return unit_double(xp, x0, x1), unit_double(xp, x2, x3)


def _per_output(xp, parameter, n_samples):
    """The parameter and the counter offset of each output, in the kernels' order: all samples of the first, ..."""
    parameter = xp.repeat(parameter.reshape(-1).astype(np.float64), n_samples)
    index = xp.arange(parameter.shape[0], dtype=np.uint64) * np.uint64(_RESERVED)
    return parameter, index


def _begin(xp, n, *sources):
    state = {"done": xp.zeros(n, bool), "used": xp.zeros(n, np.uint64), "result": xp.zeros(n, np.float64)}
    for source in sources:
        state |= source.start(n)
    return state


def gamma(xp, key, counter, n_samples: int, alpha, dtype):
    """Returns [n_samples, alpha.size] gamma numbers of `dtype`, by Marsaglia and Tsang's method in float64."""
    concentration, index = _per_output(xp, alpha, n_samples)
    small = concentration < 1
    d = concentration + xp.where(small, 2.0 / 3, -1.0 / 3)
    constants = {"alpha": concentration, "index": index, "d": d, "c": 1.0 / 3 / xp.sqrt(d)}
    normals, uniforms = _Pairs(xp, "normal", _normal_pair), _Pairs(xp, "uniform", _uniform_pair)

    def attempt(constants, state):
        alpha, d = constants["alpha"], constants["d"]
        one = alpha == 1  # an exponential distribution, from a single uniform number
        x, state = normals.take(key, counter, constants, state, ~one)
        v = 1 + constants["c"] * x
        usable = one | ~(v <= 0)  # what is no number is as good as any, rather than drawn for ever
        v = v * v * v
        u, state = uniforms.take(key, counter, constants, state, usable)
        squeeze = u < 1 - 0.0331 * (x * x) * (x * x)
        good = usable & (one | squeeze | (xp.log(u) < 0.5 * x * x + d * (1 - v + xp.log(v))))
        boost, state = uniforms.take(key, counter, constants, state, good & (alpha < 1))
        result = xp.where(alpha < 1, d * v * xp.power(boost, 1 / alpha), d * v)
        return state | {"done": good, "result": xp.where(one, -xp.log(1.0 - u), result)}

    state = _until_accepted(xp, attempt, constants, _begin(xp, index.shape[0], normals, uniforms))
    return state["result"].reshape(-1, n_samples).T.astype(dtype)


def poisson(xp, key, counter, n_samples: int, rate, dtype):
    """Returns [n_samples, rate.size] Poisson numbers of `dtype`: Knuth's products below a rate of 10, else Hormann's
    transformed rejection. A negative rate gives 0; an infinite one, or none, itself (1.15 draws for ever)."""
    mean, index = _per_output(xp, rate, n_samples)
    b = 0.931 + 2.53 * xp.sqrt(xp.maximum(mean, 0.0))
    constants = {
        "rate": mean,
        "index": index,
        "b": b,
        "a": -0.059 + 0.02483 * b,
        "inv_alpha": 1.1239 + 1.1328 / (b - 3.4),
        "log_rate": xp.log(xp.maximum(mean, 0.0)),
        "exp_neg_rate": xp.exp(-mean),
    }
    uniforms = _Pairs(xp, "uniform", _uniform_pair)
    info = np.finfo(dtype) if np.issubdtype(dtype, np.floating) else np.iinfo(dtype)
    largest = float(info.max)

    def attempt(constants, state):
        rate, a, b = constants["rate"], constants["a"], constants["b"]
        knuth, endless = rate < 10, ~(rate < np.inf)
        u, state = uniforms.take(key, counter, constants, state, xp.ones(rate.shape, bool))
        product = state["product"] * u
        enough = (product <= constants["exp_neg_rate"]) & (state["result"] <= largest)
        # From here on for the large rates only.
        v, state = uniforms.take(key, counter, constants, state, ~knuth)
        u = u - 0.5
        shifted = 0.5 - xp.abs(u)
        k = xp.floor((2 * a / shifted + b) * u + rate + 0.43)
        surely = (shifted >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2))
        hopeless = (k < 0) | ((shifted < 0.013) & (v > shifted))
        s = xp.log(v * constants["inv_alpha"] / (a / (shifted * shifted) + b))
        t = -rate + k * constants["log_rate"] - _log_factorial(xp, xp.where(hopeless, 0.0, k))
        accepted = (k <= largest) & (surely | (~hopeless & (s <= t)))
        done = xp.where(knuth, enough, accepted) | endless
        counted = xp.where(enough, state["result"], state["result"] + 1)
        result = xp.where(endless, rate, xp.where(knuth, counted, k))
        return state | {"done": done, "product": product, "result": result}

    state = _begin(xp, index.shape[0], uniforms) | {"product": xp.ones(index.shape[0], np.float64)}
    with np.errstate(invalid="ignore", divide="ignore"):  # what is computed for the other kind of rate
        state = _until_accepted(xp, attempt, constants, state)
    return state["result"].reshape(-1, n_samples).T.astype(dtype)


# log(k!) for the k for which Stirling's series is not exact to double precision.
_LOG_FACTORIALS = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1.0, 24.0)))])


def _log_factorial(xp, k):
    x = xp.maximum(k, 1.0) + 1
    r = 1 / (x * x)
    series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r / 1188)))) / x
    stirling = (x - 0.5) * xp.log(x) - x + 0.5 * np.log(2 * np.pi) + series
    table = xp.asarray(_LOG_FACTORIALS)
    return xp.where(k < 24, table[xp.clip(xp.where(k < 24, k, 0.0), 0, 23).astype(np.int32)], stirling)


def gamma_sample_gradient(xp, alpha, sample):
    """The derivative of gamma samples by their `alpha` (implicit reparameterization), broadcast over both."""
    return special.call(xp, "random_gamma_grad", alpha, sample)
