"""What contrib's layers share: named outputs in collections, collections of variables, sizes of shapes."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph.collections_of_graph import add_to_collections, get_collection
from penstock.graph.graph import get_default_graph
from penstock.graph.inference import constant_value as _constant
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike, TensorOrVariable
from penstock.ops.state.variables import Variable

NamedOutputs = namedtuple("NamedOutputs", ["name", "outputs"])


@export("contrib.layers.utils.collect_named_outputs")
def collect_named_outputs(collections: object, alias: str, outputs: object) -> Any:
    """Adds outputs to collections, under a name of their own, and returns them.

    Args:
      collections: a collection, a list of them, or None for none.
      alias: the name.
      outputs: a tensor.

    >>> import penstock as tf
    >>> x = tf.contrib.layers.utils.collect_named_outputs("end_points", "first", tf.zeros([2], name="x"))
    >>> list(tf.contrib.layers.utils.convert_collection_to_dict("end_points"))
    ['first']
    """
    if collections:
        append_tensor_alias(outputs, alias)
        add_to_collections(collections, outputs)
    return outputs


def _aliases() -> dict[int, list[str]]:
    """Names of tensors of the default graph; the graph keeps its tensors, so their identities last."""
    return get_default_graph()._scoped.setdefault("aliases", {})


@export("contrib.layers.utils.append_tensor_alias")
def append_tensor_alias(tensor: Any, alias: str) -> Any:
    """Gives a tensor another name.

    Args:
      tensor: a tensor.
      alias: the name.

    >>> import penstock as tf
    >>> x = tf.contrib.layers.utils.append_tensor_alias(tf.zeros([2], name="x"), "first")
    >>> tf.contrib.layers.utils.get_tensor_aliases(x)
    ['first']
    """
    _aliases().setdefault(id(tensor), []).append(alias.rstrip("/"))
    return tensor


@export("contrib.layers.utils.get_tensor_aliases")
def get_tensor_aliases(tensor: TensorOrVariable) -> list[str]:
    """The names that a tensor was given, or its own.

    >>> import penstock as tf
    >>> tf.contrib.layers.utils.get_tensor_aliases(tf.zeros([3], name="other"))
    ['other']
    """
    return _aliases().get(id(tensor)) or [tensor.op.name if tensor.name.endswith(":0") else tensor.name]


@export("contrib.layers.utils.gather_tensors_aliases")
def gather_tensors_aliases(tensors: Sequence[Any]) -> list[str]:
    """The names that tensors were given, or their own.

    >>> import penstock as tf
    >>> x = tf.contrib.layers.utils.append_tensor_alias(tf.zeros([2]), "first")
    >>> tf.contrib.layers.utils.gather_tensors_aliases([x, tf.zeros([3], name="other")])
    ['first', 'other']
    """
    return [alias for tensor in tensors for alias in get_tensor_aliases(tensor)]


@export("contrib.layers.utils.convert_collection_to_dict", "contrib.slim.utils.convert_collection_to_dict")
def convert_collection_to_dict(collection: str, clear_collection: bool = False) -> OrderedDict:
    """The tensors of a collection by their names; the end points of a model.

    Args:
      collection: the name of the collection.
      clear_collection: whether to empty it.

    >>> import penstock as tf
    >>> tf.add_to_collection("end_points", tf.contrib.layers.utils.append_tensor_alias(tf.zeros([2]), "first"))
    >>> tf.add_to_collection("end_points", tf.zeros([3], name="other"))
    >>> list(tf.contrib.layers.utils.convert_collection_to_dict("end_points"))
    ['first', 'other']
    """
    found = OrderedDict((alias, t) for t in get_collection(collection) for alias in get_tensor_aliases(t))
    if clear_collection:
        get_default_graph().clear_collection(collection)
    return found


@export("contrib.layers.utils.constant_value")
def constant_value(value_or_tensor_or_var: Any, dtype: DTypeLike | None = None) -> Any:
    """The value of something, None if only a run can tell.

    Args:
      value_or_tensor_or_var: a number, a tensor or a variable.
      dtype: the type that a number is given.

    >>> import penstock as tf
    >>> print(tf.contrib.layers.utils.constant_value(tf.constant(True)))
    True
    >>> print(tf.contrib.layers.utils.constant_value(tf.placeholder(tf.bool)))
    None
    """
    value = value_or_tensor_or_var
    if value is None:
        raise ValueError("value_or_tensor_or_var cannot be None")
    if isinstance(value, (Tensor, Variable)):
        if dtype and value.dtype != dtype:
            raise ValueError(f"It has the wrong type {value.dtype} instead of {dtype}")
        return _constant(value) if isinstance(value, Tensor) else None
    return value


@export("contrib.layers.utils.smart_cond")
def smart_cond(pred: TensorLike, fn1: Callable, fn2: Callable, name: str | None = None) -> Any:
    """One of two functions' results; a `tf.cond` only if the condition is not known yet.

    Args:
      pred: a bool, 0 or 1, or a scalar tensor.
      fn1, fn2: functions without arguments, for true and false.
      name: a name for the operations.

    Raises:
      TypeError: a function is not callable.

    >>> import penstock as tf
    >>> tf.contrib.layers.utils.smart_cond(True, lambda: "yes", lambda: "no")
    'yes'
    >>> late = tf.contrib.layers.utils.smart_cond(tf.placeholder(tf.bool), lambda: tf.ones([2]), lambda: tf.zeros([2]))
    >>> late.shape.as_list()
    [2]
    """
    value = constant_value(pred)
    if value is None:
        return find("cond")(pred, fn1, fn2, name=name)
    return fn1() if value else fn2()


@export("contrib.layers.utils.get_variable_collections")
def get_variable_collections(variables_collections: object, name: str) -> Any:
    """The collections of one variable, from a list for all or a dictionary.

    >>> import penstock as tf
    >>> tf.contrib.layers.utils.get_variable_collections({"weights": ["mine"]}, "weights")
    ['mine']
    >>> tf.contrib.layers.utils.get_variable_collections({"weights": ["mine"]}, "biases") is None
    True
    >>> tf.contrib.layers.utils.get_variable_collections(["all"], "biases")
    ['all']
    """
    return variables_collections.get(name) if isinstance(variables_collections, dict) else variables_collections


@export("contrib.layers.utils.last_dimension")
def last_dimension(shape: TensorShape, min_rank: int = 1) -> int:
    """The last size of a shape; ValueError if it is not known.

    Args:
      shape: a TensorShape.
      min_rank: how many sizes there must be at least.

    >>> import penstock as tf
    >>> tf.contrib.layers.utils.last_dimension(tf.TensorShape([None, 5]))
    5
    >>> tf.contrib.layers.utils.last_dimension(tf.TensorShape([5, None]))
    Traceback (most recent call last):
      ...
    ValueError: dimension -1 of shape must be known but is None: (5, ?)
    """
    return _dimension(shape, -1, min_rank)


@export("contrib.layers.utils.channel_dimension")
def channel_dimension(shape: TensorShape, data_format: str, min_rank: int = 1) -> int:
    """The number of channels of a shape; ValueError if it is not known.

    Args:
      shape: a TensorShape.
      data_format: "channels_last" or "channels_first".
      min_rank: how many sizes there must be at least.

    >>> import penstock as tf
    >>> shape = tf.TensorShape([None, 8, 8, 3])
    >>> tf.contrib.layers.utils.channel_dimension(shape, "channels_last")
    3
    >>> tf.contrib.layers.utils.channel_dimension(shape, "channels_first")
    8
    """
    return _dimension(shape, 1 if data_format == "channels_first" else -1, min_rank)


def _dimension(shape: TensorShape, axis: int, min_rank: int) -> int:
    if shape.ndims is None:
        raise ValueError("dims of shape must be known but is None")
    if shape.ndims < min_rank:
        raise ValueError(f"rank of shape must be at least {min_rank} not: {shape.ndims}")
    value = shape.as_list()[axis]
    if value is None:
        raise ValueError(f"dimension {axis} of shape must be known but is None: {shape}")
    return value


@export("contrib.layers.utils.two_element_tuple")
def two_element_tuple(int_or_tuple: Any) -> tuple[int, int]:
    """An integer for both, or two of them.

    >>> import penstock as tf
    >>> tf.contrib.layers.utils.two_element_tuple(3), tf.contrib.layers.utils.two_element_tuple([2, 5])
    ((3, 3), (2, 5))
    >>> tf.contrib.layers.utils.two_element_tuple([1, 2, 3])
    Traceback (most recent call last):
      ...
    ValueError: Must be a list with 2 elements: [1, 2, 3]
    """
    if isinstance(int_or_tuple, (list, tuple)):
        if len(int_or_tuple) != 2:
            raise ValueError(f"Must be a list with 2 elements: {int_or_tuple}")
        return int(int_or_tuple[0]), int(int_or_tuple[1])
    if isinstance(int_or_tuple, int):
        return int_or_tuple, int_or_tuple
    if isinstance(int_or_tuple, TensorShape) and int_or_tuple.ndims == 2:
        first, second = int_or_tuple.as_list()
        return first, second  # type: ignore[return-value]
    raise ValueError("Must be an int, a list with 2 elements or a TensorShape of length 2")
