"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import flags as flags
from penstock.platform.app import run as run

__all__ = [
    "flags",
    "run",
]
