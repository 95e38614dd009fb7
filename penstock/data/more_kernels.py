"""Kernels of the rarer dataset operations: reducing by key, sparse batches, sizes, statistics, writing to files."""

from __future__ import annotations

import collections
import os
import threading
import time
from typing import Any

import numpy as np

from penstock import protos
from penstock.data import pipeline, pipeline_sources, transformations
from penstock.data.auto_shard import sharded
from penstock.data.functions import Called
from penstock.data.kernels import InTurn, _dataset, _text
from penstock.data.pipeline import Element, Function, Made, Run, Step, Unary, invalid, unbox
from penstock.data.sizes import cardinality
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.ops.arrays.basic import shape_text
from penstock.ops.queues.state import RandomWords, boxed
from penstock.ops.state import named_state
from penstock.runtime.session.cancel import Cancel
from penstock.storage import gfile, records

# -- groups and windows ------------------------------------------------------------------------------------------------


class _GroupByReducer(Unary):
    def __init__(self, source: Step, key: Function, init: Function, reduce: Function, finish: Function) -> None:
        super().__init__(source)
        self._key, self._init, self._reduce, self._finish = key, init, reduce, finish
        self._states: dict[int, Element] | None = None
        self._left: list[Element] = []

    def next(self, cancel: Cancel) -> Element | None:
        if self._states is None:
            states: dict[int, Element] = {}
            while (element := self.source.next(cancel)) is not None:
                (found,) = self._key(element, cancel)
                key = int(found)
                if key not in states:
                    states[key] = self._init((np.int64(key),), cancel)
                states[key] = self._reduce((*states[key], *element), cancel)
            self._states = states
            self._left = [states[key] for key in sorted(states, reverse=True)]
        return self._finish(self._left.pop(), cancel) if self._left else None


_FUNCTIONS = ("key_func", "init_func", "reduce_func", "finalize_func")


@_dataset("GroupByReducerDataset", "ExperimentalGroupByReducerDataset", calls=_FUNCTIONS)
def _group_by_reducer(ctx, input_dataset, *captured):
    functions = [Called(ctx, name, values) for name, values in zip(_FUNCTIONS, captured)]
    return Made(_GroupByReducer, unbox(input_dataset), *functions)


class _SparseBatch(Unary):
    def __init__(self, source: Step, size: int, row: np.ndarray) -> None:
        super().__init__(source)
        self._size, self._row = size, [int(d) for d in row]

    def next(self, cancel: Cancel) -> Element | None:
        rows = [element[0] for element in self.source.many(self._size, cancel)]
        if not rows:
            return None
        shape = list(self._row)
        for value in rows:
            if np.ndim(value) != len(shape):
                raise invalid(
                    f"Input element had shape ({shape_text(np.shape(value))}) that is incompatible with the row shape "
                    f"({shape_text(self._row)})."
                )
            for i, size in enumerate(np.shape(value)):
                if self._row[i] == -1:
                    shape[i] = max(shape[i], size)
                elif size > self._row[i]:
                    raise errors.DataLossError(
                        None,
                        None,
                        f"Input element had shape {shape_text(np.shape(value))} that is larger than the row shape "
                        f"{shape_text(self._row)}.",
                    )
        places = [np.indices(np.shape(v)).reshape(len(shape), -1).T for v in rows]
        numbers = np.repeat(np.arange(len(rows)), [len(p) for p in places])
        indices = np.concatenate([numbers[:, None], np.concatenate(places)], axis=1).astype(np.int64)
        values = np.concatenate([np.ravel(v) for v in rows])
        element = np.empty(3, object)
        element[:] = [indices, values, np.array([len(rows), *shape], np.int64)]
        return (element,)


@_dataset("DenseToSparseBatchDataset", "ExperimentalDenseToSparseBatchDataset")
def _dense_to_sparse_batch(attrs, input_dataset, batch_size, row_shape):
    if batch_size <= 0:
        raise invalid("Batch size must be greater than zero.")
    return Made(_SparseBatch, unbox(input_dataset), int(batch_size), np.asarray(row_shape))


class _SlidingWindow(Unary):
    def __init__(self, source: Step, size: int, shift: int, stride: int) -> None:
        super().__init__(source)
        self._wanted, self._shift, self._stride = (size - 1) * stride + 1, shift, stride
        self._buffer: collections.deque[Element] = collections.deque()
        self._skip = 0

    def next(self, cancel: Cancel) -> Element | None:
        while len(self._buffer) < self._wanted or self._skip:
            element = self.source.next(cancel)
            if element is None:
                return None
            if self._skip:
                self._skip -= 1
            else:
                self._buffer.append(element)
        window = list(self._buffer)[:: self._stride]
        gone = min(self._shift, len(self._buffer))
        for _ in range(gone):
            self._buffer.popleft()
        self._skip = self._shift - gone
        return transformations.stack(window)


