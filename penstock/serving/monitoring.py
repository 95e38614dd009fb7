"""Counts and times of requests, as a page that Prometheus reads and as data for the page of the server.

Names, labels and limits of the buckets are those of TensorFlow Serving.
"""

from __future__ import annotations

import bisect
import re
import threading
from collections.abc import Mapping
from typing import Any

# Microseconds: 33 limits, each 1.8 times the one before.
_LIMITS = [10 * 1.8**i for i in range(33)]


def _limit_text(limit: float) -> str:
    return f"{limit:.6g}"


class Histogram:
    """How many values fell below each limit."""

    __slots__ = ("counts", "sum")

    def __init__(self) -> None:
        self.counts = [0] * (len(_LIMITS) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Counts a value (microseconds)."""
        self.counts[bisect.bisect_right(_LIMITS, value)] += 1
        self.sum += value

    def quantile(self, share: float) -> float:
        """About the value that this share of all values is below of; 0 without values."""
        total = sum(self.counts)
        if not total:
            return 0.0
        passed = 0.0
        for i, count in enumerate(self.counts):
            if count and passed + count >= share * total:
                low = _LIMITS[i - 1] if i else 0.0
                high = _LIMITS[i] if i < len(_LIMITS) else low * 1.8
                return low + (high - low) * (share * total - passed) / count
            passed += count
        return _LIMITS[-1]


class Metrics:
    """All numbers of a server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, str], int] = {}
        self._latencies: dict[tuple[str, str, str], Histogram] = {}
        self._runtimes: dict[str, Histogram] = {}
        self._examples: dict[str, int] = {}
        self._loads: dict[tuple[str, str], int] = {}
        self._load_times: dict[str, float] = {}
        self._warmups: dict[tuple[str, str], Histogram] = {}
        self._batch_sizes: dict[str, dict[int, int]] = {}
        self._logged: dict[tuple[str, str], int] = {}

    def request(self, model: str, api: str, entry: str, status: str, seconds: float) -> None:
        """Counts a request that has been answered."""
        micros = seconds * 1e6
        with self._lock:
            key = (model, status)
            self._counts[key] = self._counts.get(key, 0) + 1
            where = (model, api, entry)
            found = self._latencies.get(where)
            if found is None:
                found = self._latencies[where] = Histogram()
            found.add(micros)

    def ran(self, model: str, seconds: float, batch: int = 0) -> None:
        """Counts a run of a model, for a batch of so many rows if it was one."""
        with self._lock:
            found = self._runtimes.get(model)
            if found is None:
                found = self._runtimes[model] = Histogram()
            found.add(seconds * 1e6)
            if batch:
                sizes = self._batch_sizes.setdefault(model, {})
                sizes[batch] = sizes.get(batch, 0) + 1

    def examples(self, model: str, count: int) -> None:
        """Counts examples of a request."""
        with self._lock:
            self._examples[model] = self._examples.get(model, 0) + count

    def loaded(self, path: str, status: str, seconds: float) -> None:
        """Counts an attempt to load a model."""
        with self._lock:
            key = (path, status)
            self._loads[key] = self._loads.get(key, 0) + 1
            self._load_times[path] = self._load_times.get(path, 0.0) + seconds * 1e6

    def warmed(self, path: str, status: str, seconds: float) -> None:
        """Counts a warm-up."""
        with self._lock:
            self._warmups.setdefault((path, status), Histogram()).add(seconds * 1e6)

    def logged(self, model: str, status: str) -> None:
        """Counts a record of the log of requests: written, dropped or failed."""
        with self._lock:
            key = (model, status)
            self._logged[key] = self._logged.get(key, 0) + 1

    def total(self, name: str) -> int:
        """The sum of a counter over all its labels; 0 if there is none of this name."""
        with self._lock:
            counters: dict[str, Mapping[Any, int]] = {
                ":tensorflow:serving:request_count": self._counts,
                ":tensorflow:serving:request_example_count_total": self._examples,
                ":penstock:serving:request_log_count": self._logged,
                ":tensorflow:cc:saved_model:load_attempt_count": self._loads,
            }
            return sum(counters.get(name, {}).values())

    def count(self, model: str) -> int:
        """How many requests for a model have been answered."""
        with self._lock:
            return sum(n for (name, _), n in self._counts.items() if name == model)

    def summary(self, model: str) -> list[dict[str, Any]]:
        """For the page: a histogram for each method and way by which a model was asked."""
        with self._lock:
            return [
                {
                    "method": api,
                    "entry": entry,
                    "count": sum(h.counts),
                    "p50": h.quantile(0.5),
                    "p99": h.quantile(0.99),
                    "limits": _LIMITS,
                    "counts": list(h.counts),
                }
                for (name, api, entry), h in sorted(self._latencies.items())
                if name == model
            ]

    def page(self) -> str:
        """The numbers in the format of Prometheus."""
        with self._lock:
            lines: list[str] = []
            _scalars(lines, ":tensorflow:serving:request_count", ("model_name", "status"), self._counts)
            _histograms(
                lines, ":tensorflow:serving:request_latency", ("model_name", "API", "entrypoint"), self._latencies
            )
            runtimes = {(model,): h for model, h in self._runtimes.items()}
            _histograms(lines, ":tensorflow:serving:runtime_latency", ("model_name",), runtimes)
            examples = {(model,): n for model, n in self._examples.items()}
            _scalars(lines, ":tensorflow:serving:request_example_count_total", ("model",), examples)
            batches = {(m, str(size)): n for m, sizes in self._batch_sizes.items() for size, n in sizes.items()}
            _scalars(lines, ":penstock:serving:processed_batch_size", ("model_name", "size"), batches)
            _scalars(lines, ":penstock:serving:request_log_count", ("model_name", "status"), self._logged)
            _histograms(lines, ":tensorflow:serving:model_warmup_latency", ("model_path", "status"), self._warmups)
            _scalars(lines, ":tensorflow:cc:saved_model:load_attempt_count", ("model_path", "status"), self._loads)
            times = {(path,): int(micros) for path, micros in self._load_times.items()}
            _scalars(lines, ":tensorflow:cc:saved_model:load_latency", ("model_path",), times)
            return "\n".join(lines) + "\n"


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    return ",".join(f'{n}="{_escaped(v)}"' for n, v in zip(names, values))


def _escaped(text: str) -> str:
    return re.sub(r'([\\"])', r"\\\1", text).replace("\n", "\\n")


def _scalars(lines: list[str], name: str, labels: tuple[str, ...], values: Any) -> None:
    lines.append(f"# TYPE {name} counter")
    lines.extend(f"{name}{{{_labels(labels, key)}}} {value}" for key, value in sorted(values.items()))


def _histograms(lines: list[str], name: str, labels: tuple[str, ...], values: Any) -> None:
    lines.append(f"# TYPE {name} histogram")
    for key, histogram in sorted(values.items()):
        text, total = _labels(labels, key), 0
        for limit, count in zip([*map(_limit_text, _LIMITS), "+Inf"], histogram.counts):
            total += count
            lines.append(f'{name}_bucket{{{text},le="{limit}"}} {total}')
        lines.append(f"{name}_sum{{{text}}} {histogram.sum:.6g}")
        lines.append(f"{name}_count{{{text}}} {total}")
