"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.protos import BytesList as BytesList
from penstock.protos import ClusterDef as ClusterDef
from penstock.protos import Example as Example
from penstock.protos import Feature as Feature
from penstock.protos import FeatureList as FeatureList
from penstock.protos import FeatureLists as FeatureLists
from penstock.protos import Features as Features
from penstock.protos import FloatList as FloatList
from penstock.protos import Int64List as Int64List
from penstock.protos import JobDef as JobDef
from penstock.protos import SequenceExample as SequenceExample
from penstock.protos import ServerDef as ServerDef
from penstock.train.checkpoint import Checkpoint as Checkpoint
from penstock.train.checkpoint import CheckpointManager as CheckpointManager
from penstock.train.checkpoint_init import checkpoints_iterator as checkpoints_iterator
from penstock.train.checkpoint_management import get_checkpoint_state as get_checkpoint_state
from penstock.train.checkpoint_management import latest_checkpoint as latest_checkpoint
from penstock.train.checkpoint_reader import list_variables as list_variables
from penstock.train.checkpoint_reader import load_checkpoint as load_checkpoint
from penstock.train.checkpoint_reader import load_variable as load_variable
from penstock.train.cluster_spec import ClusterSpec as ClusterSpec
from penstock.train.coordinator import Coordinator as Coordinator
from penstock.train.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage

__all__ = [
    "BytesList",
    "Checkpoint",
    "CheckpointManager",
    "ClusterDef",
    "ClusterSpec",
    "Coordinator",
    "Example",
    "ExponentialMovingAverage",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FloatList",
    "Int64List",
    "JobDef",
    "SequenceExample",
    "ServerDef",
    "checkpoints_iterator",
    "experimental",
    "get_checkpoint_state",
    "latest_checkpoint",
    "list_variables",
    "load_checkpoint",
    "load_variable",
]
