"""Operations in C++ inside of compiled programs: one program with them in its middle, and what to do when that cannot be."""

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.graph import registry


@pytest.fixture(scope="module")
def m(built):
    native.wait()
    module = tf.load_op_library(built("in_programs", "-O1"))
    if "Scaled" not in registry._gradients:

        @tf.RegisterGradient("Scaled")
        def _gradient(op, grad):
            return [module.scaled(grad, op.inputs[1]), None]

    return module


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")


def kinds(session):
    """What the last kind of run is made of: 'program', 'interpreted' or 'host', for each of its segments."""
    bound = list(session._prepared.values())[-1].bound
    return ["host" if s.host else "program" if s.policy.programs else "interpreted" for s in bound.segments]


def test_a_training_step_with_one_in_its_middle_is_one_program(m):
    with tf.Graph().as_default(), tf.Session() as sess:
        x, v = tf.placeholder(tf.float32, [None, 3]), tf.Variable([[1.0], [2.0], [-1.0]])
        loss = tf.reduce_sum(m.scaled(tf.nn.relu(tf.matmul(x, v)), 3.0) ** 2)
        step = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        sess.run(tf.global_variables_initializer())
        fed = np.float32([[1, 2, 3], [4, 5, 6]])
        expected = np.float32([[1], [2], [-1]])
        for _ in range(4):
            inner = np.maximum(fed @ expected, 0)
            assert sess.run([loss, step], {x: fed})[0] == pytest.approx(9 * (inner**2).sum(), rel=1e-5)
            expected -= 0.01 * fed.T @ (18 * inner)
        assert kinds(sess) == ["program"]
        np.testing.assert_allclose(sess.run(v), expected, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int32", "int64", "complex64"])
def test_every_type_of_numbers_goes_in_and_out(m, dtype):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(dtype, [2, None])
        y = m.scaled(x + x, tf.constant(3, dtype)) - x
        for n in (3, 0, 3):
            value = np.arange(2 * n).reshape(2, n).astype(dtype)
            found = sess.run(y, {x: value})
            assert found.dtype == value.dtype
            np.testing.assert_array_equal(found, 5 * value)
            assert kinds(sess) == ["program"]


def test_an_error_of_the_kernel_is_the_error_of_the_run_and_changes_nothing(m):
    with tf.Graph().as_default(), tf.Session() as sess:
        v, by = tf.Variable([1.0, 2.0]), tf.placeholder(tf.float32, [])
        step = tf.assign(v, m.scaled(v + 1, by) - 1)
        sess.run(v.initializer)
        sess.run(step.op, {by: 2.0})
        with pytest.raises(tf.errors.InvalidArgumentError, match="by must not be 0"):
            sess.run(step.op, {by: 0.0})
        sess.run(step.op, {by: 2.0})
        assert kinds(sess) == ["program"]
        np.testing.assert_array_equal(sess.run(v), [7, 11])


def test_outputs_of_its_own_inputs_passed_on_lists_and_a_value_that_decides_a_shape(m):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        same, head, sums = m.heads(x * 2, 2, [x, x + 1])
        result = [same + 1, head + 1, sums[0] + 0, sums[1] + 0]
        for n in (3, 4, 4):
            found = sess.run(result, {x: np.arange(n, dtype=np.float32)})
            np.testing.assert_array_equal(found[0], 2 * np.arange(n) + 1)
            np.testing.assert_array_equal(found[1], [1, 3])
            assert found[2:] == [n * (n - 1) / 2, n * (n + 1) / 2]
        assert kinds(sess) == ["program"]


def test_a_shape_function_that_is_wrong_costs_time_but_no_results(m):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        y = m.liar(x * 2) * 2
        for _ in range(3):
            np.testing.assert_array_equal(sess.run(y, {x: [1, 2]}), [6, 10])


def test_a_shape_that_depends_on_values_stays_outside(m):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        y = tf.reduce_sum(m.calls(x * 2)[1] * 2)
        for values in ([1, -2, 3], [-1, -2, 3], [1, 2, 3]):
            assert sess.run(y, {x: values}) == 4 * sum(v for v in values if v > 0)
        assert "host" in kinds(sess)


def test_a_session_has_one_kernel_object_whoever_calls_it(m, monkeypatch):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [4])
        counted = m.counted_calls(x)
        y = counted + 0
        for _ in range(2):  # each session has its own
            with tf.Session() as sess:
                assert sess.run(counted, {x: np.zeros(4)}) == 1  # fetched itself: between programs
                assert sess.run(y, {x: np.zeros(4)}) >= 2
                assert kinds(sess) == ["program"]


def test_a_loop_with_one_in_it_is_one_program(m):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [3])
        _, y = tf.while_loop(lambda i, v: i < 5, lambda i, v: (i + 1, m.scaled(v, 2.0)), (0, x))
        (dx,) = tf.gradients(y, x)
        for _ in range(2):
            found = sess.run([y + 0, dx + 0], {x: [1, 2, 3]})
            np.testing.assert_array_equal(found, [[32, 64, 96], [32, 32, 32]])
        assert kinds(sess) == ["program"]


def test_an_error_inside_of_a_loop_is_told(m):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [3])
        _, y = tf.while_loop(lambda i, v: i < 5, lambda i, v: (i + 1, m.scaled(v, tf.cast(3 - i, tf.float32))), (0, x))
        for _ in range(2):
            with pytest.raises(tf.errors.InvalidArgumentError, match="by must not be 0"):
                sess.run(y + 0, {x: [1, 2, 3]})


def test_small_numbers_become_zero_as_in_tensorflow_in_both_ways(m, monkeypatch):
    small = np.float32([1e-38, 1.0])
    for tier in ("compile", "interpret"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [2])
            np.testing.assert_array_equal(sess.run(m.scaled(x, 0.5) + 0, {x: small}), [0, 0.5])
