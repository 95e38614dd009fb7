"""An Estimator with a model function of its own: hooks, summaries, evaluation, export and a predictor over the export."""

import json
import tempfile

import numpy as np
import tensorflow as tf

random = np.random.RandomState(1)
X = random.rand(128, 8, 8, 1).astype(np.float32)
Y = (X[:, :4].mean((1, 2, 3)) > X[:, 4:].mean((1, 2, 3))).astype(np.int32)


def model_fn(features, labels, mode, params):
    training = mode == tf.estimator.ModeKeys.TRAIN
    init = lambda seed: tf.variance_scaling_initializer(seed=seed)
    x = tf.reshape(features["x"], [-1, 8, 8, 1])
    x = tf.layers.conv2d(x, 4, 3, activation=tf.nn.relu, kernel_initializer=init(1))
    x = tf.layers.max_pooling2d(x, 2, 2)
    x = tf.layers.flatten(x)
    x = tf.layers.dense(x, params["hidden"], activation=tf.nn.relu, kernel_initializer=init(2))
    x = tf.layers.dropout(x, 0.2, training=training, seed=3)
    logits = tf.layers.dense(x, 2, kernel_initializer=init(4))
    predictions = {"classes": tf.argmax(logits, 1), "probabilities": tf.nn.softmax(logits, name="softmax")}
    if mode == tf.estimator.ModeKeys.PREDICT:
        outputs = {"serving_default": tf.estimator.export.PredictOutput(predictions)}
        return tf.estimator.EstimatorSpec(mode, predictions, export_outputs=outputs)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    metrics = {"accuracy": tf.metrics.accuracy(labels, predictions["classes"])}
    tf.summary.scalar("accuracy", metrics["accuracy"][1])
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=metrics)
    step = tf.train.get_global_step()
    rate = tf.train.exponential_decay(params["rate"], step, 10, 0.9, staircase=True)
    optimizer = tf.train.MomentumOptimizer(rate, 0.9)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=optimizer.minimize(loss, step))


class Losses(tf.train.SessionRunHook):
    def __init__(self):
        self.seen = []

    def begin(self):
        self.loss = tf.get_collection(tf.GraphKeys.LOSSES)[0]

    def before_run(self, context):
        return tf.train.SessionRunArgs(self.loss)

    def after_run(self, context, values):
        self.seen.append(float(values.results))


def train_input():
    data = tf.data.Dataset.from_tensor_slices(({"x": X}, Y))
    return data.shuffle(128, seed=5).repeat().batch(16).prefetch(1)


def main():
    folder = tempfile.mkdtemp()
    config = tf.estimator.RunConfig(folder, tf_random_seed=2, save_checkpoints_steps=15, keep_checkpoint_max=2)
    estimator = tf.estimator.Estimator(model_fn, config=config, params={"hidden": 12, "rate": 0.1})
    hook = Losses()
    for steps in (20, 10):
        estimator.train(train_input, steps=steps, hooks=[hook])
    evaluate = tf.estimator.inputs.numpy_input_fn({"x": X}, Y, batch_size=32, num_epochs=1, shuffle=False)
    result = estimator.evaluate(evaluate)

    def receiver():
        x = tf.placeholder(tf.float32, [None, 8, 8, 1], "x")
        return tf.estimator.export.ServingInputReceiver({"x": x}, {"x": x})

    export = estimator.export_savedmodel(folder + "/export", receiver)
    predict = tf.contrib.predictor.from_saved_model(export.decode() if isinstance(export, bytes) else export)
    served = predict({"x": X[:5]})["probabilities"]
    rows = estimator.predict(tf.estimator.inputs.numpy_input_fn({"x": X[:5]}, shuffle=False))
    own = [r["probabilities"] for r in rows]
    print(json.dumps({
        "losses": hook.seen, "accuracy": float(result["accuracy"]), "loss": float(result["loss"]),
        "step": int(result["global_step"]), "same": bool(np.allclose(served, own)), "served": served[:, 0].tolist(),
    }))  # fmt: skip


main()
