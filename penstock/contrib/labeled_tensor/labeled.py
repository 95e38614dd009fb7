"""`LabeledTensor`: a tensor whose axes have names, and the operations that all others are made of.

Two of them meet by the names of their axes, not by position: `align` brings both into one order before they are broadcast.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.labeled_tensor import checks as tc
from penstock.contrib.labeled_tensor.axes import (
    Axes,
    Axis,
    AxisLike,
    AxisOrderError,
    Scalar,
    common_order,
    described,
    get_axis_order,
    required_axis_order,
)
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor, register_tensor_conversion_function
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import DTypeLike, TensorLike


def _operator(name: str, swapped: bool = False) -> Callable[..., Any]:
    """The method for an operator of Python, which calls the function of that name."""

    def method(*operands: Any) -> Any:
        function = getattr(importlib.import_module("penstock.contrib.labeled_tensor.elementwise"), name)
        return function(*(operands[::-1] if swapped else operands))

    method.__doc__ = f"Calls `{name.removesuffix('_function')}`."
    return method


@export("contrib.labeled_tensor.LabeledTensor")
class LabeledTensor:
    """A tensor with named axes, which may have labels.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> image = lt.LabeledTensor(tf.ones([2, 3], name="image"), ["row", ("channel", ["red", "green", "blue"])])
    >>> image
    <LabeledTensor 'image:0' shape=(2, 3) dtype=float32
     axes=[('row', Dimension(2)),
           ('channel', ('red', 'green', 'blue'))]>
    >>> gain = lt.LabeledTensor(tf.constant([1.0, 2, 3]), [image.axes["channel"]])
    >>> with tf.Session() as sess:
    ...     sess.run((image * gain).tensor)
    array([[1., 2., 3.],
           [1., 2., 3.]], dtype=float32)
    """

    @tc.accepts(object, Tensor, tc.Union(Axes, tc.Collection(tc.Union(str, AxisLike))))
    def __init__(self, tensor: Tensor, axes: AxisLike) -> None:
        """Puts axes to a tensor.

        Args:
          tensor: the values.
          axes: `Axes`, or for each dimension an `Axis`, a pair of a name and a size or labels, or only a name.

        Raises:
          ValueError: if they are not as many as the tensor has dimensions, or of other sizes.
        """
        shape = tensor.shape
        if not isinstance(axes, Axes):
            axes = Axes([(axis, shape[at]) if isinstance(axis, str) else axis for at, axis in enumerate(axes)])
        if len(shape) != len(axes):
            raise ValueError(f"Tensor rank was not equal to the number of axes: {shape!r}, {axes!r}")
        for size, axis in zip(shape, axes.values(), strict=True):
            if size != axis.size:
                raise ValueError(
                    f"Provided axis size {axis.size} does not match tensor dimension size {size}in tensor {tensor!r}"
                )
        self._tensor, self._axes = tensor, axes

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} '{self.name}' shape={self.shape} dtype={self.dtype.name}\n"
            f" axes=[{described(self.axes, len(' axes=['))}]>"
        )

    def _as_graph_element(self) -> Tensor:
        """The tensor, where a graph is asked for what stands for this object."""
        return self.tensor

    @property
    def tensor(self) -> Tensor:
        """The values."""
        return self._tensor

    @property
    def axes(self) -> Axes:
        """The axes in the order of dimensions."""
        return self._axes

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the values."""
        return self._tensor.dtype

    @property
    def shape(self) -> TensorShape:
        """The shape of the tensor."""
        return self._tensor.shape

    @property
    def name(self) -> str:
        """The name of the tensor."""
        return self._tensor.name

    def get_shape(self) -> TensorShape:
        """The shape of the tensor."""
        return self._tensor.get_shape()

    def __getitem__(self, key: Any) -> LabeledTensor:
        """Slices as tensors do, with one index for each axis."""
        keys = key if isinstance(key, tuple) else (key,)
        if len(keys) != len(self.axes):
            raise ValueError(f"indexer {keys!r} must have the same length as the Tensor rank ({len(self.axes)!r})")
        return slice_function(self, dict(zip(self.axes, keys, strict=True)))

    __abs__ = _operator("abs_function")
    __neg__ = _operator("neg")
    __add__ = _operator("add")
    __radd__ = _operator("add", swapped=True)
    __sub__ = _operator("sub")
    __rsub__ = _operator("sub", swapped=True)
    __mul__ = _operator("mul")
    __rmul__ = _operator("mul", swapped=True)
    __truediv__ = __div__ = _operator("div")
    __rtruediv__ = __rdiv__ = _operator("div", swapped=True)
    __mod__ = _operator("mod")
    __rmod__ = _operator("mod", swapped=True)
    __pow__ = _operator("pow_function")
    __rpow__ = _operator("pow_function", swapped=True)
    __invert__ = _operator("logical_not")
    __and__ = _operator("logical_and")
    __or__ = _operator("logical_or")
    __xor__ = _operator("logical_xor")
    __lt__ = _operator("less")
    __le__ = _operator("less_equal")
    __gt__ = _operator("greater")
    __ge__ = _operator("greater_equal")

    def __pos__(self) -> LabeledTensor:
        return self

    def __eq__(self, other: object) -> bool:
        """Whether it is the same tensor with the same axes, as tensors of 1.x compare."""
        return isinstance(other, LabeledTensor) and self.tensor is other.tensor and self.axes == other.axes

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.tensor, self.axes))


