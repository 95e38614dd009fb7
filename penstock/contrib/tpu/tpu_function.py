"""How many parts a computation for TPUs that is being built is divided into."""

import contextlib
import threading
from collections.abc import Callable, Iterator


class TpuContext(threading.local):
    """What is known of the computation that a thread builds: the number of its shards, None outside of one."""

    def __init__(self) -> None:
        self._number_of_shards: int | None = None

    @property
    def number_of_shards(self) -> int | None:
        """The number of shards of the computation, None if none is being built."""
        return self._number_of_shards

    def set_number_of_shards(self, number_of_shards: int | None) -> None:
        """Notes the number of shards."""
        self._number_of_shards = number_of_shards


_current = TpuContext()


@contextlib.contextmanager
def tpu_shard_context(number_of_shards: int) -> Iterator[None]:
    """A block in which a computation of so many shards is built.

    Raises:
      NotImplementedError: within another one.
    """
    if _current.number_of_shards is not None:
        raise NotImplementedError("tpu_shard_context cannot be nested.")
    _current.set_number_of_shards(number_of_shards)
    try:
        yield
    finally:
        _current.set_number_of_shards(None)


def get_tpu_context() -> TpuContext:
    """What this thread is building."""
    return _current


def on_device_training_loop(func: Callable) -> Callable:
    """Marks a function that holds a training loop, for tools that trace it."""
    func.step_marker_location = "STEP_MARK_AT_TOP_LEVEL_WHILE_LOOP"  # type: ignore[attr-defined]
    return func
