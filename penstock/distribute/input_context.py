"""What an input function is told of the pipelines that run beside it: `InputContext`."""

from __future__ import annotations

import enum

from penstock._namespace import export


@export("distribute.InputReplicationMode")
class InputReplicationMode(enum.Enum):
    """How often an input function is called: once for each worker (`PER_WORKER`).

    >>> import penstock as tf
    >>> tf.distribute.InputReplicationMode.PER_WORKER.value
    'PER_WORKER'
    """

    PER_WORKER = "PER_WORKER"


@export("distribute.InputContext")
class InputContext:
    """Which of how many input pipelines an input function makes, for how many replicas.

    Args:
      num_input_pipelines: how many pipelines there are.
      input_pipeline_id: the number of this one.
      num_replicas_in_sync: how many replicas make a step together.

    >>> import penstock as tf
    >>> tf.distribute.InputContext(num_replicas_in_sync=4).get_per_replica_batch_size(64)
    16
    """

    def __init__(
        self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1
    ) -> None:
        self._num_input_pipelines = num_input_pipelines
        self._input_pipeline_id = input_pipeline_id
        self._num_replicas_in_sync = num_replicas_in_sync

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas make a step together."""
        return self._num_replicas_in_sync

    @property
    def input_pipeline_id(self) -> int:
        """The number of this pipeline."""
        return self._input_pipeline_id

    @property
    def num_input_pipelines(self) -> int:
        """How many pipelines there are."""
        return self._num_input_pipelines

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """How many examples each replica gets of a batch for all.

        Raises:
          ValueError: they cannot share it evenly.
        """
        share, rest = divmod(global_batch_size, self._num_replicas_in_sync)
        if rest:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size!r} is not divisible by `num_replicas_in_sync` "
                f"{self._num_replicas_in_sync!r} "
            )
        return share
