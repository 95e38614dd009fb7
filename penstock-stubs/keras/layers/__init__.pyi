"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.feature_column.layers import DenseFeatures as DenseFeatures
from penstock.layers.input_spec import InputSpec as InputSpec

__all__ = [
    "DenseFeatures",
    "InputSpec",
]
