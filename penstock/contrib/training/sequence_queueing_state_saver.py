"""Long sequences in segments, with a state that is kept between them: `tf.contrib.training.SequenceQueueingStateSaver`.

An example is cut into segments of equal length, which go into a barrier. A segment is whole, and can be batched, when
its state has come: that of the first one with the example, that of each following one when `save_state` has run on the
segment before it. So segments of an example never meet in a batch, and come in order.
"""

from __future__ import annotations

from typing import Any

from penstock._namespace import export, find
from penstock.contrib.training import sparse_segments
from penstock.graph import dtypes, errors
from penstock.graph.composite import SparseTensor, is_sparse_value
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import colocate_with, control_dependencies, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.queues.barrier import Barrier
from penstock.ops.queues.queues import FIFOQueue
from penstock.train.queue_runner import QueueRunner, add_queue_runner

# The components of the barrier that are always there, before sequences, context and states.
_FIXED = ("length", "total_length", "next_key", "sequence", "sequence_count")
_FIXED_TYPES = (dtypes.int32, dtypes.int32, dtypes.string, dtypes.int32, dtypes.int32)


def _checked_names(named: Any, what: str, whole: str) -> dict[str, Any]:
    """A dictionary of tensors with proper names, sorted."""
    if not isinstance(named, dict):
        raise TypeError(f"{whole} must be a dict")
    for name in named:
        if not isinstance(name, str):
            raise TypeError(f"{what} key must be string: {name}")
        if ":" in name:
            raise ValueError(f"{what} key may not have a colon: '{name}'")
    return {name: convert_to_tensor(named[name], name=f"{what}_{name}") for name in sorted(named)}


def _assert(condition: Tensor, *told: Any) -> Operation:
    return find("Assert")(condition, list(told))


def _known(named: dict[str, Tensor], what: str, first: int = 0) -> None:
    for name, tensor in named.items():
        if tensor.shape.ndims is None or not tensor.shape[first:].is_fully_defined():
            ignoring = "(ignoring first dimension)" if first else ""
            raise ValueError(f"Shape for {what} {name} is not fully defined {ignoring}: {tensor.shape}")


@export("contrib.training.NextQueuedSequenceBatch")
class NextQueuedSequenceBatch:
    """A batch of segments, and the states that belong to them; made by a `SequenceQueueingStateSaver`.

    >>> import penstock as tf
    >>> batch = tf.contrib.training.batch_sequences_with_states(
    ...     tf.constant("key"), {"x": tf.range(4)}, {}, 4, {"sum": tf.constant(0)}, num_unroll=2, batch_size=1
    ... )
    >>> type(batch).__name__, batch.sequences["x"].shape.as_list(), batch.state("sum").dtype
    ('NextQueuedSequenceBatch', [None, 2], tf.int32)
    """

    def __init__(self, state_saver: Any) -> None:
        self._state_saver = state_saver
        self._received = state_saver._received

    @property
    def total_length(self) -> Tensor:
        """The lengths of the whole examples."""
        return self._received["total_length"]

    @property
    def length(self) -> Tensor:
        """The lengths of the segments, without what they were filled up with."""
        return self._received["length"]

    @property
    def batch_size(self) -> Tensor:
        """The number of segments."""
        return self._received["batch_size"]

    @property
    def insertion_index(self) -> Tensor:
        """Numbers of the examples, in the order in which they came."""
        return self._received["index"]

    @property
    def key(self) -> Tensor:
        """The keys of the segments: `<number>_of_<count>:<key of the example>`."""
        return self._received["key"]

    @property
    def next_key(self) -> Tensor:
        """The keys of the segments after these; `STOP:<key>` after the last."""
        return self._received["next_key"]

    @property
    def sequence(self) -> Tensor:
        """The numbers of the segments in their examples."""
        return self._received["sequence"]

    @property
    def sequence_count(self) -> Tensor:
        """How many segments the examples have."""
        return self._received["sequence_count"]

    @property
    def context(self) -> dict[str, Tensor]:
        """What belongs to whole examples, by name."""
        return self._state_saver._received_context

    @property
    def sequences(self) -> dict[str, Tensor]:
        """The segments, by name."""
        return self._state_saver._received_sequences

    def state(self, state_name: str) -> Tensor:
        """A state: the initial one for the first segment of an example, else what was saved.

        Raises:
          KeyError: there is no such state.
        """
        return self._state_saver._received_states[state_name]

    def save_state(self, state_name: str, value: TensorLike, name: str | None = None) -> Operation:
        """The operation that keeps a state for the following segments; it must run in each step.

        Raises:
          KeyError: there is no such state.
        """
        saver = self._state_saver
        if state_name not in saver._received_states:
            raise KeyError(f"state was not declared: {state_name}")
        with name_scope(name, "InputQueueingStateSaver_SaveState"), colocate_with(saver._capacity_queue.queue_ref):
            value = convert_to_tensor(value)
            wanted = find("shape")(saver._received_states[state_name])
            fits = find("reduce_all")(find("equal")(find("shape")(value), wanted))
            with control_dependencies([_assert(fits, f"Shape of state {state_name} should be: ", wanted)]):
                value = find("identity")(value, name=f"convert_{state_name}")
            going_on = find("reshape")(find("where")(find("logical_not")(saver._done)), [-1])
            keys = find("gather")(self.next_key, going_on)
            kept = find("gather")(value, going_on)
            at = saver._index["state", state_name]
            return saver._barrier.insert_many(at, keys, kept, name=f"BarrierInsertState_{state_name}")


