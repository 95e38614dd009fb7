"""The progress bar of `fit`, `evaluate` and `predict`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from typing import Any

import numpy as np

from penstock._namespace import export


def _average(pair: list[Any]) -> float:
    return float(np.mean(pair[0] / max(1, pair[1])))


def _remaining(seconds: float) -> str:
    if seconds > 3600:
        return "%d:%02d:%02d" % (seconds // 3600, seconds % 3600 // 60, seconds % 60)
    if seconds > 60:
        return "%d:%02d" % (seconds // 60, seconds % 60)
    return "%ds" % seconds


def _each(seconds: float, unit: str) -> str:
    if seconds >= 1 or seconds == 0:
        return f" {seconds:.0f}s/{unit}"
    if seconds >= 1e-3:
        return f" {seconds * 1e3:.0f}ms/{unit}"
    return f" {seconds * 1e6:.0f}us/{unit}"


@export("keras.utils.Progbar")
class Progbar:
    """A line that shows how far a loop is, how long the rest will take, and averages of what it reports.

    Args:
      target: the number of steps; None if unknown.
      width: the width of the bar.
      verbose: 0 for nothing, 1 for a line that is redrawn, 2 for one line at the end.
      interval: how many seconds lie between two drawings at least.
      stateful_metrics: names of values that are shown as they are, not averaged.
      unit_name: what is counted.

    >>> import penstock as tf
    >>> bar = tf.keras.utils.Progbar(2, verbose=2)
    >>> bar.add(1, values=[("loss", 4.0)])
    >>> bar.add(1, values=[("loss", 2.0)])
    2/2 - 0s - loss: 3.0000
    """

    def __init__(
        self,
        target: int | None,
        width: int = 30,
        verbose: int = 1,
        interval: float = 0.05,
        stateful_metrics: Iterable[str] | None = None,
        unit_name: str = "step",
    ) -> None:
        self.target = target
        self.width = width
        self.verbose = verbose
        self.interval = interval
        self.unit_name = unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        # As in 1.15: whether the line can be drawn over. ("posix" is a module of every Python on Linux and macOS.)
        self._dynamic_display = (
            (hasattr(sys.stdout, "isatty") and sys.stdout.isatty())
            or "ipykernel" in sys.modules
            or "posix" in sys.modules
            or "PYCHARM_HOSTED" in os.environ
        )
        self._total_width = 0
        self._seen_so_far = 0
        self._values: dict[str, list[Any]] = {}
        self._values_order: list[str] = []
        self._start = time.time()
        self._last_update = 0.0

    def update(self, current: int, values: Iterable[tuple[str, Any]] | None = None) -> None:
        """Goes to step `current`; `values` are (name, value of the steps since the last call)."""
        steps = current - self._seen_so_far
        for name, value in values or ():
            if name not in self._values_order:
                self._values_order.append(name)
            if name in self.stateful_metrics:
                self._values[name] = [value, 1]
            else:
                total, count = self._values.get(name, (0, 0))
                self._values[name] = [total + value * steps, count + steps]
        self._seen_so_far = current
        now = time.time()
        if self.verbose == 1:
            waiting = now - self._last_update < self.interval and self.target is not None and current < self.target
            if waiting:
                return
            self._draw(current, now)
        elif self.verbose == 2 and self.target is not None and current >= self.target:
            count = f"{current:{len(str(self.target))}d}/{self.target}"
            sys.stdout.write(f"{count} - {now - self._start:.0f}s{self._averages(abs_value=False)}\n")
            sys.stdout.flush()
        self._last_update = now

    def _averages(self, abs_value: bool = True) -> str:
        text = ""
        for name in self._values_order:
            average = _average(self._values[name])
            large = (abs(average) if abs_value else average) > 1e-3
            text += f" - {name}: {average:.4f}" if large else f" - {name}: {average:.4e}"
        return text

    def _draw(self, current: int, now: float) -> None:
        before = self._total_width
        sys.stdout.write("\b" * before + "\r" if self._dynamic_display else "\n")
        if self.target is None:
            bar = f"{current:7d}/Unknown"
        else:
            full = int(self.width * float(current) / self.target) if self.target else 0
            arrow = ("=" * (full - 1) + (">" if current < self.target else "=")) if full > 0 else ""
            bar = f"{current:{len(str(self.target))}d}/{self.target} [{arrow}{'.' * (self.width - full)}]"
        each = (now - self._start) / current if current else 0
        if self.target is not None and current < self.target:
            info = f" - ETA: {_remaining(each * (self.target - current))}"
        else:
            info = f" - {now - self._start:.0f}s{_each(each, self.unit_name)}"
        info += self._averages()
        self._total_width = len(bar) + len(info)
        info += " " * max(0, before - self._total_width)
        if self.target is not None and current >= self.target:
            info += "\n"
        sys.stdout.write(bar + info)
        sys.stdout.flush()

    def add(self, n: int, values: Iterable[tuple[str, Any]] | None = None) -> None:
        """Goes `n` steps on."""
        self.update(self._seen_so_far + n, values)
