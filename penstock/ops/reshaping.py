"""Operations that move elements without computing: reshape, transpose, broadcast, pad, reverse, roll, bitcast.

Blocks of space (space_to_batch and its like) are in `space.py`, diagonals in `diagonal.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply, public
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.ops.backend import arrays
from penstock.ops.basic import full, indexed_slices_to_tensor, rank, shape, shape_text
from penstock.ops.joining import concat, stack
from penstock.util.deprecation import deprecated_argument_lookup


def _invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


# -- reshape ----------------------------------------------------------------------------------------------------------


def _reshape_rule(c):
    wanted = c.const_as_shape(1)
    given = c.shape(0)
    if wanted.ndims is None:
        return [rule.UNKNOWN]
    dims = wanted.as_list()
    count = given.num_elements()
    known = math.prod(d for d in dims if d is not None)
    value = c.const(1)
    if value is not None and (value == -1).sum() > 1:
        at = [i for i, d in enumerate(value) if d == -1]
        raise ValueError(f"Only one input size may be -1, not both {at[0]} and {at[1]}")
    if count is not None:
        if None not in dims:
            if known != count:
                raise ValueError(
                    f"Cannot reshape a tensor with {count} elements to shape {shape_text(dims)} ({known} elements)"
                )
        elif dims.count(None) == 1 and known > 0:
            if count % known:
                raise ValueError(f"Dimension size must be evenly divisible by {known} but is {count}")
            dims[dims.index(None)] = count // known
    return [TensorShape(dims)]


@op("Reshape", shape=_reshape_rule, static=("shape",))
def _reshape(xp, x, wanted):
    dims = [int(d) for d in wanted]
    known = 1
    unknown = -1
    for i, d in enumerate(dims):
        if d == -1:
            if unknown >= 0:
                raise _invalid(f"Only one input size may be -1, not both {unknown} and {i}")
            unknown = i
        elif d < 0:
            raise _invalid(f"Size {i} must be non-negative, not {d}")
        else:
            known *= d
    count = x.size
    if unknown >= 0:
        if known == 0:
            raise _invalid(
                "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero"
            )
        if count % known:
            raise _invalid(
                f"Input to reshape is a tensor with {count} values, but the requested shape requires a multiple of {known}"
            )
        dims[unknown] = count // known
    elif known != count:
        raise _invalid(f"Input to reshape is a tensor with {count} values, but the requested shape has {known}")
    return x.reshape(dims)


@gradient("Reshape")
def _reshape_grad(op, grad):
    return _to_input(op, grad), None


def _to_input(op, grad):
    """The gradient in the shape of the operation's first input."""
    return reshape(indexed_slices_to_tensor(grad), shape(op.inputs[0]))


@export("reshape", "manip.reshape")
def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """Returns the elements of `tensor`, in the same order, in another shape.

    Args:
      tensor: the tensor.
      shape: the new shape; one dimension may be -1, and follows from the others.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.reshape([1, 2, 3, 4, 5, 6], [2, -1]))
    array([[1, 2, 3],
           [4, 5, 6]], dtype=int32)
    """
    return apply("Reshape", name, tensor=tensor, shape=shape)


def _expand_rule(c):
    given = c.shape(0)
    at = c.const(1)
    if given.ndims is None:
        return [rule.UNKNOWN]
    if at is None:
        return [TensorShape([None] * (given.ndims + 1))]
    axis = int(np.ravel(at)[0])
    if not -(given.ndims + 1) <= axis <= given.ndims:
        raise ValueError(f"dim {axis} not in the interval [{-(given.ndims + 1)}, {given.ndims}].")
    dims = given.as_list()
    dims.insert(axis % (given.ndims + 1), 1)
    return [TensorShape(dims)]


@op("ExpandDims", shape=_expand_rule, static=("dim",))
def _expand_dims(xp, x, dim):
    axis = int(np.ravel(dim)[0])
    if not -(x.ndim + 1) <= axis <= x.ndim:
        raise _invalid(f"Tried to expand dim index {axis} for tensor with {x.ndim} dimensions.")
    return xp.expand_dims(x, axis)


