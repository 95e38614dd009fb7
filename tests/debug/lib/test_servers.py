"""The debug server for tests of programs, and the task of a cluster that is started by flags."""

import os
import subprocess
import sys

import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from penstock import protos
from penstock.debug.lib import debug_data, grpc_debug_test_server, grpc_tensorflow_server
from penstock.platform.ports import free_ports
from tests.subprocesses import ROOT


@pytest.fixture
def started():
    """Starts servers, and stops them at the end."""
    servers = []

    def start(**kwargs):
        found = grpc_debug_test_server.start_server_on_separate_thread(poll_server=True, **kwargs)
        servers.append(found)
        return found

    yield start
    for *_, thread, server in servers:
        server.stop_server().wait()
        thread.join()


def test_what_a_program_sends_can_be_asked_for(started):
    _, url, folder, _, server = started(dump_to_filesystem=False, server_start_delay_sec=0.2)
    assert folder is None
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [], name="x")
        y = tf.square(x, name="ns/y")
        sess = tf_debug.TensorBoardDebugWrapperSession(plain, url.removeprefix("grpc://"))
        sess.run(y, {x: 3.0})
        assert not server.debug_tensor_values  # nobody has asked for any
        server.request_watch("ns/y", 0, "DebugIdentity", breakpoint=True)
        sess.run(y, {x: 3.0})
        sess.run(y, {x: 4.0})
    assert [float(v) for v in server.debug_tensor_values["ns/y:0:DebugIdentity"]][-1] == 16.0
    assert len(server.core_metadata_json_strings) == 3 and "ns/y:0" in server.core_metadata_json_strings[0]
    assert {"ns/y", "x"} & {node.name for node in server.partition_graph_defs[0].node}
    file, line, _ = next(entry for entry in server.query_op_traceback("ns/y") if entry[0] == __file__)
    assert 'tf.square(x, name="ns/y")' in server.query_source_file_line(file, line)
    assert any(file == __file__ for file, _, _ in server.query_origin_stack()[0])
    assert server.query_call_types()[0] == protos.CallTraceback.GRAPH_EXECUTION and len(server.query_call_keys()) >= 1
    assert server.query_graph_versions()[0] == y.graph.version
    with pytest.raises(ValueError, match="Op 'nobody' does not exist"):
        server.query_op_traceback("nobody")
    with pytest.raises(ValueError, match="has not been received"):
        server.query_source_file_line("/nowhere.py", 1)
    server.clear_data()
    assert not server.core_metadata_json_strings and not server.query_call_keys()


PROGRAM = """
from tensorflow.python import debug as tf_debug
with tf.Graph().as_default():
    x = tf.placeholder(tf.float32, [2], name="x")
    y = tf.log(x, name="ns/y")
    sess = tf_debug.GrpcDebugWrapperSession(tf.Session(), address)
    for value in (1.0, 2.0):
        sess.run(y, {x: [value, 0.0]})
result = {"done": 1}
"""


def test_what_1_15_sends_becomes_a_dump_directory(started, peer_1_15):
    port, _, folder, _, _ = started()
    peer_1_15.run(PROGRAM, address=f"localhost:{port}/a/path")
    dump = debug_data.DebugDumpDir(os.path.join(folder, "a", "path"))
    assert [datum.tensor_name for datum in dump.find(tf_debug.has_inf_or_nan)] == ["ns/y:0", "ns/y:0"]
    np.testing.assert_allclose(dump.get_tensors("ns/y", 0, "DebugIdentity")[1], [np.log(2), -np.inf])
    assert len(dump.core_metadata) == 2


def test_tensors_are_wanted_and_not_wanted_by_turns(started):
    _, url, _, _, server = started(
        dump_to_filesystem=False, toggle_watch_on_core_metadata=[("toggled", 0, "DebugIdentity")]
    )
    with tf.Graph().as_default(), tf.Session() as sess:
        y = tf.identity(tf.placeholder_with_default(1.0, []), name="toggled")
        for number in range(4):
            options = tf.RunOptions()
            tf_debug.watch_graph(options, sess.graph, ["DebugIdentity(gated_grpc=true)"], debug_urls=url)
            sess.run(y, options=options)
            assert len(server.debug_tensor_values["toggled:0:DebugIdentity"]) == number // 2 + 1


def test_nothing_is_written_outside_of_the_folder(tmp_path):
    server = grpc_debug_test_server.EventListenerTestServicer(1, str(tmp_path / "in"))
    handler = grpc_debug_test_server.EventListenerTestStreamHandler(str(tmp_path / "in"), server)
    event = protos.Event(wall_time=1)
    content = b'{"device": "/job:a/replica:0/task:0/device:CPU:0"}'
    metadata = protos.SummaryMetadata(plugin_data=protos.SummaryMetadata.PluginData(content=content))
    event.summary.value.add(node_name="../../out:0:DebugIdentity", metadata=metadata)
    with pytest.raises(ValueError, match="leads out"):
        handler.on_value_event(event)
    told = protos.Event(log_message=protos.LogMessage(message='{"grpc_path": "/../out"}'))
    with pytest.raises(ValueError, match="leads out"):
        handler.on_core_metadata_event(told)
    assert not list(tmp_path.iterdir())


def test_a_task_of_a_cluster_is_started_by_flags():
    port = free_ports(1)[0]
    module = "tensorflow.python.debug.lib.grpc_tensorflow_server"
    flags = [f"--cluster_spec=local|localhost:{port}", "--job_name=local", "--task_id=0", "--verbose"]
    command = [sys.executable, "-m", "penstock", "run", "-m", module, *flags]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        with tf.Graph().as_default(), tf.device("/job:local/task:0"):
            v = tf.get_variable("v", [], initializer=tf.constant_initializer(2.0))
            with tf.Session(f"grpc://localhost:{port}", config=tf.ConfigProto(operation_timeout_in_ms=30000)) as sess:
                sess.run(v.initializer)
                assert sess.run(v) == 2.0
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    "spec, message",
    [
        ("", "Empty cluster_spec string"),
        ("ps", r"Not exactly one instance of '\|' in cluster_spec"),
        ("|a:1", "Empty job_name in cluster_spec"),
        ("ps|a:1;", "Empty task string at position 1"),
    ],
)
def test_a_wrong_description_of_a_cluster_is_refused_in_1_15s_words(spec, message):
    with pytest.raises(ValueError, match=message):
        grpc_tensorflow_server.parse_cluster_spec(spec, protos.ClusterDef())
    cluster = protos.ClusterDef()
    grpc_tensorflow_server.parse_cluster_spec("ps|a:1,worker|b:1;c:2", cluster, verbose=True)
    assert [(job.name, dict(job.tasks)) for job in cluster.job] == [("ps", {0: "a:1"}), ("worker", {0: "b:1", 1: "c:2"})]