for _class, _alias in (
    (Dimension, "tensorflow.Dimension"),
    (Tensor, "tensorflow.Tensor"),
    (dtypes.DType, "tensorflow.DType"),
    (Axis, "labeled_tensor.Axis"),
    (Axes, "labeled_tensor.Axes"),
    (LabeledTensor, "labeled_tensor.LabeledTensor"),
):
    tc.register_type_abbreviation(_class, _alias)

LabeledTensorLike = tc.Union(LabeledTensor, Tensor, np.ndarray, Scalar)


def _without_labels(
    value: LabeledTensor, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    return convert_to_tensor(value.tensor, dtype=dtype, name=name)


register_tensor_conversion_function(LabeledTensor, _without_labels)


@export("contrib.labeled_tensor.convert_to_labeled_tensor")
@tc.accepts(LabeledTensorLike, object, tc.Optional(str))
def convert_to_labeled_tensor(value: Any, dtype: DTypeLike | None = None, name: str | None = None) -> LabeledTensor:
    """A labeled tensor of one, or of a value without dimensions.

    Args:
      value: a labeled tensor, or a number, array or tensor without dimensions.
      dtype: the type it shall have; that of the value if not given.
      name: the name of a tensor that is made for it.

    Raises:
      ValueError: if the value has dimensions, but no axes for them.

    >>> import penstock as tf
    >>> tf.contrib.labeled_tensor.convert_to_labeled_tensor(3.0, name="three")
    <LabeledTensor 'three:0' shape=() dtype=float32
     axes=[]>
    """
    axes: list[Axis] = []
    if isinstance(value, LabeledTensor):
        axes, value = list(value.axes.values()), value.tensor
    tensor = convert_to_tensor(value, dtype=dtype, name=name)  # also says so if the type is another
    if len(tensor.shape) != len(axes):
        raise ValueError(
            f"cannot automatically convert unlabeled arrays or tensors with rank>0 into LabeledTensors: {value!r}"
        )
    return LabeledTensor(tensor, axes)


@export("contrib.labeled_tensor.identity")
@tc.accepts(LabeledTensorLike, tc.Optional(str))
def identity(labeled_tensor: LabeledTensor | TensorLike, name: str | None = None) -> LabeledTensor:
    """The same values and axes as a new tensor, as `tf.identity` makes it.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.identity(lt.LabeledTensor(tf.ones([2]), ["x"])).name
    'lt_identity:0'
    """
    with name_scope(name, "lt_identity", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        return LabeledTensor(tf.identity(labeled.tensor, name=scope), labeled.axes)


@export("contrib.labeled_tensor.slice")
@tc.accepts(LabeledTensorLike, tc.Mapping(str, tc.Union(int, slice)), tc.Optional(str))
def slice_function(
    labeled_tensor: LabeledTensor | TensorLike, selection: Mapping[str, Any], name: str | None = None
) -> LabeledTensor:
    """A part of a tensor, by positions.

    Args:
      labeled_tensor: the whole.
      selection: for each name of an axis that is cut, a slice, or an integer, which removes the axis.
      name: the name of the result.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.LabeledTensor(tf.reshape(tf.range(6), [3, 2]), ["a", ("b", ["foo", "bar"])])
    >>> with tf.Session() as sess:
    ...     sess.run(lt.slice(x, {"a": slice(0, 2), "b": 1}).tensor)
    array([1, 3], dtype=int32)
    """
    with name_scope(name, "lt_slice", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        cuts = [selection.get(axis, slice(None)) for axis in labeled.axes]
        part = labeled.tensor[tuple(cuts)]
        axes = [
            axis.name if axis.labels is None else (axis.name, axis.labels[cut])
            for axis, cut in zip(labeled.axes.values(), cuts, strict=True)
            if isinstance(cut, slice)
        ]
        return LabeledTensor(tf.identity(part, name=scope), axes)


@export("contrib.labeled_tensor.transpose")
@tc.accepts(LabeledTensorLike, tc.Optional(tc.Collection(str)), tc.Optional(str))
def transpose(
    labeled_tensor: LabeledTensor | TensorLike, axis_order: Collection[str] | None = None, name: str | None = None
) -> LabeledTensor:
    """The axes in another order.

    Args:
      labeled_tensor: the input.
      axis_order: all names of axes; if not given, their order is reversed.
      name: the name of the result.

    Raises:
      ValueError: if these are not the names that the input has.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.transpose(lt.LabeledTensor(tf.ones([2, 3]), ["x", "y"]), ["y", "x"]).shape
    TensorShape([Dimension(3), Dimension(2)])
    """
    with name_scope(name, "lt_transpose", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        before = list(labeled.axes)
        if axis_order is None:
            axis_order = before[::-1]
        elif sorted(axis_order) != sorted(before):
            raise ValueError(
                "The new axis order must have the same names as the original axes, "
                f"but the new order is {axis_order!r} while the original order is {before!r}"
            )
        moved = tf.transpose(labeled.tensor, [before.index(axis) for axis in axis_order], name=scope)
        return LabeledTensor(moved, [labeled.axes[axis] for axis in axis_order])


@export("contrib.labeled_tensor.expand_dims")
@tc.accepts(LabeledTensorLike, tc.Collection(tc.Union(str, tc.Tuple(str, Hashable))), tc.Optional(str))
def expand_dims(
    labeled_tensor: LabeledTensor | TensorLike, axes: Collection[Any], name: str | None = None
) -> LabeledTensor:
    """With further axes of size 1.

    Args:
      labeled_tensor: the input.
      axes: names of all axes of the result, those of the input among them in their order; a new one may be a pair of its
        name and the label of its position.
      name: the name of the result.

    Raises:
      AxisOrderError: if an axis of the input is missing, or they are in another order.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.expand_dims(lt.LabeledTensor(tf.ones([2]), ["x"]), [("channel", "gray"), "x"]).axes
    Axes([('channel', ('gray',)),
          ('x', Dimension(2))])
    """
    with name_scope(name, "lt_expand_dims", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        check_axis_order(labeled, [axis if isinstance(axis, str) else axis[0] for axis in axes])
        full: list[Axis] = []
        for axis in axes:
            if axis in labeled.axes:
                full.append(labeled.axes[axis])
            else:
                full.append(Axis(axis, 1) if isinstance(axis, str) else Axis(axis[0], (axis[1],)))
        shape = [-1 if axis.size is None else axis.size for axis in full]
        return LabeledTensor(tf.reshape(labeled.tensor, shape, name=scope), full)


@export("contrib.labeled_tensor.check_axis_order")
@tc.accepts(LabeledTensorLike, tc.Optional(tc.Collection(str)))
def check_axis_order(labeled_tensor: LabeledTensor | TensorLike, axis_order: Collection[str] | None = None) -> None:
    """Raises an error unless the axes of a tensor stand in an order.

    Args:
      labeled_tensor: the tensor.
      axis_order: names of axes, all of the tensor's among them; if not given, those of the `axis_order_scope`.

    Raises:
      AxisOrderError: if there is no such order, a name is missing in it, or the tensor has another.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.check_axis_order(lt.LabeledTensor(tf.ones([2, 3]), ["x", "z"]), ["x", "y", "z"])
    >>> lt.check_axis_order(lt.LabeledTensor(tf.ones([2, 3]), ["z", "x"]), ["x", "y", "z"])
    Traceback (most recent call last):
    AxisOrderError: axes on a labeled tensor do not appear in the same order as the required axis order ...
    """
    labeled = convert_to_labeled_tensor(labeled_tensor)
    order = required_axis_order() if axis_order is None else axis_order
    known = [axis for axis in order if axis in labeled.axes]
    if len(known) < len(labeled.axes):
        raise AxisOrderError(f"not all axis names appear in the required axis order {order!r}: {labeled!r}")
    if known != list(labeled.axes):
        raise AxisOrderError(
            "axes on a labeled tensor do not appear in the same order as the "
            f"required axis order {order!r}: {labeled!r}"
        )


@export("contrib.labeled_tensor.impose_axis_order")
@tc.accepts(LabeledTensorLike, tc.Optional(tc.Collection(str)), tc.Optional(str))
def impose_axis_order(
    labeled_tensor: LabeledTensor | TensorLike, axis_order: Collection[str] | None = None, name: str | None = None
) -> LabeledTensor:
    """Transposes a tensor so that its axes stand in an order.

    Args:
      labeled_tensor: the input.
      axis_order: names of axes, all of the tensor's among them; if not given, those of the `axis_order_scope`.
      name: the name of the result.

    Raises:
      AxisOrderError: if there is no such order.
      ValueError: if an axis of the tensor is missing in it.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> list(lt.impose_axis_order(lt.LabeledTensor(tf.ones([2, 3]), ["z", "x"]), ["x", "y", "z"]).axes)
    ['x', 'z']
    """
    with name_scope(name, "lt_impose_axis_order", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        order = required_axis_order() if axis_order is None else axis_order
        return transpose(labeled, [axis for axis in order if axis in labeled.axes], name=scope)


@export("contrib.labeled_tensor.align")
@tc.accepts(LabeledTensorLike, LabeledTensorLike, tc.Optional(str))
def align(
    labeled_tensor_0: Any, labeled_tensor_1: Any, name: str | None = None
) -> tuple[LabeledTensor, LabeledTensor, Axes]:
    """Two tensors with the same axes in the same order, of size 1 where one did not have them, and what both make together.

    The order is that of the `axis_order_scope`, else one that agrees with both inputs, with the axes of the first as early as
    may be. Nothing is transposed.

    Args:
      labeled_tensor_0: one.
      labeled_tensor_1: the other.
      name: scope of the operations.

    Returns:
      Both tensors, and the axes of what broadcasting one to the other gives.

    Raises:
      ValueError: if axes of one name differ.
      AxisOrderError: if no order agrees with both.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> a, b, axes = lt.align(
    ...     lt.LabeledTensor(tf.ones([2, 4]), ["x", "z"]), lt.LabeledTensor(tf.ones([3, 4]), ["y", "z"]))
    >>> a.shape.as_list(), b.shape.as_list(), list(axes)
    ([2, 1, 4], [1, 3, 4], ['x', 'y', 'z'])
    """
    with name_scope(name, "lt_align", [labeled_tensor_0, labeled_tensor_1]) as scope:
        first, second = convert_to_labeled_tensor(labeled_tensor_0), convert_to_labeled_tensor(labeled_tensor_1)
        axes = {**second.axes, **first.axes}
        for axis in first.axes:
            if axis in second.axes and first.axes[axis] != second.axes[axis]:
                raise ValueError(
                    f"Mismatched {axis!r} axis on input tensors: {first.axes[axis]!r} and {second.axes[axis]!r}"
                )
        fixed = get_axis_order()
        if fixed is not None:
            order: list[str] | None = [axis for axis in fixed if axis in axes]
            check_axis_order(first, fixed)
            check_axis_order(second, fixed)
        else:
            order = common_order(list(first.axes), list(second.axes))
        if order is None:
            raise AxisOrderError(
                "No consistent axis order allows for aligning tensors with axis "
                f"orders {first.axes.keys()!r} and {second.axes.keys()!r} without copying data. Use transpose or "
                "impose_axis_order to reorder axes on one of more of the inputs."
            )
        first = expand_dims(first, order, name=f"{scope}0")
        second = expand_dims(second, order, name=f"{scope}1")
        return first, second, Axes([axes[axis] for axis in order])
