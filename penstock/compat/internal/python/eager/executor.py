"""Executors of eager operations. Sessions have their own threads, so there is never anything to wait for."""

__all__ = ["Executor", "new_executor"]


class Executor:
    """What eager operations would run by.

    Args:
      handle: whether it is one of its own thread.
    """

    def __init__(self, handle: bool) -> None:
        self._handle = bool(handle)

    def is_async(self) -> bool:
        """Whether operations run in a thread of their own."""
        return self._handle

    def handle(self) -> bool:
        """What the executor was made of."""
        return self._handle

    def wait(self) -> None:
        """Waits for the operations that were given to it: none."""

    def clear_error(self) -> None:
        """Forgets the errors of operations that were given to it: none."""


def new_executor(enable_async: bool) -> Executor:
    """An executor."""
    return Executor(enable_async)
