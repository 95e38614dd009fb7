"""Large temporary memory of programs is not taken from the system in every run."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import resource
import numpy as np
import penstock as tf
x = tf.placeholder(tf.float32, [1024, 1024])
y = tf.reduce_sum(tf.matmul(tf.concat([x] * 16, 0), x) ** 2)  # 64 MB that nobody sees
sess = tf.Session()
value = np.ones([1024, 1024], np.float32)
counts = []
for _ in range(4):  # the heap may still grow in one of the first runs; a page that is cleared in every run shows in all
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    sess.run(y, {x: value})
    counts.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
print(min(counts))
"""


def faults(**environment):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MALLOC_", "GLIBC_"))}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**kept, "PENSTOCK_TIER": "compile", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_pages_are_not_cleared_again_in_every_run_unless_the_user_wants_it():
    assert faults() < 100
    assert faults(PENSTOCK_PRIVATE="-malloc") > 5000
    assert faults(MALLOC_TRIM_THRESHOLD_="131072") > 5000


GIVEN_BACK = """
import gc
import numpy as np
from penstock.runtime.state import malloc
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 >> 20
assert malloc.keep_freed_memory()
small = malloc.give_back()  # there is little: nothing is done
arrays, between = [], []
for _ in range(60):
    arrays.append(np.ones(1 << 20))  # 8 MB, with something that stays in between
    between.append(np.ones(1 << 10))
del arrays
gc.collect()
before = resident()
tried = malloc.give_back()
print(small, tried, before - resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_what_is_free_between_other_memory_is_given_back():
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MALLOC_", "GLIBC_"))}
    done = subprocess.run([sys.executable, "-c", GIVEN_BACK], env=kept, capture_output=True, text=True, check=True)
    small, tried, megabytes = done.stdout.split()
    assert (small, tried) == ("False", "True")
    assert int(megabytes) > 400
