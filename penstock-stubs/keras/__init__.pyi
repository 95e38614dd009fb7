"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import activations as activations
from . import applications as applications
from . import backend as backend
from . import callbacks as callbacks
from . import constraints as constraints
from . import datasets as datasets
from . import estimator as estimator
from . import experimental as experimental
from . import initializers as initializers
from . import layers as layers
from . import losses as losses
from . import metrics as metrics
from . import mixed_precision as mixed_precision
from . import models as models
from . import optimizers as optimizers
from . import preprocessing as preprocessing
from . import regularizers as regularizers
from . import utils as utils
from . import wrappers as wrappers
from penstock.keras.engine.input_layer import Input as Input
from penstock.keras.engine.sequential import Sequential as Sequential
from penstock.keras.engine.training import Model as Model

__all__ = [
    "Input",
    "Model",
    "Sequential",
    "activations",
    "applications",
    "backend",
    "callbacks",
    "constraints",
    "datasets",
    "estimator",
    "experimental",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "mixed_precision",
    "models",
    "optimizers",
    "preprocessing",
    "regularizers",
    "utils",
    "wrappers",
]
