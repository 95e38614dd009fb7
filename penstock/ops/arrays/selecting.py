"""Choosing elements: where, select, boolean_mask, rows that are left out, dynamic partition and stitch."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape, shape_text
from penstock.ops.arrays.filled import zeros_like
from penstock.ops.arrays.gather import gather, position
from penstock.ops.arrays.joining import concat
from penstock.ops.arrays.masks import sequence_mask
from penstock.ops.arrays.reshaping import expand_dims, reshape, squeeze
from penstock.ops.backend import arrays
from penstock.ops.common.definitions import function

# -- where and select -------------------------------------------------------------------------------------------------


@op("Where", shape=lambda c: [[None, c.shape(0).ndims]], host=True)
def _where(xp, condition):
    condition = np.asarray(condition)
    if not condition.ndim:
        raise errors.invalid("WhereOp : Unhandled input dimensions: 0")
    if condition.ndim == 1:
        return np.flatnonzero(condition).reshape(-1, 1)
    if 0 < condition.size <= arrays.MAX_POSITIONS and condition.all():  # as of dense features that are made sparse
        return arrays.all_positions(condition.shape).copy()
    return np.array(condition.nonzero(), np.int64).T


no_gradient("Where")


def _select_rule(c):
    values = rule.merge(c.shape(1), c.shape(2))
    condition = c.shape(0)
    if condition.ndims is not None and values.ndims is not None:
        if condition.ndims == 1 and values.ndims > 1:
            rule.merge(condition, values[:1])
        elif condition.ndims != 0:
            rule.merge(condition, values)
    return [values]


@op("Select", shape=_select_rule)
def _select(xp, condition, t, e):
    if t.shape != e.shape:
        raise errors.invalid(
            f"'then' and 'else' must have the same size.  but received: {shape_text(t.shape)} vs. {shape_text(e.shape)}"
        )
    if condition.shape != t.shape and condition.ndim:
        if condition.ndim != 1 or not t.ndim or condition.shape[0] != t.shape[0]:
            raise errors.invalid(
                f"Inputs to operation Select of type Select must have the same size and shape.  Input 0: "
                f"{shape_text(condition.shape)} != input 1: {shape_text(t.shape)}"
            )
        condition = condition.reshape((-1,) + (1,) * (t.ndim - 1))  # one decision for each row
    return xp.where(condition, t, e)


def _select_v2_rule(c):
    return [rule.broadcast_shapes(c.shape(0), rule.broadcast_shapes(c.shape(1), c.shape(2)))]


@op("SelectV2", shape=_select_v2_rule)
def _select_v2(xp, condition, t, e):
    return xp.where(condition, t, e)


@gradient("Select")
def _select_grad(op, grad):
    condition, x, _ = op.inputs
    blank = zeros_like(x)
    pick = find("where")
    return None, pick(condition, grad, blank), pick(condition, blank, grad)


@gradient("SelectV2")
def _select_v2_grad(op, grad):
    condition, x, y = op.inputs
    blank = apply("ZerosLike", x=grad)
    out = shape(op.outputs[0])
    grads: list[Any] = [None]
    for value, picked in ((x, (grad, blank)), (y, (blank, grad))):
        part = apply("SelectV2", condition=condition, t=picked[0], e=picked[1])
        dims = shape(value)
        axes, _ = apply("BroadcastGradientArgs", s0=dims, s1=out)
        grads.append(reshape(find("reduce_sum")(part, keepdims=True, axis=axes), dims))
    return grads


@export("where")
def where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Returns elements of `x` where `condition` is true, else of `y`; without both, where it is true.

    Args:
      condition: a tensor of bools. If it is a vector and `x` has more dimensions, it chooses rows.
      x: a tensor.
      y: a tensor of the same shape and type.
      name: a name for the operation.

    Raises:
      ValueError: if only one of `x` and `y` is given.

    >>> import penstock as tf
    >>> tf.Session().run(tf.where([True, False], [1, 2], [3, 4]))
    array([1, 4], dtype=int32)
    """
    return _where_or("Select", condition, x, y, name)


