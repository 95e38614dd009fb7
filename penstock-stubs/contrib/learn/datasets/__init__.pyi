"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import base as base
from . import mnist as mnist
from penstock.datasets.tables import load_dataset as load_dataset
from penstock.datasets.tables import load_iris as load_iris

__all__ = [
    "base",
    "load_dataset",
    "load_iris",
    "mnist",
]
