"""One side of a race: does the steps of a program for some seconds, and notes when they were done.

    python run.py NAME SECONDS FILE

The same file runs on TensorFlow 1.15 (Python 3.7) and, by `penstock run`, on Penstock. FILE gets a JSON object: `at`, pairs of
the seconds since `RACE_START` (when the process was started) and the steps done then, not more than one pair in ten
milliseconds, `values`, what the first steps gave, and `memory`, the most megabytes that the process took.
"""

import json
import os
import resource
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
start = float(os.environ.get("RACE_START", time.time()))
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.dirname(here)]

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

tf.logging.set_verbosity(tf.logging.ERROR)

APART = 0.01


class Done(Exception):
    """The time is over."""


class Notes:
    """When steps were done."""

    def __init__(self, seconds):
        self.end, self.next, self.count = start + seconds, 0.0, 0
        self.at, self.values = [], []

    def note(self):
        now = time.time()
        self.count += 1
        if now >= self.next:
            self.at.append((round(now - start, 4), self.count))
            self.next = now + APART
            if now > self.end:
                raise Done


def wide_and_deep(notes):
    """An Estimator: `train` in chunks, a hook notes its steps."""
    columns = tf.feature_column
    words = columns.categorical_column_with_hash_bucket("word", 1000)
    numbers = [columns.numeric_column("a"), columns.numeric_column("b")]
    crossed = columns.crossed_column(["word", columns.bucketized_column(numbers[0], [0.2, 0.4, 0.6, 0.8])], 1000)
    random = np.random.RandomState(0)
    data = {
        "word": np.array(["w%d" % i for i in random.randint(0, 500, 2000)]),
        "a": random.rand(2000).astype(np.float32),
        "b": random.rand(2000).astype(np.float32),
    }
    labels = random.randint(0, 2, 2000)
    model = tf.estimator.DNNLinearCombinedClassifier(
        linear_feature_columns=[words, crossed],
        dnn_feature_columns=numbers + [columns.embedding_column(words, 16)],
        dnn_hidden_units=[64, 32],
    )

    class Hook(tf.train.SessionRunHook):
        def after_run(self, context, values):
            notes.note()

    read = tf.estimator.inputs.numpy_input_fn(data, labels, batch_size=40, num_epochs=None, shuffle=False)
    model.train(read, hooks=[Hook()])


def main():
    name, seconds, path = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    notes = Notes(seconds)
    try:
        if name == "wide_deep":
            wide_and_deep(notes)
        from models import MODELS

        if name in MODELS:
            step = MODELS[name](tf, np)
        else:
            from programs import PROGRAMS

            program = PROGRAMS[name][0](tf, np)
            step = lambda i: program.step()  # noqa: E731
        for i in range(5):
            value = step(i)
            notes.values.append(float(value) if np.ndim(value) == 0 and value is not None else 0.0)
            notes.note()
        i = 5
        while True:
            step(i)
            notes.note()
            i += 1
    except Done:
        pass
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    with open(path, "w") as file:
        json.dump({"at": notes.at, "values": notes.values, "memory": memory}, file)


main()
