"""Another process compiles; it ends with its own, and what it answers is used only if it is what it should be."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.xla import compile as compiler
from penstock.runtime.xla import compile_process
from penstock.runtime.xla.compile_process import CompileProcess, Gone
from penstock.runtime.xla.product import Product, Refusal
from penstock.runtime.xla.request import Request
from tests.subprocesses import ROOT

pytestmark = pytest.mark.skipif(not CompileProcess().is_usable(), reason="no such process on this system")


@pytest.fixture
def process():
    made = CompileProcess()
    yield made
    made.stop()


@pytest.fixture
def request_of():
    """The request for a program of some tensor, as the first run in the compiled tier makes it."""

    def make(fetch, feed):
        found = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiler, "build", lambda *job: found.append(Request(*job)))
            patch.setenv("PENSTOCK_TIER", "compile")
            with tf.Session() as sess:
                sess.run(fetch, feed)
        return found[-1]

    return make


def processes(mark: str) -> list[int]:
    """The processes whose arguments hold a text."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                arguments = (folder / "cmdline").read_text()
            except OSError:
                continue
            if mark in arguments and "compile_server" in arguments:
                found.append(int(folder.name))
    return found


def ends(pid: int, seconds: float) -> bool:
    """Whether a process ends within some seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def test_what_it_makes_is_what_would_be_made_here(process, request_of):
    x = tf.placeholder(tf.float32, [4, 3])
    wanted = request_of(tf.nn.softmax(tf.sin(x) @ tf.ones([3, 5])), {x: np.ones([4, 3])})
    made = process.compile(wanted.written.data)
    assert isinstance(made, Product) and made.results == [((4, 5), np.dtype(np.float32))]
    program = compiler._loaded(wanted, made)
    value = np.random.RandomState(0).rand(4, 3).astype(np.float32)
    (outputs,) = program.call([value], {})
    exps = np.exp(np.sin(value) @ np.ones([3, 5], np.float32))
    np.testing.assert_allclose(outputs, exps / exps.sum(1, keepdims=True), rtol=1e-6)


def test_it_tells_which_value_must_be_known(process, request_of):
    x, n = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.int32, [])
    wanted = request_of(tf.tile(x, [tf.cond(n > 1, lambda: n, lambda: n + 1)]), {x: [1, 2], n: 3})
    made = process.compile(wanted.written.data)
    assert isinstance(made, (Product, Refusal)) and not getattr(made, "failed", False)


def test_a_source_that_it_cannot_read_is_an_answer(process):
    made = process.compile(b"no source")
    assert isinstance(made, Refusal) and made.failed and "ValueError" in made.reason
    assert process.is_usable()


def test_one_that_was_killed_is_started_again(process, request_of, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    x = tf.placeholder(tf.float32, [3])
    wanted = request_of(x + 1.0, {x: [1, 2, 3]}).written.data
    assert isinstance(process.compile(wanted), Product)
    (first,) = processes(str(tmp_path))
    os.kill(first, signal.SIGKILL)
    assert ends(first, 10)
    assert isinstance(process.compile(wanted), Product)
    assert processes(str(tmp_path)) != [first]


def test_one_that_was_started_with_other_settings_is_not_asked(process, request_of, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    x = tf.placeholder(tf.float32, [3])
    wanted = request_of(tf.tanh(x) + 1.0, {x: [1, 2, 3]}).written.data
    assert isinstance(process.compile(wanted), Product)
    (first,) = processes(str(tmp_path))
    assert isinstance(process.compile(wanted), Product)
    assert processes(str(tmp_path)) == [first]
    monkeypatch.setenv("PENSTOCK_QUICK_COMPILE", "1")
    assert isinstance(process.compile(wanted), Product)
    assert ends(first, 10)
    assert len(processes(str(tmp_path))) == 1 and process.is_usable()


FAKE = """
import os, sys
if os.fork():
    os._exit(0)
