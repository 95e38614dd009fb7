"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.saved_model.save_objects import save as save

__all__ = [
    "save",
]
