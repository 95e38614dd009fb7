"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import jit as jit
from . import xla as xla

__all__ = [
    "jit",
    "xla",
]
