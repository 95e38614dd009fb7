"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import image as image
from . import sequence as sequence
from . import text as text

__all__ = [
    "image",
    "sequence",
    "text",
]
