"""Servers of this process: a session whose target names one shares its variables, queues and tables with the others there.

`tf.train.Server` starts them; `Session` looks them up. Nothing is sent over a network.
"""

from __future__ import annotations

import itertools
import threading
from typing import NamedTuple

from penstock.runtime.state.locks import StateLock
from penstock.runtime.state.store import ResourceStore


class State(NamedTuple):
    """What the sessions of a server share: the store, and who may use its variables."""

    store: ResourceStore
    lock: StateLock


_running: dict[bytes, State] = {}
_ports = itertools.count(1)
_mutex = threading.Lock()


def start(address: str) -> str:
    """Starts a server and returns its target; for port 0, one that is free.

    Raises:
      KeyError: there is one at this address.
    """
    host, _, port = address.rpartition(":")
    with _mutex:
        while port == "0" or not port:
            free = str(next(_ports))
            if f"grpc://{host}:{free}".encode() not in _running:
                port = free
        target = f"grpc://{host}:{port}"
        if target.encode() in _running:
            raise KeyError(target)
        _running[target.encode()] = State(ResourceStore(), StateLock())
    return target


def stop(target: str) -> None:
    """Forgets a server and what it holds; sessions that are open keep it."""
    with _mutex:
        _running.pop(target.encode(), None)


def find(target: bytes | None) -> State | None:
    """The server of a target, or None."""
    return _running.get(target) if target else None
