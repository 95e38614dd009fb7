"""`penstock cluster up`: the tasks of a cluster as processes of this machine, each running the same program.

A task learns what it is from `TF_CONFIG` and, if the program knows them, from the flags that 1.x's tutorials use. Lines that it
writes come with its name in front. All are stopped when the chief has ended.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

from penstock.platform.ports import free_ports

_CHIEFS = ("chief", "master", "worker")  # the first task of the first of these jobs is the chief
_OUTSIDE = "evaluator"  # has a task, but no server that others reach
_ENDS_BY_ITSELF = ("chief", "master", "worker", "evaluator")  # a parameter server never does
_KILL_AFTER = 5.0  # seconds from a request to end to the end
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0  # seconds before a task that died is started anew, doubled each time


class Task(NamedTuple):
    """One task of a job."""

    job: str
    number: int

    def __str__(self) -> str:
        return f"{self.job} {self.number}"


class Cluster:
    """Processes of a cluster.

    Args:
      jobs: number of tasks by job.
      command: what each runs.
      flags: whether to add the flags of 1.x's tutorials.
      host: at which the tasks listen.
      first_port: of the first task, the next has the next; without it, ports that are free.
      restarts: how often a task that has died is started anew.
    """

    def __init__(
        self,
        jobs: dict[str, int],
        command: Sequence[str],
        flags: bool = False,
        host: str = "localhost",
        first_port: int | None = None,
        restarts: int = 0,
    ) -> None:
        self.tasks = [Task(job, i) for job, count in jobs.items() for i in range(count)]
        inside = [task for task in self.tasks if task.job != _OUTSIDE]
        ports = free_ports(len(inside), host) if first_port is None else range(first_port, first_port + len(inside))
        self.spec: dict[str, list[str]] = {}
        for task, port in zip(inside, ports, strict=True):
            self.spec.setdefault(task.job, []).append(f"{host}:{port}")
        self.chief = next((Task(job, 0) for job in _CHIEFS if jobs.get(job)), self.tasks[0])
        self._command = list(command)
        self._flags = flags
        self._restarts = dict.fromkeys(self.tasks, restarts)
        self._pauses = dict.fromkeys(self.tasks, _FIRST_PAUSE)
        self._ended: queue.SimpleQueue[tuple[Task | None, int]] = queue.SimpleQueue()
        self._writing = threading.Lock()
        self._pumps: list[threading.Thread] = []
        self.processes: dict[Task, subprocess.Popen] = {}

    # -- one task -----------------------------------------------------------------------------------------------------------

    def environment(self, task: Task) -> dict[str, str]:
        """The variables of a task's process."""
        config = {"cluster": self.spec, "task": {"type": task.job, "index": task.number}}
        return {**os.environ, "TF_CONFIG": json.dumps(config), "PYTHONUNBUFFERED": "1"}

    def arguments(self, task: Task) -> list[str]:
        """The flags of a task, as in `trainer.py`: all addresses of each job, and which task this is."""
        if not self._flags:
            return []
        hosts = [f"--{job}_hosts={','.join(addresses)}" for job, addresses in self.spec.items()]
        return [*hosts, f"--job_name={task.job}", f"--task_index={task.number}"]

    def start(self, task: Task) -> None:
        """Starts the process of a task."""
        process = subprocess.Popen(
            [*self._command, *self.arguments(task)],
            env=self.environment(task),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C reaches us alone, and we end all
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
        self.processes[task] = process
        for pipe, out in ((process.stdout, sys.stdout), (process.stderr, sys.stderr)):
            pump = threading.Thread(target=self._pump, args=(task, pipe, out), daemon=True)
            pump.start()
            self._pumps.append(pump)
        threading.Thread(target=lambda: self._ended.put((task, process.wait())), daemon=True).start()

    def _pump(self, task: Task, pipe: IO[bytes], out: Any) -> None:
        prefix = f"[{task}] ".encode()
        for line in pipe:
            self._write(out, prefix + line.rstrip(b"\n") + b"\n")
        pipe.close()

    def _write(self, out: Any, line: bytes) -> None:
        with self._writing:
            raw = getattr(out, "buffer", None)
            if raw is None:
                out.write(line.decode(errors="replace"))
            else:
                raw.write(line)
            out.flush()

    def say(self, text: str) -> None:
        """Tells the user something of the cluster itself."""
        self._write(sys.stderr, f"[cluster] {text}\n".encode())

    # -- all ----------------------------------------------------------------------------------------------------------------

    def run(self, grace: float) -> int:
        """Starts all, waits for the chief (then `grace` seconds for others that end by themselves), stops all.

        Returns:
          The exit code of the chief; if another task failed and was not started anew, that of the other.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, frame: self._ended.put((None, 128 + number)))
        for task in self.tasks:
            self.start(task)
        try:
            code = self._until_chief_ends()
            if code == 0:
                self._wait_for_others(grace)
            return code
        finally:
            self.stop()

    def _until_chief_ends(self) -> int:
        while True:
            task, code = self._ended.get()
            if task is None:
                return code
            if code < 0:
                code = 128 - code  # as a shell tells of a signal
            if task == self.chief and code == 0:
                return 0
            if code == 0 and task.job in _ENDS_BY_ITSELF:
                continue
            if not self._restarts[task]:
                self.say(f"{task} ended with code {code}; all tasks are stopped")
                return code or 1
            self._restarts[task] -= 1
            self.say(f"{task} ended with code {code} and is started anew ({self._restarts[task]} times left)")
            time.sleep(self._pauses[task])
            self._pauses[task] = min(2 * self._pauses[task], _LONGEST_PAUSE)
            self.start(task)

    def _wait_for_others(self, grace: float) -> None:
        end = time.monotonic() + grace
        for task, process in self.processes.items():
            if task.job in _ENDS_BY_ITSELF:
                try:
                    code = process.wait(max(0.0, end - time.monotonic()))
                except subprocess.TimeoutExpired:
                    self.say(f"{task} is stopped {grace:g} seconds after the chief")
                else:
                    if (
                        code
                    ):  # not an error of the whole: the chief's server is gone, and many programs stumble over that
                        self.say(f"{task} ended with code {code} after the chief")

    def stop(self) -> None:
        """Ends all processes: asks them to, and kills those that do not."""
        alive = [process for process in self.processes.values() if process.poll() is None]
        for process in alive:
            process.terminate()
        end = time.monotonic() + _KILL_AFTER
        for process in alive:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for pump in self._pumps:
            pump.join(1.0)


def _die_with_parent() -> None:
    """Has the kernel end a task whose launcher was killed: nobody else would."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def knows_flags(program: str, module: bool = False) -> bool:
    """Whether the source of a program has the flags of 1.x's tutorials in it."""
    if module:
        try:
            spec = importlib.util.find_spec(program)
        except (ImportError, ValueError):
            return False
        if spec is None or spec.origin is None:
            return False
        program = spec.origin
    try:
        with open(program, "rb") as f:
            source = f.read()
    except OSError:
        return False  # a folder; what is missing is told by who runs it
    return b"job_name" in source and b"_hosts" in source


# -- the command line ---------------------------------------------------------------------------------------------------


def _job(text: str) -> tuple[str, int]:
    name, equals, count = text.partition("=")
    if not name or not equals or not count.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=NUMBER")
    return name, int(count)


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `penstock cluster`."""
    own = parser.add_subparsers(dest="what", metavar="what", required=True)
    up = own.add_parser(
        "up",
        help="start a cluster on this machine; every task runs the same program",
        usage="penstock cluster up [-h] [--ps N] [--worker N] [--chief] [--evaluator] [options] "
        "(program.py | -m module) [args ...]",
    )
    up.add_argument("--ps", type=int, default=0, metavar="N", help="number of parameter servers")
    up.add_argument("--worker", type=int, default=0, metavar="N", help="number of workers")
    up.add_argument(
        "--chief", action="store_true", help="a task `chief`, which Estimators want; else worker 0 is chief"
    )
    up.add_argument("--evaluator", action="store_true", help="a task `evaluator` beside the cluster")
    up.add_argument("--job", type=_job, action="append", default=[], metavar="NAME=N", help="tasks of another job")
    up.add_argument("--host", default="localhost", help="where the tasks listen (localhost)")
    up.add_argument("--port", type=int, help="the first task's port, the next have the next; else ports that are free")
    up.add_argument("--restart", action="store_true", help="start a task that died anew; else one that fails ends all")
    up.add_argument("--max-restarts", type=int, default=10, metavar="N", help="how often, for each task (10)")
    up.add_argument(
        "--grace", type=float, default=30.0, metavar="SECONDS", help="for other workers after the chief (30)"
    )
    text = "give --ps_hosts, --worker_hosts, --job_name and --task_index to the program (auto: if its source has them)"
    up.add_argument("--flags", choices=("auto", "always", "never"), default="auto", help=text)
    up.add_argument("--python", metavar="PATH", help="run the tasks with this Python and its own tensorflow")
    up.add_argument("-m", dest="module", action="store_true", help="run a module by its dotted name")
    up.add_argument("program", help="the program's file, or with -m the module's name")
    up.add_argument("args", nargs=argparse.REMAINDER, help="the program's own arguments")


def action(options: argparse.Namespace) -> int:
    """Runs `penstock cluster up`."""
    jobs = {"chief": int(options.chief), "ps": options.ps, "worker": options.worker, **dict(options.job)}
    jobs[_OUTSIDE] = int(options.evaluator)
    jobs = {job: count for job, count in jobs.items() if count > 0}
    if not set(jobs) - {_OUTSIDE}:
        print("penstock cluster up: no tasks; say how many, such as --ps 1 --worker 2", file=sys.stderr)
        return 2
    if not options.module and not os.path.exists(options.program):
        print(f"penstock: can't open file {options.program!r}: No such file or directory", file=sys.stderr)
        return 2
    python = [options.python] if options.python else [sys.executable, "-m", "penstock", "run"]
    command = [*python, *(["-m"] if options.module else []), options.program, *options.args]
    flags = options.flags == "always" or (options.flags == "auto" and knows_flags(options.program, options.module))
    restarts = options.max_restarts if options.restart else 0
    return Cluster(jobs, command, flags, options.host, options.port, restarts).run(options.grace)
