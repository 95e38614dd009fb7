"""Measures of images: differences between pixels, edges, and how like another image one is."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.image.adjust import convert_image_dtype


@export("image.total_variation")
def total_variation(images: Any, name: str | None = None) -> Tensor:
    """The sum of the absolute differences of neighbouring pixels, for each image of a batch.

    Raises:
      ValueError: if `images` has not 3 or 4 dimensions.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.total_variation(tf.constant([[[1.0], [4.0]], [[1.0], [2.0]]])))
    np.float32(6.0)
    """
    with name_scope(name, "total_variation"):
        rank = images.get_shape().ndims
        if rank == 3:
            down, across, axes = images[1:, :, :] - images[:-1, :, :], images[:, 1:, :] - images[:, :-1, :], None
        elif rank == 4:
            down = images[:, 1:, :, :] - images[:, :-1, :, :]
            across = images[:, :, 1:, :] - images[:, :, :-1, :]
            axes = [1, 2, 3]
        else:
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        total, absolute = find("reduce_sum"), find("abs")
        return total(absolute(down), axis=axes) + total(absolute(across), axis=axes)


@export("image.image_gradients")
def image_gradients(image: Any) -> tuple[Tensor, Tensor]:
    """The differences of each pixel to the one below and to the one on its right; zero at the edges.

    Raises:
      ValueError: if `image` has not 4 dimensions.

    >>> import penstock as tf
    >>> image = tf.reshape([1.0, 4.0, 9.0, 16.0], [1, 2, 2, 1])
    >>> down, across = tf.Session().run(tf.image.image_gradients(image))
    >>> print(down[0, :, :, 0].tolist(), across[0, :, :, 0].tolist())
    [[8.0, 12.0], [0.0, 0.0]] [[3.0, 0.0], [7.0, 0.0]]
    """
    if image.get_shape().ndims != 4:
        raise ValueError(
            "image_gradients expects a 4D tensor [batch_size, h, w, d], not %s.",  # noqa: UP031 - as 1.15 had it
            image.get_shape(),
        )
    shape, stack, concat = find("shape")(image), find("stack"), find("concat")
    batch, height, width, depth = find("unstack")(shape)
    down = image[:, 1:, :, :] - image[:, :-1, :, :]
    across = image[:, :, 1:, :] - image[:, :, :-1, :]
    zeros, reshape = find("zeros"), find("reshape")
    down = reshape(concat([down, zeros(stack([batch, 1, width, depth]), image.dtype)], 1), shape)
    across = reshape(concat([across, zeros(stack([batch, height, 1, depth]), image.dtype)], 2), shape)
    return down, across


@export("image.sobel_edges")
def sobel_edges(image: Any) -> Tensor:
    """Sobel's measures of edges, down and across, in a new last dimension.

    Args:
      image: [batch, height, width, channels].

    >>> import penstock as tf
    >>> image = tf.constant([[0.0, 0.0, 1.0, 1.0]] * 3, shape=[1, 3, 4, 1])
    >>> tf.Session().run(tf.image.sobel_edges(image))[0, 1, :, 0]
    array([[0., 0.],
           [0., 4.],
           [0., 4.],
           [0., 0.]], dtype=float32)
    """
    known, shape = image.get_shape(), find("shape")(image)
    filters = [[[-1, -2, -1], [0, 0, 0], [1, 2, 1]], [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]]
    kernels = np.expand_dims(np.transpose(np.asarray(filters), (1, 2, 0)), -2)
    constant = find("constant")(kernels, dtype=image.dtype)
    tiled = find("tile")(constant, [1, 1, shape[-1], 1], name="sobel_filters")
    padded = find("pad")(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    output = find("nn.depthwise_conv2d")(padded, tiled, [1, 1, 1, 1], "VALID")
    output = find("reshape")(output, shape=find("concat")([shape, [len(filters)]], 0))
    output.set_shape(known.concatenate([len(filters)]))
    return output


# -- likeness ---------------------------------------------------------------------------------------------------------


def _compatible(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor, list[Any]]:
    """The shapes of two images, and assertions that they fit."""
    first, second = a.get_shape().with_rank_at_least(3), b.get_shape().with_rank_at_least(3)
    first[-3:].assert_is_compatible_with(second[-3:])
    if first.ndims is not None and second.ndims is not None:
        for x, y in zip(reversed(first.as_list()[:-3]), reversed(second.as_list()[:-3])):
            if not (x == 1 or y == 1 or x is None or y is None or x == y):
                raise ValueError(f"Two images are not compatible: {first} and {second}")
    shapes = find("shape_n")([a, b])
    check = find("Assert")
    tests = [
        check(find("greater_equal")(find("size")(shapes[0]), 3), shapes, summarize=10),
        check(find("reduce_all")(find("equal")(shapes[0][-3:], shapes[1][-3:])), shapes, summarize=10),
    ]
    return shapes[0], shapes[1], tests


@export("image.psnr")
def psnr(a: Any, b: TensorLike, max_val: Any, name: str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of images, in decibels.

    Args:
      a, b: images of the same shape, [..., height, width, channels].
      max_val: the largest value a pixel can have.
      name: a name for the operations.

    >>> import penstock as tf
    >>> black, gray = tf.zeros([8, 8, 3]), tf.fill([8, 8, 3], 0.1)
    >>> tf.Session().run(tf.image.psnr(black, gray, max_val=1.0)).round(3)
    np.float32(20.0)
    """
    log = find("log")
    with name_scope(name, "PSNR", [a, b]):
        highest = convert_image_dtype(find("cast")(max_val, a.dtype), dtypes.float32)
        a, b = convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32)
        error = find("reduce_mean")(find("squared_difference")(a, b), [-3, -2, -1])
        value = find("subtract")(20 * log(highest) / log(10.0), np.float32(10 / np.log(10)) * log(error), name="psnr")
        _, _, tests = _compatible(a, b)
        with control_dependencies(tests):
            return find("identity")(value)


