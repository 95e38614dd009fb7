"""A model that is a chain of layers."""

from penstock.keras.engine.sequential import Sequential

__all__ = [
    "Sequential",
]
