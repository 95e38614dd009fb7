"""The rarer distributions and bijectors of tf.contrib say what they say in 1.15."""

import pytest

import penstock as tf
from tests.contrib.programs.distributions_more import PROGRAMS
from tests.contrib.recorded import same_as_recorded

ds = tf.contrib.distributions
COMPILED = ("distribution: laplace vectors", "bijector: scale", "bijector: sinh-arcsinh", "correlation")


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("distributions_more", title, PROGRAMS[title], monkeypatch, tiers)


def test_bad_arguments_are_told():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="cannot be less than dimension"):
            ds.WishartFull(1.0, [[1.0, 0.0], [0.0, 1.0]])
        with pytest.raises(ValueError, match="must match"):
            ds.BatchReshape(tf.distributions.Normal([0.0, 1.0], 1.0), [3])
        with pytest.raises(ValueError, match="must be >=-1"):
            ds.BatchReshape(tf.distributions.Normal([0.0, 1.0], 1.0), [-2])
        with pytest.raises(NotImplementedError, match="too few batch and event dims"):
            ds.BatchReshape(tf.distributions.Normal([0.0, 1.0], 1.0), [2, 1]).prob(1.0)
        with pytest.raises(ValueError, match="at least 1"):
            ds.Autoregressive(lambda x: tf.distributions.Normal(x, 1.0), tf.zeros([2]), num_steps=0)
        with pytest.raises(ValueError, match="triangular number"):
            ds.bijectors.FillTriangular().forward_event_shape([5])
        with pytest.raises(ValueError, match="Matrix must be square"):
            ds.bijectors.FillTriangular().inverse_event_shape([5, 4])
        with pytest.raises(ValueError, match="must be an instance of BatchNormalization"):
            ds.bijectors.BatchNormalization(tf.layers.Dense(3))
        with pytest.raises(TypeError, match="float or complex"):
            ds.auto_correlation([1, 2])
        with pytest.raises(ValueError, match="distribution must be scalar"):
            ds.SinhArcsinh(0.0, 1.0, distribution=tf.distributions.Normal([0.0, 1.0], 1.0))


@pytest.mark.parametrize(
    "make, value, message",
    [
        ("CholeskyOuterProduct", [[-1.0, 0.0], [0.0, 1.0]], "must be positive definite"),
        ("MatrixInverseTriL", [[1.0, 1.0], [0.0, 1.0]], "must be lower triangular"),
        ("MatrixInverseTriL", [[1.0, 0.0], [1.0, 0.0]], "diagonal entries nonzero"),
        ("Ordered", [1.0, 0.0], "strictly increasing"),
    ],
)
def test_checked_bijectors_refuse(make, value, message):
    with tf.Graph().as_default(), tf.Session() as session:
        bijector = getattr(ds.bijectors, make)(validate_args=True)
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            session.run(bijector.forward_log_det_jacobian(value, bijector.forward_min_event_ndims))
