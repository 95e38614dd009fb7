"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import model_analyzer as model_analyzer
from . import tfprof_logger as tfprof_logger
from penstock.profiler.profile_context import ProfileContext as ProfileContext

__all__ = [
    "ProfileContext",
    "model_analyzer",
    "tfprof_logger",
]
