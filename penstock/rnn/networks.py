"""Recurrent networks in a loop: `tf.nn.dynamic_rnn`, in one or two directions, and `tf.nn.raw_rnn`.

Cells are in `cells.py`, unrolled networks in `static_networks.py`. A loop keeps inputs and outputs in tensor arrays, which
the compiled tier turns into slices of one buffer, so that a network of any length is one XLA loop forwards and one backwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, ShapeLike, TensorLike, TensorOrVariable
from penstock.ops.control.tensor_array import TensorArray
from penstock.ops.state.variable_scope import variable_scope
from penstock.rnn.cell_base import assert_like_cell, joined_shape, restate_shape, static_shape
from penstock.rnn.steps import (
    best_effort_input_batch_size,
    cache_variables,
    initial_state_for,
    kept,
    selected_step,
    state_dtype,
    transpose_batch_time,
)
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.rnn.cell_base import RNNCell


@export("nn.dynamic_rnn")
@deprecated(None, "Please use `keras.layers.RNN(cell)`, which is equivalent to this API")
def dynamic_rnn(
    cell: Any,
    inputs: object,
    sequence_length: Any = None,
    initial_state: object = None,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """Runs a cell over sequences, in a loop.

    Args:
      cell: an `RNNCell`.
      inputs: a tensor `[batch, time, ...]`, or a structure of them.
      sequence_length: the length of each row, `[batch]`; after it, outputs are 0 and the state stays.
      initial_state: the state to begin with; zeros by default.
      dtype: the type of the state and of outputs; required without an initial state.
      parallel_iterations, swap_memory: see `tf.while_loop`.
      time_major: whether inputs and outputs are `[time, batch, ...]`.
      scope: a variable scope, `rnn` by default.

    Returns:
      Outputs `[batch, time, cell.output_size]`, and the last state.

    Raises:
      TypeError: if `cell` is not a cell.
      ValueError: if there is neither a state nor a type, or inputs do not fit.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.nn.rnn_cell.GRUCell(4)
    ...     outputs, state = tf.nn.dynamic_rnn(cell, tf.zeros([2, 5, 3]), sequence_length=[5, 2], dtype=tf.float32)
    ...     print(outputs.shape.as_list(), state.shape.as_list())
    [2, 5, 4] [2, 4]
    """
    assert_like_cell("cell", cell)
    with variable_scope(scope or "rnn") as entered:
        cache_variables(entered)
        flat = nest.flatten(inputs)
        if not time_major:
            flat = [transpose_batch_time(x) for x in [convert_to_tensor(x) for x in flat]]
        if sequence_length is not None:
            sequence_length = tf.cast(sequence_length, dtypes.int32)
            if sequence_length.shape.ndims not in (None, 1):
                raise ValueError(
                    f"sequence_length must be a vector of length batch_size, but saw shape: {sequence_length.shape}"
                )
            sequence_length = tf.identity(sequence_length, name="sequence_length")
        batch_size = best_effort_input_batch_size(flat)
        if initial_state is None:
            if not dtype:
                raise ValueError("If there is no initial_state, you must give a dtype.")
            initial_state = initial_state_for(cell, batch_size, dtype)
        if sequence_length is not None:
            with control_dependencies([_assert_shape(sequence_length, [batch_size])]):
                sequence_length = tf.identity(sequence_length, name="CheckSeqLen")
        outputs, state = _loop(
            cell,
            nest.pack_sequence_as(inputs, flat),
            initial_state,
            {"parallel_iterations": parallel_iterations or 32, "swap_memory": swap_memory},
            sequence_length,
            dtype,
        )
        if not time_major:
            outputs = nest.map_structure(transpose_batch_time, outputs)
        return outputs, state


def _assert_shape(x: Tensor, shape: list[Any]) -> Operation:
    found, wanted = tf.shape(x), tf.stack(shape)
    text = [f"Expected shape for Tensor {x.name} is ", wanted, " but saw shape: ", found]
    return tf.Assert(tf.reduce_all(tf.equal(found, wanted)), text)


def _loop(
    cell: Any, inputs: NestedTensors, state: Any, settings: dict[str, Any], lengths: Tensor | None, dtype: DTypeLike
) -> tuple[Any, Any]:
    flat = nest.flatten(inputs)
    sizes = nest.flatten(cell.output_size)
    steps = tf.shape(flat[0])[0]
    batch_size = best_effort_input_batch_size(flat)
    shapes = [x.shape.with_rank_at_least(3) for x in flat]
    const_steps, const_batch = shapes[0].as_list()[:2]
    for shape in shapes:
        if not shape[2:].is_fully_defined():
            raise ValueError("Input size (depth of inputs) must be accessible via shape inference, but saw value None.")
        if shape.as_list()[0] != const_steps:
            raise ValueError("Time steps is not the same for all the elements in the input in a batch.")
        if shape.as_list()[1] != const_batch:
            raise ValueError("Batch_size is not the same for all the elements in the input.")
    out_dtype = state_dtype(dtype, state)
    zero_output = nest.pack_sequence_as(
        cell.output_size, [tf.zeros(tf.stack(joined_shape(batch_size, size)), out_dtype) for size in sizes]
    )
    longest = steps if lengths is None else tf.reduce_max(lengths)
    if lengths is not None:
        tf.get_default_graph()._count(2)  # 1.15 takes the minimum too
    time = tf.constant(0, dtype=dtypes.int32, name="time")
    with name_scope("dynamic_rnn") as base:
        pass

    def array(name: str, shape: ShapeLike, kind: Any) -> TensorArray:
        return TensorArray(dtype=kind, size=steps, element_shape=shape, tensor_array_name=f"{base}{name}")

    outputs = tuple(array(f"output_{i}", static_shape(const_batch, s), out_dtype) for i, s in enumerate(sizes))
    arrays = tuple(array(f"input_{i}", x.shape[1:], x.dtype) for i, x in enumerate(flat))
    arrays = tuple(a.unstack(x) for a, x in zip(arrays, flat, strict=True))

    def body(time: Tensor, written: tuple, state: NestedTensors) -> tuple:
        read = [a.read(time) for a in arrays]
        for x, shape in zip(read, shapes, strict=True):
            x.set_shape(shape[1:])
        given = nest.pack_sequence_as(inputs, read)
        if lengths is None:
            output, new = cell(given, state)
        else:
            output, new = selected_step(time, lengths, zero_output, state, lambda: cell(given, state))
        written = tuple(a.write(time, out) for a, out in zip(written, nest.flatten(output), strict=True))
        return time + 1, written, new

    # One step at least, so that a batch of empty rows has outputs of zeros.
    bound = tf.minimum(steps, tf.maximum(1, longest))
    _, written, final = tf.while_loop(
        lambda time, *_: time < bound,
        body,
        loop_vars=(time, outputs, state),
        maximum_iterations=steps,
        **settings,
    )
    stacked = [a.stack() for a in written]
    for out, size in zip(stacked, sizes, strict=True):
        restate_shape(out, [const_steps, const_batch], size)
    return nest.pack_sequence_as(cell.output_size, stacked), final


@export("nn.bidirectional_dynamic_rnn")
@deprecated(
    None,
    "Please use `keras.layers.Bidirectional(keras.layers.RNN(cell))`, which is equivalent to this API",
)
def bidirectional_dynamic_rnn(
    cell_fw: RNNCell,
    cell_bw: RNNCell,
    inputs: NestedTensors,
    sequence_length: TensorLike | None = None,
    initial_state_fw: NestedTensors | None = None,
    initial_state_bw: NestedTensors | None = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """Runs one cell over sequences forwards, and another backwards.

    Args:
      cell_fw, cell_bw: the cells.
      initial_state_fw, initial_state_bw: their states to begin with; zeros by default.
      inputs, sequence_length, dtype, parallel_iterations, swap_memory, time_major, scope: see `tf.nn.dynamic_rnn`.

    Returns:
      `(output_fw, output_bw)`, in the order of the inputs, and `(state_fw, state_bw)`.

    >>> import penstock as tf
    >>> forward, backward = tf.nn.rnn_cell.BasicRNNCell(3), tf.nn.rnn_cell.BasicRNNCell(3)
    >>> outputs, states = tf.nn.bidirectional_dynamic_rnn(forward, backward, tf.zeros([2, 5, 4]), dtype=tf.float32)
    >>> [output.shape.as_list() for output in outputs], [state.shape.as_list() for state in states]
    ([[2, 5, 3], [2, 5, 3]], [[2, 3], [2, 3]])
    >>> tf.concat(outputs, axis=2).shape.as_list()
    [2, 5, 6]
    """
    assert_like_cell("cell_fw", cell_fw)
    assert_like_cell("cell_bw", cell_bw)
    settings: dict[str, Any] = {"parallel_iterations": parallel_iterations, "swap_memory": swap_memory}
    settings["time_major"] = time_major
    time, batch = (0, 1) if time_major else (1, 0)

    def reverse(x: TensorLike) -> Tensor:
        if sequence_length is None:
            return tf.reverse(x, axis=[time])
        return tf.reverse_sequence(input=x, seq_lengths=sequence_length, seq_axis=time, batch_axis=batch)

    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as forwards:
            output_fw, state_fw = dynamic_rnn(
                cell_fw, inputs, sequence_length, initial_state_fw, dtype, scope=forwards, **settings
            )
        with variable_scope("bw") as backwards:
            turned = nest.map_structure(reverse, inputs)
            output_bw, state_bw = dynamic_rnn(
                cell_bw, turned, sequence_length, initial_state_bw, dtype, scope=backwards, **settings
            )
    return (output_fw, nest.map_structure(reverse, output_bw)), (state_fw, state_bw)


@export("nn.raw_rnn")
def raw_rnn(
    cell: RNNCell,
    loop_fn: Callable,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Runs a cell in a loop that a function steers.

    Args:
      cell: an `RNNCell`.
      loop_fn: a function of `(time, cell_output, cell_state, loop_state)` that returns `(finished, next_input,
        next_cell_state, emit_output, next_loop_state)`. It is called before the first step with None for all but the
        time, and then tells the shapes of what it emits, or None for the cell's outputs.
      parallel_iterations, swap_memory: see `tf.while_loop`.
      scope: a variable scope, `rnn` by default.

    Returns:
      Tensor arrays with what was emitted, the last state, and the last loop state.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.BasicRNNCell(2)
    >>> inputs = tf.TensorArray(tf.float32, 3).unstack(tf.ones([3, 1, 4]))
    >>> def loop(time, output, state, loop_state):
    ...     finished = tf.fill([1], time >= 3)
    ...     following = tf.cond(time >= 3, lambda: tf.zeros([1, 4]), lambda: inputs.read(time))
    ...     return finished, following, cell.zero_state(1, tf.float32) if output is None else state, output, None
    >>> outputs, state, _ = tf.nn.raw_rnn(cell, loop)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(outputs.stack()).shape, sess.run(state).shape)
    (3, 1, 2) (1, 2)
    """
    assert_like_cell("cell", cell)
    if not callable(loop_fn):
        raise TypeError("loop_fn must be a callable")
    with variable_scope(scope or "rnn") as entered:
        cache_variables(entered)
        time = tf.constant(0, dtype=dtypes.int32)
        finished, next_input, initial_state, emitted, init_loop_state = loop_fn(time, None, None, None)
        flat_input = nest.flatten(next_input)
        loop_state = tf.constant(0, dtype=dtypes.int32) if init_loop_state is None else init_loop_state
        static = flat_input[0].shape[:1]
        for x in flat_input:
            static = static.merge_with(x.shape[:1])
        const_batch = static.as_list()[0]
        batch_size = tf.shape(flat_input[0])[0] if const_batch is None else const_batch
        nest.assert_same_structure(initial_state, cell.state_size)
        state = nest.map_structure(convert_to_tensor, initial_state)
        if emitted is None:
            emitted = cell.output_size
            emit_sizes: list[Any] = nest.flatten(emitted)
            kinds = [nest.flatten(state)[0].dtype] * len(emit_sizes)
        else:
            emit_sizes = [e.shape if e.shape.is_fully_defined() else tf.shape(e) for e in nest.flatten(emitted)]
            kinds = [e.dtype for e in nest.flatten(emitted)]
        arrays = [
            TensorArray(
                dtype=kind,
                dynamic_size=True,
                element_shape=static_shape(const_batch, size),
                size=0,
                name=f"rnn_output_{i}",
            )
            for i, (kind, size) in enumerate(zip(kinds, emit_sizes, strict=True))
        ]
        zeros = [tf.zeros(joined_shape(batch_size, s), kind) for s, kind in zip(emit_sizes, kinds, strict=True)]
        zero_emit = nest.pack_sequence_as(emitted, zeros)

        def body(
            time: TensorOrVariable, finished: Any, current: Any, written: Any, state: NestedTensors, loop_state: Any
        ) -> tuple:
            output, cell_state = cell(current, state)
            nest.assert_same_structure(state, cell_state)
            nest.assert_same_structure(cell.output_size, output)
            next_time = time + 1
            following = loop_fn(next_time, output, cell_state, loop_state)
            now_finished, next_input, next_state, emit, next_loop_state = following
            nest.assert_same_structure(state, next_state)
            nest.assert_same_structure(current, next_input)
            nest.assert_same_structure(written, emit)
            emit = nest.map_structure(lambda a, b: kept(finished, a, b), zero_emit, emit)
            next_state = nest.map_structure(lambda a, b: kept(finished, a, b), state, next_state)
            written = nest.map_structure(lambda a, e: a.write(time, e), written, emit)
            loop_state = loop_state if next_loop_state is None else next_loop_state
            return next_time, tf.logical_or(finished, now_finished), next_input, written, next_state, loop_state

        written = nest.pack_sequence_as(emitted, arrays)
        *_, written, state, loop_state = tf.while_loop(
            lambda _, finished, *__: tf.logical_not(tf.reduce_all(finished)),
            body,
            loop_vars=[time, finished, next_input, written, state, loop_state],
            parallel_iterations=parallel_iterations or 32,
            swap_memory=swap_memory,
        )
        return written, state, None if init_loop_state is None else loop_state
