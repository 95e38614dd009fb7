"""Operations on batches of matrices: factorizations, inverses, determinants, with their gradients.

Equations are in `linalg_solve`; what is made of all these (least squares, norms, exponentials, pseudo-inverses) is in
`linalg_functions`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import function
from penstock.ops.linalg import lapack as factorize
from penstock.ops.linalg.shapes import check_square, matmul, square_shape
from penstock.ops.linalg.solve import matrix_solve, matrix_triangular_solve

_NOT_INVERTIBLE = "Input is not invertible."


def _square(c):
    return [square_shape(c.shape(0))]


def _batch(c):
    """A number for each square matrix."""
    given = rule.with_rank_at_least(c.shape(0), 2)
    rule.merge_dims(rule.dim(given, -1), rule.dim(given, -2))
    return [given[:-2]] * len(c.op._outputs)


# -- functions of one matrix ----------------------------------------------------------------------------------------------


@op(("Cholesky", "BatchCholesky"), shape=_square)
def _cholesky(xp, a):
    check_square(a)
    factor, ok = factorize.cholesky(xp, a)
    text = "Cholesky decomposition was not successful. The input might not be valid."
    check(ok, errors.InvalidArgumentError, text)
    return factor


def _phi(xp: ModuleType, x: Array) -> Any:
    """The lower triangle with half of the diagonal."""
    n = x.shape[-1]
    return xp.tril(x) * (1 - 0.5 * np.eye(n)).astype(x.dtype)


@op(("CholeskyGrad", "BatchCholeskyGrad"), shape=_square)
def _cholesky_grad_kernel(xp, l, grad):
    check_square(l)
    if l.shape != grad.shape:
        raise errors.invalid("Inputs L and grad must have the same shape.")
    half = l.dtype == np.float16
    factor, slope = (x.astype(np.float32) if half else xp.asarray(x) for x in (xp.tril(l), xp.tril(grad)))
    middle = _phi(xp, factorize.adjoint(factor) @ slope)
    left, _ = factorize.triangular_solve(xp, factor, middle, True, True)
    right, ok = factorize.triangular_solve(xp, factor, factorize.adjoint(left), True, True)
    check(ok, errors.InvalidArgumentError, "Input matrix is not invertible.")
    whole = factorize.adjoint(right)
    return ((whole + factorize.adjoint(whole)) * 0.5).astype(l.dtype)


@op(("MatrixInverse", "BatchMatrixInverse"), shape=_square)
def _matrix_inverse(xp, a, *, adjoint):
    check_square(a)
    result, ok = factorize.inverse(xp, factorize.adjoint(a) if adjoint else a)
    check(ok, errors.InvalidArgumentError, _NOT_INVERTIBLE)
    return result


@op(("MatrixDeterminant", "BatchMatrixDeterminant"), shape=_batch)
def _matrix_determinant(xp, a):
    check_square(a)
    return factorize.determinant(xp, a)


@op("LogMatrixDeterminant", shape=_batch)
def _log_matrix_determinant(xp, a):
    check_square(a)
    return factorize.log_determinant(xp, a)


@op("MatrixExponential", shape=_square)
def _matrix_exponential(xp, a):
    check_square(a)
    if not a.size:
        return xp.zeros(a.shape, a.dtype)
    if xp is np:
        from scipy.linalg import expm
    else:
        from jax.scipy.linalg import expm
    return expm(xp.asarray(a).astype(np.float32) if a.dtype == np.float16 else xp.asarray(a)).astype(a.dtype)


@op("MatrixLogarithm", shape=_square, host=True)
def _matrix_logarithm(xp, a):
    from scipy.linalg import logm

    check_square(a)
    # In double precision always: SciPy's single precision loses half of its digits, and warns of it.
    return factorize.by_matrix(
        lambda x: logm(x) if np.isfinite(x).all() else np.full_like(x, complex(np.nan, np.nan)), a.astype(np.complex128)
    ).astype(a.dtype)


@op("MatrixSquareRoot", shape=_square, host=True)
def _matrix_square_root(xp, a):
    from scipy.linalg import sqrtm

    check_square(a)
    if a.dtype == np.float16:
        return factorize.by_matrix(sqrtm, a.astype(np.float32)).astype(np.float16)
    return factorize.by_matrix(sqrtm, a)


def _lu_rule(c):
    given = square_shape(c.shape(0))
    return [given, given[:-1] if given.ndims is not None else rule.UNKNOWN]


@op("Lu", shape=_lu_rule)
def _lu(xp, a, *, output_idx_type):
    check_square(a)
    factors, order, ok = factorize.lu(xp, a)
    check(ok, errors.InvalidArgumentError, _NOT_INVERTIBLE)
    return factors, order.astype(output_idx_type.as_numpy_dtype)


def _least(m: int | None, n: int | None) -> int | None:
    """The smaller dimension; none is smaller than 0."""
    return 0 if 0 in (m, n) else None if m is None or n is None else min(m, n)


def _qr_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 2)
    if given.ndims is None:
        return [rule.UNKNOWN] * 2
    m, n = given.as_list()[-2:]
    least = _least(m, n)
    k = m if c.attr("full_matrices") else least
    return [given[:-2].concatenate([m, k]), given[:-2].concatenate([k, n])]


@op("Qr", shape=_qr_rule)
def _qr(xp, a, *, full_matrices):
    return factorize.qr(xp, a, full=full_matrices)


def _svd_rule(c):
    given = rule.with_rank_at_least(c.shape(0), 2)
    wanted = c.attr("compute_uv")
    if given.ndims is None:
        return [rule.UNKNOWN] + ([rule.UNKNOWN] * 2 if wanted else [TensorShape([0])] * 2)
    m, n = given.as_list()[-2:]
    least = _least(m, n)
    batch = given[:-2]
    if not wanted:
        return [batch.concatenate([least]), [0], [0]]
    if c.attr("full_matrices"):
        return [batch.concatenate([least]), batch.concatenate([m, m]), batch.concatenate([n, n])]
    return [batch.concatenate([least]), batch.concatenate([m, least]), batch.concatenate([n, least])]


@op(("Svd", "BatchSvd"), shape=_svd_rule)
def _svd(xp, a, *, compute_uv, full_matrices):
    # LAPACK gives up on a batch for the sake of one matrix that is not finite; this one alone has values of NaN.
    finite = xp.isfinite(a).all((-2, -1))
    whole = xp is np and finite.all()
    s, *vectors = factorize.svd(
        xp, a if whole else xp.where(finite[..., None, None], a, 0), full=full_matrices, vectors=compute_uv
    )
    if not whole:
        s = xp.where(finite[..., None], s, np.nan)
    if not vectors:
        vectors = [xp.zeros(0, a.dtype)] * 2
    return s.astype(a.dtype), *vectors


def _eig_rule(c):
    given = square_shape(c.shape(0))
    v: Any = given if c.attr("compute_v") else [0]
    return [given[:-1] if given.ndims is not None else rule.UNKNOWN, v]


@op(("SelfAdjointEigV2", "BatchSelfAdjointEigV2"), shape=_eig_rule)
def _self_adjoint_eig(xp, a, *, compute_v):
    e, v = _eigh(xp, a)
    return e.astype(a.dtype), v if compute_v else xp.zeros(0, a.dtype)


def _eigh(xp: ModuleType, a: Array) -> tuple[Any, Any]:
    check_square(a)
    if a.shape[-1] > 1:  # of NaN LAPACK makes numbers
        text = "Self-adjoint eigen decomposition was not successful. The input might not be valid."
        check(~xp.isnan(xp.tril(a)).any(), errors.InvalidArgumentError, text)
    return factorize.eigh(xp, a)


def _old_eig_rule(c):
    given = square_shape(c.shape(0))
    if given.ndims is None:
        return [rule.UNKNOWN]
    n = given.as_list()[-1]
    return [given[:-2].concatenate([None if n is None else n + 1, n])]


@op(("SelfAdjointEig", "BatchSelfAdjointEig"), shape=_old_eig_rule)
def _old_self_adjoint_eig(xp, a):
    e, v = _eigh(xp, a)
    return xp.concatenate([e[..., None, :].astype(a.dtype), v], axis=-2)


def _with_matrices(numbers: Tensor, like: Tensor) -> Tensor:
    """Numbers of a batch in a shape that broadcasts over its matrices."""
    return tf.reshape(numbers, tf.concat([tf.shape(like), [1, 1]], 0))


@gradient("MatrixInverse")
def _matrix_inverse_grad(op, grad):
    inverse = op.outputs[0]
    if op.get_attr("adjoint"):
        # d(A⁻ᴴ): the formula of 1.15 is that of A⁻¹; this is the transposed one, which is right.
        return -matmul(matmul(inverse, grad, adjoint_b=True), inverse)
    return -matmul(inverse, matmul(grad, inverse, adjoint_b=True), adjoint_a=True)


@gradient("MatrixDeterminant")
def _matrix_determinant_grad(op, grad):
    determinant = op.outputs[0]
    inverse = matrix_inverse(op.inputs[0], adjoint=True)
    return _with_matrices(grad * determinant, determinant) * inverse


@gradient("LogMatrixDeterminant")
def _log_matrix_determinant_grad(op, _, grad):
    inverse = matrix_inverse(op.inputs[0], adjoint=True)
    return _with_matrices(grad, op.outputs[1]) * inverse


@gradient("MatrixSquareRoot")
def _matrix_square_root_grad(op, grad):
    """Solves the Sylvester equation of the derivative, written with Kronecker products."""
    root = op.outputs[0]
    shape = tf.shape(root)
    order, batch = shape[-1], shape[:-2]
    identity = tf.eye(order, batch_shape=batch, dtype=root.dtype)
    total = _kronecker(identity, tf.matrix_transpose(root), batch, order)
    total += _kronecker(root, identity, batch, order)
    flat = tf.reshape(tf.matrix_transpose(grad), tf.concat([batch, [order * order], [1]], 0))
    return tf.matrix_transpose(tf.reshape(matrix_solve(total, flat), shape))


def _kronecker(a: Tensor, b: Tensor, batch: Tensor, order: Tensor) -> Tensor:
    a = tf.reshape(a, tf.concat([batch, [order], [1], [order], [1]], 0))
    b = tf.reshape(b, tf.concat([batch, [1], [order], [1], [order]], 0))
    return tf.reshape(a * b, tf.concat([batch, [order * order], [order * order]], 0))


@gradient("Cholesky")
def _cholesky_grad(op, grad):
    factor = op.outputs[0]
    shape = tf.shape(factor)
    identity = tf.eye(shape[-1], batch_shape=shape[:-2], dtype=factor.dtype)
    inverse = matrix_triangular_solve(factor, identity)
    middle = matmul(factor, grad, adjoint_a=True)
    middle = tf.matrix_set_diag(middle, 0.5 * tf.matrix_diag_part(middle))
    middle = tf.matrix_band_part(middle, -1, 0)
    slope = matmul(matmul(inverse, middle, adjoint_a=True), inverse)
    slope += _adjoint(slope)
    return slope * 0.5


def _adjoint(x: Tensor) -> Tensor:
    return tf.matrix_transpose(x, conjugate=True)


@gradient("Qr")
def _qr_grad(op, dq, dr):
    q, r = op.outputs
    if q.dtype.is_complex:
        raise NotImplementedError(f"QrGrad not implemented for dtype: {q.dtype}")
    if r.shape.ndims is None or None in r.shape.as_list()[-2:]:
        raise NotImplementedError("QrGrad not implemented with dynamic shapes.")
    if r.shape.as_list()[-2] != r.shape.as_list()[-1]:
        raise NotImplementedError(
            "QrGrad not implemented when ncols > nrows or full_matrices is true and ncols != nrows."
        )

    def divided(x: Tensor) -> Tensor:
        """x · R⁻ᴴ"""
        return _adjoint(matrix_triangular_solve(r, _adjoint(x), lower=False, adjoint=False))

    qdq = matmul(q, dq, adjoint_a=True)
    rdr = matmul(r, dr, adjoint_b=True)
    lower = tf.matrix_band_part(qdq - _adjoint(qdq) + (rdr - _adjoint(rdr)), -1, 0)
    return matmul(q, dr + divided(lower)) + divided(dq - matmul(q, qdq))


@gradient("SelfAdjointEigV2")
def _self_adjoint_eig_grad(op, grad_e, grad_v):
    e = op.outputs[0]
    with tf.control_dependencies([grad_e, grad_v]):
        if op.get_attr("compute_v"):
            v = op.outputs[1]
            gaps = tf.matrix_set_diag(tf.reciprocal(tf.expand_dims(e, -2) - tf.expand_dims(e, -1)), tf.zeros_like(e))
            inner = tf.matrix_diag(grad_e) + gaps * matmul(v, grad_v, adjoint_a=True)
        else:
            _, v = apply("SelfAdjointEigV2", input=op.inputs[0], compute_v=True)
            inner = tf.matrix_diag(grad_e)
        whole = matmul(v, matmul(inner, v, adjoint_b=True))
        # Only the lower triangle of the input is read, so it gets what belongs to both.
        lower = tf.matrix_band_part(whole + _adjoint(whole), -1, 0)
        return tf.matrix_set_diag(lower, 0.5 * tf.matrix_diag_part(lower))


@gradient("Svd")
def _svd_grad(op, grad_s, grad_u, grad_v):
    a = op.inputs[0]
    shape = a.shape.with_rank_at_least(2)
    slopes = tf.matrix_diag(grad_s)
    if not op.get_attr("compute_uv"):
        _, u, v = apply("Svd", input=a, compute_uv=True)
        result = matmul(u, matmul(slopes, v, adjoint_b=True))
        result.set_shape(shape)
        return result
    if a.dtype.is_complex:
        raise NotImplementedError("SVD gradient is not implemented for complex types and compute_uv=True.")
    full = op.get_attr("full_matrices")
    m, n = shape.as_list()[-2:] if shape.ndims is not None else (None, None)
    if m is None or n is None:
        raise NotImplementedError("SVD gradient has not been implemented for input with unknown inner matrix shape.")
    s, u, v = op.outputs
    turned = m > n
    if turned:
        m, n, u, v, grad_u, grad_v = n, m, v, u, grad_v, grad_u
    with tf.control_dependencies([grad_s, grad_u, grad_v]):
        if full and abs(m - n) > 1:
            raise NotImplementedError("svd gradient is not implemented for abs(m - n) > 1 when full_matrices is True")
        values, squares = tf.matrix_diag(s), tf.square(s)
        size = tf.shape(s)
        identity = tf.eye(size[-1], batch_shape=size[:-1], dtype=s.dtype)
        gaps = tf.matrix_set_diag(
            tf.reciprocal(tf.expand_dims(squares, -2) - tf.expand_dims(squares, -1) + identity), tf.zeros_like(s)
        )
        v1, grad_v1 = v[..., :, :m], grad_v[..., :, :m]
        of_u = gaps * matmul(u, grad_u, adjoint_a=True)
        of_v = gaps * matmul(v1, grad_v1, adjoint_a=True)
        inner = slopes + matmul(of_u + _adjoint(of_u), values) + matmul(values, of_v + _adjoint(of_v))
        result = matmul(u, matmul(inner, v1, adjoint_b=True))
        if m != n:
            turned_v = tf.matrix_transpose(grad_v1)
            rest = turned_v - matmul(matmul(turned_v, v1), v1, adjoint_b=True)
            if full:
                between = matmul(v1, grad_v[..., :, m:n], adjoint_a=True)
                rest -= matmul(between, v[..., :, m:n], adjoint_b=True)
            result += matmul(matmul(u, tf.matrix_diag(tf.reciprocal(s))), rest)
        if turned:
            result = tf.matrix_transpose(result)
        result.set_shape(shape)
        return result


# -- public functions -----------------------------------------------------------------------------------------------------------

cholesky = export("cholesky", "linalg.cholesky", "batch_cholesky")(
    function(
        "Cholesky",
        "The lower triangular L with L·Lᴴ = A, for symmetric positive definite matrices.",
        "input",
        example=">>> tf.Session().run(tf.cholesky([[4.0, 2.0], [2.0, 5.0]])).tolist()\n[[2.0, 0.0], [1.0, 2.0]]",
    )
)
matrix_inverse = export("matrix_inverse", "linalg.inv", "batch_matrix_inverse")(
    function(
        "MatrixInverse",
        "The inverses of square matrices (or of their adjoints).",
        "input",
        "adjoint",
        example=">>> tf.Session().run(tf.matrix_inverse([[2.0, 0.0], [0.0, 4.0]])).tolist()\n[[0.5, 0.0], [0.0, 0.25]]",
    )
)
matrix_determinant = export("matrix_determinant", "linalg.det", "batch_matrix_determinant")(
    function(
        "MatrixDeterminant",
        "The determinants of square matrices.",
        "input",
        example=""">>> matrices = [[[2.0, 1.0], [0.0, 4.0]], [[0.0, 1.0], [1.0, 0.0]]]
