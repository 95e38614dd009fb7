"""The small packages of tf.contrib with operations of their own say what they say in 1.15.5."""

import pytest

import penstock as tf
from tests.contrib.programs.rare_operations import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.fixture(autouse=True)
def installed():
    tf.install()
    yield
    tf.uninstall()


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "periodic resampling" else ("interpret",)
    same_as_recorded("rare_operations", title, PROGRAMS[title], monkeypatch, tiers)


def test_there_are_only_so_many_places():
    with tf.Graph().as_default(), tf.Session() as session:
        places, _ = tf.contrib.nearest_neighbor.hyperplane_lsh_probes([[1.0, 2.0, 3.0, 4.0]], 2, 2, 9)
        with pytest.raises(tf.errors.InternalError, match="Failed to get probe number 8 for point number 0"):
            session.run(places)


def test_an_empty_list_has_no_next_element():
    with tf.Graph().as_default(), tf.Session() as session:
        place = tf.Variable(-1, dtype=tf.int64, use_resource=False)
        session.run(place.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="no elements"):
            session.run(tf.contrib.input_pipeline.obtain_next(tf.constant([], tf.string), place))


def test_the_shape_of_sums_of_slices_is_that_of_the_data():
    from tensorflow.contrib.reduce_slice_ops.python.ops.reduce_slice_ops import reduce_slice_sum

    with tf.Graph().as_default():
        data = tf.placeholder(tf.float32, [None, 4])
        shapes = [
            reduce_slice_sum(data, indices, axis).shape.as_list()
            for indices, axis in (
                ([[0, 2], [1, 3], [2, 4]], 1),
                ([0, 2], 0),
                (tf.placeholder(tf.int32, [None, 2]), 1),
                ([0, 2], tf.placeholder(tf.int64, [])),
            )
        ]
    assert shapes == [[None, 3], [1, 4], [None, None], [None, None]]


def test_slices_can_be_reduced_along_the_last_axis_only_as_far_as_there_is_one():
    from tensorflow.contrib.reduce_slice_ops.python.ops.reduce_slice_ops import reduce_slice_max

    with tf.Graph().as_default(), tf.Session() as session:
        axis = tf.placeholder(tf.int64, [])
        made = reduce_slice_max([[1, 5, 2]], [[0, 2]], axis)
        assert session.run(made, {axis: 1}).tolist() == [[5]]
        for bad in (2, -1):
            with pytest.raises(tf.errors.InvalidArgumentError, match="axis must be in"):
                session.run(made, {axis: bad})
