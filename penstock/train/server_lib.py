"""`tf.train.Server`: makes this process a task of a cluster."""

from __future__ import annotations

import atexit
import re
import threading
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.distributed.server import Task
from penstock.graph import errors
from penstock.train.cluster_spec import ClusterSpec, make_server_def


@export("train.Server", "distribute.Server")
class Server:
    """A task of a cluster: it runs what sessions, of this process or of any other, place on its devices.

    Sessions with its target see the same variables, also after one is closed. The server listens at the address that the
    cluster gives to its task, and nowhere else. Who can reach it can run programs with the rights of this process: there is
    neither a password nor encryption in 1.x's protocol, so let it listen only where you trust everybody.

    Args:
      server_or_cluster_def: a `ServerDef`, a `ClusterDef`, a `ClusterSpec` or a dictionary.
      job_name: the job of this server; needed if there are several.
      task_index: its task; needed if there are several.
      protocol: "grpc".
      config: a `ConfigProto` for sessions that say nothing else.
      start: whether to start it.

    Raises:
      tf.errors.InternalError, tf.errors.InvalidArgumentError: the cluster has no such job, or the job no such task, or
        the task's address no port.
      tf.errors.NotFoundError: an unknown protocol.
      tf.errors.UnknownError: nothing can listen at the address, such as where another server does.

    >>> import penstock as tf
    >>> server = tf.train.Server.create_local_server()
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     with tf.Session(server.target) as sess:
    ...         sess.run(v.assign(7.0))
    ...     with tf.Session(server.target) as sess:
    ...         print(sess.run(v))
    np.float32(7.0)
    7.0
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ) -> None:
        self._server_def = make_server_def(server_or_cluster_def, job_name, task_index, protocol, config)
        address = _own_address(self._server_def, ClusterSpec(self._server_def.cluster))
        self._task = Task(self._server_def, address)
        self._stopped = threading.Event()
        atexit.register(self._task.stop_at_exit)  # not before, as in 1.x: programs keep only the target, or nothing
        if start:
            self.start()

    def start(self) -> None:
        """Starts the server; nothing happens if it runs."""
        self._task.start()

    def join(self) -> None:
        """Blocks for ever, as 1.x's does."""
        while not self._stopped.wait(3600):
            pass

    @property
    def server_def(self) -> Any:
        """The `ServerDef` of this server."""
        return self._server_def

    @property
    def target(self) -> str:
        """What to give to `tf.Session`."""
        return self._task.target

    @staticmethod
    def create_local_server(config: object = None, start: bool = True) -> Server:
        """Starts a server that is the only task of a job called "local"."""
        job = protos.JobDef(name="local", tasks={0: "localhost:0"})
        return Server(protos.ClusterDef(job=[job]), protocol="grpc", config=config, start=start)


def _own_address(server_def: Any, cluster: ClusterSpec) -> str:
    """The address of a server's task, if it is one; 1.15's words if not."""
    job, task = server_def.job_name, server_def.task_index
    if server_def.protocol not in ("", "grpc"):
        raise errors.NotFoundError(
            None,
            None,
            f"No server factory registered for the given ServerDef: {server_def}\n"
            "The available server factories are: [ GRPC_SERVER ]",
        )
    if job not in cluster.jobs:
        raise errors.InternalError(None, None, f'Job "{job}" was not defined in cluster')
    if task not in cluster.task_indices(job):
        raise errors.InvalidArgumentError(None, None, f'Task {task} was not defined in job "{job}"')
    address = cluster.task_address(job, task)
    if not re.fullmatch(r"\s*-?\d+\s*", address.rpartition(":")[2]):
        raise errors.InvalidArgumentError(None, None, f'Could not parse port for local server from "{address}".')
    return address
