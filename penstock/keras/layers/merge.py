"""Layers of several inputs: sums, products, averages, extremes, concatenation and dot products, and functions for each."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import AxisLike, NestedTensors, ShapeLike, TensorOrVariable
from penstock.keras.engine.base_layer import Layer
from penstock.keras.layers.settings import shown
from penstock.keras.utils.tf_utils import shape_type_conversion

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _broadcast(a: Any, b: Any) -> Any:
    """The shape of two operands, without the batch; None if one is unknown."""
    if a is None or b is None:
        return None
    if len(a) < len(b):
        a, b = b, a
    if not b:
        return a
    shape = list(a[: -len(b)])
    for i, j in zip(a[-len(b) :], b):
        if i is not None and j is not None and i != j and 1 not in (i, j):
            raise ValueError(f"Operands could not be broadcast together with shapes {a} {b}")
        shape.append(None if i is None or j is None else j if i == 1 else i)
    return tuple(shape)


def _of_samples(shapes: Any) -> Any:
    return functools.reduce(_broadcast, [None if shape is None else shape[1:] for shape in shapes])


def _check_masks(inputs: NestedTensors, mask: NestedTensors) -> None:
    if not isinstance(mask, list):
        raise ValueError("`mask` should be a list.")
    if not isinstance(inputs, list):
        raise ValueError("`inputs` should be a list.")
    if len(mask) != len(inputs):
        raise ValueError("The lists `inputs` and `mask` should have the same length.")


def _batch_last(x: TensorOrVariable) -> Any:
    """A tensor with its first axis moved to the end, also if its rank is unknown."""
    rank = x.shape.ndims
    if rank is None:
        shape = tf.shape(x)
        new = tf.keras.backend.concatenate([shape[1:], tf.expand_dims(shape[0], axis=-1)])
        rows = tf.reshape(x, tf.stack([shape[0], tf.reduce_prod(shape[1:])], axis=0))
        return tf.reshape(tf.transpose(rows, perm=(1, 0)), new)
    return tf.transpose(x, perm=[*range(1, rank), 0]) if rank > 1 else x


def _batch_first(y: TensorOrVariable) -> Any:
    rank = y.shape.ndims
    if rank is None:
        shape = tf.shape(y)
        count = tf.shape(shape)[0]
        batch = shape[count - 1]
        new = tf.keras.backend.concatenate([tf.expand_dims(batch, axis=-1), shape[: count - 1]])
        return tf.reshape(tf.transpose(tf.reshape(y, (-1, batch)), perm=(1, 0)), new)
    return tf.transpose(y, perm=[rank - 1, *range(rank - 1)]) if rank > 1 else y


class _Merge(Layer):
    """Combines its inputs value by value, with broadcasting beyond the batch."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def _merge_function(self, inputs: list[Any]) -> Any:
        raise NotImplementedError

    @shape_type_conversion
    def build(self, input_shape: ShapeLike) -> None:
        """Checks that the inputs fit."""
        if not isinstance(input_shape, list):
            raise ValueError("A merge layer should be called on a list of inputs.")
        if len(input_shape) < 2:
            raise ValueError(
                f"A merge layer should be called on a list of at least 2 inputs. Got {len(input_shape)} inputs."
            )
        if len({shape[0] for shape in input_shape if shape is not None} - {None}) > 1:
            raise ValueError(
                f"Can not merge tensors with different batch sizes. Got tensors with shapes : {input_shape}"
            )
        _of_samples(input_shape)
        self._reshape_required = None in input_shape or len(set(map(len, input_shape))) != 1

    def call(self, inputs: NestedTensors) -> Any:
        """Makes the operations."""
        if not isinstance(inputs, list):
            raise ValueError("A merge layer should be called on a list of inputs.")
        if not self._reshape_required:
            return self._merge_function(inputs)
        ranks = [x.shape.ndims for x in inputs]
        if None not in ranks:
            wide = []
            for x, rank in zip(inputs, ranks):
                for _ in range(max(ranks) - rank):
                    x = tf.expand_dims(x, axis=1)
                wide.append(x)
            return self._merge_function(wide)
        return _batch_first(self._merge_function([_batch_last(x) for x in inputs]))

    @shape_type_conversion
    def compute_output_shape(self, input_shape: Any) -> tuple[Any, ...]:
        """The shape that the inputs have together."""
        batches = {shape[0] for shape in input_shape if shape is not None} - {None}
        return ((batches.pop() if len(batches) == 1 else None), *_of_samples(input_shape))

    def compute_mask(self, inputs: NestedTensors, mask: Tensor | None = None) -> Any:
        """Where all inputs count."""
        if mask is None:
            return None
        _check_masks(inputs, mask)
        if all(m is None for m in mask):
            return None
        K = tf.keras.backend
        masks = [tf.expand_dims(m, axis=0) for m in mask if m is not None]
        return K.all(K.concatenate(masks, axis=0), axis=0, keepdims=False)


