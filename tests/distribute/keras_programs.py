"""Keras models under strategies of `tf.distribute`, the same for Penstock and for TensorFlow 1.15.

`python tests/distribute/keras_programs.py`, run by a Python with TensorFlow 1.15, writes what they return to
`recorded_keras.json`.
"""

import json
import os
import sys
import tempfile

import numpy as np

DEVICES = ["/cpu:0", "/cpu:1"]


def data(samples=16, width=2):
    random = np.random.RandomState(0)
    x = random.rand(samples, 4).astype("float32")
    return x, x.dot(random.rand(4, width)).astype("float32")


def mirrored(tf):
    return tf.distribute.MirroredStrategy(DEVICES)


def network(tf, *between, **dense):
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [layers.Dense(5, activation="tanh", input_shape=(4,), **dense)] + list(between) + [layers.Dense(2)]
    )


def told(value):
    """What JSON can say of results."""
    if isinstance(value, dict):
        return {str(k): told(v) for k, v in sorted(value.items())}
    if isinstance(value, (list, tuple)):
        return [told(v) for v in value]
    if isinstance(value, np.ndarray):
        return told(value.tolist())
    if isinstance(value, (np.floating, float)):
        return float(value)
    if isinstance(value, (np.integer, int)):
        return int(value)
    return value


def results(tf, model, history, x, y, size=8):
    """Everything that is to be equal after a training."""
    optimizer = model.optimizer
    return told(
        {
            "history": history.history,
            "evaluate": model.evaluate(x, y, batch_size=size, verbose=0),
            "predict": model.predict(x, batch_size=size),
            "weights": model.get_weights(),
            "names": [w.name for w in model.weights],
            "slots": [] if hasattr(optimizer, "optimizer") else [w.name for w in optimizer.weights],
        }
    )


def trained(tf, strategy, optimizer, *between, **options):
    """Fits a small network for two epochs."""
    samples, dense = options.pop("samples", 16), options.pop("dense", {})
    x, y = data(samples)
    with strategy.scope():
        model = network(tf, *[make() for make in between], **dense)
        model.compile(optimizer(), options.pop("loss", "mse"), metrics=options.pop("metrics", ["mae"]))
    history = model.fit(x, y, batch_size=options.pop("batch_size", 8), epochs=2, verbose=0, **options)
    return results(tf, model, history, x[:16], y[:16])


def sgd(tf):
    return lambda: tf.keras.optimizers.SGD(0.1, momentum=0.9)


def mirrored_last_batch_is_partial(tf):
    return trained(tf, mirrored(tf), sgd(tf), samples=20, shuffle=False)


def mirrored_last_batch_is_too_small_for_all(tf):
    return trained(tf, mirrored(tf), sgd(tf), samples=17, shuffle=False)


def mirrored_shuffled(tf):
    return trained(tf, mirrored(tf), lambda: tf.keras.optimizers.Adam(0.01))


def mirrored_dropout_and_normalization(tf):
    layers = tf.keras.layers
    return trained(tf, mirrored(tf), sgd(tf), layers.BatchNormalization, lambda: layers.Dropout(0.3))


def mirrored_regularized_and_clipped(tf):
    return trained(
        tf,
        mirrored(tf),
        lambda: tf.keras.optimizers.RMSprop(0.01, clipnorm=0.1),
        dense={"kernel_regularizer": "l2", "kernel_constraint": "max_norm", "activity_regularizer": "l1"},
    )


def mirrored_schedule_of_the_rate(tf):
    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.5)
    return trained(tf, mirrored(tf), lambda: tf.keras.optimizers.Adagrad(schedule))


def mirrored_optimizer_of_train(tf):
    return trained(tf, mirrored(tf), lambda: tf.train.AdamOptimizer(0.01))


def mirrored_weights_of_samples_and_validation(tf):
    x, y = data()
    weights = np.arange(16).astype("float32")
    return trained(tf, mirrored(tf), sgd(tf), sample_weight=weights, validation_data=(x, y))


def mirrored_sum_and_own_losses(tf):
    summed = trained(tf, mirrored(tf), sgd(tf), loss=tf.keras.losses.MeanSquaredError(reduction="sum"))

    def own(wanted, found):
        return tf.reduce_mean(tf.abs(wanted - found), axis=-1)

    return {"sum": summed, "own": trained(tf, mirrored(tf), sgd(tf), loss=own)}


