"""`scipy.misc.imread`, `imresize`, `imsave`, `toimage` and their like, which SciPy dropped in 1.2: images by way of Pillow.

The numbers are those of SciPy 1.1: arrays that are not bytes are stretched to 0 .. 255 (`bytescale`) before Pillow sees
them, also when they are only resized.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_RESAMPLING = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "cubic": 3}
_FILTERS = """blur contour detail edge_enhance edge_enhance_more emboss find_edges smooth smooth_more sharpen""".split()


def bytescale(data: Any, cmin: Any = None, cmax: Any = None, high: int = 255, low: int = 0) -> np.ndarray:
    """An array of bytes: `data` stretched so that `cmin` (its least) is `low` and `cmax` (its greatest) is `high`.

    Raises:
      ValueError: a bound that is no byte, or bounds in the wrong order.
    """
    if data.dtype == np.uint8:
        return data
    if high > 255:
        raise ValueError("`high` should be less than or equal to 255.")
    if low < 0:
        raise ValueError("`low` should be greater than or equal to 0.")
    if high < low:
        raise ValueError("`high` should be greater than or equal to `low`.")
    cmin = data.min() if cmin is None else cmin
    cmax = data.max() if cmax is None else cmax
    span = cmax - cmin
    if span < 0:
        raise ValueError("`cmax` should be larger than `cmin`.")
    # In double precision as NumPy 1.x had it: a number beside an array of integers or of float64.
    scale = float(high - low) / (float(span) or 1.0)
    stretched = (data - cmin) * scale + low
    return (stretched.clip(low, high) + 0.5).astype(np.uint8)


def imread(name: str, flatten: bool = False, mode: str | None = None) -> np.ndarray:
    """Reads an image file as an array.

    Args:
      name: a path or an open file.
      flatten: whether colours become one layer of float32 greys.
      mode: Pillow's name of the kind of image to convert to, such as `RGB`.
    """
    from PIL import Image

    with Image.open(name) as image:
        return fromimage(image, flatten=flatten, mode=mode)


def fromimage(im: Any, flatten: bool = False, mode: str | None = None) -> np.ndarray:
    """The array of a Pillow image.

    Raises:
      TypeError: `im` is no image.
    """
    from PIL import Image

    if not isinstance(im, Image.Image):
        raise TypeError("Input is not a PIL image.")
    if mode is not None:
        if mode == "L" and im.mode in ("RGB", "RGBA"):
            # Pillow rounds to the nearest grey since 7; it cut before.
            red, green, blue = np.moveaxis(np.array(im, np.int32)[..., :3], 2, 0)
            return ((red * 299 + green * 587 + blue * 114) // 1000).astype(np.uint8)
        if mode != im.mode:
            im = im.convert(mode)
    elif im.mode == "P":
        im = im.convert("RGBA" if "transparency" in im.info else "RGB")
    if flatten:
        im = im.convert("F")
    elif im.mode == "1":
        im = im.convert("L")
    return np.array(im)


def imsave(name: str, arr: Any, format: str | None = None) -> None:  # noqa: A002 - its name there
    """Writes an array as an image file; the ending of the name says of what kind, unless `format` does."""
    image = toimage(arr, channel_axis=2)
    if format is None:
        image.save(name)
    else:
        image.save(name, format)


def toimage(
    arr: Any,
    high: int = 255,
    low: int = 0,
    cmin: Any = None,
    cmax: Any = None,
    pal: Any = None,
    mode: str | None = None,
    channel_axis: int | None = None,
) -> Any:
    """A Pillow image of an array: greys if it has two axes, colours if one of three has length 3 or 4.

    Raises:
      ValueError: an array or a mode of which no image can be made.
    """
    data = np.asarray(arr)
    if np.iscomplexobj(data):
        raise ValueError("Cannot convert a complex-valued array.")
    if data.ndim == 2:
        return _greys(data, high, low, cmin, cmax, pal, mode)
    if data.ndim != 3 or not {3, 4} & set(data.shape):
        raise ValueError("'arr' does not have a suitable array shape for any mode.")
    if channel_axis is None:
        channel_axis = data.shape.index(3 if 3 in data.shape else 4)
    channels = data.shape[channel_axis]
    if channels not in (3, 4):
        raise ValueError("Channel axis dimension is not valid.")
    scaled = np.moveaxis(bytescale(data, high=high, low=low, cmin=cmin, cmax=cmax), channel_axis, 2)
    mode = mode or ("RGB" if channels == 3 else "RGBA")
    if mode not in ("RGB", "RGBA", "YCbCr", "CMYK"):
        raise ValueError("Unknown mode.")
    if channels != (3 if mode in ("RGB", "YCbCr") else 4):
        raise ValueError("Invalid array shape for mode.")
    return _image(mode, scaled)


def _image(mode: str, data: np.ndarray) -> Any:
    from PIL import Image

    return Image.frombytes(mode, (data.shape[1], data.shape[0]), np.ascontiguousarray(data).tobytes())


def _greys(data: np.ndarray, high: int, low: int, cmin: Any, cmax: Any, pal: Any, mode: str | None) -> Any:
    if mode == "F":
        return _image(mode, data.astype(np.float32))
    if mode in (None, "L", "P"):
        image = _image("L", bytescale(data, high=high, low=low, cmin=cmin, cmax=cmax))
        if pal is None and mode == "P":
            pal = np.repeat(np.arange(256)[:, None], 3, axis=1)
        if pal is not None:
            image.putpalette(np.asarray(pal, dtype=np.uint8).tobytes())  # becomes an image of mode P
        return image
    if mode == "1":
        return _image(mode, data > high)
    cmin = data.min() if cmin is None else cmin
    cmax = data.max() if cmax is None else cmax
    data = (data * 1.0 - cmin) * (high - low) / (cmax - cmin) + low
    if mode == "I":
        return _image(mode, data.astype(np.uint32))
    raise ValueError("Unknown mode.")


def imresize(arr: Any, size: Any, interp: str = "bilinear", mode: str | None = None) -> np.ndarray:
    """An image of another size, as bytes.

    Args:
      arr: the image.
      size: an int is percent, a float a factor, a pair the new height and width.
      interp: `nearest`, `lanczos`, `bilinear`, `bicubic` or `cubic`.
      mode: Pillow's name of the kind of image to work in, such as `F` for floats that are not stretched.
    """
    image = toimage(arr, mode=mode)
    if np.issubdtype(type(size), np.signedinteger):
        pair = tuple((np.array(image.size) * (size / 100.0)).astype(int).tolist())
    elif np.issubdtype(type(size), np.floating):
        pair = tuple((np.array(image.size) * size).astype(int).tolist())
    else:
        pair = (int(size[1]), int(size[0]))
    if image.mode == "RGBA" and interp == "nearest":
        # Colours went through their product with alpha, as they still do with the other ways.
        return fromimage(image.convert("RGBa").resize(pair, resample=0).convert("RGBA"))
    return fromimage(image.resize(pair, resample=_RESAMPLING[interp]))


def imrotate(arr: Any, angle: float, interp: str = "bilinear") -> np.ndarray:
    """An image turned against the clock by degrees, as bytes."""
    return fromimage(toimage(np.asarray(arr)).rotate(angle, resample=_RESAMPLING[interp]))


def imfilter(arr: Any, ftype: str) -> np.ndarray:
    """An image through one of Pillow's filters, such as `blur`.

    Raises:
      ValueError: there is no such filter.
    """
    from PIL import ImageFilter

    if ftype not in _FILTERS:
        raise ValueError("Unknown filter type.")
    return fromimage(toimage(arr).filter(getattr(ImageFilter, ftype.upper())))


def imshow(arr: Any) -> None:
    """Shows an array in the viewer of images that the system has."""
    toimage(arr).show()
