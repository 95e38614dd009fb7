"""The cells of recurrent layers: `SimpleRNNCell`, `GRUCell`, `LSTMCell`, one with peepholes, as 1.15 has them in graph mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.engine.base_layer import Layer
from penstock.keras.layers.recurrent import zero_state_of
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike
from penstock.keras.utils.tf_utils import shape_type_conversion

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


PARTS = ("kernel", "recurrent", "bias")
# What cells of one kernel for the input, one for the state and a bias have as settings, in the order of configurations.
WEIGHT_SETTINGS = [f"{part}_{kind}" for kind in ("initializer", "regularizer", "constraint") for part in PARTS]


class DropoutCell(Layer):
    """A cell that drops inputs and states out; the masks are the same for all steps of a call of the layer around it."""

    dropout: float
    recurrent_dropout: float

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reset_dropout_mask()
        self.reset_recurrent_dropout_mask()

    def reset_dropout_mask(self) -> None:
        """Forgets the mask of inputs: the next step makes a new one."""
        object.__setattr__(self, "_dropout_mask", None)

    def reset_recurrent_dropout_mask(self) -> None:
        """Forgets the mask of states: the next step makes a new one."""
        object.__setattr__(self, "_recurrent_dropout_mask", None)

    def get_dropout_mask_for_cell(self, inputs: NestedTensors, training: TensorLike, count: int = 1) -> Any:
        """What inputs are multiplied by: a tensor, or `count` of them; None without dropout."""
        return self._mask("_dropout_mask", self.dropout, inputs, training, count)

    def get_recurrent_dropout_mask_for_cell(self, inputs: NestedTensors, training: TensorLike, count: int = 1) -> Any:
        """What states are multiplied by: a tensor, or `count` of them; None without dropout."""
        return self._mask("_recurrent_dropout_mask", self.recurrent_dropout, inputs, training, count)

    def _mask(self, name: str, rate: float, inputs: NestedTensors, training: TensorLike, count: int) -> Any:
        if rate == 0:
            return None
        if getattr(self, name) is None:
            K = tf.keras.backend
            ones = tf.ones_like(inputs)
            masks = [K.in_train_phase(lambda: K.dropout(ones, rate), ones, training=training) for _ in range(count)]
            object.__setattr__(self, name, masks if count > 1 else masks[0])
        return getattr(self, name)

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """Zeros."""
        return zero_state_of(self, inputs, batch_size, dtype)

    def _add(self, name: str, shape: ShapeLike, part: str, initializer: InitializerLike | None = None) -> Any:
        """A variable with the initializer, the regularizer and the constraint of its part."""
        return self.add_weight(
            shape=shape,
            name=name,
            initializer=initializer or getattr(self, f"{part}_initializer"),
            regularizer=getattr(self, f"{part}_regularizer"),
            constraint=getattr(self, f"{part}_constraint"),
        )


def _fraction(rate: float) -> float:
    return min(1.0, max(0.0, rate))


@export("keras.layers.SimpleRNNCell")
class SimpleRNNCell(DropoutCell):
    """The cell of `SimpleRNN`: `activation(inputs @ kernel + state @ recurrent_kernel + bias)`.

    Args:
      units: the size of the state.
      activation: the activation.
      use_bias: whether there is a bias.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      dropout, recurrent_dropout: the fractions of inputs and states that are dropped in training.

    >>> import penstock as tf
    >>> tf.keras.layers.RNN(tf.keras.layers.SimpleRNNCell(3))(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 3]
    """

    def __init__(
        self,
        units: int,
        activation: ActivationLike | None = "tanh",
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        recurrent_initializer: InitializerLike | None = "orthogonal",
        bias_initializer: InitializerLike | None = "zeros",
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
            units=units,
            activation=activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
        )
        self.dropout = _fraction(dropout)
        self.recurrent_dropout = _fraction(recurrent_dropout)
        self.state_size = self.units
        self.output_size = self.units

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Makes the variables."""
        self.kernel = self._add("kernel", (input_shape[-1], self.units), "kernel")
        self.recurrent_kernel = self._add("recurrent_kernel", (self.units, self.units), "recurrent")
        self.bias = self._add("bias", (self.units,), "bias") if self.use_bias else None
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = None) -> tuple[Any, list[Any]]:
        """Makes the operations of one step."""
        K = tf.keras.backend
        previous = states[0]
        mask = self.get_dropout_mask_for_cell(inputs, training)
        recurrent_mask = self.get_recurrent_dropout_mask_for_cell(previous, training)
        h = K.dot(inputs if mask is None else inputs * mask, self.kernel)
        if self.bias is not None:
            h = K.bias_add(h, self.bias)
        if recurrent_mask is not None:
            previous = previous * recurrent_mask
        output = h + K.dot(previous, self.recurrent_kernel)
        if self.activation is not None:
            output = self.activation(output)
        return output, [output]

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = ["units", "activation", "use_bias", *WEIGHT_SETTINGS, "dropout", "recurrent_dropout"]
        return {**super().get_config(), **shown(self, *names)}


