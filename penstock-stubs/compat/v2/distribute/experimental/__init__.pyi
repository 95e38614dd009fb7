"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.tpu_strategy import TPUStrategyV2 as TPUStrategy
from penstock.distribute.collective_reduce import CollectiveCommunication as CollectiveCommunication
from penstock.distribute.multi_worker import MultiWorkerMirroredStrategyV2 as MultiWorkerMirroredStrategy
from penstock.distribute.parameter_server import CentralStorageStrategyV2 as CentralStorageStrategy
from penstock.distribute.parameter_server import ParameterServerStrategyV2 as ParameterServerStrategy

__all__ = [
    "CentralStorageStrategy",
    "CollectiveCommunication",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "TPUStrategy",
]
