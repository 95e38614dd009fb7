"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.feature_column.layers import SequenceFeatures as SequenceFeatures

__all__ = [
    "SequenceFeatures",
]
