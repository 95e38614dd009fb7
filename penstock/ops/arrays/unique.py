"""Elements that differ: `tf.unique` and its kind, and what is in one vector but not in another (`tf.setdiff1d`).

The compiled `unique` gives arrays of a fixed size where all users of its results take padded ones, as updates of rows do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.scatter import padding
from penstock.ops.common.definitions import function
from penstock.ops.training import row_updates_native as row_kernels

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
