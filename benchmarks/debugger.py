"""Times debugged runs, Penstock against TensorFlow 1.15: what it costs to watch every tensor of a training step.

    python benchmarks/debugger.py --tensorflow PYTHON_WITH_1.15 [--rounds 3] [--seconds 3]

The network is that of debug_mnist (784, 500 and 10 units, Adam, 100 images). A figure is steps a second, the best of some rounds,
because other work on the machine only ever adds: without the debugger, with every tensor written to a directory of its own, and
with a summary of numbers of each. Then 10,000 turns of a loop are dumped, read by `DebugDumpDir` and listed by `lt`, in seconds.
Last, 40 tensors of 10 MB are dumped, and another process reads the directory, lists them, prints one and looks for bad numbers in
all: how many MB its memory grows by at most. A ratio above 1 says that Penstock is faster, or takes less.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
DUMPS = 10_000
LARGE = 10 << 20  # bytes


def network(tf: Any) -> tuple[Any, Any, Any]:
    """A step of training, and what is fed."""
    x, y = tf.placeholder(tf.float32, [None, 784], name="x"), tf.placeholder(tf.float32, [None, 10], name="y")
    hidden, size = x, 784
    for units in (500, 10):
        w = tf.Variable(tf.truncated_normal([size, units], stddev=0.1, seed=42))
        hidden, size = tf.matmul(hidden, w) + tf.Variable(tf.constant(0.1, shape=[units])), units
        hidden = tf.nn.relu(hidden) if units == 500 else tf.nn.softmax(hidden)
    loss = tf.reduce_mean(-(y * tf.log(hidden + 1e-8)))
    return tf.train.AdamOptimizer(0.001).minimize(loss), x, y


def steps_a_second(step: Any, seconds: float) -> float:
    for _ in range(5):
        step()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        step()
        count += 1
    return count / (time.perf_counter() - start)


def measure(seconds: float) -> dict[str, float]:
    """One round of one side, in the process of that side."""
    import numpy as np
    import tensorflow as tf
    from tensorflow.python import debug as tf_debug
    from tensorflow.python.debug.cli import analyzer_cli
    from tensorflow.python.debug.lib import debug_data

    found: dict[str, float] = {}
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        train, x, y = network(tf)
        sess.run(tf.global_variables_initializer())
        random = np.random.RandomState(0)
        feeds = {x: random.rand(100, 784).astype("f"), y: np.eye(10, dtype="f")[random.randint(10, size=100)]}
        found["plain"] = steps_a_second(lambda: sess.run(train, feeds), seconds)

        def watched(ops: str) -> None:
            place = tempfile.mkdtemp(dir=folder)
            options = tf.RunOptions()
            tf_debug.watch_graph(
                options,
                graph,
                debug_ops=[ops],
                debug_urls="file://" + place,
                tolerate_debug_op_creation_failures=ops != "DebugIdentity",
                node_name_regex_whitelist=None if ops == "DebugIdentity" else ".*",
            )
            sess.run(train, feeds, options=options)

        found["watched"] = steps_a_second(lambda: watched("DebugIdentity"), seconds)
        found["summaries"] = steps_a_second(lambda: watched("DebugNumericSummary"), seconds)
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        count = tf.placeholder(tf.int32, [], name="count")
        loop = tf.while_loop(lambda i: i < count, lambda i: tf.add(i, 1, name="next"), [0], name="loop")
        options = tf.RunOptions()
        tf_debug.add_debug_tensor_watch(options, "loop/next", debug_urls="file://" + os.path.join(folder, "many"))
        start = time.perf_counter()
        sess.run(loop, {count: DUMPS}, options=options)
        found["dump 10,000"] = time.perf_counter() - start
        start = time.perf_counter()
        dump = debug_data.DebugDumpDir(os.path.join(folder, "many"))
        found["read 10,000"] = time.perf_counter() - start
        assert dump.size == DUMPS, dump.size
        analyzer = analyzer_cli.DebugAnalyzer(dump, *extra_arguments())
        start = time.perf_counter()
        analyzer.list_tensors([])
        found["lt 10,000"] = time.perf_counter() - start
    shutil.rmtree(folder)
    return found


def dump_large(folder: str) -> None:
    """Dumps 40 tensors of 10 MB."""
    import tensorflow as tf
    from tensorflow.python import debug as tf_debug

    with tf.Graph().as_default() as graph, tf.Session() as sess:
        x = tf.placeholder(tf.float32, [], name="x")
        large = [tf.fill([LARGE // 4], x + i, name=f"large_{i}") for i in range(40)]
        options = tf.RunOptions()
        tf_debug.watch_graph(options, graph, debug_urls="file://" + folder, op_type_regex_whitelist="Fill")
        sess.run([t.op for t in large], {x: 1.0}, options=options)


def memory(folder: str) -> dict[str, float]:
    """What it takes to look at these."""
    import resource

    from tensorflow.python.debug.cli import analyzer_cli
    from tensorflow.python.debug.lib import debug_data

    arguments = extra_arguments()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    dump = debug_data.DebugDumpDir(folder)
    assert dump.size == 40, dump.size
    analyzer = analyzer_cli.DebugAnalyzer(dump, *arguments)
    analyzer.list_tensors([])
    analyzer.print_tensor(["large_3:0", "-s"])
    assert not dump.find(debug_data.has_inf_or_nan)
    return {"memory, MB": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024}


def extra_arguments() -> list[Any]:
    from tensorflow.python.debug.cli import cli_config

    return [cli_config.CLIConfig(config_file_path=os.path.join(tempfile.mkdtemp(), "config"))]


def lower_is_better(name: str) -> bool:
    return name.endswith(("10,000", "MB"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow 1.15")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--side", choices=("steps", "dump", "memory"), help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side == "steps":
        print("RESULT " + json.dumps(measure(options.seconds)))
    elif options.side == "dump":
        dump_large(options.folder)
        print("RESULT {}")
    elif options.side == "memory":
        print("RESULT " + json.dumps(memory(options.folder)))
    if options.side:
        return
    sides = {"penstock": [sys.executable, "-m", "penstock", "run"]}
    if options.tensorflow:
        sides["1.15"] = [options.tensorflow]
    best: dict[str, dict[str, float]] = {side: {} for side in sides}
    for _ in range(options.rounds):
        for side, command in sides.items():
            with tempfile.TemporaryDirectory() as folder:
                for part in ("steps", "dump", "memory"):
                    argv = [*command, __file__, "--side", part, "--seconds", str(options.seconds), "--folder", folder]
                    done = subprocess.run(argv, capture_output=True, text=True, cwd=ROOT, timeout=600)
                    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
                    if not lines:
                        sys.exit(f"{side} failed:\n{done.stderr[-3000:]}")
                    for name, value in json.loads(lines[0][7:]).items():
                        choose = min if lower_is_better(name) else max
                        best[side][name] = choose(best[side].get(name, value), value)
    print(f"load {os.getloadavg()[0]:.1f}")
    for name, mine in best["penstock"].items():
        other = best.get("1.15", {}).get(name)
        unit = "" if name.endswith("MB") else "s" if name.endswith("10,000") else "steps/s"
        line = f"{name:12} {mine:10.3f} {unit}"
        if other is not None:
            line += f"   1.15: {other:10.3f}   ratio {(other / mine if lower_is_better(name) else mine / other):.2f}"
        print(line)


if __name__ == "__main__":
    main()
