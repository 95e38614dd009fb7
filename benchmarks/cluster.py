"""Times steps on a cluster of processes on this machine, Penstock against TensorFlow 1.15.

    python benchmarks/cluster.py --tensorflow PYTHON_WITH_1.15 [--only softmax,conv] [--rounds 2] [--seconds 4]
    python benchmarks/cluster.py --tensorflow PYTHON_WITH_1.15 --growth docs/guide/cluster_growth.svg

One cluster for each side and shape (parameter servers + workers), all tasks processes that talk over loopback. A figure is the
steps of all workers a second (where all make each step together, those steps); of several rounds the best is shown, because
other work on the machine only ever adds. A ratio is ours over TensorFlow's. Losses after the same first steps are compared
where there is one worker.
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

ROOT = pathlib.Path(__file__).resolve().parent.parent

# -- what is timed: each makes a step of `sess`; the variables are on the parameter servers -----------------------------------


def nothing(tf: Any, np: Any, place: Any) -> tuple[Any, dict]:
    return tf.no_op(), {}


def nothing_far(tf: Any, np: Any, place: Any) -> tuple[Any, dict]:
    with tf.device("/job:ps/task:0"):
        return tf.no_op(), {}


def softmax(tf: Any, np: Any, place: Any) -> tuple[Any, dict]:
    random = np.random.RandomState(place.task)
    x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
    w, b = tf.Variable(tf.zeros([784, 10])), tf.Variable(tf.zeros([10]))
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=y, logits=tf.matmul(x, w) + b))
    train = tf.train.GradientDescentOptimizer(0.5).minimize(loss, global_step=tf.train.get_or_create_global_step())
    return [loss, train], {x: random.rand(100, 784), y: np.eye(10)[random.randint(0, 10, 100)]}


def conv(tf: Any, np: Any, place: Any) -> tuple[Any, dict]:
    random = np.random.RandomState(place.task)
    x, y = tf.placeholder(tf.float32, [None, 28, 28, 1]), tf.placeholder(tf.int64, [None])

    def start(seed: int) -> Any:
        return tf.truncated_normal_initializer(stddev=0.1, seed=seed)

    h = tf.layers.conv2d(x, 32, 5, padding="same", activation=tf.nn.relu, kernel_initializer=start(1))
    h = tf.layers.max_pooling2d(h, 2, 2)
    h = tf.layers.conv2d(h, 64, 5, padding="same", activation=tf.nn.relu, kernel_initializer=start(2))
    h = tf.layers.flatten(tf.layers.max_pooling2d(h, 2, 2))
    h = tf.layers.dense(h, 1024, tf.nn.relu, kernel_initializer=start(3))
    h = tf.layers.dense(h, 10, kernel_initializer=start(4))
    loss = tf.losses.sparse_softmax_cross_entropy(y, h)
    train = tf.train.AdamOptimizer(1e-4).minimize(loss, global_step=tf.train.get_or_create_global_step())
    return [loss, train], {x: random.rand(50, 28, 28, 1), y: random.randint(0, 10, 50)}


def transfer(tf: Any, np: Any, place: Any) -> tuple[Any, dict]:
    """100 MB to the worker, 100 MB back."""
    v = tf.get_variable("large", [25, 1000, 1000], initializer=tf.ones_initializer())
    with tf.device("/job:worker/task:%d" % place.task):
        change = v * 0.001
    return tf.assign_sub(v, change).op, {}


def many(tf: Any, np: Any, place: Any) -> tuple[Any, dict]:
    """1,000 small variables in one step."""
    variables = [tf.get_variable("v%d" % i, [10], initializer=tf.ones_initializer()) for i in range(1000)]
    loss = tf.add_n([tf.reduce_sum(tf.square(v)) for v in variables])
    return [loss, tf.train.GradientDescentOptimizer(0.01).minimize(loss)], {}


def all_reduce(tf: Any, np: Any, place: Any) -> tuple[Any, dict]:
    """The sum of 100 MB that each of all workers has, by their ring."""
    if tf.__name__ == "penstock":
        from penstock.ops.control import collectives as collective_ops
    else:
        from tensorflow.python.ops import collective_ops
    with tf.device("/job:worker/task:%d/device:CPU:0" % place.task):
        v = tf.get_variable("mine", [25, 1000, 1000], initializer=tf.ones_initializer())
        total = collective_ops.all_reduce(v.read_value(), len(place.cluster["worker"]), 1, 1, "Add", "Id")
        return tf.reduce_max(total[0, 0]), {}


WORK = {f.__name__: f for f in (nothing, nothing_far, softmax, conv, transfer, many, all_reduce)}
TOGETHER = ("all_reduce",)  # all workers make each step; they have no parameter servers
SHAPES: dict[str, tuple[str, ...]] = {
    "1+1": ("nothing", "nothing_far", "softmax", "conv", "transfer", "many"),
    "2+2": ("softmax", "conv", "many"),
    "0+2": TOGETHER,
}
GROWTH = (1, 2, 4, 8)  # workers, with one parameter server


# -- a task -------------------------------------------------------------------------------------------------------------------


class Place:
    """Which task this is, and where tasks meet."""

    def __init__(self, folder: str) -> None:
        config = json.loads(os.environ["TF_CONFIG"])
        self.cluster, self.job, self.task = config["cluster"], config["task"]["type"], config["task"]["index"]
        self._folder = folder

    def meet(self, name: str) -> None:
        """Returns when all workers are here."""
        open(os.path.join(self._folder, "%s.%d" % (name, self.task)), "w").close()
        for i in range(len(self.cluster["worker"])):
            while not os.path.exists(os.path.join(self._folder, "%s.%d" % (name, i))):
                time.sleep(0.01)


def work(folder: str, names: list[str], seconds: float) -> None:
    """What a task of the cluster does."""
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import numpy as np
    import tensorflow as tf

    tf.logging.set_verbosity(tf.logging.ERROR)
    place = Place(folder)
    config = tf.ConfigProto()
    if "ps" not in place.cluster:
        config.device_filters.append("/job:worker/task:%d" % place.task)
        config.experimental.collective_group_leader = "/job:worker/replica:0/task:0"
    server = tf.train.Server(place.cluster, job_name=place.job, task_index=place.task, config=config)
    if place.job == "ps":
        server.join()
    for name in names:
        with tf.Graph().as_default(), tf.container(name.replace("_", ".")):
            setter = None
            if "ps" in place.cluster:
                setter = tf.train.replica_device_setter(
                    cluster=place.cluster, worker_device="/job:worker/task:%d" % place.task
                )
            with tf.device(setter):
                fetches, feeds = WORK[name](tf, np, place)
                start = tf.global_variables_initializer()
            feeds = {t: np.asarray(v, t.dtype.as_numpy_dtype) for t, v in feeds.items()}
            with tf.Session(server.target, config=config) as sess:
                if place.task == 0 or name in TOGETHER:
                    sess.run(start)
                place.meet(name + ".ready")
                found: dict[str, Any] = {"name": name, "task": place.task}
                began = time.time()
                first = [sess.run(fetches, feeds) for _ in range(3)]
                found["first"] = (time.time() - began) / 3
                if isinstance(fetches, list):
                    found["losses"] = [float(loss) for loss, _ in first]
                steps = 4 * round(seconds) if name in TOGETHER else None
                _steps(sess, fetches, feeds, seconds, steps)  # what is worth it gets compiled
                place.meet(name + ".warm")
                found["rate"] = _steps(sess, fetches, feeds, seconds, steps)
                place.meet(name + ".done")
        print("FOUND " + json.dumps(found))
        sys.stdout.flush()


def _steps(sess: Any, fetches: Any, feeds: dict, seconds: float, most: int | None = None) -> float:
    """Steps a second: as many as there is time for, or as many as all workers have agreed on."""
    count, began = 0, time.time()
    while True:
        sess.run(fetches, feeds)
        count += 1
        took = time.time() - began
        if took > seconds if most is None else count == most:
            return count / took


# -- both sides ---------------------------------------------------------------------------------------------------------------


def measure(python: str | None, shape: str, names: list[str], seconds: float) -> dict[str, dict[str, Any]]:
    """The figures of one side, from a cluster of its own."""
    servers, workers = shape.split("+")
    command = [sys.executable, "-m", "penstock", "cluster", "up", "--worker", workers]
    if servers != "0":
        command += ["--ps", servers]
    if python:
        command += ["--python", python]
    with tempfile.TemporaryDirectory() as folder:
        command += [__file__, "--work", folder, ",".join(names), str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=560)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    found: dict[str, dict[str, Any]] = {}
    for line in done.stdout.splitlines():
        if "FOUND " in line:
            told = json.loads(line.partition("FOUND ")[2])
            kept = found.setdefault(told["name"], {"rate": 0.0})
            kept["rate"] = told["rate"] if told["name"] in TOGETHER else kept["rate"] + told["rate"]
            if not told["task"]:
                kept.update(first=told["first"], losses=told.get("losses"))
    return found


def compare(shape: str, names: list[str], options: argparse.Namespace) -> list[dict[str, dict[str, Any]]]:
    """The best figures of ours, and of 1.15 if it is there."""
    best: list[dict[str, dict[str, Any]]] = [{}, {}]
    for _ in range(options.rounds):
        for kept, python in zip(best, (None, options.tensorflow)):
            if kept is best[1] and python is None:
                continue
            for name, told in measure(python, shape, names, options.seconds).items():
                if name not in kept or told["rate"] > kept[name]["rate"]:
                    kept[name] = told
    return best


def growth(options: argparse.Namespace) -> None:
    """Prints and draws how long a step of each worker takes with 1, 2, 4 and 8 of them, and one parameter server."""
    names = [name for name in ("softmax", "conv") if name in options.only.split(",")]
    taken: dict[tuple[str, str], list[float]] = {}
    print(f"{'':14}{'workers':>8}{'ours':>10}{'1.15':>10}  ms for a step of each worker; ratio (theirs over ours)")
    for workers in GROWTH:
        best = compare(f"1+{workers}", names, options)
        for name in names:
            times = [1000 * workers / side[name]["rate"] for side in best if side]
            for side, milliseconds in zip(("Penstock", "TensorFlow 1.15.5"), times):
                taken.setdefault((name, side), []).append(milliseconds)
            ratio = f"  {times[1] / times[0]:.2f}" if len(times) > 1 else ""
            print(f"{name:14}{workers:8}" + "".join(f"{t:10.2f}" for t in times) + ratio, flush=True)
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "cluster"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(names), figsize=(4.5 * len(names), 3.4), squeeze=False)
    for panel, name in zip(axes[0], names):
        for side, style in (("Penstock", "o-"), ("TensorFlow 1.15.5", "s--")):
            if (name, side) in taken:
                panel.plot(GROWTH, taken[name, side], style, label=side)
        panel.set(title=name, xlabel="worker processes", xscale="log", yscale="log", xticks=GROWTH)
        panel.set_xticklabels([str(workers) for workers in GROWTH])
        panel.grid(True, which="both", alpha=0.3)
    axes[0][0].set_ylabel("ms for a step of each worker")
    axes[0][0].legend()
    figure.tight_layout()
    figure.savefig(options.growth, metadata={"Date": None})


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", help="a Python with TensorFlow 1.15; without it, ours alone")
    parser.add_argument("--only", default=",".join(WORK), help="names of what to time")
    parser.add_argument("--shapes", default=",".join(SHAPES), help="parameter servers + workers")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=4.0, help="for warming up, and again for timing")
    parser.add_argument("--growth", metavar="SVG", help="measure 1, 2, 4 and 8 workers instead, and draw the figures")
    options = parser.parse_args()
    wanted = options.only.split(",")
    if options.growth:
        growth(options)
        return
    print(f"{'':6}{'':14}{'ours':>10}{'1.15':>10}  steps/s; ratio; first three steps, ms a step")
    for shape in options.shapes.split(","):
        names = [name for name in SHAPES.get(shape, ("softmax", "conv")) if name in wanted]
        if not names:
            continue
        best = compare(shape, names, options)
        for name in names:
            ours, theirs = best[0][name], best[1].get(name)
            line = f"{shape:6}{name:14}{ours['rate']:10.1f}"
            if theirs:
                line += f"{theirs['rate']:10.1f}  {ours['rate'] / theirs['rate']:.2f}"
                line += f"  {1000 * ours['first']:.0f} / {1000 * theirs['first']:.0f}"
                if shape.endswith("+1") and ours["losses"]:
                    apart = max(abs(a - b) / abs(b) for a, b in zip(ours["losses"], theirs["losses"]))
                    line += f"  losses apart by {apart:.0e}"
            print(line, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], sys.argv[3].split(","), float(sys.argv[4]))
    else:
        main()
