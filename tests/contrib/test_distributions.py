"""tf.contrib.distributions: what 1.15 said, densities as SciPy's, samples that follow them, bijectors that invert."""

import numpy as np
import pytest
from scipy import stats

import penstock as tf
from tests.contrib.programs.distributions import PROGRAMS
from tests.contrib.recorded import same_as_recorded

ds = tf.contrib.distributions
bj = tf.contrib.distributions.bijectors

# Distribution, the same in SciPy, whether it is discrete, values.
SCALARS = {
    "logistic": (lambda: ds.Logistic(1.0, 2.0), stats.logistic(1, 2), False, [-3.0, 0.0, 4.0]),
    "cauchy": (lambda: ds.Cauchy(1.0, 2.0), stats.cauchy(1, 2), False, [-3.0, 0.0, 4.0]),
    "half normal": (lambda: ds.HalfNormal(2.0), stats.halfnorm(scale=2), False, [0.1, 1.0, 4.0]),
    "inverse gamma": (lambda: ds.InverseGamma(3.0, 2.0), stats.invgamma(3, scale=2), False, [0.2, 1.0, 4.0]),
    "chi2": (lambda: ds.Chi2(3.0), stats.chi2(3), False, [0.2, 1.0, 4.0]),
    "poisson": (lambda: ds.Poisson(2.5), stats.poisson(2.5), True, [0.0, 1.0, 4.0]),
    "log poisson": (lambda: ds.Poisson(log_rate=np.float32(np.log(2.5))), stats.poisson(2.5), True, [0.0, 1.0, 4.0]),
    "binomial": (lambda: ds.Binomial(5.0, probs=0.3), stats.binom(5, 0.3), True, [0.0, 2.0, 5.0]),
    "negative binomial": (lambda: ds.NegativeBinomial(3.0, probs=0.4), stats.nbinom(3, 0.6), True, [0.0, 2.0, 5.0]),
    "geometric": (lambda: ds.Geometric(probs=0.3), stats.geom(0.3, loc=-1), True, [0.0, 2.0, 5.0]),
    "log normal": (
        lambda: ds.TransformedDistribution(ds.Normal(0.5, 1.5), bj.Exp()),
        stats.lognorm(1.5, scale=np.exp(0.5)),
        False,
        [0.2, 1.0, 4.0],
    ),
    "mixture": (
        lambda: ds.Mixture(ds.Categorical(probs=[0.3, 0.7]), [ds.Normal(0.0, 1.0), ds.Normal(3.0, 0.5)]),
        stats.Mixture([stats.Normal(mu=0, sigma=1), stats.Normal(mu=3, sigma=0.5)], weights=[0.3, 0.7]),
        False,
        [-1.0, 1.0, 3.0],
    ),
}


@pytest.mark.parametrize("title", PROGRAMS)
def test_methods_and_samples_are_those_of_tensorflow(title, monkeypatch):
    same_as_recorded("distributions", title, PROGRAMS[title], monkeypatch, rtol=1e-4, atol=2e-6)


@pytest.mark.parametrize("name", SCALARS)
def test_densities_and_statistics_are_those_of_scipy(name):
    make, other, discrete, values = SCALARS[name]
    d = make()
    asked = {"log_prob": d.log_prob(values), "cdf": d.cdf(values), "prob": d.prob(values)}
    for what in ("mean", "variance", "entropy", "stddev"):
        try:
            asked[what] = getattr(d, what)()
        except NotImplementedError:
            pass
    with tf.Session() as sess:
        found = sess.run(asked)
    density = (getattr(other, "logpmf", None) or other.logpdf) if discrete else other.logpdf
    np.testing.assert_allclose(found["log_prob"], density(np.array(values)), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found["prob"], np.exp(density(np.array(values))), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found["cdf"], other.cdf(np.array(values)), rtol=1e-4, atol=1e-5)
    theirs = {"mean": "mean", "variance": "variance" if name == "mixture" else "var", "entropy": "entropy"}
    for what, call in theirs.items():
        if what in found and not (name == "cauchy" and what != "entropy"):
            np.testing.assert_allclose(found[what], getattr(other, call)(), rtol=1e-4, err_msg=what)


