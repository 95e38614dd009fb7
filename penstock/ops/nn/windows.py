"""Sliding windows: how padding, strides and dilations place a kernel over an input. No arithmetic on the data.

Shared by convolution and pooling, by kernels and by shape rules; depends on nothing of the package.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from penstock.graph.typing import Array


class Windows(NamedTuple):
    """Placement of a kernel along some axes: output sizes, (before, after) padding, strides and dilations."""

    kernel: tuple[int, ...]
    outs: tuple[int, ...]
    pads: tuple[tuple[int, int], ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]

    @property
    def padded(self) -> bool:
        return any(lo or hi for lo, hi in self.pads)

    @property
    def dense(self) -> bool:
        """Whether strides and dilations are all 1."""
        return all(s == 1 for s in self.strides) and all(d == 1 for d in self.dilations)

    @property
    def taps(self) -> int:
        return int(np.prod(self.kernel, dtype=np.int64))

    def spans(self) -> tuple[int, ...]:
        """How many (padded) input positions the windows reach over, per axis."""
        return tuple(
            (o - 1) * s + (k - 1) * d + 1 if o else 0
            for k, o, s, d in zip(self.kernel, self.outs, self.strides, self.dilations, strict=True)
        )

    def slices(self) -> Iterator[tuple[slice, ...]]:
        """For every position in the kernel, row-major: where in the padded input its values lie."""
        for tap in itertools.product(*(range(k) for k in self.kernel)):
            yield tuple(
                slice(t * d, t * d + (o - 1) * s + 1, s)
                for t, o, s, d in zip(tap, self.outs, self.strides, self.dilations, strict=True)
            )


def place(
    sizes: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    padding: str,
    dilations: Sequence[int] | None = None,
    explicit: Sequence[tuple[int, int]] = (),
) -> Windows:
    """Places windows of size `kernel` over axes of the given `sizes`, by 1.x's rules for SAME, VALID and EXPLICIT."""
    dilations = tuple(dilations) if dilations is not None else (1,) * len(sizes)
    outs, pads = [], []
    for axis, (n, k, s, d) in enumerate(zip(sizes, kernel, strides, dilations, strict=True)):
        reach = (k - 1) * d + 1
        if padding == "SAME":
            out = -(-n // s)
            total = max((out - 1) * s + reach - n, 0)
            pad = (total // 2, total - total // 2)
        else:
            pad = (0, 0) if padding == "VALID" else (int(explicit[axis][0]), int(explicit[axis][1]))
            out = max((n + sum(pad) - reach) // s + 1, 0)
        outs.append(int(out))
        pads.append(pad)
    return Windows(
        tuple(int(k) for k in kernel),
        tuple(outs),
        tuple(pads),
        tuple(int(s) for s in strides),
        tuple(int(d) for d in dilations),
    )


def pad_axes(xp: ModuleType, x: Array, pads: Sequence[tuple[int, int]], value: Array = 0) -> Any:
    """Pads `x` with `value`; one (before, after) pair per axis of `x`."""
    if not any(lo or hi for lo, hi in pads):
        return x
    if xp is not np:
        return xp.pad(x, pads, constant_values=value)
    out = np.empty([n + lo + hi for n, (lo, hi) in zip(x.shape, pads, strict=True)], x.dtype)
    inner = tuple(slice(lo, lo + n) for n, (lo, _) in zip(x.shape, pads, strict=True))
    out.fill(value)
    out[inner] = x
    return out
