"""Random tensors. Without a seed, NumPy's generator chooses one when the tensor is made, as in 1.15."""

from __future__ import annotations

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, ShapeLike
from penstock.keras.backend.configuration import floatx


def chosen_seed(seed: int | None) -> int:
    """`seed`, or one that `np.random` chooses."""
    return np.random.randint(10_000_000) if seed is None else seed


@export("keras.backend.random_normal")
def random_normal(
    shape: ShapeLike, mean: float = 0.0, stddev: float = 1.0, dtype: DTypeLike | None = None, seed: int | None = None
) -> Tensor:
    """Normally distributed numbers.

    Args:
      shape: the shape, a tuple of integers.
      mean: the mean.
      stddev: the standard deviation.
      dtype: the type; that of `floatx()` by default.
      seed: the seed; NumPy chooses one if it is None.

    >>> from penstock.keras import backend as K
    >>> K.random_normal((2, 3)).shape.as_list()
    [2, 3]
    """
    dtype = floatx() if dtype is None else dtype
    return tf.random_normal(shape, mean=mean, stddev=stddev, dtype=dtype, seed=chosen_seed(seed))


@export("keras.backend.random_uniform")
def random_uniform(
    shape: ShapeLike, minval: float = 0.0, maxval: float = 1.0, dtype: DTypeLike | None = None, seed: int | None = None
) -> Tensor:
    """Numbers between `minval` and `maxval`, equally probable.

    Args:
      shape: the shape, a tuple of integers.
      minval, maxval: the limits.
      dtype: the type; that of `floatx()` by default.
      seed: the seed; NumPy chooses one if it is None.

    >>> from penstock.keras import backend as K
    >>> x = K.eval(K.random_uniform((1000,), 2.0, 3.0))
    >>> x.min() >= 2, x.max() < 3
    (np.True_, np.True_)
    """
    dtype = floatx() if dtype is None else dtype
    return tf.random_uniform(shape, minval=minval, maxval=maxval, dtype=dtype, seed=chosen_seed(seed))


@export("keras.backend.random_binomial")
def random_binomial(
    shape: ShapeLike, p: float = 0.0, dtype: DTypeLike | None = None, seed: int | None = None
) -> Tensor:
    """Ones with probability `p`, else zeros.

    Args:
      shape: the shape, a tuple of integers.
      p: the probability, from 0 to 1.
      dtype: the type; that of `floatx()` by default.
      seed: the seed; NumPy chooses one if it is None.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.random_binomial((3,), p=1.0))
    array([1., 1., 1.], dtype=float32)
    """
    dtype = floatx() if dtype is None else dtype
    ones = tf.random_uniform(shape, dtype=dtype, seed=chosen_seed(seed)) <= p
    return tf.where(ones, tf.ones(shape, dtype=dtype), tf.zeros(shape, dtype=dtype))


@export("keras.backend.truncated_normal")
def truncated_normal(
    shape: ShapeLike, mean: float = 0.0, stddev: float = 1.0, dtype: DTypeLike | None = None, seed: int | None = None
) -> Tensor:
    """Normally distributed numbers, none farther than two standard deviations from the mean.

    Args:
      shape: the shape, a tuple of integers.
      mean: the mean.
      stddev: the standard deviation.
      dtype: the type; that of `floatx()` by default.
      seed: the seed; NumPy chooses one if it is None.

    >>> from penstock.keras import backend as K
    >>> abs(K.eval(K.truncated_normal((1000,)))).max() <= 2
    np.True_
    """
    dtype = floatx() if dtype is None else dtype
    return tf.truncated_normal(shape, mean, stddev, dtype=dtype, seed=chosen_seed(seed))
