"""What all unfinished requests together may hold, and clients that do not read their answers."""

import gzip
import json
import socket
import threading

import grpc
import pytest

from penstock.serving import http2
from penstock.serving.configuration import message
from penstock.serving.unfinished import Unfinished
from tests.serving.hostile import HEADERS
from tests.serving.test_versions import until

PREDICT = "/tensorflow.serving.PredictionService/Predict"
MOST = 100_000


@pytest.fixture
def server(start, half):
    return start(half=half, options={"most_unfinished": MOST})


def held(server):
    return server.server.unfinished.held


def begun(server, size, more=0):
    """A connection with the beginning of a REST request: `size` bytes of a body that has `more`."""
    client = socket.create_connection(("127.0.0.1", server.rest_port), 20)
    client.sendall(
        b"POST /v1/models/half:predict HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (size + more, b" " * size)
    )
    return client


def by_grpc(server, rows):
    """The first number of an answer, or the code and text of a failure."""
    request = message("PredictRequest")(model_spec={"name": "half"})
    request.inputs["x"].dtype = 1
    for size in (rows, 1):
        request.inputs["x"].tensor_shape.dim.add(size=size)
    request.inputs["x"].float_val.extend([2.0] * rows)
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        call = channel.unary_unary(PREDICT, lambda m: m.SerializeToString(), message("PredictResponse").FromString)
        try:
            return call(request, timeout=20).outputs["y"].float_val[0]
        except grpc.RpcError as error:
            return error.code().name, error.details()


def test_a_count_of_bytes():
    found = Unfinished(100)
    assert found.add(150, 0) and found.held == 150  # alone, a request may have more
    assert found.add(50, 150) and not found.add(1, 0)
    found.release(200)
    assert found.add(60, 0) and found.add(40, 0) and not found.add(1, 60) and found.room(60) == 0
    found.release(40)
    assert found.room(0) == 40 and found.room(60) > 1 << 40


def test_what_is_too_much_together_is_refused_and_what_is_small_is_not(server):
    waiting = begun(server, 80_000, more=10)
    until(lambda: held(server) == 80_000)
    refused = server.predict([[1.0]] * 10_000)
    assert refused.status == 503 and "hold 80000 bytes, and may hold 100000" in refused.json["error"]
    code, text = by_grpc(server, 10_000)
    assert code == "RESOURCE_EXHAUSTED" and "hold 80000 bytes" in text
    packed = gzip.compress(json.dumps({"instances": [[1.0]] * 10_000}).encode())
    refused = server.rest("/v1/models/half:predict", packed, Content_Encoding="gzip")
    assert refused.status == 503 and "may hold" in refused.json["error"]
    assert server.predict([[1.0]]).json == {"predictions": [[2.5]]} and by_grpc(server, 10) == 3.0
    until(lambda: held(server) == 80_000)
    waiting.close()
    until(lambda: held(server) == 0)
    assert server.predict([[1.0]] * 10_000).status == 200 and by_grpc(server, 10_000) == 3.0
    until(lambda: held(server) == 0)


def test_one_request_alone_may_have_more(server):
    assert server.predict([[1.0]] * 100_000).status == 200
    assert by_grpc(server, 100_000) == 3.0
    packed = gzip.compress(json.dumps({"instances": [[1.0]] * 100_000}).encode())
    assert server.rest("/v1/models/half:predict", packed, Content_Encoding="gzip").status == 200
    until(lambda: held(server) == 0)


def test_calls_that_are_taken_back_while_they_are_read_count_no_more(server):
    with socket.create_connection(("127.0.0.1", server.port), 20) as client:
        part = http2.frame(1, 4, 1, HEADERS) + http2.frame(0, 0, 1, b"\0\0\0\xff\xff" + bytes(60_000))
        client.sendall(http2.PREFACE + http2.frame(4, 0, 0, b"") + part)
        until(lambda: held(server) == 60_005)
        client.sendall(http2.frame(3, 0, 1, b"\0\0\0\x08"))
        until(lambda: held(server) == 0)
        client.sendall(part.replace(b"\0\0\0\x01", b"\0\0\0\x03"))
        until(lambda: held(server) == 60_005)
    until(lambda: held(server) == 0)


def test_a_call_that_is_taken_back_while_it_waits_counts_until_it_has_run(start, half):
    server = start(half=half, options={"most_unfinished": MOST, "threads": 1})
    work = server.server.engine._waiting
    going, go = threading.Event(), threading.Event()
    work.put(lambda: (going.set(), go.wait(30)))
    assert going.wait(20)
    request = message("PredictRequest")(model_spec={"name": "half"})
    request.inputs["x"].dtype = 1
    for size in (5_000, 1):
        request.inputs["x"].tensor_shape.dim.add(size=size)
    request.inputs["x"].tensor_content = bytes(20_000)
    body = request.SerializeToString()
    with socket.create_connection(("127.0.0.1", server.port), 20) as client:
        part = http2.frame(0, 1, 1, b"\0" + len(body).to_bytes(4, "big") + body)
        client.sendall(http2.PREFACE + http2.frame(4, 0, 0, b"") + http2.frame(1, 4, 1, HEADERS) + part)
        until(lambda: work.qsize() == 1)
        client.sendall(http2.frame(3, 0, 1, b"\0\0\0\x08"))
        (connection,) = server.server._grpc
        until(lambda: not connection.calls)  # it has been taken back
        assert held(server) == len(body) + 5
        go.set()
        until(lambda: held(server) == 0)


def test_who_does_not_read_its_answers_gets_no_more_of_them(start, half):
    server = start(half=half)
    body = json.dumps({"instances": [[1.0]] * 30_000}).encode()
    asked = b"POST /v1/models/half:predict HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    with socket.create_connection(("127.0.0.1", server.rest_port), 60) as client:
        client.sendall(asked * 80)
        (connection,) = server.server._http
        until(lambda: connection._full and connection._waiting, 60)
        assert held(server) >= len(body)
        file = client.makefile("rb")
        for _ in range(80):
            assert file.readline() == b"HTTP/1.1 200 OK\r\n"
            size = 0
            while (line := file.readline()).strip():
                if line.lower().startswith(b"content-length"):
                    size = int(line.split()[1])
            assert file.read(size).startswith(b'{\n    "predictions": [[2.5], [2.5]')
    until(lambda: held(server) == 0)
