"""`tf.contrib.util`: constant values, and the operations that a graph uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.inference import get_static_value
from penstock.graph.operation import Tensor
from penstock.train import meta_graph_def

if TYPE_CHECKING:
    from penstock.protos import GraphDef


@export("contrib.util.constant_value")
def constant_value(tensor: Tensor, partial: bool = False) -> Any:
    """The value of a tensor if it is known without a run, else None.

    Args:
      tensor: the tensor.
      partial: whether the parts of a `stack` that are known count too.

    Returns:
      The value; what is no tensor is its own.

    >>> import penstock as tf
    >>> tf.contrib.util.constant_value(tf.constant(2.0) * 2)
    array(4., dtype=float32)
    """
    return get_static_value(tensor, partial)


@export("contrib.util.ops_used_by_graph_def")
def ops_used_by_graph_def(graph_def: GraphDef) -> list[str]:
    """The types of the operations that a graph and its functions use.

    Args:
      graph_def: a `GraphDef`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     y = tf.negative(tf.constant(1.0))
    >>> sorted(tf.contrib.util.ops_used_by_graph_def(graph.as_graph_def()))
    ['Const', 'Neg']
    """
    functions = {f.signature.name: f for f in graph_def.library.function}
    used: set[str] = set()
    waiting = [graph_def.node]
    while waiting:
        for node in waiting.pop():
            if node.op not in used and node.op in functions:
                waiting.append(functions[node.op].node_def)
            used.add(node.op)
    return [name for name in used if name not in functions]


@export("contrib.util.stripped_op_list_for_graph")
def stripped_op_list_for_graph(graph_def: GraphDef) -> Any:
    """The definitions of the operations that a graph uses, as an `OpList`.

    Args:
      graph_def: a `GraphDef`.

    Raises:
      ValueError: an operation is not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     y = tf.negative(tf.constant(1.0))
    >>> [op.name for op in tf.contrib.util.stripped_op_list_for_graph(graph.as_graph_def()).op]
    ['Const', 'Neg']
    """
    return meta_graph_def.stripped_op_list_for_graph(graph_def)
