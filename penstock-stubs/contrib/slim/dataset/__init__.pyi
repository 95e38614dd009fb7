"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.data.providing import Dataset as Dataset

__all__ = [
    "Dataset",
]
