"""Times programs with and without each of the compiler's passes, on each kind of processor, and prints a table.

    python benchmarks/passes.py [--only loops,fusion] [--isa avx512,avx2] [--rounds 3]

Every measurement is a fresh process (`worker.py`, `rnn.py`) whose best repetition counts; with and without take turns, and of the
rounds the best counts again: other work on the machine only ever adds. All programs are compiled from the first run on.
A pass whose gain is gone is to be deleted; the figures stand at the head of its module.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# For each pass, the programs that it is for: a script and its arguments.
CASES = {
    "loops": {name: ("rnn.py", "--work", "penstock", name) for name in ("lstm", "gru")},
    "fusion": {name: ("worker.py", "penstock", name) for name in ("mnist_conv", "layers_conv")},
    "elementwise": {name: ("worker.py", "penstock", name) for name in ("mandelbrot", "pde")},
}


def measure(script: tuple[str, ...], isa: str, passes: str) -> float:
    """The seconds of a step, in a process of its own."""
    setting = {"PENSTOCK_ISA": isa, "PENSTOCK_PASSES": passes, "PENSTOCK_TIER": "compile"}
    command = [sys.executable, str(HERE / script[0]), *script[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | setting)
    return json.loads(done.stdout.strip().splitlines()[-1])["best"]


def main() -> None:
    """Prints the table."""
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("--only", default=",".join(CASES), help="names of passes, separated by commas")
    cli.add_argument("--isa", default="avx512,avx2", help="kinds of processors, as in PENSTOCK_ISA")
    cli.add_argument("--rounds", type=int, default=3)
    args = cli.parse_args()
    print(f"{'pass':12} {'program':12} {'processor':10} {'without':>10} {'with':>10} {'gain':>6}")
    for isa in args.isa.split(","):
        # The kernels may have to be compiled first.
        wait = [sys.executable, "-c", "from penstock import native; assert native.wait()"]
        subprocess.run(wait, check=True, env=os.environ | {"PENSTOCK_ISA": isa}, cwd=HERE.parent)
        for name in args.only.split(","):
            for program, script in CASES[name].items():
                rounds = [[measure(script, isa, passes) for passes in (f"-{name}", "")] for _ in range(args.rounds)]
                without, made = (min(times) for times in zip(*rounds, strict=True))
                print(
                    f"{name:12} {program:12} {isa:10} {without * 1e3:7.2f} ms {made * 1e3:7.2f} ms {without / made:6.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
