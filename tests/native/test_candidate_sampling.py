"""Candidates drawn in C: the classes of the samplers in NumPy, in both tiers, run after run; the losses over them likewise."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.losses import candidate_sampling
from penstock.ops.losses import candidate_sampling_native as candidates

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

SAMPLERS = {
    "uniform": (candidates.UNIFORM, candidate_sampling._uniform),
    "log uniform": (candidates.LOG_UNIFORM, candidate_sampling._log_uniform),
}
# NumPy and C have logarithms of their own, each wrong by 4 units of the last place at most, and so their exponentials.
CLOSE = 2 * (4 + 0.5 + 4) * 2.0**-23


@pytest.mark.parametrize("name", SAMPLERS)
@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize(
    ("n", "size"), [(1, 1), (1, 8), (5, 10), (64, 128), (64, 1000), (64, 50000), (200, 1 << 31), (300, 10**12)]
)
def test_the_classes_of_the_sampler_in_numpy(name, unique, n, size):
    kind, sampler = SAMPLERS[name]
    random = np.random.RandomState(n)
    for _ in range(5):
        state = random.randint(0, 1 << 32, 6, dtype=np.int64).astype(np.uint32)
        classes = random.randint(0, size, (7, 2), dtype=np.int64)
        words = candidate_sampling._Words(state[:2], state[2:], 512 * n)
        wanted = candidate_sampling._sample(sampler(size), words, classes, 2, n, unique)
        found = candidates.drawn(np, kind, state[:2], state[2:], classes, size, n, unique)
        np.testing.assert_array_equal(found[0], wanted[0])
        for f, w in zip(found[1:], wanted[1:], strict=True):
            assert f.dtype == np.float32 and f.shape == w.shape
            np.testing.assert_allclose(f, w, rtol=CLOSE)


def test_a_counter_may_pass_the_end_of_its_words():
    key, counter = np.array([3, 4], np.uint32), np.array([0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFF, 7], np.uint32)
    words = candidate_sampling._Words(key, counter, 512 * 100)
    wanted = candidate_sampling._uniform(1000).draw(words, 100)[:100]
    found = candidates.drawn(np, candidates.UNIFORM, key, counter, np.zeros((1, 1), np.int64), 1000, 100, False)
    np.testing.assert_array_equal(found[0], wanted)


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_program_has_the_same_bits(name):
    kind, _ = SAMPLERS[name]
    state, classes = np.arange(6, dtype=np.uint32), np.arange(8).reshape(4, 2)
    wanted = candidates.drawn(np, kind, state[:2], state[2:], classes, 500, 20, True)
    with jax.enable_x64(True):
        found = jax.jit(lambda s, c: candidates.drawn(jnp, kind, s[:2], s[2:], c, 500, 20, True))(state, classes)
    for f, w in zip(found, wanted, strict=True):
        assert f.dtype == w.dtype
        np.testing.assert_array_equal(f, w)


def losses(runs: int) -> list:
    """Word vectors trained with sampled losses; what was drawn is told by a sum, so that a program may draw it."""
    with tf.Graph().as_default(), tf.Session() as sess:
        random = np.random.RandomState(0)
        ids, labels = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int64, [None, 1])
        vectors, weights = (tf.Variable(random.randn(100, 16).astype(np.float32)) for _ in range(2))
        samples = tf.nn.log_uniform_candidate_sampler(labels, 1, 12, True, 100, seed=3)
        embed = tf.nn.embedding_lookup(vectors, ids)
        biases = tf.Variable(tf.zeros([100]))
        loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, labels, embed, 12, 100, sampled_values=samples))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        drawn = tf.reduce_sum(samples[0] * np.arange(1, 13))
        sess.run(tf.global_variables_initializer())
        found = []
        for _ in range(runs):
            feed = {ids: random.randint(0, 100, 70), labels: random.randint(0, 100, (70, 1))}
            found.append(sess.run([drawn, loss, train], feed)[:2])
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"= 100 is not in \[0, 100\)"):
            sess.run(train, {ids: [1, 2], labels: [[0], [100]]})
        return [*found, sess.run([vectors, weights, biases])]


def test_word_vectors_are_the_same_in_both_tiers_and_without_the_kernel(monkeypatch):
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    results = []
    for tier, without in (("interpret", False), ("compile", False), ("compile", True)):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        if without:
            monkeypatch.setattr(native, "is_unavailable", lambda: True)
            monkeypatch.setattr(native, "is_loaded", lambda: False)
        results.append(losses(4))
    for other in results[1:]:
        assert [drawn for drawn, _ in other[:-1]] == [drawn for drawn, _ in results[0][:-1]]
        np.testing.assert_allclose([x for _, x in other[:-1]], [x for _, x in results[0][:-1]], rtol=1e-5)
        for a, b in zip(other[-1], results[0][-1], strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)
    assert len({drawn for drawn, _ in results[0][:-1]}) == 4


def test_the_step_of_word_vectors_is_one_program(monkeypatch):
    """What a sampler draws is known to be in range, so indices are checked before the program overwrites the variables."""
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as sess:
        table = tf.Variable(tf.zeros([50, 16]))
        labels = tf.placeholder(tf.int64, [100, 1])
        drawn = tf.nn.uniform_candidate_sampler(labels, 1, 10, True, 50, seed=1)[0]
        rows = tf.gather(table, tf.concat([tf.reshape(labels, [-1]), drawn], 0))
        train = tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(rows))
        sess.run(tf.global_variables_initializer())
        for _ in range(2):
            sess.run(train, {labels: np.zeros((100, 1), np.int64)})
        found = sess.run(table)
    assert found[0, 0] in (-200, -201, -202) and found[1:].sum() == -16 * (20 + found[0, 0] + 200)
