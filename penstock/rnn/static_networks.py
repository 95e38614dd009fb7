"""Unrolled recurrent networks, one call of the cell for each step: `tf.nn.static_rnn` and relatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, ScopeLike, TensorLike
from penstock.ops.state.variable_scope import variable_scope
from penstock.rnn.cell_base import assert_like_cell, joined_shape, restate_shape
from penstock.rnn.steps import (
    cache_variables,
    initial_state_for,
    state_dtype,
    unrolled_step,
)
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.rnn.cell_base import RNNCell


@export("nn.static_rnn", "contrib.rnn.static_rnn", "nn.rnn")
@deprecated(None, "Please use `keras.layers.RNN(cell, unroll=True)`, which is equivalent to this API")
def static_rnn(
    cell: RNNCell,
    inputs: Any,
    initial_state: object = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """Runs a cell over a list of inputs, one operation after the other; 0.9 called it `tf.nn.rnn`.

    Args:
      cell: an `RNNCell`.
      inputs: a list of tensors `[batch, ...]`, one for each step.
      initial_state: the state to begin with; zeros by default.
      dtype: the type of the state; required without an initial state.
      sequence_length: the length of each row, `[batch]`; after it, outputs are 0 and the state stays.
      scope: a variable scope, `rnn` by default.

    Returns:
      A list of outputs, and the last state.

    Raises:
      TypeError: if `cell` is not a cell, or `inputs` not a sequence.
      ValueError: if there are no inputs, their sizes are not known, or there is neither a state nor a type.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.BasicRNNCell(1, activation=lambda x: x)
    >>> with tf.variable_scope("ones", initializer=tf.ones_initializer()):
    ...     outputs, state = tf.nn.static_rnn(cell, [tf.constant([[x]]) for x in (1.0, 2.0, 4.0)], dtype=tf.float32)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(*sess.run(outputs), sess.run(state))
    [[1.]] [[3.]] [[7.]] [[7.]]
    """
    assert_like_cell("cell", cell)
    _check_sequence(inputs)
    with variable_scope(scope or "rnn") as entered:
        cache_variables(entered)
        first = nest.flatten(inputs)[0]
        fixed = _common_batch(inputs, first)
        batch_size = fixed or tf.shape(first)[0]
        state = initial_state
        if state is None:
            if not dtype:
                raise ValueError("If no initial_state is provided, dtype must be specified")
            state = initial_state_for(cell, batch_size, dtype)
        step: Callable = lambda time, x, state: cell(x, state)  # noqa: E731
        if sequence_length is not None:
            step = _step_with_lengths(cell, sequence_length, batch_size, fixed, state_dtype(dtype, state))
        outputs = []
        for time, x in enumerate(inputs):
            if time > 0:
                entered.reuse_variables()
            output, state = step(time, x, state)
            outputs.append(output)
        return outputs, state


def _check_sequence(inputs: object) -> None:
    if not nest.is_sequence(inputs):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")


def _common_batch(inputs: object, first: Tensor) -> int | None:
    """The size of the batch, if it is known; ValueError if other sizes are not."""
    if first.shape.ndims == 1:
        return first.shape.as_list()[0]
    batch = first.shape.with_rank_at_least(2)[:1]
    for x in nest.flatten(inputs):
        shape = x.shape.with_rank_at_least(2)
        batch = batch.merge_with(shape[:1])
        for i, size in enumerate(shape.as_list()[1:]):
            if size is None:
                raise ValueError(
                    f"Input size (dimension {i} of inputs) must be accessible via shape inference, but saw value None."
                )
    return batch.as_list()[0]


def _step_with_lengths(
    cell: Any, lengths: Any, batch_size: TensorLike, fixed: int | None, dtype: DTypeLike
) -> Callable:
    lengths = convert_to_tensor(lengths, name="sequence_length")
    if lengths.shape.ndims not in (None, 1):
        raise ValueError("sequence_length must be a vector of length batch_size")

    def zeros(size: Any) -> Tensor:
        made = tf.zeros(tf.stack(joined_shape(batch_size, size)), dtype)
        restate_shape(made, fixed, size)
        return made

    zero_output = nest.map_structure(zeros, cell.output_size)
    lengths = tf.cast(lengths, dtypes.int32)
    shortest, longest = tf.reduce_min(lengths), tf.reduce_max(lengths)
    return lambda time, x, state: unrolled_step(
        time, lengths, shortest, longest, zero_output, state, lambda: cell(x, state)
    )


@export("nn.static_state_saving_rnn", "contrib.rnn.static_state_saving_rnn", "nn.state_saving_rnn")
@deprecated(None, "Please use `keras.layers.RNN(cell, stateful=True)`, which is equivalent to this API")
def static_state_saving_rnn(
    cell: RNNCell,
    inputs: NestedTensors,
    state_saver: Any,
    state_name: Any,
    sequence_length: TensorLike | None = None,
    scope: ScopeLike | None = None,
) -> tuple[list[Any], Any]:
    """Runs a cell over a list of inputs, from a state that was saved, and saves the last one.

    Args:
      cell: an `RNNCell`.
      inputs: a list of tensors `[batch, ...]`, one for each step.
      state_saver: an object with `state(name)` and `save_state(name, state)`.
      state_name: the name of the state, or a tuple of names like `cell.state_size`.
      sequence_length: the length of each row; see `tf.nn.static_rnn`.
      scope: a variable scope.

    Returns:
      A list of outputs, of which the last one saves the state when it is run, and the last state.

    >>> import penstock as tf
    >>> class Saver:
    ...     def __init__(self):
    ...         self.kept = tf.Variable(tf.zeros([2, 3]))
    ...     def state(self, name):
    ...         return self.kept
    ...     def save_state(self, name, state):
    ...         return self.kept.assign(state)
    >>> cell, saver = tf.nn.rnn_cell.BasicRNNCell(3), Saver()
    >>> outputs, state = tf.nn.static_state_saving_rnn(cell, [tf.ones([2, 4])] * 5, saver, "kept")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run(outputs[-1])
    ...     print(bool(sess.run(saver.kept).any()))
    True
    """
    sizes = cell.state_size
    if nest.is_sequence(sizes) != nest.is_sequence(state_name):
        raise ValueError(
            "state_name should be the same type as cell.state_size.  "
            f"state_name: {state_name}, cell.state_size: {sizes}"
        )
    names = nest.flatten(state_name)
    if len(names) != len(nest.flatten(sizes)):
        raise ValueError(f"#elems(state_name) != #elems(state_size): {len(names)} vs. {len(nest.flatten(sizes))}")
    initial = nest.pack_sequence_as(sizes, [state_saver.state(name) for name in names])
    outputs, state = static_rnn(cell, inputs, initial_state=initial, sequence_length=sequence_length, scope=scope)
    saved = [state_saver.save_state(name, part) for name, part in zip(names, nest.flatten(state), strict=True)]
    with control_dependencies(saved):
        outputs[-1] = nest.map_structure(tf.identity, outputs[-1])
        state = nest.map_structure(tf.identity, state)
    return outputs, state


@export("nn.static_bidirectional_rnn", "contrib.rnn.static_bidirectional_rnn", "nn.bidirectional_rnn")
@deprecated(
    None,
    "Please use `keras.layers.Bidirectional(keras.layers.RNN(cell, unroll=True))`, which is equivalent to this API",
)
def static_bidirectional_rnn(
    cell_fw: RNNCell,
    cell_bw: RNNCell,
    inputs: NestedTensors,
    initial_state_fw: NestedTensors | None = None,
    initial_state_bw: NestedTensors | None = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Runs one cell over a list of inputs forwards, and another backwards; 0.9 called it `tf.nn.bidirectional_rnn`.

    Args:
      cell_fw, cell_bw: the cells.
      initial_state_fw, initial_state_bw: their states to begin with; zeros by default.
      inputs, dtype, sequence_length, scope: see `tf.nn.static_rnn`.

    Returns:
      A list of outputs, those of both cells side by side, and both last states.

    >>> import penstock as tf
    >>> forward, backward = tf.nn.rnn_cell.BasicRNNCell(3), tf.nn.rnn_cell.BasicRNNCell(3)
    >>> outputs, _, _ = tf.nn.static_bidirectional_rnn(forward, backward, [tf.zeros([2, 4])] * 5, dtype=tf.float32)
    >>> len(outputs), outputs[0].shape.as_list()
    (5, [2, 6])
    """
    assert_like_cell("cell_fw", cell_fw)
    assert_like_cell("cell_bw", cell_bw)
    _check_sequence(inputs)
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as forwards:
            outputs_fw, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, scope=forwards)
        with variable_scope("bw") as backwards:
            turned = _reversed(inputs, sequence_length)
            outputs_bw, state_bw = static_rnn(
                cell_bw, turned, initial_state_bw, dtype, sequence_length, scope=backwards
            )
    outputs_bw = _reversed(outputs_bw, sequence_length)
    joined = [tf.concat([fw, bw], 1) for fw, bw in zip(nest.flatten(outputs_fw), nest.flatten(outputs_bw), strict=True)]
    return nest.pack_sequence_as(outputs_fw, joined), state_fw, state_bw


def _reversed(inputs: Any, lengths: Any) -> list[Any]:
    """A list of steps from the last to the first; with lengths, each row from its own last one."""
    if lengths is None:
        return list(reversed(inputs))
    flat = [nest.flatten(x) for x in inputs]
    columns = []
    for steps in zip(*flat, strict=True):
        shape = TensorShape(None)
        for x in steps:
            shape = shape.merge_with(x.shape)
        turned = tf.unstack(tf.reverse_sequence(tf.stack(steps), lengths, 0, 1))
        for x in turned:
            x.set_shape(shape)
        columns.append(turned)
    return [nest.pack_sequence_as(x, list(parts)) for x, parts in zip(inputs, zip(*columns, strict=True), strict=True)]
