"""Races programs against TensorFlow: at every second from the start of the process, who has done more steps?

    python benchmarks/race.py --tensorflow .venv-1.15/bin/python [--seconds 60] [--busy] [--curves docs/race] [PROGRAM ...]

Both sides run the same file (`raced/run.py`), one after the other, ours with empty caches (cold) and again with those it has
filled (warm). For each program this prints the least ratio of steps done, ours by theirs, over all moments from their second step
on, when that was, the ratio of paces in the last third, the steps and the most memory, and after "with" the most that the process
and the one that compiles for it took at the same moment (of what both have read from files, such as libraries, the larger part).
With `--busy` two endless loops run beside it; with `--together` both sides run at the same time, so that they disturb each other,
and what else runs on the machine disturbs both alike. `--curves` draws the steps over the time, an SVG for each program.
"""

from __future__ import annotations

import argparse
import bisect
import contextlib
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent import futures
from typing import Any

HERE = pathlib.Path(__file__).parent
RUN = HERE / "raced" / "run.py"
NAMES = """linear_regression mnist_softmax mnist_conv layers_conv mandelbrot word2vec ptb tiny_bert small_bert seq2seq
seq2seq_lengths nmt_buckets gpt2_sampling gpt2_training conv_bn dqn wide_deep wavenet pix2pix resnet_50 resnet_50_inference
inception_v3 inception_v3_inference bert_base""".split()

Curve = list[tuple[float, int]]


def measure(command: list[str], name: str, seconds: float, cache: str) -> dict[str, Any]:
    """One process: when its steps were done, and how much memory it took."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/found.json"
        env = {**os.environ, "PENSTOCK_CACHE": cache, "PYTHONPATH": str(HERE.parent), "RACE_START": str(time.time())}
        with open(f"{folder}/told", "w+") as told:
            command = [*command, str(RUN), name, str(seconds), path]
            running = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=told)
            together = 0.0
            while running.poll() is None:
                together = max(together, memory_together(running.pid, f"RACE_START={env['RACE_START']}\0"))
                time.sleep(0.25)
            if not os.path.exists(path):
                told.seek(0)
                sys.exit(f"{name} on {command[0]} failed:\n{told.read()[-3000:]}")
        found = json.loads(pathlib.Path(path).read_text())
        return {**found, "together": together}


def memory_together(process: int, mark: str) -> float:
    """The megabytes that a process and the others with a mark in their environment take at this moment; 0 if there are none.

    What they have read from files is mostly the same libraries: of that, the process that has most counts.
    """
    sizes = []
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                if int(folder.name) == process or mark.encode() in (folder / "environ").read_bytes():
                    resident, files = map(int, (folder / "statm").read_text().split()[1:3])
                    sizes.append((resident, files))
    if len(sizes) < 2:
        return 0.0
    pages = sum(resident - files for resident, files in sizes) + max(files for _, files in sizes)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def steps_at(curve: Curve, when: float) -> float:
    """The steps that were done at a moment: between two notes, as many as a steady pace makes."""
    i = bisect.bisect_right(curve, (when, math.inf))
    if i == 0:
        return 0.0
    if i == len(curve):
        return float(curve[-1][1])
    (t0, n0), (t1, n1) = curve[i - 1], curve[i]
    return n0 if n1 == n0 + 1 else n0 + (n1 - n0) * (when - t0) / (t1 - t0)


def least_ratio(ours: Curve, theirs: Curve) -> tuple[float, float]:
    """The least ratio of steps done, from the second step of theirs on, and when it was.

    >>> least_ratio([(1.0, 1), (4.0, 4)], [(1.0, 1), (2.0, 2), (4.0, 4)])
    (1.0, 2.0)
    """
    end = min(ours[-1][0], theirs[-1][0])
    moments = [when for when, count in theirs if count >= 2 and when <= end] or [end]
    ratios = [(steps_at(ours, when) / max(1.0, steps_at(theirs, when)), when) for when in moments]
    return min(ratios)


def steady_ratio(ours: Curve, theirs: Curve) -> float:
    """The ratio of the paces in the last third of the time."""
    end = min(ours[-1][0], theirs[-1][0])
    paces = [steps_at(curve, end) - steps_at(curve, end * 2 / 3) for curve in (ours, theirs)]
    return paces[0] / max(1.0, paces[1])


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """Endless loops in other processes."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


