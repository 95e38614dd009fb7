"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.linalg.combined import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from penstock.linalg.combined import LinearOperatorComposition as LinearOperatorComposition
from penstock.linalg.derived import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from penstock.linalg.derived import LinearOperatorLowRankUpdate as LinearOperatorUDVHUpdate
from penstock.linalg.identities import LinearOperatorIdentity as LinearOperatorIdentity
from penstock.linalg.identities import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from penstock.linalg.operator import LinearOperator as LinearOperator
from penstock.linalg.structured import LinearOperatorDiag as LinearOperatorDiag
from penstock.linalg.structured import LinearOperatorFullMatrix as LinearOperatorFullMatrix
from penstock.linalg.structured import LinearOperatorFullMatrix as LinearOperatorMatrix
from penstock.linalg.structured import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from penstock.linalg.structured import LinearOperatorLowerTriangular as LinearOperatorTriL

__all__ = [
    "LinearOperator",
    "LinearOperatorBlockDiag",
    "LinearOperatorComposition",
    "LinearOperatorDiag",
    "LinearOperatorFullMatrix",
    "LinearOperatorIdentity",
    "LinearOperatorLowRankUpdate",
    "LinearOperatorLowerTriangular",
    "LinearOperatorMatrix",
    "LinearOperatorScaledIdentity",
    "LinearOperatorTriL",
    "LinearOperatorUDVHUpdate",
]
