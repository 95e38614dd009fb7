"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.summary.version2 import get_step as get_step
from penstock.contrib.summary.version2 import set_step as set_step

__all__ = [
    "get_step",
    "set_step",
]
