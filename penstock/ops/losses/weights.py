"""How weights fit values in `tf.losses` and `tf.metrics`: a scalar, or the same rank with each dimension equal or 1.

That is narrower than broadcasting elsewhere, so that weights of a batch are never spread over classes by accident. What
shapes known now cannot decide is checked when the graph runs. Labels and predictions are brought to one rank here too.
"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike

_PREFIX = "weights can not be broadcast to values."


def _measured(value: TensorLike, name: str) -> tuple[Tensor, Tensor, Tensor]:
    """A value as a tensor, its shape and its rank."""
    with name_scope(None, name, [value]) as scope:
        tensor = convert_to_tensor(value, name=scope)
        return tensor, tf.shape(tensor, name="shape"), tf.rank(tensor, name="rank")


def assert_broadcastable(weights: TensorLike, values: Any) -> Operation:
    """Checks that `weights` fit `values`.

    Args:
      weights: a tensor.
      values: a tensor.

    Returns:
      An operation that raises `InvalidArgumentError` if they do not; one without effect if that is known to be so.

    Raises:
      ValueError: if they are known not to fit.
    """
    with name_scope(None, "assert_broadcastable", [weights, values]) as scope:
        weights, weights_shape, weights_rank = _measured(weights, "weights")
        values, values_shape, values_rank = _measured(values, "values")
        ranks = constant_value(values_rank), constant_value(weights_rank)
        if ranks[0] is not None and ranks[1] is not None:
            if ranks[1] == 0:
                return tf.no_op(name="static_scalar_check_success")
            if ranks[0] != ranks[1]:
                raise ValueError(
                    f"{_PREFIX} values.rank={ranks[0]}. weights.rank={ranks[1]}."
                    f" values.shape={values.shape}. weights.shape={weights.shape}."
                )
            sizes, given = constant_value(values_shape), constant_value(weights_shape)
            if sizes is not None and given is not None:
                for i, (size, weight) in enumerate(zip(sizes, given, strict=True)):
                    if weight not in (1, size):
                        shapes = f"values.shape={sizes} weights.shape={given}."
                        raise ValueError(f"{_PREFIX} Mismatch at dim {i}. {shapes}")
                return tf.no_op(name="static_dims_check_success")

        is_scalar = tf.equal(0, weights_rank, name="is_scalar")
        data = [_PREFIX, "weights.shape=", weights.name, weights_shape]
        data += ["values.shape=", values.name, values_shape, "is_scalar=", is_scalar]
        valid = tf.cond(
            is_scalar,
            lambda: is_scalar,
            lambda: _fits_unless_scalar(weights_rank, weights_shape, values_rank, values_shape),
            name="is_valid_shape",
        )
        return tf.Assert(valid, data, name=scope)


def _fits_unless_scalar(
    weights_rank: Tensor, weights_shape: Tensor, values_rank: Tensor, values_shape: Tensor
) -> Tensor:
    everything = [weights_rank, weights_shape, values_rank, values_shape]
    with name_scope(None, "has_valid_nonscalar_shape", everything) as scope:
        same_rank = tf.equal(values_rank, weights_rank, name="is_same_rank")
        return tf.cond(same_rank, lambda: _dimensions_fit(weights_shape, values_shape), lambda: same_rank, name=scope)


def _dimensions_fit(weights_shape: Tensor, values_shape: Tensor) -> Tensor:
    with name_scope(None, "has_invalid_dims", [weights_shape, values_shape]) as scope:
        sizes = tf.expand_dims(values_shape, -1)
        allowed = tf.concat([sizes, tf.ones_like(sizes)], axis=1)
        asked = tf.expand_dims(weights_shape, -1)
        wrong = apply("DenseToDenseSetOperation", set1=asked, set2=allowed, set_operation="a-b")
        count = tf.size(wrong.result_values, name="num_invalid_dims")
        return tf.equal(0, count, name=scope)


def broadcast_weights(weights: TensorLike, values: Any) -> Tensor:
    """Brings `weights` into the shape of `values`, if they fit.

    Args:
      weights: a tensor.
      values: a tensor.

    Returns:
      The weights, in the shape and type of `values`.

    Raises:
      ValueError: if they are known not to fit.
    """
    with name_scope(None, "broadcast_weights", [weights, values]) as scope:
        values = convert_to_tensor(values, name="values")
        weights = convert_to_tensor(weights, dtype=values.dtype.base_dtype, name="weights")
        a, b = weights.shape, values.shape
        if a.is_fully_defined() and b.is_fully_defined() and a.is_compatible_with(b):
            return weights
        with control_dependencies([assert_broadcastable(weights, values)]):
            return tf.multiply(weights, tf.ones_like(values), name=scope)


def remove_squeezable_dimensions(
    labels: Any, predictions: Any, expected_rank_diff: int = 0, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Removes a last dimension of size 1 from the one of two tensors that has a dimension too many.

    Args:
      labels: a tensor.
      predictions: a tensor.
      expected_rank_diff: rank of `predictions` less that of `labels`, as it should be.
      name: a name for the operations.

    Returns:
      Labels and predictions.
    """
    with name_scope(name, "remove_squeezable_dimensions", [labels, predictions]):
        predictions = convert_to_tensor(predictions)
        labels = convert_to_tensor(labels)
        p, q = predictions.shape, labels.shape
        if p.ndims is not None and q.ndims is not None:
            surplus = p.ndims - q.ndims - expected_rank_diff
            if surplus == 1:
                predictions = tf.squeeze(predictions, [-1])
            elif surplus == -1:
                labels = tf.squeeze(labels, [-1])
            return labels, predictions
        difference = tf.rank(predictions) - tf.rank(labels)
        if p.ndims is None or p.as_list()[-1] in (None, 1):
            predictions = _squeezed_if(tf.equal(expected_rank_diff + 1, difference), predictions)
        if q.ndims is None or q.as_list()[-1] in (None, 1):
            labels = _squeezed_if(tf.equal(expected_rank_diff - 1, difference), labels)
        return labels, predictions


def _squeezed_if(condition: Tensor, x: Tensor) -> Tensor:
    return tf.cond(condition, lambda: tf.squeeze(x, [-1]), lambda: x)
