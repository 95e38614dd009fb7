"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.solvers.linear_operators import create_operator as create_operator
from penstock.contrib.solvers.linear_operators import dot as dot
from penstock.contrib.solvers.linear_operators import identity_operator as identity_operator
from penstock.contrib.solvers.linear_operators import l2norm as l2norm
from penstock.contrib.solvers.linear_operators import l2norm_squared as l2norm_squared
from penstock.contrib.solvers.linear_operators import l2normalize as l2normalize

__all__ = [
    "create_operator",
    "dot",
    "identity_operator",
    "l2norm",
    "l2norm_squared",
    "l2normalize",
]
