"""The door of a server: where other tasks of ours connect to it for calls beside gRPC (`links.py`).

It is a port of its own at the address of the server. Who may call the server by gRPC, with its token if there is one, gets a
ticket there; who comes without one is sent away after its first bytes, or after a few seconds. What arrives then are the
calls of the server's services, answered by the same methods.
"""

from __future__ import annotations

import secrets
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.distributed import frames, links, rpc
from penstock.distributed.threads import Threads
from penstock.graph import errors
from penstock.runtime.interpret.blocking import Pool

_SECONDS_TO_GREET = 5.0
_SECONDS_OF_A_TICKET = 30.0
_MOST_TICKETS = 1000
_MOST_STRANGERS = 100  # connections that have not shown a ticket yet
_MOST_CALLS = 100_000  # that one connection waits for at the same time
_MOST_RUNNING = 1000
_connections = Pool("penstock-door")


class Door:
    """Takes connections of those who have a ticket.

    Args:
      host: of the server.
      handlers: what answers calls.
    """

    def __init__(self, host: str, handlers: rpc.Handlers) -> None:
        self._handlers = handlers
        self._tickets: dict[bytes, float] = {}  # until when each is good
        self._lock = threading.Lock()
        self._strangers = 0
        self._open: set[Incoming] = set()
        self._threads = Threads(_MOST_RUNNING)
        self._listener = _listening(host.strip("[]")) if links.wanted() else None
        if self._listener is not None:
            threading.Thread(target=self._accept, name="penstock-door", daemon=True).start()

    # -- tickets --------------------------------------------------------------------------------------------------------

    def connect(self, request: Any, call: rpc.Call) -> Any:
        """Connect: a ticket for whoever asks for one by gRPC."""
        if self._listener is None:
            raise errors.FailedPreconditionError(None, None, "This server takes calls by gRPC only.")
        if request.transport_options.type_url != links.FORM:
            raise errors.FailedPreconditionError(None, None, f"This server takes links of the form {links.FORM}.")
        ticket, now = secrets.token_bytes(links.TICKET_BYTES), time.monotonic()
        with self._lock:
            for old in [t for t, end in self._tickets.items() if end < now]:
                del self._tickets[old]
            if len(self._tickets) >= _MOST_TICKETS:
                raise errors.ResourceExhaustedError(None, None, "Too many tickets were asked for and not used.")
            self._tickets[ticket] = now + _SECONDS_OF_A_TICKET
        response = protos.RecvTensorResponse()
        response.transport_options.type_url = links.FORM
        response.transport_options.value = links.TICKET.pack(self._listener.getsockname()[1], ticket)
        return response

    def _takes(self, ticket: bytes) -> bool:
        with self._lock:
            end = self._tickets.pop(ticket, None)
        return end is not None and time.monotonic() <= end

    # -- connections ----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends all connections; those who wait on them get an UnavailableError."""
        if self._listener is not None:
            try:
                self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for connections
            except OSError:
                pass  # not every system lets a listening socket be shut down
            self._listener.close()
        with self._lock:
            connections, self._open = list(self._open), set()
        for connection in connections:
            connection.close()

    def _accept(self) -> None:
        assert self._listener is not None
        while True:
            try:
                connection, _ = self._listener.accept()
            except ConnectionAbortedError:
                continue
            except OSError:
                if self._listener.fileno() < 0:
                    return
                time.sleep(0.1)  # no file descriptors are left, for now
                continue
            with self._lock:
                welcome = self._strangers < _MOST_STRANGERS
                self._strangers += welcome
            if welcome:
                _connections.submit(self._serve, connection)
            else:
                connection.close()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            try:
                known = self._greet(connection)
            except OSError:
                known = False
            finally:
                with self._lock:
                    self._strangers -= 1
            if not known:
                return
            incoming = Incoming(connection, self._handlers, self._threads)
            with self._lock:
                self._open.add(incoming)
            try:
                if self._listener is not None and self._listener.fileno() >= 0:
                    incoming.run()
            finally:
                incoming.close()
                with self._lock:
                    self._open.discard(incoming)

    def _greet(self, connection: socket.socket) -> bool:
        end = time.monotonic() + _SECONDS_TO_GREET
        wanted, found = len(links.HELLO) + links.TICKET_BYTES, b""
        while len(found) < wanted:
            connection.settimeout(max(end - time.monotonic(), 0.001))
            more = connection.recv(wanted - len(found))
            found += more
            if not more or not (found.startswith(links.HELLO) or links.HELLO.startswith(found)):
                return False
        if not self._takes(found[len(links.HELLO) :]):
            return False
        connection.sendall(links.WELCOME)
        frames.prepare(connection)
        return True


