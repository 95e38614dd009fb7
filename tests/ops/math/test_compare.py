"""Equal and NotEqual may answer for shapes that do not fit, as in 1.15. Values are what TensorFlow 1.15.5 gave."""

import numpy as np
import pytest

import penstock as tf

ANSWERS = [("Equal", False), ("NotEqual", True)]


@pytest.fixture(params=["interpret", "compile"])
def tier(request, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", request.param)
    monkeypatch.setattr("penstock.runtime.xla.compile.STRICT", True)


@pytest.mark.parametrize("kind, answer", ANSWERS)
def test_shapes_that_do_not_fit_are_unequal_if_one_asks_for_that(tier, kind, answer):
    with tf.Graph().as_default(), tf.Session() as session:
        op = getattr(tf.raw_ops, kind)
        three, two = tf.constant([1, 2, 3]), tf.constant([1, 2])
        known = op(x=three, y=two, incompatible_shape_error=False)
        assert known.shape == []
        assert session.run(known) == answer
        fed = tf.placeholder(tf.int32)
        unknown = op(x=fed, y=two, incompatible_shape_error=False)
        assert unknown.shape.ndims is None
        assert session.run(unknown, {fed: [1, 2, 3]}) == answer
        np.testing.assert_array_equal(session.run(unknown, {fed: [1, 3]}), [not answer, answer])
        np.testing.assert_array_equal(
            session.run(unknown, {fed: [[1], [2]]}), np.array([[True, False], [False, True]]) ^ answer
        )


@pytest.mark.parametrize("kind, answer", ANSWERS)
def test_shapes_are_known_as_far_as_they_must_fit(kind, answer):
    with tf.Graph().as_default():
        op = getattr(tf.raw_ops, kind)
        rows = tf.placeholder(tf.int32, [None, 3])
        fits = op(x=rows, y=tf.constant([1, 2, 3]), incompatible_shape_error=False)
        assert fits.shape.as_list() == [None, 3]
        may_fit = op(x=rows, y=tf.zeros([2, 3], tf.int32), incompatible_shape_error=False)
        assert may_fit.shape.ndims is None
        assert op(x=rows, y=tf.zeros([2, 3], tf.int32)).shape.as_list() == [2, 3]


@pytest.mark.parametrize("kind", ["Equal", "NotEqual"])
def test_shapes_that_do_not_fit_are_an_error_by_default(tier, kind):
    with tf.Graph().as_default(), tf.Session() as session:
        op = getattr(tf.raw_ops, kind)
        with pytest.raises(ValueError, match="Dimensions must be equal, but are 3 and 2"):
            op(x=tf.constant([1, 2, 3]), y=tf.constant([1, 2]))
        fed = tf.placeholder(tf.int32)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Incompatible shapes: \[3\] vs. \[2\]"):
            session.run(op(x=fed, y=tf.constant([1, 2])), {fed: [1, 2, 3]})


def test_graphs_say_what_happens_to_shapes_that_do_not_fit():
    with tf.Graph().as_default() as graph:
        tf.equal(tf.constant(1), 2, name="same")
        tf.raw_ops.NotEqual(x=[1], y=[1, 2, 3], incompatible_shape_error=False, name="other")
    with tf.Graph().as_default() as again:
        tf.import_graph_def(graph.as_graph_def(), name="")
    assert again.get_operation_by_name("same").get_attr("incompatible_shape_error") is True
    assert again.get_operation_by_name("other").get_attr("incompatible_shape_error") is False
