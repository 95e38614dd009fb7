"""Convolution with XLA: which form of the same sum XLA's CPU backend runs fastest. Called through `conv`.

Arrays are channels last, as in `conv_numpy`. On GPU and TPU XLA's own convolutions are used for everything; on the CPU
its filter gradient and 1x1 convolutions are several times slower than the forms below. `benchmarks/conv_forms.py`
measures all of them.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.native import wide_vectors
from penstock.ops.nn.convolution import compute_native as conv_native
from penstock.ops.nn.windows import Windows

# Patches of one block of images in a scan. Filter gradient of 50x14x14, 32->64, 5x5: 1.3 MB 87 GFLOP/s, 3.1 MB 94,
# 6.3 MB 78, 16 MB 65, 31 MB (all at once) 36; of 64x16x16, 64->128, 3x3: 127, 130, 109, 122, 112.
BLOCK_BYTES = 5 << 20
# The most elements that the input gradient may hold as columns at once (256 MB of float32).
COLUMNS = 1 << 26
# Elements of a kernel row (columns times channels) below which whole patches are multiplied at once.
NARROW = 64
# A sum of shifted products has one multiplication per tap and channel in the fused loop. 50x28x28, 1->32, 5x5: 56 GFLOP/s
# against 47 for XLA's own and 26 for patches.
SHIFTED_TERMS = 32
# {output channels: as many terms}. XLA's own forward convolution is slow for few output channels. 1x500x500, 4->8, 3x3:
# 4.5 ms of processor time against 22; 8->8: 14.7 against 20.7; 50x28x28, 4->8, 5x5: 3.1 against 9.4; 16x32x32, 4->16, 3x3:
# 0.65 against 1.9; but 1x500x500, 4->32, 3x3: 21 against 7.6.
SHIFTED_TERMS_FOR = {8: 100, 16: 48}
# Output channels from which on the kernels in C, which compute whole vectors of them, are the fastest.
NATIVE_CHANNELS = 8
# Input channels of a 1x1 convolution up to which the kernel for few output channels beats a product. 1x500x500, 4->8: 370 µs
# against 570; 8x128x128, 16->8: 460 against 400. What has a single channel in and out is left to XLA's loops.
PLAIN_CHANNELS = 8
# Output channels up to which the same kernel beats columns in the gradient of an input of few channels.
TURNED_CHANNELS = 16


@functools.cache
def on_cpu() -> bool:
    import jax

    return jax.default_backend() == "cpu"


def _numbers(rank: int) -> tuple[str, str, str]:
    space = "DHW"[3 - rank :]
    return (f"N{space}C", f"{space}IO", f"N{space}C")


def _lax_conv(
    x: Array,
    w: Array,
    g: Windows,
    pads: Any = None,
    lhs: Array | None = None,
    groups: int = 1,
    strides: Sequence[int] | None = None,
) -> Any:
    from jax import lax

    return lax.conv_general_dilated(
        x,
        w,
        g.strides if strides is None else strides,
        g.pads if pads is None else pads,
        lhs_dilation=lhs,
        rhs_dilation=g.dilations,
        dimension_numbers=_numbers(len(g.kernel)),
        feature_group_count=groups,
    )


def _pad(x: Array, g: Windows) -> Any:
    import jax.numpy as jnp

    return jnp.pad(x, ((0, 0), *g.pads, (0, 0))) if g.padded else x


def _taps(x: Array, g: Windows) -> list[Any]:
    """The padded input as each kernel position sees it: (N, *outs, C), one per tap."""
    from jax import lax

    found = []
    for place in g.slices():
        starts = (0, *(s.start for s in place), 0)
        stops = (x.shape[0], *(s.stop for s in place), x.shape[-1])
        found.append(lax.slice(x, starts, stops, (1, *(s.step for s in place), 1)))
    return found


def _matrices(x: Array, g: Windows) -> list[Any]:
    """Patches of the padded x, as matrices (positions, width) whose widths together are taps * channels.

    One matrix per kernel row, cut from an array that is widened along the other axes only, because XLA's CPU backend
    writes every slice before it concatenates them: filter gradients of 50x14x14, 32->64, 5x5 in 12.0 ms instead of 17.9,
    64x16x16, 64->128, 3x3 in 25 instead of 32, 64x32x32, 64->64, 3x3 in 52 instead of 83, 128x8x8, 256->256 in 151 instead
    of 154 (on a busy machine, one after the other). Narrow rows would make poor products, so those stay together.
    """
    import jax.numpy as jnp
    from jax import lax

    rows, *rest = g.kernel
    width = math.prod(rest) * x.shape[-1]
    if rows == 1 or width < NARROW:
        return [jnp.concatenate(_taps(x, g), axis=-1).reshape(-1, rows * width)]
    across = Windows(
        (1, *rest), (x.shape[1], *g.outs[1:]), g.pads, (1, *g.strides[1:]), (1, *g.dilations[1:])
    )  # fmt: skip
    wide = lax.optimization_barrier(jnp.concatenate(_taps(x, across), axis=-1))
    last = (g.outs[0] - 1) * g.strides[0] + 1
    starts = [i * g.dilations[0] for i in range(rows)]
    return [lax.slice_in_dim(wide, i, i + last, g.strides[0], axis=1).reshape(-1, width) for i in starts]


def _plain(g: Windows) -> bool:
    return g.taps == 1 and not g.padded


def _block(n: int, g: Windows, pixel_bytes: int) -> tuple[int, int]:
    """How many images and output rows one block has; rows are cut only when a single image is too large."""
    row = math.prod(g.outs[1:]) * g.taps * pixel_bytes
    image = max(row * g.outs[0], 1)
    if image <= BLOCK_BYTES or g.outs[0] <= 1:
        most = min(max(BLOCK_BYTES // image, 1), n)
        even = max(i for i in range(1, most + 1) if n % i == 0)
        # Equal blocks if they are not much smaller; else the last block is what is left.
        return (even if 2 * even >= most else most), g.outs[0]
    most = max(BLOCK_BYTES // row, 1)
    return 1, max(r for r in range(1, most + 1) if g.outs[0] % r == 0)


def _cut(x: Array, g: Windows, images: int, rows: int) -> tuple[Any, Windows, int]:
    """A function (start image, start row) -> block of the padded x, the windows inside of it, and the row step."""
    from jax import lax

    part = g._replace(outs=(rows, *g.outs[1:]), pads=((0, 0),) * len(g.kernel))
    size = (images, part.spans()[0], *x.shape[2:])

    def block(image: Array, row: Array) -> Any:
        return lax.dynamic_slice(x, (image, row * g.strides[0], *_zeros(x.ndim - 2)), size)

    return block, part, x.shape[0] // images


def _zeros(count: int) -> list[Any]:
    return [np.int32(0)] * count


def _starts(n: int, images: int, rows: int, all_rows: int) -> tuple[Any, Any]:
    pairs = [(i * images, r * rows) for i in range(n // images) for r in range(all_rows // rows)]
    table = np.asarray(pairs, np.int32)
    return table[:, 0], table[:, 1]


def _forward_blocked(x: Array, w: Array, g: Windows) -> Any:
    import jax.numpy as jnp
    from jax import lax

    n, o = x.shape[0], w.shape[-1]
    images, rows = _block(n, g, x.shape[-1] * x.dtype.itemsize)
    x = _pad(x, g)

    def product(matrices: list[Any]) -> Any:
        weights = w.reshape(len(matrices), -1, o)
        return functools.reduce(lambda a, b: a + b, (m @ weights[i] for i, m in enumerate(matrices)))

    block, part, count = _cut(x, g, images, rows)
    whole = part._replace(outs=g.outs)
    if count == 1 and rows == g.outs[0]:
        parts = []
        done = 0
    else:
        y = lax.map(lambda s: product(_matrices(block(*s), part)), _starts(n, images, rows, g.outs[0]))
        done = count * images
        parts = [y.reshape(done, *g.outs, o)]
    if done < n:
        parts.append(product(_matrices(x[done:], whole)).reshape(n - done, *g.outs, o))
    return parts[0] if len(parts) == 1 else jnp.concatenate(parts)


def forward(x: Array, w: Array, g: Windows, form: str | None = None) -> Any:
    """`form` is for measuring; by default the shape chooses."""
    import jax.numpy as jnp

    c, o = w.shape[-2:]
    n = x.shape[0]
    if form is None:
        form = _forward_form(x, c, o, g)
    if form == "matmul":
        return (_taps(x, g)[0].reshape(-1, c) @ w.reshape(c, o)).reshape(n, *g.outs, o)
    if form == "shifted":
        terms = zip(_taps(_pad(x, g), g), w.reshape(-1, c, o), strict=True)
        return functools.reduce(
            lambda a, b: a + b, (tap[..., i : i + 1] * weights[i] for tap, weights in terms for i in range(c))
        )
    if form == "blocked":
        return _forward_blocked(x, w, g)
    if form == "native":
        return conv_native.forward(jnp, x, w, g)
    return _lax_conv(x, w, g)


def _forward_form(x: Array, c: int, o: int, g: Windows) -> str:
    import jax.numpy as jnp

    if not on_cpu():
        return "xla"
    few = len(g.kernel) == 2 and conv_native.few_channels(o, g) and (c > 1 or o > 1)
    if _plain(g) and not (few and c <= PLAIN_CHANNELS):
        return "matmul"
    if (few or o >= NATIVE_CHANNELS) and conv_native.ready(jnp, x, g):
        return "native"
    if _plain(g):
        return "matmul"
    most = max([SHIFTED_TERMS, *(terms for outputs, terms in SHIFTED_TERMS_FOR.items() if o <= outputs)])
    if g.taps * c <= most:
        return "shifted"
    # With wide vectors XLA's own (Eigen) beats a scan over blocks of patches. GFLOP/s of 50x14x14, 32->64, 5x5: 138 against 121;
    # 64x32x32, 64->64, 3x3: 135, 106; 128x8x8, 256->256, 3x3: 252, 198. Without them: 97 for blocks against 58, 63, 49, 139, 126.
    return "xla" if wide_vectors() else "blocked"


def filter_grad(x: Array, dy: Array, w_shape: tuple[int, ...], g: Windows, form: str | None = None) -> Any:
    import jax
    import jax.numpy as jnp
    from jax import lax

    c, o = w_shape[-2:]
    n = x.shape[0]
    if form is None:
        form = (
            "xla"
            if not on_cpu()
            else "matmul"
            if _plain(g)
            else "native"
            if conv_native.ready(jnp, x, g)
            else "blocked"
        )
    if form == "xla":
        (dw,) = jax.linear_transpose(lambda w: _lax_conv(x, w, g), jax.ShapeDtypeStruct(w_shape, x.dtype))(dy)
        return dw
    if form == "matmul":
        return (_taps(x, g)[0].reshape(-1, c).T @ dy.reshape(-1, o)).reshape(w_shape)
    if form == "native":
        return conv_native.filter_grad(jnp, x, dy, w_shape, g)
    images, rows = _block(n, g, c * x.dtype.itemsize)
    x = _pad(x, g)
    block, part, count = _cut(x, g, images, rows)
    whole = part._replace(outs=g.outs)

    # dy' @ patches rather than patches' @ dy: 94 against 84 GFLOP/s (50x14x14, 32->64), 71 against 60 (64x32x32, 64->64).
    def product(a: Array, matrices: list[Any]) -> Any:
        a = a.reshape(-1, o).T
        return jnp.stack([a @ m for m in matrices])

    def step(total: object, start: Any) -> tuple[Any, None]:
        image, row = start
        size = (images, rows, *dy.shape[2:])
        part_dy = lax.dynamic_slice(dy, (image, row, *_zeros(dy.ndim - 2)), size)
        return total + product(part_dy, _matrices(block(image, row), part)), None

    done, total = 0, None
    if count > 1 or rows < g.outs[0]:
        first = jax.eval_shape(lambda: _matrices(block(np.int32(0), np.int32(0)), part))
        zeros = jnp.zeros((len(first), o, first[0].shape[1]), x.dtype)
        total, _ = lax.scan(step, zeros, _starts(n, images, rows, g.outs[0]))
        done = count * images
    if done < n:
        rest = product(dy[done:], _matrices(x[done:], whole))
        total = rest if total is None else total + rest
    assert total is not None
    return total.swapaxes(1, 2).reshape(w_shape)


def input_grad(x_shape: tuple[int, ...], w: Array, dy: Array, g: Windows, form: str | None = None) -> Any:
    import jax.numpy as jnp
    from jax import lax

    c, o = w.shape[-2:]
    rank = len(g.kernel)
    if form is None:
        form = _input_grad_form(c, o, g, dy.shape[0])
    space = tuple(x_shape[1:-1])
    if form in ("turned", "xla"):
        pads = []
        for k, d, s, out, size, (lo, _) in zip(g.kernel, g.dilations, g.strides, g.outs, space, g.pads, strict=True):
            before = d * (k - 1) - lo
            pads.append((before, size + d * (k - 1) - before - ((out - 1) * s + 1)))
        turned = jnp.flip(w, tuple(range(rank))).swapaxes(-1, -2)
        if form == "turned":
            return forward(dy, turned, Windows(g.kernel, space, tuple(pads), g.strides, g.dilations))
        return _lax_conv(dy, turned, g, pads, lhs=g.strides, strides=(1,) * rank)
    # One product for all taps, whose parts are then added where the patches came from.
    columns = (dy.reshape(-1, o) @ w.reshape(-1, o).T).reshape(-1, *g.outs, g.taps, c)
    total = None
    zero = jnp.zeros((), dy.dtype)
    for tap, place in enumerate(g.slices()):
        config = [(0, 0, 0)]
        for s, size, (lo, _) in zip(place, space, g.pads, strict=True):
            config.append((s.start - lo, size + lo - s.stop, s.step - 1))
        term = lax.pad(columns[..., tap, :], zero, [*config, (0, 0, 0)])
        total = term if total is None else total + term
    return total


def _input_grad_form(c: int, o: int, g: Windows, n: int) -> str:
    """turned: the forward forms, with the filter turned around; columns: one product, then a sum of shifted parts.

    GFLOP/s of XLA's own, turned, columns: 50x28x28, 1->32, 5x5: 13, 16, 61; 64x32x32, 3->32, 3x3: 30, 33, 65; 50x14x14,
    32->64, 5x5: 136, 150, 158; 64x32x32, 64->64, 3x3: 111, 113, 63; 128x8x8, 256->256, 3x3: 243, 236, 101; 1x1 256->64: 90,
    209, 209; with stride 2: 64x32x32, 64->128, 3x3: 74, -, 104; 16x112x112, 3->64, 7x7: 46, -, 27. Microseconds of turned (by
    the kernel for few channels) and columns: 8x128x128, 4->8, 3x3: 500, 1440; 16x64x64, 2->16, 3x3: 450, 580; 64x32x32, 3->32,
    3x3: 1270, 1050.
    """
    if not on_cpu():
        return "xla"
    if g.taps == 1:
        return "columns"
    small = g.taps <= 25 and n * math.prod(g.outs) * g.taps * c <= COLUMNS
    if any(s > 1 for s in g.strides):
        return "columns" if small else "xla"
    turned = len(g.kernel) == 2 and o <= TURNED_CHANNELS and conv_native.few_channels(c, g)
    if small and c <= 4 and not turned:
        return "columns"
    inside = all(d * (k - 1) >= lo for d, k, (lo, _) in zip(g.dilations, g.kernel, g.pads, strict=True))
    return "turned" if inside else "xla"


# -- depthwise ----------------------------------------------------------------------------------------------------


def _as_groups(w: Array) -> Any:
    """(*kernel, C, M) as the filter of a convolution with C groups: (*kernel, 1, C*M)."""
    return w.reshape(*w.shape[:-2], 1, w.shape[-2] * w.shape[-1])


def depthwise(x: Array, w: Array, g: Windows) -> Any:
    c, m = w.shape[-2:]
    if not on_cpu():
        return _lax_conv(x, _as_groups(w), g, groups=c)
    import jax.numpy as jnp

    made = conv_native.by_channels(jnp, x, w, g)
    if made is not None:
        return made
    # XLA's CPU backend has no fast grouped convolution; this is one fused loop over the output.
    taps = _taps(_pad(x, g), g)
    y = functools.reduce(lambda a, b: a + b, (t[..., None] * k for t, k in zip(taps, w.reshape(-1, c, m), strict=True)))
    return y.reshape(*y.shape[:-2], c * m)


def depthwise_input_grad(x_shape: tuple[int, ...], w: Array, dy: Array, g: Windows) -> Any:
    import jax
    import jax.numpy as jnp
    from jax import lax

    c, m = w.shape[-2:]
    if not on_cpu():
        shape = jax.ShapeDtypeStruct(tuple(x_shape), dy.dtype)
        (dx,) = jax.linear_transpose(lambda x: _lax_conv(x, _as_groups(w), g, groups=c), shape)(dy)
        return dx
    dy = dy.reshape(*dy.shape[:-1], c, m)
    zero = jnp.zeros((), dy.dtype)
    total = None
    for weights, place in zip(w.reshape(-1, c, m), g.slices(), strict=True):
        config = [(0, 0, 0)]
        for s, size, (lo, _) in zip(place, x_shape[1:-1], g.pads, strict=True):
            config.append((s.start - lo, size + lo - s.stop, s.step - 1))
        term = lax.pad((dy * weights).sum(-1), zero, [*config, (0, 0, 0)])
        total = term if total is None else total + term
    return total


def depthwise_filter_grad(x: Array, dy: Array, w_shape: tuple[int, ...], g: Windows) -> Any:
    import jax
    import jax.numpy as jnp

    c, m = w_shape[-2:]
    if not on_cpu():
        shape = jax.ShapeDtypeStruct(tuple(w_shape), x.dtype)
        (dw,) = jax.linear_transpose(lambda w: _lax_conv(x, _as_groups(w), g, groups=c), shape)(dy)
        return dw
    axes = tuple(range(len(g.kernel) + 1))
    dy = dy.reshape(*dy.shape[:-1], c, m)
    return jnp.stack([(t[..., None] * dy).sum(axes) for t in _taps(_pad(x, g), g)]).reshape(w_shape)
