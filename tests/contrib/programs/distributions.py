"""Programs of tf.contrib.distributions; what TensorFlow says to them is in `recorded/distributions.json`."""

PROGRAM = """
ds = tf.contrib.distributions
bj = ds.bijectors
d = {make}
value = {value}
session = tf.Session()
result = {{"shapes": [str(d.batch_shape), str(d.event_shape), d.dtype.name]}}
for method in "mean variance stddev covariance mode entropy".split():
    try:
        result[method] = session.run(getattr(d, method)())
    except NotImplementedError:
        result[method] = "none"
for method in "prob log_prob cdf log_cdf survival_function log_survival_function".split():
    try:
        result[method] = session.run(getattr(d, method)(value))
    except NotImplementedError:
        result[method] = "none"
try:
    result["shapes"].append(str(d.sample(3).shape))
    result["samples"] = [session.run(d.sample(seed=5)), session.run(d.sample(3, seed=6)), session.run(d.sample([2, 2], seed=7))]
except NotImplementedError:
    result["samples"] = "none"
"""
_NORMALS = "[ds.Normal(0., 1.), ds.Normal(3., .5)]"
CASES = {
    "logistic": ("ds.Logistic([0., 1.], 2.)", "[-1., 3.]"),
    "cauchy": ("ds.Cauchy([0., 1.], 2.)", "[-1., 3.]"),
    "half normal": ("ds.HalfNormal([1., 2.])", "[.5, 3.]"),
    "inverse gamma": ("ds.InverseGamma([.5, 1.5, 3.], 2.)", "[.5, 1., 3.]"),
    "chi2": ("ds.Chi2([1., 3.])", "[.5, 3.]"),
    "poisson": ("ds.Poisson([1., 3.5])", "[0., 3.]"),
    "binomial": ("ds.Binomial([4., 5.], probs=[.2, .6])", "[1., 3.]"),
    "negative binomial": ("ds.NegativeBinomial([4., 5.], probs=[.2, .6])", "[1., 3.]"),
    "geometric": ("ds.Geometric(probs=[.2, .6])", "[1., 3.]"),
    "deterministic": ("ds.Deterministic([1., 2.], atol=.5)", "[1.4, 3.]"),
    "diag": ("ds.MultivariateNormalDiag([1., -1.], [1., 2.])", "[[0., 1.], [2., 2.]]"),
    "batch of diag": ("ds.MultivariateNormalDiag([[1., -1.], [0., 2.]], [1., 2.])", "[[0., 1.], [2., 2.]]"),
    "multiple": ("ds.MultivariateNormalDiag([1., -1.], scale_identity_multiplier=2.)", "[0., 1.]"),
    "tril": ("ds.MultivariateNormalTriL([1., -1.], [[1., 0.], [.5, 2.]])", "[[0., 1.], [2., 2.]]"),
    "full": ("ds.MultivariateNormalFullCovariance([1., -1.], [[1., .5], [.5, 2.]])", "[0., 1.]"),
    "mixture": (f"ds.Mixture(ds.Categorical(probs=[.3, .7]), {_NORMALS})", "[-1., 3.]"),
    "static mixture": (f"ds.Mixture(ds.Categorical(probs=[.3, .7]), {_NORMALS}, use_static_graph=True)", "[-1., 3.]"),
    "log normal": ("ds.TransformedDistribution(ds.Normal([0., 1.], 1.), bj.Exp())", "[.5, 3.]"),
    "event shape": (
        "ds.TransformedDistribution(ds.Normal(0., 1.), bj.Affine([1., 2.], scale_diag=[2., 3.]), event_shape=[2])",
        "[0., 1.]",
    ),
    "event behind batch": (
        "ds.TransformedDistribution(ds.Normal([0., 9.], 1.), bj.AffineScalar(1., 2.), event_shape=[3])",
        "np.float32([[0, 1, 2], [9, 9, 8]])",
    ),
    "independent": ("ds.Independent(ds.Normal([0., 1.], [1., 2.]), 1)", "[0., 1.]"),
    "one hot": ("ds.OneHotCategorical(probs=[[.2, .8], [.5, .5]], dtype=tf.float32)", "[[0., 1.], [1., 0.]]"),
    "relaxed": ("ds.RelaxedOneHotCategorical(.5, probs=[[.2, .8], [.5, .5]])", "[[.3, .7], [.4, .6]]"),
    "relaxed bernoulli": ("ds.RelaxedBernoulli(.5, probs=[.2, .8])", "[.3, .7]"),
    "quantized": ("ds.QuantizedDistribution(ds.Normal([0., 2.], 2.), low=-1., high=4.)", "[0., 4.]"),
}
PROGRAMS = {title: PROGRAM.format(make=make, value=value) for title, (make, value) in CASES.items()}
PROGRAMS["percentile"] = """
x = np.random.RandomState(0).normal(size=[4, 5, 6]).astype(np.float32)
session, p = tf.Session(), tf.contrib.distributions.percentile
result = {"all": session.run([p(x, 30), p(x, 45, axis=[0, 2]), p(x, 30, axis=-1, interpolation="lower", keep_dims=True)])}
"""
