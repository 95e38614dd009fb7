"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.keras import activations as activations
from penstock.contrib.keras import applications as applications
from penstock.contrib.keras import backend as backend
from penstock.contrib.keras import callbacks as callbacks
from penstock.contrib.keras import constraints as constraints
from penstock.contrib.keras import datasets as datasets
from penstock.contrib.keras import initializers as initializers
from penstock.contrib.keras import layers as layers
from penstock.contrib.keras import losses as losses
from penstock.contrib.keras import metrics as metrics
from penstock.contrib.keras import models as models
from penstock.contrib.keras import optimizers as optimizers
from penstock.contrib.keras import preprocessing as preprocessing
from penstock.contrib.keras import regularizers as regularizers
from penstock.contrib.keras import utils as utils
from penstock.contrib.keras import wrappers as wrappers

__all__ = [
    "activations",
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
