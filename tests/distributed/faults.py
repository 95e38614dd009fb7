"""What goes wrong between tasks: one that stops for a while, connections that break, a full buffer, a client that is gone.

`python -m tests.distributed.faults [--seconds 300] [--seed 0]` has them happen at random moments of steps that add to a
variable of a parameter server. No step may take longer than its time limit (and `LATE` seconds for a busy machine), the error
must be one that 1.15 has for it, no step may be applied twice, and steps must go on. For tasks that are killed see `kills.py`.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import threading
import time

import numpy as np

import penstock as tf
from penstock.platform.ports import free_ports

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "tests" / "distributed" / "task_program.py"
LIMIT, LATE = 2.0, 3.0  # seconds that a step may take, and how late the news of that may come
LARGE = 32 << 20  # bytes: more than sockets and gRPC keep


class Wire:
    """A port that passes on what it is sent, and can be closed."""

    def __init__(self, port: int, target: int) -> None:
        self._port, self._target = port, target
        self._sockets: list[socket.socket] = []
        self._mutex = threading.Lock()
        self._door: socket.socket | None = None
        self.open()

    def open(self) -> None:
        """Listens."""
        self._door = socket.create_server(("localhost", self._port))
        threading.Thread(target=self._accept, args=(self._door,), daemon=True).start()

    def close(self) -> None:
        """Ends all connections and listens no more."""
        door, self._door = self._door, None
        with self._mutex:
            ended, self._sockets = [*self._sockets, door], []
        for one in ended:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def _accept(self, door: socket.socket) -> None:
        while True:
            try:
                near = door.accept()[0]
                far = socket.create_connection(("localhost", self._target))
            except OSError:
                return
            with self._mutex:
                if self._door is not door:
                    near.close()
                    far.close()
                    return
                self._sockets += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(1 << 16):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class Tasks:
    """A parameter server behind a `Wire`, and a worker that is the master of the steps.

    Args:
      links: whether the tasks may have sockets beside gRPC, which the `Wire` does not see.
    """

    def __init__(self, links: bool) -> None:
        self._links = links
        real, shown, worker = free_ports(3)
        self.spec = {"ps": [f"localhost:{shown}"], "worker": [f"localhost:{worker}"]}
        self.target = f"grpc://localhost:{worker}"
        own = {**self.spec, "ps": [f"localhost:{real}"]}
        self.ps, self.worker = self._start(own, "ps"), self._start(self.spec, "worker")
        for process in (self.ps, self.worker):
            assert process.stdout.readline().startswith("ready")
        self.wire = Wire(shown, real)

    def _start(self, spec: dict, job: str) -> subprocess.Popen:
        command = [sys.executable, str(PROGRAM), "penstock", json.dumps(spec), "serve", job, "0"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_SIDE_CHANNEL": str(int(self._links))}
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

    def __enter__(self) -> "Tasks":
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self.ps, self.worker):
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait(30)
            process.stdout.close()
        self.wire.close()


class Program:
    """Steps that add 1 to a variable, made known as they are acknowledged."""

    def __init__(self, tasks: Tasks) -> None:
        self.tasks = tasks
        self.graph = tf.Graph()
        with self.graph.as_default():
            with tf.device("/job:ps/task:0"):
                self.steps = tf.get_variable("steps", [], tf.int64, initializer=tf.zeros_initializer())
                self.large = tf.get_variable("large", [LARGE // 4], initializer=tf.zeros_initializer())
            with tf.device("/job:worker/task:0"):
                self.one = tf.placeholder(tf.int64, [])
                self.values = tf.placeholder(tf.float32, [LARGE // 4])
                added = tf.maximum(self.one, 1)
            self.add = self.steps.assign_add(added)
            self.fill = self.large.assign(self.values).op
            self.initializer = tf.global_variables_initializer()
        self.config = tf.ConfigProto(operation_timeout_in_ms=int(LIMIT * 1000))
        self.session = None
        self.errors: collections.Counter[str] = collections.Counter()
        self.longest = 0.0

    def new_session(self) -> None:
        """Begins again, as `MonitoredSession` would."""
        if self.session is not None:
            old, self.session = self.session, None
            threading.Thread(target=old.close, daemon=True).start()  # its master may be the one that does not answer
        self.session = tf.Session(self.tasks.target, graph=self.graph, config=self.config)

    def run(self, fetch: object, feeds: dict | None = None) -> tuple[object, str]:
        """(result, "") of a step, or (None, class of its error). It must not take longer than it may."""
        began = time.monotonic()
        try:
            found, error = self.session.run(fetch, feeds), ""
        except tf.errors.OpError as raised:
            found, error = None, type(raised).__name__
            self.errors[error] += 1
        took = time.monotonic() - began
        self.longest = max(self.longest, took)
        assert took < LIMIT + LATE, f"{error or 'a step'} after {took:.1f} s"
        return found, error

    def one_step(self) -> tuple[object, str]:
        return self.run(self.add, {self.one: 1})

    def value(self) -> int:
        """The steps that were applied, as soon as the tasks answer again."""
        end = time.monotonic() + 30.0
        while True:
            found, error = self.run(self.steps)
            if not error:
                return int(found)
            assert time.monotonic() < end, f"{error}: the tasks do not come back"
            time.sleep(0.1)
            self.new_session()


ALLOWED = {"DeadlineExceededError", "UnavailableError", "AbortedError", "CancelledError"}


def steps_around(program: Program, chance: random.Random, happen, end) -> None:
    """Steps before, while and after something happens: each acknowledged one counts once, each failed one at most once."""
    before = program.value()
    done = tried = 0
    thread = threading.Thread(target=lambda: (time.sleep(chance.random() * 0.05), happen()))
    thread.start()
    until = time.monotonic() + 0.2 + chance.random() * 0.5
    while time.monotonic() < until or thread.is_alive():
        tried += 1
        _, error = program.one_step()
        done += not error
        if error:
            assert error in ALLOWED, error
            break
    thread.join()
    end()
    after = program.value()
    assert done <= after - before <= tried, f"{done} of {tried} steps were acknowledged, {after - before} were applied"
    late = tried - (after - before)  # steps that failed and may be applied still, where tasks have little time
    for number in range(1, 4):
        found, error = program.one_step()
        if error:  # a connection may break late
            assert error in ALLOWED, error
            after, late = program.value() - number, late + 1
            continue
        assert 0 <= int(found) - after - number <= late, f"{found} steps were applied after {after} and {number} more"


def pause(tasks: Tasks, program: Program, chance: random.Random) -> None:
    """A task is stopped and goes on later."""
    process = chance.choice([tasks.ps, tasks.worker])
    steps_around(
        program, chance, lambda: process.send_signal(signal.SIGSTOP), lambda: process.send_signal(signal.SIGCONT)
    )


def close_port(tasks: Tasks, program: Program, chance: random.Random) -> None:
    """The connections to a task break and its port is closed for a while."""
    steps_around(program, chance, tasks.wire.close, tasks.wire.open)


def full_buffer(tasks: Tasks, program: Program, chance: random.Random) -> None:
    """A task does not read what it is sent, until all buffers on the way are full."""
    before = program.value()
    tasks.ps.send_signal(signal.SIGSTOP)
    try:
        _, error = program.run(program.fill, {program.values: np.full(LARGE // 4, chance.random(), np.float32)})
        assert error in ALLOWED, error or "a step has ended that cannot have"
    finally:
        tasks.ps.send_signal(signal.SIGCONT)
    assert program.value() == before
    program.new_session()
    assert not program.one_step()[1]
    found, error = program.run(tf_minmax(program))
    assert not error and found[0] == found[1], "a variable is half of what it was, and half of what it becomes"


def tf_minmax(program: Program) -> list:
    """Smallest and largest value of the large variable."""
    with program.graph.as_default(), tf.device("/job:ps/task:0"):
        if not hasattr(program, "_ends"):
            program._ends = [tf.reduce_min(program.large), tf.reduce_max(program.large)]
            program.new_session()
    return program._ends


CLIENT = """
import sys
import penstock as tf
with tf.device("/job:ps/task:0"):
    queue = tf.FIFOQueue(10, [tf.int32], shared_name="vanishing")
    taken = queue.dequeue()
