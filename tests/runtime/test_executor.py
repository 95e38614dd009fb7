"""Every way to run a segment takes its inputs from their slots and leaves its outputs in theirs, or says that it cannot."""

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.interpret.context import Run


@pytest.fixture
def segment(monkeypatch):
    """The segment of `exp(x) * 2`, which has run once, compiled, and an environment for a run with given x."""
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    x = tf.placeholder(tf.float32, [None])
    y = tf.exp(x) * 2
    with tf.Session() as session:
        session.run(y, {x: [0.0, 0.0]})
        (prepared,) = {id(p): p for p in session._prepared.values()}.values()
        bound = prepared.bound
        (segment,) = bound.segments

        def environment(values):
            return session._env(
                bound, [np.asarray(values, np.float32)], Run(session, session._store)
            ), bound.fetch_slots[0]

        yield segment, environment


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_outputs_are_left_in_their_slots(segment, way):
    segment, environment = segment
    executor = segment.interpreted if way == "interpreted" else segment.policy.current
    env, fetched = environment([0.0, np.log(3.0)])
    assert executor.run(env) is True
    np.testing.assert_allclose(env[fetched], [2.0, 6.0], rtol=1e-6)


def test_the_interpreter_takes_every_shape(segment):
    segment, environment = segment
    for n in range(4):
        env, fetched = environment(np.zeros(n))
        assert segment.interpreted.run(env) is True
        assert env[fetched].tolist() == [2.0] * n


def test_a_program_says_that_inputs_of_another_shape_are_not_for_it_and_changes_nothing(segment):
    segment, environment = segment
    env, fetched = environment([0.0, 0.0, 0.0])
    before = list(env)
    assert segment.policy.current.run(env) is False
    assert all(a is b for a, b in zip(env, before, strict=True)) and env[fetched] is None
