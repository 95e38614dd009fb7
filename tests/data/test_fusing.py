"""Images that are cast, scaled, resized and cropped in one step: the same bits, and the same errors, as in four steps."""

import io

import numpy as np
import pytest
from PIL import Image

import penstock as tf
from penstock.data import functions as dataset_functions
from penstock.data import fusing
from penstock.ops import image_resize


def jpegs(sizes, mode="RGB"):
    rng = np.random.RandomState(0)
    found = []
    for height, width in sizes:
        file = io.BytesIO()
        pixels = rng.randint(0, 256, (height, width, 3) if mode == "RGB" else (height, width)).astype(np.uint8)
        Image.fromarray(pixels).save(file, "JPEG")
        found.append(file.getvalue())
    return found


SIZES = [(37, 50), (240, 240), (9, 300), (300, 7), (64, 64), (1, 1), (480, 500)]


def results(load, files, count=None):
    """What a dataset gives, and whether any step was fused."""
    made = []

    def watched(plan):
        new = fusing.fused(plan)
        made.append(new is not plan)
        return new

    with tf.Graph().as_default(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset_functions, "fused", watched)
        tf.set_random_seed(7)
        element = tf.data.Dataset.from_tensor_slices(files).map(load).make_one_shot_iterator().get_next()
        with tf.Session() as session:
            return [session.run(element) for _ in files], any(made)


def both(load, files):
    """The results with and without fusing."""
    found, changed = results(load, files)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fusing, "fused", lambda plan: plan)
        expected, _ = results(load, files)
    return found, expected, changed


def floats(data, channels=3):
    return tf.image.convert_image_dtype(tf.image.decode_jpeg(data, channels=channels), tf.float32)


FUNCTIONS = {
    "resized": lambda d: tf.image.resize_images(floats(d), [64, 48]),
    "corners": lambda d: tf.image.resize_images(floats(d), [64, 48], align_corners=True),
    "gray": lambda d: tf.image.resize_images(floats(d, 1), [30, 31]),
    "cast only": lambda d: tf.image.resize_images(tf.cast(tf.image.decode_jpeg(d, channels=3), tf.float32), [33, 20]),
    "cropped": lambda d: tf.random_crop(tf.image.resize_images(floats(d), [70, 60]), [40, 50, 3]),
    "flipped": lambda d: (
        tf.image.random_flip_left_right(tf.random_crop(tf.image.resize_images(floats(d), [70, 60]), [40, 50, 3])) * 2.0
    ),
    "a part of the colours": lambda d: tf.slice(tf.image.resize_images(floats(d), [20, 20]), [1, 2, 1], [5, -1, 2]),
    "nothing": lambda d: tf.slice(tf.image.resize_images(floats(d), [20, 20]), [20, 2, 0], [0, 3, 3]),
    "to the end": lambda d: tf.slice(tf.image.resize_images(floats(d), [20, 24]), [19, 23, 0], [1, 1, 3]),
}


@pytest.mark.parametrize("load", FUNCTIONS.values(), ids=FUNCTIONS)
def test_results_are_the_same_to_the_last_bit(load):
    found, expected, changed = both(load, jpegs(SIZES))
    assert changed
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_array_equal(a, b)


def test_half_pixel_centers_are_kept():
    def load(data):
        image = tf.raw_ops.ResizeBilinear(
            images=tf.expand_dims(floats(data), 0), size=[19, 23], half_pixel_centers=True
        )
        return tf.squeeze(image, [0])

    found, expected, changed = both(load, jpegs(SIZES))
    assert changed
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


NOT_FUSED = {
    "the floats are used too": lambda d: (
        (tf.image.resize_images(floats(d), [8, 8]), floats(d))[0] + tf.reduce_max(floats(d))
    ),
    "the size is not known": lambda d: tf.image.resize_images(floats(d), [tf.strings.length(d) % 7 + 1, 8]),
    "other methods": lambda d: tf.image.resize_images(floats(d), [8, 8], tf.image.ResizeMethod.BICUBIC),
    "a batch": lambda d: tf.image.resize_images(tf.stack([floats(d)]), [8, 8]),
}


@pytest.mark.parametrize("load", NOT_FUSED.values(), ids=NOT_FUSED)
def test_what_is_something_else_stays_as_it_is(load):
    found, expected, changed = both(load, jpegs(SIZES))
    assert not changed
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_crop_out_of_range_is_the_error_of_the_crop():
    def load(data):
        begin = tf.stack([tf.strings.length(data), 0, 0])
        return tf.slice(tf.image.resize_images(floats(data), [20, 20]), begin, [5, 5, 3], name="crop_here")

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected begin\[0\] in \[0, 20\]") as error:
        results(load, jpegs([(30, 30)]))
    assert "crop_here" in str(error.value)


@pytest.mark.parametrize("scale", [None, np.float32(1 / 255)])
@pytest.mark.parametrize("align,half", [(False, False), (True, False), (False, True)])
def test_any_part_of_any_size_is_that_part_of_the_whole(align, half, scale):
    rng = np.random.RandomState(1)
    for _ in range(40):
        tall, wide, depth = rng.randint(1, 90, 3) // [1, 1, 20] + [0, 0, 1]
        height, width = rng.randint(1, 120, 2)
        image = rng.randint(0, 256, (tall, wide, depth)).astype(np.uint8)
        plain = image.astype(np.float32) * (np.float32(1) if scale is None else scale)
        whole = plain
        if (tall, wide) != (height, width):
            whole = image_resize._bilinear(plain[None], height, width, align, half)[0]
        y, x = rng.randint(0, height), rng.randint(0, width)
        rows, columns = slice(y, rng.randint(y, height) + 1), slice(x, rng.randint(x, width) + 1)
        found = image_resize.scaled_bilinear(image, scale, height, width, align, half, rows, columns)
        np.testing.assert_array_equal(found, whole[rows, columns])
