"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.feature_column.layers import DenseFeatures as DenseFeatures
from penstock.keras.engine.base_layer import Layer as Layer
from penstock.keras.engine.input_layer import Input as Input
from penstock.keras.engine.input_layer import InputLayer as InputLayer
from penstock.keras.engine.input_spec import InputSpec as InputSpec

__all__ = [
    "DenseFeatures",
    "Input",
    "InputLayer",
    "InputSpec",
    "Layer",
]
