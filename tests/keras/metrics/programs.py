"""Every metric and loss of Keras on two batches, with and without weights; run by 1.15.5, it writes `recorded.json`."""

import json
import pathlib

import numpy as np

try:
    import penstock as tf
except (ImportError, SyntaxError):  # 1.15.5 runs on Python 3.7
    import tensorflow as tf

K = tf.keras.backend
M = tf.keras.metrics
L = tf.keras.losses

random = np.random.RandomState(0)


def softmax(x):
    e = np.exp(x)
    return (e / e.sum(-1, keepdims=True)).astype(np.float32)


CLASSES = [(np.eye(4)[random.randint(4, size=6)].astype(np.float32), softmax(random.randn(6, 4))) for _ in range(2)]
NUMBERS = [(a.argmax(-1)[:, None].astype(np.float32), b) for a, b in CLASSES]
BINARY = [(random.randint(2, size=(6, 3)).astype(np.float32), random.rand(6, 3).astype(np.float32)) for _ in range(2)]
VALUES = [(random.rand(6, 3).astype(np.float32), random.rand(6, 3).astype(np.float32)) for _ in range(2)]
LABELS = [
    (random.randint(3, size=6).astype(np.float32), random.randint(3, size=6).astype(np.float32)) for _ in range(2)
]
WEIGHTS = [random.rand(6).astype(np.float32) for _ in range(2)]

METRICS = {
    "accuracy": (lambda: M.Accuracy(), LABELS),
    "binary_accuracy": (lambda: M.BinaryAccuracy(threshold=0.4), BINARY),
    "categorical_accuracy": (lambda: M.CategoricalAccuracy(), CLASSES),
    "sparse_categorical_accuracy": (lambda: M.SparseCategoricalAccuracy(), NUMBERS),
    "top_k": (lambda: M.TopKCategoricalAccuracy(k=2), CLASSES),
    "sparse_top_k": (lambda: M.SparseTopKCategoricalAccuracy(k=2), NUMBERS),
    "cosine": (lambda: M.CosineSimilarity(), VALUES),
    "mae": (lambda: M.MeanAbsoluteError(), VALUES),
    "mape": (lambda: M.MeanAbsolutePercentageError(), VALUES),
    "mse": (lambda: M.MeanSquaredError(), VALUES),
    "msle": (lambda: M.MeanSquaredLogarithmicError(), VALUES),
    "hinge": (lambda: M.Hinge(), BINARY),
    "squared_hinge": (lambda: M.SquaredHinge(), BINARY),
    "categorical_hinge": (lambda: M.CategoricalHinge(), CLASSES),
    "logcosh": (lambda: M.LogCoshError(), VALUES),
    "poisson": (lambda: M.Poisson(), VALUES),
    "kld": (lambda: M.KLDivergence(), CLASSES),
    "binary_crossentropy": (lambda: M.BinaryCrossentropy(label_smoothing=0.1), BINARY),
    "categorical_crossentropy": (lambda: M.CategoricalCrossentropy(label_smoothing=0.1), CLASSES),
    "sparse_categorical_crossentropy": (lambda: M.SparseCategoricalCrossentropy(), NUMBERS),
    "root_mean_squared_error": (lambda: M.RootMeanSquaredError(), [(a[:, 0], b[:, 0]) for a, b in VALUES]),
    "relative": (lambda: M.MeanRelativeError(normalizer=np.arange(1.0, 7.0)), [(a[:, 0], b[:, 0]) for a, b in VALUES]),
    "true_positives": (lambda: M.TruePositives(), BINARY),
    "false_positives": (lambda: M.FalsePositives(thresholds=[0.3, 0.7]), BINARY),
    "true_negatives": (lambda: M.TrueNegatives(), BINARY),
    "false_negatives": (lambda: M.FalseNegatives(), BINARY),
    "precision": (lambda: M.Precision(), BINARY),
    "precision_top_k": (lambda: M.Precision(top_k=2, class_id=1), CLASSES),
    "recall": (lambda: M.Recall(thresholds=[0.2, 0.6]), BINARY),
    "sensitivity": (lambda: M.SensitivityAtSpecificity(0.4, num_thresholds=20), BINARY),
    "specificity": (lambda: M.SpecificityAtSensitivity(0.6, num_thresholds=20), BINARY),
    "auc": (lambda: M.AUC(num_thresholds=20), BINARY),
    "auc_pr": (lambda: M.AUC(num_thresholds=20, curve="PR"), BINARY),
    "auc_pr_minoring": (lambda: M.AUC(num_thresholds=20, curve="PR", summation_method="minoring"), BINARY),
    "auc_majoring": (lambda: M.AUC(thresholds=[0.5, 0.2], summation_method="majoring"), BINARY),
    "iou": (lambda: M.MeanIoU(num_classes=3), LABELS),
    "mean": (lambda: M.Mean(), [(a,) for a, _ in VALUES]),
    "sum": (lambda: M.Sum(), [(a,) for a, _ in VALUES]),
    "mean_tensor": (lambda: M.MeanTensor(), [(a,) for a, _ in VALUES]),
}
LOSSES = {
    "MeanSquaredError": VALUES,
    "MeanAbsoluteError": VALUES,
    "MeanAbsolutePercentageError": VALUES,
    "MeanSquaredLogarithmicError": VALUES,
    "BinaryCrossentropy": BINARY,
    "CategoricalCrossentropy": CLASSES,
    "SparseCategoricalCrossentropy": NUMBERS,
    "Hinge": BINARY,
    "SquaredHinge": BINARY,
    "CategoricalHinge": CLASSES,
    "Poisson": VALUES,
    "LogCosh": VALUES,
    "KLDivergence": CLASSES,
    "Huber": VALUES,
    "CosineSimilarity": VALUES,
}


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in sorted(value.items())}
    return np.asarray(value).tolist() if isinstance(value, (np.ndarray, np.generic, list)) else value


