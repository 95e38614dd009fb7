"""Where a network begins."""

from penstock.keras.engine.input_layer import Input, InputLayer

__all__ = [
    "Input",
    "InputLayer",
]
