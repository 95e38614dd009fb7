"""What is done to a picture before a model sees it, in one go: cast, scaled, resized, cropped, mirrored, moved to a range.

The arithmetic is that of the single steps, to the last bit; but an image is read a few lines at a time, and only where it
is looked at, and what is written is the result alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.ops.backend import memory
from penstock.ops.image import resize as image_resize
from penstock.ops.image import resize_native

_F = np.float32
# Arithmetic of a number and a value that is the same for all: see `resize_native.lines`.
Then = Sequence[tuple[str, Any]]
_UFUNCS: dict[str, Callable] = {
    "Add": np.add,
    "Sub": np.subtract,
    "From": lambda x, value, out: np.subtract(value, x, out),
    "Mul": np.multiply,
    "Div": np.divide,
}


def finished(pixels: np.ndarray, turned: tuple[bool, bool], then: Then, make: Callable = memory.empty) -> np.ndarray:
    """A picture that is mirrored and moved to a range, by NumPy.

    Args:
      pixels: the picture, float32[height, width, depth].
      turned: whether up is down, and left is right.
      then: the arithmetic.
      make: where the result lies, as `memory.empty`.
    """
    out = make(pixels.shape, pixels.dtype)
    out[...] = pixels[tuple(slice(None, None, -1) if turn else slice(None) for turn in turned)]
    for kind, value in then:
        _UFUNCS[kind](out, value, out)
    return out


@functools.lru_cache(maxsize=256)
def _columns(wide: int, width: int, align: bool, half: bool, depth: int, first: int, last: int, turned: bool) -> tuple:
    """Which numbers of a line are looked at, and between which of these the columns first..last lie, and where."""
    low, high, part = (x[first * depth : last * depth] for x in image_resize.in_line(wide, width, align, half, depth))
    left, right = int(low[0]), int(high[-1]) + 1
    low, high = ((x - left).astype(np.int32) for x in (low, high))
    if turned:
        low, high, part = (np.ascontiguousarray(x.reshape(-1, depth)[::-1]).ravel() for x in (low, high, part))
    return slice(left, right), resize_native.Along(low, high, part, np.int32)


@functools.lru_cache(maxsize=256)
def _lines(tall: int, height: int, align: bool, half: bool, first: int, last: int, turned: bool) -> tuple:
    """The same for the lines first..last."""
    upper, lower, down = (x[first:last] for x in image_resize.linear(tall, height, align, half))
    top, bottom = int(upper[0]), int(lower[-1]) + 1
    order = slice(None, None, -1 if turned else 1)
    found = resize_native.Along((upper - top)[order], (lower - top)[order], down[order], np.int64)
    return slice(top, bottom), found


@functools.lru_cache(maxsize=1024)
def _part(
    tall: int, wide: int, depth: int, how: tuple, rows: tuple, columns: tuple, turned: tuple[bool, bool]
) -> tuple:
    """Which lines and numbers of an image are looked at, how they become the result's, and its shape."""
    height, width, align, half = how
    above, down = _lines(tall, height, align, half, *rows, turned[0])
    beside, across = _columns(wide, width, align, half, depth, *columns, turned[1])
    return (above, beside), across, down, (len(down[0]), len(across[0]) // depth, depth)


def scaled_bilinear(
    image: np.ndarray,
    scale: np.float32 | None,
    height: int,
    width: int,
    align: bool,
    half: bool,
    rows: slice = slice(None),
    columns: slice = slice(None),
    turned: tuple[bool, bool] = (False, False),
    then: Then = (),
    make: Callable = memory.empty,
) -> np.ndarray:
    """Some rows and columns of an image of bytes, `[h, w, depth]`, cast to float32, scaled, resized and `finished`.

    Args:
      image: the image.
      scale: what its numbers are multiplied with.
      height: that of the whole resized image.
      width: that of the whole resized image.
      align: as ResizeBilinear's `align_corners`.
      half: as ResizeBilinear's `half_pixel_centers`.
      rows: those that are wanted.
      columns: those that are wanted.
      turned: as for `finished`.
      then: as for `finished`.
      make: as for `finished`.

    Raises:
      InvalidArgumentError: the image is empty.
    """
    tall, wide, depth = image.shape
    if not image.size:
        raise errors.invalid("input image must be of non-zero size")
    image_resize.check_corners(align, half)
    if (tall, wide) == (height, width):
        pixels = image[rows, columns].astype(_F)
        return finished(pixels if scale is None else np.multiply(pixels, scale, pixels), turned, then, make)
    how = height, width, align, half
    limits = rows.indices(height)[:2], columns.indices(width)[:2]
    where, across, down, shape = _part(tall, wide, depth, how, *limits, turned)
    source = image.reshape(tall, wide * depth)[where]
    out = make(shape, _F)
    if not resize_native.lines(source, scale, across, down, out, then):
        _by_numpy(source, scale, across, down, out.reshape(shape[0], -1))
        for kind, value in then:
            _UFUNCS[kind](out, value, out)
    return out


def _by_numpy(source: np.ndarray, scale: np.float32 | None, across: tuple, down: tuple, out: np.ndarray) -> None:
    """Fills `out` with the resized lines: as many at a time as stay in a processor's cache."""
    (low, high, part), (upper, lower, share) = across, down
    count, wide = len(source), len(part)
    step = max(1, min(image_resize.AT_ONCE // source.shape[1], count))
    many = max(1, min(image_resize.AT_ONCE // wide, len(out)))
    floats, near, lines, above = image_resize.scratch(step * source.shape[1], step * wide, count * wide, many * wide)
    floats, near, lines, above = floats.reshape(step, -1), *(x.reshape(-1, wide) for x in (near, lines, above))
    for at in range(0, count, step):
        some = source[at : at + step]
        numbers, right = floats[: len(some)], lines[at : at + step]
        numbers[...] = some
        if scale is not None:
            numbers *= scale
        # Indices are right; with the other modes NumPy makes a copy of `out` for the case that they are not.
        image_resize.blend(numbers.take(low, 1, near[: len(some)], "wrap"), numbers.take(high, 1, right, "wrap"), part)
    for at in range(0, len(out), many):
        result = out[at : at + many]
        over = lines.take(upper[at : at + many], 0, above[: len(result)], "wrap")
        image_resize.blend(over, lines.take(lower[at : at + many], 0, result, "wrap"), share[at : at + many, None])
