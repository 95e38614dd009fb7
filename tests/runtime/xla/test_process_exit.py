"""A process ends soon after its last line, whatever is being compiled, with the status, output and handlers of any other."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import pytest

from penstock.runtime.xla import process_exit
from tests.subprocesses import ROOT

pytestmark = pytest.mark.skipif(not process_exit.is_supported(), reason="another system: the process waits for XLA")

# The compiling thread is in C, without the interpreter's lock, for longer than any test takes: as if in XLA.
BUSY = '''
import atexit, ctypes, os, signal, sys, threading, time
atexit.register(print, "registered before")
from penstock.runtime.xla import background

elsewhere = {"background": background, "ctypes": ctypes}  # a thread that never ends keeps the names that its code knows
exec("""
def build(*unused):
    background.note_python_done()
    ctypes.CDLL(None).sleep(100)

class Segment:
    programs = {}

    class policy:
        urgency = staticmethod(lambda signature: 0.0)

background._build = build
""", elsewhere)
background.compile_later(elsewhere["Segment"](), [], None)
background.yield_to_compiler(10)
atexit.register(print, "registered after")
print("last line", flush=True)
'''
# In XLA itself, which is done with this after some seconds.
IN_XLA = """
import atexit, sys, time
import numpy as np
import penstock as tf
from penstock.runtime.policy import Policy
from penstock.runtime.xla import background
Policy.should_look = lambda *unused: False  # what is pending is a compilation
x = tf.Variable(np.ones([40, 40], np.float32))
y = x
for i in range({turns}):
    y = tf.sin(tf.matmul(y, y) + float(i)) - tf.nn.top_k(y, 40).values
sess = tf.Session()
sess.run(tf.global_variables_initializer())
while not background._pending:
    sess.run(y)
while background._in_python:
    time.sleep(0.01)
assert background._pending
print("last line", flush=True)
"""
LIMIT = 1.0 if os.environ.get("PENSTOCK_IDLE_MACHINE") else 30.0  # seconds: tests run beside others


def end(program, own=0.0, **environment):
    """The status of a process, what it printed after its last line, its messages.

    Args:
      own: the seconds that the program itself takes after that line.
    """
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_CACHE": "0", **environment}
    env.pop("PENSTOCK_TIER", None)
    with tempfile.TemporaryFile("w+") as messages:
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=messages, text=True, env=env
        )
        with process, process.stdout as lines:
            for line in lines:
                if line == "last line\n":
                    break
            began = time.monotonic()
            rest = lines.read()
            process.wait(90)
        assert time.monotonic() - began < LIMIT + own
        messages.seek(0)
        return process.returncode, rest, messages.read()


HANDLERS = "registered after\nregistered before\n"


@pytest.mark.parametrize(
    ("last", "status", "told"),
    [
        ("", 0, ""),
        ("sys.exit()", 0, ""),
        ("sys.exit(0)", 0, ""),
        ("sys.exit(3)", 3, ""),
        ("sys.exit(256 + 7)", 7, ""),
        ("sys.exit(-1)", 255, ""),
        ("raise SystemExit(4)", 4, ""),
        ("raise SystemExit('what was wrong')", 1, "what was wrong\n"),
        ("sys.exit(None)", 0, ""),
        ("exit(6)", 6, ""),
        ("raise ValueError('a mistake')", 1, "ValueError: a mistake\n"),
        ("assert False", 1, "AssertionError\n"),
        ("try: sys.exit(5)\nexcept SystemExit: pass", 0, ""),
        ("try: raise ValueError\nexcept ValueError: pass", 0, ""),
        ("raise KeyboardInterrupt", -signal.SIGINT, "KeyboardInterrupt\n"),
        ("os.kill(os.getpid(), signal.SIGINT); time.sleep(5)", -signal.SIGINT, "KeyboardInterrupt\n"),
        ("threading.Thread(target=lambda: 1 / 0).start(); sys.exit(2)", 2, "ZeroDivisionError: division by zero\n"),
        ("threading.Thread(target=time.sleep, args=(100,), daemon=True).start(); sys.exit(2)", 2, ""),
        ("signal.signal(signal.SIGTERM, lambda *_: sys.exit(9)); os.kill(os.getpid(), signal.SIGTERM)", 9, ""),
        ("atexit.unregister(print); atexit.register(print, HANDLERS, end='')", 0, ""),
    ],
)
def test_status_output_and_handlers_are_those_of_any_process(last, status, told):
    found = end(f"HANDLERS = {HANDLERS!r}\n" + BUSY + last)
    assert found[:2] == (status, HANDLERS)
    assert found[2].endswith(told) if told else found[2] == ""


def test_what_ends_at_once_does():
    assert end(BUSY + "os._exit(8)")[:2] == (8, "")
    assert end(BUSY + "os.kill(os.getpid(), signal.SIGTERM); time.sleep(5)")[:2] == (-signal.SIGTERM, "")


def test_files_that_nobody_closed_are_written(tmp_path):
    path = tmp_path / "out.txt"
    last = f"def f(): pass\nfile = open({str(path)!r}, 'w'); file.write('text'); ctypes.CDLL(None).printf(b'from C'); sys.exit(1)"
    assert end(BUSY + last)[:2] in (
        (1, HANDLERS + "from C"),
        (1, "from C" + HANDLERS),
    )  # Python may empty C's streams first
    assert path.read_text() == "text"


def test_a_handler_may_still_run_a_session():
    last = """