@export("contrib.training.SequenceQueueingStateSaver")
class SequenceQueueingStateSaver:
    """Cuts examples into segments of `num_unroll` steps and batches those of different examples.

    Args:
      batch_size: the size of batches.
      num_unroll: the length of a segment.
      input_length: the length of the example, a scalar int32.
      input_key: a key of its own, a scalar string.
      input_sequences: tensors whose first dimension is time, a multiple of `num_unroll`, by name.
      input_context: tensors that belong to the whole example, by name.
      initial_states: states of the first segment, by name.
      capacity: how many examples are worked on at a time.
      allow_small_batch: whether batches may be smaller at the end.
      name: a name for the operations.

    Raises:
      TypeError, ValueError: shapes are not known, names are not proper, there is no state.

    >>> import penstock as tf
    >>> saver = tf.contrib.training.SequenceQueueingStateSaver(
    ...     batch_size=1,
    ...     num_unroll=2,
    ...     input_length=tf.constant(4),
    ...     input_key=tf.constant("only one"),
    ...     input_sequences={"x": tf.range(4)},
    ...     input_context={},
    ...     initial_states={"sum": tf.constant(0)},
    ...     capacity=1,
    ... )
    >>> batch = saver.next_batch
    >>> total = batch.state("sum") + tf.reduce_sum(batch.sequences["x"], axis=1)
    >>> step = [batch.sequences["x"], total, batch.save_state("sum", total)]
    >>> with tf.Session() as sess:
    ...     sess.run(saver.prefetch_op)
    ...     print(*sess.run(step)[:2], *sess.run(step)[:2])
    [[0 1]] [1] [[2 3]] [6]
    """

    def __init__(
        self,
        batch_size: TensorLike,
        num_unroll: int,
        input_length: Any,
        input_key: Any,
        input_sequences: dict[str, Any],
        input_context: dict[str, Any],
        initial_states: dict[str, Any],
        capacity: int | None = None,
        allow_small_batch: bool = False,
        name: str | None = None,
    ) -> None:
        if isinstance(capacity, int) and isinstance(batch_size, int) and capacity < batch_size:
            raise ValueError(f"capacity {capacity} needs to be >= batch_size {batch_size}")
        # The barrier does not know which segments belong together; a token for each example bounds their number.
        self._capacity_queue = FIFOQueue(-1 if capacity is None else capacity, [dtypes.int32], [[]])
        if not isinstance(initial_states, dict):
            raise TypeError("initial_states must be a dictionary")
        if not initial_states:
            raise ValueError(
                "initial_states may not be empty: at least one state variable is required to properly enqueue split "
                "sequences to run in separate iterations"
            )
        if isinstance(input_sequences, dict) and not input_sequences:
            raise ValueError("must have at least one sequence tensor")
        with name_scope(name, "InputQueueingStateSaver") as scope, colocate_with(self._capacity_queue.queue_ref):
            self._name = scope
            self._length, self._key = convert_to_tensor(input_length, name="length"), convert_to_tensor(input_key)
            self._sequences = _checked_names(input_sequences, "sequence", "sequences")
            self._context = _checked_names(input_context, "context", "context")
            self._states = _checked_names(initial_states, "state", "initial_states")
            _known(self._states, "state")
            _known(self._context, "context")
            _known(self._sequences, "sequence", 1)
            for what, tensor, dtype in (("length", self._length, dtypes.int32), ("key", self._key, dtypes.string)):
                tensor.shape.assert_is_compatible_with([])
                if tensor.dtype != dtype:
                    raise TypeError(f"{what} dtype must be {dtype.name}, but received: {tensor.dtype}")
            self._batch_size, self._num_unroll, self._allow_small_batch = batch_size, num_unroll, allow_small_batch
            self._make_barrier()
            self._make_prefetch()
            self._make_batch()

    def _make_barrier(self) -> None:
        names = [("fixed", n) for n in _FIXED]
        types: list[Any] = list(_FIXED_TYPES)
        shapes: list[Any] = [[]] * len(_FIXED)
        parts = (("sequence", self._sequences), ("context", self._context), ("state", self._states))
        for what, tensors in parts:
            for name, tensor in tensors.items():
                dims = tensor.shape.as_list()
                names.append((what, name))
                types.append(tensor.dtype.base_dtype)
                shapes.append([self._num_unroll, *dims[1:]] if what == "sequence" else dims)
        self._index = {name: i for i, name in enumerate(names)}
        self._barrier = Barrier(types=types, shapes=shapes)

    def _make_prefetch(self) -> None:
        unroll, tensors = self._num_unroll, self._sequences
        lengths = [find("shape")(t)[0] for t in tensors.values()]
        padded = lengths[0]
        fits = find("logical_and")(find("equal")(padded % unroll, 0), find("not_equal")(padded, 0))
        told = f"The length of sequences should be a multiple of: {unroll}, but saw value: "
        checks = [_assert(fits, told, padded, ". Consider setting pad=True.")]
        checks += [_assert(find("equal")(n, padded), "All sequence lengths must match: ", n, padded) for n in lengths]
        checks.append(_assert(find("less_equal")(self._length, padded), "length is larger than the sequences: "))
        with control_dependencies(checks):
            padded = find("identity")(padded, name="multiple_of_checked")
        count = find("floordiv")(padded, unroll)
        numbers = find("range")(count)
        ones = find("ones_like")(numbers)
        text = find("as_string")
        keys = find("string_join")(
            [text(numbers, width=5, fill="0"), "_of_", text(count, width=5, fill="0"), ":", self._key]
        )
        stop = find("expand_dims")(find("string_join")(["STOP:", self._key]), 0)
        left = find("minimum")(unroll, find("maximum")(0, self._length - unroll * numbers))
        values: dict[tuple[str, str], Tensor] = {
            ("fixed", "length"): left,
            ("fixed", "total_length"): self._length * ones,
            ("fixed", "next_key"): find("concat")([keys[1:], stop], 0),
            ("fixed", "sequence"): numbers,
            ("fixed", "sequence_count"): count * ones,
        }
        for name, tensor in tensors.items():
            dims = find("stack")([count, unroll, *tensor.shape.as_list()[1:]])
            values["sequence", name] = find("reshape")(tensor, dims)
        for name, tensor in self._context.items():
            times = find("stack")([count, *[1] * (tensor.shape.ndims or 0)])
            values["context", name] = find("tile")(find("expand_dims")(tensor, 0), times)
        token = self._capacity_queue.enqueue(find("constant")(0))
        with control_dependencies([token]):
            # The order of keys in the barrier is that of the first component.
            first = self._barrier.insert_many(self._index["fixed", "sequence"], keys, numbers)
        with control_dependencies([first]):
            rest = [
                self._barrier.insert_many(self._index[place], keys, value, name=f"BarrierInsert_{'_'.join(place)}")
                for place, value in values.items()
                if place != ("fixed", "sequence")
            ]
            rest += [
                self._barrier.insert_many(
                    self._index["state", name],
                    keys[:1],
                    find("expand_dims")(tensor, 0),
                    name=f"BarrierInitialInsertState_{name}",
                )
                for name, tensor in self._states.items()
            ]
        self._prefetch_op = find("group")(token, first, *rest, name="StateSaverPrefetchGroup")

    def _make_batch(self) -> None:
        found = self._barrier.take_many(self._batch_size, self._allow_small_batch, name="BarrierTakeMany")
        values = list(found.values)
        at = self._index
        self._received = {name: values[at["fixed", name]] for name in _FIXED}
        self._received["index"], self._received["key"] = found.indices, found.keys
        self._received["batch_size"] = find("shape")(self._received["length"])[0]
        self._received_context = {name: values[at["context", name]] for name in self._context}
        self._received_sequences = {name: values[at["sequence", name]] for name in self._sequences}
        self._done = self._received["sequence"] + 1 >= self._received["sequence_count"]
        ended = find("reduce_sum")(find("cast")(self._done, dtypes.int32))
        with control_dependencies([self._capacity_queue.dequeue_many(ended).op]):
            self._received_states = {name: find("identity")(values[at["state", name]]) for name in self._states}
        self._next_batch = NextQueuedSequenceBatch(self)

    @property
    def name(self) -> str:
        """The name of the operations."""
        return self._name.rstrip("/")

    @property
    def barrier(self) -> Barrier:
        """The barrier that holds the segments."""
        return self._barrier

    @property
    def batch_size(self) -> Any:
        """The size of batches."""
        return self._batch_size

    @property
    def num_unroll(self) -> int:
        """The length of a segment."""
        return self._num_unroll

    @property
    def prefetch_op(self) -> Operation:
        """The operation that puts the next example in; for a `tf.train.QueueRunner`."""
        return self._prefetch_op

    @property
    def next_batch(self) -> NextQueuedSequenceBatch:
        """The next batch of segments."""
        return self._next_batch

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """Lets no new examples in; those that are there go on unless `cancel_pending_enqueues`."""
        with name_scope(name, "SQSSClose"):
            closed = self._barrier.close(cancel_pending_enqueues, "BarrierClose")
            return find("group")(closed, self._capacity_queue.close(cancel_pending_enqueues, "FIFOClose"))


