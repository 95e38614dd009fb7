"""The contents of JPEG files: read by libjpeg-turbo or Pillow with the checks of 1.15, and written."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from penstock.graph.values import object_array
from penstock.ops.common.definitions import brackets
from penstock.ops.image.image_files import invalid_image, load_pixels, open_image, pixels_of

# How libjpeg says that a JPEG ends early.
_EARLY = ("Premature end of JPEG file", "premature end of data segment")


# What Adobe's programs write; they turn the four colours of printers around.
_ADOBE = b"\xff\xee\x00\x0eAdobe"


def read_jpeg(data: bytes, channels: int, ratio: int, truncated: bool, fancy: bool, dct: str) -> np.ndarray:
    if channels not in (0, 1, 3):
        raise invalid_image(f"channels must be 0, 1, or 3 for JPEG, got {channels}")
    if ratio not in (1, 2, 4, 8):
        raise invalid_image(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if dct not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        raise invalid_image("dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}")
    import simplejpeg

    try:
        height, width, kind, _ = simplejpeg.decode_jpeg_header(data, strict=False)
        four = kind in ("CMYK", "YCCK")
        options: dict[str, Any] = {
            "colorspace": "CMYK" if four else "GRAY" if channels == 1 or (not channels and kind == "Gray") else "RGB",
            "fastdct": dct != "INTEGER_ACCURATE",
            "fastupsample": not fancy,
        }
        if ratio > 1:
            options.update(min_height=-(-height // ratio), min_width=-(-width // ratio))
        image = _turbo(simplejpeg.decode_jpeg, data, options, truncated)
    except (ValueError, KeyError) as error:  # a KeyError if the header is not whole
        if not truncated and str(error).endswith(_EARLY):
            raise invalid_image(f"Invalid JPEG data or crop window, data size {len(data)}") from None
        return _pillow_jpeg(data, channels, ratio, truncated)
    if not four:
        return image
    if channels == 1:
        return _pillow_jpeg(data, channels, ratio, truncated)
    image = image.astype(np.int32) if _ADOBE in data else 255 - image.astype(np.int32)
    return (image[..., :3] * image[..., 3:] // 255).astype(np.uint8)


def _turbo(decode: Any, data: bytes, options: dict[str, Any], truncated: bool) -> np.ndarray:
    """Decodes. Only what ends early is an error; of other things in a file that are odd, 1.x warned.

    Raises:
      ValueError: it ends early, or cannot be read.
    """
    try:
        return decode(data, **options)
    except ValueError as error:
        if not truncated and str(error).endswith(_EARLY):
            raise
        return decode(data, strict=False, **options)


def _pillow_jpeg(data: bytes, channels: int, ratio: int, truncated: bool) -> np.ndarray:
    image = open_image(data, "JPEG")
    mode = {0: None, 1: "L", 3: "RGB"}[channels]
    # The codec itself makes small images and leaves the colours out, as the runtime lets it.
    size = tuple(max(s // ratio, 1) for s in image.size)
    if ratio > 1 or mode == "L":
        image.draft("L" if mode == "L" else None, size)
    load_pixels(image, "JPEG", len(data), truncated)
    if mode is None:
        mode = "L" if image.mode == "L" else "RGB"
    return pixels_of(image if image.mode == mode else image.convert(mode))


def write_jpeg(image: np.ndarray, quality: int, **options: Any) -> np.ndarray:
    from PIL import Image

    out = io.BytesIO()
    shown = Image.fromarray(image[:, :, 0] if image.shape[2] == 1 else image)
    shown.save(out, "JPEG", quality=max(quality, 1), **options)
    return object_array([out.getvalue()], ())


def check_jpeg_options(image: np.ndarray, kind: str, quality: int) -> None:
    if image.ndim != 3:
        raise invalid_image(f"image must be 3-dimensional{brackets(image.shape)}")
    wanted = {"": (1, 3), "grayscale": (1,), "rgb": (3,)}.get(kind)
    if wanted is None:
        raise invalid_image(f"format must be '', grayscale or rgb, got {kind}")
    if image.shape[2] not in wanted:
        shown = "image must have 1 or 3 channels" if not kind else f"format {kind} expects {wanted[0]} channels"
        raise invalid_image(f"{shown}, got {brackets(image.shape)}")
    if not 0 <= quality <= 100:
        raise invalid_image(f"quality must be in [0,100], got {quality}")
    if not image.size:
        raise invalid_image("JPEG encoding failed")
