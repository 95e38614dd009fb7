"""word2vec as the model directory of TensorFlow had it: skip-grams with negative sampling, trained by several threads.

    penstock run -m tensorflow.models.embedding.word2vec --train_data=text8 --eval_data=questions-words.txt --save_path=/tmp/words

Without --train_data it reads "Alice's Adventures in Wonderland". With --eval_data (lines of four words, "Athens Greece
Baghdad Iraq") it tells after each epoch how many analogies it has guessed. `word2vec_optimized` trains the same model
with updates written by hand.
"""

import collections
import os
import re
import threading
import time

import numpy as np
import tensorflow as tf

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
ALICE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "alice.txt")
flags.DEFINE_string("save_path", "examples_out/word2vec", "Folder for the model and its summaries.")
flags.DEFINE_string("train_data", ALICE, "The text to learn from.")
flags.DEFINE_string("eval_data", None, "File of analogies to test with.")
flags.DEFINE_integer("embedding_size", 200, "Numbers in the vector of a word.")
flags.DEFINE_integer("epochs_to_train", 15, "How often the text is read; each epoch reads it once.")
flags.DEFINE_float("learning_rate", 0.2, "Initial learning rate; it falls to zero with the words that are read.")
flags.DEFINE_integer("num_neg_samples", 100, "Words drawn as noise for each batch (for each pair when optimized).")
flags.DEFINE_integer("batch_size", 16, "Pairs of words in a batch.")
flags.DEFINE_integer("concurrent_steps", 2, "How many threads train.")
flags.DEFINE_integer("window_size", 5, "How far to look to the left and to the right at most.")
flags.DEFINE_integer("min_count", 5, "Words that come less often are left out.")
flags.DEFINE_float("subsample", 1e-3, "Words that are more frequent are read less often; 0 reads all.")
flags.DEFINE_boolean("interactive", False, "Whether to leave a Python prompt with `model` at the end.")
flags.DEFINE_integer("statistics_interval", 5, "Seconds between two lines about the training.")
flags.DEFINE_integer("summary_interval", 5, "Seconds between two summaries.")
flags.DEFINE_integer("checkpoint_interval", 600, "Seconds between two checkpoints.")
FLAGS = flags.FLAGS


class Corpus:
    """A text as word numbers, and the pairs (word, neighbour) drawn from it. Threads may share it.

    Attributes:
      words: the vocabulary, the most frequent first.
      counts: how often each comes.
      epoch: how often the text has been read to its end.
      processed: how many words have been read in all.
    """

    _PART = 2000  # words that are made pairs of at a time

    def __init__(self, path, batch_size, window, min_count, subsample, seed=1):
        if not tf.gfile.Exists(path):
            raise SystemExit("There is no text %s: name one with --train_data." % path)
        with tf.gfile.GFile(path) as f:
            text = re.findall(r"[^\W_]+(?:'[^\W_]+)?", f.read().lower())
        found = [(w, n) for w, n in collections.Counter(text).most_common() if n >= min_count]
        self.words = [w for w, _ in found]
        self.counts = np.array([n for _, n in found], np.int64)
        if len(self.words) < 2:
            raise SystemExit("%s has fewer than two words that come %d times (--min_count)." % (path, min_count))
        self.ids = {w: i for i, w in enumerate(self.words)}
        self._text = np.array([self.ids[w] for w in text if w in self.ids], np.int32)
        share = self.counts / self.counts.sum()
        self._kept = (
            np.ones(len(share)) if subsample <= 0 else np.minimum(1, np.sqrt(subsample / share) + subsample / share)
        )
        self._batch_size, self._window = batch_size, window
        self._random = np.random.RandomState(seed)
        self._lock = threading.Lock()
        self._position, self._pairs = 0, np.empty([0, 2], np.int32)
        self.epoch = self.processed = 0

    def __len__(self):
        return len(self._text)

    def _more(self):
        if self._position >= len(self._text):
            self._position, self.epoch = 0, self.epoch + 1
        part = self._text[self._position : self._position + self._PART]
        self.processed += len(part)
        self._position += len(part)
        part = part[self._random.rand(len(part)) < self._kept[part]]
        reach = self._random.randint(1, self._window + 1, len(part))
        pairs = [self._pairs]
        for distance in range(1, self._window + 1):
            first, second = part[:-distance], part[distance:]
            pairs.append(np.stack([first, second], 1)[reach[:-distance] >= distance])
            pairs.append(np.stack([second, first], 1)[reach[distance:] >= distance])
        self._pairs = np.concatenate(pairs)
        self._random.shuffle(self._pairs)

    def next_batch(self):
        """(words, neighbours, the epoch), each of the two [batch_size]."""
        with self._lock:
            while len(self._pairs) < self._batch_size:
                self._more()
            batch, self._pairs = self._pairs[: self._batch_size], self._pairs[self._batch_size :]
            return batch[:, 0], batch[:, 1], self.epoch


