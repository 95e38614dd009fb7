"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.estimator.keras_models import model_to_estimator as model_to_estimator

__all__ = [
    "model_to_estimator",
]
