"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import python as python

__all__ = [
    "python",
]
