"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import monte_carlo as monte_carlo

__all__ = [
    "monte_carlo",
]
