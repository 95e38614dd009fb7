"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.networks import InceptionV3 as InceptionV3
from penstock.keras.applications.networks import inception_v3_decode_predictions as decode_predictions
from penstock.keras.applications.networks import inception_v3_preprocess_input as preprocess_input

__all__ = [
    "InceptionV3",
    "decode_predictions",
    "preprocess_input",
]
