"""Programs of flows in tf.contrib.distributions.bijectors; what TensorFlow says to them is in `recorded/flows.json`."""

from textwrap import dedent

_SETUP = """
ds, bj = tf.contrib.distributions, tf.contrib.distributions.bijectors
x = tf.constant(np.random.RandomState(7).normal(size=[4, 3]).astype(np.float32))
def told(b):
    y = b.forward(x + 0.0)
    back = b.inverse(y + 0.0)
    found = [y, back, b.inverse_log_det_jacobian(y + 0.0, 1), b.inverse_log_det_jacobian(x + 0.0, 1)]
    d = ds.TransformedDistribution(ds.MultivariateNormalDiag(tf.zeros([3]), tf.ones([3])), b)
    loss = -tf.reduce_mean(d.log_prob(x))
    trained = sorted(tf.trainable_variables(), key=lambda v: v.name)
    found += [loss] + [g for g in tf.gradients(loss, trained) if g is not None]
    s = np.random.RandomState(11)
    fill = [tf.assign(v, v.constraint(w) if v.constraint else w) for v in trained
            for w in [tf.constant(s.normal(size=v.shape.as_list()).astype(np.float32) * 0.5)]]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(fill)
        return session.run(found) + [[v.name for v in trained]]
"""
_PROGRAMS = {
    "masked": "result = told(bj.MaskedAutoregressiveFlow(bj.masked_autoregressive_default_template([6, 6])))",
    "masked, unrolled": """
        network = bj.masked_autoregressive_default_template([6], activation=tf.tanh, log_scale_min_clip=-0.1,
            log_scale_max_clip=0.2, name="net")
        result = told(bj.MaskedAutoregressiveFlow(network, unroll_loop=True))
        """,
    "masked, shifts": """
        network = bj.masked_autoregressive_default_template([6], shift_only=True)
        result = told(bj.MaskedAutoregressiveFlow(network))
        """,
    "real NVP": "result = told(bj.RealNVP(1, bj.real_nvp_default_template([5, 5])))",
    "real NVP, shifts": "result = told(bj.RealNVP(2, bj.real_nvp_default_template([5], shift_only=True)))",
    "a chain": """
        parts = []
        for i in range(2):
            network = bj.masked_autoregressive_default_template([6], name="part%d" % i)
            parts += [bj.MaskedAutoregressiveFlow(network), bj.Permute([2, 0, 1])]
        result = told(bj.Invert(bj.Chain(parts)))
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
