"""Transfer learning: a new last layer for Inception, or any frozen network with the same names, for new classes of pictures.

    penstock run -m tensorflow.examples.image_retraining.retrain --image_dir ~/flower_photos

--image_dir has a folder of pictures for each class. What the network in --model_dir says of a picture just before its last
layer (the "bottleneck") is computed once and kept in a file; only the new layer is trained. With distortions
(--flip_left_right, --random_crop, --random_scale, --random_brightness) bottlenecks are computed anew for every batch, which takes
longer. Without --image_dir, 40 pictures of each of the digits 7, 8 and 9 are made. Leaves a frozen network for `label_image`.
"""

import hashlib
import os
import random
from datetime import datetime

import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("image_dir", None, "Folder with a folder of pictures for each class.")
flags.DEFINE_string("output_graph", "/tmp/output_graph.pb", "Where the new network goes.")
flags.DEFINE_string("output_labels", "/tmp/output_labels.txt", "Where the names of its classes go.")
flags.DEFINE_string("summaries_dir", "/tmp/retrain_logs", "Where summaries for TensorBoard go.")
flags.DEFINE_integer("how_many_training_steps", 4000, "How many batches to train on.")
flags.DEFINE_float("learning_rate", 0.01, "Learning rate of the new layer.")
flags.DEFINE_integer("testing_percentage", 10, "Which share of the pictures is kept for the test.")
flags.DEFINE_integer("validation_percentage", 10, "Which share of the pictures is kept to watch the training with.")
flags.DEFINE_integer("eval_step_interval", 10, "Steps between two evaluations.")
flags.DEFINE_integer("train_batch_size", 100, "Pictures in a batch.")
flags.DEFINE_integer("test_batch_size", -1, "Pictures in the test; -1 takes all of them.")
flags.DEFINE_integer("validation_batch_size", 100, "Pictures in an evaluation; -1 takes all of them.")
flags.DEFINE_boolean(
    "print_misclassified_test_images", False, "Whether to print which pictures of the test were wrong."
)
flags.DEFINE_string("model_dir", "/tmp/imagenet", "Folder with the network to start from, classify_image_graph_def.pb.")
flags.DEFINE_string("bottleneck_dir", "/tmp/bottleneck", "Where bottlenecks are kept.")
flags.DEFINE_string("final_tensor_name", "final_result", "Name of the new output.")
flags.DEFINE_boolean("flip_left_right", False, "Whether to mirror half of the training pictures.")
flags.DEFINE_integer("random_crop", 0, "Percentage of a margin to cut off training pictures at random.")
flags.DEFINE_integer("random_scale", 0, "Percentage by which to enlarge training pictures at random.")
flags.DEFINE_integer("random_brightness", 0, "Percentage by which to change pixels of training pictures at random.")
flags.DEFINE_string("data_dir", "MNIST_data", "Folder with MNIST's files, if you have them, for the digits.")
FLAGS = flags.FLAGS

GRAPH_FILE = "classify_image_graph_def.pb"
BOTTLENECK = "pool_3/_reshape:0"
CONTENTS = "DecodeJpeg/contents:0"
RESIZED = "ResizeBilinear:0"
SUFFIXES = (".jpg", ".jpeg", ".png")
PARTS = ("training", "testing", "validation")


# ---- pictures ----


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


def create_image_lists(image_dir, testing_percentage, validation_percentage):
    """{class: {part: paths}}. A file's name decides on its part, so it never changes sides when others are added."""
    if not tf.gfile.Exists(image_dir):
        raise SystemExit("Image directory %r not found: name it with --image_dir." % image_dir)
    lists = {}
    for name in sorted(entry.rstrip("/") for entry in tf.gfile.ListDirectory(image_dir)):
        folder = os.path.join(image_dir, name)
        if not tf.gfile.IsDirectory(folder):
            continue
        print("Looking for images in %r" % name)
        paths = sorted(os.path.join(folder, f) for f in tf.gfile.ListDirectory(folder) if f.lower().endswith(SUFFIXES))
        if not paths:
            print("No files found")
            continue
        if len(paths) < 20:
            tf.logging.warning("%s has fewer than 20 images, which may cause issues.", folder)
        parts = {part: [] for part in PARTS}
        for path in paths:
            # What follows _nohash_ in a name tells apart pictures of the same thing, which stay together.
            stem = os.path.basename(path).partition("_nohash_")[0]
            place = int(hashlib.sha1(stem.encode()).hexdigest(), 16) % 10000 / 100
            if place < validation_percentage:
                parts["validation"].append(path)
            elif place < testing_percentage + validation_percentage:
                parts["testing"].append(path)
            else:
                parts["training"].append(path)
        lists[name.lower()] = parts
    if len(lists) < 2:
        what = "No valid folders of images found at" if not lists else "Only one class of images found at"
        raise SystemExit(
            "%s %s: there must be a folder of pictures for each of two classes or more." % (what, image_dir)
        )
    return lists


