"""Boxes in images: drawing them, and choosing random ones that show enough of an object."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.random import philox

_F = np.float32


# -- drawing ----------------------------------------------------------------------------------------------------------

# The colours of boxes, one after the other.
_PALETTE = np.array(
    [
        [1, 1, 0, 1],
        [0, 0, 1, 1],
        [1, 0, 0, 1],
        [0, 1, 0, 1],
        [0.5, 0, 0.5, 1],
        [0.5, 0.5, 0, 1],
        [0.5, 0, 0, 1],
        [0, 0, 0.5, 1],
        [0, 1, 1, 1],
        [1, 0, 1, 1],
    ],
    _F,
)


def _draw(images: np.ndarray, boxes: np.ndarray, colors: np.ndarray) -> np.ndarray:
    if images.ndim != 4:
        raise errors.invalid("The rank of the images should be 4")
    if boxes.ndim != 3:
        raise errors.invalid("The rank of the boxes tensor should be 3")
    if images.shape[0] != boxes.shape[0]:
        raise errors.invalid("The batch sizes should be the same")
    batch, height, width, depth = images.shape
    if depth not in (1, 3, 4):
        raise errors.invalid("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    if not colors.size:
        colors = np.ones_like(_PALETTE) if depth == 1 else _PALETTE
    if colors.ndim != 2:
        raise errors.invalid(f"colors must be a 2-D matrix{brackets(colors.shape)}")
    if colors.shape[1] < depth:
        text = f"colors must have equal or more channels than the image provided: {brackets(colors.shape)}"
        raise errors.invalid(text)
    out = np.array(images)
    corners = (boxes * np.array([height - 1, width - 1, height - 1, width - 1], _F)).astype(np.int64)
    for b in range(batch):
        for k in range(boxes.shape[1]):
            top, left, bottom, right = corners[b, k].tolist()
            if top > bottom or left > right or top >= height or bottom < 0 or left >= width or right < 0:
                continue
            color = colors[k % len(colors), :depth].astype(images.dtype)
            rows = slice(max(top, 0), min(bottom, height - 1) + 1)
            columns = slice(max(left, 0), min(right, width - 1) + 1)
            if top >= 0:
                out[b, top, columns] = color
            if bottom < height:
                out[b, bottom, columns] = color
            if left >= 0:
                out[b, rows, left] = color
            if right < width:
                out[b, rows, right] = color
    return out


def _drawn_rule(c):
    images = rule.with_rank(c.shape(0), 4)
    if images.as_list()[3] not in (None, 1, 3, 4):
        raise ValueError("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    rule.with_value(rule.dim(rule.with_rank(c.shape(1), 3), 2), 4)
    return [c.shape(0)]


@op("DrawBoundingBoxes", shape=_drawn_rule, host=True)
def _draw_boxes(xp, images, boxes):
    return _draw(images, boxes, _PALETTE[:0])


@op("DrawBoundingBoxesV2", shape=rule.same_with_rank_at_least(3), host=True)
def _draw_boxes_v2(xp, images, boxes, colors):
    colors = np.asarray(colors)
    if not colors.size and colors.ndim == 2 and images.ndim == 4 and colors.shape[1] < images.shape[3]:
        raise errors.invalid(
            f"colors must have equal or more channels than the image provided: {brackets(colors.shape)}"
        )
    return _draw(images, boxes, colors)


@export("image.draw_bounding_boxes")
def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, name: str | None = None, colors: Any = None) -> Tensor:
    """Draws boxes into images.

    Args:
      images: float images [batch, height, width, channels].
      boxes: [batch, boxes, 4]: top, left, bottom and right as parts of height and width.
      name: a name for the operation.
      colors: [colors, channels], taken in turn; ten colours by default.

    >>> import penstock as tf
    >>> drawn = tf.image.draw_bounding_boxes(tf.zeros([1, 4, 4, 1]), [[[0.0, 0.0, 0.75, 0.75]]], colors=[[1.0]])
    >>> tf.Session().run(drawn)[0, :, :, 0]
    array([[1., 1., 1., 0.],
           [1., 0., 1., 0.],
           [1., 1., 1., 0.],
           [0., 0., 0., 0.]], dtype=float32)
    """
    if colors is None:
        return apply("DrawBoundingBoxes", name, images=images, boxes=boxes)
    return apply("DrawBoundingBoxesV2", name, images=images, boxes=boxes, colors=colors)


# -- a random box -----------------------------------------------------------------------------------------------------


class _Numbers:
    """32-bit random numbers one by one."""

    def __init__(self, key: Any, counter: Any, count: int) -> None:
        self._words = iter(philox.random_bits(np, key, counter, count).ravel().tolist())

    def float(self) -> np.float32:
        bits = np.uint32((127 << 23) | (next(self._words) & 0x7FFFFF))
        return _F(bits.view(_F) - _F(1))

    def below(self, n: int) -> int:
        return next(self._words) % n


def _round(x: Any) -> int:
    return int(np.rint(_F(x)))


def _random_crop(
    width: int, height: int, low: Any, high: Any, aspect: np.float32, numbers: _Numbers
) -> tuple[Any, Any, int, Any] | None:
    """A random rectangle (x, y, width, height) with an area in a range; None if there is none."""
    if high <= 0 or aspect <= 0 or width <= 0 or height <= 0 or low > high:
        return None
    least = _F(_F(low) * _F(width)) * _F(height)
    most = _F(_F(high) * _F(width)) * _F(height)
    tall = _round(np.sqrt(_F(least / aspect)))
    limit = _round(np.sqrt(_F(most / aspect)))
    if _round(_F(limit) * aspect) > width:
        limit = int((width + 0.5 - float(_F(0.0000001))) / float(aspect))
    limit = min(limit, height)
    tall = min(tall, limit)
    if tall < limit:
        tall += numbers.below(limit - tall + 1)
    wide = _round(_F(tall) * aspect)
    if wide * tall < least:
        tall += 1
        wide = _round(_F(tall) * aspect)
    if wide * tall > most:
        tall -= 1
        wide = _round(_F(tall) * aspect)
    if not (least <= wide * tall <= most and 0 < wide <= width and 0 < tall <= height):
        return None
    y = numbers.below(height - tall) if tall < height else 0
    x = numbers.below(width - wide) if wide < width else 0
    return x, y, wide, tall


def _covers(crop: tuple, least: Any, boxes: list) -> bool:
    x, y, wide, tall = crop
    for left, top, right, bottom in boxes:
        area = (right - left) * (bottom - top)
        if area < 1:
            continue
        across = min(x + wide, right) - max(x, left)
        down = min(y + tall, bottom) - max(y, top)
        if across > 0 and down > 0 and _F(across * down) / _F(area) >= least:
            return True
        if least <= 0:
            return True
    return False


def _distorted(
    size: Any, boxes: np.ndarray, covered: Any, aspects: Any, areas: Any, attempts: int, whole: bool, ctx: Any
):
    if np.shape(size) != (3,):
        raise errors.invalid(
            f"image_size must be 1-dimensional and contain 3 elements, got shape {brackets(np.shape(size))}"
        )
    if boxes.ndim != 3 or boxes.shape[-1] != 4:
        raise errors.invalid(
            f"input boxes must be 3-dimensional [batch, num_boxes, coords], got {brackets(boxes.shape)}"
        )
    height, width = int(size[0]), int(size[1])
    if height <= 0 or width <= 0 or size[2] <= 0:
        raise errors.invalid("image height, width and channels must be positive")
    if attempts <= 0:
        raise errors.invalid(f"Max attempts must be non-negative: {attempts}")
    if not 0 <= covered <= 1:
        raise errors.invalid(f"Min object covered must be in [0, 1], got {covered:g}")
    rows = boxes.reshape(-1, 4)
    for box in rows:
        if (box < 0).any() or (box > 1).any() or box[0] >= box[2] or box[1] >= box[3]:
            raise errors.invalid(
                "All bounding box coordinates must be in [0.0, 1.0] and min below max: " + str(box.tolist())
            )
    if not len(rows):
        if not whole:
            raise errors.invalid(
                "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish to not "
                "provide any bounding boxes."
            )
        rows = np.array([[0, 0, 1, 1]], _F)
    scaled = (rows * np.array([height, width, height, width], _F)).astype(np.int64)
    objects = [(left, top, right, bottom) for top, left, bottom, right in scaled.tolist()]
    key, counter = ctx.philox(attempts)
    numbers = _Numbers(key, counter, attempts)
    low, high = (_F(v) for v in aspects)
    crop = (0, 0, width, height)
    for _ in range(attempts):
        aspect = _F(numbers.float() * _F(high - low) + low)
        found = _random_crop(width, height, _F(areas[0]), _F(areas[1]), aspect, numbers)
        if found is not None and _covers(found, _F(covered), objects):
            crop = found
            break
    x, y, wide, tall = crop
    kind = np.asarray(size).dtype
    box = np.array([_F(y) / _F(height), _F(x) / _F(width), _F(y + tall) / _F(height), _F(x + wide) / _F(width)], _F)
    return np.array([y, x, 0], kind), np.array([tall, wide, -1], kind), box.reshape(1, 1, 4)


def _distorted_rule(c):
    size, boxes = rule.with_rank(c.shape(0), 1), rule.with_rank(c.shape(1), 3)
    rule.check_scalars(c, *range(2, len(c.shapes)))
    rule.with_value(rule.dim(size, 0), 3)
    rule.with_value(rule.dim(boxes, 2), 4)
    return [[3], [3], [1, 1, 4]]


@op("SampleDistortedBoundingBoxV2", shape=_distorted_rule, host=True)
def _sample_v2(
    xp,
    image_size,
    bounding_boxes,
    min_object_covered,
    *,
    aspect_ratio_range,
    area_range,
    max_attempts,
    use_image_if_no_bounding_boxes,
    ctx,
):
    return _distorted(image_size, bounding_boxes, min_object_covered, aspect_ratio_range, area_range, max_attempts,
                      use_image_if_no_bounding_boxes, ctx)  # fmt: skip


@op("SampleDistortedBoundingBox", shape=_distorted_rule, host=True)
def _sample(
    xp,
    image_size,
    bounding_boxes,
    *,
    min_object_covered,
    aspect_ratio_range,
    area_range,
    max_attempts,
    use_image_if_no_bounding_boxes,
    ctx,
):
    return _distorted(image_size, bounding_boxes, min_object_covered, aspect_ratio_range, area_range, max_attempts,
                      use_image_if_no_bounding_boxes, ctx)  # fmt: skip


@export("image.sample_distorted_bounding_box")
def sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: Any,
    seed: int | None = None,
    seed2: int | None = None,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """Chooses a random box that covers enough of an object.

    Args:
      image_size: height, width and channels of the image.
      bounding_boxes: [batch, boxes, 4]: the objects, as parts of height and width.
      seed, seed2: seeds.
      min_object_covered: which part of one of the objects the box covers at least.
      aspect_ratio_range: of width to height, 0.75 to 1.33 by default.
      area_range: parts of the image's area, 0.05 to 1 by default.
      max_attempts: after so many (100) the box is the whole image.
      use_image_if_no_bounding_boxes: whether the image is the object if there are none.
      name: a name for the operations.

    Returns:
      `begin` and `size` for `tf.slice`, and the box itself, [1, 1, 4].

    >>> import penstock as tf
    >>> begin, size, box = tf.image.sample_distorted_bounding_box(
    ...     [8, 8, 3], [[[0.0, 0.0, 1.0, 1.0]]], min_object_covered=1.0, aspect_ratio_range=[1.0, 1.0])
    >>> print(*tf.Session().run([begin, size, box]))
    [0 0 0] [ 8  8 -1] [[[0. 0. 1. 1.]]]
    """
    with name_scope(name, "sample_distorted_bounding_box"):
        return apply(
            "SampleDistortedBoundingBoxV2",
            name,
            image_size=image_size,
            bounding_boxes=bounding_boxes,
            seed=seed,
            seed2=seed2,
            min_object_covered=min_object_covered,
            aspect_ratio_range=aspect_ratio_range,
            area_range=area_range,
            max_attempts=max_attempts,
            use_image_if_no_bounding_boxes=use_image_if_no_bounding_boxes,
        )


no_gradient("DrawBoundingBoxes", "DrawBoundingBoxesV2", "SampleDistortedBoundingBox", "SampleDistortedBoundingBoxV2")
