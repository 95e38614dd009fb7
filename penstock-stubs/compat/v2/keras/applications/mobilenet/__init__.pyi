"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.small_networks import MobileNet as MobileNet
from penstock.keras.applications.small_networks import mobilenet_decode_predictions as decode_predictions
from penstock.keras.applications.small_networks import mobilenet_preprocess_input as preprocess_input

__all__ = [
    "MobileNet",
    "decode_predictions",
    "preprocess_input",
]
