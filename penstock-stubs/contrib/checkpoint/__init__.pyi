"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.unique_names import UniqueNameTracker as UniqueNameTracker
from penstock.ops.state.trackable import AutoTrackable as Checkpointable
from penstock.ops.state.trackable import NoDependency as NoDependency
from penstock.train.checkpoint import Checkpoint as Checkpoint
from penstock.train.checkpoint import CheckpointManager as CheckpointManager
from penstock.train.checkpoint_objects import list_objects as list_objects
from penstock.train.checkpoint_restore import object_metadata as object_metadata

__all__ = [
    "Checkpoint",
    "CheckpointManager",
    "Checkpointable",
    "NoDependency",
    "UniqueNameTracker",
    "list_objects",
    "object_metadata",
]
