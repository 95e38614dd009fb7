"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.predictor.predictors import from_contrib_estimator as from_contrib_estimator
from penstock.contrib.predictor.predictors import from_estimator as from_estimator
from penstock.contrib.predictor.predictors import from_saved_model as from_saved_model

__all__ = [
    "from_contrib_estimator",
    "from_estimator",
    "from_saved_model",
]