@export("keras.layers.Add")
class Add(_Merge):
    """The sum of its inputs.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Add()([tf.constant([[1.0]]), tf.constant([[2.0]])])
    >>> tf.Session().run(y)
    array([[3.]], dtype=float32)
    """

    def _merge_function(self, inputs: list[Any]) -> Any:
        return functools.reduce(operator.add, inputs)


@export("keras.layers.Subtract")
class Subtract(_Merge):
    """The difference of two inputs.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Subtract()([tf.constant([[1.0]]), tf.constant([[2.0]])])
    >>> tf.Session().run(y)
    array([[-1.]], dtype=float32)
    """

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Checks that there are two inputs, and that they fit."""
        super().build(input_shape)
        if len(input_shape) != 2:
            raise ValueError("A `Subtract` layer should be called on exactly 2 inputs")

    def _merge_function(self, inputs: list[Any]) -> Any:
        if len(inputs) != 2:
            raise ValueError("A `Subtract` layer should be called on exactly 2 inputs")
        return inputs[0] - inputs[1]


@export("keras.layers.Multiply")
class Multiply(_Merge):
    """The product of its inputs, value by value.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Multiply()([tf.constant([[3.0]]), tf.constant([[2.0]])])
    >>> tf.Session().run(y)
    array([[6.]], dtype=float32)
    """

    def _merge_function(self, inputs: list[Any]) -> Any:
        return functools.reduce(operator.mul, inputs)


@export("keras.layers.Average")
class Average(_Merge):
    """The average of its inputs.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Average()([tf.constant([[3.0]]), tf.constant([[2.0]])])
    >>> tf.Session().run(y)
    array([[2.5]], dtype=float32)
    """

    def _merge_function(self, inputs: list[Any]) -> Any:
        return functools.reduce(operator.add, inputs) / len(inputs)


@export("keras.layers.Maximum")
class Maximum(_Merge):
    """The largest of its inputs, value by value.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Maximum()([tf.constant([[3.0]]), tf.constant([[2.0]])])
    >>> tf.Session().run(y)
    array([[3.]], dtype=float32)
    """

    def _merge_function(self, inputs: list[Any]) -> Any:
        return functools.reduce(tf.maximum, inputs)


@export("keras.layers.Minimum")
class Minimum(_Merge):
    """The smallest of its inputs, value by value.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Minimum()([tf.constant([[3.0]]), tf.constant([[2.0]])])
    >>> tf.Session().run(y)
    array([[2.]], dtype=float32)
    """

    def _merge_function(self, inputs: list[Any]) -> Any:
        return functools.reduce(tf.minimum, inputs)


@export("keras.layers.Concatenate")
class Concatenate(_Merge):
    """Its inputs one behind the other, along an axis.

    Args:
      axis: the axis.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Concatenate()([tf.constant([[3.0]]), tf.constant([[2.0]])])
    >>> tf.Session().run(y)
    array([[3., 2.]], dtype=float32)
    """

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis
        self._reshape_required = False

    @shape_type_conversion
    def build(self, input_shape: ShapeLike) -> None:
        """Checks that the inputs fit."""
        if not isinstance(input_shape, list) or len(input_shape) < 2:
            raise ValueError("A `Concatenate` layer should be called on a list of at least 2 inputs")
        if all(shape is None for shape in input_shape):
            return
        others = set()
        for shape in input_shape:
            sizes = list(shape)
            del sizes[self.axis]
            others.add(tuple(sizes))
        if len(others) > 1:
            raise ValueError(
                "A `Concatenate` layer requires inputs with matching shapes except for the concat axis. "
                f"Got inputs shapes: {input_shape}"
            )

    def _merge_function(self, inputs: list[Any]) -> Any:
        return tf.keras.backend.concatenate(inputs, axis=self.axis)

    @shape_type_conversion
    def compute_output_shape(self, input_shape: ShapeLike) -> tuple[Any, ...]:
        """The shape of the first with the sizes along the axis added."""
        if not isinstance(input_shape, list):
            raise ValueError("A `Concatenate` layer should be called on a list of inputs.")
        shape = list(input_shape[0])
        sizes = [other[self.axis] for other in input_shape]
        shape[self.axis] = None if None in sizes else sum(sizes)
        return tuple(shape)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The masks one behind the other."""
        if mask is None:
            return None
        _check_masks(inputs, mask)
        if all(m is None for m in mask):
            return None
        K = tf.keras.backend
        masks = []
        for x, m in zip(inputs, mask):
            if m is None:
                masks.append(tf.ones_like(x, dtype="bool"))
            else:
                masks.append(tf.expand_dims(m, axis=-1) if K.ndim(m) < K.ndim(x) else m)
        return K.all(K.concatenate(masks, axis=self.axis), axis=-1, keepdims=False)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "axis")}


