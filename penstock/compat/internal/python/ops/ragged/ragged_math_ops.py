"""Sums and the like of the segments of ragged tensors."""

from __future__ import annotations

from typing import Any

from penstock.ops.ragged.reducing import segment_function

__all__ = ["segment_max", "segment_mean", "segment_min", "segment_prod", "segment_sqrt_n", "segment_sum"]


def segment_sum(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The sum of each segment of a ragged tensor."""
    return segment_function("sum")(data, segment_ids, num_segments, name)


def segment_prod(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The product of each segment of a ragged tensor."""
    return segment_function("prod")(data, segment_ids, num_segments, name)


def segment_min(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The least of each segment of a ragged tensor."""
    return segment_function("min")(data, segment_ids, num_segments, name)


def segment_max(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The greatest of each segment of a ragged tensor."""
    return segment_function("max")(data, segment_ids, num_segments, name)


def segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The mean of each segment of a ragged tensor."""
    return segment_function("mean")(data, segment_ids, num_segments, name)


def segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The sum of each segment of a ragged tensor, divided by the square root of how many there are."""
    return segment_function("sqrt_n")(data, segment_ids, num_segments, name)
