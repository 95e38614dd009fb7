"""Images turned, moved and seen through projective transforms; transforms as matrices; colours, parts and matching."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import ShapeLike, TensorLike, TensorOrVariable
from penstock.ops.image import transforms as image_transforms  # noqa: F401  the operations that are made here

_PIXELS = (tf.uint8, tf.int32, tf.int64, tf.float16, tf.float32, tf.float64)


def _batch(images: TensorLike, name: str | None = None) -> tuple[Any, int]:
    """Images as [batch, height, width, channels], and the rank that they had."""
    images = convert_to_tensor(images, name=name)
    if images.dtype.base_dtype not in _PIXELS:
        raise TypeError(f"Invalid dtype {images.dtype}.")
    rank = images.shape.ndims
    if rank is None:
        raise TypeError("image_or_images rank must be statically known")
    if rank == 2:
        return images[None, :, :, None], rank
    if rank == 3:
        return images[None, :, :, :], rank
    if rank == 4:
        return images, rank
    raise TypeError("Images should have rank between 2 and 4.")


def _unbatch(images: TensorOrVariable, rank: int) -> Any:
    if rank == 2:
        return images[0, :, :, 0]
    return images[0, :, :, :] if rank == 3 else images


@export("contrib.image.rotate")
def rotate(images: TensorLike, angles: TensorLike, interpolation: str = "NEAREST", name: str | None = None) -> Tensor:
    """Turns images against the clock; what comes from outside is 0.

    Args:
      images: [batch, height, width, channels], [height, width, channels] or [height, width].
      angles: in radians, one for all or one for each image.
      interpolation: "NEAREST" or "BILINEAR".
      name: a name for the operations.

    Raises:
      TypeError: if the type or the rank of the images is wrong.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.rotate([[1, 2], [3, 4]], 3.14159265 / 2)))
    [[2 4]
     [1 3]]
    """
    with name_scope(name, "rotate"):
        images, rank = _batch(images)
        height, width = (tf.cast(tf.shape(images)[i], tf.float32)[None] for i in (1, 2))
        transforms = angles_to_projective_transforms(angles, height, width)
        return _unbatch(transform(images, transforms, interpolation=interpolation), rank)


@export("contrib.image.translate")
def translate(
    images: TensorLike, translations: TensorLike, interpolation: str = "NEAREST", name: str | None = None
) -> Tensor:
    """Moves images by [dx, dy] pixels; what comes from outside is 0.

    Args:
      images: [batch, height, width, channels], [height, width, channels] or [height, width].
      translations: one pair for all images, or one for each.
      interpolation: "NEAREST" or "BILINEAR".
      name: a name for the operations.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.translate([[1, 2], [3, 4]], [1, 0])))
    [[0 1]
     [0 3]]
    """
    with name_scope(name, "translate"):
        return transform(images, translations_to_projective_transforms(translations), interpolation=interpolation)


@export("contrib.image.angles_to_projective_transforms")
def angles_to_projective_transforms(
    angles: TensorLike, image_height: Any, image_width: Any, name: str | None = None
) -> Tensor:
    """Transforms that turn images around their middle.

    Args:
      angles: in radians, a scalar or a vector.
      image_height, image_width: the size of the images.
      name: a name for the operations.

    Returns:
      [angles, 8], for `tf.contrib.image.transform`.

    >>> import penstock as tf
    >>> import math
    >>> turn = tf.contrib.image.angles_to_projective_transforms(math.pi / 2, image_height=2, image_width=2)
    >>> (tf.Session().run(turn).round(1) + 0).tolist()
    [[0.0, -1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]]
    """
    with name_scope(name, "angles_to_projective_transforms"):
        angles = convert_to_tensor(angles, name="angles", dtype=tf.float32)
        if angles.shape.ndims not in (0, 1):
            raise TypeError("Angles should have rank 0 or 1.")
        angles = angles[None] if angles.shape.ndims == 0 else angles
        right, bottom = image_width - 1, image_height - 1
        x = (right - (tf.cos(angles) * right - tf.sin(angles) * bottom)) / 2.0
        y = (bottom - (tf.sin(angles) * right + tf.cos(angles) * bottom)) / 2.0
        columns = [tf.cos(angles), -tf.sin(angles), x, tf.sin(angles), tf.cos(angles), y]
        rest = tf.zeros((tf.shape(angles)[0], 2), tf.float32)
        return tf.concat([*(c[:, None] for c in columns), rest], axis=1)


@export("contrib.image.translations_to_projective_transforms")
def translations_to_projective_transforms(translations: TensorLike, name: str | None = None) -> Tensor:
    """Transforms that move images.

    Args:
      translations: [dx, dy], or one such pair for each image.
      name: a name for the operations.

    Returns:
      [translations, 8], for `tf.contrib.image.transform`.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.translations_to_projective_transforms([2, 3])))
    [[ 1.  0. -2.  0.  1. -3.  0.  0.]]
    """
    with name_scope(name, "translations_to_projective_transforms"):
        moves = convert_to_tensor(translations, name="translations", dtype=tf.float32)
        if moves.shape.ndims is None:
            raise TypeError("translation_or_translations rank must be statically known")
        if moves.shape.ndims not in (1, 2):
            raise TypeError("Translations should have rank 1 or 2.")
        moves = moves[None] if moves.shape.ndims == 1 else moves
        count = tf.shape(moves)[0]
        one, zero = tf.ones((count, 1), tf.float32), tf.zeros((count, 1), tf.float32)
        rest = tf.zeros((count, 2), tf.float32)
        return tf.concat([one, zero, -moves[:, 0, None], zero, one, -moves[:, 1, None], rest], axis=1)


@export("contrib.image.transform")
def transform(
    images: TensorLike,
    transforms: TensorLike,
    interpolation: str = "NEAREST",
    output_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Images seen through projective transforms; what comes from outside is 0.

    Args:
      images: [batch, height, width, channels], [height, width, channels] or [height, width].
      transforms: 8 numbers, or 8 for each image: a0 to a2, b0 to b2, c0, c1. The result's (x, y) shows the images'
        ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k), where k is c0 x + c1 y + 1.
      interpolation: "NEAREST" or "BILINEAR".
      output_shape: height and width of the result; those of the images by default.
      name: a name for the operations.

    Raises:
      TypeError: if the type or a rank is wrong.
      ValueError: if `output_shape` is not two numbers.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.transform([[1, 2], [3, 4]], [0.5, 0, 0, 0, 1, 0, 0, 0], output_shape=[2, 4])))
    [[1 2 2 0]
     [3 4 4 0]]
    """
    with name_scope(name, "transform"):
        images, rank = _batch(images, "images")
        transforms = convert_to_tensor(transforms, name="transforms", dtype=tf.float32)
        if output_shape is None:
            output_shape = tf.shape(images)[1:3]
            known = tf.contrib.util.constant_value(output_shape)
            output_shape = output_shape if known is None else known
        output_shape = convert_to_tensor(output_shape, tf.int32, name="output_shape")
        if not output_shape.shape.is_compatible_with([2]):
            raise ValueError("output_shape must be a 1-D Tensor of 2 elements: new_height, new_width")
        if transforms.shape.ndims is None:
            raise TypeError("transform_or_transforms rank must be statically known")
        if transforms.shape.ndims not in (1, 2):
            raise TypeError("Transforms should have rank 1 or 2.")
        found = apply(
            "ImageProjectiveTransformV2",
            None,
            images=images,
            transforms=transforms[None] if transforms.shape.ndims == 1 else transforms,
            output_shape=output_shape,
            interpolation=interpolation.upper(),
        )
        return _unbatch(found, rank)


