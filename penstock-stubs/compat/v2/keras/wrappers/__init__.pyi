"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import scikit_learn as scikit_learn

__all__ = [
    "scikit_learn",
]
