"""Summaries of tensors, activations and collections."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import TensorOrVariable

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export("contrib.layers.summarize_tensor")
def summarize_tensor(tensor: TensorOrVariable, tag: str | None = None) -> Any:
    """A scalar's value or a tensor's histogram as a summary; None for strings and bools.

    Args:
      tensor: a tensor.
      tag: the tag of the summary; the name of the operation by default.

    >>> import penstock as tf
    >>> tf.contrib.layers.summarize_tensor(tf.constant(1.0)).op.type
    'ScalarSummary'
    >>> tf.contrib.layers.summarize_tensor(tf.constant([1.0, 2.0]), tag="several").op.type
    'HistogramSummary'
    """
    if tensor.dtype.base_dtype in (dtypes.string, dtypes.bool):
        return None
    tag = tag or f"{tensor.op.name}_summary"
    return (tf.summary.scalar if tensor.shape.ndims == 0 else tf.summary.histogram)(tag, tensor)


@export("contrib.layers.summarize_activation")
def summarize_activation(op: Any) -> Tensor:
    """A histogram of an activation, and of how much of it is cut off by a relu.

    >>> import penstock as tf
    >>> summary = tf.contrib.layers.summarize_activation(tf.nn.relu([-1.0, 2.0], name="r"))
    >>> written = tf.Session().run(tf.summary.merge_all())
    >>> [value.tag for value in tf.Summary.FromString(written).value]
    ['r/zeros', 'r/activation']
    """
    name, given = op.op.name, op.op.inputs
    if op.op.type in ("Relu", "Softplus", "Relu6"):
        below = tf.less(given[0], tf.cast(0.0, given[0].dtype))
        tf.summary.scalar(f"{name}/zeros", tf.reduce_mean(tf.cast(below, dtypes.float32, name="ToFloat")))
    if op.op.type == "Relu6":
        above = tf.greater(given[0], tf.cast(6.0, given[0].dtype))
        tf.summary.scalar(f"{name}/sixes", tf.reduce_mean(tf.cast(above, dtypes.float32, name="ToFloat")))
    return tf.summary.histogram(f"{name}/activation", op)


@export("contrib.layers.summarize_tensors")
def summarize_tensors(tensors: Sequence[Any], summarizer: Callable = summarize_tensor) -> list[Any]:
    """The summaries of several tensors.

    Args:
      tensors: a list of tensors.
      summarizer: the function that makes the summary of each.

    >>> import penstock as tf
    >>> summaries = tf.contrib.layers.summarize_tensors([tf.constant(1.0), tf.constant([1.0, 2.0])])
    >>> [summary.op.type for summary in summaries]
    ['ScalarSummary', 'HistogramSummary']
    """
    return [summarizer(tensor) for tensor in tensors]


@export("contrib.layers.summarize_collection")
def summarize_collection(
    collection: str, name_filter: str | None = None, summarizer: Callable = summarize_tensor
) -> list[Any]:
    """The summaries of what is in a collection and has a name that `name_filter` matches.

    Args:
      collection: the name of the collection.
      name_filter: a regular expression that names must match; all by default.
      summarizer: the function that makes the summary of each.

    >>> import penstock as tf
    >>> _ = [tf.get_variable(name, [2]) for name in ("a/w", "b/w")]
    >>> [summary.op.name for summary in tf.contrib.layers.summarize_collection(tf.GraphKeys.GLOBAL_VARIABLES, "a/")]
    ['a/w_summary']
    """
    found = [t for t in get_collection(collection) if name_filter is None or re.match(name_filter, t.op.name)]
    return summarize_tensors(found, summarizer)


@export("contrib.layers.summarize_activations")
def summarize_activations(name_filter: str | None = None, summarizer: Callable = summarize_activation) -> list[Any]:
    """The summaries of the activations in `ACTIVATIONS`.

    Args:
      name_filter: a regular expression that names must match; all by default.
      summarizer: the function that makes the summary of each.

    >>> import penstock as tf
    >>> tf.add_to_collection(tf.GraphKeys.ACTIVATIONS, tf.nn.relu([-1.0, 2.0], name="r"))
    >>> [summary.op.name for summary in tf.contrib.layers.summarize_activations()]
    ['r/activation']
    """
    return summarize_collection(GraphKeys.ACTIVATIONS, name_filter, summarizer)


def _of(key: str, what: str) -> Callable[..., list[Any]]:
    collection = getattr(GraphKeys, key)

    def function(name_filter: str | None = None, summarizer: Callable = summarize_tensor) -> list[Any]:
        return summarize_collection(collection, name_filter, summarizer)

    function.__name__ = function.__qualname__ = f"summarize_{what}"
    function.__doc__ = f"""The summaries of the {what} in `tf.GraphKeys.{key}`.

    Args:
      name_filter: a regular expression that names must match from their beginning.
      summarizer: makes a summary of one.

    >>> import penstock as tf
    >>> v = tf.get_variable("v", [2], collections=[tf.GraphKeys.GLOBAL_VARIABLES, tf.GraphKeys.{key}])
    >>> [summary.op.type for summary in tf.contrib.layers.summarize_{what}()]
    ['HistogramSummary']
    """
    return function


summarize_variables = export("contrib.layers.summarize_variables")(_of("GLOBAL_VARIABLES", "variables"))
summarize_weights = export("contrib.layers.summarize_weights")(_of("WEIGHTS", "weights"))
summarize_biases = export("contrib.layers.summarize_biases")(_of("BIASES", "biases"))
