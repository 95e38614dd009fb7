"""A sequence-to-sequence network with attention over the source and a graph for each bucket of lengths.

GRU cells, embeddings on both sides, a sampled softmax while training (Bahdanau et al., 2014; Jean et al., 2014). Used
by `translate.py`; this file is not run.
"""

import random

import numpy as np
import tensorflow as tf
from tensorflow.models.rnn.translate.data_utils import EOS_ID, GO_ID, PAD_ID

seq2seq = tf.contrib.legacy_seq2seq


class Seq2SeqModel:
    """The graph: `step` runs it on a batch that `get_batch` has made."""

    def __init__(
        self,
        source_vocab_size,
        target_vocab_size,
        buckets,
        size,
        num_layers,
        max_gradient_norm,
        batch_size,
        learning_rate,
        learning_rate_decay_factor,
        num_samples=64,
        forward_only=False,
    ):
        self.buckets = buckets
        self.batch_size = batch_size
        self.learning_rate = tf.Variable(float(learning_rate), trainable=False, name="learning_rate")
        self.learning_rate_decay_op = self.learning_rate.assign(self.learning_rate * learning_rate_decay_factor)
        self.global_step = tf.Variable(0, trainable=False, name="global_step")
        self._rng = random.Random(1)

        # Cells give out `size` numbers, which are projected to the words: only to some, while training.
        output_projection, softmax_loss_function = None, None
        if 0 < num_samples < target_vocab_size:
            w_t = tf.get_variable("proj_w", [target_vocab_size, size])
            b = tf.get_variable("proj_b", [target_vocab_size])
            output_projection = (tf.transpose(w_t), b)

            def softmax_loss_function(labels, logits):
                return tf.nn.sampled_softmax_loss(
                    weights=w_t,
                    biases=b,
                    labels=tf.reshape(labels, [-1, 1]),
                    inputs=logits,
                    num_sampled=num_samples,
                    num_classes=target_vocab_size,
                )

        cell = tf.nn.rnn_cell.GRUCell(size)
        if num_layers > 1:
            cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(size) for _ in range(num_layers)])

        def seq2seq_f(encoder_inputs, decoder_inputs):
            return seq2seq.embedding_attention_seq2seq(
                encoder_inputs,
                decoder_inputs,
                cell,
                num_encoder_symbols=source_vocab_size,
                num_decoder_symbols=target_vocab_size,
                embedding_size=size,
                output_projection=output_projection,
                feed_previous=forward_only,  # a decoder that works alone reads what it has written
            )

        def placeholders(count, dtype, name):
            return [tf.placeholder(dtype, shape=[None], name="%s%d" % (name, i)) for i in range(count)]

        longest_source, longest_target = buckets[-1]
        self.encoder_inputs = placeholders(longest_source, tf.int32, "encoder")
        self.decoder_inputs = placeholders(longest_target + 1, tf.int32, "decoder")
        self.target_weights = placeholders(longest_target + 1, tf.float32, "weight")
        targets = self.decoder_inputs[1:]  # the next word

        self.outputs, self.losses = seq2seq.model_with_buckets(
            self.encoder_inputs,
            self.decoder_inputs,
            targets,
            self.target_weights,
            buckets,
            seq2seq_f,
            softmax_loss_function=softmax_loss_function,
        )
        if forward_only:
            if output_projection is not None:
                w, b = output_projection
                self.outputs = [[tf.matmul(out, w) + b for out in outputs] for outputs in self.outputs]
        else:
            params = tf.trainable_variables()
            optimizer = tf.train.AdagradOptimizer(self.learning_rate)
            self.gradient_norms, self.updates = [], []
            for loss in self.losses:
                gradients, norm = tf.clip_by_global_norm(tf.gradients(loss, params), max_gradient_norm)
                self.gradient_norms.append(norm)
                self.updates.append(optimizer.apply_gradients(zip(gradients, params), global_step=self.global_step))
        self.saver = tf.train.Saver(tf.global_variables())

    def step(self, session, batch, bucket_id, train):
        """Runs a batch; returns (loss, outputs), the outputs only when the decoder works alone."""
        encoder_inputs, decoder_inputs, target_weights = batch
        feed = dict(zip(self.encoder_inputs, encoder_inputs))
        feed.update(zip(self.decoder_inputs, decoder_inputs))
        feed.update(zip(self.target_weights, target_weights))
        # The last target is nobody's input, but it is in the graph.
        feed[self.decoder_inputs[len(decoder_inputs)]] = np.zeros_like(decoder_inputs[0])
        if train:
            _, loss = session.run([self.updates[bucket_id], self.losses[bucket_id]], feed)
            return loss, None
        return session.run([self.losses[bucket_id], self.outputs[bucket_id]], feed)

    def get_batch(self, pairs, bucket_id, choose=True):
        """A batch of random pairs (or of these): inputs and weights as lists over time of arrays [batch].

        The source is reversed, and padded on the left; the target begins with GO. Padding weighs nothing in the loss.
        """
        source_size, target_size = self.buckets[bucket_id]
        chosen = [self._rng.choice(pairs) for _ in range(self.batch_size)] if choose else pairs
        sources = [[PAD_ID] * (source_size - len(s)) + list(reversed(s)) for s, _ in chosen]
        targets = [[GO_ID] + t + [PAD_ID] * (target_size - len(t) - 1) for _, t in chosen]
        encoder, decoder = np.array(sources, np.int32).T, np.array(targets, np.int32).T
        # The target of a position is the next input.
        weights = np.concatenate([decoder[1:] != PAD_ID, np.zeros_like(decoder[:1])]).astype(np.float32)
        return list(encoder), list(decoder), list(weights)


def words(outputs, vocabulary):
    """What the decoder's outputs (a list over time of [batch, words]) say, for each of the batch."""
    best = np.argmax(np.stack(outputs), axis=2).T
    sentences = []
    for row in best.tolist():
        row = row[: row.index(EOS_ID)] if EOS_ID in row else row
        sentences.append(" ".join(vocabulary[i] for i in row))
    return sentences
