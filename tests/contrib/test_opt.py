"""tf.contrib.opt makes the steps of 1.15, for variables of both kinds and for dense and sparse gradients."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.opt import PROGRAMS
from tests.contrib.recorded import same_as_recorded

opt = tf.contrib.opt
COMPILED = ("AdamW", "LazyAdam, sparse", "Nadam, resources", "LARS", "AddSign, sparse", "several tasks")


@pytest.mark.parametrize("title", PROGRAMS)
def test_steps_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("opt", title, PROGRAMS[title], monkeypatch, tiers)


@pytest.mark.parametrize("optimizer", [opt.AddSignOptimizer, opt.PowerSignOptimizer])
def test_signs_step_resources_by_slices_as_they_step_references(optimizer):
    found = []
    for use_resource in (False, True):
        with tf.Graph().as_default(), tf.Session() as session:
            v = tf.get_variable("v", initializer=tf.constant([[1.0], [2.0], [3.0]]), use_resource=use_resource)
            step = optimizer(0.1).minimize(tf.reduce_sum(tf.square(tf.gather(v, [0, 2, 2]))))
            session.run(tf.global_variables_initializer())
            for _ in range(3):
                session.run(step)
            found.append(session.run(v))
    np.testing.assert_allclose(*found, rtol=1e-6)
    assert found[0][1] == 2.0


def test_a_swapping_saver_saves_averages_in_place_of_variables(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=4.0)
        optimizer = opt.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(1.0), average_decay=0.5)
        with pytest.raises(RuntimeError, match="Must call apply_gradients"):
            optimizer.swapping_saver()
        step = optimizer.minimize(2.0 * v)
        session.run(tf.global_variables_initializer())
        session.run(step)
        path = optimizer.swapping_saver().save(session, str(tmp_path / "model"))
        reader = tf.train.load_checkpoint(path)
        assert reader.get_tensor("v") == 3.0 and reader.get_tensor("v/ExponentialMovingAverage") == 2.0
        with pytest.raises(ValueError, match="is not part of variables to save"):
            optimizer.swapping_saver([v])


def test_late_gradients_are_dropped():
    with tf.Graph().as_default(), tf.Session() as session:
        step, v = tf.train.create_global_step(), tf.get_variable("v", initializer=4.0)
        optimizer = opt.DropStaleGradientOptimizer(tf.train.GradientDescentOptimizer(1.0), 2)
        pairs = optimizer.compute_gradients(2.0 * v)
        late = tf.placeholder_with_default(tf.constant(0, tf.int64), [])
        optimizer._local_step = step - late
        train_op = optimizer.apply_gradients(pairs, global_step=step)
        session.run(tf.global_variables_initializer())
        session.run(train_op, {late: 2})
        session.run(train_op, {late: 3})
        assert session.run([v, step]) == [2.0, 1]
        assert session.run(tf.get_default_graph().get_tensor_by_name("stale_counter:0")) == 1.0


@pytest.mark.parametrize("method", ["L-BFGS-B", "SLSQP"])
def test_scipy_minimizes_within_bounds_and_constraints(method):
    calls = []
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=tf.constant([7.0, 7.0]))
        loss = tf.reduce_sum(tf.square(v))
        settings = {"inequalities": [v[1] - 3.0], "equalities": [v[0] - 1.5]} if method == "SLSQP" else {}
        optimizer = opt.ScipyOptimizerInterface(loss, var_to_bounds={v: (1.0, 9.0)}, method=method, **settings)
        session.run(tf.global_variables_initializer())
        optimizer.minimize(session, fetches=[loss], loss_callback=calls.append)
        wanted = [1.5, 3.0] if method == "SLSQP" else [1.0, 1.0]
        np.testing.assert_allclose(session.run(v), wanted, rtol=1e-4)
        assert calls[0] == 98.0 and len(calls) > 1
        with pytest.raises(ValueError, match="var_to_bounds"):
            opt.ScipyOptimizerInterface(loss, bounds=[(0, 1)]).minimize(session)


def test_bad_arguments_are_told():
    for settings in ({"momentum": -1.0}, {"weight_decay": -1.0}):
        with pytest.raises(ValueError, match="should be positive"):
            opt.LARSOptimizer(0.1, **settings)
    with pytest.raises(TypeError, match="instance of tf.train.Optimizer"):
        opt.MultitaskOptimizerWrapper(3)
