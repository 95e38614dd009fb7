"""Collections of a graph as messages: which collections hold objects that can be written, and by what functions.

A collection of variables, savers or queue runners is written as serialized messages; one of strings, numbers or
operations needs nothing of this. `tf.register_proto_function` adds a kind of one's own.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from penstock import protos
from penstock._namespace import export
from penstock.graph.keys import GraphKeys
from penstock.util import compat

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable


class ProtoFunctions(NamedTuple):
    """How the items of one collection become messages and come back."""

    proto_type: Any
    to_proto: Callable[..., Any] | None
    from_proto: Callable[..., Any] | None


_registered: dict[str, ProtoFunctions] = {}

# Collection → message and class, which is loaded when it is needed.
_VARIABLES = ("VariableDef", "penstock.ops.state.variables", "Variable")
_BUILT_IN: dict[str, tuple[str, str, str]] = {
    **dict.fromkeys(
        (
            GraphKeys.GLOBAL_VARIABLES,
            GraphKeys.TRAINABLE_VARIABLES,
            GraphKeys.MOVING_AVERAGE_VARIABLES,
            GraphKeys.LOCAL_VARIABLES,
            GraphKeys.MODEL_VARIABLES,
            GraphKeys.METRIC_VARIABLES,
            GraphKeys.GLOBAL_STEP,
        ),
        _VARIABLES,
    ),
    GraphKeys.SAVERS: ("SaverDef", "penstock.train.saver", "Saver"),
    GraphKeys.QUEUE_RUNNERS: ("QueueRunnerDef", "penstock.train.queue_runner", "QueueRunner"),
}


@export("register_proto_function")
def register_proto_function(
    collection_name: str,
    proto_type: Any = None,
    to_proto: Callable[..., Any] | None = None,
    from_proto: Callable[..., Any] | None = None,
) -> None:
    """Says how the items of a collection are written to a `MetaGraphDef` and read from it.

    Args:
      collection_name: the collection.
      proto_type: the class of the message that an item becomes.
      to_proto: a function of an item and `export_scope`.
      from_proto: a function of a message and `import_scope`.

    Raises:
      TypeError: one of the functions is not callable.

    >>> import penstock as tf
    >>> class Threshold:
    ...     def __init__(self, value):
    ...         self.value = value
    >>> tf.register_proto_function(
    ...     "thresholds",
    ...     proto_type=tf.train.Int64List,
    ...     to_proto=lambda threshold, export_scope=None: tf.train.Int64List(value=[threshold.value]),
    ...     from_proto=lambda message, import_scope=None: Threshold(message.value[0]),
    ... )
    >>> tf.add_to_collection("thresholds", Threshold(7))
    >>> meta = tf.train.export_meta_graph()
    >>> with tf.Graph().as_default():
    ...     _ = tf.train.import_meta_graph(meta)
    ...     print([threshold.value for threshold in tf.get_collection("thresholds")])
    [7]
    """
    if to_proto and not callable(to_proto):
        raise TypeError("to_proto must be callable.")
    if from_proto and not callable(from_proto):
        raise TypeError("from_proto must be callable.")
    _registered[collection_name] = ProtoFunctions(proto_type, to_proto, from_proto)


def functions_of(collection_name: str | bytes) -> ProtoFunctions | None:
    """How the items of a collection are written and read; None if they are strings, numbers or parts of the graph."""
    name = compat.as_str(collection_name)
    found = _registered.get(name)
    if found is None and name in _BUILT_IN:
        message, module, cls = _BUILT_IN[name]
        try:
            kind = getattr(importlib.import_module(module), cls)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None
        to_proto: Callable[..., Any] = kind.to_proto
        if module == _VARIABLES[1]:
            to_proto = _variable_to_proto
        found = _registered[name] = ProtoFunctions(getattr(protos, message), to_proto, kind.from_proto)
    return found


def _variable_to_proto(variable: Variable, export_scope: str | None = None) -> Any:
    return variable.to_proto(export_scope=export_scope)
