"""`CuDNNGRU` and `CuDNNLSTM` without cuDNN: the same weights and results, on any processor.

1.15 ran them on GPUs only. The weights of the input are multiplied for all steps at once; a loop does the rest.
"""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.recurrent import RNN
from penstock.keras.layers.recurrent_cells import WEIGHT_SETTINGS
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ConstraintLike, CustomObjects, InitializerLike, RegularizerLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_Cell = collections.namedtuple("cell", "state_size")  # type: ignore[name-match]


class _CuDNNRNN(RNN):
    _gates = 0

    def __init__(
        self,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        time_major: bool = False,
        units: int = 0,
        states: int = 1,
        **kwargs: Any,
    ) -> None:
        Layer.__init__(self, **kwargs)
        self.units = units
        object.__setattr__(self, "_cell", _Cell(units if states == 1 else (units,) * states))
        self.return_sequences = return_sequences
        self.return_state = return_state
        self.go_backwards = go_backwards
        self.stateful = stateful
        self.time_major = time_major
        self.zero_output_for_mask = False
        self.supports_masking = False
        self.input_spec = [InputSpec(ndim=3)]
        self.state_spec = [InputSpec(shape=(None, units)) for _ in range(states)]
        self.constants_spec = None
        self._states = None
        self._num_constants = 0

    @property
    def cell(self) -> Any:
        """What tells the sizes of the states."""
        return self._cell

    def _bias_start(self) -> Any:
        return self.bias_initializer

    def build(self, input_shape: Any) -> None:
        """Makes the variables."""
        super().build(input_shape)
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        width = self.units * self._gates
        starts = (self.kernel_initializer, self.recurrent_initializer, self._bias_start())
        shapes = ((int(shape[-1]), width), (self.units, width), (2 * width,))
        made = []
        for name, part, size, start in zip(
            ("kernel", "recurrent_kernel", "bias"), ("kernel", "recurrent", "bias"), shapes, starts
        ):
            made.append(
                self.add_weight(
                    shape=size,
                    name=name,
                    initializer=start,
                    regularizer=getattr(self, f"{part}_regularizer"),
                    constraint=getattr(self, f"{part}_constraint"),
                )
            )
        self.kernel, self.recurrent_kernel, self.bias = made
        self.built = True

    def _matrices(self, kernel: TensorOrVariable) -> Tensor:
        """cuDNN's matrices, which stand one behind the other as rows, as one matrix to multiply with."""
        rows = int(kernel.shape[0])
        parts = tf.split(kernel, self._gates, axis=1)
        return tf.concat([tf.transpose(tf.reshape(part, [self.units, rows])) for part in parts], axis=1)

    def _step(self, x: TensorLike, of_state: Any, states: list[Any]) -> list[Any]:
        raise NotImplementedError

    def call(  # type: ignore[override]
        self,
        inputs: Any,
        mask: NestedTensors | None = None,
        training: TensorLike | None = None,
        initial_state: Any = None,
    ) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        if isinstance(mask, list):
            mask = mask[0]
        if mask is not None:
            raise ValueError("Masking is not supported for CuDNN RNNs.")
        inputs, initial_state, _ = self._process_inputs(inputs, initial_state, None)
        if self.go_backwards:
            inputs = K.reverse(inputs, 0 if self.time_major else 1)
        of_input, of_state = tf.split(self.bias, 2)
        products = tf.tensordot(inputs, self._matrices(self.kernel), 1) + of_input
        products.set_shape([*inputs.shape.as_list()[:2], self.units * self._gates])
        recurrent = self._matrices(self.recurrent_kernel)

        def step(x: TensorLike, states: Sequence[Any]) -> tuple[Any, Any]:
            new = self._step(x, tf.matmul(states[0], recurrent) + of_state, list(states))
            return new[0], new

        last, outputs, states = K.rnn(step, products, initial_state, time_major=self.time_major)
        if self.stateful:
            self.add_update([tf.assign(kept, new) for kept, new in zip(nest.flatten(self.states), states)])
        output = outputs if self.return_sequences else last
        return [output, *states] if self.return_state else output

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = "return_sequences return_state go_backwards stateful time_major units".split()
        settings = [*WEIGHT_SETTINGS[:3], *(["unit_forget_bias"] if self._gates == 4 else []), *WEIGHT_SETTINGS[3:6]]
        settings += ["activity_regularizer", *WEIGHT_SETTINGS[6:]]
        return {**Layer.get_config(self), **shown(self, *names, *settings)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A layer from what `get_config` gave."""
        return cls(**config)


@export("keras.layers.CuDNNGRU")
class CuDNNGRU(_CuDNNRNN):
    """A layer of gated recurrent units with the weights of cuDNN.

    Args:
      units: the size of the output.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, activity_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      return_sequences, return_state, go_backwards, stateful: as in `RNN`.

    >>> import penstock as tf
    >>> tf.keras.layers.CuDNNGRU(3)(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 3]
    """

    _gates = 3

    def __init__(
        self,
        units: int,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        recurrent_initializer: InitializerLike | None = "orthogonal",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        recurrent_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(return_sequences, return_state, go_backwards, stateful, units=units, states=1, **kwargs)
        keep(
            self,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
        )

    def _step(self, x: TensorLike, of_state: Any, states: list[Any]) -> list[Any]:
        (x_z, x_r, x_h), (h_z, h_r, h_h) = tf.split(x, 3, axis=1), tf.split(of_state, 3, axis=1)
        z = tf.sigmoid(x_z + h_z)
        new = tf.tanh(x_h + tf.sigmoid(x_r + h_r) * h_h)
        return [z * states[0] + (1 - z) * new]


@export("keras.layers.CuDNNLSTM")
class CuDNNLSTM(_CuDNNRNN):
    """A layer of long short-term memories with the weights of cuDNN.

    Args:
      units: the size of the output.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, activity_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      unit_forget_bias: whether the bias of the forget gate starts as 1.
      return_sequences, return_state, go_backwards, stateful: as in `RNN`.

    >>> import penstock as tf
    >>> tf.keras.layers.CuDNNLSTM(3)(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 3]
    """

    _gates = 4

    def __init__(
        self,
        units: int,
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
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(return_sequences, return_state, go_backwards, stateful, units=units, states=2, **kwargs)
        keep(
            self,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            unit_forget_bias=unit_forget_bias,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
        )

    def _bias_start(self) -> Any:
        if not self.unit_forget_bias:
            return self.bias_initializer
        n, own = self.units, self.bias_initializer

        def start(_: Any, *args: Any, **kwargs: Any) -> Tensor:
            ones = tf.keras.initializers.Ones()((n,), *args, **kwargs)
            return tf.concat([own((n * 5,), *args, **kwargs), ones, own((n * 2,), *args, **kwargs)], axis=0)

        return start

    def _step(self, x: TensorLike, of_state: Any, states: list[Any]) -> list[Any]:
        i, f, g, o = tf.split(x + of_state, 4, axis=1)
        c = tf.sigmoid(f) * states[1] + tf.sigmoid(i) * tf.tanh(g)
        return [tf.sigmoid(o) * tf.tanh(c), c]
