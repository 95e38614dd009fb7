"""How many elements a dataset has, as far as it follows from what the dataset is: one rule for each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.data import mapping, order, parallel, pipeline, pipeline_sources, transformations

INFINITE, UNKNOWN = -1, -2


def cardinality(dataset: pipeline.Dataset) -> int:
    """The number of elements, INFINITE or UNKNOWN."""
    rule = _RULES.get(type(dataset))
    return UNKNOWN if rule is None else rule(dataset)


def _same(dataset: Any) -> int:
    return cardinality(dataset.source)


def _repeated(count: int, times: int) -> int:
    if times == 0 or count == 0:
        return 0
    if times < 0 or count == INFINITE:
        return INFINITE
    return UNKNOWN if count == UNKNOWN else count * times


def _least(counts: list[int]) -> int:
    """Of datasets that go in step."""
    finite = [c for c in counts if c >= 0]
    if UNKNOWN in counts:
        return UNKNOWN
    return min(finite) if finite else INFINITE


def _concatenated(dataset: Any) -> int:
    counts = [cardinality(d) for d in dataset.both]
    for special in (INFINITE, UNKNOWN):
        if special in counts:
            return special
    return sum(counts)


def _taken(count: int, limit: int) -> int:
    if limit < 0:
        return count
    return limit if count == INFINITE else count if count == UNKNOWN else min(count, limit)


def _skipped(count: int, gone: int) -> int:
    if gone < 0:
        return 0
    return count if count < 0 else max(0, count - gone)


def _batches(count: int, size: int, drop: bool) -> int:
    return count if count < 0 else count // size if drop else -(-count // size)


def _windows(count: int, size: int, shift: int, stride: int, drop: bool) -> int:
    if count < 0:
        return count
    wanted = (size - 1) * stride + 1
    return max(0, (count - wanted) // shift + 1 if count >= wanted else 0) if drop else -(-count // shift)


# The steps of datasets that are `Made`: their number of elements from that of the input and their arguments.
_STEPS: dict[Any, Callable[..., int]] = {
    transformations.Take: _taken,
    transformations.Skip: _skipped,
    transformations.Shard: lambda n, count, index: n if n < 0 else n // count + (index < n % count),
    transformations.Batch: _batches,
    transformations.PaddedBatch: lambda n, size, shapes, values, drop: _batches(n, size, drop),
    transformations.Window: _windows,
    transformations.Scan: lambda n, state, function: n,
}


def _made(dataset: Any) -> int:
    rule = _STEPS.get(dataset.step)
    return UNKNOWN if rule is None else rule(cardinality(dataset.source), *dataset.args)


_RULES: dict[type, Callable[[Any], int]] = {
    pipeline_sources.FromTensors: lambda d: 1,
    pipeline_sources.Slices: lambda d: d.count,
    pipeline_sources.Range: lambda d: len(d.numbers),
    pipeline.Fixed: lambda d: len(d.elements),
    pipeline.Zip: lambda d: _least([cardinality(s) for s in d.sources]),
    pipeline.Concatenate: _concatenated,
    pipeline.Repeat: lambda d: _repeated(cardinality(d.source), d.count),
    pipeline.Made: _made,
    mapping.Map: _same,
    parallel.ParallelMap: _same,
    parallel.Prefetch: _same,
    order.Shuffle: lambda d: _repeated(cardinality(d.source), d.repeat),
    order.Cache: _same,
}
