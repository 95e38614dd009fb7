"""Changing the size of images: bilinear, nearest, bicubic and by area, with 1.x's arithmetic, and their gradients.

Where an output pixel looks, and with which weights, depends on sizes alone: it is computed once, in NumPy and in
float32 as the runtime does it, and is a constant in both tiers.
"""

from __future__ import annotations

import functools
import threading
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import arrays, branch
from penstock.ops.common import memory_check
from penstock.ops.common.definitions import brackets, function
from penstock.ops.image import pixels, resize_native

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

_F = np.float32


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def resized_rule(c):
    """The shape of resized images: input 1 holds the new height and width."""
    batch, _, _, depth = rule.with_rank(c.shape(0), 4).as_list()
    return [TensorShape([batch, *rule.size_pair(c, 1), depth])]


def _sizes(images: Any, size: Any) -> tuple[int, int, int, int]:
    if images.ndim != 4:
        raise _invalid(f"input must be 4-dimensional{brackets(images.shape)}")
    if np.shape(size) != (2,):
        raise _invalid(f"shape_t must have two elements{brackets(np.shape(size))}")
    height, width = (int(v) for v in size)
    if height <= 0 or width <= 0:
        raise _invalid("output dimensions must be positive")
    if not images.shape[1] or not images.shape[2]:
        raise _invalid("input image must be of non-zero size")
    memory_check.check((images.shape[0], height, width, images.shape[3]), np.float32)
    return images.shape[1], images.shape[2], height, width


def check_corners(align: bool, half: bool) -> None:
    if align and half:
        raise _invalid("If half_pixel_centers is True, align_corners must be False.")


def _scale(size: int, out: int, align: bool) -> np.float32:
    return _F(_F(size - 1) / _F(out - 1)) if align and out > 1 else _F(_F(size) / _F(out))


