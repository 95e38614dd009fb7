"""Generators with visible state draw the numbers of TensorFlow and leave its state."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import same, same_error

DRAWS = """
state = tf.Variable(np.array([5, -3, 2**62 + 9]), use_resource=True)
h = state.handle
def draw(kind, **more):
    return getattr(tf.raw_ops, kind)(resource=h, algorithm=np.int64(1), shape=np.array([3, 2], np.int64), **more)
makers = [
    lambda: draw("StatefulUniform", dtype=tf.float32),
    lambda: draw("StatefulUniform", dtype=tf.float64),
    lambda: draw("StatefulStandardNormalV2", dtype=tf.float32),
    lambda: draw("StatefulTruncatedNormal", dtype=tf.float32),
    lambda: draw("StatefulUniformInt", minval=tf.constant(-5, tf.int32), maxval=tf.constant(90, tf.int32)),
    lambda: draw("StatefulUniformInt", minval=tf.constant(-5, tf.int64), maxval=tf.constant(90, tf.int64)),
    lambda: draw("StatefulUniformFullInt", dtype=tf.uint64),
    lambda: draw("StatefulUniformFullInt", dtype=tf.int64),
    lambda: draw("StatefulUniformFullInt", dtype=tf.uint32),
    lambda: draw("StatefulUniformFullInt", dtype=tf.int32),
    lambda: tf.raw_ops.RngSkip(resource=h, algorithm=np.int64(1), delta=tf.constant(2**50, tf.int64)),
]
found = []
with tf.Session() as sess:
    sess.run(state.initializer)
    for make in makers:
        made = make()
        value = sess.run(made)
        found += [np.zeros(0) if value is None else np.asarray(value), np.asarray(sess.run(state))]
