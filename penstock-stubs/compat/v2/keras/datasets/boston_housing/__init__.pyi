"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.datasets.texts import boston_housing as load_data

__all__ = [
    "load_data",
]
