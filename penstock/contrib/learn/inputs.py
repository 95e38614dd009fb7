"""What users give a `tf.contrib.learn` estimator: checked, arrays made tensors that are fed, and the columns found in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.data_feeder import setup_train_data_feeder
from penstock.graph.convert import is_tensor
from penstock.graph.typing import TensorLike


def verify_input_args(
    x: TensorLike | None,
    y: TensorLike | None,
    input_fn: Callable[..., Any] | None,
    feed_fn: Callable[..., Any] | None,
    batch_size: int | None,
) -> None:
    """Refuses what cannot be given together."""
    if input_fn is None:
        if x is None:
            raise ValueError("Either x or input_fn must be provided.")
        if is_tensor(x) or (y is not None and is_tensor(y)):
            raise ValueError("Inputs cannot be tensors. Please provide input_fn.")
        if feed_fn is not None:
            raise ValueError("Can not provide both feed_fn and x or y.")
        return
    if x is not None or y is not None:
        raise ValueError("Can not provide both input_fn and x or y.")
    if batch_size is not None:
        raise ValueError("Can not provide both input_fn and batch_size.")


def input_of_arrays(
    x: TensorLike | None, y: TensorLike | None, batch_size: int | None, shuffle: bool = False, epochs: int | None = 1
) -> tuple[Any, Any]:
    """An input function and a feed function for arrays."""
    verify_input_args(x, y, None, None, batch_size)
    feeder = setup_train_data_feeder(x, y, n_classes=None, batch_size=batch_size, shuffle=shuffle, epochs=epochs)
    return feeder.input_builder, feeder.get_feed_dict_fn()


@export("contrib.learn.infer_real_valued_columns_from_input_fn")
def infer_real_valued_columns_from_input_fn(input_fn: Callable[[], Any]) -> list[Any]:
    """A column of real values for each feature of an input function.

    >>> import penstock as tf
    >>> columns = tf.contrib.learn.infer_real_valued_columns_from_input_fn(lambda: (tf.ones([2, 3]), None))
    >>> [column.dimension for column in columns]
    [3]
    """
    with tf.Graph().as_default():
        features, _ = input_fn()
        return tf.contrib.layers.infer_real_valued_columns(features)


@export("contrib.learn.infer_real_valued_columns_from_input")
def infer_real_valued_columns_from_input(x: TensorLike) -> list[Any]:
    """A column of real values for an array, or for each of a dictionary.

    >>> import numpy as np
    >>> import penstock as tf
    >>> [column.dimension for column in tf.contrib.learn.infer_real_valued_columns_from_input(np.ones([5, 4]))]
    [4]
    """
    input_fn, _ = input_of_arrays(x, None, None)
    return infer_real_valued_columns_from_input_fn(input_fn)
