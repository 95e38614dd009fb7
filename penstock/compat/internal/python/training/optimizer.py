"""Gradients as optimizers take them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf

__all__ = ["_deduplicate_indexed_slices", "_var_key", "get_filtered_grad_fn"]


def _deduplicate_indexed_slices(values: object, indices: object) -> tuple[Any, Any]:
    """The sums of the slices of each index, and these indices."""
    found, places = tf.unique(indices)
    return tf.unsorted_segment_sum(values, places, tf.shape(found)[0]), found


def _var_key(var: Any) -> tuple[Any, str]:
    """What a variable is known by: its graph and its name."""
    return var.op.graph, var.op.name


def get_filtered_grad_fn(grad_fn: Callable[..., Any]) -> Callable[..., list[tuple[Any, Any]]]:
    """The function, without the pairs of its result whose gradient is None."""

    def filtered_grad_fn(*args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        return [(g, v) for g, v in grad_fn(*args, **kwargs) if g is not None]

    return filtered_grad_fn
