"""Variables that compiled programs read are handed to XLA once, whoever gave them their values."""

import jax
import numpy as np
import pytest

import penstock as tf


@pytest.fixture
def session(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def kinds(session):
    return {type(value) for value in session._store.variables.values() if np.size(value) > 100}


@pytest.mark.parametrize("checked", [False, True], ids=["without checks", "with checks of indices"])
def test_a_large_variable_that_is_only_read_is_copied_once(session, checked):
    start = np.arange(4000, dtype=np.float64).reshape(40, 100)
    v = tf.Variable(start)
    y = tf.gather(v, tf.Variable([1, 39])) if checked else v[1:2] * 2.0
    session.run(tf.global_variables_initializer())
    assert not any(issubclass(kind, jax.Array) for kind in kinds(session))
    first = session.run(y)
    for _ in range(3):
        np.testing.assert_array_equal(session.run(y), first)
    assert all(issubclass(kind, jax.Array) for kind in kinds(session))
    np.testing.assert_array_equal(session.run(v), start)


def test_a_value_that_is_loaded_later_is_handed_over_too(session):
    v = tf.Variable(
        np.zeros([600, 600], np.float32)
    )  # a smaller program has memory of its own (`runtime/xla/direct/direct_call.py`)
    total = tf.reduce_sum(v)
    session.run(tf.global_variables_initializer())
    for number in (1.0, 2.0):
        v.load(np.full([600, 600], number, np.float32), session)
        for _ in range(40):
            assert session.run(total) == 360_000 * number
        assert all(issubclass(kind, jax.Array) for kind in kinds(session))
        fetched = session.run(v)
        fetched[...] = -1.0  # what the caller does to a result is his own affair
        assert session.run(total) == 360_000 * number
