"""Servers of a cluster on this machine, for tests."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.platform.ports import free_ports


@export("test.create_local_cluster")
def create_local_cluster(
    num_workers: int, num_ps: int, protocol: str = "grpc", worker_config: Any = None, ps_config: Any = None
) -> tuple[list, list]:
    """Starts the servers of a cluster at free ports of this machine.

    Args:
      num_workers: number of tasks of the job "worker".
      num_ps: number of tasks of the job "ps".
      protocol: "grpc".
      worker_config, ps_config: a `tf.ConfigProto` for the servers of each job.

    Returns:
      The servers of the workers, and those of the parameter servers.

    >>> import penstock as tf
    >>> workers, ps = tf.test.create_local_cluster(num_workers=1, num_ps=1)
    >>> with tf.Graph().as_default(), tf.device("/job:ps"):
    ...     v = tf.Variable(2.0)
    ...     with tf.Session(workers[0].target) as sess:
    ...         sess.run(v.initializer)
    ...         float(sess.run(v * 3.0))
    6.0
    """
    ports = free_ports(num_workers + num_ps)
    addresses = [f"localhost:{port}" for port in ports]
    jobs = {"worker": addresses[:num_workers], "ps": addresses[num_workers:]}
    spec = tf.train.ClusterSpec({job: tasks for job, tasks in jobs.items() if tasks})
    configs = {"worker": worker_config, "ps": ps_config}
    workers, servers = (
        [
            tf.train.Server(spec, job_name=job, protocol=protocol, task_index=i, config=configs[job], start=True)
            for i in range(len(jobs[job]))
        ]
        for job in ("worker", "ps")
    )
    return workers, servers
