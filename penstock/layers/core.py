"""`tf.layers.Dense`, `Dropout` and `Flatten`: Keras' layers with the scopes of 1.x, and the functions beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import InitializerLike, NestedTensors, TensorLike
from penstock.keras.layers import core
from penstock.keras.layers.convolutional import example
from penstock.layers import arguments
from penstock.layers.base import ZEROS, Layer
from penstock.util.deprecation import deprecated


@export("layers.Dense")
class Dense(core.Dense, Layer):
    """A fully connected layer: `activation(inputs @ kernel + bias)`, over the last axis.

    Args:
      units: the size of the result's last axis.
      activation: a function of the result, or its name; None for none.
      use_bias: whether there is a bias.
      kernel_initializer, bias_initializer: initializers; None for the scope's.
      kernel_regularizer, bias_regularizer: functions of a variable that give a loss.
      activity_regularizer: a function of the output that gives a loss.
      kernel_constraint, bias_constraint: functions of a variable, applied after each step of an optimizer.
      trainable: whether the variables are trained.
      name: a name; `dense`, `dense_1`, ... by default.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.layers.Dense(units=1)(tf.placeholder(tf.float32, [None, 3]))
    ...     print(y.shape.as_list(), [v.name for v in tf.trainable_variables()])
    [None, 1] ['dense/kernel:0', 'dense/bias:0']
    """

    def __init__(
        self,
        units: int,
        activation: Callable[..., Any] | None = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike | None = ZEROS,
        kernel_regularizer: Callable | None = None,
        bias_regularizer: Callable | None = None,
        activity_regularizer: Callable | None = None,
        kernel_constraint: Callable | None = None,
        bias_constraint: Callable | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            units,
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            trainable=trainable,
            name=name,
            **kwargs,
        )


@export("layers.Dropout")
class Dropout(core.Dropout, Layer):
    """Sets a fraction of the inputs to 0 in training, and divides the others by what is left.

    Args:
      rate: the fraction, a number or a tensor.
      noise_shape: the shape of the random choice; sizes that are None are those of the input.
      seed: a seed.
      name: a name.

    Call with `training`, a Python value or a tensor; False by default; None means Keras' learning phase.

    >>> import penstock as tf
    >>> layer = tf.layers.Dropout(rate=0.5, seed=1)
    >>> x = tf.ones([1, 1000])
    >>> with tf.Session() as sess:
    ...     print(sess.run(layer(x)).mean(), set(sess.run(layer(x, training=True)).ravel().tolist()))
    1.0 {0.0, 2.0}
    """

    def __init__(
        self,
        rate: TensorLike = 0.5,
        noise_shape: Any = None,
        seed: int | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(rate, noise_shape, seed, name=name, **kwargs)

    def call(self, inputs: NestedTensors, training: Any = False) -> Any:
        """Makes the operations."""
        return super().call(inputs, training=training)


@export("layers.Flatten")
class Flatten(core.Flatten, Layer):
    """Joins all axes but the first into one.

    Args:
      data_format: "channels_last" (default), or "channels_first" to move axis 1 to the end before.

    >>> import penstock as tf
    >>> tf.layers.Flatten()(tf.zeros([2, 3, 4])).shape.as_list()
    [2, 12]
    """


dense = export("layers.dense")(
    arguments.functional(
        Dense,
        "dense",
        "Applies a fully connected layer to the last axis.",
        "keras.layers.Dense",
        example=example(
            "tf.layers.dense(x, 1, kernel_initializer=tf.ones_initializer())", [2, 4], "[ 6. 22.]"
        ),
    )
)


@export("layers.dropout")
@deprecated(None, "Use keras.layers.dropout instead.")
def dropout(
    inputs: Sequence[Any],
    rate: Any = 0.5,
    noise_shape: Any = None,
    seed: int | None = None,
    training: Any = False,
    name: str | None = None,
) -> Any:
    """Applies dropout: see `tf.layers.Dropout`.

    Args:
      inputs: a tensor.
      rate, noise_shape, seed, name: see `tf.layers.Dropout`.
      training: whether to drop anything; a Python value or a tensor.

    >>> import penstock as tf
    >>> y = tf.layers.dropout(tf.ones([1, 1000]), rate=0.75, training=True)
    >>> sorted(set(tf.Session().run(y).ravel().tolist()))
    [0.0, 4.0]
    """
    return Dropout(rate, noise_shape=noise_shape, seed=seed, name=name)(inputs, training=training)


@export("layers.flatten")
@deprecated(None, "Use keras.layers.flatten instead.")
def flatten(inputs: Sequence[Any], name: str | None = None, data_format: str = "channels_last") -> Any:
    """Joins all axes of `inputs` but the first into one.

    Args:
      inputs: a tensor with at least one axis.
      name: a name for the layer.
      data_format: "channels_last" or "channels_first"; the latter is brought to the former's order before.

    >>> import penstock as tf
    >>> tf.layers.flatten(tf.zeros([2, 3, 4])).shape.as_list()
    [2, 12]
    """
    return Flatten(name=name, data_format=data_format)(inputs)
