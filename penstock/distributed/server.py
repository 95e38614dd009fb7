"""A task of a cluster: a gRPC server with a master and a worker. Those of this process are also reached without the network."""

from __future__ import annotations

import threading
from typing import Any

from penstock.distributed import rpc, services
from penstock.distributed.doors import Door
from penstock.distributed.master import Master
from penstock.distributed.worker import Worker
from penstock.graph import errors
from penstock.runtime.plan import devices
from penstock.runtime.session import servers
from penstock.runtime.state import malloc


class Task:
    """One task, listening as soon as it is made, answering as soon as it is started.

    Args:
      server_def: the cluster, and which of its tasks this is.
      address: where to listen, "host:port".

    Raises:
      tf.errors.UnknownError: nothing can listen there.
    """

    def __init__(self, server_def: Any, address: str) -> None:
        malloc.share_freed_memory()
        host, _, port = address.rpartition(":")
        handlers = rpc.Handlers()
        self._listener = rpc.Listener(host, int(port), handlers)
        self._door = Door(host, handlers)
        address = f"{host}:{self._listener.port}"
        self.target = f"grpc://{address}"
        name = services.task_name(server_def.job_name, server_def.task_index)
        addresses = services.addresses(server_def.cluster)
        alone = len(addresses) == 1
        addresses[name] = address
        config = server_def.default_session_config
        own = devices.list_local_devices(config)
        for device in own:
            device.name = name + device.name
            device.incarnation = devices.new_incarnation()
        state = servers.start(self.target, self if not alone else None, own)
        self.worker = Worker(name, own, addresses, config, state.store, state.lock)
        self.master = Master(self.worker, server_def)
        handlers.add(services.master_methods(), self.master)
        handlers.add({**services.worker_methods(), **services.transfer_methods()}, self.worker)
        handlers.add(rpc.door_methods(), self._door)
        self._started = False
        self._mutex = threading.Lock()

    def start(self) -> None:
        """Begins to answer; nothing happens if it does already."""
        with self._mutex:
            if not self._started:
                self._started = True
                self._listener.start()

    def stop(self) -> None:
        """Ends everything that runs here, and forgets the variables."""
        servers.stop(self.target)
        self.master.close()
        self.worker.close()
        self._door.close()
        self._listener.stop().wait(5)

    def stop_at_exit(self) -> None:
        """The same at the end of the process, when nobody here calls others any more."""
        rpc.close_channels()
        self.stop()


def find_master(target: str) -> Master | None:
    """The master behind a target, if it is in this process."""
    found = servers.find(target.encode())
    return found.task.master if found is not None and found.task is not None else None


def check_target(target: str) -> str:
    """The address of a target.

    Raises:
      tf.errors.InvalidArgumentError: it has none.
    """
    address = target.removeprefix("grpc://")
    if not address.rpartition(":")[2].isdigit():
        raise errors.InvalidArgumentError(None, None, f"Could not interpret {target!r} as host:port")
    return address