@export("where_v2")
def where_v2(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """As `where`, but `condition`, `x` and `y` are broadcast as in NumPy.

    Args:
      condition: bools.
      x: the values where `condition` holds; None, with `y`, to get the positions where it does.
      y: the values elsewhere, of the type of `x`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.where_v2([[True], [False]], [1, 2, 3], 0))
    array([[1, 2, 3],
           [0, 0, 0]], dtype=int32)
    """
    return _where_or("SelectV2", condition, x, y, name)


def _where_or(kind: str, condition: TensorLike, x: TensorLike | None, y: TensorLike | None, name: str | None) -> Tensor:
    if x is None and y is None:
        with name_scope(name, "Where", [condition]) as scope:
            condition = convert_to_tensor(condition, name="condition", preferred_dtype=dtypes.bool)
            return apply("Where", scope, input=condition)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return apply(kind, name, condition=condition, t=x, e=y)


@export("select")
def select(condition: TensorLike, t: TensorLike, e: Any, name: str | None = None) -> Tensor:
    """The 0.9 name of `where` with three tensors.

    Args:
      condition: bools, of the shape of `t`, or one for each row.
      t: the tensor to take elements from where `condition` holds.
      e: the tensor to take the others from, of the shape and type of `t`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.select([True, False], [1, 2], [3, 4]))
    array([1, 4], dtype=int32)
    """
    return apply("Select", name, condition=condition, t=t, e=e)


@export("boolean_mask")
def boolean_mask(tensor: TensorLike, mask: TensorLike, name: str = "boolean_mask", axis: int | None = None) -> Tensor:
    """Returns the elements of `tensor` at which `mask` is true, as `tensor[mask]` in NumPy.

    Args:
      tensor: the tensor.
      mask: bools, whose rank must be known, in the shape of the dimensions of `tensor` from `axis` on.
      name: a name for the operation.
      axis: the first masked dimension, 0 by default.

    Raises:
      ValueError: if the shapes do not fit.

    >>> import penstock as tf
    >>> tf.Session().run(tf.boolean_mask([[1, 2], [3, 4], [5, 6]], [True, False, True]))
    array([[1, 2],
           [5, 6]], dtype=int32)
    """
    with name_scope(name, values=[tensor, mask]):
        tensor = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        count = mask.shape.ndims
        known = tensor.shape
        if count == 0:
            raise ValueError("mask cannot be scalar.")
        if count is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions are None.  E.g. shape=[None] is "
                "ok, but shape=None is not."
            )
        axis = 0 if axis is None else axis
        known[axis : axis + count].assert_is_compatible_with(mask.shape)
        leading = apply("Prod", input=shape(tensor)[axis : axis + count], reduction_indices=[0])
        dims = concat([shape(tensor)[:axis], [leading], shape(tensor)[axis + count :]], 0)
        tensor = reshape(tensor, dims)
        if known.ndims is not None:
            flat = known[axis : axis + count].num_elements()
            tensor.set_shape(known[:axis].concatenate([flat]).concatenate(known[axis + count :]))
        mask = reshape(mask, [-1])
        indices = squeeze(where(mask), axis=[1])
        return gather(tensor, indices, axis=axis)


