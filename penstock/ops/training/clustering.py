"""Kernels for clusters of points: the nearest centers, and centers chosen at random as k-means++ and k-MC2 choose them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.ops.random import philox

_F = np.float32


class _Draws:
    """One random number after the other, as 1.15's `SimplePhilox` gives them."""

    def __init__(self, seed: int):
        self._key, self._counter = philox.initial(seed, 0)
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            found = philox.random_bits(np, self._key, self._counter, 16)
            self._counter = philox.skip(self._counter, 16)
            self._words = [int(w) for w in found.ravel()[::-1]]
        return self._words.pop()

    def _long(self) -> int:
        low = self._word()
        return low | self._word() << 32

    def below(self, n: int) -> int:
        """A whole number below n."""
        if n & (n - 1) == 0:
            return self._long() & (n - 1)
        left_over = ((1 << 64) - 1) % n + 1
        while True:
            found = self._long()
            if found >= left_over:
                return found % n

    def float(self) -> np.float32:
        """A number in [0, 1), of 23 bits."""
        return _F((self._word() & 0x7FFFFF) * 2.0**-23)


def _scalar(value: Any, name: str) -> int:
    if np.ndim(value):
        raise errors.invalid(f"Input {name} should be a scalar.")
    return int(value)


@op(
    "KmeansPlusPlusInitialization",
    shape=lambda c: [[None if c.const(1) is None else int(c.const(1)), *c.shape(0)[1:2].as_list()]],
    host=True,  # each center depends on those before, and on how often a point is drawn again
)
def _kmeans_plus_plus(xp, points, num_to_sample, seed, num_retries_per_sample):
    if points.ndim != 2:
        raise errors.invalid("Input points should be a matrix.")
    count, retries = _scalar(num_to_sample, "num_to_sample"), _scalar(num_retries_per_sample, "num_retries_per_sample")
    total = points.shape[0]
    if total <= 0:
        raise errors.invalid("Expected points.rows() > 0.")
    if count <= 0:
        raise errors.invalid("Expected num_to_sample > 0.")
    if count > total:
        raise errors.invalid(f"Expected num_to_sample <= points.rows(). {count} vs {total}.")
    retries = retries if retries >= 0 else 2 + int(math.log(count))
    draws = _Draws(_scalar(seed, "seed"))
    halves = _F(0.5) * (points * points).sum(axis=1, dtype=_F)
    nearest = np.full(total, np.inf, _F)
    sums = np.zeros(total, _F)
    chosen: list[int] = []

    def drawn() -> int:
        if not chosen:
            return draws.below(total)
        while True:
            place = int(np.searchsorted(sums, draws.float() * sums[-1], side="right"))
            if place not in chosen:
                return place

    def with_point(place: int) -> np.ndarray:
        place = min(place, total - 1)
        return np.minimum(nearest, halves - points @ points[place] + halves[place])

    for i in range(count):
        if i:
            sums = np.cumsum(nearest, dtype=_F)
        best, best_sum, best_nearest = 0, np.inf, nearest
        for _ in range(1 + retries):
            place = drawn()
            found = with_point(place)
            potential = found.sum(dtype=_F)
            if potential < best_sum or not retries:
                best, best_sum, best_nearest = place, potential, found
        nearest = best_nearest
        chosen.append(min(best, total - 1))
    return points[chosen]


@op("KMC2ChainInitialization", shape=rule.scalar, host=True)
def _kmc2_chain(xp, distances, seed):
    if distances.ndim != 1:
        raise errors.invalid("Input distances should be a vector.")
    if not len(distances):
        raise errors.invalid("Expected distances_tensor.size() > 0.")
    draws = _Draws(_scalar(seed, "seed"))
    place = 0
    for i in range(1, len(distances)):
        if distances[i] > draws.float() * distances[place]:
            place = i
    return np.int64(place)


def _neighbors_rule(c):
    points, centers, k = rule.with_rank(c.shape(0), 2), rule.with_rank(c.shape(1), 2), c.const(2)
    many = centers.as_list()[0]
    width = None if k is None or (many is None and int(k) != 1) else int(k) if many is None else min(int(k), many)
    return [[points.as_list()[0], width]] * 2


@op("NearestNeighbors", shape=_neighbors_rule, static=("k",))
def _nearest_neighbors(xp, points, centers, k):
    for name, value in (("points", points), ("centers", centers)):
        if value.ndim != 2:
            raise errors.invalid(f"Input {name} should be a matrix.")
    if points.shape[0] <= 0:
        raise errors.invalid("Expected points.rows() > 0.")
    if points.shape[1] != centers.shape[1]:
        raise errors.invalid(
            f"Expected point_dimensions == center_dimensions: {points.shape[1]} vs {centers.shape[1]}."
        )
    k = min(_scalar(k, "k"), centers.shape[0])
    if not k:
        return xp.zeros((points.shape[0], 0), np.int64), xp.zeros((points.shape[0], 0), _F)
    half = _F(0.5) * (centers * centers).sum(axis=1)[None] - points @ centers.T
    if k == 1:
        places = half.argmin(axis=1)[:, None]
    else:
        places = xp.argsort(half, axis=1, stable=True)[:, :k]
    found = _F(2) * xp.take_along_axis(half, places, axis=1) + (points * points).sum(axis=1, keepdims=True)
    return places.astype(np.int64), found.astype(_F)


no_gradient("KmeansPlusPlusInitialization", "KMC2ChainInitialization", "NearestNeighbors")
