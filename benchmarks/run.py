"""Times each program on Penstock and on TensorFlow, one after the other, and prints a table of ratios.

    python benchmarks/run.py --tensorflow PYTHON [--only add,ptb] [--rounds 3] [--json FILE]

Every measurement is the median of ten or more repetitions in a fresh process. Both sides run in turn on the same machine, in
several rounds, and the best round of each counts: other work on the machine, which can halve its speed for seconds, only ever
adds. A ratio is TensorFlow's time over ours: above 1, Penstock is faster.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import time

import programs

HERE = pathlib.Path(__file__).resolve().parent


def measure(python: str, side: str, name: str) -> dict:
    command = [python, str(HERE / "worker.py"), side, name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return {"error": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}"}
    return json.loads(done.stdout.strip().splitlines()[-1])


def best(rounds: list[dict]) -> dict:
    """The fastest round, with the shortest first step and import of all; a failed one if there is one."""
    failed = [r for r in rounds if "error" in r]
    if failed:
        return failed[0]
    fastest = min(rounds, key=lambda r: r["median"])
    return {**fastest, **{key: min(r[key] for r in rounds) for key in ("first", "import")}}


def verdict(ours: dict, theirs: dict) -> str:
    """Whether both sides computed the same: after one step, and after all of them (where training may amplify rounding)."""

    def distance(key: str) -> float:
        pairs = zip(ours[key], theirs[key], strict=True)
        return max((abs(a - b) / max(1.0, abs(b)) for a, b in pairs), default=0.0)

    early, late = distance("early"), distance("result")
    if early > 1e-4:
        return f"DIFFERENT after a step: {ours['early'][:3]} {theirs['early'][:3]}"
    return "same" if late <= 1e-3 else f"same after a step, {late:.0e} apart at the end"


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("--tensorflow", required=True, help="the Python of an environment with tensorflow-cpu")
    cli.add_argument("--only", help="names of programs, separated by commas")
    cli.add_argument("--rounds", type=int, default=3, help="how many measurements on each side")
    cli.add_argument("--json", help="a file to write all measurements to")
    args = cli.parse_args()
    names = args.only.split(",") if args.only else list(programs.PROGRAMS)
    version = subprocess.run(
        [args.tensorflow, "-c", "import tensorflow; print(tensorflow.__version__)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    print(f"TensorFlow {version} against Penstock; times per step, medians of the best of {args.rounds} rounds;")
    print("ratio = TensorFlow / Penstock\n")
    print(
        f"{'program':18} {'TF':>10} {'ours':>10} {'ratio':>7} {'goal':>6} {'first TF':>9} {'first ours':>10} "
        f"{'MB TF':>6} {'MB ours':>7}  result"
    )
    rows = {}
    imports = []
    for name in names:
        sides: dict[str, list[dict]] = {"tensorflow": [], "penstock": []}
        for _ in range(args.rounds):
            sides["tensorflow"].append(measure(args.tensorflow, "tensorflow", name))
            sides["penstock"].append(measure(sys.executable, "penstock", name))
        theirs, ours = best(sides["tensorflow"]), best(sides["penstock"])
        rows[name] = sides
        if "error" in ours or "error" in theirs:
            print(f"{name:18} {'error: ' + str(ours.get('error') or theirs.get('error'))}")
            continue
        imports.append((theirs["import"], ours["import"]))
        same = verdict(ours, theirs)
        print(
            f"{name:18} {duration(theirs['median']):>10} {duration(ours['median']):>10} "
            f"{theirs['median'] / ours['median']:7.2f} {programs.PROGRAMS[name][1]:6.1f} {duration(theirs['first']):>9} "
            f"{duration(ours['first']):>10} {theirs['peak_mb']:6.0f} {ours['peak_mb']:7.0f}  {same}",
            flush=True,
        )
    if imports:
        a, b = (sorted(i[k] for i in imports)[len(imports) // 2] for k in (0, 1))
        print(f"{'import':18} {duration(a):>10} {duration(b):>10} {a / b:7.2f} {4:6.1f}")
    if args.json:
        rows["when"] = time.strftime("%Y-%m-%d")
        pathlib.Path(args.json).write_text(json.dumps(rows, indent=1))


def duration(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


if __name__ == "__main__":
    main()
