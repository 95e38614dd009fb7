"""Servers of a cluster on this machine, for tests."""

from __future__ import annotations

import socket
from typing import Any

import penstock as tf
from penstock._namespace import export


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

    Raises:
      tf.errors.UnimplementedError: there is more than one task; `tf.train.Server` has no network behind it.

    >>> import penstock as tf
    >>> workers, ps = tf.test.create_local_cluster(num_workers=1, num_ps=0)
    >>> with tf.Graph().as_default(), tf.Session(workers[0].target) as sess:
    ...     int(sess.run(tf.constant(2)))
    2
    """
    ports = _free_ports(num_workers + num_ps)
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


def _free_ports(count: int) -> list[int]:
    """Ports that nobody listens at; all are held until the last is found, so that none comes twice."""
    held = [socket.create_server(("localhost", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    return ports