>>> tf.Session().run(tf.matrix_determinant(matrices)).tolist()
[8.0, -1.0]""",
    )
)
slogdet = export("linalg.slogdet", "log_matrix_determinant")(
    function(
        "LogMatrixDeterminant",
        "The signs and the logarithms of the magnitudes of determinants.",
        "input",
        example=">>> print(*tf.Session().run(tf.linalg.slogdet([[0.0, 1.0], [1.0, 0.0]])))\n-1.0 0.0",
    )
)
matrix_square_root = export("matrix_square_root", "linalg.sqrtm")(
    function(
        "MatrixSquareRoot",
        "B with B·B = A, for invertible matrices.",
        "input",
        example=""">>> abs(tf.Session().run(tf.linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]]))).round(4).tolist()
[[2.0, 0.0], [0.0, 3.0]]""",
    )
)
logm = export("linalg.logm")(
    function(
        "MatrixLogarithm",
        "The logarithms of complex matrices.",
        "input",
        example=""">>> abs(tf.Session().run(tf.linalg.logm([[1 + 0j, 2], [0, 1]]))).round(4).tolist()
[[0.0, 2.0], [0.0, 0.0]]""",
    )
)
lu = export("linalg.lu")(
    function(
        "Lu",
        "Triangular factors in one matrix, and the order of rows they belong to.",
        "input",
        "output_idx_type",
        example=""">>> factors, order = tf.Session().run(tf.linalg.lu([[1.0, 4.0], [2.0, 2.0]]))
