"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import model_analyzer as model_analyzer
from . import tfprof_logger as tfprof_logger

__all__ = [
    "model_analyzer",
    "tfprof_logger",
]
