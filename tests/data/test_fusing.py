"""Images that are cast, scaled, resized and cropped in one step: the same bits, and the same errors, as in four steps."""

import io

import numpy as np
import pytest
from PIL import Image

import penstock as tf
from penstock.data import functions as dataset_functions
from penstock.data import fusing, placing
from penstock.ops.image import fused_preprocessing as image_scaled
from penstock.ops.image import resize as image_resize
from penstock.ops.image import resize_native


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


def results(load, files):
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


def small(data):
    return tf.random_crop(tf.image.resize_images(floats(data), [70, 60]), [40, 50, 3])


def flipped(data):
    return tf.image.random_flip_left_right(small(data))


FUNCTIONS = {
    "resized": lambda d: tf.image.resize_images(floats(d), [64, 48]),
    "corners": lambda d: tf.image.resize_images(floats(d), [64, 48], align_corners=True),
    "gray": lambda d: tf.image.resize_images(floats(d, 1), [30, 31]),
    "cast only": lambda d: tf.image.resize_images(tf.cast(tf.image.decode_jpeg(d, channels=3), tf.float32), [33, 20]),
    "cropped": lambda d: tf.random_crop(tf.image.resize_images(floats(d), [70, 60]), [40, 50, 3]),
    "flipped": lambda d: (
        tf.image.random_flip_left_right(tf.random_crop(tf.image.resize_images(floats(d), [70, 60]), [40, 50, 3])) * 2.0
    ),
    "flipped for sure": lambda d: tf.image.flip_up_down(tf.image.flip_left_right(small(d))),
    "flipped twice": lambda d: tf.image.random_flip_up_down(tf.image.random_flip_left_right(small(d))),
    "upside down by two axes": lambda d: tf.reverse(small(d), [-2, 0]),
    "flipped and brighter": lambda d: (tf.image.random_brightness(flipped(d), 0.1) - 0.5) * 2.0,
    "arithmetic from both sides": lambda d: 1.0 - (0.25 + 3.0 * flipped(d)) / 1.7,
    "brighter without a crop": lambda d: (
        tf.image.random_brightness(tf.image.resize_images(floats(d), [31, 33]), 0.3) - 0.5
    ),
    "only a part can be done at once": lambda d: (flipped(d) - [0.1, 0.2, 0.3]) * 2.0,
    "the result is used twice": lambda d: (flipped(d) + 0.5, flipped(d) * 2.0)[1] + tf.reduce_mean(small(d)),
    "turned in its colours": lambda d: tf.reverse(small(d), [2]) * 2.0,
    "nothing, brighter": lambda d: tf.slice(tf.image.resize_images(floats(d), [20, 20]), [20, 2, 0], [0, 3, 3]) + 1.0,
    "one colour, turned": lambda d: (
        tf.reverse(tf.slice(tf.image.resize_images(floats(d), [20, 20]), [1, 2, 1], [5, -1, 2]), [1]) * 2.0 - 0.5
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
        found = image_scaled.scaled_bilinear(image, scale, height, width, align, half, rows, columns)
        np.testing.assert_array_equal(found, whole[rows, columns])


def batches(load, files, lay):
    """What a dataset gives that `lay` makes of one of files, and the errors in between."""
    with tf.Graph().as_default():
        tf.set_random_seed(7)
        element = lay(tf.data.Dataset.from_tensor_slices(files), load).make_one_shot_iterator().get_next()
        found = []
        with tf.Session() as session:
            while True:
                try:
                    found.append(session.run(element))
                except tf.errors.OutOfRangeError:
                    return found
                except tf.errors.InvalidArgumentError as error:
                    found.append(type(error))


LAID = {
    "one at a time": lambda d, load: d.map(load).batch(4),
    "two at a time": lambda d, load: d.map(load, num_parallel_calls=2).batch(4).prefetch(1),
    "together": lambda d, load: d.apply(tf.data.experimental.map_and_batch(load, 4)),
    "without the rest": lambda d, load: d.map(load, num_parallel_calls=2).batch(4, drop_remainder=True),
    "batches of batches": lambda d, load: d.map(load, num_parallel_calls=2).batch(2).batch(2),
}


def prepared(data):
    length = tf.strings.length(data)  # calls at the same time draw their random numbers in any order
    image = tf.slice(tf.image.resize_images(floats(data), [100, 110]), [length % 20, length % 19, 0], [80, 90, 3])
    return tf.cond(length % 2 > 0, lambda: tf.reverse(image, [1]), lambda: image) * 2.0 - 1.0


@pytest.mark.parametrize("lay", LAID.values(), ids=LAID)
def test_elements_that_are_made_in_their_batch_are_those_that_are_copied(lay, monkeypatch):
    files = jpegs(SIZES * 2)
    placed = []
    batch_of = placing.batch_of
    monkeypatch.setattr(placing, "batch_of", lambda parts: placed.append(batch_of(parts)) or placed[-1])
    found = batches(prepared, files, lay)
    assert any(whole is not None for whole in placed)
    monkeypatch.setattr(placing, "empty", lambda component, shape, dtype: np.empty(shape, dtype))
    wanted = batches(prepared, files, lay)
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("lay", LAID.values(), ids=LAID)
def test_after_a_file_that_is_none_the_other_elements_are_right(lay):
    files = jpegs([(90, 100)] * 11)
    files[5] = b"no image"

    def load(data):
        return tf.image.resize_images(floats(data), [80, 90]) + tf.cast(tf.strings.length(data), tf.float32)

    found = batches(load, files, lay)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(placing, "empty", lambda component, shape, dtype: np.empty(shape, dtype))
        wanted = batches(load, files, lay)
    assert any(a is tf.errors.InvalidArgumentError for a in found)
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(a, b)


def test_batches_do_not_share_memory_with_each_other():
    def load(data):
        return tf.image.resize_images(floats(data), [80, 90])

    first, second, *_ = batches(load, jpegs([(90, 100)] * 12), LAID["two at a time"])
    before = second.copy()
    first[...] = 0
    np.testing.assert_array_equal(second, before)


def test_nobody_gets_the_memory_of_a_batch_that_will_never_be_full():
    places = placing.Places(1 << 20)
    assert places.next().take(0, (80, 90, 3), np.float32) is None


def test_memory_is_used_again_when_nobody_looks_at_it_any_more():
    places = placing.Places(2)

    def batch():
        return placing.batch_of([places.next().take(0, (80, 90, 3), np.float32) for _ in range(2)])

    first, second = batch(), batch()
    assert not np.shares_memory(first, second)
    row, address = first[1], first.__array_interface__["data"][0]
    del first
    third = batch()
    assert not np.shares_memory(third, row) and not np.shares_memory(third, second)
    del row
    assert batch().__array_interface__["data"][0] == address


def test_a_place_is_given_once():
    place = placing.Places(2).next()
    assert place.take(0, (80, 90, 3), np.float32) is not None
    assert place.take(0, (80, 90, 3), np.float32) is None
    assert place.take(1, (80, 90, 3), np.float32) is not None


def test_elements_of_other_shapes_get_memory_of_their_own():
    places = placing.Places(2)
    assert places.next().take(0, (80, 90, 3), np.float32) is not None
    assert places.next().take(0, (80, 91, 3), np.float32) is None


@pytest.mark.parametrize("turned", [(False, True), (True, False), (True, True)])
def test_a_part_that_is_turned_and_moved_is_that_part_turned_and_moved(turned):
    rng = np.random.RandomState(2)
    then = [
        ("Sub", np.float32(0.3)),
        ("Mul", np.float32(1.7)),
        ("From", np.float32(2)),
        ("Div", np.float32(3)),
        ("Add", np.float32(1e-3)),
    ]
    for number in range(30):
        tall, wide, depth = rng.randint(1, 60, 3) // [1, 1, 15] + [0, 0, 1]
        height, width = (tall, wide) if number % 10 == 0 else rng.randint(1, 70, 2)
        image = rng.randint(0, 256, (tall, wide, depth)).astype(np.uint8)
        how = image, np.float32(1 / 255), height, width, False, False, slice(0, height), slice(width // 2, width)
        plain = image_scaled.scaled_bilinear(*how)[:: -1 if turned[0] else 1, :: -1 if turned[1] else 1]
        wanted = (np.float32(2) - (plain - np.float32(0.3)) * np.float32(1.7)) / np.float32(3) + np.float32(1e-3)
        np.testing.assert_array_equal(image_scaled.scaled_bilinear(*how, turned, then), wanted)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(resize_native, "lines", lambda *args: False)
            np.testing.assert_array_equal(image_scaled.scaled_bilinear(*how, turned, then), wanted)


def test_all_that_follows_is_one_step():
    plans = []

    def load(data):
        image = tf.image.random_brightness(flipped(data), 0.1)
        return (image - 0.5) * 2.0

    with tf.Graph().as_default(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset_functions, "fused", lambda plan: plans.append(fusing.fused(plan)) or plans[-1])
        element = tf.data.Dataset.from_tensor_slices(jpegs(SIZES)).map(load).make_one_shot_iterator().get_next()
        with tf.Session() as session:
            session.run(element)
    (plan,) = [p for p in plans if any(step.op.type == "DecodeJpeg" for step in p.steps)]
    pictures = [s.op.type for s in plan.steps if s.op._outputs and s.op._outputs[0].shape.ndims != 0]
    assert pictures == ["DecodeJpeg", "RandomUniformInt", "FloorMod", "Slice"]