sess = tf.Session(sys.argv[1])
sess.run(queue.size())
print("ready", flush=True)
sess.run(taken)
"""


def vanish(tasks: Tasks, program: Program, chance: random.Random) -> None:
    """A client is killed while its step waits for a queue: the step must not take what comes later."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, tasks.target], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert client.stdout.readline() == "ready\n"
    time.sleep(0.3 + chance.random() * 0.3)
    client.kill()
    client.wait()
    client.stdout.close()
    time.sleep(1.0)
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            queue = tf.FIFOQueue(10, [tf.int32], shared_name="vanishing")
            put, size, taken = queue.enqueue(7), queue.size(), queue.dequeue()
        with tf.Session(tasks.target, config=program.config) as sess:
            sess.run(put)
            time.sleep(0.3)
            assert sess.run(size) == 1, "the step of a client that is gone took an element"
            assert sess.run(taken) == 7


KINDS = {kind.__name__: kind for kind in (pause, close_port, full_buffer, vanish)}


def main(seconds: float, seed: int, kinds: list[str], times: int | None = None, links: bool = True) -> dict:
    """Has things happen for some seconds (or some times each); returns how often, and which errors came."""
    chance = random.Random(seed)
    happened: collections.Counter[str] = collections.Counter()
    end = time.monotonic() + seconds
    with Tasks(links) as tasks:
        program = Program(tasks)
        program.new_session()
        program.session.run(program.initializer)
        while time.monotonic() < end:
            left = [kind for kind in kinds if times is None or happened[kind] < times]
            if not left:
                break
            kind = chance.choice(left)
            try:
                KINDS[kind](tasks, program, chance)
            except BaseException as error:
                error.add_note(f"{kind}, after {dict(happened)}, seed {seed}")
                raise
            happened[kind] += 1
    return {"happened": dict(happened), "errors": dict(program.errors), "longest step": round(program.longest, 2)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", default=sorted(KINDS), choices=sorted(KINDS))
    options = parser.parse_args()
    for links in (True, False):
        found = main(options.seconds / 2, options.seed, options.kinds, links=links)
        print(json.dumps({"sockets beside gRPC": links, **found}), flush=True)
