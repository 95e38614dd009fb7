"""A BiLSTM-CRF tagger: words, characters, two-way recurrence with lengths, a CRF, Viterbi in NumPy, decayed rates, restores."""

import json
import os

import numpy as np
import tensorflow as tf
from tensorflow.contrib.crf import crf_log_likelihood, viterbi_decode
from tensorflow.contrib.rnn import LSTMCell


class Model:
    def __init__(self, n_words, n_chars, n_tags, hidden=10):
        self.n_tags, self.hidden = n_tags, hidden
        self.word_ids = tf.placeholder(tf.int32, shape=[None, None], name="word_ids")
        self.sequence_lengths = tf.placeholder(tf.int32, shape=[None], name="sequence_lengths")
        self.char_ids = tf.placeholder(tf.int32, shape=[None, None, None], name="char_ids")
        self.word_lengths = tf.placeholder(tf.int32, shape=[None, None], name="word_lengths")
        self.labels = tf.placeholder(tf.int32, shape=[None, None], name="labels")
        self.dropout = tf.placeholder(dtype=tf.float32, shape=[], name="dropout")
        self.lr = tf.placeholder(dtype=tf.float32, shape=[], name="lr")
        with tf.variable_scope("words"):
            _word_embeddings = tf.Variable(
                np.random.RandomState(0).randn(n_words, 8).astype(np.float32), name="_word_embeddings", trainable=True
            )
            word_embeddings = tf.nn.embedding_lookup(_word_embeddings, self.word_ids, name="word_embeddings")
        with tf.variable_scope("chars"):
            _char_embeddings = tf.get_variable(name="_char_embeddings", dtype=tf.float32, shape=[n_chars, 5])
            char_embeddings = tf.nn.embedding_lookup(_char_embeddings, self.char_ids, name="char_embeddings")
            s = tf.shape(char_embeddings)
            char_embeddings = tf.reshape(char_embeddings, shape=[s[0] * s[1], s[-2], 5])
            word_lengths = tf.reshape(self.word_lengths, shape=[s[0] * s[1]])
            cell_fw = tf.contrib.rnn.LSTMCell(6, state_is_tuple=True)
            cell_bw = tf.contrib.rnn.LSTMCell(6, state_is_tuple=True)
            _output = tf.nn.bidirectional_dynamic_rnn(
                cell_fw, cell_bw, char_embeddings, sequence_length=word_lengths, dtype=tf.float32
            )
            _, ((_, output_fw), (_, output_bw)) = _output
            output = tf.concat([output_fw, output_bw], axis=-1)
            output = tf.reshape(output, shape=[s[0], s[1], 12])
            word_embeddings = tf.concat([word_embeddings, output], axis=-1)
        self.word_embeddings = tf.nn.dropout(word_embeddings, self.dropout)
        with tf.variable_scope("bi-lstm"):
            (output_fw, output_bw), _ = tf.nn.bidirectional_dynamic_rnn(
                LSTMCell(hidden),
                LSTMCell(hidden),
                self.word_embeddings,
                sequence_length=self.sequence_lengths,
                dtype=tf.float32,
            )
            output = tf.nn.dropout(tf.concat([output_fw, output_bw], axis=-1), self.dropout)
        with tf.variable_scope("proj"):
            W = tf.get_variable("W", dtype=tf.float32, shape=[2 * hidden, n_tags])
            b = tf.get_variable("b", shape=[n_tags], dtype=tf.float32, initializer=tf.zeros_initializer())
            nsteps = tf.shape(output)[1]
            output = tf.reshape(output, [-1, 2 * hidden])
            self.logits = tf.reshape(tf.matmul(output, W) + b, [-1, nsteps, n_tags])
        log_likelihood, self.trans_params = crf_log_likelihood(self.logits, self.labels, self.sequence_lengths)
        self.loss = tf.reduce_mean(-log_likelihood)
        self.decoded, self.score = tf.contrib.crf.crf_decode(self.logits, self.trans_params, self.sequence_lengths)
        tf.summary.scalar("loss", self.loss)
        with tf.variable_scope("train_step"):
            optimizer = tf.train.AdamOptimizer(self.lr)
            grads, vs = zip(*optimizer.compute_gradients(self.loss))
            grads, self.gnorm = tf.clip_by_global_norm(grads, 1.0)
            self.train_op = optimizer.apply_gradients(zip(grads, vs))

    def initialize_session(self):
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.saver = tf.train.Saver()
        self.merged = tf.summary.merge_all()
        self.file_writer = tf.summary.FileWriter("tagger_events", self.sess.graph)


def pad(sequences, value, length):
    return np.array([list(s) + [value] * (length - len(s)) for s in sequences], np.int32)


def batch(random, n=6):
    lengths = random.randint(2, 8, n)
    longest = max(lengths)
    words = [random.randint(1, 30, k) for k in lengths]
    tags = [[(w % 3) if i == 0 or w % 2 else (s[i - 1] % 3) for i, w in enumerate(s)] for s in words]
    sizes = [[1 + w % 4 for w in s] for s in words]
    chars = [[[(w * 7 + j) % 11 + 1 for j in range(4)] for w in s] for s in words]
    char_ids = np.zeros([n, longest, 4], np.int32)
    for i, c in enumerate(chars):
        char_ids[i, : len(c)] = c
    return pad(words, 0, longest), np.array(lengths), char_ids, pad(sizes, 0, longest), pad(tags, 0, longest)


tf.set_random_seed(21)
random = np.random.RandomState(1)
model = Model(30, 12, 3)
model.initialize_session()
losses, norms = [], []
for epoch in range(4):
    for _ in range(5):
        words, lengths, chars, sizes, tags = batch(random)
        feed = {
            model.word_ids: words, model.sequence_lengths: lengths, model.char_ids: chars, model.word_lengths: sizes,
            model.labels: tags, model.dropout: 0.8, model.lr: 0.02 * 0.9**epoch,
        }  # fmt: skip
        _, loss, summary, norm = model.sess.run([model.train_op, model.loss, model.merged, model.gnorm], feed_dict=feed)
        losses.append(float(loss))
        norms.append(float(norm))
    model.file_writer.add_summary(summary, epoch)
model.saver.save(model.sess, os.path.join("tagger", "model.weights")) if os.path.isdir("tagger") else None
feed[model.dropout] = 1.0
logits, trans, decoded, score = model.sess.run([model.logits, model.trans_params, model.decoded, model.score], feed)
paths, scores = [], []
for logit, length in zip(logits, lengths):
    path, s = viterbi_decode(logit[:length], trans)
    paths.append([int(p) for p in path])
    scores.append(float(s))
print(json.dumps({
    "losses": losses, "norms": norms, "paths": paths, "scores": scores, "score": [float(s) for s in score],
    "decoded": [[int(t) for t in row[:k]] for row, k in zip(decoded, lengths)],
    "names": [v.name for v in tf.trainable_variables()], "ops": len([o for o in tf.global_variables()]),
}))  # fmt: skip
