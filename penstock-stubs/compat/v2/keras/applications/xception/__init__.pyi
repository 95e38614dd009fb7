"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.networks import Xception as Xception
from penstock.keras.applications.networks import xception_decode_predictions as decode_predictions
from penstock.keras.applications.networks import xception_preprocess_input as preprocess_input

__all__ = [
    "Xception",
    "decode_predictions",
    "preprocess_input",
]
