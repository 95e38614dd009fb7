"""`ScaleAndTranslate`: images of another size by a filter that is sampled at the centers of pixels.

Both directions are products with a matrix of weights, which is computed from the scale, as 1.15 does it, in float32.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.registry import gradient, op
from penstock.ops.image.resize import resized_rule


def _lanczos(radius: float) -> Callable[[np.ndarray], np.ndarray]:
    def weight(x: np.ndarray) -> np.ndarray:
        safe = np.where(x <= 1e-3, 1.0, x)
        found = radius * np.sin(np.pi * safe) * np.sin(np.pi * safe / radius) / (np.pi**2 * safe * safe)
        return np.where(x > radius, 0.0, np.where(x <= 1e-3, 1.0, found))

    return weight


def _cubic(near: tuple[float, ...], far: tuple[float, ...]) -> Callable[[np.ndarray], np.ndarray]:
    def weight(x: np.ndarray) -> np.ndarray:
        return np.where(x >= 2.0, 0.0, np.where(x >= 1.0, np.polyval(far, x), np.polyval(near, x)))

    return weight


# Name → radius, and weight by distance.
_FILTERS: dict[str, tuple[float, Callable[[np.ndarray], np.ndarray]]] = {
    "lanczos1": (1.0, _lanczos(1.0)),
    "lanczos3": (3.0, _lanczos(3.0)),
    "lanczos5": (5.0, _lanczos(5.0)),
    "gaussian": (1.5, lambda x: np.where(x >= 1.5, 0.0, np.exp(-x * x / (2 * 0.5**2)))),
    "box": (0.5, lambda x: np.where(x < 0.5, 1.0, np.where(x == 0.5, 0.5, 0.0))),
    "triangle": (1.0, lambda x: np.maximum(1.0 - x, 0.0)),
    "keyscubic": (2.0, _cubic((1.5, -2.5, 0.0, 1.0), (-0.5, 2.5, -4.0, 2.0))),
    "mitchellcubic": (2.0, _cubic((7 / 6, -2.0, 0.0, 8 / 9), (-7 / 18, 2.0, -10 / 3, 16 / 9))),
}


def _weights(kernel: str, outputs: int, inputs: int, scale: float, translation: float, antialias: bool) -> np.ndarray:
    """The share of each input row in each output row."""
    radius, weight = _FILTERS[kernel]
    inverse = np.float32(1.0) / np.float32(scale)
    wide = max(inverse, np.float32(1.0)) if antialias else np.float32(1.0)
    centers = (np.arange(outputs, dtype=np.float32) + np.float32(0.5)) * inverse - inverse * np.float32(translation)
    positions = np.arange(inputs, dtype=np.float32) + np.float32(0.5)
    distance = np.abs(positions[None, :] - centers[:, None]) / wide
    found = weight(distance).astype(np.float32)
    found[distance > radius] = 0
    found[(centers < 0) | (centers > inputs)] = 0
    total = found.sum(1, keepdims=True)
    return np.divide(found, total, out=np.zeros_like(found), where=np.abs(total) >= 1000 * np.finfo(np.float32).tiny)


def _both(images_shape, size, scale, translation, kernel_type, antialias):
    height, width = images_shape[1:3]
    return (
        _weights(kernel_type, int(size[0]), height, float(scale[0]), float(translation[0]), antialias),
        _weights(kernel_type, int(size[1]), width, float(scale[1]), float(translation[1]), antialias),
    )


@op("ScaleAndTranslate", shape=resized_rule, static=("size", "scale", "translation"))
def _scale_and_translate(xp, images, size, scale, translation, *, kernel_type, antialias):
    rows, columns = _both(images.shape, size, scale, translation, kernel_type, antialias)
    return xp.einsum("oh,pw,bhwc->bopc", rows, columns, images.astype(np.float32)).astype(np.float32)


@op("ScaleAndTranslateGrad", shape=rule.same_as(1), static=("scale", "translation"))
def _scale_and_translate_grad(xp, grads, original_image, scale, translation, *, kernel_type, antialias):
    rows, columns = _both(original_image.shape, grads.shape[1:3], scale, translation, kernel_type, antialias)
    return xp.einsum("oh,pw,bopc->bhwc", rows, columns, grads).astype(np.float32)


@gradient("ScaleAndTranslate")
def _gradient(op, grad):
    names = ("kernel_type", "antialias")
    found = apply(
        "ScaleAndTranslateGrad",
        grads=grad,
        original_image=op.inputs[0],
        scale=op.inputs[2],
        translation=op.inputs[3],
        **{name: op.get_attr(name) for name in names},
    )
    return [found, None, None, None]
