"""`tf.contrib.distribute.MirroredStrategy`, whose batches are those of one replica, and `DistributeConfig`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from penstock._namespace import export
from penstock.distribute import input_lib
from penstock.distribute.devices import local_devices
from penstock.distribute.mirrored import MirroredExtended as CoreMirroredExtended
from penstock.distribute.strategy import Strategy

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.distribute.input_lib import DatasetIterator


@export("contrib.distribute.MirroredStrategy")
class MirroredStrategy(Strategy):
    """As `tf.distribute.MirroredStrategy`, but each replica gets whole batches of a dataset.

    Args:
      devices: the devices.
      num_gpus, num_gpus_per_worker: how many GPUs to use, instead of `devices`.
      cross_device_ops, cross_tower_ops: how gradients are put together, a `CrossDeviceOps`.
      auto_shard_dataset: accepted; the option `auto_shard` of a dataset decides.

    Raises:
      ValueError: devices are given twice.

    >>> import penstock as tf
    >>> tf.contrib.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"]).num_replicas_in_sync
    2
    """

    def __init__(
        self,
        devices: Sequence[str] | None = None,
        num_gpus: int | None = None,
        num_gpus_per_worker: int | None = None,
        cross_device_ops: Any = None,
        auto_shard_dataset: bool = False,
        cross_tower_ops: Any = None,
    ) -> None:
        assert not (cross_device_ops and cross_tower_ops)
        if num_gpus is not None and num_gpus_per_worker is not None:
            raise ValueError("You cannot specify both `num_gpus` and `num_gpus_per_worker`.")
        gpus = num_gpus_per_worker if num_gpus is None else num_gpus
        super().__init__(MirroredExtended(self, devices, gpus, cross_device_ops or cross_tower_ops, auto_shard_dataset))


class MirroredExtended(CoreMirroredExtended):
    """What the strategy does."""

    def __init__(
        self,
        container_strategy: Any,
        devices: Sequence[str] | None = None,
        num_gpus_per_worker: int | None = None,
        cross_device_ops: Any = None,
        auto_shard_dataset: bool = False,
    ) -> None:
        if devices is None:
            devices = local_devices(num_gpus_per_worker)
        elif num_gpus_per_worker is not None:
            raise ValueError("Must only specify one of `devices` and `num_gpus_per_worker`.")
        super().__init__(container_strategy, devices, cross_device_ops)
        self._auto_shard_dataset = auto_shard_dataset

    def _make_dataset_iterator(self, dataset: Dataset) -> DatasetIterator:
        return input_lib.DatasetIterator(dataset, self._input_workers, self._container_strategy())

    @property
    def _global_batch_size(self) -> bool:
        return False


class _Fields(NamedTuple):
    train_distribute: Any = None
    eval_distribute: Any = None
    remote_cluster: Any = None


@export("contrib.distribute.DistributeConfig")
class DistributeConfig(_Fields):
    """The strategies of a `RunConfig`: to train with, to evaluate with, and a cluster to connect to.

    >>> import penstock as tf
    >>> tf.contrib.distribute.DistributeConfig(eval_distribute=None).train_distribute is None
    True
    """
