"""Transfer learning: a new last layer on a network that was trained for other classes.

--image_dir has a folder of pictures for each class. What the frozen network of `inception_train.py` says of a picture
just before its last layer (the "bottleneck") is computed once and kept in a file; only the new layer is trained on
them, which takes seconds. Without --image_dir, 40 pictures of each of the digits 7, 8 and 9 are made, which the
network has never seen. Leaves a frozen network for `classify_image.py` in --output_dir.
"""

import hashlib
import os

import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

flags = tf.app.flags
flags.DEFINE_string("image_dir", None, "Folder with a folder of pictures for each class.")
flags.DEFINE_string("model_dir", "examples_out/inception", "Folder with the network to start from.")
flags.DEFINE_string("output_dir", "examples_out/retrain", "Where the new network goes.")
flags.DEFINE_string("bottleneck_dir", "examples_out/retrain/bottlenecks", "Where bottlenecks are kept.")
flags.DEFINE_string("data_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_integer("how_many_training_steps", 400, "How many batches to train on.")
flags.DEFINE_integer("train_batch_size", 50, "Pictures in a batch.")
flags.DEFINE_float("learning_rate", 0.05, "Learning rate of the new layer.")
flags.DEFINE_integer("testing_percentage", 20, "Which share of the pictures is kept for the test.")
flags.DEFINE_string("final_tensor_name", "softmax", "Name of the new output.")
FLAGS = flags.FLAGS

BOTTLENECK = "pool_3/_reshape:0"
CONTENTS = "DecodeJpeg/contents:0"


def make_pictures(folder, digits=(7, 8, 9), per_class=40):
    """Writes PNG files of digits, a folder for each."""
    mnist = input_data.read_data_sets(FLAGS.data_dir, dtype=tf.uint8, reshape=False, validation_size=0, seed=1)
    with tf.Graph().as_default(), tf.Session() as sess:
        pixels = tf.placeholder(tf.uint8, [28, 28, 1])
        png = tf.image.encode_png(pixels)
        for digit in digits:
            tf.gfile.MakeDirs(os.path.join(folder, "digit %d" % digit))
            for i, image in enumerate(mnist.train.images[mnist.train.labels == digit][:per_class]):
                with tf.gfile.GFile(os.path.join(folder, "digit %d" % digit, "%03d.png" % i), "wb") as f:
                    f.write(sess.run(png, {pixels: image}))


def image_lists(folder):
    """{class: {"training": paths, "testing": paths}}; a file's name decides, so it never changes sides."""
    lists = {}
    for name in sorted(tf.gfile.ListDirectory(folder)):
        name = name.rstrip("/")
        if not tf.gfile.IsDirectory(os.path.join(folder, name)):
            continue
        parts = {"training": [], "testing": []}
        for path in sorted(tf.gfile.Glob(os.path.join(folder, name, "*"))):
            if path.lower().endswith((".png", ".jpg", ".jpeg")):
                place = int(hashlib.sha1(os.path.basename(path).encode()).hexdigest(), 16) % 100
                parts["testing" if place < FLAGS.testing_percentage else "training"].append(path)
        print("%s: %d pictures to train, %d to test" % (name, len(parts["training"]), len(parts["testing"])))
        lists[name] = parts
    if len(lists) < 2:
        raise ValueError("%s needs a folder of pictures for each of two classes or more" % folder)
    return lists


def bottleneck(sess, path):
    """The bottleneck of a picture, from its file if there is one."""
    cached = os.path.join(
        FLAGS.bottleneck_dir, os.path.basename(os.path.dirname(path)), os.path.basename(path) + ".txt"
    )
    if tf.gfile.Exists(cached):
        with tf.gfile.GFile(cached) as f:
            return [float(v) for v in f.read().split(",")], True
    with tf.gfile.GFile(path, "rb") as f:
        values = sess.run(BOTTLENECK, {CONTENTS: f.read()})[0]
    tf.gfile.MakeDirs(os.path.dirname(cached))
    with tf.gfile.GFile(cached, "w") as f:
        f.write(",".join(str(v) for v in values))
    return values, False


def bottlenecks(sess, lists, part):
    """All bottlenecks of the training or of the testing pictures, and their classes."""
    values, classes, found = [], [], 0
    for i, name in enumerate(lists):
        for path in lists[name][part]:
            value, cached = bottleneck(sess, path)
            values.append(value)
            classes.append(i)
            found += cached
    print("%d %s bottlenecks, %d of them from files" % (len(values), part, found))
    return np.array(values, np.float32), np.array(classes, np.int64)


def main(_):
    folder = FLAGS.image_dir
    if folder is None:
        folder = os.path.join(FLAGS.output_dir, "pictures")
        if not tf.gfile.Exists(folder):
            make_pictures(folder)
    lists = image_lists(folder)
    with tf.gfile.GFile(os.path.join(FLAGS.model_dir, "classify_image_graph_def.pb"), "rb") as f:
        graph_def = tf.GraphDef()
        graph_def.ParseFromString(f.read())

    with tf.Graph().as_default() as graph, tf.Session() as sess:
        tf.set_random_seed(1)
        # Only what leads to the bottleneck; the old last layer stays behind.
        graph_def = tf.graph_util.extract_sub_graph(graph_def, [BOTTLENECK.split(":")[0]])
        (bottleneck_tensor,) = tf.import_graph_def(graph_def, name="", return_elements=[BOTTLENECK])
        size = int(bottleneck_tensor.shape[1])

        with tf.name_scope("input"):
            x = tf.placeholder_with_default(bottleneck_tensor, [None, size], name="BottleneckInputPlaceholder")
            y_ = tf.placeholder(tf.int64, [None], name="GroundTruthInput")
        with tf.name_scope("final_training_ops"):
            weights = tf.Variable(tf.truncated_normal([size, len(lists)], stddev=0.001), name="weights")
            biases = tf.Variable(tf.zeros([len(lists)]), name="biases")
            logits = tf.matmul(x, weights) + biases
        final = tf.nn.softmax(logits, name=FLAGS.final_tensor_name)
        cross_entropy = tf.losses.sparse_softmax_cross_entropy(y_, logits)
        train_step = tf.train.MomentumOptimizer(FLAGS.learning_rate, 0.9).minimize(cross_entropy)
        accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(final, 1), y_), tf.float32))
        sess.run(tf.global_variables_initializer())

        train_x, train_y = bottlenecks(sess, lists, "training")
        test_x, test_y = bottlenecks(sess, lists, "testing")
        random = np.random.RandomState(1)
        for i in range(FLAGS.how_many_training_steps):
            chosen = random.randint(0, len(train_x), FLAGS.train_batch_size)
            feed = {x: train_x[chosen], y_: train_y[chosen]}
            sess.run(train_step, feed)
            if i % 100 == 0 or i == FLAGS.how_many_training_steps - 1:
                loss, acc = sess.run([cross_entropy, accuracy], feed)
                print("Step %d: Train accuracy = %.1f%%, Cross entropy = %f" % (i, acc * 100, loss))
        test_accuracy = sess.run(accuracy, {x: test_x, y_: test_y})
        print("Final test accuracy = %.1f%% (N=%d)" % (test_accuracy * 100, len(test_x)))

        frozen = tf.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), [final.op.name])
    tf.gfile.MakeDirs(FLAGS.output_dir)
    with tf.gfile.GFile(os.path.join(FLAGS.output_dir, "classify_image_graph_def.pb"), "wb") as f:
        f.write(frozen.SerializeToString())
    with tf.gfile.GFile(os.path.join(FLAGS.output_dir, "labels.txt"), "w") as f:
        f.write("\n".join(lists) + "\n")
    print("new network: %s" % os.path.join(FLAGS.output_dir, "classify_image_graph_def.pb"))


if __name__ == "__main__":
    tf.app.run()