def _gauss(size: TensorLike, sigma: TensorLike) -> Tensor:
    """A Gaussian filter [size, size, 1, 1] with sum 1."""
    size, sigma = convert_to_tensor(size, dtypes.int32), convert_to_tensor(sigma)
    cast, reshape, square = find("cast"), find("reshape"), find("square")
    at = cast(find("range")(size), sigma.dtype)
    at -= cast(size - 1, sigma.dtype) / 2.0
    g = square(at)
    g *= -0.5 / square(sigma)
    g = reshape(g, shape=[1, -1]) + reshape(g, shape=[-1, 1])
    g = find("nn.softmax")(reshape(g, shape=[1, -1]))
    return reshape(g, shape=[size, size, 1, 1])


def _per_channel(
    a: Tensor, b: Tensor, max_val: Any, filter_size: Any, filter_sigma: Any, k1: float, k2: float
) -> tuple[Tensor, Tensor]:
    """For each channel the mean of the likeness, and of its part that is contrast and structure."""
    constant, square, reshape, shape = find("constant"), find("square"), find("reshape"), find("shape")
    size = constant(filter_size, dtype=dtypes.int32)
    sigma = constant(filter_sigma, dtype=a.dtype)
    shapes = find("shape_n")([a, b])
    large, every = find("greater_equal"), find("reduce_all")
    tests = [find("Assert")(every(large(s[-3:-1], size)), [s, size], summarize=8) for s in shapes]
    with control_dependencies(tests):
        a = find("identity")(a)
    kernel = find("tile")(_gauss(size, sigma), multiples=[1, 1, shapes[0][-1], 1])

    def blurred(x: Tensor) -> Tensor:
        outer = shape(x)
        x = reshape(x, shape=find("concat")([[-1], outer[-3:]], 0))
        y = find("nn.depthwise_conv2d")(x, kernel, strides=[1, 1, 1, 1], padding="VALID")
        return reshape(y, find("concat")([outer[:-3], shape(y)[1:]], 0))

    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mean_a, mean_b = blurred(a), blurred(b)
    product = mean_a * mean_b * 2.0
    squares = square(mean_a) + square(mean_b)
    luminance = (product + c1) / (squares + c1)
    products, sums = blurred(a * b) * 2.0, blurred(square(a) + square(b))
    c2 *= 1.0  # as in 1.15, for a correction that it leaves out
    structure = (products - product + c2) / (sums - squares + c2)
    axes = constant([-3, -2], dtype=dtypes.int32)
    return find("reduce_mean")(luminance * structure, axes), find("reduce_mean")(structure, axes)


