"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import constants as constants
from . import exporter as exporter
from . import gc as gc

__all__ = [
    "constants",
    "exporter",
    "gc",
]
