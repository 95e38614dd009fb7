"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import backend as backend
from . import callbacks as callbacks
from . import datasets as datasets
from . import experimental as experimental
from . import initializers as initializers
from . import layers as layers
from . import preprocessing as preprocessing
from . import utils as utils
from penstock.keras.engine.input_layer import Input as Input

__all__ = [
    "Input",
    "backend",
    "callbacks",
    "datasets",
    "experimental",
    "initializers",
    "layers",
    "preprocessing",
    "utils",
]
