"""Values that may be missing: `tf.data.experimental.Optional`, and iterators that end without an error."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.data import structure
from penstock.data.iterator import Iterator
from penstock.data.iterator_kernels import IteratorState
from penstock.data.pipeline import invalid
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.state import named_state


class _Box:
    """What a variant tensor of an Optional holds: the components, or None."""

    __slots__ = ("components",)

    def __init__(self, components: tuple | None) -> None:
        self.components = components


def _boxed(components: tuple | None) -> np.ndarray:
    value = np.empty((), object)
    value[()] = _Box(components)
    return value


def _unboxed(value: TensorLike) -> tuple | None:
    found = value[()] if isinstance(value, np.ndarray) else value
    if not isinstance(found, _Box):
        raise invalid("The tensor must be an Optional object.")
    return found.components


@op("OptionalFromValue", shape=rule.scalar, host=True)
def _from_value(xp, components):
    return _boxed(tuple(components))


@op("OptionalNone", shape=rule.scalar, host=True)
def _none(xp):
    return _boxed(None)


@op("OptionalHasValue", shape=rule.scalar, host=True)
def _has_value(xp, optional):
    return np.bool_(_unboxed(optional) is not None)


@op("OptionalGetValue", shape=lambda c: list(c.op._attrs["output_shapes"]), host=True)
def _get_value(xp, optional):
    components = _unboxed(optional)
    if components is None:
        raise invalid("The given optional does not have a value.")
    return components


@op("IteratorGetNextAsOptional", shape=rule.scalar, blocking=True)
def _next_as_optional(xp, iterator, *, ctx):
    state: IteratorState = named_state.find(ctx, iterator)
    try:
        return _boxed(state.next(ctx.cancel))
    except errors.OutOfRangeError:
        return _boxed(None)


no_gradient("OptionalFromValue", "OptionalNone", "OptionalHasValue", "OptionalGetValue", "IteratorGetNextAsOptional")


@export("data.experimental.Optional", "contrib.data.Optional")
class Optional:
    """A value that may be missing.

    >>> import penstock as tf
    >>> some = tf.data.experimental.Optional.from_value((1, "a"))
    >>> with tf.Session() as sess:
    ...     sess.run([some.has_value(), some.get_value()])
    [np.True_, (np.int32(1), b'a')]
    """

    def __init__(self, variant_tensor: Tensor, value_structure: Any) -> None:
        self._variant_tensor = variant_tensor
        self._value_structure = value_structure

    def has_value(self, name: str | None = None) -> Tensor:
        """Whether there is a value, as a tensor."""
        return apply("OptionalHasValue", name, optional=self._variant_tensor)

    def get_value(self, name: str | None = None) -> Any:
        """The value.

        Raises (when run):
          tf.errors.InvalidArgumentError: there is none.
        """
        with name_scope(name, "OptionalGetValue") as scope:
            attributes = structure.flat_attributes(self._value_structure)
            found = apply("OptionalGetValue", scope, optional=self._variant_tensor, **attributes)
            return structure.from_tensors(self._value_structure, found)

    @property
    def value_structure(self) -> Any:
        """What the components of the value are."""
        return structure.public(self._value_structure)

    @staticmethod
    def from_value(value: TensorLike) -> Optional:
        """An Optional with a value."""
        with name_scope("optional") as scope:
            with name_scope("value"):
                normal = structure.normalized(value)
            element = structure.map_structure(structure.spec_of, normal)
            components = structure.to_tensors(normal)
        return Optional(apply("OptionalFromValue", scope, components=components), element)

    @staticmethod
    def none_from_structure(value_structure: Any) -> Optional:
        """An Optional without a value, which would have this structure."""
        return Optional(apply("OptionalNone"), structure.map_structure(structure.as_spec, value_structure))


@export("data.experimental.get_next_as_optional", "contrib.data.get_next_as_optional")
def get_next_as_optional(iterator: Iterator) -> Optional:
    """The next element of an iterator, or nothing at the end.

    Args:
      iterator: an iterator.

    Returns:
      An `Optional`. Running it does not fail at the end, as `get_next` does.

    >>> import penstock as tf
    >>> x = tf.data.experimental.get_next_as_optional(tf.data.Dataset.range(2).make_one_shot_iterator())
    >>> with tf.Session() as sess:
    ...     print([bool(sess.run(x.has_value())) for _ in range(3)])
    [True, True, False]
    """
    element = iterator._structure
    attributes = structure.flat_attributes(element)
    made = apply("IteratorGetNextAsOptional", iterator=iterator._iterator_resource, **attributes)
    return Optional(made, element)
