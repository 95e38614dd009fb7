"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.layers.base import keras_style_scope as keras_style_scope
from penstock.layers.base import set_keras_style as set_keras_style

__all__ = [
    "keras_style_scope",
    "set_keras_style",
]