@export("contrib.training.batch_sequences_with_states")
def batch_sequences_with_states(
    input_key: Any,
    input_sequences: dict[str, Any],
    input_context: dict[str, Any],
    input_length: Any,
    initial_states: dict[str, Any],
    num_unroll: int,
    batch_size: TensorLike,
    num_threads: int = 3,
    capacity: int = 1000,
    allow_small_batch: bool = True,
    pad: bool = True,
    make_keys_unique: bool = False,
    make_keys_unique_seed: int | None = None,
    name: str | None = None,
) -> NextQueuedSequenceBatch:
    """Batches of segments of sequences, with states between them; the queue runner is added to the graph.

    Args:
      input_key, input_sequences, input_context, initial_states, num_unroll, batch_size, capacity, allow_small_batch:
        as for `SequenceQueueingStateSaver`.
      input_length: the length of the example; by default that of the sequences.
      num_threads: how many threads put examples in.
      pad: whether sequences are filled up to a multiple of `num_unroll`.
      make_keys_unique: whether a random number is added to keys, for examples that come again.
      make_keys_unique_seed: the seed of it.
      name: a name for the operations.

    Sequences and context may be sparse: `[length, ...]` becomes `[batch_size, num_unroll, ...]`, and context `[batch_size, ...]`.

    Raises:
      TypeError, ValueError: as for `SequenceQueueingStateSaver`; `num_unroll` is no integer.

    >>> import penstock as tf
    >>> key = tf.train.string_input_producer(["only one"], num_epochs=1).dequeue()
    >>> batch = tf.contrib.training.batch_sequences_with_states(
    ...     key, {"x": tf.range(1, 4)}, {}, 3, {"sum": tf.constant(0)}, num_unroll=2, batch_size=1, num_threads=1
    ... )
    >>> total = batch.state("sum") + tf.reduce_sum(batch.sequences["x"], axis=1)
    >>> step = [batch.sequences["x"], total, batch.save_state("sum", total)]
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(*sess.run(step)[:2], *sess.run(step)[:2])
    [[1 2]] [3] [[3 0]] [6]
    """
    with name_scope(name, "batch_sequences_with_states"):
        sequences, context = input_sequences, input_context
        if pad:
            length, sequences = _padded(sequences, num_unroll)
            input_length = length if input_length is None else input_length
        elif sequences:
            given = sparse_segments.as_tensors(sequences, "sequence")
            sequences = {key: sparse_segments.checked(key, value, num_unroll) for key, value in given.items()}
        if any(isinstance(value, SparseTensor) or is_sparse_value(value) for value in context.values()):
            context = sparse_segments.as_tensors(context, "context")
            context, sequences = sparse_segments.context_as_sequences(context, sequences, num_unroll)
        sequences, keepers = sparse_segments.kept(sequences)
        if make_keys_unique:
            number = find("random_uniform")((), 0, 100000000, dtypes.int32, seed=make_keys_unique_seed)
            input_key = find("string_join")([input_key, find("as_string")(number)])
        saver = SequenceQueueingStateSaver(
            batch_size,
            num_unroll,
            input_length,
            input_key,
            sequences,
            context,
            initial_states,
            capacity,
            allow_small_batch,
        )
        ready = find("cast")(saver.barrier.ready_size(), dtypes.float32)
        find("summary.scalar")(f"queue/{saver.barrier.name}/ready_segment_batches_", ready)
        closed = (errors.OutOfRangeError, errors.CancelledError)
        add_queue_runner(QueueRunner(saver, [saver.prefetch_op] * num_threads, queue_closed_exception_types=closed))
        batch = saver.next_batch
        sparse_segments.restore(batch.sequences, batch.context, keepers, batch_size, num_unroll)
        return batch