@functools.lru_cache(maxsize=64)
def linear(size: int, out: int, align: bool, half: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each output position the two input positions and how far it is between them."""
    scale = _scale(size, out, align)
    at = np.arange(out, dtype=_F)
    where = (at + _F(0.5)) * scale - _F(0.5) if half else at * scale
    floor = np.floor(where)
    lower = np.maximum(floor.astype(np.int64), 0)
    upper = np.minimum(np.ceil(where).astype(np.int64), size - 1)
    return lower, upper, (where - floor).astype(_F)


@functools.lru_cache(maxsize=64)
def _nearest(size: int, out: int, align: bool, half: bool) -> np.ndarray:
    scale = _scale(size, out, align)
    at = np.arange(out, dtype=_F)
    where = (at + _F(0.5)) * scale if half else at * scale
    # roundf rounds halves away from zero.
    index = np.floor(where + _F(0.5)) if align else np.floor(where)
    return np.clip(index.astype(np.int64), 0, size - 1)


_TABLE = 1024


@functools.cache
def _cubic_table(keys: bool) -> np.ndarray:
    a = _F(-0.5 if keys else -0.75)
    x = (np.arange(_TABLE + 1) * 1.0 / _TABLE).astype(_F)
    near = ((a + _F(2)) * x - (a + _F(3))) * x * x + _F(1)
    x = x + _F(1)
    far = ((a * x - _F(5) * a) * x + _F(8) * a) * x - _F(4) * a
    return np.stack([near, far], axis=1).astype(_F)


@functools.lru_cache(maxsize=64)
def _cubic(size: int, out: int, align: bool, half: bool) -> tuple[np.ndarray, np.ndarray]:
    """For each output position four input positions and their weights."""
    scale = _scale(size, out, align)
    at = np.arange(out, dtype=_F)
    where = (at + _F(0.5)) * scale - _F(0.5) if half else at * scale
    base = np.floor(where).astype(np.int64)
    offset = np.rint((where - base.astype(_F)) * _F(_TABLE)).astype(np.int64)
    table = _cubic_table(half)
    weights = np.stack(
        [table[offset, 1], table[offset, 0], table[_TABLE - offset, 0], table[_TABLE - offset, 1]], axis=1
    )
    wanted = base[:, None] + np.arange(-1, 3)
    index = np.clip(wanted, 0, size - 1)
    if half:
        weights = np.where(index == wanted, weights, _F(0))
        total = weights.sum(axis=1, dtype=_F, keepdims=True)
        weights = np.where(np.abs(total) >= 1000 * np.finfo(_F).tiny, weights * (_F(1) / total), weights)
    return index, weights.astype(_F)


@functools.lru_cache(maxsize=64)
def _area(size: int, out: int, align: bool) -> np.ndarray:
    """Which share of each input position is in each output position: a matrix."""
    scale = _scale(size, out, align)
    begin = np.arange(out, dtype=_F) * scale
    end = np.arange(1, out + 1, dtype=_F) * scale
    i = np.arange(size, dtype=_F)
    first = np.where(i[None] < begin[:, None], np.where(i + 1 > end[:, None], scale, i + 1 - begin[:, None]),
                     np.where(i + 1 > end[:, None], end[:, None] - i, _F(1)))  # fmt: skip
    inside = (i >= np.floor(begin)[:, None]) & (i < np.ceil(end)[:, None])
    matrix = np.where(inside, first, _F(0)).astype(_F)
    # Beyond the last pixel (with aligned corners) it is that pixel again.
    for row, stop in enumerate(np.ceil(end).astype(int)):
        for k in range(size, stop):
            matrix[row, -1] += _F(scale if k < begin[row] and k + 1 > end[row] else k + 1 - begin[row]
                                  if k < begin[row] else end[row] - k if k + 1 > end[row] else 1)  # fmt: skip
    return matrix / scale


def _matrix(size: int, index: np.ndarray, weights: np.ndarray, dtype: Any) -> np.ndarray:
    """Positions with weights as a matrix [out, size]."""
    matrix = np.zeros((len(index), size), dtype)
    rows = np.arange(len(index))
    for k in range(index.shape[1]):
        np.add.at(matrix, (rows, index[:, k]), weights[:, k].astype(dtype))
    return matrix


def _apply(xp: ModuleType, images: Any, rows: np.ndarray, columns: np.ndarray) -> Any:
    """rows · image · columnsᵀ for each image and channel."""
    if xp is np:
        count, height, width, depth = images.shape
        # Two large products, not one for each line.
        lines = images.transpose(0, 1, 3, 2).reshape(count * height * depth, width) @ columns.T
        done = rows @ lines.reshape(count, height, depth * len(columns))
        return np.ascontiguousarray(done.reshape(count, len(rows), depth, len(columns)).transpose(0, 1, 3, 2))
    done = xp.einsum("yh,nhwc->nywc", xp.asarray(rows), images)
    return xp.einsum("xw,nywc->nyxc", xp.asarray(columns), done)


@op("ResizeBilinear", shape=resized_rule, static=("size",))
def _resize_bilinear(xp, images, size, *, align_corners, half_pixel_centers):
    height, width, out_height, out_width = _sizes(images, size)
    check_corners(align_corners, half_pixel_centers)
    if (height, width) == (out_height, out_width):
        return images[...] if images.dtype == _F else images.astype(_F)
    if xp is np:
        return _bilinear(images, out_height, out_width, align_corners, half_pixel_centers)
    upper, lower, down = linear(height, out_height, align_corners, half_pixel_centers)
    few = 2 * out_height < height
    if few:  # lines that no pixel looks at are left out first
        images = pixels.take(xp, images, np.concatenate([upper, lower]), 1)
    images = images if images.dtype == _F else images.astype(_F)
    low, high, part = linear(width, out_width, align_corners, half_pixel_centers)
    left, right = pixels.take(xp, images, low, 2), pixels.take(xp, images, high, 2)
    lines = pixels.once(xp, left + (right - left) * part[:, None])
    if few:
        top, bottom = lines[:, :out_height], lines[:, out_height:]
    else:
        top, bottom = pixels.take(xp, lines, upper, 1), pixels.take(xp, lines, lower, 1)
    return top + (bottom - top) * down[:, None, None]


# Numbers that are worked on at a time: they stay in the cache of a processor.
AT_ONCE = 1 << 16
# Each thread keeps memory for as many numbers: to get it anew for each image takes as long as to fill it.
_KEPT = 1 << 20
_memory = threading.local()


def scratch(*sizes: int) -> list[np.ndarray]:
    """Memory of this thread, until it asks again."""
    total = sum(sizes)
    kept = getattr(_memory, "kept", None)
    if kept is None or len(kept) < total:
        kept = np.empty(total, _F)
        if total <= _KEPT:
            _memory.kept = kept
    return np.split(kept, np.cumsum(sizes))[:-1]


@functools.lru_cache(maxsize=64)
def in_line(width: int, out: int, align: bool, half: bool, depth: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """As `linear`, for the numbers of a line: NumPy takes and multiplies single ones faster than a few for a pixel."""
    low, high, part = linear(width, out, align, half)
    low, high = ((pixel[:, None] * depth + np.arange(depth)).ravel() for pixel in (low, high))
    return low, high, np.repeat(part, depth)


def _bilinear(images: np.ndarray, out_height: int, out_width: int, align: bool, half: bool) -> np.ndarray:
    """As above, in NumPy: a few lines at a time, and nothing that is large but the result and the lines."""
    count, height, width, depth = images.shape
    shape = (count, out_height, out_width, depth)
    if not images.size:
        return np.zeros(shape, _F)
    low, high, part = in_line(width, out_width, align, half, depth)
    source, wide = images.reshape(count * height, width * depth), len(part)
    if images.dtype in (_F, np.uint8):
        upper_lower_down = linear(height, out_height, align, half)
        out = np.empty(shape, _F)
        lines_of = zip(images.reshape(count, height, width * depth), out, strict=True)
        if all(resize_native.lines(image, None, (low, high, part), upper_lower_down, made) for image, made in lines_of):
            return out
    step = max(1, min(AT_ONCE // source.shape[1], len(source)))
    tall = max(1, min(AT_ONCE // wide, out_height))
    lines, left, upper = scratch(len(source) * wide, step * wide, tall * wide)
    lines, left, upper = (x.reshape(-1, wide) for x in (lines, left, upper))
    for first in range(0, len(source), step):
        some, right = source[first : first + step].astype(_F, copy=False), lines[first : first + step]
        # Indices are right; with the other modes NumPy makes a copy of `out` for the case that they are not.
        near = some.take(low, 1, left[: len(some)], "wrap")
        blend(near, some.take(high, 1, right, "wrap"), part)
    low, high, part = linear(height, out_height, align, half)
    out = np.empty((count, out_height, wide), _F)
    for image, result in zip(lines.reshape(count, height, wide), out):
        for first in range(0, out_height, tall):
            some = result[first : first + tall]
            top = image.take(low[first : first + tall], 0, upper[: len(some)], "wrap")
            blend(top, image.take(high[first : first + tall], 0, some, "wrap"), part[first : first + tall, None])
    return out.reshape(shape)


def blend(a: np.ndarray, b: np.ndarray, part: np.ndarray) -> None:
    """Makes `b` what is a part of the way from `a` to `b`."""
    b -= a
    b *= part
    b += a


def _shares(kind: str, size: int, out: int, align: bool, half: bool) -> tuple[np.ndarray, np.ndarray]:
    """[out, n]: the positions that each gradient goes to, and with which weights, those of 0 among them."""
    if kind == "linear":
        low, high, part = linear(size, out, align, half)
        return np.stack([low, high], 1), np.stack([1 - part, part], 1)
    if kind == "nearest":
        return _nearest(size, out, align, half)[:, None], np.ones((out, 1), _F)
    return _cubic(size, out, align, half)


def _backward(
    xp: ModuleType, kind: str, grads: Any, height: int, width: int, align: bool, half: bool, dtype: Any
) -> Any:
    rows, columns = (
        _shares(kind, size, out, align, half) for size, out in zip((height, width), grads.shape[1:3], strict=True)
    )
    out = _apply(xp, grads, _matrix(height, *rows, dtype).T, _matrix(width, *columns, dtype).T)
    if np.dtype(dtype).kind in "iu":
        return out

    # In products, what is not finite spoils its whole row and column. 1.15 adds it only where it has a share, if one of 0.
    def add(out: Any, grads: Any) -> Any:
        lines = _add_shares(xp, grads.astype(dtype), height, *rows, 1)
        return _add_shares(xp, lines, width, *columns, 2)

    return branch.cond(xp, xp.isfinite(out).all(), lambda out, grads: out, add, out, grads)


def _add_shares(xp: ModuleType, grads: Array, size: int, index: np.ndarray, weights: np.ndarray, axis: int) -> Any:
    """Adds the gradients of rows (axis 1) or columns (2) to the rows or columns that they come from."""
    fitting = [1, -1, 1, 1] if axis == 1 else [1, 1, -1, 1]
    parts = [grads * w.astype(grads.dtype).reshape(fitting) for w in weights.T]
    shape = (*grads.shape[:axis], size, *grads.shape[axis + 1 :])
    where = (*(slice(None) for _ in range(axis)), index.T.ravel())
    return arrays.scatter(xp, xp.zeros(shape, grads.dtype), where, xp.concatenate(parts, axis), "add")


@op("ResizeBilinearGrad", shape=rule.same_as(1))
def _resize_bilinear_grad(xp, grads, original, *, T, align_corners, half_pixel_centers):
    _, height, width, _ = original.shape
    out = _backward(xp, "linear", grads, height, width, align_corners, half_pixel_centers, _F)
    return out.astype(T.storage)


@op("ResizeBicubic", shape=resized_rule, static=("size",))
def _resize_bicubic(xp, images, size, *, align_corners, half_pixel_centers):
    height, width, out_height, out_width = _sizes(images, size)
    check_corners(align_corners, half_pixel_centers)
    images = images.astype(_F)
    index, weights = _cubic(height, out_height, align_corners, half_pixel_centers)
    lines = _weighted(lambda k: pixels.take(xp, images, index[:, k], 1) * weights[:, k][:, None, None])
    lines = pixels.once(xp, lines)
    columns, shares = _cubic(width, out_width, align_corners, half_pixel_centers)
    return _weighted(lambda k: pixels.take(xp, lines, columns[:, k], 2) * shares[:, k][:, None])


def _weighted(part: Any) -> Any:
    return ((part(0) + part(1)) + part(2)) + part(3)


@op("ResizeBicubicGrad", shape=rule.same_as(1))
def _resize_bicubic_grad(xp, grads, original, *, T, align_corners, half_pixel_centers):
    _, height, width, _ = original.shape
    out = _backward(xp, "cubic", grads, height, width, align_corners, half_pixel_centers, _F)
    return out.astype(T.storage)


@op("ResizeNearestNeighbor", shape=resized_rule, static=("size",))
def _resize_nearest(xp, images, size, *, align_corners, half_pixel_centers):
    height, width, out_height, out_width = _sizes(images, size)
    check_corners(align_corners, half_pixel_centers)
    rows = _nearest(height, out_height, align_corners, half_pixel_centers)
    columns = _nearest(width, out_width, align_corners, half_pixel_centers)
    return pixels.take(xp, pixels.take(xp, images, rows, 1), columns, 2)


@op("ResizeNearestNeighborGrad", shape=resized_rule, static=("size",))
def _resize_nearest_grad(xp, grads, size, *, align_corners, half_pixel_centers):
    height, width = (int(v) for v in size)
    if grads.ndim == 4:
        memory_check.check((grads.shape[0], height, width, grads.shape[3]), grads.dtype)
    return _backward(xp, "nearest", grads, height, width, align_corners, half_pixel_centers, grads.dtype)


@op("ResizeArea", shape=resized_rule, static=("size",))
def _resize_area(xp, images, size, *, align_corners):
    height, width, out_height, out_width = _sizes(images, size)
    rows, columns = _area(height, out_height, align_corners), _area(width, out_width, align_corners)
    return _apply(xp, images.astype(_F), rows, columns)


@gradient("ResizeBilinear")
def _bilinear_gradient(op, grad):
    return [_grad_of(op, "ResizeBilinearGrad", grad), None]


@gradient("ResizeBicubic")
def _bicubic_gradient(op, grad):
    known = op.inputs[0].dtype.base_dtype in (dtypes.float32, dtypes.float64)
    return [_grad_of(op, "ResizeBicubicGrad", grad) if known else None, None]


def _grad_of(op: Operation, kind: str, grad: TensorLike) -> Any:
    return apply(
        kind,
        None,
        grads=grad,
        original_image=op.inputs[0],
        align_corners=op.get_attr("align_corners"),
        half_pixel_centers=op.get_attr("half_pixel_centers"),
    )


@gradient("ResizeNearestNeighbor")
def _nearest_gradient(op, grad):
    image = op.inputs[0]
    known = image.get_shape()[1:3]
    size = known.as_list() if known.is_fully_defined() else find("shape")(image)[1:3]
    attrs = {a: op.get_attr(a) for a in ("align_corners", "half_pixel_centers")}
    return [apply("ResizeNearestNeighborGrad", None, grads=grad, size=size, **attrs), None]


no_gradient("ResizeArea")


def _resizer(kind: str, word: str, shown: str) -> Any:
    def resize(
        images: TensorLike,
        size: TensorLike,
        align_corners: bool = False,
        name: str | None = None,
        half_pixel_centers: bool = False,
    ) -> Any:
        attrs = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
        return apply(kind, name, images=images, size=size, **attrs)

    resize.__name__ = resize.__qualname__ = word
    resize.__doc__ = f"""Changes the size of images by the method `{word}`.

    Args:
      images: a tensor of shape [batch, height, width, channels].
      size: the new height and width.
      align_corners: whether the centres of the corner pixels stay where they are.
      name: a name for the operation.
      half_pixel_centers: whether pixels have their centres at halves.

    Raises (when run):
      InvalidArgumentError: if sizes are not positive, or both options are chosen.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.{word}([[[[0.0], [4.0]]]], [1, 4])).ravel().tolist()
    {shown}
    """
    return resize


resize_bilinear = export("image.resize_bilinear")(_resizer("ResizeBilinear", "resize_bilinear", "[0.0, 2.0, 4.0, 4.0]"))
resize_bicubic = export("image.resize_bicubic")(_resizer("ResizeBicubic", "resize_bicubic", "[0.0, 2.0, 4.0, 4.375]"))
resize_nearest_neighbor = export("image.resize_nearest_neighbor")(
    _resizer("ResizeNearestNeighbor", "resize_nearest_neighbor", "[0.0, 0.0, 4.0, 4.0]")
)
resize_area = export("image.resize_area")(
    function("ResizeArea", "Changes the size of images: each new pixel is the mean of what it covers.", "images", "size",
             "align_corners",
             example=">>> tf.Session().run(tf.image.resize_area([[[[1], [2], [4], [8]]]], [1, 2])).ravel()\n"
                     "array([1.5, 6. ], dtype=float32)")
)  # fmt: skip
