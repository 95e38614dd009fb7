"""`tf.contrib.input_pipeline`: one string of a list after the other, with the place kept in a variable."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import colocate_with, control_dependencies
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike


@op(
    "ObtainNext",
    shape=rule.ranked(1, 0, out=rule.scalar),
    host=True,
    updates=("counter",),
    sig=opdef.parse_signature(["list: string", "counter: Ref(int64)"], ["out_element: string"]),
)
def _kernel(xp, list, counter):
    if not list.size:
        raise errors.invalid("The list has no elements.")
    place = (counter + 1) % list.size
    return place.astype(np.int64), np.array(list[int(place)], object)


no_gradient("ObtainNext")


@export("contrib.input_pipeline.obtain_next")
def obtain_next(string_list_tensor: TensorLike, counter: Any) -> Tensor:
    """The string after the one that was given last; after the last of the list, its first.

    Args:
      string_list_tensor: a vector of strings.
      counter: an int64 variable with the index of the string that was given last, -1 at first.

    Raises:
      InvalidArgumentError: the list is empty.

    >>> import penstock as tf
    >>> place = tf.Variable(-1, dtype=tf.int64, trainable=False, use_resource=False)
    >>> element = tf.contrib.input_pipeline.obtain_next(["a", "b"], place)
    >>> with tf.Session() as sess:
    ...     sess.run(place.initializer)
    ...     print([sess.run(element) for _ in range(3)])
    [b'a', b'b', b'a']
    """
    return apply("ObtainNext", None, list=string_list_tensor, counter=counter)


def _epochs(strings: list[str], shuffle: bool, seed: Any, num_epochs: int | None) -> list[str]:
    """All strings of so many epochs. As in 1.15, the caller's list is shuffled, with the random numbers of Python."""
    if shuffle and seed:
        random.seed(seed)
    made: list[str] = []
    for _ in range(num_epochs or 1):
        if shuffle:
            random.shuffle(strings)
        made.extend(strings)
    return made


def seek_next(string_list: list[str], shuffle: bool = False, seed: Any = None, num_epochs: int | None = None) -> Tensor:
    """One string of a list after the other, for so many epochs.

    Three variables in the scope `obtain_next` hold the list, the place in it, and how many strings were given.

    Args:
      string_list: the strings.
      shuffle: whether each epoch has an order of its own.
      seed: for the orders.
      num_epochs: how often each string is given; without it, there is no end.

    Raises:
      OutOfRangeError: when all epochs are over.

    >>> import penstock as tf
    >>> element = seek_next(["a", "b"], num_epochs=2)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print([sess.run(element) for _ in range(4)])
    [b'a', b'b', b'a', b'b']
    """
    strings = _epochs(string_list, shuffle, seed, num_epochs)
    with tf.variable_scope("obtain_next"):
        place = tf.get_variable(
            name="obtain_next_counter",
            initializer=tf.constant(-1, dtype=tf.int64),
            dtype=tf.int64,
            trainable=False,
        )
        with colocate_with(place):
            kept = tf.get_variable(
                name="obtain_next_expanded_list",
                initializer=tf.constant(strings),
                dtype=tf.string,
                trainable=False,
            )
        if not num_epochs:
            return obtain_next(kept, place)
        given = tf.get_variable(
            name="obtain_next_filename_counter",
            initializer=tf.constant(0, dtype=tf.int64),
            dtype=tf.int64,
            trainable=False,
        )
        with control_dependencies([given.count_up_to(len(strings))]):
            return obtain_next(kept, place)
