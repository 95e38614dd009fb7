"""Checks and small computations on tensors, and names that contrib.framework shares with the rest of the API."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers import embeddings as _embeddings
from penstock.graph import composite, type_spec
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import Graph, control_dependencies, get_default_graph, graph_of_inputs, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.arrays import sorting
from penstock.ops.checks import shapes as check_shapes
from penstock.ops.checks import values as check_ops
from penstock.ops.losses import weights as losses_weights
from penstock.ops.queues import barrier
from penstock.ops.state import partitioned_variable
from penstock.ops.state.variables import Variable
from penstock.util import deprecation

# -- names that are shared ------------------------------------------------------------------------------------------------

_SHARED = {
    "assert_same_float_dtype": check_ops.assert_same_float_dtype,
    "assert_scalar": check_shapes.assert_scalar,
    "is_numeric_tensor": check_ops.is_numeric_tensor,
    "is_non_decreasing": check_ops.is_non_decreasing,
    "is_strictly_increasing": check_ops.is_strictly_increasing,
    "convert_to_tensor_or_sparse_tensor": composite.convert_to_tensor_or_sparse_tensor,
    "deprecated": deprecation.deprecated,
    "deprecated_args": deprecation.deprecated_args,
    "deprecated_arg_values": deprecation.deprecated_arg_values,
    "prepend_name_scope": partitioned_variable.prepend_name_scope,
    "strip_name_scope": partitioned_variable.strip_name_scope,
    "sort": sorting.sort,
    "argsort": sorting.argsort,
    "TensorSpec": type_spec.TensorSpec,
    "RecordInput": barrier.RecordInput,
    "safe_embedding_lookup_sparse": _embeddings.safe_embedding_lookup_sparse,  # as 0.9 had it here
}
for _name, _value in _SHARED.items():
    globals()[_name] = export(f"contrib.framework.{_name}")(_value)


@export("contrib.framework.get_graph_from_inputs")
def get_graph_from_inputs(op_input_list: Any, graph: Graph | None = None) -> Graph:
    """The graph of some values: the given one, that of the first tensor among them, or the default graph.

    Args:
      op_input_list: tensors, operations and other values.
      graph: the graph that all of them must be in, or None.

    Raises:
      ValueError: if they are of different graphs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.constant(1.0)
    >>> tf.contrib.framework.get_graph_from_inputs([2.0, x]) is graph
    True
    """
    if graph is not None:
        for value in op_input_list:
            if getattr(value, "graph", graph) is not graph:
                raise ValueError(f"{value} is not from the passed-in graph.")
        return graph
    return graph_of_inputs(op_input_list) or get_default_graph()


@export("contrib.framework.get_name_scope")
def get_name_scope() -> str:
    """The name scope that holds now.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.name_scope("a"), tf.name_scope("b"):
    ...     print(tf.contrib.framework.get_name_scope())
    a/b
    """
    return get_default_graph().get_name_scope()


@export("contrib.framework.get_placeholders")
def get_placeholders(graph: Graph) -> list[Tensor]:
    """The placeholders of a graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.placeholder(tf.float32, name="x")
    >>> tf.contrib.framework.get_placeholders(graph)[0].name
    'x:0'
    """
    if not isinstance(graph, Graph):
        raise TypeError(f"Input graph needs to be a Graph: {graph}")
    return [operation.outputs[0] for operation in graph.get_operations() if operation.type == "Placeholder"]


# -- conditions -----------------------------------------------------------------------------------------------------------


@export("contrib.framework.smart_constant_value")
def smart_constant_value(pred: TensorOrVariable) -> bool | None:
    """The value of a condition if it is known before a run, else None.

    Raises:
      TypeError: if it is neither a bool, 0 or 1 nor a tensor.

    >>> import penstock as tf
    >>> tf.contrib.framework.smart_constant_value(1)
    True
    """
    if isinstance(pred, Variable):
        return None
    if isinstance(pred, Tensor):
        value = constant_value(pred)
        return None if value is None else bool(value)
    if isinstance(pred, (bool, np.bool_)) or (isinstance(pred, (int, np.integer)) and pred in (0, 1)):
        return bool(pred)
    raise TypeError(f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Found instead: {pred}")


@export("contrib.framework.smart_cond")
def smart_cond(
    pred: TensorOrVariable, true_fn: Callable | None = None, false_fn: Callable | None = None, name: str | None = None
) -> Any:
    """One of two functions' results; a `tf.cond` only if the condition is not known yet.

    Args:
      pred: a bool, a number, or a scalar of bools.
      true_fn, false_fn: functions without arguments.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.contrib.framework.smart_cond(True, lambda: "yes", lambda: "no")
    'yes'
    """
    if not callable(true_fn):
        raise TypeError("`true_fn` must be callable.")
    if not callable(false_fn):
        raise TypeError("`false_fn` must be callable.")
    value = smart_constant_value(pred)
    if value is None:
        return tf.cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return true_fn() if value else false_fn()


@export("contrib.framework.smart_case")
def smart_case(
    pred_fn_pairs: Any, default: Callable | None = None, exclusive: bool = False, name: str = "smart_case"
) -> Any:
    """As `tf.case`; if all conditions are known, only the function that is chosen is called.

    Args:
      pred_fn_pairs: a dict or list of pairs of a condition and a function.
      default: the function for the case that none of them holds.
      exclusive: whether it is an error that several hold.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.contrib.framework.smart_case([(False, lambda: 1), (True, lambda: 2)])
    2
    """
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    values = [smart_constant_value(pred) for pred, _ in pairs]
    if None in values:
        return tf.case(pairs, default=default, exclusive=exclusive, name=name)
    chosen = [function for value, (_, function) in zip(values, pairs, strict=True) if value]
    if exclusive and len(chosen) > 1:
        raise ValueError("More than one condition evaluated as True but exclusive=True.")
    if not chosen and default is None:
        raise ValueError("No condition is True, and there is no default.")
    return chosen[0]() if chosen else default()  # type: ignore[misc]


# -- sums and shapes ------------------------------------------------------------------------------------------------------


@export("contrib.framework.reduce_sum_n")
def reduce_sum_n(tensors: Sequence[Any], name: str | None = None) -> Tensor:
    """The sum of all elements of all tensors.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.framework.reduce_sum_n([tf.ones([2, 2]), tf.ones([3])])))
    7.0
    """
    if not tensors:
        raise ValueError("No tensors provided.")
    with name_scope(name, "reduce_sum_n", tensors) as scope:
        sums = [tf.reduce_sum(tensor, name=f"{tensor.op.name}/sum") for tensor in tensors]
        return sums[0] if len(sums) == 1 else tf.add_n(sums, name=scope)


@export("contrib.framework.remove_squeezable_dimensions")
def remove_squeezable_dimensions(
    predictions: TensorLike, labels: TensorLike, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Predictions and labels of one rank, as far as a last axis of size 1 is in the way.

    Args:
      predictions: what the model says.
      labels: what is wanted.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.framework.remove_squeezable_dimensions(tf.zeros([2, 1]), tf.zeros([2]))[0].shape)
    (2,)
    """
    labels, predictions = losses_weights.remove_squeezable_dimensions(labels, predictions, name=name)
    return predictions, labels


