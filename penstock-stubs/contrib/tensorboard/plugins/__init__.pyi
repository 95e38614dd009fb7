"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import projector as projector

__all__ = [
    "projector",
]
