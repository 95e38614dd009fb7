"""Reductions of segments give the values, gradients and errors of TensorFlow."""

import pytest

from tests.ops.expressions import agree
from tests.ops.programs import same_error

CASES = [
    "tf.segment_sum(P(np.arange(8.0).reshape(4, 2)), [0, 0, 1, 3])",
    "tf.segment_sum(P(np.arange(8.0).reshape(4, 2), [None, 2]), P([0, 0, 1, 3]))",
    "tf.segment_mean(P(np.arange(8.0).reshape(4, 2)), [0, 0, 1, 3])",
    "tf.segment_mean(P([5, 4, -3, -4]), [0, 0, 1, 1])",
    "tf.segment_min(P([[1.0, 5.0], [1.0, 2.0], [4.0, 4.0]]), [0, 0, 2])",
    "tf.segment_max(P([[1.0, 5.0], [1.0, 2.0], [4.0, 4.0]]), [0, 0, 2])",
    "tf.segment_max(P([1, 2, 3]), [0, 0, 2])",
    "tf.unsorted_segment_sum(P(np.arange(8.0).reshape(4, 2)), P([2, 0, -1, 2]), 4)",
    "tf.unsorted_segment_sum(P(np.arange(8.0).reshape(2, 2, 2)), P([[2, 0], [1, 2]]), P(3))",
    "tf.unsorted_segment_prod(P([2.0, 3.0, 0.0, 4.0, 0.0]), P([0, 0, 1, 1, -1]), 3)",
    "tf.unsorted_segment_max(P([2.0, 3.0, 3.0, 4.0]), P([0, 0, 0, 1]), 3)",
    "tf.unsorted_segment_min(P([2, 3, 3, 4]), P([0, 0, -1, 1]), 3)",
    "tf.sparse_segment_sum(P(np.arange(8.0).reshape(4, 2)), P([3, 1, 1]), [0, 0, 2])",
    "tf.sparse_segment_mean(P(np.arange(8.0).reshape(4, 2)), P([3, 1, 1]), [0, 0, 2])",
    "tf.sparse_segment_sqrt_n(P(np.arange(8.0).reshape(4, 2)), P([3, 1, 1]), [0, 0, 2])",
    "tf.sparse_segment_mean(P(np.arange(8.0).reshape(4, 2)), P([3, 1, 1]), P([0, 0, 2]), num_segments=4)",
    "tf.sparse_segment_sum(P(np.arange(8.0).reshape(4, 2)), P([3, 1, 1]), P([0, 0, 2]), num_segments=P(4))",
    "tf.sparse_segment_sqrt_n(P(np.arange(8.0).reshape(4, 2)), P([3, 1, 1]), P([0, 0, 2]), num_segments=4)",
]

# TensorFlow 2 makes other operations here than 1.15 did: only values, shapes and gradients are compared.
OTHER_NAMES = [
    "tf.unsorted_segment_mean(P(np.arange(8.0).reshape(4, 2)), P([2, 0, -1, 2]), 4)",
    "tf.unsorted_segment_sqrt_n(P(np.arange(8.0).reshape(4, 2)), P([2, 0, -1, 2]), P(4))",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False)


ERRORS = [
    (
        "i = tf.placeholder(tf.int32, [2]); tf.Session().run(tf.segment_sum([1, 2], i), {i: [1, 0]})",
        "segment ids are not increasing",
    ),
    (
        "i = tf.placeholder(tf.int32, [2]); tf.Session().run(tf.unsorted_segment_sum([1, 2], i, 2), {i: [1, 2]})",
        "segment_ids[1] = 2 is out of range [0, 2)",
    ),
    (
        "i = tf.placeholder(tf.int32, [2]); tf.Session().run(tf.sparse_segment_sum([1, 2], i, [0, 0]), {i: [1, 2]})",
        "out of range [0, 2)",
    ),
]


@pytest.mark.parametrize(("program", "text"), ERRORS)
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, program, text):
    same_error(peer, program, monkeypatch, part=text or "")


def test_the_number_of_segments_is_a_scalar(peer, monkeypatch):
    same_error(peer, "tf.unsorted_segment_sum([1, 2], [0, 1], [2])", monkeypatch, "Shape must be rank 0 but is rank 1")
