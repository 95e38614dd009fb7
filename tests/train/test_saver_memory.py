"""Variables that are restored again take the memory of the values before, and the system need not clear pages for them."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import resource, sys
import numpy as np
import penstock as tf
variables = [tf.Variable(np.zeros(1_310_720, np.float32)) for _ in range(12)]  # 5 MB each
saver = tf.train.Saver()
sess = tf.Session()
sess.run(tf.global_variables_initializer())
path = saver.save(sess, sys.argv[1])
counts = []
for _ in range(8):  # the heap grows in the first ones: there are old and new values at once
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    saver.restore(sess, path)
    counts.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
print(sum(counts[-4:]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_pages_are_not_cleared_again_in_every_restore(tmp_path):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MALLOC_", "GLIBC_", "PENSTOCK_PRIVATE"))}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "model")],
        env={**kept, "PENSTOCK_TIER": "interpret"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 1000  # of 61,440 pages; 12,000 if the memory is given back in between
