"""The named tuples in which data sets come."""

from typing import Any, NamedTuple

from penstock._namespace import export


@export("contrib.learn.datasets.base.Dataset")
class Dataset(NamedTuple):
    """Features and labels.

    >>> import penstock as tf
    >>> tf.contrib.learn.datasets.base.Dataset([1.0], [0]).target
    [0]
    """

    data: Any
    target: Any


@export("contrib.learn.datasets.base.Datasets")
class Datasets(NamedTuple):
    """The data sets for training, validation and testing.

    >>> import penstock as tf
    >>> tf.contrib.learn.datasets.base.Datasets(1, 2, 3).test
    3
    """

    train: Any
    validation: Any
    test: Any
