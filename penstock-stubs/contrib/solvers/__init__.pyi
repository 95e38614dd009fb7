"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import lanczos as lanczos
from . import least_squares as least_squares
from . import linear_equations as linear_equations
from . import util as util

__all__ = [
    "lanczos",
    "least_squares",
    "linear_equations",
    "util",
]
