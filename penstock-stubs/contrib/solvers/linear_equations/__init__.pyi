"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.solvers.conjugate_gradients import conjugate_gradient as conjugate_gradient

__all__ = [
    "conjugate_gradient",
]
