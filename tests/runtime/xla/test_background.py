"""A process may end while JAX is starting or a program is being traced, at any moment: nothing is told, and nothing is wrong."""

from __future__ import annotations

import io
import subprocess
import sys
import time
import types

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.runtime import policy
from penstock.runtime.xla import background, cache, trace
from tests.subprocesses import python

INTERPRETED = policy.State.INTERPRETED
PROGRAM = """
import sys, time
import numpy as np
import penstock as tf
from penstock.runtime import policy
from penstock.runtime.xla import background, cache, trace

began = []
later = background.compile_later
background.compile_later = lambda *job: (began.append(time.perf_counter()), later(*job))
x = tf.constant(np.ones([64, 50], np.float32))
for _ in range(6):
    x = tf.layers.dense(x, 50, tf.nn.relu)
step = tf.train.AdamOptimizer().minimize(tf.reduce_mean(x))
sess = tf.Session()
sess.run(tf.global_variables_initializer())
while not began:
    sess.run(step)
while time.perf_counter() - began[0] < float(sys.argv[1]):
    time.sleep(0.001)
"""


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.6])
def test_a_process_ends_while_jax_starts(seconds, monkeypatch):
    monkeypatch.delenv("PENSTOCK_TIER", raising=False)
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(seconds)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_numpys_random_numbers_do_not_depend_on_what_is_compiled(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    # A module of JAX draws from them when it is imported.
    code = """if True:
        import numpy as np
        import penstock as tf

        np.random.seed(0)
        x = tf.placeholder(tf.float32, [100, 100])
        with tf.Session() as sess:
            for _ in range(3):
                sess.run(tf.matmul(x, x) + 1.0, {x: np.random.rand(100, 100)})
        print(np.random.rand())
    """
    done = python("-c", code)
    wanted = np.random.RandomState(0).rand(30001)[-1]
    assert done.returncode == 0 and float(done.stdout) == wanted, done.stdout + done.stderr


def test_a_program_that_came_before_the_kernels_is_compiled_again_with_them(monkeypatch):
    if native.wait() is None:
        pytest.skip("no kernels")
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    code = """if True:
        import threading, time
        import numpy as np
        import penstock as tf
        from penstock import native
        from penstock.runtime.xla import background, compile

        # The library takes as long as this program wants.
        arrived, make = threading.Event(), native._make
        native._make = lambda: (arrived.wait(), make())
        programs, build = [], compile.build
        compile.build = lambda *args: (programs.append(build(*args)), programs[-1])[1]
        x = tf.placeholder(tf.float32, [4, 16, 16, 8])
        y = tf.nn.conv2d(x, tf.ones([3, 3, 8, 32]), [1, 1, 1, 1], "SAME")
        feed = {x: np.ones([4, 16, 16, 8], np.float32)}
        sess = tf.Session()
        start = time.monotonic()
        before = sess.run(y, feed)
        assert native.is_being_built() and not native.is_loaded(), "somebody has waited"
        print(len(programs), ["penstock_" in p.executable.as_text() for p in programs])
        arrived.set()
        native.wait()
        while len(programs) < 2:
            time.sleep(0.01)
        background.wait()
        print(len(programs), "penstock_" in programs[1].executable.as_text())
        assert np.allclose(sess.run(y, feed), before)
        print(programs[1].runs)
    """
    done = python("-c", code)
    assert done.stdout.splitlines() == ["1 [False]", "2 True", "1"], done.stdout + done.stderr


@pytest.mark.parametrize("terminal, told", [(True, 1), (False, 0)])
def test_a_long_compilation_is_told_once_on_a_terminal_and_not_in_a_log(terminal, told, monkeypatch):
    class Stream(io.StringIO):
        def isatty(self):
            return terminal

    stream = Stream()
    monkeypatch.setattr(background, "_LONG", 0.01)
    monkeypatch.setattr(background, "_told", False)
    monkeypatch.setattr(sys, "stderr", stream)
    for _ in range(2):
        with background._told_if_long():
            time.sleep(0.1)
    assert stream.getvalue().count("\n") == told


def test_a_short_compilation_is_not_told(monkeypatch):
    stream = io.StringIO()
    stream.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", stream)
    with background._told_if_long():
        pass
    assert stream.getvalue() == ""


def test_what_was_asked_for_before_there_was_a_better_plan_is_not_compiled(monkeypatch):
    failed, requested = [], []
    plan = types.SimpleNamespace(called=False, replacement=object())
    segment = types.SimpleNamespace(plan=plan, policy=types.SimpleNamespace(fail=failed.append))
    monkeypatch.setattr(background, "Request", lambda *job: requested.append(job))
    background._build(segment, [], "signature")
    assert failed == ["signature"] and not requested


def test_a_program_that_was_kept_is_used_and_one_that_was_not_is_not_compiled(monkeypatch, tmp_path):
    jobs = []
    monkeypatch.delenv("PENSTOCK_TIER", raising=False)
    monkeypatch.setattr(policy.Policy, "should_compile", lambda self, signature, *unused: False)
    monkeypatch.setattr(policy.Policy, "should_look", lambda self, signature: self.state_of(signature) is INTERPRETED)
    monkeypatch.setattr(background, "look_later", lambda *job: jobs.append(job))
    programs = cache.Programs(tmp_path)
    monkeypatch.setattr(cache, "programs", lambda: programs)
    x = tf.placeholder(tf.float32, [3])
    y = tf.exp(x) * 2.0 + tf.sin(x)
    with tf.Session() as session:
        expected = session.run(y, {x: [1.0, 2.0, 3.0]})
        (segment, specs, signature), *more = jobs
        assert not more and segment.policy.state_of(signature) is policy.State.PENDING
        background._look(segment, specs, signature)
        assert segment.policy.state_of(signature) is INTERPRETED
        request = background.Request(segment, specs, signature)
        request.keep(trace.compile_source(request.source).with_machine_code())
        background._look(segment, specs, signature)
        assert segment.policy.state_of(signature) is policy.State.COMPILED
        np.testing.assert_allclose(session.run(y, {x: [1.0, 2.0, 3.0]}), expected, rtol=1e-6)
