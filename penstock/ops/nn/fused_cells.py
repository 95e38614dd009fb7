"""Recurrent cells as one operation: `LSTMBlockCell`, `GRUBlockCell`, and `BlockLSTM`, which runs a whole sequence.

Gates stand side by side in the order i, c, f, o (1.15 calls it ICFO); `BlockLSTMV2` has i, f, c, o and no forget bias.
Gradients ignore the clipping of the memory, as 1.15's do. A sequence is one loop (`ops/backend/scan.py`); the gradients of its
weights are one product after it, not one for each step.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import penstock as tf
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.inference import Context
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import blas
from penstock.ops.backend.scan import scan

# Where the gates i, c, f and o are.
ICFO, IFCO = (0, 1, 2, 3), (0, 2, 1, 3)


class _Cell(NamedTuple):
    """What is the same in all steps of an LSTM."""

    w: Any
    wci: Any
    wcf: Any
    wco: Any
    b: Any
    peephole: bool
    order: tuple[int, ...]
    bias: float = 0.0
    clip: float = -1.0


def _sigmoid(xp: ModuleType, x: Array) -> Any:
    return 1 / (1 + xp.exp(-x))


def _forward(xp: ModuleType, cell: _Cell, x: Array | None, c_before: Any, h_before: Any) -> tuple[Any, ...]:
    """i, cs, f, o, ci, co, h of one step."""
    units = c_before.shape[1]
    gates = blas.product(xp, xp.concatenate([x, h_before], 1), cell.w) + cell.b
    i, ci, f, o = (gates[:, k * units : (k + 1) * units] for k in cell.order)
    f = f + cell.bias
    if cell.peephole:
        i, f = i + c_before * cell.wci, f + c_before * cell.wcf
    i, f, ci = _sigmoid(xp, i), _sigmoid(xp, f), xp.tanh(ci)
    cs = ci * i + f * c_before
    if cell.clip > 0:
        cs = xp.clip(cs, -cell.clip, cell.clip)
    co = xp.tanh(cs)
    o = _sigmoid(xp, o + cs * cell.wco if cell.peephole else o)
    return i, cs, f, o, ci, co, o * co


def _backward(xp: ModuleType, cell: _Cell, kept: tuple, c_before: Any, dcs: Any, dh: Array) -> tuple[Any, Any, tuple]:
    """The gradients of the memory before, of the gates, and i, f and o's alone, from those of the memory and the output."""
    i, f, o, ci, co = kept
    do = o * (1 - o) * dh * co
    dcs = (1 - co * co) * dh * o + dcs
    if cell.peephole:
        dcs = dcs + do * cell.wco
    dci = (1 - ci * ci) * dcs * i
    df = f * (1 - f) * dcs * c_before
    di = i * (1 - i) * dcs * ci
    before = dcs * f
    if cell.peephole:
        before = before + di * cell.wci + df * cell.wcf
    parts = [di, dci, df, do]
    gates = xp.concatenate([parts[cell.order.index(k)] for k in range(4)], 1)
    return before, gates, (di, df, do)


def _check(x: Any, c: Any, h: Any, w: Any, b: Array) -> None:
    """InvalidArgumentError unless shapes fit."""
    batch, depth = x.shape[-2:]
    units = c.shape[-1]
    for name, value, wanted in (
        ("cs_prev", c, (batch, units)),
        ("h_prev", h, (batch, units)),
        ("w", w, (depth + units, 4 * units)),
        ("b", b, (4 * units,)),
    ):
        if value.shape != wanted:
            raise errors.InvalidArgumentError(None, None, f"{name} must have the shape {wanted}, not {value.shape}")


def _like_memory(c: Context) -> list[TensorShape]:
    """All have a row for each of `x` and a column for each of the memory."""
    (batch, _), (_, units) = rule.with_ranks(c, 2, 2)
    return [TensorShape([batch, units])] * len(c.op._outputs)


