"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.residual_networks import ResNet101V2 as ResNet101V2
from penstock.keras.applications.residual_networks import ResNet152V2 as ResNet152V2
from penstock.keras.applications.residual_networks import ResNet50V2 as ResNet50V2
from penstock.keras.applications.residual_networks import resnet_v2_decode_predictions as decode_predictions
from penstock.keras.applications.residual_networks import resnet_v2_preprocess_input as preprocess_input

__all__ = [
    "ResNet101V2",
    "ResNet152V2",
    "ResNet50V2",
    "decode_predictions",
    "preprocess_input",
]
