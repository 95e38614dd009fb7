"""Links: calls between tasks of ours beside gRPC. They answer as it does, and take nothing from strangers or from nonsense."""

import os
import socket
import struct
import threading
import time

import grpc
import numpy as np
import pytest

import penstock as tf
from penstock import protos
from penstock.distributed import doors, frames, links, rpc, services

METHODS = {name: services.worker_methods()[name] for name in ("GetStatus", "RecvTensor", "CleanupGraph", "RunGraph")}


def until(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


class Service:
    """Answers at once, later, never, or with an error."""

    quick = ("GetStatus",)

    def __init__(self):
        self.ended = threading.Event()
        self.left = []
        self.later = None

    def get_status(self, request, call):
        self.left.append(call.seconds_left)
        return protos.GetStatusResponse(device_attributes=[protos.DeviceAttributes(name="here")])

    def recv_tensor_later(self, request, call, answer):
        """A tensor of `step_id` numbers; with step -1, none ever."""
        if request.step_id < 0:
            call.on_end(self.ended.set)
            return
        value = np.arange(request.step_id, dtype=np.uint8)
        answer(frames.Parts([b"head", value.data]))

    def cleanup_graph(self, request, call):
        raise tf.errors.AbortedError(None, None, "gone " + "x" * request.step_id)

    def run_graph(self, request, call):
        return protos.RunGraphResponse(status_error_message=request.graph_handle)


class Server:
    """A service with a door."""

    def __init__(self):
        handlers = rpc.Handlers()
        self.service = Service()
        handlers.add(METHODS, self.service)
        self.listener = rpc.Listener("127.0.0.1", 0, handlers)
        self.door = doors.Door("127.0.0.1", handlers)
        handlers.add(rpc.door_methods(), self.door)
        self.address = f"127.0.0.1:{self.listener.port}"
        self.listener.start()

    def ticket(self):
        request = protos.RecvTensorRequest()
        request.transport_options.type_url = links.FORM
        return links.TICKET.unpack(self.door.connect(request, None).transport_options.value)

    def raw(self):
        connection = links.greeted(self.address, *self.ticket())
        connection.settimeout(20)
        return connection

    def stub(self):
        stub = rpc.Stub(self.address, METHODS)
        until(lambda: stub.linked)
        return stub

    def close(self):
        self.door.close()
        self.listener.stop().wait(5)


@pytest.fixture
def server():
    made = Server()
    yield made
    made.close()


def tensor_of(stub, size):
    found = []
    arrived = threading.Event()
    request = protos.RecvTensorRequest(step_id=size).SerializeToString()
    stub.begin_raw("RecvTensor", request, lambda data: (found.append(data), arrived.set()))
    assert arrived.wait(30)
    return found[0]


@pytest.mark.parametrize("size", [0, 1, 4096, 65_531, 65_532, 65_533, 3_000_000])
def test_messages_of_all_sizes_arrive_whole(server, size):
    data = tensor_of(server.stub(), size)
    assert bytes(data) == b"head" + np.arange(size, dtype=np.uint8).tobytes()


def test_many_threads_call_at_the_same_time(server):
    stub, failed = server.stub(), []

    def work(seed):
        random = np.random.RandomState(seed)
        for _ in range(30):
            size = int(random.randint(0, 200_000))
            if len(tensor_of(stub, size)) != size + 4:
                failed.append(size)
            text = "g" * size
            told = stub.call("RunGraph", protos.RunGraphRequest(graph_handle=text), 20).status_error_message
            if told != text:
                failed.append(size)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert not failed


@pytest.mark.parametrize("switch", ["1", "0"])
def test_errors_and_deadlines_are_those_of_grpc(switch, monkeypatch):
    monkeypatch.setenv(links.SWITCH, switch)
    server = Server()
    stub = server.stub() if switch == "1" else rpc.Stub(server.address, METHODS)
    with pytest.raises(tf.errors.AbortedError, match="gone xxx$"):
        stub.call("CleanupGraph", protos.CleanupGraphRequest(step_id=3), 20)
    with pytest.raises(tf.errors.AbortedError, match=r"\.\.\. \[the rest of this message was cut\]$"):
        stub.call("CleanupGraph", protos.CleanupGraphRequest(step_id=100_000), 20)
    assert stub.call("GetStatus", protos.GetStatusRequest(), 20).device_attributes[0].name == "here"
    assert 0 < server.service.left[-1] <= 21
    began = time.monotonic()
    with pytest.raises(tf.errors.DeadlineExceededError, match="Deadline Exceeded"):
        stub.call("RecvTensor", protos.RecvTensorRequest(step_id=-1), 0.2)
    assert time.monotonic() - began < 10
    assert server.service.ended.wait(20)
    assert stub.linked is (switch == "1")
    server.close()


def test_a_call_that_is_given_up_ends_on_both_sides(server):
    found = []
    give_up = server.stub().begin("RecvTensor", protos.RecvTensorRequest(step_id=-1), found.append)
    give_up()
    give_up()
    assert server.service.ended.wait(20)
    assert [type(one) for one in found] == [tf.errors.CancelledError]


def test_calls_to_a_task_that_goes_away_end_and_the_next_one_makes_a_new_link(server):
    stub, found = server.stub(), []
    stub.begin("RecvTensor", protos.RecvTensorRequest(step_id=-1), found.append)
    until(lambda: server.door._open)
    for connection in list(server.door._open):
        connection.close()
    until(lambda: found)
    assert isinstance(found[0], tf.errors.UnavailableError)
    assert stub.call("GetStatus", protos.GetStatusRequest(), 20).device_attributes  # by gRPC
    until(lambda: stub.linked)
    assert len(tensor_of(stub, 10)) == 14


def test_who_does_not_read_holds_up_nobody_else(server):
    with server.raw() as slow:
        for number in range(1, 6):
            request = protos.RecvTensorRequest(step_id=20_000_000).SerializeToString()
            slow.sendall(
                frames.head(frames.REQUEST, number, len(request), b"/tensorflow.WorkerService/RecvTensor") + request
            )
        stub = server.stub()
        for _ in range(20):
            assert len(tensor_of(stub, 100_000)) == 100_004


# -- strangers and nonsense ---------------------------------------------------------------------------------------------


def test_only_a_ticket_opens_the_door_and_only_once(server):
    port, ticket = server.ticket()
    with pytest.raises(OSError):
        links.greeted(server.address, port, os.urandom(links.TICKET_BYTES))
    links.greeted(server.address, port, ticket).close()
    with pytest.raises(OSError):
        links.greeted(server.address, port, ticket)
    with socket.create_connection(("127.0.0.1", port)) as stranger:
        stranger.settimeout(20)
        stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert _end_of(stranger)


def test_a_ticket_that_was_not_used_for_long_is_none(server, monkeypatch):
    monkeypatch.setattr(doors, "_SECONDS_OF_A_TICKET", -1.0)
    with pytest.raises(OSError):
        links.greeted(server.address, *server.ticket())


def test_strangers_who_say_nothing_are_sent_away(server, monkeypatch):
    monkeypatch.setattr(doors, "_SECONDS_TO_GREET", 0.2)
    monkeypatch.setattr(doors, "_MOST_STRANGERS", 3)
    port, _ = server.ticket()
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(6)]
    for stranger in crowd:
        stranger.settimeout(20)
        assert _end_of(stranger)
        stranger.close()
    assert len(tensor_of(server.stub(), 10)) == 14


