"""Heads: losses, metrics, predictions and exports of `tf.estimator.*Head` against TensorFlow's, and those of `tf.contrib`."""

import numpy as np
import pytest

import penstock as tf
from tests.estimator.canned.comparing import equal
from tests.same_program import run_here

PROGRAM = """
E = tf.estimator
if not hasattr(E, "BinaryClassHead"):  # only in the peer's tf.estimator of 2.x
    import tensorflow
    E = tensorflow.estimator
rng = np.random.RandomState(1)
weights = rng.rand(8, 1).astype("f")
data = {
    "two": (rng.randn(8, 1).astype("f"), (rng.rand(8, 1) > 0.5).astype("f")),
    "names": (rng.randn(8, 1).astype("f"), rng.choice(["no", "yes"], (8, 1))),
    "three": (rng.randn(8, 3).astype("f"), rng.randint(0, 3, (8, 1))),
    "labels": (rng.randn(8, 3).astype("f"), rng.randint(0, 2, (8, 3))),
    "numbers": (rng.randn(8, 2).astype("f"), rng.rand(8, 2).astype("f")),
    "number": (rng.randn(8, 1).astype("f"), rng.rand(8, 1).astype("f")),
}
heads = {
    "binary": (E.BinaryClassHead(thresholds=[0.3, 0.5]), "two"),
    "binary, weighted": (E.BinaryClassHead(weight_column="w", loss_reduction="sum", name="h"), "two"),
    "binary, names": (E.BinaryClassHead(label_vocabulary=["no", "yes"]), "names"),
    "multi-class": (E.MultiClassHead(3, weight_column="w"), "three"),
    "multi-label": (E.MultiLabelHead(3, thresholds=[0.4], classes_for_class_based_metrics=[0, 2], weight_column="w"), "labels"),
    "regression": (E.RegressionHead(2, weight_column="w"), "numbers"),
    "poisson": (E.PoissonRegressionHead(2), "numbers"),
    "logistic": (E.LogisticRegressionHead(), "number"),
}
heads["several"] = (E.MultiHead([E.BinaryClassHead(name="a"), E.RegressionHead(2, name="b")], [0.3, 2.0]), None)
result = {}
for name, (head, which) in heads.items():
    for mode in ("eval", "infer", "train"):
        with tf.Graph().as_default(), tf.Session() as sess:
            if which is None:
                logits = tf.constant(np.concatenate([data["two"][0], data["numbers"][0]], 1))
                labels = {"a": tf.constant(data["two"][1]), "b": tf.constant(data["numbers"][1])}
            else:
                logits, labels = map(tf.constant, data[which])
            regularization = [tf.constant(0.25)] if mode == "eval" else None
            spec = head.create_estimator_spec(
                {"w": tf.constant(weights)}, mode, logits, None if mode == "infer" else labels,
                train_op_fn=lambda loss: tf.no_op(), regularization_losses=regularization)
            found = {"dimension": head.logits_dimension}
            metrics = {k: m if isinstance(m, tuple) else (m.result(), m.updates) for k, m in (spec.eval_metric_ops or {}).items()}
            for metric in (spec.eval_metric_ops or {}).values():  # of Keras
                for variable in getattr(metric, "variables", []):
                    sess.run(variable.initializer)
            sess.run([tf.local_variables_initializer(), tf.tables_initializer()])
            if mode == "infer":
                found["exports"] = {k: type(v).__name__ for k, v in spec.export_outputs.items()}
            else:
                found["loss"] = sess.run(spec.loss)
            since_2 = ("class", "all_class") if name == "multi-label" else ()  # what later versions added
            kept = {str(k): v for k, v in spec.predictions.items() if not str(k).startswith(since_2)}
            found["predictions"] = sess.run(kept)
            sess.run([update for _, update in metrics.values()])
            found["metrics"] = sess.run({k: value for k, (value, _) in metrics.items()})
        result[name + " " + mode] = found
"""


def test_heads_of_tf_estimator_are_as_in_tensorflow(peer):
    equal(run_here(PROGRAM), peer.run(PROGRAM))


def run(spec, what):
    with tf.Session() as sess:
        sess.run([tf.local_variables_initializer(), tf.tables_initializer()])
        if spec.eval_metric_ops:
            sess.run([update for _, update in spec.eval_metric_ops.values()])
        return sess.run(what(spec))


def of(spec, mode="eval"):
    return run(spec, lambda spec: (spec.loss, {key: value for key, (value, _) in spec.eval_metric_ops.items()}))


C = tf.contrib.estimator


def test_a_head_of_several_labels_takes_sparse_names():
    head = C.multi_label_head(
        3, label_vocabulary=["a", "b", "c"], thresholds=[0.5], classes_for_class_based_metrics=["c"], name="h"
    )
    logits = np.array([[1.0, -1.0, 2.0], [-3.0, 0.5, 1.0]], np.float32)
    with tf.Graph().as_default():
        labels = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], ["a", "c", "b"], [2, 2])
        loss, metrics = of(head.create_estimator_spec({}, "eval", tf.constant(logits), labels))
    dense = np.array([[1, 0, 1], [0, 1, 0]])
    probabilities = 1 / (1 + np.exp(-logits))
    wanted = -np.where(dense, np.log(probabilities), np.log(1 - probabilities)).mean()
    np.testing.assert_allclose(loss, wanted, rtol=1e-6)
    np.testing.assert_allclose(metrics["accuracy/positive_threshold_0.5/h"], ((probabilities > 0.5) == dense).mean())
    np.testing.assert_allclose(metrics["probability_mean/c/h"], probabilities[:, 2].mean(), rtol=1e-6)
    assert set(metrics) >= {"average_loss/h", "auc/h", "auc_precision_recall/h", "auc/c/h", "auc_precision_recall/c/h"}


