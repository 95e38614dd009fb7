"""Run public TensorFlow 1.x programs unchanged, here and in TensorFlow 1.15.5, and compare what they print.

    python benchmarks/public_programs.py CHECKOUTS --python PYTHON_WITH_PENSTOCK --judge PYTHON_WITH_1_15_5 [--only NAME,NAME]

`CHECKOUTS` holds one checkout per repository, `CHECKOUTS/<owner>/<name>`. The programs are listed in `public_list.py` and
`public_untried.py` (the command, what to read in the output) and get small made-up data from `public_data.py`. Each side
works on a copy of its own; the checkouts stay as they are. Programs that set no seeds get the same ones on both sides, from
outside (`_SEEDS`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from public_list import PROGRAMS as TRIED
from public_list import Program
from public_untried import PROGRAMS as UNTRIED

# Read by both Pythons at their start (PYTHONPATH): every graph made gets a seed, as do NumPy's and Python's generators. An
# Estimator whose RunConfig has no seed takes the graph's away: not here.
_SEEDS = """
import random, sys
random.seed(1)

class _Hook:
    def find_spec(self, name, path=None, target=None):
        ops = "tensorflow_core" in sys.modules and name.endswith(".python.framework.ops")
        if name not in ("penstock.graph.graph", "numpy") and not ops:
            return None
        import importlib.util
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module
        def exec_module(module):
            run(module)
            if name == "numpy":
                module.random.seed(1)
                return
            start = module.Graph.__init__
            def seeded(self, *args, **kwargs):
                start(self, *args, **kwargs)
                self.seed = 1
            module.Graph.__init__ = seeded
            put = module.Graph.__setattr__
            def keeping(self, name, value):
                if value is not None or name not in ("seed", "_seed") or name not in vars(self) and "_seed" not in vars(self):
                    put(self, name, value)
            module.Graph.__setattr__ = keeping
        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, _Hook())
"""

_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?|\b[nN]a[nN]\b|\binf\b")


class Outcome:
    """What one side printed, how long it took and how it ended."""

    def __init__(self, lines: list[str], log: str, seconds: float, tail: float, code: int | None, cpu: float) -> None:
        self.lines, self.log, self.seconds, self.tail, self.code, self.cpu = lines, log, seconds, tail, code, cpu


def execute(command: list[str], folder: Path, env: dict[str, str], program: Program) -> Outcome:
    """Run `command` until it ends, or has printed the lines that are compared, or its time is over."""
    start = time.time()
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        text=True, errors="replace", start_new_session=True,
    )  # fmt: skip
    stopped = threading.Event()

    def stop() -> None:
        stopped.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(program.limit, stop)
    timer.start()
    found: list[str] = []
    log: list[str] = []
    last = start
    assert process.stdout is not None
    for line in process.stdout:
        last = time.time()
        log.append(line)
        for match in re.finditer(program.match, line):
            text = match.group(1) if match.groups() else match.group(0)
            found.append(re.sub(program.drop, "", text) if program.drop else text)
        if len(found) >= program.lines and program.stop and not stopped.is_set():
            stop()
    _, status, usage = os.wait4(process.pid, 0)
    code = process.returncode = os.waitstatus_to_exitcode(status)
    timer.cancel()
    end = time.time()
    return Outcome(
        found[: program.lines],
        "".join(log),
        end - start,
        end - last,
        None if stopped.is_set() else code,
        usage.ru_utime + usage.ru_stime,
    )


def difference(ours: list[str], theirs: list[str]) -> tuple[float, int]:
    """The largest relative difference of the numbers in the lines, and how many lines both have."""
    worst = 0.0
    for a, b in zip(ours, theirs, strict=False):
        x, y = _NUMBER.findall(a), _NUMBER.findall(b)
        if len(x) != len(y) or not x and a != b:
            return float("inf"), min(len(ours), len(theirs))
        for p, q in zip(x, y, strict=True):
            u, v = float(p), float(q)
            if u != u and v != v or u == v:
                continue
            worst = max(worst, abs(u - v) / max(abs(v), abs(u), 1e-3))
    return worst, min(len(ours), len(theirs))


def prepare(program: Program, checkouts: Path, scratch: Path, side: str) -> Path:
    """A copy of the program's checkout with its data, for one side."""
    folder = scratch / side / program.name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(checkouts / program.repo, folder, ignore=shutil.ignore_patterns(".git"), symlinks=True)
    for name in program.remove:
        shutil.rmtree(folder / name, ignore_errors=True)
    if program.data is not None:
        program.data(folder)
    return folder