@export("contrib.framework.assert_scalar_int")
def assert_scalar_int(tensor: TensorLike, name: str | None = None) -> Tensor:
    """The tensor; ValueError if it is not an integer scalar.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.framework.assert_scalar_int(tf.constant(3, name="n")).name)
    n:0
    """
    with name_scope(name, "assert_scalar_int", [tensor]) as scope:
        tensor = convert_to_tensor(tensor)
        if not tensor.dtype.base_dtype.is_integer:
            raise ValueError(f"Expected integer type for {tensor.name}, received type: {tensor.dtype}.")
        return check_shapes.assert_scalar(tensor, name=scope)


@export("contrib.framework.with_same_shape")
def with_same_shape(expected_tensor: Any, tensor: TensorOrVariable) -> Tensor:
    """As `with_shape`, with the shape of another tensor.

    Args:
      expected_tensor: the tensor whose shape it shall have.
      tensor: the tensor.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32)
    ...     print(tf.contrib.framework.with_same_shape(tf.zeros([2, 3]), x).shape)
    (2, 3)
    """
    with name_scope(f"{tensor.op.name}/", values=[expected_tensor, tensor]):
        shape = expected_tensor.shape
        known = shape.is_fully_defined()
        return with_shape(shape.as_list() if known else tf.shape(expected_tensor, name="expected_shape"), tensor)


