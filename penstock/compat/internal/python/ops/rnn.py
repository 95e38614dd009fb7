"""Parts of which recurrent networks are made, as programs that wrote their own loops call them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock.graph import nest
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.rnn.steps import best_effort_input_batch_size, state_dtype, transpose_batch_time

__all__ = [
    "_best_effort_input_batch_size",
    "_infer_state_dtype",
    "_maybe_tensor_shape_from_tensor",
    "_reverse_seq",
    "_rnn_step",
    "_transpose_batch_time",
]

_transpose_batch_time = transpose_batch_time
_best_effort_input_batch_size = best_effort_input_batch_size


def _infer_state_dtype(explicit_dtype: Any, state: Any) -> Any:
    """The type that is given, or that of the state.

    Raises:
      ValueError: the state has tensors of several types.
    """
    return state_dtype(explicit_dtype, state)


def _maybe_tensor_shape_from_tensor(shape: Any) -> Any:
    """What is known of a shape that is a tensor; others as they are."""
    return as_shape(constant_value(shape)) if isinstance(shape, Tensor) else shape


def _reverse_seq(input_seq: Sequence[Any], lengths: TensorLike) -> list[Any]:
    """The steps of sequences in the opposite order, each sequence up to its length."""
    if lengths is None:
        return list(reversed(input_seq))
    flat = [nest.flatten(step) for step in input_seq]
    turned: list[list[Any]] = [[] for _ in input_seq]
    for steps in zip(*flat):
        shape = TensorShape([None] * steps[0].shape.ndims) if steps[0].shape.ndims is not None else TensorShape(None)
        for step in steps:
            shape = shape.merge_with(step.shape)
        found = tf.unstack(tf.reverse_sequence(tf.stack(steps), lengths, seq_axis=0, batch_axis=1))
        for place, step in zip(turned, found):
            step.set_shape(shape)
            place.append(step)
    return [nest.pack_sequence_as(step, parts) for step, parts in zip(input_seq, turned)]


def _rnn_step(
    time: Any,
    sequence_length: Any,
    min_sequence_length: Any,
    max_sequence_length: Any,
    zero_output: Any,
    state: Any,
    call_cell: Callable[[], tuple[Any, Any]],
    state_size: object,
    skip_conditionals: bool = False,
) -> tuple[Any, Any]:
    """A step of a network: sequences that have ended give zeros and keep their state.

    Args:
      time: the number of the step.
      sequence_length: the lengths of the sequences.
      min_sequence_length: the least of them.
      max_sequence_length: the greatest of them.
      zero_output: the output of a sequence that has ended.
      state: the state before.
      call_cell: calls the cell; gives output and state.
      state_size: accepted; the state tells it.
      skip_conditionals: whether to call the cell in every step.
    """
    before = [*nest.flatten(zero_output), *nest.flatten(state)]
    ended = time >= sequence_length

    def kept(old: TensorOrVariable, new: TensorLike) -> Any:
        if isinstance(old, tf.TensorArray) or old.shape.ndims == 0:
            return new
        return tf.where(ended, old, new)

    def called() -> list[Any]:
        output, new_state = call_cell()
        nest.assert_same_structure(zero_output, output)
        nest.assert_same_structure(state, new_state)
        return [*nest.flatten(output), *nest.flatten(new_state)]

    def some(after: list[Any]) -> list[Any]:
        return [kept(old, new) for old, new in zip(before, after)]

    def chosen() -> Any:
        after = called()
        return tf.cond(time < min_sequence_length, lambda: after, lambda: some(after))

    after = some(called()) if skip_conditionals else tf.cond(time >= max_sequence_length, lambda: before, chosen)
    for new, old in zip(after, before):
        if not isinstance(new, tf.TensorArray):
            new.set_shape(old.shape)
    cut = len(nest.flatten(zero_output))
    return nest.pack_sequence_as(zero_output, after[:cut]), nest.pack_sequence_as(state, after[cut:])