import hashlib, json, socket
sys.path[:0] = json.loads(sys.argv[1])[1][:1]
from penstock.runtime.xla import compile_server as server
connection = socket.socket(fileno=0)
greeting = server.GREETING + server.versions()
GREET
request = server.receive_message(connection, 1 << 30)
"""
GREET = "connection.sendall(greeting)"


def fake(monkeypatch, *lines, greet=GREET):
    monkeypatch.setattr(compile_process, "_BOOT", FAKE.replace("GREET\n", greet + "\n") + "\n".join(lines))


@pytest.mark.parametrize(
    "lines",
    [
        ["body = b'penstock product 1\\n'", "server.send_message(connection, bytes(32), body)"],
        ["body = b'anything'", "server.send_message(connection, hashlib.sha256(body).digest(), body)"],
        [
            "body = b'penstock product 1\\n' + (2).to_bytes(8, 'little') + b'{}'",
            "server.send_message(connection, hashlib.sha256(body).digest(), body)",
        ],
        ["connection.sendall(b'\\xff' * 8)"],
        ["server.send_message(connection, b'short')"],
    ],
)
def test_a_damaged_answer_is_not_used_and_nothing_is_asked_again(lines, process, monkeypatch):
    fake(monkeypatch, *lines)
    assert process.compile(b"a source") is None
    assert not process.is_usable()


def test_a_source_that_ends_it_twice_is_given_up(process, monkeypatch):
    fake(monkeypatch, "connection.sendall(bytes(3))", "os._exit(1)")
    with pytest.raises(Gone):
        process.compile(b"a source")
    assert process.is_usable()  # for other sources


@pytest.mark.parametrize("greet", ["os._exit(1)", "connection.sendall(b'x' * len(greeting))"])
def test_one_of_another_version_is_not_used(greet, process, monkeypatch):
    fake(monkeypatch, greet=greet)
    assert process.compile(b"a source") is None
    assert not process.is_usable()


@pytest.mark.parametrize("executable", ["/nowhere/python3", "/bin/cat", "", None])
def test_without_a_python_that_can_be_started_there_is_none(executable, monkeypatch):
    monkeypatch.setattr(sys, "executable", executable)
    made = CompileProcess()
    assert not made.is_usable() or made.compile(b"a source") is None
    assert not made.is_usable()


def test_it_ends_when_nobody_asks(process, request_of, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    boot = compile_process._BOOT.replace("compile_server.main()", "compile_server.IDLE_SECONDS = 0.2\ncompile_server.main()")
    monkeypatch.setattr(compile_process, "_BOOT", boot)
    assert process.start()
    (pid,) = processes(str(tmp_path))
    assert ends(pid, 30)
    x = tf.placeholder(tf.float32, [3])
    wanted = request_of(x + 1.0, {x: [1, 2, 3]}).written.data
    assert isinstance(process.compile(wanted), Product)


def test_one_that_others_leave_no_time_is_started_again_with_a_better_priority(process, request_of, monkeypatch):
    x = tf.placeholder(tf.float32, [3])
    wanted = request_of(x + 1.0, {x: [1, 2, 3]}).written.data
    starved = """
compile_server._PATIENCE = 0.2
if os.sched_getscheduler(0) == os.SCHED_IDLE:
    import time
    compile_server.compile_written = lambda source: time.sleep(60)
compile_server.main()
"""
    monkeypatch.setattr(compile_process, "_BOOT", compile_process._BOOT.replace("compile_server.main()", starved))
    monkeypatch.setattr(compile_process, "_is_busy", lambda: False)
    assert isinstance(process.compile(wanted), Product)


# The network takes XLA some seconds.
PROGRAM = """
import sys, time
sys.path.append(sys.argv[1])
import numpy as np
import penstock as tf
from penstock import native
from penstock.runtime.xla import compile_process, background
native.wait()
x = tf.constant(np.ones([64, 50], np.float32))
for _ in range({layers}):
    x = tf.layers.dense(x, 50, tf.nn.relu, kernel_initializer=tf.ones_initializer())
loss = tf.reduce_mean(x) * 1e-9
step = tf.train.GradientDescentOptimizer(1e-30).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
first = sess.run([loss, step])[0]
until = time.time() + 60
while compile_process.the_process._connection is None and time.time() < until:
    sess.run(step)
"""


def run(code, tmp_path, **more):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_CACHE": "0", **more}
    env.pop("PENSTOCK_TIER", None)
    return subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_program_runs_that_was_traced_elsewhere(tmp_path):
    code = PROGRAM.format(layers=12) + """if True:
        background.wait()
        for _ in range(50):
            assert sess.run([loss, step])[0] == first
        compiled = [name for name in ("compile", "trace") if f"penstock.runtime.xla.{name}" in sys.modules]
        print(compiled, len(tf.Session().list_devices()))
    """
    done = run(code, tmp_path)
    assert done.communicate(timeout=120) == ("['compile'] 1\n", "")


def test_it_ends_with_a_process_that_is_killed(tmp_path):
    done = run(PROGRAM.format(layers=60) + "print(1, flush=True)\ntime.sleep(100)", tmp_path)
    assert done.stdout.readline() == "1\n"
    (pid,) = processes(str(tmp_path) + '"')
    done.kill()
    done.communicate()
    assert ends(pid, 5)


def test_a_process_ends_within_a_second_while_another_compiles_for_it(tmp_path):
    done = run(PROGRAM.format(layers=60) + "time.sleep(1)\nprint(time.time())", tmp_path)
    out, err = done.communicate(timeout=120)
    assert err == "" and done.returncode == 0
    assert time.time() - float(out) < 1.0 + os.getloadavg()[0]  # on a busy machine it is not alone
    assert not [pid for pid in processes(str(tmp_path)) if not ends(pid, 5)]


def test_programs_that_wait_for_their_children_do_not_meet_it():
    program = """
import os
from penstock.runtime.xla.compile_process import CompileProcess
process = CompileProcess()
assert process.start()
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no children")
process.stop()
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout == "no children\n", done.stderr
