"""Parts of labeled tensors by label, several of them put together, and other shapes of one."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.labeled_tensor import checks as tc
from penstock.contrib.labeled_tensor.axes import Axes, Axis, AxisLike, AxisOrderError, AxisValue, as_axis, concat_axes
from penstock.contrib.labeled_tensor.labeled import (
    LabeledTensor,
    LabeledTensorLike,
    convert_to_labeled_tensor,
    slice_function,
    transpose,
)
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

_AxisOrName = tc.Union(str, AxisLike)


def _gathered(labeled: LabeledTensor, positions: Tensor, axis: Axis, name: str) -> LabeledTensor:
    """The chosen positions of one axis, which becomes `axis`."""
    with name_scope(name, "lt_take", [labeled]) as scope:
        axes = Axes([axis, *labeled.axes.remove(axis.name).values()])
        front = transpose(labeled, axes.keys())
        chosen = LabeledTensor(tf.gather(front.tensor, positions), axes)
        return transpose(chosen, labeled.axes.keys(), name=scope)


@export("contrib.labeled_tensor.select")
@tc.accepts(LabeledTensorLike, tc.Mapping(str, tc.Union(slice, Hashable, list)), tc.Optional(str))
def select(
    labeled_tensor: LabeledTensor | TensorLike, selection: Mapping[str, Any], name: str | None = None
) -> LabeledTensor:
    """A part of a tensor, by labels.

    Args:
      labeled_tensor: the whole.
      selection: for each name of an axis that is cut: a label, which removes the axis; a slice of labels, both ends included;
        or, for one axis alone, a list of labels.
      name: the name of the result.

    Raises:
      ValueError: if there is no such axis, or it has no labels.
      KeyError: if it does not have such a label.
      NotImplementedError: for a list and anything else together, and for slices with a step.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.LabeledTensor(tf.constant([[1, 2, 3], [4, 5, 6]]), ["row", ("channel", ["red", "green", "blue"])])
    >>> with tf.Session() as sess:
    ...     print(sess.run(lt.select(x, {"channel": "green"}).tensor))
    ...     print(sess.run(lt.select(x, {"channel": ["blue", "red"]}).tensor))
    [2 5]
    [[3 1]
     [6 4]]
    """
    with name_scope(name, "lt_select", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        cuts: dict[str, Any] = {}
        listed: dict[str, Tensor] = {}
        for axis_name, value in selection.items():
            if axis_name not in labeled.axes:
                raise ValueError(
                    f"The tensor does not have an axis named {axis_name}. Its axes are: {labeled.axes.keys()!r}"
                )
            axis = labeled.axes[axis_name]
            if axis.labels is None:
                raise ValueError(f"The axis named {axis_name} does not have labels. The axis is: {axis!r}")
            if isinstance(value, slice):
                start = None if value.start is None else axis.index(value.start)
                stop = None if value.stop is None else axis.index(value.stop) + 1
                if value.step is not None:
                    raise NotImplementedError("slicing with a step is not yet supported")
                cuts[axis_name] = slice(start, stop)
            elif isinstance(value, list):
                if listed:
                    raise NotImplementedError(
                        "select does not yet support more than one list selection at the same time"
                    )
                listed[axis_name] = convert_to_tensor([axis.index(label) for label in value], dtype=dtypes.int64)
            else:
                cuts[axis_name] = axis.index(value)
        if listed and cuts:
            raise NotImplementedError("select does not yet support combined scalar and list selection")
        for axis_name, positions in listed.items():
            return _gathered(labeled, positions, Axis(axis_name, selection[axis_name]), scope)
        return slice_function(labeled, cuts, name=scope)


@export("contrib.labeled_tensor.concat")
@tc.accepts(tc.Collection(LabeledTensorLike), str, tc.Optional(str))
def concat(labeled_tensors: Collection[Any], axis_name: str, name: str | None = None) -> LabeledTensor:
    """Tensors one after the other along an axis, with all labels if all have them.

    Args:
      labeled_tensors: LabeledTensors, with the same axes but for this one.
      axis_name: the name of the axis.
      name: a name for the operation.

    Raises:
      ValueError: if there is none, the first does not have the axis, or their other axes differ.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x, y = lt.LabeledTensor(tf.ones([2]), [("x", ["a", "b"])]), lt.LabeledTensor(tf.ones([1]), [("x", ["c"])])
    >>> lt.concat([x, y], "x").axes
    Axes([('x', ('a', 'b', 'c'))])
    """
    with name_scope(name, "lt_concat", list(labeled_tensors)) as scope:
        parts = [convert_to_labeled_tensor(part) for part in labeled_tensors]
        if not parts:
            raise ValueError(f"concat expects at least 1 tensor, but received {parts}")
        names = list(parts[0].axes)
        if axis_name not in names:
            raise ValueError(f"{axis_name} not in {names}")
        shared = parts[0].axes.remove(axis_name)
        for part in parts[1:]:
            others = part.axes.remove(axis_name)
            if others != shared:
                raise ValueError(
                    f"Mismatched shared axes: the first tensor had axes {shared!r} but this tensor has axes {others!r}."
                )
        joined = concat_axes([part.axes[axis_name] for part in parts])
        tensor = tf.concat([part.tensor for part in parts], names.index(axis_name), name=scope)
        return LabeledTensor(tensor, [joined if axis.name == axis_name else axis for axis in parts[0].axes.values()])


@export("contrib.labeled_tensor.pack")
@tc.accepts(tc.Collection(LabeledTensorLike), _AxisOrName, int, tc.Optional(str))
def pack(
    labeled_tensors: Collection[Any], new_axis: Any, axis_position: int = 0, name: str | None = None
) -> LabeledTensor:
    """Tensors with the same axes put together along a new one.

    Args:
      labeled_tensors: the tensors.
      new_axis: the new axis, a pair that can be made into one, or only its name.
      axis_position: where it stands.
      name: the name of the result.

    Raises:
      ValueError: if there is none, or their axes differ.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.LabeledTensor(tf.ones([2]), ["x"])
    >>> lt.pack([x, x], ("side", ["left", "right"])).axes
    Axes([('side', ('left', 'right')),
          ('x', Dimension(2))])
    """
    with name_scope(name, "lt_pack", list(labeled_tensors)) as scope:
        parts = [convert_to_labeled_tensor(part) for part in labeled_tensors]
        if not parts:
            raise ValueError(f"pack expects at least 1 tensors, but received {parts}")
        for part in parts:
            if part.axes != parts[0].axes:
                raise ValueError(f"Non-identical axes. Expected {parts[0].axes} but got {part.axes}")
        tensor = tf.stack([part.tensor for part in parts], axis=axis_position, name=scope)
        axes: list[Any] = list(parts[0].axes.values())
        axes.insert(axis_position, new_axis)
        return LabeledTensor(tensor, axes)


@export("contrib.labeled_tensor.unpack")
@tc.accepts(LabeledTensorLike, tc.Optional(str), tc.Optional(str))
def unpack(
    labeled_tensor: LabeledTensor | TensorLike, axis_name: str | None = None, name: str | None = None
) -> list[LabeledTensor]:
    """The slices of a tensor along an axis, which is the first if none is named.

    Args:
      labeled_tensor: a LabeledTensor.
      axis_name: the name of the axis.
      name: a name for the operation.

    Raises:
      ValueError: if the tensor does not have the axis.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> [part.name for part in lt.unpack(lt.LabeledTensor(tf.ones([2, 3]), ["x", "y"]))]
    ['lt_unpack:0', 'lt_unpack:1']
    """
    with name_scope(name, "lt_unpack", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        names = list(labeled.axes)
        if axis_name is None:
            axis_name = names[0]
        if axis_name not in names:
            raise ValueError(f"{axis_name} not in {names}")
        axes = labeled.axes.remove(axis_name)
        return [LabeledTensor(t, axes) for t in tf.unstack(labeled.tensor, axis=names.index(axis_name), name=scope)]


def _size(axis: Axis) -> int:
    return -1 if axis.size is None else axis.size


@export("contrib.labeled_tensor.reshape")
@tc.accepts(LabeledTensorLike, tc.Collection(str), tc.Collection(_AxisOrName), tc.Optional(str))
def reshape(
    labeled_tensor: LabeledTensor | TensorLike,
    existing_axes: Collection[str],
    new_axes: Collection[Any],
    name: str | None = None,
) -> LabeledTensor:
    """Some axes, which stand side by side, replaced by others that hold as many values.

    Args:
      labeled_tensor: the input.
      existing_axes: the names of axes of the input, as they stand there.
      new_axes: axes, or pairs that can be made into one; one may be only a name, and gets what size is left.
      name: the name of the result.

    Raises:
      ValueError: if the input does not have such axes, or several of the new ones have no size.
      AxisOrderError: if they do not stand side by side in this order.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.reshape(lt.LabeledTensor(tf.ones([2, 3, 4]), ["row", "column", "depth"]), ["row", "column"], ["pixel"]).axes
    Axes([('pixel', Dimension(6)),
          ('depth', Dimension(4))])
    """
    with name_scope(name, "lt_reshape", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        names, existing = list(labeled.axes), list(existing_axes)
        if not set(existing) <= set(names):
            raise ValueError(
                f"existing_axes {existing!r} are not contained in the set of axis "
                f"names {names!r} on the input labeled tensor"
            )
        start, stop = names.index(existing[0]), names.index(existing[-1]) + 1
        if existing != names[start:stop]:
            raise AxisOrderError(
                f"existing_axes {existing!r} are not a slice of axis names {names!r} on the input "
                "labeled tensor. Use `transpose` or `impose_axis_order` to reorder axes on the input explicitly."
            )
        if sum(isinstance(axis, str) for axis in new_axes) > 1:
            raise ValueError(
                "at most one axis in new_axes can have unknown size. All other "
                f"axes must have an indicated integer size or labels: {new_axes!r}"
            )
        known = list(labeled.axes.values())
        axes = [*known[:start], *new_axes, *known[stop:]]
        shape = [-1 if isinstance(axis, str) else _size(as_axis(axis)) for axis in axes]
        return LabeledTensor(tf.reshape(labeled.tensor, shape, name=scope), axes)


@export("contrib.labeled_tensor.rename_axis")
@tc.accepts(LabeledTensorLike, str, str, tc.Optional(str))
def rename_axis(labeled_tensor: Any, existing_name: str, new_name: str, name: str | None = None) -> LabeledTensor:
    """With another name for an axis.

    Args:
      labeled_tensor: a LabeledTensor.
      existing_name: the name that it has.
      new_name: the name that it shall have.
      name: a name for the operation.

    Raises:
      ValueError: if the tensor does not have the axis.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.rename_axis(lt.LabeledTensor(tf.ones([2]), ["x"]), "x", "y").axes
    Axes([('y', Dimension(2))])
    """
    with name_scope(name, "lt_rename_axis", [labeled_tensor]) as scope:
        if existing_name not in labeled_tensor.axes:
            raise ValueError(
                f"existing_name {existing_name!r} are not contained in the set of axis "
                f"names {labeled_tensor.axes.keys()!r} on the input labeled tensor"
            )
        axis = Axis(new_name, labeled_tensor.axes[existing_name].value)
        return reshape(labeled_tensor, [existing_name], [axis], name=scope)


@export("contrib.labeled_tensor.squeeze")
@tc.accepts(LabeledTensorLike, tc.Optional(tc.Collection(str)), tc.Optional(str))
def squeeze(
    labeled_tensor: LabeledTensor | TensorLike, axis_names: Collection[str] | None = None, name: str | None = None
) -> LabeledTensor:
    """Without axes of size 1: those named, or all.

    Args:
      labeled_tensor: a LabeledTensor.
      axis_names: the names of the axes; all of size 1 by default.
      name: a name for the operation.

    Raises:
      ValueError: if the tensor does not have such an axis, or it is of another size.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> list(lt.squeeze(lt.LabeledTensor(tf.ones([1, 2]), ["x", "y"])).axes)
    ['y']
    """
    with name_scope(name, "lt_squeeze", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        if axis_names is None:
            axis_names = [axis.name for axis in labeled.axes.values() if len(axis) == 1]
        for axis_name in axis_names:
            if axis_name not in labeled.axes:
                raise ValueError(f"axis {axis_name} is not in tensor axes {labeled.axes}")
            if len(labeled.axes[axis_name]) != 1:
                raise ValueError(
                    f"cannot squeeze axis with size greater than 1: ({axis_name}, {labeled.axes[axis_name]})"
                )
        dropped = [at for at, axis in enumerate(labeled.axes) if axis in axis_names]
        axes = [axis for axis in labeled.axes.values() if axis.name not in axis_names]
        if not dropped:
            return LabeledTensor(tf.identity(labeled.tensor, name=scope), axes)
        return LabeledTensor(tf.squeeze(labeled.tensor, dropped, name=scope), axes)


@export("contrib.labeled_tensor.tile")
@tc.accepts(LabeledTensorLike, tc.Mapping(str, tc.Union(int, Tensor)), tc.Optional(str))
def tile(labeled_tensor: Any, multiples: Mapping[str, Any], name: str | None = None) -> LabeledTensor:
    """A tensor several times over along axes that have no labels.

    Args:
      labeled_tensor: the input.
      multiples: how often, by the name of the axis.
      name: the name of the result.

    Raises:
      ValueError: if the tensor does not have such an axis, or it has labels.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.tile(lt.LabeledTensor(tf.ones([2, 3]), ["x", "y"]), {"x": 5}).shape
    TensorShape([Dimension(10), Dimension(3)])
    """
    with name_scope(name, "lt_tile", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        if not set(multiples) <= set(labeled.axes):
            raise ValueError(
                f"tile axes {multiples.keys()!r} are not contained in the set of axis "
                f"names {labeled.axes!r} on the input labeled tensor"
            )
        if marked := [axis for axis in multiples if labeled.axes[axis].labels is not None]:
            raise ValueError(f"cannot tile axes with tick labels: {marked!r}")
        times: Sequence[Any] = [multiples.get(axis, 1) for axis in labeled.axes]
        axes = [axis.name if axis.labels is None else axis for axis in labeled.axes.values()]
        return LabeledTensor(tf.tile(labeled.tensor, times, name=scope), axes)


@export("contrib.labeled_tensor.pad")
@tc.accepts(LabeledTensorLike, tc.Mapping(str, tc.Tuple(AxisValue, AxisValue)), str, tc.Optional(str))
def pad(
    labeled_tensor: LabeledTensor | TensorLike,
    paddings: Mapping[str, tuple[Any, Any]],
    mode: str = "CONSTANT",
    name: str | None = None,
) -> LabeledTensor:
    """A tensor with more values before and after those along its axes.

    Args:
      labeled_tensor: the input.
      paddings: by the name of the axis, what comes before and after: how many, or their labels.
      mode: `"CONSTANT"`, `"REFLECT"` or `"SYMMETRIC"`, as `tf.pad` has it.
      name: the name of the result.

    Raises:
      ValueError: if the tensor does not have such an axis.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> lt.pad(lt.LabeledTensor(tf.ones([2]), [("x", ["b", "c"])]), {"x": (["a"], [])}).axes
    Axes([('x', ('a', 'b', 'c'))])
    """
    with name_scope(name, "lt_pad", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        if not set(paddings) <= set(labeled.axes):
            raise ValueError(
                f"pad axes {paddings.keys()!r} are not contained in the set of axis "
                f"names {labeled.axes!r} on the input labeled tensor"
            )
        axes, sizes = [], []
        for axis_name, axis in labeled.axes.items():
            if axis_name in paddings:
                before, after = (Axis(axis_name, value) for value in paddings[axis_name])
                axes.append(concat_axes([before, axis, after]))
                sizes.append((len(before), len(after)))
            else:
                axes.append(axis)
                sizes.append((0, 0))
        return LabeledTensor(tf.pad(labeled.tensor, sizes, mode, name=scope), axes)
