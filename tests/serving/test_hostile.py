"""Requests that are not right: some of each kind (`python -m tests.serving.hostile` sends more), and limits of every kind."""

import socket
import struct
import threading
import time

import grpc
import pytest

from penstock.serving import http2
from penstock.serving.configuration import message
from penstock.serving.server import ModelServer, Options
from tests.serving.conftest import Running, config_of, half_plus
from tests.serving.hostile import HEADERS, Hostile
from tests.serving.test_versions import until


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    base = tmp_path_factory.mktemp("models")
    half_plus(base / "half" / "1")
    options = Options(
        models=config_of(half=base / "half"), host="127.0.0.1", port=0, rest_port=0, retries=0, largest_message=1 << 20
    )
    running = ModelServer(options)
    running.start(wait=60)
    yield Running(running)
    running.stop()


@pytest.mark.parametrize("kind", ["rest", "http", "grpc", "frames"])
def test_requests_that_are_not_right_are_answered_and_leave_the_server_well(server, kind):
    hostile = Hostile(server.port, server.rest_port, seed=20)
    getattr(hostile, kind)(300)
    assert hostile.faults == [] and hostile.found[kind].total() > 250
    assert hostile.alive()
    assert not server.server._grpc or all(not c.busy for c in server.server._grpc)
    until(lambda: server.server.unfinished.held == 0)


def test_a_message_that_is_too_large_is_refused(server):
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        call = channel.unary_unary("/tensorflow.serving.PredictionService/Predict", lambda d: d, lambda d: d)
        with pytest.raises(grpc.RpcError) as caught:
            call(bytes(2 << 20), timeout=20)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        with pytest.raises(grpc.RpcError) as caught:
            call(bytes(8 << 20), timeout=20, compression=grpc.Compression.Gzip)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


def opened(port):
    client = socket.create_connection(("127.0.0.1", port), 20)
    client.sendall(http2.PREFACE + http2.frame(4, 0, 0, b""))
    return client


def ending(client):
    """What the server sent until it hung up."""
    found = b""
    try:
        while part := client.recv(1 << 16):
            found += part
    except ConnectionError:
        pass
    return found


@pytest.mark.parametrize(
    "frames, why",
    [
        ([http2.frame(9, 4, 1, b"")], b"a continuation of nothing"),
        ([http2.frame(1, 0, 1, b"\x88")] + [http2.frame(9, 0, 1, b"\x88" * 16000)] * 9, b"headers are too long"),
        ([struct.pack(">HBBBI", 0xFFFF, 0xFF, 0, 0, 1)], b"a frame is too large"),
        ([http2.frame(1, 4, 1, b"\xff" * 30)], b"headers cannot be read"),
        ([http2.frame(8, 0, 0, b"\0\0\0\0")], b"the window is too large"),
        ([http2.frame(0, 0, 7, b"x")], b"data of no stream"),
        ([http2.frame(4, 0, 0, b"12345")], b"settings are cut"),
    ],
)
def test_who_breaks_the_rules_of_http2_is_told_and_left(server, frames, why):
    with opened(server.port) as client:
        client.sendall(b"".join(frames))
        assert why in ending(client)


def test_calls_opened_and_taken_back_for_ever_end_the_connection(server):
    with opened(server.port) as client:
        client.settimeout(30)
        try:
            for number in range(1, 60001, 2):
                reset = http2.frame(3, 0, number, struct.pack(">I", 8))
                client.sendall(http2.frame(1, 4, number, HEADERS) + reset)
        except ConnectionError:
            pass
        assert b"too many calls were taken back" in ending(client)
    assert Hostile(server.port, server.rest_port).alive()


def test_a_queue_that_is_full_answers_resource_exhausted_and_503(start, half):
    server = start(half=half, options={"threads": 1, "most_waiting": 2})
    going, go = threading.Event(), threading.Event()

    def hold():
        going.set()
        go.wait(30)

    server.server.engine._waiting.put(hold)  # the only thread has something to do
    assert going.wait(10)
    request = message("PredictRequest")()
    request.model_spec.name = "half"
    request.inputs["x"].dtype = 1
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        call = channel.unary_unary(
            "/tensorflow.serving.PredictionService/Predict", lambda m: m.SerializeToString(), lambda d: d
        )
        waiting = [call.future(request, timeout=20) for _ in range(2)]
        end = time.monotonic() + 10
        while server.server.engine._waiting.qsize() < 2 and time.monotonic() < end:
            time.sleep(0.01)
        with pytest.raises(grpc.RpcError) as caught:
            call(request, timeout=20)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        found = server.predict([[1.0]])
        assert found.status == 503 and "Too many requests" in found.json["error"]
        go.set()
        for one in waiting:
            one.result()


def test_nobody_waits_longer_than_the_time_of_a_rest_request(start, half):
    server = start(half=half, options={"rest_timeout": 0.2, "threads": 1})
    go = threading.Event()
    server.server.engine._waiting.put(lambda: go.wait(30))
    try:
        begin = time.monotonic()
        assert server.predict([[1.0]]).status == 504
        assert time.monotonic() - begin < 20
    finally:
        go.set()


def test_the_server_listens_only_where_it_is_told(start, half):
    server = start(half=half)
    listening = {tuple(s.getsockname()) for listener in server.server._listeners for s in listener.sockets}
    assert listening == {("127.0.0.1", server.port), ("127.0.0.1", server.rest_port)}
