"""Operations that make one tensor of several, or several of one: concat and split.

`stacking.py` does it with a dimension more.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import AxisLike, TensorLike
from penstock.ops.arrays.basic import rank, shape, shape_n, shape_text, size
from penstock.ops.arrays.filled import zeros
from penstock.ops.arrays.stacking import stack

if TYPE_CHECKING:
    from penstock.graph.inference import Context



def _spaced(dims: Any) -> str:
    return "[" + " ".join(str(int(d)) for d in dims) + "]"


# -- concat -----------------------------------------------------------------------------------------------------------


def concat_shape(c: Context, values: Sequence[TensorShape], axis_at: int) -> TensorShape:
    """The shape of `values` one after the other along the axis that input `axis_at` holds."""
    rule.with_rank(c.shape(axis_at), 0)
    axis = c.const(axis_at)
    rank = next((s.ndims for s in values if s.ndims is not None), None)
    if rank is None:
        return rule.UNKNOWN
    if rank == 0:
        raise ValueError("Can't concatenate scalars (use tf.stack instead)")
    if axis is None:
        for s in values:
            rule.with_rank(s, rank)
        return TensorShape([None] * rank)
    at = int(axis)
    for s in values:
        rule.with_rank_at_least(s, at + 1 if at >= 0 else -at)
    at %= rank
    total: int | None = 0
    before, after = TensorShape([None] * at), TensorShape([None] * (rank - at - 1))
    for s in values:
        known = rule.with_rank(s, rank).as_list()
        size = known[at]
        total = None if total is None or size is None else total + size
        before = rule.merge(before, TensorShape(known[:at]))
        after = rule.merge(after, TensorShape(known[at + 1 :]))
    return TensorShape([*before.as_list(), total, *after.as_list()])


# Elements from which on XLA joins rows of numbers faster than larger things: two of [1000, 1000] in 320 µs instead of 590.
_MIN_ELEMENTS_AS_INTEGERS = 1 << 16


def _concatenate(xp, values, axis):
    rank = values[0].ndim
    at = int(axis)
    if not -rank <= at < rank:
        if rank == 0:
            raise errors.invalid("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
        raise errors.invalid(
            f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {at}"
        )
    at %= rank
    first = values[0].shape
    for i, v in enumerate(values):
        if v.ndim != rank:
            raise errors.invalid(
                f"ConcatOp : Ranks of all input tensors should match: shape[0] = {shape_text(first)} vs. "
                f"shape[{i}] = {shape_text(v.shape)}"
            )
        if v.shape[:at] != first[:at] or v.shape[at + 1 :] != first[at + 1 :]:
            raise errors.invalid(
                f"ConcatOp : Dimensions of inputs should match: shape[0] = {shape_text(first)} vs. "
                f"shape[{i}] = {shape_text(v.shape)}"
            )
    if at == 0 and rank > 1 and xp is not np and sum(v.size for v in values) >= _MIN_ELEMENTS_AS_INTEGERS:
        joined = xp.concatenate([xp.asarray(v).reshape(-1) for v in values])
        return joined.reshape(sum(v.shape[0] for v in values), *first[1:])
    return xp.concatenate(values, axis=at)


@op("ConcatV2", shape=lambda c: [concat_shape(c, c.shapes[:-1], -1)], static=("axis",))
def _concat_v2(xp, values, axis):
    return _concatenate(xp, values, axis)


@op("Concat", shape=lambda c: [concat_shape(c, c.shapes[1:], 0)], static=("concat_dim",))
def _concat(xp, axis, values):
    return _concatenate(xp, values, axis)


def _parallel_concat_rule(c):
    whole = c.attr("shape")
    if not whole.is_fully_defined():
        raise ValueError("shape attr must be fully defined.")
    part = TensorShape([1]).concatenate(whole[1:])
    for i, given in enumerate(c.shapes):
        if not given.is_fully_defined():
            raise ValueError("All input shapes must be fully defined.")
        if given.as_list()[:1] != [1]:
            raise ValueError("Size of first dimension must be 1.")
        with rule.adding(f"From merging shape {i} with other shapes."):
            part = rule.merge(given, part)
    return [whole]


@op("ParallelConcat", shape=_parallel_concat_rule)
def _parallel_concat(xp, values, *, shape):
    return xp.concatenate(values, axis=0)


@op("ConcatOffset", shape=lambda c: c.shapes[1:], static=("concat_dim",))
def _concat_offset(xp, axis, shapes):
    dims = len(shapes[0])
    at = int(axis)
    if not -dims <= at < dims:
        raise errors.invalid(f"Concat dim is out of range: {at} vs. {dims}")
    at %= dims
    free = np.arange(dims) == at
    for i, s in enumerate(shapes):
        if len(s) != dims:
            raise errors.invalid(f"input {i} should contain {dims} elements, but got {len(s)}")
        check(
            xp.all((s == shapes[0]) | free),
            errors.InvalidArgumentError,
            lambda i=i, s=s: (  # type: ignore[misc]
                f"All dimensions except {at} must match. Input {i} has shape {_spaced(s)} and doesn't match input 0 with "
                f"shape {_spaced(shapes[0])}."
            ),
        )
    offsets = []
    start = 0
    for s in shapes:
        begin: Any = np.zeros(len(s), np.int32) if xp is np else xp.zeros(len(s), np.int32)
        if xp is np:
            begin[at] = start
        else:
            begin = begin.at[at].set(start)
        offsets.append(begin)
        start = start + s[at]
    return tuple(offsets)


no_gradient("ConcatOffset")


@gradient("ConcatV2")
def _concat_v2_grad(op, grad):
    return [*_concat_gradients(op.inputs[:-1], op.inputs[-1], grad), None]


@gradient("Concat")
def _concat_grad(op, grad):
    return [None, *_concat_gradients(op.inputs[1:], op.inputs[0], grad)]


def _concat_gradients(values: list[Tensor], axis: Tensor, grad: TensorLike) -> list[Any]:
    if len(values) == 1:
        return [grad]
    if isinstance(grad, IndexedSlices):
        return _concat_sparse_gradients(values, axis, grad)
    at = axis % rank(values[0])
    sizes: Any = []
    for x in values:
        if not x.shape.is_fully_defined():
            get_default_graph()._count(1)  # 1.15 has made this one's shape by then, and does not use it
            sizes = shape_n(values)
            break
        sizes.append(shape(x))
    if len(sizes) > 16:
        # One split instead of many slices: the extents along the axis, as one vector.
        extents = apply("Slice", input=stack(sizes, axis=1), begin=stack([at, 0]), size=[1, -1])
        return split(grad, apply("Squeeze", input=extents), at)
    offsets = apply("ConcatOffset", concat_dim=at, shape=sizes)
    return [apply("Slice", input=grad, begin=b, size=s) for b, s in zip(offsets, sizes)]


def _concat_sparse_gradients(values: list[Tensor], axis: Tensor, grad: IndexedSlices) -> list[IndexedSlices]:
    known = constant_value(axis)
    if known is None:
        raise ValueError("Can only compute IndexedSlices gradient with statically-known concat_dim")
    at = int(known)
    if at < 0:
        if values[0].shape.ndims is None:
            raise ValueError(
                "Can only compute IndexedSlices gradient with negative concat_dim when first value rank is "
                "statically-known."
            )
        at %= values[0].shape.ndims
    sizes = [shape(x) for x in values]
    parts = []
    if at > 0:
        begin = zeros(shape(sizes[0]), dtypes.int32)
        mask = apply("OneHot", indices=at, depth=size(sizes[0]), on_value=1, off_value=0, axis=-1)
        for extent in sizes:
            rest = apply("Slice", input=extent, begin=[1], size=[-1])
            part = apply("Slice", input=grad.values, begin=begin, size=concat([[-1], rest], 0))
            parts.append(IndexedSlices(part, grad.indices, extent))
            begin = begin + extent * mask
        return parts
    start: Any = constant(0, grad.indices.dtype.base_dtype)
    for extent in sizes:
        rows = extent[0]
        if rows.dtype != grad.indices.dtype:
            rows = apply("Cast", x=rows, DstT=grad.indices.dtype.base_dtype)
        end = start + rows
        inside = apply("LogicalAnd", x=grad.indices >= start, y=grad.indices < end)
        chosen = apply("Squeeze", input=apply("Where", input=inside), squeeze_dims=[1])
        gather = find("gather")
        indices = gather(grad.indices, chosen) - start
        parts.append(IndexedSlices(gather(grad.values, chosen), indices, extent))
        start = end
    return parts


@export("concat")
def concat(values: TensorLike, axis: AxisLike, name: str = "concat") -> Tensor:
    """Concatenates tensors along one dimension. The 0.9 order `concat(axis, values)` is understood, too.

    Args:
      values: a list of tensors, of the same shape except along `axis`.
      axis: the dimension; negative ones count from the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.concat([[[1], [2]], [[3], [4]]], 1))
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with name_scope(name):
            convert_to_tensor(axis, dtypes.int32, "concat_dim").shape.assert_has_rank(0)
            return find("identity")(values[0], name)
    return apply("ConcatV2", name, values=list(values), axis=axis)


