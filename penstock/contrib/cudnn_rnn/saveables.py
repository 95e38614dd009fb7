"""How the vector of a cuDNN network's parameters is saved: as the variables that cells for the CPU have."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.cudnn_rnn import formats
from penstock.graph.typing import ScopeLike
from penstock.ops.state.saveable import SaveableObject, SaveSpec

_GRU_PARTS = ("gates", "candidate/input_projection", "candidate/hidden_projection")


class CudnnOpaqueParamsSaveable(SaveableObject):
    """Saves and restores the vector as one tensor for each variable of the cells that compute the same.

    Args:
      opaque_params: the variable with the vector.
      num_layers, num_units, input_size, input_mode, direction: as for the network.
      scope: the scope that the cells' network is made in, a string or a VariableScope.
      name: the name of the object.
    """

    _converter: type[formats.CudnnParamsFormatConverter]
    _rnn_cell_name: str
    _parts: tuple[str, ...] = ("",)

    def __init__(
        self,
        opaque_params: Any,
        num_layers: int,
        num_units: int,
        input_size: int,
        input_mode: str = formats.LINEAR_INPUT,
        direction: str = formats.UNIDIRECTION,
        scope: ScopeLike | None = None,
        name: str = "cudnn_rnn_saveable",
    ) -> None:
        self._variables = opaque_params
        self.format_converter = self._converter(
            num_layers, num_units, input_size, input_mode=input_mode, direction=direction
        )
        scope = getattr(scope, "name", scope)
        cells = [c for i in range(num_layers) for c in self._cells(i, direction)]
        names = [f"{cell}{part}/{kind}" for kind in ("kernel", "bias") for cell in cells for part in self._parts]
        weights, biases = self.format_converter.opaque_to_tf_canonical(opaque_params)
        specs = [
            SaveSpec(tensor, "", f"{scope}/{n}" if scope else n)
            for tensor, n in zip(weights + biases, names, strict=True)
        ]
        super().__init__(tf.identity(opaque_params), specs, name)

    def _cells(self, layer: int, direction: str) -> list[str]:
        """The scopes of a layer's cells in `dynamic_rnn` or `stack_bidirectional_dynamic_rnn`."""
        if direction == formats.UNIDIRECTION:
            return [f"rnn/multi_rnn_cell/cell_{layer}/{self._rnn_cell_name}"]
        stacked = f"stack_bidirectional_rnn/cell_{layer}/bidirectional_rnn"
        return [f"{stacked}/{way}/{self._rnn_cell_name}" for way in ("fw", "bw")]

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Any:
        """Assigns the vector that the cells' variables make."""
        opaque = self.format_converter.tf_canonical_to_opaque(restored_tensors)
        return tf.assign(self._variables, opaque, validate_shape=False)


@export("contrib.cudnn_rnn.CudnnLSTMSaveable")
class CudnnLSTMSaveable(CudnnOpaqueParamsSaveable):
    """Saves an LSTM as the variables of `CudnnCompatibleLSTMCell`s.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     saved = tf.contrib.cudnn_rnn.CudnnLSTMSaveable(tf.get_variable("v", [120]), 1, 3, 5)
    ...     print(saved.specs[0].name)
    rnn/multi_rnn_cell/cell_0/cudnn_compatible_lstm_cell/kernel
    """

    _converter = formats.CudnnParamsFormatConverterLSTM
    _rnn_cell_name = "cudnn_compatible_lstm_cell"


@export("contrib.cudnn_rnn.CudnnGRUSaveable")
class CudnnGRUSaveable(CudnnOpaqueParamsSaveable):
    """Saves a GRU as the variables of `CudnnCompatibleGRUCell`s.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     saved = tf.contrib.cudnn_rnn.CudnnGRUSaveable(tf.get_variable("v", [90]), 1, 3, 5)
    ...     print(len(saved.specs))
    6
    """

    _converter = formats.CudnnParamsFormatConverterGRU
    _rnn_cell_name = "cudnn_compatible_gru_cell"
    _parts = tuple(f"/{part}" for part in _GRU_PARTS)


@export("contrib.cudnn_rnn.CudnnRNNTanhSaveable")
class CudnnRNNTanhSaveable(CudnnOpaqueParamsSaveable):
    """Saves a network with tanh as the variables of `BasicRNNCell`s.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     saved = tf.contrib.cudnn_rnn.CudnnRNNTanhSaveable(tf.get_variable("v", [30]), 1, 3, 5)
    ...     print(saved.specs[1].name)
    rnn/multi_rnn_cell/cell_0/basic_rnn_cell/bias
    """

    _converter = formats.CudnnParamsFormatConverterTanh
    _rnn_cell_name = "basic_rnn_cell"


@export("contrib.cudnn_rnn.CudnnRNNReluSaveable")
class CudnnRNNReluSaveable(CudnnOpaqueParamsSaveable):
    """Saves a network with rectified units as the variables of `BasicRNNCell`s.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     saved = tf.contrib.cudnn_rnn.CudnnRNNReluSaveable(tf.get_variable("v", [30]), 1, 3, 5, scope="s")
    ...     print(saved.specs[0].name)
    s/rnn/multi_rnn_cell/cell_0/basic_rnn_cell/kernel
    """

    _converter = formats.CudnnParamsFormatConverterRelu
    _rnn_cell_name = "basic_rnn_cell"
