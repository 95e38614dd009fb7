"""The place of an iterator in a checkpoint: `tf.data.experimental.make_saveable_from_iterator`.

What is saved is how many elements were given and what was drawn at random (seeds of shuffles and random operations), not
the buffers: restoring goes through the dataset anew, without calling functions whose results nobody wants. So a
checkpoint stays small however large the buffers are. Errors on the way are counted like elements.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.data.iterator import Iterator
from penstock.data.iterator_kernels import IteratorState
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import colocate_with, control_dependencies
from penstock.graph.opdef import parse_signature
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.ops.queues.state import boxed
from penstock.ops.state import named_state
from penstock.ops.state.saveable import SaveableObject, SaveSpec


def _written(state: IteratorState) -> bytes:
    given, seeds = state.place()
    return json.dumps({"given": given, "seeds": seeds}).encode()


def _go_to(state: IteratorState, text: str, cancel: Any) -> None:
    data = text if isinstance(text, bytes) else np.ravel(text)[0]
    try:
        found = json.loads(data)
        given, seeds = int(found["given"]), dict(found["seeds"])
    except (ValueError, KeyError, TypeError):
        raise errors.DataLossError(None, None, "The saved state of an iterator cannot be read.") from None
    state.go_to(given, seeds, cancel)


@op("SerializeIterator", shape=rule.scalar, host=True)
def _serialize(xp, resource_handle, *, ctx):
    return boxed(_written(named_state.find(ctx, resource_handle)))


@op("DeserializeIterator", shape=rule.no_outputs, blocking=True)
def _deserialize(xp, resource_handle, serialized, *, ctx):
    _go_to(named_state.find(ctx, resource_handle), serialized, ctx.cancel)


# 1.x's operations pass the state on as a variant, which no checkpoint can hold in its own form; these pass a string.
@op(
    "IteratorPlace",
    shape=rule.scalar,
    host=True,
    sig=parse_signature(["iterator: resource"], ["place: string"], is_stateful=True),
)
def _place(xp, iterator, *, ctx):
    return boxed(_written(named_state.find(ctx, iterator)))


@op(
    "IteratorGoTo",
    shape=rule.no_outputs,
    blocking=True,
    sig=parse_signature(["iterator: resource", "place: string"], [], is_stateful=True),
)
def _iterator_go_to(xp, iterator, place, *, ctx):
    _go_to(named_state.find(ctx, iterator), place, ctx.cancel)


no_gradient("SerializeIterator", "DeserializeIterator", "IteratorPlace", "IteratorGoTo")


class _Saveable(SaveableObject):
    def __init__(self, handle: Tensor, initializer: Operation | None = None) -> None:
        self._initializer = initializer
        spec = SaveSpec(apply("IteratorPlace", iterator=handle), "", f"{handle.name}-state", dtypes.string)
        super().__init__(handle, [spec], handle.name)

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Operation:
        """The operation that goes to the saved place; it initializes the iterator if that needs nothing from outside."""
        initializer = self._initializer
        before = [initializer] if initializer is not None and not _is_fed(initializer) else []
        with colocate_with(self.op), control_dependencies(before):
            return apply("IteratorGoTo", iterator=self.op, place=restored_tensors[0])


def _is_fed(op: Operation) -> bool:
    """Whether an operation depends on a placeholder."""
    seen, todo = {op}, [op]
    while todo:
        top = todo.pop()
        if top.type == "Placeholder":
            return True
        for other in [t.op for t in top._inputs] + top._control_inputs:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return False


@export("data.experimental.make_saveable_from_iterator", "contrib.data.make_saveable_from_iterator")
def make_saveable_from_iterator(iterator: Iterator) -> SaveableObject:
    """An object by which a `tf.train.Saver` saves and restores the place of an iterator.

    Add it to the collection `tf.GraphKeys.SAVEABLE_OBJECTS`, or give it to the Saver.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> iterator = tf.data.Dataset.range(10).make_initializable_iterator()
    >>> x = iterator.get_next()
    >>> saver = tf.train.Saver([tf.data.experimental.make_saveable_from_iterator(iterator)])
    >>> path = os.path.join(tempfile.mkdtemp(), "place")
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer)
    ...     _ = sess.run(x), sess.run(x), saver.save(sess, path), sess.run(x)
    ...     saver.restore(sess, path)
    ...     sess.run(x)
    np.int64(2)
    """
    return _Saveable(iterator._iterator_resource, iterator._initializer)


def saveable_of(handle: Tensor) -> SaveableObject:
    """The same for an iterator's handle; it must be initialized when it is restored."""
    return _Saveable(handle)
