"""One worker of a cluster that runs collective operations: `collective_program.py MODULE PORTS INDEX` prints their results.

MODULE is `penstock` or `tensorflow`; the workers may be of both kinds.
"""

import importlib
import json
import os
import sys
import time

import numpy as np

SIZES = (1, 3, 8, 9, 10, 16, 17, 32, 33, 64, 100, 128, 1000, 70001)  # chunks of all kinds: none, uneven, exact, large


def collective_ops(module):
    if module == "penstock":
        return importlib.import_module("penstock.ops.control.collectives")
    return importlib.import_module("tensorflow.python.ops.collective_ops")


def config_of(tf, index):
    config = tf.ConfigProto(device_filters=["/job:worker/task:%d" % index])
    config.experimental.collective_group_leader = "/job:worker/replica:0/task:0"
    return config


def build(tf, ops, index, count, source=0):
    """The tensors of one worker."""
    random = np.random.RandomState(index)
    with tf.device("/job:worker/task:%d/device:CPU:0" % index):
        made = [
            ops.all_reduce(tf.constant(random.rand(k).astype("f")), count, 1, 100 + i, "Add", "Div" if i % 2 else "Id")
            for i, k in enumerate(SIZES)
        ]
        made.append(ops.all_reduce(tf.constant(random.rand(5, 7)), count, 1, 200, "Add", "Id"))
        whole = tf.constant(random.randint(0, 100, [3]).astype("int64"))
        made.append(ops.all_reduce(whole, count, 1, 201, "Mul", "Div"))
        made.append(ops.all_gather(tf.constant(random.rand(3, 2).astype("f")), count, 1, 300))
        x = tf.constant(random.rand(4, 3).astype("f"))
        if index == source:
            made.append(ops.broadcast_send(x, x.shape, x.dtype, count, 1, 400))
        else:
            made.append(ops.broadcast_recv([4, 3], tf.float32, count, 1, 400))
    return made


def summary(values):
    """A number for each array that changes if any element does, or moves."""
    return [float(np.sum(np.float64(v) * (1 + np.arange(v.size).reshape(v.shape)))) for v in values]


def main():
    module, ports, index = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
    tf = importlib.import_module(module)
    cluster = tf.train.ClusterSpec({"worker": ["localhost:%d" % port for port in ports]})
    config = config_of(tf, index)
    server = tf.train.Server(cluster, "worker", index, config=config)
    made = build(tf, collective_ops(module), index, len(ports))
    with tf.Session(server.target, config=config) as sess:
        for _ in range(3):
            values = sess.run(made)
    print(json.dumps(summary(values)))
    sys.stdout.flush()
    time.sleep(1)  # others may still fetch
    os._exit(0)


if __name__ == "__main__":
    main()