def _padded(sequences: dict[str, Any], unroll: int) -> tuple[Any, dict[str, Any]]:
    """The length of sequences, and them filled up to a multiple of `unroll`."""
    if not isinstance(unroll, int):
        raise ValueError(f"Unsupported num_unroll expected int, got: {unroll}")
    if not isinstance(sequences, dict):
        raise TypeError(f"Unsupported sequences expected dict, got: {sequences}")
    for name in sequences:
        if not isinstance(name, str):
            raise TypeError(f"Unsupported sequences key expected string, got: {name}")
    tensors = sparse_segments.as_tensors(sequences, "sequence")
    if not tensors:
        return 0, {}
    lengths = [sparse_segments.length_of(t) for t in tensors.values() if isinstance(t, Tensor)]
    if lengths:
        same = [_assert(find("equal")(n, lengths[0]), "All sequence lengths must match: ", *lengths) for n in lengths]
        with control_dependencies(same):
            length = find("identity")(lengths[0])
    else:
        all_lengths = find("stack")([sparse_segments.length_of(t) for t in tensors.values()])
        length = find("reduce_max")(find("cast")(all_lengths, dtypes.int32))
    missing = (unroll - length % unroll) % unroll
    found: dict[str, Any] = {}
    for name, tensor in tensors.items():
        if isinstance(tensor, SparseTensor):
            found[name] = sparse_segments.padded(tensor, length + missing)
            continue
        shape = find("concat")([[missing], find("shape")(tensor)[1:]], 0)
        blank = convert_to_tensor("" if tensor.dtype == dtypes.string else 0, tensor.dtype)
        found[name] = find("concat")([tensor, find("fill")(shape, blank)], 0)
        found[name].set_shape([None, *tensor.shape.as_list()[1:]])
    return length, found
