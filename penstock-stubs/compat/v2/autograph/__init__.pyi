"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.autograph.conversion import set_verbosity as set_verbosity
from penstock.autograph.conversion import trace as trace
from . import experimental as experimental

__all__ = [
    "experimental",
    "set_verbosity",
    "trace",
]
