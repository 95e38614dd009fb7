"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.data.providing import DataProvider as DataProvider

__all__ = [
    "DataProvider",
]
