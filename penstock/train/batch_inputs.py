"""What goes into a batch: lists or dictionaries of tensors, of one kind, and sparse tensors as the numbers they are kept under.

For the functions that batch with queues: `penstock.train.batching` and the buckets of `tf.contrib.training`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes, inference
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_n_to_tensor_or_indexed_slices, convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import as_shape
from penstock.graph.typing import TensorLike

# -- batching ----------------------------------------------------------------------------------------------------------


class KeptSparse:
    """Which component of a batch stands for a sparse tensor: who stored it, and its rank."""

    def __init__(self, stored_by: Operation, rank: int | None) -> None:
        self.stored_by = stored_by
        self.rank = rank


def _store(sparse: SparseTensor, many: bool, shared_name: str | None = None) -> Tensor:
    """Keeps a sparse tensor, or each of its rows, and gives numbers for it."""
    kind = "AddManySparseToTensorsMap" if many else "AddSparseToTensorsMap"
    return apply(
        kind,
        shared_name=shared_name,
        sparse_indices=sparse.indices,
        sparse_values=sparse.values,
        sparse_shape=sparse.dense_shape,
    )


def _restore(stored_by: Operation, numbers: Tensor, rank: int | None) -> SparseTensor:
    """The sparse tensors of `numbers` with a first dimension more; each can be taken once."""
    indices, values, shape = apply(
        "TakeManySparseFromTensorsMap",
        sparse_handles=numbers,
        dtype=stored_by.get_attr("T"),
        container=stored_by._attrs["container"],
        shared_name=stored_by._attrs["shared_name"] or stored_by.name,
    )
    indices.set_shape([None, rank])
    shape.set_shape([rank])
    return SparseTensor(indices, values, shape)


def known_truth(keep: Any) -> bool | None:
    value = inference.constant_value(keep)
    return None if value is None else bool(value)


def either(keep: Tensor, yes: Any, no: Any) -> Any:
    value = known_truth(keep)
    return find("cond")(keep, yes, no) if value is None else yes() if value else no()


def stored(
    tensor: TensorLike, enqueue_many: bool, keep: Tensor, like: KeptSparse | None
) -> tuple[Any, KeptSparse | None]:
    """A sparse tensor as the numbers under which it is kept."""
    if not isinstance(tensor, SparseTensor):
        return tensor, None
    rank = tensor.dense_shape.shape.with_rank(1)[0].value
    name = like.stored_by.name if like is not None else None
    many = enqueue_many or keep.shape.ndims == 1
    if keep.shape.ndims == 1:
        kept = find("gather")(keep, tensor.indices[:, 0])
        numbers = _store(find("sparse_retain")(tensor, kept), True, name)
    elif many:
        minus = lambda: -1 * find("ones")(find("shape")(tensor)[0:1], dtypes.int64)  # noqa: E731
        numbers = either(keep, lambda: _store(tensor, True, name), minus)
        numbers.set_shape([None])
    else:
        minus = lambda: convert_to_tensor(-1, dtypes.int64)  # noqa: E731
        numbers = either(keep, lambda: _store(tensor, False, name), minus)
    by = next((t.op for t in numbers.op.inputs if "SparseToTensorsMap" in t.op.type), numbers.op)
    if enqueue_many and rank is not None:
        rank -= 1
    return find("expand_dims")(numbers, [-1]), like or KeptSparse(by, rank)


def restored(dequeued: Any, sparse: list[KeptSparse | None]) -> Any:
    if not any(sparse):
        return dequeued
    several = isinstance(dequeued, (list, tuple))
    found: list[Any] = []
    for tensor, info in zip(dequeued if several else [dequeued], sparse):
        if info is not None:
            rank = None if info.rank is None else info.rank + 1
            tensor = _restore(info.stored_by, find("squeeze")(tensor, [1]), rank)
        found.append(tensor)
    if not several:
        return found[0]
    # Whoever takes one takes all: a sparse tensor that nobody takes would be kept for ever.
    values = [t.values if isinstance(t, SparseTensor) else t for t in found]

    def after(t: Tensor) -> Tensor:
        with control_dependencies(values):
            return find("identity")(t)

    return [
        SparseTensor(after(t.indices), after(t.values), after(t.dense_shape))
        if isinstance(t, SparseTensor)
        else after(t)
        for t in found
    ]


def as_list(tensors: object) -> Any:
    return [tensors[k] for k in sorted(tensors, key=str)] if isinstance(tensors, dict) else tensors


def as_lists(tensors_list: Any) -> Any:
    if not tensors_list:
        raise ValueError("Expected at least one set of tensors")
    if isinstance(tensors_list[0], dict):
        if any(set(t) != set(tensors_list[0]) for t in tensors_list[1:]):
            raise ValueError("All dictionaries in tensors_list must have the same keys")
        return [as_list(t) for t in tensors_list]
    return tensors_list


def as_given(given: object, dequeued: Any) -> Any:
    if not isinstance(given, dict):
        return dequeued
    if len(given) == 1:
        dequeued = [dequeued]
    return {k: dequeued[i] for i, k in enumerate(sorted(given, key=str))}


def validated(tensors: Sequence[Any], message: str) -> list[Any]:
    tensors = [t if isinstance(t, SparseTensor) else convert_n_to_tensor_or_indexed_slices([t])[0] for t in tensors]
    if not tensors:
        raise ValueError(message)
    return tensors


def checked_keep(keep_input: TensorLike, enqueue_many: bool) -> Tensor:
    keep = convert_to_tensor(keep_input)
    rank = keep.shape.ndims
    if rank is None:
        raise ValueError("`keep_input` dimensions must be known at graph construction.")
    if not enqueue_many and rank == 1:
        raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
    if rank > 1:
        raise ValueError("`keep_input` must be 0 or 1 dimensions.")
    return keep


def common_types(lists: list[list[Tensor]]) -> list[Any]:
    types = [[t.dtype.base_dtype for t in tensors] for tensors in lists]
    for other in types[1:]:
        if other != types[0]:
            first, second = (", ".join(t.name for t in these) for these in (types[0], other))
            raise TypeError(f"Expected types to be consistent: {first} vs. {second}.")
    return types[0]


def common_shapes(lists: list[list[Tensor]], shapes: Iterable[Any] | None, enqueue_many: bool) -> Any:
    if shapes is not None:
        return shapes
    for tensors in lists:
        for t in tensors:
            if t.shape.ndims is None:
                raise ValueError(f"Cannot infer Tensor's rank: {t}")
    found = []
    for column in zip(*lists):
        parts = [as_shape(t.shape) for t in column]
        if enqueue_many:
            parts = [s.with_rank_at_least(1)[1:] for s in parts]
        for s in parts[1:]:
            parts[0].merge_with(s)  # raises if they do not fit
        found.append(parts[0].as_list())
    return found


def kept_rows(tensors: list[Tensor], keep: Tensor) -> list[Tensor]:
    which = find("cast")(keep, dtypes.int32)
    return [find("dynamic_partition")(t, which, num_partitions=2)[1] for t in tensors]
