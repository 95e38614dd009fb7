"""The names that parameters and methods of distributions had up to 1.0."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import penstock as tf

ds = tf.contrib.distributions

SPELLINGS = [
    ("Normal", {"mu": 1.0, "sigma": 2.0}, {"loc": 1.0, "scale": 2.0}),
    ("StudentT", {"df": 3.0, "mu": 1.0, "sigma": 2.0}, {"df": 3.0, "loc": 1.0, "scale": 2.0}),
    ("Uniform", {"a": 1.0, "b": 3.0}, {"low": 1.0, "high": 3.0}),
    ("Gamma", {"alpha": 2.0, "beta": 3.0}, {"concentration": 2.0, "rate": 3.0}),
    ("Beta", {"a": 2.0, "b": 3.0}, {"concentration1": 2.0, "concentration0": 3.0}),
    ("Exponential", {"lam": 2.0}, {"rate": 2.0}),
    ("Bernoulli", {"p": 0.25}, {"probs": 0.25}),
    ("Dirichlet", {"alpha": [1.0, 2.0]}, {"concentration": [1.0, 2.0]}),
    ("Poisson", {"lam": 2.0}, {"rate": 2.0}),
    ("Binomial", {"n": 4.0, "p": 0.25}, {"total_count": 4.0, "probs": 0.25}),
]


@pytest.mark.parametrize("name, old, new", SPELLINGS, ids=[s[0] for s in SPELLINGS])
def test_old_names_mean_the_new_ones(name, old, new):
    make = getattr(tf.contrib.distributions, name)
    with tf.Graph().as_default(), tf.Session() as session:
        first, second = make(**old), make(**new)
        assert session.run(first.mean()).tolist() == session.run(second.mean()).tolist()
        for key in old:
            assert session.run(getattr(first, key)).tolist() == old[key]


def test_both_names_at_once_are_an_error():
    with tf.Graph().as_default(), pytest.raises(TypeError, match="mu is an old name of loc"):
        tf.distributions.Normal(mu=1.0, loc=1.0, scale=2.0)


def test_a_name_that_is_neither_old_nor_new_is_an_error():
    with tf.Graph().as_default(), pytest.raises(TypeError, match="lam"):
        tf.distributions.Normal(lam=1.0, scale=2.0)


def test_copies_have_the_new_names():
    with tf.Graph().as_default(), tf.Session() as session:
        copied = tf.distributions.Normal(mu=1.0, sigma=2.0).copy(scale=3.0)
        assert session.run([copied.mu, copied.sigma]) == [1.0, 3.0]


def test_densities_and_masses_by_their_old_names():
    normal, coin = ds.Normal(mu=1.0, sigma=2.0), ds.Bernoulli(p=0.3)
    x = np.float32([-1.0, 0.5, 4.0])
    with tf.Session() as sess:
        density, logarithm, deviation = sess.run([normal.pdf(x), normal.log_pdf(x), normal.std()])
        mass, log_mass, other = sess.run([coin.pmf([0, 1]), coin.log_pmf([0, 1]), coin.q])
        assert sess.run(normal.sample_n(5, seed=1)).shape == (5,)
    np.testing.assert_allclose(density, stats.norm.pdf(x, 1, 2), rtol=1e-6)
    np.testing.assert_allclose(logarithm, stats.norm.logpdf(x, 1, 2), rtol=1e-6)
    np.testing.assert_allclose(mass, [0.7, 0.3], rtol=1e-6)
    np.testing.assert_allclose(log_mass, np.log([0.7, 0.3]), rtol=1e-6)
    assert deviation == 2.0 and other == np.float32(0.7)


def test_a_density_is_of_continuous_distributions_only():
    with pytest.raises(TypeError, match="pdf is undefined for discrete distributions"):
        ds.Poisson(lam=1.0).pdf(2.0)
    with pytest.raises(TypeError, match="log_pmf is undefined for continuous distributions"):
        ds.Gamma(alpha=1.0, beta=1.0).log_pmf(2.0)
    assert ds.Gamma(1.0, 1.0).is_continuous and not ds.Categorical([0.0, 1.0]).is_continuous
    assert ds.Normal(0.0, 1.0).is_reparameterized and not ds.Poisson(1.0).is_reparameterized
    assert ds.Normal([0.0, 1.0], 1.0).get_batch_shape() == [2] and ds.Normal(0.0, 1.0).get_event_shape() == []


def test_normal_distributions_of_vectors_by_their_old_names():
    mean, factor = np.float32([1.0, -1.0, 0.5]), np.float32([[2.0, 0.0, 0.0], [0.5, 1.0, 0.0], [-1.0, 0.3, 1.5]])
    large, thin, small = np.float32([1.0, 2.0, 3.0]), np.float32([[1.0], [0.5], [-1.0]]), np.float32([0.7])
    square = np.diag(large) + small * thin @ thin.T
    x = np.float32([0.3, 0.2, 0.1])
    expected = {
        ds.MultivariateNormalCholesky(mean, factor): factor @ factor.T,
        ds.MultivariateNormalFull(mu=mean, sigma=factor @ factor.T): factor @ factor.T,
        ds.MultivariateNormalDiagPlusVDVT(mean, large, thin, diag_small=small): square @ square,
        ds.MultivariateNormalDiag(mu=mean, diag_stdev=large): np.diag(large**2),
        ds.MultivariateNormalDiagWithSoftplusStDev(mean, large): np.diag(np.log1p(np.exp(large)) ** 2),
    }
    with tf.Session() as sess:
        for d, covariance in expected.items():
            mu, sigma, determinant, density = sess.run([d.mu, d.sigma, d.sigma_det(), d.pdf(x)])
            np.testing.assert_array_equal(mu, mean)
            np.testing.assert_allclose(sigma, covariance, rtol=1e-5, atol=1e-6)
            np.testing.assert_allclose(determinant, np.linalg.det(covariance), rtol=1e-5)
            np.testing.assert_allclose(density, stats.multivariate_normal(mean, covariance).pdf(x), rtol=1e-5)
