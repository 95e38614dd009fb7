"""Matrices with three diagonals: products and equations in linear time, with their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op

# -- kernels --------------------------------------------------------------------------------------------------------------


def _mat_mul_rule(c):
    above, middle, below, rhs = (rule.with_rank_at_least(s, 2) for s in c.shapes)
    merged = rule.merge(above, middle)
    rule.merge(below[:-2], rule.merge(middle[:-2], rhs[:-2]))
    middle = rule.merge(below, merged)
    rule.merge_dims(rule.dim(middle, -1), rule.dim(rhs, -2))
    rule.with_value(rule.dim(middle, -2), 1)
    return [rhs]


def _solve_rule(c):
    diagonals, rhs = (rule.with_rank_at_least(s, 2) for s in c.shapes)
    rule.merge(diagonals[:-2], rhs[:-2])
    rule.merge_dims(rule.dim(diagonals, -1), rule.dim(rhs, -2))
    rule.with_value(rule.dim(diagonals, -2), 3)
    return [rhs]


@op("TridiagonalMatMul", shape=_mat_mul_rule)
def _tridiagonal_mat_mul(xp, superdiag, maindiag, subdiag, rhs):
    above, middle, below = (xp.asarray(d).swapaxes(-1, -2) for d in (superdiag, maindiag, subdiag))
    rhs = xp.asarray(rhs)
    if middle.shape[-2] != rhs.shape[-2]:
        raise errors.invalid(f"Expected {rhs.shape[-2]} elements in a diagonal, got {middle.shape[-2]}")
    zero = xp.zeros_like(rhs[..., :1, :])
    after = xp.concatenate([rhs[..., 1:, :], zero], axis=-2) if rhs.shape[-2] else rhs
    before = xp.concatenate([zero, rhs[..., :-1, :]], axis=-2) if rhs.shape[-2] else rhs
    return middle * rhs + above * after + below * before


# Pivoting depends on the data, and is sequential: nothing for XLA.
@op("TridiagonalSolve", shape=_solve_rule, host=True)
def _tridiagonal_solve(xp, diagonals, rhs, *, partial_pivoting):
    from scipy.linalg import LinAlgError, solve_banded

    if diagonals.shape[-2] != 3:
        raise errors.invalid(f"Expected diagonals to have 3 rows, got {diagonals.shape[-2]}")
    if diagonals.shape[-1] != rhs.shape[-2]:
        raise errors.invalid("The number of left-hand sides and right-hand sides must be equal.")
    out = np.empty(rhs.shape, rhs.dtype)
    for i in np.ndindex(*diagonals.shape[:-2]):
        band = np.zeros(diagonals.shape[-2:], diagonals.dtype)
        band[0, 1:] = diagonals[i][0, :-1]
        band[1] = diagonals[i][1]
        band[2, :-1] = diagonals[i][2, 1:]
        if not partial_pivoting and band.size and band[1, 0] == 0:
            raise errors.invalid(
                "The matrix is either not invertible, or requires pivoting. Try setting partial_pivoting = True."
            )
        try:
            out[i] = solve_banded((1, 1), band, rhs[i], check_finite=False) if rhs[i].size else rhs[i]
        except LinAlgError:
            raise errors.invalid("The matrix is not invertible.") from None
        if not np.isfinite(out[i]).all() and np.isfinite(band).all() and np.isfinite(rhs[i]).all():
            raise errors.invalid("The matrix is not invertible.")
    return out


# -- gradients --------------------------------------------------------------------------------------------------------------


def _moved(x: Tensor, by: int, axis: int = -2) -> Tensor:
    """`x` moved along its last or last but one dimension, with zeros behind it."""
    part = (x[..., 1:, :] if by < 0 else x[..., :-1, :]) if axis == -2 else (x[..., 1:] if by < 0 else x[..., :-1])
    pad = [[0, 1] if by < 0 else [1, 0]] + [[0, 0]] * (axis == -2)
    outer = tf.zeros((tf.rank(x) - len(pad), 2), dtype=tf.int32)
    return tf.pad(part, tf.concat([outer, tf.constant(pad)], axis=0))


@gradient("TridiagonalMatMul")
def _tridiagonal_mat_mul_grad(op, grad):
    above, middle, below = (tf.matrix_transpose(d, conjugate=True) for d in op.inputs[:3])
    rhs = tf.conj(op.inputs[3])
    slopes = [tf.reduce_sum(x * grad, axis=-1) for x in (_moved(rhs, -1), rhs, _moved(rhs, 1))]
    of_rhs = _moved(above * grad, 1) + middle * grad + _moved(below * grad, -1)
    return *(tf.expand_dims(s, -2) for s in slopes), of_rhs


@gradient("TridiagonalSolve")
def _tridiagonal_solve_grad(op, grad):
    diagonals, x = op.inputs[0], op.outputs[0]
    above, middle, below = (diagonals[..., i, :] for i in range(3))
    transposed = tf.stack([_moved(below, -1, -1), middle, _moved(above, 1, -1)], axis=-2)
    of_rhs = apply("TridiagonalSolve", diagonals=transposed, rhs=grad, partial_pivoting=op.get_attr("partial_pivoting"))
    parts = [tf.reduce_sum(of_rhs * y, axis=-1) for y in (_moved(x, -1), x, _moved(x, 1))]
    return -tf.stack(parts, axis=-2), of_rhs


# -- public functions -----------------------------------------------------------------------------------------------------------


def _size(matrix: Tensor) -> int:
    columns, rows = (d.value for d in (matrix.shape[-1], matrix.shape[-2]))
    if columns and rows and columns != rows:
        raise ValueError(f"Expected last two dimensions of diagonals to be same, got {columns} and {rows}")
    size = columns or rows
    if not size:
        raise ValueError('The size of the matrix needs to be known for diagonals_format="matrix"')
    return size


def _extracted(matrix: Tensor) -> Tensor:
    """The three diagonals of a full matrix; what is outside of it is any element, which nobody reads."""
    size = _size(matrix)
    outside = [0, 0]
    places = [[[i + 1, i] if i + 1 < size else outside, [i, i], [i - 1, i] if i else outside] for i in range(size)]
    return tf.transpose(tf.gather_nd(tf.transpose(matrix), places))


@export("linalg.tridiagonal_solve")
def tridiagonal_solve(
    diagonals: Any,
    rhs: Any,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
) -> Tensor:
    """X with A·X = B, where A has three diagonals.

    Args:
      diagonals: "compact": [..., 3, m], superdiagonal, diagonal and subdiagonal, all beginning in the first row of A;
        "sequence": a tuple of these; "matrix": A itself, [..., m, m].
      rhs: [..., m] or [..., m, k].
      diagonals_format: which of these.
      transpose_rhs: if True, `rhs` is [..., k, m].
      conjugate_rhs: if True, `rhs` is conjugated.
      name: a name for the operation.
      partial_pivoting: if False, it is faster, and not stable for all matrices.

    Raises:
      ValueError: shapes do not fit.

    >>> import penstock as tf
    >>> diagonals = [[1.0, 1.0, 0.0], [2.0, 4.0, 2.0], [0.0, 1.0, 1.0]]
    >>> tf.Session().run(tf.linalg.tridiagonal_solve(diagonals, [3.0, 6.0, 3.0])).round(3)
    array([1., 1., 1.], dtype=float32)
    """
    if diagonals_format == "sequence":
        if not isinstance(diagonals, (tuple, list)) or len(diagonals) != 3:
            raise ValueError("Expected diagonals to be a sequence of length 3.")
        diagonals = _stacked(*(tf.convert_to_tensor(d) for d in diagonals))
    elif diagonals_format == "matrix":
        diagonals = _extracted(tf.convert_to_tensor(diagonals))
    elif diagonals_format != "compact":
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    diagonals, rhs = tf.convert_to_tensor(diagonals), tf.convert_to_tensor(rhs)
    rank, rhs_rank = len(diagonals.shape), len(rhs.shape)
    if rank < 2:
        raise ValueError(f"Expected diagonals to have rank at least 2, got {rank}")
    if rhs_rank not in (rank, rank - 1):
        raise ValueError(f"Expected the rank of rhs to be {rank - 1} or {rank}, got {rhs_rank}")
    if diagonals.shape[-2].value not in (None, 3):
        raise ValueError(f"Expected 3 diagonals got {diagonals.shape[-2]}")
    if not diagonals.shape[:-2].is_compatible_with(rhs.shape[: rank - 2]):
        raise ValueError(f"Batch shapes {diagonals.shape[:-2]} and {rhs.shape[: rank - 2]} are incompatible")
    vector = rhs_rank == rank - 1
    if vector:
        rhs = tf.expand_dims(tf.conj(rhs) if conjugate_rhs else rhs, -1)
    elif transpose_rhs:
        rhs = tf.matrix_transpose(rhs, conjugate=conjugate_rhs)
    elif conjugate_rhs:
        rhs = tf.conj(rhs)
    if not diagonals.shape[-1].is_compatible_with(rhs.shape[-2]):
        raise ValueError(
            f"Expected number of left-hand sided and right-hand sides to be equal, got {diagonals.shape[-1]} and "
            f"{rhs.shape[-2]}"
        )
    x = apply("TridiagonalSolve", name, diagonals=diagonals, rhs=rhs, partial_pivoting=partial_pivoting)
    if vector:
        return tf.squeeze(x, -1)
    return tf.matrix_transpose(x) if transpose_rhs else x


def _stacked(above: Tensor, middle: Tensor, below: Tensor) -> Tensor:
    lead = middle.shape[:-1]
    if not below.shape[:-1].is_compatible_with(lead) or not above.shape[:-1].is_compatible_with(lead):
        raise ValueError(
            "Tensors representing the three diagonals must have the same shape,except for the last dimension, got "
            f"{below.shape}, {middle.shape}, {above.shape}"
        )
    size = middle.shape[-1].value

    def padded(x: Tensor, word: str, pad: list[int]) -> Tensor:
        n = x.shape[-1].value
        if not n or n == size:
            return x
        if size is not None and n == size - 1:
            return tf.pad(x, [[0, 0]] * (len(x.shape) - 1) + [pad])
        raise ValueError(f"Expected {word} to be have length {size} or {(size or 0) - 1}, got {n}.")

    below = padded(below, "subdiagonal", [1, 0])
    above = padded(above, "superdiagonal", [0, 1])
    return tf.stack((above, middle, below), axis=-2)


@export("linalg.tridiagonal_matmul")
def tridiagonal_matmul(diagonals: Any, rhs: Any, diagonals_format: str = "compact", name: str | None = None) -> Tensor:
    """A·B, where A has three diagonals, in one of the formats of `tridiagonal_solve`.

    Args:
      diagonals: the three diagonals of A, in the format that `diagonals_format` names.
      rhs: B, `[..., m, k]`.
      diagonals_format: "compact", "sequence" or "matrix"; see `tridiagonal_solve`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> product = tf.linalg.tridiagonal_matmul([[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]], [[1.0], [1.0]])
    >>> tf.Session().run(product).tolist()
    [[3.0], [3.0]]
    """
    if diagonals_format == "sequence":
        parts = [tf.convert_to_tensor(d) for d in diagonals]
    elif diagonals_format in ("compact", "matrix"):
        diagonals = tf.convert_to_tensor(diagonals)
        if diagonals_format == "matrix":
            diagonals = _extracted(diagonals)
        parts = [diagonals[..., i, :] for i in range(3)]
    else:
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    above, middle, below = (tf.expand_dims(p, -2) for p in parts)
    return apply("TridiagonalMatMul", name, superdiag=above, maindiag=middle, subdiag=below, rhs=rhs)
