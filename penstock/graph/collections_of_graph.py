"""Functions for the collections of the default graph: `tf.add_to_collection`, `tf.get_collection`."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.graph.graph import get_default_graph


@export("add_to_collection")
def add_to_collection(name: str, value: object) -> None:
    """Adds `value` to the collection `name` of the default graph.

    Args:
      name: the name of the collection; `tf.GraphKeys` has those that Penstock itself uses.
      value: anything.

    >>> import penstock as tf
    >>> tf.add_to_collection("scores", 1.5)
    >>> tf.get_collection("scores")
    [1.5]
    """
    get_default_graph().add_to_collection(name, value)


@export("add_to_collections")
def add_to_collections(names: object, value: object) -> None:
    """Adds `value` to several collections of the default graph.

    Args:
      names: the names of the collections; one string is one name.
      value: anything.

    >>> import penstock as tf
    >>> tf.add_to_collections(["scores", "all"], 1.5)
    >>> tf.get_collection("all")
    [1.5]
    """
    get_default_graph().add_to_collections(names, value)


@export("get_collection")
def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """A copy of the collection `key` of the default graph; empty if there is none.

    Args:
      key: the name of the collection.
      scope: a regular expression; if given, only items whose `name` begins with a match are returned.

    >>> import penstock as tf
    >>> for name in ("layer1/w", "layer2/w"):
    ...     tf.add_to_collection("weights", tf.constant(0.0, name=name))
    >>> [w.name for w in tf.get_collection("weights", scope="layer2")]
    ['layer2/w:0']
    """
    return get_default_graph().get_collection(key, scope)


@export("get_collection_ref")
def get_collection_ref(key: Any) -> list[Any]:
    """The collection `key` of the default graph itself: changes to the list change the graph.

    >>> import penstock as tf
    >>> tf.get_collection_ref("scores").extend([1.5, 2.5])
    >>> tf.get_collection("scores")
    [1.5, 2.5]
    """
    return get_default_graph().get_collection_ref(key)
