"""Linear algebra made of other operations: least squares, norms, exponentials, ranks, pseudo-inverses, and three diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.linalg.shapes import by_shape
from penstock.ops.linalg.solve import regularized_gramian_cholesky
from penstock.util.deprecation import deprecated_argument_lookup

# -- least squares ----------------------------------------------------------------------------------------------------------

_CACHE = 256000  # bytes; above this, 1.15 lets one operation solve small matrices of a large batch


@export("matrix_solve_ls", "linalg.lstsq", "batch_matrix_solve_ls")
def matrix_solve_ls(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: TensorLike = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """X that makes |A·X - B|² + λ|X|² least, for each matrix of a batch.

    Args:
      matrix: A, [..., m, n].
      rhs: B, [..., m, k].
      l2_regularizer: λ.
      fast: if True, Cholesky factors of AᴴA are used; if False, a complete orthogonal factorization, and λ is ignored.
      name: a name for the operations.

    Returns:
      X, [..., n, k]. If there are several, the shortest one.

    Raises:
      NotImplementedError: for complex128 with λ ≠ 0.

    >>> import penstock as tf
    >>> x = tf.matrix_solve_ls([[1.0], [1.0]], [[1.0], [3.0]])
    >>> tf.Session().run(x).round(4).tolist()
    [[2.0]]
    """
    matrix = convert_to_tensor(matrix, name="matrix")
    if matrix.dtype.base_dtype is dtypes.complex128 and l2_regularizer != 0:
        raise NotImplementedError(
            "matrix_solve_ls is currently disabled for complex128 and l2_regularizer != 0 due to poor accuracy."
        )
    if not fast or _large_batch(matrix):
        return apply("MatrixSolveLs", name, matrix=matrix, rhs=rhs, l2_regularizer=l2_regularizer, fast=fast)

    def tall() -> Tensor:
        chol = regularized_gramian_cholesky(matrix, l2_regularizer, True)
        return tf.cholesky_solve(chol, tf.matmul(matrix, rhs, adjoint_a=True))

    def wide() -> Tensor:
        chol = regularized_gramian_cholesky(matrix, l2_regularizer, False)
        return tf.matmul(matrix, tf.cholesky_solve(chol, rhs), adjoint_a=True)

    with name_scope(name, "matrix_solve_ls", [matrix, rhs, l2_regularizer]):
        return by_shape(matrix, tall, wide)


def _large_batch(matrix: Tensor) -> bool:
    shape = matrix.shape
    if not shape.is_fully_defined():
        return False
    size = (shape.num_elements() or 0) * matrix.dtype.size
    batch, least = shape[:-2].num_elements() or 0, min(d or 0 for d in shape.as_list()[-2:])
    return size > _CACHE and batch > least


# -- norms ------------------------------------------------------------------------------------------------------------------


@export("norm", "linalg.norm")
def norm(
    tensor: TensorOrVariable,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """The norm of vectors, matrices or whole tensors.

    Args:
      tensor: a tensor.
      ord: "euclidean", "fro", 1, 2, np.inf, or for vectors any positive number.
      axis: None for all elements as one vector, an integer for vectors, a pair of integers for matrices.
      keepdims: if True, the axes of the norm are kept with length 1.
      name: a name for the operations.
      keep_dims: the old name of `keepdims`.

    Raises:
      ValueError: the order or the axis is none of these.

    >>> import penstock as tf
    >>> float(tf.Session().run(tf.norm([3.0, 4.0])))
    5.0
    """
    keepdims = bool(deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims))
    is_matrix = isinstance(axis, (tuple, list)) and len(axis) == 2
    if is_matrix:
        axis = tuple(axis)
        if not isinstance(axis[0], int) or not isinstance(axis[1], int) or axis[0] == axis[1]:
            raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers")
        supported = ["euclidean", "fro", 1, 2, np.inf]
        if ord not in supported:
            raise ValueError(f"'ord' must be a supported matrix norm in {supported}, got {ord}")
    else:
        if not (isinstance(axis, int) or axis is None):
            raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers")
        if ord not in ("euclidean", 1, 2, np.inf) and (not np.isreal(ord) or ord <= 0):
            raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
        if axis is not None:
            axis = (axis,)
    with name_scope(name, "norm", [tensor]):
        tensor = convert_to_tensor(tensor)
        if is_matrix and ord == 2:
            result = _spectral(tensor, axis)
        elif ord in ("fro", "euclidean", 2):
            result = tf.sqrt(tf.reduce_sum(tensor * tf.conj(tensor), axis, keepdims=True))
        else:
            result = _absolute(tf.abs(tensor), ord, axis, is_matrix)
        return result if keepdims else tf.squeeze(result, axis)


def _absolute(x: Tensor, ord: Any, axis: Sequence[int], is_matrix: bool) -> Tensor:
    first = None if axis is None else axis[0]
    if ord == 1:
        x = tf.reduce_sum(x, first, keepdims=True)
        return tf.reduce_max(x, axis[-1], keepdims=True) if is_matrix else x
    if ord == np.inf:
        if is_matrix:
            x = tf.reduce_sum(x, axis[1], keepdims=True)
        return tf.reduce_max(x, first, keepdims=True)
    return tf.pow(tf.reduce_sum(tf.pow(x, ord), axis, keepdims=True), 1.0 / ord)


def _spectral(x: Tensor, axis: tuple[int, int]) -> Tensor:
    """The largest singular value; the two axes are moved to the end for it, and back."""
    rank = x.shape.ndims
    if rank is None:
        size = tf.rank(x)
        chosen = tf.floormod(constant(np.asarray(axis, np.int32)), size)
        before = tf.concat([tf.setdiff1d(tf.range(size), chosen)[0], chosen], axis=0)
        after: Any = tf.invert_permutation(before)
    else:
        chosen = [a % rank for a in axis]
        before = [a for a in range(rank) if a not in chosen] + chosen
        after = np.argsort(before)
    values = apply("Svd", input=tf.transpose(x, perm=before), compute_uv=False)[0]
    largest = tf.expand_dims(tf.reduce_max(tf.abs(values), axis=-1, keepdims=True), axis=-1)
    return tf.transpose(largest, perm=after)


@export("linalg.normalize")
def normalize(
    tensor: TensorLike | None, ord: Any = "euclidean", axis: int | None = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """A tensor divided by its norm along `axis`, and the norm.

    Args:
      tensor: a tensor of float32, float64, complex64 or complex128.
      ord: the norm: "euclidean", "fro", `np.inf` or a positive number; which of them are for matrices is told by
        `tf.norm`.
      axis: an axis for vectors, two of them for matrices, None for all elements as one vector.
      name: a name for the operation.

    >>> import penstock as tf
    >>> float(tf.Session().run(tf.linalg.normalize([3.0, 4.0])[1][0]))
    5.0
    """
    with name_scope(name, "normalize", [tensor]):
        tensor = convert_to_tensor(tensor)
        size = tf.cast(norm(tensor, ord, axis, keepdims=True), tensor.dtype)
        return tensor / size, size


# -- functions of matrices ----------------------------------------------------------------------------------------------------


@export("linalg.adjoint")
def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The conjugate transpose of each matrix.

    >>> import penstock as tf
    >>> tf.Session().run(tf.linalg.adjoint([[1 + 2j, 3j]])).tolist()
    [[(1-2j)], [-3j]]
    """
    with name_scope(name, "adjoint", [matrix]):
        return tf.matrix_transpose(convert_to_tensor(matrix, name="matrix"), conjugate=True)


