"""tf.contrib.legacy_seq2seq has 1.15's variables, outputs, losses and gradients, and 0.9's names."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.legacy_seq2seq import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_model_says_what_tensorflow_said(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "attention, decided" else ("interpret",)
    same_as_recorded("legacy_seq2seq", title, PROGRAMS[title], monkeypatch, tiers)


def test_0_9_knows_the_models_as_tf_nn_seq2seq():
    for name in ("embedding_attention_seq2seq", "model_with_buckets", "sequence_loss", "tied_rnn_seq2seq"):
        assert getattr(tf.nn.seq2seq, name) is getattr(tf.contrib.legacy_seq2seq, name)


@pytest.mark.parametrize(
    "own",
    [
        lambda labels, logits: logits[:, 0] + 10 * tf.cast(labels, tf.float32),
        lambda labels, inputs: inputs[:, 0] + 10 * tf.cast(labels, tf.float32),
        lambda inputs, labels: inputs[:, 0] + 10 * tf.cast(labels, tf.float32),
        lambda **given: given["logits"][:, 0] + 10 * tf.cast(given["labels"], tf.float32),
    ],
    ids=["1.15", "1.0", "0.9", "keywords"],
)
def test_a_loss_function_of_any_era_gets_labels_and_logits(own):
    with tf.Graph().as_default(), tf.Session() as session:
        loss = tf.nn.seq2seq.sequence_loss_by_example(
            [tf.fill([2, 3], 0.5)], [tf.constant([1, 2])], [tf.ones([2])], softmax_loss_function=own
        )
        np.testing.assert_allclose(session.run(loss), [10.5, 20.5])


def test_mistakes_are_told_at_construction():
    S = tf.contrib.legacy_seq2seq
    with tf.Graph().as_default():
        x, cell = [tf.zeros([2, 3])] * 2, tf.nn.rnn_cell.GRUCell(4)
        ids = [tf.zeros([2], tf.int32)] * 2
        with pytest.raises(ValueError, match="at least 1 input"):
            S.attention_decoder([], tf.zeros([2, 4]), tf.zeros([2, 5, 3]), cell)
        with pytest.raises(ValueError, match="less than 1 heads"):
            S.attention_decoder(x, tf.zeros([2, 4]), tf.zeros([2, 5, 3]), cell, num_heads=0)
        with pytest.raises(ValueError, match="must be known"):
            S.attention_decoder(x, tf.zeros([2, 4]), tf.placeholder(tf.float32, [2, 5, None]), cell)
        with pytest.raises(ValueError, match="Lengths of logits, weights, and targets must be the same 2, 2, 1"):
            S.sequence_loss(x, ids[:1], [tf.ones([2])] * 2)
        with pytest.raises(ValueError, match=r"Length of targets \(2\) must be at least that of last bucket \(3\)"):
            S.model_with_buckets(x, x, ids, [tf.ones([2])] * 2, [(2, 3)], None)
        with pytest.raises(ValueError, match="keys of dec_cells_dict"):
            S.one2many_rnn_seq2seq(ids, {"a": ids}, cell, {"b": cell}, 5, {"a": 5}, 3)
