"""Times Estimators on Penstock and on TensorFlow: the way to the first step, training steps, and predictions.

    python benchmarks/estimators.py --tensorflow PYTHON [--only first_step,predict] [--rounds 3]

Both sides run in turn, each in a fresh process; of several rounds the best is shown, because other work on the machine
only ever adds. A ratio is TensorFlow's time over ours. The model is a network with one hidden layer; `CASES` has one
function per line of the table, and other files may add to it.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS, DEPTH, UNITS = 10_000, 20, 64


def model_fn_of(tf: Any) -> Callable[..., Any]:
    """A classifier with one hidden layer."""

    def model_fn(features: Any, labels: Any, mode: str) -> Any:
        hidden = tf.layers.dense(features["x"], UNITS, tf.nn.relu, kernel_initializer=tf.glorot_uniform_initializer(1))
        logits = tf.layers.dense(hidden, 3, kernel_initializer=tf.glorot_uniform_initializer(2))
        predictions = {"class": tf.argmax(logits, 1), "p": tf.nn.softmax(logits), "logits": logits}
        if mode == tf.estimator.ModeKeys.PREDICT:
            return tf.estimator.EstimatorSpec(mode, predictions=predictions)
        loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
        step = tf.train.get_global_step()
        train_op = tf.train.AdagradOptimizer(0.05).minimize(loss, global_step=step)
        metrics = {"accuracy": tf.metrics.accuracy(labels, predictions["class"])}
        return tf.estimator.EstimatorSpec(mode, predictions, loss, train_op, metrics)

    return model_fn


def data() -> tuple[dict[str, Any], Any]:
    """Rows and their classes."""
    import numpy as np

    random = np.random.RandomState(0)
    x = random.normal(size=[ROWS, DEPTH]).astype(np.float32)
    return {"x": x}, (x[:, :3].argmax(1)).astype(np.int64)


def fresh(tf: Any) -> Any:
    """An Estimator that was never trained."""
    return tf.estimator.Estimator(model_fn_of(tf), tempfile.mkdtemp(), tf.estimator.RunConfig(tf_random_seed=1))


def input_fn(tf: Any, **settings: Any) -> Callable[[], Any]:
    """Reads the data with `numpy_input_fn`."""
    return tf.estimator.inputs.numpy_input_fn(*data(), **settings)


def first_step(tf: Any) -> dict[str, float]:
    """From `train()` to the end of the first step, in a process that has trained nothing yet."""
    model, source = fresh(tf), input_fn(tf, shuffle=True, num_epochs=None)

    class Stop(tf.train.SessionRunHook):
        def after_run(self, run_context: Any, run_values: Any) -> None:
            self.time = time.perf_counter()
            run_context.request_stop()

    hook = Stop()
    start = time.perf_counter()
    model.train(source, hooks=[hook])
    return {"seconds": hook.time - start}


def train(tf: Any) -> dict[str, float]:
    """1,000 steps of 128 rows, from `train()` to its end."""
    model, source = fresh(tf), input_fn(tf, shuffle=True, num_epochs=None)
    start = time.perf_counter()
    model.train(source, steps=1000)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "check": float(model.evaluate(input_fn(tf, shuffle=False))["accuracy"])}


def _predict(tf: Any, **settings: Any) -> dict[str, float]:
    model = fresh(tf).train(input_fn(tf, shuffle=False), steps=1)
    source = input_fn(tf, shuffle=False, **settings)
    start = time.perf_counter()
    total = sum(float(row["p"][0]) for row in model.predict(source))
    return {"seconds": time.perf_counter() - start, "check": total / ROWS}


def predict(tf: Any) -> dict[str, float]:
    """Predictions of 10,000 single rows, one row in a batch."""
    return _predict(tf, batch_size=1)


def predict_batches(tf: Any) -> dict[str, float]:
    """Predictions of 10,000 rows in batches of 128, yielded one by one."""
    return _predict(tf)


def numpy_input(tf: Any) -> dict[str, float]:
    """Reading 100 epochs of the rows, shuffled, in batches of 128."""
    features, labels = input_fn(tf, shuffle=True, num_epochs=100)()
    with tf.train.MonitoredSession() as sess:
        start = time.perf_counter()
        rows = 0
        while not sess.should_stop():
            rows += len(sess.run([features["x"], labels])[1])
    return {"seconds": time.perf_counter() - start, "check": rows}


def evaluate(tf: Any) -> dict[str, float]:
    """An evaluation of 10,000 rows."""
    model = fresh(tf).train(input_fn(tf, shuffle=False), steps=1)
    source = input_fn(tf, shuffle=False)
    start = time.perf_counter()
    metrics = model.evaluate(source)
    return {"seconds": time.perf_counter() - start, "check": float(metrics["loss"])}


CASES: dict[str, Callable[[Any], dict[str, float]]] = {
    f.__name__: f for f in (first_step, train, predict, predict_batches, numpy_input, evaluate)
}


def work(side: str, name: str) -> dict[str, float]:
    """Measures one side, in this process."""
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
    else:
        sys.path.insert(0, str(ROOT))
        import penstock as tf
    tf.logging.set_verbosity(tf.logging.ERROR)
    return CASES[name](tf)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow; without it only Penstock is measured")
    parser.add_argument("--only", help="names, with commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work:
        print(json.dumps(work(*args.work)))
        return
    sides = {"penstock": sys.executable}
    if args.tensorflow:
        sides["tensorflow"] = args.tensorflow
    for name in args.only.split(",") if args.only else CASES:
        best: dict[str, dict[str, float]] = {}
        for _ in range(args.rounds):
            for side, python in sides.items():
                command = [python, __file__, "--work", side, name]
                answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                found = json.loads(answer.strip().splitlines()[-1])
                if side not in best or found["seconds"] < best[side]["seconds"]:
                    best[side] = found
        line = f"{name:16}" + "".join(f"{side} {best[side]['seconds'] * 1e3:9.1f} ms   " for side in best)
        if "tensorflow" in best:
            line += f"ratio {best['tensorflow']['seconds'] / best['penstock']['seconds']:.2f}"
        checks = [best[side]["check"] for side in best if "check" in best[side]]
        print(line + (f"   results {checks}" if checks else ""), flush=True)


if __name__ == "__main__":
    main()
