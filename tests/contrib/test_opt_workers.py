"""One of many workers makes the steps that it makes in 1.15."""

import threading

import pytest

import penstock as tf
from tests.contrib.programs.opt_workers import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_steps_are_those_of_tensorflow(title, monkeypatch):
    same_as_recorded("opt_workers", title, PROGRAMS[title], monkeypatch)


def test_a_swapping_saver_saves_the_center(tmp_path):
    getter = tf.contrib.opt.ElasticAverageCustomGetter("/cpu:0")
    with tf.Graph().as_default(), tf.Session() as session:
        with tf.variable_scope("", custom_getter=getter):
            v = tf.get_variable("v", initializer=1.0)
        optimizer = tf.contrib.opt.ElasticAverageOptimizer(tf.train.GradientDescentOptimizer(1.0), 2, getter)
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        session.run(tf.assign(v, 5.0))
        path = optimizer.swapping_saver().save(session, str(tmp_path / "m"))
        assert tf.train.load_checkpoint(path).get_tensor("v") == 1.0


def averaging(is_chief):
    """A worker of two with one variable, and what the other one would have of the same."""
    getter = tf.contrib.opt.ModelAverageCustomGetter("/cpu:0")
    with tf.variable_scope("", custom_getter=getter):
        v = tf.get_variable("v", initializer=1.0)
    step = tf.train.get_or_create_global_step()
    sgd = tf.train.GradientDescentOptimizer(0.5)
    optimizer = tf.contrib.opt.ModelAverageOptimizer(sgd, 2, is_chief, getter, interval_steps=2)
    train_op = optimizer.minimize(v, step)
    accumulator = tf.ConditionalAccumulator(tf.float32, shape=[], shared_name="global_center_variable/v:0/var_accum")
    sent = tf.FIFOQueue(-1, [tf.float32], shapes=[[]], shared_name="sync_queue")
    return v, getter._local_2_global[v], step, train_op, accumulator, sent


def run_in_thread(session, fetch):
    thread = threading.Thread(target=session.run, args=(fetch,), daemon=True)
    thread.start()
    return thread


def test_a_chief_waits_for_the_others_and_goes_on_from_the_mean(waiters):
    with tf.Graph().as_default(), tf.Session() as session:
        v, center, step, train_op, accumulator, sent = averaging(is_chief=True)
        give, mean = accumulator.apply_grad(5.0, local_step=10), sent.dequeue()
        session.run([tf.local_variables_initializer(), tf.global_variables_initializer()])
        session.run(train_op)
        assert session.run([v, center, step]) == [0.5, 1.0, 0]
        waiting = run_in_thread(session, train_op)
        waiters(1)
        assert waiting.is_alive()
        session.run(give)
        waiting.join(60)
        assert session.run([v, center, step, mean]) == [2.5, 2.5, 1, 2.5]  # of 0.0 and 5.0


def test_another_waits_for_the_chief(waiters):
    with tf.Graph().as_default(), tf.Session() as session:
        v, center, step, train_op, accumulator, sent = averaging(is_chief=False)
        given, send = accumulator.num_accumulated(), sent.enqueue(7.0)
        session.run([tf.local_variables_initializer(), tf.global_variables_initializer()])
        session.run(train_op)
        waiting = run_in_thread(session, train_op)
        waiters(1)
        assert waiting.is_alive()
        assert session.run(given) == 1
        session.run(send)
        waiting.join(60)
        assert session.run([v, center, step]) == [7.0, 1.0, 0]


def test_a_hook_begins_with_the_common_variables():
    with tf.Graph().as_default():
        getter = tf.contrib.opt.ModelAverageCustomGetter("/cpu:0")
        with tf.variable_scope("", custom_getter=getter):
            v = tf.get_variable("v", initializer=1.0)
        sgd = tf.train.GradientDescentOptimizer(0.5)
        optimizer = tf.contrib.opt.ModelAverageOptimizer(sgd, 1, True, getter)
        step = tf.train.get_or_create_global_step()
        optimizer.minimize(v, step)
        begin = tf.train.Scaffold(init_op=tf.global_variables_initializer(), init_fn=lambda _, s: s.run(load))
        load = tf.assign(getter._local_2_global[v], 3.0)
        with tf.train.MonitoredTrainingSession(scaffold=begin, hooks=[optimizer.make_session_run_hook()]) as session:
            assert session.run(v) == 3.0


def test_what_is_missing_is_told():
    with tf.Graph().as_default():
        getter = tf.contrib.opt.ModelAverageCustomGetter("/cpu:0")
        optimizer = tf.contrib.opt.ModelAverageOptimizer(tf.train.GradientDescentOptimizer(0.5), 1, True, getter)
        with pytest.raises(ValueError, match="Must supply at least one variable"):
            optimizer.apply_gradients([])
        with pytest.raises(ValueError, match="should not be empty"):
            optimizer.get_init_op()
        with pytest.raises(ValueError, match="Global step is required"):
            optimizer.apply_gradients([(tf.constant(1.0), tf.Variable(1.0))])
