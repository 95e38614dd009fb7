"""Sequences turned around by an encoder and a decoder with attention: teacher forcing, then greedy and beam decoding."""

import json

import numpy as np
import tensorflow as tf

VOCAB, SIZE, BATCH, LENGTH = 12, 16, 8, 6
GO, END = 0, 1


def batch(seed):
    random = np.random.RandomState(seed)
    lengths = random.randint(3, LENGTH, BATCH)
    source = np.ones([BATCH, LENGTH], np.int32)
    target = np.ones([BATCH, LENGTH + 1], np.int32)
    for i, n in enumerate(lengths):
        row = random.randint(2, VOCAB, n)
        source[i, :n], target[i, :n] = row, row[::-1]
    return source, lengths, target, lengths + 1


def main():
    source = tf.placeholder(tf.int32, [None, None])
    source_lengths = tf.placeholder(tf.int32, [None])
    target = tf.placeholder(tf.int32, [None, None])
    target_lengths = tf.placeholder(tf.int32, [None])
    count = tf.shape(source)[0]
    init = tf.random_uniform_initializer(-0.3, 0.3, seed=4)
    with tf.variable_scope("net", initializer=init):
        table = tf.get_variable("embedding", [VOCAB, SIZE])
        with tf.variable_scope("encoder"):
            forward, backward = tf.nn.rnn_cell.GRUCell(SIZE // 2), tf.nn.rnn_cell.GRUCell(SIZE // 2)
            outputs, states = tf.nn.bidirectional_dynamic_rnn(
                forward, backward, tf.nn.embedding_lookup(table, source), source_lengths, dtype=tf.float32
            )
            memory, state = tf.concat(outputs, 2), tf.concat(states, 1)
        projection = tf.layers.Dense(VOCAB, use_bias=False, name="projection")

        def decoder_cell(memory, lengths, reuse=None):
            with tf.variable_scope("attention_cell", reuse=reuse):
                mechanism = tf.contrib.seq2seq.LuongAttention(SIZE, memory, memory_sequence_length=lengths)
                cell = tf.nn.rnn_cell.GRUCell(SIZE)
                return tf.contrib.seq2seq.AttentionWrapper(cell, mechanism, attention_layer_size=SIZE)

        with tf.variable_scope("decode"):
            cell = decoder_cell(memory, source_lengths)
            inputs = tf.concat([tf.fill([count, 1], GO), target[:, :-1]], 1)
            helper = tf.contrib.seq2seq.TrainingHelper(tf.nn.embedding_lookup(table, inputs), target_lengths)
            start = cell.zero_state(count, tf.float32).clone(cell_state=state)
            decoder = tf.contrib.seq2seq.BasicDecoder(cell, helper, start, output_layer=projection)
            outputs, _, lengths = tf.contrib.seq2seq.dynamic_decode(decoder, impute_finished=True)
        with tf.variable_scope("decode", reuse=True):
            helper = tf.contrib.seq2seq.GreedyEmbeddingHelper(table, tf.fill([count], GO), END)
            decoder = tf.contrib.seq2seq.BasicDecoder(cell, helper, start, output_layer=projection)
            greedy, _, _ = tf.contrib.seq2seq.dynamic_decode(decoder, maximum_iterations=LENGTH)
        with tf.variable_scope("decode", reuse=True):
            tile = lambda t: tf.contrib.seq2seq.tile_batch(t, 3)
            beams = decoder_cell(tile(memory), tile(source_lengths), reuse=True)
            begin = beams.zero_state(count * 3, tf.float32).clone(cell_state=tile(state))
            search = tf.contrib.seq2seq.BeamSearchDecoder(
                beams, table, tf.fill([count], GO), END, begin, 3, output_layer=projection
            )
            found, _, _ = tf.contrib.seq2seq.dynamic_decode(search, maximum_iterations=LENGTH)
    longest = tf.reduce_max(target_lengths)
    mask = tf.sequence_mask(target_lengths, longest, dtype=tf.float32)
    loss = tf.contrib.seq2seq.sequence_loss(outputs.rnn_output, target[:, :longest], mask)
    train = tf.contrib.layers.optimize_loss(
        loss,
        tf.train.get_or_create_global_step(),
        0.02,
        "Adam",
        clip_gradients=5.0,
        summaries=["loss", "gradient_norm"],
    )
    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(25):
            feed = dict(zip([source, source_lengths, target, target_lengths], batch(step % 5)))
            losses.append(float(sess.run(train, feed)))
        ids, best = sess.run([greedy.sample_id, found.predicted_ids[:, :, 0]], feed)
    print(json.dumps({"losses": losses, "greedy": ids[:3].tolist(), "beam": best[:3].tolist()}))


main()
