"""Every loss and every metric, by name and as an object, with weights, in models that are trained for some steps."""

import numpy as np
import tensorflow as tf
from common import program, run, vectors, weights_of
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers, losses, metrics

LOSSES = [
    "mean_squared_error",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_squared_logarithmic_error",
    "squared_hinge",
    "hinge",
    "categorical_hinge",
    "logcosh",
    "categorical_crossentropy",
    "binary_crossentropy",
    "kullback_leibler_divergence",
    "poisson",
    "cosine_similarity",
]


def small(classes=3, activation="softmax"):
    return keras.Sequential([layers.Dense(5, activation="relu", input_shape=(6,)), layers.Dense(classes, activation=activation)])


@program
def losses_by_name():
    x, y = vectors()
    results = {}
    for name in LOSSES:
        model = small()
        model.compile("sgd", name, metrics=[name])
        results[name] = [model.train_on_batch(x, y) for _ in range(3)]
    return results


@program
def losses_as_objects():
    x, y = vectors()
    sample_weight = np.linspace(0.5, 2, len(x))
    results = {}
    for loss in (
        losses.MeanSquaredError(),
        losses.MeanAbsoluteError(reduction="sum"),
        losses.MeanAbsolutePercentageError(),
        losses.MeanSquaredLogarithmicError(),
        losses.BinaryCrossentropy(label_smoothing=0.1),
        losses.CategoricalCrossentropy(label_smoothing=0.2),
        losses.CategoricalCrossentropy(from_logits=True),
        losses.Hinge(),
        losses.SquaredHinge(),
        losses.CategoricalHinge(),
        losses.Poisson(),
        losses.LogCosh(),
        losses.KLDivergence(),
        losses.Huber(delta=0.3),
        losses.CosineSimilarity(axis=1),
    ):
        model = small()
        model.compile(keras.optimizers.SGD(0.1), loss)
        plain = [model.train_on_batch(x, y) for _ in range(2)]
        results[loss.name + str(len(results))] = [plain, model.train_on_batch(x, y, sample_weight=sample_weight), sorted(loss.get_config().items(), key=str)]
    return {k: [v[0], v[1], [[a, str(b)] for a, b in v[2]]] for k, v in results.items()}


@program
def losses_called():
    a, b = K.constant([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]]), K.constant([[0.2, 0.7, 0.4], [0.6, 0.3, 0.1]])
    weights = K.constant([[1.0], [0.5]])
    results = {}
    for name in ("MeanSquaredError", "BinaryCrossentropy", "Hinge", "Poisson", "Huber", "LogCosh", "KLDivergence", "CosineSimilarity"):
        for reduction in ("none", "sum", "sum_over_batch_size"):
            results[name + " " + reduction] = K.get_value(getattr(losses, name)(reduction=reduction)(a, b, sample_weight=weights))
    sparse = losses.SparseCategoricalCrossentropy(from_logits=True)
    results["sparse"] = K.get_value(sparse(K.constant([0, 2], dtype="int64"), b))
    return results


@program
def sparse_targets():
    x, y = vectors()
    model = small()
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy", "sparse_top_k_categorical_accuracy", "sparse_categorical_crossentropy"])
    codes = y.argmax(1)
    return {"names": model.metrics_names, "losses": [model.train_on_batch(x, codes) for _ in range(4)], "score": model.evaluate(x, codes, batch_size=5, verbose=0)}


@program
def metrics_by_name():
    x, y = vectors()
    model = small()
    names = ["accuracy", "mae", "mse", "mape", "msle", "cosine_proximity", "kullback_leibler_divergence", "poisson", "logcosh", "top_k_categorical_accuracy", "categorical_hinge"]
    model.compile("sgd", "categorical_crossentropy", metrics=names)
    history = model.fit(x, y, epochs=2, batch_size=7, verbose=0, shuffle=False, validation_data=(x[:9], y[:9]))
    return {"names": model.metrics_names, "history": history.history}


@program
def metrics_as_objects():
    x, y = vectors(classes=1)
    y = (x.sum(1, keepdims=True) > 0).astype("float32")
    model = small(1, "sigmoid")
    model.compile(
        "sgd",
        "binary_crossentropy",
        metrics=[
            metrics.BinaryAccuracy(threshold=0.4),
            metrics.AUC(num_thresholds=20),
            metrics.AUC(curve="PR", summation_method="minoring", name="pr"),
            metrics.Precision(),
            metrics.Recall(thresholds=[0.3, 0.6]),
            metrics.TruePositives(),
            metrics.TrueNegatives(),
            metrics.FalsePositives(),
            metrics.FalseNegatives(),
            metrics.SensitivityAtSpecificity(0.5, num_thresholds=10),
            metrics.SpecificityAtSensitivity(0.5, num_thresholds=10),
            metrics.BinaryCrossentropy(label_smoothing=0.1),
            metrics.MeanRelativeError(normalizer=[[1.0]]),
            metrics.RootMeanSquaredError(),
            metrics.LogCoshError(),
            metrics.Hinge(),
            metrics.SquaredHinge(),
            metrics.KLDivergence(),
            metrics.Poisson(),
            metrics.CosineSimilarity(),
        ],
    )
    history = model.fit(x, y, epochs=2, batch_size=8, verbose=0, shuffle=False)
    weights = np.linspace(0, 1, len(x))
    return {
        "names": model.metrics_names,
        "history": {k: [np.asarray(v, dtype="float64") for v in vs] for k, vs in history.history.items()},
        "weighted": model.evaluate(x, y, sample_weight=weights, verbose=0),
        "weights": [w.name for m in model.metrics for w in m.weights],
    }


