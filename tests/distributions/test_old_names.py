"""0.9's names of the parameters of distributions."""

from __future__ import annotations

import pytest

import penstock as tf

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
