"""Candidate samplers draw what TensorFlow draws, run after run, and the losses over samples are its losses."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import ours, same, same_error


@pytest.mark.parametrize("sampler", ["uniform", "log_uniform", "learned_unigram"])
@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("range_max", [8, 50, 1000, 100000])
def test_the_same_classes_in_every_run(sampler, unique, range_max, peer, monkeypatch):
    source = f"""
    true = tf.constant([[1, 2], [3, 1], [0, 7]], tf.int64)
    s = tf.nn.{sampler}_candidate_sampler(true, 2, 8, {unique}, {range_max}, seed=42)
    with tf.Session() as sess:
        result = {{"runs": [sess.run(list(s)) for _ in range(3)], "shapes": [t.shape.as_list() for t in s]}}
    """
    same(peer, source, monkeypatch, rtol=1e-6)


@pytest.mark.parametrize("unigrams", [[1, 5, 3, 2, 8, 1, 1], [4, 1, 1, 2], [1, 0, 7, 0.5, 3, 3, 9, 2, 100, 1, 4]])
@pytest.mark.parametrize("unique", [True, False])
def test_given_counts_decide_the_probabilities(unigrams, unique, peer, monkeypatch):
    source = f"""
    made = []
    for distortion, reserved in ((1.0, 0), (0.75, 2)):
        made.append(tf.nn.fixed_unigram_candidate_sampler(
            tf.constant([[2], [0]], tf.int64), 1, 3, {unique}, {len(unigrams)} + reserved, distortion=distortion,
            num_reserved_ids=reserved, unigrams={unigrams}, seed=7))
    with tf.Session() as sess:
        result = {{"runs": [[sess.run(list(s)) for s in made] for _ in range(20)]}}
    """
    same(peer, source, monkeypatch, rtol=1e-6)


def test_counts_come_from_a_file_too(tmp_path, monkeypatch):
    path = tmp_path / "vocab.csv"
    path.write_text("the,10\nof,5\nand,1\n")
    source = """
    from_file = tf.nn.fixed_unigram_candidate_sampler([[1]], 1, 2, True, 3, vocab_file=path, seed=1)
    given = tf.nn.fixed_unigram_candidate_sampler([[1]], 1, 2, True, 3, unigrams=[10.0, 5.0, 1.0], seed=1)
    with tf.Session() as sess:
        result = sess.run([list(from_file), list(given)])
    """
    a, b = ours(source, monkeypatch, path=str(path))
    for x, y in zip(a, b, strict=True):
        np.testing.assert_array_equal(x, y)


def test_all_candidates_and_accidental_hits(peer, monkeypatch):
    source = """
    true = tf.constant([[1, 5], [3, 9], [5, 5]], tf.int64)
    every = tf.nn.all_candidate_sampler(true, 2, 10, True)
    hits = tf.nn.compute_accidental_hits(true, tf.constant([5, 2, 3, 5, 0], tf.int64), 2)
    none = tf.nn.compute_accidental_hits(true, tf.constant([0, 2], tf.int64), 2)
    with tf.Session() as sess:
        result = {"all": sess.run([list(every), list(hits), list(none)])}
    """
    same(peer, source, monkeypatch)


def test_learning_changes_what_is_drawn(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    with tf.Graph().as_default(), tf.Session() as sess:
        s = tf.nn.learned_unigram_candidate_sampler([[3]] * 50, 1, 100, False, 10, seed=1)
        first, *_, last = [np.mean(sess.run(s)[0] == 3) for _ in range(20)]
    assert first < 0.3 and last > 0.9


def test_too_many_unique_classes_are_refused(peer, monkeypatch):
    source = """
    with tf.Session() as sess:
        sess.run(tf.nn.uniform_candidate_sampler([[1]], 1, 5, True, 4)[0])
    """
    same_error(peer, source, monkeypatch, "Sampler's range is too small.")


LOSSES = """
w, b = tf.Variable(weights), tf.Variable(biases)
t = tf.constant(inputs)
labels = tf.constant([[1], [12], [3], [3]], tf.int64)
pairs = tf.reshape(labels, [2, 2])
sampled = tf.nn.log_uniform_candidate_sampler(labels, 1, 6, True, 20, seed=3)
made = {
    "nce": tf.nn.nce_loss(w, b, labels, t, 6, 20, sampled_values=sampled),
    "nce without hits": tf.nn.nce_loss(w, b, labels, t, 6, 20, sampled_values=sampled, remove_accidental_hits=True),
    "softmax": tf.nn.sampled_softmax_loss(w, b, labels, t, 6, 20, sampled_values=sampled),
    "softmax by seed": tf.nn.sampled_softmax_loss(w, b, labels, t, 6, 20, seed=5, remove_accidental_hits=False),
    "two labels": tf.nn.nce_loss([w], b, pairs, t[:2], 6, 20, num_true=2,
                                 sampled_values=tf.nn.uniform_candidate_sampler(pairs, 2, 6, True, 20, seed=9)),
}
"""


def losses_arrays():
    r = np.random.RandomState(0)
    shapes = {"weights": (20, 5), "biases": (20,), "inputs": (4, 5)}
    return {k: r.normal(size=s).astype(np.float32) for k, s in shapes.items()}


def test_sampled_losses_and_their_gradients(peer, monkeypatch):
    source = (
        LOSSES
        + """
grads = {k: [tf.convert_to_tensor(g) for g in tf.gradients(made[k], [w, b, t])] for k in ("nce", "softmax")}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    losses, first = sess.run([made, grads])
    result = {"losses": losses, "grads": first, "second": sess.run(made["softmax by seed"])}
"""
    )
    same(peer, source, monkeypatch, rtol=1e-4, atol=1e-5, **losses_arrays())


def test_the_order_of_0_9_is_recognized(monkeypatch):
    source = (
        LOSSES
        + """
old = {"nce": tf.nn.nce_loss(w, b, t, labels, 6, 20, sampled_values=sampled),
       "softmax": tf.nn.sampled_softmax_loss(w, b, t, labels, 6, 20, sampled_values=sampled)}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    result = sess.run([old, {k: made[k] for k in old}])
"""
    )
    old, new = ours(source, monkeypatch, **losses_arrays())
    for key in old:
        np.testing.assert_array_equal(old[key], new[key])


def test_another_number_of_true_classes_is_refused_at_once(peer, monkeypatch):
    source = "tf.nn.compute_accidental_hits(tf.constant([[3]], tf.int64), tf.constant([1, 2], tf.int64), 2)"
    same_error(peer, source, monkeypatch, part="Dimension must be 2 but is 1")
