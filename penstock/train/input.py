"""Input pipelines made of queues: producers of rows and file names, and batching with threads.

Each function adds queues and their `QueueRunner`s to the graph; `tf.train.start_queue_runners` starts them. `tf.data`
is the newer way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes, inference
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_n_to_tensor_or_indexed_slices, convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import as_shape
from penstock.ops import queues
from penstock.train.queue_runner import QueueRunner, add_queue_runner

# -- producers ---------------------------------------------------------------------------------------------------------


@export("train.match_filenames_once", "io.match_filenames_once")
def match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """A local variable with the names of the files that match `pattern` when it is initialized."""
    with name_scope(name, "matching_filenames", [pattern]) as scope:
        return find("Variable")(
            name=scope,
            initial_value=find("matching_files")(pattern),
            trainable=False,
            validate_shape=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )


@export("train.limit_epochs")
def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
    """Passes `tensor` on `num_epochs` times; after that, an OutOfRangeError. Counts in a local variable.

    Raises:
      ValueError: `num_epochs` is not positive.
    """
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name, "limit_epochs", [tensor]) as scope:
        zero = convert_to_tensor(0, dtypes.int64)
        epochs = find("Variable")(zero, name="epochs", trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])
        with control_dependencies([epochs.count_up_to(num_epochs)]):
            return find("identity")(tensor, name=scope)


def _fullness(name: str, queue: queues.QueueBase, capacity: int) -> None:
    find("summary.scalar")(name, find("cast")(queue.size(), dtypes.float32) * (1.0 / capacity))


@export("train.input_producer")
def input_producer(
    input_tensor: Any,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> queues.FIFOQueue:
    """Makes a queue of the rows of `input_tensor`.

    Args:
      input_tensor: the rows.
      element_shape: the shape of a row, if `input_tensor` does not tell it.
      num_epochs: how often the rows come before an OutOfRangeError; for ever if None.
      shuffle: whether the rows of each epoch come in a random order.
      seed: the seed of that order.
      capacity: the capacity of the queue.
      shared_name: its shared name.
      summary_name: the name of a summary of how full it is, if wanted.
      name: a name for the operations.
      cancel_op: the operation that cancels the queue.

    Raises:
      ValueError: the shape of a row is not known.
    """
    with name_scope(name, "input_producer", [input_tensor]):
        input_tensor = convert_to_tensor(input_tensor, name="input_tensor")
        element_shape = input_tensor.shape[1:].merge_with(element_shape)
        if not element_shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
            )
        if shuffle:
            input_tensor = find("random_shuffle")(input_tensor, seed=seed)
        input_tensor = limit_epochs(input_tensor, num_epochs)
        queue = queues.FIFOQueue(
            capacity,
            [input_tensor.dtype.base_dtype],
            [element_shape],
            shared_name=shared_name,
            name=name,  # type: ignore[arg-type]
        )
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([input_tensor])], cancel_op=cancel_op))
        if summary_name is not None:
            _fullness(summary_name, queue, capacity)
        return queue


@export("train.string_input_producer")
def string_input_producer(
    string_tensor: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> queues.FIFOQueue:
    """Makes a queue of strings, such as the names of files; arguments as for `input_producer`.

    Raises:
      ValueError: `string_tensor` is an empty list. An empty tensor is an error when it runs.
    """
    empty = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not _given(string_tensor):
        raise ValueError(empty)
    with name_scope(name, "input_producer", [string_tensor]) as scope:
        string_tensor = convert_to_tensor(string_tensor, dtypes.string)
        with control_dependencies([find("Assert")(find("greater")(find("size")(string_tensor), 0), [empty])]):
            string_tensor = find("identity")(string_tensor)
        full = f"fraction_of_{capacity}_full"
        return input_producer(
            string_tensor, [], num_epochs, shuffle, seed, capacity, shared_name, full, scope, cancel_op
        )


def _given(value: Any) -> bool:
    """Whether there is something in a list or array (a variable counts as something)."""
    return len(value) > 0 if hasattr(value, "__len__") else True


@export("train.range_input_producer")
def range_input_producer(
    limit: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> queues.FIFOQueue:
    """Makes a queue of the integers below `limit`; arguments as for `input_producer`."""
    with name_scope(name, "input_producer", [limit]) as scope:
        numbers, full = find("range")(limit), f"fraction_of_{capacity}_full"
        return input_producer(numbers, [], num_epochs, shuffle, seed, capacity, shared_name, full, scope)


@export("train.slice_input_producer")
def slice_input_producer(
    tensor_list: Sequence[Any],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Gives one row of each tensor in the list at a time, all with the same index.

    Raises:
      ValueError: the list is empty.
    """
    with name_scope(name, "input_producer", tensor_list):
        tensors = convert_n_to_tensor_or_indexed_slices(tensor_list)
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        size = find("shape")(tensors[0])[0]
        index = range_input_producer(size, num_epochs, shuffle, seed, capacity, shared_name).dequeue()
        return [find("gather")(t, index) for t in tensors]


