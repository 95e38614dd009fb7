"""Regularizers: functions of weights that give a penalty."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.platform import logging

_NOTHING: Callable = lambda _: None  # noqa: E731


def _check(scale: TensorLike, name: str = "scale") -> bool:
    """Whether the scale is something else than 0; ValueError if it is not a number that can be one."""
    if isinstance(scale, numbers.Integral):
        raise ValueError(f"{name} cannot be an integer: {scale}")
    if isinstance(scale, numbers.Real):
        if scale < 0.0:
            raise ValueError(f"Setting a scale less than 0 on a regularizer: {scale:g}")
        if scale == 0.0:
            logging.info("Scale of 0 disables regularizer.")
            return False
    return True


def _scaled(scale: TensorLike, scope: str | None, default: str, penalty: Callable) -> Callable:
    def regularizer(weights: TensorOrVariable, name: str | None = None) -> Any:
        with name_scope(scope, default, [weights]) as entered:
            factor = convert_to_tensor(scale, dtype=weights.dtype.base_dtype, name="scale")
            return tf.multiply(factor, penalty(weights), name=entered)

    return regularizer


@export("contrib.layers.l1_regularizer", "contrib.slim.l1_regularizer")
def l1_regularizer(scale: TensorLike, scope: str | None = None) -> Callable:
    """A function that gives `scale * sum(|weights|)`.

    Args:
      scale: a float, not negative; 0.0 for no penalty.
      scope: a name for the operations.

    Raises:
      ValueError: if the scale is negative or an integer.

    >>> import penstock as tf
    >>> penalty = tf.contrib.layers.l1_regularizer(0.5)
    >>> print(tf.Session().run(penalty(tf.constant([2.0, -4.0]))))
    3.0
    """
    return _scaled(scale, scope, "l1_regularizer", lambda w: tf.reduce_sum(tf.abs(w))) if _check(scale) else _NOTHING


@export("contrib.layers.l2_regularizer", "contrib.slim.l2_regularizer")
def l2_regularizer(scale: TensorLike, scope: str | None = None) -> Callable:
    """A function that gives `scale * sum(weights^2) / 2`; see `l1_regularizer`.

    Args:
      scale: the factor; 0 for no penalty.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> penalty = tf.contrib.layers.l2_regularizer(0.5)
    >>> print(tf.Session().run(penalty(tf.constant([2.0, -4.0]))))
    5.0
    """
    return _scaled(scale, scope, "l2_regularizer", lambda w: tf.nn.l2_loss(w)) if _check(scale) else _NOTHING


@export("contrib.layers.l1_l2_regularizer", "contrib.slim.l1_l2_regularizer")
def l1_l2_regularizer(scale_l1: Any = 1.0, scale_l2: Any = 1.0, scope: str | None = None) -> Callable | None:
    """A function that gives the sum of both penalties.

    Args:
      scale_l1: the factor of the sum of absolute values.
      scale_l2: the factor of half the sum of squares.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> penalty = tf.contrib.layers.l1_l2_regularizer(scale_l1=1.0, scale_l2=0.5)
    >>> print(tf.Session().run(penalty(tf.constant([2.0, -4.0]))))
    11.0
    """
    for name, scale in (("scale_l1", scale_l1), ("scale_l2", scale_l2)):
        if isinstance(scale, numbers.Integral):
            raise ValueError(f"{name} cannot be an integer: {scale}")
    scope = scope or "l1_l2_regularizer"
    if scale_l1 == 0.0:
        return l2_regularizer(scale_l2, scope)
    if scale_l2 == 0.0:
        return l1_regularizer(scale_l1, scope)
    return sum_regularizer([l1_regularizer(scale_l1), l2_regularizer(scale_l2)], scope=scope)


@export("contrib.layers.sum_regularizer", "contrib.slim.sum_regularizer")
def sum_regularizer(regularizer_list: Any, scope: str | None = None) -> Callable | None:
    """A function that gives the sum of several regularizers; None if there are none.

    Args:
      regularizer_list: regularizers; None among them are left out.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> l1, l2 = tf.contrib.layers.l1_regularizer(1.0), tf.contrib.layers.l2_regularizer(0.5)
    >>> print(tf.Session().run(tf.contrib.layers.sum_regularizer([l1, l2])(tf.constant([2.0, -4.0]))))
    11.0
    """
    regularizers = [r for r in regularizer_list if r is not None]
    if not regularizers:
        return None

    def total(weights: TensorLike) -> Any:
        with name_scope(scope, "sum_regularizer", [weights]) as entered:
            parts = [part for part in (r(weights) for r in regularizers) if part is not None]
            return tf.add_n(parts, name=entered) if parts else None

    return total


@export("contrib.layers.apply_regularization", "contrib.slim.apply_regularization")
def apply_regularization(regularizer: Callable, weights_list: Any = None) -> Any:
    """The sum of the penalties of weights, which is added to `REGULARIZATION_LOSSES`.

    Args:
      regularizer: a function of weights.
      weights_list: the weights, by default those in the collection `WEIGHTS`.

    Raises:
      ValueError: if there are no weights, or a penalty is not a scalar.

    >>> import penstock as tf
    >>> weights = [tf.constant([1.0, -2.0]), tf.constant(3.0)]
    >>> total = tf.contrib.layers.apply_regularization(tf.contrib.layers.l1_regularizer(0.5), weights)
    >>> print(tf.Session().run(total), tf.losses.get_regularization_losses() == [total])
    3.0 True
    """
    weights_list = weights_list or get_collection(GraphKeys.WEIGHTS)
    if not weights_list:
        raise ValueError("No weights to regularize.")
    with name_scope("get_regularization_penalty", values=weights_list) as scope:
        penalties = [regularizer(w) for w in weights_list]
        penalties = [tf.constant(0.0) if p is None else p for p in penalties]
        for p in penalties:
            if p.shape.ndims != 0:
                raise ValueError(
                    f"regularizer must return a scalar Tensor instead of a Tensor with rank {p.shape.ndims}."
                )
        total = tf.add_n(penalties, name=scope)
        add_to_collection(GraphKeys.REGULARIZATION_LOSSES, total)
        return total
