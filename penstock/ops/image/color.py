"""Colours of images: RGB and HSV, and the operations that change hue, saturation and contrast."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import brackets, function


def _colored(c):
    shape = rule.with_rank_at_least(c.shape(0), 1)
    channels = rule.with_value(rule.dim(shape, -1), 3)
    return [shape if shape.ndims is None else shape[:-1].concatenate([channels])]


def _channels(images: Any) -> tuple[Any, Any, Any]:
    if not images.ndim:
        raise errors.invalid("input must be at least 1D")
    if images.shape[-1] != 3:
        raise errors.invalid(f"input must have 3 channels but instead has {images.shape[-1]} channels.")
    return images[..., 0], images[..., 1], images[..., 2]


def _to_hsv(xp: ModuleType, r: Array, g: Array, b: Array) -> tuple[Any, Any, Any]:
    value = xp.maximum(xp.maximum(r, g), b)
    width = value - xp.minimum(xp.minimum(r, g), b)
    saturation = xp.where(value > 0, width / xp.where(value > 0, value, 1), 0 * value)
    norm = 1 / (6 * xp.where(width > 0, width, 1))
    third = value.dtype.type(2.0 / 6.0)
    hue = xp.where(r == value, norm * (g - b), xp.where(g == value, norm * (b - r) + third, norm * (r - g) + 2 * third))
    hue = xp.where(width > 0, hue, 0 * hue)
    return xp.where(hue < 0, hue + 1, hue), saturation, value


def _to_rgb(xp: ModuleType, h: Array, s: Array, v: Array) -> Any:
    """HSV to RGB, with the channels in the last dimension."""
    turn = h * 6
    parts = (xp.abs(turn - 3) - 1, 2 - xp.abs(turn - 2), 2 - xp.abs(turn - 4))
    return xp.stack([((1 - s) + s * xp.clip(p, 0, 1)) * v for p in parts], axis=-1)


@op("RGBToHSV", shape=_colored)
def _rgb_to_hsv(xp, images, *, T):
    return xp.stack(_to_hsv(xp, *_channels(images)), axis=-1).astype(T.storage)


@op("HSVToRGB", shape=_colored)
def _hsv_to_rgb(xp, images, *, T):
    return _to_rgb(xp, *_channels(images)).astype(T.storage)


def _computed(xp: ModuleType, images: Array) -> Any:
    """Half precision is computed in single precision, as the runtime does."""
    return images.astype(np.float32)


def _check_images(images: Any, scalar: Any, name: str) -> None:
    if images.ndim < 3:
        raise errors.invalid(f"input must be at least 3-D, got shape{brackets(images.shape)}")
    if np.ndim(scalar):
        raise errors.invalid(f"{name} must be scalar: {brackets(np.shape(scalar))}")
    if images.shape[-1] != 3:
        raise errors.invalid(f"input must have 3 channels but instead has {images.shape[-1]} channels.")


def _contrast_rule(c):
    rule.check_scalars(c, *range(1, len(c.shapes)))
    return [rule.with_rank_at_least(c.shape(0), 3)]


def _modulo_six(xp: ModuleType, x: Array) -> Any:
    """`x` modulo 6, to the bit, without a division for each bit of the quotient: six times a whole number is exact."""
    rest = x - xp.floor(x / 6) * 6
    return xp.where(rest < 0, rest + 6, rest)


@op("AdjustHue", shape=rule.same_with_rank_at_least(3))
def _adjust_hue(xp, images, delta, *, T):
    _check_images(images, delta, "delta")
    r, g, b = _channels(_computed(xp, images))
    hue, _, value = _to_hsv(xp, r, g, b)
    low = xp.minimum(xp.minimum(r, g), b)
    turn = _modulo_six(xp, hue * 6 + delta * 6)
    parts = (xp.abs(turn - 3) - 1, 2 - xp.abs(turn - 2), 2 - xp.abs(turn - 4))
    out = xp.stack([low + xp.clip(p, 0, 1) * (value - low) for p in parts], axis=-1)
    return out.astype(T.storage)


@op("AdjustSaturation", shape=rule.same_with_rank_at_least(3))
def _adjust_saturation(xp, images, scale, *, T):
    _check_images(images, scale, "scale")
    h, s, v = _to_hsv(xp, *_channels(_computed(xp, images)))
    return _to_rgb(xp, h, xp.clip(s * scale, 0, 1), v).astype(T.storage)


def _with_contrast(xp, images, factor):
    """`factor` times the distance of each pixel from the mean one."""
    if xp is np:
        mean = images.mean(axis=(-3, -2), keepdims=True, dtype=np.float32)
        return (images - mean) * factor + mean
    # A line of pixels is wide, a pixel is not: XLA adds lines, and compares lines with one of mean pixels.
    high, wide, depth = images.shape[-3:]
    lines = images.reshape(*images.shape[:-2], wide * depth)
    total = lines.sum(-2, dtype=np.float32).reshape(*images.shape[:-3], wide, depth).sum(-2)
    mean = xp.tile(total / np.float32(high * wide), wide)[..., None, :]
    return ((lines - mean) * factor + mean).reshape(images.shape)


@op("AdjustContrastv2", shape=_contrast_rule)
def _adjust_contrast(xp, images, factor, *, T):
    if images.ndim < 3:
        raise errors.invalid(f"input must be at least 3-D, got shape{brackets(images.shape)}")
    if np.ndim(factor):
        raise errors.invalid(f"contrast_factor must be scalar: {brackets(np.shape(factor))}")
    wide = _computed(xp, images)
    return _with_contrast(xp, wide, factor).astype(T.storage)


@op("AdjustContrast", shape=_contrast_rule)
def _adjust_contrast_v1(xp, images, factor, low, high):
    check(xp.asarray(low <= high), errors.InvalidArgumentError, "min_value must not be greater than max_value")
    wide = images.astype(np.float32)
    return xp.clip(_with_contrast(xp, wide, factor), low, high).astype(np.float32)


@gradient("RGBToHSV")
def _rgb_to_hsv_gradient(op, grad):
    """By the formulas of 1.15: zero where a channel is not positive, and where a difference vanishes."""
    tf_cast, safe = find("cast"), find("div_no_nan")
    red, green, blue = (op.inputs[0][..., i] for i in range(3))
    saturation, value = op.outputs[0][..., 1], op.outputs[0][..., 2]

    def flag(x: TensorLike) -> Any:
        return tf_cast(x, find("float32"))

    def inverse(x: TensorLike) -> Any:
        return safe(1.0, x)

    square, both = find("square"), find("logical_and")
    big = [
        flag(both(red >= blue, red >= green)),
        flag(both(green > red, green >= blue)),
        flag(both(blue > red, blue > green)),
    ]
    small = [
        flag(both(red < blue, red < green)),
        flag(both(green <= red, green < blue)),
        flag(both(blue <= red, blue <= green)),
    ]
    color = [red, green, blue]
    positive = [flag(x > 0) for x in color]
    hues, saturations = [], []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        first, second = sorted((j, k))
        least = small[first] * color[first] + small[second] * color[second]
        most = big[first] * color[first] + big[second] * color[second]
        saturations.append(positive[i] * (big[i] * least * inverse(square(color[i])) + small[i] * -1 * inverse(most)))
        # In 1.15 the term of the biggest channel is (next - last) for its own turn of the colour wheel.
        own = positive[i] * big[i] * -1 * (color[j] - color[k]) * inverse(square(saturation)) * inverse(square(value))
        turn = own
        turn += positive[j] * big[j] * small[i] * (color[k] - color[j]) * inverse(square(color[i] - color[j]))
        turn += positive[j] * big[j] * small[k] * -1 * inverse(color[j] - color[k])
        turn += positive[k] * big[k] * small[i] * (color[k] - color[j]) * inverse(square(color[k] - color[i]))
        turn += positive[k] * big[k] * small[j] * inverse(color[k] - color[j])
        hues.append(60 * turn / 360)
    stack = find("stack")
    parts = [
        stack([grad[..., 2] * big[i] for i in range(3)], axis=-1),
        stack([grad[..., 1] * s for s in saturations], axis=-1),
        stack([grad[..., 0] * h for h in hues], axis=-1),
    ]
    return parts[0] + parts[1] + parts[2]


no_gradient("AdjustContrast")

rgb_to_hsv = export("image.rgb_to_hsv")(
    function("RGBToHSV", "Changes colours from red, green and blue in [0, 1] to hue, saturation and value.", "images",
             example=">>> tf.Session().run(tf.image.rgb_to_hsv([[[0.5, 1.0, 1.0]]]))\n"
                     "array([[[0.5, 0.5, 1. ]]], dtype=float32)")
)  # fmt: skip
hsv_to_rgb = export("image.hsv_to_rgb")(
    function("HSVToRGB", "Changes colours from hue, saturation and value in [0, 1] to red, green and blue.", "images",
             example=">>> tf.Session().run(tf.image.hsv_to_rgb([[[0.5, 0.5, 1.0]]]))\n"
                     "array([[[0.5, 1. , 1. ]]], dtype=float32)")
)  # fmt: skip
