"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import activations as activations
from . import api as api
from . import applications as applications
from . import backend as backend
from . import callbacks as callbacks
from . import constraints as constraints
from . import datasets as datasets
from . import initializers as initializers
from . import layers as layers
from . import losses as losses
from . import metrics as metrics
from . import models as models
from . import optimizers as optimizers
from . import preprocessing as preprocessing
from . import regularizers as regularizers
from . import utils as utils
from . import wrappers as wrappers

__all__ = [
    "activations",
    "api",
    "applications",
    "backend",
    "callbacks",
    "constraints",
    "datasets",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "models",
    "optimizers",
    "preprocessing",
    "regularizers",
    "utils",
    "wrappers",
]
