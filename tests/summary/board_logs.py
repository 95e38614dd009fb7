"""Writes what TensorBoard shows: a small training with scalars, histograms, images, text, graph, run metadata, embeddings."""

import numpy as np

import penstock as tf
from penstock.contrib.tensorboard.plugins import projector

STEPS = 40
WORDS = 60


def write(logdir):
    """Trains a small network and writes all kinds of summaries."""
    random = np.random.RandomState(0)
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        with tf.name_scope("input"):
            x = tf.placeholder(tf.float32, [None, 64], name="x")
            labels = tf.placeholder(tf.int64, [None], name="labels")
            tf.summary.image("digits", tf.reshape(x, [-1, 8, 8, 1]), 2)
        with tf.variable_scope("hidden"):
            w = tf.get_variable("weights", [64, 16], initializer=tf.truncated_normal_initializer(stddev=0.1, seed=1))
            b = tf.get_variable("biases", [16], initializer=tf.zeros_initializer())
            hidden = tf.nn.relu(tf.matmul(x, w) + b)
            tf.summary.histogram("activations", hidden)
            tf.summary.histogram("weights_histogram", w)
        with tf.variable_scope("softmax"):
            v = tf.get_variable("weights", [16, 4], initializer=tf.truncated_normal_initializer(stddev=0.1, seed=2))
            logits = tf.matmul(hidden, v)
        with tf.name_scope("loss"):
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
            tf.summary.scalar("cross_entropy", loss)
        with tf.name_scope("accuracy"):
            right = tf.equal(tf.argmax(logits, 1), labels)
            tf.summary.scalar("right", tf.reduce_mean(tf.cast(right, tf.float32)))
        tf.summary.text("note", tf.constant("written by **Penstock**"))
        tf.summary.audio("tone", tf.sin(tf.linspace(0.0, 3000.0, 4000))[tf.newaxis, :, tf.newaxis], 8000)
        words = tf.get_variable("words", [WORDS, 5], initializer=tf.random_normal_initializer(seed=3))
        train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
        merged = tf.summary.merge_all()
        writer = tf.summary.FileWriter(logdir, graph)
        sess.run(tf.global_variables_initializer())
        centres = random.rand(4, 64).astype("f")
        for step in range(STEPS):
            target = random.randint(4, size=32)
            feeds = {x: centres[target] + 0.1 * random.randn(32, 64), labels: target}
            if step == 10:
                run_meta, full = tf.RunMetadata(), tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
                summary, _ = sess.run([merged, train], feeds, options=full, run_metadata=run_meta)
                writer.add_run_metadata(run_meta, "step010", step)
            else:
                summary, _ = sess.run([merged, train], feeds)
            writer.add_summary(summary, step)
        tf.train.Saver([words]).save(sess, f"{logdir}/words.ckpt", STEPS)
        with open(f"{logdir}/words.tsv", "w") as file:
            file.write("Word\tFrequency\n" + "".join(f"word{i}\t{i * i}\n" for i in range(WORDS)))
        config = projector.ProjectorConfig(model_checkpoint_path=f"{logdir}/words.ckpt-{STEPS}")
        config.embeddings.add(tensor_name=words.name, metadata_path="words.tsv")
        projector.visualize_embeddings(writer, config)
        writer.close()
