"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.networks import DenseNet121 as DenseNet121
from penstock.keras.applications.networks import DenseNet169 as DenseNet169
from penstock.keras.applications.networks import DenseNet201 as DenseNet201
from penstock.keras.applications.networks import densenet_decode_predictions as decode_predictions
from penstock.keras.applications.networks import densenet_preprocess_input as preprocess_input

__all__ = [
    "DenseNet121",
    "DenseNet169",
    "DenseNet201",
    "decode_predictions",
    "preprocess_input",
]
