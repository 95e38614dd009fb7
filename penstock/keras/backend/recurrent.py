"""`K.rnn`: a step function over the times of a sequence, unrolled or as a loop, with masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.keras.backend.arrays import reverse

_NO_STATES = (
    "No initial states provided! When using masking in an RNN, you should provide initial states (and your step function "
    "should return as its first state at time `t` the output at time `t-1`)."
)


def _swap_batch_and_time(x: TensorOrVariable) -> Tensor:
    axes = list(range(len(x.shape)))
    axes[0], axes[1] = 1, 0
    return tf.transpose(x, axes)


def _widened(mask: TensorOrVariable, like: Any, fixed: int = 1) -> Tensor:
    """A mask repeated to the shape of `like`; its first `fixed` axes are there already."""
    for _ in range(len(like.shape) - len(mask.shape)):
        mask = tf.expand_dims(mask, -1)
    return tf.tile(mask, [1] * fixed + like.shape.as_list()[fixed:])


def _chosen(mask: TensorOrVariable, new: Any, old: Any, fixed: int = 1) -> Tensor:
    return tf.where(_widened(mask, new, fixed), new, old)


@export("keras.backend.rnn")
def rnn(
    step_function: Callable,
    inputs: Any,
    initial_states: Any,
    go_backwards: bool = False,
    mask: Any = None,
    constants: Sequence[Any] | None = None,
    unroll: bool = False,
    input_length: Any = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
) -> tuple[Any, Any, Any]:
    """Calls a step function for each time of sequences.

    Args:
      step_function: takes the inputs of one time and a list of states and constants; returns the outputs and new states.
      inputs: a tensor, or a structure of them: batch, time, and more.
      initial_states: the states at the beginning.
      go_backwards: whether the sequences are read from their ends.
      mask: batch and time; where it is zero, states stay as they are, and the output is repeated.
      constants: further inputs of the step, the same at all times.
      unroll: whether the steps stand one after another in the graph, instead of in a loop.
      input_length: the largest number of times.
      time_major: whether inputs and outputs have the time as their first axis.
      zero_output_for_mask: whether outputs are zero where the mask is.

    Returns:
      The last outputs, all outputs, and the states at the end.

    Raises:
      ValueError: the number of times is not known and `unroll` is set, or there is a mask and no state.

    >>> from penstock.keras import backend as K
    >>> x = K.constant([[[1.0], [2.0], [3.0]]])
    >>> last, outputs, states = K.rnn(lambda x, states: (x + states[0], [x + states[0]]), x, [K.constant([[0.0]])])
    >>> K.eval(outputs).ravel()
    array([1., 3., 6.], dtype=float32)
    """
    if not time_major:
        inputs = nest.map_structure(_swap_batch_and_time, inputs)
    flat_inputs = nest.flatten(inputs)
    times, batch = flat_inputs[0].shape[0], flat_inputs[0].shape[1]
    number_of_times = tf.shape(flat_inputs[0])[0]
    for x in flat_inputs:
        x.shape.with_rank_at_least(3)
    if mask is not None:
        if mask.dtype != dtypes.bool:
            mask = tf.cast(mask, dtypes.bool)
        if len(mask.shape) == 2:
            mask = tf.expand_dims(mask, -1)
        if not time_major:
            mask = _swap_batch_and_time(mask)
    constants = [] if constants is None else constants

    def step(x: TensorLike, states: Sequence[Any]) -> tuple[Any, Any]:
        return step_function(x, tuple(states) + tuple(constants))

    if unroll:
        if not times:
            raise ValueError("Unrolling requires a fixed number of timesteps.")
        last, outputs, states = _unrolled(
            step, inputs, initial_states, int(times), go_backwards, mask, zero_output_for_mask
        )
    else:
        last, outputs, states = _looped(
            step, inputs, initial_states, number_of_times, go_backwards, mask, input_length, zero_output_for_mask
        )

    def with_shape(x: TensorLike) -> Any:
        if isinstance(x, Tensor):
            x.set_shape([times, batch, *x.shape.as_list()[2:]])
        return x

    outputs = nest.map_structure(with_shape, outputs)
    if not time_major:
        outputs = nest.map_structure(_swap_batch_and_time, outputs)
    return last, outputs, states


def _unrolled(
    step: Callable,
    inputs: TensorOrVariable,
    initial_states: Sequence[Any],
    times: int,
    backwards: bool,
    mask: TensorOrVariable,
    zero_output: bool,
) -> tuple[Any, Any, Any]:
    def over_time(x: TensorLike) -> list[Any]:
        parts = tf.unstack(x)
        return parts[::-1] if backwards else parts

    if nest.is_sequence(inputs):
        parts = [over_time(x) for x in nest.flatten(inputs)]
    else:
        parts = [over_time(inputs)]
    states: Any = tuple(initial_states)
    outputs: list[Any] = []
    masks = None if mask is None else over_time(mask)
    for time in range(times):
        output, new_states = step(nest.pack_sequence_as(inputs, [x[time] for x in parts]), states)
        if masks is None:
            states = new_states
        else:
            wide = _widened(masks[time], output)
            output = tf.where(wide, output, outputs[-1] if outputs else tf.zeros_like(output))
            states = [_chosen(masks[time], new, old) for old, new in zip(states, new_states)]
        outputs.append(output)
    last, joined = outputs[-1], tf.stack(outputs)
    if masks is not None and zero_output:
        last = _chosen(masks[-1], last, tf.zeros_like(last))
        joined = _chosen(mask, joined, tf.zeros_like(joined), fixed=2)
    return last, joined, states


def _looped(
    step: Callable,
    inputs: NestedTensors,
    initial_states: Sequence[Any],
    times: Any,
    backwards: bool,
    mask: TensorLike,
    input_length: TensorLike,
    zero_output: bool,
) -> tuple[Any, Any, Any]:
    states = tuple(initial_states)
    flat_inputs = nest.flatten(inputs)
    arrays = [
        tf.TensorArray(dtype=x.dtype, size=times, tensor_array_name=f"input_ta_{i}") for i, x in enumerate(flat_inputs)
    ]
    arrays = [a.unstack(reverse(x, 0) if backwards else x) for a, x in zip(arrays, flat_inputs)]
    # One step outside of the loop tells what comes out of a step.
    first, _ = step(nest.pack_sequence_as(inputs, [x[0] for x in flat_inputs]), states)
    results = tuple(
        tf.TensorArray(dtype=x.dtype, size=times, element_shape=x.shape, tensor_array_name=f"output_ta_{i}")
        for i, x in enumerate(nest.flatten(first))
    )
    start = tf.constant(0, dtype="int32", name="time")
    masks: Any = None
    zeros: tuple = ()
    if mask is not None:
        if not states:
            raise ValueError(_NO_STATES)
        if backwards:
            mask = reverse(mask, 0)
        masks = tf.TensorArray(dtype=dtypes.bool, size=times, tensor_array_name="mask_ta").unstack(mask)
        zeros = tuple(tf.zeros_like(x) for x in nest.flatten(first))

    def known_shapes(old: list[Any], new: list[Any]) -> None:
        for old_state, new_state in zip(old, new):
            if isinstance(new_state, Tensor):
                new_state.set_shape(old_state.shape)

    def masked(time: Any, written: Any, before: Any, *states: Any) -> tuple:
        x = nest.pack_sequence_as(inputs, [a.read(time) for a in arrays])
        now = masks.read(time)
        output, new_states = step(x, states)
        flat = nest.flatten(output)
        instead = zeros if zero_output else nest.flatten(before)
        wide = [_widened(now, o) for o in flat]
        chosen = tuple(tf.where(w, o, i) for w, o, i in zip(wide, flat, instead))
        old, new = nest.flatten(states), nest.flatten(new_states)
        known_shapes(old, new)
        wide = [_widened(now, s) for s in old]
        final = [tf.where(w, n, o) for w, n, o in zip(wide, new, old)]
        written = tuple(a.write(time, o) for a, o in zip(written, chosen))
        return (time + 1, written, chosen, *nest.pack_sequence_as(new_states, final))

    def unmasked(time: Any, written: Any, *states: Any) -> tuple:
        x = nest.pack_sequence_as(inputs, [a.read(time) for a in arrays])
        output, new_states = step(x, states)
        old, new = nest.flatten(states), nest.flatten(new_states)
        known_shapes(old, new)
        written = tuple(a.write(time, o) for a, o in zip(written, nest.flatten(output)))
        return (time + 1, written, *nest.pack_sequence_as(initial_states, new))

    carried = (start, results, zeros) if masks is not None else (start, results)
    final = tf.while_loop(
        body=masked if masks is not None else unmasked,
        loop_vars=carried + states,
        cond=lambda time, *_: time < times,
        maximum_iterations=input_length,
        parallel_iterations=32,
        swap_memory=True,
    )
    outputs = [a.stack() for a in final[1]]
    last = nest.pack_sequence_as(first, [x[-1] for x in outputs])
    return last, nest.pack_sequence_as(first, outputs), final[len(carried) :]