@export("contrib.image.compose_transforms")
def compose_transforms(*transforms: Any) -> Tensor:
    """One transform for several, which follow each other in this order.

    >>> import penstock as tf
    >>> move = tf.contrib.image.translations_to_projective_transforms([1.0, 0.0])
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.compose_transforms(move, move))[0, 2])
    -2.0
    """
    assert transforms, "transforms cannot be empty"
    with name_scope("compose_transforms"):
        composed = flat_transforms_to_matrices(transforms[0])
        for other in transforms[1:]:
            composed = tf.matmul(composed, flat_transforms_to_matrices(other))
        return matrices_to_flat_transforms(composed)


@export("contrib.image.flat_transforms_to_matrices")
def flat_transforms_to_matrices(transforms: TensorLike) -> Tensor:
    """Transforms of 8 numbers as [n, 3, 3] matrices, which map the result's places to the images'.

    Raises:
      ValueError: if the rank is neither 1 nor 2.

    >>> import penstock as tf
    >>> tf.contrib.image.flat_transforms_to_matrices([1.0, 0, 0, 0, 1, 0, 0, 0]).shape[1:]
    TensorShape([Dimension(3), Dimension(3)])
    """
    with name_scope("flat_transforms_to_matrices"):
        transforms = convert_to_tensor(transforms, name="transforms")
        if transforms.shape.ndims not in (1, 2):
            raise ValueError(f"Transforms should be 1D or 2D, got: {transforms}")
        transforms = tf.reshape(transforms, tf.constant([-1, 8]))
        ones = tf.ones([tf.shape(transforms)[0], 1])
        return tf.reshape(tf.concat([transforms, ones], axis=1), tf.constant([-1, 3, 3]))


@export("contrib.image.matrices_to_flat_transforms")
def matrices_to_flat_transforms(transform_matrices: Any) -> Tensor:
    """Matrices as transforms of 8 numbers, divided by their last number.

    Raises:
      ValueError: if the rank is neither 2 nor 3.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.matrices_to_flat_transforms(2 * tf.eye(3))))
    [[1. 0. 0. 0. 1. 0. 0. 0.]]
    """
    with name_scope("matrices_to_flat_transforms"):
        matrices = convert_to_tensor(transform_matrices, name="transform_matrices")
        if matrices.shape.ndims not in (2, 3):
            raise ValueError(f"Matrices should be 2D or 3D, got: {matrices}")
        flat = tf.reshape(matrices, tf.constant([-1, 9]))
        flat /= flat[:, 8:9]
        return flat[:, :8]


