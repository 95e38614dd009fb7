"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.tpu_strategy import TPUStrategy as TPUStrategy
from penstock.distribute.collective_reduce import CollectiveCommunication as CollectiveCommunication
from penstock.distribute.multi_worker import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from penstock.distribute.parameter_server import CentralStorageStrategy as CentralStorageStrategy
from penstock.distribute.parameter_server import ParameterServerStrategy as ParameterServerStrategy

__all__ = [
    "CentralStorageStrategy",
    "CollectiveCommunication",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "TPUStrategy",
]
