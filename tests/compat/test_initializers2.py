"""The initializers of `tf.compat.v2`; the numbers are 1.15.5's."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf

_V2 = tf.compat.v2.initializers


def _run(tensor):
    with tf.Session() as sess:
        return sess.run(tensor)


def test_the_type_is_given_by_the_call():
    assert _V2.Zeros()([2], tf.int32).dtype == tf.int32
    assert _V2.RandomNormal(seed=1)([2], tf.float64).dtype == tf.float64
    with pytest.raises(ValueError, match="Expected floating point type"):
        _V2.RandomNormal()([2], tf.int32)
    with pytest.raises(ValueError, match="numeric or boolean"):
        _V2.Ones()([2], tf.string)


def test_a_seed_makes_every_call_the_same_and_none_does_not():
    seeded = _V2.GlorotUniform(seed=3)
    first, second = _run([seeded([2, 3]), seeded([2, 3])])
    np.testing.assert_array_equal(first, second)
    other = _V2.GlorotUniform()
    first, second = _run([other([2, 3]), other([2, 3])])
    assert (first != second).all()


@pytest.mark.parametrize(
    "name, args, expected",
    [
        ("RandomNormal", {"seed": 7}, [[-0.03370864, -0.01793463], [-0.09397908, -0.07364466]]),
        ("RandomUniform", {"seed": 7}, [[0.02470788, 0.01721802], [-0.04422205, 0.01442132]]),
        ("he_normal", {"seed": 7}, [[-0.7664315, -0.4077787], [-2.136797, -1.674454]]),
        ("Orthogonal", {"seed": 7}, [[-0.3376212, 0.941282], [-0.941282, -0.3376212]]),
    ],
)
def test_seeded_values_are_those_of_1_15(name, args, expected):
    np.testing.assert_allclose(_run(getattr(_V2, name)(**args)([2, 2])), expected, rtol=1e-5)


def test_the_configuration_makes_the_same_initializer():
    scaled = _V2.VarianceScaling(2.0, "fan_out", "uniform", seed=5)
    config = scaled.get_config()
    assert config == {"scale": 2.0, "mode": "fan_out", "distribution": "uniform", "seed": 5}
    np.testing.assert_array_equal(*_run([scaled([3, 2]), type(scaled).from_config(config)([3, 2])]))


def test_keras_has_the_same_classes():
    assert tf.compat.v2.keras.initializers.Constant is _V2.constant
    assert tf.compat.v2.zeros_initializer is _V2.Zeros