def measured(make, batches, weighted):
    """The results after each batch, the variables and the configuration."""
    with tf.Graph().as_default(), tf.Session():
        metric = make()
        feeds = [tf.placeholder(tf.float32, x.shape) for x in batches[0]]
        weight = tf.placeholder(tf.float32, WEIGHTS[0].shape) if weighted and len(batches[0][0].shape) <= 2 else None
        update = metric.update_state(*feeds, sample_weight=weight)
        result = metric.result()
        session = K.get_session()
        results = []
        for batch, weights in zip(batches, WEIGHTS):
            feed = dict(zip(feeds, batch))
            if weight is not None:
                feed[weight] = weights
            session.run(update.op if hasattr(update, "op") else update, feed)
            results.append(session.run(result))
        found = {
            "results": plain(results),
            "names": [v.name for v in metric.weights],
            "config": plain(metric.get_config()),
        }
        metric.reset_states()
        found["after_reset"] = plain(session.run(result))
        return found


def lost(name, batches, reduction):
    """A loss of the first batch: alone, with weights of examples, with a weight for all."""
    with tf.Graph().as_default(), tf.Session() as session:
        loss = getattr(L, name)(reduction=reduction)
        y_true, y_pred = (tf.constant(x) for x in batches[0])
        y_true = tf.cast(y_true, tf.int32) if name.startswith("Sparse") else y_true
        made = [loss(y_true, y_pred), loss(y_true, y_pred, sample_weight=WEIGHTS[0]), loss(y_true, y_pred, 2.5)]
        return {"values": plain([np.ravel(v).tolist() for v in session.run(made)]), "config": plain(loss.get_config())}


if __name__ == "__main__":
    recorded = {
        "metrics": {
            f"{name}/{weighted}": measured(make, batches, weighted)
            for name, (make, batches) in METRICS.items()
            for weighted in (False, True)
            if not (weighted and name in ("mean_tensor", "precision_top_k"))
        },
        "losses": {
            f"{name}/{how}": lost(name, batches, how)
            for name, batches in LOSSES.items()
            for how in ("auto", "sum", "none")
        },
    }
    pathlib.Path(__file__).with_name("recorded.json").write_text(json.dumps(recorded))
