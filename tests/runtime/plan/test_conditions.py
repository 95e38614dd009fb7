"""What runs under predicates of `Switch`, and what variables keep; what is expected was printed by TensorFlow 1.15.5."""

import pytest

import penstock as tf
from penstock.ops.control.switches import merge, switch


@pytest.fixture(params=["interpret", "compile"], autouse=True)
def tier(request, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", request.param)


def test_variables_constants_and_random_numbers_under_a_predicate():
    pred = tf.placeholder(tf.bool, [])
    no, yes = switch(tf.constant(0.0), pred)
    v = tf.get_variable("v", [], initializer=tf.zeros_initializer(), use_resource=False)
    r = tf.get_variable("r", [], initializer=tf.zeros_initializer(), use_resource=True)
    with tf.control_dependencies([tf.identity(yes)]):
        update, resource_update, seven = v.assign_add(1.0), r.assign_add(1.0), tf.constant(7.0)
        drawn = tf.random_uniform([], seed=4)
    with tf.control_dependencies([tf.identity(no)]):
        eight = tf.constant(8.0)
    chosen, _ = merge([eight, seven + 0.0 * drawn])
    together = tf.group(update, resource_update)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for value, expected in ((True, 7), (False, 8), (True, 7)):
            assert sess.run(chosen, {pred: value}) == expected
            sess.run(together, {pred: value})
        assert sess.run([v, r]) == [2, 2]
        first = sess.run(drawn, {pred: True})
        sess.run(chosen, {pred: False})
        assert sess.run(drawn, {pred: True}) != first


def test_fetching_what_was_not_computed_is_an_error():
    pred = tf.placeholder(tf.bool, [])
    no, yes = switch(tf.constant(1.0), pred)
    v = tf.Variable(0.0, use_resource=False)
    with tf.control_dependencies([tf.identity(yes)]):
        update = v.assign_add(1.0)
    with tf.Session() as sess:
        sess.run(v.initializer)
        for fetch in (no, update):
            with pytest.raises(tf.errors.InvalidArgumentError, match=r"Retval\[1\] does not have value"):
                sess.run([pred, fetch], {pred: fetch is no})
        assert sess.run(no, {pred: False}) == 1


def test_a_traced_run_skips_them_too():
    x, number = tf.constant([0.0]), tf.placeholder(tf.int32, [])
    y = merge([switch(x, tf.equal(number, case))[1] + float(case) for case in range(3)])[0]
    with tf.Session() as sess:
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        assert sess.run(y, {number: 2}, options=options, run_metadata=tf.RunMetadata()) == [2]
