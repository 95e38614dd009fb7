"""What Pillow has dropped since 6: sizes of texts, names of images' bytes, `mode` of `fromarray`."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from penstock.compat.old import uses

NORMAL, SEQUENCE, CONTAINER = 0, 1, 2


def isImageType(t: Any) -> bool:
    """Whether something is an image."""
    return hasattr(t, "im")


def fromstring(*args: Any, **kwargs: Any) -> Any:
    """An image of bytes."""
    from PIL import Image

    return Image.frombytes(*args, **kwargs)


def image_tostring(self: Any, *args: Any, **kwargs: Any) -> bytes:
    """The bytes of an image."""
    uses.noted("PIL.Image.Image.tostring")
    return self.tobytes(*args, **kwargs)


def image_fromstring(self: Any, *args: Any, **kwargs: Any) -> None:
    """Fills an image with bytes."""
    uses.noted("PIL.Image.Image.fromstring")
    self.frombytes(*args, **kwargs)


def image_offset(self: Any, xoffset: int, yoffset: int | None = None) -> Any:
    """An image moved around its edges."""
    from PIL import ImageChops

    uses.noted("PIL.Image.Image.offset")
    return ImageChops.offset(self, xoffset, yoffset)


# ---- how large a text is: a box replaced width and height, whose origin was the upper left corner of the line ----


def font_getsize(self: Any, text: Any, *args: Any, **kwargs: Any) -> tuple[int, int]:
    """Width and height of a text from the upper end of the line, in whole pixels."""
    uses.noted("PIL.ImageFont.getsize")
    left, _, right, bottom = self.getbbox(text, *args, **kwargs)
    return int(right - left) if not hasattr(self, "font") or not hasattr(self, "path") else int(right), int(bottom)


def font_getoffset(self: Any, text: Any) -> tuple[int, int]:
    """Where the ink of a text begins."""
    uses.noted("PIL.ImageFont.getoffset")
    left, top, _, _ = self.getbbox(text)
    return int(left), int(top)


def font_getsize_multiline(self: Any, text: str, *args: Any, spacing: int = 4, **kwargs: Any) -> tuple[int, int]:
    """Width and height of several lines."""
    lines = text.split("\n")
    height = font_getsize(self, "A")[1] + spacing
    return max(font_getsize(self, line)[0] for line in lines), len(lines) * height - spacing


def draw_textsize(
    self: Any, text: Any, font: Any = None, spacing: int = 4, *args: Any, **kwargs: Any
) -> tuple[int, int]:
    """Width and height of a text in a font, or in the one that is set."""
    uses.noted("PIL.ImageDraw.textsize")
    font = self.getfont() if font is None else font
    if "\n" in text if isinstance(text, str) else b"\n" in text:
        return font_getsize_multiline(font, text, spacing=spacing)
    return font_getsize(font, text)


draw_multiline_textsize = draw_textsize


def lenient_fromarray(original: Callable, name: str) -> Callable:
    """`Image.fromarray(a, mode)`: the bytes of an array, read as another kind of image if that is as wide."""

    @functools.wraps(original)
    def call(obj: Any, mode: str | None = None) -> Any:
        if mode is None or (frame := uses.program_frame(sys._getframe(1))) is None:
            return original(obj) if mode is None else original(obj, mode)
        from PIL import Image

        try:
            return original(obj, mode)
        except (TypeError, ValueError):
            pass
        uses.note(f"{name}(mode=)", frame)
        height, width = obj.shape[:2]
        data = obj.tobytes()
        return Image.frombuffer(mode, (width, height), data, "raw", _RAW.get(mode, mode), 0, 1).copy()

    return call


_RAW = {"I": "I;32", "F": "F;32F", "1": "1;8"}
