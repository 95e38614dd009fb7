"""`RunOptions.debug_options` over a cluster: every task shows what it computes, receives and sends, as in 1.15."""

import os
import re
import textwrap

import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from penstock.debug.lib import debug_data
from penstock.platform.ports import free_ports
from tests.debug.lib.test_grpc_debug_server import server  # noqa: F401 - a fixture

PROGRAM = """
    import os
    from tensorflow.python import debug as tf_debug
    from tensorflow.python.debug.lib import debug_data
    spec = {"ps": ports[:1], "worker": ports[1:]}
    servers = [tf.train.Server(spec, job_name=job, task_index=task) for job in spec for task in range(len(spec[job]))]
    with tf.Graph().as_default() as graph:
        with tf.device("/job:ps/task:0"):
            w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
        with tf.device("/job:worker/task:1"):
            x = tf.placeholder(tf.float32, [None, 3], name="x")
            y = tf.log(tf.matmul(x, w, name="h"), name="y")
            d = tf.multiply(tf.shape(x, name="s", out_type=tf.int64), tf.add(tf.constant(1, tf.int64), 2, name="c"), name="d")
            n = tf.placeholder(tf.int32, [], name="n")
            turns = tf.while_loop(lambda i: i < n, lambda i: tf.add(i, 1, name="next"), [0], name="loop")
        with tf.device("/job:worker/task:0"):
            z = tf.reduce_sum(y, name="z")
        train = tf.train.GradientDescentOptimizer(0.1).minimize(z)
        with tf.Session(servers[1].target) as plain:
            plain.run(tf.global_variables_initializer())
            sess = tf_debug.DumpingDebugWrapperSession(plain, os.path.join(folder, "runs"))
            for _ in range(2):
                sess.run([z, d, train], {x: [[1.0, 2.0, 3.0]]})
            sess.run(turns, {n: 3})
            options, found = tf.RunOptions(), tf.RunMetadata()
            options.output_partition_graphs = True
            tf_debug.add_debug_tensor_watch(options, "h", 0, debug_urls="file://" + os.path.join(folder, "one"))
            for _ in range(2):
                plain.run([z, "y:0"], {x: [[1.0, 2.0, 3.0]]}, options=options, run_metadata=found)
            wrong = tf.RunOptions()
            tf_debug.add_debug_tensor_watch(wrong, "h", 0, debug_ops="None", debug_urls="file://" + os.path.join(folder, "no"))
            try:
                plain.run(z, {x: [[1.0, 2.0, 3.0]]}, options=wrong)
            except tf.errors.FailedPreconditionError as error:
                message = error.message.splitlines()[0]
    runs = sorted(os.listdir(os.path.join(folder, "runs")), key=lambda name: int(name.rsplit("_", 1)[1]))
    result = {"message": message, "graphs": sorted(len(g.node) for g in found.partition_graphs)}
    for number, run in enumerate([os.path.join("runs", r) for r in runs] + ["one"]):
        dump = debug_data.DebugDumpDir(os.path.join(folder, run))
        told = dump.core_metadata
        result["told %d" % number] = [list(t) for t in (told if isinstance(told, list) else [told])]
        result["run %d" % number] = [
            [d.device_name, d.tensor_name, np.asarray(d.get_tensor(), np.float64).tolist()] for d in dump.dumped_tensor_data]
"""


def addresses():
    return [f"localhost:{port}" for port in free_ports(3)]


def shown(found):
    """(device, tensor) → its values, of a run; what is passed from task to task has numbers in its names, which differ."""
    values = {}
    for device, name, value in found:
        if not re.search(r"_S\d+:|^_recv_", name):
            values.setdefault((device, name), []).append(value)
    return values


@pytest.fixture(scope="module")
def both(peer_1_15, tmp_path_factory):
    """What our servers dump, what those of 1.15 do, and our folder."""
    folder = str(tmp_path_factory.mktemp("ours"))
    space = {"tf": tf, "np": np, "folder": folder, "ports": addresses()}
    tf.install()
    try:
        exec(textwrap.dedent(PROGRAM), space)
    finally:
        tf.uninstall()
    theirs = peer_1_15.run(PROGRAM, folder=str(tmp_path_factory.mktemp("theirs")), ports=addresses())
    return space["result"], theirs, folder


