"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.checkpoint_reader import CheckpointReader as CheckpointReader
from penstock.train.checkpoint_reader import NewCheckpointReader as NewCheckpointReader

__all__ = [
    "CheckpointReader",
    "NewCheckpointReader",
]
