"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.networks import NASNetLarge as NASNetLarge
from penstock.keras.applications.networks import NASNetMobile as NASNetMobile
from penstock.keras.applications.networks import nasnet_decode_predictions as decode_predictions
from penstock.keras.applications.networks import nasnet_preprocess_input as preprocess_input

__all__ = [
    "NASNetLarge",
    "NASNetMobile",
    "decode_predictions",
    "preprocess_input",
]
