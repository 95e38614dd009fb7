"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.lite.experimental_names import load_delegate as load_delegate

__all__ = [
    "load_delegate",
]
