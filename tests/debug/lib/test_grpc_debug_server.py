"""Debugged programs and debug servers understand each other, whichever side is TensorFlow 1.15.5's."""

import functools
import json
import pathlib
import socket
import threading

import grpc
import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from penstock import protos
from penstock.debug.lib import debug_data, debug_service_pb2_grpc, event_stream, grpc_debug_server, source_remote


class Handler(grpc_debug_server.EventListenerBaseStreamHandler):
    """Keeps what arrives."""

    def __init__(self, server):
        self.server = server

    def on_core_metadata_event(self, event):
        self.server.told.append(json.loads(event.log_message.message))

    def on_graph_def(self, graph_def, device_name, wall_time):
        self.server.graphs.append((device_name, {node.name for node in graph_def.node}))

    def on_value_event(self, event):
        key = event.summary.value[0].node_name
        value = debug_data.load_tensor_from_event(event)
        self.server.values.setdefault(key, []).append(value)
        if tuple(key.split(":")) in {(n, str(s), d) for n, s, d in self.server.breakpoints}:
            self.server.stops += 1
            return protos.EventReply()


class Server(grpc_debug_server.EventListenerBaseServicer):
    def __init__(self, port):
        super().__init__(port, functools.partial(Handler, self))
        self.told, self.graphs, self.values, self.stops = [], [], {}, 0
        self.calls, self.files = [], []

    def SendTracebacks(self, request, context):
        self.calls.append(request)
        return protos.EventReply()

    def SendSourceFiles(self, request, context):
        self.files.extend(request.source_files)
        return protos.EventReply()


def free_port():
    with socket.socket() as found:
        found.bind(("localhost", 0))
        return found.getsockname()[1]


@pytest.fixture
def server():
    made = Server(free_port())
    made.run_server(blocking=False)
    made.address = f"localhost:{made._server_port}"
    yield made
    made.stop_server(grace=0.2).wait()


def summed(sess_of, text="a"):
    """A run of a small graph in a session around a session."""
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.sqrt(x, name="ns/y")
        words = tf.identity(tf.placeholder_with_default([text], [1]), name="words")
        fetched = [tf.reduce_sum(y, name="sum"), words]
        sess = sess_of(plain)
        for _ in range(2):
            result = sess.run(fetched, {x: np.float32([1, 4, 9])})
            yield result[0] if isinstance(result, list) else result


def test_a_server_is_sent_every_tensor_the_graph_and_what_is_told_of_the_run(server):
    assert list(summed(lambda s: tf_debug.GrpcDebugWrapperSession(s, server.address + "/a/path"))) == [6.0, 6.0]
    assert [told["grpc_path"] for told in server.told] == ["/a/path"] * 2
    assert server.told[0]["input_names"] == ["x:0"] and server.told[0]["output_names"] == ["sum:0", "words:0"]
    device, nodes = server.graphs[0]
    assert device == b"/job:localhost/replica:0/task:0/device:CPU:0" and {"ns/y", "__copy_ns/y_0"} <= nodes
    np.testing.assert_array_equal(server.values["ns/y:0:DebugIdentity"], [[1, 2, 3]] * 2)
    assert server.values["words:0:DebugIdentity"][0].tolist() == [b"a"]


