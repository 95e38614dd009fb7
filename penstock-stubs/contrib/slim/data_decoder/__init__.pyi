"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.data.providing import DataDecoder as DataDecoder

__all__ = [
    "DataDecoder",
]