@gradient("ExpandDims")
def _expand_dims_grad(op, grad):
    return _to_input(op, grad), None


@export("expand_dims")
def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """Inserts a dimension of length 1 at `axis` (`dim` is its old name).

    >>> import penstock as tf
    >>> tf.expand_dims([1, 2, 3], -1).shape.as_list()
    [3, 1]
    """
    axis = deprecated_argument_lookup("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return apply("ExpandDims", name, input=input, dim=axis)


def _squeeze_rule(c):
    given = c.shape(0)
    if given.ndims is None:
        return [rule.UNKNOWN]
    dims = given.as_list()
    chosen = c.attr("squeeze_dims")
    if not chosen:
        return [rule.UNKNOWN if None in dims else TensorShape([d for d in dims if d != 1])]
    axes = set()
    for axis in chosen:
        if not -given.ndims <= axis < given.ndims:
            raise ValueError(f"squeeze_dims[{axis}] not in [{-given.ndims},{given.ndims}).")
        if dims[axis] not in (1, None):
            raise ValueError(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {dims[axis]}")
        axes.add(axis % given.ndims)
    return [TensorShape([d for i, d in enumerate(dims) if i not in axes])]


@op("Squeeze", shape=_squeeze_rule)
def _squeeze(xp, x, *, squeeze_dims):
    for axis in squeeze_dims:
        if not -x.ndim <= axis < x.ndim:
            raise _invalid(f"Tried to squeeze dim index {axis} for tensor with {x.ndim} dimensions.")
        if x.shape[axis] != 1:
            raise _invalid(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {x.shape[axis]}")
    gone = {axis % x.ndim for axis in squeeze_dims} or {i for i, d in enumerate(x.shape) if d == 1}
    return x.reshape([d for i, d in enumerate(x.shape) if i not in gone])


@gradient("Squeeze")
def _squeeze_grad(op, grad):
    return _to_input(op, grad)


@export("squeeze")
def squeeze(input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None) -> Tensor:
    """Removes dimensions of length 1: all, or those in `axis` (`squeeze_dims` is its old name).

    >>> import penstock as tf
    >>> tf.squeeze(tf.zeros([1, 2, 1])).shape.as_list()
    [2]
    """
    axis = deprecated_argument_lookup("axis", axis, "squeeze_dims", squeeze_dims)
    if np.isscalar(axis):
        axis = [axis]
    return apply("Squeeze", name, input=input, squeeze_dims=axis)


# -- transpose --------------------------------------------------------------------------------------------------------


def _transpose_rule(c):
    given = c.shape(0)
    perm = c.const(1)
    rank = given.ndims if given.ndims is not None else c.shape(1).as_list()[0] if c.shape(1).ndims == 1 else None
    if perm is not None:
        rank = len(perm)
    if rank is None:
        return [rule.UNKNOWN]
    given = rule.with_rank(given, rank)
    if perm is None:
        same = all(d == given.as_list()[0] for d in given.as_list()) if rank else True
        return [given if same else TensorShape([None] * rank)]
    dims = given.as_list()
    for p in perm:
        if not -rank <= p < rank:
            raise ValueError(f"perm dim {p} is out of range of input rank {rank}")
    return [TensorShape([dims[int(p)] for p in perm])]


def _permutation(perm: Any, rank: int) -> list[int]:
    axes = [int(p) for p in np.ravel(perm)]
    if len(axes) != rank:
        raise _invalid(f"transpose expects a vector of size {rank}. But input(1) is a vector of size {len(axes)}")
    for p in axes:
        if not -rank <= p < rank:
            raise _invalid(f"{p} is out of range [0 .. {rank})")
    axes = [p % rank for p in axes]
    for i in range(rank):
        if i not in axes:
            raise _invalid(f"{i} is missing from {{{','.join(str(int(p)) for p in np.ravel(perm))}}}.")
    return axes


@op("Transpose", shape=_transpose_rule, static=("perm",))
def _transpose(xp, x, perm):
    return xp.transpose(x, _permutation(perm, x.ndim))


@op("ConjugateTranspose", shape=_transpose_rule, static=("perm",))
def _conjugate_transpose(xp, x, perm):
    return xp.conj(xp.transpose(x, _permutation(perm, x.ndim)))


@gradient("Transpose")
def _transpose_grad(op, grad):
    return transpose(grad, invert_permutation(op.inputs[1])), None


@gradient("ConjugateTranspose")
def _conjugate_transpose_grad(op, grad):
    return transpose(grad, invert_permutation(op.inputs[1]), conjugate=True), None


@export("transpose")
def transpose(a: Any, perm: Any = None, name: str = "transpose", conjugate: bool = False) -> Tensor:
    """Permutes the dimensions: dimension `i` of the result is dimension `perm[i]` of `a`; reversed by default.

    Args:
      a: the tensor.
      perm: the permutation.
      name: a name for the operation.
      conjugate: also conjugate complex elements.

    >>> import penstock as tf
    >>> tf.Session().run(tf.transpose([[1, 2, 3], [4, 5, 6]]))
    array([[1, 4],
           [2, 5],
           [3, 6]], dtype=int32)
    """
    with name_scope(name, "transpose", [a]) as scope:
        if conjugate and not isinstance(a, Tensor):
            a = convert_to_tensor(a, name="a")
        kind = "ConjugateTranspose" if conjugate and a.dtype.is_complex else "Transpose"
        if perm is not None:
            return apply(kind, scope, x=a, perm=perm)
        a = convert_to_tensor(a, name="a")
        dims = a.shape.ndims
        if not dims:
            count = apply("Rank", input=a)
            perm = (count - 1) - apply("Range", start=0, limit=count, delta=1)
        else:
            perm = np.arange(dims - 1, -1, -1)
        made = apply(kind, scope, x=a, perm=perm)
        if dims is not None:
            made.set_shape(a.shape.as_list()[::-1])
        return made


@export("matrix_transpose", "linalg.matrix_transpose", "linalg.transpose")
def matrix_transpose(a: Any, name: str = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """Transposes the last two dimensions.

    Raises:
      ValueError: if `a` has less than two dimensions.
    """
    with name_scope(name, values=[a]):
        a = convert_to_tensor(a, name="a")
        dims = a.shape.ndims
        if dims is None:
            count = rank(a)
            perm: Any = concat((apply("Range", start=0, limit=count - 2, delta=1), [count - 1, count - 2]), 0)
        elif dims < 2:
            raise ValueError(f"Argument 'a' should be a (batch) matrix, with rank >= 2.  Found: {a.shape}")
        else:
            perm = [*range(dims - 2), dims - 1, dims - 2]
        return transpose(a, perm=perm, conjugate=conjugate)


@export("batch_matrix_transpose")
def batch_matrix_transpose(a: Any, name: str = "batch_matrix_transpose") -> Tensor:
    """The early name of `matrix_transpose`."""
    return matrix_transpose(a, name)


@op("InvertPermutation", shape=rule.same)
def _invert_permutation(xp, x):
    count = x.shape[0]
    if xp is np:
        seen = np.zeros(count, bool)
        for v in x:
            if not 0 <= v < count:
                raise _invalid(f"{v} is not between 0 and {count}")
            if seen[v]:
                raise _invalid(f"{v} is duplicated in the input.")
            seen[v] = True
    else:
        check((xp.sort(x) == np.arange(count)).all(), errors.InvalidArgumentError, "not a permutation")
    return xp.argsort(x).astype(x.dtype)


no_gradient("InvertPermutation")
invert_permutation = export("invert_permutation", "math.invert_permutation")(public("InvertPermutation", "x"))


# -- broadcast --------------------------------------------------------------------------------------------------------


def _broadcast_to_rule(c):
    wanted = c.const_as_shape(1)
    given = c.shape(0)
    if wanted.ndims is None:
        return [rule.UNKNOWN]
    if given.ndims is not None:
        if given.ndims > wanted.ndims:
            raise ValueError(f"Shape must be at most rank {wanted.ndims} but is rank {given.ndims}")
        for d, w in zip(reversed(given.as_list()), reversed(wanted.as_list())):
            if d is not None and w is not None and d != w and d != 1:
                raise ValueError(f"Dimensions must be equal, but are {d} and {w}")
    return [wanted]


@op("BroadcastTo", shape=_broadcast_to_rule, static=("shape",))
def _broadcast_to(xp, x, wanted):
    dims = tuple(int(d) for d in wanted)
    given = x.shape
    fits = len(given) <= len(dims) and all(d in (1, w) for d, w in zip(reversed(given), reversed(dims)))
    if not fits:
        raise _invalid(f"Incompatible shapes: {shape_text(given)} vs. {shape_text(dims)}")
    return xp.broadcast_to(x, dims)


@gradient("BroadcastTo")
def _broadcast_to_grad(op, grad):
    given = shape(op.inputs[0], out_type=op.inputs[1].dtype.base_dtype)
    _, axes = apply("BroadcastGradientArgs", s0=op.inputs[1], s1=given)
    summed = find("reduce_sum")(grad, axis=axes, keepdims=True)
    return reshape(summed, given), None


broadcast_to = export("broadcast_to")(public("BroadcastTo", "input", "shape"))


@export("broadcast_dynamic_shape")
def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Tensor:
    """Returns the shape that two shapes, given as tensors, broadcast to."""
    return apply("BroadcastArgs", s0=shape_x, s1=shape_y)


@export("broadcast_static_shape")
def broadcast_static_shape(shape_x: Any, shape_y: Any) -> TensorShape:
    """Returns the `TensorShape` that two TensorShapes broadcast to.

    Raises:
      ValueError: if they do not fit together.
    """
    try:
        return rule.broadcast_shapes(as_shape(shape_x), as_shape(shape_y))
    except ValueError:
        raise ValueError(f"Incompatible shapes for broadcasting: {shape_x} and {shape_y}") from None


# -- pad --------------------------------------------------------------------------------------------------------------


def _pad_rule(c):
    given = c.shape(0)
    pairs = rule.with_rank(c.shape(1), 2)
    if pairs.as_list()[1] not in (2, None):
        raise ValueError(f"Dimension must be 2 but is {pairs.as_list()[1]}")
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
    pairs = [(int(a), int(b)) for a, b in np.reshape(paddings, (-1, 2))]
    if len(pairs) != x.ndim:
        raise _invalid(
            f"The first dimension of paddings must be the rank of inputs{shape_text(np.shape(paddings))} "
            f"{shape_text(x.shape)}"
        )
    for a, b in pairs:
        if a < 0 or b < 0:
            raise _invalid(f"Paddings must be non-negative: {a} {b}")
    return pairs


def pad_with(xp, x, pairs, value):
    """`x` with `pairs` of rows of the scalar `value` around it; strings, too."""
    if x.dtype != object:
        return xp.pad(x, pairs, constant_values=value) if x.ndim else x[...]
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
            raise _invalid(f"paddings must be {least} the dimension size: {a}, {b} not {least} {d}")
    return pairs


@op("MirrorPad", shape=_pad_rule, static=("paddings",))
def _mirror_pad(xp, x, paddings, *, mode):
    return xp.pad(x, _mirror_pairs(x, paddings, mode), mode=mode.lower()) if x.ndim else x[...]


def _mirror_grad_rule(c):
    given, paddings = c.shape(0), c.const(1)
    if given.ndims is None or paddings is None:
        return [rule.UNKNOWN if given.ndims is None else TensorShape([None] * given.ndims)]
    return [TensorShape([None if d is None else d - int(p.sum()) for d, p in zip(given.as_list(), paddings)])]


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
    tensor: Any, paddings: Any, mode: str = "CONSTANT", name: str | None = None, constant_values: Any = 0
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
            return apply("Pad", name, input=tensor, paddings=paddings)
        return apply("PadV2", name, input=tensor, paddings=paddings, constant_values=constant_values)
    if mode in ("REFLECT", "SYMMETRIC"):
        return apply("MirrorPad", name, input=tensor, paddings=paddings, mode=mode)
    raise ValueError(f"Unknown padding mode: {mode}")


# -- reverse and roll -------------------------------------------------------------------------------------------------


def _reverse_axes(axis: Any, rank: int) -> tuple[int, ...]:
    axes = []
    for a in np.ravel(axis):
        if not -rank <= a < rank:
            raise _invalid(f"'axis'[{len(axes)}] = {a} is out of valid range [0, {rank - 1}")
        if a % rank in axes:
            raise _invalid(f"axis {a} specified more than once.")
        axes.append(int(a) % rank)
    return tuple(axes)


def _reverse_rule(c):
    axes, given = c.const(1), c.shape(0)
    if axes is not None and given.ndims is not None:
        seen = set()
        for a in np.ravel(axes):
            if not -given.ndims <= a < given.ndims:
                raise ValueError(f"'axis'[{len(seen)}] = {a} is out of valid range [0, {given.ndims - 1}]")
            if int(a) % given.ndims in seen:
                raise ValueError(f"axis {int(a) % given.ndims} specified more than once.")
            seen.add(int(a) % given.ndims)
    return [given]


@op("ReverseV2", shape=_reverse_rule, static=("axis",))
def _reverse_v2(xp, x, axis):
    axes = _reverse_axes(axis, x.ndim)
    return x[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(x.ndim))]


@op("Reverse", shape=rule.same, static=("dims",))
def _reverse(xp, x, dims):
    if len(dims) != x.ndim:
        raise _invalid(
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
def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """Reverses the given dimensions. As in 0.9, a list of bools says for each dimension whether it is reversed.

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
    dims[batch] = rule.merge(TensorShape([dims[batch]]), lengths).as_list()[0]
    return [TensorShape(dims)]


@op("ReverseSequence", shape=_reverse_sequence_rule)
def _reverse_sequence(xp, x, lengths, *, seq_dim, batch_dim):
    if batch_dim == seq_dim:
        raise _invalid(f"batch_dim == seq_dim == {seq_dim}")
    if len(lengths) != x.shape[batch_dim]:
        raise _invalid(f"Length of seq_lengths != input.dims({batch_dim}), ({len(lengths)} vs. {x.shape[batch_dim]})")
    extent = x.shape[seq_dim]
    lengths = xp.asarray(lengths)
    check((lengths >= 0).all(), errors.InvalidArgumentError, "seq_lens(d) < 0")
    check((lengths <= extent).all(), errors.InvalidArgumentError, f"seq_lens(d) > input.dims({seq_dim})")
    at = np.arange(extent)
    lengths = lengths[:, None]
    index = xp.where(at < lengths, lengths - 1 - at, at)
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
    input: Any,
    seq_lengths: Any,
    seq_axis: Any = None,
    batch_axis: Any = None,
    name: str | None = None,
    seq_dim: Any = None,
    batch_dim: Any = None,
) -> Tensor:
    """Reverses the first `seq_lengths[i]` elements along `seq_axis` of each slice `i` along `batch_axis`."""
    seq_axis = deprecated_argument_lookup("seq_axis", seq_axis, "seq_dim", seq_dim)
    batch_axis = deprecated_argument_lookup("batch_axis", batch_axis, "batch_dim", batch_dim)
    return apply("ReverseSequence", name, input=input, seq_lengths=seq_lengths, seq_dim=seq_axis, batch_dim=batch_axis)


@op("Roll", shape=rule.same, static=("axis",))
def _roll(xp, x, shift, axis):
    if x.ndim < 1:
        raise _invalid("input must be 1-D or higher")
    axes = [int(a) for a in np.ravel(axis)]
    for a in axes:
        if not -x.ndim <= a < x.ndim:
            raise _invalid(f"axis {a} is out of range")
    shifts = xp.reshape(shift, (-1,))
    return xp.roll(x, tuple(shifts[i] for i in range(len(axes))), tuple(a % x.ndim for a in axes))


@gradient("Roll")
def _roll_grad(op, grad):
    return roll(grad, -op.inputs[1], op.inputs[2]), None, None


@export("roll", "manip.roll")
def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Tensor:
    """Moves elements along dimensions; what falls out at one end comes back in at the other.

    >>> import penstock as tf
    >>> tf.Session().run(tf.roll([0, 1, 2, 3, 4], shift=2, axis=0))
    array([3, 4, 0, 1, 2], dtype=int32)
    """
    return apply("Roll", name, input=input, shift=shift, axis=axis)


# -- bitcast ----------------------------------------------------------------------------------------------------------


def _bitcast_rule(c):
    given = c.shape(0)
    old, new = (c.attr(a).as_numpy_dtype for a in ("T", "type"))
    old, new = np.dtype(old).itemsize, np.dtype(new).itemsize
    if given.ndims is None:
        return [rule.UNKNOWN]
    dims = given.as_list()
    if new < old:
        dims.append(old // new)
    elif new > old:
        last = rule.with_rank_at_least(given, 1).as_list()[-1]
        if last is not None and last != new // old:
            raise ValueError(f"Cannot bitcast due to shape. {last} does not match {new // old}")
        dims.pop()
    return [TensorShape(dims)]


@op("Bitcast", shape=_bitcast_rule)
def _bitcast(xp, x, *, type):
    target = np.dtype(type.storage)
    ratio = target.itemsize // x.dtype.itemsize
    if ratio > 1 and (not x.ndim or x.shape[-1] != ratio):
        raise _invalid(
            f"Cannot bitcast from {x.dtype} to {type.name}: the last dimension of shape {shape_text(x.shape)} is not {ratio}"
        )
    return arrays.bitcast(xp, x, target)


bitcast = export("bitcast")(public("Bitcast", "input", "type"))


# -- masks ------------------------------------------------------------------------------------------------------------


@export("sequence_mask")
def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool, name: str | None = None) -> Tensor:
    """Makes a mask whose rows begin with `lengths[i]` times True.

    Args:
      lengths: how many are True, in a tensor of any shape.
      maxlen: the length of the rows; by default the largest of `lengths`.
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sequence_mask([1, 3], 3, tf.int32))
    array([[1, 0, 0],
           [1, 1, 1]], dtype=int32)
    """
    with name_scope(name, "SequenceMask", [lengths, maxlen]):
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            dims = lengths.shape.ndims
            if dims is None:
                axes: Any = apply("Range", start=0, limit=rank(lengths), delta=1)
            else:
                axes = constant(np.arange(dims), dtypes.int32)
            maxlen = apply("Max", input=lengths, reduction_indices=axes)
            maxlen = apply("Maximum", x=constant(0, maxlen.dtype), y=maxlen)
        else:
            maxlen = convert_to_tensor(maxlen)
        if maxlen.shape.ndims not in (None, 0):
            raise ValueError("maxlen must be scalar for sequence_mask")
        kind = maxlen.dtype.base_dtype
        row = apply("Range", start=constant(0, kind), limit=maxlen, delta=constant(1, kind))
        mask = row < apply("Cast", x=expand_dims(lengths, -1), DstT=kind)
        if dtype is None or dtypes.as_dtype(dtype).base_dtype == dtypes.bool:
            return mask
        return apply("Cast", x=mask, DstT=dtype)


def _one_hot_rule(c):
    given = c.shape(0)
    if given.ndims is None:
        return [rule.UNKNOWN]
    axis = c.attr("axis")
    if not -1 <= axis <= given.ndims:
        raise ValueError(f"axis must be >= -1, {axis} is out of range for indices of rank {given.ndims}")
    depth = c.const(1)
    if depth is not None and depth < 0:
        raise ValueError(f"Dimension size, given by scalar input 1, must be non-negative but is {depth}")
    dims = given.as_list()
    dims.insert(len(dims) if axis == -1 else axis, None if depth is None else int(depth))
    return [TensorShape(dims)]


@op("OneHot", shape=_one_hot_rule, static=("depth",))
def _one_hot(xp, indices, depth, on_value, off_value, *, axis):
    count = int(depth)
    if count < 0:
        raise _invalid(f"depth must be non-negative, got: {count}")
    if not -1 <= axis <= indices.ndim:
        raise _invalid(f"Expected axis to be -1 or between [0, {indices.ndim + 1}).  But received: {axis}")
    at = indices.ndim if axis == -1 else axis
    if indices.dtype == np.uint8:
        indices = indices.astype(np.int32)
    row = np.arange(count, dtype=indices.dtype).reshape((-1,) + (1,) * (indices.ndim - at))
    return xp.where(xp.expand_dims(indices, at) == row, on_value, off_value)


no_gradient("OneHot")


@export("one_hot")
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Makes a tensor with one more dimension, of length `depth`, that is `on_value` at `indices`, else `off_value`.

    Args:
      indices: where the result is on; indices out of range give rows that are off throughout.
      depth: the length of the new dimension.
      on_value: 1 by default.
      off_value: 0 by default.
      axis: where the new dimension goes; the last by default.
      dtype: the type of the result, float32 if no value tells it.
      name: a name for the operation.

    Raises:
      TypeError: if the types of the values do not match.

    >>> import penstock as tf
    >>> tf.Session().run(tf.one_hot([1, 0], 3))
    array([[0., 1., 0.],
           [1., 0., 0.]], dtype=float32)
    """
    with name_scope(name, "one_hot", [indices, depth, on_value, off_value, axis, dtype]) as scope:
        given = {
            word: None if value is None else convert_to_tensor(value).dtype.base_dtype
            for word, value in (("on_value", on_value), ("off_value", off_value))
        }
        if dtype is not None:
            dtype = dtypes.as_dtype(dtype)
            for word, kind in given.items():
                if kind is not None and kind != dtype:
                    raise TypeError(f"dtype {kind} of {word} does not match dtype parameter {dtype}")
        else:
            dtype = given["on_value"] or given["off_value"] or dtypes.float32
        if on_value is None:
            on_value = convert_to_tensor(1, dtype, "on_value")
        if off_value is None:
            off_value = convert_to_tensor(0, dtype, "off_value")
        kinds = [given["on_value"] or dtype, given["off_value"] or dtype]
        if kinds[0] != kinds[1]:
            raise TypeError(f"dtype {kinds[0]} of on_value does not match dtype {kinds[1]} of off_value")
        return apply("OneHot", scope, indices=indices, depth=depth, on_value=on_value, off_value=off_value, axis=axis)


@op("BroadcastArgs", shape=lambda c: [_broadcast_length(c)], static=("s0", "s1"))
def _broadcast_args(xp, s0, s1):
    x, y = [int(d) for d in s0], [int(d) for d in s1]
    rank = max(len(x), len(y))
    x, y = [1] * (rank - len(x)) + x, [1] * (rank - len(y)) + y
    if any(p != q and 1 not in (p, q) for p, q in zip(x, y)):
        raise _invalid(f"Incompatible shapes: {shape_text(s0)} vs. {shape_text(s1)}")
    return np.array([q if p == 1 else p for p, q in zip(x, y)], s0.dtype)


def _broadcast_length(c):
    lengths = [rule.with_rank(s, 1).as_list()[0] for s in c.shapes]
    return [None if None in lengths else max(lengths)]


no_gradient("BroadcastArgs")
