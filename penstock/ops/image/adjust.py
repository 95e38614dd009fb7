"""Brightness, contrast, hue, saturation, gamma and types of images, fixed and random, and other spaces of colours."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.checks.values import with_dependencies
from penstock.ops.image.geometry import checked, require

_SMALL_FLOATS = (dtypes.float16, dtypes.float32)


@export("image.convert_image_dtype")
def convert_image_dtype(image: TensorLike, dtype: DTypeLike, saturate: bool = False, name: str | None = None) -> Tensor:
    """Changes the type of an image, and scales its values: integers use their whole range, floats use [0, 1].

    Args:
      image: an image.
      dtype: the new type.
      saturate: whether values out of range are moved into it first.
      name: a name for the operation.

    Raises:
      AttributeError: if it is not a type of numbers.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.convert_image_dtype([0.0, 0.5, 1.0], tf.uint8))
    array([  0, 127, 255], dtype=uint8)
    """
    image = convert_to_tensor(image, name="image")
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating and not dtype.is_integer:
        raise AttributeError("dtype must be either floating point or integer")
    if dtype == image.dtype:
        return find("identity")(image, name=name)
    plain, multiply = find("cast"), find("multiply")
    cast = find("saturate_cast") if saturate else plain
    with name_scope(name, "convert_image", [image]) as name:
        if image.dtype.is_integer and dtype.is_integer:
            source, target = image.dtype.max, dtype.max
            if source > target:
                return cast(find("div")(image, (source + 1) // (target + 1)), dtype, name=name)
            return multiply(cast(image, dtype), (target + 1) // (source + 1), name=name)
        if image.dtype.is_floating and dtype.is_floating:
            return plain(image, dtype, name=name)
        if image.dtype.is_integer:
            return multiply(plain(image, dtype), 1.0 / image.dtype.max, name=name)
        return cast(multiply(image, dtype.max + 0.5), dtype, name=name)


def _as_floats(image: Tensor) -> Tensor:
    return image if image.dtype in _SMALL_FLOATS else convert_image_dtype(image, dtypes.float32)


@export("image.per_image_standardization", "image.per_image_whitening")
def per_image_standardization(image: TensorLike) -> Tensor:
    """Scales an image, or each image of a batch, to mean 0 and variance 1 (less, if it has hardly any contrast).

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.per_image_standardization([[[1.0], [3.0]]])).ravel()
    array([-1.,  1.], dtype=float32)
    """
    with name_scope(None, "per_image_standardization", [image]) as scope:
        image = checked(convert_to_tensor(image, name="image"))
        original = image.dtype
        image = _as_floats(image)
        pixels = find("reduce_prod")(find("shape")(image)[-3:])
        mean = find("reduce_mean")(image, axis=[-1, -2, -3], keepdims=True)
        deviation = find("math.reduce_std")(image, axis=[-1, -2, -3], keepdims=True)
        least = find("rsqrt")(find("cast")(pixels, image.dtype))
        scale = find("maximum")(deviation, least)
        image = find("div")(image - mean, scale, name=scope)
        return convert_image_dtype(image, original, saturate=True)


@export("image.adjust_brightness")
def adjust_brightness(image: TensorLike, delta: TensorLike) -> Tensor:
    """Adds `delta` to the pixels of images.

    Args:
      image: images; integers are taken as parts of the type's maximum and kept within its range.
      delta: what to add, in [-1, 1].

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.adjust_brightness([[[0.25], [0.5]]], 0.25)).ravel()
    array([0.5 , 0.75], dtype=float32)
    """
    with name_scope(None, "adjust_brightness", [image, delta]) as name:
        image = convert_to_tensor(image, name="image")
        floats = _as_floats(image)
        adjusted = find("add")(floats, find("cast")(delta, floats.dtype), name=name)
        return convert_image_dtype(adjusted, image.dtype, saturate=True)


@export("image.adjust_contrast")
def adjust_contrast(images: TensorLike, contrast_factor: Any) -> Tensor:
    """Multiplies the difference of each pixel to the mean of its channel.

    Args:
      images: [..., height, width, channels].
      contrast_factor: the factor.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.adjust_contrast([[[0.25], [0.75]]], 0.5)).ravel()
    array([0.375, 0.625], dtype=float32)
    """
    with name_scope(None, "adjust_contrast", [images, contrast_factor]) as name:
        images = convert_to_tensor(images, name="images")
        floats = _as_floats(images)
        adjusted = apply("AdjustContrastv2", name, images=floats, contrast_factor=contrast_factor)
        return convert_image_dtype(adjusted, images.dtype, saturate=True)


@export("image.adjust_gamma")
def adjust_gamma(image: TensorLike, gamma: Any = 1, gain: Any = 1) -> Tensor:
    """`gain * pixel ** gamma`, with pixels in [0, 1].

    Args:
      image: images; integers are taken as parts of the type's maximum.
      gamma: the exponent; above 1 images become darker.
      gain: a factor.

    Raises:
      ValueError: if `gamma` is negative.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.adjust_gamma([[[0.0], [0.5], [1.0]]], 2.0)).ravel()
    array([0.  , 0.25, 1.  ], dtype=float32)
    """
    with name_scope(None, "adjust_gamma", [image, gamma, gain]):
        image = convert_to_tensor(image, name="image")
        floats = _as_floats(image)
        tests = require(gamma >= 0, "Gamma should be a non-negative real number.")
        if tests:
            gamma = with_dependencies(tests, gamma)
        return convert_image_dtype(gain * floats**gamma, image.dtype, saturate=True)


@export("image.adjust_hue")
def adjust_hue(image: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor:
    """Turns the hue of RGB images by `delta`, in [-1, 1]: a third makes red green, and 1 is a whole turn.

    Args:
      image: one image or more: the last dimension has the three channels.
      delta: how far to turn.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.adjust_hue([[[1.0, 0.0, 0.0]]], 0.5)).round(4)
    array([[[0., 1., 1.]]], dtype=float32)
    """
    with name_scope(name, "adjust_hue", [image]):
        image = convert_to_tensor(image, name="image")
        adjusted = apply("AdjustHue", None, images=_as_floats(image), delta=delta)
        return convert_image_dtype(adjusted, image.dtype)


@export("image.adjust_saturation")
def adjust_saturation(image: TensorLike, saturation_factor: Any, name: str | None = None) -> Tensor:
    """Multiplies the saturation of RGB images; with 0 they become gray.

    Args:
      image: one image or more: the last dimension has the three channels.
      saturation_factor: the factor, a number or a scalar.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.adjust_saturation([[[1.0, 0.5, 0.5]]], 2.0))
    array([[[1., 0., 0.]]], dtype=float32)
    """
    with name_scope(name, "adjust_saturation", [image]):
        image = convert_to_tensor(image, name="image")
        adjusted = apply("AdjustSaturation", None, images=_as_floats(image), scale=saturation_factor)
        return convert_image_dtype(adjusted, image.dtype)


@export("image.adjust_jpeg_quality")
def adjust_jpeg_quality(image: TensorLike, jpeg_quality: Any, name: str | None = None) -> Tensor:
    """Encodes an image as a JPEG of some quality and decodes it.

    Args:
      image: an image with 1 or 3 channels.
      jpeg_quality: the quality, in [0, 100].
      name: a name for the operations.

    >>> import penstock as tf
    >>> image = tf.fill([8, 8, 1], tf.constant(100, tf.uint8))
    >>> tf.Session().run(tf.image.adjust_jpeg_quality(image, 95))[0, 0]
    array([100], dtype=uint8)
    """
    with name_scope(name, "adjust_jpeg_quality", [image]):
        image = convert_to_tensor(image, name="image")
        original = image.dtype
        image = convert_image_dtype(image, dtypes.uint8)
        quality = convert_to_tensor(jpeg_quality, dtypes.int32)
        image = apply("EncodeJpegVariableQuality", None, images=image, quality=quality)
        return convert_image_dtype(apply("DecodeJpeg", None, contents=image), original)


# -- by chance --------------------------------------------------------------------------------------------------------


def _check_range(lower: float, upper: float) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


@export("image.random_brightness")
def random_brightness(image: TensorLike, max_delta: float, seed: int | None = None) -> Tensor:
    """`adjust_brightness` with a random delta in [-max_delta, max_delta).

    Args:
      image: one image or more, of any number of channels.
      max_delta: the largest change, not negative.
      seed: the seed of the random number; see `tf.set_random_seed`.

    Raises:
      ValueError: if `max_delta` is negative.

    >>> import penstock as tf
    >>> a, b = tf.Session().run(tf.image.random_brightness([[[0.25], [0.5]]], 0.1, seed=1)).ravel()
    >>> print((b - a).round(4), abs(a - 0.25) <= 0.1)
    0.25 True
    """
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return adjust_brightness(image, find("random_uniform")([], -max_delta, max_delta, seed=seed))


@export("image.random_contrast")
def random_contrast(image: TensorLike, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """`adjust_contrast` with a random factor in [lower, upper).

    Args:
      image: one image or more, `[..., height, width, channels]`.
      lower: the smallest factor, not negative.
      upper: the limit of the factor, larger than `lower`.
      seed: the seed of the random number; see `tf.set_random_seed`.

    Raises:
      ValueError: if not 0 <= lower < upper.

    >>> import penstock as tf
    >>> a, b = tf.Session().run(tf.image.random_contrast([[[0.25], [0.75]]], 0.5, 1.0, seed=1)).ravel()
    >>> print((a + b).round(4), 0.25 <= a <= 0.375)
    1.0 True
    """
    _check_range(lower, upper)
    return adjust_contrast(image, find("random_uniform")([], lower, upper, seed=seed))


@export("image.random_hue")
def random_hue(image: TensorLike, max_delta: float, seed: int | None = None) -> Tensor:
    """`adjust_hue` with a random delta in [-max_delta, max_delta); `max_delta` is at most 0.5.

    Args:
      image: one image or more: the last dimension has the three channels.
      max_delta: the largest turn, from 0 to 0.5.
      seed: the seed of the random number; see `tf.set_random_seed`.

    Raises:
      ValueError: if `max_delta` is negative, or more than 0.5.

    >>> import penstock as tf
    >>> red = tf.Session().run(tf.image.random_hue([[[1.0, 0.0, 0.0]]], 0.1, seed=1)).ravel()
    >>> red[0], red.min()  # still more or less red
    (np.float32(1.0), np.float32(0.0))
    """
    if max_delta > 0.5:
        raise ValueError("max_delta must be <= 0.5.")
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return adjust_hue(image, find("random_uniform")([], -max_delta, max_delta, seed=seed))


@export("image.random_saturation")
def random_saturation(image: TensorLike, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """`adjust_saturation` with a random factor in [lower, upper).

    Args:
      image: one image or more: the last dimension has the three channels.
      lower: the smallest factor, not negative.
      upper: the limit of the factor, larger than `lower`.
      seed: the seed of the random number; see `tf.set_random_seed`.

    Raises:
      ValueError: if not 0 <= lower < upper.

    >>> import penstock as tf
    >>> r, g, b = tf.Session().run(tf.image.random_saturation([[[1.0, 0.5, 0.5]]], 0.5, 1.0, seed=1)).ravel()
    >>> print(r, g == b, 0.5 <= g <= 0.75)
    1.0 True True
    """
    _check_range(lower, upper)
    return adjust_saturation(image, find("random_uniform")([], lower, upper, seed=seed))


@export("image.random_jpeg_quality")
def random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: int, max_jpeg_quality: int, seed: int | None = None
) -> Tensor:
    """`adjust_jpeg_quality` with a random quality in [min_jpeg_quality, max_jpeg_quality).

    Args:
      image: an image with three channels.
      min_jpeg_quality: the lowest quality, from 0 to 100.
      max_jpeg_quality: the limit of the quality, larger than `min_jpeg_quality`.
      seed: the seed of the random number; see `tf.set_random_seed`.

    Raises:
      ValueError: if not 0 <= min_jpeg_quality < max_jpeg_quality <= 100.

    >>> import penstock as tf
    >>> image = tf.fill([8, 8, 1], tf.constant(128, tf.uint8))
    >>> tf.Session().run(tf.image.random_jpeg_quality(image, 75, 95, seed=1))[0, 0]
    array([128], dtype=uint8)
    """
    if not (0 <= min_jpeg_quality <= 100 and 0 <= max_jpeg_quality <= 100):
        raise ValueError("jpeg encoding range must be between 0 and 100.")
    if min_jpeg_quality >= max_jpeg_quality:
        raise ValueError("`min_jpeg_quality` must be less than `max_jpeg_quality`.")
    quality = find("random_uniform")([], min_jpeg_quality, max_jpeg_quality, seed=seed, dtype=dtypes.int32)
    return adjust_jpeg_quality(image, quality)


# -- spaces of colours ------------------------------------------------------------------------------------------------


@export("image.rgb_to_grayscale")
def rgb_to_grayscale(images: TensorLike, name: str | None = None) -> Tensor:
    """The brightness of RGB images, in one channel.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.rgb_to_grayscale([[[1.0, 1.0, 1.0], [0.0, 1.0, 0.0]]])).round(3)
    array([[[1.   ],
            [0.587]]], dtype=float32)
    """
    with name_scope(name, "rgb_to_grayscale", [images]) as name:
        images = convert_to_tensor(images, name="images")
        floats = convert_image_dtype(images, dtypes.float32)
        gray = find("tensordot")(floats, [0.2989, 0.5870, 0.1140], [-1, -1])
        return convert_image_dtype(find("expand_dims")(gray, -1), images.dtype, name=name)


@export("image.grayscale_to_rgb")
def grayscale_to_rgb(images: Any, name: str | None = None) -> Tensor:
    """Repeats the one channel of images three times.

    Raises:
      ValueError: if there is not one channel.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.grayscale_to_rgb([[[7], [9]]]))
    array([[[7, 7, 7],
            [9, 9, 9]]], dtype=int32)
    """
    with name_scope(name, "grayscale_to_rgb", [images]) as name:
        images = with_dependencies(_check_gray(convert_to_tensor(images)), images)
        images = convert_to_tensor(images, name="images")
        last = find("expand_dims")(find("rank")(images) - 1, 0)
        multiples = find("concat")([find("ones")(last, dtype=dtypes.int32), find("expand_dims")(3, 0)], 0)
        rgb = find("tile")(images, multiples, name=name)
        rgb.set_shape(images.get_shape()[:-1].concatenate([3]))
        return rgb


def _check_gray(image: Tensor) -> list[Any]:
    known = image.get_shape()
    try:
        shape = known.with_rank(2) if known.ndims is None else known.with_rank_at_least(2)
    except ValueError:
        raise ValueError("A grayscale image must be at least two-dimensional.") from None
    text = "Last dimension of a grayscale image should be size 1."
    if shape.is_fully_defined():
        if shape.as_list()[-1] != 1:
            raise ValueError(text)
        return []
    return [
        find("assert_equal")(find("shape")(image)[-1], 1, message=text),
        find("assert_greater_equal")(
            find("rank")(image), 3, message="A grayscale image must be at least two-dimensional."
        ),
    ]


# Rows are red, green and blue (or Y and the two others), columns what they become.
_TO_YIQ = [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617], [0.114, -0.32134392, 0.31119955]]
_FROM_YIQ = [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
_TO_YUV = [[0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512], [0.114, 0.43601035, -0.10001026]]
_FROM_YUV = [[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]]


def _multiplied(images: Any, matrix: list) -> Tensor:
    images = convert_to_tensor(images, name="images")
    kernel = convert_to_tensor(matrix, images.dtype, name="kernel")
    return find("tensordot")(images, kernel, axes=[[images.get_shape().ndims - 1], [0]])


@export("image.rgb_to_yiq")
def rgb_to_yiq(images: TensorLike) -> Tensor:
    """Changes colours from RGB in [0, 1] to YIQ.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.abs(tf.image.rgb_to_yiq([[[1.0, 1.0, 1.0]]]))).round(3))
    [[[1. 0. 0.]]]
    """
    return _multiplied(images, _TO_YIQ)


@export("image.yiq_to_rgb")
def yiq_to_rgb(images: TensorLike) -> Tensor:
    """Changes colours from YIQ to RGB.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.yiq_to_rgb([[[0.5, 0.0, 0.0]]]))
    array([[[0.5, 0.5, 0.5]]], dtype=float32)
    """
    return _multiplied(images, _FROM_YIQ)


@export("image.rgb_to_yuv")
def rgb_to_yuv(images: TensorLike) -> Tensor:
    """Changes colours from RGB in [0, 1] to YUV.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.abs(tf.image.rgb_to_yuv([[[1.0, 1.0, 1.0]]]))).round(3))
    [[[1. 0. 0.]]]
    """
    return _multiplied(images, _TO_YUV)


@export("image.yuv_to_rgb")
def yuv_to_rgb(images: TensorLike) -> Tensor:
    """Changes colours from YUV to RGB.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.yuv_to_rgb([[[0.5, 0.0, 0.0]]]))
    array([[[0.5, 0.5, 0.5]]], dtype=float32)
    """
    return _multiplied(images, _FROM_YUV)
