"""Times TensorFlow Lite models: `invoke()` of Penstock's interpreter against that of TensorFlow 1.15, on the same files.

    python benchmarks/lite.py --tensorflow PYTHON_WITH_1.15 [--rounds 3] [--seconds 2]

Three networks with random weights, as real numbers and in eight bits: a perceptron (784, 512 and 10 units), a convolutional
net for pictures of 28 x 28, and one with depthwise convolutions and batch norm for pictures of 128 x 128. Penstock converts
them. A figure is milliseconds for one run, the best of some rounds, because other work on the machine only ever adds. A ratio
above 1 says that Penstock is faster. Each side runs for a second first, so that programs are compiled.
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
from typing import Any

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent


def perceptron(tf: Any) -> tuple[Any, Any]:
    x = tf.placeholder(tf.float32, [1, 784], name="x")
    return x, tf.nn.softmax(tf.layers.dense(tf.layers.dense(x, 512, tf.nn.relu), 10))


def mnist(tf: Any) -> tuple[Any, Any]:
    x = tf.placeholder(tf.float32, [1, 28, 28, 1], name="x")
    h = tf.layers.max_pooling2d(tf.layers.conv2d(x, 32, 5, padding="same", activation=tf.nn.relu), 2, 2)
    h = tf.layers.max_pooling2d(tf.layers.conv2d(h, 64, 5, padding="same", activation=tf.nn.relu), 2, 2)
    h = tf.layers.dense(tf.layers.flatten(h), 256, tf.nn.relu)
    return x, tf.nn.softmax(tf.layers.dense(h, 10))


def mobile(tf: Any) -> tuple[Any, Any]:
    x = tf.placeholder(tf.float32, [1, 128, 128, 3], name="x")
    h = tf.layers.conv2d(x, 16, 3, strides=2, padding="same", activation=tf.nn.relu6)
    for i, (depth, stride) in enumerate([(32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1)]):
        weights = tf.get_variable(f"depthwise{i}", [3, 3, int(h.shape[3]), 1])
        h = tf.nn.depthwise_conv2d(h, weights, [1, stride, stride, 1], "SAME")
        h = tf.nn.relu6(tf.layers.batch_normalization(h))
        h = tf.nn.relu6(tf.layers.batch_normalization(tf.layers.conv2d(h, depth, 1, use_bias=False)))
    return x, tf.nn.softmax(tf.layers.dense(tf.reduce_mean(h, [1, 2]), 100))


def files(folder: pathlib.Path) -> list[str]:
    """Writes the models; the names of their files."""
    import penstock as tf

    found = []
    for network in (perceptron, mnist, mobile):
        with tf.Graph().as_default(), tf.Session() as sess:
            tf.set_random_seed(1)
            x, y = network(tf)
            sess.run(tf.global_variables_initializer())
            for kind in ("float", "uint8"):
                converter = tf.lite.TFLiteConverter.from_session(sess, [x], [y])
                if kind == "uint8":
                    converter.inference_type = tf.uint8
                    converter.quantized_input_stats = {"x": (128, 127)}
                    converter.default_ranges_stats = (0, 6)
                found.append(f"{network.__name__}.{kind}")
                (folder / f"{found[-1]}.tflite").write_bytes(converter.convert())
    return found


def measure(path: str, rounds: int, seconds: float) -> float:
    """Milliseconds for one run of a model."""
    try:
        import tensorflow as tf  # this is the child that has it
    except ImportError:
        import penstock as tf
    interpreter = tf.lite.Interpreter(path)
    interpreter.allocate_tensors()
    row = interpreter.get_input_details()[0]
    value = np.random.RandomState(0).randint(0, 100, row["shape"]).astype(row["dtype"])
    interpreter.set_tensor(row["index"], value / row["dtype"](100) if row["dtype"] == np.float32 else value)
    best = float("inf")
    for number in range(rounds + 1):
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < (seconds if number else max(1.0, seconds)):
            interpreter.invoke()
            count += 1
        if number:
            best = min(best, (time.perf_counter() - start) / count)
    return best * 1000


def child(python: str, path: pathlib.Path, options: argparse.Namespace) -> float:
    command = [python, str(pathlib.Path(__file__).resolve()), "--measure", str(path), "--rounds", str(options.rounds)]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, "--seconds", str(options.seconds)], check=True, capture_output=True, text=True, env=environment
    )
    return float(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow 1.15")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure, options.rounds, options.seconds)))
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in files(pathlib.Path(folder)):
            path = pathlib.Path(folder) / f"{name}.tflite"
            ours = child(sys.executable, path, options)
            line = f"{name:18} {ours:8.3f} ms"
            if options.tensorflow:
                theirs = child(options.tensorflow, path, options)
                line += f"   1.15 {theirs:8.3f} ms   ratio {theirs / ours:.2f}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