@export("image.ssim")
def ssim(
    img1: Any,
    img2: Any,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity of images, 1 for equal ones.

    Args:
      img1, img2: images [..., height, width, channels].
      max_val: the largest value a pixel can have.
      filter_size, filter_sigma: the Gaussian window.
      k1, k2: small constants that keep the quotients stable.

    >>> import penstock as tf
    >>> image = tf.random_uniform([16, 16, 3], seed=1)
    >>> same = tf.Session().run(tf.image.ssim(image, image, max_val=1.0))
    >>> print(same.round(4))
    1.0
    """
    _, _, tests = _compatible(img1, img2)
    with control_dependencies(tests):
        img1 = find("identity")(img1)
    max_val = convert_image_dtype(find("cast")(max_val, img1.dtype), dtypes.float32)
    img1, img2 = convert_image_dtype(img1, dtypes.float32), convert_image_dtype(img2, dtypes.float32)
    found, _ = _per_channel(img1, img2, max_val, filter_size, filter_sigma, k1, k2)
    return find("reduce_mean")(found, [-1])


_WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


@export("image.ssim_multiscale")
def ssim_multiscale(
    img1: Any,
    img2: Any,
    max_val: Any,
    power_factors: Any = _WEIGHTS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity of images at several scales, each half of the one before.

    Args:
      img1, img2: images [..., height, width, channels].
      max_val: the largest value a pixel can have.
      power_factors: the weight of each scale.
      filter_size, filter_sigma, k1, k2: as in `tf.image.ssim`.

    >>> import penstock as tf
    >>> image = tf.random_uniform([32, 32, 1], seed=1)
    >>> same = tf.image.ssim_multiscale(image, image, max_val=1.0, power_factors=[0.5, 0.5])
    >>> print(tf.Session().run(same).round(4))
    1.0
    """
    reshape, concat, relu = find("reshape"), find("concat"), find("nn.relu")
    with name_scope(None, "MS-SSIM", [img1, img2]):
        img1, img2 = convert_to_tensor(img1, name="img1"), convert_to_tensor(img2, name="img2")
        shape1, shape2, tests = _compatible(img1, img2)
        with control_dependencies(tests):
            img1 = find("identity")(img1)
        max_val = convert_image_dtype(find("cast")(max_val, img1.dtype), dtypes.float32)
        images = [convert_image_dtype(i, dtypes.float32) for i in (img1, img2)]
        heads, tails = [s[:-3] for s in (shape1, shape2)], [s[-3:] for s in (shape1, shape2)]
        halves = [1, 2, 2, 1]
        divisor = find("constant")(halves[1:], dtype=dtypes.int32)
        parts: list[Tensor] = []
        for k in range(len(power_factors)):
            with name_scope(None, f"Scale{k}", images):
                if k:
                    flat = [reshape(x, concat([[-1], t], 0)) for x, t in zip(images, tails)]
                    rest = tails[0] % divisor

                    def padded(flat: Any = flat, rest: Any = rest) -> list[Tensor]:
                        sides = find("pad")(find("expand_dims")(rest, -1), [[1, 0], [1, 0]])
                        return [find("pad")(x, sides, mode="SYMMETRIC") for x in flat]

                    uneven = find("reduce_any")(find("not_equal")(rest, 0))
                    even = find("cond")(uneven, padded, lambda flat=flat: flat)
                    small = [find("nn.avg_pool")(x, ksize=halves, strides=halves, padding="VALID") for x in even]
                    tails = [s[1:] for s in find("shape_n")(small)]
                    images = [reshape(x, concat([h, t], 0)) for x, h, t in zip(small, heads, tails)]
                found, structure = _per_channel(images[0], images[1], max_val, filter_size, filter_sigma, k1, k2)
                parts.append(relu(structure))
        parts.pop()
        stacked = find("stack")([*parts, relu(found)], axis=-1)
        combined = find("reduce_prod")(find("pow")(stacked, power_factors), [-1])
        return find("reduce_mean")(combined, [-1])