def mirrored_metrics(tf):
    metrics = tf.keras.metrics

    def own(wanted, found):
        return tf.reduce_max(wanted - found)

    return trained(tf, mirrored(tf), sgd(tf), metrics=[own, metrics.AUC(num_thresholds=5), "acc", metrics.Recall(0.6)])


def mirrored_several_outputs_of_a_dataset(tf):
    layers = tf.keras.layers
    random = np.random.RandomState(2)
    with mirrored(tf).scope():
        words, extra = layers.Input((3,), name="words"), layers.Input((4,), name="extra")
        inner = layers.Flatten()(layers.Embedding(7, 2)(words))
        both = layers.Concatenate()([inner, layers.Dense(3)(extra)])
        one, other = layers.Dense(1, name="one")(both), layers.Dense(3, activation="softmax", name="other")(both)
        model = tf.keras.Model([words, extra], [one, other])
        model.add_loss(tf.reduce_mean(both))
        model.add_metric(tf.reduce_max(one), name="largest", aggregation="mean")
        model.compile(
            "adam",
            {"one": "mse", "other": "sparse_categorical_crossentropy"},
            loss_weights=[0.5, 2.0],
            metrics={"other": ["acc"]},
        )
    x = {"words": random.randint(0, 7, [24, 3]), "extra": random.rand(24, 4).astype("float32")}
    y = (random.rand(24, 1).astype("float32"), random.randint(0, 3, [24, 1]))
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
    history = model.fit(dataset, epochs=2, verbose=0)
    return told(
        {
            "history": history.history,
            "evaluate": model.evaluate(dataset, verbose=0),
            "predict": model.predict(dataset.take(2)),
            "again": model.fit(dataset.repeat(), epochs=1, steps_per_epoch=2, verbose=0).history,
            "names": model.metrics_names,
            "weights": model.get_weights(),
        }
    )


def mirrored_callbacks_and_files(tf):
    x, y = data()
    seen = []
    folder = tempfile.mkdtemp()
    callbacks = tf.keras.callbacks
    with mirrored(tf).scope():
        # Without the bias: its gradient is rounding only, and Adam makes steps of it.
        model = network(tf, tf.keras.layers.BatchNormalization(), use_bias=False)
        model.compile(tf.keras.optimizers.Adam(0.05), "mse")
    model.fit(
        x,
        y,
        batch_size=8,
        epochs=6,
        verbose=0,
        validation_data=(x, y),
        callbacks=[
            callbacks.LearningRateScheduler(lambda epoch: 0.05 / (epoch + 1)),
            callbacks.ReduceLROnPlateau("loss", patience=1, min_delta=10.0),
            callbacks.EarlyStopping("loss", min_delta=10.0, patience=3, restore_best_weights=True),
            callbacks.ModelCheckpoint(os.path.join(folder, "w{epoch}.h5"), save_weights_only=True),
            callbacks.ModelCheckpoint(os.path.join(folder, "m.h5"), save_best_only=True),
            callbacks.CSVLogger(os.path.join(folder, "log.csv")),
            callbacks.TensorBoard(folder),
            callbacks.LambdaCallback(
                on_batch_end=lambda batch, logs: seen.append([batch, sorted(logs), float(logs["loss"])]),
                on_epoch_end=lambda epoch, logs: seen.append([epoch, sorted(logs), float(logs["val_loss"])]),
            ),
        ],
    )
    final = model.get_weights()
    model.save_weights(os.path.join(folder, "all"))
    model.save(os.path.join(folder, "all.h5"))
    model.load_weights(os.path.join(folder, "w1.h5"))
    first = model.evaluate(x, y, batch_size=16, verbose=0)
    model.load_weights(os.path.join(folder, "all"))
    last = model.evaluate(x, y, batch_size=16, verbose=0)
    with tf.Graph().as_default():
        loaded = tf.keras.models.load_model(os.path.join(folder, "all.h5"))
        plain = loaded.predict(x[:2])
        steps = loaded.optimizer.get_weights()[0]
        loaded.load_weights(os.path.join(folder, "all"))
        same = loaded.predict(x[:2])
    # TensorBoard's are not compared: 1.15 also profiles a batch.
    files = sorted(name for name in os.listdir(folder) if "tfevents" not in name and name != "plugins")
    return told(
        {
            "seen": seen,
            "final": final,
            "evaluate": [first, last],
            "loaded": [plain, same],
            "steps": steps,
            "files": files,
        }
    )


