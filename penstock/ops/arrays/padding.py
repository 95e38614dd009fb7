"""Padding around a tensor, and reversing and rolling along its dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors, inference
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import AxisLike, TensorLike
from penstock.ops.arrays import transpose_native
from penstock.ops.arrays.basic import rank, shape, shape_text
from penstock.ops.arrays.filled import full
from penstock.ops.arrays.reshaping import reshape
from penstock.ops.arrays.stacking import stack
from penstock.util.deprecation import deprecated_argument_lookup

# -- pad ---------------------------------------------------------------------------------------------------------------


def _pad_rule(c):
    given = c.shape(0)
    pairs = rule.with_rank(c.shape(1), 2)
    rule.with_value(rule.dim(pairs, 1), 2)
    count = pairs.as_list()[0]
    rank = given.ndims if given.ndims is not None else count
    if rank is None:
        return [rule.UNKNOWN]
    if count is not None and given.ndims is not None and count != rank:
        raise ValueError(f"Shape must be rank {count} but is rank {rank}")
    dims = given.as_list() if given.ndims is not None else [None] * rank
    paddings = c.const(1)
    if paddings is None:
        return [TensorShape([None] * rank)]
    if (paddings < 0).any():
        raise ValueError("Paddings must be non-negative")
    return [TensorShape([None if d is None else d + int(p.sum()) for d, p in zip(dims, paddings)])]


def _pairs(paddings: Any, x: Any) -> list[tuple[int, int]]:
    pairs = [(a, b) for a, b in np.reshape(paddings, (-1, 2)).tolist()]
    if len(pairs) != x.ndim:
        raise errors.invalid(
            f"The first dimension of paddings must be the rank of inputs{shape_text(np.shape(paddings))} "
            f"{shape_text(x.shape)}"
        )
    for a, b in pairs:
        if a < 0 or b < 0:
            raise errors.invalid(f"Paddings must be non-negative: {a} {b}")
    return pairs


def pad_with(xp, x, pairs, value):
    """`x` with `pairs` of rows of the scalar `value` around it; strings, too."""
    if x.dtype != object:
        if not x.ndim:
            return x[...]
        if xp is not np:
            found = transpose_native.pad(xp, x, pairs, value)
            return xp.pad(x, pairs, constant_values=value) if found is None else found
        out = np.full([d + a + b for d, (a, b) in zip(x.shape, pairs)], value, x.dtype)  # in a fifth of `np.pad`'s time
        out[tuple([slice(a, a + d) for d, (a, _) in zip(x.shape, pairs)])] = x
        return out
    out = full(np, [d + a + b for d, (a, b) in zip(x.shape, pairs)], value)
    out[tuple(slice(a, a + d) for d, (a, _) in zip(x.shape, pairs))] = x
    return out


@op("Pad", shape=_pad_rule, static=("paddings",))
def _pad(xp, x, paddings):
    return pad_with(xp, x, _pairs(paddings, x), b"" if x.dtype == object else x.dtype.type(0))


@op("PadV2", shape=_pad_rule, static=("paddings",))
def _pad_v2(xp, x, paddings, value):
    return pad_with(xp, x, _pairs(paddings, x), value)


@gradient("Pad", "PadV2")
def _pad_grad(op, grad):
    x, paddings = op.inputs[:2]
    before = apply("Slice", input=paddings, begin=[0, 0], size=stack([rank(x), 1]))
    begin = reshape(before, [-1])
    cut = apply("Slice", input=grad, begin=begin, size=shape(x, out_type=begin.dtype.base_dtype))
    return [cut] + [None] * (len(op.inputs) - 1)


def _mirror_pairs(x, paddings, mode):
    pairs = _pairs(paddings, x)
    room = 1 if mode == "REFLECT" else 0
    for d, (a, b) in zip(x.shape, pairs):
        if max(a, b) > d - room:
            least = "less than" if room else "no greater than"
            raise errors.invalid(f"paddings must be {least} the dimension size: {a}, {b} not {least} {d}")
    return pairs


@op("MirrorPad", shape=_pad_rule, static=("paddings",))
def _mirror_pad(xp, x, paddings, *, mode):
    return xp.pad(x, _mirror_pairs(x, paddings, mode), mode=mode.lower()) if x.ndim else x[...]


def _mirror_grad_rule(c):
    pairs = rule.with_rank(c.shape(1), 2)
    rank = rule.dim(pairs, 0)
    if rank is None:
        return [rule.UNKNOWN]
    dims = rule.with_rank(c.shape(0), rank).as_list()
    rule.merge(pairs, TensorShape([rank, 2]))
    paddings = c.const(1)
    if paddings is None:
        return [[None] * rank]
    if (paddings < 0).any():
        raise ValueError("Paddings must be non-negative")
    return [[rule.subtract(d, int(p.sum())) for d, p in zip(dims, paddings)]]


@op("MirrorPadGrad", shape=_mirror_grad_rule, static=("paddings",))
def _mirror_pad_grad(xp, x, paddings, *, mode):
    offset = 1 if mode == "REFLECT" else 0
    for axis, (a, b) in enumerate(_pairs(paddings, x)):
        count = x.shape[axis] - a - b
        x = xp.moveaxis(x, axis, 0)
        rest = [(0, 0)] * (x.ndim - 1)
        # The mirrored rows on both sides are turned back and added to the rows that they came from.
        left = xp.pad(x[:a][::-1], [(offset, count - a - offset), *rest])
        right = xp.pad(x[a + count :][::-1], [(count - b - offset, offset), *rest])
        x = xp.moveaxis(x[a : a + count] + left + right, 0, axis)
    return x[...]


@gradient("MirrorPad")
def _mirror_pad_gradient(op, grad):
    return apply("MirrorPadGrad", input=grad, paddings=op.inputs[1], mode=op._attrs["mode"]), None


@gradient("MirrorPadGrad")
def _mirror_pad_grad_gradient(op, grad):
    return apply("MirrorPad", input=grad, paddings=op.inputs[1], mode=op._attrs["mode"]), None


@export("pad")
def pad(
    tensor: TensorLike, paddings: TensorLike, mode: str = "CONSTANT", name: str | None = None, constant_values: Any = 0
) -> Tensor:
    """Pads a tensor.

    Args:
      tensor: the tensor.
      paddings: one pair (before, after) for each dimension.
      mode: "CONSTANT", "REFLECT" or "SYMMETRIC", in any case.
      name: a name for the operation.
      constant_values: the value to pad with in mode "CONSTANT".

    Raises:
      ValueError: for another mode.

    >>> import penstock as tf
    >>> tf.Session().run(tf.pad([1, 2, 3], [[1, 2]], "REFLECT"))
    array([2, 1, 2, 3, 2, 1], dtype=int32)
    """
    mode = mode.upper()
    if mode == "CONSTANT":
        if not isinstance(constant_values, Tensor) and np.all(constant_values == 0):
            padded = apply("Pad", name, input=tensor, paddings=paddings)
        else:
            padded = apply("PadV2", name, input=tensor, paddings=paddings, constant_values=constant_values)
    elif mode in ("REFLECT", "SYMMETRIC"):
        padded = apply("MirrorPad", name, input=tensor, paddings=paddings, mode=mode)
    else:
        raise ValueError(f"Unknown padding mode: {mode}")
    if not padded.shape.is_fully_defined():
        padded.set_shape(_shape_of_known_pairs(*padded.op.inputs[:2]))
    return padded


def _shape_of_known_pairs(given: Tensor, paddings: Tensor) -> TensorShape:
    """The shape after padding, where only some of the pairs are constants."""
    dims = given.shape._dims
    if dims is None or paddings.op.type != "Pack" or len(paddings.op._inputs) != len(dims):
        return TensorShape(None)
    pairs = [inference.constant_value(pair) for pair in paddings.op._inputs]
    return TensorShape([None if d is None or p is None else d + int(p.sum()) for d, p in zip(dims, pairs, strict=True)])


# -- reverse and roll --------------------------------------------------------------------------------------------------


def _reverse_axes(axis: AxisLike, rank: int) -> tuple[int, ...]:
    axes = []
    for a in np.ravel(axis):
        if not -rank <= a < rank:
            raise errors.invalid(f"'axis'[{len(axes)}] = {a} is out of valid range [0, {rank - 1}")
        if a % rank in axes:
            raise errors.invalid(f"axis {a} specified more than once.")
        axes.append(int(a) % rank)
    return tuple(axes)


def _turned(shape):
    if (shape.ndims or 0) > 8:
        raise ValueError("reverse does not work on tensors with more than 8 dimensions")
    return shape


def _reverse_rule(c):
    rule.with_rank(c.shape(1), 1)
    axes, given = c.const(1), _turned(c.shape(0))
    if axes is not None and given.ndims is not None:
        seen = set()
        for a in np.ravel(axes):
            if not -given.ndims <= a < given.ndims:
                raise ValueError(f"'axis'[{len(seen)}] = {a} is out of valid range [0, {given.ndims - 1}")
            if int(a) % given.ndims in seen:
                raise ValueError(f"axis {int(a) % given.ndims} specified more than once.")
            seen.add(int(a) % given.ndims)
    return [given]


@op("ReverseV2", shape=_reverse_rule, static=("axis",))
def _reverse_v2(xp, x, axis):
    axes = _reverse_axes(axis, x.ndim)
    turned = x[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(x.ndim))]
    if (
        xp is np
        and x.ndim > 1
        and 0 < x.shape[-1] <= _MAX_CHANNELS_COPIED
        and x.ndim - 1 not in axes
        and x.ndim - 2 in axes
        and x.size > 1 << 12
    ):
        # NumPy goes through pixels of a few numbers one by one, in this step and in the next: 224 against 78 µs for a copy of
        # 224x224x3 and 223 against 20 to add to it.
        made = np.empty_like(turned, order="C")
        for i in range(x.shape[-1]):
            made[..., i] = turned[..., i]
        return made
    return turned


# Numbers of a pixel that are copied one after the other.
_MAX_CHANNELS_COPIED = 4


def _reverse_v1_rule(c):
    dims = rule.with_rank(c.shape(1), 1).as_list()[0]
    return [_turned(c.shape(0) if dims is None else rule.with_rank(c.shape(0), dims))]


@op("Reverse", shape=_reverse_v1_rule, static=("dims",))
def _reverse(xp, x, dims):
    if not x.ndim:  # whatever `dims` is
        return x
    if np.ndim(dims) != 1:
        raise errors.invalid(f"'dims' must be 1-dimension, not {np.ndim(dims)}")
    if len(dims) != x.ndim:
        raise errors.invalid(
            "'dims' must have the same number of values as 'input' has dimensions. "
            f"'input' has {x.ndim}'dims' has {len(dims)} values"
        )
    return x[tuple(slice(None, None, -1) if d else slice(None) for d in dims)]


@gradient("ReverseV2")
def _reverse_v2_grad(op, grad):
    return reverse(grad, op.inputs[1]), None


@gradient("Reverse")
def _reverse_grad(op, grad):
    return apply("Reverse", tensor=grad, dims=op.inputs[1]), None


@export("reverse", "reverse_v2", "manip.reverse")
def reverse(tensor: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """Reverses the given dimensions. As in 0.9, a list of bools says for each dimension whether it is reversed.

    Args:
      tensor: the tensor.
      axis: the dimensions, a list of integers.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.reverse([1, 2, 3], [0]))
    array([3, 2, 1], dtype=int32)
    """
    old = isinstance(axis, Tensor) and axis.dtype == dtypes.bool
    if not isinstance(axis, Tensor):
        old = np.asarray(axis, object).size > 0 and all(isinstance(a, (bool, np.bool_)) for a in np.ravel(axis))
    if old:
        return apply("Reverse", name, tensor=tensor, dims=axis)
    return apply("ReverseV2", name, tensor=tensor, axis=axis)


def _reverse_sequence_rule(c):
    given, lengths = c.shape(0), rule.with_rank(c.shape(1), 1)
    if given.ndims is None:
        return [rule.UNKNOWN]
    batch, seq = c.attr("batch_dim"), c.attr("seq_dim")
    if not batch < given.ndims:
        raise ValueError(f"batch_dim must be < input rank: {batch} vs. {given.ndims}")
    if not seq < given.ndims:
        raise ValueError(f"seq_dim must be < input rank: {seq} vs. {given.ndims}")
    dims = given.as_list()
    dims[batch] = rule.merge_dims(dims[batch], rule.dim(lengths, 0))
    return [TensorShape(dims)]


@op("ReverseSequence", shape=_reverse_sequence_rule)
def _reverse_sequence(xp, x, lengths, *, seq_dim, batch_dim):
    if batch_dim == seq_dim:
        raise errors.invalid(f"batch_dim == seq_dim == {seq_dim}")
    if len(lengths) != x.shape[batch_dim]:
        raise errors.invalid(f"len(seq_lens) != input.dims({batch_dim}), ({len(lengths)} vs. {x.shape[batch_dim]})")
    extent = x.shape[seq_dim]
    lengths = xp.asarray(lengths)
    wrong = (lengths < 0) | (lengths > extent)
    if seq_dim < 0:  # 1.15 asks the input for that dimension and finds none
        wrong |= True

    def first() -> str:
        row = int(np.argmax(wrong))
        return f"seq_lens({row}) < 0" if lengths[row] < 0 else f"seq_lens({row}) > input.dims({seq_dim})"

    check(~wrong.any(), errors.InvalidArgumentError, first)
    at = np.arange(extent)
    ends = lengths[:, None]
    index = xp.where(at < ends, ends - 1 - at, at)
    if batch_dim > seq_dim:
        index = index.T
    wide = [1] * x.ndim
    wide[batch_dim], wide[seq_dim] = x.shape[batch_dim], extent
    return xp.take_along_axis(x, index.reshape(wide), axis=seq_dim)


@gradient("ReverseSequence")
def _reverse_sequence_grad(op, grad):
    a = op._attrs
    return (
        apply("ReverseSequence", input=grad, seq_lengths=op.inputs[1], seq_dim=a["seq_dim"], batch_dim=a["batch_dim"]),
        None,
    )


@export("reverse_sequence")
def reverse_sequence(
    input: TensorLike,
    seq_lengths: Any,
    seq_axis: Any = None,
    batch_axis: AxisLike | None = None,
    name: str | None = None,
    seq_dim: Any = None,
    batch_dim: Any = None,
) -> Tensor:
    """Reverses the first `seq_lengths[i]` elements along `seq_axis` of each slice `i` along `batch_axis`.

    Args:
      input: the tensor.
      seq_lengths: a vector of integers, one for each slice; the rest of a slice stays as it is.
      seq_axis: the axis that is reversed.
      batch_axis: the axis of the slices, 0 by default.
      name: a name for the operation.
      seq_dim, batch_dim: the old names of `seq_axis` and `batch_axis`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.reverse_sequence([[1, 2, 3, 0], [4, 5, 0, 0]], [3, 2], seq_axis=1))
    array([[3, 2, 1, 0],
           [5, 4, 0, 0]], dtype=int32)
    """
    seq_axis = deprecated_argument_lookup("seq_axis", seq_axis, "seq_dim", seq_dim)
    batch_axis = deprecated_argument_lookup("batch_axis", batch_axis, "batch_dim", batch_dim)
    return apply("ReverseSequence", name, input=input, seq_lengths=seq_lengths, seq_dim=seq_axis, batch_dim=batch_axis)


def _roll_rule(c):
    rule.with_rank_at_least(c.shape(0), 1)
    for i in (1, 2):
        rule.with_rank_at_most(c.shape(i), 1)
    rule.merge(c.shape(1), c.shape(2))
    return [c.shape(0)]


@op("Roll", shape=_roll_rule, static=("axis",))
def _roll(xp, x, shift, axis):
    if x.ndim < 1:
        raise errors.invalid("input must be 1-D or higher")
    axes = [int(a) for a in np.ravel(axis)]
    for a in axes:
        if not -x.ndim <= a < x.ndim:
            raise errors.invalid(f"axis {a} is out of range")
    if np.shape(shift) != np.shape(axis):
        raise errors.invalid("shift and axis must have the same size")
    shifts = xp.reshape(shift, (-1,))
    return xp.roll(x, tuple(shifts[i] for i in range(len(axes))), tuple(a % x.ndim for a in axes))


@gradient("Roll")
def _roll_grad(op, grad):
    return roll(grad, -op.inputs[1], op.inputs[2]), None, None


@export("roll", "manip.roll")
def roll(input: TensorLike, shift: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """Moves elements along dimensions; what falls out at one end comes back in at the other.

    Args:
      input: the tensor.
      shift: by how many places, for each of `axis`; negative numbers move towards the beginning.
      axis: a dimension or several.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.roll([0, 1, 2, 3, 4], shift=2, axis=0))
    array([3, 4, 0, 1, 2], dtype=int32)
    """
    return apply("Roll", name, input=input, shift=shift, axis=axis)
