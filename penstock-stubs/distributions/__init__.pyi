"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import bijectors as bijectors
from penstock.distributions.base import Distribution as Distribution
from penstock.distributions.base import FULLY_REPARAMETERIZED as FULLY_REPARAMETERIZED
from penstock.distributions.base import NOT_REPARAMETERIZED as NOT_REPARAMETERIZED
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

__all__ = [
    "Bernoulli",
    "Beta",
    "Categorical",
    "Dirichlet",
    "DirichletMultinomial",
    "Distribution",
    "Exponential",
    "FULLY_REPARAMETERIZED",
    "Gamma",
    "Laplace",
    "Multinomial",
    "NOT_REPARAMETERIZED",
    "Normal",
    "RegisterKL",
    "ReparameterizationType",
    "StudentT",
    "Uniform",
    "bijectors",
    "kl_divergence",
]
