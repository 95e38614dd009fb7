"""Layers of networks in both directions: each layer sees the outputs of both directions of the one below."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.ops.state.variable_scope import variable_scope
from penstock.rnn.networks import bidirectional_dynamic_rnn
from penstock.rnn.static_networks import static_bidirectional_rnn


def _checked(cells: tuple[Any, Any], states: tuple[Any, Any]) -> list[tuple[Any, Any, Any, Any]]:
    """Cell and state of both directions, layer by layer."""
    for side, given in zip(("fw", "bw"), cells, strict=True):
        if not given:
            raise ValueError(f"Must specify at least one {side} cell for BidirectionalRNN.")
    for side, given in zip(("fw", "bw"), cells, strict=True):
        if not isinstance(given, list):
            raise ValueError(f"cells_{side} must be a list of RNNCells (one per layer).")
    if len(cells[0]) != len(cells[1]):
        raise ValueError("Forward and Backward cells must have the same depth.")
    for side, given in zip(("fw", "bw"), states, strict=True):
        if given is not None and (not isinstance(given, list) or len(given) != len(cells[0])):
            raise ValueError(f"initial_states_{side} must be a list of state tensors (one per layer).")
    nothing = [None] * len(cells[0])
    return list(zip(*cells, *(given or nothing for given in states), strict=True))


@export("contrib.rnn.stack_bidirectional_rnn")
def stack_bidirectional_rnn(
    cells_fw: list[Any],
    cells_bw: list[Any],
    inputs: list[Any],
    initial_states_fw: list[Any] | None = None,
    initial_states_bw: list[Any] | None = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: Any = None,
) -> tuple[list[Any], tuple, tuple]:
    """Several `tf.nn.static_bidirectional_rnn`, one upon the other.

    Args:
      cells_fw, cells_bw: a cell for each layer and direction.
      inputs: a list of tensors `[batch, ...]`, one for each step.
      initial_states_fw, initial_states_bw: a state for each layer; zeros by default.
      dtype, sequence_length: see `tf.nn.static_rnn`.
      scope: a variable scope, `stack_bidirectional_rnn` by default.

    Returns:
      A list of outputs of the last layer, and the last states of all layers in both directions.

    Raises:
      ValueError: if the lists do not fit.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cells = lambda: [tf.nn.rnn_cell.GRUCell(4), tf.nn.rnn_cell.GRUCell(5)]
    ...     outputs, fw, bw = tf.contrib.rnn.stack_bidirectional_rnn(
    ...         cells(), cells(), [tf.zeros([2, 3])] * 3, dtype=tf.float32)
    >>> outputs[0].shape.as_list(), [s.shape.as_list() for s in fw]
    ([2, 10], [[2, 4], [2, 5]])
    """
    layers = _checked((cells_fw, cells_bw), (initial_states_fw, initial_states_bw))
    states_fw, states_bw = [], []
    with variable_scope(scope or "stack_bidirectional_rnn"):
        for i, (fw, bw, first_fw, first_bw) in enumerate(layers):
            with variable_scope(f"cell_{i}") as entered:
                inputs, state_fw, state_bw = static_bidirectional_rnn(
                    fw, bw, inputs, first_fw, first_bw, dtype, sequence_length, scope=entered
                )
            states_fw.append(state_fw)
            states_bw.append(state_bw)
    return inputs, tuple(states_fw), tuple(states_bw)


@export("contrib.rnn.stack_bidirectional_dynamic_rnn")
def stack_bidirectional_dynamic_rnn(
    cells_fw: list[Any],
    cells_bw: list[Any],
    inputs: NestedTensors,
    initial_states_fw: list[Any] | None = None,
    initial_states_bw: list[Any] | None = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    parallel_iterations: int | None = None,
    time_major: bool = False,
    scope: Any = None,
    swap_memory: bool = False,
) -> tuple[Any, tuple, tuple]:
    """Several `tf.nn.bidirectional_dynamic_rnn`, one upon the other.

    Args:
      cells_fw, cells_bw: a cell for each layer and direction.
      inputs: a tensor `[batch, time, ...]`.
      initial_states_fw, initial_states_bw: a state for each layer; zeros by default.
      dtype, sequence_length, parallel_iterations, time_major, swap_memory: see `tf.nn.dynamic_rnn`.
      scope: a variable scope, `stack_bidirectional_rnn` by default.

    Returns:
      The outputs of the last layer, both directions side by side, and the last states of all layers in both directions.

    Raises:
      ValueError: if the lists do not fit.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cells = lambda: [tf.nn.rnn_cell.GRUCell(4), tf.nn.rnn_cell.GRUCell(5)]
    ...     outputs, fw, bw = tf.contrib.rnn.stack_bidirectional_dynamic_rnn(
    ...         cells(), cells(), tf.zeros([2, 3, 6]), dtype=tf.float32)
    >>> outputs.shape.as_list(), [s.shape.as_list() for s in fw]
    ([2, 3, 10], [[2, 4], [2, 5]])
    """
    layers = _checked((cells_fw, cells_bw), (initial_states_fw, initial_states_bw))
    states_fw, states_bw = [], []
    with variable_scope(scope or "stack_bidirectional_rnn"):
        for i, (fw, bw, first_fw, first_bw) in enumerate(layers):
            with variable_scope(f"cell_{i}"):
                outputs, (state_fw, state_bw) = bidirectional_dynamic_rnn(
                    fw,
                    bw,
                    inputs,
                    sequence_length,
                    first_fw,
                    first_bw,
                    dtype,
                    parallel_iterations=parallel_iterations,
                    swap_memory=swap_memory,
                    time_major=time_major,
                )
                inputs = tf.concat(outputs, 2)
            states_fw.append(state_fw)
            states_bw.append(state_bw)
    return inputs, tuple(states_fw), tuple(states_bw)
