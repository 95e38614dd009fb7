"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import plugins as plugins

__all__ = [
    "plugins",
]
