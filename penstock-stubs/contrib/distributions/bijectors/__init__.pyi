"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.distributions.bijectors.base import Bijector as Bijector
from penstock.contrib.distributions.bijectors.combining import Affine as Affine
from penstock.contrib.distributions.bijectors.combining import AffineLinearOperator as AffineLinearOperator
from penstock.contrib.distributions.bijectors.combining import AffineScalar as AffineScalar
from penstock.contrib.distributions.bijectors.combining import Chain as Chain
from penstock.contrib.distributions.bijectors.combining import Invert as Invert
from penstock.contrib.distributions.bijectors.combining import Reshape as Reshape
from penstock.contrib.distributions.bijectors.conditional import BatchNormalization as BatchNormalization
from penstock.contrib.distributions.bijectors.conditional import ConditionalBijector as ConditionalBijector
from penstock.contrib.distributions.bijectors.elementwise import AbsoluteValue as AbsoluteValue
from penstock.contrib.distributions.bijectors.elementwise import Exp as Exp
from penstock.contrib.distributions.bijectors.elementwise import Gumbel as Gumbel
from penstock.contrib.distributions.bijectors.elementwise import Identity as Identity
from penstock.contrib.distributions.bijectors.elementwise import Inline as Inline
from penstock.contrib.distributions.bijectors.elementwise import Permute as Permute
from penstock.contrib.distributions.bijectors.elementwise import PowerTransform as PowerTransform
from penstock.contrib.distributions.bijectors.elementwise import Sigmoid as Sigmoid
from penstock.contrib.distributions.bijectors.elementwise import SoftmaxCentered as SoftmaxCentered
from penstock.contrib.distributions.bijectors.elementwise import Softplus as Softplus
from penstock.contrib.distributions.bijectors.elementwise import Softsign as Softsign
from penstock.contrib.distributions.bijectors.elementwise import Square as Square
from penstock.contrib.distributions.bijectors.flows import MaskedAutoregressiveFlow as MaskedAutoregressiveFlow
from penstock.contrib.distributions.bijectors.flows import RealNVP as RealNVP
from penstock.contrib.distributions.bijectors.flows import masked_autoregressive_default_template as masked_autoregressive_default_template
from penstock.contrib.distributions.bijectors.flows import masked_dense as masked_dense
from penstock.contrib.distributions.bijectors.flows import real_nvp_default_template as real_nvp_default_template
from penstock.contrib.distributions.bijectors.matrices import CholeskyOuterProduct as CholeskyOuterProduct
from penstock.contrib.distributions.bijectors.matrices import FillTriangular as FillTriangular
from penstock.contrib.distributions.bijectors.matrices import MatrixInverseTriL as MatrixInverseTriL
from penstock.contrib.distributions.bijectors.matrices import ScaleTriL as ScaleTriL
from penstock.contrib.distributions.bijectors.matrices import TransformDiagonal as TransformDiagonal
from penstock.contrib.distributions.bijectors.warping import Kumaraswamy as Kumaraswamy
from penstock.contrib.distributions.bijectors.warping import Ordered as Ordered
from penstock.contrib.distributions.bijectors.warping import SinhArcsinh as SinhArcsinh

__all__ = [
    "AbsoluteValue",
    "Affine",
    "AffineLinearOperator",
    "AffineScalar",
    "BatchNormalization",
    "Bijector",
    "Chain",
    "CholeskyOuterProduct",
    "ConditionalBijector",
    "Exp",
    "FillTriangular",
    "Gumbel",
    "Identity",
    "Inline",
    "Invert",
    "Kumaraswamy",
    "MaskedAutoregressiveFlow",
    "MatrixInverseTriL",
    "Ordered",
    "Permute",
    "PowerTransform",
    "RealNVP",
    "Reshape",
    "ScaleTriL",
    "Sigmoid",
    "SinhArcsinh",
    "SoftmaxCentered",
    "Softplus",
    "Softsign",
    "Square",
    "TransformDiagonal",
    "masked_autoregressive_default_template",
    "masked_dense",
    "real_nvp_default_template",
]
