"""`tf.saved_model.main_op`: operations that a SavedModel runs when it is loaded."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export, find
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.graph import control_dependencies, get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation


@export("saved_model.main_op.main_op")
def main_op() -> Operation:
    """An operation that initializes all variables and tables of the default graph.

    >>> import penstock as tf
    >>> v = tf.Variable(3.0)
    >>> main = tf.saved_model.main_op.main_op()
    >>> with tf.Session() as sess:
    ...     sess.run(main)
    ...     print(sess.run(v))
    3.0
    """
    group = find("group")
    variables = find("global_variables_initializer")(), find("local_variables_initializer")()
    return group(*variables, group(*get_collection(GraphKeys.TABLE_INITIALIZERS), name="init_all_tables"))


@export("saved_model.main_op_with_restore", "saved_model.main_op.main_op_with_restore")
def main_op_with_restore(restore_op_name: Any) -> Operation:
    """An operation that initializes everything and runs another one, in no fixed order.

    Args:
      restore_op_name: an operation, or the name of one.

    >>> import penstock as tf
    >>> v = tf.Variable(3.0)
    >>> w = tf.Variable(0.0, collections=["restored"])
    >>> main = tf.saved_model.main_op_with_restore(w.assign(5.0).op)
    >>> with tf.Session() as sess:
    ...     sess.run(main)
    ...     print(sess.run(v), sess.run(w))
    3.0 5.0
    """
    with control_dependencies([main_op()]):
        return find("group")(get_default_graph().as_graph_element(restore_op_name))
