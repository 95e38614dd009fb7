"""A ref variable that is fetched beside its update shows the update, as in 1.15, where it was read when all was done.

The numbers are those of TensorFlow 1.15.5 for the same programs. A resource variable is read by an operation, before or after.
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
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return [[np.asarray(x).tolist() for x in sess.run(fetches) if x is not None] for _ in range(3)]


def variable(value=0.0, **named):
    return tf.Variable(value, **named)


def test_the_step_that_is_fetched_with_the_training_operation_is_the_one_that_was_made():
    v, step = variable(1.0), tf.train.get_or_create_global_step()
    train = tf.train.GradientDescentOptimizer(0.1).minimize(v * v, step)
    assert runs([train, step, step.value(), step.read_value(), tf.identity(step)]) == [[1] * 4, [2] * 4, [3] * 4]


def test_before_and_after_in_the_list_are_the_same():
    v = variable(0)
    assert runs([v, v.assign_add(1).op, v]) == [[1, 1], [2, 2], [3, 3]]


def test_what_is_computed_from_a_variable_has_the_value_from_before():
    v = variable(0)
    assert runs([v.assign_add(1).op, tf.identity(v), v + 0]) == [[1, 0], [2, 1], [3, 2]]


def test_an_assignment_gives_what_all_assignments_have_made():
    total = variable(0.0)
    assert runs([tf.assign_add(total, 2.0), tf.assign_add(total, 3.0)]) == [[5.0, 5.0], [10.0, 10.0], [15.0, 15.0]]


def test_weights_are_those_after_the_step_and_the_loss_is_that_before():
    v = variable(1.0)
    loss = v * v
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    found = runs([train, loss, v])
    np.testing.assert_allclose(found, [[1.0, 0.8], [0.64, 0.64], [0.4096, 0.512]], rtol=1e-6)


def test_rows_that_are_added_to_are_seen():
    v = variable(np.zeros((3, 2), np.float32))
    found = runs([tf.scatter_add(v, [1], [[1.0, 1.0]]).op, v])
    assert [f[0][1] for f in found] == [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]


def test_an_update_inside_of_a_conditional_is_seen():
    v = variable(1.0)
    update = tf.cond(tf.constant(True), lambda: tf.assign_add(v, 1.0), lambda: tf.identity(v))
    assert [f[1] for f in runs([update, v])] == [2.0, 3.0, 4.0]


def test_a_resource_variable_is_read_by_an_operation_of_its_own():
    v = tf.get_variable("v", [], initializer=tf.zeros_initializer(), use_resource=True)
    assert runs([v.assign_add(1.0).op, v]) == [[0.0], [1.0], [2.0]]


def test_a_fed_variable_is_what_was_fed():
    v = variable(1.0)
    update = v.assign_add(1.0).op
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(v, {v: 7.0}) == 7.0
        sess.run(update)
        assert sess.run(v) == 2.0
