"""tf.contrib.image and tf.contrib.resampler give 1.15's pixels and gradients in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.image import PROGRAMS
from tests.contrib.recorded import same_as_recorded

F = tf.contrib.image


@pytest.mark.parametrize("title", PROGRAMS)
def test_pixels_are_those_of_tensorflow(title, monkeypatch):
    same_as_recorded("image", title, PROGRAMS[title], monkeypatch, ("interpret", "compile"))


def test_places_have_the_gradient_that_differences_have():
    r = np.random.RandomState(3)
    with tf.Graph().as_default(), tf.Session():
        data, warp = tf.constant(r.uniform(size=[2, 4, 5, 3])), tf.constant(r.uniform(-1.5, 5.0, size=[2, 6, 2]))
        y = tf.contrib.resampler.resampler(data, warp)
        for x in (data, warp):
            assert tf.test.compute_gradient_error(x, x.shape.as_list(), y, [2, 6, 3], delta=1e-4) < 1e-7


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_empty_batches_stay_empty(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as session:
        nothing = tf.zeros([0, 4, 5, 2])
        assert session.run(F.rotate(nothing, 0.3)).shape == (0, 4, 5, 2)
        assert session.run(tf.contrib.resampler.resampler(nothing, tf.zeros([0, 3, 2]))).shape == (0, 3, 2)
        no_places = tf.contrib.resampler.resampler(tf.zeros([2, 4, 5, 2]), tf.zeros([2, 0, 2]))
        assert session.run(no_places).shape == (2, 0, 2)


def test_random_colours_are_the_same_for_one_seed():
    found = []
    for _ in range(2):
        with tf.Graph().as_default(), tf.Session() as session:
            tf.set_random_seed(1)
            found.append(session.run(F.random_hsv_in_yiq(tf.fill([2, 2, 3], 0.4), 0.5, 0.5, 1.5, 0.5, 1.5, seed=2)))
    np.testing.assert_array_equal(*found)
    assert not np.allclose(found[0], 0.4)


def test_bad_images_are_told():
    with tf.Graph().as_default(), tf.Session() as session:
        with pytest.raises(TypeError, match="Invalid dtype"):
            F.rotate(tf.constant([["a"]]), 0.1)
        with pytest.raises(TypeError, match="rank between 2 and 4"):
            F.rotate(tf.zeros([3]), 0.1)
        with pytest.raises(TypeError, match="statically known"):
            F.transform(tf.placeholder(tf.float32), [1.0, 0, 0, 0, 1, 0, 0, 0])
        with pytest.raises(TypeError, match="rank 2"):
            F.connected_components(tf.zeros([3]))
        with pytest.raises(ValueError, match="2 elements"):
            F.transform(tf.zeros([4, 4]), [1.0, 0, 0, 0, 1, 0, 0, 0], output_shape=[1, 2, 3])
        with pytest.raises(ValueError, match="must be non-negative"):
            F.random_hsv_in_yiq(tf.zeros([2, 2, 3]), -1.0)
        with pytest.raises(tf.errors.InvalidArgumentError, match="num_images x 8"):
            session.run(F.transform(tf.zeros([2, 4, 4, 1]), tf.zeros([3, 8])))
        with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid interpolation"):
            session.run(F.transform(tf.zeros([4, 4]), tf.zeros([8]), "CUBIC"))
        with pytest.raises(tf.errors.InvalidArgumentError, match="at least 5 rows"):
            session.run(F.bipartite_match(tf.zeros([2, 2]), 5.0))
        with pytest.raises(tf.errors.InvalidArgumentError, match="Batch size of data and warp"):
            session.run(tf.contrib.resampler.resampler(tf.zeros([2, 4, 4, 1]), tf.zeros([3, 2])))
