"""Learning rates fall as the peer's do."""

from tests.ops.variable_programs import compare


def test_all_decays_at_several_steps(peer):
    compare(
        peer,
        """
        T = tf.train
        step = tf.placeholder(tf.int64, [], name="step")
        rates = dict(
            exponential=T.exponential_decay(0.1, step, 10, 0.5), named=T.exponential_decay(0.1, step, 10, 0.5, True, "name"),
            piecewise=T.piecewise_constant(step, [5, 15], [1.0, 0.5, 0.1]),
            polynomial=T.polynomial_decay(0.1, step, 20, 0.01, 2.0),
            cycle=T.polynomial_decay(0.1, step, 10, 0.01, cycle=True), natural=T.natural_exp_decay(0.1, step, 10, 0.5),
            natural_stairs=T.natural_exp_decay(0.1, step, 10, 0.5, staircase=True),
            inverse=T.inverse_time_decay(0.1, step, 10, 0.5),
            inverse_stairs=T.inverse_time_decay(0.1, step, 10, 0.5, True), cosine=T.cosine_decay(0.1, step, 20, 0.1),
            restarts=T.cosine_decay_restarts(0.1, step, 5), equal_restarts=T.cosine_decay_restarts(0.1, step, 5, 1.0, 0.9, 0.1),
            linear=T.linear_cosine_decay(0.1, step, 20), noisy=T.noisy_linear_cosine_decay(0.1, step, 20, initial_variance=1e-14),
        )
        with tf.Session(config=CONFIG) as sess:
            for at in (0, 1, 5, 7, 12, 15, 16, 25):
                for name, rate in sess.run(rates, {step: at}).items():
                    result[f"{name} at {at}"] = rate
        # 1.15's polynomial decay and conditionals are made of other operations than the peer's: compare the rest.
        result["ops"] = [o for o in ops(without="cond") if not o.startswith(("Polynomial", "PiecewiseConstant/case"))]
        result["boundary type"] = text(lambda: T.piecewise_constant(step, [1.0], [1.0, 2.0]))
        result["value type"] = text(lambda: T.piecewise_constant(step, [1], [1.0, 2]))
        result["lengths"] = text(lambda: T.piecewise_constant(step, [1], [1.0, 2.0, 3.0]))
        """,
    )
