"""Approximate quantiles of weighted streams, and the operations of boosted trees that find the buckets of features by them.

A summary is a sorted list of values, each with its weight and bounds of its rank. Two summaries are merged without loss, and
one is compressed with a known one; a stream keeps levels of summaries, so that its error stays below epsilon. Which values
survive decides the buckets of trees, so that every step is done in the order and with the rounding of 1.15.
"""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.ops.state import named_state

if TYPE_CHECKING:
    from penstock.graph.inference import Context


_F = np.float32


class Summary(NamedTuple):
    """Values, ascending, with weights and bounds of ranks; all float32."""

    value: np.ndarray
    weight: np.ndarray
    min_rank: np.ndarray
    max_rank: np.ndarray

    @property
    def previous_max(self) -> np.ndarray:
        """Up to which rank the next smaller value can be."""
        return self.max_rank - self.weight

    @property
    def next_min(self) -> np.ndarray:
        """From which rank on the next larger value can be."""
        return self.min_rank + self.weight

    def take(self, indices: Any) -> Summary:
        """Some of the entries."""
        return Summary(*(column[indices] for column in self))


EMPTY = Summary(*(np.zeros(0, _F) for _ in range(4)))


def of_entries(values: np.ndarray, weights: np.ndarray) -> Summary:
    """The exact summary of some values."""
    if not len(values):
        return EMPTY
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order]
    first = np.concatenate([[True], values[1:] != values[:-1]])
    totals = np.zeros(int(first.sum()), _F)
    np.add.at(totals, np.cumsum(first) - 1, weights)
    ends = np.cumsum(totals, dtype=_F)
    return Summary(values[first], totals, np.concatenate([np.zeros(1, _F), ends[:-1]]), ends)