import penstock as tf
@atexit.register
def more():
    print(tf.Session().run(tf.constant(1.0) + 1.0))
"""
    assert end(BUSY + last)[:2] == (0, "2.0\n" + HANDLERS)


def test_a_child_process_is_none_of_its_business():
    last = """
child = os.fork()
if child == 0:
    sys.exit(11)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
sys.stdout.flush()
os._exit(0)
"""
    assert end(BUSY + last)[1] == HANDLERS + "11\n"


def test_without_the_kernels_too():
    assert end(BUSY + "sys.exit(3)", PENSTOCK_NATIVE="0") == (3, HANDLERS, "")


def test_xla_in_the_middle_of_a_program():
    assert end(IN_XLA.format(turns=150) + "sys.exit(3)") == (3, "", "")


def test_xla_is_done_while_python_ends():
    # The last thing that Python does is to wait, so that the thread comes back.
    last = """
class Late:
    def __del__(self, sleep=time.sleep):
        sleep(4)
late = Late()
sys.exit(5)
"""
    assert end(IN_XLA.format(turns=8) + last, own=4.0) == (5, "", "")


def test_a_c_compiler_is_stopped_and_what_it_has_done_is_kept(tmp_path):
    # Five files are compiled at once; the sixth takes its time, in a process that the compiler has started, as gcc does.
    compiler = tmp_path / "slow-cc"
    compiler.write_text(
        f"""#!/bin/sh
if [ "$(ls {tmp_path}/cache/native/objects-*/*.o 2> {os.devnull} | wc -l)" -ge 5 ]; then
  sleep 100 &
  echo $! > {tmp_path}/pid
  wait
fi
for last; do :; done
echo > "$last"
"""
    )
    compiler.chmod(0o755)
    program = f"""
import pathlib, time
from penstock import native
native._INSTALLED = pathlib.Path("/nowhere")
assert native.ready() is None and native.is_being_built()
while not (pid := pathlib.Path({str(tmp_path)!r}, "pid")).exists() or not pid.read_text():
    time.sleep(0.01)
print("last line", flush=True)
"""
    assert end(program, CC=str(compiler), PENSTOCK_CACHE=str(tmp_path / "cache")) == (0, "", "")
    assert len(list((tmp_path / "cache" / "native").glob("objects-*/*.o"))) == 5
    state = pathlib.Path("/proc", (tmp_path / "pid").read_text().strip(), "stat")
    assert not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z"
