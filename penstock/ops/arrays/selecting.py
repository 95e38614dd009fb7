"""Choosing elements: where, select, boolean_mask, unique, set differences, dynamic partition and stitch."""

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
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape, shape_text, zeros_like
from penstock.ops.arrays.gather import gather, position
from penstock.ops.arrays.joining import concat
from penstock.ops.arrays.masks import sequence_mask
from penstock.ops.arrays.reshaping import expand_dims, reshape, squeeze
from penstock.ops.arrays.scatter import padding
from penstock.ops.backend import arrays
from penstock.ops.common.definitions import function
from penstock.ops.training import row_updates_native as row_kernels

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
def repeat(input: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Tensor:
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


# -- unique and differences -------------------------------------------------------------------------------------------


# A dictionary is faster than sorting up to about so many elements (8 µs instead of 40 for a batch of 128).
_MAX_ELEMENTS_FOR_DICT = 4096


def _few_unique(x: np.ndarray, out: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    listed = x.tolist()
    seen = dict.fromkeys(listed)
    if len(seen) == len(listed):
        return x[...], np.arange(len(listed), dtype=out), np.ones(len(listed), out)
    values = np.fromiter(seen, x.dtype, len(seen))
    seen.update(zip(seen, range(len(seen))))
    inverse = np.fromiter(map(seen.__getitem__, listed), out, len(listed))
    return values, inverse, np.bincount(inverse, minlength=len(values)).astype(out, copy=False)


def _unique_of(x: np.ndarray, axis: int | None, out: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Unique elements (or slices) in the order of their first appearance, the index of each in them, and counts."""
    if axis is None and x.ndim != 1:
        raise errors.invalid("unique expects a 1D vector.")
    if axis is None and len(x) <= _MAX_ELEMENTS_FOR_DICT and x.dtype.kind in "iuO":
        return _few_unique(x, out)
    _, first, inverse, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True, axis=axis, equal_nan=False
    )
    order = np.argsort(first, kind="stable")
    where_now = np.empty_like(order)
    where_now[order] = np.arange(len(order))
    values = np.take(x, first[order], axis=axis or 0)
    return values, where_now[inverse.reshape(-1)].astype(out), counts[order].astype(out)


def _unique_axis(x: np.ndarray, axis: np.ndarray) -> int | None:
    axes = np.ravel(axis)
    if not len(axes):
        return None
    if len(axes) > 1:
        raise errors.invalid("axis does not support input tensors larger than 1 elements")
    if not -x.ndim <= axes[0] < x.ndim:
        raise errors.invalid(f"axis has to be between [0, {x.ndim})")
    return int(axes[0]) % x.ndim


def _size_matters(op: Operation) -> bool:
    """False if nobody can tell how many unique elements there are.

    Then XLA may pad them to a size that does not depend on the data, and one program serves all steps. It is so when they
    say which rows of a variable to update (optimizers sum up duplicates), or which rows of a table to read for a sum over
    them (`embedding_lookup_sparse`), and in the gradient of that.
    """
    unique, positions = op.outputs
    consumers = unique.consumers()
    return not (
        consumers
        and all(_takes_padded_indices(user, unique) for user in consumers)
        and all(user.type in _TAKE_POSITIONS for user in positions.consumers())
        and all(_gradient_of_rows(user) for user in positions.consumers() if user.type in _SEGMENT_GRADIENTS)
    )


# Up to so many elements, comparing each with each is faster in XLA than sorting.
_MAX_ELEMENTS_IN_XLA = 1024
_SEGMENT_SUMS = {
    f"SparseSegment{how}{number}" for how in ("Sum", "Mean", "SqrtN") for number in ("", "WithNumSegments")
}
_SEGMENT_GRADIENTS = {"SparseSegmentMeanGrad", "SparseSegmentSqrtNGrad", "UnsortedSegmentSum"}
_TAKE_POSITIONS = _SEGMENT_SUMS | _SEGMENT_GRADIENTS
_GATHERS = {"Gather": 1, "GatherV2": 1, "ResourceGather": 1}
_SIZE_ARITHMETIC = {"Shape", "Size", "StridedSlice", "Cast", "ExpandDims", "Pack", "ConcatV2"}
_UPDATES = ("SparseApply", "ResourceSparseApply", "Scatter", "ResourceScatter")


def _all_users(tensor: Tensor, fine: Any) -> bool:
    return all(fine(user, tensor) for user in tensor.consumers())


def _gradient_of_rows(made: Operation) -> bool:
    """Whether the rows of a gradient are only added up: elsewhere (in its norm) one row for all equal ids is not several."""
    return _all_users(made.outputs[0], _adds_rows)


def _adds_rows(user: Operation, tensor: Tensor) -> bool:
    if user.type in ("Identity", "Reshape", "Mul", "ConcatV2"):
        return _all_users(user.outputs[0], _adds_rows)
    return user.type == "UnsortedSegmentSum" or user.type.startswith(_UPDATES)


def _reads_rows(op: Operation) -> bool:
    """Whether the unique elements are rows of a table that is read: then padding must be a row that is there."""
    return any(user.type in _GATHERS for user in op.outputs[0].consumers())


def _takes_padded_indices(user: Operation, tensor: Tensor) -> bool:
    if user.type in _GATHERS:
        return user.inputs[1] is tensor and user.inputs[0] is not tensor and _all_users(user.outputs[0], _sums_rows)
    if user.type in ("Shape", "Size"):
        return _only_sizes(user)
    if user.type in ("Reshape", "Identity"):  # the indices of a gradient
        return user.inputs[0] is tensor and _all_users(user.outputs[0], _takes_padded_gradient)
    return _updates_rows(user, tensor)


def _takes_padded_gradient(user: Operation, tensor: Tensor) -> bool:
    # Duplicates are summed up, or updates with a gradient of zero change nothing (those of plain descent are additions).
    if user.type == "Unique":
        return not _size_matters(user)
    return user.type in ("ScatterSub", "ResourceScatterSub", "ScatterAdd", "ResourceScatterAdd") and _updates_rows(
        user, tensor
    )


def _updates_rows(user: Operation, tensor: Tensor) -> bool:
    if not user.type.startswith(_UPDATES) or user.type.endswith(("Nd", "NdUpdate", "NdAdd", "NdSub")):
        return False
    names = [arg.name for arg in user.op_def.inputs]
    return user.inputs[names.index("indices")] is tensor


def _sums_rows(user: Operation, tensor: Tensor) -> bool:
    """Whether rows that no position names are left out."""
    if user.type == "Identity":
        return _all_users(user.outputs[0], _sums_rows)
    if user.type == "Shape":
        return _only_sizes(user)
    return user.type in _SEGMENT_SUMS and user.inputs[0] is tensor


def _only_sizes(user: Operation) -> bool:
    """Whether a size only says how large the gradient of the padded rows is."""
    if user.type in _SIZE_ARITHMETIC:
        return all(_only_sizes(u) for t in user.outputs for u in t.consumers())
    if user.type == "Reshape":
        source = user.inputs[0]
        while source.op.type == "Identity":
            source = source.op.inputs[0]
        return source.op.type in _SEGMENT_GRADIENTS or source.op.type == "Unique"
    return user.type in _SEGMENT_GRADIENTS


# Updates whose kernels in C sum up the gradients of equal indices themselves.
_SUMMING_UPDATES = {
    f"{prefix}SparseApply{method}"
    for prefix in ("", "Resource")
    for method in ("Adagrad", "AdagradV2", "Ftrl", "FtrlV2")
}


def left_to_update(op: Operation) -> bool:
    """Whether nothing is done with the unique elements but to update these rows of one variable by sums over equal ones."""
    unique, positions = op.outputs
    users = [user for user in unique.consumers() if not (user.type == "Shape" and _only_sizes(user))]
    if len(users) != 1 or users[0].type not in _SUMMING_UPDATES or users[0]._attrs["T"] is not dtypes.float32:
        return False
    sums = positions.consumers()
    names = [arg.name for arg in users[0].op_def.inputs]
    grad = users[0].inputs[names.index("grad")]
    return _updates_rows(users[0], unique) and sums == [grad.op] and _sums_up(grad.op, positions)


def _sums_up(op: Operation, positions: Tensor) -> bool:
    return op.type == "UnsortedSegmentSum" and op.inputs[1] is positions and len(op.outputs[0].consumers()) == 1


@op(
    "Unique",
    shape=rule.ranked(1, out=lambda c: [[None], c.shape(0)]),
    host=_size_matters,
    derived={"reads_rows": _reads_rows, "left": left_to_update},
)
def _unique(xp, x, *, out_idx, reads_rows, left):
    if xp is np:
        return _unique_of(x, None, out_idx.as_numpy_dtype)[:2]
    out = out_idx.as_numpy_dtype
    n = x.shape[0]
    if left and row_kernels.ready(xp, np.float32):
        return x, np.arange(n, dtype=out)
    if reads_rows or not n:  # each element stands for itself: reading a row twice costs less than finding out
        return x, np.arange(n, dtype=out)
    if n <= _MAX_ELEMENTS_IN_XLA:
        # The first one of equal elements stands for all; the others become padding.
        first = xp.argmax(x[:, None] == x[None, :], axis=1)
        return xp.where(first == xp.arange(n), x, padding(x.dtype)), first.astype(out)
    values, inverse = xp.unique(x, return_inverse=True, size=n, fill_value=padding(x.dtype))
    return values, inverse.reshape(-1).astype(out)


@op("UniqueWithCounts", shape=lambda c: [[None], c.shape(0), [None]], host=True)
def _unique_with_counts(xp, x, *, out_idx):
    return _unique_of(x, None, out_idx.as_numpy_dtype)


def _unique_v2_rule(c):
    given = c.shape(0)
    axis = c.const(1)
    values: Any = rule.UNKNOWN
    count = None
    if given.ndims is not None:
        values = TensorShape([None] * given.ndims)
        if axis is not None:
            at = int(np.ravel(axis)[0]) if axis.size else 0
            count = given.as_list()[at] if -given.ndims <= at < given.ndims else None
    return [values, [count], [None]][: len(c.op._outputs)]


@op("UniqueV2", shape=_unique_v2_rule, host=True)
def _unique_v2(xp, x, axis, *, out_idx):
    return _unique_of(x, _unique_axis(x, axis), out_idx.as_numpy_dtype)[:2]


@op("UniqueWithCountsV2", shape=_unique_v2_rule, host=True)
def _unique_with_counts_v2(xp, x, axis, *, out_idx):
    return _unique_of(x, _unique_axis(x, axis), out_idx.as_numpy_dtype)


unique = export("unique")(
    function(
        "Unique",
        "The different elements of a vector in the order in which they come first, and which of them each one is.",
        "x",
        "out_idx",
        example=""">>> y, idx = tf.unique([7, 3, 7, 9, 3])
>>> print(*tf.Session().run([y, idx]))
[7 3 9] [0 1 0 2 1]""",
    )
)
unique_with_counts = export("unique_with_counts")(
    function(
        "UniqueWithCounts",
        "As `tf.unique`, and how often each of the different elements occurs.",
        "x",
        "out_idx",
        example=""">>> y, idx, count = tf.unique_with_counts(["b", "a", "b"])
>>> print(*tf.Session().run([y, idx, count]))
[b'b' b'a'] [0 1 0] [2 1]""",
    )
)


def _difference_rule(c):
    for given in c.shapes:
        rule.with_rank(given, 1)
    return [[None], [None]]


@op("ListDiff", shape=_difference_rule, host=True)
def _list_diff(xp, x, y, *, out_idx):
    for word, value in (("x", x), ("y", y)):
        if value.ndim != 1:
            raise errors.invalid(f"{word} should be a 1D vector.")
    if x.dtype == object:
        known = set(y.tolist())
        kept = np.array([i for i, v in enumerate(x.tolist()) if v not in known], np.int64)
    else:
        kept = np.flatnonzero(~np.isin(x, y))
    return x[kept], kept.astype(out_idx.as_numpy_dtype)


@export("setdiff1d", "listdiff")
def setdiff1d(x: TensorLike, y: TensorLike, index_dtype: Any = dtypes.int32, name: str | None = None) -> Any:
    """Returns the elements of `x` that are not in `y`, in their order, and their positions in `x`.

    Args:
      x: a 1-D tensor.
      y: a 1-D tensor of the type of `x`: what to leave out.
      index_dtype: the type of the positions, `tf.int32` or `tf.int64`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.setdiff1d([1, 2, 3, 4], [2, 4]).out)
    array([1, 3], dtype=int32)
    """
    return apply("ListDiff", name, x=x, y=y, out_idx=index_dtype)


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
