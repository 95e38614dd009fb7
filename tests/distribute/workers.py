"""Runs a program of `worker_program.py` as the tasks of a cluster on this machine, each ours or TensorFlow 1.15.5's.

`PENSTOCK_115_PYTHON=... python -m tests.distribute.workers` writes what 1.15.5 gives to `recorded_workers.json`; arguments are
the programs to run, else it is all.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.distribute import worker_program
from tests.distributed.mixtures import ROOT, free_ports
from tests.subprocesses import environment

RECORDED = Path(__file__).parent / "recorded_workers.json"
TWO_WORKERS = ("worker", "worker")
PROGRAMS = {
    "custom_loop": TWO_WORKERS,
    "fixed_batch": TWO_WORKERS,
    "estimator_of_workers": (*TWO_WORKERS, "evaluator"),
    # One worker: the losses of several depend on who comes first.
    "estimator_of_parameter_servers": ("chief", "ps", "ps", "evaluator"),
    "keras_of_workers": TWO_WORKERS,
    "keras_of_parameter_servers": ("worker", "ps"),
    "keras_goes_on": ("worker",),
}


def run(program, jobs, pythons):
    """What each task that ends prints; `pythons` is for each task the interpreter of 1.15.5, or None for ours."""
    ports = iter(free_ports(len(jobs)))
    cluster = {}
    for job in jobs:
        cluster.setdefault(job, []).append(f"localhost:{next(ports)}")
    processes, counts = [], dict.fromkeys(jobs, 0)
    with tempfile.TemporaryDirectory() as folder:
        try:
            for job, python in zip(jobs, pythons):
                task = {"type": job, "index": counts[job]}
                counts[job] += 1
                told = {"cluster": cluster, "task": task}
                settings = environment(PYTHONPATH=str(ROOT), TF_CONFIG=json.dumps(told), MODEL_DIR=folder)
                module = "tensorflow" if python else "penstock"
                command = [str(python or sys.executable), worker_program.__file__, module, program]
                processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, env=settings))
            waited = [p for job, p in zip(jobs, processes) if job != "ps"]
            return [json.loads(p.communicate(timeout=240)[0]) for p in waited]
        finally:
            for process in processes:
                process.kill()
                process.wait()


def main():
    theirs = os.environ["PENSTOCK_115_PYTHON"]
    found = json.loads(RECORDED.read_text()) if sys.argv[1:] else {}
    for program in sys.argv[1:] or PROGRAMS:
        jobs = PROGRAMS[program]
        found[program] = run(program, jobs, [theirs] * len(jobs))
    RECORDED.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