@export("repeat")
def repeat(input: TensorLike, repeats: Any, axis: int | None = None, name: str | None = None) -> Tensor:
    """Repeats elements: `repeats[i]` times element `i` along `axis`; of the flattened tensor, without an axis.

    Args:
      input: the tensor.
      repeats: how often: a number, or one for each element along `axis`.
      axis: the dimension along which to repeat; None flattens the tensor first.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.repeat([3, 4], [1, 2]))
    array([3, 4, 4], dtype=int32)
    """
    if axis is None:
        input = reshape(input, [-1])
        axis = 0
    if not isinstance(axis, int):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    with name_scope(name, "Repeat", [input, repeats]):
        data = convert_to_tensor(input, name="data")
        counts = convert_to_tensor(repeats, name="repeats", preferred_dtype=dtypes.int32)
        if not counts.dtype.is_integer:
            raise TypeError(f"repeats must be an integer tensor; dtype={counts.dtype}")
        counts = apply("Cast", x=counts, DstT=dtypes.int32)
        if data.shape.ndims is None:
            raise ValueError("tf.repeat needs to know the rank of its input.")
        if data.shape.ndims == 0:
            data = find("stack")([data])
        known = data.shape.as_list()
        if not -len(known) <= axis < len(known):
            raise ValueError(f"axis={axis} out of bounds: expected {-len(known)}<=axis<{len(known)}")
        axis %= len(known)
        dims = shape(data)

        def copied(times: Tensor) -> Tensor:
            multiples: list[Any] = [1] * (len(known) + 1)
            multiples[axis + 1] = times
            return apply("Tile", input=expand_dims(data, axis + 1), multiples=multiples)

        def put_back(made: Tensor) -> Tensor:
            return reshape(made, concat([dims[:axis], [-1], dims[axis + 1 :]], 0))

        if counts.shape.ndims == 0:
            return put_back(copied(counts))
        # As many copies of each as the largest count asks for; a mask leaves out those that are too many.
        data.shape[axis : axis + 1].assert_is_compatible_with(counts.shape)
        if counts.shape.ndims != axis + 1:
            own = shape(counts)
            counts = apply("BroadcastTo", input=counts, shape=concat([dims[: axis + 1 - find("rank")(counts)], own], 0))
            counts.set_shape([None] * (axis + 1))
        most = apply("Maximum", x=0, y=find("reduce_max")(counts))
        mask = sequence_mask(counts, most)
        masked = boolean_mask(copied(most), mask)
        made = masked if axis == 0 else put_back(masked)
        made.set_shape([*known[:axis], None, *known[axis + 1 :]])
        return made


@export("sparse_mask", "sparse.mask")
def sparse_mask(a: IndexedSlices, mask_indices: Any, name: str | None = None) -> IndexedSlices:
    """Returns the slices of an IndexedSlices whose indices are not in `mask_indices`.

    Args:
      a: the slices.
      mask_indices: a vector of the indices to leave out.
      name: a name for the operations.

    >>> import penstock as tf
    >>> a = tf.IndexedSlices(tf.constant([[1.0], [2.0], [3.0]]), tf.constant([5, 9, 7]))
    >>> rest = tf.sparse_mask(a, [9])
    >>> [x.tolist() for x in tf.Session().run([rest.values, rest.indices])]
    [[[1.0], [3.0]], [5, 7]]
    """
    with name_scope(name, "sparse_mask", [a, mask_indices]) as scope:
        kept, at = apply("ListDiff", x=a.indices, y=mask_indices)
        return IndexedSlices(gather(a.values, at, name=scope), kept, a.dense_shape)


# -- partition and stitch ---------------------------------------------------------------------------------------------


def _partition_rule(c):
    data, partitions = c.shape(0), c.shape(1)
    count = c.attr("num_partitions")
    if partitions.ndims is None or data.ndims is None:
        return [rule.UNKNOWN] * count
    rule.merge_prefix(data, partitions)
    return [TensorShape([None]).concatenate(data[partitions.ndims :])] * count


@op("DynamicPartition", shape=_partition_rule, host=True)
def _dynamic_partition(xp, data, partitions, *, num_partitions):
    if data.shape[: partitions.ndim] != partitions.shape:
        raise errors.invalid(
            f"data.shape must start with partitions.shape, got data.shape = {shape_text(data.shape)}, "
            f"partitions.shape = {shape_text(partitions.shape)}"
        )
    flat = np.ravel(partitions)
    bad = (flat < 0) | (flat >= num_partitions)
    if bad.any():
        at = int(np.argmax(bad))
        raise errors.invalid(f"partitions{position(partitions.shape, at)} = {flat[at]} is not in [0, {num_partitions})")
    rows = data.reshape((flat.size, *data.shape[partitions.ndim :]))
    return tuple(rows[flat == i] for i in range(num_partitions))


@gradient("DynamicPartition")
def _dynamic_partition_grad(op, *grads):
    data, partitions = op.inputs
    count = op._attrs["num_partitions"]
    dims = shape(partitions)
    places = reshape(find("range")(find("reduce_prod")(dims)), dims)
    parted = apply("DynamicPartition", data=places, partitions=partitions, num_partitions=count)
    joined = apply("ParallelDynamicStitch", indices=parted, data=list(grads))
    return reshape(joined, shape(data)), None


