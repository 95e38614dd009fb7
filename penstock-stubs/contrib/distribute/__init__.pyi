"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.distribute.collective_all_reduce import CollectiveAllReduceStrategy as CollectiveAllReduceStrategy
from penstock.contrib.distribute.mirrored import DistributeConfig as DistributeConfig
from penstock.contrib.distribute.mirrored import MirroredStrategy as MirroredStrategy
from penstock.contrib.distribute.monitor import Monitor as Monitor
from penstock.contrib.distribute.parameter_server import ParameterServerStrategy as ParameterServerStrategy
from penstock.contrib.tpu.tpu_strategy import TPUStrategy as TPUStrategy
from penstock.distribute.all_reduce import AllReduceCrossDeviceOps as AllReduceCrossDeviceOps
from penstock.distribute.all_reduce import MultiWorkerAllReduce as MultiWorkerAllReduce
from penstock.distribute.context import get_cross_replica_context as get_cross_replica_context
from penstock.distribute.context import get_replica_context as get_replica_context
from penstock.distribute.context import get_strategy as get_distribution_strategy
from penstock.distribute.context import get_strategy as get_strategy
from penstock.distribute.context import has_strategy as has_distribution_strategy
from penstock.distribute.context import has_strategy as has_strategy
from penstock.distribute.context import in_cross_replica_context as in_cross_replica_context
from penstock.distribute.context import require_replica_context as require_replica_context
from penstock.distribute.coordinator import run_standard_tensorflow_server as run_standard_tensorflow_server
from penstock.distribute.cross_device import CrossDeviceOps as CrossDeviceOps
from penstock.distribute.cross_device import ReductionToOneDevice as ReductionToOneDeviceCrossDeviceOps
from penstock.distribute.extended import StrategyExtended as DistributionStrategyExtended
from penstock.distribute.one_device import OneDeviceStrategy as OneDeviceStrategy
from penstock.distribute.replica_context import ReplicaContext as ReplicaContext
from penstock.distribute.step_fn import StandardInputStep as StandardInputStep
from penstock.distribute.step_fn import StandardSingleLossStep as StandardSingleLossStep
from penstock.distribute.step_fn import Step as Step
from penstock.distribute.strategy import Strategy as DistributionStrategy
from penstock.distribute.strategy import get_loss_reduction as get_loss_reduction
from penstock.graph.replication import UpdateContext as UpdateContext

__all__ = [
    "AllReduceCrossDeviceOps",
    "CollectiveAllReduceStrategy",
    "CrossDeviceOps",
    "DistributeConfig",
    "DistributionStrategy",
    "DistributionStrategyExtended",
    "MirroredStrategy",
    "Monitor",
    "MultiWorkerAllReduce",
    "OneDeviceStrategy",
    "ParameterServerStrategy",
    "ReductionToOneDeviceCrossDeviceOps",
    "ReplicaContext",
    "StandardInputStep",
    "StandardSingleLossStep",
    "Step",
    "TPUStrategy",
    "UpdateContext",
    "get_cross_replica_context",
    "get_distribution_strategy",
    "get_loss_reduction",
    "get_replica_context",
    "get_strategy",
    "has_distribution_strategy",
    "has_strategy",
    "in_cross_replica_context",
    "require_replica_context",
    "run_standard_tensorflow_server",
]
