"""Updating some rows of several arrays at once, a row that is named twice being updated twice, one after the other.

This is what 1.15's sparse training kernels did with a loop over the indices. Rows do not depend on each other, so the
first occurrences of all indices can be done together, then the second ones, and so on: without duplicates, one round.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array

Rule = Callable[[tuple, Any], tuple]
_MAX_INDICES_FOR_SET = 4096  # up to so many indices, a set finds faster than sorting that none is there twice


def update(xp: ModuleType, rule: Rule, arrays: tuple, grad: Array, indices: Array, distinct: bool = False) -> tuple:
    """New values of `arrays`, with `rule(rows of each, rows of grad) -> new rows` applied at `indices`.

    Args:
      arrays: of equal first dimension.
      grad: one row for each of `indices`.
      indices: a vector; the caller checks its range (XLA ignores what is out of it).
      distinct: whether no index comes twice, apart from padding.
    """
    if not indices.shape[0]:
        return tuple(a[...] for a in arrays)
    if xp is np:
        return _numpy(rule, arrays, grad, indices, distinct)
    return _xla_once(xp, rule, arrays, grad, indices) if distinct else _xla(xp, rule, arrays, grad, indices)


def _numpy(rule: Rule, arrays: tuple, grad: np.ndarray, indices: np.ndarray, distinct: bool) -> tuple:
    out = tuple(np.array(a) for a in arrays)
    for chosen in [slice(None)] if distinct else _rounds(indices):
        i = indices[chosen]
        for array, rows in zip(out, rule(tuple(a.take(i, 0) for a in out), grad[chosen]), strict=True):
            array[i] = rows
    return out


def _rounds(indices: np.ndarray) -> list[Any]:
    """Selections of positions: the first holds each index's first occurrence, the second its second one, ..."""
    if len(indices) <= _MAX_INDICES_FOR_SET and len(set(indices.tolist())) == len(indices):
        return [slice(None)]
    order = np.argsort(indices, kind="stable")
    first = np.concatenate([[True], np.diff(indices[order]) != 0])
    if first.all():
        return [slice(None)]
    start = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    occurrence = np.empty(len(order), np.intp)
    occurrence[order] = np.arange(len(order)) - start
    return [np.flatnonzero(occurrence == r) for r in range(occurrence.max() + 1)]


def _xla_once(xp: ModuleType, rule: Rule, arrays: tuple, grad: Array, indices: Array) -> tuple:
    from jax import lax

    arrays, grad, indices = lax.optimization_barrier((tuple(xp.asarray(a) for a in arrays), grad, indices))
    target = xp.where(indices >= 0, indices, arrays[0].shape[0])  # padding is written outside, which means not at all
    rows = rule(tuple(a.at[indices].get(mode="clip") for a in arrays), grad)
    return tuple(a.at[target].set(r, mode="drop") for a, r in zip(arrays, rows, strict=True))


def _xla(xp: ModuleType, rule: Rule, arrays: tuple, grad: Array, indices: Array) -> tuple:
    from jax import lax

    # All reads of the old arrays come first (the gradient depends on them): then XLA can update them in place.
    arrays, grad, indices = lax.optimization_barrier((tuple(xp.asarray(a) for a in arrays), grad, indices))
    positions = xp.arange(indices.shape[0])
    order = xp.argsort(indices, stable=True)
    ordered = xp.asarray(indices)[order]
    first = xp.concatenate([xp.ones(1, bool), ordered[1:] != ordered[:-1]])
    occurrence = xp.zeros_like(positions).at[order].set(positions - lax.cummax(xp.where(first, positions, 0)))
    outside = arrays[0].shape[0]

    def body(carry: tuple) -> tuple:
        done, arrays = carry
        # A row that is not of this round is written outside of the array, which means not at all.
        target = xp.where((occurrence == done) & (indices >= 0), indices, outside)
        rows = rule(tuple(a.at[indices].get(mode="clip") for a in arrays), grad)
        return done + 1, tuple(
            a.at[target].set(r, mode="drop", unique_indices=False) for a, r in zip(arrays, rows, strict=True)
        )

    rounds = xp.max(occurrence) + 1
    start = (xp.zeros_like(rounds), arrays)
    return lax.while_loop(lambda carry: carry[0] < rounds, body, start)[1]
