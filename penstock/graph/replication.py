"""Which strategy of `tf.distribute` is in force where operations are made, and the device that an update is made for.

The blocks are kept with the graph, so that lower layers (optimizers, losses, metrics) can ask without knowing any strategy:
`current()` is None as long as a program uses none. `penstock.distribute` has the strategies themselves.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from penstock.graph import stack
from penstock.graph.typing import TensorOrVariable

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


_KEY = "distribution modes"


class Mode:
    """Where operations are made: across all replicas of a strategy, or in one of them.

    Args:
      strategy: the strategy in force.
      replica_context: the replica, or None across replicas.
    """

    def __init__(self, strategy: Any, replica_context: Any = None) -> None:
        self.strategy = strategy
        self.replica_context = replica_context

    @property
    def cross_replica_context(self) -> Any:
        """The strategy, if operations are made across its replicas; else None."""
        return self.strategy if self.replica_context is None else None


def modes(graph: Graph | None = None) -> list[Mode]:
    """The open blocks of a graph, innermost last; bodies of functions share those of the graph around them."""
    return (graph or stack.current_graph())._scoped.setdefault(_KEY, [])


def current() -> Mode | None:
    """The innermost open block, or None if no strategy is in force."""
    open_blocks = stack.current_graph()._scoped.get(_KEY)
    return open_blocks[-1] if open_blocks else None


@contextlib.contextmanager
def entered(mode: Mode) -> Iterator[Mode]:
    """The mode is in force within the block."""
    open_blocks = modes()
    open_blocks.append(mode)
    try:
        yield mode
    finally:
        open_blocks.pop()


class _Update(threading.local):
    device: Any = None


_update = _Update()


def update_device() -> Any:
    """The device for which `StrategyExtended.update` calls a function right now, or None."""
    return _update.device


class UpdateContext:
    """The block in which `update` calls a function for one device.

    >>> import penstock as tf
    >>> with tf.contrib.distribute.UpdateContext("/cpu:0"):
    ...     pass
    """

    def __init__(self, device: Any) -> None:
        self._device = device
        self._outer: Any = None

    def __enter__(self) -> None:
        self._outer, _update.device = _update.device, self._device

    def __exit__(self, *unused: Any) -> None:
        _update.device = self._outer


def is_distributed(variable: TensorOrVariable) -> bool:
    """Whether a variable has a copy on each of several devices."""
    return getattr(variable, "_is_distributed", False) is True


def container_of(variable: TensorOrVariable) -> Any:
    """The distributed variable that a variable is the copy of one device of, or None."""
    container = None if is_distributed(variable) else getattr(variable, "_distributed_container", None)
    return None if container is None else container()


def with_gradient(grads_and_vars: Any) -> list[tuple[Any, Any]]:
    """The pairs whose gradient is not None."""
    return [(g, v) for g, v in grads_and_vars if g is not None]


def variables_beside(variable: TensorOrVariable, target: Callable[[], Any]) -> Any:
    """A block in which new variables are placed where another one is, in the way of the strategy in force.

    Args:
      variable: the variable.
      target: returns what operations are colocated with if no strategy is in force.
    """
    mode = current()
    if mode is None:
        return stack.current_graph().colocate_with(target())
    return mode.strategy.extended.colocate_vars_with(variable)


def loss_is_mean(strategy: Any, graph: Graph) -> bool:
    """Whether the losses of replicas are to be averaged: so for an Estimator, unless its last loss was a sum."""
    if not strategy._scale_loss_for_estimator:
        return False
    return getattr(graph, "_last_loss_reduction", None) not in ("weighted_sum", "sum")


def in_later_replica() -> bool:
    """Whether a replica after the first is built: what a graph needs once is made by the first."""
    mode = current()
    if mode is None or mode.replica_context is None:
        return False
    return mode.replica_context._number > 0