@export("linalg.logdet")
def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The logarithms of the determinants of positive definite matrices.

    Args:
      matrix: matrices, [..., n, n].
      name: a name for the operations.

    Raises (when run):
      InvalidArgumentError: if a matrix is not positive definite.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.exp(tf.linalg.logdet([[4.0, 2.0], [2.0, 3.0]]))).round(3))
    8.0
    """
    with name_scope(name, "logdet", [matrix]):
        chol = apply("Cholesky", input=matrix)
        return 2.0 * tf.reduce_sum(tf.log(tf.real(tf.matrix_diag_part(chol))), axis=[-1])


# Degree of the Padé approximation of exp → its coefficients (Higham 2005), lowest power first; the highest is 1.
_PADE = {
    3: (120.0, 60.0, 12.0),
    5: (30240.0, 15120.0, 3360.0, 420.0, 30.0),
    7: (17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0),
    9: (17643225600.0, 8821612800.0, 2075673600.0, 302702400.0, 30270240.0, 2162160.0, 110880.0, 3960.0, 90.0),
    13: (
        64764752532480000.0,
        32382376266240000.0,
        7771770303897600.0,
        1187353796428800.0,
        129060195264000.0,
        10559470521600.0,
        670442572800.0,
        33522128640.0,
        1323241920.0,
        40840800.0,
        960960.0,
        16380.0,
        182.0,
    ),
}
# Precision → (largest norm without squaring, norms up to which each degree is exact enough, degrees).
_EXPONENTIAL = {
    False: (3.925724783138660, (0.4258730016922831, 1.880152677804762), (3, 5, 7)),
    True: (
        5.371920351148152,
        (0.01495585217958292, 0.2539398330063230, 0.9504178996162932, 2.097847961257068),
        (3, 5, 7, 9, 13),
    ),
}


def _pade(matrix: Tensor, degree: int) -> tuple[Tensor, Tensor]:
    """The odd and even parts of a Padé numerator."""
    b = [constant(x, matrix.dtype) for x in (*_PADE[degree], 1.0)]
    shape = tf.shape(matrix)
    identity = tf.eye(shape[-2], batch_shape=shape[:-2], dtype=matrix.dtype)
    powers = [identity, tf.matmul(matrix, matrix)]
    while len(powers) <= degree // 2:
        powers.append(tf.matmul(powers[-1], powers[1]))
    odd = tf.add_n([b[2 * i + 1] * p for i, p in enumerate(powers)])
    even = tf.add_n([b[2 * i] * p for i, p in enumerate(powers)])
    return tf.matmul(matrix, odd), even


@export("linalg.expm")
def matrix_exponential(input: TensorLike, name: str | None = None) -> Tensor:
    """The exponentials of square matrices, by Padé approximation, scaling and squaring.

    Raises:
      ValueError: the matrices are not of floating-point or complex type.

    >>> import penstock as tf
    >>> tf.Session().run(tf.linalg.expm([[0.0, 1.0], [0.0, 0.0]])).tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    with name_scope(name, "matrix_exponential", [input]):
        matrix = convert_to_tensor(input, name="input")
        given = matrix.shape
        if given.ndims is not None and given.as_list()[-2:] == [0, 0]:
            return matrix
        if not (matrix.dtype.is_floating or matrix.dtype.is_complex):
            raise ValueError(f"tf.linalg.expm does not support matrices of type {matrix.dtype}")
        batch = given[:-2] if given.ndims is not None else TensorShape(None)
        batch_tensor = batch if batch.is_fully_defined() else tf.shape(matrix)[:-2]
        matrix = tf.reshape(matrix, tf.concat(([-1], tf.shape(matrix)[-2:]), axis=0))
        sizes = tf.reduce_max(tf.reduce_sum(tf.abs(matrix), axis=1), axis=-1)
        limit, norms, degrees = _EXPONENTIAL[matrix.dtype.base_dtype in (dtypes.float64, dtypes.complex128)]
        two = constant(2.0, sizes.dtype)
        squarings = tf.maximum(tf.floor(tf.log(sizes / constant(limit, sizes.dtype)) / tf.log(two)), 0)
        factor = tf.pow(constant(2.0, matrix.dtype), tf.cast(squarings, matrix.dtype))
        scaled = matrix / factor[..., tf.newaxis, tf.newaxis]
        parts = [_pade(matrix, degree) for degree in degrees[:-1]] + [_pade(scaled, degrees[-1])]
        odd, even = (_first_below(sizes, norms, [p[i] for p in parts]) for i in (0, 1))
        result = tf.matrix_solve(-odd + even, odd + even)
        most = tf.reduce_max(squarings)
        _, result = tf.while_loop(
            lambda i, r: tf.less(i, most),
            lambda i, r: (i + 1, tf.where(tf.less(i, squarings), tf.matmul(r, r), r)),
            [constant(0.0, sizes.dtype), result],
        )
        if not matrix.shape.is_fully_defined():
            return tf.reshape(result, tf.concat((batch_tensor, tf.shape(result)[-2:]), axis=0))
        return tf.reshape(result, batch.concatenate(result.shape[-2:]))


