"""Graphs that reduce over devices: the same operations on the same devices, and the same values, as 1.15.5 builds."""

import pytest

from tests.contrib.both_sides import compare

_BEFORE = """
from tensorflow.contrib.all_reduce.python import all_reduce
from tensorflow.python.distribute import all_reduce as inner
def inputs(count, shape, job=False, tasks=1):
    rng, made = np.random.RandomState(3), []
    for i in range(count):
        place = "/job:worker/task:%d/device:CPU:%d" % (i * tasks // count, i) if job else "/device:CPU:%d" % i
        with tf.device(place):
            made.append(tf.constant(rng.randint(-9, 9, shape).astype("float32")))
    return made
def told(outputs):
    return [[(op.name, op.type, op.device) for op in tf.get_default_graph().get_operations()],
           [o.shape.as_list() for o in outputs]]
def values(outputs):
    with tf.Session(config=tf.ConfigProto(device_count={"CPU": 6})) as sess:
        return sess.run(outputs)
"""

PROGRAMS = {
    **{
        f"a ring of {count} with {rings} parts of {shape}": f"""
out = all_reduce.build_ring_all_reduce(inputs({count}, {shape}), {workers}, {rings}, {order}, tf.add, {un_op})
result = [told(out), values(out)]
"""
        for count, shape, workers, rings, order, un_op in [
            (2, [4], 1, 1, [0, 1], None),
            (4, [2, 7], 2, 2, [1, 0], "lambda x: x / 4.0"),
            (3, [11], 1, 1, [0, 1, 2], None),
            (4, [3], 1, 2, [0, 1, 2, 3], None),
            (4, [6], 1, 1, [0, 2, 1, 3], "tf.negative"),
        ]
    },
    "halving and doubling": """
out = all_reduce.build_recursive_hd_all_reduce(inputs(4, [2, 4]), tf.maximum, tf.negative)
result = [told(out), values(out)]
""",
    "shuffling": """
out = all_reduce.build_shuffle_all_reduce(inputs(3, [7]), ["/device:CPU:0", "/device:CPU:4"], tf.add_n, tf.square)
result = [told(out), values(out)]
""",
    "workers that shuffle, then form a ring": """
out = all_reduce.build_shuffle_then_ring(inputs(4, [2, 4], True, 2), ["/job:worker/task:0/device:CPU:0",
           "/job:worker/task:1/device:CPU:0"],
                                         1, tf.add_n, tf.add, lambda x: x / 2.0)
result = told(out)
""",
    "workers that shuffle twice": """
places = ["/job:worker/task:0/device:CPU:0", "/job:worker/task:1/device:CPU:0"]
out = all_reduce.build_shuffle_then_shuffle(inputs(4, [8], True, 2), places, places[:1], tf.add_n)
alone = all_reduce.build_shuffle_then_shuffle(inputs(2, [8], True, 1), places[:1], places, tf.add_n, tf.negative)
result = told(out + alone)
""",
    "NCCL within workers": """
from tensorflow.python.ops import nccl_ops
place = ["/job:worker/task:0/device:CPU:0"]
out = all_reduce.build_nccl_then_ring(inputs(4, [8], True, 2), 1, tf.add) \\
    + all_reduce.build_nccl_then_recursive_hd(inputs(4, [2, 4], True, 2), tf.add, tf.negative) \\
    + all_reduce.build_nccl_then_shuffle(inputs(4, [8], True, 2), place, tf.add, tf.add_n) \\
    + all_reduce.build_nccl_all_reduce(inputs(2, [3]), tf.add, tf.negative)
result = told(out) + [refusal(lambda: all_reduce.build_nccl_all_reduce(inputs(2, [3]), tf.multiply))[0]]
""",
    "what cannot be built": """
result = [refusal(lambda: all_reduce.build_ring_all_reduce(inputs(1, [4]), 1, 1, [0], tf.add)),
          refusal(lambda: all_reduce.build_ring_all_reduce(inputs(2, [4]), 1, 3, [0, 1], tf.add)),
          refusal(lambda: all_reduce.build_recursive_hd_all_reduce(inputs(3, [4]), tf.add)),
          refusal(lambda: all_reduce.build_shuffle_all_reduce([], ["/cpu:0"], tf.add_n)),
          refusal(lambda: all_reduce.build_ring_all_reduce([tf.placeholder(tf.float32, [None])] * 2, 1, 1, [0, 1], tf.add)),
          refusal(lambda: all_reduce.build_shuffle_then_shuffle(inputs(4, [8], True, 2), ["/cpu:0"], ["/cpu:0"], tf.add_n)),
          inner.build_ring_all_reduce is all_reduce.build_ring_all_reduce]
""",
    "NCCL needs devices and GPUs": """
from tensorflow.python.ops import nccl_ops
a, b = inputs(2, [3])
bare = tf.constant([1.0])
def plain(call):
    name, text = refusal(call)
    return [name, text.split(" used by ")[0], text.split("Registered kernels:")[-1].split("[[")[0]]
with tf.device("/device:CPU:0"):
    total = nccl_ops.reduce_sum([a, b])
alls = [f([a, b]) for f in (nccl_ops.all_sum, nccl_ops.all_prod, nccl_ops.all_min, nccl_ops.all_max)]
sent = nccl_ops.broadcast(a)
with tf.device("/device:CPU:0"):
    slope = tf.gradients(alls[0][0], a, tf.ones_like(a))[0]
result = [told([total, sent, slope] + sum(alls, [])), refusal(lambda: nccl_ops.all_sum([bare])),
           refusal(lambda: nccl_ops.broadcast(bare)),
          refusal(lambda: nccl_ops.all_sum([])), refusal(lambda: nccl_ops.reduce_sum([])),
           refusal(lambda: nccl_ops.reduce_sum([a, b])),
          refusal(lambda: tf.gradients(alls[1][0], a, tf.ones_like(a)))[0]]
with tf.Graph().as_default():
    result += [plain(lambda: values(nccl_ops.all_sum(inputs(2, [3]))))]

""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_1_15_builds_the_same(peer_1_15, name):
    compare(peer_1_15, _BEFORE + PROGRAMS[name])
