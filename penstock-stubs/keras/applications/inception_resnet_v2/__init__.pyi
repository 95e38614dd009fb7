"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.applications.networks import InceptionResNetV2 as InceptionResNetV2
from penstock.keras.applications.networks import inception_resnet_v2_decode_predictions as decode_predictions
from penstock.keras.applications.networks import inception_resnet_v2_preprocess_input as preprocess_input

__all__ = [
    "InceptionResNetV2",
    "decode_predictions",
    "preprocess_input",
]
