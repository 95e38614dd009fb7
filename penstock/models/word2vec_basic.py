"""word2vec: learns a vector for each word from the words around it (skip-gram, noise-contrastive estimation).

Reads any text with --text (the tutorial's "text8", for example); without it, "Alice's Adventures in Wonderland".
Prints the nearest neighbours of some words while it learns, and leaves a map of the words, embedding.png (t-SNE), in
--out_dir.
"""

import collections
import os
import random
import re

import numpy as np
import tensorflow as tf
from PIL import Image, ImageDraw

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
ALICE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "alice.txt")
flags.DEFINE_string("text", ALICE, "The text to learn from.")
flags.DEFINE_string("out_dir", "examples_out/word2vec", "Where the picture and a checkpoint go.")
flags.DEFINE_integer("steps", 20000, "How many batches to train on.")
flags.DEFINE_integer("vocabulary_size", 1500, "How many words, the most frequent, are told apart.")
flags.DEFINE_integer("batch_size", 128, "Pairs of words in a batch.")
flags.DEFINE_integer("embedding_size", 64, "Numbers in the vector of a word.")
flags.DEFINE_integer("skip_window", 2, "How far to look to the left and to the right.")
flags.DEFINE_integer("num_skips", 4, "How many neighbours of each word to use.")
flags.DEFINE_integer("num_sampled", 64, "Words drawn as noise for each batch.")
flags.DEFINE_integer("plot", 250, "How many words are on the map.")
FLAGS = flags.FLAGS

UNKNOWN = "UNK"


def read_words(path):
    """The words of a text, in lower case."""
    with tf.gfile.GFile(path) as f:
        return re.findall(r"[a-z]+(?:'[a-z]+)?", f.read().lower())


def build_dataset(words, size):
    """The text as word numbers, 0 for a rare one; and the list of the words."""
    vocabulary = [UNKNOWN] + [word for word, _ in collections.Counter(words).most_common(size - 1)]
    numbers = {word: i for i, word in enumerate(vocabulary)}
    return [numbers.get(word, 0) for word in words], vocabulary


def batches(data, batch_size, num_skips, skip_window):
    """Batches of (word, one of its neighbours), through the text again and again."""
    assert batch_size % num_skips == 0 and num_skips <= 2 * skip_window
    rng = random.Random(1)
    offsets = [o for o in range(-skip_window, skip_window + 1) if o != 0]
    position = 0
    while True:
        words, neighbours = [], []
        while len(words) < batch_size:
            for offset in rng.sample(offsets, num_skips):
                words.append(data[position])
                neighbours.append(data[(position + offset) % len(data)])
            position = (position + 1) % len(data)
        yield np.array(words, np.int32), np.array(neighbours, np.int32)[:, np.newaxis]


