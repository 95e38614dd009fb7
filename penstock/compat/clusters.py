"""`tf.config.experimental_connect_to_*`: clusters for eager execution.

In 1.15 as here they say nothing to sessions, which are given the address of a server (`tf.Session("grpc://...")`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.platform.ports import free_ports
from penstock.train.cluster_resolver import ClusterResolver
from penstock.train.cluster_spec import ClusterSpec

_connected: list[Any] = []  # the `ServerDef` of the last cluster


@export("config.experimental_connect_to_cluster")
def experimental_connect_to_cluster(
    cluster_spec_or_resolver: ClusterSpec | ClusterResolver,
    job_name: str = "localhost",
    task_index: int = 0,
    protocol: str | None = None,
) -> None:
    """Names the cluster on which eager operations may run. Sessions do not use it, as in 1.15.

    Args:
      cluster_spec_or_resolver: the cluster.
      job_name: the job of this process, which is added to the cluster if it is not there.
      task_index: the task of this process.
      protocol: how they talk, by default "grpc".

    Raises:
      ValueError: if it is no cluster.

    >>> import penstock as tf
    >>> tf.config.experimental_connect_to_cluster(tf.train.ClusterSpec({"worker": ["127.0.0.1:4711"]}))
    """
    if isinstance(cluster_spec_or_resolver, ClusterResolver):
        spec = cluster_spec_or_resolver.cluster_spec()
    elif isinstance(cluster_spec_or_resolver, ClusterSpec):
        spec = cluster_spec_or_resolver
    else:
        raise ValueError("`cluster_spec_or_resolver` must be a `ClusterSpec` or a `ClusterResolver`.")
    cluster = spec.as_cluster_def()
    if job_name not in spec.jobs:
        job = cluster.job.add(name=job_name)
        job.tasks[0] = f"localhost:{free_ports(1)[0]}"
    os.environ["TF_EAGER_REMOTE_USE_SEND_TENSOR_RPC"] = "1"
    server = protos.ServerDef(cluster=cluster, job_name=job_name, task_index=task_index, protocol=protocol or "grpc")
    _connected[:] = [server]


@export("config.experimental_connect_to_host")
def experimental_connect_to_host(remote_host: str | Sequence[str] | None = None, job_name: str = "worker") -> None:
    """Names machines on which eager operations may run. Sessions do not use them, as in 1.15.

    Args:
      remote_host: an address, or several.
      job_name: the job of these machines.

    Raises:
      ValueError: if there is no address.

    >>> import penstock as tf
    >>> tf.config.experimental_connect_to_host("127.0.0.1:4711")
    """
    if not remote_host:
        raise ValueError("Must provide at least one remote_host")
    hosts = [remote_host] if isinstance(remote_host, str) else list(remote_host)
    experimental_connect_to_cluster(ClusterSpec({job_name: [host.removeprefix("grpc://") for host in hosts]}))
