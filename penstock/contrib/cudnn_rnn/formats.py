"""The parameters of a network of cuDNN, in its three formats.

cuDNN keeps all of them in one vector (opaque): the matrices of layer after layer, in a layer forwards then backwards, then the
biases in the same order. Cut into matrices for each gate, `[units, inputs]`, they are cuDNN's canonical ones; transposed and
joined as cells have them in their variables, TensorFlow's, which checkpoints hold.
"""

from __future__ import annotations

import abc
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import counted_as
from penstock.graph.typing import TensorLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

UNIDIRECTION, BIDIRECTION = "unidirectional", "bidirectional"
LINEAR_INPUT, SKIP_INPUT, AUTO_INPUT = "linear_input", "skip_input", "auto_select"
# Gates of each kind, all of which have a matrix and a bias for inputs and another of both for the state.
GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}

# cuDNN's conversions are one operation each, and three for the sizes.
ONE_OPERATION = 4


def check_direction(direction: str) -> None:
    """ValueError for a direction that there is not."""
    if direction not in (UNIDIRECTION, BIDIRECTION):
        raise ValueError(f"Invalid direction: {direction}, expecting {UNIDIRECTION} or {BIDIRECTION}")


def check_input_mode(input_mode: str) -> None:
    """ValueError for a mode that there is not."""
    known = (LINEAR_INPUT, SKIP_INPUT, AUTO_INPUT)
    if input_mode not in known:
        raise ValueError(f"Invalid input_mode: {input_mode}, expect one of ({', '.join(known)})")


