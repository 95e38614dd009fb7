"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import bijectors as bijectors
from penstock.contrib.distributions.counts import Binomial as Binomial
from penstock.contrib.distributions.counts import Geometric as Geometric
from penstock.contrib.distributions.counts import NegativeBinomial as NegativeBinomial
from penstock.contrib.distributions.counts import Poisson as Poisson
from penstock.contrib.distributions.kumaraswamy import Kumaraswamy as Kumaraswamy
from penstock.contrib.distributions.legacy import ContinuousDistribution as ContinuousDistribution
from penstock.contrib.distributions.legacy import DiscreteDistribution as DiscreteDistribution
from penstock.contrib.distributions.legacy import FULLY_REPARAMETERIZED as FULLY_REPARAMETERIZED
from penstock.contrib.distributions.legacy import NOT_REPARAMETERIZED as NOT_REPARAMETERIZED
from penstock.contrib.distributions.legacy import normal_conjugates_known_scale_posterior as normal_conjugates_known_scale_posterior
from penstock.contrib.distributions.legacy import normal_conjugates_known_scale_posterior as normal_conjugates_known_sigma_posterior
from penstock.contrib.distributions.legacy import normal_conjugates_known_scale_predictive as normal_conjugates_known_scale_predictive
from penstock.contrib.distributions.legacy import normal_conjugates_known_scale_predictive as normal_conjugates_known_sigma_predictive
from penstock.contrib.distributions.matrices import WishartCholesky as WishartCholesky
from penstock.contrib.distributions.matrices import WishartFull as WishartFull
from penstock.contrib.distributions.mixtures import Mixture as Mixture
from penstock.contrib.distributions.mixtures import MixtureSameFamily as MixtureSameFamily
from penstock.contrib.distributions.multivariate import MultivariateNormalDiag as MultivariateNormalDiag
from penstock.contrib.distributions.multivariate import MultivariateNormalDiagPlusLowRank as MultivariateNormalDiagPlusLowRank
from penstock.contrib.distributions.multivariate import MultivariateNormalDiagWithSoftplusScale as MultivariateNormalDiagWithSoftplusScale
from penstock.contrib.distributions.multivariate import MultivariateNormalFullCovariance as MultivariateNormalFullCovariance
from penstock.contrib.distributions.multivariate import MultivariateNormalLinearOperator as MultivariateNormalLinearOperator
from penstock.contrib.distributions.multivariate import MultivariateNormalTriL as MultivariateNormalTriL
from penstock.contrib.distributions.old_normal import MultivariateNormal as MultivariateNormal
from penstock.contrib.distributions.old_normal import MultivariateNormalCholesky as MultivariateNormalCholesky
from penstock.contrib.distributions.old_normal import MultivariateNormalDiagPlusVDVT as MultivariateNormalDiagPlusVDVT
from penstock.contrib.distributions.old_normal import MultivariateNormalDiagWithSoftplusStDev as MultivariateNormalDiagWithSoftplusStDev
from penstock.contrib.distributions.old_normal import MultivariateNormalFull as MultivariateNormalFull
from penstock.contrib.distributions.onehot import ExpRelaxedOneHotCategorical as ExpRelaxedOneHotCategorical
from penstock.contrib.distributions.onehot import OneHotCategorical as OneHotCategorical
from penstock.contrib.distributions.onehot import RelaxedBernoulli as RelaxedBernoulli
from penstock.contrib.distributions.onehot import RelaxedOneHotCategorical as RelaxedOneHotCategorical
from penstock.contrib.distributions.quantized import QuantizedDistribution as QuantizedDistribution
from penstock.contrib.distributions.rearranged import Autoregressive as Autoregressive
from penstock.contrib.distributions.rearranged import BatchReshape as BatchReshape
from penstock.contrib.distributions.rearranged import ConditionalDistribution as ConditionalDistribution
from penstock.contrib.distributions.rearranged import ConditionalTransformedDistribution as ConditionalTransformedDistribution
from penstock.contrib.distributions.sample_statistics import SeedStream as SeedStream
from penstock.contrib.distributions.sample_statistics import assign_log_moving_mean_exp as assign_log_moving_mean_exp
from penstock.contrib.distributions.sample_statistics import assign_moving_mean_variance as assign_moving_mean_variance
from penstock.contrib.distributions.sample_statistics import auto_correlation as auto_correlation
from penstock.contrib.distributions.sample_statistics import moving_mean_variance as moving_mean_variance
from penstock.contrib.distributions.sample_statistics import percentile as percentile
from penstock.contrib.distributions.scalars import Cauchy as Cauchy
from penstock.contrib.distributions.scalars import Chi2 as Chi2
from penstock.contrib.distributions.scalars import Deterministic as Deterministic
from penstock.contrib.distributions.scalars import HalfNormal as HalfNormal
from penstock.contrib.distributions.scalars import InverseGamma as InverseGamma
from penstock.contrib.distributions.scalars import Logistic as Logistic
from penstock.contrib.distributions.softplus import BetaWithSoftplusAB as BetaWithSoftplusAB
from penstock.contrib.distributions.softplus import BetaWithSoftplusConcentration as BetaWithSoftplusConcentration
from penstock.contrib.distributions.softplus import Chi2WithAbsDf as Chi2WithAbsDf
from penstock.contrib.distributions.softplus import ExponentialWithSoftplusLam as ExponentialWithSoftplusLam
from penstock.contrib.distributions.softplus import ExponentialWithSoftplusRate as ExponentialWithSoftplusRate
from penstock.contrib.distributions.softplus import GammaWithSoftplusAlphaBeta as GammaWithSoftplusAlphaBeta
from penstock.contrib.distributions.softplus import GammaWithSoftplusConcentrationRate as GammaWithSoftplusConcentrationRate
from penstock.contrib.distributions.softplus import InverseGammaWithSoftplusAlphaBeta as InverseGammaWithSoftplusAlphaBeta
from penstock.contrib.distributions.softplus import InverseGammaWithSoftplusConcentrationRate as InverseGammaWithSoftplusConcentrationRate
from penstock.contrib.distributions.softplus import LaplaceWithSoftplusScale as LaplaceWithSoftplusScale
from penstock.contrib.distributions.softplus import NormalWithSoftplusScale as NormalWithSoftplusScale
from penstock.contrib.distributions.softplus import NormalWithSoftplusSigma as NormalWithSoftplusSigma
from penstock.contrib.distributions.softplus import StudentTWithAbsDfSoftplusScale as StudentTWithAbsDfSoftplusScale
from penstock.contrib.distributions.softplus import StudentTWithAbsDfSoftplusSigma as StudentTWithAbsDfSoftplusSigma
from penstock.contrib.distributions.transformed import Independent as Independent
from penstock.contrib.distributions.transformed import TransformedDistribution as TransformedDistribution
from penstock.contrib.distributions.vectors import SinhArcsinh as SinhArcsinh
from penstock.contrib.distributions.vectors import VectorDeterministic as VectorDeterministic
from penstock.contrib.distributions.vectors import VectorExponentialDiag as VectorExponentialDiag
from penstock.contrib.distributions.vectors import VectorLaplaceDiag as VectorLaplaceDiag
from penstock.contrib.distributions.vectors import VectorSinhArcsinhDiag as VectorSinhArcsinhDiag
from penstock.distributions.base import Distribution as BaseDistribution
from penstock.distributions.base import Distribution as Distribution
from penstock.distributions.base import ReparameterizationType as ReparameterizationType
from penstock.distributions.discrete import Bernoulli as Bernoulli
from penstock.distributions.discrete import Categorical as Categorical
from penstock.distributions.gamma import Beta as Beta
from penstock.distributions.gamma import Exponential as Exponential
from penstock.distributions.gamma import Gamma as Gamma
from penstock.distributions.kullback_leibler import RegisterKL as RegisterKL
from penstock.distributions.kullback_leibler import kl_divergence as kl_divergence
from penstock.distributions.location_scale import Laplace as Laplace
from penstock.distributions.location_scale import Normal as Normal
from penstock.distributions.location_scale import StudentT as StudentT
from penstock.distributions.location_scale import Uniform as Uniform
from penstock.distributions.simplex import Dirichlet as Dirichlet
from penstock.distributions.simplex import DirichletMultinomial as DirichletMultinomial
from penstock.distributions.simplex import Multinomial as Multinomial
from penstock.distributions.util import fill_triangular as fill_triangular
from penstock.distributions.util import fill_triangular_inverse as fill_triangular_inverse
from penstock.distributions.util import matrix_diag_transform as matrix_diag_transform
from penstock.distributions.util import reduce_weighted_logsumexp as reduce_weighted_logsumexp
from penstock.distributions.util import softplus_inverse as softplus_inverse
from penstock.distributions.util import tridiag as tridiag

