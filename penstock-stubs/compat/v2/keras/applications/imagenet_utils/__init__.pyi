"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.imagenet import imagenet_decode_predictions as decode_predictions
from penstock.keras.applications.imagenet import imagenet_preprocess_input as preprocess_input

__all__ = [
    "decode_predictions",
    "preprocess_input",
]
