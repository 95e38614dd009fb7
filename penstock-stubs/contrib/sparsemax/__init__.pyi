"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.sparsemax.functions import sparsemax as sparsemax
from penstock.contrib.sparsemax.functions import sparsemax_loss as sparsemax_loss

__all__ = [
    "sparsemax",
    "sparsemax_loss",
]
