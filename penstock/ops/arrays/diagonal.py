"""Diagonals of matrices, alone or in batches: making, reading and replacing them; bands; the identity matrix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.arrays.basic import rank, shape, shape_text
from penstock.ops.arrays.filled import full, ones, zeros, zeros_like
from penstock.ops.arrays.joining import concat

# -- diagonals of batches of matrices ---------------------------------------------------------------------------------


def _band(k: Any) -> tuple[int, int]:
    """The lowest and the highest diagonal that `k` means."""
    values = [int(v) for v in np.ravel(k)]
    if not 1 <= len(values) <= 2:
        raise errors.invalid(f"diag_index must have only one or two elements, received {len(values)} elements.")
    if values[0] > values[-1]:
        raise errors.invalid(f"lower_diag_index must not be larger than upper_diag_index: {values[0]} > {values[-1]}")
    return values[0], values[-1]


def _longest(rows: int, columns: int, low: int, high: int) -> int:
    return min(rows + min(high, 0), columns + min(-low, 0))


def _spread(xp, base, diagonal, low, high):
    """`base` ([..., rows, columns]) with the diagonals from `low` to `high` taken from `diagonal`."""
    rows, columns = base.shape[-2:]
    m, n = np.mgrid[:rows, :columns]
    d = n - m
    inside = (d >= low) & (d <= high)
    along = np.clip(n - np.maximum(d, 0), 0, max(diagonal.shape[-1] - 1, 0))
    diagonal = xp.asarray(diagonal)
    if low == high:
        values = diagonal[..., along]
    else:
        values = diagonal[..., np.clip(high - d, 0, high - low), along]
    return xp.where(inside, values, base)


def _matrix_diag(xp, diagonal, low, high, rows, columns, padding):
    length = diagonal.shape[-1]
    least_rows, least_columns = length - min(high, 0), length + max(low, 0)
    if rows == -1 and columns == -1:
        rows = columns = max(least_rows, least_columns)
    rows = least_rows if rows == -1 else rows
    columns = least_columns if columns == -1 else columns
    if rows < least_rows:
        raise errors.invalid("The number of rows is too small.")
    if columns < least_columns:
        raise errors.invalid("The number of columns is too small.")
    if rows != least_rows and columns != least_columns:
        raise errors.invalid(
            "The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal."
        )
    batch = diagonal.shape[: -1 if low == high else -2]
    return _spread(xp, full(xp, (*batch, rows, columns), padding), diagonal, low, high)


def _nothing(x: Any) -> Any:
    """The zero of an array's type."""
    return b"" if x.dtype == object else x.dtype.type(0)


def _known_band(c, i):
    """The band that input `i` means, None if that is not known; ValueError in 1.15's words."""
    k = c.const(i)
    if k is None:
        return None
    if k.size not in (1, 2):
        raise ValueError(f"diag_index must be a vector with one or two elements. It has {k.size} elements.")
    low, high = np.ravel(k)[[0, -1]].tolist()
    if low > high:
        raise ValueError("lower_diag_index is greater than upper_diag_index")
    return low, high


def _check_band(band, rows, columns):
    if rows is None or columns is None:
        return
    for which, diagonal in zip(("lower", "upper"), band):
        if diagonal and not -rows < diagonal < columns:
            raise ValueError(f"{which}_diag_index is out of bound.")


def _batch_matrix_diag_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 1)
    return [given.concatenate(given[-1:]) if given.ndims is not None else rule.UNKNOWN]


def _matrix_diag_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 1)
    rule.with_rank_at_most(c.shape(1), 1)
    rule.check_scalars(c, 2, 3, 4)
    band = None if given.ndims is None else _known_band(c, 1)
    if band is None:
        return [rule.UNKNOWN]
    low, high = band
    *batch, length = given.as_list()
    if low < high:
        count = rule.dim(rule.with_rank_at_least(given, 2), -2)
        if count not in (None, high - low + 1):
            raise ValueError(
                "The number of rows of `diagonal` doesn't match the number of diagonals implied from `d_lower` and "
                f"`d_upper`.\nnum_diags = {count}, d_lower = {low}, d_upper = {high} {given.ndims} "
                f"{-1 if length is None else length}"
            )
        batch = batch[:-1]
    rows, columns = (-1 if (size := c.const(i)) is None else int(size) for i in (2, 3))
    if length is None:
        return [[*batch, *(None if size == -1 else size for size in (rows, columns))]]
    least_rows, least_columns = length - min(high, 0), length + max(low, 0)
    if rows == -1 and columns == -1:
        rows = columns = max(least_rows, least_columns)
    rows = least_rows if rows == -1 else rows
    columns = least_columns if columns == -1 else columns
    if rows < least_rows:
        raise ValueError("num_rows is too small")
    if columns < least_columns:
        raise ValueError("num_cols is too small.")
    if rows != least_rows and columns != least_columns:
        raise ValueError(
            "num_rows and num_cols are not consistent with lower_diag_index, upper_diag_index, and the length of the "
            f"given diagonals.\nnum_rows = {rows} != min_num_rows = {least_rows}, num_cols = {columns} != "
            f"min_num_cols = {least_columns}"
        )
    sizes = [rows, columns] if all(c.const(i) is not None for i in (2, 3)) else [None, None]
    return [[*batch, *sizes]]


