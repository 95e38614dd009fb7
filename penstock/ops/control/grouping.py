"""Operations and tensors that wait for others: group, tuple, with_dependencies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import nest, stack
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor, convert_to_tensor_or_indexed_slices
from penstock.graph.graph import colocate_with, control_dependencies, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike


@export("group")
def group(*inputs: Any, **kwargs: Any) -> Operation:
    """Makes an operation that runs all of `inputs` (operations, tensors or nested structures of them).

    >>> import penstock as tf
    >>> tf.group(tf.constant(1), tf.constant(2), name="both").type
    'NoOp'
    """
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError("Unknown keyword arguments: " + ", ".join(kwargs))
    with name_scope(name, "group_deps", [i for i in nest.flatten(inputs) if i is not None]) as scope:
        if not inputs:
            return apply("NoOp", name=scope)
        by_device: dict[str, list[Operation]] = {}
        for item in nest.flatten(inputs):
            op = _operation(item)
            by_device.setdefault(op.device, []).append(op)
        graph = stack.current_graph()
        if len(by_device) == 1:
            ((device, ops),) = by_device.items()
            with graph.device(device or None), graph.control_dependencies(ops):
                return apply("NoOp", name=scope)
        nodes = []
        for device in sorted(by_device):
            with graph.device(device or None), graph.control_dependencies(by_device[device]):
                nodes.append(apply("NoOp", name="NoOp"))
        with graph.control_dependencies(nodes):
            return apply("NoOp", name=scope)


def _operation(item: TensorLike) -> Operation:
    if isinstance(item, Operation):
        return item
    op = getattr(item, "op", None)
    if isinstance(op, Operation):
        return op
    raise TypeError(f"Expected tf.group() expected Tensor objects not {item!r} with type '{type(item)}'")


@export("tuple")
def tuple_(tensors: Sequence[Any], name: str | None = None, control_inputs: Sequence[Any] | None = None) -> list[Any]:
    """Returns `tensors` such that none of them is available before all of them are computed.

    Args:
      tensors: tensors, IndexedSlices, operations and None.
      name: a name for the operations.
      control_inputs: operations or tensors that must be computed, too.

    Raises:
      ValueError: if there is nothing in `tensors`.
      TypeError: if `control_inputs` are not operations or tensors.

    >>> import penstock as tf
    >>> v = tf.Variable(1)
    >>> read, new = tf.tuple([tf.constant(7), tf.assign_add(v, 1)])
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     sess.run([read, v])  # to read the first computes the other, too
    [np.int32(7), np.int32(2)]
    """
    with name_scope(name, "tuple", list(tensors)):
        tensors = [
            t if t is None or isinstance(t, (Operation, Tensor, IndexedSlices)) else convert_to_tensor(t)
            for t in tensors
        ]
        gating = [t if isinstance(t, Operation) else t.op for t in tensors if t is not None]
        for c in control_inputs or ():
            if isinstance(c, Tensor):
                c = c.op
            elif not isinstance(c, Operation):
                raise TypeError(f"Control input must be Operation or Tensor: {c}")
            gating.append(c)
        gating = sorted(set(gating), key=lambda op: op._id)
        if not gating:
            raise ValueError(f"Must have at least one Tensor: {tensors}")
        gate = group(*gating)
        return [
            None if t is None else gate if isinstance(t, Operation) else with_dependencies([gate], t) for t in tensors
        ]


@export("with_dependencies")
def with_dependencies(dependencies: Sequence[Any], output_tensor: Any, name: str | None = None) -> Any:
    """`output_tensor`, but available only after `dependencies` have run.

    Args:
      dependencies: operations or tensors.
      output_tensor: the tensor.
      name: a name for the operation.

    >>> import penstock as tf
    >>> v = tf.Variable(1)
    >>> answer = tf.with_dependencies([tf.assign(v, 5)], tf.constant(42))
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(answer), sess.run(v))
    42 5
    """
    with (
        name_scope(name, "control_dependency", [*dependencies, output_tensor]) as scope,
        colocate_with(output_tensor),
        control_dependencies(dependencies),
    ):
        output_tensor = convert_to_tensor_or_indexed_slices(output_tensor)
        if isinstance(output_tensor, IndexedSlices):
            return IndexedSlices(
                apply("Identity", input=output_tensor.values), output_tensor.indices, output_tensor.dense_shape
            )
        return apply("Identity", name=scope, input=output_tensor)
