"""Small products in compiled programs are made by the kernel in C: all transpositions, stacks of one, what is left to XLA."""

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.backend import native_calls
from penstock.ops.linalg import matmul_small_native as small_products

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


@pytest.fixture
def sess():
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = 1
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


@pytest.mark.parametrize(
    ("m", "k", "n"),
    [(1, 1, 1), (3, 5, 2), (10, 10, 10), (100, 100, 10), (33, 17, 65), (1, 300, 40), (40, 50, 1), (9, 1, 30)],
)
@pytest.mark.parametrize(("left", "right"), [(False, False), (True, False), (False, True), (True, True)])
def test_products_are_numpys_whatever_is_transposed(sess, m, k, n, left, right):
    random = np.random.RandomState(0)
    a, b = random.randn(m, k).astype(np.float32), random.randn(k, n).astype(np.float32)
    x, y = tf.Variable(a.T if left else a), tf.Variable(b.T if right else b)
    fetches = [tf.matmul(x, y, left, right), tf.matmul(x[None], y[None], left, right)[0]]
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        for found in sess.run(fetches):
            np.testing.assert_allclose(found, a.astype(np.float64) @ b, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((7, 3, 5), (7, 5, 2)),
        ((2, 3, 10, 10), (2, 3, 10, 10)),
        ((900, 32, 32), (900, 32, 32)),
        ((3, 1, 17), (3, 17, 17)),
    ],
)
def test_stacks_of_products_are_numpys(sess, left, right):
    random = np.random.RandomState(0)
    a, b = random.randn(*left).astype(np.float32), random.randn(*right).astype(np.float32)
    product = tf.matmul(tf.Variable(a), tf.Variable(b))
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        np.testing.assert_allclose(sess.run(product), a.astype(np.float64) @ b, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("count", [1, 2, 50, 9000])
@pytest.mark.parametrize(
    ("m", "k", "n"), [(1, 1, 1), (1, 32, 1), (3, 5, 2), (4, 4, 4), (10, 10, 10), (7, 3, 17), (2, 1, 31), (32, 1, 32)]
)
def test_nothing_is_written_after_the_end_of_a_stack(count, m, k, n):
    random = np.random.RandomState(0)
    a, b = random.randn(count, m, k).astype(np.float32), random.randn(count, k, n).astype(np.float32)
    made = np.full(count * m * n + 64, 7, np.float32)
    for _ in range(3):
        native_calls.call("stack", a, b, count, m, k, n, made)
        np.testing.assert_allclose(made[:-64].reshape(count, m, n), a.astype(np.float64) @ b, rtol=1e-5, atol=1e-5)
        np.testing.assert_array_equal(made[-64:], 7)


@pytest.mark.parametrize(
    ("m", "k", "n"), [(100, 784, 10), (8, 2048, 100), (1000, 10, 200), (128, 128, 128), (100, 784, 256)]
)
@pytest.mark.parametrize("transposed", [False, True])
def test_products_of_more_numbers_are_numpys(sess, m, k, n, transposed):
    random = np.random.RandomState(0)
    a, b = random.rand(m, k).astype(np.float32), random.rand(k, n).astype(np.float32)
    assert small_products.product(a, b.T if transposed else b, False, transposed) is not None
    product = tf.matmul(tf.Variable(a), tf.Variable(b.T if transposed else b), transpose_b=transposed)
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        np.testing.assert_allclose(sess.run(product), a.astype(np.float64) @ b, rtol=1e-5)


def test_other_products_are_left_to_xla():
    one = np.ones((4, 4), np.float32)
    assert small_products.product(one.astype(np.float64), one.astype(np.float64)) is None
    assert small_products.product(one, np.ones((5, 4), np.float32)) is None
    assert small_products.product(one[:0], one) is None
    assert small_products.product(np.ones((2, 4, 4), np.float32), np.ones((2, 4, 4), np.float32), True) is None
    assert small_products.product(np.ones((2, 4, 33), np.float32), np.ones((2, 33, 4), np.float32)) is None
    assert small_products.product(np.ones((2, 4, 4), np.float32), np.ones((1, 4, 4), np.float32)) is None
    assert small_products.product(np.ones((600, 100), np.float32), np.ones((100, 600), np.float32)) is None
    assert small_products.product(np.ones((60, 200), np.float32), np.ones((200, 600), np.float32)) is None
    assert small_products.product(np.ones((2, 600), np.float32), np.ones((600, 200), np.float32)) is None
    assert small_products.product(np.ones((400, 400), np.float32), np.ones((400, 1), np.float32)) is None


def test_factors_that_do_not_fit_are_an_error(sess):
    a, b = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    product = tf.matmul(a, b)
    for _ in range(3):
        assert sess.run(product, {a: np.ones((2, 3)), b: np.ones((3, 4))}).tolist() == [[3.0] * 4] * 2
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"In\[0\] mismatch In\[1\] shape: 3 vs. 4: \[2,3\] \[4,4\] 0 0"
    ):
        sess.run(product, {a: np.ones((2, 3)), b: np.ones((4, 4))})
