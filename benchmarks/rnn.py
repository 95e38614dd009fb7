"""Times training steps of `dynamic_rnn` networks on Penstock and on TensorFlow.

    python benchmarks/rnn.py --tensorflow PYTHON [--only lstm,lengths] [--rounds 3]

Length 50, batch 32, 128 units. Both sides run in turn, each in a fresh process; a time is the median of its steps, and of
several rounds the best is shown, because other work on the machine only ever adds. A ratio is TensorFlow's time over ours.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
LENGTH, BATCH, UNITS, DEPTH = 50, 32, 128, 64

NETWORKS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "lstm": lambda tf, x, n: tf.nn.dynamic_rnn(tf.nn.rnn_cell.LSTMCell(UNITS), x, dtype=tf.float32),
    "lengths": lambda tf, x, n: tf.nn.dynamic_rnn(tf.nn.rnn_cell.LSTMCell(UNITS), x, n, dtype=tf.float32),
    "gru": lambda tf, x, n: tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(UNITS), x, dtype=tf.float32),
    "stack": lambda tf, x, n: tf.nn.dynamic_rnn(
        tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.BasicLSTMCell(UNITS) for _ in range(2)]), x, dtype=tf.float32
    ),
}


def work(side: str, name: str) -> dict[str, Any]:
    """Measures one side, in this process."""
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
    else:
        sys.path.insert(0, str(ROOT))
        import penstock as tf
    tf.logging.set_verbosity(tf.logging.ERROR)
    import numpy as np

    random = np.random.RandomState(0)
    x = tf.placeholder(tf.float32, [BATCH, LENGTH, DEPTH])
    n = tf.placeholder(tf.int32, [BATCH])
    with tf.variable_scope(tf.get_variable_scope(), initializer=tf.glorot_uniform_initializer(seed=1)):
        outputs, _ = NETWORKS[name](tf, x, n)
    loss = tf.reduce_mean(tf.square(outputs - 0.1))
    train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    feed = {
        x: random.normal(size=[BATCH, LENGTH, DEPTH]).astype(np.float32),
        n: random.randint(1, LENGTH + 1, BATCH).astype(np.int32),
    }
    start = time.perf_counter()
    losses = [float(sess.run([loss, train], feed)[0]) for _ in range(5)]
    first = time.perf_counter() - start
    if side == "penstock":
        from penstock.runtime.xla import background

        background.wait()
    for _ in range(10):
        sess.run(train, feed)
    times = []
    for _ in range(40):
        start = time.perf_counter()
        sess.run(train, feed)
        times.append(time.perf_counter() - start)
    return {"step": statistics.median(times), "best": min(times), "first": first, "losses": losses}


def measure(python: str, side: str, name: str) -> dict[str, Any]:
    """Measures one side, in a process of its own."""
    done = subprocess.run([python, __file__, "--work", side, name], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> None:
    """Prints a table of times and ratios."""
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("--tensorflow", help="the Python of an environment with tensorflow-cpu")
    cli.add_argument("--only", help="names of networks, separated by commas")
    cli.add_argument("--rounds", type=int, default=3)
    cli.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    args = cli.parse_args()
    if args.work:
        print(json.dumps(work(*args.work)))
        return
    if not args.tensorflow:
        cli.error("--tensorflow is required")
    print(f"{'network':10} {'TensorFlow':>12} {'Penstock':>12} {'ratio':>7}  first five steps, losses")
    for name in args.only.split(",") if args.only else NETWORKS:
        rounds = [
            (measure(args.tensorflow, "tensorflow", name), measure(sys.executable, "penstock", name))
            for _ in range(args.rounds)
        ]
        theirs, ours = (min(side["step"] for side in sides) for sides in zip(*rounds, strict=True))
        first, second = rounds[0]
        off = max(abs(a - b) for a, b in zip(first["losses"], second["losses"], strict=True))
        print(
            f"{name:10} {theirs * 1e3:9.2f} ms {ours * 1e3:9.2f} ms {theirs / ours:7.2f}  "
            f"{first['first']:.1f} s / {second['first']:.1f} s, differ by {off:.1e}"
        )


if __name__ == "__main__":
    main()
