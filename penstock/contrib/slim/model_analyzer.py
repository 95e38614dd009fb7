"""How large operations and variables are, printed and summed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.typing import TensorOrVariable

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


@export("contrib.slim.model_analyzer.tensor_description")
def tensor_description(var: TensorOrVariable) -> str:
    """The type and shape of a tensor as text.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.slim.model_analyzer.tensor_description(tf.zeros([2, 3])))
    (float32 2x3)
    """
    return f"({var.dtype.name} {'x'.join(str(size) for size in var.shape)})"


@export("contrib.slim.model_analyzer.analyze_ops")
def analyze_ops(graph: Graph, print_info: bool = False) -> int:
    """The number of elements that all operations of a graph give, as far as it is known.

    Args:
      graph: the graph.
      print_info: whether to print a line about each.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.zeros([2, 3], name="x")
    ...     print(tf.contrib.slim.model_analyzer.analyze_ops(graph))
    6
    """
    if print_info:
        print("---------\nOperations: name -> (type shapes) [size]\n---------")
    total = 0
    for operation in graph.get_operations():
        size = sum(output.shape.num_elements() or 0 for output in operation.outputs)
        if print_info:
            shapes = ", ".join(tensor_description(output) for output in operation.outputs if output.shape)
            print(operation.name, "\t->", shapes, f"[{size}]")
        total += size
    return total


@export("contrib.slim.model_analyzer.analyze_vars")
def analyze_vars(variables: Sequence[Any], print_info: bool = False) -> tuple[int, int]:
    """The number of elements and of bytes of variables.

    Args:
      variables: a list of variables.
      print_info: whether to print a line about each.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.get_variable("v", [2, 3])
    ...     print(tf.contrib.slim.model_analyzer.analyze_vars([v], print_info=True))
    ---------
    Variables: name (type shape) [size]
    ---------
    v:0 (float32_ref 2x3) [6, bytes: 24]
    Total size of variables: 6
    Total bytes of variables: 24
    (6, 24)
    """
    if print_info:
        print("---------\nVariables: name (type shape) [size]\n---------")
    total, total_bytes = 0, 0
    for variable in variables:
        size = variable.shape.num_elements() or 0
        count = size * variable.dtype.size
        total, total_bytes = total + size, total_bytes + count
        if print_info:
            print(variable.name, tensor_description(variable), f"[{size}, bytes: {count}]")
    if print_info:
        print(f"Total size of variables: {total}\nTotal bytes of variables: {total_bytes}")
    return total, total_bytes
