"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import schedules as schedules
from penstock.keras.optimizer_v2.adadelta import Adadelta as Adadelta
from penstock.keras.optimizer_v2.adagrad import Adagrad as Adagrad
from penstock.keras.optimizer_v2.adam import Adam as Adam
from penstock.keras.optimizer_v2.adamax import Adamax as Adamax
from penstock.keras.optimizer_v2.ftrl import Ftrl as Ftrl
from penstock.keras.optimizer_v2.gradient_descent import SGD as SGD
from penstock.keras.optimizer_v2.nadam import Nadam as Nadam
from penstock.keras.optimizer_v2.optimizer_v2 import OptimizerV2 as Optimizer
from penstock.keras.optimizer_v2.rmsprop import RMSprop as RMSprop
from penstock.keras.optimizers.legacy import deserialize as deserialize
from penstock.keras.optimizers.legacy import get as get
from penstock.keras.optimizers.legacy import serialize as serialize

__all__ = [
    "Adadelta",
    "Adagrad",
    "Adam",
    "Adamax",
    "Ftrl",
    "Nadam",
    "Optimizer",
    "RMSprop",
    "SGD",
    "deserialize",
    "get",
    "schedules",
    "serialize",
]