def compare(program: Program, args: argparse.Namespace) -> dict[str, object]:
    """Run one program on both sides; a row of the table."""
    seeds = args.scratch / "seeds"
    seeds.mkdir(parents=True, exist_ok=True)
    (seeds / "sitecustomize.py").write_text(_SEEDS)
    results: dict[str, Outcome] = {}
    for side in args.sides.split(","):
        folder = prepare(program, args.checkouts, args.scratch, side)
        env = {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "MPLBACKEND": "Agg",
            "PYTHONHASHSEED": "0",
            "CUDA_VISIBLE_DEVICES": "",
        }
        env |= {"TF_CPP_MIN_LOG_LEVEL": "2"} if side == "judge" else {}
        paths = [str(folder / p) for p in program.paths]
        env["PYTHONPATH"] = os.pathsep.join(paths if program.own_seeds else [str(seeds), *paths])
        env |= {k: v.replace("{folder}", str(folder)) for k, v in program.env.items()}
        if side == "judge":
            command = [args.judge2 if program.python2 else args.judge]
        else:
            command = [args.python, "-m", "penstock", "run"]
        for first in program.before:
            subprocess.run(
                [*command, *first],
                cwd=folder / program.cwd,
                env=env,
                check=False,
                timeout=300,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        command += [a.replace("{folder}", str(folder)) for a in program.argv]
        outcome = execute(command, folder / program.cwd, env, program)
        (args.scratch / f"{program.name}.{side}.log").write_text(outcome.log)
        results[side] = outcome
    row: dict[str, object] = {"name": program.name}
    for side, outcome in results.items():
        row[side] = {
            "lines": outcome.lines,
            "seconds": round(outcome.seconds, 1),
            "cpu": round(outcome.cpu, 1),
            "tail": round(outcome.tail, 1),
            "code": outcome.code,
        }
    kept = args.scratch / "results.json"
    table = json.loads(kept.read_text()) if kept.exists() else {}
    old = table.get(program.name, {})
    table[program.name] = {**old, **row}
    kept.write_text(json.dumps(table, indent=1))
    return table[program.name]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--only", default="", help="names of programs, with commas")
    parser.add_argument("--python", default=sys.executable, help="a Python with Penstock and what the programs import")
    parser.add_argument(
        "--judge", required=True, help="a Python 3.7 with TensorFlow 1.15.5 and what the programs import"
    )
    parser.add_argument("--judge2", help="a Python 2.7 with TensorFlow 1.15.0, for the programs of Python 2")
    parser.add_argument("--scratch", type=Path, default=Path("/tmp/public_programs"))
    parser.add_argument("--sides", default="judge,ours", help="run one side only; the other is read from the last run")
    args = parser.parse_args()
    names = [name for name in args.only.split(",") if name]
    for program in (*TRIED, *UNTRIED):
        if names and program.name not in names:
            continue
        row = compare(program, args)
        ours, judge = (
            row.get(side, {"lines": [], "seconds": 0, "cpu": 0, "tail": 0, "code": None}) for side in ("ours", "judge")
        )
        worst, count = difference(ours["lines"], judge["lines"])
        same = (
            "no lines"
            if not count
            else f"{count} of {max(len(ours['lines']), len(judge['lines']))} lines, apart {worst:.1e}"
        )
        times = f"{judge['seconds']:6.1f}s {ours['seconds']:6.1f}s  cpu {judge['cpu']:6.1f}s {ours['cpu']:6.1f}s"
        print(
            f"{program.name:28} {same:32} {times}  end {ours['tail']}s  codes {judge['code']} {ours['code']}",
            flush=True,
        )


if __name__ == "__main__":
    main()