@pytest.mark.parametrize("name", [name for name in SCALARS if name != "binomial"])
def test_samples_follow_the_distribution(name):
    make, other, discrete, values = SCALARS[name]
    with tf.Session() as sess:
        sample, again = sess.run([make().sample(4000, seed=3), make().sample(4000, seed=3)])
    np.testing.assert_array_equal(sample, again)
    shares = [(sample <= value).mean() for value in values]
    np.testing.assert_allclose(shares, other.cdf(np.array(values)), atol=0.03)


COVARIANCE = np.float32([[2.0, 0.5], [0.5, 1.0]])
VECTORS = {
    "diag": (lambda: ds.MultivariateNormalDiag([1.0, -1.0], [1.0, 2.0]), np.diag([1.0, 4.0])),
    "identity": (lambda: ds.MultivariateNormalDiag([1.0, -1.0], scale_identity_multiplier=2.0), np.eye(2) * 4),
    "standard": (lambda: ds.MultivariateNormalDiag([1.0, -1.0]), np.eye(2)),
    "tril": (lambda: ds.MultivariateNormalTriL([1.0, -1.0], np.linalg.cholesky(COVARIANCE)), COVARIANCE),
    "full": (lambda: ds.MultivariateNormalFullCovariance([1.0, -1.0], COVARIANCE), COVARIANCE),
    "old": (lambda: ds.MultivariateNormal([1.0, -1.0], sigma=COVARIANCE), COVARIANCE),
    "low rank": (
        lambda: ds.MultivariateNormalDiagPlusLowRank([1.0, -1.0], [1.0, 2.0], scale_perturb_factor=[[1.0], [2.0]]),
        np.linalg.matrix_power(np.diag([1.0, 2.0]) + np.outer([1, 2], [1, 2]), 2),
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_normal_vectors(name):
    make, covariance = VECTORS[name]
    d, other = make(), stats.multivariate_normal([1, -1], covariance)
    x = np.float32([[0.0, 0.0], [2.0, -3.0], [1.0, 1.0]])
    with tf.Session() as sess:
        log_prob, entropy, mean, found, sample, variance, kl = sess.run(
            [
                d.log_prob(x),
                d.entropy(),
                d.mean(),
                d.covariance(),
                d.sample(4000, seed=2),
                d.variance(),
                d.kl_divergence(ds.MultivariateNormalDiag([0.0, 0.0], [1.0, 1.0])),
            ]
        )
    np.testing.assert_allclose(log_prob, other.logpdf(x), rtol=1e-4)
    np.testing.assert_allclose(entropy, other.entropy(), rtol=1e-4)
    np.testing.assert_allclose(mean, [1, -1])
    np.testing.assert_allclose(found, covariance, rtol=1e-4)
    np.testing.assert_allclose(variance, np.diag(covariance), rtol=1e-4)
    expected = 0.5 * (np.trace(covariance) + 2 - 2 - np.log(np.linalg.det(covariance)))
    np.testing.assert_allclose(kl, expected, rtol=1e-4)
    assert (d.batch_shape.as_list(), d.event_shape.as_list(), sample.shape) == ([], [2], (4000, 2))
    np.testing.assert_allclose(np.cov(sample.T), covariance, rtol=0.15, atol=0.15)


def test_batches_of_normal_vectors():
    loc, diag = np.float32([[0, 1, 2], [3, 4, 5]]), np.float32([[1, 2, 3], [1, 1, 1]])
    d = ds.MultivariateNormalDiag(loc, diag)
    assert (d.batch_shape.as_list(), d.event_shape.as_list()) == ([2], [3])
    assert d.sample([4, 5]).shape.as_list() == [4, 5, 2, 3]
    x = np.float32(np.arange(24).reshape(4, 2, 3)) / 10
    with tf.Session() as sess:
        log_prob, sample, entropy = sess.run([d.log_prob(x), d.sample(7, seed=1), d.entropy()])
        one = sess.run(ds.Independent(ds.Normal(loc, diag), 1).log_prob(x))
    expected = stats.norm(loc, diag).logpdf(x).sum(-1)
    np.testing.assert_allclose(log_prob, expected, rtol=1e-4)
    np.testing.assert_allclose(one, expected, rtol=1e-4)
    np.testing.assert_allclose(entropy, stats.norm(loc, diag).entropy().sum(-1), rtol=1e-4)
    assert sample.shape == (7, 2, 3)


def test_a_sample_of_a_vector_is_the_normal_sample_of_the_same_seed():
    """As in 1.15: loc + scale·z, z the draw of a standard Normal."""
    d = ds.MultivariateNormalDiag([1.0, -1.0], [1.0, 2.0])
    with tf.Session() as sess:
        sample, z = sess.run([d.sample(3, seed=9), tf.distributions.Normal(0.0, 1.0).sample([3, 2], seed=9)])
    np.testing.assert_allclose(sample, z * [1, 2] + [1, -1], rtol=1e-6)


def test_an_event_shape_for_a_batch_of_scalars_comes_behind_the_batch():
    d = ds.TransformedDistribution(ds.Normal([0.0, 10.0], 1.0), bj.AffineScalar(scale=2.0), event_shape=[3])
    assert (d.batch_shape.as_list(), d.event_shape.as_list(), d.sample(5).shape.as_list()) == ([2], [3], [5, 2, 3])
    x = np.float32(np.arange(6).reshape(2, 3))
    with tf.Session() as sess:
        log_prob, entropy, sample = sess.run([d.log_prob(x), d.entropy(), d.sample(200, seed=1)])
    base = stats.norm([[0], [20]], 2)
    np.testing.assert_allclose(log_prob, base.logpdf(x).sum(-1), rtol=1e-4)
    np.testing.assert_allclose(entropy, 3 * base.entropy().ravel(), rtol=1e-4)
    np.testing.assert_allclose(sample.mean((0, 2)), [0, 20], atol=0.5)


BIJECTORS = {
    "identity": (lambda: bj.Identity(), [0.5, 1.5, -2.0]),
    "exp": (lambda: bj.Exp(), [0.5, 1.5, -2.0]),
    "power": (lambda: bj.PowerTransform(0.5), [0.5, 1.5, -1.0]),
    "sigmoid": (lambda: bj.Sigmoid(), [0.5, 1.5, -2.0]),
    "softplus": (lambda: bj.Softplus(), [0.5, 1.5, -2.0]),
    "hinge": (lambda: bj.Softplus(hinge_softness=0.5), [0.5, 1.5, -2.0]),
    "softsign": (lambda: bj.Softsign(), [0.5, 1.5, -2.0]),
    "square": (lambda: bj.Square(), [0.5, 1.5, 2.0]),
    "gumbel": (lambda: bj.Gumbel(0.5, 2.0), [0.5, 1.5, -2.0]),
    "affine scalar": (lambda: bj.AffineScalar(1.0, -2.0), [0.5, 1.5, -2.0]),
    "invert": (lambda: bj.Invert(bj.Exp()), [0.5, 1.5, 2.0]),
    "chain": (lambda: bj.Chain([bj.Softplus(), bj.AffineScalar(1.0, 3.0), bj.Sigmoid()]), [0.5, 1.5, -2.0]),
    "inline": (
        lambda: bj.Inline(tf.exp, tf.log, lambda y: -tf.log(y), forward_min_event_ndims=0),
        [0.5, 1.5, -2.0],
    ),
    "permute": (lambda: bj.Permute([2, 0, 1]), [0.5, 1.5, -2.0]),
    "affine": (
        lambda: bj.Affine([1.0, 2.0, 3.0], 2.0, scale_tril=np.tril(np.ones([3, 3], np.float32))),
        [0.5, 1.5, -2.0],
    ),
    "low rank": (
        lambda: bj.Affine(scale_diag=[1.0, 2.0, 3.0], scale_perturb_factor=np.ones([3, 1], np.float32)),
        [1.0, 2.0, 3.0],
    ),
    "linear chain": (lambda: bj.Chain([bj.Exp(), bj.Affine(scale_diag=[1.0, 2.0, -1.0])]), [0.5, 1.5, -2.0]),
    "softmax": (lambda: bj.SoftmaxCentered(), [0.5, 1.5, -2.0]),
}


@pytest.mark.parametrize("name", BIJECTORS)
def test_bijectors_invert_and_know_their_determinant(name):
    make, value = BIJECTORS[name]
    b, x = make(), tf.constant(value)
    y = b.forward(x)
    # A new bijector, which has not seen x.
    back = make().inverse(tf.identity(y))
    ndims = 1
    forward, inverse = make().forward_log_det_jacobian(x, ndims), make().inverse_log_det_jacobian(tf.identity(y), ndims)
    # Of the K + 1 results of SoftmaxCentered, as in 1.15, the first K count.
    jacobian = tf.stack([tf.gradients(y[i], x)[0] for i in range(3)])
    with tf.Session() as sess:
        values = sess.run([back, forward, inverse, jacobian])
    np.testing.assert_allclose(values[0], value, rtol=1e-4)
    expected = np.log(np.abs(np.linalg.det(values[3].astype(np.float64))))
    np.testing.assert_allclose(values[1], expected, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(values[2], -expected, rtol=1e-3, atol=1e-4)
    assert b.inverse(y) is x or name == "identity"


def test_bijectors_of_shapes_and_of_two_sides():
    reshape = bj.Reshape([2, -1], [6])
    assert reshape.forward(tf.zeros([4, 6])).shape.as_list() == [4, 2, 3]
    assert reshape.inverse(tf.zeros([4, 2, 3])).shape.as_list() == [4, 6]
    assert reshape.forward_event_shape([6]).as_list() == [2, 3]
    with pytest.raises(ValueError, match="at most one"):
        bj.Reshape([-1, -1])
    d = ds.TransformedDistribution(ds.Normal(0.0, 2.0), bj.AbsoluteValue())
    with tf.Session() as sess:
        found = sess.run([d.prob([0.5, 3.0]), ds.HalfNormal(2.0).prob([0.5, 3.0]), d.log_prob([0.5, 3.0])])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-5)
    np.testing.assert_allclose(np.exp(found[2]), found[1], rtol=1e-5)
    with pytest.raises(ValueError, match="must be larger than"):
        bj.Permute([0, 1]).forward_log_det_jacobian(tf.zeros([2]), 0)


def test_mixtures_of_one_family_and_of_several():
    probs, loc = np.float32([0.3, 0.7]), np.float32([[0, 1], [4, 5]])
    family = ds.MixtureSameFamily(
        ds.Categorical(probs=probs), ds.MultivariateNormalDiag(loc, np.ones([2, 2], np.float32))
    )
    several = ds.Mixture(
        ds.Categorical(probs=probs), [ds.MultivariateNormalDiag(m, np.ones(2, np.float32)) for m in loc]
    )
    kept = several.copy(use_static_graph=True)
    x = np.float32([[0.0, 0.0], [3.0, 5.0]])
    parts = [stats.multivariate_normal(m, np.eye(2)).pdf(x) for m in loc]
    with tf.Session() as sess:
        for d in (family, several, kept):
            log_prob, mean, variance, sample = sess.run([d.log_prob(x), d.mean(), d.variance(), d.sample(3000, seed=4)])
            np.testing.assert_allclose(np.exp(log_prob), 0.3 * parts[0] + 0.7 * parts[1], rtol=1e-4)
            np.testing.assert_allclose(mean, probs @ loc, rtol=1e-5)
            np.testing.assert_allclose(variance, 1 + 0.21 * 16, rtol=1e-4)
            np.testing.assert_allclose(sample.mean(0), probs @ loc, atol=0.2)
        covariance = sess.run(family.covariance())
        batch = ds.Mixture(
            ds.Categorical(logits=tf.zeros([3, 2])), [ds.Normal(tf.zeros([3]), 1.0), ds.Normal([10.0, 20.0, 30.0], 1.0)]
        )
        sample = sess.run(batch.sample(2000, seed=5))
    np.testing.assert_allclose(covariance, np.eye(2) + 0.21 * 16, rtol=1e-4)
    np.testing.assert_allclose(sample.mean(0), [5, 10, 15], atol=1)
    with pytest.raises(ValueError, match="cat.num_classes"):
        ds.Mixture(ds.Categorical(probs=[0.5, 0.5]), [ds.Normal(0.0, 1.0)])
    with pytest.raises(TypeError, match="same dtype"):
        ds.Mixture(ds.Categorical(probs=[0.5, 0.5]), [ds.Normal(0.0, 1.0), ds.Normal(np.float64(0), np.float64(1))])


def test_one_hot_vectors_and_their_soft_relatives():
    probs = np.float32([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
    hot, soft = ds.OneHotCategorical(probs=probs), ds.RelaxedOneHotCategorical(0.5, probs=probs)
    with tf.Session() as sess:
        x, log_prob, covariance, kl = sess.run(
            [hot.sample(2000, seed=1), hot.log_prob([[0, 1, 0], [1, 0, 0]]), hot.covariance(), hot.kl_divergence(hot)]
        )
        np.testing.assert_allclose(x.mean(0), probs, atol=0.05)
        np.testing.assert_allclose(log_prob, np.log([0.3, 0.6]), rtol=1e-5)
        np.testing.assert_allclose(covariance[0], np.diag(probs[0]) - np.outer(probs[0], probs[0]), rtol=1e-5)
        np.testing.assert_allclose(kl, [0, 0], atol=1e-6)
        y = sess.run(soft.sample(2000, seed=1))
        np.testing.assert_allclose(y.sum(-1), 1, rtol=1e-5)
        np.testing.assert_allclose([(y[:, i].argmax(-1) == 0).mean() for i in (0, 1)], probs[:, 0], atol=0.05)
        # With two classes, the density is that of the relaxed Bernoulli.
        two, one = ds.RelaxedOneHotCategorical(0.7, probs=[0.4, 0.6]), ds.RelaxedBernoulli(0.7, probs=0.6)
        a, b = sess.run([two.prob([0.3, 0.7]), one.prob(0.7)])
        np.testing.assert_allclose(a, b, rtol=1e-4)
        assert sess.run(tf.gradients(one.sample(5, seed=1), one.logits)[0]) > 0


def test_old_names_and_conjugate_posteriors():
    prior = ds.Normal(1.0, 2.0)
    s, n = np.float32(6.0), 3
    with tf.Session() as sess:
        for suffix in ("known_sigma", "known_scale"):
            after = getattr(ds, f"normal_conjugates_{suffix}_posterior")(prior, 0.5, tf.constant(s), n)
            then = getattr(ds, f"normal_conjugates_{suffix}_predictive")(prior, 0.5, tf.constant(s), n)
            precision = 1 / 4 + 3 / 0.25
            mean, spread, wider = sess.run([after.mean(), after.variance(), then.variance()])
            np.testing.assert_allclose(mean, (1 / 4 + 6 / 0.25) / precision, rtol=1e-5)
            np.testing.assert_allclose([spread, wider], [1 / precision, 1 / precision + 0.25], rtol=1e-5)
        soft = ds.NormalWithSoftplusScale(0.0, [0.0])
        assert sess.run(soft.stddev()) == sess.run(tf.nn.softplus([0.0]))
        assert isinstance(soft.copy(loc=1.0), ds.NormalWithSoftplusScale)
        assert sess.run(ds.Chi2WithAbsDf(-3.7).mean()) == 3
    assert ds.BaseDistribution is tf.distributions.Distribution
    assert isinstance(prior, ds.ContinuousDistribution) and not isinstance(prior, ds.DiscreteDistribution)
    assert isinstance(ds.Poisson(1.0), ds.DiscreteDistribution)


def test_samples_and_densities_compile(monkeypatch):
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    config = tf.ConfigProto()
    make = lambda: ds.MultivariateNormalTriL([1.0, -1.0], np.linalg.cholesky(COVARIANCE))
    values = []
    for level in (-1, 1):
        config.graph_options.optimizer_options.global_jit_level = level
        with tf.Graph().as_default(), tf.Session(config=config) as sess:
            d, soft = make(), ds.RelaxedOneHotCategorical(0.5, probs=[0.4, 0.6])
            values.append(sess.run([d.sample(3, seed=1), d.log_prob([0.5, 0.5]), soft.sample(2, seed=3)]))
    for a, b in zip(*values):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_quantized_distributions():
    d = ds.QuantizedDistribution(ds.Normal(1.0, 2.0), low=-2.0, high=5.0)
    y = np.arange(-3.0, 7.0, dtype=np.float32)
    with tf.Session() as sess:
        prob, log_prob, cdf, sample = sess.run([d.prob(y), d.log_prob(y), d.cdf(y), d.sample(3000, seed=2)])
    below = np.concatenate([[0], stats.norm(1, 2).cdf(np.arange(-2.0, 5.0)), [1, 1, 1]])[: len(y)]
    np.testing.assert_allclose(cdf, below, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(prob, np.diff(below, prepend=0), rtol=1e-3, atol=1e-6)
    np.testing.assert_allclose(np.exp(log_prob[1:9]), prob[1:9], rtol=1e-3)
    assert set(sample) <= set(range(-2, 6))
    np.testing.assert_allclose((sample <= 1).mean(), cdf[4], atol=0.03)


def test_percentiles_are_those_of_numpy():
    x = np.random.RandomState(0).randn(4, 5, 6).astype(np.float32)
    with tf.Session() as sess:
        for q, method in ((0, "lower"), (33, "nearest"), (50, "higher"), (77.7, "lower"), (100, "nearest")):
            for axis in (None, 1, [0, 2], -1):
                found = sess.run(ds.percentile(x, q, axis=axis, interpolation=method, keep_dims=True))
                axes = tuple(axis) if isinstance(axis, list) else axis
                np.testing.assert_allclose(found, np.percentile(x, q, axis=axes, method=method, keepdims=True))
    with pytest.raises(ValueError, match="interpolation"):
        ds.percentile(x, 5, interpolation="linear")


def test_streams_of_seeds_repeat():
    first, second = ds.SeedStream(5, "a"), ds.SeedStream(ds.SeedStream(5, "b"), "a")
    seeds = [first() for _ in range(3)]
    assert seeds == [second() for _ in range(3)] and len(set(seeds)) == 3
    assert ds.SeedStream(None, "a")() is None


def test_arguments_of_the_softplus_classes_have_the_order_of_1_15():
    with tf.Graph().as_default():
        made = tf.contrib.distributions.NormalWithSoftplusScale(1.0, 0.0, True, False, "mine")
    assert (made.validate_args, made.allow_nan_stats, made.name) == (True, False, "mine/")
    with pytest.raises(TypeError):
        tf.contrib.distributions.NormalWithSoftplusScale(1.0)
