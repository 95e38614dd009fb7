"""tf.contrib.metrics says what 1.15 said, batch after batch, with and without weights."""

import pytest

import penstock as tf
from tests.contrib.programs.metrics import PROGRAMS
from tests.contrib.recorded import same_as_recorded

metrics = tf.contrib.metrics


@pytest.mark.parametrize("title", PROGRAMS)
def test_metrics_are_what_tensorflow_said(title, monkeypatch):
    tiers = ("interpret", "compile") if title in ("counts, all alike", "means, with weights") else ("interpret",)
    same_as_recorded("metrics", title, PROGRAMS[title], monkeypatch, tiers)


def test_several_metrics_are_taken_apart():
    with tf.Graph().as_default():
        pair = metrics.streaming_mean(tf.constant([1.0]))
        assert metrics.aggregate_metrics(pair, pair) == ([pair[0]] * 2, [pair[1]] * 2)
        assert metrics.aggregate_metric_map({"m": pair}) == ({"m": pair[0]}, {"m": pair[1]})
        with pytest.raises(ValueError, match="at least one"):
            metrics.aggregate_metrics()


def test_collections_hold_both_parts():
    with tf.Graph().as_default():
        pair = metrics.streaming_accuracy(
            tf.constant([1]), tf.constant([1]), metrics_collections=["v"], updates_collections="u"
        )
        assert (tf.get_collection("v"), tf.get_collection("u")) == ([pair[0]], [pair[1]])


def test_bad_arguments_are_told():
    with tf.Graph().as_default():
        x = tf.constant([0.5])
        for call, text in (
            (lambda: metrics.accuracy(x, x), "Labels should have bool"),
            (lambda: metrics.accuracy(x, tf.constant([1])), "Dtypes of predictions and labels"),
            (lambda: metrics.streaming_curve_points(x, x, curve="X"), "either ROC or PR"),
            (lambda: metrics.recall_at_precision(x, x, 2.0), "in the range"),
            (lambda: metrics.precision_at_recall(x, x, 2.0), "in the range"),
            (lambda: metrics.cohen_kappa(x, x, 1), ">= 2"),
            (lambda: metrics.auc_using_histogram(x, x, [0.0, 1.0]), "dtype bool"),
            (lambda: metrics.auc_with_confidence_intervals(x, x, alpha=1.5), "alpha must be"),
            (lambda: metrics.streaming_concat(tf.placeholder(tf.float32, [None, None])), "statically known size"),
        ):
            with pytest.raises(ValueError, match=text):
                call()
        with pytest.raises(TypeError, match="streaming_mean"):
            metrics.streaming_mean(x, nothing=1)
