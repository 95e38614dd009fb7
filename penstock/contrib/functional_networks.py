"""`contrib.recurrent`: recurrent networks as a pure function of weights, a state and inputs, with a gradient of one's own.

`Recurrent` is the loop, `functional_rnn` runs an `RNNCell` by it under `dynamic_rnn`'s interface. Inputs may be longer than
the longest sequence: steps behind it (or before it, if sequences end together) are not computed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable

_flatten, _pack = nest.flatten, nest.pack_sequence_as


def _at(struct: Any, t: Any) -> Any:
    return nest.map_structure(lambda x: find("gather")(x, t), struct)


def _with_shapes(values: list[Any], like: list[Any]) -> list[Any]:
    for value, template in zip(values, like, strict=True):
        value.set_shape(template.shape)
    return values


def _arrays(templates: list[Tensor], size: Any) -> list[Any]:
    return [find("TensorArray")(x.dtype.base_dtype, size=size, element_shape=x.shape) for x in templates]


def _whole(array: Any, template: Tensor, before: Any, after: Any) -> Tensor:
    """What an array has collected, with zeros for the steps that were not computed."""
    shape = find("shape")(template)
    around = [
        find("zeros")(find("concat")([[count], shape], axis=0), dtype=template.dtype.base_dtype)
        for count in (before, after)
    ]
    return find("concat")([around[0], array.stack(), around[1]], axis=0)


class _Steps:
    """Which steps are computed: from `start` up to `end`, of `length`."""

    def __init__(self, inputs: list[Tensor], max_input_length: Any, aligned_end: bool) -> None:
        self.length = find("shape")(inputs[0])[0]
        computed = self.length if max_input_length is None else find("cast")(max_input_length, "int32")
        self.count = computed
        self.start = self.length - computed if aligned_end else find("constant")(0)
        self.end = self.length if aligned_end else computed

    def whole(self, arrays: list[Any], templates: list[Tensor]) -> list[Tensor]:
        """Arrays as tensors over all steps."""
        after = self.length - self.end
        return [_whole(a, x, self.start, after) for a, x in zip(arrays, templates, strict=True)]


def _forward(
    cell_fn: Callable, theta: Any, state0: Any, inputs: TensorLike, extras: Any, steps: _Steps
) -> tuple[Any, ...]:
    """The flat accumulated states, final state and accumulated extras."""
    state, extra = _flatten(state0), _flatten(extras)

    def step(t: Any, state: Any, arrays: Any, extra_arrays: Any) -> tuple[Any, ...]:
        made, more = cell_fn(theta, _pack(state0, state), _at(inputs, t))
        new = _with_shapes(_flatten(made), state)
        place = t - steps.start
        arrays = [a.write(place, x) for a, x in zip(arrays, new, strict=True)]
        extra_arrays = [a.write(place, x) for a, x in zip(extra_arrays, _flatten(more), strict=True)]
        return t + 1, new, arrays, extra_arrays

    _, final, arrays, extra_arrays = find("while_loop")(
        lambda t, *_: t < steps.end,
        step,
        [steps.start, state, _arrays(state, steps.count), _arrays(extra, steps.count)],
    )
    return steps.whole(arrays, state), final, steps.whole(extra_arrays, extra)


def _backward(
    cell_grad: Callable, given: list[Any], acc_state: Any, acc_extras: Any, d_acc: Any, d_final: Any, steps: _Steps
) -> list[Any]:
    """The gradients of weights, initial state and inputs, flat, by the gradient of one step."""
    theta, state0, inputs = given
    flat_inputs = [x[0] for x in _flatten(inputs)]

    def before(t: TensorOrVariable) -> Any:
        last = _at(acc_state, find("maximum")(t - 1, 0))
        first = find("equal")(t, 0)
        return nest.map_structure(lambda a, b: find("cond")(first, lambda: b, lambda: a), last, state0)

    def step(t: Any, d_theta: Any, d_state: Any, arrays: Any) -> tuple[Any, ...]:
        d_state1 = [a + b for a, b in zip(_flatten(_at(d_acc, t)), d_state, strict=True)]
        state = before(t)
        inputs_t = _at(inputs, t)
        d = cell_grad(theta, state, inputs_t, _at(acc_extras, t), _pack(state0, d_state1))
        values = [
            [find("zeros_like")(x) if dx is None else dx for x, dx in zip(_flatten(xs), _flatten(dxs), strict=True)]
            for xs, dxs in zip((theta, state, inputs_t), d, strict=True)
        ]
        d_theta = _with_shapes([a + b for a, b in zip(d_theta, values[0], strict=True)], d_theta)
        arrays = [a.write(t - steps.start, x) for a, x in zip(arrays, values[2], strict=True)]
        return t - 1, d_theta, _with_shapes(values[1], d_state), arrays

    zeros = [find("zeros_like")(x) for x in _flatten(theta)]
    _, d_theta, d_state0, arrays = find("while_loop")(
        lambda t, *_: t >= steps.start,
        step,
        [steps.end - 1, zeros, _flatten(d_final), _arrays(flat_inputs, steps.count)],
    )
    return [*d_theta, *d_state0, *steps.whole(arrays, flat_inputs)]


def Recurrent(  # noqa: N802 - its name in 1.x
    theta: Any,
    state0: Any,
    inputs: Any,
    cell_fn: Callable,
    cell_grad: Callable | None = None,
    extras: Any = None,
    max_input_length: Any = None,
    use_tpu: bool = False,
    aligned_end: bool = False,
) -> tuple[Any, Any]:
    """Applies a function step by step to slices of its inputs along their first dimension.

    Args:
      theta: the weights, a structure of tensors.
      state0: the state before the first step.
      inputs: a structure of tensors.
      cell_fn: from the weights, a state and the inputs of a step to the next state and `extras`.
      cell_grad: from the weights, a state, the inputs of a step, its extras and the gradient of the next state to the
        gradients of the first three; by default, that of `cell_fn`.
      extras: tensors like those that `cell_fn` returns besides the state.
      max_input_length: how many steps are computed, by default all.
      use_tpu: accepted; the same is computed.
      aligned_end: whether the last steps are computed instead of the first.

    Returns:
      The states after each step, stacked, with zeros where nothing was computed; and the last state.
    """
    inputs = nest.map_structure(find("convert_to_tensor"), inputs)
    state0 = nest.map_structure(find("convert_to_tensor"), state0)
    theta = nest.map_structure(find("convert_to_tensor"), theta)
    if cell_grad is None and _one_step(inputs, max_input_length):
        state1, _ = cell_fn(theta, state0, nest.map_structure(lambda x: find("squeeze")(x, axis=0), inputs))
        return nest.map_structure(lambda x: find("expand_dims")(x, axis=0), state1), state1
    if extras is None:
        extras = cell_fn(theta, state0, _at(inputs, 0))[1]
    if cell_grad is None:
        steps = _Steps(_flatten(inputs), max_input_length, aligned_end)
        acc, final, _ = _forward(cell_fn, theta, state0, inputs, extras, steps)
        return _pack(state0, acc), _pack(state0, final)
    own_gradient = cell_grad

    @find("custom_gradient")
    def compute(*flat: Any) -> Any:
        given = _pack([theta, state0, inputs], list(flat))
        steps = _Steps(_flatten(given[2]), max_input_length, aligned_end)
        acc, final, acc_extras = _forward(cell_fn, given[0], given[1], given[2], extras, steps)

        def gradient(*d: Any) -> list[Any]:
            d_acc, d_final = (_pack(state0, list(part)) for part in (d[: len(acc)], d[len(acc) :]))
            states, more = _pack(state0, acc), _pack(extras, acc_extras)
            return _backward(own_gradient, given, states, more, d_acc, d_final, steps)

        return [*acc, *final], gradient

    made = compute(*_flatten([theta, state0, inputs]))
    half = len(made) // 2
    return _pack(state0, made[:half]), _pack(state0, made[half:])


def _one_step(inputs: NestedTensors, max_input_length: Any) -> bool:
    if max_input_length is not None and not isinstance(max_input_length, Tensor):
        return bool(max_input_length == 1)
    if max_input_length is None:
        return False
    return all(x.shape.dims is not None and x.shape[0].value == 1 for x in _flatten(inputs))


def functional_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state: Any = None,
    dtype: Any = None,
    time_major: bool = False,
    scope: Any = None,
    use_tpu: bool = False,
    reverse: bool = False,
) -> tuple[Tensor, Any]:
    """Runs a cell over sequences: the interface of `tf.nn.dynamic_rnn`.

    Args:
      cell: an `RNNCell`.
      inputs: a tensor of shape [batch, time, depth].
      sequence_length: the lengths of the sequences; outputs behind them are zero.
      initial_state: the state before the first step, by default zeros.
      dtype: the type of these zeros.
      time_major: whether time is the first dimension of `inputs` and of the outputs.
      scope: the variable scope, by default 'rnn'.
      use_tpu: accepted; the same is computed.
      reverse: whether to go from the end to the beginning.

    Returns:
      The outputs of all steps and the last state.
    """
    with find("variable_scope")(scope or "rnn"):
        if not time_major:
            inputs = nest.map_structure(lambda t: find("transpose")(t, [1, 0, 2]), inputs)
        flat = _flatten(inputs)
        if initial_state is None:
            initial_state = cell.zero_state(find("shape")(flat[0])[1], dtype)
        first = nest.map_structure(lambda x: find("stop_gradient")(find("gather")(x, 0)), inputs)
        output, _ = cell(first, initial_state)  # makes the variables, and tells the shape of an output
        scope_inside = find("get_variable_scope")()
    if sequence_length is not None:
        sequence_length = find("convert_to_tensor")(sequence_length)
    longest = None if sequence_length is None else find("reduce_max")(sequence_length)
    if reverse:
        inputs = find("reverse")(inputs, [0])

    def step(theta: Any, state: Any, inputs_t: Any) -> tuple[Any, Any]:
        _with_shapes(_flatten(inputs_t), _flatten(first))
        with find("variable_scope")(scope_inside, reuse=True):
            made, new = cell(inputs_t, state[1])
        return [made, new], []

    start = [find("zeros_like")(output), initial_state]
    (outputs, states), (_, final) = Recurrent([], start, inputs, step, None, [], longest, use_tpu, reverse)
    if sequence_length is not None and not reverse:
        places = find("transpose")(find("one_hot")(sequence_length - 1, find("shape")(flat[0])[0]))
        final = nest.map_structure(
            lambda x: find("reduce_sum")(find("expand_dims")(find("cast")(places, x.dtype), -1) * x, 0), states
        )
    if reverse:
        outputs = find("reverse")(outputs, [0])
    outputs = find("transpose")(outputs, [1, 0, 2])
    outputs.set_shape([output.shape[0], flat[0].shape[0], output.shape[1]])
    if sequence_length is not None:
        kept = find("sequence_mask")(sequence_length, find("shape")(outputs)[1], outputs.dtype)
        outputs = find("expand_dims")(kept, -1) * outputs
    _with_shapes(_flatten(final), _flatten(initial_state))
    return (find("transpose")(outputs, [1, 0, 2]) if time_major else outputs), final


def bidirectional_functional_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    time_major: bool = False,
    use_tpu: bool = False,
    fast_reverse: bool = False,
    scope: Any = None,
) -> tuple[tuple[Tensor, Tensor], tuple[Any, Any]]:
    """Runs one cell forward and one backward: the interface of `tf.nn.bidirectional_dynamic_rnn`.

    Args:
      cell_fw: the cell that goes forward.
      cell_bw: the cell that goes backward.
      inputs: a tensor of shape [batch, time, depth].
      initial_state_fw: the first state of `cell_fw`, by default zeros.
      initial_state_bw: the first state of `cell_bw`, by default zeros.
      dtype: the type of these zeros.
      sequence_length: the lengths of the sequences.
      time_major: whether time is the first dimension.
      use_tpu: sequences cannot be reversed without their lengths then, as on a TPU.
      fast_reverse: whether to reverse all of the inputs instead of each sequence, for sequences of one length.
      scope: the variable scope, by default 'bidirectional_rnn'.

    Returns:
      The pair of outputs and the pair of last states.
    """
    time, batch = (0, 1) if time_major else (1, 0)

    def reversed_(x: Tensor) -> Tensor:
        if sequence_length is not None:
            return find("reverse_sequence")(x, sequence_length, seq_axis=time, batch_axis=batch)
        assert not use_tpu, "Bidirectional with variable sequence lengths unsupported on TPU"
        return find("reverse")(x, axis=[time])

    common = {"dtype": dtype, "time_major": time_major, "use_tpu": use_tpu}
    with find("variable_scope")(scope or "bidirectional_rnn"):
        with find("variable_scope")("fw") as inside:
            output_fw, state_fw = functional_rnn(
                cell_fw, inputs, sequence_length, initial_state_fw, scope=inside, **common
            )
        with find("variable_scope")("bw") as inside:
            given = inputs if fast_reverse else reversed_(inputs)
            output_bw, state_bw = functional_rnn(
                cell_bw, given, sequence_length, initial_state_bw, scope=inside, reverse=fast_reverse, **common
            )
    return (output_fw, output_bw if fast_reverse else reversed_(output_bw)), (state_fw, state_bw)
