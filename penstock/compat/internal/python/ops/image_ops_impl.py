"""Shapes of images that are flipped."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

__all__ = [
    "_AssertAtLeast3DImage",
    "_Check3DImage",
    "_CheckAtLeast3DImage",
    "_ImageDimensions",
    "_assert",
    "_is_tensor",
    "fix_image_flip_shape",
]


def _is_tensor(x: TensorLike) -> bool:
    """Whether something is a tensor or a variable."""
    return isinstance(x, (Tensor, tf.Variable))


def _assert(cond: Any, ex_type: type[Exception], msg: str) -> list[Any]:
    """Checks a condition: at once if it is known, else by an operation, which is returned in a list."""
    if _is_tensor(cond):
        return [tf.Assert(cond, [msg])]
    if not cond:
        raise ex_type(msg)
    return []


def _ImageDimensions(image: TensorOrVariable, rank: int) -> list[Any]:  # noqa: N802
    """The sizes of an image, as numbers as far as they are known, else as tensors."""
    if image.get_shape().is_fully_defined():
        return list(image.get_shape().as_list())
    known = image.get_shape().with_rank(rank).as_list()
    return [own if own is not None else one for own, one in zip(known, tf.unstack(tf.shape(image), rank))]


def _positive(image: TensorLike, shape: Any) -> list[Any]:
    if any(size == 0 for size in shape.as_list()):
        raise ValueError(f"all dims of 'image.shape' must be > 0: {shape}")
    if shape.is_fully_defined():
        return []
    return [tf.assert_positive(tf.shape(image), ["all dims of 'image.shape' must be > 0."])]


def _Check3DImage(image: Any, require_static: bool = True) -> list[Any]:  # noqa: N802
    """Checks that this is one image; returns the operations that check what is not known yet.

    Raises:
      ValueError: it is none, or its shape is not known though `require_static`.
    """
    try:
        shape = image.get_shape().with_rank(3)
    except ValueError:
        raise ValueError(f"'image' (shape {image.shape}) must be three-dimensional.") from None
    if require_static and not shape.is_fully_defined():
        raise ValueError(f"'image' (shape {shape}) must be fully defined.")
    return _positive(image, shape)


def _CheckAtLeast3DImage(image: Any, require_static: bool = True) -> list[Any]:  # noqa: N802
    """The same, of one image or several."""
    try:
        known = image.get_shape()
        shape = known.with_rank(3) if known.ndims is None else known.with_rank_at_least(3)
    except ValueError:
        raise ValueError("'image' must be at least three-dimensional.") from None
    if require_static and not shape.is_fully_defined():
        raise ValueError("'image' must be fully defined.")
    checks = _positive(image, shape)
    if checks:
        text = "'image' must be at least three-dimensional."
        checks.append(tf.assert_greater_equal(tf.rank(image), 3, message=text))
    return checks


def _AssertAtLeast3DImage(image: Any) -> Any:  # noqa: N802
    """The image, which waits for these checks."""
    checks = _CheckAtLeast3DImage(image, require_static=False)
    with tf.control_dependencies(checks):
        return tf.identity(image)


def fix_image_flip_shape(image: TensorOrVariable, result: TensorOrVariable) -> Any:
    """Tells the result of flipping an image its shape: that of the image, or three unknown sizes."""
    shape = image.get_shape()
    result.set_shape([None, None, None] if shape.ndims is None else shape)
    return result
