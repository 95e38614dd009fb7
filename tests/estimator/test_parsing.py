"""What is parsed for classifiers and regressors: features, label, weight, and what 1.15 refuses."""

from __future__ import annotations

import pytest

import penstock as tf


def columns():
    size = tf.feature_column.numeric_column("size")
    kind = tf.feature_column.categorical_column_with_vocabulary_list("kind", ["a", "b"])
    return [size, tf.feature_column.indicator_column(kind)]


def test_a_classifier_parses_features_label_and_weight():
    spec = tf.estimator.classifier_parse_example_spec(columns(), "label", tf.string, "a", weight_column="w")
    assert spec == {
        "size": tf.FixedLenFeature((1,), tf.float32, None),
        "kind": tf.VarLenFeature(tf.string),
        "label": tf.FixedLenFeature((1,), tf.string, "a"),
        "w": tf.FixedLenFeature((1,), tf.float32, None),
    }


def test_a_regressor_parses_several_numbers():
    weight = tf.feature_column.numeric_column("w", default_value=1.0)
    spec = tf.estimator.regressor_parse_example_spec(columns(), "y", label_dimension=3, weight_column=weight)
    assert spec["y"] == tf.FixedLenFeature((3,), tf.float32, None)
    assert spec["w"].default_value == (1.0,)


@pytest.mark.parametrize(
    "label, weight, text",
    [
        ("size", None, "label should not be used as feature"),
        ("y", "size", "weight_column should not be used as feature"),
        ("y", 3, "weight_column should be an instance of"),
    ],
)
def test_what_is_a_feature_is_nothing_else(label, weight, text):
    for make in (tf.estimator.classifier_parse_example_spec, tf.estimator.regressor_parse_example_spec):
        with pytest.raises(ValueError, match=text):
            make(columns(), label, weight_column=weight)