def mirrored_fits_one_after_another(tf):
    """The order of shuffled samples depends on how many operations 1.15 has made before."""
    x, y = data()
    with mirrored(tf).scope():
        model = network(tf)
        model.compile(tf.keras.optimizers.Adam(0.01), "mse")
    return told(
        {
            "predict": model.predict(x, batch_size=8),
            "evaluate": model.evaluate(x, y, batch_size=8, verbose=0),
            "first": model.fit(x, y, batch_size=8, epochs=3, initial_epoch=1, verbose=0).history,
            "second": model.fit(x, y, steps_per_epoch=2, epochs=2, verbose=0).history,
            "third": model.fit(x, y, batch_size=4, verbose=0).history,
            "optimizer": model.optimizer.get_weights(),
        }
    )


def mirrored_convolutions(tf):
    layers, random = tf.keras.layers, np.random.RandomState(1)
    x, y = random.rand(16, 8, 8, 1).astype("float32"), random.rand(16, 1).astype("float32")
    with mirrored(tf).scope():
        model = tf.keras.Sequential(
            [
                layers.Conv2D(3, 3, input_shape=(8, 8, 1)),
                layers.BatchNormalization(),
                layers.ReLU(),
                layers.SeparableConv2D(2, 3),
                layers.SpatialDropout2D(0.2),
                layers.Flatten(),
                layers.Dense(1),
            ]
        )
        model.compile("sgd", "mse")
    return results(tf, model, model.fit(x, y, batch_size=8, epochs=2, verbose=0), x, y)


def mirrored_recurrent(tf):
    layers, random = tf.keras.layers, np.random.RandomState(1)
    x, y = random.rand(16, 6, 3).astype("float32"), random.rand(16, 1).astype("float32")
    with mirrored(tf).scope():
        model = tf.keras.Sequential(
            [layers.Bidirectional(layers.LSTM(3, dropout=0.2), input_shape=(6, 3)), layers.Dense(1)]
        )
        model.compile("rmsprop", "mse")
    return results(tf, model, model.fit(x, y, batch_size=8, epochs=2, verbose=0), x, y)


def compiled_with_a_strategy(tf):
    x, y = data()
    model = network(tf)
    model.compile(tf.keras.optimizers.SGD(0.1), "mse", metrics=["mae"], distribute=mirrored(tf))
    history = model.fit(x, y, batch_size=8, epochs=2, verbose=0, shuffle=False, validation_data=(x, y))
    return told(
        {
            "history": history.history,
            "evaluate": model.evaluate(x, y, batch_size=8, verbose=0),
            "predict": model.predict(x[:8], batch_size=8),
            "weights": model.get_weights(),
        }
    )


def batches_of_contrib_are_for_a_replica(tf):
    return trained(tf, tf.contrib.distribute.MirroredStrategy(DEVICES), sgd(tf), batch_size=4, shuffle=False)


def parameter_servers_of_this_machine(tf):
    return trained(tf, tf.distribute.experimental.ParameterServerStrategy(), sgd(tf))


def one_worker(tf):
    return trained(tf, tf.distribute.experimental.MultiWorkerMirroredStrategy(), sgd(tf))


