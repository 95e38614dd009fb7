"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import tensor_forest as tensor_forest

__all__ = [
    "tensor_forest",
]
