"""cuDNN's networks as functions of a vector of parameters, without variables of their own: 1.15's `cudnn_rnn_ops`.

They compute on the CPU what the layers do; in 1.15 they had kernels for GPUs only. What a vector holds is what `formats` says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock.contrib.cudnn_rnn import formats, layers
from penstock.contrib.cudnn_rnn.formats import LINEAR_INPUT, UNIDIRECTION, check_direction, check_input_mode
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike

_LAYERS: dict[str, Any] = {
    "lstm": layers.CudnnLSTM,
    "gru": layers.CudnnGRU,
    "rnn_tanh": layers.CudnnRNNTanh,
    "rnn_relu": layers.CudnnRNNRelu,
}


def _format(
    rnn_mode: str,
    num_layers: int,
    num_units: int,
    input_size: int,
    input_mode: str,
    direction: str,
    num_proj: int | None,
) -> formats.CudnnParamsFormatConverter:
    if rnn_mode not in _LAYERS:
        raise ValueError(f"Invalid rnn_mode: {rnn_mode}, expect one of (lstm, gru, rnn_tanh, rnn_relu)")
    return _LAYERS[rnn_mode]._converter(num_layers, num_units, input_size, num_proj, input_mode, direction)


def cudnn_rnn_opaque_params_size(
    rnn_mode: str,
    num_layers: int,
    num_units: int,
    input_size: int,
    input_mode: str = LINEAR_INPUT,
    direction: str = UNIDIRECTION,
    dtype: DTypeLike = dtypes.float32,
    dropout: float = 0,
    seed: int = 0,
    num_proj: int | None = None,
    name: str | None = None,
) -> Tensor:
    """How many numbers the vector of parameters of a network has.

    Raises:
      ValueError: if the kind of network, the direction or the input mode is none.
    """
    form = _format(rnn_mode, num_layers, num_units, input_size, input_mode, direction, num_proj)
    size = sum(map(math.prod, [*form.weight_shapes, *form.bias_shapes]))
    return tf.constant(size, dtypes.int32, name=name or "CudnnRNNParamsSize")


def cudnn_rnn_opaque_params_to_canonical(
    rnn_mode: str,
    num_layers: int,
    num_units: int,
    input_size: int,
    params: TensorLike,
    input_mode: str = LINEAR_INPUT,
    direction: str = UNIDIRECTION,
    dropout: float = 0,
    seed: int = 0,
    num_proj: int | None = None,
    name: str | None = None,
) -> tuple[list[Tensor], list[Tensor]]:
    """cuDNN's matrices and biases from the vector of parameters."""
    form = _format(rnn_mode, num_layers, num_units, input_size, input_mode, direction, num_proj)
    return form.opaque_to_cu_canonical(params)


