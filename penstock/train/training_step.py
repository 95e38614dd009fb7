"""The global step: the variable that counts training steps, found through its collection or its name.

(The file is not called global_step: it would hide the function tf.train.global_step.)
"""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.graph import Graph, control_dependencies, get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import SessionLike
from penstock.ops.state import initializers, variable_functions, variable_scope, variables
from penstock.platform import logging

GLOBAL_STEP_READ_KEY = "global_step_read_op_cache"


@export("train.global_step")
def global_step(sess: SessionLike, global_step_tensor: Any) -> int:
    """The value of the global step in a session, as an int.

    Args:
      sess: the session.
      global_step_tensor: the variable of the global step.

    >>> import penstock as tf
    >>> step = tf.train.create_global_step()
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run(step.assign_add(3))
    ...     print(tf.train.global_step(sess, step))
    3
    """
    return int(sess.run(global_step_tensor))


@export("train.get_global_step", "contrib.framework.get_global_step")
def get_global_step(graph: Graph | None = None) -> Any:
    """The global step variable of `graph` (the default one), or None.

    Raises:
      TypeError: if what is found is not an integer scalar.

    >>> import penstock as tf
    >>> tf.train.get_global_step() is None
    True
    >>> step = tf.train.create_global_step()
    >>> tf.train.get_global_step() is step
    True
    """
    graph = graph or get_default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if len(found) == 1:
        step = found[0]
    elif not found:
        try:
            step = graph.get_tensor_by_name("global_step:0")
        except KeyError:
            return None
    else:
        logging.error("Multiple tensors in global_step collection.")
        return None
    assert_global_step(step)
    return step


@export("train.create_global_step", "contrib.framework.create_global_step")
def create_global_step(graph: Graph | None = None) -> Any:
    """Makes the global step, an int64 variable that starts at 0.

    Raises:
      ValueError: if there is one already.

    >>> import penstock as tf
    >>> step = tf.train.create_global_step()
    >>> step.name, step.dtype.base_dtype
    ('global_step:0', tf.int64)
    >>> tf.train.create_global_step()
    Traceback (most recent call last):
      ...
    ValueError: "global_step" already exists.
    """
    graph = graph or get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with graph.as_default(), graph.name_scope(None):
        return variable_scope.get_variable(
            GraphKeys.GLOBAL_STEP,
            shape=[],
            dtype=dtypes.int64,
            initializer=initializers.Zeros(),
            trainable=False,
            aggregation=variables.VariableAggregation.ONLY_FIRST_REPLICA,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )


@export("train.get_or_create_global_step", "contrib.framework.get_or_create_global_step")
def get_or_create_global_step(graph: Graph | None = None) -> Any:
    """The global step of `graph`, made if there is none.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.train.get_or_create_global_step()
    ...     print(step.name, tf.train.get_or_create_global_step() is step)
    global_step:0 True
    """
    graph = graph or get_default_graph()
    step = get_global_step(graph)
    return create_global_step(graph) if step is None else step


@export("train.assert_global_step", "contrib.framework.assert_global_step")
def assert_global_step(global_step_tensor: Any) -> None:
    """Checks that a tensor or variable can be a global step.

    Raises:
      TypeError: if it is not an integer scalar.

    >>> import penstock as tf
    >>> tf.train.assert_global_step(tf.train.create_global_step())
    >>> tf.train.assert_global_step(tf.Variable(0.5))
    Traceback (most recent call last):
      ...
    TypeError: Existing "global_step" does not have integer type: <dtype: 'float32_ref'>
    """
    if not isinstance(global_step_tensor, (variables.Variable, Tensor)):
        raise TypeError(f'Existing "global_step" must be a Variable or Tensor: {global_step_tensor}.')
    if not global_step_tensor.dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {global_step_tensor.dtype}')
    shape = global_step_tensor.get_shape()
    if shape.ndims != 0 and shape.is_fully_defined():
        raise TypeError(f'Existing "global_step" is not scalar: {shape}')


def get_or_create_global_step_read(graph: Graph | None = None) -> Tensor | None:
    """A tensor that reads the global step, initialized or not; one per graph. None if there is no global step."""
    graph = graph or get_default_graph()
    found = graph.get_collection(GLOBAL_STEP_READ_KEY)
    if len(found) > 1:
        raise RuntimeError(f"There are multiple items in collection {GLOBAL_STEP_READ_KEY}. There should be only one.")
    if found:
        return found[0]
    step = get_global_step(graph)
    if step is None:
        return None
    with graph.as_default(), graph.name_scope(None), graph.name_scope(f"{step.op.name}/"):
        value = step
        if isinstance(step, variables.Variable):
            value = step.initialized_value()
        read = value + 0
        graph.add_to_collection(GLOBAL_STEP_READ_KEY, read)
    return read


def increment_global_step(increment: Any, graph: Graph | None = None) -> Any:
    """Makes an operation that adds `increment` to the global step, after it was read."""
    graph = graph or get_default_graph()
    step = get_global_step(graph)
    if step is None:
        raise ValueError(
            "Global step tensor should be created by tf.train.get_or_create_global_step before calling increment."
        )
    read = get_or_create_global_step_read(graph)
    with graph.as_default(), graph.name_scope(None), graph.name_scope(f"{step.op.name}/"):
        with control_dependencies([read]):
            return variable_functions.assign_add(step, increment)
