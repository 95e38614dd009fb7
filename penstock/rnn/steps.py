"""Steps of recurrent networks: initial states, a call of the cell, and rows whose sequence has ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.graph import get_default_graph
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.ops.control.tensor_array import TensorArray
from penstock.ops.state.variable_scope_defaults import VariableScope

if TYPE_CHECKING:
    from penstock.rnn.cell_base import RNNCell

# -- shapes and types -----------------------------------------------------------------------------------------------------


@export("contrib.rnn.transpose_batch_time")
def transpose_batch_time(x: Tensor) -> Tensor:
    """Exchanges the first two axes; tensors of a rank below 2 stay as they are.

    >>> import penstock as tf
    >>> tf.contrib.rnn.transpose_batch_time(tf.zeros([2, 5, 3])).shape.as_list()
    [5, 2, 3]
    """
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
    """The size of the batch of inputs `[time, batch, ...]`: a number if it is known, else a tensor.

    >>> import penstock as tf
    >>> tf.contrib.rnn.best_effort_input_batch_size([tf.zeros([5, 2, 3])])
    2
    >>> tf.contrib.rnn.best_effort_input_batch_size([tf.placeholder(tf.float32, [5, None, 3])]).shape.as_list()
    []
    """
    for tensor in flat_input:
        if tensor.shape.ndims is None:
            continue
        if tensor.shape.ndims < 2:
            raise ValueError(f"Expected input tensor {tensor} to have rank at least 2")
        size = tensor.shape.as_list()[1]
        if size is not None:
            return size
    return tf.shape(flat_input[0])[1]


def state_dtype(given: object, state: Any) -> Any:
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


def initial_state_for(cell: RNNCell, batch_size: TensorLike, dtype: DTypeLike) -> Any:
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


def unrolled_step(
    time: object,
    lengths: Tensor,
    shortest: Tensor,
    longest: Tensor,
    zero_output: Any,
    state: NestedTensors,
    call: Callable,
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


def selected_step(
    time: Tensor, lengths: Tensor, zero_output: Any, state: NestedTensors, call: Callable
) -> tuple[Any, Any]:
    """One step of a loop, which ends with the longest row."""
    finished = time >= lengths
    output, new = _called(call, zero_output, state)
    old = nest.flatten(zero_output) + nest.flatten(state)
    new = nest.flatten(output) + nest.flatten(new)
    return _packed([kept(finished, a, b) for a, b in zip(old, new, strict=True)], zero_output, state)


def _called(call: Callable, zero_output: Any, state: NestedTensors) -> tuple[Any, Any]:
    output, new = call()
    nest.assert_same_structure(zero_output, output)
    nest.assert_same_structure(state, new)
    return output, new


def _packed(flat: list[Any], zero_output: Any, state: NestedTensors) -> tuple[Any, Any]:
    like = nest.flatten(zero_output) + nest.flatten(state)
    for value, model in zip(flat, like, strict=True):
        if not isinstance(value, TensorArray):
            value.set_shape(model.shape)
    n = len(nest.flatten(zero_output))
    return nest.pack_sequence_as(zero_output, flat[:n]), nest.pack_sequence_as(state, flat[n:])