# -- batching ----------------------------------------------------------------------------------------------------------


class _Sparse:
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


def _constant(keep: Any) -> bool | None:
    value = inference.constant_value(keep)
    return None if value is None else bool(value)


def _either(keep: Tensor, yes: Any, no: Any) -> Any:
    value = _constant(keep)
    return find("cond")(keep, yes, no) if value is None else yes() if value else no()


def _stored(tensor: Any, enqueue_many: bool, keep: Tensor, like: _Sparse | None) -> tuple[Any, _Sparse | None]:
    """A sparse tensor as the numbers under which it is kept."""
    if not isinstance(tensor, SparseTensor):
        return tensor, None
    rank = tensor.dense_shape.shape.with_rank(1)[0].value
    name = like.stored_by.name if like is not None else None
    many = enqueue_many or keep.shape.ndims == 1
    if keep.shape.ndims == 1:
        kept = find("gather")(keep, tensor.indices[:, 0])  # type: ignore[index]
        numbers = _store(find("sparse_retain")(tensor, kept), True, name)
    elif many:
        minus = lambda: -1 * find("ones")(find("shape")(tensor)[0:1], dtypes.int64)  # noqa: E731
        numbers = _either(keep, lambda: _store(tensor, True, name), minus)
        numbers.set_shape([None])
    else:
        minus = lambda: convert_to_tensor(-1, dtypes.int64)  # noqa: E731
        numbers = _either(keep, lambda: _store(tensor, False, name), minus)
    by = next((t.op for t in numbers.op.inputs if "SparseToTensorsMap" in t.op.type), numbers.op)
    if enqueue_many and rank is not None:
        rank -= 1
    return find("expand_dims")(numbers, [-1]), like or _Sparse(by, rank)


def _restored(dequeued: Any, sparse: list[_Sparse | None]) -> Any:
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


def _as_list(tensors: Any) -> Any:
    return [tensors[k] for k in sorted(tensors, key=str)] if isinstance(tensors, dict) else tensors


def _as_lists(tensors_list: Any) -> Any:
    if not tensors_list:
        raise ValueError("Expected at least one set of tensors")
    if isinstance(tensors_list[0], dict):
        if any(set(t) != set(tensors_list[0]) for t in tensors_list[1:]):
            raise ValueError("All dictionaries in tensors_list must have the same keys")
        return [_as_list(t) for t in tensors_list]
    return tensors_list


def _as_given(given: Any, dequeued: Any) -> Any:
    if not isinstance(given, dict):
        return dequeued
    if len(given) == 1:
        dequeued = [dequeued]
    return {k: dequeued[i] for i, k in enumerate(sorted(given, key=str))}


def _validated(tensors: Any, message: str) -> list[Any]:
    tensors = [t if isinstance(t, SparseTensor) else convert_n_to_tensor_or_indexed_slices([t])[0] for t in tensors]
    if not tensors:
        raise ValueError(message)
    return tensors


def _checked_keep(keep_input: Any, enqueue_many: bool) -> Tensor:
    keep = convert_to_tensor(keep_input)
    rank = keep.shape.ndims
    if rank is None:
        raise ValueError("`keep_input` dimensions must be known at graph construction.")
    if not enqueue_many and rank == 1:
        raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
    if rank > 1:
        raise ValueError("`keep_input` must be 0 or 1 dimensions.")
    return keep


