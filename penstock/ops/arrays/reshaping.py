"""Operations that keep the elements and change the shape: reshape, squeeze, transpose, broadcast, bitcast.

Blocks of space (space_to_batch and its like) are in `space.py`, diagonals in `diagonal.py`, padding and reversing in
`padding.py`, masks in `masks.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import _bracketed
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.graph.typing import AxisLike, ShapeLike, TensorLike
from penstock.ops.arrays import transpose_native
from penstock.ops.arrays.basic import indexed_slices_to_tensor, rank, shape, shape_text
from penstock.ops.arrays.joining import concat
from penstock.ops.backend import arrays
from penstock.ops.common.definitions import function
from penstock.util.deprecation import deprecated_argument_lookup

# -- reshape -----------------------------------------------------------------------------------------------------------


def _reshape_rule(c):
    wanted, given = c.const_as_shape(1), c.shape(0)
    if wanted.ndims is None or given.ndims is None:
        return [wanted]
    dims = wanted.as_list()
    (count, open_given), (known, open_wanted) = _elements(given.as_list()), _elements(dims)
    if not open_given and not open_wanted and count != known:
        text = f"{count} elements to shape {_bracketed(wanted)} ({known} elements)"
        raise ValueError(f"Cannot reshape a tensor with {text}")
    if not open_given and open_wanted == 1:
        dims[dims.index(None)] = rule.divided(count, known)
    elif open_given == 1 and not open_wanted:
        rule.divided(known, count)
    return [TensorShape(dims)]


def _elements(dims: list[int | None]) -> tuple[int, int]:
    """The number of elements as far as it is known, and on how many dimensions it depends: on none if one is 0."""
    known = math.prod(d for d in dims if d is not None)
    return known, dims.count(None) if known else 0


@op("Reshape", shape=_reshape_rule, static=("shape",))
def _reshape(xp, x, wanted):
    dims = wanted.tolist()
    known = 1
    unknown = -1
    for i, d in enumerate(dims):
        if d == -1:
            if unknown >= 0:
                raise errors.invalid(f"Only one input size may be -1, not both {unknown} and {i}")
            unknown = i
        elif d < 0:
            raise errors.invalid(f"Size {i} must be non-negative, not {d}")
        else:
            known *= d
    if isinstance(x, (bytes, str)):  # one string
        x = np.array(x, object)
    count = x.size
    if unknown >= 0:
        if known == 0:  # then lengths of 0 are left out on both sides, and what remains need not be a multiple
            others = math.prod(d for d in dims if d > 0)
            dims[unknown] = math.prod(d for d in x.shape if d) // others
        elif count % known:
            raise errors.invalid(
                f"Input to reshape is a tensor with {count} values, but the requested shape requires a multiple of {known}"
            )
        else:
            dims[unknown] = count // known
    if known != count and (unknown < 0 or known == 0):
        raise errors.invalid(f"Input to reshape is a tensor with {count} values, but the requested shape has {known}")
    return x.reshape(dims)


@gradient("Reshape")
def _reshape_grad(op, grad):
    return _to_input(op, grad), None


def _to_input(op, grad):
    """The gradient in the shape of the operation's first input."""
    return reshape(indexed_slices_to_tensor(grad), shape(op.inputs[0]))