@export("concat_v2")
def concat_v2(values: Any, axis: AxisLike, name: str = "concat_v2") -> Tensor:
    """0.12's name of `concat` with the values first.

    Args:
      values: a list of tensors, of the same shape except along `axis`.
      axis: the dimension; negative ones count from the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.concat_v2([[1, 2], [3]], 0)).tolist()
    [1, 2, 3]
    """
    return concat(values, axis, name)


# -- split ------------------------------------------------------------------------------------------------------------


def _split_rule(c):
    num = c.attr("num_split")
    shape = c.shape(1)
    at = _known_axis(c, 0, shape.ndims)
    if shape.ndims is None:
        return [rule.UNKNOWN] * num
    if at is None:
        return [TensorShape([None] * shape.ndims)] * num
    dims = shape.as_list()
    with rule.adding("Number of ways to split should evenly divide the split dimension"):
        dims[at] = rule.divided(dims[at], num)
    return [TensorShape(dims)] * num


def _known_axis(c: Context, i: int, rank: int | None) -> int | None:
    """The axis that input `i` holds, counted from the front, None if it or the rank is not known."""
    axis = c.const(i)
    if axis is None:
        return None
    if axis.ndim:
        raise ValueError(f"Input must be scalar but has rank {axis.ndim}")
    if rank is None:
        return None
    if not -rank <= axis < rank:
        raise ValueError(f"Dimension size, given by scalar input {axis} must be in range [-{rank}, {rank})")
    return int(axis) % rank


