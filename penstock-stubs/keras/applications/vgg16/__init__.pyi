"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.networks import VGG16 as VGG16
from penstock.keras.applications.networks import vgg16_decode_predictions as decode_predictions
from penstock.keras.applications.networks import vgg16_preprocess_input as preprocess_input

__all__ = [
    "VGG16",
    "decode_predictions",
    "preprocess_input",
]
