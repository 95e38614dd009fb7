"""Queues in the graph: `tf.FIFOQueue`, `tf.RandomShuffleQueue` and their relatives.

A queue is an operation that gives a handle; its methods make the operations that put elements in and take them out.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes as types_
from penstock.graph import inference
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import Dimension, TensorShape, as_shape
from penstock.graph.typing import TensorLike
from penstock.ops.random.seed import get_seed


def as_type_list(dtypes: object) -> list[Any]:
    return list(dtypes) if isinstance(dtypes, (list, tuple)) else [dtypes]


def as_shape_list(shapes: object, partial: bool = False) -> list[TensorShape] | None:
    """Shapes as a list, one per component; a single shape counts as a list of one."""
    if partial and (
        not isinstance(shapes, Sequence) or not shapes or any(s is None or isinstance(s, int) for s in shapes)
    ):
        raise ValueError("When providing partial shapes, a list of shapes must be provided.")
    if shapes is None:
        return None
    if isinstance(shapes, TensorShape):
        shapes = [shapes]
    if not isinstance(shapes, (tuple, list)):
        raise TypeError("shapes must be a TensorShape or a list or tuple of TensorShapes.")
    if all(s is None or isinstance(s, int) for s in shapes):
        shapes = [shapes]  # one shape, not a list of them
    shapes = [as_shape(s) for s in shapes]
    if not partial and any(not s.is_fully_defined() for s in shapes):
        raise ValueError(f"All shapes must be fully defined: {shapes}")
    if any(s.dims is None for s in shapes):
        raise ValueError(f"All shapes must have a defined rank: {shapes}")
    return shapes


def _as_name_list(names: Iterable[Any] | None, dtypes: list[Any]) -> list[str] | None:
    if names is None:
        return None
    if not isinstance(names, (list, tuple)):
        names = [names]
    if len(names) != len(dtypes):
        raise ValueError("List of names must have the same length as the list of dtypes")
    return list(names)


def _common_shape(a: TensorShape, b: TensorShape) -> TensorShape:
    if a.ndims is None or b.ndims is None or a.ndims != b.ndims:
        return TensorShape(None)
    return TensorShape([m if m == n else None for m, n in zip(a.as_list(), b.as_list())])


def _values(vals: TensorLike) -> Any:
    return vals if isinstance(vals, (list, tuple)) else vals.values() if isinstance(vals, dict) else [vals]


@export("queue.QueueBase", "io.QueueBase", "QueueBase")
class QueueBase:
    """What all queues can do. An element is a tuple of tensors, with one type and perhaps one shape per component.

    Args:
      dtypes: the types of the components.
      shapes: their shapes, or None if elements may differ.
      names: names of the components; with these, elements go in and come out as dictionaries.
      queue_ref: the handle.

    >>> import penstock as tf
    >>> q = tf.FIFOQueue(3, [tf.int32, tf.string], names=["id", "word"])
    >>> isinstance(q, tf.QueueBase), q.dtypes
    (True, [tf.int32, tf.string])
    >>> with tf.Session() as sess:
    ...     sess.run(q.enqueue({"id": 7, "word": "seven"}))
    ...     print(sess.run(q.dequeue()["word"]), sess.run(q.size()))
    b'seven' 0
    """

    def __init__(self, dtypes: list[Any], shapes: Any, names: list[str] | None, queue_ref: Tensor) -> None:
        self._dtypes = dtypes
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError("Queue shapes must have the same length as dtypes")
        self._shapes = [TensorShape(s) for s in shapes] if shapes is not None else [TensorShape(None) for _ in dtypes]
        if names is not None and len(names) != len(dtypes):
            raise ValueError("Queue names must have the same length as dtypes")
        self._names = names
        self._queue_ref = queue_ref
        self._name = queue_ref.op.name.split("/")[-1]

    @staticmethod
    def from_list(index: object, queues: list[QueueBase]) -> QueueBase:
        """Returns the queue of the list `queues` at `index`, a scalar integer tensor.

        Raises:
          TypeError: not a list of queues, or their components differ.
        """
        if not queues or not isinstance(queues, list) or not all(isinstance(q, QueueBase) for q in queues):
            raise TypeError("A list of queues expected")
        first = queues[0]
        if not all(first.dtypes == q.dtypes for q in queues[1:]):
            raise TypeError("Queues do not have matching component dtypes.")
        if not all(first.names == q.names for q in queues[1:]):
            raise TypeError("Queues do not have matching component names.")
        shapes = [functools.reduce(_common_shape, s) for s in zip(*(q.shapes for q in queues))]
        handles = apply("Pack", "stack", values=[q.queue_ref for q in queues])
        chosen = apply("GatherV2", params=handles, indices=index, axis=0)
        return QueueBase(first.dtypes, shapes, first.names, chosen)

    @property
    def queue_ref(self) -> Tensor:
        """The handle."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the queue's operation."""
        return self._queue_ref.op.name

    @property
    def dtypes(self) -> list[Any]:
        """The types of the components."""
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        """The shapes of the components."""
        return self._shapes

    @property
    def names(self) -> list[str] | None:
        """The names of the components."""
        return self._names

    def _op(self, kind: str, name: str | None, suffix: str, **arguments: Any) -> Any:
        """Makes an operation on this queue, of the older form if the handle is."""
        version = "V2" if self._queue_ref.dtype == types_.resource else ""
        return apply(f"Queue{kind}{version}", name or f"{self._name}_{suffix}", handle=self._queue_ref, **arguments)

    def _components(self, vals: Any) -> list[Tensor]:
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals, key=str):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue.  Dictionary: "
                    f"({sorted(vals)}), Queue: ({sorted(self._names)})"
                )
            vals = [vals[k] for k in self._names]
        else:
            if self._names:
                raise ValueError("You must enqueue a dictionary in a Queue with names")
            if not isinstance(vals, (list, tuple)):
                vals = [vals]
        return [convert_to_tensor(v, d, name=f"component_{i}") for i, (v, d) in enumerate(zip(vals, self._dtypes))]

    def enqueue(self, vals: TensorLike, name: str | None = None) -> Operation:
        """Puts one element in; when run, waits while the queue is full.

        Args:
          vals: a tensor, a list or tuple of them, or a dictionary if the queue has names.
          name: a name for the operation.

        Raises (when run):
          tf.errors.CancelledError: the queue is or was closed, or the session is closed.
        """
        with name_scope(name, f"{self._name}_enqueue", _values(vals)) as scope:
            tensors = self._components(vals)
            for tensor, shape in zip(tensors, self._shapes):
                tensor.get_shape().assert_is_compatible_with(shape)
            return self._op("Enqueue", scope, "", components=tensors)

    def enqueue_many(self, vals: TensorLike, name: str | None = None) -> Operation:
        """Puts in the elements that `vals` holds along its first dimension; waits until all are in."""
        with name_scope(name, f"{self._name}_EnqueueMany", _values(vals)) as scope:
            tensors = self._components(vals)
            batch = Dimension(None)
            for tensor, shape in zip(tensors, self._shapes):
                dims = tensor.get_shape().with_rank_at_least(1)
                batch = batch.merge_with(dims[0])
                dims[1:].assert_is_compatible_with(shape)
            return self._op("EnqueueMany", scope, "", components=tensors)

    def _element(self, tensors: list[Tensor], batch: TensorShape | None) -> Any:
        for tensor, shape in zip(tensors, self._shapes):
            tensor.set_shape(shape if batch is None else batch.concatenate(shape))
        if self._names:
            return dict(zip(self._names, tensors))
        return tensors[0] if len(tensors) == 1 else tensors

    def dequeue(self, name: str | None = None) -> Any:
        """Takes one element; when run, waits while the queue is empty.

        Returns:
          A tensor, a list of tensors if there are several components, or a dictionary if the queue has names.

        Raises (when run):
          tf.errors.OutOfRangeError: the queue is closed and has no elements left.
          tf.errors.CancelledError: the session is closed.
        """
        return self._element(self._op("Dequeue", name, "Dequeue", component_types=self._dtypes), None)

    def dequeue_many(self, n: TensorLike, name: str | None = None) -> Any:
        """Takes `n` elements, stacked along a new first dimension; the components must have known shapes."""
        tensors = self._op("DequeueMany", name, "DequeueMany", n=n, component_types=self._dtypes)
        count = inference.constant_value(tensors[0].op.inputs[1])
        return self._element(tensors, TensorShape([None if count is None else int(count)]))

    def dequeue_up_to(self, n: TensorLike, name: str | None = None) -> Any:
        """Takes `n` elements, or what is left (but at least one) if the queue is closed."""
        tensors = self._op("DequeueUpTo", name, "DequeueUpTo", n=n, component_types=self._dtypes)
        return self._element(tensors, TensorShape([None]))

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """Closes the queue: nothing goes in any more; what is in can still be taken out.

        Args:
          cancel_pending_enqueues: whether enqueues that wait fail; otherwise closing comes after them.
        """
        return self._op("Close", name, "Close", cancel_pending_enqueues=cancel_pending_enqueues)

    def is_closed(self, name: str | None = None) -> Tensor:
        """Whether the queue is closed."""
        return self._op("IsClosed", name, "Is_Closed")

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements in the queue."""
        return self._op("Size", name, "Size")


@export("queue.FIFOQueue", "FIFOQueue")
class FIFOQueue(QueueBase):
    """A queue that gives its elements in the order they came.

    Args:
      capacity: how many elements it holds at most.
      dtypes: the types of the components, or one type.
      shapes: the shapes of the components, fully known; without them, elements may differ and cannot be batched.
      names: names of the components.
      shared_name: queues of one name are one queue in all sessions of a server.
      name: a name for the operation.

    >>> import penstock as tf
    >>> q = tf.FIFOQueue(3, "float")
    >>> x = q.dequeue()
    >>> with tf.Session() as sess:
    ...     sess.run(q.enqueue_many(([1.0, 2.0],)))
    ...     sess.run(x), sess.run(q.size())
    (np.float32(1.0), np.int32(1))
    """

    def __init__(
        self,
        capacity: int,
        dtypes: object,
        shapes: Any = None,
        names: Sequence[Any] | None = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        dtypes = [types_.as_dtype(d) for d in as_type_list(dtypes)]
        shapes = as_shape_list(shapes)
        names = _as_name_list(names, dtypes)
        ref = apply(
            "FIFOQueueV2", name, component_types=dtypes, shapes=shapes, capacity=capacity, shared_name=shared_name
        )
        super().__init__(dtypes, shapes, names, ref)


@export("queue.PaddingFIFOQueue", "io.PaddingFIFOQueue", "PaddingFIFOQueue")
class PaddingFIFOQueue(QueueBase):
    """A FIFO queue of components with unknown dimensions; batches are filled up with zeros to the largest.

    Args:
      capacity, dtypes, names, shared_name, name: as for `FIFOQueue`.
      shapes: a list of shapes of known rank, with None for a dimension that varies.

    Raises:
      ValueError: `shapes` is not a list of shapes, or not as long as `dtypes`.

    >>> import penstock as tf
    >>> q = tf.PaddingFIFOQueue(3, tf.int32, shapes=[[None]])
    >>> with tf.Session() as sess:
    ...     sess.run(q.enqueue([[1]]))
    ...     sess.run(q.enqueue([[2, 3, 4]]))
    ...     print(sess.run(q.dequeue_many(2)).tolist())
    [[1, 0, 0], [2, 3, 4]]
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Iterable[Any] | None = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        dtypes = [types_.as_dtype(d) for d in as_type_list(dtypes)]
        shapes = as_shape_list(shapes, partial=True)
        names = _as_name_list(names, dtypes)
        if len(dtypes) != len(shapes):
            raise ValueError(
                f"Shapes must be provided for all components, but received {len(dtypes)} dtypes and "
                f"{len(shapes)} shapes."
            )
        kind = "PaddingFIFOQueueV2"
        ref = apply(kind, name, component_types=dtypes, shapes=shapes, capacity=capacity, shared_name=shared_name)
        super().__init__(dtypes, shapes, names, ref)


