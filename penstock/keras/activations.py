"""Activations: functions of a layer's output, found by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock import _namespace
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.keras import backend as K
from penstock.keras.typing import ActivationLike
from penstock.keras.utils.generic_utils import deserialize_keras_object, serialize_keras_object


@export("keras.activations.softmax")
def softmax(x: TensorOrVariable, axis: int = -1) -> Tensor:
    """Exponentials that add up to one along an axis.

    Args:
      x: a tensor with at least two axes.
      axis: the axis along which to add up.

    Raises:
      ValueError: `x` has fewer than two axes.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.softmax(tf.constant([[1.0, 1.0]])))
    array([[0.5, 0.5]], dtype=float32)
    """
    rank = K.ndim(x)
    if rank == 2:
        return tf.nn.softmax(x)
    if rank is not None and rank > 2:
        e = tf.exp(x - tf.reduce_max(x, axis=axis, keepdims=True))
        return e / tf.reduce_sum(e, axis=axis, keepdims=True)
    raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")


@export("keras.activations.elu")
def elu(x: TensorOrVariable, alpha: float = 1.0) -> Tensor:
    """`x` where it is positive, else `alpha * (exp(x) - 1)`.

    Args:
      x: a tensor.
      alpha: what very negative elements tend to, with a minus.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.elu(tf.constant([2.0, 0.0])))
    array([2., 0.], dtype=float32)
    """
    return K.elu(x, alpha)


@export("keras.activations.selu")
def selu(x: TensorOrVariable) -> Tensor:
    """The scaled `elu` that keeps mean and variance.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.selu(tf.constant([1.0]))).round(3)
    array([1.051], dtype=float32)
    """
    return 1.0507009873554804934193349852946 * K.elu(x, 1.6732632423543772848170429916717)


@export("keras.activations.softplus")
def softplus(x: TensorLike) -> Tensor:
    """`log(exp(x) + 1)`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.softplus(tf.constant([0.0]))).round(3)
    array([0.693], dtype=float32)
    """
    return tf.nn.softplus(x)


@export("keras.activations.softsign")
def softsign(x: TensorLike) -> Tensor:
    """`x / (abs(x) + 1)`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.softsign(tf.constant([1.0])))
    array([0.5], dtype=float32)
    """
    return tf.nn.softsign(x)


@export("keras.activations.relu")
def relu(x: Any, alpha: float = 0.0, max_value: Any = None, threshold: Any = 0) -> Tensor:
    """`x` where it is over a threshold, limited by `max_value`; `alpha * (x - threshold)` below.

    Args:
      x: a tensor.
      alpha: the slope below the threshold.
      max_value: the upper limit, or None.
      threshold: where elements begin to count.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.relu(tf.constant([-2.0, 3.0])))
    array([0., 3.], dtype=float32)
    """
    return K.relu(x, alpha=alpha, max_value=max_value, threshold=threshold)


@export("keras.activations.tanh")
def tanh(x: TensorLike) -> Tensor:
    """The hyperbolic tangent.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.tanh(tf.constant([0.0])))
    array([0.], dtype=float32)
    """
    return tf.nn.tanh(x)


@export("keras.activations.sigmoid")
def sigmoid(x: TensorLike) -> Tensor:
    """`1 / (1 + exp(-x))`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.sigmoid(tf.constant([0.0])))
    array([0.5], dtype=float32)
    """
    return tf.nn.sigmoid(x)


@export("keras.activations.exponential")
def exponential(x: TensorLike) -> Tensor:
    """The exponential.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.exponential(tf.constant([0.0])))
    array([1.], dtype=float32)
    """
    return tf.exp(x)


@export("keras.activations.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> Tensor:
    """A sigmoid of three straight lines.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.activations.hard_sigmoid(tf.constant([-3.0, 0.0, 3.0])))
    array([0. , 0.5, 1. ], dtype=float32)
    """
    return K.hard_sigmoid(x)


@export("keras.activations.linear")
def linear(x: TensorLike) -> Any:
    """`x` itself.

    >>> import penstock as tf
    >>> tf.keras.activations.linear(3)
    3
    """
    return x


_FUNCTIONS: dict[str, Callable] = {
    f.__name__: f
    for f in (softmax, elu, selu, softplus, softsign, relu, tanh, sigmoid, exponential, hard_sigmoid, linear)
}


@export("keras.activations.serialize")
def serialize(activation: ActivationLike | None) -> Any:
    """The name of an activation, or its configuration.

    >>> import penstock as tf
    >>> tf.keras.activations.serialize(tf.keras.activations.relu)
    'relu'
    """
    if getattr(activation, "__name__", None) == "softmax_v2":
        return "softmax"
    return serialize_keras_object(activation)


@export("keras.activations.deserialize")
def deserialize(name: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The activation of that name.

    Raises:
      ValueError: there is none.

    >>> import penstock as tf
    >>> tf.keras.activations.deserialize("tanh") is tf.keras.activations.tanh
    True
    """
    return deserialize_keras_object(
        name,
        module_objects=_FUNCTIONS,
        custom_objects=custom_objects,
        printable_module_name="activation function",
    )


@export("keras.activations.get")
def get(identifier: Any) -> Any:
    """The activation that is given by its name, its configuration, or itself; `linear` for None.

    Raises:
      TypeError: it is none of these.
      ValueError: there is none of that name.

    >>> import penstock as tf
    >>> tf.keras.activations.get(None) is tf.keras.activations.linear
    True
    """
    if identifier is None:
        return linear
    if isinstance(identifier, str):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    if isinstance(identifier, dict):
        return deserialize_keras_object(identifier, printable_module_name="activation")
    raise TypeError(f"Could not interpret activation function identifier: {identifier!r}")


__getattr__, __dir__ = _namespace.attach(__name__)
