"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.engine.sequential import Sequential as Sequential
from penstock.keras.engine.training import Model as Model
from penstock.keras.models import clone_model as clone_model

__all__ = [
    "Model",
    "Sequential",
    "clone_model",
]
