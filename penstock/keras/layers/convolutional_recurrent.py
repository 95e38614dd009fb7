"""`ConvLSTM2D`: a long short-term memory whose products are convolutions, for sequences of images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.recurrent import RNN
from penstock.keras.layers.recurrent_cells import WEIGHT_SETTINGS, DropoutCell
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ActivationLike, ConstraintLike, CustomObjects, InitializerLike, RegularizerLike
from penstock.keras.utils import conv_utils
from penstock.keras.utils.tf_utils import shape_type_conversion

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_CELL_SETTINGS = (
    *"filters kernel_size strides padding data_format dilation_rate activation recurrent_activation use_bias".split(),
    *WEIGHT_SETTINGS[:3],
    "unit_forget_bias",
    *WEIGHT_SETTINGS[3:],
    "dropout",
    "recurrent_dropout",
)
_OF_OUTPUT = _CELL_SETTINGS.index("kernel_constraint")  # where a configuration has the penalty of the output
_NO_SHAPE = (
    "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input tensors: \n"
    "- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to your first layer.\n"
    "- If using the functional API, specify the time dimension by passing a `batch_shape` argument to your Input layer.\n"
    "The same thing goes for the number of rows and columns."
)


class ConvRNN2D(RNN):
    """Runs a cell of convolutions over the time steps of its input."""

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        **kwargs: Any,
    ) -> None:
        if unroll:
            raise TypeError("Unrolling isn't possible with convolutional RNNs.")
        if isinstance(cell, (list, tuple)):
            raise TypeError("It is not possible at the moment tostack convolutional cells.")
        super().__init__(cell, return_sequences, return_state, go_backwards, stateful, unroll, **kwargs)
        self.input_spec = [InputSpec(ndim=5)]

    def _places(self, input_shape: Sequence[int | None]) -> tuple[Any, ...]:
        """The shape of one state: batch, rows, columns and filters in the order of the format."""
        cell = self.cell
        first = cell.data_format == "channels_first"
        sizes = input_shape[3:5] if first else input_shape[2:4]
        lengths = [
            conv_utils.conv_output_length(n, k, cell.padding, s, d)
            for n, k, s, d in zip(sizes, cell.kernel_size, cell.strides, cell.dilation_rate)
        ]
        return (input_shape[0], cell.filters, *lengths) if first else (input_shape[0], *lengths, cell.filters)

    @shape_type_conversion
    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the output, and those of the states with `return_state`."""
        if isinstance(input_shape, list):
            input_shape = input_shape[0]
        state = self._places(input_shape)
        output = (state[0], input_shape[1], *state[1:]) if self.return_sequences else state
        return [output, state, state] if self.return_state else output

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Makes the variables of the cell, and those of the states."""
        if isinstance(input_shape, list):
            input_shape = input_shape[0]
        batch = input_shape[0] if self.stateful else None
        self.input_spec[0] = InputSpec(shape=(batch, None, *input_shape[2:5]))
        if isinstance(self.cell, Layer):
            self.cell.build((input_shape[0], *input_shape[2:]))
        sizes = list(self.cell.state_size)
        axis = 1 if self.cell.data_format == "channels_first" else 3
        if self.state_spec is None:
            self.state_spec = [InputSpec(shape=tuple(size if i == axis else None for i in range(4))) for size in sizes]
        elif [spec.shape[axis] for spec in self.state_spec] != sizes:
            raise ValueError(
                "An initial_state was passed that is not compatible with `cell.state_size`. Received `state_spec`="
                f"{[spec.shape for spec in self.state_spec]}; However `cell.state_size` is {self.cell.state_size}"
            )
        if self.stateful:
            self.reset_states()
        self.built = True

    def get_initial_state(self, inputs: NestedTensors) -> list[Any]:
        """Zeros: what a convolution with zeros gives, so that it has the right shape."""
        K = tf.keras.backend
        zeros = K.sum(K.zeros_like(inputs), axis=1)
        shape = (*self.cell.kernel_shape[:-1], self.cell.filters)
        state = self.cell.input_conv(zeros, tf.zeros(shape), padding=self.cell.padding)
        return [state for _ in self.cell.state_size]

    def call(
        self, inputs: Any, mask: Any = None, training: Any = None, initial_state: Any = None, constants: Any = None
    ) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        inputs, initial_state, constants = self._process_inputs(inputs, initial_state, constants)
        if isinstance(mask, list):
            mask = mask[0]
        last_output, outputs, states = K.rnn(
            lambda x, states: self.cell.call(x, states, training=training),
            inputs,
            initial_state,
            constants=constants,
            go_backwards=self.go_backwards,
            mask=mask,
            input_length=K.int_shape(inputs)[1],
        )
        if self.stateful:
            self.add_update([K.update(kept, new) for kept, new in zip(self.states, states)])
        output = outputs if self.return_sequences else last_output
        return [output, *states] if self.return_state else output

    def reset_states(self, states: Sequence[Any] | None = None) -> None:
        """Sets the states of a stateful layer, to zeros by default."""
        K = tf.keras.backend
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        shape = self._places(self.input_spec[0].shape)
        if None in shape:
            raise ValueError(_NO_SHAPE)
        count = len(self.cell.state_size)
        if self.states[0] is None:
            self.states = [K.zeros(shape) for _ in range(count)]
            return
        values = [np.zeros(shape)] * count if states is None else states
        values = values if isinstance(values, (list, tuple)) else [values]
        if len(values) != count:
            raise ValueError(
                f"Layer {self.name} expects {count} states, but it received {len(values)} state values. "
                f"Input received: {values}"
            )
        for i, value in enumerate(values):
            if value.shape != shape:
                raise ValueError(
                    f"State {i} is incompatible with layer {self.name}: expected shape={shape}, found shape={value.shape}"
                )
        K.batch_set_value(list(zip(self.states, values)))


class ConvLSTM2DCell(DropoutCell):
    """The cell of `ConvLSTM2D`."""

    def __init__(
        self,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = (1, 1),
        padding: str = "valid",
        data_format: Any = None,
        dilation_rate: int | Sequence[int] = (1, 1),
        activation: ActivationLike | None = "tanh",
        recurrent_activation: ActivationLike | None = "hard_sigmoid",
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        recurrent_initializer: InitializerLike | None = "orthogonal",
        bias_initializer: InitializerLike | None = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: RegularizerLike | None = None,
        recurrent_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        keep(
            self,
            filters=filters,
            kernel_size=conv_utils.normalize_tuple(kernel_size, 2, "kernel_size"),
            strides=conv_utils.normalize_tuple(strides, 2, "strides"),
            padding=conv_utils.normalize_padding(padding),
            data_format=conv_utils.normalize_data_format(data_format),
            dilation_rate=conv_utils.normalize_tuple(dilation_rate, 2, "dilation_rate"),
            activation=activation,
            recurrent_activation=recurrent_activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            unit_forget_bias=unit_forget_bias,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
            dropout=min(1.0, max(0.0, dropout)),
            recurrent_dropout=min(1.0, max(0.0, recurrent_dropout)),
            state_size=(filters, filters),
        )

    def _bias_start(self, _: Any, *args: Any, **kwargs: Any) -> Any:
        n, own = self.filters, self.bias_initializer
        ones = tf.keras.initializers.Ones()
        return tf.keras.backend.concatenate(
            [own((n,), *args, **kwargs), ones((n,), *args, **kwargs), own((n * 2,), *args, **kwargs)]
        )

    def build(self, input_shape: Any) -> None:
        """Makes the variables."""
        channels = input_shape[1 if self.data_format == "channels_first" else -1]
        if channels is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        width = self.filters * 4
        self.kernel_shape = (*self.kernel_size, channels, width)
        self.kernel = self._add("kernel", self.kernel_shape, "kernel")
        self.recurrent_kernel = self._add("recurrent_kernel", (*self.kernel_size, self.filters, width), "recurrent")
        self.bias = None
        if self.use_bias:
            self.bias = self._add("bias", (width,), "bias", self._bias_start if self.unit_forget_bias else None)
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = None) -> tuple[Any, list[Any]]:
        """Makes the operations of one step."""
        h, c = states[0], states[1]
        mask = self.get_dropout_mask_for_cell(inputs, training, count=4)
        recurrent_mask = self.get_recurrent_dropout_mask_for_cell(h, training, count=4)
        sources = [inputs * mask[i] if 0 < self.dropout < 1.0 else inputs for i in range(4)]
        hs = [h * recurrent_mask[i] if 0 < self.recurrent_dropout < 1.0 else h for i in range(4)]
        kernels = tf.split(self.kernel, 4, axis=3)
        recurrent = tf.split(self.recurrent_kernel, 4, axis=3)
        biases = tf.split(self.bias, 4) if self.use_bias else [None] * 4
        xs = [self.input_conv(x, k, b, padding=self.padding) for x, k, b in zip(sources, kernels, biases)]
        ys = [self.recurrent_conv(x, k) for x, k in zip(hs, recurrent)]
        i = self.recurrent_activation(xs[0] + ys[0])
        f = self.recurrent_activation(xs[1] + ys[1])
        c = f * c + i * self.activation(xs[2] + ys[2])
        o = self.recurrent_activation(xs[3] + ys[3])
        h = o * self.activation(c)
        return h, [h, c]

    def input_conv(self, x: Any, w: TensorLike, b: TensorLike | None = None, padding: str = "valid") -> Any:
        """The convolution of an input."""
        K = tf.keras.backend
        y = K.conv2d(
            x,
            w,
            strides=self.strides,
            padding=padding,
            data_format=self.data_format,
            dilation_rate=self.dilation_rate,
        )
        return y if b is None else K.bias_add(y, b, data_format=self.data_format)

    def recurrent_conv(self, x: TensorLike, w: TensorLike) -> Tensor:
        """The convolution of a state, which keeps its size."""
        return tf.keras.backend.conv2d(x, w, strides=(1, 1), padding="same", data_format=self.data_format)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, *_CELL_SETTINGS)}


@export("keras.layers.ConvLSTM2D")
class ConvLSTM2D(ConvRNN2D):
    """A long short-term memory whose products are convolutions, for sequences of images.

    Args:
      filters: the number of channels of the output.
      kernel_size, strides, padding, data_format, dilation_rate: of the convolutions.
      activation, recurrent_activation: the activations of the states and of the gates.
      use_bias, unit_forget_bias: whether there is a bias, and whether that of the forget gate starts as 1.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      activity_regularizer: a penalty of the output.
      return_sequences, go_backwards, stateful: as in `RNN`.
      dropout, recurrent_dropout: the fractions of inputs and states that are dropped in training.

    >>> import penstock as tf
    >>> tf.keras.layers.ConvLSTM2D(4, (3, 3))(tf.zeros([1, 5, 8, 8, 2])).shape.as_list()
    [1, 6, 6, 4]
    """

    def __init__(
        self,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = (1, 1),
        padding: str = "valid",
        data_format: Any = None,
        dilation_rate: int | Sequence[int] = (1, 1),
        activation: ActivationLike | None = "tanh",
        recurrent_activation: ActivationLike | None = "hard_sigmoid",
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        recurrent_initializer: InitializerLike | None = "orthogonal",
        bias_initializer: InitializerLike | None = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: RegularizerLike | None = None,
        recurrent_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        return_sequences: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        **kwargs: Any,
    ) -> None:
        cell = ConvLSTM2DCell(
            filters=filters,
            kernel_size=kernel_size,
            strides=strides,
            padding=padding,
            data_format=data_format,
            dilation_rate=dilation_rate,
            activation=activation,
            recurrent_activation=recurrent_activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            unit_forget_bias=unit_forget_bias,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
            dropout=dropout,
            recurrent_dropout=recurrent_dropout,
            dtype=kwargs.get("dtype"),
        )
        super().__init__(
            cell, return_sequences=return_sequences, go_backwards=go_backwards, stateful=stateful, **kwargs
        )
        self.activity_regularizer = tf.keras.regularizers.get(activity_regularizer)

    def call(self, inputs: Any, mask: Any = None, training: Any = None, initial_state: Any = None) -> Any:  # type: ignore[override]
        """Makes the operations."""
        self.cell.reset_dropout_mask()
        self.cell.reset_recurrent_dropout_mask()
        return super().call(inputs, mask=mask, training=training, initial_state=initial_state)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        config = super().get_config()
        del config["cell"]
        before, after = _CELL_SETTINGS[:_OF_OUTPUT], _CELL_SETTINGS[_OF_OUTPUT:]
        regularizer = tf.keras.regularizers.serialize(self.activity_regularizer)
        return {**config, **shown(self.cell, *before), "activity_regularizer": regularizer, **shown(self.cell, *after)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A layer from what `get_config` gave."""
        return cls(**config)


for _name in _CELL_SETTINGS:
    setattr(ConvLSTM2D, _name, property(lambda self, _name=_name: getattr(self.cell, _name)))  # type: ignore[misc]
