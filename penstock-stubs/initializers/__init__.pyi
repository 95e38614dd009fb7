"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.lookup.tables import tables_initializer as tables_initializer
from penstock.ops.state.initializers import Constant as constant
from penstock.ops.state.initializers import GlorotNormal as glorot_normal
from penstock.ops.state.initializers import GlorotUniform as glorot_uniform
from penstock.ops.state.initializers import Identity as identity
from penstock.ops.state.initializers import Ones as ones
from penstock.ops.state.initializers import Orthogonal as orthogonal
from penstock.ops.state.initializers import RandomNormal as random_normal
from penstock.ops.state.initializers import RandomUniform as random_uniform
from penstock.ops.state.initializers import TruncatedNormal as truncated_normal
from penstock.ops.state.initializers import UniformUnitScaling as uniform_unit_scaling
from penstock.ops.state.initializers import VarianceScaling as variance_scaling
from penstock.ops.state.initializers import Zeros as zeros
from penstock.ops.state.initializers import he_normal as he_normal
from penstock.ops.state.initializers import he_uniform as he_uniform
from penstock.ops.state.initializers import lecun_normal as lecun_normal
from penstock.ops.state.initializers import lecun_uniform as lecun_uniform
from penstock.ops.state.variable_functions import global_variables_initializer as global_variables
from penstock.ops.state.variable_functions import local_variables_initializer as local_variables
from penstock.ops.state.variable_functions import variables_initializer as variables

__all__ = [
    "constant",
    "global_variables",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "local_variables",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "tables_initializer",
    "truncated_normal",
    "uniform_unit_scaling",
    "variables",
    "variance_scaling",
    "zeros",
]