>>> factors.tolist(), order.tolist()
([[2.0, 2.0], [0.5, 3.0]], [1, 0])""",
    )
)
qr = export("qr", "linalg.qr")(
    function(
        "Qr",
        "Orthogonal Q and upper triangular R with Q·R = A.",
        "input",
        "full_matrices",
        example=""">>> q, r = tf.Session().run(tf.qr([[0.0, 5.0], [3.0, 4.0]]))
>>> (q @ r).round(4).tolist(), abs(r).round(4).tolist()
([[0.0, 5.0], [3.0, 4.0]], [[3.0, 4.0], [0.0, 5.0]])""",
    )
)


@export("self_adjoint_eig", "linalg.eigh", "batch_self_adjoint_eig")
def self_adjoint_eig(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The eigenvalues, in rising order, and eigenvectors (as columns) of self-adjoint matrices.

    >>> import penstock as tf
    >>> tf.Session().run(tf.self_adjoint_eig([[2.0, 0.0], [0.0, 1.0]]))[0].tolist()
    [1.0, 2.0]
    """
    e, v = apply("SelfAdjointEigV2", name, input=tensor, compute_v=True)
    return e, v


@export("self_adjoint_eigvals", "linalg.eigvalsh", "batch_self_adjoint_eigvals")
def self_adjoint_eigvals(tensor: TensorLike, name: str | None = None) -> Tensor:
    """The eigenvalues of self-adjoint matrices, in rising order.

    Args:
      tensor: matrices, [..., n, n]; only the lower triangle is read.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.self_adjoint_eigvals([[2.0, 1.0], [1.0, 2.0]])).round(4).tolist()
    [1.0, 3.0]
    """
    return apply("SelfAdjointEigV2", name, input=tensor, compute_v=False)[0]


@export("svd", "linalg.svd", "batch_svd")
def svd(tensor: TensorLike, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """The singular values of matrices, and their left and right singular vectors (as columns).

    Args:
      tensor: matrices, [..., m, n].
      full_matrices: if True, the vectors are complete bases.
      compute_uv: if False, only the values are computed and returned.
      name: a name for the operation.

    Returns:
      (s, u, v) with A = u·diag(s)·vᴴ, or s.

    >>> import penstock as tf
    >>> s, u, v = tf.svd([[3.0, 0.0], [0.0, -2.0], [0.0, 0.0]])
    >>> tf.Session().run(s).tolist(), u.shape.as_list(), v.shape.as_list()
    ([3.0, 2.0], [3, 2], [2, 2])
    """
    s, u, v = apply("Svd", name, input=tensor, compute_uv=compute_uv, full_matrices=full_matrices)
    return (tf.real(s), u, v) if compute_uv else tf.real(s)
