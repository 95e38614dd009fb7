"""The recurrent layers `SimpleRNN`, `GRU` and `LSTM`: `RNN` with a cell whose settings are the layer's own."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.recurrent import RNN
from penstock.keras.layers.recurrent_cells import WEIGHT_SETTINGS, GRUCell, LSTMCell, SimpleRNNCell
from penstock.keras.layers.settings import shown
from penstock.keras.typing import ActivationLike, ConstraintLike, CustomObjects, InitializerLike, RegularizerLike
from penstock.platform import logging


class _CellLayer(RNN):
    """A layer of one cell: the cell's settings are attributes and configuration of the layer."""

    _settings: tuple[str, ...] = ()

    def __init__(self, cell: Any, activity_regularizer: RegularizerLike | None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self.activity_regularizer = tf.keras.regularizers.get(activity_regularizer)
        self.input_spec = [InputSpec(ndim=3)]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in cls._settings:
            if name != "activity_regularizer" and name not in vars(cls):
                setattr(cls, name, property(lambda self, name=name: getattr(self.cell, name)))  # type: ignore[misc]

    def call(self, inputs: Any, mask: Any = None, training: Any = None, initial_state: Any = None) -> Any:  # type: ignore[override]
        """Makes the operations."""
        self.cell.reset_dropout_mask()
        self.cell.reset_recurrent_dropout_mask()
        return super().call(inputs, mask=mask, training=training, initial_state=initial_state)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        config = super().get_config()
        del config["cell"]
        return {**config, **shown(self, *self._settings)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A layer from what `get_config` gave; old ones may say `implementation=0`."""
        if config.get("implementation") == 0:
            config = {**config, "implementation": 1}
        return cls(**config)


_SETTINGS = (*WEIGHT_SETTINGS[:6], "activity_regularizer", *WEIGHT_SETTINGS[6:], "dropout", "recurrent_dropout")
_IMPLEMENTATION = (
    "`implementation=0` has been deprecated, and now defaults to `implementation=1`.Please update your layer call."
)


@export("keras.layers.SimpleRNN")
class SimpleRNN(_CellLayer):
    """A recurrent layer whose output is its state.

    Args:
      units: the size of the output.
      activation: the activation.
      use_bias: whether there is a bias.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      activity_regularizer: a penalty of the output.
      dropout, recurrent_dropout: the fractions of inputs and states that are dropped in training.
      return_sequences, return_state, go_backwards, stateful, unroll: as in `RNN`.

    >>> import penstock as tf
    >>> tf.keras.layers.SimpleRNN(3, return_sequences=True)(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 5, 3]
    """

    _settings = ("units", "activation", "use_bias", *_SETTINGS)

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
        activity_regularizer: Any = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        **kwargs: Any,
    ) -> None:
        if kwargs.pop("implementation", None) is not None:
            logging.warning(
                "The `implementation` argument in `SimpleRNN` has been deprecated. Please remove it from your layer call."
            )
        cell = SimpleRNNCell(
            units,
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
            dropout=dropout,
            recurrent_dropout=recurrent_dropout,
            dtype=kwargs.get("dtype"),
        )
        super().__init__(
            cell,
            activity_regularizer,
            return_sequences=return_sequences,
            return_state=return_state,
            go_backwards=go_backwards,
            stateful=stateful,
            unroll=unroll,
            **kwargs,
        )


@export("keras.layers.GRU")
class GRU(_CellLayer):
    """A layer of gated recurrent units.

    Args:
      units: the size of the output.
      activation, recurrent_activation: the activations of the state and of the gates.
      implementation, reset_after: as in `GRUCell`.
      use_bias: whether there is a bias.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      activity_regularizer: a penalty of the output.
      dropout, recurrent_dropout: the fractions of inputs and states that are dropped in training.
      return_sequences, return_state, go_backwards, stateful, unroll: as in `RNN`.

    >>> import penstock as tf
    >>> tf.keras.layers.GRU(3, return_sequences=True)(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 5, 3]
    """

    _settings = (
        "units",
        "activation",
        "recurrent_activation",
        "use_bias",
        *_SETTINGS,
        "implementation",
        "reset_after",
    )

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
        activity_regularizer: Any = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        implementation: int = 1,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        reset_after: bool = False,
        **kwargs: Any,
    ) -> None:
        if implementation == 0:
            logging.warning(_IMPLEMENTATION)
        cell = GRUCell(
            units,
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
            dropout=dropout,
            recurrent_dropout=recurrent_dropout,
            implementation=implementation,
            reset_after=reset_after,
            dtype=kwargs.get("dtype"),
        )
        super().__init__(
            cell,
            activity_regularizer,
            return_sequences=return_sequences,
            return_state=return_state,
            go_backwards=go_backwards,
            stateful=stateful,
            unroll=unroll,
            **kwargs,
        )


@export("keras.layers.LSTM")
class LSTM(_CellLayer):
    """A layer of long short-term memories.

    Args:
      units: the size of the output.
      activation, recurrent_activation: the activations of the state and of the gates.
      unit_forget_bias, implementation: as in `LSTMCell`.
      use_bias: whether there is a bias.
      kernel_initializer, recurrent_initializer, bias_initializer, kernel_regularizer, recurrent_regularizer,
      bias_regularizer, kernel_constraint, recurrent_constraint, bias_constraint: for the variables.
      activity_regularizer: a penalty of the output.
      dropout, recurrent_dropout: the fractions of inputs and states that are dropped in training.
      return_sequences, return_state, go_backwards, stateful, unroll: as in `RNN`.

    >>> import penstock as tf
    >>> tf.keras.layers.LSTM(3, return_sequences=True)(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 5, 3]
    """

    _settings = (
        "units",
        "activation",
        "recurrent_activation",
        "use_bias",
        *_SETTINGS[:3],
        "unit_forget_bias",
        *_SETTINGS[3:],
        "implementation",
    )

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
        activity_regularizer: Any = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        implementation: int = 1,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        **kwargs: Any,
    ) -> None:
        if implementation == 0:
            logging.warning(_IMPLEMENTATION)
        cell = LSTMCell(
            units,
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
            implementation=implementation,
            dtype=kwargs.get("dtype"),
        )
        super().__init__(
            cell,
            activity_regularizer,
            return_sequences=return_sequences,
            return_state=return_state,
            go_backwards=go_backwards,
            stateful=stateful,
            unroll=unroll,
            **kwargs,
        )
