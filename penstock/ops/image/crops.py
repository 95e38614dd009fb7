"""Boxes cut out of images and resized to one size: crop_and_resize, with gradients for image and boxes."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import arrays
from penstock.ops.common.definitions import brackets
from penstock.util.deprecation import deprecated_argument_lookup

_F = np.float32


def _crop_rule(c):
    images, boxes, index = rule.with_ranks(c, 4, 2, 1)
    count = rule.merge_dims(boxes[0], index[0])
    rule.with_value(boxes[1], 4)
    return [TensorShape([count, *rule.size_pair(c, 3), images[3]])]


def _places(xp: Any, boxes: Array, first: int, size: int, out: int) -> tuple[Any, Any]:
    """Where the output rows (first 0) or columns (1) of each box lie, and whether that is in the image; 0 where it is not.

    What is nowhere (NaN, from boxes that are not finite) is not in the image. 1.15 reads any memory there, and mostly dies.
    """
    low, high = (_flushed(xp, boxes[:, i, None]) for i in (first, first + 2))
    edge = _F(size - 1)
    if out > 1:
        step = _flushed(xp, _flushed(xp, (high - low) * edge) / _F(out - 1))
        place = _flushed(xp, low * edge) + _flushed(xp, np.arange(out).astype(_F) * step)
    else:
        place = xp.broadcast_to(_F(0.5) * (low + high) * edge, (boxes.shape[0], 1))
    place = _flushed(xp, place)
    inside = (place >= 0) & (place <= edge)
    return xp.where(inside, place, _F(0)), inside


def _flushed(xp: ModuleType, x: Array) -> Any:
    """`x` with 0 for the numbers that 1.15 and XLA take for 0: those that have no full precision.

    The selection also keeps XLA from joining a product and a sum: a place at the edge must not be beyond it in one tier alone.
    """
    return xp.where(abs(x) < np.finfo(_F).tiny, _F(0), x)


def _check_boxes(xp: ModuleType, boxes: Any, index: Any, batch: int) -> None:
    if boxes.ndim != 2:
        raise errors.invalid(f"boxes must be 2-D{brackets(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise errors.invalid("boxes must have 4 columns")
    if index.shape != boxes.shape[:1]:
        raise errors.invalid("box_index has incompatible shape")
    check(
        ((index >= 0) & (index < batch)).all(), errors.OutOfRangeError, "box_index has values outside [0, batch_size)"
    )


@op("CropAndResize", shape=_crop_rule, static=("crop_size",))
def _crop_and_resize(xp, image, boxes, index, crop_size, *, method, extrapolation_value):
    batch, height, width, _ = image.shape
    _check_boxes(xp, boxes, index, batch)
    rows, columns = (int(v) for v in crop_size)
    if rows <= 0 or columns <= 0:
        raise errors.invalid("crop dimensions must be positive")
    index = xp.clip(index, 0, max(batch - 1, 0))
    y, down_in = _places(xp, boxes, 0, height, rows)
    x, across_in = _places(xp, boxes, 1, width, columns)
    good = down_in[:, :, None, None] & across_in[:, None, :, None]
    which = index[:, None, None]
    if method == "bilinear":
        parts = _corners(xp, y, x, height, width)
        (top, bottom, down), (left, right, across) = parts
        across, down = across[:, None, :, None], down[:, :, None, None]

        def at(i: Any, j: Any) -> Any:
            return image[which, i[:, :, None], j[:, None, :]].astype(_F)

        a = at(top, left)
        upper = a + (at(top, right) - a) * across
        c = at(bottom, left)
        lower = c + (at(bottom, right) - c) * across
        found = upper + (lower - upper) * down
    else:
        i = xp.clip(_rounded(xp, y), 0, height - 1)
        j = xp.clip(_rounded(xp, x), 0, width - 1)
        found = image[which, i[:, :, None], j[:, None, :]].astype(_F)
    return xp.where(good, found, _F(extrapolation_value))


def _rounded(xp: ModuleType, x: Array) -> Any:
    return xp.floor(x + _F(0.5)).astype(np.int64)


def _corners(xp: ModuleType, y: Array, x: Array, height: int, width: int) -> Any:
    out = []
    for place, size in ((y, height), (x, width)):
        low = xp.clip(xp.floor(place), 0, size - 1).astype(np.int64)
        high = xp.clip(xp.ceil(place), 0, size - 1).astype(np.int64)
        out.append((low, high, (place - low.astype(_F)).astype(_F)))
    return out


@op(
    "CropAndResizeGradImage",
    shape=lambda c: [rule.with_rank(c.const_as_shape(3), 4)],
    static=("image_size",),
)
def _crop_grad_image(xp, grads, boxes, index, image_size, *, T, method):
    shape = tuple(int(v) for v in image_size)
    batch, height, width, _ = shape
    _check_boxes(xp, boxes, index, batch)
    y, down_in = _places(xp, boxes, 0, height, grads.shape[1])
    x, across_in = _places(xp, boxes, 1, width, grads.shape[2])
    good = down_in[:, :, None, None] & across_in[:, None, :, None]
    grads = xp.where(good, grads, _F(0))
    which = xp.broadcast_to(xp.clip(index, 0, max(batch - 1, 0))[:, None, None], grads.shape[:3])
    total = xp.zeros(shape, _F)

    def add(total: Any, i: Any, j: Any, part: Any) -> Any:
        i, j = (xp.broadcast_to(v, grads.shape[:3]) for v in (i[:, :, None], j[:, None, :]))
        return arrays.scatter(xp, total, (which, i, j), part, "add")

    if method == "bilinear":
        (top, bottom, down), (left, right, across) = _corners(xp, y, x, height, width)
        across, down = across[:, None, :, None], down[:, :, None, None]
        upper, lower = (1 - down) * grads, down * grads
        for i, part in ((top, upper), (bottom, lower)):
            total = add(total, i, left, part * (1 - across))
            total = add(total, i, right, part * across)
    else:
        i = xp.clip(_rounded(xp, y), 0, height - 1)
        j = xp.clip(_rounded(xp, x), 0, width - 1)
        total = add(total, i, j, grads)
    return total.astype(T.storage)


@op("CropAndResizeGradBoxes", shape=rule.same_as(2))
def _crop_grad_boxes(xp, grads, image, boxes, index, *, method):
    batch, height, width, _ = image.shape
    _check_boxes(xp, boxes, index, batch)
    rows, columns = grads.shape[1:3]
    y, down_in = _places(xp, boxes, 0, height, rows)
    x, across_in = _places(xp, boxes, 1, width, columns)
    good = down_in[:, :, None, None] & across_in[:, None, :, None]
    (top, bottom, down), (left, right, across) = _corners(xp, y, x, height, width)
    across, down = across[:, None, :, None], down[:, :, None, None]
    which = xp.clip(index, 0, max(batch - 1, 0))[:, None, None]

    def at(i: Any, j: Any) -> Any:
        return image[which, i[:, :, None], j[:, None, :]].astype(_F)

    tl, tr, bl, br = at(top, left), at(top, right), at(bottom, left), at(bottom, right)
    slope_y = xp.where(good, ((1 - across) * (bl - tl) + across * (br - tr)) * grads, _F(0))
    slope_x = xp.where(good, ((1 - down) * (tr - tl) + down * (br - bl)) * grads, _F(0))
    out = []
    for slope, size, count, axis in ((slope_y, height, rows, 1), (slope_x, width, columns, 2)):
        edge = _F(size - 1)
        if count > 1:
            # The first edge of the box moves its first pixel by all, its last by nothing. Rounded as in 1.15: "nothing" may be
            # a little, which matters if the gradient is infinite.
            ratio = np.arange(count).astype(_F) * (edge / _F(count - 1))
            ratio = ratio[None, :, None, None] if axis == 1 else ratio[None, None, :, None]
            out.append(((slope * (edge - ratio)).sum(axis=(1, 2, 3)), (slope * ratio).sum(axis=(1, 2, 3))))
        else:
            half = (slope * (_F(0.5) * edge)).sum(axis=(1, 2, 3))
            out.append((half, half))
    (y1, y2), (x1, x2) = out
    return xp.stack([y1, x1, y2, x2], axis=1).astype(_F)


@gradient("CropAndResize")
def _crop_gradient(op, grad):
    image, boxes, index = op.inputs[:3]
    shape = image.get_shape()
    size = shape.as_list() if shape.is_fully_defined() else find("shape")(image)
    first = None
    if image.dtype.base_dtype in (dtypes.float16, dtypes.float32, dtypes.float64):
        attrs = {"T": op.get_attr("T"), "method": op.get_attr("method")}
        first = apply("CropAndResizeGradImage", None, grads=grad, boxes=boxes, box_ind=index, image_size=size, **attrs)
    second = apply("CropAndResizeGradBoxes", None, grads=grad, image=image, boxes=boxes, box_ind=index)
    return [first, second, None, None]


@export("image.crop_and_resize")
def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_ind: Any = None,
    crop_size: Any = None,
    method: str = "bilinear",
    extrapolation_value: float = 0,
    name: str | None = None,
    box_indices: Any = None,
) -> Tensor:
    """Cuts boxes out of images and gives them all one size.

    Args:
      image: [batch, height, width, channels].
      boxes: [boxes, 4]: top, left, bottom and right, where 1 is the last pixel; turned boxes give mirrored crops.
      box_ind: an old name of `box_indices`.
      crop_size: height and width of the crops.
      method: "bilinear" or "nearest".
      extrapolation_value: what is outside of an image.
      name: a name for the operation.
      box_indices: for each box the image it is in.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> crop = tf.image.crop_and_resize(image, [[0.0, 0.0, 1.0, 1.0]], [0], [2, 2])
    >>> tf.Session().run(crop)[0, :, :, 0]
    array([[ 0.,  3.],
           [12., 15.]], dtype=float32)
    """
    index = deprecated_argument_lookup("box_indices", box_indices, "box_ind", box_ind)
    return apply(
        "CropAndResize",
        name,
        image=image,
        boxes=boxes,
        box_ind=index,
        crop_size=crop_size,
        method=method,
        extrapolation_value=extrapolation_value,
    )
