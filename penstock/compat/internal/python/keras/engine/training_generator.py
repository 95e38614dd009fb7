"""The loop over generators and sequences."""

from penstock.keras.engine.training_generator import model_iteration

__all__ = [
    "model_iteration",
]
