"""Census: who earns more than 50,000 dollars? A linear ("wide") model, a deep one, or both trained as one.

Uses adult.data and adult.test of UCI's "Adult" data in --data_dir, or makes files of that form (see `make_census.py`).
"""

import csv
import os

import numpy as np
import tensorflow as tf

from penstock.models import make_census, refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("data_dir", "examples_out/census_data", "Folder with adult.data and adult.test, if you have them.")
flags.DEFINE_string("model_dir", "examples_out/census", "Where checkpoints and event files go.")
flags.DEFINE_enum("model_type", "wide_n_deep", ["wide", "deep", "wide_n_deep"], "Which model.")
flags.DEFINE_integer("train_steps", 600, "How many batches to train on.")
flags.DEFINE_integer("batch_size", 100, "People in a batch.")
flags.DEFINE_float("l1", 0.0, "Strength of the wide model's L1 regularization: many weights become 0.")
flags.DEFINE_float("l2", 0.0, "Strength of its L2 regularization: weights stay small.")
FLAGS = flags.FLAGS

COLUMNS = """age workclass fnlwgt education education_num marital_status occupation relationship race gender
    capital_gain capital_loss hours_per_week native_country income_bracket""".split()
LABEL = "income_bracket"
CONTINUOUS = ["age", "education_num", "capital_gain", "capital_loss", "hours_per_week"]
CATEGORICAL = """workclass education marital_status occupation relationship race gender native_country""".split()


def load(name):
    """The features, {name: column}, and the labels of a file; rows that are incomplete are left out."""
    with tf.gfile.GFile(os.path.join(FLAGS.data_dir, name)) as f:
        rows = [row for row in csv.reader(f.read().splitlines(), skipinitialspace=True) if len(row) == len(COLUMNS)]
    columns = dict(zip(COLUMNS, zip(*rows)))
    features = {key: np.array(columns[key], np.float32) for key in CONTINUOUS}
    features.update((key, np.array(columns[key], object)) for key in CATEGORICAL)
    labels = np.array([label.rstrip(".") == ">50K" for label in columns[LABEL]], np.int32)
    return features, labels


def feature_columns():
    """The columns of the wide model and those of the deep one."""
    fc = tf.feature_column
    gender = fc.categorical_column_with_vocabulary_list("gender", ["Female", "Male"])
    race = fc.categorical_column_with_vocabulary_list(
        "race", ["Amer-Indian-Eskimo", "Asian-Pac-Islander", "Black", "Other", "White"]
    )
    education = fc.categorical_column_with_hash_bucket("education", 1000)
    relationship = fc.categorical_column_with_hash_bucket("relationship", 100)
    workclass = fc.categorical_column_with_hash_bucket("workclass", 100)
    occupation = fc.categorical_column_with_hash_bucket("occupation", 1000)
    native_country = fc.categorical_column_with_hash_bucket("native_country", 1000)
    numbers = [fc.numeric_column(key, normalizer_fn=SCALES.get(key)) for key in CONTINUOUS]
    # Income does not rise by the same amount each year: ranges of age have weights of their own.
    ages = fc.bucketized_column(fc.numeric_column("age"), [18, 25, 30, 35, 40, 45, 50, 55, 60, 65])
    wide = [
        gender,
        race,
        education,
        relationship,
        workclass,
        occupation,
        native_country,
        ages,
        fc.crossed_column(["education", "occupation"], hash_bucket_size=int(1e4)),
        fc.crossed_column([ages, "race", "occupation"], hash_bucket_size=int(1e5)),
        fc.crossed_column(["native_country", "occupation"], hash_bucket_size=int(1e4)),
    ]
    embedded = [gender, relationship, workclass, education, native_country, occupation]
    deep = [fc.embedding_column(column, dimension=8) for column in embedded] + numbers
    return wide, deep


# Into the neighbourhood of [-1, 1], where a network learns best.
SCALES = {
    "age": lambda x: (x - 40) / 20,
    "education_num": lambda x: (x - 10) / 5,
    "capital_gain": lambda x: tf.log1p(x) / 10,
    "capital_loss": lambda x: tf.log1p(x) / 10,
    "hours_per_week": lambda x: (x - 40) / 20,
}


def build_estimator(model_dir):
    wide, deep = feature_columns()
    config = tf.estimator.RunConfig(tf_random_seed=1)
    linear_optimizer = tf.train.FtrlOptimizer(
        0.1, l1_regularization_strength=FLAGS.l1, l2_regularization_strength=FLAGS.l2
    )
    if FLAGS.model_type == "wide":
        return tf.estimator.LinearClassifier(wide, model_dir, optimizer=linear_optimizer, config=config)
    if FLAGS.model_type == "deep":
        return tf.estimator.DNNClassifier([100, 50], deep, model_dir, config=config)
    return tf.estimator.DNNLinearCombinedClassifier(
        model_dir=model_dir,
        linear_feature_columns=wide,
        linear_optimizer=linear_optimizer,
        dnn_feature_columns=deep,
        dnn_hidden_units=[100, 50],
        config=config,
    )


def main(argv):
    refuse_unknown_flags(argv)
    if not all(tf.gfile.Exists(os.path.join(FLAGS.data_dir, name)) for name in ("adult.data", "adult.test")):
        make_census.make(FLAGS.data_dir)
    tf.logging.set_verbosity(tf.logging.INFO)
    model_dir = os.path.join(FLAGS.model_dir, FLAGS.model_type)
    if tf.gfile.Exists(model_dir):
        tf.gfile.DeleteRecursively(model_dir)
    train_x, train_y = load("adult.data")
    test_x, test_y = load("adult.test")
    input_fn = tf.estimator.inputs.numpy_input_fn
    model = build_estimator(model_dir)
    model.train(
        input_fn(train_x, train_y, batch_size=FLAGS.batch_size, num_epochs=None, shuffle=True), steps=FLAGS.train_steps
    )
    results = model.evaluate(input_fn(test_x, test_y, batch_size=500, num_epochs=1, shuffle=False))
    for key in sorted(results):
        print("%s: %s" % (key, results[key]))


if __name__ == "__main__":
    tf.app.run()