@op(("MatrixDiag", "BatchMatrixDiag"), shape=_batch_matrix_diag_rule)
def _matrix_diag_1(xp, diagonal):
    return _matrix_diag(xp, diagonal, 0, 0, -1, -1, _nothing(diagonal))


@op("MatrixDiagV2", shape=_matrix_diag_rule, static=("k", "num_rows", "num_cols"))
def _matrix_diag_2(xp, diagonal, k, rows, columns, padding):
    low, high = _band(k)
    return _matrix_diag(xp, diagonal, low, high, int(np.ravel(rows)[0]), int(np.ravel(columns)[0]), padding)


def _read(xp, x, low, high, padding):
    """The diagonals from `low` to `high` of matrices, the highest first; short ones are padded at the end."""
    rows, columns = x.shape[-2:]
    if not -rows < low < columns or not -rows < high < columns:
        if (low or high) or (rows and columns):
            raise errors.invalid(f"diag_index is out of bound: {low}, {high}. It must be between {-rows} and {columns}")
    length = _longest(rows, columns, low, high)
    d = np.arange(high, low - 1, -1)[:, None]
    at = np.arange(length)
    m, n = at + np.maximum(-d, 0), at + np.maximum(d, 0)
    inside = (m < rows) & (n < columns)
    values = xp.asarray(x)[..., np.where(inside, m, 0), np.where(inside, n, 0)]
    if not inside.all():
        values = xp.where(inside, values, padding)
    return values[..., 0, :] if low == high else values


def _matrix_diag_part_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 2)
    rule.with_rank_at_most(c.shape(1), 1)
    rule.check_scalars(c, 2)
    band = None if given.ndims is None else _known_band(c, 1)
    if band is None:
        return [rule.UNKNOWN]
    *batch, rows, columns = given.as_list()
    _check_band(band, rows, columns)
    length = None if rows is None or columns is None else _longest(rows, columns, *band)
    low, high = band
    return [[*batch, *([] if low == high else [high - low + 1]), length]]


def _smaller(rows: int | None, columns: int | None) -> int | None:
    """The smaller one of two sizes, if it is known: nothing is smaller than 0."""
    return 0 if 0 in (rows, columns) else None if rows is None or columns is None else min(rows, columns)


def _batch_matrix_diag_part_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 2)
    return [given[:-2].concatenate([_smaller(*given.as_list()[-2:])]) if given.ndims is not None else rule.UNKNOWN]


@op(("MatrixDiagPart", "BatchMatrixDiagPart"), shape=_batch_matrix_diag_part_rule)
def _matrix_diag_part_1(xp, x):
    return _read(xp, x, 0, 0, _nothing(x))


@op("MatrixDiagPartV2", shape=_matrix_diag_part_rule, static=("k",))
def _matrix_diag_part_2(xp, x, k, padding):
    return _read(xp, x, *_band(k), padding)


def _set_diag_rule(c):
    given, diagonal = rule.with_rank_at_least(c.shape(0), 2), rule.with_rank_at_least(c.shape(1), 1)
    rule.with_rank_at_most(c.shape(2), 1)
    band = _known_band(c, 2)
    if given.ndims is not None:
        if band is None:
            diagonal = rule.with_rank_at_most(rule.with_rank_at_least(diagonal, given.ndims - 1), given.ndims)
        else:
            diagonal = rule.with_rank(diagonal, given.ndims - (band[0] == band[1]))
            _check_band(band, *given.as_list()[-2:])
    if diagonal.ndims is None or given.is_fully_defined():
        return [given]
    # 1.15 takes a band that is not known for the main diagonal.
    return [rule.merge(given, diagonal[: -2 if band and band[0] < band[1] else -1].concatenate([None, None]))]