def tsne(points, iterations=400, perplexity=20.0):
    """The points on a plane, neighbours kept together (van der Maaten and Hinton, 2008); the descent is a graph."""
    count = len(points)
    squares = np.sum(points**2, 1)
    distances = np.maximum(squares[:, None] + squares[None, :] - 2 * points @ points.T, 0)
    np.fill_diagonal(distances, np.inf)
    # For each point the width of a bell over which it has `perplexity` neighbours, by bisection.
    low, high = np.full(count, 1e-6), np.full(count, 1e6)
    for _ in range(60):
        beta = np.sqrt(low * high)
        p = np.exp(-(distances - distances.min(1, keepdims=True)) * beta[:, None])
        p /= p.sum(1, keepdims=True)
        entropy = -np.sum(p * np.log(np.maximum(p, 1e-30)), 1)
        wide = entropy > np.log(perplexity)
        low, high = np.where(wide, beta, low), np.where(wide, high, beta)
    p = np.maximum((p + p.T) / (2 * count), 1e-12).astype(np.float32)

    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)
        affinity = tf.placeholder(tf.float32, [count, count])
        y = tf.Variable(tf.random_normal([count, 2], stddev=1e-2))
        square = tf.reduce_sum(tf.square(y), 1, keepdims=True)
        near = 1.0 / (1.0 + square + tf.transpose(square) - 2.0 * tf.matmul(y, y, transpose_b=True))
        near *= 1.0 - np.eye(count, dtype=np.float32)
        q = tf.maximum(near / tf.reduce_sum(near), 1e-12)
        loss = -tf.reduce_sum(affinity * tf.log(q))
        step = tf.train.MomentumOptimizer(float(count) / 4, 0.7).minimize(loss)
        sess.run(tf.global_variables_initializer())
        for i in range(iterations):
            sess.run(step, {affinity: p * (4.0 if i < iterations // 4 else 1.0)})
        return sess.run(y)


def draw_map(points, words, path, size=1100, margin=60):
    """A picture with each word at its point."""
    low, high = points.min(0), points.max(0)
    places = margin + (points - low) / (high - low) * (size - 2 * margin)
    image = Image.new("RGB", (size, size), "white")
    draw = ImageDraw.Draw(image)
    for (x, y), word in zip(places, words):
        draw.ellipse([x - 2, y - 2, x + 2, y + 2], fill=(31, 119, 180))
        draw.text((x + 4, y - 6), word, fill=(60, 60, 60))
    image.save(path)


def main(argv):
    refuse_unknown_flags(argv)
    words = read_words(FLAGS.text)
    vocabulary_size = min(FLAGS.vocabulary_size, len(set(words)) + 1)
    data, vocabulary = build_dataset(words, vocabulary_size)
    print("%d words, %d different, %d told apart" % (len(words), len(set(words)), vocabulary_size))

    tf.set_random_seed(1)
    size = FLAGS.embedding_size
    train_inputs = tf.placeholder(tf.int32, shape=[FLAGS.batch_size])
    train_labels = tf.placeholder(tf.int32, shape=[FLAGS.batch_size, 1])
    embeddings = tf.Variable(tf.random_uniform([vocabulary_size, size], -0.1, 0.1), name="embeddings")
    embed = tf.nn.embedding_lookup(embeddings, train_inputs)
    nce_weights = tf.Variable(tf.truncated_normal([vocabulary_size, size], stddev=1.0 / np.sqrt(size)))
    nce_biases = tf.Variable(tf.zeros([vocabulary_size]))
    loss = tf.reduce_mean(
        tf.nn.nce_loss(
            weights=nce_weights,
            biases=nce_biases,
            labels=train_labels,
            inputs=embed,
            num_sampled=FLAGS.num_sampled,
            num_classes=vocabulary_size,
        )
    )
    optimizer = tf.train.GradientDescentOptimizer(1.0).minimize(loss)

    # Nearest by the cosine of the angle.
    normalized = tf.nn.l2_normalize(embeddings, 1)
    asked = [w for w in "alice queen king said she he rabbit three head little".split() if w in vocabulary[1:]]
    asked = asked or vocabulary[1:9]
    asked_ids = tf.constant([vocabulary.index(w) for w in asked])
    similarity = tf.matmul(tf.nn.embedding_lookup(normalized, asked_ids), normalized, transpose_b=True)

    tf.gfile.MakeDirs(FLAGS.out_dir)
    saver = tf.train.Saver()
    batch = batches(data, FLAGS.batch_size, FLAGS.num_skips, FLAGS.skip_window)
    report_every = max(FLAGS.steps // 10, 1)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        total = 0.0
        for step in range(1, FLAGS.steps + 1):
            inputs, labels = next(batch)
            _, loss_value = sess.run([optimizer, loss], {train_inputs: inputs, train_labels: labels})
            total += loss_value
            if step % report_every == 0:
                print("Average loss at step %d: %.3f" % (step, total / report_every))
                total = 0.0
            if step % (5 * report_every) == 0:
                for word, row in zip(asked, sess.run(similarity)):
                    nearest = [vocabulary[k] for k in (-row).argsort()[1:7]]
                    print("Nearest to %s: %s" % (word, ", ".join(nearest)))
        final = sess.run(normalized)
        saver.save(sess, os.path.join(FLAGS.out_dir, "model.ckpt"))
    shown = slice(1, min(FLAGS.plot, vocabulary_size - 1) + 1)
    path = os.path.join(FLAGS.out_dir, "embedding.png")
    draw_map(tsne(final[shown]), vocabulary[shown], path)
    print("map of the words: %s" % path)


if __name__ == "__main__":
    tf.app.run()
