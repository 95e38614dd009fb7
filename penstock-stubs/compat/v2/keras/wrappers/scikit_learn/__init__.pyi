"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.wrappers.estimators_of_scikit_learn import KerasClassifier as KerasClassifier
from penstock.keras.wrappers.estimators_of_scikit_learn import KerasRegressor as KerasRegressor

__all__ = [
    "KerasClassifier",
    "KerasRegressor",
]