@pytest.mark.parametrize("hook", [False, True])
def test_tensorboards_sessions_send_what_is_asked_for_and_wait_at_breakpoints(server, hook):
    server.request_watch("ns/y", 0, "DebugIdentity", breakpoint=True)
    if hook:
        with tf.Graph().as_default():
            y = tf.sqrt(tf.placeholder_with_default(np.float32([1, 4, 9]), [3], name="x"), name="ns/y")
            made = tf_debug.TensorBoardDebugHook([server.address])
            with tf.train.MonitoredSession(hooks=[made]) as sess:
                sess.run(y)
                sess.run(y)
    else:
        list(summed(lambda s: tf_debug.TensorBoardDebugWrapperSession(s, server.address)))
    assert set(server.values) == {"ns/y:0:DebugIdentity"} and server.stops == 2
    assert grpc_debug_server.DebugWatch("ns/y", 0, "DebugIdentity") in server.gated_grpc_debug_watches()
    assert server.breakpoints == {("ns/y", 0, "DebugIdentity")}
    assert len(server.calls) == 1 and __file__ in [file.file_path for file in server.files]
    lines = next(file.lines for file in server.files if file.file_path == __file__)
    assert list(lines) == pathlib.Path(__file__).read_text().splitlines()
    logged = next(e for e in server.calls[0].graph_traceback.log_entries if e.name == "ns/y")
    texts = server.calls[0].graph_traceback.id_to_string
    made_at = [(texts[trace.file_id], trace.lineno) for trace in logged.code_def.traces]
    assert any(path == __file__ and "ns/y" in lines[number - 1] for path, number in made_at)


def test_a_tensor_that_is_not_wanted_any_more_is_not_sent(server):
    server.request_watch("ns/y", 0, "DebugIdentity")
    runs = summed(
        lambda s: tf_debug.TensorBoardDebugWrapperSession(s, server.address, send_traceback_and_source_code=False)
    )
    next(runs)
    server.request_unwatch("ns/y", 0, "DebugIdentity")
    next(runs)
    assert len(server.values["ns/y:0:DebugIdentity"]) == 1


def test_large_tensors_and_graphs_come_in_pieces(server, monkeypatch):
    monkeypatch.setattr(event_stream, "LARGEST_MESSAGE", 66 * 1024)
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [None], name="x")
        words = tf.placeholder(tf.string, [None], name="words")
        big = tf.constant(np.arange(40_000, dtype=np.float32), name="big")
        made = [tf.identity(t, name=n) for t, n in ((x, "same"), (words, "text"), (big, "known"))]
        value, texts = np.arange(100_000, dtype=np.float32), [b"%01000d" % i for i in range(200)]
        tf_debug.GrpcDebugWrapperSession(plain, server.address).run(made, {x: value, words: texts})
    np.testing.assert_array_equal(server.values["same:0:DebugIdentity"][0], value)
    assert server.values["text:0:DebugIdentity"][0].tolist() == texts
    assert "known" in server.graphs[0][1]  # a constant of 160 KB, and its copy


THEIRS = """
    import functools, json, threading, time
    from tensorflow.core.debug import debug_service_pb2
    from tensorflow.python.debug.lib import debug_data, grpc_debug_server

    class Handler(grpc_debug_server.EventListenerBaseStreamHandler):
        def on_core_metadata_event(self, event):
            told.append(json.loads(event.log_message.message)["output_names"])
        def on_graph_def(self, graph_def, device_name, wall_time):
            nodes.extend(node.name for node in graph_def.node)
        def on_value_event(self, event):
            key = event.summary.value[0].node_name
            values.append((key, debug_data.load_tensor_from_event(event).tolist()))
            if server.breakpoints:
                return debug_service_pb2.EventReply()

    told, nodes, values = [], [], []
    server = grpc_debug_server.EventListenerBaseServicer(port, Handler)
    server.request_watch("ns/y", 0, "DebugIdentity", breakpoint=True)
    server.run_server(blocking=False)
    end = time.time() + 30
    while len(values) < 2 and time.time() < end:
        time.sleep(0.05)
    time.sleep(0.3)
    server.stop_server(grace=0.5).wait()
    gated = ("ns/y", 0, "DebugIdentity") in server.gated_grpc_debug_watches()
    result = {"told": repr(told), "values": repr(values), "gated": repr(gated)}
"""


