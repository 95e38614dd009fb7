"""Recurrent networks: `tf.nn.dynamic_rnn` in a loop, `tf.nn.static_rnn` unrolled, both in two directions, `raw_rnn`.

Cells are in `cells.py`. A loop keeps inputs and outputs in tensor arrays, which the compiled tier turns into slices of
one buffer, so that a network of any length is one XLA loop forwards and one backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, get_default_graph, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.tensor_array import TensorArray
from penstock.ops.variable_scope import VariableScope, variable_scope
from penstock.rnn.cells import assert_like_cell, joined_shape, static_shape
from penstock.util.deprecation import deprecated

# -- shapes and types -----------------------------------------------------------------------------------------------------


@export("contrib.rnn.transpose_batch_time")
def transpose_batch_time(x: Tensor) -> Tensor:
    """Exchanges the first two axes; tensors of a rank below 2 stay as they are."""
    static = x.shape
    if static.ndims is not None and static.ndims < 2:
        return x
    result = tf.transpose(x, tf.concat(([1, 0], tf.range(2, tf.rank(x))), axis=0))
    if static.ndims is not None:
        first, second, *rest = static.as_list()
        result.set_shape([second, first, *rest])
    return result


@export("contrib.rnn.best_effort_input_batch_size")
def best_effort_input_batch_size(flat_input: Sequence[Tensor]) -> Any:
    """The size of the batch of inputs `[time, batch, ...]`: a number if it is known, else a tensor."""
    for tensor in flat_input:
        if tensor.shape.ndims is None:
            continue
        if tensor.shape.ndims < 2:
            raise ValueError(f"Expected input tensor {tensor} to have rank at least 2")
        size = tensor.shape.as_list()[1]
        if size is not None:
            return size
    return tf.shape(flat_input[0])[1]


def _state_dtype(given: Any, state: Any) -> Any:
    """The type of outputs: given, or that of the state."""
    if given is not None:
        return given
    if not nest.is_sequence(state):
        return state.dtype
    found = [part.dtype for part in nest.flatten(state)]
    if not found:
        raise ValueError("Unable to infer dtype from empty state.")
    if any(dtype != found[0] for dtype in found):
        raise ValueError(
            "State has tensors of different inferred_dtypes. Unable to infer a single representative dtype."
        )
    return found[0]


def _initial(cell: Any, batch_size: Any, dtype: Any) -> Any:
    if getattr(cell, "get_initial_state", None) is not None:
        return cell.get_initial_state(inputs=None, batch_size=batch_size, dtype=dtype)
    return cell.zero_state(batch_size, dtype)


def cache_variables(scope: VariableScope) -> None:
    """Variables are read once before the loop, not in every step, unless this is inside of a loop itself."""
    if not get_default_graph().building_function and scope.caching_device is None:
        scope.set_caching_device(lambda op: op.device)


# -- steps ----------------------------------------------------------------------------------------------------------------


def kept(finished: Tensor, old: Any, new: Any) -> Any:
    """The old value for rows that are finished, the new one for others; scalars and arrays are always new."""
    if isinstance(old, TensorArray) or old.shape.ndims == 0:
        return new
    with get_default_graph().colocate_with(new.op):
        return tf.where(finished, old, new)


def _step(
    time: Any, lengths: Tensor, shortest: Tensor, longest: Tensor, zero_output: Any, state: Any, call: Callable
) -> tuple[Any, Any]:
    """One unrolled step: nothing is computed after the longest row, nothing selected before the shortest one ends."""
    flat_zero, flat_state = nest.flatten(zero_output), nest.flatten(state)
    finished = time >= lengths

    def computed() -> list[Any]:
        output, new = _called(call, zero_output, state)
        old, new = flat_zero + flat_state, nest.flatten(output) + nest.flatten(new)
        selected = lambda: [kept(finished, a, b) for a, b in zip(old, new, strict=True)]  # noqa: E731
        return tf.cond(time < shortest, lambda: new, selected)

    flat = tf.cond(time >= longest, lambda: flat_zero + flat_state, computed)
    return _packed(flat, zero_output, state)


def _selected_step(time: Tensor, lengths: Tensor, zero_output: Any, state: Any, call: Callable) -> tuple[Any, Any]:
    """One step of a loop, which ends with the longest row."""
    finished = time >= lengths
    output, new = _called(call, zero_output, state)
    old = nest.flatten(zero_output) + nest.flatten(state)
    new = nest.flatten(output) + nest.flatten(new)
    return _packed([kept(finished, a, b) for a, b in zip(old, new, strict=True)], zero_output, state)


def _called(call: Callable, zero_output: Any, state: Any) -> tuple[Any, Any]:
    output, new = call()
    nest.assert_same_structure(zero_output, output)
    nest.assert_same_structure(state, new)
    return output, new


def _packed(flat: list[Any], zero_output: Any, state: Any) -> tuple[Any, Any]:
    like = nest.flatten(zero_output) + nest.flatten(state)
    for value, model in zip(flat, like, strict=True):
        if not isinstance(value, TensorArray):
            value.set_shape(model.shape)
    n = len(nest.flatten(zero_output))
    return nest.pack_sequence_as(zero_output, flat[:n]), nest.pack_sequence_as(state, flat[n:])


# -- in a loop ------------------------------------------------------------------------------------------------------------


@export("nn.dynamic_rnn")
@deprecated(None, "Please use `keras.layers.RNN(cell)`, which is equivalent to this API")
def dynamic_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state: Any = None,
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
            initial_state = _initial(cell, batch_size, dtype)
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


def _assert_shape(x: Tensor, shape: list[Any]) -> Any:
    found, wanted = tf.shape(x), tf.stack(shape)
    text = [f"Expected shape for Tensor {x.name} is ", wanted, " but saw shape: ", found]
    return tf.Assert(tf.reduce_all(tf.equal(found, wanted)), text)


def _loop(
    cell: Any, inputs: Any, state: Any, settings: dict[str, Any], lengths: Tensor | None, dtype: Any
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
    out_dtype = _state_dtype(dtype, state)
    zero_output = nest.pack_sequence_as(
        cell.output_size, [tf.zeros(tf.stack(joined_shape(batch_size, size)), out_dtype) for size in sizes]
    )
    longest = steps if lengths is None else tf.reduce_max(lengths)
    time = tf.constant(0, dtype=dtypes.int32, name="time")
    with name_scope("dynamic_rnn") as base:
        pass

    def array(name: str, shape: Any, kind: Any) -> TensorArray:
        return TensorArray(dtype=kind, size=steps, element_shape=shape, tensor_array_name=f"{base}{name}")

    outputs = tuple(array(f"output_{i}", static_shape(const_batch, s), out_dtype) for i, s in enumerate(sizes))
    arrays = tuple(array(f"input_{i}", x.shape[1:], x.dtype) for i, x in enumerate(flat))
    arrays = tuple(a.unstack(x) for a, x in zip(arrays, flat, strict=True))

    def body(time: Tensor, written: tuple, state: Any) -> tuple:
        read = [a.read(time) for a in arrays]
        for x, shape in zip(read, shapes, strict=True):
            x.set_shape(shape[1:])
        given = nest.pack_sequence_as(inputs, read)
        if lengths is None:
            output, new = cell(given, state)
        else:
            output, new = _selected_step(time, lengths, zero_output, state, lambda: cell(given, state))
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
        out.set_shape(static_shape([const_steps, const_batch], size))
    return nest.pack_sequence_as(cell.output_size, stacked), final


@export("nn.bidirectional_dynamic_rnn")
@deprecated(
    None,
    "Please use `keras.layers.Bidirectional(keras.layers.RNN(cell))`, which is equivalent to this API",
)
def bidirectional_dynamic_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
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
    """
    assert_like_cell("cell_fw", cell_fw)
    assert_like_cell("cell_bw", cell_bw)
    settings: dict[str, Any] = {"parallel_iterations": parallel_iterations, "swap_memory": swap_memory}
    settings["time_major"] = time_major
    time, batch = (0, 1) if time_major else (1, 0)

    def reverse(x: Any) -> Any:
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
    cell: Any, loop_fn: Callable, parallel_iterations: int | None = None, swap_memory: bool = False, scope: Any = None
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

        def body(time: Any, finished: Any, current: Any, written: Any, state: Any, loop_state: Any) -> tuple:
            output, cell_state = cell(current, state)
            nest.assert_same_structure(state, cell_state)
            nest.assert_same_structure(cell.output_size, output)
            following = loop_fn(time + 1, output, cell_state, loop_state)
            now_finished, next_input, next_state, emit, next_loop_state = following
            nest.assert_same_structure(state, next_state)
            nest.assert_same_structure(current, next_input)
            nest.assert_same_structure(written, emit)
            emit = nest.map_structure(lambda a, b: kept(finished, a, b), zero_emit, emit)
            next_state = nest.map_structure(lambda a, b: kept(finished, a, b), state, next_state)
            written = nest.map_structure(lambda a, e: a.write(time, e), written, emit)
            loop_state = loop_state if next_loop_state is None else next_loop_state
            return time + 1, tf.logical_or(finished, now_finished), next_input, written, next_state, loop_state

        written = nest.pack_sequence_as(emitted, arrays)
        *_, written, state, loop_state = tf.while_loop(
            lambda _, finished, *__: tf.logical_not(tf.reduce_all(finished)),
            body,
            loop_vars=[time, finished, next_input, written, state, loop_state],
            parallel_iterations=parallel_iterations or 32,
            swap_memory=swap_memory,
        )
        return written, state, None if init_loop_state is None else loop_state


