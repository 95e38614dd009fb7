"""Collective operations: between devices, between tasks, and between tasks of ours and of TensorFlow 1.15.5."""

import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import penstock as tf
from penstock.distributed import collectives
from penstock.ops.control import collectives as ops
from tests.distributed.mixtures import ROOT, free_ports
from tests.distributed.programs import collective_program
from tests.subprocesses import environment


def in_threads(functions):
    found = {}

    def run(i, function):
        try:
            found[i] = function()
        except Exception as error:
            found[i] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(functions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return [found[i] for i in range(len(functions))]


class Workers:
    """Tasks of a cluster, all in this process, each with a session of its own."""

    def __init__(self, count):
        ports = free_ports(count)
        self.cluster = tf.train.ClusterSpec({"worker": [f"localhost:{port}" for port in ports]})
        self.configs = [collective_program.config_of(tf, i) for i in range(count)]
        self.servers = [tf.train.Server(self.cluster, "worker", i, config=c) for i, c in enumerate(self.configs)]

    def run(self, build, steps=1, only=None, seconds=30):
        def worker(index):
            config = tf.ConfigProto()
            config.CopyFrom(self.configs[index])
            config.operation_timeout_in_ms = 1000 * seconds
            with tf.Graph().as_default():
                made = build(index)
                with tf.Session(self.servers[index].target, config=config) as sess:
                    return [sess.run(made) for _ in range(steps)][-1]

        return in_threads([lambda i=i: worker(i) for i in range(len(self.servers)) if only is None or i in only])


@pytest.fixture(scope="module")
def workers():
    return Workers(3)


def expected(count, source=0):
    """The same by NumPy."""
    randoms = [np.random.RandomState(i) for i in range(count)]
    found = []
    for i, k in enumerate(collective_program.SIZES):
        total = sum(r.rand(k).astype("f") for r in randoms)
        found.append(total / count if i % 2 else total)
    found.append(sum(r.rand(5, 7) for r in randoms))
    found.append(np.prod([r.randint(0, 100, [3]) for r in randoms], 0) // count)
    found.append(np.concatenate([r.rand(3, 2).astype("f") for r in randoms]))
    found.append([r.rand(4, 3).astype("f") for r in randoms][source])
    return found


def test_tasks_reduce_gather_and_broadcast(workers):
    for values in workers.run(lambda i: collective_program.build(tf, ops, i, 3), steps=2):
        for ours, wanted in zip(values, expected(3), strict=True):
            np.testing.assert_allclose(ours, wanted, rtol=1e-6)


def test_any_task_can_be_the_source_of_a_broadcast():
    others = Workers(4)
    for values in others.run(lambda i: collective_program.build(tf, ops, i, 4, source=2)):
        np.testing.assert_array_equal(values[-1], expected(4, source=2)[-1])


def test_devices_of_one_process_reduce_without_a_server():
    with tf.Graph().as_default():
        made = []
        for i in range(2):
            with tf.device(f"/cpu:{i}"):
                made.append(ops.all_reduce(tf.constant([1.0 + i, -3.0]), 2, 1, 1, "Add", "Div"))
                made.append(ops.all_gather(tf.constant([i]), 2, 1, 2))
        with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as sess:
            for _ in range(2):
                first, gathered, second, _ = sess.run(made)
                np.testing.assert_array_equal([first, second], [[1.5, -3.0]] * 2)
                np.testing.assert_array_equal(gathered, [0, 1])


def test_chunks_are_cut_where_1_15_cuts_them():
    """As seen in what 1.15.5 asks for: a multiple of 64 bytes becomes the next one."""
    lengths = lambda *args: [s.stop - s.start for s in ops.chunks(*args)]  # noqa: E731
    assert lengths(35, 8, 2) == [24, 11]
    assert lengths(64, 4, 2) == [48, 16]
    assert lengths(32, 4, 2) == [32, 0]
    assert lengths(3, 4, 2) == [3, 0]


def test_the_number_of_a_graph_depends_on_its_instances_and_not_on_their_order():
    from penstock.distributed.collective_groups import graph_key

    assert graph_key([]) == 0
    assert graph_key([100, 101]) == graph_key([101, 100, 100]) != graph_key([100])


def test_a_group_of_another_size_is_refused(workers):
    def build(i):
        with tf.device(f"/job:worker/task:{i}/device:CPU:0"):
            return ops.all_reduce(tf.constant(1.0), 2 + i, 77, 700, "Add", "Id")

    found = workers.run(build, only=(0, 1), seconds=2)
    assert any(isinstance(e, tf.errors.InternalError) and "but that group has size" in e.message for e in found)


def test_a_task_that_fails_before_does_not_keep_the_others_beyond_their_deadline(workers):
    def build(i):
        with tf.device(f"/job:worker/task:{i}/device:CPU:0"):
            value = tf.constant([1.0, 2.0])
            if i == 1:
                with tf.control_dependencies([tf.Assert(tf.constant(False), ["stop"])]):
                    value = tf.identity(value)
            return ops.all_reduce(value, 3, 1, 800, "Add", "Id")

    found = workers.run(build, seconds=1)
    assert isinstance(found[1], tf.errors.InvalidArgumentError)
    assert all(isinstance(found[i], tf.errors.OpError) for i in (0, 2))


def test_what_cannot_be_merged_or_sent_is_refused():
    x = tf.constant([1.0])
    with pytest.raises(ValueError, match="Device assignment required"):
        ops.all_reduce(x, 2, 1, 1, "Add", "Id")
    with tf.device("/cpu:0"):
        x = tf.constant([1.0])
        with pytest.raises(ValueError, match="must be at least 2"):
            ops.all_gather(x, 1, 1, 1)
        with pytest.raises(ValueError, match="not equal to declared type"):
            ops.broadcast_send(x, [1], tf.int32, 2, 1, 1)
        most = ops.all_reduce(x, 2, 1, 1, "Max", "Id")
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="but got Max"):
        sess.run(most)


@pytest.mark.parametrize("data", [b"\x22\xff", b"\x22\x03\x12\x01\x08", b"\xff" * 40, b"\x09" + b"0" * 7])
def test_a_damaged_answer_is_an_error(data):
    try:
        found = collectives.contents_of(data)
    except tf.errors.InternalError:
        return
    assert found == []


def test_an_array_comes_out_of_the_message_it_went_into():
    value = np.arange(1000, dtype="f")
    (piece,) = collectives.contents_of(collectives.response_of(value).joined())
    np.testing.assert_array_equal(np.frombuffer(piece, "f"), value)
    from penstock import protos

    assert protos.RecvBufResponse.FromString(collectives.response_of(value).joined()).num_bytes == 4000


@pytest.mark.slow
@pytest.mark.peer
@pytest.mark.parametrize("sides", ["ours theirs", "theirs ours ours"])
def test_tasks_of_1_15_take_part(sides):
    theirs = os.environ.get("PENSTOCK_115_PYTHON")
    if not theirs:
        pytest.skip("no TensorFlow 1.15 to mix with: set PENSTOCK_115_PYTHON to a Python 3.7 that has it")
    sides = sides.split()
    ports = json.dumps(free_ports(len(sides)))
    processes = []
    for i, side in enumerate(sides):
        python, module = (sys.executable, "penstock") if side == "ours" else (theirs, "tensorflow")
        command = [python, collective_program.__file__, module, ports, str(i)]
        settings = environment(PYTHONPATH=str(ROOT), CUDA_VISIBLE_DEVICES="")
        processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=settings))
    try:
        printed = [process.communicate(timeout=120)[0] for process in processes]
    finally:
        for process in processes:
            process.kill()
    wanted = collective_program.summary([np.asarray(v) for v in expected(len(sides))])
    for text in printed:
        np.testing.assert_allclose(json.loads(text), wanted, rtol=1e-6)
