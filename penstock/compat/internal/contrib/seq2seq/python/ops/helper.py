"""Samples without a distribution: `tensorflow.contrib.seq2seq.python.ops.helper`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike

__all__ = ["bernoulli_sample", "categorical_sample"]


def _sampled(draw: Callable[[Any], Tensor], sample_shape: TensorLike) -> Tensor:
    shape = tf.reshape(tf.convert_to_tensor(sample_shape, tf.int32, name="sample_shape"), [-1])
    flat = tf.reduce_prod(shape)
    drawn = draw(flat)
    return tf.reshape(drawn, tf.concat([shape, tf.shape(drawn)[1:]], 0))


def bernoulli_sample(
    probs: Any = None,
    logits: TensorLike | None = None,
    dtype: DTypeLike = tf.int32,
    sample_shape: Any = (),
    seed: int | None = None,
) -> Tensor:
    """Samples of 1 and 0 with probabilities, or with logits if `probs` is None."""
    probs = tf.sigmoid(logits, name="probs") if probs is None else tf.convert_to_tensor(probs, name="probs")
    batch = tf.shape(probs)

    def draw(n: TensorLike) -> Tensor:
        uniform = tf.random_uniform(tf.concat([[n], batch], 0), seed=seed, dtype=probs.dtype)
        return tf.cast(tf.less(uniform, probs), dtype)

    return _sampled(draw, sample_shape)


def categorical_sample(
    logits: Any, dtype: DTypeLike = tf.int32, sample_shape: Any = (), seed: int | None = None
) -> Tensor:
    """Samples of categories with logits along the last dimension."""
    logits = tf.convert_to_tensor(logits, name="logits")
    categories, batch = tf.shape(logits)[-1], tf.shape(logits)[:-1]

    def draw(n: TensorLike) -> Tensor:
        flat = logits if logits.shape.ndims == 2 else tf.reshape(logits, [-1, categories])
        kind = tf.int64 if logits.dtype.size > 4 else tf.int32
        drawn = tf.multinomial(flat, n, seed=seed, output_dtype=kind)
        return tf.cast(tf.reshape(tf.transpose(drawn), tf.concat([[n], batch], 0)), dtype)

    return _sampled(draw, sample_shape)
