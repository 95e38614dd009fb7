"""Files of images as the codecs get them: checked bytes in, an array of pixels out."""

from __future__ import annotations

import io
import threading
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.text.strings import flat

# Pillow's setting for truncated files is global: those who change it are alone, all others read side by side.
_changed = threading.Condition()
_reading = 0


def invalid_image(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def scalar_contents(value: Any) -> bytes:
    if np.ndim(value):
        raise invalid_image(f"contents must be scalar, got shape {brackets(np.shape(value))}")
    return flat(value)[0]


def decoded_shape(c):
    rule.with_rank(c.shape(0), 0)
    channels = c.attr("channels")
    if channels < 0:
        raise ValueError(f"channels must be non-negative, got {channels}")
    return [TensorShape([None, None, channels or None])]


def open_image(data: bytes, kind: str, truncated: bool = False) -> Any:
    """Opens an image; the pixels are read later.

    Raises:
      InvalidArgumentError: it is not of this kind.
    """
    from PIL import Image

    try:
        return Image.open(io.BytesIO(data), formats=[kind])
    except Exception:  # noqa: BLE001 - Pillow raises many kinds
        if kind != "BMP" and not data.startswith(_MAGIC):
            what = (
                f"unknown format starting with '{data[:16].decode('ascii', 'backslashreplace')}'"
                if data
                else "empty file"
            )
            raise invalid_image(f"Expected image (JPEG, PNG, or GIF), got {what}") from None
        raise invalid_image(f"Invalid {kind} data or crop window, data size {len(data)}") from None


# What JPEG, PNG and GIF files begin with.
_MAGIC = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF8")


def load_pixels(image: Any, kind: str, size: int, truncated: bool = False) -> None:
    from PIL import ImageFile

    global _reading
    try:
        if truncated:
            with _changed:
                while _reading:
                    _changed.wait()
                ImageFile.LOAD_TRUNCATED_IMAGES = True
                try:
                    image.load()
                finally:
                    ImageFile.LOAD_TRUNCATED_IMAGES = False
            return
        with _changed:
            _reading += 1
        try:
            image.load()
        finally:
            with _changed:
                _reading -= 1
                if not _reading:
                    _changed.notify_all()
    except Exception:  # noqa: BLE001 - Pillow raises many kinds
        raise invalid_image(f"Invalid {kind} data or crop window, data size {size}") from None


def pixels_of(image: TensorLike) -> np.ndarray:
    array = np.array(image)
    return array[:, :, None] if array.ndim == 2 else array
