"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.networks import VGG19 as VGG19
from penstock.keras.applications.networks import vgg19_decode_predictions as decode_predictions
from penstock.keras.applications.networks import vgg19_preprocess_input as preprocess_input

__all__ = [
    "VGG19",
    "decode_predictions",
    "preprocess_input",
]