def refusals(tf):
    layers, strategy = tf.keras.layers, mirrored(tf)
    x, y = data()
    said = {}

    def tried(name, function):
        try:
            function()
            said[name] = "nothing"
        except Exception as error:  # what is compared
            said[name] = [type(error).__name__, str(error)]

    with strategy.scope():
        model = network(tf)
        tried("modes", lambda: model.compile("sgd", "mse", sample_weight_mode="temporal"))
        tried("weighted", lambda: model.compile("sgd", "mse", weighted_metrics=["acc"]))
        tried("targets", lambda: model.compile("sgd", "mse", target_tensors=[tf.zeros([8, 2])]))
        tried("shapeless", lambda: tf.keras.Sequential([layers.Dense(1)]).compile("sgd", "mse"))

        class Own(tf.keras.Model):
            def call(self, inputs):
                return inputs

        tried("subclassed", lambda: Own().compile("sgd", "mse"))
        model.compile("sgd", "mse")
        tried("loss", lambda: tf.keras.losses.MeanSquaredError()(tf.zeros([2, 2]), tf.zeros([2, 2])))
        tried("batch", lambda: model.train_on_batch(x, y))
        tried("test batch", lambda: model.test_on_batch(x, y))
        tried("predict batch", lambda: model.predict_on_batch(x))
        fixed = tf.keras.Sequential([layers.Dense(2, batch_input_shape=(2, 4))])
        fixed.compile("sgd", "mse")
    tried("generator", lambda: model.fit_generator(iter([(x, y)])))
    tried("evaluate generator", lambda: model.evaluate_generator(iter([(x, y)])))
    tried("predict generator", lambda: model.predict_generator(iter([(x, y)])))
    tried("generator in fit", lambda: model.fit(iter([(x, y)]), steps_per_epoch=1))
    tried("classes", lambda: model.fit(x, y, class_weight={0: 1.0}))
    tried("split", lambda: model.fit(x, y, validation_split=0.5))
    tried("evaluate partial", lambda: model.evaluate(x, y, batch_size=7))
    tried("predict partial", lambda: model.predict(x, batch_size=7))
    tried("steps", lambda: model.fit(x, y, steps_per_epoch=3))
    tried("too many", lambda: model.fit(x, y, batch_size=8, steps_per_epoch=4))
    tried("fixed", lambda: fixed.fit(x, y, batch_size=8))
    tried("fixed odd", lambda: fixed.fit(x, y, batch_size=5))
    endless = tf.data.Dataset.from_tensor_slices((x, y)).batch(8).repeat()
    tried("endless", lambda: model.fit(endless))
    tried("targets of dataset", lambda: model.fit(endless, y))
    tried("size of dataset", lambda: model.fit(endless, batch_size=8, steps_per_epoch=1))
    outside = network(tf)

    def compile_outside():
        with strategy.scope():
            outside.compile("sgd", "mse")

    tried("outside", compile_outside)
    said["outside"][1] = said["outside"][1].partition("It is most likely")[2]
    said["loss"][1] = said["loss"][1].partition("Please see")[0]
    for name in ("targets of dataset", "size of dataset"):  # they show objects
        said[name][1] = said[name][1][:40]
    return said


PROGRAMS = {
    program.__name__: program
    for program in (
        mirrored_last_batch_is_partial,
        mirrored_last_batch_is_too_small_for_all,
        mirrored_shuffled,
        mirrored_dropout_and_normalization,
        mirrored_regularized_and_clipped,
        mirrored_schedule_of_the_rate,
        mirrored_optimizer_of_train,
        mirrored_weights_of_samples_and_validation,
        mirrored_sum_and_own_losses,
        mirrored_metrics,
        mirrored_several_outputs_of_a_dataset,
        mirrored_callbacks_and_files,
        mirrored_fits_one_after_another,
        mirrored_convolutions,
        mirrored_recurrent,
        compiled_with_a_strategy,
        batches_of_contrib_are_for_a_replica,
        parameter_servers_of_this_machine,
        one_worker,
        refusals,
    )
}


def run(tf, name):
    with tf.Graph().as_default():
        tf.keras.backend.reset_uids()
        tf.keras.backend.set_session(tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})))
        tf.set_random_seed(7)
        np.random.seed(3)
        return PROGRAMS[name](tf)


if __name__ == "__main__":
    import tensorflow

    tensorflow.compat.v1.logging.set_verbosity("ERROR")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_keras.json")
    names = sys.argv[1:] or list(PROGRAMS)
    recorded = {}
    if os.path.exists(path) and sys.argv[1:]:
        with open(path) as file:
            recorded = json.load(file)
    for name in names:
        recorded[name] = run(tensorflow, name)
    with open(path, "w") as file:
        json.dump(recorded, file, indent=1, sort_keys=True)
        file.write("\n")
