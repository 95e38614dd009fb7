"""Products of matrices in C, alone and inside of Adam's update: the numbers of NumPy and of XLA, for all shapes."""

import os
import re

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.backend import native_calls
from penstock.ops.linalg import matmul_native as products_native
from penstock.runtime.xla.passes import pipeline

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

# m, n, k: edges of tiles, of panels, of the depth that is summed at once, and of what is laid out once.
SIZES = [
    (1, 1, 1),
    (5, 31, 7),
    (14, 32, 256),
    (15, 33, 257),
    (50, 130, 600),
    (113, 40, 3),
    (300, 65, 300),
    (57, 700, 513),
    # The first factor is laid out too: all of it, a few rows more than a group of them, and so many columns of it at a time.
    (113, 129, 1031),
    (700, 200, 1000),
    (1010, 130, 523),
    (2100, 140, 2051),
    # Long sums.
    (120, 90, 5001),
]


def product(a, b, transpose_a=False, transpose_b=False):
    (k, m) = a.shape if transpose_a else a.shape[::-1]
    n = b.shape[0] if transpose_b else b.shape[1]
    made = np.full((m, n), np.nan, np.float32)
    native_calls.call("product", np.array([m, n, k, transpose_a, transpose_b], np.int64), a, b, made)
    return made


def factors(m, n, k):
    random = np.random.RandomState(m + n + k)
    return random.randn(m, k).astype(np.float32), random.randn(k, n).astype(np.float32)


@pytest.mark.parametrize("sizes", SIZES)
def test_a_product_is_numpys_however_its_factors_lie(sizes):
    a, b = factors(*sizes)
    wanted = a.astype(np.float64) @ b
    bound = 1e-6 * (np.abs(a) @ np.abs(b)) + 1e-6
    as_it_lies = product(a, b)
    assert (np.abs(as_it_lies - wanted) < bound).all()
    # The order of a sum is that of its terms, so the bits are the same.
    np.testing.assert_array_equal(product(np.ascontiguousarray(a.T), b, transpose_a=True), as_it_lies)
    np.testing.assert_array_equal(product(a, np.ascontiguousarray(b.T), transpose_b=True), as_it_lies)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinities here")
def test_a_product_does_not_depend_on_the_number_of_processors():
    a, b = factors(200, 400, 300)
    before, allowed = product(a, b), os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        np.testing.assert_array_equal(product(a, b), before)
    finally:
        os.sched_setaffinity(0, allowed)


def test_infinities_and_nans_stay_where_they_are():
    a, b = factors(20, 40, 30)
    a[3, 4], b[7, 11] = np.inf, np.nan
    with np.errstate(invalid="ignore"):
        wanted = a @ b
    np.testing.assert_array_equal(np.isnan(product(a, b)), np.isnan(wanted))
    np.testing.assert_array_equal(np.isinf(product(a, b)), np.isinf(wanted))


def test_threads_that_need_the_helpers_at_once_share_them():
    import threading

    a, b = factors(150, 500, 300)
    wanted, wrong = product(a, b), []

    def work():
        wrong.extend(i for i in range(20) if not np.array_equal(product(a, b), wanted))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


@pytest.fixture
def _compiled(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")


def dense_net(rows, inside, outside, optimizer):
    """The weights after three steps of a layer, and the last loss."""
    random = np.random.RandomState(3)
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [rows, inside])
        w = tf.Variable((random.randn(inside, outside) / 30).astype(np.float32))
        loss = tf.reduce_mean(tf.square(tf.nn.relu(tf.matmul(x, w)) - 1.0))
        gradient = tf.gradients(loss, w)[0]
        train = optimizer().minimize(loss)
        sess.run(tf.global_variables_initializer())
        feed = {x: random.randn(rows, inside).astype(np.float32)}
        for _ in range(3):
            sess.run(train, feed)
        return sess.run([w, loss, gradient], feed)


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("rows", [16, 50])
def test_a_layer_trains_with_adam_as_without_the_kernels(rows, monkeypatch):
    programs = []
    real = pipeline.run
    monkeypatch.setattr(pipeline, "run", lambda *given: (programs.append(real(*given)), programs[-1])[1])
    made = dense_net(rows, 1100, 1024, tf.train.AdamOptimizer)
    called = set(re.findall(r"target_name=penstock_(\w+)", "".join(str(p) for p in programs)))
    assert {"product", "adam_product"} <= called and "adam" not in called
    monkeypatch.setattr(products_native, "of_few_rows", lambda a, b: None)
    monkeypatch.setenv("PENSTOCK_PASSES", "-fusion")
    for a, b in zip(made, dense_net(rows, 1100, 1024, tf.train.AdamOptimizer), strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-4, atol=2e-6)


@pytest.mark.usefixtures("_compiled")
def test_nesterovs_adam_and_other_optimizers_take_the_same_gradient():
    from penstock.contrib import opt

    nadam = dense_net(20, 600, 512, opt.NadamOptimizer)
    descent = dense_net(20, 600, 512, lambda: tf.train.GradientDescentOptimizer(0.1))
    assert np.isfinite(nadam[1]) and np.isfinite(descent[1])


@pytest.mark.usefixtures("_compiled")
def test_a_gradient_that_is_fetched_too_is_the_one_that_adam_used():
    random = np.random.RandomState(0)
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.constant(random.randn(40, 600).astype(np.float32))
        w = tf.Variable(random.randn(600, 512).astype(np.float32))
        optimizer = tf.train.AdamOptimizer(0.1)
        ((gradient, _),) = optimizer.compute_gradients(tf.reduce_sum(tf.tanh(tf.matmul(x, w))), [w])
        train = optimizer.apply_gradients([(gradient, w)])
        sess.run(tf.global_variables_initializer())
        fetched, _ = sess.run([gradient, train])
        np.testing.assert_allclose(sess.run(optimizer.get_slot(w, "m")), 0.1 * fetched, rtol=1e-5, atol=1e-6)
