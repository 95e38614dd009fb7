"""Convolution with NumPy: patches (im2col) of a few images at a time, and one BLAS product per block.

Arrays are channels last: x (N, *space, C), w (*kernel, C, O), y (N, *outs, O). Called through `conv`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from penstock.ops.backend import blas
from penstock.ops.nn.convolution import compute_native as conv_native
from penstock.ops.nn.windows import Windows, pad_axes

# The patch matrix of one block: large enough for BLAS to run at full speed, small enough to stay in cache.
BLOCK_BYTES = 4 << 20
# With few input channels a patch row is made of short runs; the transposed matrix is copied in runs of a whole row.
FEW_CHANNELS = 4


def _ends(pads: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [(0, 0), *pads, (0, 0)]


def _padded(x: np.ndarray, g: Windows) -> np.ndarray:
    return np.ascontiguousarray(pad_axes(np, x, _ends(g.pads)))


def _views(x: np.ndarray, g: Windows) -> np.ndarray:
    """Windows of the padded `x` without copying: (N, *outs, *kernel, C)."""
    n, *_, c = x.shape
    batch, *space, channel = x.strides
    steps = [a * s for a, s in zip(space, g.strides, strict=True)]
    inside = [a * d for a, d in zip(space, g.dilations, strict=True)]
    return np.lib.stride_tricks.as_strided(
        x, (n, *g.outs, *g.kernel, c), (batch, *steps, *inside, channel), writeable=False
    )


def _blocks(n: int, rows: int, row_bytes: int) -> Iterator[tuple[slice, slice]]:
    """Cuts (images, output rows) into blocks whose patches fit BLOCK_BYTES."""
    image_bytes = max(rows * row_bytes, 1)
    if image_bytes <= BLOCK_BYTES:
        step = max(BLOCK_BYTES // image_bytes, 1)
        for i in range(0, n, step):
            yield slice(i, min(i + step, n)), slice(0, rows)
        return
    step = max(BLOCK_BYTES // max(row_bytes, 1), 1)
    for i in range(n):
        for r in range(0, rows, step):
            yield slice(i, i + 1), slice(r, min(r + step, rows))


def _patches(x: np.ndarray, g: Windows) -> Iterator[tuple[slice, slice, np.ndarray]]:
    """Yields (images, rows, patch matrix of that block); the matrix is reused, so use it before the next one."""
    c = x.shape[-1]
    width = g.taps * c
    rank = len(g.kernel)
    views = _views(_padded(x, g), g)
    transposed = c <= FEW_CHANNELS
    if transposed:
        # (*kernel, C, N, *outs): the innermost runs go along output columns.
        order = (*range(1 + rank, 2 + 2 * rank), 0, *range(1, 1 + rank))
        views = views.transpose(order)
    area = int(np.prod(g.outs[1:], dtype=np.int64))
    row_bytes = area * width * x.dtype.itemsize
    buffer = np.empty(0, x.dtype)
    for images, rows in _blocks(x.shape[0], g.outs[0], row_bytes):
        count = (images.stop - images.start) * (rows.stop - rows.start) * area
        if buffer.size < count * width:
            buffer = np.empty(count * width, x.dtype)
        flat = buffer[: count * width]
        if transposed:
            source = views[(slice(None),) * (rank + 1) + (images, rows)]
            np.copyto(flat.reshape(source.shape), source)
            yield images, rows, flat.reshape(width, count).T
        else:
            source = views[images, rows]
            np.copyto(flat.reshape(source.shape), source)
            yield images, rows, flat.reshape(count, width)


def _plain(g: Windows) -> bool:
    """A 1x1 convolution: each output position sees one input position, and the product is one matmul."""
    return g.taps == 1 and not g.padded


def _strided(x: np.ndarray, g: Windows) -> np.ndarray:
    return x[(slice(None), *next(iter(g.slices())))]


def forward(x: np.ndarray, w: np.ndarray, g: Windows) -> np.ndarray:
    c, o = w.shape[-2:]
    n = x.shape[0]
    if not _plain(g) and conv_native.ready(np, x, g):
        return conv_native.forward(np, x, w, g)
    weights = w.reshape(-1, o)
    if _plain(g):
        return blas.matmul(np.ascontiguousarray(_strided(x, g)).reshape(-1, c), weights).reshape(n, *g.outs, o)
    y = np.empty((n, *g.outs, o), x.dtype)
    for images, rows, patches in _patches(x, g):
        # One image's rows, or whole images: contiguous in y either way.
        np.matmul(patches, weights, out=y[images, rows].reshape(-1, o))
    return y


def filter_grad(x: np.ndarray, dy: np.ndarray, w_shape: tuple[int, ...], g: Windows) -> np.ndarray:
    c, o = w_shape[-2:]
    dy = np.ascontiguousarray(dy)
    if _plain(g):
        return blas.matmul(np.ascontiguousarray(_strided(x, g)).reshape(-1, c).T, dy.reshape(-1, o)).reshape(w_shape)
    if conv_native.ready(np, x, g):
        return conv_native.filter_grad(np, x, dy, w_shape, g)
    total = np.zeros((g.taps * c, o), x.dtype)
    for images, rows, patches in _patches(x, g):
        total += blas.matmul(patches.T, dy[images, rows].reshape(-1, o))
    return total.reshape(w_shape)


def input_grad(x_shape: tuple[int, ...], w: np.ndarray, dy: np.ndarray, g: Windows) -> np.ndarray:
    rank = len(g.kernel)
    c, o = w.shape[-2:]
    back = tuple(d * (k - 1) for d, k in zip(g.dilations, g.kernel, strict=True))
    if (
        g.taps > 1
        and all(s == 1 for s in g.strides)
        and (o <= c or (c > FEW_CHANNELS and conv_native.ready(np, dy, g)))
        and all(b >= lo for b, (lo, _) in zip(back, g.pads, strict=True))
    ):
        # Stride 1: the gradient is a convolution of dy with the filter turned around.
        pads = tuple(
            (b - lo, n - out + lo) for b, (lo, _), n, out in zip(back, g.pads, x_shape[1:-1], g.outs, strict=True)
        )
        if all(hi >= 0 for _, hi in pads):
            turned = np.ascontiguousarray(np.flip(w, tuple(range(rank))).swapaxes(-1, -2))
            return forward(dy, turned, Windows(g.kernel, tuple(x_shape[1:-1]), pads, g.strides, g.dilations))
    if g.taps > 1 and set(g.dilations) == {1} and conv_native.ready(np, dy, g) and dy.size // o > _FEW_POSITIONS:
        return _by_phases(x_shape, w, dy, g)
    # Otherwise every patch's gradient is added back where the patch came from (col2im).
    dx = np.zeros((x_shape[0], *(n + lo + hi for n, (lo, hi) in zip(x_shape[1:-1], g.pads, strict=True)), c), dy.dtype)
    weights = w.reshape(-1, o).T  # BLAS reads it as it lies; to copy it takes longer than a product for a small image
    dy = np.ascontiguousarray(dy)
    image_bytes = max(int(np.prod(g.outs)) * g.taps * c * dy.dtype.itemsize, 1)
    step = max(BLOCK_BYTES // image_bytes, 1)
    for i in range(0, x_shape[0], step):
        columns = blas.matmul(dy[i : i + step].reshape(-1, o), weights).reshape(-1, *g.outs, g.taps, c)
        part = dx[i : i + step]
        for tap, place in enumerate(g.slices()):
            part[(slice(None), *place)] += columns[..., tap, :]
    inner = tuple(slice(lo, lo + n) for n, (lo, _) in zip(x_shape[1:-1], g.pads, strict=True))
    return dx[(slice(None), *inner)]


# For so few positions of the output, one product by all of the filter is faster than several.
_FEW_POSITIONS = 64


class _Phase(NamedTuple):
    """The positions of the input, along one dimension, that meet the same taps of the kernel: every stride-th one."""

    first: int  # of these positions
    length: int
    tap: int  # the first of their taps
    taps: int
    before: int  # how far their windows reach beyond the output; negative if they begin inside of it
    after: int


def _phases(n: int, kernel: int, stride: int, out: int, before: int) -> Iterator[_Phase]:
    for tap in range(stride):
        taps = max(-(-(kernel - tap) // stride), 0)
        start = -((tap - before) // stride)  # the first position i >= 0 is `start * stride + tap - before`
        count = (n - 1 + before - tap) // stride - start + 1
        if count > 0:
            lead = taps - 1 - start
            yield _Phase(start * stride + tap - before, count, tap, taps, lead, count + taps - 1 - lead - out)


def _by_phases(x_shape: tuple[int, ...], w: np.ndarray, dy: np.ndarray, g: Windows) -> np.ndarray:
    """The gradient of the input for strides: for each phase a convolution of stride 1 with the taps that it meets.

    In a third of the time of col2im, [64, 16, 16, 32] for a filter of 3 x 3 and stride 2 1.2 and 4.6 ms.
    """
    dx = np.empty(x_shape, dy.dtype)
    ones = (1,) * len(g.kernel)
    sizes = zip(x_shape[1:-1], g.kernel, g.strides, g.outs, (lo for lo, _ in g.pads), strict=True)
    for phases in itertools.product(*[list(_phases(*size)) for size in sizes]):
        steps = list(zip(phases, g.strides, g.outs, strict=True))
        place = (slice(None), *[slice(phase.first, None, stride) for phase, stride, _ in steps])
        inside = [slice(max(-phase.before, 0), out - max(-phase.after, 0)) for phase, _, out in steps]
        met = dy[(slice(None), *inside)]
        if not met.size or not all(phase.taps for phase in phases):
            dx[place] = 0
            continue
        part = w[tuple([slice(phase.tap, None, stride) for phase, stride, _ in steps])]
        turned = np.ascontiguousarray(np.flip(part, tuple(range(len(phases)))).swapaxes(-1, -2))
        pads = tuple([(max(phase.before, 0), max(phase.after, 0)) for phase in phases])
        windows = Windows(
            tuple([phase.taps for phase in phases]), tuple([phase.length for phase in phases]), pads, ones, ones
        )
        dx[place] = forward(np.ascontiguousarray(met), turned, windows)
    return dx


# -- depthwise: x (N, *space, C), w (*kernel, C, M), y (N, *outs, C*M) --------------------------------------------


def depthwise(x: np.ndarray, w: np.ndarray, g: Windows) -> np.ndarray:
    c, m = w.shape[-2:]
    x = pad_axes(np, x, _ends(g.pads))[..., None]
    y = np.zeros((x.shape[0], *g.outs, c, m), x.dtype)
    for weights, place in zip(w.reshape(-1, c, m), g.slices(), strict=True):
        y += x[(slice(None), *place)] * weights
    return y.reshape(*y.shape[:-2], c * m)


def depthwise_input_grad(x_shape: tuple[int, ...], w: np.ndarray, dy: np.ndarray, g: Windows) -> np.ndarray:
    c, m = w.shape[-2:]
    dx = np.zeros((x_shape[0], *(n + lo + hi for n, (lo, hi) in zip(x_shape[1:-1], g.pads, strict=True)), c), dy.dtype)
    dy = dy.reshape(*dy.shape[:-1], c, m)
    for weights, place in zip(w.reshape(-1, c, m), g.slices(), strict=True):
        dx[(slice(None), *place)] += np.einsum("...cm,cm->...c", dy, weights)
    inner = tuple(slice(lo, lo + n) for n, (lo, _) in zip(x_shape[1:-1], g.pads, strict=True))
    return dx[(slice(None), *inner)]


def depthwise_filter_grad(x: np.ndarray, dy: np.ndarray, w_shape: tuple[int, ...], g: Windows) -> np.ndarray:
    c, m = w_shape[-2:]
    x = pad_axes(np, x, _ends(g.pads))
    dy = dy.reshape(-1, c, m)
    dw = np.empty((g.taps, c, m), x.dtype)
    for tap, place in enumerate(g.slices()):
        dw[tap] = np.einsum("ic,icm->cm", x[(slice(None), *place)].reshape(-1, c), dy)
    return dw.reshape(w_shape)