@_dataset("SlidingWindowDataset", "ExperimentalSlidingWindowDataset")
def _sliding_window(attrs, input_dataset, window_size, window_shift, window_stride):
    for what, value in (("size", window_size), ("shift", window_shift), ("stride", window_stride)):
        if value <= 0:
            raise invalid(f"Window {what} must be greater than zero.")
    return Made(_SlidingWindow, unbox(input_dataset), int(window_size), int(window_shift), int(window_stride))


class _Sampling(Unary):
    def __init__(self, source: Step, rate: float, seed: int, seed2: int) -> None:
        super().__init__(source)
        self._rate, self._words = rate, RandomWords(seed, seed2)

    def next(self, cancel: Cancel) -> Element | None:
        while (element := self.source.next(cancel)) is not None:
            # As Philox's floats are made: 23 bits of a word.
            if (next(self._words) & 0x7FFFFF) / 0x800000 < self._rate:
                return element
        return None


@_dataset("SamplingDataset")
def _sampling(attrs, input_dataset, rate, seed, seed2):
    return Made(_Sampling, unbox(input_dataset), float(rate), int(seed), int(seed2))


# -- waiting and files -------------------------------------------------------------------------------------------------


class _Sleep(Unary):
    def __init__(self, source: Step, seconds: float) -> None:
        super().__init__(source)
        self._seconds = seconds

    def next(self, cancel: Cancel) -> Element | None:
        end, changed = time.monotonic() + self._seconds, threading.Condition()
        with changed:
            while (left := end - time.monotonic()) > 0:
                cancel.check("Sleep was cancelled")
                changed.wait(min(left, 0.05))
        return self.source.next(cancel)


@_dataset("SleepDataset", "ExperimentalSleepDataset")
def _sleep(attrs, input_dataset, microseconds):
    return Made(_Sleep, unbox(input_dataset), int(microseconds) / 1e6)


@_dataset("MatchingFilesDataset", "ExperimentalMatchingFilesDataset")
def _matching_files(attrs, patterns):
    wanted = [patterns] if isinstance(patterns, bytes) else np.ravel(patterns).tolist()

    def found() -> Any:
        names = [os.fsencode(n) for p in wanted for n in sorted(gfile.found(os.fsdecode(p)))]
        if not names:
            raise errors.NotFoundError(None, None, f"Don't find any matched files: {wanted}")
        yield names

    return pipeline_sources.FromStrings(found)


@_dataset("LMDBDataset", "ExperimentalLMDBDataset")
def _lmdb(attrs, filenames):
    from penstock.ops.io.reader_state import lmdb_records

    names = [filenames] if isinstance(filenames, bytes) else np.ravel(filenames).tolist()

    def file(name: bytes) -> pipeline.Dataset:
        return pipeline_sources.Generated(lambda: ((boxed(k), boxed(v)) for k, v in lmdb_records(os.fsdecode(name))))

    return InTurn([file(name) for name in names])


@_dataset(
    "NonSerializableDataset",
    "ExperimentalNonSerializableDataset",
    "AssertNextDataset",
    "ExperimentalAssertNextDataset",
    "ThreadPoolDataset",
    "ExperimentalThreadPoolDataset",
)
def _as_it_is(attrs, input_dataset, *unused):
    return unbox(input_dataset)


@_dataset("AutoShardDataset", "ExperimentalAutoShardDataset")
def _auto_shard(attrs, input_dataset, num_workers, index):
    return sharded(unbox(input_dataset), int(num_workers), int(index))


@op(
    ("DatasetToTFRecord", "ExperimentalDatasetToTFRecord"),
    shape=rule.no_outputs,
    blocking=True,
)
def _to_tf_record(xp, input_dataset, filename, compression_type, *, ctx):
    kind = _text(compression_type)
    run = Run()
    remove = ctx.cancel.on_cancel(run.cancel.cancel)
    step = unbox(input_dataset).iterator(run)
    try:
        with records.TFRecordWriter(_text(filename), kind) as writer:
            while (element := step.next(ctx.cancel)) is not None:
                writer.write(element[0][()])
    finally:
        remove()
        step.close()


# -- sizes -------------------------------------------------------------------------------------------------------------


@op(("DatasetCardinality", "ExperimentalDatasetCardinality"), shape=rule.scalar, host=True)
def _cardinality(xp, input_dataset):
    return np.int64(cardinality(unbox(input_dataset)))


# -- statistics --------------------------------------------------------------------------------------------------------

_LIMITS = np.concatenate([-np.geomspace(1e-12, 1e20, 774)[::-1], [0.0], np.geomspace(1e-12, 1e20, 774)])


