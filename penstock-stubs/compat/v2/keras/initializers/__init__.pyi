"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.initializers2 import Constant as Constant
from penstock.compat.initializers2 import Constant as constant
from penstock.compat.initializers2 import GlorotNormal as GlorotNormal
from penstock.compat.initializers2 import GlorotNormal as glorot_normal
from penstock.compat.initializers2 import GlorotUniform as GlorotUniform
from penstock.compat.initializers2 import GlorotUniform as glorot_uniform
from penstock.compat.initializers2 import Identity as Identity
from penstock.compat.initializers2 import Identity as identity
from penstock.compat.initializers2 import Initializer as Initializer
from penstock.compat.initializers2 import Ones as Ones
from penstock.compat.initializers2 import Ones as ones
from penstock.compat.initializers2 import Orthogonal as Orthogonal
from penstock.compat.initializers2 import Orthogonal as orthogonal
from penstock.compat.initializers2 import RandomNormal as RandomNormal
from penstock.compat.initializers2 import RandomUniform as RandomUniform
from penstock.compat.initializers2 import TruncatedNormal as TruncatedNormal
from penstock.compat.initializers2 import VarianceScaling as VarianceScaling
from penstock.compat.initializers2 import Zeros as Zeros
from penstock.compat.initializers2 import Zeros as zeros
from penstock.keras.initializers import deserialize as deserialize
from penstock.keras.initializers import get as get
from penstock.keras.initializers import serialize as serialize
from builtins import int as _int
from penstock.compat.initializers2 import VarianceScaling as _VarianceScaling

def he_normal(seed: _int | None = ...) -> _VarianceScaling:
    """Initializer with variance 2 / inputs."""
def he_uniform(seed: _int | None = ...) -> _VarianceScaling:
    """Initializer with variance 2 / inputs."""
def lecun_normal(seed: _int | None = ...) -> _VarianceScaling:
    """Initializer with variance 1 / inputs."""
def lecun_uniform(seed: _int | None = ...) -> _VarianceScaling:
    """Initializer with variance 1 / inputs."""

__all__ = [
    "Constant",
    "GlorotNormal",
    "GlorotUniform",
    "Identity",
    "Initializer",
    "Ones",
    "Orthogonal",
    "RandomNormal",
    "RandomUniform",
    "TruncatedNormal",
    "VarianceScaling",
    "Zeros",
    "constant",
    "deserialize",
    "get",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "ones",
    "orthogonal",
    "serialize",
    "zeros",
]
