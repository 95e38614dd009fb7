"""Word vectors by the operations of `sources/word2vec.cc`, as the tutorial trains them; both sides run it."""

import numpy as np


def train(tf, m, path, steps):
    """Trains on a text of two languages and returns what can be compared."""
    words = [["ein", "und", "der", "wort", "satz"], ["one", "and", "the", "word", "line"]]
    numbers = (np.arange(12000) * 7919 + np.arange(12000) ** 2 * 31) % 1009 % 5
    text = " ".join(words[i // 40 % 2][n] for i, n in enumerate(numbers))
    with open(path, "w") as file:
        file.write(text + " rare\n")
    with tf.Graph().as_default(), tf.Session() as sess:
        batch = m.skipgram_word2vec(
            filename=path, batch_size=64, window_size=3, min_count=5, subsample=0.0, seed=3, seed2=4
        )
        vocabulary, frequency = sess.run([batch.vocab_word, batch.vocab_freq])
        size = len(vocabulary)
        start = (((np.arange(size * 6) * 7919) % 1009) / 1009.0 - 0.5).astype(np.float32).reshape(size, 6) / 6
        w_in, w_out = tf.Variable(start, use_resource=False), tf.Variable(np.zeros_like(start), use_resource=False)
        train_op = m.neg_train_word2vec(
            w_in,
            w_out,
            batch.examples,
            batch.labels,
            tf.constant(0.1),
            vocab_count=frequency.tolist(),
            num_negative_samples=4,
            seed=5,
            seed2=6,
        )
        sess.run(tf.global_variables_initializer())
        sess.run(train_op)
        early = sess.run(w_in)
        for _ in range(steps - 1):
            sess.run(train_op)
        vectors, epoch, total = sess.run([w_in, batch.current_epoch, batch.total_words_processed])
    return {
        "vocabulary": [w.decode() for w in vocabulary],
        "frequency": frequency.tolist(),
        "early": early.tolist(),
        "vectors": vectors.tolist(),
        "progress": [int(epoch), int(total)],
    }
