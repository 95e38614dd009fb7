"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.data.providing import DatasetDataProvider as DatasetDataProvider

__all__ = [
    "DatasetDataProvider",
]
