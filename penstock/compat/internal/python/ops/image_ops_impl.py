"""Shapes of images that are flipped."""

from typing import Any

__all__ = ["fix_image_flip_shape"]


def fix_image_flip_shape(image: Any, result: Any) -> Any:
    """Tells the result of flipping an image its shape: that of the image, or three unknown sizes."""
    shape = image.get_shape()
    result.set_shape([None, None, None] if shape.ndims is None else shape)
    return result