def _common_types(lists: list[list[Tensor]]) -> list[Any]:
    types = [[t.dtype.base_dtype for t in tensors] for tensors in lists]
    for other in types[1:]:
        if other != types[0]:
            first, second = (", ".join(t.name for t in these) for these in (types[0], other))
            raise TypeError(f"Expected types to be consistent: {first} vs. {second}.")
    return types[0]


def _common_shapes(lists: list[list[Tensor]], shapes: Any, enqueue_many: bool) -> Any:
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


def _kept_rows(tensors: list[Tensor], keep: Tensor) -> list[Tensor]:
    which = find("cast")(keep, dtypes.int32)
    return [find("dynamic_partition")(t, which, num_partitions=2)[1] for t in tensors]


def _batched(
    given: Any,
    lists: Any,
    make_queue: Any,
    batch_size: Any,
    keep_input: Any,
    scope_name: str,
    threads: int | None,
    enqueue_many: bool,
    shapes: Any,
    fullness: Any,
    smaller_final: bool,
    name: str | None,
) -> Any:
    """What all functions below do; `threads` is None for those that take a list of inputs."""
    with name_scope(name, scope_name, [t for tensors in lists for t in tensors] + [keep_input]) as scope:
        if threads is None:
            lists = [_validated(t, "Expected at least one input in batch_join().") for t in lists]
        else:
            lists = [_validated(lists[0], "Expected at least one tensor in batch().")]
        keep = _checked_keep(keep_input, enqueue_many)
        sparse: list[_Sparse | None] = [None] * len(lists[0])
        dense = []
        for i, tensors in enumerate(lists):
            if i and [isinstance(t, SparseTensor) for t in tensors] != [s is not None for s in sparse]:
                raise ValueError(f"Inconsistent SparseTensors list: {lists[0]} vs. {tensors}")
            pairs = [_stored(t, enqueue_many, keep, like) for t, like in zip(tensors, sparse)]
            dense.append([t for t, _ in pairs])
            sparse = [s for _, s in pairs]
        types = _common_types(dense)
        shapes = _common_shapes(dense, shapes, enqueue_many)
        queue = make_queue(types, shapes)
        enqueue = queue.enqueue_many if enqueue_many else queue.enqueue
        if keep.shape.ndims == 1:
            operations = [enqueue(_kept_rows(tensors, keep)) for tensors in dense]
        else:
            no_op = find("no_op")
            operations = [_either(keep, lambda tensors=tensors: enqueue(tensors), no_op) for tensors in dense]
        operations = [o.op if isinstance(o, Tensor) else o for o in operations]
        add_queue_runner(QueueRunner(queue, operations * threads if threads is not None else operations))
        fullness(queue)
        take = queue.dequeue_up_to if smaller_final else queue.dequeue_many
        return _as_given(given, _restored(take(batch_size, name=scope), sparse))


def _in_order(
    given: Any,
    lists: Any,
    batch_size: Any,
    keep_input: Any,
    threads: int | None,
    capacity: int,
    enqueue_many: bool,
    shapes: Any,
    dynamic_pad: bool,
    smaller_final: bool,
    shared_name: str | None,
    name: str | None,
) -> Any:
    kind = queues.PaddingFIFOQueue if dynamic_pad else queues.FIFOQueue

    def make_queue(types: Any, shapes: Any) -> queues.QueueBase:
        return kind(capacity, types, shapes, shared_name=shared_name)

    scope = "batch" if threads is not None else "batch_join"
    full = lambda queue: _fullness(f"fraction_of_{capacity}_full", queue, capacity)  # noqa: E731
    return _batched(
        given,
        lists,
        make_queue,
        batch_size,
        keep_input,
        scope,
        threads,
        enqueue_many,
        shapes,
        full,
        smaller_final,
        name,
    )