dynamic_partition = export("dynamic_partition")(
    function(
        "DynamicPartition",
        "Deals the rows of `data` out to `num_partitions` tensors; `partitions` has the number of the tensor of each.",
        "data",
        "partitions",
        "num_partitions",
        example=""">>> small, large = tf.dynamic_partition([1, 20, 3, 40], [0, 1, 0, 1], num_partitions=2)
>>> print(*tf.Session().run([small, large]))
[1 3] [20 40]""",
    )
)


def _stitch_rule(c):
    count = c.attr("N")
    rest = rule.UNKNOWN
    largest: int | None = -1
    for i in range(count):
        indices, data = c.shape(i), c.shape(count + i)
        if indices.ndims is not None and data.ndims is not None:
            rule.merge_prefix(data, indices)
            rest = rule.merge(rest, data[indices.ndims :])
        value = c.const(i)
        if value is None or largest is None:
            largest = None
        elif value.size:
            largest = max(largest, int(value.max()))
    if rest.ndims is None:
        return [rule.UNKNOWN]
    return [TensorShape([None if largest is None else largest + 1]).concatenate(rest)]


@op(("DynamicStitch", "ParallelDynamicStitch"), shape=_stitch_rule, static=("indices",))
def _dynamic_stitch(xp, indices, data):
    for i, (at, values) in enumerate(zip(indices, data)):
        if values.shape[: at.ndim] != at.shape:
            raise errors.invalid(
                f"data[{i}].shape must start with indices[{i}].shape, got data[{i}].shape = "
                f"{shape_text(values.shape)}, indices[{i}].shape = {shape_text(at.shape)}"
            )
    rest = data[0].shape[indices[0].ndim :]
    flat = np.concatenate([np.ravel(at) for at in indices]).astype(np.int64)
    if flat.size and flat.min() < 0:
        raise errors.invalid(f"indices must be non-negative, got {flat.min()}")
    rows = xp.concatenate([values.reshape((-1, *rest)) for values in data], axis=0)
    length = int(flat.max()) + 1 if flat.size else 0
    # The last of several values for one row wins; rows that get none are zero.
    source = np.full(length, -1)
    source[flat] = np.arange(flat.size)
    merged = rows[np.maximum(source, 0)] if flat.size else rows[:0]
    if (source < 0).any():
        keep = (source >= 0).reshape((-1,) + (1,) * len(rest))
        merged = xp.where(keep, merged, b"" if rows.dtype == object else rows.dtype.type(0))
    return merged


@gradient("DynamicStitch", "ParallelDynamicStitch")
def _dynamic_stitch_grad(op, grad):
    count = op._attrs["N"]
    if isinstance(grad, IndexedSlices):
        rows = shape(op.outputs[0])[0]
        grad = apply("UnsortedSegmentSum", data=grad.values, segment_ids=grad.indices, num_segments=rows)
    return [None] * count + [gather(grad, at) for at in op.inputs[:count]]


@export("dynamic_stitch")
def dynamic_stitch(indices: TensorLike, data: TensorLike, name: str | None = None) -> Tensor:
    """Merges tensors: row `indices[m][i]` of the result is `data[m][i]`; the last one given wins.

    Args:
      indices: a list of int32 tensors.
      data: a list of tensors; the shape of each begins with that of its indices.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]))
    array([10, 20, 30], dtype=int32)
    """
    return apply("DynamicStitch", name, indices=indices, data=data)


@export("parallel_dynamic_stitch")
def parallel_dynamic_stitch(indices: TensorLike, data: TensorLike, name: str | None = None) -> Tensor:
    """As `dynamic_stitch`; which of several values for one row wins is not defined.

    Args:
      indices: a list of int32 tensors.
      data: a list of tensors; the shape of each begins with that of its indices.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.parallel_dynamic_stitch([[0, 3], [2, 1]], [["a", "d"], ["c", "b"]])).tolist()
    [b'a', b'b', b'c', b'd']
    """
    return apply("ParallelDynamicStitch", name, indices=indices, data=data)
