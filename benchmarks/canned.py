"""Canned Estimators: 1,000 steps of a network and of a wide and deep model, on 10,000 rows from `numpy_input_fn`.

    python benchmarks/canned.py --peer PYTHON_WITH_TENSORFLOW

runs the same programs under Penstock and under TensorFlow, and prints times of steps and their ratio.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time

STEPS = 1000


def models(tf):
    fc = tf.feature_column
    numeric = fc.numeric_column("numbers", shape=[10])
    category = fc.categorical_column_with_vocabulary_list("category", [f"c{i}" for i in range(20)])
    age = fc.bucketized_column(fc.numeric_column("age"), list(range(10, 90, 10)))
    config = tf.estimator.RunConfig(save_checkpoints_steps=STEPS, log_step_count_steps=None)
    yield "dnn", lambda folder: tf.estimator.DNNClassifier([64, 32], [numeric], folder, n_classes=3, config=config)
    yield (
        "wide and deep",
        lambda folder: tf.estimator.DNNLinearCombinedClassifier(
            folder,
            linear_feature_columns=[category, age, fc.crossed_column([age, "category"], 1000)],
            dnn_feature_columns=[numeric, fc.embedding_column(category, 8)],
            dnn_hidden_units=[64, 32],
            n_classes=3,
            config=config,
        ),
    )


def measure(tf, np):
    rng = np.random.RandomState(0)
    rows = 10000
    numbers = rng.rand(rows, 10).astype("f")
    features = {
        "numbers": numbers,
        "category": np.array([f"c{i}" for i in rng.randint(0, 20, rows)]),
        "age": rng.randint(0, 90, rows).astype("f"),
    }
    labels = np.digitize(numbers.sum(1), [4.5, 5.5])
    times = {}
    for name, make in models(tf):
        with tempfile.TemporaryDirectory() as folder:
            model = make(folder)
            begin = time.perf_counter()
            used = features if name != "dnn" else {"numbers": numbers}
            input_fn = tf.estimator.inputs.numpy_input_fn(used, labels, batch_size=128, num_epochs=None, shuffle=True)
            model.train(input_fn, steps=STEPS)
            times[name] = time.perf_counter() - begin
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="a Python with TensorFlow")
    parser.add_argument("--under", choices=["penstock", "tensorflow"], help="run under one, and print JSON")
    arguments = parser.parse_args()
    if arguments.under:
        import numpy as np

        if arguments.under == "penstock":
            import penstock as tf
        else:
            import tensorflow.compat.v1 as tf

            tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
        print(json.dumps(measure(tf, np)))
        return
    found = {}
    for under, python in (("penstock", sys.executable), ("tensorflow", arguments.peer)):
        if python:
            command = [python, __file__, "--under", under]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found[under] = json.loads(done.stdout.splitlines()[-1])
    for name, seconds in found["penstock"].items():
        line = f"{name:15} penstock {1e6 * seconds / STEPS:7.0f} us/step"
        if "tensorflow" in found:
            theirs = found["tensorflow"][name]
            line += f"   tensorflow {1e6 * theirs / STEPS:7.0f} us/step   ratio {theirs / seconds:.2f}"
        print(line)


if __name__ == "__main__":
    main()
