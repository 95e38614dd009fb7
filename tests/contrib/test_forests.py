"""Random forests grow the trees that 1.15.5 grows, test by test and number by number, and predict the same."""

import numpy as np
import pytest

import penstock as tf
from penstock import protos
from penstock.contrib.tensor_forest import model_ops
from penstock.contrib.tensor_forest.hash_order import unordered
from tests.contrib.programs.forests import PROGRAMS
from tests.contrib.recorded import same_as_recorded

FOREST = tf.contrib.tensor_forest.python.tensor_forest
X = np.random.RandomState(0).rand(120, 5).astype(np.float32)


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    same_as_recorded("forests", title, PROGRAMS[title], monkeypatch)


def params_of(**settings):
    given = {"num_features": 5, "num_classes": 2, "num_trees": 1, "split_after_samples": 10, "base_random_seed": 3}
    return FOREST.ForestHParams(**{**given, **settings}).fill()


def started(session):
    session.run([r.create for r in tf.get_collection(tf.GraphKeys.RESOURCES)])
    session.run(tf.global_variables_initializer())


def training(session, params, labels, x=X):
    graphs = FOREST.RandomForestGraphs(params)
    train = graphs.training_graph(tf.constant(x), tf.constant(labels))
    started(session)
    return graphs, train


def test_a_tree_that_sees_some_features_asks_for_no_others():
    with tf.Graph().as_default(), tf.Session() as session:
        params = params_of(feature_bagging_fraction=0.5, num_trees=4)
        graphs, train = training(session, params, (X.sum(1) > 2.5).astype(np.int32))
        for _ in range(10):
            session.run(train)
        counts = session.run([tree.feature_usage_counts() for tree in graphs.trees])
        assert all(len(set(features)) == 2 for features in params.bagged_features)
        assert all(count[:2].sum() > 0 and count[2:].sum() == 0 for count in counts)


def test_without_a_seed_forests_differ():
    texts = set()
    for _ in range(3):
        with tf.Graph().as_default(), tf.Session() as session:
            graphs, train = training(session, params_of(base_random_seed=0), (X[:, 0] > 0.5).astype(np.int32))
            for _ in range(5):
                session.run(train)
            saveables = tf.get_collection(tf.GraphKeys.SAVEABLE_OBJECTS)
            texts.add(session.run(saveables[1].specs[0].tensor))
    assert len(texts) > 1


def test_an_example_without_any_feature_counts():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.SparseTensor([[0, 0], [2, 1], [3, 0]], [1.0, 2.0, 3.0], [5, 2])
        graphs = FOREST.RandomForestGraphs(params_of())
        train = graphs.training_graph(x, tf.constant([0, 1, 0, 1, 1]))
        found = graphs.inference_graph(x)[0]
        started(session)
        for _ in range(5):
            session.run(train)
        np.testing.assert_allclose(session.run(found).sum(1), 1, rtol=1e-6)


@pytest.mark.parametrize("labels", [np.float32([2] * 120), np.float32([-1] * 120)])
def test_a_label_that_is_no_class_is_refused(labels):
    with tf.Graph().as_default(), tf.Session() as session:
        _, train = training(session, params_of(), labels)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Got (a )?label"):
            session.run(train)


def test_a_forest_that_1_15_cannot_grow_is_refused():
    with tf.Graph().as_default(), tf.Session() as session:
        FOREST.RandomForestGraphs(params_of(model_name="sparse_then_dense"))
        with pytest.raises(tf.errors.UnimplementedError, match="STATS_SPARSE_THEN_DENSE_GINI"):
            started(session)


def test_to_finish_early_a_forest_has_to_know_from_when_on():
    with tf.Graph().as_default(), tf.Session() as session:
        FOREST.RandomForestGraphs(params_of(split_finish_name="hoeffding"))
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="min_split_samples required for early-finish strategy"
        ):
            started(session)


