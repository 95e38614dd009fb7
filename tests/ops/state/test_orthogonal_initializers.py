"""Filters that keep the norm of what they are applied to: their frequency responses are orthogonal matrices."""

import numpy as np
import pytest

import penstock as tf

FRAMEWORK = tf.contrib.framework
ALL = [
    (FRAMEWORK.convolutional_orthogonal_1d, (3,)),
    (FRAMEWORK.convolutional_orthogonal_2d, (3, 3)),
    (FRAMEWORK.convolutional_orthogonal_3d, (2, 2, 2)),
    (FRAMEWORK.convolutional_delta_orthogonal, (3,)),
    (FRAMEWORK.convolutional_delta_orthogonal, (3, 5)),
]


def made(initializer, sizes, inputs, outputs, **arguments):
    with tf.Graph().as_default(), tf.Session() as sess:
        return sess.run(initializer(seed=3, **arguments)([*sizes, inputs, outputs]))


@pytest.mark.parametrize("inputs, outputs", [(3, 3), (2, 4)])
@pytest.mark.parametrize("initializer, sizes", ALL)
def test_every_frequency_is_kept_by_a_matrix_with_orthonormal_rows(initializer, sizes, inputs, outputs):
    kernel = made(initializer, sizes, inputs, outputs)
    assert kernel.shape == (*sizes, inputs, outputs) and kernel.dtype == np.float32
    responses = np.fft.fftn(kernel, s=(8,) * len(sizes), axes=range(len(sizes)))
    products = responses @ np.conj(np.swapaxes(responses, -1, -2))
    np.testing.assert_allclose(products, np.broadcast_to(np.eye(inputs), products.shape), atol=1e-5)


@pytest.mark.parametrize("initializer, sizes", ALL)
def test_the_gain_is_a_factor(initializer, sizes):
    kernel = made(initializer, sizes, 2, 3, gain=4.0)
    np.testing.assert_allclose(np.sum(np.square(kernel, dtype=np.float64)), 4.0**2 * 2, rtol=1e-5)


@pytest.mark.parametrize("initializer, sizes", ALL)
def test_fewer_channels_out_than_in_are_refused(initializer, sizes):
    with tf.Graph().as_default(), pytest.raises(ValueError, match="In_filters cannot be greater than out_filters"):
        initializer()([*sizes, 3, 2])


@pytest.mark.parametrize("initializer, sizes", ALL[1:3])
def test_sides_that_differ_are_refused(initializer, sizes):
    with tf.Graph().as_default(), pytest.raises(ValueError, match="Kernel sizes must be equal"):
        initializer()([sizes[0] + 1, *sizes[1:], 2, 2])


def test_a_shape_of_another_rank_is_refused():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="must be four-dimensional"):
            FRAMEWORK.convolutional_orthogonal_2d()([3, 2, 2])
        with pytest.raises(ValueError, match="at least three-dimensional and at most five-dimensional"):
            FRAMEWORK.convolutional_delta_orthogonal()([2, 2])