@program
def metrics_alone():
    sess = K.get_session()
    results = {}
    for metric, batches in (
        (metrics.Mean(), [([1.0, 3.0], [1.0, 0.5]), ([5.0, 7.0], None)]),
        (metrics.Sum(), [([1.0, 3.0], [1.0, 0.5]), ([5.0, 7.0], None)]),
    ):
        values, weights = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [2])
        update = metric.update_state(values, weights)
        result = metric.result()
        sess.run([v.initializer for v in metric.variables])
        seen = []
        for value, weight in batches:
            sess.run(update, {values: value, weights: [1.0, 1.0] if weight is None else weight})
            seen.append(sess.run(result))
        results[metric.name] = [seen, [v.name for v in metric.variables], sorted(metric.get_config())]
    iou = metrics.MeanIoU(num_classes=3)
    update = iou.update_state([0, 1, 2, 1], [0, 2, 2, 1])
    sess.run([v.initializer for v in iou.variables])
    sess.run(update)
    results["iou"] = sess.run(iou.result())
    tensor = metrics.MeanTensor()
    update = tensor.update_state(K.constant([[1.0, 2.0], [3.0, 4.0]]))
    sess.run([v.initializer for v in tensor.variables])
    sess.run(update)
    sess.run(update)
    results["tensor"] = sess.run(tensor.result())
    relative = metrics.MeanRelativeError(normalizer=[1.0, 3.0])
    update = relative.update_state([1.0, 3.0], [2.0, 2.0])
    sess.run([v.initializer for v in relative.variables])
    sess.run(update)
    results["relative"] = sess.run(relative.result())
    return results


@program
def a_metric_of_ones_own():
    x, y = vectors()

    class CategoricalTruePositives(metrics.Metric):
        def __init__(self, name="true_positives_of_mine", **kwargs):
            super(CategoricalTruePositives, self).__init__(name=name, **kwargs)
            self.true_positives = self.add_weight(name="tp", initializer="zeros")

        def update_state(self, y_true, y_pred, sample_weight=None):
            values = tf.cast(tf.equal(tf.argmax(y_true, 1), tf.argmax(y_pred, 1)), tf.float32)
            return self.true_positives.assign_add(tf.reduce_sum(values))

        def result(self):
            return tf.identity(self.true_positives)

    def mine(y_true, y_pred):
        return K.mean(K.abs(y_true - y_pred), axis=-1)

    def largest(y_true, y_pred):
        return K.max(y_pred)

    class Logged(layers.Layer):
        def call(self, inputs):
            self.add_metric(K.std(inputs), name="std_of_activation", aggregation="mean")
            self.add_loss(0.1 * tf.reduce_mean(inputs), inputs=True)
            return inputs

    inputs = keras.Input((6,))
    h = Logged()(layers.Dense(5)(inputs))
    outputs = layers.Dense(3, activation="softmax")(h)
    model = keras.Model(inputs, outputs)
    model.add_metric(K.sum(outputs), name="sum_of_outputs", aggregation="mean")
    model.compile("adam", "categorical_crossentropy", metrics=[CategoricalTruePositives(), mine, largest])
    history = model.fit(x, y, epochs=3, batch_size=16, verbose=0)
    return {"names": model.metrics_names, "history": history.history, "start": weights_of(model)["names"]}


@program
def many_outputs():
    x, y = vectors()
    rng = np.random.RandomState(2)
    second = rng.randn(len(x), 1)
    inputs = keras.Input((6,), name="numbers")
    h = layers.Dense(6, activation="relu")(inputs)
    model = keras.Model(inputs, [layers.Dense(3, activation="softmax", name="kind")(h), layers.Dense(1, name="size")(h)])
    results = {}
    for name, arguments in {
        "one loss": {"loss": "mse"},
        "list": {"loss": ["categorical_crossentropy", "mae"], "loss_weights": [1.0, 0.3]},
        "dict": {"loss": {"kind": "categorical_crossentropy", "size": "mse"}, "loss_weights": {"size": 0.2}, "metrics": {"kind": "accuracy", "size": ["mae", "mse"]}},
        "list of metrics": {"loss": "mse", "metrics": [["mae"], ["mse", "mape"]], "weighted_metrics": {"kind": "accuracy"}},
    }.items():
        model.compile(keras.optimizers.SGD(0.01), **arguments)
        targets = {"kind": y, "size": second}
        results[name] = [model.metrics_names, [model.train_on_batch({"numbers": x}, targets) for _ in range(2)]]
    model.compile("sgd", "mse", metrics=["mae"])
    results["weights"] = [model.train_on_batch(x, [y, second], sample_weight=[np.linspace(0, 1, 32), np.ones(32)]) for _ in range(2)]
    results["class weights"] = model.train_on_batch(x, [y, second], class_weight={"kind": {0: 1.0, 1: 2.0, 2: 0.5}})
    results["evaluated"] = model.evaluate(x, [y, second], batch_size=10, verbose=0)
    results["tested"] = model.test_on_batch(x, [y, second])
    return results


@program
def temporal_weights():
    rng = np.random.RandomState(3)
    x, y = rng.randn(8, 4, 5).astype("float32"), rng.randn(8, 4, 2).astype("float32")
    weights = rng.rand(8, 4)
    model = keras.Sequential([layers.LSTM(3, return_sequences=True, input_shape=(4, 5)), layers.TimeDistributed(layers.Dense(2))])
    model.compile("rmsprop", "mse", sample_weight_mode="temporal", weighted_metrics=["mae"], metrics=["mse"])
    history = model.fit(x, y, sample_weight=weights, epochs=2, batch_size=4, verbose=0, shuffle=False)
    return {"history": history.history, "score": model.evaluate(x, y, sample_weight=weights, verbose=0)}


if __name__ == "__main__":
    run()
