"""Operations that 1.x took over from XLA: dynamic slices, whose start is clamped, interior padding, sorting."""

from __future__ import annotations

import numpy as np

from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.registry import check, op
from penstock.ops.control.without_kernels import refuse

_INDICES = "Tindices: {int32, int64}"


def _signature(inputs, outputs, *attrs, **flags):
    return opdef.parse_signature(inputs, outputs, list(attrs), **flags)


def _inside(xp, starts, shape, sizes):
    """Where parts begin, moved so that they are inside; JAX by itself counts negative numbers from the end."""
    return [xp.clip(starts[i], 0, size - taken) for i, (size, taken) in enumerate(zip(shape, sizes, strict=True))]


def _same_rank(wanted, indices, what):
    check(
        wanted == len(indices),
        errors.InvalidArgumentError,
        lambda: f"{what} must be a vector with length equal to input rank ({wanted}), but has {len(indices)} elements",
    )


@op(
    "XlaDynamicSlice",
    shape=rule.unknown,
    static=("size_indices",),
    sig=_signature(
        ["input: T", "start_indices: Tindices", "size_indices: Tindices"], ["output: T"], "T: type", _INDICES
    ),
)
def _dynamic_slice(xp, input, start_indices, size_indices):
    _same_rank(np.ndim(input), size_indices, "size_indices")
    sizes = [int(n) for n in size_indices]
    if xp is not np:
        from jax import lax

        return lax.dynamic_slice(input, _inside(xp, start_indices, input.shape, sizes), sizes)
    places = zip(_inside(np, start_indices, input.shape, sizes), sizes, strict=True)
    return input[tuple(slice(first, first + taken) for first, taken in places)].copy()


@op(
    "XlaDynamicUpdateSlice",
    shape=rule.same,
    sig=_signature(["input: T", "update: T", "indices: Tindices"], ["output: T"], "T: type", _INDICES),
)
def _dynamic_update_slice(xp, input, update, indices):
    if xp is not np:
        from jax import lax

        return lax.dynamic_update_slice(input, update, _inside(xp, indices, input.shape, update.shape))
    _same_rank(input.ndim, indices, "indices")
    output = input.copy()
    places = zip(_inside(np, indices, input.shape, update.shape), update.shape, strict=True)
    output[tuple(slice(first, first + taken) for first, taken in places)] = update
    return output


@op(
    "XlaPad",
    shape=rule.unknown,
    static=("padding_low", "padding_high", "padding_interior"),
    sig=_signature(
        [
            "input: T",
            "padding_value: T",
            "padding_low: Tindices",
            "padding_high: Tindices",
            "padding_interior: Tindices",
        ],
        ["output: T"],
        "T: type",
        _INDICES,
    ),
)
def _pad(xp, input, padding_value, padding_low, padding_high, padding_interior):
    _same_rank(np.ndim(input), padding_low, "padding_low")
    edges = [[int(n) for n in each] for each in (padding_low, padding_high, padding_interior)]
    for name, each in zip(("padding_low", "padding_high", "padding_interior"), edges, strict=True):
        text = f"{name} must be non-negative, got [{','.join(map(str, each))}]"
        check(min(each, default=0) >= 0, errors.InvalidArgumentError, text)
    if xp is not np:
        from jax import lax

        return lax.pad(input, padding_value, list(zip(*edges, strict=True)))
    low, high, between = edges
    inner = [size + max(size - 1, 0) * gap for size, gap in zip(input.shape, between, strict=True)]
    output = np.full([a + n + b for a, n, b in zip(low, inner, high, strict=True)], padding_value, input.dtype)
    output[tuple(slice(a, a + n, gap + 1) for a, n, gap in zip(low, inner, between, strict=True))] = input
    return output


@op(
    "XlaBroadcastHelper",
    shape=rule.unknown,
    static=("broadcast_dims",),
    sig=_signature(
        ["lhs: T", "rhs: T", "broadcast_dims: Tindices"], ["lhs_output: T", "rhs_output: T"], "T: numbertype", _INDICES
    ),
)
def _broadcast_helper(xp, lhs, rhs, broadcast_dims):
    ranks = np.ndim(lhs), np.ndim(rhs)
    if 0 in ranks or ranks[0] == ranks[1]:
        return xp.array(lhs), xp.array(rhs)
    small = lhs if ranks[0] < ranks[1] else rhs
    check(
        len(broadcast_dims) == min(ranks),
        errors.InvalidArgumentError,
        lambda: (
            "If the two operands have different ranks, broadcast_dims must name a dimension of the larger one for each of "
            f"the smaller one; got {list(broadcast_dims)} for ranks {ranks[0]} and {ranks[1]}"
        ),
    )
    shape = [1] * max(ranks)
    for dim, size in zip(broadcast_dims, small.shape, strict=True):
        shape[int(dim)] = size
    wide = xp.reshape(small, shape)
    return (wide, xp.array(rhs)) if small is lhs else (xp.array(lhs), wide)


@op("XlaSort", shape=rule.same, sig=_signature(["input: T"], ["output: T"], "T: type"))
def _sort(xp, input):
    return xp.sort(input, axis=-1)


@op(
    "XlaKeyValueSort",
    shape=lambda c: [c.shape(0), c.shape(1)],
    sig=_signature(["keys: K", "values: V"], ["sorted_keys: K", "sorted_values: V"], "K: realnumbertype", "V: type"),
)
def _key_value_sort(xp, keys, values):
    order = xp.argsort(keys, axis=-1, kind="stable")
    return xp.take_along_axis(keys, order, axis=-1), xp.take_along_axis(values, order, axis=-1)


@op("XlaReplicaId", shape=rule.scalar, sig=_signature([], ["id: int32"]))
def _replica_id(xp):
    return xp.zeros((), np.int32)  # a program here is one replica


@op(
    "XlaSend",
    shape=rule.no_outputs,
    host=True,
    sig=_signature(["tensor: T"], [], "T: type", "tensor_name: string", is_stateful=True),
)
@op(
    "XlaRecv",
    shape=rule.from_attr("shape"),
    host=True,
    sig=_signature([], ["tensor: dtype"], "dtype: type", "tensor_name: string", "shape: shape", is_stateful=True),
)
def _between_programs(xp, *inputs, ctx):
    refuse(ctx.op)
