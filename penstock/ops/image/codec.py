"""Images in files: reading and writing JPEG, PNG, GIF and BMP, on the host.

JPEGs are read by libjpeg-turbo through simplejpeg, which has the transforms of 1.x and so gives its pixels, and lets other
threads run meanwhile. Everything else goes through Pillow, also JPEGs that simplejpeg does not know how to read.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.graph.values import as_bytes, object_array
from penstock.ops.common.definitions import brackets
from penstock.ops.image import png
from penstock.ops.image.image_files import (
    decoded_shape,
    invalid_image,
    load_pixels,
    open_image,
    pixels_of,
    scalar_contents,
)
from penstock.ops.image.jpeg_files import check_jpeg_options, read_jpeg, write_jpeg

# -- JPEG -------------------------------------------------------------------------------------------------------------


@op("DecodeJpeg", shape=decoded_shape, host=True)
def _decode_jpeg(
    xp, contents, *, channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method
):  # fmt: skip
    options = ratio, try_recover_truncated, fancy_upscaling, dct_method
    return _any_image(scalar_contents(contents), channels, dtypes.uint8, options)


# As the operation for PNG reads a JPEG: ratio, whether one that ends early will do, fancy upscaling, transform.
_PLAIN = 1, False, True, ""


def _any_image(
    data: bytes, channels: int, dtype: dtypes.DType, jpeg: tuple[int, bool, bool, str] = _PLAIN
) -> np.ndarray:
    """The operations for JPEG and PNG read both, and the first frame of a GIF."""
    if channels not in (0, 1, 3, 4):
        raise invalid_image(f"channels must be 0, 1, 3, or 4, got {channels}")
    if data.startswith(b"\x89PNG"):
        return _png(data, channels, dtype)
    if data.startswith(b"GIF8"):
        frames = _gif(data)
        if len(frames) > 1:
            raise invalid_image("Got more than one frame: use decode_gif instead")
        return frames[0]
    return read_jpeg(data, channels, *jpeg)


def _cropped_rule(c):
    (shape,) = decoded_shape(c)
    rule.with_value(rule.dim(rule.with_rank(c.shape(1), 1), 0), 4)
    window = c.const(1)
    size = [None, None] if window is None else [None if v == -1 else int(v) for v in window[2:]]
    return [TensorShape([*size, shape.as_list()[2]])]


@op("DecodeAndCropJpeg", shape=_cropped_rule, host=True)
def _decode_and_crop_jpeg(
    xp,
    contents,
    crop_window,
    *,
    channels,
    ratio,
    fancy_upscaling,
    try_recover_truncated,
    acceptable_fraction,
    dct_method,
):
    data = scalar_contents(contents)
    y, x, height, width = (int(v) for v in crop_window)
    image = read_jpeg(data, channels, ratio, try_recover_truncated, fancy_upscaling, dct_method)
    if y < 0 or x < 0 or height <= 0 or width <= 0 or y + height > image.shape[0] or x + width > image.shape[1]:
        raise invalid_image(f"Invalid JPEG data or crop window, data size {len(data)}")
    return image[y : y + height, x : x + width].copy()


@op("ExtractJpegShape", shape=rule.ranked(0, out=rule.fixed([3])), host=True)
def _extract_jpeg_shape(xp, contents, *, output_type):
    data = scalar_contents(contents)
    try:
        image = open_image(data, "JPEG")
    except errors.InvalidArgumentError:
        raise invalid_image(f"Invalid JPEG data, size {len(data)}") from None
    width, height = image.size
    return np.array([height, width, len(image.getbands())], output_type.storage)


@op("EncodeJpeg", shape=rule.ranked(3, out=rule.scalar), host=True)
def _encode_jpeg(
    xp,
    image,
    *,
    format,
    quality,
    progressive,
    optimize_size,
    chroma_downsampling,
    density_unit,
    x_density,
    y_density,
    xmp_metadata,
):
    check_jpeg_options(image, format, quality)
    if density_unit not in ("in", "cm"):
        raise invalid_image(f"Invalid density_unit {density_unit}")
    inch = 1.0 if density_unit == "in" else 2.54
    options: dict[str, Any] = {"dpi": (round(x_density * inch), round(y_density * inch))}
    if image.shape[2] == 3:
        options["subsampling"] = "4:2:0" if chroma_downsampling else "4:4:4"
    if xmp_metadata:
        options["xmp"] = as_bytes(xmp_metadata)
    return write_jpeg(image, quality, progressive=progressive, optimize=optimize_size or progressive, **options)


@op("EncodeJpegVariableQuality", shape=rule.ranked(3, out=rule.scalar), host=True)
def _encode_jpeg_quality(xp, image, quality):
    quality = min(max(int(quality), 0), 100)  # as libjpeg takes it; nobody else looks at it here
    check_jpeg_options(image, "", quality)
    options = {"subsampling": "4:2:0"} if image.shape[2] == 3 else {}
    return write_jpeg(image, quality, dpi=(300, 300), **options)


# -- PNG, GIF, BMP ----------------------------------------------------------------------------------------------------

_MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}


def _png(data: bytes, channels: int, dtype: dtypes.DType) -> np.ndarray:
    try:
        _, _, bits, _, interlaced = png.header(data)
        array = png.read16(data) if bits == 16 and not interlaced else None
    except ValueError:
        raise invalid_image("Invalid PNG header, data size " + str(len(data))) from None
    if array is None:
        image = open_image(data, "PNG")
        load_pixels(image, "PNG", len(data))
        if image.mode not in ("L", "LA", "RGB", "RGBA"):
            transparent = "transparency" in image.info
            image = image.convert(("RGBA" if transparent else "RGB") if image.mode == "P" else "L")
        array = pixels_of(image)
    array = _with_channels(array, channels or array.shape[2])
    if dtype == dtypes.uint16:
        return array if array.dtype == np.uint16 else array.astype(np.uint16) * 257
    return array if array.dtype == np.uint8 else (array >> 8).astype(np.uint8)


def _with_channels(array: np.ndarray, channels: int) -> np.ndarray:
    """Adds or drops colour and transparency as libpng does."""
    have = array.shape[2]
    if have == channels:
        return array
    color, alpha = (array[..., :-1], array[..., -1:]) if have in (2, 4) else (array, None)
    if channels <= 2 and color.shape[2] == 3:
        # The weights 0.299, 0.587 and 0.114 as libpng has them in 1/32768; it rounds 16 bits, but not 8.
        wide = color.astype(np.int64)
        half = 16384 if array.dtype == np.uint16 else 0
        gray = (9797 * wide[..., 0] + 19234 * wide[..., 1] + 3737 * wide[..., 2] + half) >> 15
        same = (color[..., 0] == color[..., 1]) & (color[..., 1] == color[..., 2])
        color = np.where(same, wide[..., 0], gray).astype(array.dtype)[..., None]
    elif channels >= 3 and color.shape[2] == 1:
        color = np.repeat(color, 3, axis=2)
    if channels in (1, 3):
        return np.ascontiguousarray(color)
    if alpha is None:
        alpha = np.full((*array.shape[:2], 1), np.iinfo(array.dtype).max, array.dtype)
    return np.concatenate([color, alpha], axis=2)


@op("DecodePng", shape=decoded_shape, host=True)
def _decode_png(xp, contents, *, channels, dtype):
    return _any_image(scalar_contents(contents), channels, dtype)


@op("EncodePng", shape=rule.ranked(3, out=rule.scalar), host=True)
def _encode_png(xp, image, *, compression):
    if image.ndim != 3:
        raise invalid_image(f"image must be 3-dimensional{brackets(image.shape)}")
    if image.shape[2] not in (1, 2, 3, 4):
        raise invalid_image(f"image must have 1, 2, 3, or 4 channels, got {image.shape[2]}")
    if not -1 <= compression <= 9:
        raise invalid_image(f"compression should be in [-1,9], got {compression}")
    return object_array([png.write(image, compression)], ())


def _gif(data: bytes) -> np.ndarray:
    from PIL import ImageSequence

    image = open_image(data, "GIF")
    try:
        return np.stack([np.array(frame.convert("RGB")) for frame in ImageSequence.Iterator(image)])
    except Exception:  # noqa: BLE001 - Pillow raises many kinds
        raise invalid_image(f"Invalid GIF data (size {len(data)})") from None


@op("DecodeGif", shape=rule.ranked(0, out=rule.fixed([None, None, None, 3])), host=True)
def _decode_gif(xp, contents):
    return _gif(scalar_contents(contents))


@op("DecodeBmp", shape=decoded_shape, host=True)
def _decode_bmp(xp, contents, *, channels):
    data = scalar_contents(contents)
    if channels not in (0, 1, 3, 4):
        raise invalid_image(f"channels must be 0, 1, 3 or 4, got {channels}")
    if len(data) < 32:
        raise invalid_image(f"Incomplete bmp content, requires at least 32 bytes to find the header size, width, height, "
                       f"and bpp, got {len(data)} bytes")  # fmt: skip
    (offset,), (width, height), (bits,) = (
        struct.unpack_from(f, data, at) for f, at in (("<i", 10), ("<ii", 18), ("<H", 28))
    )
    if channels and channels != bits // 8:
        raise invalid_image(f"channels attribute {channels} does not match bits per pixel from file {bits // 8}")
    count = channels or bits // 8
    if count not in (1, 3, 4):
        raise invalid_image(f"Number of channels must be 1, 3 or 4, was {count}")
    line = (count * width + 3) // 4 * 4
    if width <= 0 or not height or offset + line * abs(height) > len(data) + line - count * width:
        raise invalid_image("Incomplete bmp content, requires more bytes for the pixels")
    body = np.frombuffer(data[offset:].ljust(line * abs(height), b"\0"), np.uint8, line * abs(height))
    rows = body.reshape(abs(height), line)[:, : count * width].reshape(abs(height), width, count)
    rows = rows[::-1] if height > 0 else rows
    order = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}[count]
    return np.ascontiguousarray(rows[:, :, order])


no_gradient("DecodeJpeg", "DecodePng", "DecodeGif", "DecodeBmp", "DecodeAndCropJpeg", "EncodeJpeg", "EncodePng",
            "ExtractJpegShape")  # fmt: skip


@export("image.decode_jpeg", "io.decode_jpeg", "decode_jpeg")
def decode_jpeg(
    contents: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """Decodes a JPEG to uint8[height, width, channels].

    Args:
      contents: the bytes of the file, a scalar string.
      channels: 0 for as many as the file has, 1 for gray, 3 for RGB.
      ratio: 1, 2, 4 or 8: by how much height and width are divided.
      fancy_upscaling: whether colours are blended between pixels where the file has fewer of them.
      try_recover_truncated: whether a file that ends too early is an image all the same.
      acceptable_fraction: which part of the lines such a file must have at least.
      dct_method: "INTEGER_FAST", "INTEGER_ACCURATE" or empty.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if it is no image, or for other values of the arguments.

    >>> import penstock as tf
    >>> jpeg = tf.image.encode_jpeg(tf.fill([16, 8, 3], tf.constant(100, tf.uint8)))
    >>> image = tf.Session().run(tf.image.decode_jpeg(jpeg, ratio=2))
    >>> image.shape, image[0, 0].tolist()
    ((8, 4, 3), [100, 100, 100])
    """
    return apply(
        "DecodeJpeg",
        name,
        contents=contents,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=acceptable_fraction,
        dct_method=dct_method,
    )


@export("image.decode_and_crop_jpeg", "io.decode_and_crop_jpeg")
def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """Decodes a window of a JPEG.

    Args:
      contents: the bytes of the file, a scalar string.
      crop_window: [y, x, height, width] of the window.
      channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method: as in `decode_jpeg`.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if it is no JPEG, or the window is not inside of it.

    >>> import penstock as tf
    >>> jpeg = tf.image.encode_jpeg(tf.fill([16, 8, 3], tf.constant(100, tf.uint8)))
    >>> tf.Session().run(tf.image.decode_and_crop_jpeg(jpeg, [4, 0, 5, 8])).shape
    (5, 8, 3)
    """
    return apply(
        "DecodeAndCropJpeg",
        name,
        contents=contents,
        crop_window=crop_window,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=acceptable_fraction,
        dct_method=dct_method,
    )


@export("image.decode_png", "io.decode_png")
def decode_png(
    contents: TensorLike, channels: int = 0, dtype: DTypeLike = dtypes.uint8, name: str | None = None
) -> Tensor:
    """Decodes a PNG to uint8 or uint16[height, width, channels].

    Args:
      contents: the bytes of the file, a scalar string.
      channels: 0 for as many as the file has, 1 for gray, 2 for gray with transparency, 3 for RGB, 4 for RGBA.
      dtype: uint8 or uint16.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if it is no image, or for another number of channels.

    >>> import penstock as tf
    >>> png = tf.image.encode_png(tf.constant([[[7], [8]]], tf.uint8))
    >>> tf.Session().run(tf.image.decode_png(png, channels=3)).tolist()
    [[[7, 7, 7], [8, 8, 8]]]
    """
    return apply("DecodePng", name, contents=contents, channels=channels, dtype=dtype)


@export("image.decode_gif", "io.decode_gif")
def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor:
    """Decodes all frames of a GIF to uint8[frames, height, width, 3].

    Args:
      contents: the bytes of the file, a scalar string.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if it is no GIF.

    >>> import penstock as tf
    >>> head, colours = b"GIF89a" + bytes([1, 0, 1, 0, 0x80, 0, 0]), bytes([9, 8, 7, 0, 0, 0])
    >>> pixel = b"," + bytes([0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]) + b";"
    >>> tf.Session().run(tf.image.decode_gif(head + colours + pixel)).tolist()
    [[[[9, 8, 7]]]]
    """
    return apply("DecodeGif", name, contents=contents)


@export("image.decode_bmp", "io.decode_bmp")
def decode_bmp(contents: TensorLike, channels: int = 0, name: str | None = None) -> Tensor:
    """Decodes a BMP to uint8[height, width, channels].

    Args:
      contents: the bytes of the file, a scalar string.
      channels: 0, or what the file has: 1, 3 or 4.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if it is no BMP, or has another number of channels.

    >>> import struct
    >>> import penstock as tf
    >>> header = struct.pack("<2sIIIIiiHHIIiiII", b"BM", 58, 0, 54, 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0)
    >>> tf.Session().run(tf.image.decode_bmp(header + bytes([7, 8, 9, 0]))).tolist()
    [[[9, 8, 7]]]
    """
    return apply("DecodeBmp", name, contents=contents, channels=channels)


@export("image.encode_jpeg", "io.encode_jpeg")
def encode_jpeg(
    image: TensorLike,
    format: str = "",  # noqa: A002 - the public name
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Encodes an image as JPEG.

    Args:
      image: uint8[height, width, channels].
      format: "grayscale" for one channel, "rgb" for three, or empty for what the image has.
      quality: in [0, 100].
      progressive: whether the file begins with a coarse image.
      optimize_size: whether to make the file smaller without loss, which takes longer.
      chroma_downsampling: whether colours are kept with half of the pixels in each direction.
      density_unit: "in" or "cm".
      x_density, y_density: how many pixels there are in such a unit.
      xmp_metadata: is written into the file.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: for other values of the arguments.

    >>> import penstock as tf
    >>> jpeg = tf.image.encode_jpeg(tf.zeros([16, 8, 3], tf.uint8))
    >>> tf.Session().run(tf.image.extract_jpeg_shape(jpeg))
    array([16,  8,  3], dtype=int32)
    """
    return apply(
        "EncodeJpeg",
        name,
        image=image,
        format=format,
        quality=quality,
        progressive=progressive,
        optimize_size=optimize_size,
        chroma_downsampling=chroma_downsampling,
        density_unit=density_unit,
        x_density=x_density,
        y_density=y_density,
        xmp_metadata=xmp_metadata,
    )