def test_several_heads_add_their_losses_and_export_everything():
    heads = [C.regression_head(name="a"), C.multi_class_head(3, name="b")]
    head = C.multi_head(heads, head_weights=[1.0, 0.5])
    logits = np.array([[1.0, 0.0, 1.0, 0.0], [2.0, 0.0, 0.0, 0.0]], np.float32)
    with tf.Graph().as_default():
        labels = {"a": tf.constant([[0.0], [0.0]]), "b": tf.constant([[1], [0]])}
        loss, metrics = of(head.create_estimator_spec({}, "eval", tf.constant(logits), labels))
        served = head.create_estimator_spec({}, "infer", tf.constant(logits))
        outputs, predicted = served.export_outputs, set(served.predictions)
    cross = np.mean([np.log(2 + np.e) - 1, np.log(3)])
    np.testing.assert_allclose(loss, 2.5 + 0.5 * cross, rtol=1e-6)
    np.testing.assert_allclose([metrics["loss/a"], metrics["loss/b"]], [2.5, cross], rtol=1e-6)
    assert set(outputs) == {
        "serving_default", "a", "a/regression", "a/predict", "b", "b/classification", "b/predict", "predict"
    }  # fmt: skip
    assert {("a", "predictions"), ("b", "class_ids"), ("b", "probabilities")} <= predicted


def test_a_canned_model_trains_with_several_heads():
    head = C.multi_head([C.regression_head(name="a"), C.binary_classification_head(name="b")])
    x = np.linspace(-1, 1, 16, dtype=np.float32).reshape(16, 1)
    input_fn = tf.estimator.inputs.numpy_input_fn(
        {"x": x}, {"a": 2 * x, "b": (x > 0).astype(np.int64)}, shuffle=False, num_epochs=400, batch_size=16
    )
    config = tf.estimator.RunConfig(tf_random_seed=3)
    model = tf.estimator.DNNEstimator(head, [8], [tf.feature_column.numeric_column("x")], config=config)
    model.train(input_fn)
    metrics = model.evaluate(input_fn, steps=1)
    assert metrics["accuracy/b"] > 0.9 and metrics["average_loss/a"] < 0.1
    assert metrics["loss"] == pytest.approx(metrics["loss/a"] + metrics["loss/b"], rel=1e-5)


def test_a_loss_of_ones_own_and_regularization():
    head = C.regression_head(loss_fn=lambda labels, logits, features: abs(labels - logits) * features["f"])
    with tf.Graph().as_default():
        spec = head.create_estimator_spec(
            {"f": tf.constant([[1.0], [3.0]])},
            "eval",
            tf.constant([[1.0], [2.0]]),
            tf.constant([[0.0], [0.0]]),
            regularization_losses=[tf.constant(0.5), tf.constant(0.25)],
        )
        loss, metrics = of(spec)
    assert loss == pytest.approx(3.5 + 0.75)
    assert metrics["regularization_loss"] == pytest.approx(0.75)
    with pytest.raises(ValueError, match="loss_fn has unexpected args: \\['other'\\]"):
        C.regression_head(loss_fn=lambda labels, logits, other: labels)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: C.multi_head([]), "Must specify heads"),
        (lambda: C.multi_head([C.regression_head()]), "must have name specified"),
        (lambda: C.multi_head([C.regression_head(name="a")], [1.0, 2.0]), "must have the same size"),
        (lambda: C.multi_label_head(1), "n_classes must be > 1"),
        (lambda: C.multi_label_head(2, label_vocabulary=["a"]), "Length of label_vocabulary must be n_classes"),
        (lambda: C.multi_label_head(2, classes_for_class_based_metrics=[2]), "must be in range"),
        (lambda: C.binary_classification_head(thresholds=[1.0]), "thresholds not in"),
        (lambda: tf.estimator.MultiClassHead(3, label_vocabulary=["a"]), 'does not have "n_classes" items'),
        (lambda: tf.estimator.BinaryClassHead(loss_reduction="weighted_sum"), "Invalid loss_reduction"),
        (lambda: C.regression_head().create_loss({}, "eval", [[1.0]], None), "You must provide a labels Tensor"),
        (lambda: C.regression_head().create_loss({}, "eval", [[1.0]], [[1.0, 2.0]]), "Mismatched label shape"),
        (
            lambda: tf.estimator.RegressionHead().create_estimator_spec(
                {}, "train", [[1.0]], [[1.0]], optimizer=tf.train.AdamOptimizer(), trainable_variables=[]
            ),
            "not a tf.keras.optimizers.Optimizer instance",
        ),
        (
            lambda: C.regression_head().create_estimator_spec({}, "train", [[1.0]], [[1.0]]),
            "train_op_fn and optimizer cannot both be None",
        ),
    ],
)
def test_mistakes_are_reported_as_in_1_15(make, words):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=words):
        make()