# -- colours -----------------------------------------------------------------------------------------------------------


@export("contrib.image.adjust_hsv_in_yiq")
def adjust_hsv_in_yiq(
    image: TensorLike, delta_hue: Any = 0, scale_saturation: Any = 1, scale_value: Any = 1, name: str | None = None
) -> Tensor:
    """Changes hue, saturation and value of RGB images by a linear map in YIQ.

    Args:
      image: [..., 3].
      delta_hue: how far to turn the hue, in radians.
      scale_saturation, scale_value: factors.
      name: a name for the operations.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.adjust_hsv_in_yiq(tf.constant([[[0.5, 0.5, 0.5]]]), scale_value=2.0)).round(3))
    [[[1. 1. 1.]]]
    """
    with name_scope(name, "adjust_hsv_in_yiq", [image]):
        image = convert_to_tensor(image, name="image")
        floats = tf.image.convert_image_dtype(image, tf.float32)
        changed = apply(
            "AdjustHsvInYiq", None, images=floats, delta_h=delta_hue, scale_s=scale_saturation, scale_v=scale_value
        )
        return tf.image.convert_image_dtype(changed, image.dtype)


@export("contrib.image.random_hsv_in_yiq")
def random_hsv_in_yiq(
    image: TensorLike,
    max_delta_hue: float = 0,
    lower_saturation: float = 1,
    upper_saturation: float = 1,
    lower_value: float = 1,
    upper_value: float = 1,
    seed: int | None = None,
) -> Tensor:
    """`adjust_hsv_in_yiq` by random numbers within these limits.

    Args:
      image: one image or more, with three channels.
      max_delta_hue: the largest turn of the hue, in radians.
      lower_saturation, upper_saturation: the limits of the factor of the saturation.
      lower_value, upper_value: the limits of the factor of the value.
      seed: the seed of the random numbers; see `tf.set_random_seed`.

    Raises:
      ValueError: if limits are negative or in the wrong order.

    >>> import penstock as tf
    >>> tf.contrib.image.random_hsv_in_yiq(tf.zeros([4, 4, 3]), 0.1, 0.5, 1.5).shape.as_list()
    [4, 4, 3]
    """
    for name, value in (
        ("max_delta", max_delta_hue),
        ("lower_saturation", lower_saturation),
        ("lower_value", lower_value),
    ):
        if value < 0:
            raise ValueError(f"{name} must be non-negative.")
    if lower_saturation > upper_saturation:
        raise ValueError("lower_saturation must be < upper_saturation.")
    if lower_value > upper_value:
        raise ValueError("lower_value must be < upper_value.")

    def between(low: float, high: float) -> Any:
        return low if low == high else tf.random_uniform([], low, high, seed=seed)

    hue = 0 if max_delta_hue == 0 else between(-max_delta_hue, max_delta_hue)
    return adjust_hsv_in_yiq(image, hue, between(lower_saturation, upper_saturation), between(lower_value, upper_value))


# -- parts and pairs ---------------------------------------------------------------------------------------------------


@export("contrib.image.connected_components")
def connected_components(images: TensorLike) -> Tensor:
    """Numbers the connected parts of images: neighbours above, below and beside with the same value that is not 0.

    Args:
      images: [height, width] or [batch, height, width].

    Returns:
      Their numbers, from 1 in the order of the pixels; 0 where the image is 0.

    Raises:
      TypeError: if the rank is another.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.image.connected_components([[5, 5, 0], [0, 0, 5]])))
    [[1 1 0]
     [0 0 2]]
    """
    with name_scope("connected_components"):
        images = convert_to_tensor(images, name="images")
        rank = images.shape.ndims
        if rank not in (2, 3):
            raise TypeError(f"images should have rank 2 (HW) or 3 (NHW). Static shape is {images.shape}")
        found = apply("ImageConnectedComponents", None, image=images[None, :, :] if rank == 2 else images)
        ids, index = tf.unique(tf.reshape(found, [-1]))
        # Parts are numbered in the order in which they come, without the background.
        there = tf.cast(tf.not_equal(ids, 0), tf.int32)
        numbers = tf.cumsum(there) * there
        found = tf.reshape(tf.gather(numbers, index), tf.shape(found))
        return found[0, :, :] if rank == 2 else found


@export("contrib.image.bipartite_match")
def bipartite_match(
    distance_mat: Any, num_valid_rows: Any, top_k: int = -1, name: str | None = "bipartite_match"
) -> Any:
    """Matches rows with columns greedily, the nearest pair first.

    Args:
      distance_mat: [rows, columns], floats.
      num_valid_rows: how many rows count; all if it is negative.
      top_k: how many pairs to make; all if it is not positive.
      name: a name for the operation.

    Returns:
      For each row its column, for each column its row; -1 for none.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print([list(v) for v in sess.run(tf.contrib.image.bipartite_match([[0.5, 0.1], [0.2, 0.3]], -1.0))])
    [[np.int32(1), np.int32(0)], [np.int32(1), np.int32(0)]]
    """
    return apply("BipartiteMatch", name, distance_mat=distance_mat, num_valid_rows=num_valid_rows, top_k=top_k)
