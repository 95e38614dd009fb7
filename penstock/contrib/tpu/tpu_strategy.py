"""`TPUStrategy`, which says on a machine without TPUs what 1.15 said."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.contrib.tpu import tpu_system_metadata
from penstock.distribute.strategy import Strategy, StrategyV2
from penstock.platform import logging
from penstock.train.tpu_resolver import TPUClusterResolver


def _require_tpus(resolver: Any) -> None:
    if resolver is None:
        resolver = TPUClusterResolver("")
    cluster = resolver.cluster_spec()
    found = tpu_system_metadata._query_tpu_system_metadata(
        resolver.master(), cluster_def=cluster.as_cluster_def() if cluster else None
    )
    if found.num_cores:
        raise NotImplementedError("There are TPUs, which Penstock does not use.")
    logging.error("TPUStrategy needs TPUs, and there are none: the devices are %s", [d.name for d in found.devices])
    raise IndexError("list index out of range")  # 1.15's words: it takes the first TPU of an empty list


@export("compat.v2.distribute.experimental.TPUStrategy")
class TPUStrategyV2(StrategyV2):
    """Trains on TPUs, of which there are none here.

    Args:
      tpu_cluster_resolver: a `TPUClusterResolver`, by default for this process.
      device_assignment: a `DeviceAssignment`.

    Raises:
      IndexError: as in 1.15, if there are no TPUs.

    >>> import penstock as tf
    >>> tf.compat.v2.distribute.experimental.TPUStrategy()
    Traceback (most recent call last):
        ...
    IndexError: list index out of range
    """

    def __init__(self, tpu_cluster_resolver: Any = None, device_assignment: Any = None) -> None:
        _require_tpus(tpu_cluster_resolver)


@export("contrib.distribute.TPUStrategy", "distribute.experimental.TPUStrategy")
class TPUStrategy(Strategy):
    """Trains on TPUs, of which there are none here.

    Args:
      tpu_cluster_resolver: a `TPUClusterResolver`, by default for this process.
      steps_per_run: how many steps a run makes.
      device_assignment: a `DeviceAssignment`.

    Raises:
      IndexError: as in 1.15, if there are no TPUs.

    >>> import penstock as tf
    >>> tf.distribute.experimental.TPUStrategy()
    Traceback (most recent call last):
        ...
    IndexError: list index out of range
    """

    def __init__(
        self, tpu_cluster_resolver: Any = None, steps_per_run: int | None = None, device_assignment: Any = None
    ) -> None:
        _require_tpus(tpu_cluster_resolver)
