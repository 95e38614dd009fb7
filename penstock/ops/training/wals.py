"""Kernels of weighted alternating least squares: the normal equations of each row, and products at some places only.

Both work through the entries of a sparse matrix row by row, of which each has as many as it has; so they are on the host.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op


def _check(ok: bool, text: str) -> None:
    if not ok:
        raise errors.InvalidArgumentError(None, None, text)


def _equation_shapes(c: rule.Context) -> list[Any]:
    size = c.shape(0)[1].value if c.shape(0).ndims == 2 else None
    return [[None, size, size], [None, size]]


@op(
    "WALSComputePartialLhsAndRhs",
    shape=_equation_shapes,
    host=True,
    sig=opdef.parse_signature(
        [
            "factors: float32",
            "factor_weights: float32",
            "unobserved_weights: float32",
            "input_weights: float32",
            "input_indices: int64",
            "input_values: float32",
            "entry_weights: float32",
            "input_block_size: int64",
            "input_is_transpose: bool",
        ],
        ["partial_lhs: float32", "partial_rhs: float32"],
        [],
    ),
)
def _normal_equations(
    xp,
    factors,
    factor_weights,
    unobserved_weights,
    input_weights,
    input_indices,
    input_values,
    entry_weights,
    input_block_size,
    input_is_transpose,
):
    _check(factors.ndim == 2, "Input factors should be a matrix.")
    _check(input_indices.ndim == 2 and input_indices.shape[1] == 2, "Input input_indices should have two columns.")
    _check(len(input_values) == len(input_indices), "Input input_values and input_indices should have the same length.")
    of_entries = entry_weights.size > 0
    if of_entries:
        _check(not (factor_weights.size or input_weights.size), "Weights of entries and of rows exclude each other.")
    else:
        _check(len(factor_weights) == len(factors), "Input factor_weights should have one weight for each factor.")
    rows, columns = input_indices.T[::-1] if input_is_transpose else input_indices.T
    size, count = factors.shape[1], int(input_block_size)
    _check(not rows.size or (rows.min() >= 0 and rows.max() < count), f"Rows must be in [0, {count}).")
    _check(not rows.size or (columns.min() >= 0 and columns.max() < len(factors)), "Columns must have a factor.")
    weights = entry_weights if of_entries else input_weights[rows] * factor_weights[columns]
    lhs = np.zeros((count, size, size), np.float32)
    rhs = np.zeros((count, size), np.float32)
    order = np.argsort(rows, kind="stable")
    ends = np.searchsorted(rows[order], np.arange(count + 1))
    pulled = (weights + unobserved_weights) * input_values
    for row in range(count):
        here = order[ends[row] : ends[row + 1]]
        if here.size:
            seen = factors[columns[here]]
            lhs[row] = (seen * weights[here, None]).T @ seen
            rhs[row] = pulled[here] @ seen
    return lhs, rhs


@op(
    "MaskedMatmul",
    shape=lambda c: [[c.shape(2)[0].value if c.shape(2).ndims == 2 else None]],
    host=True,
    sig=opdef.parse_signature(
        ["a: float32", "b: float32", "mask_indices: int64", "transpose_a: bool", "transpose_b: bool"],
        ["prod_values: float32"],
        [],
    ),
)
def _masked_matmul(xp, a, b, mask_indices, transpose_a, transpose_b):
    _check(a.ndim == 2 and b.ndim == 2, "Inputs a and b should be matrices.")
    _check(mask_indices.ndim == 2 and mask_indices.shape[1] == 2, "Input mask_indices should have two columns.")
    left, right = a.T if transpose_a else a, b if transpose_b else b.T
    _check(left.shape[1] == right.shape[1], "The inner dimensions of a and b should be equal.")
    rows, columns = mask_indices.T
    _check(not rows.size or (rows.min() >= 0 and rows.max() < len(left)), "Row index out of range.")
    _check(not rows.size or (columns.min() >= 0 and columns.max() < len(right)), "Column index out of range.")
    return np.einsum("nk,nk->n", left[rows], right[columns])


no_gradient("WALSComputePartialLhsAndRhs", "MaskedMatmul")
