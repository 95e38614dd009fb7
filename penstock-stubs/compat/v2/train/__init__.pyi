"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.protos.public import BytesList as BytesList
from penstock.protos.public import ClusterDef as ClusterDef
from penstock.protos.public import Example as Example
from penstock.protos.public import Feature as Feature
from penstock.protos.public import FeatureList as FeatureList
from penstock.protos.public import FeatureLists as FeatureLists
from penstock.protos.public import Features as Features
from penstock.protos.public import FloatList as FloatList
from penstock.protos.public import Int64List as Int64List
from penstock.protos.public import JobDef as JobDef
from penstock.protos.public import SequenceExample as SequenceExample
from penstock.protos.public import ServerDef as ServerDef
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
