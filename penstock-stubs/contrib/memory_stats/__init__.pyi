"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.device_memory import BytesInUse as BytesInUse
from penstock.contrib.device_memory import BytesLimit as BytesLimit
from penstock.contrib.device_memory import MaxBytesInUse as MaxBytesInUse

__all__ = [
    "BytesInUse",
    "BytesLimit",
    "MaxBytesInUse",
]
