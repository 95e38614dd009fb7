"""Attention: sums of values, weighted by how well their keys fit queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.layers.settings import shown

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _lower_triangle(shape: ShapeLike) -> Any:
    """Where the number of the row is not below that of the column."""
    rows = tf.cumsum(tf.ones(shape=shape, dtype=tf.int32), axis=-2)
    columns = tf.cumsum(tf.ones(shape=shape, dtype=tf.int32), axis=-1)
    return tf.greater_equal(rows, columns)


class _DenseAttention(Layer):
    def __init__(self, causal: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.causal = causal
        self.supports_masking = True

    def _calculate_scores(self, query: TensorLike, key: TensorLike) -> Any:
        raise NotImplementedError

    def _apply_scores(self, scores: TensorLike, value: TensorLike, scores_mask: Any = None) -> Tensor:
        if scores_mask is not None:
            padding = tf.logical_not(scores_mask)
            scores -= 1e9 * tf.cast(padding, dtype=tf.keras.backend.floatx())
        return tf.matmul(tf.nn.softmax(scores), value)

    def call(self, inputs: Any, mask: Any = None) -> Any:
        """Makes the operations."""
        self._check(inputs, mask)
        query, value = inputs[:2]
        key = inputs[2] if len(inputs) > 2 else value
        query_mask, value_mask = mask or (None, None)
        scores = self._calculate_scores(query=query, key=key)
        scores_mask = None if value_mask is None else tf.expand_dims(value_mask, axis=-2)
        if self.causal:
            shape = tf.shape(scores)
            triangle = _lower_triangle(tf.concat([tf.ones_like(shape[:-2]), shape[-2:]], axis=0))
            scores_mask = triangle if scores_mask is None else tf.logical_and(scores_mask, triangle)
        result = self._apply_scores(scores=scores, value=value, scores_mask=scores_mask)
        if query_mask is not None:
            result *= tf.cast(tf.expand_dims(query_mask, axis=-1), dtype=result.dtype)
        return result

    def compute_mask(self, inputs: Sequence[Any], mask: Any = None) -> Any:
        """The mask of the queries."""
        self._check(inputs, mask)
        return None if not mask or mask[0] is None else tf.convert_to_tensor(mask[0])

    def _check(self, inputs: NestedTensors, mask: NestedTensors) -> None:
        name = type(self).__name__
        wanted = "namely [query, value] or [query, value, key]."
        if not isinstance(inputs, list):
            raise ValueError(f"{name} layer must be called on a list of inputs, {wanted}")
        if not 2 <= len(inputs) <= 3:
            raise ValueError(f"{name} layer accepts inputs list of length 2 or 3, {wanted} Given length: {len(inputs)}")
        if mask:
            if not isinstance(mask, list):
                raise ValueError(f"{name} layer mask must be a list, namely [query_mask, value_mask].")
            if len(mask) != 2:
                raise ValueError(
                    f"{name} layer mask must be a list of length 2, namely [query_mask, value_mask]. "
                    f"Given length: {len(mask)}"
                )

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "causal")}


@export("keras.layers.Attention")
class Attention(_DenseAttention):
    """Attention by dot products of queries and keys. Called with `[query, value]` or `[query, value, key]`.

    Args:
      use_scale: whether the scores are multiplied by a number that is learned.
      causal: whether a position sees only those before it.

    >>> import penstock as tf
    >>> tf.keras.layers.Attention()([tf.zeros([2, 3, 4]), tf.zeros([2, 5, 4])]).shape.as_list()
    [2, 3, 4]
    """

    def __init__(self, use_scale: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape: ShapeLike) -> None:
        """Makes the scale."""
        self.scale = None
        if self.use_scale:
            self.scale = self.add_weight(
                name="scale", shape=(), initializer=tf.ones_initializer(), dtype=self.dtype, trainable=True
            )
        super().build(input_shape)

    def _calculate_scores(self, query: TensorLike, key: TensorLike) -> Tensor:
        scores = tf.matmul(query, key, transpose_b=True)
        return scores if self.scale is None else scores * self.scale

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "use_scale")}


@export("keras.layers.AdditiveAttention")
class AdditiveAttention(_DenseAttention):
    """Attention by the sum of `tanh(query + key)`. Called with `[query, value]` or `[query, value, key]`.

    Args:
      use_scale: whether the terms of the sum are multiplied by numbers that are learned.
      causal: whether a position sees only those before it.

    >>> import penstock as tf
    >>> tf.keras.layers.AdditiveAttention()([tf.zeros([2, 3, 4]), tf.zeros([2, 5, 4])]).shape.as_list()
    [2, 3, 4]
    """

    def __init__(self, use_scale: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape: Any) -> None:
        """Makes the scale."""
        self.scale = None
        if self.use_scale:
            self.scale = self.add_weight(
                name="scale",
                shape=[tf.TensorShape(input_shape[1]).as_list()[-1]],
                initializer=tf.glorot_uniform_initializer(),
                dtype=self.dtype,
                trainable=True,
            )
        super().build(input_shape)

    def _calculate_scores(self, query: TensorLike, key: TensorLike) -> Any:
        queries = tf.expand_dims(query, axis=-2)
        keys = tf.expand_dims(key, axis=-3)
        scale = self.scale if self.use_scale else 1.0
        return tf.reduce_sum(scale * tf.tanh(queries + keys), axis=-1)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "use_scale")}
