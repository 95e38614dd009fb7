"""`tf.contrib.copy_graph`: variables and operations copied from one graph into another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor


def _inside(scope: str, name: str) -> str:
    return f"{scope}/{name}" if scope else name


def _collections(item: Any, scope: str, unscoped: Iterable[str] = ()) -> list[str]:
    """The collections that a copy belongs to: those of the original, inside of the scope."""
    graph = item.graph
    names = [n for n in graph.get_all_collection_keys() if any(item is other for other in graph.get_collection_ref(n))]
    return [n if n in unscoped else _inside(scope, n) for n in names]


@export("contrib.copy_graph.copy_variable_to_graph")
def copy_variable_to_graph(org_instance: Any, to_graph: Graph, scope: str = "") -> Any:
    """Copies a variable, with its initial value, into another graph.

    Args:
      org_instance: the variable.
      to_graph: the other graph.
      scope: a prefix for the name of the copy and of its collections.

    Raises:
      TypeError: it is not a variable.

    >>> import penstock as tf
    >>> v, other = tf.Variable(3.0, name="v"), tf.Graph()
    >>> tf.contrib.copy_graph.copy_variable_to_graph(v, other, "copy").name
    'copy/v:0'
    """
    if not isinstance(org_instance, tf.Variable):
        raise TypeError(f"{org_instance} is not a Variable")
    keys = tf.GraphKeys
    chosen = _collections(org_instance, scope, (keys.GLOBAL_VARIABLES, keys.TRAINABLE_VARIABLES))
    trainable = keys.TRAINABLE_VARIABLES in chosen
    with org_instance.graph.as_default(), tf.Session() as sess:
        value = sess.run(org_instance.initialized_value())
    name = _inside(scope, org_instance.name.partition(":")[0])
    with to_graph.as_default():
        return tf.Variable(value, trainable, name=name, collections=chosen, validate_shape=False)


@export("contrib.copy_graph.copy_op_to_graph")
def copy_op_to_graph(org_instance: Any, to_graph: Graph, variables: Iterable[Any], scope: str = "") -> Any:
    """Copies an operation or tensor, and all that it needs, into another graph.

    Args:
      org_instance: the operation or tensor.
      to_graph: the other graph.
      variables: copies of the variables that it uses, by `copy_variable_to_graph`.
      scope: a prefix for the names of the copies.

    Raises:
      TypeError: it is neither an operation nor a tensor.

    >>> import penstock as tf
    >>> x, other = tf.constant(3.0, name="x") * 2, tf.Graph()
    >>> y = tf.contrib.copy_graph.copy_op_to_graph(x, other, [])
    >>> tf.Session(graph=other).run(y)
    np.float32(6.0)
    """
    variables = list(variables)
    if isinstance(org_instance, Tensor):
        copied = {v.name: v for v in variables}.get(_inside(scope, org_instance.name))
        if copied is not None:
            return to_graph.get_tensor_by_name(copied.name)
        op = copy_op_to_graph(org_instance.op, to_graph, variables, scope)
        tensor = op.outputs[org_instance.value_index]
        _add(to_graph, _collections(org_instance, scope), tensor)
        return tensor
    if not isinstance(org_instance, Operation):
        raise TypeError(f"Could not copy instance: {org_instance}")
    name = _inside(scope, org_instance.name)
    try:
        return to_graph.get_operation_by_name(name)
    except KeyError:
        pass
    waits = [copy_op_to_graph(o, to_graph, variables, scope) for o in org_instance.control_inputs]
    inputs = [copy_op_to_graph(t, to_graph, variables, scope) for t in org_instance.inputs]
    with to_graph.as_default(), to_graph.control_dependencies(None), to_graph.control_dependencies(waits):
        with to_graph.device(org_instance.device or None):
            made = to_graph.create_op(
                org_instance.type,
                inputs,
                [t.dtype for t in org_instance.outputs],
                name=f"{name}/",  # the name itself, not one made unique
                attrs=dict(org_instance.node_def.attr),
            )
    _add(to_graph, _collections(org_instance, scope), made)
    return made


def _add(graph: Graph, names: Iterable[str], item: object) -> None:
    for name in names:
        graph.add_to_collection(name, item)


@export("contrib.copy_graph.get_copied_op")
def get_copied_op(org_instance: Any, graph: Graph, scope: str = "") -> Any:
    """The copy of an operation or tensor in another graph.

    Args:
      org_instance: the original.
      graph: the other graph.
      scope: the prefix that the copy was given.

    >>> import penstock as tf
    >>> x, other = tf.constant(3.0, name="x"), tf.Graph()
    >>> y = tf.contrib.copy_graph.copy_op_to_graph(x, other, [], "copy")
    >>> tf.contrib.copy_graph.get_copied_op(x, other, "copy") is y
    True
    """
    return graph.as_graph_element(_inside(scope, org_instance.name), allow_tensor=True, allow_operation=True)