__all__ = [
    "Autoregressive",
    "BaseDistribution",
    "BatchReshape",
    "Bernoulli",
    "Beta",
    "BetaWithSoftplusAB",
    "BetaWithSoftplusConcentration",
    "Binomial",
    "Categorical",
    "Cauchy",
    "Chi2",
    "Chi2WithAbsDf",
    "ConditionalDistribution",
    "ConditionalTransformedDistribution",
    "ContinuousDistribution",
    "Deterministic",
    "Dirichlet",
    "DirichletMultinomial",
    "DiscreteDistribution",
    "Distribution",
    "ExpRelaxedOneHotCategorical",
    "Exponential",
    "ExponentialWithSoftplusLam",
    "ExponentialWithSoftplusRate",
    "FULLY_REPARAMETERIZED",
    "Gamma",
    "GammaWithSoftplusAlphaBeta",
    "GammaWithSoftplusConcentrationRate",
    "Geometric",
    "HalfNormal",
    "Independent",
    "InverseGamma",
    "InverseGammaWithSoftplusAlphaBeta",
    "InverseGammaWithSoftplusConcentrationRate",
    "Kumaraswamy",
    "Laplace",
    "LaplaceWithSoftplusScale",
    "Logistic",
    "Mixture",
    "MixtureSameFamily",
    "Multinomial",
    "MultivariateNormal",
    "MultivariateNormalCholesky",
    "MultivariateNormalDiag",
    "MultivariateNormalDiagPlusLowRank",
    "MultivariateNormalDiagPlusVDVT",
    "MultivariateNormalDiagWithSoftplusScale",
    "MultivariateNormalDiagWithSoftplusStDev",
    "MultivariateNormalFull",
    "MultivariateNormalFullCovariance",
    "MultivariateNormalLinearOperator",
    "MultivariateNormalTriL",
    "NOT_REPARAMETERIZED",
    "NegativeBinomial",
    "Normal",
    "NormalWithSoftplusScale",
    "NormalWithSoftplusSigma",
    "OneHotCategorical",
    "Poisson",
    "QuantizedDistribution",
    "RegisterKL",
    "RelaxedBernoulli",
    "RelaxedOneHotCategorical",
    "ReparameterizationType",
    "SeedStream",
    "SinhArcsinh",
    "StudentT",
    "StudentTWithAbsDfSoftplusScale",
    "StudentTWithAbsDfSoftplusSigma",
    "TransformedDistribution",
    "Uniform",
    "VectorDeterministic",
    "VectorExponentialDiag",
    "VectorLaplaceDiag",
    "VectorSinhArcsinhDiag",
    "WishartCholesky",
    "WishartFull",
    "assign_log_moving_mean_exp",
    "assign_moving_mean_variance",
    "auto_correlation",
    "bijectors",
    "fill_triangular",
    "fill_triangular_inverse",
    "kl_divergence",
    "matrix_diag_transform",
    "moving_mean_variance",
    "normal_conjugates_known_scale_posterior",
    "normal_conjugates_known_scale_predictive",
    "normal_conjugates_known_sigma_posterior",
    "normal_conjugates_known_sigma_predictive",
    "percentile",
    "reduce_weighted_logsumexp",
    "softplus_inverse",
    "tridiag",
]
