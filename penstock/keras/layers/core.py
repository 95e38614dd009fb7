"""`Dense`, `Dropout` and `Flatten`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras import regularizers
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import keep, shown
from penstock.keras.utils.conv_utils import normalize_data_format
from penstock.keras.utils.tf_utils import smart_cond

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_DENSE = (
    "activation",
    "use_bias",
    "kernel_initializer",
    "bias_initializer",
    "kernel_regularizer",
    "bias_regularizer",
    "activity_regularizer",
    "kernel_constraint",
    "bias_constraint",
)


@export("keras.layers.Dense")
class Dense(Layer):
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
    ...     y = tf.keras.layers.Dense(units=1)(tf.placeholder(tf.float32, [None, 3]))
    ...     print(y.shape.as_list(), [v.name for v in tf.trainable_variables()])
    [None, 1] ['dense/kernel:0', 'dense/bias:0']
    """

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        if "input_shape" not in kwargs and "input_dim" in kwargs:
            kwargs["input_shape"] = (kwargs.pop("input_dim"),)
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        self.units = int(units)
        keep(
            self,
            activation=activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
        )
        self.supports_masking = True
        self.input_spec = InputSpec(min_ndim=2)

    def build(self, input_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`; ValueError if the last size is not known."""
        dtype = dtypes.as_dtype(self.dtype or dtypes.float32)
        if not (dtype.is_floating or dtype.is_complex):
            raise TypeError(f"Unable to build `Dense` layer with non-floating point dtype {dtype}")
        last = TensorShape(input_shape).as_list()[-1]
        if last is None:
            raise ValueError("The last dimension of the inputs to `Dense` should be defined. Found `None`.")
        self.input_spec = InputSpec(min_ndim=2, axes={-1: last})
        self.kernel = self.add_weight(
            "kernel",
            shape=[last, self.units],
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=[self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        rank = inputs.shape.ndims
        if rank > 2:
            outputs = tf.tensordot(inputs, self.kernel, [[rank - 1], [0]])
            outputs.set_shape([*inputs.shape.as_list()[:-1], self.units])
        elif isinstance(inputs, SparseTensor):
            outputs = tf.sparse_tensor_dense_matmul(tf.cast(inputs, self.dtype), self.kernel)
        else:
            outputs = tf.matmul(tf.cast(inputs, self.dtype), self.kernel)
        if self.use_bias:
            outputs = tf.nn.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The input's shape with `units` as its last size."""
        shape = TensorShape(input_shape).with_rank_at_least(2)
        if shape.as_list()[-1] is None:
            raise ValueError(f"The innermost dimension of input_shape must be defined, but saw: {shape}")
        return shape[:-1].concatenate(self.units)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return super().get_config() | {"units": self.units} | shown(self, *_DENSE)


@export("keras.layers.Dropout")
class Dropout(Layer):
    """Sets a fraction of the inputs to 0 in training, and divides the others by what is left.

    Args:
      rate: the fraction, a number or a tensor.
      noise_shape: the shape of the random choice; sizes that are None are those of the input.
      seed: a seed.
      name: a name.

    Call with `training`, a Python value or a tensor; by default it is Keras' learning phase.

    >>> import penstock as tf
    >>> layer = tf.keras.layers.Dropout(rate=0.5, seed=1)
    >>> x = tf.ones([1, 1000])
    >>> with tf.Session() as sess:
    ...     print(sess.run(layer(x)).mean(), set(sess.run(layer(x, training=True)).ravel().tolist()))
    1.0 {0.0, 2.0}
    """

    def __init__(self, rate: Any, noise_shape: Any = None, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed
        self.supports_masking = True

    def _get_noise_shape(self, inputs: NestedTensors) -> Any:
        if self.noise_shape is None:
            return None
        sizes = tf.shape(inputs)
        return tf.convert_to_tensor([sizes[i] if size is None else size for i, size in enumerate(self.noise_shape)])

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Makes the operations."""

        def dropped() -> Tensor:
            shape = self._get_noise_shape(inputs)
            return tf.nn.dropout(inputs, noise_shape=shape, seed=self.seed, rate=self.rate)

        if training is None:
            training = tf.keras.backend.learning_phase()
        return smart_cond(training, dropped, lambda: tf.identity(inputs))

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return input_shape

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), "rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}


@export("keras.layers.Flatten")
class Flatten(Layer):
    """Joins all axes but the first into one.

    Args:
      data_format: "channels_last" (default), or "channels_first" to move axis 1 to the end before.

    >>> import penstock as tf
    >>> tf.keras.layers.Flatten()(tf.zeros([2, 3, 4])).shape.as_list()
    [2, 12]
    """

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Tensor:
        """Makes the operations."""
        rank = inputs.shape.ndims
        if self.data_format == "channels_first" and rank > 1:
            inputs = tf.transpose(inputs, perm=[0, *range(2, rank), 1])
        outputs = tf.reshape(inputs, (inputs.shape.as_list()[0] or tf.shape(inputs)[0], -1))
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        return outputs

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The size of the first axis, and the product of the others."""
        first, *others = TensorShape(input_shape).as_list()
        return TensorShape([first, math.prod(filter(None, others)) if all(others) else None])

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), "data_format": self.data_format}
