"""Times a step of a wide & deep model, fed by `tf.data`, on Penstock and on TensorFlow, and hashing alone.

    python benchmarks/feature_columns.py --tensorflow PYTHON [--batch 128] [--rounds 3]

Six hashed columns, three crosses, three embeddings, two optimizers. Both sides run in turn, each in a fresh process; a time
is the median of its steps, and of several rounds the best is shown, because other work on the machine only ever adds. A
ratio is TensorFlow's time over ours.
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
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = 20_000


def data(np: Any) -> dict[str, Any]:
    random = np.random.RandomState(0)
    texts = {"education": 16, "occupation": 1000, "country": 40}
    made = {key: np.array([f"{key}-{i}" for i in random.randint(0, n, ROWS)]) for key, n in texts.items()}
    made.update({key: random.uniform(18, 80, ROWS).astype(np.float32) for key in ("age", "hours", "gain")})
    return made


def model(tf: Any, np: Any, batch: int) -> tuple[Any, Any, Any]:
    fc = tf.feature_column
    labels = (np.random.RandomState(1).rand(ROWS) > 0.5).astype(np.float32)
    numbers = [fc.numeric_column(key) for key in ("age", "hours", "gain")]
    ages = fc.bucketized_column(numbers[0], [25, 30, 35, 40, 45, 50, 55, 60, 65])
    hashed = [fc.categorical_column_with_hash_bucket(key, 1000) for key in ("education", "occupation", "country")]
    crosses = [
        fc.crossed_column(["education", "occupation"], 10_000),
        fc.crossed_column(["country", "occupation"], 10_000),
        fc.crossed_column([ages, "education", "occupation"], 10_000),
    ]
    start = tf.truncated_normal_initializer(stddev=0.3, seed=3)
    dataset = tf.data.Dataset.from_tensor_slices((data(np), labels)).repeat().batch(batch).prefetch(1)
    iterator = tf.data.make_initializable_iterator(dataset)
    features, label = iterator.get_next()
    deep = fc.input_layer(features, [*numbers, *(fc.embedding_column(c, 8, initializer=start) for c in hashed)])
    for units in (100, 50):
        deep = tf.layers.dense(deep, units, tf.nn.relu, kernel_initializer=tf.glorot_uniform_initializer(seed=units))
    logits = tf.layers.dense(deep, 1, kernel_initializer=tf.glorot_uniform_initializer(seed=1))
    logits += fc.linear_model(features, [*hashed, ages, *crosses])
    loss = tf.losses.sigmoid_cross_entropy(label[:, None], logits)
    wide = [v for v in tf.trainable_variables() if "linear_model" in v.name]
    rest = [v for v in tf.trainable_variables() if "linear_model" not in v.name]
    step = tf.group(
        tf.train.FtrlOptimizer(0.1).minimize(loss, var_list=wide),
        tf.train.AdagradOptimizer(0.01).minimize(loss, var_list=rest),
    )
    return step, loss, iterator


def run(side: str, batch: int) -> None:
    import numpy as np

    if side == "penstock":
        import penstock as tf
    else:
        import tensorflow.compat.v1 as tf  # type: ignore[import-not-found]

        tf.disable_v2_behavior()
    tf.logging.set_verbosity(tf.logging.ERROR)
    step, loss, iterator = model(tf, np, batch)
    words = tf.placeholder(tf.string, [None])
    buckets = tf.string_to_hash_bucket_fast(words, 1000)
    session = tf.Session()
    session.run([tf.global_variables_initializer(), iterator.initializer])
    began = time.perf_counter()
    losses = [float(session.run([loss, step])[0])]
    first = time.perf_counter() - began
    losses += [float(session.run([loss, step])[0]) for _ in range(19)]

    def median(call: Any, warm: int, count: int) -> float:
        times = []
        for i in range(warm + count):
            began = time.perf_counter()
            call()
            times += [time.perf_counter() - began] if i >= warm else []
        return statistics.median(times)

    texts = data(np)["occupation"][:10_000].astype(object)
    result = {
        "first": first,
        "losses": losses,
        "step": median(lambda: session.run(step), 200, 200),
        "hash": median(lambda: session.run(buckets.op, {words: texts}), 5, 30),
    }
    print(json.dumps(result))


def measure(python: str, side: str, batch: int) -> dict[str, Any]:
    command = [python, __file__, "--side", side, "--batch", str(batch)]
    env = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("--tensorflow", help="a Python that has TensorFlow")
    cli.add_argument("--batch", type=int, default=128)
    cli.add_argument("--rounds", type=int, default=3)
    cli.add_argument("--side", choices=("penstock", "tensorflow"), help=argparse.SUPPRESS)
    args = cli.parse_args()
    if args.side:
        run(args.side, args.batch)
        return
    if not args.tensorflow:
        cli.error("--tensorflow is required")
    rounds = [
        (measure(args.tensorflow, "tensorflow", args.batch), measure(sys.executable, "penstock", args.batch))
        for _ in range(args.rounds)
    ]
    print(f"{'what':22} {'TensorFlow':>12} {'Penstock':>12} {'ratio':>7}")
    for key, what in (("step", "wide & deep step"), ("first", "first step"), ("hash", "10,000 strings hashed")):
        theirs, ours = (min(side[key] for side in sides) for sides in zip(*rounds, strict=True))
        print(f"{what:22} {theirs * 1e3:9.2f} ms {ours * 1e3:9.2f} ms {theirs / ours:7.2f}")
    pairs = zip(rounds[0][0]["losses"], rounds[0][1]["losses"], strict=True)
    print(f"the losses of twenty steps differ by {max(abs(a - b) for a, b in pairs):.1e}")


if __name__ == "__main__":
    main()
