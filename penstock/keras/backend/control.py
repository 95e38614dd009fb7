"""Choices and repetition: conditions, what differs between training and prediction, functions of each element."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike, NestedTensors, TensorOrVariable
from penstock.keras.backend.sessions import learning_phase
from penstock.keras.backend.variables import ndim

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _called(expression: Any) -> Any:
    return expression() if callable(expression) else expression


@export("keras.backend.switch")
def switch(condition: Any, then_expression: Callable[..., Any], else_expression: Callable[..., Any]) -> Any:
    """One of two tensors, or for each element one of theirs.

    Args:
      condition: a tensor; a scalar chooses between the two as a whole.
      then_expression: a tensor, or a function that returns it.
      else_expression: the other one.

    Raises:
      ValueError: `condition` has more axes than what is chosen from.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.switch(K.constant([1, 0]), K.constant([1.0, 2.0]), K.constant([-1.0, -2.0])))
    array([ 1., -2.], dtype=float32)
    """
    if condition.dtype != dtypes.bool:
        condition = tf.cast(condition, "bool")
    rank = ndim(condition)
    if not rank:
        return tf.cond(condition, _function(then_expression), _function(else_expression))
    then_value, else_value = _called(then_expression), _called(else_expression)
    wanted = ndim(then_value)
    assert wanted is not None
    if rank > wanted:
        raise ValueError(
            "Rank of `condition` should be less than or equal to rank of `then_expression` and `else_expression`. "
            f"ndim(condition)={rank}, ndim(then_expression)={wanted}"
        )
    if rank > 1:
        shape = tf.concat([tf.shape(condition), [1] * (wanted - rank)], axis=0)
        condition = tf.reshape(condition, shape)
        whole = tf.shape(then_value)
        times = tf.where(whole - shape > 0, whole, tf.ones_like(whole))
        condition = tf.tile(condition, times)
    return tf.where(condition, then_value, else_value)


def _function(expression: Any) -> Callable:
    return expression if callable(expression) else lambda: expression


@export("keras.backend.in_train_phase")
def in_train_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """`x` while training, else `alt`; both may be functions that return a tensor.

    Args:
      x: what to return while training.
      alt: what to return while predicting.
      training: the phase; that of `learning_phase()` by default.

    >>> from penstock.keras import backend as K
    >>> y = K.in_train_phase(K.constant(1.0), K.constant(0.0))
    >>> K.get_session().run(y, {K.learning_phase(): True})
    np.float32(1.0)
    """
    if training is None:
        training = learning_phase()
    if not tf.is_tensor(training):
        if training == 1 or training is True:
            return _called(x)
        if training == 0 or training is False:
            return _called(alt)
    return switch(training, x, alt)


@export("keras.backend.in_test_phase")
def in_test_phase(x: TensorOrVariable, alt: Any, training: bool | int | Tensor | None = None) -> Any:
    """`x` while predicting, else `alt`.

    Args:
      x: what to return while predicting: a tensor, or a function that returns one.
      alt: what to return while training.
      training: the phase; that of `learning_phase()` by default.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.in_test_phase(K.constant(1.0), K.constant(0.0)))
    np.float32(1.0)
    """
    return in_train_phase(alt, x, training=training)


@export("keras.backend.map_fn")
def map_fn(fn: Callable, elems: Any, name: str | None = None, dtype: DTypeLike | None = None) -> Any:
    """What a function gives for each element along the first axis.

    Args:
      fn: a function of an element.
      elems: a tensor.
      name: a name for the operation.
      dtype: the type of what it gives; that of `elems` by default.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.map_fn(lambda x: x * 2.0, K.constant([1.0, 2.0])))
    array([2., 4.], dtype=float32)
    """
    return tf.map_fn(fn, elems, name=name, dtype=dtype)


@export("keras.backend.foldl")
def foldl(fn: Callable, elems: Any, initializer: NestedTensors | None = None, name: str | None = None) -> Any:
    """Combines the elements along the first axis by a function, from the first to the last.

    Args:
      fn: a function of what is combined so far and the next element.
      elems: a tensor.
      initializer: what to begin with; the first element by default.
      name: a name for the operation.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.foldl(lambda total, x: total + x, K.constant([1.0, 2.0, 3.0])))
    np.float32(6.0)
    """
    return tf.foldl(fn, elems, initializer=initializer, name=name)


@export("keras.backend.foldr")
def foldr(fn: Callable, elems: Any, initializer: NestedTensors | None = None, name: str | None = None) -> Any:
    """Combines the elements along the first axis by a function, from the last to the first.

    Args:
      fn: a function of what is combined so far and the next element.
      elems: a tensor.
      initializer: what to begin with; the last element by default.
      name: a name for the operation.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.foldr(lambda rest, x: x - rest, K.constant([1.0, 2.0, 4.0])))
    np.float32(3.0)
    """
    return tf.foldr(fn, elems, initializer=initializer, name=name)
