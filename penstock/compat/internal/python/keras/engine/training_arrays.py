"""The loop over arrays, tensors and data sets."""

from penstock.keras.engine.training_arrays import model_iteration

__all__ = [
    "model_iteration",
]