COLOURS = {"TensorFlow 1.15.5": "#d55e00", "Penstock, cold": "#56b4e9", "Penstock, warm": "#0072b2"}


def draw(path: pathlib.Path, name: str, curves: dict[str, Curve]) -> None:
    """Steps over time as an SVG."""
    width, height, left, top = 480, 280, 60, 30
    end = max(curve[-1][0] for curve in curves.values())
    most = max(curve[-1][1] for curve in curves.values())
    lines = []
    for number, (side, curve) in enumerate(curves.items()):
        thinned = [curve[i] for i in sorted({round(k * (len(curve) - 1) / 200) for k in range(201)})]
        points = " ".join(
            f"{left + when / end * width:.1f},{top + height - n / most * height:.1f}" for when, n in thinned
        )
        colour = COLOURS[side]
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        lines.append(f'<text x="{left + 8}" y="{top + 16 + 15 * number}" fill="{colour}">{side}</text>')
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {top + height + 40}" '
        f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n'
        f'<text x="{left}" y="18">{name}: steps done, by seconds since the start of the process</text>\n'
        f'<path d="M{left} {top} V{top + height} H{left + width}" fill="none" stroke="black"/>\n'
        f'<text x="{left - 6}" y="{top + 10}" text-anchor="end">{most}</text>\n'
        f'<text x="{left + width}" y="{top + height + 18}" text-anchor="end">{end:.0f} s</text>\n'
        + "\n".join(lines) + "\n</svg>\n"
    )  # fmt: skip


def race(name: str, args: argparse.Namespace) -> dict[str, Any]:
    """Runs both sides of one program; prints and returns what was found."""
    ours = [sys.executable, "-m", "penstock", "run"]
    with tempfile.TemporaryDirectory() as cache, busy(2 if args.busy else 0), futures.ThreadPoolExecutor(2) as pool:
        os.chmod(cache, 0o700)

        def run(command: list[str] | None) -> Any:
            found = pool.submit(measure, command, name, args.seconds, cache) if command else None
            if found is not None and not args.together:
                found.result()
            return found

        other = [args.tensorflow] if args.tensorflow else None
        first = run(ours), run(other)
        cold, theirs = (found and found.result() for found in first)
        second = run(ours), run(other) if args.together else None
        warm, again = (found and found.result() for found in second)
    curves = {"TensorFlow 1.15.5": theirs, "Penstock, cold": cold, "Penstock, warm": warm}
    told = f"{name:22s}"
    found: dict[str, Any] = {"name": name}
    for side, one, beside in (("cold", cold, theirs), ("warm", warm, again or theirs)):
        curve = [tuple(pair) for pair in one["at"]]
        told += f"  {side}: {curve[-1][1]:7d} steps, {one['memory']:5.0f} MB"
        told += f" (with {one['together']:.0f})" if one["together"] > one["memory"] else ""
        if beside is not None:
            against = [tuple(pair) for pair in beside["at"]]
            least, when = least_ratio(curve, against)
            steady = steady_ratio(curve, against)
            found[side] = {"least": least, "when": when, "steady": steady}
            told += f", least {least:5.2f} at {when:4.1f} s, steady {steady:5.2f}"
    if theirs is not None:
        same = all(abs(a - b) <= 2e-2 * max(1.0, abs(b)) for a, b in zip(cold["values"], theirs["values"]))
        told += f"  1.15.5: {theirs['at'][-1][1]:7d} steps, {theirs['memory']:5.0f} MB"
        told += "" if same else f"  VALUES DIFFER {cold['values'][:3]} {theirs['values'][:3]}"
    print(told, flush=True)
    if args.curves:
        drawn = {side: [tuple(pair) for pair in run["at"]] for side, run in curves.items() if run is not None}
        draw(pathlib.Path(args.curves) / f"{name}{'_busy' if args.busy else ''}.svg", name, drawn)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="*", help=f"of {', '.join(NAMES)}; all of them if none is named")
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow 1.15")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--busy", action="store_true", help="with two endless loops beside it")
    parser.add_argument(
        "--together", action="store_true", help="both sides at the same time: others disturb both alike"
    )
    parser.add_argument("--curves", help="a folder for drawings")
    args = parser.parse_args()
    for name in args.programs or NAMES:
        race(name, args)


if __name__ == "__main__":
    main()
