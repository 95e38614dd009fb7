"""Checks of settings, and a hook that makes iterators ready."""

from __future__ import annotations

import re
import time
from typing import Any, NamedTuple

from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.train.session_run_hook import SessionRunHook

_SECONDS = {"s": 1, "m": 60, "h": 3600}


def check_positive_integer(value: Any, name: str) -> None:
    """Raises a TypeError if a value is no integer, and a ValueError if it is not positive."""
    if not isinstance(value, int):
        raise TypeError(f"{name} must be int, got {type(value)}")
    if value <= 0:
        raise ValueError(f"{name} must be positive, got {value}")


class IterationsPerLoopCounter(NamedTuple):
    """How long a loop on TPUs lasts: so many steps (unit "count") or seconds ("seconds")."""

    value: int
    unit: str


def parse_iterations_per_loop(iterations_per_loop: int | str) -> IterationsPerLoopCounter:
    """How long a loop lasts, of a number of steps or a time as in "30s", "5m" or "1h".

    Raises:
      ValueError: if it is neither.
    """
    found = re.fullmatch(r"([1-9]\d*)([hms|])?", str(iterations_per_loop))
    if found is None:
        raise ValueError(
            "Invalid TPUConfig `iterations_per_loop` value. Value must be positive integer value or time-based value "
            "`<N><s|m|h>` where <N> is anypositive integer and `s`, `m`, `h` are unit of time in seconds, minutes, "
            "hours respectively. Examples of valid values: `3600s`, `60m`, `1h`."
        )
    number, unit = found.groups()
    if unit in _SECONDS:
        return IterationsPerLoopCounter(int(number) * _SECONDS[unit], "seconds")
    return IterationsPerLoopCounter(int(number), "count")


class MultiHostDatasetInitializerHook(SessionRunHook):
    """Makes iterators ready when a session begins.

    Args:
      dataset_initializers: their initializers.
    """

    def __init__(self, dataset_initializers: Any) -> None:
        self._initializers = dataset_initializers

    def after_create_session(self, session: SessionLike, coord: Any) -> None:
        """Runs the initializers."""
        start = time.time()
        session.run(self._initializers)
        logging.info("Initialized dataset iterators in %d seconds", time.time() - start)
