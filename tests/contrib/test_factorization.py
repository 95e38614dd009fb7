"""tf.contrib.factorization finds the clusters that 1.15 finds, from the same random numbers."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.factorization import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = ("given", "neighbours")


@pytest.mark.parametrize("title", PROGRAMS)
def test_clusters_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    # Squared distances of near points are small differences of large numbers.
    same_as_recorded("factorization", title, PROGRAMS[title], monkeypatch, tiers, atol=2e-5)


@pytest.mark.parametrize("metric", ["squared_euclidean", "cosine"])
@pytest.mark.parametrize("steps_each", [1, 2])
def test_parts_of_the_data_move_centers_by_their_share(metric, steps_each):
    data = np.random.RandomState(5).normal(size=[8, 2]).astype(np.float32)
    points = data / np.linalg.norm(data, axis=1, keepdims=True) if metric == "cosine" else data
    with tf.Graph().as_default(), tf.Session() as session:
        model = tf.contrib.factorization.KMeans(
            tf.constant(data), 2, [[1.0, 0.0], [0.0, 1.0]], metric, True, steps_each
        )
        _, index, _, _, init_op, train_op = model.training_graph()
        session.run(tf.global_variables_initializer())
        session.run(init_op)
        places = session.run(index)[0]
        found = []
        for _ in range(2 * steps_each):
            session.run(train_op)
            found.append(session.run("clusters:0"))
    np.testing.assert_array_equal(places, (points[:, 1] > points[:, 0]).astype(int))
    # Centers that wait for several steps count nothing at first, and do not move before all of those are done.
    before = 1 if steps_each == 1 else 0
    sums = [points[places == k].sum(0) + before * np.eye(2)[k] for k in (0, 1)]
    wanted = np.array([s / ((places == k).sum() + before) for k, s in enumerate(sums)])
    if steps_each == 2:
        np.testing.assert_array_equal(found[1], np.eye(2))
        wanted = wanted / np.linalg.norm(wanted, axis=1, keepdims=True) if metric == "cosine" else wanted
        # The second part is the same as the first, so it moves nothing.
        np.testing.assert_allclose(found[2], wanted, rtol=1e-5, atol=1e-6)
    else:
        np.testing.assert_allclose(found[0], wanted, rtol=1e-5, atol=1e-6)


def test_what_does_not_fit_is_told():
    F, R = tf.contrib.factorization, tf.raw_ops
    with tf.Graph().as_default(), tf.Session() as session:
        for settings in ({"initial_clusters": "what"}, {"distance_metric": "what"}):
            with pytest.raises(ValueError, match="Unsupported"):
                F.KMeans(tf.zeros([2, 2]), 2, **settings)
        with pytest.raises(tf.errors.InvalidArgumentError, match="point_dimensions == center_dimensions"):
            x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
            session.run(R.NearestNeighbors(points=x, centers=y, k=1), {x: [[1.0]], y: [[1.0, 2.0]]})
        with pytest.raises(tf.errors.InvalidArgumentError, match="num_to_sample <= points"):
            session.run(
                R.KmeansPlusPlusInitialization(
                    points=tf.zeros([2, 2]), num_to_sample=3, seed=1, num_retries_per_sample=1
                )
            )


def test_the_operations_of_clusters_are_functions_of_their_modules():
    tf.install()
    try:
        from tensorflow.contrib.factorization.python.ops import clustering_ops
        from tensorflow.python.ops import clustering_ops as moved
        from tensorflow.python.ops import gen_clustering_ops
    finally:
        tf.uninstall()
    points, centers = np.float32([[0, 0], [3, 1], [5, 5]]), np.float32([[0, 1], [4, 4], [9, 9]])
    distances = ((points[:, None] - centers) ** 2).sum(axis=2)
    with tf.Graph().as_default(), tf.Session() as session:
        for module in (clustering_ops, moved, gen_clustering_ops):
            found = session.run(module.nearest_neighbors(points, centers, 2))
            np.testing.assert_array_equal(found.nearest_center_indices, distances.argsort(axis=1)[:, :2])
            np.testing.assert_allclose(found.nearest_center_distances, np.sort(distances, axis=1)[:, :2])
            # What 1.15.5 chooses with these seeds.
            chosen = session.run(module.kmeans_plus_plus_initialization(points, 2, 7, 3))
            np.testing.assert_array_equal(chosen, [[3, 1], [5, 5]])
            assert session.run(module.kmc2_chain_initialization([1.0, 2.0, 3.0], 5)) == 2