def _batch_set_diag_rule(c):
    given, diagonal = rule.with_rank_at_least(c.shape(0), 2), rule.with_rank_at_least(c.shape(1), 1)
    if given.ndims is not None:
        diagonal = rule.with_rank(diagonal, given.ndims - 1)
        rule.merge_dims(_smaller(*given.as_list()[-2:]), rule.dim(diagonal, -1))
    if diagonal.ndims is None or given.is_fully_defined():
        return [given]
    return [rule.merge(given, diagonal[:-1].concatenate([None, None]))]


@op(("MatrixSetDiag", "BatchMatrixSetDiag"), shape=_batch_set_diag_rule)
def _matrix_set_diag_1(xp, x, diagonal):
    return _replace(xp, x, diagonal, 0, 0)


@op("MatrixSetDiagV2", shape=_set_diag_rule, static=("k",))
def _matrix_set_diag_2(xp, x, diagonal, k):
    return _replace(xp, x, diagonal, *_band(k))


def _replace(xp, x, diagonal, low, high):
    wanted = (
        x.shape[:-2] + (() if low == high else (high - low + 1,)) + (_longest(x.shape[-2], x.shape[-1], low, high),)
    )
    if diagonal.shape != wanted:
        raise errors.invalid(
            "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to "
            f"the longests diagonal in range [lower_diag_index:upper_diag_index].\nInput shape: {list(x.shape)}\n"
            f"Diagonal shape: {list(diagonal.shape)}"
        )
    return _spread(xp, x, diagonal, low, high)


@op(("MatrixBandPart", "BatchMatrixBandPart"), shape=rule.same)
def _band_part(xp, x, num_lower, num_upper):
    if x.ndim < 2:
        raise errors.invalid(f"input must be at least 2-dim, received shape: {shape_text(x.shape)}")
    for what, value in (("num_lower", num_lower), ("num_upper", num_upper)):
        if np.ndim(value):
            raise errors.invalid(f"{what} must be scalar, got shape {shape_text(np.shape(value))}")
    for what, value, side, size in (
        ("num_lower", num_lower, "rows", x.shape[-2]),
        ("num_upper", num_upper, "columns", x.shape[-1]),
    ):
        check(
            value <= size,
            errors.InvalidArgumentError,
            lambda what=what, value=value, side=side, size=size: (  # type: ignore[misc]
                f"{what} must be negative or less or equal to number of {side} ({size}) got: {value}"
            ),
        )
    m, n = np.mgrid[: x.shape[-2], : x.shape[-1]]
    inside = ((num_lower < 0) | (m - n <= num_lower)) & ((num_upper < 0) | (n - m <= num_upper))
    return xp.where(inside, x, _nothing(x))


@gradient("MatrixDiag", "BatchMatrixDiag")
def _matrix_diag_grad(op, grad):
    return matrix_diag_part(grad)


@gradient("MatrixDiagV2")
def _matrix_diag_v2_grad(op, grad):
    return matrix_diag_part(grad, k=op.inputs[1]), None, None, None, None


@gradient("MatrixDiagPart", "BatchMatrixDiagPart")
def _matrix_diag_part_grad(op, grad):
    known = op.inputs[0].shape[-2:]
    if known.is_fully_defined() and known[0] == known[1]:
        return matrix_diag(grad)
    return matrix_set_diag(zeros_like(op.inputs[0]), grad)


@gradient("MatrixDiagPartV2")
def _matrix_diag_part_v2_grad(op, grad):
    k = op.inputs[1]
    known = op.inputs[0].shape[-2:]
    if known.is_fully_defined():
        rows, columns = known.as_list()
        return matrix_diag(grad, k=k, num_rows=rows, num_cols=columns), None, None
    return matrix_set_diag(zeros_like(op.inputs[0]), grad, k=k), None, None


@gradient("MatrixSetDiag", "BatchMatrixSetDiag")
def _matrix_set_diag_grad(op, grad):
    given = op.inputs[0].shape.merge_with(grad.shape)
    batch, matrix = given[:-2], given[-2:]
    if given.ndims is not None and batch.is_fully_defined() and matrix.is_fully_defined():
        wanted: Any = [*batch.as_list(), min(matrix.as_list())]
    else:
        extents = shape(grad)
        before = rank(grad) - 2
        least = find("reduce_min")(apply("Slice", input=extents, begin=[before], size=[2]))
        wanted = concat([apply("Slice", input=extents, begin=[0], size=[before]), [least]], 0)
    return matrix_set_diag(grad, zeros(wanted, grad.dtype)), matrix_diag_part(grad)


