"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.solvers.conjugate_gradients import cgls as cgls

__all__ = [
    "cgls",
]
