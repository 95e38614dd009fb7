"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.activations import deserialize as deserialize
from penstock.keras.activations import elu as elu
from penstock.keras.activations import exponential as exponential
from penstock.keras.activations import get as get
from penstock.keras.activations import hard_sigmoid as hard_sigmoid
from penstock.keras.activations import linear as linear
from penstock.keras.activations import relu as relu
from penstock.keras.activations import selu as selu
from penstock.keras.activations import serialize as serialize
from penstock.keras.activations import sigmoid as sigmoid
from penstock.keras.activations import softmax as softmax
from penstock.keras.activations import softplus as softplus
from penstock.keras.activations import softsign as softsign
from penstock.keras.activations import tanh as tanh

__all__ = [
    "deserialize",
    "elu",
    "exponential",
    "get",
    "hard_sigmoid",
    "linear",
    "relu",
    "selu",
    "serialize",
    "sigmoid",
    "softmax",
    "softplus",
    "softsign",
    "tanh",
]
