"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.linalg.circulant import LinearOperatorCirculant as LinearOperatorCirculant
from penstock.linalg.circulant import LinearOperatorCirculant2D as LinearOperatorCirculant2D
from penstock.linalg.circulant import LinearOperatorCirculant3D as LinearOperatorCirculant3D
from penstock.linalg.circulant import LinearOperatorToeplitz as LinearOperatorToeplitz
from penstock.linalg.combined import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from penstock.linalg.combined import LinearOperatorComposition as LinearOperatorComposition
from penstock.linalg.combined import LinearOperatorKronecker as LinearOperatorKronecker
from penstock.linalg.derived import LinearOperatorAdjoint as LinearOperatorAdjoint
from penstock.linalg.derived import LinearOperatorInversion as LinearOperatorInversion
from penstock.linalg.derived import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from penstock.linalg.identities import LinearOperatorIdentity as LinearOperatorIdentity
from penstock.linalg.identities import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from penstock.linalg.identities import LinearOperatorZeros as LinearOperatorZeros
from penstock.linalg.operator import LinearOperator as LinearOperator
from penstock.linalg.structured import LinearOperatorDiag as LinearOperatorDiag
from penstock.linalg.structured import LinearOperatorFullMatrix as LinearOperatorFullMatrix
from penstock.linalg.structured import LinearOperatorHouseholder as LinearOperatorHouseholder
from penstock.linalg.structured import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from penstock.ops.arrays.diagonal import eye as eye
from penstock.ops.arrays.diagonal import matrix_band_part as band_part
from penstock.ops.arrays.diagonal import matrix_diag as diag
from penstock.ops.arrays.diagonal import matrix_diag_part as diag_part
from penstock.ops.arrays.diagonal import matrix_set_diag as set_diag
from penstock.ops.arrays.reshaping import matrix_transpose as matrix_transpose
from penstock.ops.arrays.reshaping import matrix_transpose as transpose
from penstock.ops.arrays.tensor_diagonal import diag as tensor_diag
from penstock.ops.arrays.tensor_diagonal import diag_part as tensor_diag_part
from penstock.ops.linalg.decompositions import self_adjoint_eig as eigh
from penstock.ops.linalg.decompositions import self_adjoint_eigvals as eigvalsh
from penstock.ops.linalg.decompositions import svd as svd
from penstock.ops.linalg.einsum import einsum as einsum
from penstock.ops.linalg.functions import adjoint as adjoint
from penstock.ops.linalg.functions import logdet as logdet
from penstock.ops.linalg.functions import matrix_exponential as expm
from penstock.ops.linalg.functions import matrix_rank as matrix_rank
from penstock.ops.linalg.functions import matrix_solve_ls as lstsq
from penstock.ops.linalg.functions import norm as norm
from penstock.ops.linalg.functions import normalize as normalize
from penstock.ops.linalg.functions import pinv as pinv
from penstock.ops.linalg.matmul import matmul as matmul
from penstock.ops.linalg.matmul import matvec as matvec
from penstock.ops.linalg.matmul import tensordot as tensordot
from penstock.ops.linalg.matmul import trace as trace
from penstock.ops.linalg.solve import cholesky_solve as cholesky_solve
from penstock.ops.linalg.tridiagonal import tridiagonal_matmul as tridiagonal_matmul
from penstock.ops.linalg.tridiagonal import tridiagonal_solve as tridiagonal_solve
from penstock.ops.math.clip import global_norm as global_norm
from penstock.ops.nn.normalization import l2_normalize as l2_normalize
from builtins import bool as _bool
from builtins import str as _str
from penstock.graph.operation import Tensor as _Tensor
from typing import Any as _Any

def cholesky(input: _Any, name: _str | None = ...) -> _Tensor:
    """The lower triangular L with L·Lᴴ = A, for symmetric positive definite matrices."""
def cross(a: _Any, b: _Any, name: _str | None = ...) -> _Tensor:
    """The cross products of vectors of length 3, in the last axis."""
def det(input: _Any, name: _str | None = ...) -> _Tensor:
    """The determinants of square matrices."""
def inv(input: _Any, adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """The inverses of square matrices (or of their adjoints)."""
def logm(input: _Any, name: _str | None = ...) -> _Tensor:
    """The logarithms of complex matrices."""
def lu(input: _Any, output_idx_type: _Any = ..., name: _str | None = ...) -> _Any:
    """Triangular factors in one matrix, and the order of rows they belong to."""
def qr(input: _Any, full_matrices: _bool = ..., name: _str | None = ...) -> _Any:
    """Orthogonal Q and upper triangular R with Q·R = A."""
def slogdet(input: _Any, name: _str | None = ...) -> _Any:
    """The signs and the logarithms of the magnitudes of determinants."""
def solve(matrix: _Any, rhs: _Any, adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """X with A·X = B, for invertible matrices."""
def sqrtm(input: _Any, name: _str | None = ...) -> _Tensor:
    """B with B·B = A, for invertible matrices."""
def triangular_solve(matrix: _Any, rhs: _Any, lower: _bool = ..., adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """X with A·X = B, for triangular matrices."""

__all__ = [
    "LinearOperator",
    "LinearOperatorAdjoint",
    "LinearOperatorBlockDiag",
    "LinearOperatorCirculant",
    "LinearOperatorCirculant2D",
    "LinearOperatorCirculant3D",
    "LinearOperatorComposition",
    "LinearOperatorDiag",
    "LinearOperatorFullMatrix",
    "LinearOperatorHouseholder",
    "LinearOperatorIdentity",
    "LinearOperatorInversion",
    "LinearOperatorKronecker",
    "LinearOperatorLowRankUpdate",
    "LinearOperatorLowerTriangular",
    "LinearOperatorScaledIdentity",
    "LinearOperatorToeplitz",
    "LinearOperatorZeros",
    "adjoint",
    "band_part",
    "cholesky",
    "cholesky_solve",
    "cross",
    "det",
    "diag",
    "diag_part",
    "eigh",
    "eigvalsh",
    "einsum",
    "expm",
    "eye",
    "global_norm",
    "inv",
    "l2_normalize",
    "logdet",
    "logm",
    "lstsq",
    "lu",
    "matmul",
    "matrix_rank",
    "matrix_transpose",
    "matvec",
    "norm",
    "normalize",
    "pinv",
    "qr",
    "set_diag",
    "slogdet",
    "solve",
    "sqrtm",
    "svd",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
    "transpose",
    "triangular_solve",
    "tridiagonal_matmul",
    "tridiagonal_solve",
]
