"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.array_states import NumpyState as NumpyState
from penstock.contrib.checkpoint_drawings import dot_graph_from_checkpoint as dot_graph_from_checkpoint
from penstock.contrib.split_objects import TrackableObjectGraph as CheckpointableObjectGraph
from penstock.contrib.split_objects import split_dependency as split_dependency
from penstock.contrib.tracked_containers import List as List
from penstock.contrib.tracked_containers import Mapping as Mapping
from penstock.contrib.unique_names import UniqueNameTracker as UniqueNameTracker
from penstock.ops.state.trackable import AutoTrackable as Checkpointable
from penstock.ops.state.trackable import NoDependency as NoDependency
from penstock.ops.state.trackable import Trackable as CheckpointableBase
from penstock.train.checkpoint import Checkpoint as Checkpoint
from penstock.train.checkpoint import CheckpointManager as CheckpointManager
from penstock.train.checkpoint_objects import list_objects as list_objects
from penstock.train.checkpoint_restore import object_metadata as object_metadata
from penstock.train.python_state import PythonState as PythonStateWrapper

__all__ = [
    "Checkpoint",
    "CheckpointManager",
    "Checkpointable",
    "CheckpointableBase",
    "CheckpointableObjectGraph",
    "List",
    "Mapping",
    "NoDependency",
    "NumpyState",
    "PythonStateWrapper",
    "UniqueNameTracker",
    "dot_graph_from_checkpoint",
    "list_objects",
    "object_metadata",
    "split_dependency",
]
