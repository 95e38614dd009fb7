"""Servers of this process, by their targets: what a session needs to know of one, and what its sessions share.

`tf.train.Server` starts them; `Session` looks them up. A session on a server that is the only task of its cluster runs its graph
itself, with the server's variables; on others it asks their master (see `penstock/distributed`).
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

from penstock.runtime.state.locks import StateLock
from penstock.runtime.state.store import ResourceStore


class State(NamedTuple):
    """What the sessions of a server share: the store, and who may use its variables."""

    store: ResourceStore
    lock: StateLock
    task: Any  # of a cluster of several; None for one that is alone
    devices: list[Any]  # `DeviceAttributes` messages


_running: dict[bytes, State] = {}
_mutex = threading.Lock()


def start(target: str, task: Any, devices: list[Any]) -> State:
    """Remembers a server."""
    with _mutex:
        state = _running[target.encode()] = State(ResourceStore(), StateLock(), task, devices)
    return state


def stop(target: str) -> None:
    """Forgets a server and what it holds; sessions that are open keep it."""
    with _mutex:
        _running.pop(target.encode(), None)


def find(target: bytes | None) -> State | None:
    """The server of a target, or None."""
    return _running.get(target) if target else None