@op("LSTMBlockCell", shape=_like_memory)
def _lstm_block_cell(xp, x, cs_prev, h_prev, w, wci, wcf, wco, b, *, forget_bias, cell_clip, use_peephole):
    _check(x, cs_prev, h_prev, w, b)
    cell = _Cell(w, wci, wcf, wco, b, use_peephole, ICFO, forget_bias, cell_clip)
    return tuple(part.astype(x.dtype) for part in _forward(xp, cell, x, cs_prev, h_prev))


def _cell_grad_shapes(c: Context) -> list[TensorShape]:
    (batch, _), (_, units) = rule.with_ranks(c, 2, 2)
    peephole = TensorShape([units])
    gates = TensorShape([batch, None if units is None else 4 * units])
    return [TensorShape([batch, units]), gates, peephole, peephole, peephole]


@op("LSTMBlockCellGrad", shape=_cell_grad_shapes)
def _lstm_block_cell_grad(
    xp, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, cs_grad, h_grad, *, use_peephole
):
    _check(x, cs_prev, h_prev, w, b)
    cell = _Cell(w, wci, wcf, wco, b, use_peephole, ICFO)
    before, gates, (di, df, do) = _backward(xp, cell, (i, f, o, ci, co), cs_prev, cs_grad, h_grad)
    peepholes = [xp.zeros_like(wci)] * 3
    if use_peephole:
        peepholes = [(di * cs_prev).sum(0), (df * cs_prev).sum(0), (do * cs).sum(0)]
    return before, gates, *peepholes


@gradient("LSTMBlockCell")
def _grad_of_lstm_block_cell(op, *grads):
    x, c, h, w, wci, wcf, wco, b = op.inputs
    i, cs, f, o, ci, co, _ = op.outputs
    depth, units = x.shape.with_rank(2).as_list()[1], c.shape.with_rank(2).as_list()[1]
    if depth is None or units is None:
        raise ValueError("The sizes of `x` and `cs_prev` should not be None.")
    dc, gates, dwci, dwcf, dwco = apply(
        "LSTMBlockCellGrad",
        **{"x": x, "cs_prev": c, "h_prev": h, "w": w, "wci": wci, "wcf": wcf, "wco": wco, "b": b},
        **{"i": i, "cs": cs, "f": f, "o": o, "ci": ci, "co": co},
        cs_grad=_or_zeros(grads[1], cs),
        h_grad=_or_zeros(grads[6], op.outputs[6]),
        use_peephole=op.get_attr("use_peephole"),
    )
    both = tf.matmul(gates, w, transpose_b=True)
    dw = tf.matmul(tf.concat([x, h], 1), gates, transpose_a=True)
    return both[:, :depth], dc, both[:, depth:], dw, dwci, dwcf, dwco, tf.reduce_sum(gates, 0)


def _or_zeros(grad: TensorLike, like: Any) -> Any:
    return tf.zeros_like(like) if grad is None else grad


# -- sequences ------------------------------------------------------------------------------------------------------------


def _sequence_shapes(c: Context) -> list[TensorShape]:
    length, batch, _ = rule.with_rank(c.shape(1), 3).as_list()
    (gates,) = rule.with_rank(c.shape(8), 1).as_list()
    return [TensorShape([length, batch, rule.divided(gates, 4)])] * 7


def _inside(xp: ModuleType, count: Any, length: int) -> Any:
    return (xp.arange(length) < count)[:, None, None]


def _run(xp: ModuleType, cell: _Cell, count: Array, x: Array, c: Array, h: Array) -> tuple[Any, ...]:
    """All steps; what comes after the first `count` is 0."""
    if x.ndim != 3:
        raise errors.InvalidArgumentError(None, None, f"x must be 3D, not of shape {x.shape}")
    _check(x, c, h, cell.w, cell.b)
    length = x.shape[0]
    if not length:
        return tuple(xp.zeros((0, *c.shape), x.dtype) for _ in range(7))

    def step(carry: tuple, row: tuple) -> tuple:
        made = tuple(part.astype(x.dtype) for part in _forward(xp, cell, row[0], *carry))
        return (made[1], made[6]), made

    _, made = scan(xp, step, (c, h), (x,), length)
    inside = _inside(xp, count, length)
    return tuple(xp.where(inside, part, part.dtype.type(0)) for part in made)


