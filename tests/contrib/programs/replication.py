"""Programs of tf.contrib.estimator.replicate_model_fn; what TensorFlow says to them is in `recorded/replication.json`."""

from textwrap import dedent

_SETUP = """
import tempfile
x = np.arange(24, dtype=np.float32).reshape(12, 2) / 10.0
y = (x[:, :1] * 2.0 - x[:, 1:] + 0.5).astype(np.float32)
def model_fn(features, labels, mode, params):
    w = tf.get_variable("w", initializer=tf.constant([[0.1], [0.2]]))
    e = tf.get_variable("e", initializer=tf.constant([[0.5], [0.25], [0.75]]))
    out = tf.matmul(features["x"], w) + tf.gather(e, features["k"])
    predictions = {"out": out, "twice": 2.0 * out}
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions)
    loss = tf.losses.mean_squared_error(labels, out, reduction=params["reduction"])
    metrics = {"error": tf.metrics.mean_absolute_error(labels, out), "mean": tf.metrics.mean(out)}
    optimizer = tf.contrib.estimator.TowerOptimizer(lambda: tf.train.MomentumOptimizer(0.02, 0.9))
    train_op = optimizer.minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, predictions, loss, train_op, metrics)
def inputs():
    data = tf.data.Dataset.from_tensor_slices(({"x": x, "k": np.arange(12, dtype=np.int32) % 3}, y))
    return data.repeat(4).batch(6, drop_remainder=True)
def run(devices, reduction):
    model = tf.contrib.estimator.replicate_model_fn(model_fn, reduction, devices)
    estimator = tf.estimator.Estimator(model, tempfile.mkdtemp(), params={"reduction": reduction})
    estimator.train(inputs, steps=6)
    found = estimator.evaluate(inputs, steps=2)
    names = sorted(estimator.get_variable_names())
    predictions = next(estimator.predict(inputs))
    return [names, [estimator.get_variable_value(n) for n in names], {k: found[k] for k in sorted(found)}, predictions]
"""
_PROGRAMS = {
    f"{len(devices)} devices, {reduction}": f"result = run({devices}, tf.losses.Reduction.{reduction})"
    for devices, reduction in (
        (["/cpu:0"], "SUM"),
        (["/cpu:0"] * 2, "SUM"),
        (["/cpu:0"] * 3, "SUM_BY_NONZERO_WEIGHTS"),
    )
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
