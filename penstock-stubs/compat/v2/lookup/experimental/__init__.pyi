"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.lookup.mutable import DenseHashTable as DenseHashTable

__all__ = [
    "DenseHashTable",
]
