"""The first process on a machine: what a program does in its first seconds, without caches and with them, and how soon it ends.

    python benchmarks/first_process.py --tensorflow .venv-1.15/bin/python [--program mnist_conv] [--seconds 15] [--repeats 2]

Prints, for each side, the seconds of the import, of building the graph and of the first step, the milliseconds of a step in each
of the first seconds, and the seconds from the last line of the program to the end of its process. The best of some repetitions
counts: it is the one that was disturbed least.
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

HERE = pathlib.Path(__file__).parent


def work(side: str, name: str, seconds: float) -> None:
    """Runs a program for some seconds and prints what was measured; this is the last line."""
    sys.path.insert(0, str(HERE))
    start = time.perf_counter()
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
    else:
        import penstock as tf
    imported = time.perf_counter() - start
    import numpy as np
    import programs

    start = time.perf_counter()
    program = programs.PROGRAMS[name][0](tf, np)
    built = time.perf_counter() - start
    start = time.perf_counter()
    program.step()
    first = time.perf_counter() - start
    began, paces = time.perf_counter(), []
    while time.perf_counter() - began < seconds:
        second, steps = time.perf_counter(), 0
        while time.perf_counter() - second < 1.0:
            program.step()
            steps += 1
        paces.append(1000 * (time.perf_counter() - second) / steps)
    found = {"import": imported, "build": built, "first": first, "paces": paces, "last": time.time()}
    print(json.dumps(found), flush=True)


def measure(python: str, side: str, name: str, seconds: float, cache: str) -> dict:
    """One process, from its start to its end."""
    env = {**os.environ, "PENSTOCK_CACHE": cache, "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run(
        [python, __file__, "--side", side, "--program", name, "--seconds", str(seconds)],
        stdout=subprocess.PIPE, text=True, env=env, check=True,
    )  # fmt: skip
    ended = time.time()
    found = json.loads(done.stdout.splitlines()[-1])
    return {**found, "end": ended - found["last"]}


def show(what: str, runs: list[dict]) -> list[float]:
    """Prints the best of each figure, and returns the paces."""
    paces = [min(column) for column in zip(*(run["paces"] for run in runs))]
    best = {key: min(run[key] for run in runs) for key in ("import", "build", "first", "end")}
    times = "  ".join(f"{key} {seconds:5.2f} s" for key, seconds in best.items())
    print(f"{what:20s}  {times}")
    print(f"{'':20s}  ms a step, second by second: {' '.join(f'{pace:.1f}' for pace in paces)}", flush=True)
    return paces


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--program", default="mnist_conv", help="one of benchmarks/programs.py")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--side", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        work(args.side, args.program, args.seconds)
        return
    cold, warm, theirs = [], [], []
    for _ in range(args.repeats):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(measure(sys.executable, "penstock", args.program, args.seconds, cache))
            warm.append(measure(sys.executable, "penstock", args.program, args.seconds, cache))
        if args.tensorflow:
            theirs.append(measure(args.tensorflow, "tensorflow", args.program, args.seconds, "0"))
    ours = show("Penstock, no caches", cold)
    show("Penstock, caches", warm)
    if theirs:
        paces = show("TensorFlow", theirs)
        ratios = [b / a for a, b in zip(ours, paces)]
        print("first process, TensorFlow's time by ours, second by second:", " ".join(f"{r:.2f}" for r in ratios))


if __name__ == "__main__":
    main()
