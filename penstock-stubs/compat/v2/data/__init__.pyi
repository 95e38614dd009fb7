"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.data.options import Options as Options
from penstock.data.structure import DatasetSpec as DatasetSpec

__all__ = [
    "DatasetSpec",
    "Options",
    "experimental",
]
