"""Public names of 0.12 to 1.4 that 1.15 no longer had, and that programs of that time use."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf


def test_concat_v2_and_split_v_have_the_values_first():
    with tf.Session() as sess:
        assert sess.run(tf.concat_v2([[[1]], [[2]]], 1)).tolist() == [[1, 2]]
        parts = sess.run(tf.split_v(np.arange(6).reshape(2, 3), [1, 2], 1))
        assert [part.tolist() for part in parts] == [[[0], [3]], [[1, 2], [4, 5]]]
        assert [part.tolist() for part in sess.run(tf.split_v([1, 2], 2))] == [[1], [2]]


def test_linear_operators_were_in_contrib():
    linalg = tf.contrib.linalg
    matrix = np.float32([[2.0, 0.0], [1.0, 3.0]])
    with tf.Session() as sess:
        for cls in (linalg.LinearOperatorMatrix, linalg.LinearOperatorTriL, linalg.LinearOperatorFullMatrix):
            np.testing.assert_array_equal(sess.run(cls(matrix).apply(np.eye(2, dtype=np.float32))), matrix)


def test_methods_of_datasets_that_became_functions():
    windows = tf.contrib.data.Dataset.range(6).group_by_window(lambda x: x % 2, lambda key, rows: rows.batch(3), 3)
    with tf.Session() as sess:
        iterator = windows.make_one_shot_iterator().get_next()
        assert [sess.run(iterator).tolist() for _ in range(2)] == [[0, 2, 4], [1, 3, 5]]
        numbers = tf.contrib.data.Dataset.from_tensor_slices([1.0, 0.0, 2.0])
        checked = numbers.map(lambda x: tf.check_numerics(1.0 / x, "")).ignore_errors()
        iterator = checked.make_one_shot_iterator().get_next()
        assert [sess.run(iterator) for _ in range(2)] == [1.0, 0.5]
        rows = numbers.map(lambda x: tf.stack([x, x])).dense_to_sparse_batch(3, [4])
        assert sess.run(rows.make_one_shot_iterator().get_next()).dense_shape.tolist() == [3, 4]


def test_a_table_was_filled_by_init():
    lookup = tf.contrib.lookup
    table = lookup.HashTable(lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
    with tf.Session() as sess:
        table.init.run()
        assert sess.run(table.lookup(tf.constant(["b", "c"]))).tolist() == [2, -1]


@pytest.mark.parametrize("kind", ["linear", "network"])
def test_fitted_estimators_show_weights_and_biases(kind, tmp_path):
    learn, columns = tf.contrib.learn, [tf.contrib.layers.real_valued_column("x", 2)]
    x, y = np.float32([[1, 2], [2, 1], [3, 5]]), np.float32([1, 2, 3])
    model = (
        learn.LinearRegressor(columns, str(tmp_path))
        if kind == "linear"
        else learn.DNNRegressor([4, 3], columns, str(tmp_path))
    )
    model.fit(input_fn=lambda: ({"x": tf.constant(x)}, tf.constant(y)), steps=2)
    predicted = np.array(list(model.predict_scores(input_fn=lambda: {"x": tf.constant(x)})))
    if kind == "linear":
        np.testing.assert_allclose(x @ model.weights_[:, 0] + model.bias_, predicted, rtol=1e-5)
    else:
        for number, (weights, bias) in enumerate(zip(model.weights_, model.bias_, strict=True)):
            x = x @ weights + bias
            x = np.maximum(x, 0) if number < 2 else x
        np.testing.assert_allclose(x[:, 0], predicted, rtol=1e-5)


def test_other_names_of_what_1_15_has():
    assert tf.train.SyncReplicasOptimizerV2 is tf.train.SyncReplicasOptimizer
    assert tf.contrib.estimator.DNNEstimator is tf.estimator.DNNEstimator
    assert tf.distributions.bijectors.Identity is tf.contrib.distributions.bijectors.Identity
