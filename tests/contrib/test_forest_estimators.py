"""Estimators of random forests evaluate and predict what those of 1.15.5 do."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.forest_estimators import PROGRAMS
from tests.contrib.recorded import same_as_recorded

CLIENT = tf.contrib.tensor_forest.client.random_forest
FOREST = tf.contrib.tensor_forest.python.tensor_forest


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    same_as_recorded("forest_estimators", title, PROGRAMS[title], monkeypatch)


def test_what_runs_at_the_end_runs_in_the_order_of_names(caplog):
    caplog.set_level("INFO", logger="tensorflow")
    with tf.Graph().as_default():
        hook = CLIENT.TensorForestRunOpAtEndHook({"2: b": tf.constant(7), "1: a": tf.constant(5)})
        tf.train.get_or_create_global_step()
        nothing = tf.no_op()
        with tf.train.MonitoredSession(hooks=[hook]) as session:
            session.run(nothing)
    said = [record.getMessage() for record in caplog.records]
    assert said.index("1: a: 5") < said.index("2: b: 7")


def test_a_forest_goes_on_from_its_checkpoint(tmp_path):
    x = np.random.RandomState(0).rand(100, 2).astype(np.float32)

    def feed():
        return {"x": tf.constant(x)}, tf.constant((x[:, :1] > 0.5).astype(np.int32))

    settings = {"num_classes": 2, "num_features": 2, "num_trees": 2, "split_after_samples": 20, "base_random_seed": 1}
    sizes = []
    for _ in range(2):
        estimator = CLIENT.CoreTensorForestEstimator(FOREST.ForestHParams(**settings), model_dir=str(tmp_path))
        estimator.train(feed, steps=3)
        with tf.Graph().as_default(), tf.Session() as session:
            graphs = FOREST.RandomForestGraphs(FOREST.ForestHParams(**settings).fill())
            tf.train.Saver().restore(session, estimator.latest_checkpoint())
            sizes.append(session.run(graphs.average_size()))
    assert 1 < sizes[0] < sizes[1]


def test_the_modules_of_1_15_are_found():
    tf.install()
    try:
        from tensorflow.contrib.tensor_forest.client import eval_metrics, random_forest
        from tensorflow.contrib.tensor_forest.python import tensor_forest
        from tensorflow.contrib.tensor_forest.python.ops import data_ops, model_ops, stats_ops
    finally:
        tf.uninstall()
    assert tensor_forest.ForestHParams is FOREST.ForestHParams
    assert random_forest.TensorForestEstimator is CLIENT.TensorForestEstimator
    assert eval_metrics.get_metric is tf.contrib.tensor_forest.client.eval_metrics.get_metric
    assert data_ops.DATA_CATEGORICAL == 1
    assert model_ops.tree_variable.__name__ == "tree_variable"
    assert stats_ops.grow_tree_v4.__name__ == "grow_tree_v4"