class Word2Vec:
    """The model: its graph, its training and its evaluation."""

    def __init__(self, options, sess):
        self.options, self.sess = options, sess
        self.corpus = Corpus(
            options.train_data, options.batch_size, options.window_size, options.min_count, options.subsample
        )
        print("Data file: ", options.train_data)
        print("Vocab size: ", len(self.corpus.words))
        print("Words per epoch: ", len(self.corpus))
        self.build_graph()
        self.build_eval_graph()
        self.saver = tf.train.Saver()
        tf.global_variables_initializer().run(session=sess)
        tf.gfile.MakeDirs(options.save_path)
        with tf.gfile.GFile(os.path.join(options.save_path, "vocab.txt"), "w") as f:
            for word, count in zip(self.corpus.words, self.corpus.counts):
                f.write("%s %d\n" % (word, count))

    # ---- training ----

    def build_graph(self):
        """Makes what is fed, the learning rate, the loss and `self.train_op`."""
        options, size = self.options, len(self.corpus.words)
        self.examples = tf.placeholder(tf.int64, [options.batch_size], name="examples")
        self.labels = tf.placeholder(tf.int64, [options.batch_size], name="labels")
        self.words_read = tf.placeholder(tf.float32, [], name="words_read")
        self.global_step = tf.Variable(0, name="global_step", trainable=False)
        to_read = float(len(self.corpus) * options.epochs_to_train)
        self.learning_rate = options.learning_rate * tf.maximum(0.0001, 1.0 - self.words_read / to_read)
        half = 0.5 / options.embedding_size
        self.emb = tf.Variable(tf.random_uniform([size, options.embedding_size], -half, half, seed=1), name="emb")
        self.sm_w = tf.Variable(tf.zeros([size, options.embedding_size]), name="sm_w_t")
        self.sm_b = tf.Variable(tf.zeros([size]), name="sm_b")
        self.sampled = tf.nn.fixed_unigram_candidate_sampler(
            true_classes=self.labels[:, None],
            num_true=1,
            num_sampled=options.num_neg_samples,
            unique=options.num_neg_samples < size,
            range_max=size,
            distortion=0.75,
            unigrams=self.corpus.counts.tolist(),
            seed=1,
        )[0]
        self.build_training()
        tf.summary.scalar("loss", self.loss)
        self.summaries = tf.summary.merge_all()

    def build_training(self):
        """The loss of true pairs against noise that the whole batch shares, and gradient descent on it."""
        vectors = tf.nn.embedding_lookup(self.emb, self.examples)
        true_w, true_b = tf.nn.embedding_lookup(self.sm_w, self.labels), tf.nn.embedding_lookup(self.sm_b, self.labels)
        noise_w, noise_b = (tf.nn.embedding_lookup(v, self.sampled) for v in (self.sm_w, self.sm_b))
        true_logits = tf.reduce_sum(vectors * true_w, 1) + true_b
        noise_logits = tf.matmul(vectors, noise_w, transpose_b=True) + noise_b
        true_loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.ones_like(true_logits), logits=true_logits)
        noise_loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.zeros_like(noise_logits), logits=noise_logits)
        self.loss = (tf.reduce_sum(true_loss) + tf.reduce_sum(noise_loss)) / self.options.batch_size
        optimizer = tf.train.GradientDescentOptimizer(self.learning_rate)
        self.train_op = optimizer.minimize(self.loss, global_step=self.global_step)

    def _train_thread(self, until):
        while True:
            words, neighbours, epoch = self.corpus.next_batch()
            if epoch >= until:
                return
            feed = {self.examples: words, self.labels: neighbours, self.words_read: self.corpus.processed}
            self.sess.run(self.train_op, feed)

    def train(self):
        """Reads the text once, in `concurrent_steps` threads."""
        threads = [
            threading.Thread(target=self._train_thread, args=(self.corpus.epoch + 1,), daemon=True)
            for _ in range(self.options.concurrent_steps)
        ]
        began, before = time.time(), self.corpus.processed
        for thread in threads:
            thread.start()
        said = saved = summed = time.time()
        while any(thread.is_alive() for thread in threads):
            threads[0].join(0.1)
            now = time.time()
            if now - said > self.options.statistics_interval:
                self.report(began, before)
                said = now
            if now - summed > self.options.summary_interval:
                self.write_summary()
                summed = now
            if now - saved > self.options.checkpoint_interval:
                self.save()
                saved = now
        self.report(began, before)
        self.write_summary()

    def _feed(self):
        words, neighbours, _ = self.corpus.next_batch()
        return {self.examples: words, self.labels: neighbours, self.words_read: self.corpus.processed}

    def report(self, began, before):
        """A line about where the training is."""
        fetched = [self.global_step, self.loss, self.learning_rate]
        step, loss, rate = self.sess.run(fetched, self._feed())
        speed = (self.corpus.processed - before) / max(time.time() - began, 1e-9)
        print(
            "Epoch %4d Step %8d: lr = %5.3f loss = %6.2f words/sec = %8.0f"
            % (self.corpus.epoch, step, rate, loss, speed),
            flush=True,
        )

    def write_summary(self):
        """Writes the summaries of the next batch."""
        if not hasattr(self, "_writer"):
            self._writer = tf.summary.FileWriter(self.options.save_path, self.sess.graph)
        summary, step = self.sess.run([self.summaries, self.global_step], self._feed())
        self._writer.add_summary(summary, step)
        self._writer.flush()

    def save(self):
        """Writes a checkpoint."""
        return self.saver.save(
            self.sess, os.path.join(self.options.save_path, "model.ckpt"), global_step=self.sess.run(self.global_step)
        )

    # ---- evaluation ----

    def build_eval_graph(self):
        """Analogies (a is to b as c is to ...) and nearest words, by the cosine of the angle."""
        self.normalized = tf.nn.l2_normalize(self.emb, 1)
        self.analogy_a, self.analogy_b, self.analogy_c = (tf.placeholder(tf.int32, [None]) for _ in range(3))
        a, b, c = (tf.gather(self.normalized, ids) for ids in (self.analogy_a, self.analogy_b, self.analogy_c))
        size = len(self.corpus.words)
        distance = tf.matmul(c + (b - a), self.normalized, transpose_b=True)
        self.analogy_pred = tf.nn.top_k(distance, min(4, size)).indices
        self.nearby_word = tf.placeholder(tf.int32, [None])
        near = tf.matmul(tf.gather(self.normalized, self.nearby_word), self.normalized, transpose_b=True)
        self.nearby = tf.nn.top_k(near, min(1000, size))

    def read_analogies(self):
        """The lines of --eval_data whose four words are all known, as word numbers [n, 4]."""
        if not self.options.eval_data:
            return np.empty([0, 4], np.int32)
        if not tf.gfile.Exists(self.options.eval_data):
            raise SystemExit("There is no file of analogies %s (--eval_data)." % self.options.eval_data)
        found, skipped = [], 0
        with tf.gfile.GFile(self.options.eval_data) as f:
            for line in f.read().lower().splitlines():
                words = line.split()
                if line.startswith(":") or len(words) != 4:
                    continue
                ids = [self.corpus.ids.get(word) for word in words]
                if None in ids:
                    skipped += 1
                else:
                    found.append(ids)
        print("Eval analogy file: ", self.options.eval_data)
        print("Questions: ", len(found))
        print("Skipped: ", skipped)
        return np.array(found, np.int32).reshape(-1, 4)

    def predict(self, analogies):
        """The four likeliest answers to each."""
        feed = dict(zip((self.analogy_a, self.analogy_b, self.analogy_c), analogies[:, :3].T))
        return self.sess.run(self.analogy_pred, feed)

    def eval(self, analogies):
        """Tells how many analogies are right, words of the question itself not counted as answers."""
        right = 0
        for start in range(0, len(analogies), 2500):
            part = analogies[start : start + 2500]
            for question, answers in zip(part, self.predict(part)):
                answers = [answer for answer in answers if answer not in question[:3]]
                right += bool(answers) and answers[0] == question[3]
        print(
            "Eval %4d/%d accuracy = %4.1f%%" % (right, len(analogies), right * 100.0 / max(1, len(analogies))),
            flush=True,
        )

    def analogy(self, w0, w1, w2):
        """Predicts the word w3 for which w0 is to w1 as w2 is to w3."""
        ids = np.array([[self.corpus.ids[w] for w in (w0, w1, w2)] + [0]])
        words = [self.corpus.words[i] for i in self.predict(ids)[0]]
        return next((word for word in words if word not in (w0, w1, w2)), "unknown")

    def nearest(self, words, num=8):
        """Prints the words nearest to each of `words`."""
        values, found = self.sess.run(self.nearby, {self.nearby_word: [self.corpus.ids[w] for w in words]})
        for word, row, near in zip(words, found, values):
            shown = ", ".join("%s (%.2f)" % (self.corpus.words[i], v) for i, v in zip(row[1 : num + 1], near[1:]))
            print("%s: %s" % (word, shown))


def run(model_class):
    """Trains a model, evaluates it after each epoch, and saves it."""
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)
        model = model_class(FLAGS, sess)
        analogies = model.read_analogies()
        for _ in range(FLAGS.epochs_to_train):
            model.train()
            if len(analogies):
                model.eval(analogies)
        model.nearest(model.corpus.words[:5])
        print("saved as %s" % model.save())
        if FLAGS.interactive:
            import code

            banner = "Try model.analogy('king', 'queen', 'man') and model.nearest(['cat'])."
            code.interact(banner, local={"model": model})


def main(argv):
    refuse_unknown_flags(argv)
    run(Word2Vec)


if __name__ == "__main__":
    tf.app.run()
