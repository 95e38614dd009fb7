"""Further functions of `tf.compat.v2`, and its datasets.

A dataset of 1.x is one of 2.x that has iterators besides, so the classes are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export, export_value, find
from penstock.platform.sysconfig import VERSION

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

__version__ = export_value(VERSION, "compat.v2.__version__")

for _name in (
    "Dataset TFRecordDataset TextLineDataset FixedLengthRecordDataset experimental.CsvDataset experimental.SqlDataset "
    "experimental.RandomDataset experimental.sample_from_datasets experimental.choose_from_datasets "
    "experimental.make_csv_dataset experimental.make_batched_features_dataset experimental.Counter"
).split():
    globals()[_name.rpartition(".")[2]] = export_value(find(f"data.{_name}"), f"compat.v2.data.{_name}")

make_parse_example_spec = export_value(
    find("feature_column.make_parse_example_spec"), "compat.v2.feature_column.make_parse_example_spec"
)


# ---- functions ----


@export("compat.v2.nn.avg_pool2d")
def avg_pool2d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: str = "NHWC", name: str | None = None
) -> Any:
    """Means over windows of images; sizes of windows and strides may be one, two or four numbers.

    Args:
      input: images.
      ksize: the size of the window.
      strides: how far windows are apart.
      padding: "SAME" or "VALID".
      data_format: "NHWC" or "NCHW".
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.nn.avg_pool2d(tf.ones([1, 4, 4, 1]), 2, 2, "VALID")).shape
    (1, 2, 2, 1)
    """
    with tf.name_scope(name, "AvgPool2D", [input]) as scope:
        channel = 1 if data_format == "NCHW" else 3
        sizes = [_window(given, channel, which) for given, which in ((ksize, "ksize"), (strides, "strides"))]
        return tf.nn.avg_pool(input, *sizes, padding, data_format=data_format, name=scope)


def _window(given: Any, channel: int, name: str) -> list[int]:
    values = [given] if isinstance(given, int) else list(given)
    if len(values) == 1:
        values = values * 2
    if len(values) == 4:
        return values
    if len(values) != 2:
        raise ValueError(f"{name} should be of length 1, 2 or 4 but was {len(values)}")
    return [1, 1, *values] if channel == 1 else [1, *values, 1]


@export("compat.v2.nn.sufficient_statistics")
def sufficient_statistics(
    x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor, Any]:
    """What the mean and the variance of `x` are computed from: number, sum, sum of squares, and the shift.

    Args:
      x: a tensor.
      axes: the axes over which to count and sum.
      shift: a number near the mean that is subtracted before, against rounding; None for none.
      keepdims: if True, reduced axes are kept with length 1.
      name: a name for the operation.

    >>> import penstock as tf
    >>> count, total, squares, _ = tf.compat.v2.nn.sufficient_statistics(tf.constant([1.0, 2.0]), [0])
    >>> tf.Session().run([count, total, squares])
    [np.float32(2.0), np.float32(3.0), np.float32(5.0)]
    """
    return tf.nn.sufficient_statistics(x, axes, shift, keepdims, name)


@export("compat.v2.image.ResizeMethod")
class ResizeMethod:
    """Names of the ways to change the size of an image.

    >>> import penstock as tf
    >>> tf.compat.v2.image.ResizeMethod.BICUBIC
    'bicubic'
    """

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_KERNELS = {"bilinear": "triangle", "bicubic": "keyscubic", "lanczos3": "lanczos3", "lanczos5": "lanczos5",
            "gaussian": "gaussian", "mitchellcubic": "mitchellcubic"}  # fmt: skip


@export("compat.v2.image.resize")
def resize(
    images: Any,
    size: Any,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Any:
    """Changes the size of images, with the centers of pixels at halves.

    Args:
      images: `[batch, height, width, channels]` or `[height, width, channels]`.
      size: the new height and width.
      method: one of `tf.compat.v2.image.ResizeMethod`.
      preserve_aspect_ratio: whether the size is an upper limit of both.
      antialias: whether a smaller image is smoothed first.
      name: a name for the operations.

    Raises:
      ValueError: the method is not known, or shapes do not fit.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.image.resize(tf.ones([1, 2, 2, 1]), [4, 4])).shape
    (1, 4, 4, 1)
    """
    with tf.name_scope(name, "resize", [images, size]):
        images = tf.convert_to_tensor(images, name="images")
        single = images.shape.ndims == 3
        if images.shape.ndims is None:
            raise ValueError("'images' contains no shape.")
        if single:
            images = tf.expand_dims(images, 0)
        elif images.shape.ndims != 4:
            raise ValueError("'images' must have either 3 or 4 dimensions.")
        size = tf.convert_to_tensor(size, tf.int32, name="size")
        if preserve_aspect_ratio:
            size = _fitting(images, size)
        result = _resized(images, size, method, antialias)
        known = tf.get_static_value(size)
        if known is not None:
            result.set_shape([images.shape[0], *(int(n) for n in known), images.shape[3]])
        return tf.squeeze(result, [0]) if single else result


def _fitting(images: Any, size: Any) -> Any:
    now = tf.cast(tf.shape(images)[1:3], tf.float32)
    scale = tf.reduce_min(tf.cast(size, tf.float32) / now)
    return tf.cast(tf.round(scale * now), tf.int32)


def _resized(images: Any, size: Any, method: str, antialias: bool) -> Any:
    if method in _KERNELS and (antialias or method not in ("bilinear", "bicubic")):
        now = tf.cast(tf.shape(images)[1:3], tf.float32)
        scale = tf.cast(size, tf.float32) / now
        return find("raw_ops.ScaleAndTranslate")(
            images=images,
            size=size,
            scale=scale,
            translation=tf.zeros([2]),
            kernel_type=_KERNELS[method],
            antialias=antialias,
        )
    if method == "bilinear":
        return find("raw_ops.ResizeBilinear")(images=images, size=size, half_pixel_centers=True)
    if method == "nearest":
        return find("raw_ops.ResizeNearestNeighbor")(images=images, size=size, half_pixel_centers=True)
    if method == "bicubic":
        return find("raw_ops.ResizeBicubic")(images=images, size=size, half_pixel_centers=True)
    if method == "area":
        return find("raw_ops.ResizeArea")(images=images, size=size)
    raise ValueError(f"Resize method is not implemented: {method}")
