"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.estimator.keras_export import export_saved_model as save_keras_model
from penstock.estimator.keras_export import load_from_saved_model as load_keras_model

__all__ = [
    "load_keras_model",
    "save_keras_model",
]
