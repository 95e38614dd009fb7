"""Distances between sequences are those of TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree
from tests.ops.programs import same_error

WORDS = "tf.SparseTensor([[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]], ['a', 'b', 'c', 'a'], [2, 2, 2])"
TRUTH = "tf.SparseTensor([[0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 2], [1, 1, 0]], ['a', 'b', 'b', 'd', 'a'], [2, 2, 3])"

CASES = [
    f"tf.edit_distance({WORDS}, {TRUTH})",
    f"tf.edit_distance({WORDS}, {TRUTH}, normalize=False)",
    "tf.edit_distance(tf.SparseTensor(np.argwhere(np.ones([4, 12])), np.random.RandomState(0).randint(0, 3, 48), [4, 12]),"
    " tf.SparseTensor(np.argwhere(np.tri(6, 9)), np.random.RandomState(1).randint(0, 3, 21), [6, 9]), False)",
    "tf.edit_distance(tf.SparseTensor(np.zeros([0, 2], np.int64), np.zeros([0], np.float32), [3, 4]),"
    " tf.SparseTensor(np.zeros([0, 2], np.int64), np.zeros([0], np.float32), [2, 4]))",
]


@pytest.mark.parametrize("expression", CASES)
def test_distances_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False, shapes=False, grads=False)


def test_one_operation_with_known_shape(peer, monkeypatch):
    agree(peer, monkeypatch, CASES[0], grads=False)


def test_different_ranks_are_refused_as_by_tensorflow(peer, monkeypatch):
    flat = "tf.SparseTensor([[0, 0]], ['a'], [1, 1])"
    program = f"result = dict(y=tf.Session().run(tf.edit_distance({WORDS}, {flat})))"
    same_error(peer, program, monkeypatch, part="")


def test_dense_arguments_are_refused():
    with tf.Graph().as_default():
        sparse = tf.SparseTensor([[0, 0]], [1], [1, 1])
        with pytest.raises(TypeError, match="Hypothesis must be a SparseTensor"):
            tf.edit_distance([[1]], sparse)
        with pytest.raises(TypeError, match="Truth must be a SparseTensor"):
            tf.edit_distance(sparse, [[1]])


def test_the_distance_is_that_of_the_textbook():
    def slow(a, b):
        if not a or not b:
            return len(a) + len(b)
        return min(slow(a[1:], b) + 1, slow(a, b[1:]) + 1, slow(a[1:], b[1:]) + (a[0] != b[0]))

    random = np.random.RandomState(0)
    with tf.Graph().as_default(), tf.Session() as sess:
        for _ in range(10):
            a, b = (random.randint(0, 2, random.randint(1, 6)).tolist() for _ in range(2))
            sparse = [tf.SparseTensor([[0, i] for i in range(len(x))], x, [1, len(x)]) for x in (a, b)]
            assert sess.run(tf.edit_distance(*sparse, normalize=False)) == [slow(a, b)]
