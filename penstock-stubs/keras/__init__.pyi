"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import backend as backend
from . import experimental as experimental
from . import initializers as initializers
from . import layers as layers

__all__ = [
    "backend",
    "experimental",
    "initializers",
    "layers",
]