@gradient("MatrixSetDiagV2")
def _matrix_set_diag_v2_grad(op, grad):
    k = op.inputs[2]
    return matrix_set_diag(grad, zeros_like(op.inputs[1]), k=k), matrix_diag_part(grad, k=k), None


@gradient("MatrixBandPart", "BatchMatrixBandPart")
def _band_part_grad(op, grad):
    return apply("MatrixBandPart", input=grad, num_lower=op.inputs[1], num_upper=op.inputs[2]), None, None


def _is_main(k: TensorLike) -> bool:
    return isinstance(k, (int, np.integer)) and k == 0


@export("matrix_diag", "linalg.diag")
def matrix_diag(
    diagonal: TensorLike,
    name: str = "diag",
    k: TensorLike = 0,
    num_rows: TensorLike = -1,
    num_cols: Any = -1,
    padding_value: TensorLike = 0,
) -> Tensor:
    """Makes matrices with the given diagonals.

    Args:
      diagonal: the diagonals, one row for each; with a band of several, the highest first.
      name: a name for the operation.
      k: which diagonal, or a pair (lowest, highest).
      num_rows: the number of rows; as small as possible by default.
      num_cols: the number of columns; as small as possible by default.
      padding_value: what the rest is filled with.

    >>> import penstock as tf
    >>> tf.Session().run(tf.matrix_diag([1, 2]))
    array([[1, 0],
           [0, 2]], dtype=int32)
    """
    default = all(isinstance(n, int) and n == -1 for n in (num_rows, num_cols))
    if _is_main(k) and default and isinstance(padding_value, int) and padding_value == 0:
        return apply("MatrixDiag", name, diagonal=diagonal)
    diagonal = convert_to_tensor(diagonal, name="diagonal")
    if diagonal.dtype == dtypes.bool and not isinstance(padding_value, Tensor):
        padding_value = bool(padding_value)
    return apply(
        "MatrixDiagV2", name, diagonal=diagonal, k=k, num_rows=num_rows, num_cols=num_cols, padding_value=padding_value
    )


@export("matrix_diag_part", "linalg.diag_part")
def matrix_diag_part(
    input: TensorLike, name: str = "diag_part", k: TensorLike = 0, padding_value: TensorLike = 0
) -> Tensor:
    """Returns diagonals of matrices: the main one, the `k`-th, or a band `k = (lowest, highest)`.

    Args:
      input: matrices `[..., m, n]`.
      name: a name for the operation.
      k: which diagonal: 0 is the main one, positive ones are above it; two numbers are a band, the lowest first.
      padding_value: what fills up shorter diagonals of a band.

    >>> import penstock as tf
    >>> tf.Session().run(tf.matrix_diag_part([[1, 2], [3, 4]]))
    array([1, 4], dtype=int32)
    """
    if _is_main(k):
        return apply("MatrixDiagPart", name, input=input)
    input = convert_to_tensor(input, name="input")
    if input.dtype == dtypes.bool and not isinstance(padding_value, Tensor):
        padding_value = bool(padding_value)
    return apply("MatrixDiagPartV2", name, input=input, k=k, padding_value=padding_value)


@export("matrix_set_diag", "linalg.set_diag")
def matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str = "set_diag", k: TensorLike = 0) -> Tensor:
    """Returns matrices with the given diagonals replaced.

    Args:
      input: the matrices, [..., rows, columns].
      diagonal: the diagonals, one row for each; with a band of several, the highest first.
      name: a name for the operation.
      k: which diagonal, or a pair (lowest, highest).

    >>> import penstock as tf
    >>> tf.Session().run(tf.matrix_set_diag([[7, 7], [7, 7]], [1, 2]))
    array([[1, 7],
           [7, 2]], dtype=int32)
    """
    if _is_main(k):
        return apply("MatrixSetDiag", name, input=input, diagonal=diagonal)
    return apply("MatrixSetDiagV2", name, input=input, diagonal=diagonal, k=k)


