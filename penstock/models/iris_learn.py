"""Iris with tf.contrib.learn, the way of "skflow": fit, evaluate, predict on arrays, as with scikit-learn."""

import os

import numpy as np
import tensorflow as tf

from penstock.models import refuse_unknown_flags

learn = tf.contrib.learn

flags = tf.app.flags
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
flags.DEFINE_string("data_dir", DATA, "Folder with iris_training.csv and iris_test.csv.")
flags.DEFINE_string("model_dir", None, "Where checkpoints and event files go; a temporary folder if not given.")
flags.DEFINE_integer("steps", 400, "How often to train, on all flowers at once.")
FLAGS = flags.FLAGS


def main(argv):
    refuse_unknown_flags(argv)
    load = learn.datasets.base.load_csv_with_header
    training_set, test_set = [
        load(os.path.join(FLAGS.data_dir, name), target_dtype=np.int64, features_dtype=np.float32)
        for name in ("iris_training.csv", "iris_test.csv")
    ]
    classifier = learn.DNNClassifier(
        feature_columns=[tf.contrib.layers.real_valued_column("", dimension=4)],
        hidden_units=[10, 20, 10],
        n_classes=3,
        model_dir=FLAGS.model_dir,
        config=learn.RunConfig(tf_random_seed=1),
    )
    # What is learned stays: twice half of the steps is as good as all of them at once.
    for _ in range(2):
        classifier.fit(x=training_set.data, y=training_set.target, steps=FLAGS.steps // 2)
        accuracy = classifier.evaluate(x=test_set.data, y=test_set.target, steps=1)["accuracy"]
        print("Accuracy: %f" % accuracy)

    new_samples = np.array([[6.4, 3.2, 4.5, 1.5], [5.8, 3.1, 5.0, 1.7]], np.float32)
    print("Predictions: %s" % np.array(list(classifier.predict(new_samples))))


if __name__ == "__main__":
    tf.app.run()