def cudnn_rnn_canonical_to_opaque_params(
    rnn_mode: str,
    num_layers: int,
    num_units: int,
    input_size: int,
    weights: Sequence[Any],
    biases: Sequence[Any],
    input_mode: str = LINEAR_INPUT,
    direction: str = UNIDIRECTION,
    dropout: float = 0,
    seed: int = 0,
    num_proj: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The vector of parameters from cuDNN's matrices and biases."""
    form = _format(rnn_mode, num_layers, num_units, input_size, input_mode, direction, num_proj)
    return form.cu_canonical_to_opaque(weights, biases)


class _CudnnRNN:
    """A network that is called with its input, its states and a vector of parameters."""

    def __init__(
        self,
        rnn_mode: str,
        num_layers: int,
        num_units: int,
        input_size: int,
        input_mode: str = LINEAR_INPUT,
        direction: str = UNIDIRECTION,
        dtype: DTypeLike = dtypes.float32,
        dropout: float = 0.0,
        seed: int = 0,
        num_proj: int | None = None,
    ) -> None:
        self._rnn_mode, self._num_layers, self._num_units = rnn_mode, num_layers, num_units
        self._input_size, self._input_mode, self._direction = input_size, input_mode, direction
        self._dtype, self._dropout, self._seed, self._num_proj = dtype, dropout, seed, num_proj

    @property
    def input_mode(self) -> str:
        """What happens to the input of the first layer."""
        return self._input_mode

    @property
    def input_size(self) -> int:
        """How many columns inputs have."""
        return self._input_size

    @property
    def num_units(self) -> int:
        """How many units a layer has."""
        return self._num_units

    @property
    def num_layers(self) -> int:
        """How many layers there are."""
        return self._num_layers

    @property
    def rnn_mode(self) -> str:
        """The kind: `lstm`, `gru`, `rnn_tanh` or `rnn_relu`."""
        return self._rnn_mode

    @property
    def direction(self) -> str:
        """`unidirectional` or `bidirectional`."""
        return self._direction

    @property
    def num_proj(self) -> int | None:
        """The size that outputs are projected to, if they are."""
        return self._num_proj

    def _sizes(self) -> dict[str, Any]:
        names = "rnn_mode num_layers num_units input_size input_mode direction dropout seed num_proj".split()
        return {name: getattr(self, f"_{name}") for name in names}

    def params_size(self) -> Tensor:
        """How many numbers the vector of parameters has."""
        return cudnn_rnn_opaque_params_size(dtype=self._dtype, **self._sizes())

    def params_to_canonical(self, params: TensorLike) -> tuple[list[Tensor], list[Tensor]]:
        """cuDNN's matrices and biases from the vector."""
        return cudnn_rnn_opaque_params_to_canonical(params=params, **self._sizes())

    def canonical_to_params(self, weights: Sequence[Any], biases: Sequence[Any]) -> Tensor:
        """The vector from cuDNN's matrices and biases."""
        return cudnn_rnn_canonical_to_opaque_params(weights=weights, biases=biases, **self._sizes())

    def _run(
        self,
        inputs: NestedTensors,
        states: tuple,
        params: Any,
        is_training: bool,
        sequence_lengths: Any,
        time_major: bool,
    ) -> tuple[Any, tuple]:
        """Outputs and last states."""
        check_direction(self._direction)
        check_input_mode(self._input_mode)
        network = _LAYERS[self._rnn_mode](
            self._num_layers,
            self._num_units,
            self._input_mode,
            self._direction,
            self._dropout,
            self._seed,
            self._dtype,
        )
        given = convert_to_tensor(params), inputs, states, sequence_lengths, time_major, is_training
        return network.run_with(*given, num_proj=self._num_proj)


class CudnnLSTM(_CudnnRNN):
    """An LSTM."""

    def __init__(
        self,
        num_layers: int,
        num_units: int,
        input_size: int,
        input_mode: str = LINEAR_INPUT,
        direction: str = UNIDIRECTION,
        dtype: DTypeLike = dtypes.float32,
        dropout: float = 0.0,
        seed: int = 0,
        num_proj: int | None = None,
    ) -> None:
        super().__init__(
            "lstm", num_layers, num_units, input_size, input_mode, direction, dtype, dropout, seed, num_proj
        )

    def __call__(
        self,
        input_data: TensorLike,
        input_h: TensorLike,
        input_c: TensorLike,
        params: TensorLike,
        sequence_lengths: TensorLike | None = None,
        time_major: bool = True,
        is_training: bool = True,
    ) -> tuple[Any, Any, Any]:
        """The outputs and the last h and c.

        Args:
          input_data: `[time, batch, input_size]`, or `[batch, time, input_size]` if not `time_major`.
          input_h, input_c: `[num_layers * num_dirs, batch, num_units]`, or with the batch first if not `time_major`;
            h has `num_proj` columns if there are projections.
          params: the vector of parameters.
          sequence_lengths: the number of steps of each row.
          time_major: whether time comes first.
          is_training: whether to drop some of what goes from layer to layer.
        """
        output, (h, c) = self._run(input_data, (input_h, input_c), params, is_training, sequence_lengths, time_major)
        return output, h, c


class _WithoutMemory(_CudnnRNN):
    """A network with one state, h."""

    _rnn_mode: str

    def __init__(
        self,
        num_layers: int,
        num_units: int,
        input_size: int,
        input_mode: str = LINEAR_INPUT,
        direction: str = UNIDIRECTION,
        dtype: DTypeLike = dtypes.float32,
        dropout: float = 0.0,
        seed: int = 0,
    ) -> None:
        if direction not in (UNIDIRECTION, formats.BIDIRECTION):
            raise ValueError(f"Invalid direction: {direction}")
        super().__init__(self._rnn_mode, num_layers, num_units, input_size, input_mode, direction, dtype, dropout, seed)

    def __call__(
        self,
        input_data: TensorLike,
        input_h: TensorLike,
        params: TensorLike,
        sequence_lengths: TensorLike | None = None,
        time_major: bool = True,
        is_training: bool = True,
    ) -> tuple[Any, Any]:
        """The outputs and the last h; the arguments are those of `CudnnLSTM`."""
        output, (h,) = self._run(input_data, (input_h,), params, is_training, sequence_lengths, time_major)
        return output, h


class CudnnGRU(_WithoutMemory):
    """A GRU."""

    _rnn_mode = "gru"


class CudnnRNNTanh(_WithoutMemory):
    """A network with tanh."""

    _rnn_mode = "rnn_tanh"


class CudnnRNNRelu(_WithoutMemory):
    """A network with relu."""

    _rnn_mode = "rnn_relu"
