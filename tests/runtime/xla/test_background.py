"""A process may end while JAX is starting or a program is being traced, at any moment: nothing is told, and nothing is wrong."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from tests.subprocesses import python

PROGRAM = """
import sys, time
import numpy as np
import penstock as tf
from penstock.runtime.xla import background

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
