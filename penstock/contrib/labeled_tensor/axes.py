"""The axes of a labeled tensor: a name and a size each, and perhaps a label for every position.

Also the order in which operations put axes, which a scope may fix.
"""

from __future__ import annotations

import contextlib
import numbers
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.contrib.labeled_tensor import checks as tc
from penstock.graph.collections_of_graph import get_collection, get_collection_ref
from penstock.graph.tensor_shape import Dimension

# What may stand for the labels of an axis, its size, either of them, and a value of a tensor without axes.
LabelsLike = tc.Union(np.ndarray, range, list, tuple)
DimensionLike = tc.Optional(tc.Union(Dimension, int))
AxisValue = tc.Union(LabelsLike, DimensionLike)
Scalar = tc.Union(numbers.Number, bool, bytes, str)


@export("contrib.labeled_tensor.Axis")
class Axis:
    """One axis: its name, its size if that is known, and its labels if it has any.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.Axis("channel", ["red", "green"])
    Axis('channel', ('red', 'green'))
    >>> lt.Axis("row", 3), len(lt.Axis("row", 3))
    (Axis('row', Dimension(3)), 3)
    >>> lt.Axis("channel", ["red", "green"]).index("green")
    1
    """

    @tc.accepts(object, str, AxisValue)
    def __init__(self, name: str, value: Any) -> None:
        """Makes an axis.

        Args:
          name: how it is called.
          value: its size as an integer, a Dimension, or None if it is not known; or a sequence of labels, one for each position.

        Raises:
          ValueError: if a label comes twice.
        """
        self._labels: tuple | None = None
        if value is None or isinstance(value, (int, Dimension)):
            self._dimension = value if isinstance(value, Dimension) else Dimension(value)
            if self._dimension.value == 0:
                self._labels = ()  # all of its positions have one
        else:
            self._dimension, self._labels = Dimension(len(value)), tuple(value)
        self._name = name
        self._positions: dict[Any, int] | None = None
        if self._labels is not None:
            self._positions = {label: at for at, label in enumerate(self._labels)}
            if len(self._positions) < len(self._labels):
                raise ValueError(f"Tick labels must be unique, but got {self._labels}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}('{self.name}', {self.value!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and (self.name, self.size, self.labels) == (other.name, other.size, other.labels)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.name, self.size, self.labels))

    def __len__(self) -> int:
        if self.size is None:
            raise ValueError(f"axis {self.name!r} has unknown length")
        return self.size

    @property
    def name(self) -> str:
        """How it is called."""
        return self._name

    @property
    def dimension(self) -> Dimension:
        """The size, as shapes have it."""
        return self._dimension

    @property
    def size(self) -> int | None:
        """The size, or None."""
        return self._dimension.value

    @property
    def labels(self) -> tuple | None:
        """The labels, or None."""
        return self._labels

    @property
    def value(self) -> Any:
        """The labels if there are any, else the dimension."""
        return self.dimension if self.labels is None else self.labels

    def index(self, value: Any) -> int:
        """The position of a label.

        Raises:
          ValueError: if the axis has no labels.
          KeyError: if it does not have this one.
        """
        if self._positions is None:
            raise ValueError("Axis does not have tick labels")
        return self._positions[value]


AxisLike = tc.Union(Axis, tc.Tuple(str, AxisValue))


@export("contrib.labeled_tensor.as_axis")
@tc.accepts(AxisLike)
def as_axis(axis_data: Any) -> Axis:
    """An axis from a pair of a name and a size or labels; one that is an axis already as it is.

    >>> import penstock as tf
    >>> tf.contrib.labeled_tensor.as_axis(("row", 3))
    Axis('row', Dimension(3))
    """
    return axis_data if isinstance(axis_data, Axis) else Axis(*axis_data)


@export("contrib.labeled_tensor.Axes")
class Axes(Mapping[str, Axis]):
    """The axes of a tensor in their order: a mapping of names to `Axis`.

    >>> import penstock as tf
    >>> tf.contrib.labeled_tensor.Axes([("row", 3), ("channel", ["red", "green"])])
    Axes([('row', Dimension(3)),
          ('channel', ('red', 'green'))])
    """

    @tc.accepts(object, tc.List(AxisLike))
    def __init__(self, axes: list[Any]) -> None:
        """Makes the mapping of a list of axes, or of pairs that can be made into one.

        Raises:
          ValueError: if a name comes twice.
        """
        self._axes: dict[str, Axis] = {}
        for axis in map(as_axis, axes):
            if axis.name in self._axes:
                raise ValueError(f"Duplicate axis name: {axis.name}")
            self._axes[axis.name] = axis

    def __iter__(self) -> Iterator[str]:
        return iter(self._axes)

    def __repr__(self) -> str:
        start = type(self).__name__ + "(["
        return start + described(self, len(start)) + "])"

    @tc.accepts(object, str)
    def __getitem__(self, name: str) -> Axis:
        return self._axes[name]

    def __contains__(self, name: object) -> bool:
        return name in self._axes

    def __len__(self) -> int:
        return len(self._axes)

    def __hash__(self) -> int:
        return hash(tuple(self.items()))

    @tc.accepts(object, str)
    def remove(self, axis_name: str) -> Axes:
        """All of them but one.

        Raises:
          KeyError: if there is none of this name.
        """
        if axis_name not in self:
            raise KeyError(axis_name)
        return Axes([axis for axis in self.values() if axis.name != axis_name])


def described(axes: Axes, indent: int) -> str:
    """Names and values, a line each."""
    return (",\n" + " " * indent).join(f"('{axis.name}', {axis.value!r})" for axis in axes.values())


@tc.accepts(tc.Collection(Axis))
def concat_axes(axes: Collection[Axis]) -> Axis:
    """One axis after the other: with all labels if all have them, else of the size of all together.

    Raises:
      ValueError: if there are none, or they have different names.
    """
    if not axes:
        raise ValueError("axes must not be empty")
    names = {axis.name for axis in axes}
    if len(names) > 1:
        raise ValueError(f"axes do not all have the same name: {names!r}")
    value: Any = None
    if all(axis.labels is not None for axis in axes):
        value = tuple(label for axis in axes for label in axis.labels or ())
    elif all(axis.size is not None for axis in axes):
        value = sum(map(len, axes))
    return Axis(names.pop(), value)


# ---- their order ----

_KEY: Any = ("__axis_order",)  # of the graph's collection, so that threads with graphs of their own do not meet


@export("contrib.labeled_tensor.AxisOrderError")
class AxisOrderError(ValueError):
    """There is no order of axes that fits.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.labeled_tensor.AxisOrderError, ValueError)
    True
    """


def get_axis_order() -> list[str] | None:
    """The order that the innermost `axis_order_scope` fixes, or None."""
    found = get_collection(_KEY)
    return found[0] if found else None


def _set_axis_order(axis_order: list[str] | None) -> None:
    get_collection_ref(_KEY)[:] = [axis_order]


def required_axis_order() -> list[str]:
    """The order that a scope fixes, which there must be.

    Raises:
      AxisOrderError: if there is none.
    """
    order = get_axis_order()
    if order is None:
        raise AxisOrderError(
            "an explicit axis order must be provided with the axis_order argument or by using an axis_order_scope"
        )
    return order


@export("contrib.labeled_tensor.axis_order_scope")
@contextlib.contextmanager
@tc.accepts(tc.Optional(tc.List(str)))
def axis_order_scope(axis_order: list[str] | None = None) -> Iterator[list[str] | None]:
    """Fixes the order of axes for the results of operations within; only the innermost scope counts.

    Args:
      axis_order: names of axes, or None for no fixed order.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x, y = lt.LabeledTensor(tf.ones([2]), ["x"]), lt.LabeledTensor(tf.ones([3]), ["y"])
    >>> list((x + y).axes)
    ['x', 'y']
    >>> with lt.axis_order_scope(["y", "x"]):
    ...     print(list((x + y).axes))
    ['y', 'x']
    """
    before = get_axis_order()
    _set_axis_order(axis_order)
    try:
        yield axis_order
    finally:
        _set_axis_order(before)


def common_order(first: Sequence[str], second: Sequence[str]) -> list[str] | None:
    """All names of both in an order that agrees with both, those of `first` as early as may be; None if there is none."""
    rest, order = list(second), []
    for name in first:
        if name in rest:
            at = rest.index(name)
            if any(other in first for other in rest[:at]):
                return None  # it stands before this one there, and after it here
            order += rest[:at]
            del rest[: at + 1]
        order.append(name)
    return order + rest
