"""Small functions of `tf.nn` that are made of other operations: dropout and simple layers.

Dropout makes the operations that 1.15 makes, in its order, because the number of operations made so far decides the seed of
the next random one.
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.nn.activations import relu
from penstock.ops.nn.bias import bias_add, bias_add_v1
from penstock.platform import logging
from penstock.util.deprecation import deprecated_argument_lookup


@export("nn.dropout")
def dropout(
    x: TensorLike,
    keep_prob: Any = None,
    noise_shape: Sequence[int] | None = None,
    seed: int | None = None,
    name: str | None = None,
    rate: TensorLike | None = None,
) -> Tensor:
    """Sets randomly chosen elements to 0 and divides the others by the probability of being kept.

    Args:
      x: a floating-point tensor.
      keep_prob: the probability that an element is kept; `1 - rate`.
      noise_shape: the shape of the random choices, broadcast to `x`: a 1 makes one choice for a whole dimension.
      seed: the seed of the choices; see `tf.set_random_seed`.
      name: a name for the operations.
      rate: the probability that an element is dropped, a number or a scalar tensor.

    Raises:
      ValueError: `rate` is missing or not in [0, 1), or `x` is not of a floating-point type.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sorted(set(sess.run(tf.nn.dropout(tf.ones([100]), keep_prob=0.5)).tolist()))
    [0.0, 2.0]
    """
    try:
        dropped = 1.0 - keep_prob if keep_prob is not None else None
    except TypeError:
        raise ValueError(f"keep_prob must be a floating point number or Tensor (got {keep_prob!r})") from None
    rate = deprecated_argument_lookup("rate", rate, "keep_prob", dropped)
    if rate is None:
        raise ValueError("You must provide a rate to dropout.")
    with name_scope(name, "dropout", [x]) as name:
        if not isinstance(
            x, Tensor
        ):  # one from outside of a branch is brought into it after the seed is drawn, as in 1.15
            x = convert_to_tensor(x, name="x")
        dtype = x.dtype.base_dtype
        if not dtype.is_floating:
            raise ValueError(
                f"x has to be a floating point tensor since it's going to be scaled. Got a {x.dtype!s} tensor instead."
            )
        if isinstance(rate, numbers.Real):
            number = float(rate)
            if not 0 <= number < 1:
                raise ValueError(f"rate must be a scalar tensor or a float in the range [0, 1), got {number:g}")
            if number > 0.5:
                logging.log_first_n(
                    logging.WARN,
                    "Large dropout rate: %g (>0.5). In TensorFlow 2.x, dropout() uses dropout rate instead of "
                    "keep_prob. Please ensure that this is intended.",
                    5,
                    number,
                )
            if number == 0:
                return x
        rate = convert_to_tensor(rate, dtype, name="rate")
        rate.shape.assert_has_rank(0)
        if constant_value(rate) == 0:
            return x
        noise = tf.random_uniform(_noise_shape(x, noise_shape), seed=seed, dtype=dtype)
        keep_prob = 1 - rate
        scale = 1 / keep_prob
        kept = noise >= rate
        result = x * scale * tf.cast(kept, dtype)
        result.set_shape(x.shape)
        return result


def _noise_shape(x: Tensor, noise_shape: ShapeLike | None) -> Any:
    """`noise_shape` with the dimensions it leaves open taken from `x`."""
    if noise_shape is None:
        return tf.constant(x.shape.as_list(), tf.int32, name="Shape") if x.shape.is_fully_defined() else tf.shape(x)
    try:
        wanted = TensorShape(noise_shape)
    except (TypeError, ValueError):
        return noise_shape
    if x.shape.ndims is None or wanted.ndims != x.shape.ndims:
        return noise_shape
    return TensorShape([d if w is None else w for w, d in zip(wanted.as_list(), x.shape.as_list(), strict=True)])


@export("nn.xw_plus_b")
def xw_plus_b(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """Computes matmul(x, weights) + biases.

    Args:
      x: a matrix `[batch, inputs]`.
      weights: a matrix `[inputs, outputs]`.
      biases: a vector `[outputs]`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.nn.xw_plus_b([[1.0, 2.0]], [[1.0], [1.0]], [10.0])).tolist()
    [[13.0]]
    """
    with name_scope(name, "xw_plus_b", [x, weights, biases]) as name:
        x, weights, biases = _layer_inputs(x, weights, biases)
        return bias_add(tf.matmul(x, weights), biases, name=name)


def xw_plus_b_v1(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """As `xw_plus_b`, with the operation that graphs of 0.x have."""
    with name_scope(name, "xw_plus_b_v1", [x, weights, biases]) as name:
        x, weights, biases = _layer_inputs(x, weights, biases)
        return bias_add_v1(tf.matmul(x, weights), biases, name=name)


@export("nn.relu_layer")
def relu_layer(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """Computes relu(matmul(x, weights) + biases).

    Args:
      x: a matrix, [batch, in].
      weights: a matrix, [in, out].
      biases: a vector, [out].
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.relu_layer([[1.0, 2.0]], [[1.0, -1.0], [1.0, -1.0]], [0.5, 0.5])).tolist()
    [[3.5, 0.0]]
    """
    with name_scope(name, "relu_layer", [x, weights, biases]) as name:
        x, weights, biases = _layer_inputs(x, weights, biases)
        return relu(bias_add(tf.matmul(x, weights), biases), name=name)


def _layer_inputs(x: TensorLike, weights: TensorLike, biases: TensorLike) -> tuple[Tensor, Tensor, Tensor]:
    return (
        convert_to_tensor(x, name="x"),
        convert_to_tensor(weights, name="weights"),
        convert_to_tensor(biases, name="biases"),
    )


@export("nn.zero_fraction", "math.zero_fraction")
def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """Computes which part of the elements is 0, as a float32; NaN if there are no elements.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     float(sess.run(tf.nn.zero_fraction(tf.nn.relu([-1.0, -2.0, 3.0, 4.0]))))
    0.5
    """
    with name_scope(name, "zero_fraction", [value]):
        value = convert_to_tensor(value, name="value")
        size = tf.size(value, out_type=dtypes.int64)
        # Counting in 32 bits is faster where it cannot overflow.
        nonzero = tf.cond(
            size <= dtypes.int32.max,
            true_fn=lambda: tf.cast(_count_nonzero(value, dtypes.int32), dtype=dtypes.int64),
            false_fn=lambda: _count_nonzero(value, dtypes.int64),
        )
        with name_scope("counts_to_fraction"):
            zeros = tf.cast(size - nonzero, dtype=dtypes.float32)
            fraction = zeros / tf.cast(size, dtype=dtypes.float32)
        return tf.identity(fraction, "fraction")


def _count_nonzero(x: Tensor, dtype: DTypeLike) -> Tensor:
    with name_scope("count_nonzero", values=[x]):
        zero = tf.zeros([], dtype=x.dtype.base_dtype)
        return tf.reduce_sum(tf.cast(tf.not_equal(x, zero), dtype=dtype), name="nonzero_count")
