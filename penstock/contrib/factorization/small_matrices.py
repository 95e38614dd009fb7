"""A matrix to try factorizations with, and the loss of a factorization computed directly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph.composite import SparseTensor

INPUT_MATRIX = np.array(
    [
        [0.1, 0.0, 0.2, 0.0, 0.4, 0.5, 0.0],
        [0.0, 1.1, 0.0, 1.3, 1.4, 0.0, 1.6],
        [2.0, 0.0, 0.0, 2.3, 0.0, 2.5, 0.0],
        [3.0, 0.0, 3.2, 3.3, 0.0, 3.5, 0.0],
        [0.0, 4.1, 0.0, 0.0, 4.4, 0.0, 4.6],
    ],
    np.float32,
)


def np_matrix_to_tf_sparse(
    np_matrix: Any,
    row_slices: Sequence[int] | None = None,
    col_slices: Sequence[int] | None = None,
    transpose: bool = False,
    shuffle: bool = False,
) -> SparseTensor:
    """The numbers of a matrix that are not 0, of all rows or of some rows or columns.

    Args:
      np_matrix: the matrix.
      row_slices, col_slices: the rows, or the columns; not both.
      transpose: whether rows become columns.
      shuffle: whether the numbers come in another order, by `np.random`.
    """
    assert row_slices is None or col_slices is None
    matrix = np.asarray(np_matrix)
    if col_slices is not None:
        places = [(int(row), column) for column in col_slices for row in np.flatnonzero(matrix[:, column])]
    else:
        rows = range(len(matrix)) if row_slices is None else row_slices
        places = [(row, int(column)) for row in rows for column in np.flatnonzero(matrix[row])]
    if shuffle:
        np.random.shuffle(places)
    values = [matrix[row][column] for row, column in places]
    indices = np.array([place[::-1] if transpose else place for place in places], np.int64)
    return SparseTensor(indices=indices, values=np.array(values), dense_shape=indices.max(axis=0) + 1)


def calculate_loss(
    input_mat: SparseTensor,
    row_factors: Any,
    col_factors: Any,
    regularization: float | None = None,
    w0: float = 1.0,
    row_weights: Any = None,
    col_weights: Any = None,
) -> Any:
    """The loss of a factorization, as a number.

    Args:
      input_mat: the matrix that was taken apart.
      row_factors, col_factors: the factors.
      regularization: the weight of the squares of factors.
      w0: the weight of what is not in the matrix.
      row_weights, col_weights: the product of theirs is added to the weight of what is in it; 1 by default.

    Raises:
      ValueError: there is no default session.
    """
    sparse, rows, columns = input_mat.eval(), row_factors.eval(), col_factors.eval()
    of_rows, of_columns = (1.0 if weights is None else weights.eval() for weights in (row_weights, col_weights))
    wanted = np.zeros(sparse.dense_shape, rows.dtype)
    wanted[tuple(sparse.indices.T)] = sparse.values
    weights = np.full(wanted.shape, w0, rows.dtype)
    seen = np.broadcast_to(np.reshape(of_rows, [-1, 1]) * of_columns, wanted.shape)
    weights[tuple(sparse.indices.T)] += seen[tuple(sparse.indices.T)]
    loss = np.sum(weights * np.square(wanted - rows @ columns.T))
    if regularization is not None:
        loss += regularization * (np.sum(rows * rows) + np.sum(columns * columns))
    return rows.dtype.type(loss)


def remove_empty_rows_columns(np_matrix: Any) -> tuple[Any, Any, Any]:
    """A matrix without its rows and columns of zeros, and the numbers of those that are left."""
    matrix = np.asarray(np_matrix)
    rows, columns = (np.flatnonzero(matrix.any(axis=axis)) for axis in (1, 0))
    return matrix[rows][:, columns], rows, columns