class CudnnParamsFormatConverter(abc.ABC):
    """Converts between the formats of the parameters; subclasses say how the gates of a layer are joined.

    Args:
      num_layers, num_units, input_size: the sizes of the network.
      num_proj: the size that outputs are projected to, for an LSTM.
      input_mode: what happens to the input of the first layer.
      direction: `unidirectional` or `bidirectional`.
    """

    _rnn_mode: str
    _joined: int  # tensors for the matrices (and for the biases) of a layer, in TensorFlow's format

    def __init__(
        self,
        num_layers: int,
        num_units: int,
        input_size: int,
        num_proj: int | None = None,
        input_mode: str = LINEAR_INPUT,
        direction: str = UNIDIRECTION,
    ) -> None:
        check_direction(direction)
        check_input_mode(input_mode)
        self._num_layers, self._num_units, self._input_size = num_layers, num_units, input_size
        self._num_proj, self._input_mode, self._direction = num_proj or None, input_mode, direction
        self._num_dirs = 1 if direction == UNIDIRECTION else 2

    # -- shapes -------------------------------------------------------------------------------------------------------------

    @property
    def _width(self) -> int:
        """The size of the part of a layer's state that it gives out."""
        return self._num_proj or self._num_units

    def input_width(self, layer: int) -> int:
        """The size of what a layer gets."""
        return self._input_size if layer == 0 else self._width * self._num_dirs

    def _shapes_of_layer(self, layer: int) -> list[tuple[int, int]]:
        gates = GATES[self._rnn_mode]
        shapes = [(self._num_units, self.input_width(layer))] * gates + [(self._num_units, self._width)] * gates
        return shapes + ([(self._num_proj, self._num_units)] if self._num_proj else [])

    @property
    def weight_shapes(self) -> list[tuple[int, int]]:
        """The shapes of cuDNN's matrices."""
        return [s for layer in range(self._num_layers) for s in self._shapes_of_layer(layer) * self._num_dirs]

    @property
    def bias_shapes(self) -> list[tuple[int]]:
        """The shapes of cuDNN's biases."""
        return [(self._num_units,)] * (2 * GATES[self._rnn_mode] * self._num_layers * self._num_dirs)

    # -- opaque <-> cuDNN ---------------------------------------------------------------------------------------------------

    def cu_canonical_to_opaque(self, weights: Sequence[Any], biases: Sequence[Any]) -> Tensor:
        """One vector from cuDNN's matrices and biases."""
        with counted_as(ONE_OPERATION), tf.name_scope("CudnnRNNCanonicalToParams"):
            return tf.concat([tf.reshape(part, [-1]) for part in (*weights, *biases)], 0)

    def opaque_to_cu_canonical(self, opaque_param: Any) -> tuple[list[Any], list[Any]]:
        """cuDNN's matrices and biases from the vector."""
        shapes = [*self.weight_shapes, *self.bias_shapes]
        with counted_as(ONE_OPERATION), tf.name_scope("CudnnRNNParamsToCanonical"):
            parts = tf.split(opaque_param, [math.prod(shape) for shape in shapes], axis=0)
            found = [tf.reshape(part, shape) for part, shape in zip(parts, shapes, strict=True)]
        return found[: len(self.weight_shapes)], found[len(self.weight_shapes) :]

    def by_direction(self, weights: Sequence[Any], biases: Sequence[Any]) -> list[tuple[list[Any], list[Any]]]:
        """cuDNN's matrices and biases of each layer and direction."""
        count = self._num_layers * self._num_dirs

        def cut(parts: Sequence[Any]) -> list[list[Any]]:
            each = len(parts) // count
            return [list(parts[i * each : (i + 1) * each]) for i in range(count)]

        return list(zip(cut(weights), cut(biases), strict=True))

    # -- cuDNN <-> TensorFlow -----------------------------------------------------------------------------------------------

    def opaque_to_tf_canonical(self, opaque_param: Any) -> tuple[list[Any], ...]:
        """What cells have in their variables, from the vector: matrices, biases and, if there are any, projections."""
        weights: list[Any] = []
        biases: list[Any] = []
        projections: list[Any] = []
        for some, others in self.by_direction(*self.opaque_to_cu_canonical(opaque_param)):
            if self._num_proj:
                projections.append(tf.transpose(some.pop()))
            weights += self._joined_weights(some)
            biases += self._joined_biases(others)
        return (weights, biases, projections) if self._num_proj else (weights, biases)

    def tf_canonical_to_opaque(self, tf_canonicals: Sequence[Any], weights_proj: Sequence[Any] | None = None) -> Tensor:
        """The vector from matrices and biases, in one list, and projections."""
        half, each = len(tf_canonicals) // 2, self._joined
        weights: list[Any] = []
        biases: list[Any] = []
        for i in range(half // each):
            layer = i // self._num_dirs
            weights += self._cut_weights(layer, tf_canonicals[i * each : (i + 1) * each])
            if weights_proj is not None:
                weights.append(tf.transpose(weights_proj[i]))
            biases += self._cut_biases(tf_canonicals[half + i * each : half + (i + 1) * each])
        return self.cu_canonical_to_opaque(weights, biases)

    def _sides(self, layer: int, matrix: TensorLike) -> tuple[Any, Any]:
        """The columns for inputs and those for the state."""
        of_inputs, of_state = tf.split(matrix, [self.input_width(layer), self._width], axis=1)
        return of_inputs, of_state

    @abc.abstractmethod
    def _joined_weights(self, parts: list[Any]) -> list[Any]:
        """Matrices of the gates of one direction as cells have them."""

    @abc.abstractmethod
    def _joined_biases(self, parts: list[Any]) -> list[Any]:
        """Biases as cells have them."""

    @abc.abstractmethod
    def _cut_weights(self, layer: int, joined: Sequence[Any]) -> list[Any]:
        """The reverse of `_joined_weights`."""

    @abc.abstractmethod
    def _cut_biases(self, joined: Sequence[Any]) -> list[Any]:
        """The reverse of `_joined_biases`."""


class _OneKernel(CudnnParamsFormatConverter):
    """All gates of a cell are in one kernel, in an order of its own, and one bias, which is the sum of cuDNN's two.

    Cutting the bias gives each side a half of it.
    """

    _joined = 1
    _order: tuple[int, ...] = (0,)  # its own inverse for all that there are

    def _joined_weights(self, parts: list[Any]) -> list[Any]:
        gates = len(self._order)
        rows = [tf.concat([parts[gate], parts[gates + gate]], axis=1) for gate in self._order]
        return [tf.transpose(tf.concat(rows, axis=0))]

    def _joined_biases(self, parts: list[Any]) -> list[Any]:
        gates = len(self._order)
        return [tf.concat([parts[gate] + parts[gates + gate] for gate in self._order], axis=0)]

    def _cut_weights(self, layer: int, joined: Sequence[Any]) -> list[Any]:
        rows = tf.split(tf.transpose(joined[0]), len(self._order), axis=0)
        sides = [self._sides(layer, rows[gate]) for gate in self._order]
        return [of_inputs for of_inputs, _ in sides] + [of_state for _, of_state in sides]

    def _cut_biases(self, joined: Sequence[Any]) -> list[Any]:
        rows = tf.split(joined[0], len(self._order), axis=0)
        return [rows[gate] * 0.5 for gate in self._order] * 2


@export("contrib.cudnn_rnn.CudnnParamsFormatConverterLSTM")
class CudnnParamsFormatConverterLSTM(_OneKernel):
    """Converts the parameters of an LSTM; cuDNN's gates are in the order input, forget, memory, output.

    >>> import penstock as tf
    >>> converter = tf.contrib.cudnn_rnn.CudnnParamsFormatConverterLSTM(1, 3, 5)
    >>> weights, biases = converter.opaque_to_tf_canonical(tf.zeros([3 * 4 * (5 + 3 + 2)]))
    >>> weights[0].shape.as_list(), biases[0].shape.as_list()
    ([8, 12], [12])
    """

    _rnn_mode = "lstm"
    _order = (0, 2, 1, 3)


@export("contrib.cudnn_rnn.CudnnParamsFormatConverterTanh")
class CudnnParamsFormatConverterTanh(_OneKernel):
    """Converts the parameters of a network with tanh.

    >>> import penstock as tf
    >>> converter = tf.contrib.cudnn_rnn.CudnnParamsFormatConverterTanh(1, 3, 5)
    >>> weights, biases = converter.opaque_to_tf_canonical(tf.zeros([3 * (5 + 3 + 2)]))
    >>> weights[0].shape.as_list(), biases[0].shape.as_list()
    ([8, 3], [3])
    """

    _rnn_mode = "rnn_tanh"


@export("contrib.cudnn_rnn.CudnnParamsFormatConverterRelu")
class CudnnParamsFormatConverterRelu(_OneKernel):
    """Converts the parameters of a network with rectified units.

    >>> import penstock as tf
    >>> converter = tf.contrib.cudnn_rnn.CudnnParamsFormatConverterRelu(1, 3, 5)
    >>> converter.tf_canonical_to_opaque([tf.zeros([8, 3]), tf.zeros([3])]).shape.as_list()
    [30]
    """

    _rnn_mode = "rnn_relu"


@export("contrib.cudnn_rnn.CudnnParamsFormatConverterGRU")
class CudnnParamsFormatConverterGRU(CudnnParamsFormatConverter):
    """Converts the parameters of a GRU; the candidate keeps matrices and biases of inputs and state apart.

    >>> import penstock as tf
    >>> converter = tf.contrib.cudnn_rnn.CudnnParamsFormatConverterGRU(1, 3, 5)
    >>> weights, biases = converter.opaque_to_tf_canonical(tf.zeros([3 * 3 * (5 + 3 + 2)]))
    >>> [w.shape.as_list() for w in weights]
    [[8, 6], [5, 3], [3, 3]]
    """

    _rnn_mode = "gru"
    _joined = 3

    def _joined_weights(self, parts: list[Any]) -> list[Any]:
        gates = [tf.concat([parts[gate], parts[3 + gate]], axis=1) for gate in (0, 1)]
        return [tf.transpose(tf.concat(gates, axis=0)), tf.transpose(parts[2]), tf.transpose(parts[5])]

    def _joined_biases(self, parts: list[Any]) -> list[Any]:
        return [tf.concat(parts[:2], axis=0) + tf.concat(parts[3:5], axis=0), parts[2], parts[5]]

    def _cut_weights(self, layer: int, joined: Sequence[Any]) -> list[Any]:
        gates, of_inputs, of_state = (tf.transpose(part) for part in joined)
        sides = [self._sides(layer, gate) for gate in tf.split(gates, 2, axis=0)]
        return [*(side[0] for side in sides), of_inputs, *(side[1] for side in sides), of_state]

    def _cut_biases(self, joined: Sequence[Any]) -> list[Any]:
        gates = tf.split(joined[0] * 0.5, 2, axis=0)
        return [*gates, joined[1], *gates, joined[2]]
