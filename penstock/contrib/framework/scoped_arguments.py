"""Default arguments for many calls at once: `arg_scope` and the decorator of functions that look at it."""

from __future__ import annotations

import contextlib
import inspect
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from penstock._namespace import export
from penstock.util import tf_decorator

F = TypeVar("F", bound=Callable[..., Any])

# The names of the arguments with defaults, for each decorated function.
_decorated: dict[Any, tuple[str, ...]] = {}


class _Stack(threading.local):
    def __init__(self) -> None:
        super().__init__()
        self.scopes: list[dict[Any, dict[str, Any]]] = [{}]


_stack = _Stack()


@export("contrib.framework.current_arg_scope", "contrib.slim.current_arg_scope")
def current_arg_scope() -> dict[Any, dict[str, Any]]:
    """The defaults that hold now, by function.

    >>> import penstock as tf
    >>> with tf.contrib.framework.arg_scope([tf.contrib.layers.conv2d], stride=2):
    ...     print(list(tf.contrib.framework.current_arg_scope().values()))
    [{'stride': 2}]
    """
    return _stack.scopes[-1]


@export("contrib.framework.arg_scope_func_key", "contrib.slim.arg_scope_func_key")
def arg_scope_func_key(op: str | Callable[..., Any]) -> Any:
    """Under which key the defaults of a function stand in `current_arg_scope()`.

    >>> import penstock as tf
    >>> conv2d = tf.contrib.layers.conv2d
    >>> with tf.contrib.framework.arg_scope([conv2d], stride=2):
    ...     print(tf.contrib.framework.current_arg_scope()[tf.contrib.framework.arg_scope_func_key(conv2d)])
    {'stride': 2}
    """
    return getattr(op, "_key_op", str(op))


@export("contrib.framework.arg_scope", "contrib.slim.arg_scope")
@contextlib.contextmanager
def arg_scope(list_ops_or_scope: Any, **kwargs: Any) -> Iterator[dict[Any, dict[str, Any]]]:
    """In this block, functions have other default arguments.

    Args:
      list_ops_or_scope: a list of functions decorated with `add_arg_scope`, or a scope that `arg_scope` gave before.
      **kwargs: the arguments.

    Raises:
      TypeError: if it is neither a list nor a scope.
      ValueError: if a function is not decorated, or there are arguments beside a scope.

    >>> import penstock as tf
    >>> layers, arg_scope = tf.contrib.layers, tf.contrib.framework.arg_scope
    >>> with tf.Graph().as_default(), arg_scope([layers.fully_connected], activation_fn=None, scope="fc"):
    ...     print(layers.fully_connected(tf.zeros([2, 3]), 4).name)
    fc/BiasAdd:0
    """
    if isinstance(list_ops_or_scope, dict):
        if kwargs:
            raise ValueError("When attempting to re-use a scope by suppling adictionary, kwargs must be empty.")
        entered = dict(list_ops_or_scope)
    else:
        if not isinstance(list_ops_or_scope, (list, tuple)):
            raise TypeError("list_ops_or_scope must either be a list/tuple or reused scope (i.e. dict)")
        entered = dict(current_arg_scope())
        for func in list_ops_or_scope:
            if not has_arg_scope(func):
                raise ValueError("%s is not decorated with @add_arg_scope", (func.__module__, func.__name__))
            entered[arg_scope_func_key(func)] = {**entered.get(arg_scope_func_key(func), {}), **kwargs}
    _stack.scopes.append(entered)
    try:
        yield entered
    finally:
        _stack.scopes.pop()


@export("contrib.framework.add_arg_scope", "contrib.slim.add_arg_scope")
def add_arg_scope(func: F) -> F:
    """Decorator: lets `arg_scope` change the default arguments of a function.

    Args:
      func: a function; those of its arguments that have defaults can be set.

    >>> import penstock as tf
    >>> @tf.contrib.framework.add_arg_scope
    ... def layer(name, size=1):
    ...     return name, size
    >>> with tf.contrib.framework.arg_scope([layer], size=5):
    ...     print(layer("a"), layer("b", size=2))
    ('a', 5) ('b', 2)
    """
    key = arg_scope_func_key(func)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return func(*args, **{**current_arg_scope().get(key, {}), **kwargs})

    parameters = inspect.signature(func).parameters.values()
    _decorated[key] = tuple(p.name for p in parameters if p.default is not p.empty)
    vars(wrapper)["_key_op"] = key
    return tf_decorator.make_decorator(func, wrapper)  # type: ignore[return-value]


@export("contrib.framework.has_arg_scope", "contrib.slim.has_arg_scope")
def has_arg_scope(func: Callable[..., Any]) -> bool:
    """Whether a function is decorated with `add_arg_scope`.

    >>> import penstock as tf
    >>> tf.contrib.framework.has_arg_scope(tf.contrib.layers.conv2d), tf.contrib.framework.has_arg_scope(tf.add)
    (True, False)
    """
    return arg_scope_func_key(func) in _decorated


@export("contrib.framework.arg_scoped_arguments", "contrib.slim.arg_scoped_arguments")
def arg_scoped_arguments(func: Callable[..., Any]) -> tuple[str, ...]:
    """The arguments of a decorated function that `arg_scope` can set.

    >>> import penstock as tf
    >>> @tf.contrib.framework.add_arg_scope
    ... def layer(name, size=1, rate=0.5):
    ...     return name, size
    >>> tf.contrib.framework.arg_scoped_arguments(layer)
    ('size', 'rate')
    """
    assert has_arg_scope(func)
    return _decorated[arg_scope_func_key(func)]
