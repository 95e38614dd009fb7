"""Functions of `tf.compat.v1.data` for any dataset: its iterators, and what its elements are."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.data.dataset import Dataset
from penstock.data.iterator import Iterator


@export("data.make_one_shot_iterator")
def make_one_shot_iterator(dataset: Dataset) -> Iterator:
    """As `Dataset.make_one_shot_iterator`.

    Args:
      dataset: a dataset that captures no variables and tables.

    Raises:
      ValueError: it captures some.

    >>> import penstock as tf
    >>> iterator = tf.data.make_one_shot_iterator(tf.data.Dataset.range(4).batch(2))
    >>> x = iterator.get_next()
    >>> with tf.Session() as sess:
    ...     print(sess.run(x), sess.run(x))
    [0 1] [2 3]
    """
    return dataset.make_one_shot_iterator()


@export("data.make_initializable_iterator")
def make_initializable_iterator(dataset: Dataset, shared_name: str | None = None) -> Iterator:
    """As `Dataset.make_initializable_iterator`.

    Args:
      dataset: a dataset, which may depend on placeholders and variables.
      shared_name: iterators with the same one are shared by sessions.

    >>> import penstock as tf
    >>> limit = tf.placeholder(tf.int64)
    >>> iterator = tf.data.make_initializable_iterator(tf.data.Dataset.range(limit).batch(9))
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer, {limit: 3})
    ...     print(sess.run(iterator.get_next()))
    [0 1 2]
    """
    return dataset.make_initializable_iterator(shared_name)


def _described(dataset_or_iterator: Any, what: str) -> Any:
    if not hasattr(dataset_or_iterator, "element_spec"):
        kind = type(dataset_or_iterator)
        raise TypeError(f"`dataset_or_iterator` must be a Dataset or Iterator object, but got {kind}.")
    return getattr(dataset_or_iterator, f"output_{what}")


@export("data.get_output_types")
def get_output_types(dataset_or_iterator: Any) -> Any:
    """The types of the components of elements.

    Args:
      dataset_or_iterator: a dataset or iterator.

    Raises:
      TypeError: it is neither.

    >>> import penstock as tf
    >>> tf.data.get_output_types(tf.data.Dataset.from_tensors({"a": 1, "b": "text"}))
    {'a': tf.int32, 'b': tf.string}
    """
    return _described(dataset_or_iterator, "types")


@export("data.get_output_shapes")
def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of the components of elements.

    Args:
      dataset_or_iterator: a dataset or iterator.

    Raises:
      TypeError: it is neither.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.from_tensors({"a": [1, 2, 3], "b": 0.5})
    >>> shapes = tf.data.get_output_shapes(dataset)
    >>> shapes["a"].as_list(), shapes["b"].as_list()
    ([3], [])
    """
    return _described(dataset_or_iterator, "shapes")


@export("data.get_output_classes")
def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of the components of elements.

    Args:
      dataset_or_iterator: a dataset or iterator.

    Raises:
      TypeError: it is neither.

    >>> import penstock as tf
    >>> tf.data.get_output_classes(tf.data.Dataset.range(3)) is tf.Tensor
    True
    """
    return _described(dataset_or_iterator, "classes")
