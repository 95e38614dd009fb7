"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.datasets.images import mnist as load_data

__all__ = [
    "load_data",
]