@export("reshape", "manip.reshape")
def reshape(tensor: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
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
        return [rule.UNKNOWN]
    if at.size != 1:
        raise ValueError("'dim' input must be a tensor with a single value")
    axis = int(np.ravel(at)[0])
    if not -(given.ndims + 1) <= axis <= given.ndims:
        raise ValueError(f"dim {axis} not in the interval [{-(given.ndims + 1)}, {given.ndims}].")
    dims = given.as_list()
    dims.insert(axis % (given.ndims + 1), 1)
    return [TensorShape(dims)]


@op("ExpandDims", shape=_expand_rule, static=("dim",))
def _expand_dims(xp, x, dim):
    if dim.size != 1:
        raise errors.invalid("'dim' must be a tensor with a single value")
    axis = int(np.ravel(dim)[0]) if dim.ndim else int(dim)
    if not -(x.ndim + 1) <= axis <= x.ndim:
        raise errors.invalid(f"Tried to expand dim index {axis} for tensor with {x.ndim} dimensions.")
    axis %= x.ndim + 1
    return x.reshape((*x.shape[:axis], 1, *x.shape[axis:]))


@gradient("ExpandDims")
def _expand_dims_grad(op, grad):
    return _to_input(op, grad), None


@export("expand_dims")
def expand_dims(
    input: TensorLike, axis: AxisLike | None = None, name: str | None = None, dim: AxisLike | None = None
) -> Tensor:
    """Inserts a dimension of length 1 at `axis` (`dim` is its old name).

    Args:
      input: the tensor.
      axis: where the new dimension shall be, from `-rank - 1` to `rank`.
      name: a name for the operation.
      dim: the old name of `axis`.

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
    for i, axis in enumerate(chosen):
        if not -given.ndims <= axis < given.ndims:
            raise ValueError(f"squeeze_dims[{i}] not in [{-given.ndims},{given.ndims}).")
        axes.add(axis % given.ndims)
    for axis in sorted(axes):
        if dims[axis] not in (1, None):
            raise ValueError(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {dims[axis]}")
    return [TensorShape([d for i, d in enumerate(dims) if i not in axes])]


@op("Squeeze", shape=_squeeze_rule)
def _squeeze(xp, x, *, squeeze_dims):
    for axis in squeeze_dims:
        if not -x.ndim <= axis < x.ndim:
            raise errors.invalid(f"Tried to squeeze dim index {axis} for tensor with {x.ndim} dimensions.")
    for axis in sorted(axis % x.ndim for axis in squeeze_dims):
        if x.shape[axis] != 1:
            raise errors.invalid(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {x.shape[axis]}")
    gone = {axis % x.ndim for axis in squeeze_dims} or {i for i, d in enumerate(x.shape) if d == 1}
    return x.reshape([d for i, d in enumerate(x.shape) if i not in gone])


@gradient("Squeeze")
def _squeeze_grad(op, grad):
    return _to_input(op, grad)


@export("squeeze")
def squeeze(
    input: TensorLike, axis: AxisLike | None = None, name: str | None = None, squeeze_dims: AxisLike | None = None
) -> Tensor:
    """Removes dimensions of length 1: all, or those in `axis` (`squeeze_dims` is its old name).

    Args:
      input: the tensor.
      axis: the dimensions to remove, which must have length 1; all that have it by default.
      name: a name for the operation.
      squeeze_dims: the old name of `axis`.

    >>> import penstock as tf
    >>> tf.squeeze(tf.zeros([1, 2, 1])).shape.as_list()
    [2]
    """
    axis = deprecated_argument_lookup("axis", axis, "squeeze_dims", squeeze_dims)
    if np.isscalar(axis):
        axis = [axis]
    return apply("Squeeze", name, input=input, squeeze_dims=axis)


# -- transpose ---------------------------------------------------------------------------------------------------------


def _transpose_rule(c):
    given, perm = c.shape(0), c.const(1)
    count = c.shape(1).num_elements()
    rank = count if given.ndims is None else given.ndims
    if rank is None or (given.ndims is None and rank < 2):  # then it may be a scalar or a vector
        return [rule.UNKNOWN]
    given = rule.with_rank(given, rank)
    rule.with_rank(c.shape(1), 1)
    rule.with_value(count, rank)
    if perm is None:
        return [TensorShape([None] * rank)]
    dims = given.as_list()
    for p in perm:
        if not -rank <= p < rank:
            raise ValueError(f"perm dim {p} is out of range of input rank {rank}")
    return [TensorShape([dims[int(p)] for p in perm])]


def _permutation(perm: Any, rank: int) -> list[int]:
    axes = np.ravel(perm).tolist()
    if axes == list(range(rank)) or (rank == 2 and axes == [1, 0]):
        return axes
    if len(axes) != rank:
        raise errors.invalid(f"transpose expects a vector of size {rank}. But input(1) is a vector of size {len(axes)}")
    for p in axes:
        if not -rank <= p < rank:
            raise errors.invalid(f"{p} is out of range [0 .. {rank})")
    axes = [p % rank for p in axes]
    for i in range(rank):
        if i not in axes:
            raise errors.invalid(f"{i} is missing from {{{','.join(str(int(p)) for p in np.ravel(perm))}}}.")
    return axes


def _meets_a_product(op: Operation) -> bool:
    """Whether a factor or product is transposed: XLA then multiplies other rows or columns."""
    around = [op.inputs[0].op, *op.outputs[0].consumers()]
    return any(other.type in ("MatMul", "BatchMatMul", "BatchMatMulV2") for other in around)


@op("Transpose", shape=_transpose_rule, static=("perm",), derived={"folded": _meets_a_product})
def _transpose(xp, x, perm, *, folded):
    axes = _permutation(perm, x.ndim)
    found = transpose_native.transpose(xp, x, axes) if xp is not np and not folded else None
    return xp.transpose(x, axes) if found is None else found


@op("ConjugateTranspose", shape=_transpose_rule, static=("perm",))
def _conjugate_transpose(xp, x, perm):
    for p in np.ravel(perm).tolist():
        if p < 0:
            raise errors.invalid(f"{p} is out of range [0 .. {x.ndim})")
    turned = xp.transpose(x, _permutation(perm, x.ndim))
    return xp.conj(turned) if turned.dtype.kind == "c" else turned


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
def matrix_transpose(a: TensorLike, name: str = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """Transposes the last two dimensions.

    Args:
      a: matrices `[..., m, n]`.
      name: a name for the operation.
      conjugate: whether to conjugate complex elements, too.

    Raises:
      ValueError: if `a` has less than two dimensions.

    >>> import penstock as tf
    >>> tf.Session().run(tf.matrix_transpose([[[1, 2, 3], [4, 5, 6]]])).tolist()
    [[[1, 4], [2, 5], [3, 6]]]
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
def batch_matrix_transpose(a: TensorLike, name: str = "batch_matrix_transpose") -> Tensor:
    """The early name of `matrix_transpose`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_matrix_transpose([[[1, 2]], [[3, 4]]])).tolist()
    [[[1], [2]], [[3], [4]]]
    """
    return matrix_transpose(a, name)


@op("InvertPermutation", shape=lambda c: [rule.with_rank(c.shape(0), 1)])
def _invert_permutation(xp, x):
    if x.ndim != 1:
        raise errors.invalid("invert_permutation expects a 1D vector.")
    count = x.shape[0]
    if xp is np:
        seen = np.zeros(count, bool)
        for v in x:
            if not 0 <= v < count:
                raise errors.invalid(f"{v} is not between 0 and {count}")
            if seen[v]:
                raise errors.invalid(f"{v} is duplicated in the input.")
            seen[v] = True
    else:
        check((xp.sort(x) == np.arange(count)).all(), errors.InvalidArgumentError, "not a permutation")
    return xp.argsort(x).astype(x.dtype)


no_gradient("InvertPermutation")
invert_permutation = export("invert_permutation", "math.invert_permutation")(
    function(
        "InvertPermutation",
        "Where each of the numbers 0 to n - 1 stands in a permutation of them: `y[x[i]] = i`.",
        "x",
        example=">>> tf.Session().run(tf.invert_permutation([3, 0, 1, 2]))\narray([1, 2, 3, 0], dtype=int32)",
    )
)


# -- broadcast ---------------------------------------------------------------------------------------------------------


def _broadcast_to_rule(c):
    wanted = c.const_as_shape(1)
    given = c.shape(0)
    if wanted.ndims is None:
        return [rule.UNKNOWN]
    dims = wanted.as_list()
    for i, d in enumerate(reversed(rule.with_rank_at_most(given, wanted.ndims)._dims or ()), 1):
        if d is not None and d > 1:
            dims[-i] = rule.merge_dims(d, dims[-i])
    return [TensorShape(dims)]


@op("BroadcastTo", shape=_broadcast_to_rule, static=("shape",))
def _broadcast_to(xp, x, wanted):
    dims = tuple(int(d) for d in wanted)
    given = x.shape
    fits = len(given) <= len(dims) and all(d in (1, w) for d, w in zip(reversed(given), reversed(dims)))
    if not fits:
        raise errors.invalid(f"Incompatible shapes: {shape_text(given)} vs. {shape_text(dims)}")
    return xp.broadcast_to(x, dims)


@gradient("BroadcastTo")
def _broadcast_to_grad(op, grad):
    given = shape(op.inputs[0], out_type=op.inputs[1].dtype.base_dtype)
    _, axes = apply("BroadcastGradientArgs", s0=op.inputs[1], s1=given)
    summed = find("reduce_sum")(grad, axis=axes, keepdims=True)
    return reshape(summed, given), None


broadcast_to = export("broadcast_to")(
    function(
        "BroadcastTo",
        "Repeats a tensor along axes of length 1, and along new ones in front, until it has `shape`.",
        "input",
        "shape",
        example=""">>> tf.Session().run(tf.broadcast_to([1, 2, 3], [2, 3]))
array([[1, 2, 3],
       [1, 2, 3]], dtype=int32)""",
    )
)


@export("broadcast_dynamic_shape")
def broadcast_dynamic_shape(shape_x: ShapeLike, shape_y: ShapeLike) -> Tensor:
    """Returns the shape that two shapes, given as tensors, broadcast to.

    Args:
      shape_x: a vector of integers.
      shape_y: another one.

    Raises (when run):
      InvalidArgumentError: if they do not fit together.

    >>> import penstock as tf
    >>> tf.Session().run(tf.broadcast_dynamic_shape([2, 1, 3], [5, 1])).tolist()
    [2, 5, 3]
    """
    return apply("BroadcastArgs", s0=shape_x, s1=shape_y)


@export("broadcast_static_shape")
def broadcast_static_shape(shape_x: ShapeLike, shape_y: ShapeLike) -> TensorShape:
    """Returns the `TensorShape` that two TensorShapes broadcast to.

    Args:
      shape_x, shape_y: the TensorShapes.

    Raises:
      ValueError: if they do not fit together.

    >>> import penstock as tf
    >>> tf.broadcast_static_shape(tf.TensorShape([None, 1, 3]), tf.TensorShape([5, 1])).as_list()
    [None, 5, 3]
    """
    try:
        return rule.broadcast_shapes(as_shape(shape_x), as_shape(shape_y))
    except ValueError:
        raise ValueError(f"Incompatible shapes for broadcasting: {shape_x} and {shape_y}") from None


@op("BroadcastArgs", shape=lambda c: [_broadcast_length(c)], static=("s0", "s1"))
def _broadcast_args(xp, s0, s1):
    x, y = [int(d) for d in s0], [int(d) for d in s1]
    rank = max(len(x), len(y))
    x, y = [1] * (rank - len(x)) + x, [1] * (rank - len(y)) + y
    if any(p != q and 1 not in (p, q) for p, q in zip(x, y)):
        raise errors.invalid(f"Incompatible shapes: {shape_text(s0)} vs. {shape_text(s1)}")
    return np.array([q if p == 1 else p for p, q in zip(x, y)], s0.dtype)


def _broadcast_length(c):
    lengths = [rule.with_rank(s, 1).as_list()[0] for s in c.shapes]
    known = [n for n in lengths if n is not None]
    return [max(known) if len(known) == len(lengths) else None]


no_gradient("BroadcastArgs")


# -- bitcast -----------------------------------------------------------------------------------------------------------


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
        raise errors.invalid(
            f"Cannot bitcast from {x.dtype} to {type.name}: the last dimension of shape {shape_text(x.shape)} is not {ratio}"
        )
    return arrays.bitcast(xp, x, target)


bitcast = export("bitcast")(
    function(
        "Bitcast",
        "The same bits as elements of another type; one of another size adds or takes the last axis.",
        "input",
        "type",
        example=""">>> [hex(bits) for bits in tf.Session().run(tf.bitcast([1.0, -2.0], tf.uint32))]
['0x3f800000', '0xc0000000']
>>> tf.bitcast([1.0, -2.0], tf.uint8).shape.as_list()
[2, 4]""",
    )
)
