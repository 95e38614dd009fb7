"""A program of tf.contrib.tpu on a machine without TPUs; what 1.15.5 says to it is in `recorded/tpu.json`."""

PROGRAMS = {
    "an estimator without TPUs": """
import shutil
import tempfile

T, Modes = tf.contrib.tpu, tf.estimator.ModeKeys
seen = []


def model_fn(features, labels, mode, params):
    seen.append([mode, params["batch_size"], params["use_tpu"], params["units"]])
    logits = tf.layers.dense(tf.layers.dense(features["x"], params["units"], tf.nn.relu), 2)
    if mode == Modes.PREDICT:
        return T.TPUEstimatorSpec(mode, predictions={"p": tf.nn.softmax(logits)})
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    if mode == Modes.EVAL:
        def metrics(labels, logits):
            return {"accuracy": tf.metrics.accuracy(labels, tf.argmax(logits, 1)), "mean": tf.metrics.mean(logits)}

        return T.TPUEstimatorSpec(mode, loss=loss, eval_metrics=(metrics, [labels, logits]))
    optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
    if params["use_tpu"]:
        optimizer = T.CrossShardOptimizer(optimizer)
    step = optimizer.minimize(loss, global_step=tf.train.get_global_step())
    host = lambda loss: [tf.identity(loss)]
    return T.TPUEstimatorSpec(mode, loss=loss, train_op=step, host_call=(host, [tf.reshape(loss, [1])]))


def input_fn(params):
    x = np.random.RandomState(0).normal(size=[32, 3]).astype(np.float32)
    rows = tf.data.Dataset.from_tensor_slices(({"x": x}, (x[:, 0] > 0).astype(np.int32)))
    return rows.repeat(3).batch(params["batch_size"], drop_remainder=True)


folder = tempfile.mkdtemp()
config = T.RunConfig(model_dir=folder, tf_random_seed=3, tpu_config=T.TPUConfig(iterations_per_loop=2))
sizes = dict(train_batch_size=8, eval_batch_size=4, predict_batch_size=2)
model = T.TPUEstimator(model_fn, use_tpu=False, config=config, params={"units": 4}, **sizes)
model.train(input_fn, max_steps=6)
names = model.get_variable_names()
result = dict(
    names=names, values=[np.asarray(model.get_variable_value(name)) for name in names],
    metrics=sorted(model.evaluate(input_fn, steps=3).items()),
    predictions=[row["p"] for row, _ in zip(model.predict(input_fn), range(4))], seen=seen,
)
shutil.rmtree(folder)
""",
}
