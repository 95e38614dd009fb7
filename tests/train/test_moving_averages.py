"""Moving averages have the peer's names, operations and values."""

import numpy as np

import penstock as tf
from penstock.train import moving_averages
from tests.ops.variable_programs import compare


def test_averages_of_variables_and_tensors(peer):
    compare(
        peer,
        """
        v, r = tf.Variable([1.0, 2.0], name="v"), tf.Variable(3.0, name="r", use_resource=True)
        t, n = v * 2.0, tf.train.get_or_create_global_step()
        ema = tf.train.ExponentialMovingAverage(0.9, num_updates=n, zero_debias=True)
        update = ema.apply([v, r, t])
        other = tf.train.ExponentialMovingAverage(0.5, name="other")
        update_other = other.apply()
        # Conditionals are made of other operations here: compare the rest.
        result["ops"] = [o for o in ops(without="cond") if "IsVariableInitialized" not in o]
        result["names"] = [ema.average(x).name for x in (v, r, t)] + [ema.average_name(x) for x in (v, r, t, n)]
        result["restore"] = sorted((name, x.name) for name, x in ema.variables_to_restore().items())
        result["collection"] = sorted(x.name for x in tf.moving_average_variables())
        with tf.Session(config=CONFIG) as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(3):
                sess.run([v.assign_add([1.0, 1.0]), r.assign_add(1.0)])
                sess.run(update), sess.run(update_other), sess.run(tf.assign_add(n, 1))
            result["v"], result["r"], result["t"] = (sess.run(ema.average(x)) for x in (v, r, t))
            result["other"] = sess.run(other.average(v))
            result["step"] = tf.train.global_step(sess, n)
        result["integers"] = text(lambda: ema.apply([tf.Variable(1, name="i")]))
        """,
    )


def test_a_weighted_average_counts_each_value_by_its_weight():
    with tf.Graph().as_default(), tf.Session() as sess:
        value, weight = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
        average = moving_averages.weighted_moving_average(value, 0.5, weight)
        sess.run(tf.global_variables_initializer())
        sess.run(average, {value: 4.0, weight: 1.0})
        np.testing.assert_allclose(sess.run(average, {value: 1.0, weight: 3.0}), (0.25 * 4 + 0.5 * 3) / (0.25 + 1.5))


def test_the_global_step_is_checked(peer):
    compare(
        peer,
        """
        result["none"] = tf.train.get_global_step() is None
        step = tf.train.create_global_step()
        result["ops"] = ops()
        result["found"] = [tf.train.get_global_step() is step, step.name, str(step.dtype), step.trainable]
        result["collections"] = [len(tf.get_collection(c)) for c in ("global_step", "variables", "trainable_variables")]
        result["twice"] = text(tf.train.create_global_step)
        result["float"] = text(lambda: tf.train.assert_global_step(tf.Variable(1.0, name="v")))
        result["number"] = text(lambda: tf.train.assert_global_step(5))
        result["vector"] = text(lambda: tf.train.assert_global_step(tf.constant([1])))
        """,
    )
