"""`word2vec` with its training written by hand: the gradient of each pair against its own noise goes straight into the rows.

    penstock run -m tensorflow.models.embedding.word2vec_optimized --train_data=text8 --save_path=/tmp/words

The vectors of a batch's words and neighbours are read, and what gradient descent adds to them is scattered back: nothing
is computed for the rest of the vocabulary. Flags are those of `word2vec`; each pair has --num_neg_samples words of noise of
its own, so 5 to 25 are enough.
"""

import tensorflow as tf
from tensorflow.models.embedding import word2vec

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
# The defaults of this program.
flags.FLAGS.set_default("num_neg_samples", 25)
flags.FLAGS.set_default("learning_rate", 0.025)
flags.FLAGS.set_default("batch_size", 500)
flags.FLAGS.set_default("concurrent_steps", 2)


class Word2Vec(word2vec.Word2Vec):
    """The model of `word2vec`, without biases, each pair with noise of its own."""

    def build_training(self):
        pairs, count = self.options.batch_size, self.options.num_neg_samples
        size = len(self.corpus.words)
        noise = tf.nn.fixed_unigram_candidate_sampler(
            true_classes=self.labels[:, None],
            num_true=1,
            num_sampled=pairs * count,
            unique=False,
            range_max=size,
            distortion=0.75,
            unigrams=self.corpus.counts.tolist(),
            seed=1,
        )[0]
        vectors = tf.gather(self.emb, self.examples)
        others = tf.concat([self.labels[:, None], tf.reshape(noise, [pairs, count])], 1)
        weights = tf.gather(self.sm_w, others)
        logits = tf.einsum("bd,bnd->bn", vectors, weights)
        wanted = tf.concat([tf.ones([pairs, 1]), tf.zeros([pairs, count])], 1)
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=wanted, logits=logits)
        self.loss = tf.reduce_sum(losses) / pairs
        # The derivative of the loss by the logits is sigmoid(logits) - wanted: the rest is two products.
        error = (wanted - tf.sigmoid(logits)) * self.learning_rate
        to_vectors = tf.einsum("bn,bnd->bd", error, weights)
        to_weights = error[:, :, None] * vectors[:, None, :]
        with tf.control_dependencies([to_vectors, to_weights]):
            updates = [
                tf.scatter_add(self.emb, self.examples, to_vectors),
                tf.scatter_add(self.sm_w, others, to_weights),
                tf.assign_add(self.global_step, 1),
            ]
        self.train_op = tf.group(*updates)


def main(argv):
    refuse_unknown_flags(argv)
    word2vec.run(Word2Vec)


if __name__ == "__main__":
    tf.app.run()
