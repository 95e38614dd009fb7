"""Times saving and restoring checkpoints on Penstock and on TensorFlow: few large variables, and many small ones.

    python benchmarks/checkpoints.py --tensorflow PYTHON [--only small,large] [--repeat 5] [--folder DIRECTORY]

Each side runs in a fresh process, in turn; both restore what they saved themselves. Graphs are not written. Penstock waits
until the data is on the disk before a checkpoint takes its name, TensorFlow does not: `save` of large variables on a slow
disk shows it. A ratio is TensorFlow's time over ours: above 1, Penstock is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Name → (number of variables, elements of each; four bytes per element).
SIZES = {"large": (200, 1_310_720), "small": (20_000, 10), "medium": (50, 1_310_720)}


def work(side: str, size: str, repeat: int, folder: str) -> dict:
    """Measures one side, in this process."""
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
    else:
        sys.path.insert(0, str(ROOT))
        import penstock as tf
    import numpy as np

    count, elements = SIZES[size]
    start = time.perf_counter()
    fed = tf.placeholder(tf.float32, [elements])
    variables = [tf.Variable(fed, name=f"layer_{i // 10}/weights_{i}") for i in range(count)]
    saver = tf.train.Saver(variables)
    times: dict = {"build": [time.perf_counter() - start], "save": [], "restore": []}
    sess = tf.Session()
    sess.run([v.initializer for v in variables], {fed: np.arange(elements, dtype=np.float32)})
    for i in range(repeat + 1):  # the first of each also prepares the graph, and is told apart
        start = time.perf_counter()
        path = saver.save(sess, os.path.join(folder, side), global_step=i, write_meta_graph=False)
        middle = time.perf_counter()
        saver.restore(sess, path)
        times["save"].append(middle - start)
        times["restore"].append(time.perf_counter() - middle)
        if i:
            for suffix in (".index", ".data-00000-of-00001"):
                os.remove(os.path.join(folder, f"{side}-{i - 1}") + suffix)
    assert float(sess.run(variables[-1])[-1]) == elements - 1
    return times


def measure(python: str, side: str, size: str, repeat: int, folder: str) -> dict:
    command = [python, __file__, "--worker", side, "--only", size, "--repeat", str(repeat), "--folder", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{side}, {size}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    cli.add_argument("--tensorflow", help="the Python of an environment with tensorflow-cpu")
    cli.add_argument("--only", default="small,large", help=f"some of {', '.join(SIZES)}")
    cli.add_argument("--repeat", type=int, default=5)
    cli.add_argument("--folder", help="where to write; a temporary folder by default")
    cli.add_argument("--worker", help=argparse.SUPPRESS)
    args = cli.parse_args()
    if args.worker:
        print(json.dumps(work(args.worker, args.only, args.repeat, args.folder)))
        return
    print(f"{'what':16} {'TF':>9} {'ours':>9} {'ratio':>7}   first TF, ours")
    for size in args.only.split(","):
        with tempfile.TemporaryDirectory(dir=args.folder) as folder:
            theirs = measure(args.tensorflow, "tensorflow", size, args.repeat, folder) if args.tensorflow else None
            ours = measure(sys.executable, "penstock", size, args.repeat, folder)
        for what in ("build", "save", "restore"):
            a, b = (statistics.median(t[what][1:] or t[what]) if t else float("nan") for t in (theirs, ours))
            first = ", ".join(f"{t[what][0] * 1e3:.0f} ms" for t in (theirs, ours) if t)
            print(f"{size + ' ' + what:16} {a * 1e3:6.0f} ms {b * 1e3:6.0f} ms {a / b:7.2f}   {first}", flush=True)


if __name__ == "__main__":
    main()
