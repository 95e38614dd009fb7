"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import keras as keras

__all__ = [
    "keras",
]
