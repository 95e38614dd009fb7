"""The model that is trained."""

from penstock.keras.engine.training import Model

__all__ = [
    "Model",
]