def _checked(expected: object, tensor: Tensor) -> Operation:
    """An operation that fails when the tensor has another shape; -1 is any size."""
    with name_scope("assert_shape", values=[tensor]) as scope:
        actual = tf.shape(tensor, name="actual")
        same_rank = tf.equal(tf.size(expected), tf.rank(tensor))
        same = tf.cond(
            same_rank,
            lambda: tf.reduce_all(tf.logical_or(tf.equal(expected, -1), tf.equal(expected, actual))),
            lambda: tf.constant(False),
        )
        return tf.Assert(same, [f"Wrong shape for {tensor.name} [expected] [actual].", expected, actual], name=scope)


@export("contrib.framework.with_shape")
def with_shape(expected_shape: Any, tensor: Any) -> Tensor:
    """The tensor, checked to have a shape: at once as far as it is known, else in each run.

    A tensor of one element becomes a scalar if the shape is `[]`.

    Args:
      expected_shape: a TensorShape, a list, or a 1-D tensor.
      tensor: the tensor.

    Raises:
      ValueError: if it is known to have another shape, is sparse, or the shape is no vector of integers.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.framework.with_shape([2, 3], tf.placeholder(tf.float32)).shape)
    (2, 3)
    """
    if isinstance(tensor, SparseTensor):
        raise ValueError("SparseTensor not supported.")
    late = isinstance(expected_shape, (Tensor, Variable))
    if late:
        dtype, good = expected_shape.dtype, expected_shape.dtype.base_dtype == tf.int32
    else:
        if isinstance(expected_shape, TensorShape):
            expected_shape = [-1 if size is None else size for size in expected_shape.as_list()]
        values = np.asarray(expected_shape)
        if values.dtype == np.int64 or not values.size:
            values = values.astype(np.int32)
        if values.ndim > 1:
            raise ValueError(f"Invalid rank {values.ndim} for shape {values} expected of tensor {tensor.name}.")
        expected_shape, dtype, good = values, values.dtype, values.dtype == np.int32
    if not good:
        raise ValueError(f"Invalid dtype {dtype} for shape {expected_shape} expected of tensor {tensor.name}.")
    actual = tensor.shape
    if late or not actual.is_fully_defined():
        with name_scope(f"{tensor.op.name}/", values=[tensor]):
            if not late and len(expected_shape) < 1:
                return tf.reshape(tensor, [])
            with control_dependencies([_checked(expected_shape, tensor)]):
                result = tf.identity(tensor)
            if not late:
                result.set_shape([None if size < 0 else int(size) for size in expected_shape])
            return result
    wanted = [None if size < 0 else int(size) for size in expected_shape]
    if not actual.is_compatible_with(wanted):
        if not wanted and actual.is_compatible_with([1]):
            with name_scope(f"{tensor.op.name}/", values=[tensor]):
                return tf.reshape(tensor, [])
        raise ValueError(f"Invalid shape for tensor {tensor.name}, expected {expected_shape}, got {actual}.")
    return tensor
