"""Random numbers that are drawn for many calls in a row: each call gets those that it would draw itself."""

import io

import numpy as np
import pytest
from PIL import Image

import penstock as tf
from penstock.data import drawing, functions


def jpegs(count):
    rng = np.random.RandomState(0)
    found = []
    for _ in range(count):
        file = io.BytesIO()
        Image.fromarray(rng.randint(0, 256, (9, 11, 3)).astype(np.uint8)).save(file, "JPEG")
        found.append(file.getvalue())
    return found


def image(data):
    return tf.image.decode_jpeg(data, channels=3)  # images of any size: such functions are interpreted


FUNCTIONS = {
    "a crop": lambda d: tf.random_crop(image(d), [4, 5, 3]),
    "a flip": lambda d: tf.image.random_flip_left_right(tf.image.random_flip_up_down(image(d))),
    "a number of its own": lambda d: (
        tf.reduce_sum(tf.cast(image(d), tf.int32)),
        tf.random_normal([3]),
        tf.random_uniform([]),
    ),
    "a brightness": lambda d: tf.image.random_brightness(image(d), 0.3),
    "a choice": lambda d: tf.cond(tf.random_uniform([]) < 0.5, lambda: image(d) + 1, lambda: image(d)),
}
NOT_SPLIT = {
    "as many as the image has": lambda d: tf.random_uniform(tf.shape(image(d))),
    "in a branch": lambda d: (
        tf.cond(tf.strings.length(d) % 2 > 0, lambda: tf.random_uniform([]), lambda: 0.0)
        + tf.cast(tf.reduce_sum(tf.cast(image(d), tf.int32)), tf.float32)
    ),
    "many numbers": lambda d: tf.random_uniform([200]) + tf.reduce_mean(tf.cast(image(d), tf.float32)),
    "none": lambda d: image(d),
}


def results(load, lay=lambda dataset: dataset, files=None):
    """What two goings-through of three epochs give, and whether numbers were drawn ahead."""
    made = []
    with tf.Graph().as_default(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(functions, "split", lambda plan: made.append(drawing.split(plan)) or made[-1])
        tf.set_random_seed(3)
        dataset = lay(tf.data.Dataset.from_tensor_slices(jpegs(15) if files is None else files).map(load).repeat(3))
        iterator = dataset.make_initializable_iterator()
        element, found = iterator.get_next(), []
        with tf.Session() as session:
            for _ in range(2):
                session.run(iterator.initializer)
                while True:
                    try:
                        found.extend(
                            np.asarray(part) for part in tf.contrib.framework.nest.flatten(session.run(element))
                        )
                    except tf.errors.OutOfRangeError:
                        break
    return found, any(parts is not None for parts in made)


def one_by_one(*args):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "split", lambda plan: None)
        return results(*args)


@pytest.mark.parametrize("load", FUNCTIONS.values(), ids=FUNCTIONS)
def test_numbers_are_those_that_each_call_draws(load):
    found, ahead = results(load)
    wanted, _ = one_by_one(load)
    assert ahead and len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("load", NOT_SPLIT.values(), ids=NOT_SPLIT)
def test_numbers_that_depend_on_the_element_are_drawn_by_its_call(load):
    found, ahead = results(load)
    wanted, _ = one_by_one(load)
    assert not ahead and len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(a, b)


def test_elements_draw_different_numbers():
    found, _ = results(FUNCTIONS["a number of its own"])
    numbers = np.array(found[2::3])
    assert len(np.unique(numbers[: len(numbers) // 2])) == len(numbers) // 2


def test_elements_that_are_left_out_have_drawn_their_numbers():
    load = FUNCTIONS["a number of its own"]
    found, ahead = results(load, lambda dataset: dataset.skip(7).take(20))
    everything, _ = results(load)
    assert ahead
    for a, b in zip(found[:60], everything[21:81], strict=True):
        np.testing.assert_array_equal(a, b)


AT_ONCE = {
    "integers of both kinds": lambda d: (
        tf.random_uniform([3], -5, 70, tf.int32),
        tf.random_uniform([5], 0, 1 << 40, tf.int64),
        tf.shape(image(d)),
    ),
    "numbers of all kinds": lambda d: (
        *(tf.random_uniform([7], dtype=kind) for kind in (tf.float16, tf.float32, tf.float64)),
        tf.shape(image(d)),
    ),
    "a vector and a scalar": lambda d: (
        tf.random_uniform([2, 3]) * tf.random_uniform([]) + tf.random_uniform([3]),
        tf.shape(image(d)),
    ),
    "hue and contrast": lambda d: tf.image.random_hue(tf.image.random_contrast(image(d), 0.5, 1.5), 0.2),
}


@pytest.mark.parametrize("load", [*AT_ONCE.values(), FUNCTIONS["a crop"]], ids=[*AT_ONCE, "a crop"])
def test_many_calls_draw_at_once_what_each_would_draw(load, monkeypatch):
    together, calls = drawing._Together.__call__, []

    def counted(self, count, state):
        found = together(self, count, state)
        calls.append(count)
        return found

    monkeypatch.setattr(drawing._Together, "__call__", counted)
    found, _ = results(load)
    wanted, _ = one_by_one(load)
    assert calls[:5] == [2, 4, 8, 16, 32] and len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_array_equal(a, b)


def test_a_range_without_integers_is_the_error_of_the_call():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Need minval < maxval"):
        results(lambda d: (tf.random_uniform([], 3, 3, tf.int32), image(d)))
