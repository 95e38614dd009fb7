"""`tf.contrib.distribute.ParameterServerStrategy`, whose batches are those of one replica."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import input_lib
from penstock.distribute.parameter_server import ParameterServerExtended as CoreParameterServerExtended
from penstock.distribute.strategy import Strategy

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.distribute.input_lib import DatasetIterator


@export("contrib.distribute.ParameterServerStrategy")
class ParameterServerStrategy(Strategy):
    """As `tf.distribute.experimental.ParameterServerStrategy`, but each replica gets whole batches of a dataset.

    Args:
      num_gpus_per_worker: how many GPUs each worker has.

    >>> import penstock as tf
    >>> tf.contrib.distribute.ParameterServerStrategy().extended.parameter_devices
    ('/device:CPU:0',)
    """

    def __init__(self, num_gpus_per_worker: int = 0) -> None:
        super().__init__(ParameterServerExtended(self, num_gpus_per_worker))


class ParameterServerExtended(CoreParameterServerExtended):
    """What the strategy does."""

    def __init__(self, container_strategy: Any, num_gpus_per_worker: int) -> None:
        told = find("distribute.cluster_resolver.TFConfigClusterResolver")()
        resolver = find("distribute.cluster_resolver.SimpleClusterResolver")(
            cluster_spec=told.cluster_spec(),
            task_type=told.task_type,
            task_id=told.task_id,
            num_accelerators={"GPU": num_gpus_per_worker},
        )
        super().__init__(container_strategy, resolver)

    def _make_dataset_iterator(self, dataset: Dataset) -> DatasetIterator:
        return input_lib.DatasetIterator(dataset, self._input_workers, self._container_strategy())

    @property
    def _global_batch_size(self) -> bool:
        return False
