"""Windows of volumes as channels: `extract_volume_patches`, the three-dimensional `extract_image_patches`."""

from __future__ import annotations

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import SizesLike, TensorLike
from penstock.ops.nn.convolution.kernels import window_size
from penstock.ops.nn.windows import place


def _shape(c):
    x = rule.with_rank(c.shape(0), 5).as_list()
    ksizes, strides, padding = c.attr("ksizes"), c.attr("strides"), c.attr("padding")
    for name, values in (("ksizes", ksizes), ("strides", strides)):
        if len(values) != 5:
            text = f"ExtractVolumePatches requires the {name} attribute to contain 5 values, but got: {len(values)}"
            raise ValueError(text)
    out = [window_size(x[i], ksizes[i], strides[i], 1, padding, (0, 0)) for i in (1, 2, 3)]
    return [[x[0], *out, None if x[4] is None else x[4] * int(np.prod(ksizes[1:4]))]]


@op("ExtractVolumePatches", shape=_shape)
def _extract(xp, x, *, ksizes, strides, padding):
    if x.ndim != 5:
        raise errors.InvalidArgumentError(None, None, f"input must be 5-dimensional{list(x.shape)}")
    for name, values in (("ksizes", ksizes), ("strides", strides)):
        if values[0] != 1 or values[4] != 1:
            text = f"Only support {name} across space."
            raise errors.UnimplementedError(None, None, text)
    windows = place(x.shape[1:4], ksizes[1:4], strides[1:4], padding)
    padded = xp.pad(x, ((0, 0), *windows.pads, (0, 0))) if windows.padded else x
    parts = [padded[(slice(None), *part)] for part in windows.slices()]
    return xp.concatenate(parts, axis=4)


@gradient("ExtractVolumePatches")
def _gradient(op, grad):
    """Each voxel gets the gradients of all places in patches that it was copied to."""
    x = op.inputs[0]
    batch, *sizes, depth = tf.unstack(tf.shape(x), 5)
    count = sizes[0] * sizes[1] * sizes[2]
    attrs = {a: op.get_attr(a) for a in ("ksizes", "strides", "padding")}
    numbers = tf.reshape(tf.range(1, count + 1), [1, *sizes, 1])
    places = apply("ExtractVolumePatches", None, input=numbers, **attrs)
    taps = int(np.prod(attrs["ksizes"][1:4]))
    parts = tf.reshape(grad, [batch, -1, taps, depth])
    parts = tf.reshape(tf.transpose(parts, [1, 2, 0, 3]), [-1, batch * depth])
    total = tf.math.unsorted_segment_sum(parts, tf.reshape(places, [-1]) - 1, count)
    result = tf.transpose(tf.reshape(total, [*sizes, batch, depth]), [3, 0, 1, 2, 4])
    result.set_shape(x.shape)
    return result


@export("extract_volume_patches")
def extract_volume_patches(
    input: TensorLike, ksizes: SizesLike, strides: SizesLike, padding: str, name: str | None = None
) -> Tensor:
    """Puts each window of volumes into the channels of one voxel.

    Args:
      input: [batch, planes, rows, columns, channels].
      ksizes: the size of the windows, [1, planes, rows, columns, 1].
      strides: steps from one window to the next, [1, planes, rows, columns, 1].
      padding: "VALID" or "SAME".
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.extract_volume_patches(tf.zeros([1, 4, 4, 4, 2]), [1, 2, 2, 2, 1], [1, 1, 1, 1, 1], "VALID").shape.as_list()
    [1, 3, 3, 3, 16]
    """
    return apply("ExtractVolumePatches", name, input=input, ksizes=ksizes, strides=strides, padding=padding)
