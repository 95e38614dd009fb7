"""Clusters as data, devices for replicas, servers that are alone, synchronous replicas; see also `tests/distributed`."""

import textwrap
import threading

import numpy as np
import pytest

import penstock as tf
from tests.same_program import run_here

HELP = """
    said = []
    def tried(function):
        try:
            said.append(str(function()))
        except Exception as e:
            said.append(type(e).__name__ + ": " + str(e))
"""
PROGRAMS = {
    "ClusterSpec": """
    C = tf.train.ClusterSpec
    dense = C({"worker": ["w0:1", "w1:1"], "ps": ["p0:1"]})
    sparse = C({"worker": {1: "w1:1", 3: "w3:1"}})
    for c in (dense, sparse, C(dense), C(sparse.as_cluster_def()), C({})):
        said += [str(c), c.as_dict(), sorted(c.jobs), bool(c), str(c.as_cluster_def())]
    said += [dense == C(dense), dense != sparse, dense == {"worker": {0: "w0:1", 1: "w1:1"}, "ps": {0: "p0:1"}}]
    said += [sparse.num_tasks("worker"), sparse.task_indices("worker"), sparse.job_tasks("worker")]
    tried(lambda: dense.num_tasks("x"))
    tried(lambda: dense.task_indices("x"))
    tried(lambda: dense.job_tasks("x"))
    tried(lambda: dense.task_address("x", 1))
    tried(lambda: dense.task_address("ps", 1))
    tried(lambda: C(3))
    tried(lambda: C({"a": 3}))
    tried(lambda: C({"a": [3]}))
    tried(lambda: C({3: ["a"]}))
    """,
    "Server": """
    tried(lambda: tf.train.Server({"a": ["localhost:0"], "b": ["localhost:0"]}))
    tried(lambda: tf.train.Server({"a": ["localhost:0", "localhost:0"]}))
    tried(lambda: tf.train.Server(3))
    server = tf.train.Server.create_local_server()
    said += [server.target.startswith("grpc://localhost:"), server.server_def.task_index]
    said += [server.server_def.protocol]
    v, w = tf.Variable(1.0, name="v"), tf.Variable(2.0, name="w")
    with tf.Session(server.target) as first, tf.Session(server.target) as second:
        first.run(v.assign(5.0))
        said += [float(second.run(v)), second.run(tf.report_uninitialized_variables()).tolist()]
        q = tf.FIFOQueue(3, tf.float32, shared_name="shared")
        first.run(q.enqueue(8.0))
        said.append(float(second.run(q.dequeue())))
    with tf.Session(server.target) as third:
        said.append(float(third.run(v)))
    with tf.Session() as other:
        said.append(len(other.run(tf.report_uninitialized_variables())))
    """,
    "replica_device_setter": """
    cluster = {"ps": ["p0:1", "p1:1"], "worker": ["w0:1"]}
    R = tf.train.replica_device_setter
    setters = [
        R(cluster=cluster), R(cluster=tf.train.ClusterSpec(cluster), worker_device="/job:worker/task:7/cpu:0"),
        R(ps_tasks=3, ps_device="/job:sun"), R(ps_tasks=1, ps_device=""), R(ps_tasks=2, merge_devices=False),
        R(ps_tasks=3, ps_strategy=lambda op: 2), R(ps_tasks=2, ps_ops=["Const"]), R(), R(cluster={"worker": ["a:1"]}),
    ]
    for i, setter in enumerate(setters):
        said.append(str(setter is None))
        with tf.device(setter):
            a = [tf.get_variable(f"{i}_{j}", [], use_resource=j == 2) for j in range(3)]
            with tf.device("/cpu:0"):
                a += [tf.constant(1.0), tf.Variable(1.0)]
            with tf.device("/job:ps/task:1"):
                a += [tf.Variable(1.0)]
            with tf.device("/job:worker/gpu:2"):
                a += [tf.Variable(1.0)]
        said.append([x.op.device for x in a])
    tried(lambda: R(ps_tasks=1, ps_strategy=3))
    tried(lambda: R(cluster=3))
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_clusters_are_described_and_used_the_same(peer, name):
    source = textwrap.dedent(HELP) + textwrap.dedent(PROGRAMS[name]) + "result = {'said': said}\n"
    ours, theirs = run_here(source), peer.run(source, CONFIG=None)
    assert ours["said"] == theirs["said"]
    assert ours["said"]


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnhandledThreadExceptionWarning"
)  # its queue runner, when it is closed
def test_two_replicas_make_one_step_of_the_average_of_their_gradients():
    server = tf.train.Server.create_local_server()
    ready, done, seen = threading.Event(), threading.Barrier(2, timeout=100), {}

    def replica(number):
        with tf.Graph().as_default():
            v = tf.get_variable("v", [], initializer=tf.constant_initializer(3.0))
            rows = tf.get_variable("rows", [3], initializer=tf.zeros_initializer())
            unused = tf.get_variable("unused", [], initializer=tf.zeros_initializer())
            step = tf.train.create_global_step()
            opt = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(1.0), replicas_to_aggregate=2)
            loss = v * (number + 1.0) + tf.gather(rows, [number])[0] * 4.0
            grads = [*opt.compute_gradients(loss, [v, rows]), (None, unused)]
            train_op = opt.apply_gradients(grads, global_step=step)
            hook = opt.make_session_run_hook(number == 0, num_tokens=0)
            creator = tf.train.ChiefSessionCreator(tf.train.Scaffold(), server.target)
            if number == 1:
                ready.wait(100)
                creator = tf.train.WorkerSessionCreator(tf.train.Scaffold(local_init_op=tf.no_op()), server.target)
            with tf.train.MonitoredSession(creator, hooks=[hook], stop_grace_period_secs=0) as sess:
                ready.set()
                tokens = [int(sess.run(train_op)) for _ in range(3)]
                done.wait()
                seen[number] = (tokens, sess._tf_sess().run([v, rows, step]))
                done.wait()

    threads = [threading.Thread(target=replica, args=(n,), daemon=True) for n in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    assert sorted(seen) == [0, 1]
    for tokens, (v, rows, step) in seen.values():
        assert tokens == [1, 2, 3] and step == 3
        assert v == pytest.approx(3.0 - 3 * 1.5)
        np.testing.assert_allclose(rows, [-12.0, -12.0, 0.0])


def test_a_replicas_optimizer_says_what_is_missing():
    with tf.Graph().as_default():
        opt = tf.train.SyncReplicasOptimizer(tf.train.AdamOptimizer(), 3, total_num_replicas=1)
        v = tf.get_variable("v", [])
        with pytest.raises(ValueError, match="after apply_gradients"):
            opt.get_chief_queue_runner()
        with pytest.raises(ValueError, match="before using the hook"):
            opt.make_session_run_hook(True).begin()
        with pytest.raises(ValueError, match="Global step is required"):
            opt.minimize(v * v)
        with pytest.raises(ValueError, match="at least one variable"):
            opt.apply_gradients([], global_step=tf.train.create_global_step())
        opt.minimize(v * v, global_step=tf.train.get_global_step())
        with pytest.raises(ValueError, match=r"Too few tokens to finish the first step: 1 \(given\) vs 2 \(needed\)"):
            opt.get_init_tokens_op(1)
        assert opt.get_slot_names() == ["m", "v"] and opt.get_slot(v, "m") is not None
        assert {x.op.name for x in opt.variables()} >= {"v/Adam", "v/Adam_1"}
