"""The geometry of images: flips, turns, crops, padding and sizes, as `tf.image` has them, over other operations."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value_as_shape
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.checks.values import with_dependencies

_RANKS = "'image' must have either 3 or 4 dimensions."


def _is_tensor(x: TensorLike) -> bool:
    return isinstance(x, Tensor) or hasattr(x, "_as_graph_element")


def require(condition: TensorLike, message: str) -> list[Any]:
    """An assertion for a tensor; an error at once for a bool."""
    if _is_tensor(condition):
        return [find("Assert")(condition, [message])]
    if not condition:
        raise ValueError(message)
    return []


def check_image(image: Tensor) -> list[Any]:
    """Assertions that an image has at least three dimensions, none of them empty."""
    try:
        known = image.get_shape()
        shape = known.with_rank(3) if known.ndims is None else known.with_rank_at_least(3)
    except ValueError:
        raise ValueError("'image' must be at least three-dimensional.") from None
    if 0 in shape.as_list():
        raise ValueError(f"all dims of 'image.shape' must be > 0: {shape}")
    if shape.is_fully_defined():
        return []
    return [
        find("assert_positive")(find("shape")(image), ["all dims of 'image.shape' must be > 0."]),
        find("assert_greater_equal")(find("rank")(image), 3, message="'image' must be at least three-dimensional."),
    ]


def checked(image: Any) -> Tensor:
    """The image, once it is known to be one."""
    tests = check_image(image)
    return with_dependencies(tests, image)


def dimensions(image: Tensor, rank: int) -> list[Any]:
    """Numbers where they are known, tensors where they are not."""
    shape = image.get_shape()
    if shape.is_fully_defined():
        return shape.as_list()
    known = shape.with_rank(rank).as_list()
    actual = find("unstack")(find("shape")(image), rank)
    return [a if k is None else k for k, a in zip(known, actual)]


def _batched(image: Tensor) -> tuple[Tensor, bool]:
    """The image with a dimension for a batch, and whether it had one."""
    rank = image.get_shape().ndims
    if rank == 4:
        return image, True
    if rank not in (3, None):
        raise ValueError(_RANKS)
    expanded = find("expand_dims")(image, 0)
    if rank is None:
        expanded.set_shape([None] * 4)
    return expanded, False


def _unbatched(image: Tensor, is_batch: bool) -> Tensor:
    return image if is_batch else find("squeeze")(image, axis=[0])


# -- flips and turns --------------------------------------------------------------------------------------------------


def _like(image: Tensor, result: Tensor) -> Tensor:
    shape = image.get_shape()
    result.set_shape([None, None, None] if shape.ndims is None else shape)
    return result


def _flip(image: TensorLike, axis: int, scope: str) -> Tensor:
    with name_scope(None, scope, [image]):
        image = checked(convert_to_tensor(image, name="image"))
        rank = image.get_shape().ndims
        if rank in (3, None):
            return _like(image, find("reverse")(image, [axis]))
        if rank == 4:
            return find("reverse")(image, [axis + 1])
        raise ValueError(_RANKS)


def _random_flip(image: TensorLike, axis: int, seed: int | None, scope_name: str) -> Tensor:
    reverse, uniform = find("reverse"), find("random_uniform")
    with name_scope(None, scope_name, [image]) as scope:
        image = checked(convert_to_tensor(image, name="image"))
        rank = image.get_shape().ndims
        if rank in (3, None):
            mirror = find("less")(uniform([], 0, 1.0, seed=seed), 0.5)
            return _like(image, find("cond")(mirror, lambda: reverse(image, [axis]), lambda: image, name=scope))
        if rank == 4:
            batch = find("shape")(image)[0]
            chance = uniform([batch], 0, 1.0, seed=seed)
            flips = find("cast")(find("round")(find("reshape")(chance, [batch, 1, 1, 1])), image.dtype)
            return flips * reverse(image, [axis + 1]) + (1 - flips) * image
        raise ValueError(_RANKS)


@export("image.flip_left_right")
def flip_left_right(image: TensorLike) -> Tensor:
    """Mirrors an image, or a batch of images, along its width.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(6), [2, 3, 1])
    >>> tf.Session().run(tf.image.flip_left_right(image))[:, :, 0]
    array([[2, 1, 0],
           [5, 4, 3]], dtype=int32)
    """
    return _flip(image, 1, "flip_left_right")


@export("image.flip_up_down")
def flip_up_down(image: TensorLike) -> Tensor:
    """Mirrors an image, or a batch of images, along its height.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(6), [2, 3, 1])
    >>> tf.Session().run(tf.image.flip_up_down(image))[:, :, 0]
    array([[3, 4, 5],
           [0, 1, 2]], dtype=int32)
    """
    return _flip(image, 0, "flip_up_down")


@export("image.random_flip_left_right")
def random_flip_left_right(image: TensorLike, seed: int | None = None) -> Tensor:
    """Mirrors an image along its width, or not; each image of a batch for itself.

    Args:
      image: an image `[height, width, channels]`, or a batch of them.
      seed: the seed of the choice; see `tf.set_random_seed`.

    >>> import penstock as tf
    >>> image = tf.image.random_flip_left_right(tf.reshape(tf.range(3), [1, 3, 1]), seed=1)
    >>> sess = tf.Session()
    >>> sorted({str(sess.run(image).ravel()) for _ in range(20)})
    ['[0 1 2]', '[2 1 0]']
    """
    return _random_flip(image, 1, seed, "random_flip_left_right")


@export("image.random_flip_up_down")
def random_flip_up_down(image: TensorLike, seed: int | None = None) -> Tensor:
    """Mirrors an image along its height, or not; each image of a batch for itself.

    Args:
      image: an image `[height, width, channels]`, or a batch of them.
      seed: the seed of the choice; see `tf.set_random_seed`.

    >>> import penstock as tf
    >>> image = tf.image.random_flip_up_down(tf.reshape(tf.range(3), [3, 1, 1]), seed=1)
    >>> sess = tf.Session()
    >>> sorted({str(sess.run(image).ravel()) for _ in range(20)})
    ['[0 1 2]', '[2 1 0]']
    """
    return _random_flip(image, 0, seed, "random_flip_up_down")


@export("image.rot90")
def rot90(image: TensorLike, k: TensorLike = 1, name: str | None = None) -> Tensor:
    """Turns an image, or a batch of images, by `k` times 90 degrees, against the clock.

    Args:
      image: an image `[height, width, channels]`, or a batch of them.
      k: how many quarter turns; a number or a scalar.
      name: a name for the operation.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(6), [2, 3, 1])
    >>> tf.Session().run(tf.image.rot90(image))[:, :, 0]
    array([[2, 5],
           [1, 4],
           [0, 3]], dtype=int32)
    """
    reverse, transpose, equal = find("reverse_v2"), find("transpose"), find("equal")
    with name_scope(name, "rot90", [image, k]) as scope:
        image = checked(convert_to_tensor(image, name="image"))
        k = convert_to_tensor(k, dtypes.int32, name="k")
        k.get_shape().assert_has_rank(0)
        k = find("mod")(k, 4)
        rank = image.get_shape().ndims
        if rank not in (3, 4, None):
            raise ValueError(_RANKS)
        y, x, order = (1, 2, [0, 2, 1, 3]) if rank == 4 else (0, 1, [1, 0, 2])
        cases = [
            (equal(k, 1), lambda: transpose(reverse(image, [x]), order)),
            (equal(k, 2), lambda: reverse(image, [y, x])),
            (equal(k, 3), lambda: reverse(transpose(image, order), [x])),
        ]
        result = find("case")(cases, default=lambda: image, exclusive=True, name=scope)
        shape = image.get_shape()
        depth = None if rank is None else shape.as_list()[-1]
        result.set_shape([shape.as_list()[0], None, None, depth] if rank == 4 else [None, None, depth])
        return result


@export("image.transpose", "image.transpose_image")
def transpose(image: TensorLike, name: str | None = None) -> Tensor:
    """Exchanges height and width of an image, or of a batch of images.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(6), [2, 3, 1])
    >>> tf.Session().run(tf.image.transpose(image))[:, :, 0]
    array([[0, 3],
           [1, 4],
           [2, 5]], dtype=int32)
    """
    with name_scope(name, "transpose", [image]):
        image = checked(convert_to_tensor(image, name="image"))
        rank = image.get_shape().ndims
        if rank in (3, None):
            return find("transpose")(image, [1, 0, 2], name=name)
        if rank == 4:
            return find("transpose")(image, [0, 2, 1, 3], name=name)
        raise ValueError(_RANKS)


# -- crops and padding ------------------------------------------------------------------------------------------------


@export("image.central_crop")
def central_crop(image: Any, central_fraction: float) -> Tensor:
    """Keeps the middle of an image, or of a batch of images.

    Args:
      image: [height, width, channels] or [batch, height, width, channels].
      central_fraction: which part of height and width is kept, in (0, 1].

    Raises:
      ValueError: if `central_fraction` is not in that range, or `image` has another rank.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(16), [4, 4, 1])
    >>> tf.Session().run(tf.image.central_crop(image, 0.5))[:, :, 0]
    array([[ 5,  6],
           [ 9, 10]], dtype=int32)
    """
    with name_scope(None, "central_crop", [image]):
        image = convert_to_tensor(image, name="image")
        if not 0.0 < central_fraction <= 1.0:
            raise ValueError("central_fraction must be within (0, 1]")
        if central_fraction == 1.0:
            return image
        checked(image)
        rank = image.get_shape().ndims
        if rank not in (3, 4):
            raise ValueError(f"`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {rank}.")
        shape = image.get_shape().as_list()
        starts, sizes, known = [], [], []
        for axis in (rank - 3, rank - 2):
            size = shape[axis]
            if size is None:
                size = find("shape")(image)[axis]
                wide = find("cast")(size, dtypes.float64)
                start = find("cast")((wide - wide * central_fraction) / 2, dtypes.int32)
            else:
                start = int((float(size) - float(size) * central_fraction) / 2)
            starts.append(start)
            sizes.append(size - start * 2)
            known.append(None if shape[axis] is None else sizes[-1])
        stack = find("stack")
        begin = stack([*[0] * (rank - 3), *starts, 0])
        extent = stack([*[-1] * (rank - 3), *sizes, -1])
        image = find("slice")(image, begin, extent)
        image.set_shape([*shape[: rank - 3], *known, shape[-1]])
        return image


@export("image.pad_to_bounding_box")
def pad_to_bounding_box(
    image: TensorLike, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """Puts an image, or a batch, into a larger one of zeros.

    Args:
      image: [height, width, channels] or [batch, height, width, channels].
      offset_height, offset_width: where it begins.
      target_height, target_width: the size of the result.

    Raises:
      ValueError: if it does not fit.

    >>> import penstock as tf
    >>> image = tf.ones([1, 2, 1], tf.int32)
    >>> tf.Session().run(tf.image.pad_to_bounding_box(image, 1, 1, 3, 4))[:, :, 0]
    array([[0, 0, 0, 0],
           [0, 1, 1, 0],
           [0, 0, 0, 0]], dtype=int32)
    """
    with name_scope(None, "pad_to_bounding_box", [image]):
        image, is_batch = _batched(convert_to_tensor(image, name="image"))
        tests = check_image(image)
        batch, height, width, depth = dimensions(image, 4)
        after_width = target_width - offset_width - width
        after_height = target_height - offset_height - height
        tests += require(offset_height >= 0, "offset_height must be >= 0")
        tests += require(offset_width >= 0, "offset_width must be >= 0")
        tests += require(after_width >= 0, "width must be <= target - offset")
        tests += require(after_height >= 0, "height must be <= target - offset")
        image = with_dependencies(tests, image)
        sides = find("stack")([0, 0, offset_height, after_height, offset_width, after_width, 0, 0])
        padded = find("pad")(image, find("reshape")(sides, [4, 2]))
        padded.set_shape([None if _is_tensor(i) else i for i in (batch, target_height, target_width, depth)])
        return _unbatched(padded, is_batch)


@export("image.crop_to_bounding_box")
def crop_to_bounding_box(
    image: TensorLike, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """Cuts a window out of an image, or out of each image of a batch.

    Args:
      image: [height, width, channels] or [batch, height, width, channels].
      offset_height, offset_width: where the window begins.
      target_height, target_width: its size.

    Raises:
      ValueError: if it is not inside of the image.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(12), [3, 4, 1])
    >>> tf.Session().run(tf.image.crop_to_bounding_box(image, 1, 2, 2, 2))[:, :, 0]
    array([[ 6,  7],
           [10, 11]], dtype=int32)
    """
    with name_scope(None, "crop_to_bounding_box", [image]):
        image, is_batch = _batched(convert_to_tensor(image, name="image"))
        tests = check_image(image)
        batch, height, width, depth = dimensions(image, 4)
        tests += require(offset_width >= 0, "offset_width must be >= 0.")
        tests += require(offset_height >= 0, "offset_height must be >= 0.")
        tests += require(target_width > 0, "target_width must be > 0.")
        tests += require(target_height > 0, "target_height must be > 0.")
        tests += require(width >= target_width + offset_width, "width must be >= target + offset.")
        tests += require(height >= target_height + offset_height, "height must be >= target + offset.")
        image = with_dependencies(tests, image)
        stack = find("stack")
        begin, extent = stack([0, offset_height, offset_width, 0]), stack([-1, target_height, target_width, -1])
        cropped = find("slice")(image, begin, extent)
        cropped.set_shape([None if _is_tensor(i) else i for i in (batch, target_height, target_width, depth)])
        return _unbatched(cropped, is_batch)


def _largest(x: Any, y: Any) -> Any:
    return find("maximum")(x, y) if _is_tensor(x) or _is_tensor(y) else max(x, y)


def _smallest(x: TensorOrVariable, y: TensorOrVariable) -> Any:
    return find("minimum")(x, y) if _is_tensor(x) or _is_tensor(y) else min(x, y)


@export("image.resize_with_crop_or_pad", "image.resize_image_with_crop_or_pad")
def resize_image_with_crop_or_pad(image: TensorLike, target_height: Any, target_width: Any) -> Tensor:
    """Crops or pads an image, or a batch, evenly on both sides to a height and a width.

    Args:
      image: [height, width, channels] or [batch, height, width, channels].
      target_height, target_width: the size of the result.

    Raises:
      ValueError: if the target is not positive.

    >>> import penstock as tf
    >>> image = tf.reshape(tf.range(6), [2, 3, 1])
    >>> tf.Session().run(tf.image.resize_with_crop_or_pad(image, 4, 1))[:, :, 0]
    array([[0],
           [1],
           [4],
           [0]], dtype=int32)
    """
    with name_scope(None, "resize_image_with_crop_or_pad", [image]):
        image, is_batch = _batched(convert_to_tensor(image, name="image"))
        tests = check_image(image)
        tests += require(target_width > 0, "target_width must be > 0.")
        tests += require(target_height > 0, "target_height must be > 0.")
        image = with_dependencies(tests, image)
        target_height = with_dependencies(tests, target_height) if _is_tensor(target_height) else target_height
        target_width = with_dependencies(tests, target_width) if _is_tensor(target_width) else target_width
        _, height, width, _ = dimensions(image, 4)
        more_width, more_height = target_width - width, target_height - height
        cut_width, pad_width = _largest(-more_width // 2, 0), _largest(more_width // 2, 0)
        cut_height, pad_height = _largest(-more_height // 2, 0), _largest(more_height // 2, 0)
        cropped = crop_to_bounding_box(
            image, cut_height, cut_width, _smallest(target_height, height), _smallest(target_width, width)
        )
        resized = pad_to_bounding_box(cropped, pad_height, pad_width, target_height, target_width)
        _, new_height, new_width, _ = dimensions(resized, 4)
        tests = []
        for new, target, word in ((new_height, target_height, "height"), (new_width, target_width, "width")):
            same = find("equal")(new, target) if _is_tensor(new) or _is_tensor(target) else new == target
            tests += require(same, f"resized {word} is not correct.")
        resized = with_dependencies(tests, resized)
        return _unbatched(resized, is_batch)


# -- sizes ------------------------------------------------------------------------------------------------------------


@export("image.ResizeMethod")
class ResizeMethod:
    """How `tf.image.resize_images` computes pixels.

    >>> import penstock as tf
    >>> nearest = tf.image.ResizeMethod.NEAREST_NEIGHBOR
    >>> tf.Session().run(tf.image.resize_images([[[1.0], [5.0]]], [1, 4], nearest)).ravel()
    array([1., 1., 5., 5.], dtype=float32)
    """

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


_METHODS = {
    **dict.fromkeys((0, "bilinear"), "ResizeBilinear"),
    **dict.fromkeys((1, "nearest"), "ResizeNearestNeighbor"),
    **dict.fromkeys((2, "bicubic"), "ResizeBicubic"),
    **dict.fromkeys((3, "area"), "ResizeArea"),
}


@export("image.resize_images", "image.resize")
def resize_images(
    images: Any,
    size: Any,
    method: object = ResizeMethod.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Tensor:
    """Changes the size of an image or of a batch of images.

    Args:
      images: [height, width, channels] or [batch, height, width, channels].
      size: the new height and width.
      method: one of `tf.image.ResizeMethod`.
      align_corners: whether the centres of the corner pixels stay where they are.
      preserve_aspect_ratio: whether the image is made to fit into `size` with its own proportions.
      name: a name for the operations.

    Returns:
      float32 images; of the type of `images` with the method NEAREST_NEIGHBOR, or if the size is theirs already.

    Raises:
      ValueError: if shapes do not fit, or for another method.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.resize_images([[[1.0], [5.0]]], [1, 4])).ravel()
    array([1., 3., 5., 5.], dtype=float32)
    """
    with name_scope(name, "resize", [images, size]):
        images = convert_to_tensor(images, name="images")
        rank = images.get_shape().ndims
        if rank is None:
            raise ValueError("'images' contains no shape.")
        if rank not in (3, 4):
            raise ValueError("'images' must have either 3 or 4 dimensions.")
        if rank == 3:
            images = find("expand_dims")(images, 0)
        _, height, width, _ = images.get_shape().as_list()
        try:
            size = convert_to_tensor(size, dtypes.int32, name="size")
        except (TypeError, ValueError):
            raise ValueError("'size' must be a 1-D int32 Tensor") from None
        if not size.get_shape().is_compatible_with([2]):
            raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
        wanted = _told_size(size)
        if preserve_aspect_ratio:
            cast, floats = find("cast"), dtypes.float32
            _, now_height, now_width, _ = dimensions(images, 4)
            factor = find("minimum")(
                cast(wanted[0], floats) / cast(now_height, floats), cast(wanted[1], floats) / cast(now_width, floats)
            )
            scaled = [cast(find("round")(factor * cast(n, floats)), dtypes.int32) for n in (now_height, now_width)]
            size = convert_to_tensor(scaled, dtypes.int32, name="size")
            wanted = _told_size(size)
        if None in wanted or wanted != [height, width]:
            kind = _METHODS.get(method)
            if kind is None:
                raise ValueError("Resize method is not implemented.")
            images = apply(kind, None, images=images, size=size, align_corners=align_corners)
            images.set_shape([None, *wanted, None])
        return find("squeeze")(images, axis=[0]) if rank == 3 else images


def _told_size(size: Tensor) -> list[int | None]:
    """Height and width as far as 1.15 knows them: it does not compute with numbers that are constants of the graph."""
    wanted = constant_value_as_shape(size).as_list()
    if size.op.type == "Pack":
        return [
            known if part.op.type in ("Const", "Size", "Rank") else None for known, part in zip(wanted, size.op.inputs)
        ]
    return wanted


@export("image.resize_image_with_pad")
def resize_image_with_pad(
    image: TensorLike,
    target_height: Any,
    target_width: Any,
    method: object = ResizeMethod.BILINEAR,
    align_corners: bool = False,
) -> Tensor:
    """Makes an image, or a batch, fit into a size with its own proportions, with zeros around it.

    Args:
      image: [height, width, channels] or [batch, height, width, channels].
      target_height, target_width: the size of the result.
      method: one of `tf.image.ResizeMethod`.
      align_corners: whether the centres of the corner pixels stay where they are.

    Raises:
      ValueError: if the target is not positive.

    >>> import penstock as tf
    >>> tf.Session().run(tf.image.resize_image_with_pad(tf.ones([1, 2, 1]), 3, 2))[:, :, 0]
    array([[0., 0.],
           [1., 1.],
           [0., 0.]], dtype=float32)
    """
    cast, floor, wide = find("cast"), find("floor"), dtypes.float64
    with name_scope(None, "resize_image_with_pad", [image]):
        image, is_batch = _batched(convert_to_tensor(image, name="image"))
        tests = check_image(image)
        tests += require(target_width > 0, "target_width must be > 0.")
        tests += require(target_height > 0, "target_height must be > 0.")
        image = with_dependencies(tests, image)
        _, height, width, _ = dimensions(image, 4)
        f_height, f_width = cast(height, wide), cast(width, wide)
        f_target_height, f_target_width = cast(target_height, wide), cast(target_width, wide)
        ratio = _largest(f_width / f_target_width, f_height / f_target_height)
        new_height, new_width = f_height / ratio, f_width / ratio
        size = [cast(floor(new_height), dtypes.int32), cast(floor(new_width), dtypes.int32)]
        above, before = (f_target_height - new_height) / 2, (f_target_width - new_width) / 2
        above, before = floor(above), floor(before)
        above, before = (_largest(0, cast(margin, dtypes.int32)) for margin in (above, before))
        resized = resize_images(image, size, method, align_corners=align_corners)
        padded = pad_to_bounding_box(resized, above, before, target_height, target_width)
        dimensions(padded, 4)
        return _unbatched(padded, is_batch)
