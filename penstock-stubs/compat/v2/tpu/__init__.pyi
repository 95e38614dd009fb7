"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental

__all__ = [
    "experimental",
]
