"""Small systems, determinants and Cholesky factors in C: as NumPy's in double precision, and matrices that have none."""

import numpy as np
import pytest

import penstock as tf
from penstock import native

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


@pytest.fixture
def sess():
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = 1
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


def run_often(sess, fetch, feed):
    for _ in range(2):
        sess.run(fetch, feed)
    return sess.run(fetch, feed)


@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (3, 17, 17), (2, 2, 4, 4), (100, 100), (128, 128), (129, 129)])
def test_solutions_inverses_and_factors_are_those_of_double_precision(sess, shape):
    random = np.random.RandomState(0)
    a = random.randn(*shape).astype(np.float32)
    a[..., 0, :] = a[..., -1, :] * 0.5 + 0.1 * a[..., 0, :]  # the first pivot is not the largest of its column
    a += 0.5 * np.eye(shape[-1], dtype=np.float32)
    b = random.randn(*shape[:-1], 3).astype(np.float32)
    matrix, right = tf.placeholder(tf.float32, shape), tf.placeholder(tf.float32, b.shape)
    feed = {matrix: a, right: b}
    exact = a.astype(np.float64)
    size = np.abs(np.linalg.inv(exact)).max()  # of the inverse, and so of the error that float32 allows
    for fetch, expected in (
        (tf.matrix_solve(matrix, right), np.linalg.solve(exact, b)),
        (tf.matrix_inverse(matrix), np.linalg.inv(exact)),
        (tf.matrix_solve(matrix, right, adjoint=True), np.linalg.solve(exact.swapaxes(-1, -2), b)),
    ):
        found = run_often(sess, fetch, feed)
        assert np.abs(found - expected).max() < 2e-6 * size**2 * shape[-1] + 1e-6
    square = (exact @ exact.swapaxes(-1, -2) + np.eye(shape[-1])).astype(np.float32)
    factor = run_often(sess, tf.cholesky(matrix), {matrix: square})
    np.testing.assert_allclose(factor, np.linalg.cholesky(square.astype(np.float64)), rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize(
    "shape", [(1, 1), (2, 2), (4, 5, 5), (2, 3, 16, 16), (17, 17), (3, 33, 33), (100, 100), (129, 129)]
)
def test_determinants_are_those_of_double_precision(sess, shape):
    n = shape[-1]
    a = np.random.RandomState(1).randn(*shape).astype(np.float32) / np.float32(np.sqrt(n))
    a[..., 0, :] = a[..., -1, :] * 0.5 + 0.1 * a[..., 0, :]  # the first pivot is not the largest of its column
    matrix = tf.placeholder(tf.float32, shape)
    found, (signs, logs) = run_often(sess, [tf.matrix_determinant(matrix), tf.linalg.slogdet(matrix)], {matrix: a})
    wanted_signs, wanted = np.linalg.slogdet(a.astype(np.float64))
    # An error of the matrix counts as often as its inverse is large.
    bound = 2.0**-22 * n * np.abs(np.linalg.inv(a.astype(np.float64))).max((-1, -2)) * np.abs(a).max((-1, -2)) * n
    np.testing.assert_array_equal(signs, wanted_signs)
    assert (np.abs(logs - wanted) <= bound).all()
    assert (np.abs(found - wanted_signs * np.exp(wanted)) <= np.exp(wanted) * np.expm1(bound)).all()


def test_determinants_of_matrices_that_are_singular_turned_or_no_numbers(sess):
    turned = np.eye(20, dtype=np.float32)[[1, 0, *range(2, 20)]]
    singular, nothing, strange = (
        np.ones((20, 20), np.float32),
        np.zeros((20, 20), np.float32),
        np.eye(20, dtype=np.float32),
    )
    strange[3, 4], strange[4, 3] = np.nan, 1.0
    last = np.eye(20, dtype=np.float32)
    last[19, 19] = 0.0
    matrix = tf.placeholder(tf.float32, [5, 20, 20])
    fetches = [tf.matrix_determinant(matrix), tf.linalg.slogdet(matrix)]
    found, (signs, logs) = run_often(sess, fetches, {matrix: np.stack([turned, singular, nothing, last, strange])})
    assert found[:4].tolist() == [-1.0, 0.0, 0.0, 0.0]
    assert np.isnan(found[4])
    assert signs[:4].tolist() == [-1.0, 0.0, 0.0, 0.0]
    assert logs[:4].tolist() == [0.0, -np.inf, -np.inf, -np.inf]


def test_what_has_no_solution_or_factor_is_an_error(sess):
    matrix = tf.placeholder(tf.float32, [2, 2, 2])
    solve, factor = tf.matrix_inverse(matrix), tf.cholesky(matrix)
    good = np.float32([np.eye(2), np.eye(2)])
    singular, indefinite = np.float32([np.eye(2), np.ones((2, 2))]), np.float32([np.eye(2), [[1, 2], [2, 1]]])
    for fetch, bad, text in ((solve, singular, "invertible"), (factor, indefinite, "decomposition")):
        assert run_often(sess, fetch, {matrix: good}).tolist() == good.tolist()
        with pytest.raises(tf.errors.InvalidArgumentError, match=text):
            sess.run(fetch, {matrix: bad})
        assert sess.run(fetch, {matrix: good}).tolist() == good.tolist()


def test_the_kernels_make_programs_that_need_no_jax(sess):
    a = tf.Variable(np.eye(10, dtype=np.float32) * 2)
    sess.run(a.initializer)
    for fetch in (tf.matrix_inverse(a), tf.cholesky(a), tf.matrix_solve(a, a), tf.matrix_determinant(a)):
        for _ in range(3):
            sess.run(fetch)
        (segment,) = sess._prepared_for(fetch, []).bound.segments
        assert segment.policy.current.direct is not None, fetch
