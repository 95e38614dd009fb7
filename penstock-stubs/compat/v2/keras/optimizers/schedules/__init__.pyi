"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.optimizer_v2.learning_rate_schedule import ExponentialDecay as ExponentialDecay
from penstock.keras.optimizer_v2.learning_rate_schedule import InverseTimeDecay as InverseTimeDecay
from penstock.keras.optimizer_v2.learning_rate_schedule import LearningRateSchedule as LearningRateSchedule
from penstock.keras.optimizer_v2.learning_rate_schedule import PiecewiseConstantDecay as PiecewiseConstantDecay
from penstock.keras.optimizer_v2.learning_rate_schedule import PolynomialDecay as PolynomialDecay
from penstock.keras.optimizer_v2.learning_rate_schedule import deserialize as deserialize
from penstock.keras.optimizer_v2.learning_rate_schedule import serialize as serialize

__all__ = [
    "ExponentialDecay",
    "InverseTimeDecay",
    "LearningRateSchedule",
    "PiecewiseConstantDecay",
    "PolynomialDecay",
    "deserialize",
    "serialize",
]
