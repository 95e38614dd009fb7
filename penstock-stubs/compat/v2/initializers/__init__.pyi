"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.initializers import deserialize as deserialize
from penstock.keras.initializers import get as get
from penstock.keras.initializers import serialize as serialize

__all__ = [
    "deserialize",
    "get",
    "serialize",
]
