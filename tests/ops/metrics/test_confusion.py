"""Confusion matrices are those of TensorFlow."""

import pytest

import penstock as tf
from penstock.ops.losses.weights import remove_squeezable_dimensions
from tests.ops.programs import same, same_error


def test_pairs_are_counted(peer, monkeypatch):
    source = """
    made = [
        tf.confusion_matrix([1, 2, 4], [2, 2, 4]), tf.confusion_matrix([0, 1], [1, 0], num_classes=4, dtype=tf.float32),
        tf.confusion_matrix([1, 2, 1], [2, 2, 2], weights=[0.5, 2.0, 3.0], dtype=tf.float64),
        tf.confusion_matrix([[1], [0]], [1, 1]), tf.math.confusion_matrix([1, 0], [[1], [1]]),
    ]
    labels = tf.placeholder(tf.int32)
    made.append(tf.confusion_matrix(labels, [1, 0]))
    with tf.Session() as sess:
        result = {"all": sess.run(made, {labels: [[1], [2]]})}
    """
    same(peer, source, monkeypatch)


@pytest.mark.parametrize(
    ("labels", "classes", "text"),
    [([-1, 0], None, "`labels` contains negative values"), ([1, 2], 2, "`labels` out of bound")],
)
def test_class_numbers_are_checked(labels, classes, text, peer, monkeypatch):
    source = f"""
    labels = tf.placeholder(tf.int32, [2])
    matrix = tf.confusion_matrix(labels, [1, 0], num_classes={classes})
    with tf.Session() as sess:
        sess.run(matrix, {{labels: {labels}}})
    """
    same_error(peer, source, monkeypatch, text)


def test_a_dimension_too_many_is_removed():
    with tf.Graph().as_default():
        for labels, predictions, difference, wanted in (
            ([5], [5, 1], 0, ([5], [5])),
            ([5, 1], [5], 0, ([5], [5])),
            ([5, 1], [5, 3], 1, ([5], [5, 3])),
            ([5], [5, 3], 1, ([5], [5, 3])),
            ([5], [5], 0, ([5], [5])),
        ):
            got = remove_squeezable_dimensions(tf.zeros(labels), tf.zeros(predictions), difference)
            assert tuple(t.shape.as_list() for t in got) == wanted
