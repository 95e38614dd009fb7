"""Boxes in images: drawing, choosing and cropping them, patches and glimpses."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops._define import brackets
from penstock.ops.backend import arrays, philox
from penstock.util.deprecation import deprecated_argument_lookup

_F = np.float32


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


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
        raise _invalid("The rank of the images should be 4")
    if boxes.ndim != 3:
        raise _invalid("The rank of the boxes tensor should be 3")
    if images.shape[0] != boxes.shape[0]:
        raise _invalid("The batch sizes should be the same")
    batch, height, width, depth = images.shape
    if depth not in (1, 3, 4):
        raise _invalid("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    if not colors.size:
        colors = _PALETTE
    if depth == 1:
        colors = np.ones_like(colors)
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


@op("DrawBoundingBoxes", shape=rule.same, host=True)
def _draw_boxes(xp, images, boxes):
    return _draw(images, boxes, _PALETTE)


@op("DrawBoundingBoxesV2", shape=rule.same, host=True)
def _draw_boxes_v2(xp, images, boxes, colors):
    return _draw(images, boxes, np.asarray(colors))


@export("image.draw_bounding_boxes")
def draw_bounding_boxes(images: Any, boxes: Any, name: str | None = None, colors: Any = None) -> Tensor:
    """Draws boxes into images.

    Args:
      images: float images [batch, height, width, channels].
      boxes: [batch, boxes, 4]: top, left, bottom and right as parts of height and width.
      name: a name for the operation.
      colors: [colors, channels], taken in turn; ten colours by default.
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


