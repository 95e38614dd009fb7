"""Kim's convolutional network for sentences: flags, a vocabulary processor, summaries of gradients, checkpoints."""

import datetime
import json
import os
import time

import numpy as np
import tensorflow as tf
from tensorflow.contrib import learn

tf.flags.DEFINE_float("dev_sample_percentage", 0.2, "Percentage of the training data to use for validation")
tf.flags.DEFINE_integer("embedding_dim", 12, "Dimensionality of character embedding (default: 128)")
tf.flags.DEFINE_string("filter_sizes", "2,3", "Comma-separated filter sizes (default: '3,4,5')")
tf.flags.DEFINE_integer("num_filters", 6, "Number of filters per filter size (default: 128)")
tf.flags.DEFINE_float("dropout_keep_prob", 0.5, "Dropout keep probability (default: 0.5)")
tf.flags.DEFINE_float("l2_reg_lambda", 0.1, "L2 regularization lambda (default: 0.0)")
tf.flags.DEFINE_boolean("allow_soft_placement", True, "Allow device soft device placement")
tf.flags.DEFINE_boolean("log_device_placement", False, "Log placement of ops on devices")
FLAGS = tf.flags.FLAGS


class TextCNN:
    def __init__(
        self, sequence_length, num_classes, vocab_size, embedding_size, filter_sizes, num_filters, l2_reg_lambda=0.0
    ):
        self.input_x = tf.placeholder(tf.int32, [None, sequence_length], name="input_x")
        self.input_y = tf.placeholder(tf.float32, [None, num_classes], name="input_y")
        self.dropout_keep_prob = tf.placeholder(tf.float32, name="dropout_keep_prob")
        l2_loss = tf.constant(0.0)
        with tf.device("/cpu:0"), tf.name_scope("embedding"):
            self.W = tf.Variable(tf.random_uniform([vocab_size, embedding_size], -1.0, 1.0), name="W")
            self.embedded_chars = tf.nn.embedding_lookup(self.W, self.input_x)
            self.embedded_chars_expanded = tf.expand_dims(self.embedded_chars, -1)
        pooled_outputs = []
        for filter_size in filter_sizes:
            with tf.name_scope("conv-maxpool-%s" % filter_size):
                filter_shape = [filter_size, embedding_size, 1, num_filters]
                W = tf.Variable(tf.truncated_normal(filter_shape, stddev=0.1), name="W")
                b = tf.Variable(tf.constant(0.1, shape=[num_filters]), name="b")
                conv = tf.nn.conv2d(self.embedded_chars_expanded, W, strides=[1, 1, 1, 1], padding="VALID", name="conv")
                h = tf.nn.relu(tf.nn.bias_add(conv, b), name="relu")
                pooled = tf.nn.max_pool(
                    h,
                    ksize=[1, sequence_length - filter_size + 1, 1, 1],
                    strides=[1, 1, 1, 1],
                    padding="VALID",
                    name="pool",
                )
                pooled_outputs.append(pooled)
        num_filters_total = num_filters * len(filter_sizes)
        self.h_pool = tf.concat(pooled_outputs, 3)
        self.h_pool_flat = tf.reshape(self.h_pool, [-1, num_filters_total])
        with tf.name_scope("dropout"):
            self.h_drop = tf.nn.dropout(self.h_pool_flat, self.dropout_keep_prob)
        with tf.name_scope("output"):
            W = tf.get_variable(
                "W", shape=[num_filters_total, num_classes], initializer=tf.contrib.layers.xavier_initializer()
            )
            b = tf.Variable(tf.constant(0.1, shape=[num_classes]), name="b")
            l2_loss += tf.nn.l2_loss(W)
            l2_loss += tf.nn.l2_loss(b)
            self.scores = tf.nn.xw_plus_b(self.h_drop, W, b, name="scores")
            self.predictions = tf.argmax(self.scores, 1, name="predictions")
        with tf.name_scope("loss"):
            losses = tf.nn.softmax_cross_entropy_with_logits(logits=self.scores, labels=self.input_y)
            self.loss = tf.reduce_mean(losses) + l2_reg_lambda * l2_loss
        with tf.name_scope("accuracy"):
            correct_predictions = tf.equal(self.predictions, tf.argmax(self.input_y, 1))
            self.accuracy = tf.reduce_mean(tf.cast(correct_predictions, "float"), name="accuracy")


def preprocess():
    random = np.random.RandomState(4)
    good, bad = "great fine lovely superb warm".split(), "dull poor awful grim cold".split()
    others = "the film was a story of an actor and his dog it's don't".split()
    texts, labels = [], []
    for i in range(60):
        words = [others[j] for j in random.randint(0, len(others), random.randint(3, 9))]
        words.insert(random.randint(0, len(words)), (good if i % 2 else bad)[random.randint(0, 5)])
        texts.append(" ".join(words))
        labels.append([0, 1] if i % 2 else [1, 0])
    y = np.array(labels)
    max_document_length = max([len(x.split(" ")) for x in texts])
    vocab_processor = learn.preprocessing.VocabularyProcessor(max_document_length)
    x = np.array(list(vocab_processor.fit_transform(texts)))
    shuffle_indices = random.permutation(np.arange(len(y)))
    x, y = x[shuffle_indices], y[shuffle_indices]
    dev = -1 * int(FLAGS.dev_sample_percentage * float(len(y)))
    return x[:dev], y[:dev], vocab_processor, x[dev:], y[dev:]


