"""Initializers make the operations and the numbers of the peer."""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.state.orthogonal_initializers import (
    ConvolutionDeltaOrthogonal,
    ConvolutionOrthogonal1D,
    ConvolutionOrthogonal2D,
    ConvolutionOrthogonal3D,
)
from tests.ops.variable_programs import compare


def test_values_operations_and_configurations(peer):
    compare(
        peer,
        """
        I, K = tf.initializers, tf.keras.initializers
        cases = dict(
            zeros=tf.zeros_initializer(), ones=tf.ones_initializer(), constant=tf.constant_initializer(2.5),
            uniform=tf.random_uniform_initializer(-1, 2, seed=3), normal=tf.random_normal_initializer(1.0, 2.0, seed=3),
            truncated=tf.truncated_normal_initializer(1.0, 2.0, seed=3), unit=tf.uniform_unit_scaling_initializer(1.5, seed=3),
            scaling=I.variance_scaling(2.0, seed=3), scaling_out=I.variance_scaling(2.0, "fan_out", "uniform", seed=3),
            scaling_avg=I.variance_scaling(2.0, "fan_avg", "untruncated_normal", seed=3),
            glorot_uniform=tf.glorot_uniform_initializer(seed=4), glorot_normal=tf.glorot_normal_initializer(seed=4),
            lecun_normal=I.lecun_normal(4), lecun_uniform=I.lecun_uniform(4),
            he_normal=I.he_normal(4), he_uniform=I.he_uniform(4),
            keras_uniform=K.RandomUniform(seed=5), keras_normal=K.RandomNormal(seed=5), keras_truncated=K.TruncatedNormal(seed=5),
        )
        with tf.Session(config=CONFIG) as sess:
            for name, initializer in cases.items():
                for shape in ([2, 3], [2, 2, 3, 4], [5], []):
                    result[f"{name} {shape}"] = sess.run(initializer(shape))
                result[f"{name} config"] = sorted((k, str(v)) for k, v in initializer.get_config().items())
                again = type(initializer).from_config(initializer.get_config())
                result[f"{name} class"] = type(again).__name__
            result["identity"] = sess.run(I.identity(2.0)([2, 3]))
            result["values"] = sess.run(tf.constant_initializer([1, 2, 3, 4])([2, 2], dtype=tf.int32))
            result["bool"] = sess.run(tf.zeros_initializer(tf.bool)([2]))
            result["integers"] = sess.run(tf.random_uniform_initializer(0, 9, seed=1, dtype=tf.int32)([4]))
        result["ops"] = ops(without="eye")  # which 2.x makes of another operation
        """,
        tiers=["numpy"],  # the kernels of random operations have tests of their own
    )


@pytest.mark.parametrize("shape", [[3, 5], [5, 3], [2, 3, 4]])
def test_an_orthogonal_matrix_has_orthonormal_rows_or_columns(shape):
    with tf.Graph().as_default(), tf.Session() as sess:
        value = sess.run(tf.orthogonal_initializer(2.0, seed=1)(shape)).reshape(-1, shape[-1])
    if value.shape[0] < value.shape[1]:
        value = value.T
    np.testing.assert_allclose(value.T @ value, 4.0 * np.eye(value.shape[1]), atol=1e-5)


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        (ConvolutionOrthogonal1D, [3, 2, 4]),
        (ConvolutionOrthogonal2D, [3, 3, 2, 4]),
        (ConvolutionOrthogonal3D, [2, 2, 2, 2, 3]),
        (ConvolutionDeltaOrthogonal, [3, 3, 2, 4]),
    ],
)
def test_an_orthogonal_filter_keeps_the_norm_of_its_input(kind, shape):
    with tf.Graph().as_default(), tf.Session() as sess:
        kernel = sess.run(kind(seed=1)(shape))
    dims = len(shape) - 2
    # Convolution on a torus is a product in the frequency domain, so the filter is orthogonal at every frequency.
    spectrum = np.fft.fftn(kernel, s=[6] * dims, axes=range(dims))
    product = spectrum @ np.conj(np.swapaxes(spectrum, -1, -2))
    np.testing.assert_allclose(product, np.broadcast_to(np.eye(shape[-2]), product.shape), atol=1e-4)


def test_a_part_of_a_variable_is_scaled_as_the_whole():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.get_variable(
            "v", [1000, 4], partitioner=tf.fixed_size_partitioner(4), initializer=tf.initializers.identity()
        )
        w = tf.get_variable("w", [1000, 4], partitioner=tf.fixed_size_partitioner(4))
        sess.run(tf.global_variables_initializer())
        np.testing.assert_array_equal(sess.run(tf.convert_to_tensor(v)), np.eye(1000, 4))
        limit = np.sqrt(6 / 1004)
        assert 0.95 * limit < np.abs(sess.run(tf.convert_to_tensor(w))).max() <= limit


def test_keras_finds_initializers_by_name_and_by_description():
    names = ("zeros", "glorot_uniform", "random_normal", "he_normal", "identity", "orthogonal", "uniform")
    found = [tf.keras.initializers.get(name) for name in names]
    described = [tf.keras.initializers.serialize(initializer) for initializer in found]
    kinds = ["Zeros", "GlorotUniform", "RandomNormal", "VarianceScaling", "Identity", "Orthogonal", "RandomUniform"]
    assert [d["class_name"] for d in described] == kinds
    assert [type(tf.keras.initializers.get(d)) for d in described] == [type(f) for f in found]
    assert tf.keras.initializers.get("uniform").maxval == 0.05


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="Unknown initializer:nope"):
        tf.keras.initializers.get("nope")
    assert tf.keras.initializers.get(None) is None


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: tf.initializers.variance_scaling(-1.0), ValueError, "`scale` must be positive float."),
        (lambda: tf.initializers.variance_scaling(1.0, "x"), ValueError, "Invalid `mode` argument:"),
        (lambda: tf.initializers.variance_scaling(1.0, "fan_in", "x"), ValueError, "Invalid `distribution` argument:"),
        (
            lambda: tf.random_normal_initializer(dtype=tf.int32),
            ValueError,
            "Expected floating point type, got <dtype: 'int32'>",
        ),
        (
            lambda: tf.orthogonal_initializer()([3]),
            ValueError,
            "The tensor to initialize must be at least two-dimensional",
        ),
        (lambda: tf.initializers.identity()([3]), ValueError, "can only be used for 2D matrices."),
        (lambda: tf.constant_initializer(object()), TypeError, "Invalid type for initial value"),
        (
            lambda: tf.constant_initializer([1.0, 2.0], verify_shape=True)([3]),
            TypeError,
            "Expected Tensor's shape: (3,), got (2,)",
        ),
    ],
)
def test_wrong_arguments_are_refused_in_the_words_of_1_15(make, kind, message):
    with tf.Graph().as_default(), pytest.raises(kind) as raised:
        make()
    assert message in str(raised.value)
