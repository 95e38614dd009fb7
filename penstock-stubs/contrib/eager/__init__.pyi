"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.checkpoint import Checkpoint as Checkpoint

__all__ = [
    "Checkpoint",
]