# ---- bottlenecks ----


def load_network():
    """Imports the network as far as the bottleneck; returns the tensors of bottleneck, contents and resized picture."""
    path = os.path.join(FLAGS.model_dir, GRAPH_FILE)
    if not tf.gfile.Exists(path):
        raise SystemExit(
            "There is no network %s to start from. Unpack Inception's archive (inception-2015-12-05.tgz) into the "
            "folder --model_dir, or train a small network: penstock run -m penstock.models.inception_train --model_dir=%s"
            % (path, FLAGS.model_dir)
        )
    graph_def = tf.GraphDef()
    with tf.gfile.GFile(path, "rb") as f:
        graph_def.ParseFromString(f.read())
    graph_def = tf.graph_util.extract_sub_graph(graph_def, [BOTTLENECK.split(":")[0]])
    return tf.import_graph_def(graph_def, name="", return_elements=[BOTTLENECK, CONTENTS, RESIZED])


def bottleneck_of(sess, network, label, path):
    """The bottleneck of a picture, from its file if there is one."""
    bottleneck, contents, _ = network
    cached = os.path.join(FLAGS.bottleneck_dir, label, os.path.basename(path) + ".txt")
    if tf.gfile.Exists(cached):
        with tf.gfile.GFile(cached) as f:
            text = f.read()
        try:
            values = [float(v) for v in text.split(",")]
        except ValueError:
            values = []
        if len(values) == bottleneck.shape[1].value:
            return values
        print("%s is no bottleneck of this network: it is made anew" % cached)
    try:
        with tf.gfile.GFile(path, "rb") as f:
            values = np.squeeze(sess.run(bottleneck, {contents: f.read()}))
    except tf.errors.InvalidArgumentError as error:
        raise SystemExit("%s cannot be read as a picture: %s" % (path, error.message.splitlines()[0])) from None
    tf.gfile.MakeDirs(os.path.dirname(cached))
    with tf.gfile.GFile(cached, "w") as f:
        f.write(",".join(str(v) for v in values))
    return values


def cache_bottlenecks(sess, network, lists):
    """Makes sure that every picture has its bottleneck in a file."""
    made = 0
    for label, parts in lists.items():
        for part in PARTS:
            for path in parts[part]:
                bottleneck_of(sess, network, label, path)
                made += 1
                if made % 100 == 0:
                    print("%d bottleneck files created." % made)
    print("%d bottlenecks in %s" % (made, FLAGS.bottleneck_dir))


def choose(lists, part, how_many):
    """(class number, class, path) of pictures of a part: `how_many` at random, or all of them for -1."""
    everything = [(i, label, path) for i, label in enumerate(lists) for path in lists[label][part]]
    if not everything:
        raise SystemExit("There are no %s pictures: add some, or change the percentages." % part)
    if how_many < 0:
        return everything
    # First a class, then one of its pictures, so that classes with few are seen as often.
    labels = [(i, label) for i, label in enumerate(lists) if lists[label][part]]
    return [(i, label, random.choice(lists[label][part])) for i, label in random.choices(labels, k=how_many)]


# ---- distortions ----


def add_distortions(resized):
    """(where the bytes of a picture go, the distorted picture) with the size that the network takes."""
    _, height, width, depth = resized.shape.as_list()
    height, width, depth = height or 299, width or 299, depth or 3
    contents = tf.placeholder(tf.string, name="DistortJPGInput")
    picture = tf.expand_dims(tf.cast(tf.image.decode_jpeg(contents, channels=depth), tf.float32), 0)
    margin = 1.0 + FLAGS.random_crop / 100.0
    scale = margin * tf.random_uniform([], 1.0, 1.0 + FLAGS.random_scale / 100.0)
    larger = tf.cast(tf.stack([scale * height, scale * width]), tf.int32)
    picture = tf.squeeze(tf.image.resize_bilinear(picture, larger), [0])
    picture = tf.random_crop(picture, [height, width, depth])
    if FLAGS.flip_left_right:
        picture = tf.image.random_flip_left_right(picture)
    change = FLAGS.random_brightness / 100.0
    picture *= tf.random_uniform([], 1.0 - change, 1.0 + change)
    return contents, tf.expand_dims(picture, 0, name="DistortResult")


# ---- the new layer ----


