"""Blocks of space: moving them into the batch or the depth dimension, and back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike, TensorLike
from penstock.ops.arrays.filled import zeros
from penstock.ops.arrays.stacking import stack
from penstock.util.deprecation import deprecated_argument_lookup

# -- space and batch --------------------------------------------------------------------------------------------------


def _check_blocks(block: list[int], pairs: list[tuple[int, int]], word: str) -> None:
    if min(block, default=1) < 1:
        raise errors.invalid("All values in block_shape must be positive")
    if any(n < 0 for pair in pairs for n in pair):
        raise errors.invalid(f"{word} must be non-negative")


def _to_batch(xp, x, block, paddings):
    block = [int(b) for b in block]
    m = len(block)
    pairs = [(int(a), int(b)) for a, b in np.reshape(paddings, (m, 2))]
    _check_blocks(block, pairs, "paddings")
    padded = xp.pad(x, [(0, 0), *pairs, *[(0, 0)] * (x.ndim - 1 - m)])
    dims = [padded.shape[0]]
    for i, b in enumerate(block):
        extent = padded.shape[1 + i]
        if extent % b:
            raise errors.invalid(f"padded_shape[{i}]={extent} is not divisible by block_shape[{i}]={b}")
        dims += [extent // b, b]
    rest = padded.shape[1 + m :]
    split = padded.reshape([*dims, *rest])
    order = [2 * i + 2 for i in range(m)] + [0] + [2 * i + 1 for i in range(m)]
    order += range(2 * m + 1, split.ndim)
    return xp.transpose(split, order).reshape([x.shape[0] * math.prod(block), *dims[1::2], *rest])


def _to_space(xp, x, block, crops):
    block = [int(b) for b in block]
    m = len(block)
    pairs = [(int(a), int(b)) for a, b in np.reshape(crops, (m, 2))]
    _check_blocks(block, pairs, "crops")
    count = math.prod(block)
    if x.shape[0] % count:
        raise errors.invalid(
            f"Input batch dimension ({x.shape[0]}) is not divisible by product of block sizes ({count})"
        )
    rest = x.shape[1 + m :]
    split = x.reshape([*block, x.shape[0] // count, *x.shape[1:]])
    order = [m]
    for i in range(m):
        order += [m + 1 + i, i]
    order += range(2 * m + 1, split.ndim)
    dims = [x.shape[1 + i] * b for i, b in enumerate(block)]
    whole = xp.transpose(split, order).reshape([x.shape[0] // count, *dims, *rest])
    for d, (a, b) in zip(dims, pairs):
        if a + b > d:
            raise errors.invalid(f"cropped_shape = {d - a - b} is negative")
    return whole[(slice(None), *(slice(a, d - b) for d, (a, b) in zip(dims, pairs)))]


def _nd_rule(sign: int) -> rule.Rule:
    """Shapes of SpaceToBatchND (1) and BatchToSpaceND (-1)."""

    def shapes(c):
        if c.shape(1).ndims != 1:
            raise ValueError("block_shape must have rank 1.")
        length = c.shape(1).as_list()[0]
        if length is None:
            raise ValueError("block_shape must have known size.")
        return [_moved(c, c.shape(0), length, c.const(1), sign)]

    return shapes


def _moved(c, given, length, block, sign):
    """The shape of `given` after blocks, one for each of `length` dimensions, have moved; the last input holds pairs."""
    given = rule.with_rank_at_least(given, length + 1)
    rule.merge(c.shapes[-1], TensorShape([length, 2]))
    batch, extents = rule.dim(given, 0), [rule.dim(given, 1 + i) for i in range(length)]
    if block is None:
        batch = batch if not length else None
    for b in [] if block is None else block.tolist():
        if b < 1:
            raise ValueError("block_shape must be positive")
        batch = rule.divided(batch, b) if sign < 0 else batch if batch is None else batch * b
    dims: list[int | None] = [None] * length
    pairs = c.const(-1)
    for i, (before, after) in enumerate([] if pairs is None else pairs.tolist()):
        if before < 0 or after < 0:
            raise ValueError(f"{'paddings' if sign > 0 else 'crops'} cannot be negative")
        extent = extents[i]
        if block is None or extent is None:
            continue
        b = int(block[i])
        if sign > 0:
            dims[i] = rule.divided(extent + before + after, b)
        else:
            dims[i] = rule.subtract(rule.subtract(extent * b, before), after)
    return TensorShape([batch, *dims]).concatenate(given[1 + length :])


def _block_rule(sign: int) -> rule.Rule:
    def shapes(c):
        block = c.attr("block_size")
        return [_moved(c, rule.with_rank(c.shape(0), 4), 2, np.array([block, block]), sign)]

    return shapes


@op("SpaceToBatchND", shape=_nd_rule(1), static=("block_shape", "paddings"))
def _space_to_batch_nd(xp, x, block_shape, paddings):
    return _to_batch(xp, x, block_shape, paddings)


@op("SpaceToBatch", shape=_block_rule(1), static=("paddings",))
def _space_to_batch(xp, x, paddings, *, block_size):
    return _to_batch(xp, x, [block_size, block_size], paddings)


@op("BatchToSpaceND", shape=_nd_rule(-1), static=("block_shape", "crops"))
def _batch_to_space_nd(xp, x, block_shape, crops):
    return _to_space(xp, x, block_shape, crops)


@op("BatchToSpace", shape=_block_rule(-1), static=("crops",))
def _batch_to_space(xp, x, crops, *, block_size):
    return _to_space(xp, x, [block_size, block_size], crops)


@gradient("SpaceToBatchND")
def _space_to_batch_nd_grad(op, grad):
    return apply("BatchToSpaceND", input=grad, block_shape=op.inputs[1], crops=op.inputs[2]), None, None


@gradient("BatchToSpaceND")
def _batch_to_space_nd_grad(op, grad):
    return apply("SpaceToBatchND", input=grad, block_shape=op.inputs[1], paddings=op.inputs[2]), None, None


@gradient("SpaceToBatch")
def _space_to_batch_grad(op, grad):
    return batch_to_space(grad, op.inputs[1], block_size=op._attrs["block_size"]), None


@gradient("BatchToSpace")
def _batch_to_space_grad(op, grad):
    return space_to_batch(grad, op.inputs[1], block_size=op._attrs["block_size"]), None


@export("space_to_batch_nd", "manip.space_to_batch_nd")
def space_to_batch_nd(
    input: TensorLike, block_shape: TensorLike, paddings: TensorLike, name: str | None = None
) -> Tensor:
    """Moves blocks of the padded spatial dimensions into the batch dimension.

    Args:
      input: a tensor [batch, spatial..., rest...].
      block_shape: the size of a block in each spatial dimension.
      paddings: one pair (before, after) for each spatial dimension.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.space_to_batch_nd([[1, 2, 3, 4]], [2], [[0, 0]]))  # those at even and at odd places
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    return apply("SpaceToBatchND", name, input=input, block_shape=block_shape, paddings=paddings)