@export("queue.PriorityQueue", "io.PriorityQueue", "PriorityQueue")
class PriorityQueue(QueueBase):
    """A queue that gives the element with the smallest priority first.

    Args:
      capacity, shapes, names, shared_name, name: as for `FIFOQueue`.
      types: the types of the components without the priority, a scalar int64 that comes first in each element.

    >>> import penstock as tf
    >>> q = tf.PriorityQueue(3, [tf.string], shapes=[[]])
    >>> with tf.Session() as sess:
    ...     sess.run(q.enqueue_many([[9, 1, 5], ["last", "first", "second"]]))
    ...     print(*sess.run(q.dequeue()))
    1 b'first'
    """

    def __init__(
        self,
        capacity: int,
        types: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:
        types = [types_.as_dtype(d) for d in as_type_list(types)]
        shapes = as_shape_list(shapes)
        kind = "PriorityQueueV2"
        ref = apply(kind, name, component_types=types, shapes=shapes, capacity=capacity, shared_name=shared_name)
        super().__init__([types_.int64, *types], [(), *shapes] if shapes else shapes, names, ref)


@export("queue.RandomShuffleQueue", "io.RandomShuffleQueue", "RandomShuffleQueue")
class RandomShuffleQueue(QueueBase):
    """A queue that gives its elements in random order.

    Args:
      capacity, dtypes, shapes, names, shared_name, name: as for `FIFOQueue`.
      min_after_dequeue: how many elements must stay in an open queue, so that the order is random enough.
      seed: the seed of the order, see `tf.set_random_seed`.

    >>> import penstock as tf
    >>> q = tf.RandomShuffleQueue(10, 0, tf.int32, shapes=[[]], seed=1)
    >>> with tf.Session() as sess:
    ...     sess.run(q.enqueue_many([[1, 2, 3, 4]]))
    ...     print(sorted(sess.run(q.dequeue_many(4)).tolist()))
    [1, 2, 3, 4]
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Sequence[Any] | None = None,
        names: Sequence[Any] | None = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        dtypes = [types_.as_dtype(d) for d in as_type_list(dtypes)]
        shapes = as_shape_list(shapes)
        names = _as_name_list(names, dtypes)
        seed1, seed2 = get_seed(seed)
        if seed1 is None and seed2 is None:
            seed1, seed2 = 0, 0
        elif seed is None and shared_name is not None:
            # Queues that share a name must have the same seed, whatever was made before them.
            seed2 = int(hashlib.md5(f"{seed1}{shared_name}".encode()).hexdigest()[:8], 16) & 0x7FFFFFFF
        ref = apply(
            "RandomShuffleQueueV2",
            name,
            component_types=dtypes,
            shapes=shapes,
            capacity=capacity,
            min_after_dequeue=min_after_dequeue,
            seed=seed1,
            seed2=seed2,
            shared_name=shared_name,
        )
        super().__init__(dtypes, shapes, names, ref)