def add_final_training_ops(class_count, bottleneck):
    """The new layer on the bottlenecks that are fed: (input, truth, output, loss, train step)."""
    size = bottleneck.shape[1].value
    with tf.name_scope("input"):
        x = tf.placeholder_with_default(bottleneck, [None, size], name="BottleneckInputPlaceholder")
        y_ = tf.placeholder(tf.int64, [None], name="GroundTruthInput")
    with tf.name_scope("final_training_ops"):
        weights = tf.Variable(tf.truncated_normal([size, class_count], stddev=0.001), name="weights")
        biases = tf.Variable(tf.zeros([class_count]), name="biases")
        logits = tf.matmul(x, weights) + biases
        tf.summary.histogram("pre_activations", logits)
    final = tf.nn.softmax(logits, name=FLAGS.final_tensor_name)
    tf.summary.histogram("activations", final)
    with tf.name_scope("cross_entropy"):
        cross_entropy = tf.losses.sparse_softmax_cross_entropy(y_, logits)
        tf.summary.scalar("cross_entropy", cross_entropy)
    train_step = tf.train.GradientDescentOptimizer(FLAGS.learning_rate).minimize(cross_entropy)
    return x, y_, final, cross_entropy, train_step


def main(argv):
    refuse_unknown_flags(argv)
    folder = FLAGS.image_dir
    if folder is None:
        folder = "examples_out/retrain/pictures"
        if not tf.gfile.Exists(folder):
            make_pictures(folder)
    lists = create_image_lists(folder, FLAGS.testing_percentage, FLAGS.validation_percentage)
    distorted = FLAGS.flip_left_right or FLAGS.random_crop or FLAGS.random_scale or FLAGS.random_brightness
    if tf.gfile.Exists(FLAGS.summaries_dir):
        tf.gfile.DeleteRecursively(FLAGS.summaries_dir)

    with tf.Graph().as_default() as graph, tf.Session() as sess:
        tf.set_random_seed(1)
        random.seed(1)
        network = load_network()
        bottleneck, _, resized = network
        if distorted:
            distort_contents, distort_result = add_distortions(resized)
        else:
            cache_bottlenecks(sess, network, lists)
        x, y_, final, cross_entropy, train_step = add_final_training_ops(len(lists), bottleneck)
        answers = tf.argmax(final, 1)
        accuracy = tf.reduce_mean(tf.cast(tf.equal(answers, y_), tf.float32))
        tf.summary.scalar("accuracy", accuracy)
        merged = tf.summary.merge_all()
        train_writer = tf.summary.FileWriter(os.path.join(FLAGS.summaries_dir, "train"), graph)
        validation_writer = tf.summary.FileWriter(os.path.join(FLAGS.summaries_dir, "validation"))
        sess.run(tf.global_variables_initializer())

        def feed(part, how_many):
            chosen = choose(lists, part, how_many)
            if distorted and part == "training":
                values = []
                for _, _, path in chosen:
                    with tf.gfile.GFile(path, "rb") as f:
                        picture = sess.run(distort_result, {distort_contents: f.read()})
                    values.append(np.squeeze(sess.run(bottleneck, {resized: picture})))
            else:
                values = [bottleneck_of(sess, network, label, path) for _, label, path in chosen]
            return {x: np.array(values, np.float32), y_: np.array([i for i, _, _ in chosen])}, chosen

        for i in range(FLAGS.how_many_training_steps):
            batch, _ = feed("training", FLAGS.train_batch_size)
            train_summary, _ = sess.run([merged, train_step], batch)
            train_writer.add_summary(train_summary, i)
            if i % FLAGS.eval_step_interval == 0 or i + 1 == FLAGS.how_many_training_steps:
                now = datetime.now()
                train_accuracy, loss = sess.run([accuracy, cross_entropy], batch)
                print("%s: Step %d: Train accuracy = %.1f%%" % (now, i, train_accuracy * 100))
                print("%s: Step %d: Cross entropy = %f" % (now, i, loss))
                validation, chosen = feed("validation", FLAGS.validation_batch_size)
                summary, validation_accuracy = sess.run([merged, accuracy], validation)
                validation_writer.add_summary(summary, i)
                print(
                    "%s: Step %d: Validation accuracy = %.1f%% (N=%d)"
                    % (now, i, validation_accuracy * 100, len(chosen))
                )
        test, chosen = feed("testing", FLAGS.test_batch_size)
        test_accuracy, found = sess.run([accuracy, answers], test)
        print("Final test accuracy = %.1f%% (N=%d)" % (test_accuracy * 100, len(chosen)))
        if FLAGS.print_misclassified_test_images:
            print("=== MISCLASSIFIED TEST IMAGES ===")
            for (right, _, path), answer in zip(chosen, found):
                if right != answer:
                    print("%70s  %s" % (path, list(lists)[answer]))
        train_writer.close()
        validation_writer.close()
        frozen = tf.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), [final.op.name])
    for path in (FLAGS.output_graph, FLAGS.output_labels):
        if os.path.dirname(path):
            tf.gfile.MakeDirs(os.path.dirname(path))
    with tf.gfile.GFile(FLAGS.output_graph, "wb") as f:
        f.write(frozen.SerializeToString())
    with tf.gfile.GFile(FLAGS.output_labels, "w") as f:
        f.write("\n".join(lists) + "\n")
    print("new network: %s, its labels: %s" % (FLAGS.output_graph, FLAGS.output_labels))


if __name__ == "__main__":
    tf.app.run()
