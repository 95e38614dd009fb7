"""Programs of rarer distributions and bijectors of tf.contrib; TensorFlow says `recorded/distributions_more.json` to them."""

from textwrap import dedent

from tests.contrib.programs.distributions import PROGRAM

# Methods that make no sense raise ValueError in some distributions.
_PROGRAM = PROGRAM.replace("except NotImplementedError", "except (NotImplementedError, ValueError)")
_DISTRIBUTIONS = {
    "wishart": (
        "ds.WishartFull([4., 6.5], [[[2., .5], [.5, 1.]], [[1., 0.], [0., 3.]]])",
        "[[3., .5], [.5, 2.]] + tf.zeros([2, 2, 2])",
    ),
    "wishart, one": (
        "ds.WishartFull(5., [[2., .5], [.5, 1.]], validate_args=True)",
        "[[[3., .5], [.5, 2.]], [[1., 0.], [0., 4.]]]",
    ),
    "wishart of factors": (
        "ds.WishartCholesky(3.5, [[2., 0.], [.5, 1.]], cholesky_input_output_matrices=True)",
        "[[3., 0.], [.5, 2.]]",
    ),
    "exponential vectors": ("ds.VectorExponentialDiag([1., -1.], [1., 2.])", "[[1.5, 1.], [2., 2.]]"),
    "exponential vectors, batch": (
        "ds.VectorExponentialDiag([[1., -1.], [0., 1.]], scale_identity_multiplier=[2., 3.])",
        "[[1.5, 1.], [2., 2.]]",
    ),
    "laplace vectors": ("ds.VectorLaplaceDiag([1., -1.], [1., 2.])", "[[0., 1.], [2., 2.]]"),
    "laplace vectors, no location": ("ds.VectorLaplaceDiag(scale_diag=[[1., 2.], [.5, 3.]])", "[[0., 1.], [2., 2.]]"),
    "sinh-arcsinh": ("ds.SinhArcsinh([0., 1.], 2., skewness=[[.5], [-.3]], tailweight=1.3)", "[[0., 1.], [-2., 4.]]"),
    "sinh-arcsinh, plain": ("ds.SinhArcsinh([0., 1.], 2.)", "[0., 5.]"),
    "sinh-arcsinh vectors": (
        "ds.VectorSinhArcsinhDiag([0., 1.], [1., 2.], skewness=.5, tailweight=.8)",
        "[[0., 1.], [-2., 4.]]",
    ),
    "sinh-arcsinh of another": ("ds.SinhArcsinh(0., 1., .2, 1.1, distribution=ds.Laplace(0., 1.))", "[0., 1.]"),
    "kumaraswamy": ("ds.Kumaraswamy([.5, 2., 3.], [1.5, 2., .7])", "[.1, .5, .9]"),
    "constant vectors": ("ds.VectorDeterministic([[1., 2.], [0., 1.]], atol=.5)", "[[1.4, 2.], [0., 2.]]"),
    "another batch": (
        "ds.BatchReshape(ds.Normal([0., 1., 2., 3.], [1., 2., 3., 4.]), [2, -1])",
        "[[[0., 1.], [2., 3.]], [[1., 1.], [1., 1.]]]",
    ),
    "another batch of vectors": (
        "ds.BatchReshape(ds.MultivariateNormalDiag([[1., -1.], [0., 1.]], [[1., 2.], [3., 4.]]), [1, 2])",
        "[[[0., 1.], [2., 3.]]]",
    ),
    "autoregressive": (
        "ds.Autoregressive(lambda x: ds.Independent(ds.Normal("
        ".5 * tf.concat([tf.zeros_like(x[..., :1]), x[..., :-1]], -1), 1.), 1), tf.zeros([3]))",
        "[0., 1., 2.]",
    ),
}
_BIJECTOR = """
bj = tf.contrib.distributions.bijectors
b = {make}
x = tf.constant({value})
n, m = b.forward_min_event_ndims, b.inverse_min_event_ndims
y = b.forward(x)
again = tf.identity(y)
found = [y, b.inverse(again), b.forward_log_det_jacobian(tf.identity(x), n), b.inverse_log_det_jacobian(again, m)]
found += [b.forward_event_shape_tensor(x.shape.as_list()[x.shape.ndims - n:]),
          b.inverse_event_shape_tensor(y.shape.as_list()[y.shape.ndims - m:])]
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    result = session.run(found)
result += [b.name, str(b.forward_event_shape(x.shape[x.shape.ndims - n:])),
           str(b.inverse_event_shape(y.shape[y.shape.ndims - m:]))]
"""
_TRIL = "[[[2., 0., 0.], [.5, 1., 0.], [-1., 3., .5]], [[1., 0., 0.], [2., .3, 0.], [1., 1., 4.]]]"
_BIJECTORS = {
    "fill": ("bj.FillTriangular()", "[[1., 2., 3., 4., 5., 6.], [0., 1., 2., 3., 4., 5.]]"),
    "fill above": ("bj.FillTriangular(upper=True, validate_args=True)", "[1., 2., 3.]"),
    "outer product": ("bj.CholeskyOuterProduct(validate_args=True)", _TRIL),
    "outer product of one": ("bj.CholeskyOuterProduct()", "[[2., 0.], [3., 1.]]"),
    "inverse": ("bj.MatrixInverseTriL(validate_args=True)", _TRIL),
    "diagonal": ("bj.TransformDiagonal(bj.Exp())", _TRIL),
    "scale": ("bj.ScaleTriL()", "[[1., 2., 3., 4., 5., 6.], [0., 1., 2., 3., 4., 5.]]"),
    "scale by squares": ("bj.ScaleTriL(bj.Exp(), diag_shift=None)", "[1., 2., 3.]"),
    "kumaraswamy": ("bj.Kumaraswamy([2., .5], [1.5, 3.], validate_args=True)", "[.2, .7]"),
    "sinh-arcsinh": ("bj.SinhArcsinh([.3, -1.], [1.5, .7])", "[-2., 3.]"),
    "sinh-arcsinh, plain": ("bj.SinhArcsinh()", "[-2., 3.]"),
    "ordered": ("bj.Ordered(validate_args=True)", "[[-1., 0.5, 2.], [3., 4., 8.]]"),
    "batch normalization": ("bj.BatchNormalization()", "[[-1., 0.5, 2.], [3., 4., 8.]]"),
    "batch normalization, moving": ("bj.BatchNormalization(training=False)", "[[-1., 0.5, 2.], [3., 4., 8.]]"),
    "masked": (
        "bj.MaskedAutoregressiveFlow(lambda y: (.3 * y, tf.tanh(tf.cumsum(y, -1, exclusive=True))), unroll_loop=True)",
        "[[-1., 0.5, 2.], [3., 4., 8.]]",
    ),
}
_OTHERS = {
    "conditions": """
        ds = tf.contrib.distributions
        class Shift(ds.bijectors.ConditionalBijector):
            def __init__(self):
                super(Shift, self).__init__(forward_min_event_ndims=0, name="shift")
            def _forward(self, x, by):
                return x + by
            def _inverse(self, y, by):
                return y - by
            def _inverse_log_det_jacobian(self, y, by):
                return by * 0.1
        d = ds.ConditionalTransformedDistribution(ds.Normal([0., 1.], 2.), Shift())
        given = dict(bijector_kwargs={"by": tf.constant(3.0)})
        x = [1.0, 2.0]
        found = [d.sample(2, seed=3, **given), d.log_prob(x, **given), d.prob(x, **given), d.cdf(x, **given),
                 d.survival_function(x, **given), d.log_cdf(x, **given)]
        result = tf.Session().run(found)
        """,
    "correlation": """
        x = np.random.RandomState(3).normal(size=[3, 7, 2]).astype(np.float32)
        f = tf.contrib.distributions.auto_correlation
        result = tf.Session().run([f(x, axis=1), f(x, axis=0, normalize=False), f(x, axis=1, center=False, max_lags=3),
            f(x.astype(np.complex64)[..., 0] * (1 + 2j), axis=1, max_lags=100)])
        result = [np.stack([r.real, r.imag]) if r.dtype.kind == "c" else r for r in result]
        """,
}
PROGRAMS = {"distribution: " + t: _PROGRAM.format(make=m, value=v) for t, (m, v) in _DISTRIBUTIONS.items()}
PROGRAMS.update({"bijector: " + t: _BIJECTOR.format(make=m, value=v) for t, (m, v) in _BIJECTORS.items()})
PROGRAMS.update({t: dedent(source) for t, source in _OTHERS.items()})
