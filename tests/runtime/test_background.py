"""A process may end while JAX is starting or a program is being traced, at any moment: nothing is told, and nothing is wrong."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys, time
import numpy as np
import penstock as tf
from penstock.runtime import background

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