def merge(a: Summary, b: Summary) -> Summary:
    """The summary of both streams."""
    if not len(b.value):
        return a
    if not len(a.value):
        return b
    parts = []
    for mine, other in ((a, b), (b, a)):
        below = np.searchsorted(other.value, mine.value, "left")
        above = np.searchsorted(other.value, mine.value, "right")
        lower = np.where(below > 0, other.next_min[np.maximum(below - 1, 0)], _F(0))
        last = len(other.value) - 1
        upper = np.where(above <= last, other.previous_max[np.minimum(above, last)], other.max_rank[-1])
        alone = below == above
        parts.append(
            Summary(mine.value, mine.weight, mine.min_rank + lower, mine.max_rank + upper).take(np.flatnonzero(alone))
        )
        if mine is a:
            here, there = np.flatnonzero(~alone), below[~alone]
            both = [x[here] + y[there] for x, y in zip(a[1:], b[1:], strict=True)]
            parts.append(Summary(a.value[here], *both))
    joined = Summary(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    return joined.take(np.argsort(joined.value, kind="stable"))


def compress(summary: Summary, size_hint: int, min_eps: float = 0.0) -> Summary:
    """About `size_hint` of the entries, chosen so that ranks are off by little; the first and the last stay."""
    size_hint = max(size_hint, 2)
    count = len(summary.value)
    if count <= size_hint:
        return summary
    allowed = float(summary.max_rank[-1]) * max(1.0 / size_hint, min_eps)
    # Ranks are float32, and their difference too; what is allowed is float64.
    previous_max, next_min = summary.previous_max, summary.next_min
    kept, read, accumulated = [0], 0, 0
    while read + 1 < count:
        following = read + 1
        while following < count and accumulated < count:
            if float(previous_max[following] - next_min[read]) > allowed:
                break
            accumulated += size_hint
            following += 1
        read = read + 1 if read == following - 1 else following - 1
        kept.append(read)
        accumulated -= count
    if read + 1 != count:
        kept.append(count - 1)
    return summary.take(kept)


def _error(summary: Summary) -> float:
    if not len(summary.value):
        return 0.0
    inside = (summary.max_rank - summary.min_rank - summary.weight)[1:]
    between = summary.previous_max[1:] - summary.next_min[:-1]
    largest = max([0.0, *inside.tolist(), *between.tolist()])
    return largest / float(summary.max_rank[-1])


def boundaries(summary: Summary, count: int) -> np.ndarray:
    """At least `count` values that represent the stream, if it has as many."""
    if not len(summary.value):
        return np.zeros(0, _F)
    found = compress(summary, count, float(_F(_error(summary) + 1.0 / count))).value
    return found[np.concatenate([[True], found[1:] != found[:-1]])]


def quantiles(summary: Summary, count: int) -> np.ndarray:
    """The values at `count` + 1 equally distant ranks."""
    if not len(summary.value):
        return np.zeros(0, _F)
    count, size = max(count, 2), len(summary.value)
    both, previous_max, next_min = summary.min_rank + summary.max_rank, summary.previous_max, summary.next_min
    found, current = [], 0
    for rank in range(count + 1):
        twice = _F(2) * (_F(rank) * summary.max_rank[-1] / _F(count))
        following = current + 1
        while following < size and twice >= both[following]:
            following += 1
        current = following - 1
        near = following == size or twice < next_min[current] + previous_max[following]
        found.append(summary.value[current if near else following])
    return np.array(found, _F)


class Stream:
    """A stream of weighted values, of which about `max_elements` come."""

    def __init__(self, eps: float, max_elements: int) -> None:
        self.eps = eps
        level, self.block = 1, 2
        while (1 << level) * self.block < max_elements:
            self.block = math.ceil(level / eps) + 1
            level += 1
        self.capacity = min(self.block << 1, max_elements)
        self.levels: list[Summary] = []

    def push(self, summary: Summary) -> None:
        """Adds a summary."""
        local = compress(summary, self.block, self.eps)
        if not len(local.value):
            return
        level = 0
        while True:
            if len(self.levels) <= level:
                self.levels.append(EMPTY)
            current = self.levels[level]
            local = merge(local, current)
            if not len(current.value) or len(local.value) <= self.block + 1:
                self.levels[level] = local
                return
            local = compress(local, self.block, self.eps)
            self.levels[level] = EMPTY
            level += 1

    def push_entries(self, values: np.ndarray, weights: np.ndarray) -> None:
        """Adds values; those without weight are ignored."""
        kept = weights > 0
        values, weights = values[kept], weights[kept]
        for begin in range(0, len(values), self.capacity):
            part = slice(begin, begin + self.capacity)
            self.push(of_entries(values[part], weights[part]))

    def final(self) -> Summary:
        """The summary of everything; the stream begins anew."""
        found = EMPTY
        for summary in self.levels:
            found = merge(found, summary)
        self.levels = []
        return found


class _Streams:
    """The resource: a stream for each feature, and the boundaries found last."""

    def __init__(self, eps: float, max_elements: int, count: int) -> None:
        self.lock = threading.RLock()
        self.streams = [Stream(eps, max_elements) for _ in range(count)]
        self.boundaries = [np.zeros(0, _F) for _ in range(count)]


def initialized_kernel(xp, handle, *, ctx):
    """A kernel that tells whether a resource is there."""
    return np.bool_(ctx.resources.get(named_state.unboxed(handle)) is not None)


def scalar(c: Any) -> list[Any]:
    """The shape rule of scalars."""
    return [[]] * len(c.op._outputs)


op("BoostedTreesQuantileStreamResourceHandleOp", shape=scalar, host=True)(
    named_state.handle_kernel("quantile streams", __name__)
)
op("IsBoostedTreesQuantileStreamResourceInitialized", shape=scalar, host=True)(initialized_kernel)


@op("BoostedTreesCreateQuantileStreamResource", host=True)
def _create(xp, quantile_stream_resource_handle, epsilon, num_streams, *, max_elements, ctx):
    if not float(epsilon) > 0:
        raise errors.InvalidArgumentError(None, None, "An epsilon value of zero is not allowed.")
    if int(num_streams) < 0:
        raise errors.InvalidArgumentError(None, None, "Num_streams input cannot be a negative integer")
    handle = named_state.unboxed(quantile_stream_resource_handle)
    ctx.resources.get_or_create(handle, lambda: _Streams(float(epsilon), max_elements, int(num_streams)))


def _matrix(summary: Summary) -> np.ndarray:
    return np.stack(summary, axis=1)


def _summaries(c: Any) -> list[Any]:
    return [[None, 4]] * len(c.op._outputs)


def _make_summaries_shape(c: Context) -> list[Any]:
    count = c.attr("num_features")
    for i in (count, *range(count)):
        rule.with_rank(c.shape(i), 1)
    rule.check_scalars(c, count + 1)
    return _summaries(c)


@op("BoostedTreesMakeQuantileSummaries", shape=_make_summaries_shape, host=True)
def _make_summaries(xp, float_values, example_weights, epsilon, *, num_features):
    weights, found = np.ravel(example_weights), []
    for values in map(np.ravel, float_values):
        if len(weights) not in (1, len(values)):
            text = "Weights should be a single value or same size as features."
            raise errors.InvalidArgumentError(None, None, text)
        stream = Stream(float(epsilon), len(values) + 1)
        stream.push_entries(values, np.broadcast_to(weights, values.shape))
        found.append(_matrix(stream.final()))
    return tuple(found)


@op("BoostedTreesQuantileStreamResourceAddSummaries", host=True)
def _add_summaries(xp, quantile_stream_resource_handle, summaries, *, ctx):
    streams = named_state.find(ctx, quantile_stream_resource_handle)
    with streams.lock:
        for stream, rows in zip(streams.streams, summaries, strict=True):
            stream.push(Summary(*(np.ascontiguousarray(column) for column in np.asarray(rows).T)))


@op("BoostedTreesFlushQuantileSummaries", shape=_summaries, host=True)
def _flush_summaries(xp, quantile_stream_resource_handle, *, num_features, ctx):
    streams = named_state.find(ctx, quantile_stream_resource_handle)
    with streams.lock:
        return tuple(_matrix(stream.final()) for stream in streams.streams)


@op("BoostedTreesQuantileStreamResourceFlush", host=True)
def _flush(xp, quantile_stream_resource_handle, num_buckets, *, generate_quantiles, ctx):
    streams, count = named_state.find(ctx, quantile_stream_resource_handle), int(num_buckets)
    with streams.lock:
        for number, stream in enumerate(streams.streams):
            summary = stream.final()
            found = quantiles(summary, count - 1) if generate_quantiles else boundaries(summary, count)
            streams.boundaries[number] = found


@op("BoostedTreesQuantileStreamResourceDeserialize", host=True)
def _deserialize(xp, quantile_stream_resource_handle, bucket_boundaries, *, ctx):
    streams = named_state.find(ctx, quantile_stream_resource_handle)
    with streams.lock:
        streams.boundaries = [np.array(found, _F) for found in bucket_boundaries]


def _vectors(c: Any) -> list[Any]:
    return [[None]] * len(c.op._outputs)


@op("BoostedTreesQuantileStreamResourceGetBucketBoundaries", shape=_vectors, host=True)
def _get_boundaries(xp, quantile_stream_resource_handle, *, num_features, ctx):
    streams = named_state.find(ctx, quantile_stream_resource_handle)
    with streams.lock:
        return tuple(found.copy() for found in streams.boundaries)


def _bucketize_shape(c: Context) -> list[Any]:
    sizes: list[int | None] = []
    for i in range(len(c.op._outputs)):
        sizes += rule.with_rank(c.shape(i), 1).as_list()
        rule.merge_dims(sizes[i], sizes[0])
    return [[size] for size in sizes]


@op("BoostedTreesBucketize", shape=_bucketize_shape, host=True)  # as many boundaries as were found: data-dependent
def _bucketize(xp, float_values, bucket_boundaries, *, num_features):
    found = []
    for values, edges in zip(float_values, bucket_boundaries, strict=True):
        if np.ndim(edges) != 1:
            raise errors.InvalidArgumentError(None, None, "Buckets should be flat vectors.")
        places = np.searchsorted(edges, np.ravel(values), "left")
        found.append(np.minimum(places, max(len(edges) - 1, 0)).astype(np.int32))
    return tuple(found)


for _name in ("MakeQuantileSummaries", "QuantileStreamResourceGetBucketBoundaries", "Bucketize"):
    no_gradient(f"BoostedTrees{_name}")