def test_every_task_dumps_what_it_computes_under_the_names_of_1_15(both):
    ours, theirs, _ = both
    for run in ("run 0", "run 1", "run 2", "run 3"):
        mine, judge = shown(ours[run]), shown(theirs[run])
        assert len({device for device, _ in judge}) == (3 if run in ("run 0", "run 1") else 1)
        for name, values in judge.items():
            np.testing.assert_allclose(np.ravel(mine[name]), np.ravel(values), rtol=1e-6, err_msg=str((run, name)))
    assert sum(name == "loop/next:0" for _, name, _ in ours["run 2"]) == 3


def test_what_is_told_of_a_run_is_that_of_1_15(both):
    ours, theirs, _ = both
    for number in range(4):
        assert sorted(ours[f"told {number}"]) == sorted(theirs[f"told {number}"])
    assert ours["message"] == theirs["message"]
    assert len(ours["graphs"]) == 3


def test_tensors_that_come_from_another_task_are_dumped_where_they_arrive(both):
    ours, _, _ = both
    worker, ps = ("/job:worker/replica:0/task:1/device:CPU:0", "/job:ps/replica:0/task:0/device:CPU:0")
    arrived = [value for device, name, value in ours["run 0"] if device == worker and re.fullmatch(r"w/read_S\d+:0", name)]
    read = [value for device, name, value in ours["run 0"] if device == ps and name == "w/read:0"]
    assert arrived == read == [[[0.5, 0.5]] * 3]


def test_1_15_reads_what_our_tasks_have_dumped(both, peer_1_15):
    ours, _, folder = both
    runs = sorted(os.listdir(os.path.join(folder, "runs")), key=lambda name: int(name.rsplit("_", 1)[1]))
    source = """
    from tensorflow.python.debug.lib import debug_data
    dump = debug_data.DebugDumpDir(folder)
    result = {"devices": dump.devices(), "tensors": [[d.device_name, d.tensor_name] for d in dump.dumped_tensor_data],
              "inputs": dump.node_inputs("h", device_name="/job:worker/replica:0/task:1/device:CPU:0")}
    """
    theirs = peer_1_15.run(source, folder=os.path.join(folder, "runs", runs[0]))
    assert len(theirs["devices"]) == 3
    assert sorted(map(tuple, theirs["tensors"])) == sorted((device, name) for device, name, _ in ours["run 0"])
    assert theirs["inputs"][0] == "_recv_x_0" and re.fullmatch(r"w/read_S\d+", theirs["inputs"][1])


def test_tasks_send_their_tensors_to_a_debug_server(server):  # noqa: F811
    workers, _ = tf.test.create_local_cluster(num_workers=2, num_ps=0)
    with tf.Graph().as_default() as graph:
        with tf.device("/job:worker/task:1"):
            a = tf.add(tf.placeholder_with_default(1.0, []), 2.0, name="a")
        with tf.device("/job:worker/task:0"):
            b = tf.multiply(a, 2.0, name="b")
        with tf.Session(workers[0].target) as sess:
            options = tf.RunOptions()
            tf_debug.watch_graph(options, graph, debug_urls="grpc://" + server.address)
            assert sess.run(b, options=options) == 6.0
            assert sess.run(b, options=options) == 6.0
    assert [float(value) for value in server.values["a:0:DebugIdentity"]] == [3.0, 3.0]
    assert [float(value) for value in server.values["b:0:DebugIdentity"]] == [6.0, 6.0]


def test_a_full_disk_ends_the_step_and_the_session_goes_on(tmp_path, monkeypatch):
    workers, _ = tf.test.create_local_cluster(num_workers=2, num_ps=0)
    with tf.Graph().as_default() as graph:
        with tf.device("/job:worker/task:1"):
            a = tf.add(tf.zeros([1000]), 1.0, name="a")
        with tf.Session(workers[0].target) as sess:
            monkeypatch.setenv("TFDBG_DISK_BYTES_LIMIT", "3000")
            for number in range(3):
                options = tf.RunOptions()
                tf_debug.watch_graph(
                    options, graph, debug_urls=f"file://{tmp_path}/{number}", reset_disk_byte_usage=True
                )
                with pytest.raises(tf.errors.ResourceExhaustedError, match="TFDBG_DISK_BYTES_LIMIT"):
                    sess.run(a, options=options)
            monkeypatch.delenv("TFDBG_DISK_BYTES_LIMIT")
            for number in range(10, 22):  # more than workers remember
                options = tf.RunOptions()
                tf_debug.watch_graph(options, graph, debug_urls=f"file://{tmp_path}/{number}")
                assert sess.run(a, options=options)[0] == 1.0
                dump = debug_data.DebugDumpDir(str(tmp_path / str(number)))
                assert "a:0" in {datum.tensor_name for datum in dump.dumped_tensor_data}
