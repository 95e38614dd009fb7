"""Samples of categories by the operation itself."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply
from penstock.graph.typing import DTypeLike, TensorLike

__all__ = ["multinomial_categorical_impl"]


def multinomial_categorical_impl(logits: Any, num_samples: TensorLike, dtype: DTypeLike, seed: int | None) -> Any:
    """Samples of categories, as `tf.random.categorical`, of a type."""
    logits = find("convert_to_tensor")(logits, name="logits")
    first, second = find("get_seed")(seed)
    return apply("Multinomial", logits=logits, num_samples=num_samples, seed=first, seed2=second, output_dtype=dtype)
