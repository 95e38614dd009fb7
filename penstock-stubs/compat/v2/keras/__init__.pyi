"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import activations as activations
from . import backend as backend
from . import callbacks as callbacks
from . import constraints as constraints
from . import datasets as datasets
from . import experimental as experimental
from . import initializers as initializers
from . import layers as layers
from . import losses as losses
from . import metrics as metrics
from . import preprocessing as preprocessing
from . import regularizers as regularizers
from . import utils as utils
from penstock.keras.engine.input_layer import Input as Input

__all__ = [
    "Input",
    "activations",
    "backend",
    "callbacks",
    "constraints",
    "datasets",
    "experimental",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "preprocessing",
    "regularizers",
    "utils",
]
