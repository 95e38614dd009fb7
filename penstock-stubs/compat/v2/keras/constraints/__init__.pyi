"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.constraints import Constraint as Constraint
from penstock.keras.constraints import MaxNorm as MaxNorm
from penstock.keras.constraints import MaxNorm as max_norm
from penstock.keras.constraints import MinMaxNorm as MinMaxNorm
from penstock.keras.constraints import MinMaxNorm as min_max_norm
from penstock.keras.constraints import NonNeg as NonNeg
from penstock.keras.constraints import NonNeg as non_neg
from penstock.keras.constraints import RadialConstraint as RadialConstraint
from penstock.keras.constraints import RadialConstraint as radial_constraint
from penstock.keras.constraints import UnitNorm as UnitNorm
from penstock.keras.constraints import UnitNorm as unit_norm
from penstock.keras.constraints import deserialize as deserialize
from penstock.keras.constraints import get as get
from penstock.keras.constraints import serialize as serialize

__all__ = [
    "Constraint",
    "MaxNorm",
    "MinMaxNorm",
    "NonNeg",
    "RadialConstraint",
    "UnitNorm",
    "deserialize",
    "get",
    "max_norm",
    "min_max_norm",
    "non_neg",
    "radial_constraint",
    "serialize",
    "unit_norm",
]
