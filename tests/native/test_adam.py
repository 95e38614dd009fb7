"""Adam's update and sums over rows in C: the numbers of the formulas, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.backend import native_calls
from penstock.ops.training import adam_native as passes
from penstock.ops.training import optimizer_updates as training_ops

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


def given(size, seed=0):
    random = np.random.RandomState(seed)
    return [
        random.randn(size).astype(np.float32),
        *(random.rand(size).astype(np.float32) for _ in range(2)),
        random.randn(size).astype(np.float32),
    ]


@pytest.mark.parametrize("nesterov", [False, True])
def test_adam_has_the_bits_of_the_single_operations(nesterov):
    var, m, v, grad = given(passes.MIN_ELEMENTS + 77)
    scalars = [np.float32(s) for s in (0.9**3, 0.999**3, 0.01, 0.9, 0.999, 1e-8)]
    wanted = training_ops._adam(np, var, m, v, *scalars, grad, use_nesterov=nesterov)
    made = training_ops._adam_in_one_pass(np, var, m, v, *scalars, grad, use_nesterov=nesterov)
    for a, b in zip(made, wanted, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("resource", [False, True])
@pytest.mark.parametrize("size", [passes.MIN_ELEMENTS - 1, 3 * passes.MIN_ELEMENTS + 5])
def test_training_with_adam_is_the_same_with_and_without_it(tier, resource, size, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    results = []
    for with_c in (True, False):
        monkeypatch.setattr(passes.native_calls, "ready", native_calls.ready if with_c else lambda xp: False)
        with tf.Graph().as_default(), tf.Session() as sess:
            start = np.random.RandomState(1).randn(size).astype(np.float32)
            w = tf.Variable(start, use_resource=resource)
            loss = tf.reduce_sum(tf.sin(w) * w)
            train = tf.train.AdamOptimizer(0.1).minimize(loss)
            sess.run(tf.global_variables_initializer())
            for _ in range(5):
                sess.run(train)
            results.append(sess.run(tf.global_variables()))
        monkeypatch.undo()
        monkeypatch.setenv("PENSTOCK_TIER", tier)
    for a, b in zip(*results, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def test_a_slot_that_is_fetched_in_the_same_run_has_its_old_value(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as sess:
        w = tf.Variable(tf.ones([2 * passes.MIN_ELEMENTS]), use_resource=True)
        before = tf.identity(w.read_value())
        optimizer = tf.train.AdamOptimizer(0.5)
        with tf.control_dependencies([before]):
            train = optimizer.minimize(tf.reduce_sum(w * w))
        sess.run(tf.global_variables_initializer())
        old, _ = sess.run([before, train])
        np.testing.assert_array_equal(old, np.ones(2 * passes.MIN_ELEMENTS, np.float32))
        np.testing.assert_allclose(sess.run(w), 0.5, rtol=1e-4)


@pytest.mark.parametrize("shape", [(passes.MIN_ELEMENTS // 8, 8), (5000, 33), (70, 1000), (3, passes.MIN_ELEMENTS)])
def test_sums_over_rows(shape):
    import jax

    x = np.random.RandomState(2).rand(*shape).astype(np.float32)
    wanted = x.sum(0, dtype=np.float64)
    made = passes.column_sums(np, x)
    np.testing.assert_allclose(made, wanted, rtol=2e-6)
    np.testing.assert_array_equal(jax.jit(lambda x: passes.column_sums(jax.numpy, x))(x), made)
    np.testing.assert_array_equal(passes.column_sums(np, x), made)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_the_gradient_of_a_bias(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        x, b = tf.constant(np.random.RandomState(3).rand(8, 40, 30, 16).astype(np.float32)), tf.zeros([16])
        by_bias, by_sum = (
            tf.gradients(tf.reduce_sum(tf.square(y) * x), b)[0] for y in (tf.nn.bias_add(x, b), tf.add(x, b))
        )
        one, two, values = sess.run([by_bias, by_sum, x])
        wanted = (2 * values.astype(np.float64) ** 2).sum((0, 1, 2))
        np.testing.assert_allclose(one, wanted, rtol=1e-5)
        np.testing.assert_allclose(two, wanted, rtol=1e-5)
