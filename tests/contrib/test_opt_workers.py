"""One of many workers makes the steps that it makes in 1.15."""

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
