"""Times an operation in C++ on Penstock and on TensorFlow 1.15: compiling `zero_out.cc` (processor
time, with the command of the how-to, and with -O2), calls with 10 and 10^6 elements, and a
training step with two operations in C++ in its middle, which Penstock compiles to one program.

    python benchmarks/custom_ops.py --tensorflow PYTHON

PYTHON has tensorflow 1.15. Each side runs in a process of its own; the best of all repetitions counts, since other work on the
machine only ever adds. A ratio is TensorFlow's time over ours: above 1, Penstock is faster.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests/ops/custom/sources")


def measure(module):
    """The times of one side in seconds."""
    import numpy as np

    tf = __import__(module)
    times = {}
    with tempfile.TemporaryDirectory() as folder:

        def built(name, *flags):
            target = os.path.join(folder, name + ".so")
            command = [
                "g++",
                "-std=c++11",
                *flags,
                "-shared",
                os.path.join(SOURCES, name + ".cc"),
                "-o",
                target,
                "-fPIC",
            ]
            subprocess.check_call(command + tf.sysconfig.get_compile_flags() + tf.sysconfig.get_link_flags())
            return target

        for name, flags in (("compile", ()), ("compile -O2", ("-O2",))):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            path = built("zero_out", *flags)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times[name] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        zero_out = tf.load_op_library(path).zero_out
        for n, runs in ((10, 200), (1000000, 10)):
            with tf.Graph().as_default(), tf.Session() as sess:
                x = tf.placeholder(tf.int32, [n])
                run, value = sess.make_callable(zero_out(x), [x]), np.arange(n, dtype=np.int32)
                best = 1e9
                for _ in range(30):
                    start = time.perf_counter()
                    for _ in range(runs):
                        run(value)
                    best = min(best, (time.perf_counter() - start) / runs)
                times["call %d" % n] = best
        times["training step"] = step(tf, np, tf.load_op_library(built("in_programs", "-O2")).scaled)
    return times


def step(tf, np, scaled):
    """The time of a step of a small network: 64 rows, 100 units, an operation in C++ forwards and one backwards."""

    @tf.RegisterGradient("Scaled")
    def _gradient(op, grad):
        return [scaled(grad, op.inputs[1]), None]

    with tf.Graph().as_default(), tf.Session() as sess:
        x, y = tf.placeholder(tf.float32, [64, 100]), tf.placeholder(tf.float32, [64, 10])
        first = tf.Variable(np.linspace(-1, 1, 100 * 100, dtype=np.float32).reshape(100, 100) / 10)
        second = tf.Variable(np.linspace(-1, 1, 100 * 10, dtype=np.float32).reshape(100, 10) / 10)
        hidden = scaled(tf.nn.relu(tf.matmul(x, first)), 0.5)
        loss = tf.reduce_mean(tf.square(tf.matmul(hidden, second) - y))
        train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        sess.run(tf.global_variables_initializer())
        fed = np.ones((64, 100), np.float32), np.ones((64, 10), np.float32)
        run = sess.make_callable([loss, train], [x, y])
        until = time.time() + 3  # Penstock compiles meanwhile
        while time.time() < until:
            run(*fed)
        best = 1e9
        for _ in range(30):
            start = time.perf_counter()
            for _ in range(100):
                run(*fed)
            best = min(best, (time.perf_counter() - start) / 100)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tensorflow", help="a Python with tensorflow 1.15")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print("times " + json.dumps(measure(options.measure)))
        return
    found = []
    for python, module in ((options.tensorflow, "tensorflow"), (sys.executable, "penstock")):
        command = [python, os.path.abspath(__file__), "--measure", module]
        printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=300).stdout.decode()
        found.append(json.loads(printed.split("times ")[-1]))
    for name, theirs in found[0].items():
        ours = found[1][name]
        print(
            f"{name:14} TensorFlow {theirs * 1e6:12.1f} us   Penstock {ours * 1e6:12.1f} us   ratio {theirs / ours:.2f}"
        )


if __name__ == "__main__":
    main()
