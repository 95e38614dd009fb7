"""A worker of a cluster that trains under a strategy: `worker_program.py MODULE PROGRAM`, with the cluster in `TF_CONFIG`.

MODULE is `penstock` or `tensorflow`; what the program returns is printed as JSON.
"""

import importlib
import json
import os
import sys
import time

import numpy as np


def data():
    random = np.random.RandomState(1)
    x = random.rand(64, 5).astype("float32")
    return x, x.dot(random.rand(5, 1).astype("float32"))


def fixed_batch(tf):
    """As `custom_loop`, with constant first values, and all data in each batch: what differs is no matter of seeds."""
    return custom_loop(tf, tf.constant_initializer(0.3), 64)


def custom_loop(tf, initializer=None, batch=16):
    """A loop of the program's own: each worker reads its part of the data; embeddings give sparse gradients."""
    strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
    task = json.loads(os.environ.get("TF_CONFIG", "{}")).get("task", {"type": "worker", "index": 0})
    x, y = data()
    ids = np.arange(64) % 7
    target, config = "", strategy.update_config_proto(tf.ConfigProto())
    if "TF_CONFIG" in os.environ:
        cluster = tf.train.ClusterSpec(json.loads(os.environ["TF_CONFIG"])["cluster"])
        target = tf.train.Server(cluster, task["type"], task["index"], config=config).target
    # Different seeds: the chief's first values are everybody's.
    tf.set_random_seed(7 + task["index"])
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(tf.data.Dataset.from_tensor_slices((x, y, ids)).repeat().batch(batch))

        def step(inputs):
            features, labels, ids = inputs
            table = tf.get_variable("table", [7, 5], initializer=initializer)
            features += tf.nn.embedding_lookup(table, ids)
            hidden = tf.layers.dense(features, 4, tf.nn.relu, name="hidden", kernel_initializer=initializer)
            output = tf.layers.dense(hidden, 1, name="out", kernel_initializer=initializer)
            loss = tf.reduce_mean(tf.square(output - labels))
            train = tf.train.AdamOptimizer(0.01).minimize(loss, global_step=tf.train.get_or_create_global_step())
            with tf.control_dependencies([train]):
                return tf.identity(loss)

        mean = strategy.reduce("MEAN", strategy.experimental_run(step, iterator))
    with tf.Session(target, config=config) as sess:
        sess.run(iterator.initialize())
        sess.run(tf.global_variables_initializer())
        losses = [float(sess.run(mean)) for _ in range(6)]
        weights = [float(np.sum(v)) for v in sess.run(tf.trainable_variables())]
    return {"losses": losses, "weights": weights}


