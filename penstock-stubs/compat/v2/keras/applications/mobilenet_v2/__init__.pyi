"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.small_networks import MobileNetV2 as MobileNetV2
from penstock.keras.applications.small_networks import mobilenet_v2_decode_predictions as decode_predictions
from penstock.keras.applications.small_networks import mobilenet_v2_preprocess_input as preprocess_input

__all__ = [
    "MobileNetV2",
    "decode_predictions",
    "preprocess_input",
]
