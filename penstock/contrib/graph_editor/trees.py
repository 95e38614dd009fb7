"""What the graph editor does with lists, trees, scopes and graphs: the rest of `tf.contrib.graph_editor.util`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from penstock._namespace import export
from penstock.contrib.graph_editor import selecting
from penstock.graph.graph import Graph
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor

_HERE = "contrib.graph_editor.util."


@export(_HERE + "ListView")
class ListView:
    """A list that cannot be changed through it.

    Raises:
      TypeError: it is made of something else than a list.

    >>> import penstock as tf
    >>> view = tf.contrib.graph_editor.util.ListView([1, 2])
    >>> len(view), view[1], view + [3]
    (2, 2, [1, 2, 3])
    """

    def __init__(self, list_: list[Any]) -> None:
        if not isinstance(list_, list):
            raise TypeError(f"Expected a list, got: {type(list_)}.")
        self._list = list_

    def __iter__(self) -> Any:
        return iter(self._list)

    def __len__(self) -> int:
        return len(self._list)

    def __bool__(self) -> bool:
        return bool(self._list)

    __nonzero__ = __bool__

    def __getitem__(self, i: Any) -> Any:
        return self._list[i]

    def __add__(self, other: Any) -> list[Any]:
        return list(self) + list(other)


@export(_HERE + "is_iterable")
def is_iterable(obj: Any) -> bool:
    """Whether one can walk through an object.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.util.is_iterable([1]), tf.contrib.graph_editor.util.is_iterable(1)
    (True, False)
    """
    return selecting.is_iterable(obj)


@export(_HERE + "concatenate_unique")
def concatenate_unique(la: list[Any], lb: Iterable[Any]) -> list[Any]:
    """Adds to a list what it does not have yet.

    Args:
      la: the list, which is changed.
      lb: what is added, in this order.

    Returns:
      The list.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.util.concatenate_unique([1, 2], [2, 3, 3])
    [1, 2, 3]
    """
    known = set(la)
    for item in lb:
        if item not in known:
            la.append(item)
            known.add(item)
    return la


@export(_HERE + "flatten_tree")
def flatten_tree(tree: Any, leaves: list[Any] | None = None) -> list[Any]:
    """The leaves of lists, tuples and dictionaries in each other.

    Args:
      tree: the outermost one, or a leaf.
      leaves: a list to which leaves are added.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.util.flatten_tree([1, [2, (3, {"a": 4})]])
    [1, 2, 3, 4]
    """
    leaves = [] if leaves is None else leaves
    if isinstance(tree, Mapping):
        for part in tree.values():
            flatten_tree(part, leaves)
    elif is_iterable(tree):
        for part in tree:
            flatten_tree(part, leaves)
    else:
        leaves.append(tree)
    return leaves


@export(_HERE + "transform_tree")
def transform_tree(tree: Any, fn: Callable[[Any], Any], iterable_type: Callable[..., Any] = tuple) -> Any:
    """The same tree with a function of its leaves.

    Args:
      tree: lists, tuples and dictionaries in each other.
      fn: the function.
      iterable_type: what comes of iterables of other kinds.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.util.transform_tree([1, (2, {"a": 3})], lambda leaf: -leaf)
    [-1, (-2, {'a': -3})]
    """

    def inner(part: Any) -> Any:
        return transform_tree(part, fn, iterable_type)

    if not is_iterable(tree):
        return fn(tree)
    if isinstance(tree, dict):
        made = type(tree)()
        made.update((key, inner(part)) for key, part in tree.items())
        return made
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*map(inner, tree))
    return (type(tree) if isinstance(tree, (list, tuple)) else iterable_type)([inner(part) for part in tree])


@export(_HERE + "check_graphs")
def check_graphs(*args: Any) -> None:
    """Checks that operations, tensors or views belong to one graph.

    Raises:
      ValueError: they do not.

    >>> import penstock as tf
    >>> a = tf.constant(1.0)
    >>> tf.contrib.graph_editor.util.check_graphs(a, a.op)
    """
    graph = None
    for number, part in enumerate(args):
        if graph is None and part.graph is not None:
            graph = part.graph
        elif part.graph is not None and part.graph is not graph:
            raise ValueError(f"Argument[{number}]: Wrong graph!")


@export(_HERE + "get_unique_graph")
def get_unique_graph(tops: Any, check_types: Any = None, none_if_empty: bool = False) -> Graph | None:
    """The graph of operations and tensors.

    Args:
      tops: operations and tensors, or a graph.
      check_types: the types they may have; operations and tensors by default.
      none_if_empty: whether None is the graph of nothing, which is an error otherwise.

    Raises:
      TypeError: something is of another type.
      ValueError: there are several graphs, or nothing.

    >>> import penstock as tf
    >>> a = tf.constant(1.0)
    >>> tf.contrib.graph_editor.util.get_unique_graph([a, a.op]) is a.graph
    True
    """
    if isinstance(tops, Graph):
        return tops
    if not is_iterable(tops):
        raise TypeError(f"{type(tops)} is not iterable")
    kinds = (Operation, Tensor) if check_types is None else check_types
    if not is_iterable(kinds):
        kinds = (kinds,)
    graph: Any = None
    for one in list(tops):
        if not isinstance(one, tuple(kinds)):
            told = ", ".join(str(kind) for kind in kinds)
            raise TypeError(f"Expected a type in ({told}), got: {type(one)}")
        if graph is None:
            graph = getattr(one, "graph", None)
        elif graph is not getattr(one, "graph", None):
            raise ValueError(f"Operation {one} does not belong to given graph")
    if graph is None and not none_if_empty:
        raise ValueError("Can't find the unique graph of an empty list")
    return graph


@export(_HERE + "get_predefined_collection_names")
def get_predefined_collection_names() -> list[str]:
    """The names of the collections that are constants of `tf.GraphKeys`.

    >>> import penstock as tf
    >>> "trainable_variables" in tf.contrib.graph_editor.util.get_predefined_collection_names()
    True
    """
    values = (getattr(GraphKeys, name) for name in dir(GraphKeys) if not name.startswith("__"))
    return [value for value in values if isinstance(value, str)]


@export(_HERE + "scope_finalize")
def scope_finalize(scope: str) -> str:
    """A scope with `/` at its end.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.util.scope_finalize("a/b")
    'a/b/'
    """
    return scope if not scope or scope.endswith("/") else scope + "/"


@export(_HERE + "scope_dirname")
def scope_dirname(scope: str) -> str:
    """What stands before the last part of a name, with `/` at its end.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.util.scope_dirname("a/b/c")
    'a/b/'
    """
    return scope[: scope.rfind("/") + 1]


@export(_HERE + "scope_basename")
def scope_basename(scope: str) -> str:
    """The last part of a name.

    >>> import penstock as tf
    >>> tf.contrib.graph_editor.util.scope_basename("a/b/c")
    'c'
    """
    return scope[scope.rfind("/") + 1 :]


@export(_HERE + "find_corresponding_elem")
def find_corresponding_elem(target: Any, dst_graph: Graph, dst_scope: str = "", src_scope: str = "") -> Any:
    """The operation or tensor of the same name in another graph.

    Args:
      target: an operation or a tensor.
      dst_graph: the other graph.
      dst_scope: what its name there begins with, besides.
      src_scope: what its name here begins with, and there does not.

    Raises:
      ValueError: its name does not begin with `src_scope`.
      TypeError: it is neither operation nor tensor.
      KeyError: there is none of that name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     a = tf.constant(1.0, name="a")
    >>> with tf.Graph().as_default() as other:
    ...     b = tf.constant(2.0, name="copy/a")
    >>> tf.contrib.graph_editor.util.find_corresponding_elem(a, other, "copy") is b
    True
    """
    name, src_scope = target.name, scope_finalize(src_scope)
    if not name.startswith(src_scope):
        raise ValueError(f"{name} does not start with {src_scope}")
    name = scope_finalize(dst_scope) + name[len(src_scope) :]
    if isinstance(target, Tensor):
        return dst_graph.get_tensor_by_name(name)
    if isinstance(target, Operation):
        return dst_graph.get_operation_by_name(name)
    raise TypeError(f"Expected tf.Tensor or tf.Operation, got: {type(target)}")


@export(_HERE + "find_corresponding")
def find_corresponding(targets: Any, dst_graph: Graph, dst_scope: str = "", src_scope: str = "") -> Any:
    """As `find_corresponding_elem`, for all leaves of lists, tuples and dictionaries.

    Args:
      targets: operations and tensors, in lists, tuples and dictionaries.
      dst_graph: the other graph.
      dst_scope: what names there begin with, besides.
      src_scope: what names here begin with, and there do not.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     a = tf.constant(1.0, name="a")
    >>> with tf.Graph().as_default() as other:
    ...     b = tf.constant(2.0, name="a")
    >>> tf.contrib.graph_editor.util.find_corresponding([a, a.op], other) == [b, b.op]
    True
    """
    return transform_tree(targets, lambda target: find_corresponding_elem(target, dst_graph, dst_scope, src_scope))
