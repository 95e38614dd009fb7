"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import cluster_resolver as cluster_resolver
from . import experimental as experimental
from penstock.distribute.all_reduce import HierarchicalCopyAllReduce as HierarchicalCopyAllReduce
from penstock.distribute.all_reduce import NcclAllReduce as NcclAllReduce
from penstock.distribute.context import experimental_set_strategy as experimental_set_strategy
from penstock.distribute.context import get_replica_context as get_replica_context
from penstock.distribute.context import get_strategy as get_strategy
from penstock.distribute.context import has_strategy as has_strategy
from penstock.distribute.context import in_cross_replica_context as in_cross_replica_context
from penstock.distribute.cross_device import CrossDeviceOps as CrossDeviceOps
from penstock.distribute.cross_device import ReductionToOneDevice as ReductionToOneDevice
from penstock.distribute.input_context import InputContext as InputContext
from penstock.distribute.input_context import InputReplicationMode as InputReplicationMode
from penstock.distribute.mirrored import MirroredStrategyV2 as MirroredStrategy
from penstock.distribute.one_device import OneDeviceStrategy as OneDeviceStrategy
from penstock.distribute.reduce_op import ReduceOp as ReduceOp
from penstock.distribute.replica_context import ReplicaContext as ReplicaContext
from penstock.distribute.strategy import StrategyV2 as Strategy
from penstock.train.server_lib import Server as Server

__all__ = [
    "CrossDeviceOps",
    "HierarchicalCopyAllReduce",
    "InputContext",
    "InputReplicationMode",
    "MirroredStrategy",
    "NcclAllReduce",
    "OneDeviceStrategy",
    "ReduceOp",
    "ReductionToOneDevice",
    "ReplicaContext",
    "Server",
    "Strategy",
    "cluster_resolver",
    "experimental",
    "experimental_set_strategy",
    "get_replica_context",
    "get_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
