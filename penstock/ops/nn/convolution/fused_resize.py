"""Convolutions that resize or pad their input first: what `optimize_for_inference` makes of three operations.

Their kernels are those of the three, one after the other; XLA fuses them anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from penstock.graph import shape_rules as rule
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array
from penstock.ops.arrays.padding import _mirror_pad
from penstock.ops.image.resize import _resize_bilinear
from penstock.ops.nn.convolution.kernels import _conv2d, window_size

if TYPE_CHECKING:
    from penstock.graph.inference import Context



def _fused_rule(filter_index: int) -> Any:
    def shape(c: Context) -> list[Any]:
        given = rule.with_rank(c.shape(0), 4).as_list()
        if filter_index == 3:
            rule.merge(c.shape(1), TensorShape([2]))
            size = c.const(1)
            given[1:3] = [None, None] if size is None else [None if n < 0 else n for n in size.tolist()]
        rows, _ = rule.with_rank(c.shape(filter_index - 1), 2).as_list()
        # 1.15 takes no paddings of unknown shape, and says it like this.
        rule.with_rank(TensorShape(given), -1 if rows is None else rows)
        rule.merge(c.shape(filter_index - 1), TensorShape([4, 2]))
        paddings = c.const(filter_index - 1)
        if paddings is None:
            given = [None] * 4
        elif (paddings < 0).any():
            raise ValueError("Paddings must be non-negative")
        else:
            given = [None if size is None else size + sum(added) for size, added in zip(given, paddings.tolist())]
        filters = rule.with_rank(c.shape(filter_index), 4).as_list()
        rule.merge_dims(given[3], filters[2])
        strides, padding = c.attr("strides"), c.attr("padding")
        sizes = (window_size(given[i], filters[i - 1], strides[i], 1, padding, (0, 0)) for i in (1, 2))
        return [[given[0], *sizes, filters[3]]]

    return shape


def _padded_conv(
    xp: ModuleType, images: Array, paddings: Array, filters: Any, mode: str, strides: Sequence[int], padding: str
) -> Any:
    padded = _mirror_pad(xp, images, paddings, mode=mode)
    plain = {"explicit_paddings": [], "data_format": "NHWC", "dilations": [1, 1, 1, 1]}
    return _conv2d(xp, padded, filters, strides=strides, padding=padding, **plain)


@op("FusedPadConv2D", shape=_fused_rule(2), static=("paddings",))
def _fused_pad_conv2d(xp, images, paddings, filters, *, mode, strides, padding):
    return _padded_conv(xp, images, paddings, filters, mode, strides, padding)


@op("FusedResizeAndPadConv2D", shape=_fused_rule(3), static=("size", "paddings"))
def _fused_resize_and_pad_conv2d(xp, images, size, paddings, filters, *, resize_align_corners, mode, strides, padding):
    resized = _resize_bilinear(xp, images, size, align_corners=resize_align_corners, half_pixel_centers=False)
    return _padded_conv(xp, resized.astype(images.dtype), paddings, filters, mode, strides, padding)
