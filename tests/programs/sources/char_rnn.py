"""A language model of characters: stacked LSTMs with dropout, unrolled by legacy_seq2seq, sampled afterwards."""

import json

import numpy as np
import tensorflow as tf

TEXT = "the quick brown fox jumps over the lazy dog. pack my box with five dozen liquor jugs. " * 20
chars = sorted(set(TEXT))
ids = {c: i for i, c in enumerate(chars)}
BATCH, LENGTH, SIZE, LAYERS = 8, 12, 24, 2


def batches():
    data = np.array([ids[c] for c in TEXT], np.int32)
    n = len(data) // (BATCH * LENGTH)
    data = data[: n * BATCH * LENGTH]
    x, y = data, np.roll(data, -1)
    return list(zip(np.split(x.reshape(BATCH, -1), n, 1), np.split(y.reshape(BATCH, -1), n, 1)))


class Model:
    def __init__(self, training):
        batch, length = (BATCH, LENGTH) if training else (1, 1)
        cells = []
        for _ in range(LAYERS):
            cell = tf.contrib.rnn.BasicLSTMCell(SIZE)
            if training:
                cell = tf.contrib.rnn.DropoutWrapper(cell, output_keep_prob=0.9, seed=5)
            cells.append(cell)
        self.cell = tf.contrib.rnn.MultiRNNCell(cells, state_is_tuple=True)
        self.inputs = tf.placeholder(tf.int32, [batch, length])
        self.targets = tf.placeholder(tf.int32, [batch, length])
        self.initial = self.cell.zero_state(batch, tf.float32)
        with tf.variable_scope("rnnlm"):
            w = tf.get_variable("softmax_w", [SIZE, len(chars)])
            b = tf.get_variable("softmax_b", [len(chars)], initializer=tf.zeros_initializer())
        embedding = tf.get_variable("embedding", [len(chars), SIZE])
        inputs = tf.nn.embedding_lookup(embedding, self.inputs)
        inputs = [tf.squeeze(i, [1]) for i in tf.split(inputs, length, 1)]

        def loop(prev, _):
            prev = tf.matmul(prev, w) + b
            return tf.nn.embedding_lookup(embedding, tf.stop_gradient(tf.argmax(prev, 1)))

        outputs, self.last = tf.contrib.legacy_seq2seq.rnn_decoder(
            inputs, self.initial, self.cell, loop_function=None if training else loop, scope="rnnlm"
        )
        output = tf.reshape(tf.concat(outputs, 1), [-1, SIZE])
        logits = tf.matmul(output, w) + b
        self.probabilities = tf.nn.softmax(logits)
        loss = tf.contrib.legacy_seq2seq.sequence_loss_by_example(
            [logits], [tf.reshape(self.targets, [-1])], [tf.ones([batch * length])]
        )
        self.cost = tf.reduce_sum(loss) / batch / length
        self.rate = tf.Variable(0.0, trainable=False, name="rate")
        variables = tf.trainable_variables()
        gradients, _ = tf.clip_by_global_norm(tf.gradients(self.cost, variables), 5.0)
        self.train = tf.train.AdamOptimizer(self.rate).apply_gradients(zip(gradients, variables))


def main():
    tf.set_random_seed(1)
    with tf.variable_scope("model", initializer=tf.random_uniform_initializer(-0.1, 0.1, seed=3)):
        model = Model(True)
    with tf.variable_scope("model", reuse=True):
        sampler = Model(False)
    losses, text = [], ""
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(2):
            sess.run(tf.assign(model.rate, 0.01 * 0.97**epoch))
            state = sess.run(model.initial)
            for x, y in batches():
                feed = {model.inputs: x, model.targets: y}
                for i, (c, h) in enumerate(model.initial):
                    feed[c], feed[h] = state[i].c, state[i].h
                loss, state, _ = sess.run([model.cost, model.last, model.train], feed)
                losses.append(float(loss))
        state = sess.run(sampler.cell.zero_state(1, tf.float32))
        char = "t"
        for _ in range(20):
            feed = {sampler.inputs: [[ids[char]]], sampler.initial: state}
            p, state = sess.run([sampler.probabilities, sampler.last], feed)
            char = chars[int(np.argmax(p[0]))]
            text += char
    print(json.dumps({"losses": losses, "probability": float(p.max())}))


main()