@export("image.encode_png")
def encode_png(image: TensorLike, compression: int = -1, name: str | None = None) -> Tensor:
    """Encodes a uint8 or uint16 image as PNG.

    Args:
      image: [height, width, channels] with one to four channels; see `decode_png`.
      compression: from 0, none, to 9, small and slow; -1 leaves the choice to zlib.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: for other values of the arguments.

    >>> import penstock as tf
    >>> png = tf.image.encode_png(tf.constant([[[1, 2, 3]]], tf.uint16))
    >>> tf.Session().run(tf.image.decode_png(png, dtype=tf.uint16)).tolist()
    [[[1, 2, 3]]]
    """
    return apply("EncodePng", name, image=image, compression=compression)


@export("image.extract_jpeg_shape", "io.extract_jpeg_shape")
def extract_jpeg_shape(contents: TensorLike, output_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor:
    """Reads height, width and channels of a JPEG, without decoding it.

    Args:
      contents: the bytes of the file, a scalar string.
      output_type: int32 or int64.
      name: a name for the operation.

    >>> import penstock as tf
    >>> jpeg = tf.image.encode_jpeg(tf.zeros([16, 8, 1], tf.uint8))
    >>> tf.Session().run(tf.image.extract_jpeg_shape(jpeg))
    array([16,  8,  1], dtype=int32)
    """
    return apply("ExtractJpegShape", name, contents=contents, output_type=output_type)


@export("image.is_jpeg", "io.is_jpeg")
def is_jpeg(contents: TensorLike, name: str | None = None) -> Tensor:
    """Says whether bytes begin as those of a JPEG.

    >>> import penstock as tf
    >>> tf.Session().run([tf.image.is_jpeg(b"GIF89a"), tf.image.is_jpeg(bytes([0xFF, 0xD8, 0xFF, 0xE0]))])
    [np.False_, np.True_]
    """
    with name_scope(name, "is_jpeg"):
        return find("equal")(find("strings.substr")(contents, 0, 3), b"\xff\xd8\xff", name=name)


def _is_png(contents: TensorLike, name: str | None = None) -> Tensor:
    with name_scope(name, "is_png"):
        return find("equal")(find("strings.substr")(contents, 0, 3), b"\x89PN", name=name)


@export("image.decode_image", "io.decode_image")
def decode_image(
    contents: TensorLike,
    channels: int | None = None,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Tensor:
    """Decodes a JPEG, PNG, GIF or BMP, whichever it is.

    Args:
      contents: the bytes of the file.
      channels: how many channels; as many as the file has, if None or 0.
      dtype: the type of the result; values of other types than uint8 are scaled.
      name: a name for the operations.
      expand_animations: whether a GIF gives all its frames, in a first dimension.

    Raises:
      ValueError: for another number of channels.

    Raises (when run):
      InvalidArgumentError: if it is none of them.

    >>> import penstock as tf
    >>> png = tf.image.encode_png(tf.constant([[[0], [255]]], tf.uint8))
    >>> tf.Session().run(tf.image.decode_image(png, dtype=tf.float32)).tolist()
    [[[0.0], [1.0]]]
    """
    from penstock.ops.image.adjust import convert_image_dtype

    dtype = dtypes.as_dtype(dtype)
    cond, either, different = find("cond"), find("logical_and"), find("not_equal")
    with name_scope(name, "decode_image"):
        if channels not in (None, 0, 1, 3, 4):
            raise ValueError("channels must be in (None, 0, 1, 3, 4)")
        start = find("strings.substr")(contents, 0, 3)
        wanted = 0 if channels is None else channels
        ctrl = find("control_dependencies")

        def refuse(bad: list[int], kind: str, allowed: str) -> Operation:
            good = different(wanted, bad[0], name=f"check_{kind.lower()}_channels")
            for b in bad[1:]:
                good = either(good, different(wanted, b, name=f"check_{kind.lower()}_channels"))
            return find("Assert")(good, [f"Channels must be in {allowed} when decoding {kind} images"])

        def bmp() -> Tensor:
            is_bmp = find("equal")(find("strings.substr")(contents, 0, 2), "BM", name="is_bmp")
            known = find("Assert")(is_bmp, ["Unable to decode bytes as JPEG, PNG, GIF, or BMP"])
            with ctrl([known, refuse([1], "BMP", "(None, 0, 3)")]):
                return convert_image_dtype(apply("DecodeBmp", None, contents=contents), dtype)

        def gif() -> Tensor:
            with ctrl([refuse([1, 4], "GIF", "(None, 0, 3)")]):
                frames = convert_image_dtype(apply("DecodeGif", None, contents=contents), dtype)
                return frames if expand_animations else find("gather")(frames, 0)

        def png_() -> Tensor:
            kind = dtypes.uint8 if dtype == dtypes.uint8 else dtypes.uint16
            return convert_image_dtype(
                apply("DecodePng", None, contents=contents, channels=channels, dtype=kind), dtype
            )

        def jpeg() -> Tensor:
            with ctrl([refuse([4], "JPEG", "(None, 0, 1, 3)")]):
                return convert_image_dtype(apply("DecodeJpeg", None, contents=contents, channels=channels), dtype)

        def gif_or_bmp() -> Tensor:
            return cond(find("equal")(start, b"GIF", name="is_gif"), gif, bmp, name="cond_gif")

        def no_jpeg() -> Tensor:
            return cond(_is_png(contents), png_, gif_or_bmp, name="cond_png")

        return cond(is_jpeg(contents), jpeg, no_jpeg, name="cond_jpeg")