class StatsAggregator:
    """Numbers that datasets tell of themselves, by name."""

    def __init__(self) -> None:
        self.users: set[Any] = set()
        self._lock = threading.Lock()
        self._values: dict[str, list[float]] = {}
        self._scalars: dict[str, float] = {}

    def add(self, name: str, value: float) -> None:
        with self._lock:
            # [count, least, largest, sum, sum of squares] and the counts of buckets
            found = self._values.setdefault(name, [0.0, np.inf, -np.inf, 0.0, 0.0, *[0.0] * (len(_LIMITS) + 1)])
            found[0] += 1
            found[1], found[2] = min(found[1], value), max(found[2], value)
            found[3] += value
            found[4] += value * value
            found[5 + int(np.searchsorted(_LIMITS, value, side="left"))] += 1

    def summary(self) -> bytes:
        message = protos.Summary()
        with self._lock:
            for name, (count, least, most, total, squares, *buckets) in sorted(self._values.items()):
                histogram = message.value.add(tag=name).histo
                histogram.num, histogram.min, histogram.max = count, least, most
                histogram.sum, histogram.sum_squares = total, squares
                for limit, many in zip([*_LIMITS, np.finfo(np.float64).max], buckets):
                    if many:
                        histogram.bucket_limit.append(limit)
                        histogram.bucket.append(many)
        return message.SerializeToString()


@op(
    ("StatsAggregatorHandle", "ExperimentalStatsAggregatorHandle", "StatsAggregatorHandleV2"),
    shape=rule.scalar,
    host=True,
)
def _aggregator(xp, *, ctx):
    known = named_state.quick(ctx)
    if known is not None:
        return known
    return named_state.remember(ctx, *named_state.state_of(ctx, "stats", lambda name: StatsAggregator()))


@op(("StatsAggregatorSummary", "ExperimentalStatsAggregatorSummary"), shape=rule.scalar, host=True)
def _aggregator_summary(xp, iterator, *, ctx):
    return boxed(named_state.find(ctx, iterator).summary())


class _Measured(Unary):
    """Tells the aggregator of its going-through about each element."""

    def __init__(self, source: Step, tag: str, what: str, run: Run) -> None:
        super().__init__(source)
        self._tag, self._what, self._run = tag, what, run

    def next(self, cancel: Cancel) -> Element | None:
        aggregator = self._run.shared.get("stats")
        start = time.perf_counter()
        element = self.source.next(cancel)
        if aggregator is not None and element is not None:
            target, prefix = aggregator
            if self._what == "latency":
                value = (time.perf_counter() - start) * 1e6
            else:
                value = float(sum(_bytes(c) for c in element))
            target.add(f"{prefix}{self._tag}", value)
        return element


def _bytes(value: Any) -> int:
    if value.dtype == object:
        return sum(len(v) for v in np.ravel(value) if isinstance(v, bytes))
    return int(value.nbytes)


class _MeasuredDataset(pipeline.Dataset):
    def __init__(self, source: pipeline.Dataset, tag: str, what: str) -> None:
        self.source, self.tag, self.what = source, tag, what

    def iterator(self, run: Run) -> Step:
        return _Measured(self.source.iterator(run), self.tag, self.what, run)


@_dataset("LatencyStatsDataset", "ExperimentalLatencyStatsDataset")
def _latency_stats(attrs, input_dataset, tag):
    return _MeasuredDataset(unbox(input_dataset), _text(tag), "latency")


@_dataset("BytesProducedStatsDataset", "ExperimentalBytesProducedStatsDataset")
def _bytes_produced(attrs, input_dataset, tag):
    return _MeasuredDataset(unbox(input_dataset), _text(tag), "bytes")


class _Aggregated(pipeline.Dataset):
    def __init__(self, source: pipeline.Dataset, aggregator: StatsAggregator, prefix: str) -> None:
        self.source, self.aggregator, self.prefix = source, aggregator, prefix

    def iterator(self, run: Run) -> Step:
        run.shared["stats"] = self.aggregator, self.prefix
        return self.source.iterator(run)


@op(("SetStatsAggregatorDataset", "ExperimentalSetStatsAggregatorDataset"), shape=rule.scalar, host=True)
def _set_stats_aggregator(xp, input_dataset, stats_aggregator, tag, counter_prefix, *, ctx):
    prefix = _text(tag)
    found = named_state.find(ctx, stats_aggregator)
    return pipeline.box(_Aggregated(unbox(input_dataset), found, f"{prefix}::" if prefix else ""))


no_gradient(
    "DatasetToTFRecord",
    "DatasetCardinality",
    "StatsAggregatorHandle",
    "StatsAggregatorSummary",
    "SetStatsAggregatorDataset",
)