# -- unrolled -------------------------------------------------------------------------------------------------------------


@export("nn.static_rnn", "contrib.rnn.static_rnn", "nn.rnn")
@deprecated(None, "Please use `keras.layers.RNN(cell, unroll=True)`, which is equivalent to this API")
def static_rnn(
    cell: Any,
    inputs: Any,
    initial_state: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
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
            state = _initial(cell, batch_size, dtype)
        step: Callable = lambda time, x, state: cell(x, state)  # noqa: E731
        if sequence_length is not None:
            step = _step_with_lengths(cell, sequence_length, batch_size, fixed, _state_dtype(dtype, state))
        outputs = []
        for time, x in enumerate(inputs):
            if time > 0:
                entered.reuse_variables()
            output, state = step(time, x, state)
            outputs.append(output)
        return outputs, state


def _check_sequence(inputs: Any) -> None:
    if not nest.is_sequence(inputs):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")


def _common_batch(inputs: Any, first: Tensor) -> int | None:
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


def _step_with_lengths(cell: Any, lengths: Any, batch_size: Any, fixed: int | None, dtype: Any) -> Callable:
    lengths = convert_to_tensor(lengths, name="sequence_length")
    if lengths.shape.ndims not in (None, 1):
        raise ValueError("sequence_length must be a vector of length batch_size")

    def zeros(size: Any) -> Tensor:
        made = tf.zeros(tf.stack(joined_shape(batch_size, size)), dtype)
        made.set_shape(static_shape(fixed, size))
        return made

    zero_output = nest.map_structure(zeros, cell.output_size)
    lengths = tf.cast(lengths, dtypes.int32)
    shortest, longest = tf.reduce_min(lengths), tf.reduce_max(lengths)
    return lambda time, x, state: _step(time, lengths, shortest, longest, zero_output, state, lambda: cell(x, state))


@export("nn.static_state_saving_rnn", "contrib.rnn.static_state_saving_rnn", "nn.state_saving_rnn")
@deprecated(None, "Please use `keras.layers.RNN(cell, stateful=True)`, which is equivalent to this API")
def static_state_saving_rnn(
    cell: Any, inputs: Any, state_saver: Any, state_name: Any, sequence_length: Any = None, scope: Any = None
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
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Runs one cell over a list of inputs forwards, and another backwards; 0.9 called it `tf.nn.bidirectional_rnn`.

    Args:
      cell_fw, cell_bw: the cells.
      initial_state_fw, initial_state_bw: their states to begin with; zeros by default.
      inputs, dtype, sequence_length, scope: see `tf.nn.static_rnn`.

    Returns:
      A list of outputs, those of both cells side by side, and both last states.
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
