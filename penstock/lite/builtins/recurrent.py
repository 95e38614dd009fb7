"""Recurrent operators: cells, and whole sequences as loops.

Their state is in variables of the file, which a run reads and replaces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock.lite.builtins import _ACTIVATIONS, Node, register

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _activation(number: int) -> Callable:
    return _ACTIVATIONS[number] or (lambda x: x)


def _weights(node: Node, i: int) -> Any:
    """Weights as real numbers; None where there are none."""
    w = node.input(i)
    if w is not None and node.sources[i].integer:
        return tf.cast(w, tf.float32) * node.sources[i].q.scale
    return w


def _along_time(
    node: Node, step: Callable, x: Any, states: list[Any], backwards: bool = False, time_major: bool = True
) -> tuple[Any, Any]:
    """The outputs of each time, and the last states; `step(x, *states)` gives an output and the states."""
    if not time_major:
        x = tf.transpose(x, [1, 0, 2])
    length = int(x.shape[0])
    first = step(x[0], *states)[0] if length else None
    if first is None:
        raise RuntimeError(f"{node.name}: there are no times.")

    def body(t: Any, outputs: Any, *now: Any) -> tuple[Any, ...]:
        place = length - 1 - t if backwards else t
        found, *after = step(tf.gather(x, place), *now)
        return (t + 1, outputs.write(place, found), *after)

    outputs = tf.TensorArray(first.dtype, length, element_shape=first.shape)
    _, outputs, *last = tf.while_loop(lambda t, *_: t < length, body, (0, outputs, *states))
    stacked = outputs.stack()
    stacked.set_shape([length, *first.shape.as_list()])
    return (stacked if time_major else tf.transpose(stacked, [1, 0, 2])), last


# ---- the simple cell ----


def _simple(node: Node, first: int, activation: int) -> Callable:
    w, recurrent, bias = _weights(node, first), _weights(node, first + 1), node.input(first + 2)

    def step(x: Any, h: Any) -> tuple[Any, Any]:
        y = tf.matmul(x, w, transpose_b=True) + tf.matmul(h, recurrent, transpose_b=True) + bias
        y = _activation(activation)(y)
        return y, y

    return step


@register("RNN")
def _rnn(node: Node) -> Any:
    y, node.state[4] = _simple(node, 1, node.option("activation"))(node.inputs[0], node.inputs[4])
    return y


@register("UNIDIRECTIONAL_SEQUENCE_RNN")
def _sequence_rnn(node: Node) -> Any:
    step = _simple(node, 1, node.option("activation"))
    y, (node.state[4],) = _along_time(
        node, step, node.inputs[0], [node.inputs[4]], time_major=node.option("time_major")
    )
    return y


@register("BIDIRECTIONAL_SEQUENCE_RNN")
def _bidirectional_rnn(node: Node) -> Any:
    x, major, kind = node.inputs[0], node.option("time_major"), node.option("activation")
    if node.input(9) is not None:
        raise RuntimeError("BIDIRECTIONAL_SEQUENCE_RNN: auxiliary inputs are not supported.")
    forward, (node.state[4],) = _along_time(node, _simple(node, 1, kind), x, [node.inputs[4]], time_major=major)
    backward, (node.state[8],) = _along_time(node, _simple(node, 5, kind), x, [node.inputs[8]], True, major)
    return tf.concat([forward, backward], -1) if node.option("merge_outputs") else (forward, backward)


# ---- LSTM ----


def _clipped(x: Any, bound: float) -> Any:
    return tf.clip_by_value(x, -np.float32(bound), np.float32(bound)) if bound > 0 else x


def _lstm(node: Node, first: int, norms: int = 0) -> Callable:
    """A step of the full LSTM, whose weights begin at input `first`.

    They are four for the input, four for the last output, three peepholes, four biases, the projection and its bias; from input
    `norms` on, the factors of layer normalization.
    """
    names = "i f c o".split()
    of_input = dict(zip(names, (_weights(node, first + k) for k in range(4))))
    of_output = dict(zip(names, (_weights(node, first + 4 + k) for k in range(4))))
    peephole = dict(zip("ifo", (_weights(node, first + 8 + k) for k in range(3))))
    bias = dict(zip(names, (node.input(first + 11 + k) for k in range(4))))
    projection, projection_bias = _weights(node, first + 15), node.input(first + 16)
    factors = dict(zip(names, (node.input(norms + k) for k in range(4)))) if norms else {}
    activation = _activation(node.option("activation"))
    coupled = of_input["i"] is None

    def gate(name: str, x: Any, h: Any, c: Any) -> Any:
        y = tf.matmul(x, of_input[name], transpose_b=True) + tf.matmul(h, of_output[name], transpose_b=True)
        if peephole.get(name) is not None:
            y += c * peephole[name]
        if factors.get(name) is not None:
            mean, variance = tf.nn.moments(y, [1], keepdims=True)
            y = (y - mean) * tf.rsqrt(variance + np.float32(1e-8)) * factors[name]
        return y + bias[name]

    def step(x: Any, h: Any, c: Any) -> tuple[Any, Any, Any]:
        forget = tf.sigmoid(gate("f", x, h, c))
        let_in = 1 - forget if coupled else tf.sigmoid(gate("i", x, h, c))
        c = _clipped(forget * c + let_in * activation(gate("c", x, h, c)), node.option("cell_clip"))
        out = tf.sigmoid(gate("o", x, h, c)) * activation(c)
        if projection is not None:
            out = tf.matmul(out, projection, transpose_b=True)
            out = out if projection_bias is None else out + projection_bias
            out = _clipped(out, node.option("proj_clip"))
        return out, out, c

    return step


def _norms(node: Node) -> int:
    return 20 if len(node.inputs) == 24 and node.inputs[21] is not None else 0


def _basic_lstm(node: Node) -> tuple[Any, Any, Tensor, Tensor]:
    """The cell of one product: its gates are the input's, the new values', the forgetting's and the output's."""
    x, h, w, bias, c = node.inputs
    products = tf.matmul(tf.concat([x, h], 1), w, transpose_b=True) + bias
    let_in, new, forget, out = tf.split(products, 4, 1)
    c = tf.sigmoid(let_in) * tf.tanh(new) + tf.sigmoid(forget) * c
    h = tf.sigmoid(out) * tf.tanh(c)
    return h, c, tf.concat([x, node.inputs[1]], 1), products


@register("LSTM")
def _lstm_cell(node: Node) -> Any:
    if node.option("kernel_type"):
        return _basic_lstm(node)
    out, node.state[18], node.state[19] = _lstm(node, 1, _norms(node))(node.inputs[0], node.inputs[18], node.inputs[19])
    return out


@register("UNIDIRECTIONAL_SEQUENCE_LSTM")
def _sequence_lstm(node: Node) -> Any:
    step, states = _lstm(node, 1, _norms(node)), node.inputs[18:20]
    y, last = _along_time(node, step, node.inputs[0], states, time_major=node.option("time_major"))
    node.state[18], node.state[19] = last
    return y


@register("BIDIRECTIONAL_SEQUENCE_LSTM")
def _bidirectional_lstm(node: Node) -> Any:
    if len(node.inputs) > 39 and any(x is not None for x in node.inputs[39:]):
        raise RuntimeError("BIDIRECTIONAL_SEQUENCE_LSTM: auxiliary inputs are not supported.")
    x, major = node.inputs[0], node.option("time_major", True)
    forward, (node.state[35], node.state[36]) = _along_time(
        node, _lstm(node, 1), x, node.inputs[35:37], time_major=major
    )
    backward, (node.state[37], node.state[38]) = _along_time(node, _lstm(node, 18), x, node.inputs[37:39], True, major)
    return tf.concat([forward, backward], -1) if node.option("merge_outputs") else (forward, backward)


@register("SVDF")
def _svdf(node: Node) -> Any:
    x, by_feature, by_time, bias, state = node.inputs
    rank = node.option("rank")
    by_feature, by_time = _weights(node, 1), _weights(node, 2)
    filters, memory = (int(n) for n in by_time.shape)
    batch = int(x.shape[0])
    past = tf.reshape(state, [batch, filters, memory])
    new = tf.matmul(x, by_feature, transpose_b=True)
    past = tf.concat([past[:, :, 1:], new[:, :, tf.newaxis]], 2)
    sums = tf.reduce_sum(tf.reshape(tf.reduce_sum(past * by_time, 2), [batch, filters // rank, rank]), 2)
    node.state[4] = tf.reshape(past, state.shape)
    return _activation(node.option("activation"))(sums if bias is None else sums + bias)
