"""`tf.contrib.distribute.CollectiveAllReduceStrategy`, the older name of `MultiWorkerMirroredStrategy`."""

from __future__ import annotations

from penstock._namespace import export, find
from penstock.distribute.collective_reduce import CollectiveCommunication
from penstock.distribute.multi_worker import MultiWorkerMirroredExtended
from penstock.distribute.strategy import Strategy


@export("contrib.distribute.CollectiveAllReduceStrategy")
class CollectiveAllReduceStrategy(Strategy):
    """As `tf.distribute.experimental.MultiWorkerMirroredStrategy`, with a number of GPUs.

    Args:
      num_gpus_per_worker: how many GPUs each worker has.
      communication: a `CollectiveCommunication`.

    >>> import penstock as tf
    >>> tf.contrib.distribute.CollectiveAllReduceStrategy().num_replicas_in_sync
    1
    """

    def __init__(
        self,
        num_gpus_per_worker: int = 0,
        communication: CollectiveCommunication = CollectiveCommunication.AUTO,
    ) -> None:
        told = find("distribute.cluster_resolver.TFConfigClusterResolver")()
        resolver = find("distribute.cluster_resolver.SimpleClusterResolver")(
            cluster_spec=told.cluster_spec(),
            task_type=told.task_type,
            task_id=told.task_id,
            num_accelerators={"GPU": num_gpus_per_worker},
        )
        super().__init__(MultiWorkerMirroredExtended(self, communication, resolver))