@export("matrix_band_part", "linalg.band_part")
def matrix_band_part(
    input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, name: str | None = None
) -> Tensor:
    """Keeps a band around the main diagonals of matrices; the rest becomes zero.

    Args:
      input: the matrices, [..., rows, columns].
      num_lower: how many diagonals below the main one are kept; all if it is negative.
      num_upper: how many above.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.matrix_band_part([[1, 2, 3], [4, 5, 6], [7, 8, 9]], -1, 0))
    array([[1, 0, 0],
           [4, 5, 0],
           [7, 8, 9]], dtype=int32)
    """
    return apply("MatrixBandPart", name, input=input, num_lower=num_lower, num_upper=num_upper)


@export("batch_matrix_band_part")
def batch_matrix_band_part(
    input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, name: str | None = None
) -> Tensor:
    """As `tf.matrix_band_part`, with the operation of graphs of 0.x.

    Args:
      input: matrices `[..., m, n]`.
      num_lower: the number of diagonals below the main one to keep; all if it is negative.
      num_upper: the number of diagonals above the main one to keep; all if it is negative.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_matrix_band_part([[1, 2], [3, 4]], 0, -1))
    array([[1, 2],
           [0, 4]], dtype=int32)
    """
    return apply("BatchMatrixBandPart", name, input=input, num_lower=num_lower, num_upper=num_upper)


@export("batch_matrix_diag")
def batch_matrix_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """As `tf.matrix_diag` for main diagonals, with the operation of graphs of 0.x.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_matrix_diag([1, 2]))
    array([[1, 0],
           [0, 2]], dtype=int32)
    """
    return apply("BatchMatrixDiag", name, diagonal=diagonal)


@export("batch_matrix_diag_part")
def batch_matrix_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """As `tf.matrix_diag_part` for main diagonals, with the operation of graphs of 0.x.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_matrix_diag_part([[1, 2], [3, 4]]))
    array([1, 4], dtype=int32)
    """
    return apply("BatchMatrixDiagPart", name, input=input)


@export("batch_matrix_set_diag")
def batch_matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str | None = None) -> Tensor:
    """As `tf.matrix_set_diag` for main diagonals, with the operation of graphs of 0.x.

    Args:
      input: matrices `[..., m, n]`.
      diagonal: the new diagonals, `[..., min(m, n)]`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_matrix_set_diag([[7, 7], [7, 7]], [1, 2]))
    array([[1, 7],
           [7, 2]], dtype=int32)
    """
    return apply("BatchMatrixSetDiag", name, input=input, diagonal=diagonal)


@export("eye", "linalg.eye")
def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: ShapeLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Makes an identity matrix, or a batch of them.

    Args:
      num_rows: the number of rows.
      num_columns: the number of columns, that of the rows by default.
      batch_shape: the leading dimensions, none by default.
      dtype: the type of the elements.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.eye(2))
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """
    with name_scope(name, "eye", [num_rows, num_columns, batch_shape]):
        square = num_columns is None
        batch_shape = [] if batch_shape is None else batch_shape
        num_columns = num_rows if square else num_columns
        if isinstance(num_rows, Tensor) or isinstance(num_columns, Tensor):
            size = apply("Minimum", x=num_rows, y=num_columns)
        else:
            if not all(isinstance(n, (int, np.integer, Dimension)) for n in (num_rows, num_columns)):
                raise TypeError(
                    "num_rows and num_columns must be positive integer values. Received values: "
                    f"num_rows={num_rows}, num_columns={num_columns}"
                )
            num_rows, num_columns = int(num_rows), int(num_columns)
            square = num_rows == num_columns
            size = min(num_rows, num_columns)
        listed = isinstance(batch_shape, (list, tuple)) and any(isinstance(n, Tensor) for n in batch_shape)
        if listed or isinstance(batch_shape, Tensor) or isinstance(size, Tensor):
            batch_shape = convert_to_tensor(batch_shape, dtypes.int32, "shape")
            diagonal: Any = concat((batch_shape, [size]), 0)
            whole: Any = None if square else concat((batch_shape, [num_rows, num_columns]), 0)
        else:
            if not isinstance(batch_shape, (Iterable, TensorShape)):
                raise TypeError(f"`batch_shape` must be a list, tuple, or tensor of integers. Got: {batch_shape}")
            batch = tuple(int(d) for d in batch_shape)
            diagonal = (*batch, size)
            whole = (*batch, num_rows, num_columns)
        filled = ones(diagonal, dtype)
        if square:
            return matrix_diag(filled)
        return matrix_set_diag(zeros(whole, dtype), filled)