def test_the_door_is_at_the_address_of_the_server_only(server):
    port, _ = server.ticket()
    assert server.door._listener.getsockname() == ("127.0.0.1", port)


def _end_of(connection):
    """Whether the other side closes, however it does."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    return True


def answers_of(connection):
    """(status, text) of what comes until the other side closes."""
    reader, found = frames.Reader(connection, 1 << 30), []
    try:
        while True:
            frame = reader.next()
            found.append((frame.status, bytes(frame.message).decode()))
    except ConnectionError:
        return found


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("<BBHIIQ", 9, 0, 0, 1, 0, 0),
        struct.pack("<BBHIIQ", frames.REQUEST, 0, 9999, 1, 0, 0),
        frames.head(frames.ANSWER, 1, 0),
        2 * frames.head(frames.REQUEST, 7, 2, b"/tensorflow.WorkerService/RecvTensor") + b"\x08\x01",
    ],
)
def test_what_is_no_frame_gets_a_status_and_ends_the_link(server, data):
    if data.count(b"RecvTensor") == 2:  # twice the same number, the first still waiting
        never = protos.RecvTensorRequest(step_id=-1).SerializeToString()
        data = 2 * (frames.head(frames.REQUEST, 7, len(never), b"/tensorflow.WorkerService/RecvTensor") + never)
    with server.raw() as connection:
        connection.sendall(data)
        (answer,) = answers_of(connection)
    assert answer[0] == tf.errors.INVALID_ARGUMENT
    assert len(tensor_of(server.stub(), 10)) == 14


def test_requests_that_cannot_be_answered_get_a_status_and_the_link_goes_on(server, monkeypatch):
    with server.raw() as connection:
        status = b"/tensorflow.WorkerService/GetStatus"
        nonsense = b"\xff" * 100_000
        connection.sendall(frames.head(frames.REQUEST, 1, 0, b"/no/such"))
        connection.sendall(frames.head(frames.REQUEST, 2, len(nonsense), status) + nonsense)
        connection.sendall(frames.head(frames.CANCEL, 99, 0))
        connection.sendall(frames.head(frames.REQUEST, 3, 0, status))
        reader = frames.Reader(connection, 1 << 20)
        found = [reader.next() for _ in range(3)]
        assert [(f.call, f.status) for f in found] == [
            (1, tf.errors.UNIMPLEMENTED),
            (2, tf.errors.INVALID_ARGUMENT),
            (3, 0),
        ]
        # A message that says to be larger than any: refused before its first byte, and no memory is laid out for it.
        connection.sendall(frames.head(frames.REQUEST, 4, 1 << 62, status) + b"x" * 1000)
        assert reader.next().status == tf.errors.INVALID_ARGUMENT
        assert _end_of(connection)


def test_a_message_above_the_limit_is_refused_on_both_sides(monkeypatch):
    monkeypatch.setenv(rpc.MAX_BYTES, "10000")
    server = Server()
    stub = server.stub()
    with pytest.raises(tf.errors.ResourceExhaustedError):
        stub.call("RunGraph", protos.RunGraphRequest(graph_handle="g" * 20_000), 20)
    assert isinstance(tensor_of(stub, 20_000), tf.errors.ResourceExhaustedError)
    assert len(tensor_of(stub, 9_000)) == 9_004
    server.close()


def test_random_bytes_never_stop_the_server(server):
    random = np.random.RandomState(0)
    good = frames.head(frames.REQUEST, 1, 2, b"/tensorflow.WorkerService/RecvTensor") + b"\x08\x01"
    for _ in range(150):
        data = bytearray(random.bytes(random.randint(1, 200)) if random.rand() < 0.4 else 3 * good)
        for _ in range(random.randint(0, 4)):
            data[random.randint(len(data))] = random.randint(256)
        with server.raw() as connection:
            connection.sendall(bytes(data))
            connection.shutdown(socket.SHUT_WR)
            assert _end_of(connection)
    assert len(tensor_of(server.stub(), 10)) == 14


def test_a_caller_survives_a_task_that_answers_nonsense(server, monkeypatch):
    monkeypatch.setattr(doors.frames, "ANSWER", 77)
    stub = server.stub()
    assert isinstance(tensor_of(stub, 5), tf.errors.UnavailableError)


# -- who gets links -----------------------------------------------------------------------------------------------------


def test_a_task_of_tensorflow_is_asked_once():
    """One that does not know the method is not asked again, and keeps being called by gRPC."""
    handlers = rpc.Handlers()
    handlers.add(METHODS, Service())
    listener = rpc.Listener("127.0.0.1", 0, handlers)
    listener.start()
    asked = []
    find = handlers.service
    handlers.service = lambda details: (asked.append(details.method), find(details))[1]
    stub = rpc.Stub(f"127.0.0.1:{listener.port}", METHODS)
    for _ in range(3):
        assert stub.call("GetStatus", protos.GetStatusRequest(), 20).device_attributes
        time.sleep(links._SECONDS_BETWEEN / 2)
    assert asked.count("/penstock.TransferService/Connect") <= 1 and not stub.linked
    listener.stop().wait(5)


def test_without_the_token_there_is_no_ticket(tmp_path, monkeypatch):
    (tmp_path / "token").write_text("open sesame")
    monkeypatch.setenv(rpc.security.TOKEN, str(tmp_path / "token"))
    server = Server()
    assert server.stub().linked
    monkeypatch.delenv(rpc.security.TOKEN)
    with grpc.insecure_channel(server.address) as channel, pytest.raises(grpc.RpcError) as caught:
        channel.unary_unary("/penstock.TransferService/Connect")(b"", timeout=20)
    assert caught.value.code() == grpc.StatusCode.UNAUTHENTICATED
    server.close()


def test_where_connections_are_encrypted_there_are_no_links(tmp_path, monkeypatch):
    for variable in (rpc.security.CERTIFICATE, rpc.security.KEY):
        (tmp_path / variable).write_text("anything")
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert not links.wanted()
    door = doors.Door("127.0.0.1", rpc.Handlers())
    with pytest.raises(tf.errors.FailedPreconditionError):
        door.connect(protos.RecvTensorRequest(), None)


@pytest.mark.parametrize("switch", ["1", "0"])
def test_a_graph_on_two_tasks_gives_the_same_with_links_and_without(switch, monkeypatch):
    monkeypatch.setenv(links.SWITCH, switch)
    workers, servers = tf.test.create_local_cluster(1, 1)
    random = np.random.RandomState(1)
    start = random.rand(300, 1000).astype("f")
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            v, small = tf.Variable(start), [tf.Variable(float(i)) for i in range(20)]
        with tf.device("/job:worker/task:0"):
            change = v * 0.5 + tf.add_n([s * s for s in small])
        with tf.device("/job:ps/task:0"):
            update = tf.assign_sub(v, change)
            text = tf.strings.join([tf.as_string(small[3]), tf.constant("é" * 30_000)])
        with tf.device("/job:worker/task:0"):
            length = tf.strings.length(text)
        with tf.Session(workers[0].target) as sess:
            sess.run(tf.global_variables_initializer())
            wanted = start
            for _ in range(6):
                sess.run(update)
                wanted = wanted - (wanted * np.float32(0.5) + np.float32(2470.0))
            np.testing.assert_array_equal(sess.run(v), wanted)
            assert sess.run(length) == len("3.000000") + 60_000
            stub = rpc.Stub(servers[0].target.removeprefix("grpc://"), METHODS)
            if switch == "1":
                until(lambda: stub.linked)
                sess.run(update)
                wanted = wanted - (wanted * np.float32(0.5) + np.float32(2470.0))
                np.testing.assert_array_equal(sess.run(v), wanted)
            assert stub.linked is (switch == "1")