def _check_peepholes(c: Array, *weights: Array) -> None:
    for name, given in zip(("wci", "wcf", "wco"), weights):
        if given.ndim == 1 and given.shape != c.shape[1:]:
            raise errors.invalid(f"{name}.dim_size(0) != cell_size: {given.shape[0]} vs. {c.shape[1]}")


@op("BlockLSTM", shape=_sequence_shapes)
def _block_lstm(xp, seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, *, forget_bias, cell_clip, use_peephole):
    _check_peepholes(cs_prev, wci, wcf, wco)
    cell = _Cell(w, wci, wcf, wco, b, use_peephole, ICFO, forget_bias, cell_clip)
    return _run(xp, cell, seq_len_max, x, cs_prev, h_prev)


@op("BlockLSTMV2", shape=_sequence_shapes)
def _block_lstm_v2(xp, seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, *, cell_clip, use_peephole):
    cell = _Cell(w, wci, wcf, wco, b, use_peephole, IFCO, 0.0, cell_clip)
    return _run(xp, cell, seq_len_max, x, cs_prev, h_prev)


def _run_back(
    xp: ModuleType, cell: _Cell, count: Array, x: Array, c: Array, h: Array, kept: tuple, dcs: Any, dh: Array
) -> tuple:
    """Gradients of x, the first memory and output, and the weights."""
    i, cs, f, o, ci, co, hs = kept
    length, batch, depth = x.shape
    if not length:
        zeros = [xp.zeros_like(part) for part in (x, c, h, cell.w, cell.wci, cell.wcf, cell.wco, cell.b)]
        return tuple(zeros)
    inside = _inside(xp, count, length)
    c_before = xp.concatenate([c[None], cs[:-1]])
    h_before = xp.concatenate([h[None], hs[:-1]])

    def step(carry: tuple, row: tuple) -> tuple:
        dc, dh_next = carry
        i, f, o, ci, co, c_before, dcs_now, dh_now, within = row
        before, gates, (di, df, do) = _backward(xp, cell, (i, f, o, ci, co), c_before, dcs_now + dc, dh_now + dh_next)
        gates = xp.where(within, gates, gates.dtype.type(0))
        both = blas.product(xp, gates, cell.w.T)
        following = xp.where(within, before, dc), xp.where(within, both[:, depth:], dh_next)
        return following, (gates, both[:, :depth], di, df, do)

    rows = (i, f, o, ci, co, c_before, dcs, dh, inside)
    zeros = xp.zeros_like(c)
    (dc, dh), (gates, dx, di, df, do) = scan(xp, step, (zeros, zeros), rows, length, reverse=True)
    flat = gates.reshape(length * batch, gates.shape[2])
    dw = blas.product(xp, xp.concatenate([x, h_before], 2).reshape(length * batch, cell.w.shape[0]).T, flat)
    peepholes = [xp.zeros_like(cell.wci)] * 3
    if cell.peephole:
        pairs = ((di, c_before), (df, c_before), (do, cs))
        peepholes = [xp.where(inside, d * m, d.dtype.type(0)).sum((0, 1)) for d, m in pairs]
    return dx, dc, dh, dw, *peepholes, flat.sum(0)


def _sequence_grad_shapes(c: Context) -> list[TensorShape]:
    return [rule.with_rank(c.shape(i), rank) for i, rank in enumerate((3, 2, 2, 2, 1, 1, 1, 1), 1)]


def _grad_kernel(order: tuple[int, ...]) -> Any:
    def kernel(*args: Any, use_peephole: bool) -> tuple[Any, ...]:
        xp, count, x, c, h, w, wci, wcf, wco, b, *kept, dcs, dh = args
        if b.shape[0] // 4 != c.shape[1]:
            raise errors.invalid(f"w and b cell_size don't match: {c.shape[1]} vs. {b.shape[0]}")
        return _run_back(xp, _Cell(w, wci, wcf, wco, b, use_peephole, order), count, x, c, h, tuple(kept), dcs, dh)

    return kernel


