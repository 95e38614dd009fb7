"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import client as client
from . import python as python

__all__ = [
    "client",
    "python",
]