@export("keras.layers.Dot")
class Dot(_Merge):
    """Dot products of the samples of two inputs, along an axis of each.

    Args:
      axes: the axis, or one for each input.
      normalize: whether the inputs are divided by their lengths before: cosines.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Dot(axes=1)([tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0]])])
    >>> tf.Session().run(y)
    array([[11.]], dtype=float32)
    """

    def __init__(self, axes: Any, normalize: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(axes, int):
            if not isinstance(axes, (list, tuple)):
                raise TypeError("Invalid type for `axes` - should be a list or an int.")
            if len(axes) != 2:
                raise ValueError("Invalid format for `axes` - should contain two elements.")
            if not isinstance(axes[0], int) or not isinstance(axes[1], int):
                raise ValueError('Invalid format for `axes` - list elements should be "int".')
        self.axes = axes
        self.normalize = normalize
        self._reshape_required = False

    def _axes_of(self, ranks: list[int], wrap: bool = True) -> list[int]:
        if isinstance(self.axes, int):
            return [self.axes % rank if self.axes < 0 else self.axes for rank in ranks]
        return [axis % rank if wrap and axis < 0 else axis for axis, rank in zip(self.axes, ranks)]

    @shape_type_conversion
    def build(self, input_shape: ShapeLike) -> None:
        """Checks that the inputs fit."""
        if not isinstance(input_shape, list) or len(input_shape) != 2:
            raise ValueError("A `Dot` layer should be called on a list of 2 inputs.")
        a, b = input_shape
        if a is None or b is None:
            return
        axes = self._axes_of([len(a), len(b)], wrap=False)
        if a[axes[0]] != b[axes[1]]:
            raise ValueError(f"Dimension incompatibility {a[axes[0]]} != {b[axes[1]]}. Layer shapes: {a}, {b}")

    def _merge_function(self, inputs: list[Any]) -> Any:
        if len(inputs) != 2:
            raise ValueError("A `Dot` layer should be called on exactly 2 inputs")
        K = tf.keras.backend
        axes = self._axes_of([K.ndim(x) for x in inputs])
        if self.normalize:
            inputs = [tf.nn.l2_normalize(x, axis=axis) for x, axis in zip(inputs, axes)]
        return K.batch_dot(*inputs, axes)

    @shape_type_conversion
    def compute_output_shape(self, input_shape: ShapeLike) -> tuple[Any, ...]:
        """The other axes of both."""
        if not isinstance(input_shape, list) or len(input_shape) != 2:
            raise ValueError("A `Dot` layer should be called on a list of 2 inputs.")
        a, b = map(list, input_shape)
        axes = self._axes_of([len(a), len(b)], wrap=False)
        a.pop(axes[0])
        b.pop(axes[1])
        shape = a + b[1:]
        return tuple(shape if len(shape) > 1 else [*shape, 1])

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors | None = None) -> Any:
        """None."""
        return None

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "axes", "normalize")}