def _listening(host: str) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address, family=family, backlog=_MOST_STRANGERS)


class Incoming:
    """A connection on which others call."""

    def __init__(self, connection: socket.socket, handlers: rpc.Handlers, threads: Threads) -> None:
        limit = rpc.message_limit()
        self._reader = frames.Reader(connection, limit if limit >= 0 else frames.all_memory())
        self._sender = frames.Sender(connection)
        self._handlers = handlers
        self._threads = threads
        self._lock = threading.Lock()
        self._calls: dict[int, _Call] = {}
        self._closed = False

    def run(self) -> None:
        """Answers calls until the connection ends."""
        while not self._closed:
            try:
                frame = self._reader.next()
                if frame.kind == frames.REQUEST:
                    self._begin(frame)
                elif frame.kind == frames.CANCEL:
                    self._give_up(frame.call)
                else:
                    raise frames.Malformed("A caller asks and cancels only")
                del frame  # its message is not kept until the next one
            except frames.Malformed as error:
                self._fail(0, errors.InvalidArgumentError(None, None, str(error)))
                return
            except OSError:
                return

    def close(self) -> None:
        """Ends the connection; what it asked for is given up."""
        with self._lock:
            self._closed = True
            calls = list(self._calls.values())
            self._calls.clear()
        self._sender.close()
        for call in calls:
            call.end()

    def _begin(self, frame: frames.Frame) -> None:
        number = frame.call
        if frame.message is None:
            text = "The message is larger than this server accepts."
            self._fail(number, errors.ResourceExhaustedError(None, None, text))
            return
        found = self._handlers.responders.get(frame.path)
        if found is None:
            self._fail(number, errors.UnimplementedError(None, None, "Method not found!"))
            return
        call = _Call(frame.milliseconds)
        with self._lock:
            if number in self._calls:
                raise frames.Malformed(f"The call {number} is asked twice")
            crowded = len(self._calls) >= _MOST_CALLS
            if number != frames.NO_CALL and not crowded:
                self._calls[number] = call
        if crowded:
            self._fail(number, errors.ResourceExhaustedError(None, None, "Too many calls at the same time."))
            return

        def answer(result: Any) -> None:
            with self._lock:
                mine = self._calls.get(number) is call
                if mine:
                    del self._calls[number]
            if mine:
                self._answer(number, result)
            elif isinstance(result, frames.Parts) and result.sent is not None:
                result.sent()
            call.end()

        respond, quick = found
        if quick:
            respond(frame.message, call, answer)
        else:
            self._threads.submit(respond, frame.message, call, answer)

    def _give_up(self, number: int) -> None:
        with self._lock:
            call = self._calls.pop(number, None)
        if call is not None:
            call.end()

    def _answer(self, number: int, result: Any) -> None:
        if isinstance(result, BaseException):
            self._fail(number, result)
            return
        if not isinstance(result, (bytes, frames.Parts)):
            try:
                result = result.SerializeToString()
            except Exception as error:  # such as one of more than 2 GB
                self._fail(number, error)
                return
        size = len(result) if isinstance(result, bytes) else sum(map(len, result.pieces))
        self._write(frames.head(frames.ANSWER, number, size), result)

    def _fail(self, number: int, error: BaseException) -> None:
        code, text = rpc.code_and_text(error)
        data = rpc.shortened(text).encode(errors="replace")
        self._write(frames.head(frames.FAILURE, number, len(data), status=code), data)

    def _write(self, start: bytes, message: Any) -> None:
        try:
            self._sender.send(start, message)
        except ConnectionError:
            pass  # nobody is there to be told


class _Call(rpc.Call):
    """A call that came over a link."""

    __slots__ = ("_callbacks", "_deadline", "_lock", "_over")

    def __init__(self, milliseconds: int) -> None:
        super().__init__()
        self._deadline = time.monotonic() + milliseconds / 1000 if milliseconds else None
        self._callbacks: list[Callable[[], None]] = []
        self._over = False
        self._lock = threading.Lock()

    @property
    def seconds_left(self) -> float | None:
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    def on_end(self, callback: Callable[[], None]) -> bool:
        with self._lock:
            if not self._over:
                self._callbacks.append(callback)
                return True
        callback()
        return False

    def end(self) -> None:
        """It was answered or given up."""
        with self._lock:
            self._over = True
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()
