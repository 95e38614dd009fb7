"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.saved_model.load_objects import load as load_v2
from penstock.saved_model.save_objects import save as save

__all__ = [
    "load_v2",
    "save",
]
