"""Fractional pooling: windows of two sizes in a random or pseudo-random order, so that images shrink by any ratio.

The windows come from 1.x's Philox stream. Drawing them is a sequential shuffle of a few numbers, so pooling itself runs on
the host; the gradients, which get the windows as inputs, run in both tiers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.backend import arrays
from penstock.ops.random import philox
from penstock.ops.random.uniform import unit_double

# -- windows --------------------------------------------------------------------------------------------------------------


def _sizes(shape: Sequence[Any], ratio: Sequence[float]) -> list[Any]:
    # The ratios are float32 in 1.x, and so is the quotient.
    return [
        None if n is None else int(np.floor(np.float32(n) / np.float32(r))) for n, r in zip(shape, ratio, strict=True)
    ]


def _reserved(n_in: int, n_out: int, pseudo_random: bool) -> int:
    """How many 128-bit samples the windows along one axis take."""
    return 1 if pseudo_random else -(-n_out // 4)


def _bounds(key: np.ndarray, counter: np.ndarray, n_in: int, n_out: int, pseudo_random: bool) -> np.ndarray:
    """Where the windows along one axis begin, and where the last one ends."""
    bits = philox.random_bits(np, key, counter, _reserved(n_in, n_out, pseudo_random)).reshape(-1)
    k = n_in // n_out
    if pseudo_random:
        alpha = n_in / n_out
        most = min((k + 2) / alpha - 1, (n_in + 1 - k) / alpha - (n_out - 1))
        u = float(unit_double(np, bits[:1], bits[1:2])[0]) * most
        inner = np.ceil(alpha * (np.arange(1, n_out) + u)).astype(np.int64)
        return np.concatenate([[1], inner, [n_in + 1]]) - 1
    sizes = np.full(n_out, k, np.int64)
    sizes[: n_in % n_out] += 1
    for i in range(n_out - 1):
        j = i + int(bits[i]) % (n_out - i)
        sizes[i], sizes[j] = sizes[j], sizes[i]
    return np.concatenate([[0], np.cumsum(sizes)])


class _Spans(NamedTuple):
    """Windows along one axis: first and last element of each, and the largest size."""

    first: Any
    last: Any
    width: int

    @classmethod
    def of(cls, xp: ModuleType, bounds: Any, size: int, overlapping: bool) -> _Spans:
        last = xp.minimum(bounds[1:] - (0 if overlapping else 1), size - 1)
        count = max(bounds.shape[0] - 1, 1)
        # Windows have size // count elements or one more, overlapping ones another; those of a caller may be larger.
        width = size // count + 1 + bool(overlapping)
        if xp is np:
            width = max(width, int((last - bounds[:-1]).max(initial=0)) + 1)
        return cls(bounds[:-1], last, width)

    def places(self, xp: ModuleType) -> Any:
        """[windows, width]: the elements of each window; a short one repeats its last."""
        return xp.minimum(self.first[:, None] + np.arange(self.width), self.last[:, None])

    def weights(self, xp: ModuleType, size: int, dtype: DTypeLike) -> Any:
        """[windows, size]: 1 for the elements of each window, 0 for the others."""
        every = np.arange(size)
        return ((every >= self.first[:, None]) & (every <= self.last[:, None])).astype(dtype)


# -- kernels --------------------------------------------------------------------------------------------------------------


def _pool_shape(c):
    x = rule.with_rank(c.shape(0), 4).as_list()
    ratio = c.attr("pooling_ratio")
    if len(ratio) != 4:
        raise ValueError("pooling_ratio field must specify 4 dimensions")
    out = _sizes(x, ratio)
    if any(n is not None and n < 1 for n in out):
        raise ValueError(f"Pooling by {list(ratio)} leaves nothing of {x}")
    return [out, *([None if n is None else n + 1] for n in out[1:3])]


def _windows(
    x: Any, ctx: Any, ratio: Any, pseudo_random: bool, overlapping: bool, deterministic: bool, what: str
) -> tuple:
    if len(ratio) != 4:
        raise errors.InvalidArgumentError(None, None, "pooling_ratio field must specify 4 dimensions")
    if ratio[0] != 1 and ratio[3] != 1:
        text = f"Fractional {what} pooling is not yet supported on the batch nor channel dimension."
        raise errors.UnimplementedError(None, None, text)
    if x.ndim != 4:
        raise errors.InvalidArgumentError(None, None, "tensor_in must be 4-dimensional")
    sizes = _sizes(x.shape, ratio)
    if min(s for s in sizes if s is not None) < 1:
        raise errors.InvalidArgumentError(None, None, f"Pooling by {list(ratio)} leaves nothing of {list(x.shape)}")
    axes = [(x.shape[i], sizes[i], pseudo_random) for i in (1, 2)]
    used = [_reserved(*axis) for axis in axes]
    # A deterministic operation keeps its first windows: it draws the same numbers in every run.
    key, counter = ctx.philox(0 if deterministic else sum(used))
    rows = _bounds(key, counter, *axes[0])
    columns = _bounds(key, philox.skip(counter, used[0]), *axes[1])
    spans = [_Spans.of(np, b, n, overlapping) for b, n in ((rows, x.shape[1]), (columns, x.shape[2]))]
    return rows, columns, *spans


@op("FractionalMaxPool", shape=_pool_shape, host=True)
def _max_pool(xp, value, *, pooling_ratio, pseudo_random, overlapping, deterministic, ctx):
    rows, columns, down, across = _windows(value, ctx, pooling_ratio, pseudo_random, overlapping, deterministic, "max")
    out = value[:, down.places(np)].max(axis=2)
    return out[:, :, across.places(np)].max(axis=3), rows, columns


@op("FractionalAvgPool", shape=_pool_shape, host=True)
def _avg_pool(xp, value, *, pooling_ratio, pseudo_random, overlapping, deterministic, ctx):
    given = (pooling_ratio, pseudo_random, overlapping, deterministic)
    rows, columns, down, across = _windows(value, ctx, *given, "average")
    wide = value.astype(np.float64) if value.dtype.kind == "f" else value
    ones = [s.weights(np, n, wide.dtype) for s, n in ((down, value.shape[1]), (across, value.shape[2]))]
    total = np.einsum("ri,bijd,cj->brcd", ones[0], wide, ones[1], optimize=True)
    count = np.multiply.outer(ones[0].sum(axis=1), ones[1].sum(axis=1))[:, :, None]
    if value.dtype.kind != "f":  # integers are divided towards zero
        return (np.sign(total) * (np.abs(total) // count)).astype(value.dtype), rows, columns
    return (total / count).astype(value.dtype), rows, columns


def _first_best(xp: ModuleType, windows: Any) -> Any:
    """Where the maximum along axis 3 is: the first of equal ones. NaN is larger than nothing, but stays if it is first."""
    if np.dtype(windows.dtype).kind != "f":
        return xp.argmax(windows, axis=3)
    unknown = xp.isnan(windows)
    best = xp.argmax(xp.where(unknown, windows.dtype.type(-np.inf), windows), axis=3)
    return xp.where(unknown[:, :, :, 0], 0, best)


@op("FractionalMaxPoolGrad", shape=lambda c: [rule.with_rank(c.shape(0), 4)])
def _max_pool_grad(xp, x, y, dy, rows, columns, *, overlapping):
    batch, height, width, depth = x.shape
    down, across = _Spans.of(xp, rows, height, overlapping), _Spans.of(xp, columns, width, overlapping)
    i, j = down.places(xp), across.places(xp)
    windows = x[:, i[:, None, :, None], j[None, :, None, :]]
    windows = windows.reshape(*windows.shape[:3], -1, depth)
    best = _first_best(xp, windows)
    r = i[np.arange(i.shape[0])[None, :, None, None], best // across.width]
    c = j[np.arange(j.shape[0])[None, None, :, None], best % across.width]
    b = np.arange(batch)[:, None, None, None]
    d = np.arange(depth)
    index = tuple(xp.broadcast_to(k, best.shape) for k in (b, r, c, d))
    return arrays.scatter(xp, xp.zeros(x.shape, x.dtype), index, dy, "add")


def _avg_grad_shape(c):
    return [[None] * 4 if c.const(0) is None else c.const_as_shape(0)]


@op("FractionalAvgPoolGrad", shape=_avg_grad_shape, static=("orig_input_tensor_shape",))
def _avg_pool_grad(xp, shape, dy, rows, columns, *, overlapping):
    shape = np.asarray(shape)
    if shape.shape != (4,):
        text = "original input tensor shape must be1-dimensional and 4 elements"
        raise errors.InvalidArgumentError(None, None, text)
    _, height, width, _ = (int(n) for n in shape)
    # In float64, whatever the type, as in 1.x.
    ones = [
        _Spans.of(xp, bounds, n, overlapping).weights(xp, n, np.float64)
        for bounds, n in ((rows, height), (columns, width))
    ]
    share = [w / w.sum(axis=1, keepdims=True) for w in ones]
    return xp.einsum("ri,brcd,cj->bijd", share[0], dy.astype(np.float64), share[1]).astype(dy.dtype)


# -- gradients ------------------------------------------------------------------------------------------------------------


@gradient("FractionalMaxPool")
def _grad_of_max_pool(op, grad, _, __):
    return apply(
        "FractionalMaxPoolGrad",
        orig_input=op.inputs[0],
        orig_output=op.outputs[0],
        out_backprop=grad,
        row_pooling_sequence=op.outputs[1],
        col_pooling_sequence=op.outputs[2],
        overlapping=op.get_attr("overlapping"),
    )


@gradient("FractionalAvgPool")
def _grad_of_avg_pool(op, grad, _, __):
    return apply(
        "FractionalAvgPoolGrad",
        orig_input_tensor_shape=apply("Shape", input=op.inputs[0], out_type="int64"),
        out_backprop=grad,
        row_pooling_sequence=op.outputs[1],
        col_pooling_sequence=op.outputs[2],
        overlapping=op.get_attr("overlapping"),
    )


# -- public functions -----------------------------------------------------------------------------------------------------

_DOC = """Shrinks images by any ratio: {what} windows of two sizes, drawn at random.

    Args:
      value: [batch, height, width, channels].
      pooling_ratio: four numbers of at least 1; the first and the last are 1.
      pseudo_random: whether the order of large and small windows is regular from a random beginning, or random.
      overlapping: whether a window has the first row and column of the next one too.
      deterministic: whether every run has the same windows.
      seed: with `seed2`, decides the windows; 0 and 0 are a random seed.
      seed2: see `seed`.
      name: a name for the operation.

    Returns:
      A named tuple of the output and the bounds of the windows along rows and columns.

    >>> import penstock as tf
    >>> small, rows, columns = tf.nn.{name}(tf.ones([1, 6, 7, 1]), [1.0, 1.5, 1.4, 1.0], seed=1)
    >>> small.shape.as_list(), rows.shape.as_list()
    ([1, 4, 5, 1], [5])
    """


def _public(op_type: str, name: str, what: str) -> Callable[..., Any]:
    def function(
        value: TensorLike,
        pooling_ratio: Sequence[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        deterministic: bool = False,
        seed: int = 0,
        seed2: int = 0,
        name: str | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        attrs = {"pooling_ratio": list(pooling_ratio), "pseudo_random": pseudo_random, "overlapping": overlapping}
        return apply(op_type, name, value=value, deterministic=deterministic, seed=seed, seed2=seed2, **attrs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(what=what, name=name)
    return function


fractional_max_pool = export("nn.fractional_max_pool")(
    _public("FractionalMaxPool", "fractional_max_pool", "the largest values in")
)
fractional_avg_pool = export("nn.fractional_avg_pool")(
    _public("FractionalAvgPool", "fractional_avg_pool", "the means of")
)
