"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.datasets.images import cifar100 as load_data

__all__ = [
    "load_data",
]