def train(x_train, y_train, vocab_processor, x_dev, y_dev):
    with tf.Graph().as_default():
        tf.set_random_seed(9)
        session_conf = tf.ConfigProto(
            allow_soft_placement=FLAGS.allow_soft_placement, log_device_placement=FLAGS.log_device_placement
        )
        sess = tf.Session(config=session_conf)
        with sess.as_default():
            cnn = TextCNN(
                sequence_length=x_train.shape[1], num_classes=y_train.shape[1], vocab_size=len(vocab_processor.vocabulary_),
                embedding_size=FLAGS.embedding_dim, filter_sizes=list(map(int, FLAGS.filter_sizes.split(","))),
                num_filters=FLAGS.num_filters, l2_reg_lambda=FLAGS.l2_reg_lambda,
            )  # fmt: skip
            global_step = tf.Variable(0, name="global_step", trainable=False)
            optimizer = tf.train.AdamOptimizer(1e-2)
            grads_and_vars = optimizer.compute_gradients(cnn.loss)
            train_op = optimizer.apply_gradients(grads_and_vars, global_step=global_step)
            grad_summaries = []
            for g, v in grads_and_vars:
                if g is not None:
                    grad_summaries.append(tf.summary.histogram(f"{v.name}/grad/hist", g))
                    grad_summaries.append(tf.summary.scalar(f"{v.name}/grad/sparsity", tf.nn.zero_fraction(g)))
            grad_summaries_merged = tf.summary.merge(grad_summaries)
            out_dir = os.path.abspath(os.path.join(os.path.curdir, "runs", str(int(time.time()))))
            loss_summary = tf.summary.scalar("loss", cnn.loss)
            acc_summary = tf.summary.scalar("accuracy", cnn.accuracy)
            train_summary_op = tf.summary.merge([loss_summary, acc_summary, grad_summaries_merged])
            train_summary_writer = tf.summary.FileWriter(os.path.join(out_dir, "summaries", "train"), sess.graph)
            checkpoint_dir = os.path.abspath(os.path.join(out_dir, "checkpoints"))
            checkpoint_prefix = os.path.join(checkpoint_dir, "model")
            if not os.path.exists(checkpoint_dir):
                os.makedirs(checkpoint_dir)
            saver = tf.train.Saver(tf.global_variables(), max_to_keep=2)
            vocab_processor.save(os.path.join(out_dir, "vocab"))
            sess.run(tf.global_variables_initializer())
            losses = []
            for i in range(24):
                start = i % 3 * 16
                feed_dict = {
                    cnn.input_x: x_train[start : start + 16], cnn.input_y: y_train[start : start + 16],
                    cnn.dropout_keep_prob: FLAGS.dropout_keep_prob,
                }  # fmt: skip
                _, step, summaries, loss, accuracy = sess.run(
                    [train_op, global_step, train_summary_op, cnn.loss, cnn.accuracy], feed_dict
                )
                print(f"{datetime.datetime.now().isoformat()}: step {step}, loss {loss:g}, acc {accuracy:g}")
                train_summary_writer.add_summary(summaries, step)
                losses.append(float(loss))
                if tf.train.global_step(sess, global_step) % 8 == 0:
                    saver.save(sess, checkpoint_prefix, global_step=step)
            tags = [v.tag for v in tf.Summary.FromString(summaries).value]
            feed_dict = {cnn.input_x: x_dev, cnn.input_y: y_dev, cnn.dropout_keep_prob: 1.0}
            dev = sess.run([cnn.loss, cnn.accuracy], feed_dict)
        train_summary_writer.close()
        return checkpoint_dir, out_dir, losses, dev, tags


def evaluate(checkpoint_dir, out_dir, texts):
    processor = learn.preprocessing.VocabularyProcessor.restore(os.path.join(out_dir, "vocab"))
    x_test = np.array(list(processor.transform(texts)))
    checkpoint_file = tf.train.latest_checkpoint(checkpoint_dir)
    graph = tf.Graph()
    with graph.as_default():
        sess = tf.Session()
        with sess.as_default():
            saver = tf.train.import_meta_graph(f"{checkpoint_file}.meta")
            saver.restore(sess, checkpoint_file)
            input_x = graph.get_operation_by_name("input_x").outputs[0]
            dropout_keep_prob = graph.get_operation_by_name("dropout_keep_prob").outputs[0]
            scores = graph.get_operation_by_name("output/scores").outputs[0]
            found = sess.run(scores, {input_x: x_test, dropout_keep_prob: 1.0})
    return os.path.basename(checkpoint_file), found


def main(argv=None):
    x_train, y_train, vocab_processor, x_dev, y_dev = preprocess()
    checkpoint_dir, out_dir, losses, dev, tags = train(x_train, y_train, vocab_processor, x_dev, y_dev)
    name, scores = evaluate(checkpoint_dir, out_dir, ["a lovely film", "it's a dull unknown story"])
    print(json.dumps({
        "losses": losses, "dev": [float(d) for d in dev], "tags": tags, "checkpoint": name, "scores": np.ravel(scores).tolist(),
        "vocabulary": len(vocab_processor.vocabulary_), "row": x_train[0].tolist(),
        "files": sorted(f for f in os.listdir(checkpoint_dir)),
    }))  # fmt: skip


if __name__ == "__main__":
    tf.app.run()
