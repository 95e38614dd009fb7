"""Samples of categories from a seed."""

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply
from penstock.graph.typing import DTypeLike, TensorLike

__all__ = ["stateless_multinomial_categorical_impl"]


def stateless_multinomial_categorical_impl(
    logits: Any, num_samples: TensorLike, dtype: DTypeLike, seed: TensorLike
) -> Any:
    """Samples of categories, as `tf.random.stateless_categorical`, of a type."""
    logits = find("convert_to_tensor")(logits, name="logits")
    return apply("StatelessMultinomial", logits=logits, num_samples=num_samples, seed=seed, output_dtype=dtype)