@export("batch_to_space_nd", "manip.batch_to_space_nd")
def batch_to_space_nd(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> Tensor:
    """Moves blocks from the batch dimension back into space, and crops the edges: undoes `space_to_batch_nd`.

    Args:
      input: a tensor [batch, spatial..., rest...].
      block_shape: the size of a block in each spatial dimension.
      crops: how much is cut off, one pair (before, after) for each spatial dimension.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_to_space_nd([[1, 3], [2, 4]], [2], [[0, 1]]))
    array([[1, 2, 3]], dtype=int32)
    """
    return apply("BatchToSpaceND", name, input=input, block_shape=block_shape, crops=crops)


@export("space_to_batch", "nn.space_to_batch")
def space_to_batch(
    input: TensorLike,
    paddings: TensorLike,
    block_size: int | None = None,
    name: str | None = None,
    block_shape: TensorLike | None = None,
) -> Tensor:
    """Moves square blocks of an image [batch, height, width, depth] into the batch dimension.

    Args:
      input: [batch, height, width, depth].
      paddings: [[top, bottom], [left, right]]: the zeros to put around it.
      block_size: the size of a block in both dimensions.
      name: a name for the operation.
      block_shape: the new name of `block_size`.

    >>> import penstock as tf
    >>> image = tf.reshape([1, 2, 3, 4], [1, 2, 2, 1])
    >>> tf.Session().run(tf.space_to_batch(image, [[0, 0], [0, 0]], 2)).ravel()
    array([1, 2, 3, 4], dtype=int32)
    >>> tf.space_to_batch(image, [[0, 0], [0, 0]], 2).shape
    TensorShape([Dimension(4), Dimension(1), Dimension(1), Dimension(1)])
    """
    block = deprecated_argument_lookup("block_shape", block_shape, "block_size", block_size)
    made = space_to_batch_nd(input, np.array([block, block], np.int64), paddings, name)
    made.set_shape(made.shape.with_rank(4))
    return made


@export("batch_to_space")
def batch_to_space(
    input: TensorLike,
    crops: TensorLike,
    block_size: int | None,
    name: str | None = None,
    block_shape: TensorLike | None = None,
) -> Tensor:
    """Moves square blocks from the batch dimension back into an image: undoes `space_to_batch`.

    Args:
      input: [batch, height, width, depth].
      crops: [[top, bottom], [left, right]]: what to cut off.
      block_size: the size of a block in both dimensions.
      name: a name for the operation.
      block_shape: the new name of `block_size`.

    >>> import penstock as tf
    >>> parts = tf.reshape([1, 2, 3, 4], [4, 1, 1, 1])
    >>> tf.Session().run(tf.batch_to_space(parts, [[0, 0], [0, 0]], 2))[0, :, :, 0]
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    block = deprecated_argument_lookup("block_shape", block_shape, "block_size", block_size)
    made = batch_to_space_nd(input, np.array([block, block], np.int64), crops, name)
    made.set_shape(made.shape.with_rank(4))
    return made


@export("required_space_to_batch_paddings")
def required_space_to_batch_paddings(
    input_shape: ShapeLike, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Returns the paddings that make `block_shape` divide `input_shape`, and the crops that undo them.

    Args:
      input_shape: the spatial dimensions.
      block_shape: the size of a block in each of them.
      base_paddings: pairs of paddings that must be there at least; none by default.
      name: a name for the operations.

    Raises:
      ValueError: if the shapes do not fit together.

    >>> import penstock as tf
    >>> paddings, crops = tf.required_space_to_batch_paddings([5, 4], [2, 2])
    >>> tf.Session().run(paddings)
    array([[0, 1],
           [0, 0]], dtype=int32)
    """
    with name_scope(name, "required_space_to_batch_paddings", [input_shape, block_shape]):
        input_shape = convert_to_tensor(input_shape, dtypes.int32, "input_shape")
        block_shape = convert_to_tensor(block_shape, dtypes.int32, "block_shape")
        block_shape.shape.assert_is_fully_defined()
        block_shape.shape.assert_has_rank(1)
        count = block_shape.shape.as_list()[0]
        if count == 0:
            return zeros([0, 2], dtypes.int32), zeros([0, 2], dtypes.int32)
        input_shape.shape.assert_is_compatible_with([count])
        if base_paddings is None:
            base_paddings = zeros([count, 2], dtypes.int32)
        else:
            base_paddings = convert_to_tensor(base_paddings, dtypes.int32, "base_paddings")
            base_paddings.shape.assert_is_compatible_with([count, 2])
        known = [constant_value(t) for t in (block_shape, input_shape, base_paddings)]
        if all(v is not None for v in known):
            block_shape, input_shape, base_paddings = known
        start = base_paddings[:, 0]
        end = base_paddings[:, 1]
        whole = input_shape + start + end
        extra = (block_shape - whole % block_shape) % block_shape
        end = end + extra
        paddings = stack([[start[i], end[i]] for i in range(count)], name="paddings")
        crops = stack([[0, extra[i]] for i in range(count)], name="crops")
        return paddings, crops


# -- space and depth --------------------------------------------------------------------------------------------------


def _depth_rule(sign: int) -> rule.Rule:
    """Shapes of SpaceToDepth (1) and DepthToSpace (-1)."""

    def shapes(c):
        given = rule.with_rank(c.shape(0), 4)
        first = c.attr("data_format") != "NHWC"
        b = c.attr("block_size")
        dims = given.as_list()
        h, w, d = (2, 3, 1) if first else (1, 2, 3)
        for i in (h, w) if sign > 0 else (d,):
            divisor = b if sign > 0 else b * b
            if dims[i] is not None and dims[i] % divisor:
                raise ValueError(f"Dimension size must be evenly divisible by {divisor} but is {dims[i]}")
        for i, factor in ((h, b), (w, b), (d, b * b)):
            if dims[i] is not None:
                grows = (i == d) == (sign > 0)
                dims[i] = dims[i] * factor if grows else dims[i] // factor
        return [TensorShape(dims)]

    return shapes


def _last(xp, x, data_format):
    if data_format == "NCHW_VECT_C":
        raise errors.invalid("Only NHWC and NCHW data formats are supported on the CPU.")
    return x if data_format == "NHWC" else xp.transpose(x, (0, 2, 3, 1))


def _as_given(xp, x, data_format):
    return x if data_format == "NHWC" else xp.transpose(x, (0, 3, 1, 2))


@op("SpaceToDepth", shape=_depth_rule(1))
def _space_to_depth(xp, x, *, block_size, data_format):
    n, h, w, d = _last(xp, x, data_format).shape
    b = block_size
    if h % b or w % b:
        raise errors.invalid(f"Image width {w} and height {h} should be divisible by block_size: {b}")
    split = _last(xp, x, data_format).reshape(n, h // b, b, w // b, b, d)
    return _as_given(xp, xp.transpose(split, (0, 1, 3, 2, 4, 5)).reshape(n, h // b, w // b, b * b * d), data_format)


@op("DepthToSpace", shape=_depth_rule(-1))
def _depth_to_space(xp, x, *, block_size, data_format):
    n, h, w, d = _last(xp, x, data_format).shape
    b = block_size
    if d % (b * b):
        raise errors.invalid(f"Input depth dimension {d} should be divisible by: {b * b}")
    split = _last(xp, x, data_format).reshape(n, h, w, b, b, d // (b * b))
    return _as_given(xp, xp.transpose(split, (0, 1, 3, 2, 4, 5)).reshape(n, h * b, w * b, d // (b * b)), data_format)


@gradient("SpaceToDepth")
def _space_to_depth_grad(op, grad):
    return depth_to_space(grad, op._attrs["block_size"], data_format=op._attrs["data_format"])


@gradient("DepthToSpace")
def _depth_to_space_grad(op, grad):
    return space_to_depth(grad, op._attrs["block_size"], data_format=op._attrs["data_format"])


@export("space_to_depth", "nn.space_to_depth")
def space_to_depth(input: TensorLike, block_size: int, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """Moves square blocks of an image into its depth: [b, h, w, d] becomes [b, h/s, w/s, d*s*s].

    Args:
      input: a batch of images.
      block_size: the size s of a block, 2 or more.
      name: a name for the operation.
      data_format: "NHWC", or "NCHW" if the depth is the second dimension.

    >>> import penstock as tf
    >>> tf.Session().run(tf.space_to_depth(tf.reshape(tf.range(8), [1, 2, 4, 1]), 2))[0, 0]
    array([[0, 1, 4, 5],
           [2, 3, 6, 7]], dtype=int32)
    """
    return apply("SpaceToDepth", name, input=input, block_size=block_size, data_format=data_format)


@export("depth_to_space", "nn.depth_to_space")
def depth_to_space(input: TensorLike, block_size: int, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """Moves depth into square blocks of an image: [b, h, w, d] becomes [b, h*s, w*s, d/(s*s)].

    Args:
      input: a batch of images.
      block_size: the size s of a block, 2 or more.
      name: a name for the operation.
      data_format: "NHWC", or "NCHW" if the depth is the second dimension.

    >>> import penstock as tf
    >>> tf.Session().run(tf.depth_to_space([[[[1, 2, 3, 4]]]], 2))[0, :, :, 0]
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    return apply("DepthToSpace", name, input=input, block_size=block_size, data_format=data_format)