def _shuffled(
    given: Any,
    lists: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    threads: int | None,
    seed: int | None,
    enqueue_many: bool,
    shapes: Any,
    smaller_final: bool,
    shared_name: str | None,
    name: str | None,
) -> Any:
    if capacity <= min_after_dequeue:
        raise ValueError(f"capacity {capacity} must be bigger than min_after_dequeue {min_after_dequeue}.")

    def make_queue(types: Any, shapes: Any) -> queues.QueueBase:
        return queues.RandomShuffleQueue(capacity, min_after_dequeue, types, shapes, seed=seed, shared_name=shared_name)

    def full(queue: queues.QueueBase) -> None:
        room = capacity - min_after_dequeue
        over = find("cast")(find("maximum")(0, queue.size() - min_after_dequeue), dtypes.float32)  # type: ignore[operator]
        find("summary.scalar")(f"fraction_over_{min_after_dequeue}_of_{room}_full", over * (1.0 / room))

    scope = "shuffle_batch" if threads is not None else "shuffle_batch_join"
    return _batched(
        given,
        lists,
        make_queue,
        batch_size,
        keep_input,
        scope,
        threads,
        enqueue_many,
        shapes,
        full,
        smaller_final,
        name,
    )


@export("train.batch")
def batch(
    tensors: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes batches of tensors in order, with a queue and threads that fill it.

    Args:
      tensors: a list or dictionary of tensors or sparse tensors; the result has the same form.
      batch_size: the size of the batches.
      num_threads: how many threads enqueue `tensors`.
      capacity: the capacity of the queue.
      enqueue_many: whether each tensor holds many examples along its first dimension.
      shapes: the shapes of the examples, if the tensors do not tell them.
      dynamic_pad: whether examples of different sizes are filled with zeros to the largest of the batch.
      allow_smaller_final_batch: whether the last batch may be smaller.
      shared_name: the shared name of the queue.
      name: a name for the operations.

    Raises:
      ValueError: the shapes are not given and cannot be inferred.
    """
    return maybe_batch(
        tensors, True, batch_size, num_threads, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


@export("train.maybe_batch")
def maybe_batch(
    tensors: Any,
    keep_input: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.batch`, for inputs that are only kept if `keep_input` (a bool, or one per example) is true."""
    return _in_order(
        tensors, [_as_list(tensors)], batch_size, keep_input, num_threads, capacity, enqueue_many, shapes, dynamic_pad,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


@export("train.batch_join")
def batch_join(
    tensors_list: Sequence[Any],
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.batch`, with one thread for each element of `tensors_list`, such as several readers."""
    return maybe_batch_join(
        tensors_list, True, batch_size, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


@export("train.maybe_batch_join")
def maybe_batch_join(
    tensors_list: Sequence[Any],
    keep_input: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.batch_join`, for inputs that are only kept if `keep_input` is true."""
    lists = _as_lists(tensors_list)
    return _in_order(
        tensors_list[0], lists, batch_size, keep_input, None, capacity, enqueue_many, shapes, dynamic_pad,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


@export("train.shuffle_batch")
def shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes batches of tensors in random order; other arguments as for `tf.train.batch`.

    Args:
      min_after_dequeue: how many examples stay in the queue, so that the order is random enough.
      seed: the seed of the order.

    Raises:
      ValueError: `capacity` is not larger than `min_after_dequeue`, or shapes cannot be inferred.
    """
    return maybe_shuffle_batch(
        tensors, batch_size, capacity, min_after_dequeue, True, num_threads, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


@export("train.maybe_shuffle_batch")
def maybe_shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.shuffle_batch`, for inputs that are only kept if `keep_input` is true."""
    return _shuffled(
        tensors, [_as_list(tensors)], batch_size, capacity, min_after_dequeue, keep_input, num_threads, seed,
        enqueue_many, shapes, allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


@export("train.shuffle_batch_join")
def shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.shuffle_batch`, with one thread for each element of `tensors_list`."""
    return maybe_shuffle_batch_join(
        tensors_list, batch_size, capacity, min_after_dequeue, True, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


@export("train.maybe_shuffle_batch_join")
def maybe_shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.train.shuffle_batch_join`, for inputs that are only kept if `keep_input` is true."""
    lists = _as_lists(tensors_list)
    return _shuffled(
        tensors_list[0], lists, batch_size, capacity, min_after_dequeue, keep_input, None, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip
