"""The shortest way through a run, for a plan that is one program: also with checks, and when small variables become XLA's."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf


@pytest.fixture
def sess():
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = 1
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


def test_an_index_that_goes_bad_after_many_good_runs_is_reported_and_the_next_good_run_is_right(sess):
    table = tf.Variable(np.arange(10.0, dtype=np.float32))
    at = tf.Variable([1, 2])
    rows = tf.gather(table, at)
    run = sess.make_callable(rows)
    sess.run(tf.global_variables_initializer())
    for _ in range(100):
        assert run().tolist() == [1.0, 2.0]
    sess.run(tf.assign(at, [3, 10]))
    for fetch in (run, lambda: sess.run(rows)):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = 10 is not in \[0, 10\)"):
            fetch()
    sess.run(tf.assign(at, [3, 9]))
    assert run().tolist() == sess.run(rows).tolist() == [3.0, 9.0]
    prepared = sess._prepared_for(rows, [])
    assert prepared.bound.direct is not None
    assert prepared.bound.direct.flagged


def test_variables_that_became_xlas_are_read_and_written_by_all_others(sess):
    v = tf.Variable([1.0, 2.0])
    doubled = sess.make_callable(v * 2.0)
    sess.run(tf.global_variables_initializer())
    for _ in range(200):
        assert doubled().tolist() == [2.0, 4.0]
    assert sess.run(v).tolist() == [1.0, 2.0]
    sess.run(tf.assign_add(v, [1.0, 1.0]))
    assert doubled().tolist() == [4.0, 6.0]
    text = tf.py_func(lambda x: x.astype(str).astype(object), [v], tf.string)
    assert sess.run(text).tolist() == [b"2.0", b"3.0"]


def test_a_fetched_array_is_the_callers_own_at_every_size(sess):
    for n in (1, 2047, 2048, 100_000):  # below and above where memory is handed over
        v = tf.Variable(np.ones(n, np.float32))
        plus = sess.make_callable(v + 1.0)
        sess.run(v.initializer)
        first = plus()
        first += 5
        second = plus()
        assert (first == 7).all()
        assert (second == 2).all()
        assert second.flags.writeable


def test_a_closed_session_runs_no_callable(sess):
    run = sess.make_callable(tf.constant([1.0]) * 2.0)
    run()
    sess.close()
    with pytest.raises(tf.errors.CancelledError, match="Session has been closed"):
        run()