def test_a_server_of_1_15_understands_our_programs(peer_1_15):
    port, found = free_port(), {}
    thread = threading.Thread(target=lambda: found.update(peer_1_15.run(THEIRS, port=port)))
    thread.start()
    try:
        made = functools.partial(
            tf_debug.TensorBoardDebugWrapperSession,
            grpc_debug_server_addresses=f"localhost:{port}",
            send_traceback_and_source_code=False,
        )
        assert list(summed(made)) == [6.0, 6.0]
    finally:
        thread.join()
    assert str(found["told"]) == repr([["sum:0", "words:0"]] * 2)
    assert str(found["values"]) == repr([("ns/y:0:DebugIdentity", [1.0, 2.0, 3.0])] * 2)
    assert str(found["gated"]) == "True"


def test_a_program_of_1_15_is_understood_by_our_server(server, peer_1_15):
    program = """
    from tensorflow.python import debug as tf_debug
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.sqrt(x, name="ns/y")
        fetched = [tf.reduce_sum(y, name="sum"), tf.identity(tf.tile(x, [1000000]), name="big").op]
        sess = tf_debug.TensorBoardDebugWrapperSession(plain, address)
        for _ in range(2):
            sess.run(fetched, {x: np.float32([1, 4, 9])})
        result = {"done": 1}
    """
    server.request_watch("ns/y", 0, "DebugIdentity", breakpoint=True)
    server.request_watch("big", 0, "DebugIdentity")
    peer_1_15.run(program, address=server.address)
    np.testing.assert_array_equal(server.values["ns/y:0:DebugIdentity"], [[1, 2, 3]] * 2)
    assert [value.shape for value in server.values["big:0:DebugIdentity"]] == [(3_000_000,)] * 2
    assert server.stops == 2 and len(server.calls) == 1


def test_pieces_that_contradict_each_other_end_the_stream(server):
    def sent(*events):
        with grpc.insecure_channel(server.address) as channel:
            list(debug_service_pb2_grpc.EventListenerStub(channel).SendEvents(iter(events), timeout=10))

    def piece(index, count):
        event = tf.Event(wall_time=1.0, summary=tf.Summary(value=[tf.Summary.Value(node_name="a:0:DebugIdentity")]))
        told = {"device": "d", "numChunks": count, "chunkIndex": index, "outputSlot": 0}
        event.summary.value[0].metadata.plugin_data.content = json.dumps(told).encode()
        return event

    for events in (
        [piece(0, 10**9)],
        [piece(5, 3)],
        [piece(0, 3), piece(0, 3)],
        [piece(0, 3), piece(1, 4)],
        [tf.Event(graph_def=b"no bars")],
        [tf.Event(graph_def=b"1,d,2|0|1|\xff\xff")],
        [tf.Event(log_message=tf.LogMessage(message="{}"))] * 2,
    ):
        with pytest.raises(grpc.RpcError):
            sent(*events)
    sent(piece(0, 2))  # others are served, one that ends too early is forgotten
    assert server.values == {}


def test_a_server_that_is_not_there_or_goes_away_is_said(monkeypatch, server):
    monkeypatch.setattr(event_stream, "CONNECTING", 0.3)
    # As in 1.15 these sessions give an error of the run as its result.
    error = next(summed(lambda s: tf_debug.GrpcDebugWrapperSession(s, f"localhost:{free_port()}")))
    assert isinstance(error, tf.errors.FailedPreconditionError)
    assert "Failed to connect to gRPC channel at localhost" in error.message
    with pytest.raises(tf.errors.UnavailableError):
        source_remote.send_eager_tracebacks(f"localhost:{free_port()}", [], send_source=False)
    monkeypatch.setattr(Handler, "on_value_event", lambda self, event: 1 / 0)
    list(summed(lambda s: tf_debug.GrpcDebugWrapperSession(s, server.address)))  # the run itself is not lost


def test_a_server_starts_and_stops_once():
    made = Server(free_port())
    with pytest.raises(ValueError, match="not started"):
        made.stop_server()
    made.run_server(blocking=False)
    with pytest.raises(ValueError, match="already started"):
        made.run_server()
    made.stop_server(grace=0).wait()
    for again in (made.run_server, made.stop_server):
        with pytest.raises(ValueError, match="already stopped"):
            again()
