"""Stacked LSTMs with dropout under a bidirectional GRU, batches and lengths unknown, seeded by nothing but the graph's seed."""

import json

import numpy as np
import tensorflow as tf

VOCABULARY, SIZE, BATCH, LENGTH = 50, 20, 6, 9
tf.set_random_seed(5)
random = np.random.RandomState(4)
data = random.randint(0, VOCABULARY, 2000)

X = tf.placeholder(tf.int32, [None, None], name="X")
Y = tf.placeholder(tf.int32, [None, None], name="Y")
lengths = tf.placeholder(tf.int32, [None], name="lengths")
keep = tf.placeholder_with_default(1.0, [], name="keep")


def make_cell():
    cell = tf.nn.rnn_cell.LSTMCell(SIZE, use_peepholes=True, forget_bias=0.0)
    return tf.nn.rnn_cell.DropoutWrapper(cell, output_keep_prob=keep, state_keep_prob=keep)


with tf.variable_scope("lm"):
    embedding = tf.get_variable("embedding", [VOCABULARY, SIZE])
    inputs = tf.nn.dropout(tf.nn.embedding_lookup(embedding, X), keep)
    cell = tf.nn.rnn_cell.MultiRNNCell([make_cell() for _ in range(2)])
    initial = cell.zero_state(tf.shape(X)[0], tf.float32)
    outputs, final = tf.nn.dynamic_rnn(cell, inputs, sequence_length=lengths, initial_state=initial)
    both, _ = tf.nn.bidirectional_dynamic_rnn(
        tf.nn.rnn_cell.GRUCell(7), tf.nn.rnn_cell.GRUCell(7), outputs, sequence_length=lengths, dtype=tf.float32
    )
    w = tf.get_variable("w", [14, VOCABULARY])
    b = tf.get_variable("b", [VOCABULARY], initializer=tf.zeros_initializer())
    logits = tf.matmul(tf.reshape(tf.concat(both, 2), [-1, 14]), w) + b
    logits = tf.reshape(logits, [tf.shape(X)[0], -1, VOCABULARY])
mask = tf.sequence_mask(lengths, tf.shape(X)[1], dtype=tf.float32)
loss = tf.contrib.seq2seq.sequence_loss(logits, Y, mask)
step = tf.Variable(0, trainable=False, name="global_step")
rate = tf.train.exponential_decay(0.5, step, 5, 0.9, staircase=True)
variables = tf.trainable_variables()
gradients, norm = tf.clip_by_global_norm(tf.gradients(loss, variables), 1.0)
train = tf.train.GradientDescentOptimizer(rate).apply_gradients(zip(gradients, variables), global_step=step)
later = tf.random_uniform([3])  # its seed is the number of all operations so far

losses, norms = [], []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    state = sess.run(initial, {X: np.zeros((BATCH, LENGTH))})
    for i in range(8):
        at = i * BATCH * LENGTH
        x, y = [data[k : k + BATCH * LENGTH].reshape(BATCH, LENGTH) for k in (at, at + 1)]
        feed = {X: x, Y: y, keep: 0.7, lengths: random.randint(1, LENGTH + 1, BATCH)}
        for place, value in zip(initial, state):
            feed[place.c], feed[place.h] = value.c, value.h
        found = sess.run([loss, norm, final, train], feed)
        losses.append(float(found[0]))
        norms.append(float(found[1]))
        state = found[2]
    whole = float(sess.run(loss, {X: x, Y: y, lengths: [LENGTH] * BATCH}))
    drawn = sess.run(later).tolist()
names = [v.name for v in tf.global_variables()]
print(json.dumps({"losses": losses, "norms": norms, "whole": whole, "drawn": drawn, "names": names}))