def _estimator(tf, strategy):
    """`train_and_evaluate` with `RunConfig(train_distribute=...)`: losses, the last evaluation, the chief's checkpoint."""
    task = json.loads(os.environ["TF_CONFIG"])["task"]
    x, y = data()

    def input_fn(input_context=None):
        dataset = tf.data.Dataset.from_tensor_slices((x, y))
        if input_context:
            dataset = dataset.shard(input_context.num_input_pipelines, input_context.input_pipeline_id)
        return dataset.repeat().batch(8)

    def model_fn(features, labels, mode):
        hidden = tf.layers.dense(features, 4, tf.nn.relu)
        loss = tf.losses.mean_squared_error(labels, tf.layers.dense(hidden, 1))
        if mode == tf.estimator.ModeKeys.EVAL:
            return tf.estimator.EstimatorSpec(mode, loss=loss)
        train = tf.train.AdamOptimizer(0.01).minimize(loss, global_step=tf.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

    class Seen(tf.train.SessionRunHook):
        losses, evaluated = [], []

        def begin(self):
            self.loss = (tf.get_collection(tf.GraphKeys.LOSSES) or [tf.train.get_global_step()])[-1]

        def before_run(self, context):
            return tf.train.SessionRunArgs(self.loss)

        def after_run(self, context, values):
            self.losses.append(float(values.results))

    class Evaluated(tf.train.SessionRunHook):
        steps = []

        def begin(self):
            self.step = tf.train.get_global_step()

        def end(self, session):
            self.steps.append(int(session.run(self.step)))

    folder = os.environ["MODEL_DIR"]
    config = tf.estimator.RunConfig(folder, tf_random_seed=3, save_checkpoints_steps=4, train_distribute=strategy)
    model = tf.estimator.Estimator(model_fn, config=config)
    tf.estimator.train_and_evaluate(
        model,
        tf.estimator.TrainSpec(input_fn, max_steps=10, hooks=[Seen()]),
        tf.estimator.EvalSpec(input_fn, steps=2, hooks=[Evaluated()], start_delay_secs=0, throttle_secs=1),
    )
    if task["type"] == "evaluator":
        return {"evaluated": Evaluated.steps[-1]}
    found = {"losses": Seen.losses}
    if task["index"] == 0:
        latest = tf.train.latest_checkpoint(folder)
        found["checkpoint"] = os.path.basename(latest)
        for name, _ in tf.train.list_variables(latest):
            found[name] = float(np.sum(tf.train.load_variable(latest, name)))
    return found


def estimator_of_workers(tf):
    """An Estimator on workers that train together."""
    return _estimator(tf, tf.distribute.experimental.MultiWorkerMirroredStrategy())


def estimator_of_parameter_servers(tf):
    """An Estimator whose variables are on parameter servers."""
    return _estimator(tf, tf.distribute.experimental.ParameterServerStrategy())


def _keras(tf, strategy, checkpoint=True):
    """A Keras model that is compiled in the scope, with checkpoints: what each worker sees, the chief's files."""
    task = json.loads(os.environ["TF_CONFIG"])["task"]
    x, y = data()
    tf.set_random_seed(3)
    with strategy.scope():
        layers = tf.keras.layers
        model = tf.keras.Sequential(
            [layers.Dense(4, input_shape=(5,)), layers.BatchNormalization(), layers.ReLU(), layers.Dense(1)]
        )
        model.compile(tf.keras.optimizers.SGD(0.05, momentum=0.9), "mse", metrics=["mae"])
    folder = os.path.join(os.environ["MODEL_DIR"], "keras")
    os.makedirs(folder, exist_ok=True)
    save = tf.keras.callbacks.ModelCheckpoint(os.path.join(folder, "w{epoch}.h5"), save_weights_only=True)
    history = model.fit(
        x,
        y,
        batch_size=16,
        epochs=2,
        shuffle=False,
        verbose=0,
        validation_data=(x, y),
        callbacks=[save] if checkpoint else [],
    )
    found = {name: [float(v) for v in values] for name, values in history.history.items()}
    found["evaluate"] = [float(v) for v in model.evaluate(x, y, batch_size=16, verbose=0)]
    found["weights"] = [float(np.sum(w)) for w in model.get_weights()]
    if checkpoint and task["index"] == 0:
        found["files"] = sorted(name for name in os.listdir(folder) if name.endswith(".h5"))
    return found


def keras_of_workers(tf):
    """A Keras model on workers that train together."""
    return _keras(tf, tf.distribute.experimental.MultiWorkerMirroredStrategy())


def keras_of_parameter_servers(tf):
    """A Keras model whose variables are on parameter servers."""
    return _keras(tf, tf.distribute.experimental.ParameterServerStrategy(), checkpoint=False)


def keras_goes_on(tf):
    """A training that fails in its third epoch goes on with it when it is run again; a weight file has no trace of that."""
    x, y = data()
    folder = os.path.join(os.environ["MODEL_DIR"], "keras")
    os.makedirs(folder, exist_ok=True)
    found = []

    class Fail(tf.keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            if epoch == 2 and not found:
                raise RuntimeError("the machine is gone")

    for _ in range(2):
        tf.keras.backend.clear_session()
        strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
        with strategy.scope():
            layers = [tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(5,))]
            model = tf.keras.Sequential(layers)
            model.compile(tf.keras.optimizers.SGD(0.05, momentum=0.9), "mse")
        save = tf.keras.callbacks.ModelCheckpoint(os.path.join(folder, "w{epoch}"), save_weights_only=True)
        try:
            history = model.fit(x, y, 16, epochs=4, shuffle=False, verbose=0, callbacks=[save, Fail()])
            found.append([history.epoch, [float(v) for v in history.history["loss"]]])
        except RuntimeError as error:
            found.append([str(error), os.path.exists(os.path.join(folder, "backup"))])
    names = [name for name, _ in tf.train.list_variables(os.path.join(folder, "w4"))]
    return [found, any("ckpt_saved_epoch" in name for name in names), os.path.exists(os.path.join(folder, "backup"))]


def main():
    tf = importlib.import_module(sys.argv[1])
    tf.logging.set_verbosity("ERROR")
    print(json.dumps(globals()[sys.argv[2]](tf)))
    sys.stdout.flush()
    time.sleep(1)  # others may still fetch
    os._exit(0)


if __name__ == "__main__":
    main()