for _name, _order in (("BlockLSTM", ICFO), ("BlockLSTMV2", IFCO)):
    op(_name.replace("LSTM", "LSTMGrad"), shape=_sequence_grad_shapes)(_grad_kernel(_order))


@gradient("BlockLSTM", "BlockLSTMV2")
def _grad_of_block_lstm(op, *grads):
    names = ("seq_len_max", "x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b")
    kept = ("i", "cs", "f", "o", "ci", "co", "h")
    found = apply(
        op.type.replace("LSTM", "LSTMGrad"),
        **dict(zip(names, op.inputs, strict=True)),
        **dict(zip(kept, op.outputs, strict=True)),
        cs_grad=_or_zeros(grads[1], op.outputs[1]),
        h_grad=_or_zeros(grads[6], op.outputs[6]),
        use_peephole=op.get_attr("use_peephole"),
    )
    return None, *found


# -- gated recurrent units ------------------------------------------------------------------------------------------------


@op("GRUBlockCell", shape=_like_memory)
def _gru_block_cell(xp, x, h_prev, w_ru, w_c, b_ru, b_c):
    units = h_prev.shape[1]
    _check_gru(x, h_prev, w_ru, w_c, b_ru, b_c)
    gates = _sigmoid(xp, blas.product(xp, xp.concatenate([x, h_prev], 1), w_ru) + b_ru)
    r, u = gates[:, :units], gates[:, units:]
    c = xp.tanh(blas.product(xp, xp.concatenate([x, h_prev * r], 1), w_c) + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


def _check_gru(x: Array, h: Any, w_ru: Any, w_c: Any, b_ru: Any, b_c: Any) -> None:
    units, both = h.shape[1], x.shape[1] + h.shape[1]
    for name, value, wanted in (
        ("h_prev", h, (x.shape[0], units)),
        ("w_ru", w_ru, (both, 2 * units)),
        ("w_c", w_c, (both, units)),
        ("b_ru", b_ru, (2 * units,)),
        ("b_c", b_c, (units,)),
    ):
        if value.shape != wanted:
            raise errors.InvalidArgumentError(None, None, f"{name} must have the shape {wanted}, not {value.shape}")


def _gru_grad_shapes(c: Context) -> list[TensorShape]:
    (batch, depth), (_, units), (_, both) = rule.with_ranks(c, 2, 2, 2)
    state = TensorShape([batch, units])
    return [TensorShape([batch, depth]), state, state, TensorShape([batch, both])]


@op("GRUBlockCellGrad", shape=_gru_grad_shapes)
def _gru_block_cell_grad(xp, x, h_prev, w_ru, w_c, b_ru, b_c, r, u, c, d_h):
    _check_gru(x, h_prev, w_ru, w_c, b_ru, b_c)
    depth = x.shape[1]
    d_c = d_h * (1 - u) * (1 - c * c)
    d_u = d_h * (h_prev - c) * u * (1 - u)
    through_c = blas.product(xp, d_c, w_c.T)
    d_hr = through_c[:, depth:]
    d_ru = xp.concatenate([d_hr * h_prev * r * (1 - r), d_u], 1)
    through_ru = blas.product(xp, d_ru, w_ru.T)
    return through_ru[:, :depth] + through_c[:, :depth], through_ru[:, depth:] + d_hr * r + d_h * u, d_c, d_ru


@gradient("GRUBlockCell")
def _grad_of_gru_block_cell(op, *grads):
    x, h, *weights = op.inputs
    r, u, c, new = op.outputs
    names = ("x", "h_prev", "w_ru", "w_c", "b_ru", "b_c")
    dx, dh, dc, dru = apply(
        "GRUBlockCellGrad",
        **dict(zip(names, op.inputs, strict=True)),
        **{"r": r, "u": u, "c": c, "d_h": _or_zeros(grads[3], new)},
    )
    dw_ru = tf.matmul(tf.concat([x, h], 1), dru, transpose_a=True)
    dw_c = tf.matmul(tf.concat([x, h * r], 1), dc, transpose_a=True)
    return dx, dh, dw_ru, dw_c, tf.reduce_sum(dru, 0), tf.reduce_sum(dc, 0)
