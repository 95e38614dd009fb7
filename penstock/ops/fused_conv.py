"""Convolutions that resize or pad their input first: what `optimize_for_inference` makes of three operations.

Their kernels are those of the three, one after the other; XLA fuses them anyway.
"""

from __future__ import annotations

from typing import Any

from penstock.graph import shape_rules as rule
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.conv_kernels import _conv2d
from penstock.ops.image_resize import _resize_bilinear
from penstock.ops.padding import _mirror_pad


def _fused_rule(filter_index: int) -> Any:
    def shape(c: Any) -> list[TensorShape]:
        images, filters = rule.with_rank(c.shape(0), 4), rule.with_rank(c.shape(filter_index), 4)
        return [TensorShape([images.as_list()[0], None, None, filters.as_list()[3]])]

    return shape


def _padded_conv(xp: Any, images: Any, paddings: Any, filters: Any, mode: str, strides: Any, padding: str) -> Any:
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