def _first_below(sizes: Tensor, limits: tuple[float, ...], cases: list[Tensor]) -> Tensor:
    """For each matrix the first case whose limit is above its norm; the last case if there is none."""
    chosen = cases[-1]
    for limit, case in zip(reversed(limits), reversed(cases[:-1])):
        chosen = tf.where(tf.less(sizes, constant(limit, sizes.dtype)), case, chosen)
    return chosen


def _checked(a: Tensor, validate_args: bool) -> Tensor:
    if not a.dtype.is_floating:
        raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
    text = "Input `a` must have at least 2 dimensions"
    if a.shape.ndims is not None:
        if a.shape.ndims < 2:
            raise ValueError(f"{text} (saw: {a.shape.ndims}).")
    elif validate_args:
        with tf.control_dependencies([tf.assert_rank_at_least(a, rank=2, message=f"{text}.")]):
            a = tf.identity(a)
    return a


@export("linalg.matrix_rank")
def matrix_rank(
    a: TensorLike, tol: TensorLike | None = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The numbers of singular values above `tol`.

    Args:
      a: matrices, [..., m, n].
      tol: by default max(m, n) times the precision of the type times the largest singular value.
      validate_args: if True, the rank of `a` is checked when the graph runs.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.linalg.matrix_rank([[[1.0, 2.0], [2.0, 4.0]], [[1.0, 0.0], [0.0, 1.0]]])).tolist()
    [1, 2]
    """
    with name_scope(name, "matrix_rank", [a]):
        a = _checked(convert_to_tensor(a, preferred_dtype=dtypes.float32, name="a"), validate_args)
        s = tf.svd(a, compute_uv=False)
        if tol is None:
            known = a.shape[-2:]
            most: Any = max(known.as_list()) if known.is_fully_defined() else tf.reduce_max(tf.shape(a)[-2:])
            eps = np.finfo(a.dtype.as_numpy_dtype).eps
            tol = eps * tf.cast(most, a.dtype) * tf.reduce_max(s, axis=-1, keepdims=True)
        return tf.reduce_sum(tf.cast(s > tol, dtypes.int32), axis=-1)


@export("linalg.pinv")
def pinv(
    a: TensorLike, rcond: TensorLike | None = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The Moore-Penrose pseudo-inverses of matrices.

    Args:
      a: matrices, [..., m, n].
      rcond: singular values below `rcond` times the largest count as 0.
      validate_args: if True, the rank of `a` is checked when the graph runs.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.linalg.pinv([[2.0], [0.0]])).round(4).tolist()
    [[0.5, 0.0]]
    """
    with name_scope(name, "pinv", [a]):
        a = _checked(convert_to_tensor(a, name="a"), validate_args)
        dtype = a.dtype.as_numpy_dtype
        if rcond is None:
            known = a.shape[-2:]
            if known.is_fully_defined():
                most: Any = float(max(known.as_list()))
            else:
                most = tf.cast(tf.reduce_max(tf.shape(a)[-2:]), dtype)
            rcond = 10.0 * most * np.finfo(dtype).eps
        rcond = convert_to_tensor(rcond, dtype=dtype, name="rcond")
        s, u, v = tf.svd(a, full_matrices=False, compute_uv=True)
        cutoff = tf.expand_dims(rcond * tf.reduce_max(s, axis=-1), -1)
        s = apply("SelectV2", condition=s > cutoff, t=s, e=np.array(np.inf, dtype))
        result = tf.matmul(v / tf.expand_dims(s, -2), u, adjoint_b=True)
        if a.shape.ndims is not None:
            result.set_shape(a.shape[:-2].concatenate([a.shape[-1], a.shape[-2]]))
        return result
