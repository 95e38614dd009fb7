"""Producers for input pipelines made of queues: file names, rows and numbers, in order or shuffled, for some epochs.

Each function adds a queue and its `QueueRunner` to the graph; `tf.train.start_queue_runners` starts them.
`penstock.train.batching` makes batches of what is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.convert import convert_n_to_tensor_or_indexed_slices, convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.queues import queues
from penstock.train.queue_runner import QueueRunner, add_queue_runner


@export("train.match_filenames_once", "io.match_filenames_once")
def match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """A local variable with the names of the files that match `pattern` when it is initialized.

    >>> import penstock as tf
    >>> _ = [open(name, "w").close() for name in ("one.txt", "two.txt")]
    >>> files = tf.train.match_filenames_once("*.txt")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sorted(sess.run(files).tolist()))
    [b'./one.txt', b'./two.txt']
    """
    with name_scope(name, "matching_filenames", [pattern]) as scope:
        return find("Variable")(
            name=scope,
            initial_value=find("matching_files")(pattern),
            trainable=False,
            validate_shape=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )


@export("train.limit_epochs")
def limit_epochs(tensor: TensorLike, num_epochs: int | None = None, name: str | None = None) -> Any:
    """Passes `tensor` on `num_epochs` times; after that, an OutOfRangeError. Counts in a local variable.

    Args:
      tensor: the tensor.
      num_epochs: how often to go through all of it; without end if it is None. It is counted in a local variable.
      name: a name for the operation.

    Raises:
      ValueError: `num_epochs` is not positive.

    >>> import penstock as tf
    >>> x = tf.train.limit_epochs(tf.constant(7), num_epochs=2)
    >>> sess = tf.Session()
    >>> sess.run(tf.local_variables_initializer())
    >>> print(sess.run(x), sess.run(x))
    7 7
    >>> sess.run(x)
    Traceback (most recent call last):
      ...
    penstock.graph.errors.OutOfRangeError: Reached limit of 2
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


def summarize_fullness(name: str, queue: queues.QueueBase, capacity: int) -> None:
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

    >>> import penstock as tf
    >>> rows = tf.train.input_producer([[1, 2], [3, 4]], num_epochs=1, shuffle=False).dequeue_up_to(9)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(rows).tolist())
    [[1, 2], [3, 4]]
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
            summarize_fullness(summary_name, queue, capacity)
        return queue


@export("train.string_input_producer")
def string_input_producer(
    string_tensor: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> queues.FIFOQueue:
    """Makes a queue of strings, such as the names of files; arguments as for `input_producer`.

    Args:
      string_tensor: 1-D, the strings.
      num_epochs: how often to go through all of it; without end if it is None. It is counted in a local variable.
      shuffle: whether the order is another in each epoch.
      seed: the seed of the order.
      capacity: how many elements the queue may hold.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.
      cancel_op: an operation that ends what is pending when the queue is closed.

    Raises:
      ValueError: `string_tensor` is an empty list. An empty tensor is an error when it runs.

    >>> import penstock as tf
    >>> names = tf.train.string_input_producer(["a.txt", "b.txt"], num_epochs=1, shuffle=False).dequeue()
    >>> with tf.train.MonitoredSession() as sess:
    ...     while not sess.should_stop():
    ...         print(sess.run(names))
    b'a.txt'
    b'b.txt'
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


def _given(value: object) -> bool:
    """Whether there is something in a list or array (a variable counts as something)."""
    return len(value) > 0 if hasattr(value, "__len__") else True


@export("train.range_input_producer")
def range_input_producer(
    limit: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> queues.FIFOQueue:
    """Makes a queue of the integers below `limit`; arguments as for `input_producer`.

    Args:
      limit: one more than the largest integer.
      num_epochs: how often to go through all of it; without end if it is None. It is counted in a local variable.
      shuffle: whether the order is another in each epoch.
      seed: the seed of the order.
      capacity: how many elements the queue may hold.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.train.range_input_producer(3, num_epochs=2, shuffle=False).dequeue_up_to(9)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(sess.run(x))
    [0 1 2 0 1 2]
    """
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

    Args:
      tensor_list: tensors with the same number of rows.
      num_epochs: how often to go through all of it; without end if it is None. It is counted in a local variable.
      shuffle: whether the order is another in each epoch.
      seed: the seed of the order.
      capacity: how many elements the queue may hold.
      shared_name: the name under which sessions of a cluster share the queue.
      name: a name for the operation.

    Raises:
      ValueError: the list is empty.

    >>> import penstock as tf
    >>> pair = tf.train.slice_input_producer([["a", "b"], [1, 2]], shuffle=False)
    >>> with tf.train.MonitoredSession() as sess:
    ...     print(*sess.run(pair), *sess.run(pair))
    b'a' 1 b'b' 2
    """
    with name_scope(name, "input_producer", tensor_list):
        tensors = convert_n_to_tensor_or_indexed_slices(tensor_list)
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        size = find("shape")(tensors[0])[0]
        index = range_input_producer(size, num_epochs, shuffle, seed, capacity, shared_name).dequeue()
        return [find("gather")(t, index) for t in tensors]
