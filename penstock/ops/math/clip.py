"""Keeping values and norms within bounds: `tf.clip_by_value`, `tf.clip_by_norm`, `tf.clip_by_global_norm`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, AxisLike, TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.common.gradient_helpers import constant_like, select, unbroadcast, zeros_like
from penstock.ops.math.reduction import reduce_sum


@op("ClipByValue", shape=rule.same)
def _clip_by_value(xp: ModuleType, t: Array, clip_value_min: Array, clip_value_max: Array) -> Any:
    shapes = [np.shape(v) for v in (t, clip_value_min, clip_value_max)]
    if any(s not in ((), shapes[0]) for s in shapes[1:]):
        text = (
            "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. input shape: "
            f"{brackets(shapes[0])}clip_value_min shape: {brackets(shapes[1])}clip_value_max shape: {brackets(shapes[2])}"
        )
        raise errors.InvalidArgumentError(None, None, text)
    lowered = xp.where(clip_value_max < t, clip_value_max, t)  # bounds that are no numbers are none
    return xp.where(lowered < clip_value_min, clip_value_min, lowered)


@gradient("ClipByValue")
def _clip_by_value_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    x, low, high = op.inputs
    zeros = zeros_like(d)
    below, above = apply("Less", x=x, y=low), apply("Greater", x=x, y=high)
    dx = select(apply("LogicalOr", x=below, y=above), zeros, d)
    dx, d_low = unbroadcast(x, low, dx, select(below, d, zeros))
    return dx, d_low, unbroadcast(x, high, zeros, select(above, d, zeros))[1]


def _values(t: TensorLike) -> Tensor:
    return convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t, name="t")


@export("clip_by_value")
def clip_by_value(
    t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, name: str | None = None
) -> Any:
    """Raises values below `clip_value_min` to it, and lowers those above `clip_value_max` to it.

    Args:
      t: a Tensor or IndexedSlices.
      clip_value_min: a scalar, or a tensor that broadcasts to the shape of `t`.
      clip_value_max: likewise.
      name: a name for the operation.

    Raises:
      ValueError: if the bounds would make the result larger than `t`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.clip_by_value([-1.0, 0.5, 3.0], 0.0, 1.0))
    array([0. , 0.5, 1. ], dtype=float32)
    """
    with name_scope(name, "clip_by_value", [t, clip_value_min, clip_value_max]) as scope:
        values = _values(t)
        lowered = apply("Minimum", x=values, y=clip_value_max)
        values.shape.merge_with(lowered.shape)
        raised = apply("Maximum", scope, x=lowered, y=clip_value_min)
        values.shape.merge_with(raised.shape)
        if isinstance(t, IndexedSlices):
            return IndexedSlices(raised, t.indices, t.dense_shape)
        return raised


@export("clip_by_norm")
def clip_by_norm(t: TensorLike, clip_norm: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> Any:
    """Scales `t` down so that its L2 norm is at most `clip_norm`.

    Args:
      t: a Tensor or IndexedSlices.
      clip_norm: a positive scalar.
      axes: the axes over which the norm is taken; all by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.clip_by_norm([3.0, 4.0], 1.0))
    array([0.6, 0.8], dtype=float32)
    """
    with name_scope(name, "clip_by_norm", [t, clip_norm]) as scope:
        values = _values(t)
        squares = reduce_sum(values * values, axes, keepdims=True)
        # The square root of 0 has no gradient: it is taken of 1 there.
        positive = squares > 0
        safe = select(positive, squares, find("ones_like")(squares))
        norm = select(positive, apply("Sqrt", x=safe), squares)
        scaled = values * clip_norm
        values.shape.merge_with(scaled.shape)
        clipped = apply("Identity", scope, input=scaled / apply("Maximum", x=norm, y=clip_norm))
        if isinstance(t, IndexedSlices):
            return IndexedSlices(clipped, t.indices, t.dense_shape)
        return clipped


@export("clip_by_average_norm")
def clip_by_average_norm(t: TensorLike, clip_norm: TensorLike, name: str | None = None) -> Tensor:
    """Scales `t` down so that its L2 norm divided by its number of elements is at most `clip_norm`.

    Args:
      t: the tensor.
      clip_norm: the limit, a positive scalar.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.clip_by_average_norm([3.0, 4.0], 0.5)).round(4)
    array([0.6, 0.8], dtype=float32)
    """
    with name_scope(name, "clip_by_average_norm", [t, clip_norm]) as scope:
        t = convert_to_tensor(t, name="t")
        count = apply("Cast", x=find("size")(t), DstT=t.dtype.base_dtype)
        inverse = apply("Rsqrt", x=reduce_sum(t * t, find("range")(find("rank")(t))))
        wide = t * clip_norm
        limit = apply("Minimum", x=inverse * count, y=constant_like(1.0, t) / clip_norm)
        return apply("Identity", scope, input=wide * limit)


@export("global_norm", "linalg.global_norm")
def global_norm(t_list: Any, name: str | None = None) -> Tensor:
    """The square root of the sum of squares of all elements of all tensors in a list; None is passed over.

    Raises:
      TypeError: if `t_list` is not a sequence.

    >>> import penstock as tf
    >>> tf.Session().run(tf.global_norm([tf.constant([3.0]), tf.constant([4.0])]))
    np.float32(5.0)
    """
    if not isinstance(t_list, (list, tuple)):
        raise TypeError("t_list should be a sequence")
    t_list = list(t_list)
    with name_scope(name, "global_norm", t_list):
        tensors = [t if t is None else _values(t) for t in t_list]
        halves = []
        for t in tensors:
            if t is not None:
                with t.graph.colocate_with(t.op):
                    halves.append(apply("L2Loss", t=t))
        total = reduce_sum(apply("Pack", "stack", values=halves, axis=0) if halves else constant([], name="stack"))
        return apply("Sqrt", "global_norm", x=total * constant_like(2.0, total))


@export("clip_by_global_norm")
def clip_by_global_norm(
    t_list: Any, clip_norm: TensorLike, use_norm: Any = None, name: str | None = None
) -> tuple[list, Tensor]:
    """Scales all tensors of a list by one factor, so that their global norm is at most `clip_norm`.

    Args:
      t_list: tensors, IndexedSlices and None.
      clip_norm: a positive scalar.
      use_norm: the global norm, if it is known; by default it is computed.
      name: a name for the operation.

    Returns:
      The scaled tensors, and the global norm. If it is not finite, the tensors become NaN.

    Raises:
      TypeError: if `t_list` is not a sequence.

    >>> import penstock as tf
    >>> clipped, norm = tf.clip_by_global_norm([tf.constant([6.0]), tf.constant([8.0])], 5.0)
    >>> tf.Session().run([*clipped, norm])
    [array([3.], dtype=float32), array([4.], dtype=float32), np.float32(10.0)]
    """
    if not isinstance(t_list, (list, tuple)):
        raise TypeError("t_list should be a sequence")
    t_list = list(t_list)
    if use_norm is None:
        use_norm = global_norm(t_list, name)
    with name_scope(name, "clip_by_global_norm", [*t_list, clip_norm]) as scope:
        smaller = apply("Minimum", x=1.0 / use_norm, y=constant(1.0, dtype=use_norm.dtype.base_dtype) / clip_norm)
        scale = clip_norm * smaller
        finite = apply("IsFinite", x=use_norm)
        scale = find("where")(finite, scale, constant(float("nan"), dtype=use_norm.dtype.base_dtype))
        clipped: list[Any] = []
        for i, t in enumerate(t_list):
            if t is None:
                clipped.append(None)
                continue
            values = _values(t)
            with values.graph.colocate_with(values.op):
                made = apply("Identity", f"{scope}_{i}", input=values * scale)
            clipped.append(IndexedSlices(made, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else made)
        return clipped, use_norm