result = dict(found=found)
"""


def test_numbers_and_states_are_those_of_tensorflow(peer, monkeypatch):
    same(peer, DRAWS, monkeypatch, rtol=1e-6)


@pytest.mark.parametrize(
    "state, algorithm", [("np.array([1, 2, 3])", 9), ("np.array([1, 2])", 1), ("np.array([[1, 2, 3]])", 1)]
)
def test_wrong_states_are_refused_as_by_tensorflow(peer, monkeypatch, state, algorithm):
    program = f"""
    state = tf.Variable({state}, use_resource=True)
    x = tf.raw_ops.StatefulUniform(resource=state.handle, algorithm=np.int64({algorithm}), shape=[2])
    with tf.Session() as sess:
        sess.run(state.initializer)
        result = dict(y=sess.run(x))
    """
    same_error(peer, program, monkeypatch, part="")


def test_the_class_draws_from_its_state():
    with tf.Graph().as_default(), tf.Session() as sess:
        generator = tf.random.experimental.Generator.from_seed(7)
        again = tf.random.experimental.Generator.from_state([7, 0, 0], 1)
        parts = tf.random.experimental.Generator.from_key_counter(0, [7, 0], 1)
        draws = [g.normal([4], mean=3.0, stddev=0.1) for g in (generator, again, parts)]
        whole, small = generator.uniform([100], 3, 9, tf.int32), generator.uniform([100], -1.0, 1.0)
        bounded = generator.truncated_normal([100])
        sess.run(tf.global_variables_initializer())
        a, b, c = sess.run(draws)
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, c)
        assert (abs(a - 3) < 1).all()
        whole, small, bounded = sess.run(whole), sess.run(small), sess.run(bounded)
        assert set(whole) == {3, 4, 5, 6, 7, 8}
        assert small.min() < 0 < small.max() and abs(small).max() <= 1
        assert abs(bounded).max() <= 2


def test_a_state_can_be_set_skipped_and_copied():
    with tf.Graph().as_default(), tf.Session() as sess:
        generator = tf.random.experimental.Generator.from_seed(1)
        x = generator.uniform([3])
        sess.run(generator.state.initializer)
        first = sess.run(x)
        sess.run(generator.reset_from_seed(1))
        np.testing.assert_array_equal(sess.run(x), first)
        second = sess.run(x)
        sess.run(generator.reset([1, 0, 0]))
        sess.run(generator.skip(3))
        np.testing.assert_array_equal(sess.run(x), second)
        sess.run(generator.reset_from_key_counter(0, [1, 0]))
        np.testing.assert_array_equal(sess.run(x), first)
        assert sess.run(generator.key) == 0
        copy = tf.random.experimental.Generator(generator)
        sess.run(copy.state.initializer)
        np.testing.assert_array_equal(*sess.run([generator.state, copy.state]))


def test_a_generator_gives_seeds_for_stateless_operations():
    with tf.Graph().as_default(), tf.Session() as sess:
        generator = tf.random.experimental.Generator.from_seed(1)
        sess.run(tf.global_variables_initializer())
        seeds = sess.run(generator.make_seeds(3))
        assert seeds.shape == (2, 3) and (seeds[1] == 0).all()
        assert sess.run(tf.random.stateless_uniform([2], seeds[:, 0])).shape == (2,)


def test_arguments_are_checked():
    kind = tf.random.experimental.Generator
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Unsupported algorithm"):
            kind.from_seed(1, alg=7)
        with pytest.raises(ValueError, match="Must specify maxval"):
            kind.from_seed(1).uniform([2], dtype=tf.int32)
        with pytest.raises(ValueError):
            kind.from_state([1, 2], 1)
        with pytest.raises(ValueError):
            kind()
        one = kind.from_non_deterministic_state()
        two = kind.from_non_deterministic_state()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            assert (sess.run(one.state) != sess.run(two.state)).any()


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize(
    "shape, counts, probs, dtype, wanted",
    [
        ([5], [10.0, 20, 100, 1000, 3], [0.3, 0.9, 0.5, 0.2, 0.01], tf.int32, [3, 19, 42, 219, 0]),
        ([3, 3], 50.0, 0.4, tf.int64, [[19, 18, 18], [15, 25, 26], [18, 20, 22]]),
        ([2, 4], [40.0, 3.0], 0.7, tf.float32, [[29, 30, 29, 32], [0, 2, 3, 1]]),
        ([3], [0.0, 5.0, 5.0], [0.5, 0.0, 1.0], tf.int32, [0, 0, 5]),
    ],
)
def test_binomial_numbers_are_those_of_tensorflow_115(monkeypatch, tier, shape, counts, probs, dtype, wanted):
    """`wanted` is what TensorFlow 1.15.5 gave to this program."""
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        generator = tf.random.experimental.Generator.from_seed(234)
        x = generator.binomial(shape, counts, probs, dtype=dtype)
        assert (x.dtype, x.shape.as_list(), x.op.name) == (dtype, shape, "binomial")
        sess.run(generator.state.initializer)
        np.testing.assert_array_equal(sess.run(x), wanted)


def test_binomial_numbers_move_the_state_on_as_in_tensorflow_115():
    """1.15.5 gives the first numbers twice if nothing else has written the state; from then on it gives these."""
    with tf.Graph().as_default(), tf.Session() as sess:
        generator = tf.random.experimental.Generator.from_seed(234)
        x, state = generator.binomial([4], 20.0, 0.5), generator.state.read_value()
        sess.run(generator.state.initializer)
        found = [(sess.run(x).tolist(), sess.run(state).tolist()) for _ in range(3)]
    assert found == [
        ([9, 8, 9, 7], [1318634, 0, 0]),
        ([13, 12, 7, 9], [2637034, 0, 0]),
        ([9, 13, 8, 9], [3955434, 0, 0]),
    ]


def test_many_binomial_numbers_are_distributed_as_they_should_be():
    with tf.Graph().as_default(), tf.Session() as sess:
        generator = tf.random.experimental.Generator.from_seed(1)
        sess.run(generator.state.initializer)
        for count, prob in [(7.0, 0.3), (200.0, 0.2), (200.0, 0.8), (60.0, 0.5)]:
            drawn = sess.run(generator.binomial([20000], count, prob, dtype=tf.float64))
            deviation = (count * prob * (1 - prob)) ** 0.5
            assert abs(drawn.mean() - count * prob) < 4 * deviation / 20000**0.5
            assert abs(drawn.std() / deviation - 1) < 0.03


def test_parameters_of_binomial_numbers_must_fit_the_rows():
    with tf.Graph().as_default(), tf.Session() as sess:
        generator = tf.random.experimental.Generator.from_seed(1)
        sess.run(generator.state.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"counts should have length 1 or shape\[0\]"):
            sess.run(generator.binomial([2, 3], [1.0, 2.0, 3.0], 0.5))
        with pytest.raises(tf.errors.InvalidArgumentError, match="probs should be a scalar or vector"):
            sess.run(generator.binomial([2], 3.0, [[0.5, 0.5]]))


def test_a_state_is_an_array_as_in_1_15():
    state = tf.random.experimental.create_rng_state
    assert isinstance(state(7, 1), np.ndarray) and state(7, 1).dtype == np.int64
    assert [state(s, 1).tolist() for s in (-1, 2**70, [1, 2], [1, 2, 3, 4])] == [
        [-1, -1, -1],
        [0, 64, 0],
        [0, 1, 2],
        [1, 2, 3],
    ]
