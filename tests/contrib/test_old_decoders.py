"""The decoder functions of 1.0's `contrib.seq2seq` compute what TensorFlow 1.0.0 computed (recorded by `old_decoders.py`)."""

from __future__ import annotations

import json
import pathlib

import numpy as np
import pytest

import penstock as tf
from tests.contrib import old_decoders

RECORDED = json.loads((pathlib.Path(__file__).parent / "recorded" / "old_decoders.json").read_text())


@pytest.mark.parametrize(("kind", "cell"), old_decoders.MODELS)
def test_training_and_decoding_give_the_numbers_of_1_0(kind, cell):
    ours, theirs = old_decoders.run(tf, kind, cell), RECORDED[f"{kind}_{cell}"]
    assert ours["shapes"] == theirs["shapes"]
    for what in ("logits", "inferred", "state", "gradients"):
        np.testing.assert_allclose(ours[what], theirs[what], rtol=2e-5, atol=3e-5, err_msg=what)


def test_a_context_is_handed_from_step_to_step():
    simple = tf.contrib.seq2seq.simple_decoder_fn_train(tf.zeros([2, 3]))

    def counting(time, state, cell_input, output, context):
        done, state, cell_input, output, _ = simple(time, state, cell_input, output, None)
        return done, state, cell_input, output, tf.constant(0) if context is None else context + 1

    cell = tf.nn.rnn_cell.BasicRNNCell(3)
    _, _, count = tf.contrib.seq2seq.dynamic_rnn_decoder(cell, counting, inputs=tf.ones([2, 4, 3]))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(count) == 4


def test_what_is_given_and_what_is_made_do_not_go_together():
    decode = tf.contrib.seq2seq.simple_decoder_fn_inference(None, tf.zeros([2, 3]), tf.eye(3), 0, 2, 4, 3)
    with pytest.raises(ValueError, match="Expected cell_input to be None"):
        tf.contrib.seq2seq.dynamic_rnn_decoder(tf.nn.rnn_cell.GRUCell(3), decode, inputs=tf.ones([2, 4, 3]))
    with pytest.raises(ValueError, match="at least two dimensions"):
        tf.contrib.seq2seq.dynamic_rnn_decoder(tf.nn.rnn_cell.GRUCell(3), decode, inputs=tf.ones([2]))
    with pytest.raises(ValueError, match="Unknown attention option other"):
        tf.contrib.seq2seq.prepare_attention(tf.ones([2, 4, 3]), "other", 3)[3](tf.ones([2, 3]), None, None)