@export("keras.layers.GRUCell")
class GRUCell(DropoutCell):
    """The cell of `GRU`: a gated recurrent unit.

    Args:
      units: the size of the state.
      activation, recurrent_activation: the activations of the new state and of the gates.
      use_bias: whether there is a bias.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      dropout, recurrent_dropout: the fractions of inputs and states that are dropped in training.
      implementation: 1 for a product for each gate, 2 for one of all.
      reset_after: whether the reset gate is applied after the product with the state, as cuDNN does.

    >>> import penstock as tf
    >>> tf.keras.layers.RNN(tf.keras.layers.GRUCell(3))(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 3]
    """

    def __init__(
        self,
        units: int,
        activation: ActivationLike | None = "tanh",
        recurrent_activation: ActivationLike | None = "hard_sigmoid",
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        recurrent_initializer: InitializerLike | None = "orthogonal",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        recurrent_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        implementation: int = 1,
        reset_after: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        keep(
            self,
            units=units,
            activation=activation,
            recurrent_activation=recurrent_activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
        )
        self.dropout = _fraction(dropout)
        self.recurrent_dropout = _fraction(recurrent_dropout)
        self.implementation = implementation
        self.reset_after = reset_after
        self.state_size = self.units
        self.output_size = self.units

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Makes the variables."""
        width = 3 * self.units
        self.kernel = self._add("kernel", (input_shape[-1], width), "kernel")
        self.recurrent_kernel = self._add("recurrent_kernel", (self.units, width), "recurrent")
        shape = (2, width) if self.reset_after else (width,)
        self.bias = self._add("bias", shape, "bias") if self.use_bias else None
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = None) -> tuple[Any, list[Any]]:
        """Makes the operations of one step."""
        h = states[0]
        mask = self.get_dropout_mask_for_cell(inputs, training, count=3)
        recurrent_mask = self.get_recurrent_dropout_mask_for_cell(h, training, count=3)
        biases = (None, None)
        if self.use_bias:
            biases = tf.unstack(self.bias) if self.reset_after else (self.bias, None)
        if not 0.0 < self.dropout < 1.0:
            mask = None
        if not 0.0 < self.recurrent_dropout < 1.0:
            recurrent_mask = None
        step = self._gate_by_gate if self.implementation == 1 else self._all_gates
        z, h, new = step(inputs, h, mask, recurrent_mask, *biases)
        h = z * h + (1 - z) * new
        return h, [h]

    def _gate_by_gate(
        self,
        inputs: TensorOrVariable,
        h: TensorOrVariable,
        mask: Tensor,
        recurrent_mask: TensorOrVariable,
        input_bias: Any,
        recurrent_bias: Any,
    ) -> tuple[Any, Any, Any]:
        K, n = tf.keras.backend, self.units
        gates = (slice(None, n), slice(n, 2 * n), slice(2 * n, None))
        sources = [inputs if mask is None else inputs * mask[i] for i in range(3)]
        xs = [K.dot(x, self.kernel[:, gate]) for x, gate in zip(sources, gates)]
        if self.use_bias:
            xs = [K.bias_add(x, input_bias[gate]) for x, gate in zip(xs, gates)]
        states = [h if recurrent_mask is None else h * recurrent_mask[i] for i in range(3)]
        products = [K.dot(state, self.recurrent_kernel[:, gate]) for state, gate in zip(states[:2], gates)]
        if self.reset_after and self.use_bias:
            products = [K.bias_add(p, recurrent_bias[gate]) for p, gate in zip(products, gates)]
        z = self.recurrent_activation(xs[0] + products[0])
        r = self.recurrent_activation(xs[1] + products[1])
        if self.reset_after:
            inner = K.dot(states[2], self.recurrent_kernel[:, gates[2]])
            if self.use_bias:
                inner = K.bias_add(inner, recurrent_bias[gates[2]])
            inner = r * inner
        else:
            inner = K.dot(r * states[2], self.recurrent_kernel[:, gates[2]])
        return z, h, self.activation(xs[2] + inner)

    def _all_gates(
        self,
        inputs: TensorOrVariable,
        h: TensorOrVariable,
        mask: Tensor,
        recurrent_mask: TensorOrVariable,
        input_bias: Any,
        recurrent_bias: Any,
    ) -> tuple[Any, Any, Any]:
        K, n = tf.keras.backend, self.units
        x = K.dot(inputs if mask is None else inputs * mask[0], self.kernel)
        if self.use_bias:
            x = K.bias_add(x, input_bias)
        x_z, x_r, x_h = x[:, :n], x[:, n : 2 * n], x[:, 2 * n :]
        if recurrent_mask is not None:
            h = h * recurrent_mask[0]
        if self.reset_after:
            inner = K.dot(h, self.recurrent_kernel)
            if self.use_bias:
                inner = K.bias_add(inner, recurrent_bias)
        else:
            inner = K.dot(h, self.recurrent_kernel[:, : 2 * n])
        inner_z, inner_r = inner[:, :n], inner[:, n : 2 * n]
        z = self.recurrent_activation(x_z + inner_z)
        r = self.recurrent_activation(x_r + inner_r)
        if self.reset_after:
            inner_h = r * inner[:, 2 * n :]
        else:
            inner_h = K.dot(r * h, self.recurrent_kernel[:, 2 * n :])
        return z, h, self.activation(x_h + inner_h)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = ["units", "activation", "recurrent_activation", "use_bias", *WEIGHT_SETTINGS]
        names += ["dropout", "recurrent_dropout", "implementation", "reset_after"]
        return {**super().get_config(), **shown(self, *names)}


@export("keras.layers.LSTMCell")
class LSTMCell(DropoutCell):
    """The cell of `LSTM`: a long short-term memory.

    Args:
      units: the size of each of the two states.
      activation, recurrent_activation: the activations of the states and of the gates.
      use_bias: whether there is a bias.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      unit_forget_bias: whether the bias of the forget gate starts as 1.
      dropout, recurrent_dropout: the fractions of inputs and states that are dropped in training.
      implementation: 1 for a product for each gate, 2 for one of all.

    >>> import penstock as tf
    >>> tf.keras.layers.RNN(tf.keras.layers.LSTMCell(3))(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 3]
    """

    def __init__(
        self,
        units: int,
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
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        keep(
            self,
            units=units,
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
        )
        self.dropout = _fraction(dropout)
        self.recurrent_dropout = _fraction(recurrent_dropout)
        self.implementation = implementation
        object.__setattr__(self, "state_size", [self.units, self.units])
        self.output_size = self.units

    def _bias_start(self, _: Any, *args: Any, **kwargs: Any) -> Any:
        """Zeros (or what the user wants), and ones for the forget gate."""
        n, own = self.units, self.bias_initializer
        ones = tf.keras.initializers.Ones()
        return tf.keras.backend.concatenate(
            [own((n,), *args, **kwargs), ones((n,), *args, **kwargs), own((n * 2,), *args, **kwargs)]
        )

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Makes the variables."""
        width = 4 * self.units
        self.kernel = self._add("kernel", (input_shape[-1], width), "kernel")
        self.recurrent_kernel = self._add("recurrent_kernel", (self.units, width), "recurrent")
        self.bias = None
        if self.use_bias:
            start = self._bias_start if self.unit_forget_bias else None
            self.bias = self._add("bias", (width,), "bias", start)
        self.built = True

    def _gate(self, i: int, x: TensorLike, c: TensorLike) -> Any:
        """What is added to the input of gate `i` (0 input, 1 forget, 2 output) because of the cell's state: nothing."""
        return x

    def call(self, inputs: Any, states: Any, training: Any = None) -> tuple[Any, list[Any]]:
        """Makes the operations of one step."""
        h, c = states[0], states[1]
        mask = self.get_dropout_mask_for_cell(inputs, training, count=4)
        recurrent_mask = self.get_recurrent_dropout_mask_for_cell(h, training, count=4)
        if not 0 < self.dropout < 1.0:
            mask = None
        if not 0 < self.recurrent_dropout < 1.0:
            recurrent_mask = None
        step = self._gate_by_gate if self.implementation == 1 else self._all_gates
        c, o = step(inputs, h, c, mask, recurrent_mask)
        h = o * self.activation(c)
        return h, [h, c]

    def _gate_by_gate(
        self,
        inputs: TensorOrVariable,
        h: TensorOrVariable,
        c: TensorLike,
        mask: Tensor,
        recurrent_mask: TensorOrVariable,
    ) -> tuple[Any, Any]:
        K, n = tf.keras.backend, self.units
        sources = [inputs if mask is None else inputs * mask[i] for i in range(4)]
        kernels = tf.split(self.kernel, num_or_size_splits=4, axis=1)
        xs = [K.dot(x, kernel) for x, kernel in zip(sources, kernels)]
        if self.use_bias:
            biases = tf.split(self.bias, num_or_size_splits=4, axis=0)
            xs = [K.bias_add(x, bias) for x, bias in zip(xs, biases)]
        hs = [h if recurrent_mask is None else h * recurrent_mask[i] for i in range(4)]

        def total(i: int) -> Any:
            end = None if i == 3 else (i + 1) * n
            return xs[i] + K.dot(hs[i], self.recurrent_kernel[:, i * n or None : end])

        i = self.recurrent_activation(self._gate(0, total(0), c))
        f = self.recurrent_activation(self._gate(1, total(1), c))
        kept = f * c
        new = i * self.activation(total(2))
        c = kept + new
        return c, self.recurrent_activation(self._gate(2, total(3), c))

    def _all_gates(
        self,
        inputs: TensorOrVariable,
        h: TensorOrVariable,
        c: TensorLike,
        mask: Tensor,
        recurrent_mask: TensorOrVariable,
    ) -> tuple[Any, Any]:
        K = tf.keras.backend
        z = K.dot(inputs if mask is None else inputs * mask[0], self.kernel)
        if recurrent_mask is not None:
            h = h * recurrent_mask[0]
        z += K.dot(h, self.recurrent_kernel)
        if self.use_bias:
            z = K.bias_add(z, self.bias)
        z0, z1, z2, z3 = tf.split(z, num_or_size_splits=4, axis=1)
        i = self.recurrent_activation(self._gate(0, z0, c))
        f = self.recurrent_activation(self._gate(1, z1, c))
        c = f * c + i * self.activation(z2)
        return c, self.recurrent_activation(self._gate(2, z3, c))

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> list[Any]:
        """Zeros for both states."""
        return list(zero_state_of(self, inputs, batch_size, dtype))

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = ["units", "activation", "recurrent_activation", "use_bias", *WEIGHT_SETTINGS[:3], "unit_forget_bias"]
        names += [*WEIGHT_SETTINGS[3:], "dropout", "recurrent_dropout", "implementation"]
        return {**super().get_config(), **shown(self, *names)}


@export("keras.experimental.PeepholeLSTMCell")
class PeepholeLSTMCell(LSTMCell):
    """An `LSTMCell` whose gates also see the state of the cell. The arguments are the same.

    >>> import penstock as tf
    >>> tf.keras.layers.RNN(tf.keras.experimental.PeepholeLSTMCell(3))(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 3]
    """

    def build(self, input_shape: ShapeLike) -> None:
        """Makes the variables."""
        super().build(input_shape)
        self._peepholes = [
            self.add_weight(
                shape=(self.units,), name=f"{gate}_gate_peephole_weights", initializer=self.kernel_initializer
            )
            for gate in ("input", "forget", "output")
        ]
        self.input_gate_peephole_weights, self.forget_gate_peephole_weights = self._peepholes[:2]
        self.output_gate_peephole_weights = self._peepholes[2]

    def _gate(self, i: int, x: TensorLike, c: TensorLike) -> Any:
        return x + self._peepholes[i] * c
