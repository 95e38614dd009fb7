"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.state.initializers import Constant as Constant
from penstock.ops.state.initializers import Constant as constant
from penstock.ops.state.initializers import GlorotNormal as glorot_normal
from penstock.ops.state.initializers import GlorotUniform as glorot_uniform
from penstock.ops.state.initializers import Identity as Identity
from penstock.ops.state.initializers import Identity as identity
from penstock.ops.state.initializers import Initializer as Initializer
from penstock.ops.state.initializers import KerasRandomNormal as RandomNormal
from penstock.ops.state.initializers import KerasRandomNormal as normal
from penstock.ops.state.initializers import KerasRandomNormal as random_normal
from penstock.ops.state.initializers import KerasRandomUniform as RandomUniform
from penstock.ops.state.initializers import KerasRandomUniform as random_uniform
from penstock.ops.state.initializers import KerasRandomUniform as uniform
from penstock.ops.state.initializers import KerasTruncatedNormal as TruncatedNormal
from penstock.ops.state.initializers import KerasTruncatedNormal as truncated_normal
from penstock.ops.state.initializers import Ones as Ones
from penstock.ops.state.initializers import Ones as ones
from penstock.ops.state.initializers import Orthogonal as Orthogonal
from penstock.ops.state.initializers import Orthogonal as orthogonal
from penstock.ops.state.initializers import VarianceScaling as VarianceScaling
from penstock.ops.state.initializers import Zeros as Zeros
from penstock.ops.state.initializers import Zeros as zeros
from penstock.ops.state.initializers import deserialize as deserialize
from penstock.ops.state.initializers import get as get
from penstock.ops.state.initializers import he_normal as he_normal
from penstock.ops.state.initializers import he_uniform as he_uniform
from penstock.ops.state.initializers import lecun_normal as lecun_normal
from penstock.ops.state.initializers import lecun_uniform as lecun_uniform
from penstock.ops.state.initializers import serialize as serialize

__all__ = [
    "Constant",
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
    "normal",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "serialize",
    "truncated_normal",
    "uniform",
    "zeros",
]
