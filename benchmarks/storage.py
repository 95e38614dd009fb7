"""Times what lasts, on Penstock and on TensorFlow: checkpoints, records, summaries, SavedModels.

    python benchmarks/storage.py --tensorflow PYTHON [--only large,small,records,summaries,saved_model] [--repeat 5]
                                 [--turns 2] [--folder DIRECTORY]

Each side runs in fresh processes and reads what it wrote itself; the sides take turns, the other one first each time. Times are
medians and the best, without the first of each process. Neither side waits for the disk (PENSTOCK_FSYNC=1 makes Penstock
wait), nor does one write over a file of its own: ext4 would wait then. A ratio is TensorFlow's time over ours: above 1, Penstock
is faster.
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
from collections.abc import Callable, Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
Times = dict[str, list[float]]


def timed(times: Times, what: str, action: Callable):
    """Does something and notes how long it took."""
    start = time.perf_counter()
    result = action()
    times.setdefault(what, []).append(time.perf_counter() - start)
    return result


def free_pages(folder: str, size: int) -> None:
    """Writes and removes a file, so that the next one of this size finds pages of memory.

    In a virtual machine, a gigabyte of pages that it has to ask its host for takes seconds, and one of pages that were just freed
    a third of a second: without this, saving measures which side was lucky.
    """
    path = os.path.join(folder, "other")
    with open(path, "wb", buffering=0) as file:
        for _ in range(0, size, 1 << 20):
            file.write(bytes(1 << 20))
    os.remove(path)


def checkpoints(tf, np, times: Times, repeat: int, folder: str, count: int, elements: int) -> None:
    """Saves and restores `count` variables of `elements` floats; graphs are not written."""
    fed = tf.placeholder(tf.float32, [elements])
    variables = [tf.Variable(fed, name=f"layer_{i // 10}/weights_{i}") for i in range(count)]
    saver = tf.train.Saver(variables, max_to_keep=1)
    sess = tf.Session()
    sess.run([v.initializer for v in variables], {fed: np.arange(elements, dtype=np.float32)})
    for i in range(repeat + 1):
        prefix = os.path.join(folder, "model")
        free_pages(folder, 5 * count * elements)
        path = timed(times, "save", lambda p=prefix, i=i: saver.save(sess, p, global_step=i, write_meta_graph=False))
        timed(times, "restore", lambda p=path: saver.restore(sess, p))
    assert float(sess.run(variables[-1])[-1]) == elements - 1


def records(tf, np, times: Times, repeat: int, folder: str) -> None:
    """Writes and reads records of 1 KB and of 100 KB."""
    for name, size, count in (("1 KB", 1000, 30_000), ("100 KB", 100_000, 1_000)):
        record = np.random.RandomState(0).bytes(size)
        path = os.path.join(folder, "records")

        def write(path=path, record=record, count=count) -> None:
            with tf.python_io.TFRecordWriter(path) as writer:
                for _ in range(count):
                    writer.write(record)

        def read(path=path) -> int:
            return sum(1 for _ in tf.python_io.tf_record_iterator(path))

        for _ in range(repeat + 1):
            if os.path.exists(path):
                os.remove(path)
            timed(times, f"write {name}", write)
            assert timed(times, f"read {name}", read) == count


def summaries(tf, np, times: Times, repeat: int, folder: str) -> None:
    """Adds summaries of 20 scalars; the time includes that until the last is in the file."""
    summary = tf.Summary()
    for i in range(20):
        summary.value.add(tag=f"layer_{i}/loss", simple_value=i / 7)
    data = summary.SerializeToString()

    def write() -> None:
        writer = tf.summary.FileWriter(folder)
        for step in range(2000):
            writer.add_summary(data, step)
        writer.close()

    for _ in range(repeat + 1):
        timed(times, "2,000 of 20 scalars", write)


def saved_model(tf, np, times: Times, repeat: int, folder: str) -> None:
    """Loads a SavedModel of 1,000 operations with 128 variables."""
    export = os.path.join(folder, "model")
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        x = y = tf.placeholder(tf.float32, [None, 8], name="x")
        while len(graph.get_operations()) < 1000:
            with tf.variable_scope(None, "layer"):
                w = tf.get_variable("w", [8, 8], initializer=tf.zeros_initializer())
                y = tf.tanh(tf.matmul(y, w) + tf.constant(1.0))
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, export, {"x": x}, {"y": y})

    def load() -> None:
        with tf.Session(graph=tf.Graph()) as sess:
            tf.saved_model.loader.load(sess, ["serve"], export)

    for _ in range(repeat + 1):
        timed(times, "load", load)


PROGRAMS: dict[str, Callable[..., None]] = {
    "large": lambda *args: checkpoints(*args, 200, 1_310_720),
    "small": lambda *args: checkpoints(*args, 20_000, 10),
    "records": records,
    "summaries": summaries,
    "saved_model": saved_model,
}


def work(side: str, name: str, repeat: int, folder: str) -> Times:
    """Measures one side, in this process."""
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
    else:
        sys.path.insert(0, str(ROOT))
        import penstock as tf
        from penstock import native

        native.wait()  # compiled once on a machine, perhaps now
    import numpy as np

    times: Times = {}
    PROGRAMS[name](tf, np, times, repeat, folder)
    return times


def measure(python: str, side: str, name: str, args: argparse.Namespace) -> Times:
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        command = [python, __file__, "--worker", side, "--only", name, "--repeat", str(args.repeat), "--folder", folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{side}, {name}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def rows(args: argparse.Namespace) -> Iterator[str]:
    sides = {"tensorflow": args.tensorflow, "penstock": sys.executable}
    for name in args.only.split(","):
        firsts: dict[tuple[str, str], float] = {}
        times: dict[tuple[str, str], list[float]] = {}
        for turn in range(args.turns):
            for side, python in list(sides.items())[:: -1 if turn % 2 else 1]:
                for what, found in measure(python, side, name, args).items():
                    firsts.setdefault((what, side), found[0])
                    times.setdefault((what, side), []).extend(found[1:])
        for what in dict.fromkeys(what for what, _ in times):
            theirs, ours = (times[what, side] for side in sides)
            a, b, best = statistics.median(theirs), statistics.median(ours), min(theirs) / min(ours)
            first = ", ".join(f"{firsts[what, side] * 1e3:.0f} ms" for side in sides)
            yield f"{name + ': ' + what:32} {a * 1e3:7.1f} ms {b * 1e3:7.1f} ms {a / b:7.2f} {best:7.2f}   {first}"


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    cli.add_argument("--tensorflow", help="the Python of an environment with tensorflow-cpu")
    cli.add_argument("--only", default=",".join(PROGRAMS), help=f"some of {', '.join(PROGRAMS)}")
    cli.add_argument("--repeat", type=int, default=5)
    cli.add_argument("--turns", type=int, default=2, help="how many processes of each side")
    cli.add_argument("--folder", help="where to write; a temporary folder by default")
    cli.add_argument("--worker", help=argparse.SUPPRESS)
    args = cli.parse_args()
    if args.worker:
        print(json.dumps(work(args.worker, args.only, args.repeat, args.folder)))
        return
    if not args.tensorflow:
        cli.error("--tensorflow is needed")
    print(f"{'what':32} {'TF':>10} {'ours':>10} {'ratio':>7} {'best':>7}   first TF, ours")
    for row in rows(args):
        print(row, flush=True)


if __name__ == "__main__":
    main()