def _random_crop(width: int, height: int, low: Any, high: Any, aspect: np.float32, numbers: _Numbers) -> Any:
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
        raise _invalid(f"image_size must be 1-dimensional and contain 3 elements, got shape {brackets(np.shape(size))}")
    if boxes.ndim != 3 or boxes.shape[-1] != 4:
        raise _invalid(f"input boxes must be 3-dimensional [batch, num_boxes, coords], got {brackets(boxes.shape)}")
    height, width = int(size[0]), int(size[1])
    if height <= 0 or width <= 0 or size[2] <= 0:
        raise _invalid("image height, width and channels must be positive")
    if not 0 <= covered <= 1:
        raise _invalid(f"Min object covered must be in [0, 1], got {covered:g}")
    rows = boxes.reshape(-1, 4)
    for box in rows:
        if (box < 0).any() or (box > 1).any() or box[0] >= box[2] or box[1] >= box[3]:
            raise _invalid("All bounding box coordinates must be in [0.0, 1.0] and min below max: " + str(box.tolist()))
    if not len(rows):
        if not whole:
            raise _invalid(
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


_DISTORTED = rule.fixed([3], [3], [1, 1, 4])


@op("SampleDistortedBoundingBoxV2", shape=_DISTORTED, host=True)
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


@op("SampleDistortedBoundingBox", shape=_DISTORTED, host=True)
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
    image_size: Any,
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


# -- cropping ---------------------------------------------------------------------------------------------------------


def _crop_rule(c):
    images, boxes = rule.with_rank(c.shape(0), 4), rule.with_rank(c.shape(1), 2)
    size = c.const_as_shape(3)
    height, width = (None, None) if size.ndims is None else size.as_list()
    return [TensorShape([boxes.as_list()[0], height, width, images.as_list()[3]])]


def _places(xp: Any, boxes: Any, first: int, size: int, out: int) -> tuple[Any, Any]:
    """Where the output rows (first 0) or columns (1) of each box lie, and the slope of that with the box."""
    low, high = boxes[:, first, None], boxes[:, first + 2, None]
    edge = _F(size - 1)
    if out > 1:
        step = (high - low) * edge / _F(out - 1)
        return low * edge + xp.arange(out).astype(_F)[None] * step, None
    return xp.broadcast_to(_F(0.5) * (low + high) * edge, (boxes.shape[0], 1)), None


def _check_boxes(xp: Any, boxes: Any, index: Any, batch: int) -> None:
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise _invalid(f"boxes must be 2-D{brackets(boxes.shape)}")
    check(
        ((index >= 0) & (index < batch)).all(), errors.OutOfRangeError, "box_index has values outside [0, batch_size)"
    )


@op("CropAndResize", shape=_crop_rule, static=("crop_size",))
def _crop_and_resize(xp, image, boxes, index, crop_size, *, method, extrapolation_value):
    batch, height, width, _ = image.shape
    _check_boxes(xp, boxes, index, batch)
    rows, columns = (int(v) for v in crop_size)
    if rows <= 0 or columns <= 0:
        raise _invalid("crop dimensions must be positive")
    index = xp.clip(index, 0, max(batch - 1, 0))
    y, _ = _places(xp, boxes, 0, height, rows)
    x, _ = _places(xp, boxes, 1, width, columns)
    good = ((y >= 0) & (y <= height - 1))[:, :, None, None] & ((x >= 0) & (x <= width - 1))[:, None, :, None]
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


def _rounded(xp: Any, x: Any) -> Any:
    return xp.floor(x + _F(0.5)).astype(np.int64)


def _corners(xp: Any, y: Any, x: Any, height: int, width: int) -> Any:
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
    y, _ = _places(xp, boxes, 0, height, grads.shape[1])
    x, _ = _places(xp, boxes, 1, width, grads.shape[2])
    good = ((y >= 0) & (y <= height - 1))[:, :, None, None] & ((x >= 0) & (x <= width - 1))[:, None, :, None]
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
    y, _ = _places(xp, boxes, 0, height, rows)
    x, _ = _places(xp, boxes, 1, width, columns)
    good = ((y >= 0) & (y <= height - 1))[:, :, None, None] & ((x >= 0) & (x <= width - 1))[:, None, :, None]
    (top, bottom, down), (left, right, across) = _corners(xp, y, x, height, width)
    across, down = across[:, None, :, None], down[:, :, None, None]
    which = xp.clip(index, 0, max(batch - 1, 0))[:, None, None]

    def at(i: Any, j: Any) -> Any:
        return image[which, i[:, :, None], j[:, None, :]].astype(_F)

    tl, tr, bl, br = at(top, left), at(top, right), at(bottom, left), at(bottom, right)
    grads = xp.where(good, grads, _F(0))
    slope_y = ((1 - across) * (bl - tl) + across * (br - tr)) * grads
    slope_x = ((1 - down) * (tr - tl) + down * (br - bl)) * grads
    out = []
    for slope, size, count, axis in ((slope_y, height, rows, 1), (slope_x, width, columns, 2)):
        edge = _F(size - 1)
        if count > 1:
            # The first edge of the box moves its first pixel by all, its last by nothing.
            ratio = xp.arange(count).astype(_F) * edge / _F(count - 1)
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
    image: Any,
    boxes: Any,
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


# -- glimpses and patches ---------------------------------------------------------------------------------------------


def _glimpse_rule(c):
    images = rule.with_rank(c.shape(0), 4)
    size = c.const_as_shape(1)
    height, width = (None, None) if size.ndims is None else size.as_list()
    batch, _, _, depth = images.as_list()
    return [TensorShape([batch, height, width, depth])]


@op("ExtractGlimpse", shape=_glimpse_rule, host=True)
def _extract_glimpse(xp, images, size, offsets, *, centered, normalized, uniform_noise, noise):
    if images.ndim != 4:
        raise _invalid(f"input must be 4-dimensional{brackets(images.shape)}")
    batch, height, width, depth = images.shape
    if offsets.shape != (batch, 2):
        raise _invalid(f"offset should have shape [{batch},2], got {brackets(offsets.shape)}")
    rows, columns = (int(v) for v in size)
    generator = np.random.default_rng()
    out = np.empty((batch, rows, columns, depth), _F)
    for b in range(batch):
        y, x = (_F(v) for v in offsets[b])
        if normalized:
            y, x = y * _F(height), x * _F(width)
        if centered:
            y, x = y / _F(2) + _F(height / 2), x / _F(2) + _F(width / 2)
        top, left = int(y - _F(rows / 2)), int(x - _F(columns / 2))
        if noise == "zero":
            out[b] = 0
        elif uniform_noise or noise == "uniform":
            out[b] = generator.random((rows, columns, depth), _F)
        else:
            mean, deviation = images[b].mean(axis=(0, 1)), images[b].std(axis=(0, 1))
            out[b] = np.clip(generator.normal(mean, deviation, (rows, columns, depth)), 0, 1)
        a, c = max(top, 0), min(top + rows, height)
        d, e = max(left, 0), min(left + columns, width)
        if a < c and d < e:
            out[b, a - top : c - top, d - left : e - left] = images[b, a:c, d:e]
    return out


@export("image.extract_glimpse")
def extract_glimpse(
    input: Any,
    size: Any,
    offsets: Any,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    name: str | None = None,
) -> Tensor:
    """Cuts a window around a point out of each image; what is outside of the image is noise.

    Args:
      input: float images [batch, height, width, channels].
      size: height and width of the windows.
      offsets: [batch, 2]: the points, (y, x).
      centered: whether (0, 0) is the middle of an image, not its corner.
      normalized: whether offsets are parts of height and width.
      uniform_noise: uniform noise, or noise with mean and variance of the image.
      name: a name for the operation.
    """
    attrs = {"centered": centered, "normalized": normalized, "uniform_noise": uniform_noise}
    return apply("ExtractGlimpse", name, input=input, size=size, offsets=offsets, **attrs)


def _window(size: int | None, kernel: int, stride: int, rate: int, padding: str) -> tuple[int | None, int]:
    """How many windows there are, and how much padding comes before the first."""
    effective = kernel + (kernel - 1) * (rate - 1)
    if size is None:
        return None, 0
    if padding == "VALID":
        return max(-(-(size - effective + 1) // stride), 0), 0
    count = -(-size // stride)
    return count, max((count - 1) * stride + effective - size, 0) // 2


def _patches_rule(c):
    shape = rule.with_rank(c.shape(0), 4).as_list()
    (_, kh, kw, _), (_, sh, sw, _), (_, rh, rw, _) = (c.attr(a) for a in ("ksizes", "strides", "rates"))
    rows, _ = _window(shape[1], kh, sh, rh, c.attr("padding"))
    columns, _ = _window(shape[2], kw, sw, rw, c.attr("padding"))
    return [TensorShape([shape[0], rows, columns, None if shape[3] is None else kh * kw * shape[3]])]


@op("ExtractImagePatches", shape=_patches_rule)
def _extract_patches(xp, images, *, ksizes, strides, rates, padding):
    batch, height, width, depth = images.shape
    index = []
    for size, axis in ((height, 1), (width, 2)):
        count, before = _window(size, ksizes[axis], strides[axis], rates[axis], padding)
        index.append(np.arange(count)[:, None] * strides[axis] + np.arange(ksizes[axis]) * rates[axis] - before)
    rows, columns = index
    inside = ((rows >= 0) & (rows < height))[:, None, :, None] & ((columns >= 0) & (columns < width))[None, :, None, :]
    i = np.clip(rows, 0, height - 1)[:, None, :, None]
    j = np.clip(columns, 0, width - 1)[None, :, None, :]
    found = images[:, i, j]
    if not inside.all():
        found = xp.where(inside[..., None], found, xp.zeros((), images.dtype))
    return found.reshape(batch, rows.shape[0], columns.shape[0], -1)


@gradient("ExtractImagePatches")
def _patches_gradient(op, grad):
    """Each pixel gets the gradients of all places in patches that it was copied to."""
    image = op.inputs[0]
    shape, reshape, transpose = find("shape"), find("reshape"), find("transpose")
    batch, height, width, depth = find("unstack")(shape(image), 4)
    attrs = {a: op.get_attr(a) for a in ("ksizes", "strides", "rates", "padding")}
    numbers = reshape(find("range")(1, height * width + 1), [1, height, width, 1])
    places = apply("ExtractImagePatches", None, images=numbers, **attrs)
    _, kh, kw, _ = attrs["ksizes"]
    rows, columns = shape(grad)[1], shape(grad)[2]
    parts = reshape(grad, [batch, rows, columns, kh * kw, depth])
    parts = reshape(transpose(parts, [1, 2, 3, 0, 4]), [-1, batch * depth])
    total = find("math.unsorted_segment_sum")(parts, reshape(places, [-1]) - 1, height * width)
    result = transpose(reshape(total, [height, width, batch, depth]), [2, 0, 1, 3])
    result.set_shape(image.get_shape())
    return [result]


@export("extract_image_patches", "image.extract_image_patches")
def extract_image_patches(
    images: Any,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    sizes: Any = None,
) -> Tensor:
    """Puts each window of images into the channels of one pixel.

    Args:
      images: [batch, height, width, channels].
      ksizes: an old name of `sizes`.
      strides: steps from one window to the next, [1, rows, columns, 1].
      rates: steps between the pixels of a window, [1, rows, columns, 1].
      padding: "VALID" or "SAME".
      name: a name for the operation.
      sizes: height and width of the windows, [1, rows, columns, 1].
    """
    # In 0.9 the padding came second.
    if isinstance(ksizes, (str, bytes)):
        ksizes, strides, rates, padding = strides, rates, padding, ksizes
    ksizes = deprecated_argument_lookup("sizes", sizes, "ksizes", ksizes)
    attrs = {"ksizes": ksizes, "strides": strides, "rates": rates, "padding": padding}
    return apply("ExtractImagePatches", name, images=images, **attrs)


@export("image.extract_patches")
def extract_patches(images: Any, sizes: Any, strides: Any, rates: Any, padding: str, name: str | None = None) -> Tensor:
    """Puts each window of images into the channels of one pixel; as `extract_image_patches`."""
    return extract_image_patches(images, sizes, strides, rates, padding, name)


no_gradient("DrawBoundingBoxes", "DrawBoundingBoxesV2", "SampleDistortedBoundingBox", "SampleDistortedBoundingBoxV2",
            "ExtractGlimpse")  # fmt: skip
