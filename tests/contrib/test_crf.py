"""tf.contrib.crf scores, normalizes and decodes sequences as 1.15 did, and as trying all of them does."""

import itertools

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.crf import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_field_says_what_tensorflow_said(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "five steps" else ("interpret",)
    same_as_recorded("crf", title, PROGRAMS[title], monkeypatch, tiers, rtol=5e-5)


@pytest.mark.parametrize("length", [1, 2, 4])
def test_likelihoods_of_all_sequences_sum_to_one_and_the_best_is_decoded(length):
    random = np.random.RandomState(length)
    x = random.normal(size=[4, 3]).astype(np.float32)
    w = random.normal(size=[3, 3]).astype(np.float32)
    every = list(itertools.product(range(3), repeat=length))
    score = [sum(x[t, k] for t, k in enumerate(s)) + sum(w[a, b] for a, b in zip(s, s[1:])) for s in every]
    with tf.Graph().as_default(), tf.Session() as session:
        rows = np.array([list(s) + [0] * (4 - length) for s in every], np.int32)
        many = np.tile(x, [len(every), 1, 1])
        n = np.full(len(every), length, np.int32)
        found, _ = tf.contrib.crf.crf_log_likelihood(
            tf.constant(many), tf.constant(rows), tf.constant(n), tf.constant(w)
        )
        tags, best = tf.contrib.crf.crf_decode(tf.constant(many[:1]), tf.constant(w), tf.constant(n[:1]))
        found, tags, best = session.run([found, tags, best])
    np.testing.assert_allclose(np.exp(found).sum(), 1, rtol=1e-4)
    np.testing.assert_allclose(found, score - np.log(np.exp(score).sum()), rtol=1e-4, atol=1e-4)
    assert tuple(tags[0, :length]) == every[int(np.argmax(score))]
    assert best[0] == pytest.approx(max(score), rel=1e-5)
    decoded, value = tf.contrib.crf.viterbi_decode(x[:length], w)
    assert tuple(decoded) == every[int(np.argmax(score))]
    assert value == pytest.approx(max(score), rel=1e-5)