@pytest.mark.parametrize("name, config", [("tree", "tree_configs"), ("stats", "tree_stats")])
def test_what_is_no_message_is_refused(name, config):
    with tf.Graph().as_default(), tf.Session() as session:
        FOREST.RandomForestGraphs(params_of(), **{config: [b"\xff\xff\xff"]})
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"Unable to parse {name} .*config"):
            started(session)


def test_a_forest_that_was_not_made_is_not_found():
    with tf.Graph().as_default(), tf.Session() as session:
        graphs = FOREST.RandomForestGraphs(params_of())
        size = graphs.trees[0].size()
        with pytest.raises(tf.errors.NotFoundError, match="tree-0"):
            session.run(size)
        assert session.run(tf.report_uninitialized_variables()).tolist() == [b"device_dummy_0"]
        handles = [r.is_initialized for r in tf.get_collection(tf.GraphKeys.RESOURCES)]
        assert session.run(handles) == [False, False]
        started(session)
        assert session.run(handles) == [True, True]


@pytest.mark.parametrize("regression", [False, True])
def test_growth_is_ended_for_regression_only(regression):
    with tf.Graph().as_default(), tf.Session() as session:
        params = params_of(regression=regression)
        graphs = FOREST.RandomForestGraphs(params)
        own = graphs.variables[0]
        end = model_ops.finalize_tree(own.tree, own.stats, params.serialized_params_proto)
        started(session)
        if regression:
            session.run(end)
            return
        with pytest.raises(tf.errors.UnimplementedError, match="FinalizeTreeOp is disabled for now."):
            session.run(end)


def test_samples_are_a_number_for_pruning_and_finishing():
    params = params_of(split_pruning_name="half", split_after_samples="30", split_finish_name="bootstrap")
    message = FOREST.build_params_proto(params)
    assert message.pruning_type.prune_every_samples.constant_value == 15
    assert message.finish_type.check_every_steps.constant_value == 7.5
    assert isinstance(message, protos.TensorForestParams)


# Trains for some steps from a checkpoint, if there is one, and saves; leaves the predictions.
HALF = """
import os
forest = tf.contrib.tensor_forest.python.tensor_forest
with tf.Graph().as_default(), tf.Session(config=tf.ConfigProto(intra_op_parallelism_threads=1)) as session:
    params = forest.ForestHParams(num_features=5, num_classes=2, num_trees=2, split_after_samples=10, base_random_seed=3,
                                  checkpoint_stats=True).fill()
    graphs = forest.RandomForestGraphs(params)
    train = graphs.training_graph(tf.constant(x), tf.constant((x[:, 0] > x[:, 1]).astype("int32")))
    found = graphs.inference_graph(tf.constant(x))[0]
    saver = tf.train.Saver()
    if os.path.exists(path + ".index"):
        saver.restore(session, path)
    else:
        session.run([tf.global_variables_initializer()] + [r.create for r in tf.get_collection("resources")])
    for _ in range(4):
        session.run(train)
    saver.save(session, path)
    result = {"found": session.run(found)}
"""


def test_a_forest_of_1_15_goes_on_here_and_back(peer_1_15, tmp_path):
    def here(path):
        scope = {"tf": tf, "x": X, "path": path}
        exec(HALF, scope)
        return scope["result"]["found"]

    def there(path):
        return peer_1_15.run(HALF, x=X, path=path)["found"]

    alone, mixed = str(tmp_path / "alone"), str(tmp_path / "mixed")
    for turn in (there, here, there, here):
        np.testing.assert_allclose(turn(mixed), there(alone), rtol=1e-6)


def test_numbers_are_in_the_order_of_a_hash_table():
    # What 1.15.5 did with three leaves of a tree that were ready in this order.
    assert unordered([10, 4, 11]) == [10, 11, 4]
    assert unordered([]) == [] and unordered([5, 5]) == [5]
    many = [number * 37 % 1009 for number in range(1000)]
    assert sorted(unordered(many)) == sorted(many)
