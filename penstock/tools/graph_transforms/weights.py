"""Transforms of large constants: rounded to few values, stored in eight bits, or kept sparse in a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.ops.quantized import ranges
from penstock.tools.graph_transforms import matching
from penstock.tools.graph_transforms.nodes import Nodes, constant, make, value_of
from penstock.tools.graph_transforms.registry import Context, transform

F = np.float32
_TINY = np.finfo(F).tiny  # what 1.15 starts to look for the highest value from


def check_finite(name: str, value: np.ndarray) -> None:
    """Checks that a constant has a range.

    Raises:
      InvalidArgumentError: an element is not finite.
    """
    if not np.isfinite(value).all():
        raise errors.invalid(f"Const node {name} has elements that are infinite or not a number: it has no range")


def _large(node: Any, least: int) -> np.ndarray | None:
    value = value_of(node)
    if node.attr["dtype"].type != dtypes.float32.as_datatype_enum or value.size < max(least, 1):
        return None
    check_finite(node.name, value)
    return value


def _apart(low: np.floating, high: np.floating, low_moves: bool) -> tuple[Any, Any]:
    """A range that is not empty."""
    if low != high:
        return low, high
    if abs(low) < F(0.000001):
        return low, low + F(1)
    if low > 0:
        return low, F(2) * low
    return (F(2) * high, high) if low_moves else (low, low / F(2))


def eight_bit_range(value: np.ndarray) -> tuple[Any, Any]:
    """The range of a constant that is stored in eight bits; 0 is in it."""
    low, high = value.min(), np.maximum(_TINY, value.max())
    return _apart(np.minimum(low, F(0)), np.maximum(F(0), high), low_moves=False)


@transform("quantize_weights")
def quantize_weights(nodes: Nodes, context: Context) -> Nodes:
    """float32 constants of at least `minimum_size` elements are stored in eight bits, before a `Dequantize`."""
    least = context.integer("minimum_size", 1024)

    def shrink(match: matching.Match, used: set[str]) -> Nodes:
        name, value = match.node.name, _large(match.node, least)
        if value is None:
            return [match.node]
        low, high = eight_bit_range(value)
        parts = [
            constant(f"{name}_quantized_const", ranges.from_real(np, value, low, high, np.uint8), dtypes.quint8),
            constant(f"{name}_quantized_min", low, dtypes.float32),
            constant(f"{name}_quantized_max", high, dtypes.float32),
        ]
        back = make("Dequantize", name, [part.name for part in parts], T=dtypes.quint8, mode="MIN_FIRST")
        return [*parts, back]

    return matching.replace(nodes, matching.pattern("Const"), shrink)


@transform("round_weights")
def round_weights(nodes: Nodes, context: Context) -> Nodes:
    """float32 constants of at least 16 elements keep `num_steps` different values, and so compress well."""
    steps = context.integer("num_steps", 256)
    if steps < 1:
        raise errors.invalid(f"num_steps must be at least 1, but is {steps}")

    def coarsen(match: matching.Match, used: set[str]) -> Nodes:
        value = _large(match.node, 16)
        if value is None:
            return [match.node]
        low, high = _apart(value.min(), np.maximum(_TINY, value.max()), low_moves=True)
        width = (high - low) / F(steps)
        if not np.isfinite(width) or width <= 0:
            raise errors.invalid(f"Const node {match.node.name} has a range that cannot be divided by {steps}")
        bucket = np.floor((value - low) / width)
        return [constant(match.node.name, low + width * (bucket + F(0.5)), dtypes.float32)]

    return matching.replace(nodes, matching.pattern("Const"), coarsen)
