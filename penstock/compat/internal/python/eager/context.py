"""The state of eager execution, of which there is none here: what is asked of it has the answer of graph mode."""

import contextlib
from collections.abc import Iterator
from typing import Any

from penstock._namespace import find
from penstock.compat.configuration import LogicalDevice, PhysicalDevice, VirtualDeviceConfiguration, list_devices
from penstock.compat.internal.python.eager.executor import Executor, new_executor

__all__ = [
    "EAGER_MODE",
    "GRAPH_MODE",
    "LogicalDevice",
    "PhysicalDevice",
    "VirtualDeviceConfiguration",
    "eager_mode",
    "executing_eagerly",
    "executor_scope",
    "global_seed",
    "graph_mode",
    "in_eager_mode",
    "list_devices",
    "num_gpus",
    "set_global_seed",
    "shared_name",
]

GRAPH_MODE, EAGER_MODE = 0, 1


def executing_eagerly() -> bool:
    """Whether operations run as soon as they are made."""
    return find("executing_eagerly")()


def in_eager_mode() -> bool:
    """The same."""
    return executing_eagerly()


@contextlib.contextmanager
def graph_mode() -> Iterator[None]:
    """A block in which operations go into a graph."""
    yield


def num_gpus() -> int:
    """How many GPUs there are."""
    return sum("GPU" in name for name in list_devices())


def global_seed() -> Any:
    """The seed of the graph."""
    return find("get_default_graph")().seed


def set_global_seed(seed: int) -> None:
    """Sets the seed of the graph."""
    find("set_random_seed")(seed)


def shared_name(name: str | None = None) -> str | None:
    """The name that a resource is shared under: in graphs, its own."""
    return name


@contextlib.contextmanager
def eager_mode() -> Iterator[None]:
    """A block in which operations run as soon as they are made.

    Raises:
      NotImplementedError: if they do not: there is no eager execution here yet.
    """
    if not executing_eagerly():
        raise NotImplementedError("There is no eager execution here: build a graph and run it in a session.")
    yield


_executors: list[Executor] = [new_executor(False)]  # of eager operations, which graphs do not use; the one in use last


@contextlib.contextmanager
def executor_scope(e: Executor | None) -> Iterator[None]:
    """A block in which eager operations use another executor; None for the usual one."""
    _executors.append(_executors[0] if e is None else e)
    try:
        yield
    finally:
        _executors.pop()
