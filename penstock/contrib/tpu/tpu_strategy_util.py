"""Making TPUs ready for a `TPUStrategy`."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.contrib.tpu import tpu
from penstock.contrib.tpu.topology import Topology
from penstock.platform import logging
from penstock.train.tpu_resolver import TPUClusterResolver

_INITIALIZED: dict[str, Topology] = {}


@export("tpu.experimental.initialize_tpu_system", "compat.v2.tpu.experimental.initialize_tpu_system")
def initialize_tpu_system(cluster_resolver: TPUClusterResolver | None = None) -> Topology:
    """Makes TPUs ready and tells how they are connected.

    Args:
      cluster_resolver: says where they are; by default in this process.

    Returns:
      A `tf.contrib.tpu.Topology`.

    Raises:
      InvalidArgumentError: if there are no TPUs.

    >>> import penstock as tf
    >>> tf.tpu.experimental.initialize_tpu_system()
    Traceback (most recent call last):
        ...
    InvalidArgumentError: No OpKernel was registered to support Op 'ConfigureDistributedTPU' ...
    """
    resolver: Any = TPUClusterResolver("") if cluster_resolver is None else cluster_resolver
    assert isinstance(resolver, TPUClusterResolver)
    name = tf.compat.as_text(resolver._tpu)
    if name in _INITIALIZED:
        logging.warning(
            "TPU system %s has already been initialized. Reinitializing the TPU can cause previously created variables on "
            "TPU to be lost.",
            name,
        )
    logging.info("Initializing the TPU system: %s", name)
    master, cluster = resolver.master(), resolver.cluster_spec()
    config = protos.ConfigProto(allow_soft_placement=True)
    if cluster:
        config.cluster_def.CopyFrom(cluster.as_cluster_def())
    with tf.Graph().as_default(), tf.Session(master, config=config) as sess:
        serialized = sess.run(tpu.initialize_system())
    logging.info("Finished initializing TPU system.")
    _INITIALIZED[name] = Topology(serialized=serialized)
    return _INITIALIZED[name]
