"""What is fetched belongs to the caller: large results of compiled programs too, which are handed on without a copy."""

import numpy as np
import pytest

import penstock as tf

LARGE = 100_000


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")


def test_a_fetched_array_can_be_written_and_outlives_the_session():
    x = tf.placeholder(tf.float32, [LARGE])
    with tf.Session() as session:
        found = session.run(x * 2.0, {x: np.ones(LARGE, np.float32)})
        again = session.run(x * 2.0, {x: np.ones(LARGE, np.float32)})
    assert found.flags.writeable
    found[:] = 7.0
    assert again.sum() == 2 * LARGE
    assert found.sum() == 7 * LARGE


@pytest.mark.parametrize(
    "make",
    [
        lambda v: v.assign_add(tf.ones([LARGE])),
        lambda v: tf.identity(v),
        lambda v: tf.reshape(v, [LARGE]),
        lambda v: tf.reshape(v.assign(v + 1.0), [LARGE // 2, 2]),
        lambda v: [tf.reshape(v, [LARGE]), v.assign(tf.reshape(v, [LARGE]))],
        lambda v: [v + 1.0, v.assign(v + 1.0), tf.reshape(v + 1.0, [LARGE])],
    ],
)
@pytest.mark.parametrize("use_resource", [False, True])
def test_writing_to_what_was_fetched_leaves_variables_alone(make, use_resource):
    v = tf.Variable(tf.zeros([LARGE]), use_resource=use_resource)
    fetches = make(v)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            before = session.run(v)
            found = session.run(fetches)
            after = session.run(v)
            kept = after.copy()
            for array in found if isinstance(found, list) else [found]:
                array[...] = -1.0
            after[...] = -2.0
            np.testing.assert_array_equal(session.run(v), kept)
            assert before.flags.writeable


def test_writing_to_what_was_fetched_leaves_feeds_and_other_results_alone():
    x = tf.placeholder(tf.float32, [LARGE])
    y = x + 1.0
    fed = np.ones(LARGE, np.float32)
    with tf.Session() as session:
        a, b, c = session.run([tf.reshape(x, [LARGE]), y, tf.reshape(y, [LARGE])], {x: fed})
        for k, array in enumerate((a, b, c)):
            array[...] = -float(k)
    assert fed.sum() == LARGE
    assert [v[0] for v in (a, b, c)] == [0.0, -1.0, -2.0]
