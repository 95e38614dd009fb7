"""What `==` of tensors means, and references that can be keys of dictionaries whatever it means."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export


class Reference:
    """A hashable stand-in for a variable or tensor, equal to another one of the same object."""

    __slots__ = ("_referenced",)

    def __init__(self, referenced: Any) -> None:
        self._referenced = referenced

    def deref(self) -> Any:
        """The object itself."""
        return self._referenced

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._referenced is other._referenced

    def __hash__(self) -> int:
        return id(self._referenced)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._referenced!r}>"


def _use_equality(on: bool) -> None:
    from penstock.graph.operation import Tensor

    Tensor._USE_EQUALITY = on


@export("enable_tensor_equality")
def enable_tensor_equality() -> None:
    """Lets `==` compare tensors element by element, where 1.15 does: in eager mode.

    In graphs, `==` stays the question whether two tensors are one, as in 1.15; write `tf.equal`.

    >>> import penstock as tf
    >>> tf.enable_tensor_equality()
    >>> x = tf.constant(1.0)
    >>> x == x, x == tf.constant(1.0)
    (True, False)
    >>> tf.disable_tensor_equality()
    """
    _use_equality(True)


@export("disable_tensor_equality")
def disable_tensor_equality() -> None:
    """Takes back `tf.enable_tensor_equality`.

    >>> import penstock as tf
    >>> tf.disable_tensor_equality()
    >>> tf.constant(1.0) == tf.constant(1.0)  # whether they are one, which is the default
    False
    """
    _use_equality(False)
