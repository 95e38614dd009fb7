"""Patches and glimpses: many windows of an image, in a grid or around given points."""

from __future__ import annotations

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import SizesLike, TensorLike
from penstock.ops.common.definitions import brackets
from penstock.util.deprecation import deprecated_argument_lookup

_F = np.float32


def _glimpse_rule(c):
    batch, _, _, depth = rule.with_rank(c.shape(0), 4).as_list()
    count, pair = rule.with_rank(c.shape(2), 2).as_list()
    batch = rule.merge_dims(batch, count)
    rule.with_value(pair, 2)
    if c.attr("uniform_noise") and c.attr("noise") not in ("", "uniform"):
        raise ValueError("The uniform_noise and noise should not be specified at the same time")
    return [TensorShape([batch, *rule.size_pair(c, 1), depth])]


@op("ExtractGlimpse", shape=_glimpse_rule, host=True)
def _extract_glimpse(xp, images, size, offsets, *, centered, normalized, uniform_noise, noise):
    if images.ndim != 4:
        raise errors.invalid(f"input must be 4-dimensional{brackets(images.shape)}")
    batch, height, width, depth = images.shape
    if offsets.shape != (batch, 2):
        raise errors.invalid(f"offset should have shape [{batch},2], got {brackets(offsets.shape)}")
    if noise not in ("", "uniform", "gaussian", "zero"):
        raise errors.invalid(f"The noise could only be uniform, gaussian, or zero, got{noise}")
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
            low, high = (images[b].min(), images[b].max()) if images[b].size else (_F(0), _F(0))
            out[b] = low + generator.random((rows, columns, depth), _F) * (high - low)
        else:
            mean, deviation = images[b].mean(axis=(0, 1)), images[b].std(axis=(0, 1))
            drawn = generator.normal(mean, deviation, (rows, columns, depth))
            out[b] = np.clip(drawn, images[b].min(axis=(0, 1)), images[b].max(axis=(0, 1)))
        a, c = max(top, 0), min(top + rows, height)
        d, e = max(left, 0), min(left + columns, width)
        if a < c and d < e:
            out[b, a - top : c - top, d - left : e - left] = images[b, a:c, d:e]
    return out


no_gradient("ExtractGlimpse")


@export("image.extract_glimpse")
def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
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
      uniform_noise: not used. As in 1.15 the noise is uniform, between the smallest and the largest value of the image.
      name: a name for the operation.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> glimpse = tf.image.extract_glimpse(image, [2, 2], [[0.0, 0.0]])
    >>> tf.Session().run(glimpse)[0, :, :, 0]
    array([[ 5.,  6.],
           [ 9., 10.]], dtype=float32)
    """
    attrs = {"centered": centered, "normalized": normalized, "uniform_noise": uniform_noise}
    return apply("ExtractGlimpse", name, input=input, size=size, offsets=offsets, **attrs)


def _window(size: int, kernel: int, stride: int, rate: int, padding: str) -> tuple[int, int]:
    """How many windows there are, and how much padding comes before the first."""
    effective = kernel + (kernel - 1) * (rate - 1)
    if padding == "VALID":
        return max(-(-(size - effective + 1) // stride), 0), 0
    count = -(-size // stride)
    return count, max((count - 1) * stride + effective - size, 0) // 2


def _patches_rule(c):
    shape = rule.with_rank(c.shape(0), 4).as_list()
    for name in ("ksizes", "strides", "rates"):
        if len(c.attr(name)) != 4:
            count = len(c.attr(name))
            raise ValueError(f"ExtractImagePatches requires the {name} attribute to contain 4 values, but got: {count}")
    (_, kh, kw, _), (_, sh, sw, _), (_, rh, rw, _) = (c.attr(a) for a in ("ksizes", "strides", "rates"))
    rows = columns = None
    _, height, width, _ = shape
    if height is not None and width is not None:  # 1.15 tells both or none
        rows = rule.windows(height, kh + (kh - 1) * (rh - 1), sh, c.attr("padding"))
        columns = rule.windows(width, kw + (kw - 1) * (rw - 1), sw, c.attr("padding"))
    return [TensorShape([shape[0], rows, columns, None if shape[3] is None else kh * kw * shape[3]])]


@op("ExtractImagePatches", shape=_patches_rule)
def _extract_patches(xp, images, *, ksizes, strides, rates, padding):
    for name, values in (("ksizes", ksizes), ("strides", strides), ("rates", rates)):
        if values[0] != 1 or values[3] != 1:
            raise errors.UnimplementedError(None, None, f"Only support {name} across space.")
        if min(values) < 1:
            raise errors.OutOfRangeError(None, None, f"{name} is out of range.")
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
    return found.reshape(batch, rows.shape[0], columns.shape[0], ksizes[1] * ksizes[2] * depth)


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
    images: TensorLike,
    ksizes: SizesLike | None = None,
    strides: SizesLike | None = None,
    rates: TensorLike | None = None,
    padding: str | None = None,
    name: str | None = None,
    sizes: SizesLike | None = None,
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

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(16), [1, 4, 4, 1])
    >>> patches = tf.extract_image_patches(image, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID")
    >>> tf.Session().run(patches)[0, 0].tolist()
    [[0, 1, 4, 5], [2, 3, 6, 7]]
    """
    ksizes = deprecated_argument_lookup("sizes", sizes, "ksizes", ksizes)
    attrs = {"ksizes": ksizes, "strides": strides, "rates": rates, "padding": padding}
    return apply("ExtractImagePatches", name, images=images, **attrs)


@export("image.extract_patches")
def extract_patches(
    images: TensorLike, sizes: SizesLike, strides: SizesLike, rates: TensorLike, padding: str, name: str | None = None
) -> Tensor:
    """Puts each window of images into the channels of one pixel; as `extract_image_patches`.

    Args:
      images: `[batch, height, width, channels]`.
      sizes: the size of the window, `[1, rows, columns, 1]`.
      strides: how far windows are apart, `[1, rows, columns, 1]`.
      rates: how far elements of one window are apart, `[1, rows, columns, 1]`.
      padding: "VALID" for windows inside of the images only, or "SAME".
      name: a name for the operation.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(16), [1, 4, 4, 1])
    >>> patches = tf.image.extract_patches(image, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID")
    >>> tf.Session().run(patches)[0, 1].tolist()
    [[8, 9, 12, 13], [10, 11, 14, 15]]
    """
    return extract_image_patches(images, sizes, strides, rates, padding, name)
