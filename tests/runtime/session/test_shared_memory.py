"""What was read of a ref variable is, in 1.15, the variable's memory: who waits for an update computes with the new value.

`w/read` is made together with `w` and waits for nothing, so `w + 0` under `control_dependencies([w.assign(...)])` depends on the
update only by itself. The numbers are those of TensorFlow 1.15.5 for the same programs.
"""

import numpy as np
import pytest

import penstock as tf


@pytest.fixture(autouse=True, params=["interpret", "compile"])
def _tier(request, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", request.param)
    with tf.Graph().as_default():
        yield


def runs(fetches):
    with tf.control_dependencies(None), tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return [[np.asarray(x).tolist() for x in sess.run(fetches) if x is not None] for _ in range(3)]


def test_arithmetic_after_an_update_has_the_new_value():
    w = tf.Variable(1.0)
    with tf.control_dependencies([w.assign_add(10.0)]):
        assert runs([w + 0.0, tf.identity(w) * 2]) == [[11.0, 22.0], [21.0, 42.0], [31.0, 62.0]]


def test_who_gets_the_result_of_the_update_waits_for_it():
    w = tf.Variable(1.0)
    assert runs([w.assign_add(1.0) * 1.0 + w]) == [[4.0], [6.0], [8.0]]


def test_a_gradient_is_stopped_but_no_value():
    w = tf.Variable(1.0)
    stopped = tf.stop_gradient(w)
    with tf.control_dependencies([w.assign_add(10.0)]):
        assert runs([stopped + 0.0]) == [[11.0], [21.0], [31.0]]


def test_a_target_network_follows_the_weights_that_were_just_trained():
    w, target = tf.Variable(1.0), tf.Variable(0.0, trainable=False)
    train = tf.train.GradientDescentOptimizer(1.0).minimize(w * w * 0.25)
    with tf.control_dependencies([train]):
        copy = target.assign(0.5 * target + 0.5 * w)
    assert runs([copy.op, target, w]) == [[0.25, 0.5], [0.25, 0.25], [0.1875, 0.125]]


def test_averages_are_taken_of_the_new_weights_at_the_new_step():
    w, step = tf.Variable(1.0), tf.train.get_or_create_global_step()
    average = tf.train.ExponentialMovingAverage(0.9, step)
    train = tf.train.GradientDescentOptimizer(0.5).minimize(w * w, step)
    with tf.control_dependencies([train]):
        update = average.apply([w])
    found = runs([update, average.average(w), w, step])
    np.testing.assert_allclose(found, [[2 / 11, 0, 1], [0.5 / 11, 0, 2], [2 / 143, 0, 3]], rtol=1e-6)


def test_what_an_identity_kept_is_lost_and_what_a_product_kept_is_not():
    def exchange(keep):
        a, b = tf.Variable(1.0), tf.Variable(2.0)
        old = keep(a)
        with tf.control_dependencies([old]):
            first = a.assign(b)
        with tf.control_dependencies([first]):
            second = b.assign(old)
        return runs([second.op, a, b])

    assert exchange(tf.identity) == [[2.0, 2.0]] * 3
    assert exchange(lambda a: a * 1.0) == [[2.0, 1.0], [1.0, 2.0], [2.0, 1.0]]


def test_rows_that_were_changed_are_seen():
    w = tf.Variable([1.0, 2.0])
    with tf.control_dependencies([tf.scatter_update(w, [0], [7.0])]):
        assert runs([w * 1.0, tf.gather(w, [0])]) == [[[7.0, 2.0], [7.0]]] * 3


def test_conditionals_and_loops_that_wait_have_the_new_value():
    w = tf.Variable(1.0)
    with tf.control_dependencies([w.assign_add(1.0)]):
        chosen = tf.cond(w > 2.5, lambda: w * 10, lambda: w * 1)
        _, total = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + w), [0, 0.0])
    assert runs([chosen, total]) == [[2.0, 6.0], [30.0, 9.0], [40.0, 12.0]]


def test_an_update_inside_of_a_branch_is_seen_there():
    w = tf.Variable(1.0)

    def branch():
        with tf.control_dependencies([w.assign_add(1.0)]):
            return w * 10

    assert runs([tf.cond(tf.constant(True), branch, lambda: w * 1)]) == [[20.0], [30.0], [40.0]]


def test_the_turns_of_a_loop_see_the_updates_of_those_before():
    w = tf.Variable(1.0)

    def turn(i, s, start):
        with tf.control_dependencies([w.assign_add(1.0)]):
            return i + 1, s + w, start + 1

    found = runs(tf.while_loop(lambda i, s, start: i < 3, turn, [0, 0.0, w * 1.0], parallel_iterations=1))
    assert found == [[3, 9.0, 4.0], [3, 18.0, 7.0], [3, 27.0, 10.0]]


def test_a_fed_read_is_what_was_fed():
    w = tf.Variable(1.0)
    read = tf.identity(w)
    update = w.assign_add(10.0)
    with tf.control_dependencies([update]):
        y = read + 0.0
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(y, {read: 5.0}) == 5.0
        assert sess.run(y) == 21.0


def test_a_resource_variable_that_was_read_before_stays_what_it_was():
    w = tf.get_variable("w", initializer=1.0, use_resource=True)
    before = w.read_value()
    with tf.control_dependencies([before]):
        update = w.assign_add(10.0)
    with tf.control_dependencies([update]):
        assert runs([before + 0.0, w + 0.0]) == [[1.0, 11.0], [11.0, 21.0], [21.0, 31.0]]