@export("keras.layers.add")
def add(inputs: list[Any], **kwargs: Any) -> Any:
    """The sum of tensors: the result of an `Add` layer.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.add([tf.constant([[1.0]]), tf.constant([[2.0]])]))
    array([[3.]], dtype=float32)
    """
    return Add(**kwargs)(inputs)


@export("keras.layers.subtract")
def subtract(inputs: list[Any], **kwargs: Any) -> Any:
    """The difference of two tensors: the result of a `Subtract` layer.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.subtract([tf.constant([[1.0]]), tf.constant([[2.0]])]))
    array([[-1.]], dtype=float32)
    """
    return Subtract(**kwargs)(inputs)


@export("keras.layers.multiply")
def multiply(inputs: list[Any], **kwargs: Any) -> Any:
    """The product of tensors: the result of a `Multiply` layer.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.multiply([tf.constant([[3.0]]), tf.constant([[2.0]])]))
    array([[6.]], dtype=float32)
    """
    return Multiply(**kwargs)(inputs)


@export("keras.layers.average")
def average(inputs: list[Any], **kwargs: Any) -> Any:
    """The average of tensors: the result of an `Average` layer.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.average([tf.constant([[3.0]]), tf.constant([[2.0]])]))
    array([[2.5]], dtype=float32)
    """
    return Average(**kwargs)(inputs)


@export("keras.layers.maximum")
def maximum(inputs: list[Any], **kwargs: Any) -> Any:
    """The largest of tensors, value by value: the result of a `Maximum` layer.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.maximum([tf.constant([[3.0]]), tf.constant([[2.0]])]))
    array([[3.]], dtype=float32)
    """
    return Maximum(**kwargs)(inputs)


@export("keras.layers.minimum")
def minimum(inputs: list[Any], **kwargs: Any) -> Any:
    """The smallest of tensors, value by value: the result of a `Minimum` layer.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.minimum([tf.constant([[3.0]]), tf.constant([[2.0]])]))
    array([[2.]], dtype=float32)
    """
    return Minimum(**kwargs)(inputs)


@export("keras.layers.concatenate")
def concatenate(inputs: list[Any], axis: int = -1, **kwargs: Any) -> Any:
    """Tensors one behind the other: the result of a `Concatenate` layer.

    Args:
      inputs: a list of two or more tensors, of the same shape except along the axis.
      axis: the axis.
      **kwargs: arguments of the layer, such as `name`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.concatenate([tf.constant([[3.0]]), tf.constant([[2.0]])]))
    array([[3., 2.]], dtype=float32)
    """
    return Concatenate(axis=axis, **kwargs)(inputs)


@export("keras.layers.dot")
def dot(inputs: list[Any], axes: AxisLike, normalize: bool = False, **kwargs: Any) -> Any:
    """Dot products of samples: the result of a `Dot` layer.

    Args:
      inputs: a list of two tensors.
      axes: the axis of both, or one for each, that is summed over.
      normalize: whether to scale vectors to length one before, which gives the cosine of the angle.
      **kwargs: arguments of the layer, such as `name`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.layers.dot([tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0]])], axes=1))
    array([[11.]], dtype=float32)
    """
    return Dot(axes=axes, normalize=normalize, **kwargs)(inputs)
