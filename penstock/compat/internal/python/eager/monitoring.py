"""Counters, gauges and samplers that a program keeps of itself: `tensorflow.python.eager.monitoring`.

Each has a cell for every combination of its labels. Where 1.15 collected them for its makers' own machines, they are kept in
the process.
"""

from __future__ import annotations

import bisect
import sys
import threading
from collections.abc import Callable
from typing import Any

from penstock.protos import HistogramProto

__all__ = [
    "BoolGauge",
    "BoolGaugeCell",
    "Buckets",
    "Counter",
    "CounterCell",
    "ExponentialBuckets",
    "IntGauge",
    "IntGaugeCell",
    "Metric",
    "Sampler",
    "SamplerCell",
    "StringGauge",
    "StringGaugeCell",
]

_MOST_LABELS = 2


class _Cell:
    """A value that threads share."""

    def __init__(self, cell: Any) -> None:
        self._lock = threading.Lock()
        self._value = cell

    def value(self) -> Any:
        """The value."""
        with self._lock:
            return self._value


class CounterCell(_Cell):
    """A number that grows."""

    def increase_by(self, value: int) -> None:
        """Adds a number that is not negative."""
        with self._lock:
            self._value += value


class IntGaugeCell(_Cell):
    """An integer that can be set."""

    def set(self, value: int) -> None:
        """Sets it."""
        with self._lock:
            self._value = value


class StringGaugeCell(_Cell):
    """A text that can be set."""

    def set(self, value: str) -> None:
        """Sets it."""
        with self._lock:
            self._value = value


class BoolGaugeCell(_Cell):
    """A truth value that can be set."""

    def set(self, value: bool) -> None:
        """Sets it."""
        with self._lock:
            self._value = value


class SamplerCell:
    """How samples are distributed."""

    def __init__(self, cell: list[float]) -> None:
        self._lock = threading.Lock()
        self._limits = cell
        self._counts = [0.0] * len(cell)
        self._sums = [0.0, 0.0, 0.0]
        self._extremes = [sys.float_info.max, -sys.float_info.max]

    def add(self, value: float) -> None:
        """Adds a sample."""
        with self._lock:
            self._counts[min(bisect.bisect_right(self._limits, value), len(self._limits) - 1)] += 1.0
            self._sums = [a + b for a, b in zip(self._sums, (1.0, value, value * value), strict=True)]
            self._extremes = [min(self._extremes[0], value), max(self._extremes[1], value)]

    def value(self) -> Any:
        """The distribution, as a `HistogramProto`."""
        with self._lock:
            message = HistogramProto(
                num=self._sums[0],
                sum=self._sums[1],
                sum_squares=self._sums[2],
                min=self._extremes[0],
                max=self._extremes[1],
            )
            message.bucket_limit.extend(self._limits)
            message.bucket.extend(self._counts)
            return message


class Metric:
    """Cells by their labels.

    Args:
      metric_name: the name of the kind, for errors.
      metric_methods: makes an empty cell.
      label_length: how many labels there are, at most two.
      *args: the name, a description and the labels.

    Raises:
      ValueError: there are more labels.
    """

    def __init__(self, metric_name: str, metric_methods: Callable[[], Any], label_length: int, *args: Any) -> None:
        self._metric_name, self._make_cell, self._label_length = metric_name, metric_methods, label_length
        self._told = args
        self._lock = threading.Lock()
        self._cells: dict[tuple[str, ...], Any] = {}
        if label_length > _MOST_LABELS:
            raise ValueError(f"Cannot create {metric_name} metric with label >= {_MOST_LABELS + 1}")

    def get_cell(self, *labels: str) -> Any:
        """The cell of some labels; ValueError if there are more or fewer than there should be."""
        if len(labels) != self._label_length:
            raise ValueError(f"The {self._metric_name} expects taking {self._label_length} labels")
        with self._lock:
            if labels not in self._cells:
                self._cells[labels] = self._make_cell()
            return self._cells[labels]


class Counter(Metric):
    """Numbers that grow."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__("Counter", lambda: CounterCell(0), len(labels), name, description, *labels)


class IntGauge(Metric):
    """Integers that can be set."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__("IntGauge", lambda: IntGaugeCell(0), len(labels), name, description, *labels)


class StringGauge(Metric):
    """Texts that can be set."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__("StringGauge", lambda: StringGaugeCell(""), len(labels), name, description, *labels)


class BoolGauge(Metric):
    """Truth values that can be set."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__("BoolGauge", lambda: BoolGaugeCell(False), len(labels), name, description, *labels)


class Buckets:
    """Upper limits of buckets for samples."""

    def __init__(self, buckets: list[float]) -> None:
        self.buckets = buckets


class ExponentialBuckets(Buckets):
    """Limits that grow by a factor, with one more bucket for what is beyond.

    Args:
      scale: the first limit.
      growth_factor: the factor.
      bucket_count: how many buckets there are below the last one.
    """

    def __init__(self, scale: float, growth_factor: float, bucket_count: int) -> None:
        limits = [scale]
        for _ in range(1, bucket_count):
            limits.append(limits[-1] * growth_factor)
        super().__init__([*limits, sys.float_info.max])


class Sampler(Metric):
    """Distributions of samples, counted in buckets."""

    def __init__(self, name: str, buckets: Buckets, description: str, *labels: str) -> None:
        super().__init__("Sampler", lambda: SamplerCell(buckets.buckets), len(labels), name, description, *labels)