@op("Split", shape=_split_rule, static=("split_dim",))
def _split(xp, axis, value, *, num_split):
    at = int(axis)
    if not -value.ndim <= at < value.ndim:
        raise errors.invalid(f"-input rank(-{value.ndim}) <= split_dim < input rank ({value.ndim}), but got {at}")
    extent = value.shape[at]
    if extent % num_split:
        raise errors.invalid(
            f"Number of ways to split should evenly divide the split dimension, but got split_dim {at} (size = "
            f"{extent}) and num_split {num_split}"
        )
    return _cut(value, at, [extent // num_split] * num_split)


def _cut(value: Any, axis: int, sizes: Sequence[int]) -> tuple:
    before = (slice(None),) * (axis % value.ndim)
    ends = list(itertools.accumulate(sizes))
    return tuple(value[(*before, slice(e - s, e))] for s, e in zip(sizes, ends))


@gradient("Split")
def _split_grad(op, *grads):
    return None, concat(list(grads), op.inputs[0])


def _split_v_rule(c):
    num = c.attr("num_split")
    shape = c.shape(0)
    sizes, at = c.const(1), _known_axis(c, 2, shape.ndims)
    if shape.ndims is None:
        return [rule.UNKNOWN] * num
    if shape.ndims == 0:
        raise ValueError("Can't split scalars")
    if at is None:
        return [TensorShape([None] * shape.ndims)] * num
    dims = shape.as_list()
    parts: list[int | None] = [None] * num
    if sizes is not None:
        if sizes.size != num:
            raise ValueError("Length of size_splits should be equal to num_outputs")
        total = dims[at]
        parts = [None if s < 0 else int(s) for s in sizes.ravel()]
        if parts.count(None) > 1:
            raise ValueError("size_splits can only have one -1")
        known = sum(s for s in parts if s is not None)
        if total is not None:
            if parts.count(None) == 1:
                parts[parts.index(None)] = total - known
            elif None not in parts and known != total:
                raise ValueError(f"can't split axis of size {total} into pieces of size {shape_text(parts)}")
            if known > total:
                raise ValueError(f"can't split axis of size {total} into pieces of size {shape_text(sizes)}")
    return [TensorShape([*dims[:at], p, *dims[at + 1 :]]) for p in parts]


@op("SplitV", shape=_split_v_rule, static=("size_splits", "split_dim"))
def _split_v(xp, value, size_splits, axis, *, num_split):
    at = int(axis)
    if np.ndim(size_splits) != 1:
        raise errors.invalid(
            f"size of the split_tensor must be 1-D and have the same elements as outputs got {np.size(size_splits)} elements"
        )
    if not -value.ndim <= at < value.ndim:
        raise errors.invalid(f"-input rank(-{value.ndim}) <= split_dim < input rank ({value.ndim}), but got {at}")
    sizes = [int(s) for s in size_splits]
    extent = value.shape[at]
    known = sum(s for s in sizes if s >= 0)
    if sizes.count(-1) > 1:
        raise errors.invalid("There can only be one -1 in size_splits.")
    if (known != extent and -1 not in sizes) or known > extent:
        raise errors.invalid(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less "
            f"than the size of the input along split_dim if not fully specified.  Got: {known}"
        )
    return _cut(value, at, [extent - known if s == -1 else s for s in sizes])


@gradient("SplitV")
def _split_v_grad(op, *grads):
    return concat(list(grads), op.inputs[2]), None, None


@export("split")
def split(
    value: object, num_or_size_splits: Any, axis: AxisLike = 0, num: int | None = None, name: str = "split"
) -> list[Tensor]:
    """Splits a tensor along one dimension. The 0.9 order `split(axis, num, value)` is understood, too.

    Args:
      value: the tensor.
      num_or_size_splits: the number of equal parts, or a list with the size of each.
      axis: the dimension.
      num: the number of parts, if `num_or_size_splits` is a tensor of unknown length.
      name: a name for the operation.

    Raises:
      ValueError: if the number of parts is not known.

    >>> import penstock as tf
    >>> a, b = tf.split([1, 2, 3, 4, 5], [2, 3])
    >>> tf.Session().run(b)
    array([3, 4, 5], dtype=int32)
    """
    sizes = convert_to_tensor(num_or_size_splits)
    if isinstance(num_or_size_splits, (int, np.integer, Dimension)):
        return apply("Split", name, split_dim=axis, num_split=int(num_or_size_splits), value=value)
    if sizes.shape.ndims == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: "
            f"{num_or_size_splits}"
        )
    if num is None:
        num = sizes.shape.as_list()[0] if sizes.shape.ndims else None
        if num is None:
            raise ValueError(f"Cannot infer num from shape {num_or_size_splits}")
    return apply("SplitV", name, value=value, size_splits=sizes, split_dim=axis, num_split=num)


@export("split_v")
def split_v(
    value: Any, size_splits: Any, split_dim: Any = 0, num: int | None = None, name: str = "split_v"
) -> list[Tensor]:
    """0.12's name of `split` with the value first.

    Args:
      value: the tensor.
      size_splits: the sizes of the parts along `split_dim`, or how many parts of one size there shall be.
      split_dim: the dimension.
      num: the number of parts, if `size_splits` does not tell it.
      name: a name for the operation.

    >>> import penstock as tf
    >>> [part.tolist() for part in tf.Session().run(tf.split_v([1, 2, 3], [1, 2]))]
    [[1], [2, 3]]
    """
    return split(value, size_splits, split_dim, num, name)
