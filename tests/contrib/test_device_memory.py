"""`tf.contrib.memory_stats` on a machine without GPUs: operations that can be built, and 1.15.5's error when they run."""

import pytest

from tests.contrib.both_sides import compare


@pytest.mark.parametrize("name", ["BytesInUse", "MaxBytesInUse"])
def test_it_is_built_and_refused_as_in_1_15(peer_1_15, name):
    ours = compare(
        peer_1_15,
        f"""
from tensorflow.contrib.memory_stats.python.ops import memory_stats_ops
made = tf.contrib.memory_stats.{name}()
with tf.device("/cpu:0"):
    placed = memory_stats_ops.{name}()
kind, text = refusal(lambda: tf.Session().run(placed))
result = [str(made), made.op.type, placed.op.device, kind, text.split(" used by ")[0], "device='GPU'" in text]
""",
    )
    assert ours[-3:] == ["InvalidArgumentError", f"No OpKernel was registered to support Op '{name}'", True]


def test_a_cpu_has_no_limit(peer_1_15):
    ours = compare(peer_1_15, "limit = tf.contrib.memory_stats.BytesLimit()\nresult = [str(limit), session.run(limit)]")
    assert ours[1] == -1
