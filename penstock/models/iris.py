"""Iris with tf.estimator: a deep network that tells three species of flowers apart by four measurements."""

import os

import numpy as np
import tensorflow as tf

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
flags.DEFINE_string("data_dir", DATA, "Folder with iris_training.csv and iris_test.csv.")
flags.DEFINE_string("model_dir", "examples_out/iris", "Where checkpoints and event files go.")
flags.DEFINE_integer("steps", 1000, "How many batches to train on.")
flags.DEFINE_integer("batch_size", 32, "Flowers in a batch.")
FLAGS = flags.FLAGS

FEATURES = ["SepalLength", "SepalWidth", "PetalLength", "PetalWidth"]
SPECIES = ["Setosa", "Versicolor", "Virginica"]


def load(name):
    """The features, {name: column}, and the species of a file."""
    with tf.gfile.GFile(os.path.join(FLAGS.data_dir, name)) as f:
        rows = np.array([line.split(",") for line in f.read().split()[1:]], np.float32)
    return {key: rows[:, i] for i, key in enumerate(FEATURES)}, rows[:, 4].astype(np.int32)


def main(argv):
    refuse_unknown_flags(argv)
    tf.logging.set_verbosity(tf.logging.INFO)
    if tf.gfile.Exists(FLAGS.model_dir):
        tf.gfile.DeleteRecursively(FLAGS.model_dir)
    train_x, train_y = load("iris_training.csv")
    test_x, test_y = load("iris_test.csv")

    classifier = tf.estimator.DNNClassifier(
        feature_columns=[tf.feature_column.numeric_column(key=key) for key in FEATURES],
        hidden_units=[10, 20, 10],
        n_classes=3,
        model_dir=FLAGS.model_dir,
        config=tf.estimator.RunConfig(tf_random_seed=1),
    )
    input_fn = tf.estimator.inputs.numpy_input_fn
    classifier.train(
        input_fn(train_x, train_y, batch_size=FLAGS.batch_size, num_epochs=None, shuffle=True), steps=FLAGS.steps
    )
    result = classifier.evaluate(input_fn(test_x, test_y, num_epochs=1, shuffle=False))
    print("Test set accuracy: %.3f" % result["accuracy"])

    flowers = {
        "SepalLength": np.array([5.1, 5.9, 6.9], np.float32),
        "SepalWidth": np.array([3.3, 3.0, 3.1], np.float32),
        "PetalLength": np.array([1.7, 4.2, 5.4], np.float32),
        "PetalWidth": np.array([0.5, 1.5, 2.1], np.float32),
    }
    predictions = classifier.predict(input_fn(flowers, num_epochs=1, shuffle=False))
    for prediction, expected in zip(predictions, SPECIES):
        which = prediction["class_ids"][0]
        share = 100 * prediction["probabilities"][which]
        print('Prediction is "%s" (%.1f%%), expected "%s"' % (SPECIES[which], share, expected))


if __name__ == "__main__":
    tf.app.run()
