"""Matrices with three diagonals are multiplied and divided by as in TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from tests.ops import tiers
from tests.ops.expressions import agree
from tests.ops.programs import same_error

RANDOM = "np.random.RandomState(1)"
D = f"({RANDOM}.randn(2, 3, 4) + np.asarray([[0], [4], [0]]))"
B = f"{RANDOM}.randn(2, 4, 2)"
FULL = f"(lambda d: np.diag(d[1]) + np.diag(d[0, :-1], 1) + np.diag(d[2, 1:], -1))({D}[0])"

CASES = [
    f"tf.linalg.tridiagonal_matmul(P({D}), P({B}))",
    f"tf.linalg.tridiagonal_matmul(P({FULL}), P({B}[0]), 'matrix')",
    f"tf.linalg.tridiagonal_matmul([P({D}[:, i]) for i in range(3)], P({B}), 'sequence')",
    f"tf.linalg.tridiagonal_solve(P({D}), P({B}))",
    f"tf.linalg.tridiagonal_solve(P({D}), P({B}[..., 0]))",
    f"tf.linalg.tridiagonal_solve(P({FULL}), P({B}[0]), 'matrix', partial_pivoting=False)",
    f"tf.linalg.tridiagonal_solve([P({D}[:, 0, :-1]), P({D}[:, 1]), P({D}[:, 2, 1:])], P({B}), 'sequence')",
]


@pytest.mark.parametrize("expression", CASES)
def test_values_and_gradients_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False, rtol=1e-4)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_a_solution_multiplied_is_the_right_side(dtype):
    random = np.random.RandomState(0)
    diagonals = (random.randn(2, 3, 5) + np.asarray([[0], [4], [0]])).astype(dtype)
    rhs = random.randn(2, 5, 2).astype(dtype)
    [[x]] = tiers.both(("TridiagonalSolve", dict(diagonals=diagonals, rhs=rhs), {}))
    parts = {n: diagonals[:, i : i + 1] for i, n in enumerate(("superdiag", "maindiag", "subdiag"))}
    [[back]] = tiers.both(("TridiagonalMatMul", dict(**parts, rhs=x), {}))
    tiers.close(back, rhs, dtype, rtol=1e-4)


def test_a_transposed_right_side_gives_a_transposed_solution_as_in_1_15():
    random = np.random.RandomState(0)
    diagonals, rhs = random.randn(3, 4) + [[0], [4], [0]], random.randn(4, 2)
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.linalg.tridiagonal_solve(diagonals, rhs)
        y = tf.linalg.tridiagonal_solve(diagonals, rhs.T, transpose_rhs=True)
        np.testing.assert_allclose(*sess.run([tf.matrix_transpose(x), y]))


def test_a_singular_matrix_is_an_error_as_in_1_15():
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match="not invertible"):
            sess.run(tf.linalg.tridiagonal_solve(tf.zeros([3, 3]), tf.ones([3])))


ERRORS = [
    ("tf.linalg.tridiagonal_solve(tf.ones([2, 3]), tf.ones([3]))", "Expected 3 diagonals got 2"),
    ("tf.linalg.tridiagonal_solve(tf.ones([3, 3]), tf.ones([4]))", "to be equal, got 3 and 4"),
    ("tf.linalg.tridiagonal_solve(tf.ones([3, 3]), tf.ones([3]), 'x')", "Unrecognized diagonals_format: x"),
]


@pytest.mark.parametrize(("source", "text"), ERRORS)
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, source, text):
    same_error(peer, source, monkeypatch, part=text)
