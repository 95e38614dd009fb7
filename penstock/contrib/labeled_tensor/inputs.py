"""Labeled tensors from outside: placeholders, serialized examples; and `ReshapeCoder`, which changes axes and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.labeled_tensor import checks as tc
from penstock.contrib.labeled_tensor.axes import Axes, Axis, AxisLike, as_axis
from penstock.contrib.labeled_tensor.labeled import LabeledTensor, LabeledTensorLike, convert_to_labeled_tensor
from penstock.contrib.labeled_tensor.shaping import reshape
from penstock.graph.dtypes import DType
from penstock.graph.graph import name_scope
from penstock.graph.typing import TensorLike


@export("contrib.labeled_tensor.FixedLenFeature")
class FixedLenFeature:
    """How to parse a feature of fixed size, with axes.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.FixedLenFeature([("x", ["a", "b"])], tf.int64).axes
    [Axis('x', ('a', 'b'))]
    """

    def __init__(self, axes: Collection[Any], dtype: DType, default_value: Any = None) -> None:
        """Keeps the axes, the type, and what an example has that does not have the feature."""
        self._axes = [as_axis(axis) for axis in axes]
        self._dtype, self._default_value = dtype, default_value

    @property
    def axes(self) -> list[Axis]:
        """The axes of the feature in one example."""
        return self._axes

    @property
    def dtype(self) -> DType:
        """The type of its values."""
        return self._dtype

    @property
    def default_value(self) -> Any:
        """What stands for it where it is missing."""
        return self._default_value


def _parsed(
    parse: Callable[..., dict[str, Any]],
    serialized: Any,
    features: Mapping[str, FixedLenFeature],
    name: str | None,
    example_names: Any,
) -> dict[str, LabeledTensor]:
    serialized = convert_to_labeled_tensor(serialized)
    plain = {}
    for key, feature in features.items():
        shape = [axis.size for axis in feature.axes]
        if None in shape:
            raise ValueError("axes with unknown size are not supported")
        plain[key] = tf.FixedLenFeature(shape, feature.dtype, feature.default_value)
    found = parse(serialized.tensor, plain, name, example_names)
    before = list(serialized.axes.values())
    return {key: LabeledTensor(tensor, before + features[key].axes) for key, tensor in found.items()}


@export("contrib.labeled_tensor.parse_example")
@tc.accepts(LabeledTensorLike, tc.Mapping(str, FixedLenFeature), tc.Optional(str), object)
def parse_example(
    serialized: Any, features: Mapping[str, FixedLenFeature], name: str | None = None, example_names: Any = None
) -> dict[str, LabeledTensor]:
    """The features of many serialized examples.

    Args:
      serialized: strings with one axis, which becomes the first of each feature.
      features: what to parse, by key.
      name: the name of the operation.
      example_names: names of the examples, for messages.

    Raises:
      ValueError: if the size of an axis of a feature is not known.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> example = tf.train.Example()
    >>> example.features.feature["size"].int64_list.value.extend([3, 4])
    >>> batch = lt.constant([example.SerializeToString()] * 2, axes=["batch"])
    >>> size = lt.parse_example(batch, {"size": lt.FixedLenFeature([("side", ["a", "b"])], tf.int64)})["size"]
    >>> with tf.Session() as sess:
    ...     sess.run(lt.select(size, {"side": "b"}).tensor)
    array([4, 4])
    """
    return _parsed(tf.parse_example, serialized, features, name, example_names)


@export("contrib.labeled_tensor.parse_single_example")
@tc.accepts(LabeledTensorLike, tc.Mapping(str, FixedLenFeature), tc.Optional(str), object)
def parse_single_example(
    serialized: Any, features: Mapping[str, FixedLenFeature], name: str | None = None, example_names: Any = None
) -> dict[str, LabeledTensor]:
    """The features of one serialized example.

    Args:
      serialized: a string.
      features: what to parse, by key.
      name: the name of the operation.
      example_names: a name of the example, for messages.

    Raises:
      ValueError: if the size of an axis of a feature is not known.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> example = tf.train.Example()
    >>> example.features.feature["size"].int64_list.value.extend([3, 4])
    >>> feature = lt.FixedLenFeature([("side", ["a", "b"])], tf.int64)
    >>> size = lt.parse_single_example(example.SerializeToString(), {"size": feature})["size"]
    >>> with tf.Session() as sess:
    ...     sess.run(size.tensor)
    array([3, 4])
    """
    return _parsed(tf.parse_single_example, serialized, features, name, example_names)


@export("contrib.labeled_tensor.placeholder")
@tc.accepts(DType, tc.Collection(tc.Union(str, AxisLike)), tc.Optional(str))
def placeholder(dtype: DType, axes: Collection[Any], name: str | None = None) -> LabeledTensor:
    """A placeholder with axes.

    Args:
      dtype: the type of what is fed.
      axes: axes, pairs that can be made into one, or only names, for sizes that are not known.
      name: the name of the result.

    >>> import penstock as tf
    >>> tf.contrib.labeled_tensor.placeholder(tf.float32, ["batch", ("channel", ["r", "g", "b"])])
    <LabeledTensor 'lt_placeholder:0' shape=(?, 3) dtype=float32
     axes=[('batch', Dimension(None)),
           ('channel', ('r', 'g', 'b'))]>
    """
    with name_scope(name, "lt_placeholder", []) as scope:
        full = Axes([(axis, None) if isinstance(axis, str) else axis for axis in axes])
        return LabeledTensor(tf.placeholder(dtype, [axis.size for axis in full.values()], name=scope), full)


@export("contrib.labeled_tensor.ReshapeCoder")
class ReshapeCoder:
    """Replaces some axes of a tensor by others, and afterwards puts back what was there.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> image = lt.LabeledTensor(tf.ones([5, 2, 3]), ["row", "channel", "mask"])
    >>> coder = lt.ReshapeCoder(["channel", "mask"], ["depth"])
    >>> coder.encode(image).shape.as_list()
    [5, 6]
    >>> list(coder.decode(coder.encode(image) * 2.0).axes)
    ['row', 'channel', 'mask']
    """

    @tc.accepts(object, tc.Collection(str), tc.Collection(tc.Union(str, AxisLike)), tc.Optional(str))
    def __init__(
        self, existing_axis_names: Collection[str], new_axes: Collection[Any], name: str | None = None
    ) -> None:
        """Keeps the names of the axes that are replaced, and what replaces them, as `reshape` takes them."""
        self._name, self._existing_axis_names, self._new_axes = name, existing_axis_names, new_axes
        self._existing_axes: list[Axis] | None = None

    @tc.accepts(object, LabeledTensorLike)
    def encode(self, labeled_tensor: LabeledTensor | TensorLike) -> LabeledTensor:
        """The tensor with the new axes.

        Raises:
          ValueError: if the axes that are replaced are not those of the last call.
        """
        with name_scope(self._name, "lt_reshape_encode", [labeled_tensor]) as scope:
            labeled = convert_to_labeled_tensor(labeled_tensor)
            encoded = reshape(labeled, self._existing_axis_names, self._new_axes, name=scope)
            axes = [labeled.axes[axis] for axis in self._existing_axis_names]
            if self._existing_axes is not None and self._existing_axes != axes:
                raise ValueError(
                    f"input axes {axes!r} do not match axes from previous method call {self._existing_axes!r}"
                )
            self._existing_axes = axes
            return encoded

    @tc.accepts(object, LabeledTensorLike)
    def decode(self, labeled_tensor: LabeledTensor | TensorLike) -> LabeledTensor:
        """A tensor with the new axes with the old ones again.

        Raises:
          ValueError: if nothing has been encoded.
        """
        if self._existing_axes is None:
            raise ValueError("decode called before encode")
        with name_scope(self._name, "lt_reshape_decode", [labeled_tensor]) as scope:
            labeled = convert_to_labeled_tensor(labeled_tensor)
            names = [axis if isinstance(axis, str) else as_axis(axis).name for axis in self._new_axes]
            return reshape(labeled, names, self._existing_axes, name=scope)
