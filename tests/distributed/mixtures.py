"""All 16 mixtures of {client, master, parameter server, worker} x {Penstock, TensorFlow 1.15} train the same.

`python -m tests.distributed.mixtures` runs them; it needs a Python with 1.15. One cluster has two tasks of each job, number 0 a
process of ours and number 1 one of theirs, so two clients, each using the eight combinations of tasks, are all mixtures.
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import threading

from tests.subprocesses import environment

PROGRAM = pathlib.Path(__file__).with_name("task_program.py")
ROOT = PROGRAM.parents[2]
JOBS = ("master", "ps", "worker")
SIDES = ("ours", "theirs")


def free_ports(count):
    """Ports that nobody listens on; all are held until all are found."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for s in sockets:
            s.bind(("localhost", 0))
        return [s.getsockname()[1] for s in sockets]
    finally:
        for s in sockets:
            s.close()


class Cluster:
    """Processes of a cluster; leaving the block ends them."""

    def __init__(self, theirs, sides=SIDES, jobs=JOBS):
        ports = iter(free_ports(len(jobs) * len(sides)))
        self.spec = {job: [f"localhost:{next(ports)}" for _ in sides] for job in jobs}
        self._theirs = theirs
        self._sides = sides
        self.processes = {}

    def command(self, side, *arguments):
        python, module = (sys.executable, "penstock") if side == "ours" else (str(self._theirs), "tensorflow")
        return [python, str(PROGRAM), module, json.dumps(self.spec), *arguments]

    def environment(self):
        return environment(PYTHONPATH=str(ROOT), CUDA_VISIBLE_DEVICES="")

    def start(self, job, task):
        process = subprocess.Popen(
            self.command(self._sides[task], "serve", job, str(task)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if self._sides[task] == "theirs" else None,
            text=True,
            env=self.environment(),
        )
        self.processes[job, task] = process
        return process

    def __enter__(self):
        for job, tasks in self.spec.items():
            for task in range(len(tasks)):
                self.start(job, task)
        for process in self.processes.values():
            assert process.stdout.readline().startswith("ready")
        return self

    def __exit__(self, *_):
        for process in self.processes.values():
            process.kill()
        for process in self.processes.values():
            process.wait(30)
            process.stdout.close()

    def train(self, side, mixtures, timeout=300):
        """What a client says of some mixtures "MASTER:PS:WORKER", each the number of a task."""
        done = subprocess.run(
            self.command(side, "train", *mixtures),
            stdout=subprocess.PIPE,
            text=True,
            timeout=timeout,
            env=self.environment(),
        )
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main():
    theirs = os.environ.get("PENSTOCK_115_PYTHON") or sys.argv[1]
    every = [f"{m}:{p}:{w}" for m in (1, 0) for p in (1, 0) for w in (1, 0)]
    found = {}
    with Cluster(theirs) as cluster:

        def client(side):
            found[side] = cluster.train(side, every)

        for side in ("theirs", "ours"):
            thread = threading.Thread(target=client, args=(side,))
            thread.start()
            thread.join()
    judge = {r["program"]: r["values"] for r in found["theirs"] if r["mixture"] == "1:1:1"}
    bad = 0
    for side in SIDES:
        for r in found[side]:
            names = [SIDES[int(n)] for n in r["mixture"].split(":")]
            wanted = judge[r["program"]]
            apart = max((abs(a - b) for a, b in zip(r.get("values", [9e9]), wanted)), default=9e9)
            good = apart < 1e-5
            bad += not good
            print(
                f"client {side:6} master {names[0]:6} ps {names[1]:6} worker {names[2]:6} {r['program']:13} "
                f"{r['seconds']:6.2f} s  {'same' if good else 'DIFFERENT'} ({apart:.1e}) {r.get('error', '')}"
            )
    print(f"{bad} of {sum(map(len, found.values()))} differ")
    return bad


if __name__ == "__main__":
    sys.exit(bool(main()))
