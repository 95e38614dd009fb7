"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.residual_networks import ResNet50 as ResNet50
from penstock.keras.applications.residual_networks import resnet_decode_predictions as decode_predictions
from penstock.keras.applications.residual_networks import resnet_preprocess_input as preprocess_input

__all__ = [
    "ResNet50",
    "decode_predictions",
    "preprocess_input",
]
