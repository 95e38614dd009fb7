"""Images read between their pixels, with gradients for the images and for the places: tf.contrib.resampler."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import arrays
from penstock.ops.common.definitions import brackets

_TYPES = ["T: {half, bfloat16, float, double}"]


def _shape(c):
    data, warp = rule.with_rank(c.shape(0), 4), rule.with_rank_at_least(c.shape(1), 2)
    if warp.ndims is None:
        return [TensorShape(None)]
    return [TensorShape([*warp.as_list()[:-1], data.as_list()[3]])]


def _check_shapes(data: Any, warp: Any) -> None:
    if data.ndim != 4:
        raise errors.UnimplementedError(
            None,
            None,
            "Only bilinear interpolation is currently supported. The input data shape must be [batch_size, data_height, "
            f"data_width, data_channels], but is: {brackets(data.shape)}",
        )
    if warp.ndim < 2:
        raise errors.invalid(f"warp should be at least a matrix, got shape {brackets(warp.shape)}")
    if warp.shape[-1] != 2:
        raise errors.UnimplementedError(
            None,
            None,
            "Only bilinear interpolation is supported, warping coordinates must be 2D; warp shape last entry should be 2, "
            f"but shape vector is: {brackets(warp.shape)}",
        )
    if data.shape[0] != warp.shape[0]:
        raise errors.invalid(
            "Batch size of data and warp tensor must be the same, but input shapes are: "
            f"{brackets(data.shape)}, {brackets(warp.shape)}"
        )


def _corners(xp: ModuleType, data: Array, warp: Array) -> list[tuple[Any, Any, Any, Any]]:
    """(rows, columns, whether inside, weight) of the four pixels around each place; places are [batch, n]."""
    height, width = data.shape[1:3]
    x, y = warp[..., 0], warp[..., 1]
    # The image ends in zeros one pixel outside of it.
    near = (x > -1) & (y > -1) & (x < width) & (y < height)
    left, top = xp.floor(xp.where(near, x, 0)), xp.floor(xp.where(near, y, 0))
    to_right, to_bottom = (left + 1) - x, (top + 1) - y
    found = []
    for row, column, weight in (
        (top, left, to_right * to_bottom),
        (top + 1, left + 1, (1 - to_right) * (1 - to_bottom)),
        (top + 1, left, to_right * (1 - to_bottom)),
        (top, left + 1, (1 - to_right) * to_bottom),
    ):
        inside = near & (row >= 0) & (row < height) & (column >= 0) & (column < width)
        rows = xp.where(inside, row, 0).astype(np.int64)
        columns = xp.where(inside, column, 0).astype(np.int64)
        found.append((rows, columns, inside, xp.where(inside, weight, xp.zeros((), weight.dtype))))
    return found


def _pixels(xp: ModuleType, data: Array, corner: tuple) -> Any:
    rows, columns, inside, _ = corner
    which = xp.arange(data.shape[0])[:, None]
    return xp.where(inside[..., None], data[which, rows, columns], xp.zeros((), data.dtype))


@op("Resampler", shape=_shape, sig=opdef.parse_signature(["data: T", "warp: T"], ["output: T"], _TYPES))
def _resampler(xp, data, warp):
    _check_shapes(data, warp)
    channels = data.shape[3]
    places = warp.reshape((warp.shape[0], -1 if warp.size else 0, 2))
    if not (data.size and places.size):
        return xp.zeros((*warp.shape[:-1], channels), data.dtype)
    parts = [corner[3][..., None] * _pixels(xp, data, corner) for corner in _corners(xp, data, places)]
    total = ((parts[0] + parts[1]) + parts[2]) + parts[3]
    return total.reshape((*warp.shape[:-1], channels)).astype(data.dtype)


@op(
    "ResamplerGrad",
    shape=lambda c: [c.shape(0), c.shape(1)],
    sig=opdef.parse_signature(["data: T", "warp: T", "grad_output: T"], ["grad_data: T", "grad_warp: T"], _TYPES),
)
def _resampler_grad(xp, data, warp, grad_output):
    _check_shapes(data, warp)
    batch, channels = data.shape[0], data.shape[3]
    if not (data.size and warp.size):
        return xp.zeros(data.shape, data.dtype), xp.zeros(warp.shape, warp.dtype)
    places = warp.reshape((batch, -1, 2))
    grads = grad_output.reshape((*places.shape[:2], channels))
    corners = _corners(xp, data, places)
    total = xp.zeros(data.shape, data.dtype)
    which = xp.broadcast_to(xp.arange(batch)[:, None], places.shape[:2])
    for rows, columns, _, weight in corners:
        total = arrays.scatter(xp, total, (which, rows, columns), (grads * weight[..., None]).astype(data.dtype), "add")
    tl, br, bl, tr = (_pixels(xp, data, corner) for corner in corners)
    x, y = places[..., 0, None], places[..., 1, None]
    near = (x > -1) & (y > -1) & (x < data.shape[2]) & (y < data.shape[1])
    to_right, to_bottom = (xp.floor(x) + 1) - x, (xp.floor(y) + 1) - y
    slopes = [
        grads * ((1 - to_bottom) * (br - bl) + to_bottom * (tr - tl)),
        grads * ((1 - to_right) * (br - tr) + to_right * (bl - tl)),
    ]
    slopes = [xp.where(near, s, xp.zeros((), s.dtype)).sum(axis=-1) for s in slopes]
    return total.astype(data.dtype), xp.stack(slopes, axis=-1).reshape(warp.shape).astype(warp.dtype)


@gradient("Resampler")
def _resampler_gradient(op, grad):
    data, warp = op.inputs
    return list(apply("ResamplerGrad", None, data=data, warp=warp, grad_output=grad))


no_gradient("ResamplerGrad")


@export("contrib.resampler.resampler")
def resampler(data: TensorLike, warp: TensorLike, name: str = "resampler") -> Tensor:
    """Reads images at places between their pixels, bilinearly; images end in zeros.

    Args:
      data: [batch, height, width, channels].
      warp: [batch, ..., 2]: x, the column, and y, the row, of each place.
      name: a name for the operations.

    Returns:
      [batch, ..., channels].

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.resampler.resampler(image, tf.constant([[[0.5, 0.0], [0.0, 0.5]]]))).ravel())
    [0.5 1. ]
    """
    with name_scope(name, "resampler", [data, warp]):
        data, warp = convert_to_tensor(data, name="data"), convert_to_tensor(warp, name="warp")
        return apply("Resampler", None, data=data, warp=warp)
