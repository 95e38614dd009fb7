"""Calls between two tasks of ours over a socket of their own: for them, gRPC for Python takes longer than the work itself.

Who calls a task for the first time asks it by gRPC whether it has a door (`doors.py`). One of ours answers with a port and a
ticket, a random number that is good for one connection; a task of TensorFlow does not know the method and is not asked again.
Until there is a link, and whenever it has broken, calls go by gRPC. There is one link for all calls of this process to an
address. Where connections are encrypted there are no links.
"""

from __future__ import annotations

import os
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Any

from penstock.distributed import frames, security
from penstock.graph import errors
from penstock.runtime.interpret.blocking import Pool

SWITCH = "PENSTOCK_SIDE_CHANNEL"
FORM = "type.penstock/link.1"  # of the offer and of its answer
HELLO, WELCOME = b"PENSTOCK LINK 1\n", b"PENSTOCK WELCOME\n"
TICKET_BYTES = 32
TICKET = struct.Struct(f"<H{TICKET_BYTES}s")  # what a server answers: the port of its door, and a ticket
SECONDS_TO_CONNECT = 5.0
_SECONDS_BETWEEN = 1.0
_threads = Pool("penstock-link")

Done = Callable[[Any], None]  # gets a message or an exception
# Asks the task at an address for its door by gRPC, and tells the message or an exception.
Ask = Callable[[Done], object]
# Why a task is not asked a second time: it knows nothing of links, or does not want them.
_NEVER = (errors.UnimplementedError, errors.FailedPreconditionError, errors.UnauthenticatedError)


def wanted() -> bool:
    """Whether this process makes and takes links at all."""
    return os.environ.get(SWITCH, "1") != "0" and not security.Certificates().wanted


class Link:
    """A connection on which this process calls.

    Args:
      connection: the socket, past its greeting.
      address: of the task, for messages of errors.
      limit: how many bytes an answer may have.
    """

    def __init__(self, connection: socket.socket, address: str, limit: int) -> None:
        self.open = True
        self._address = address
        self._connection = connection
        self._reader = frames.Reader(connection, limit)
        self._sender = frames.Sender(connection)
        self._lock = threading.Lock()
        self._calls: dict[int, Done] = {}
        self._last = 0
        threading.Thread(target=self._read, name="penstock-link", daemon=True).start()

    def begin(
        self, path: bytes, request: Any, done: Done, seconds: float | None = None, soon: bool = False
    ) -> Callable[[], None]:
        """Calls a method; `done` gets the serialized answer or an exception, mostly on the thread that reads.

        Args:
          path: of the method.
          request: the serialized message, or `Parts`.
          done: must not wait for anything.
          seconds: what the other side is told of the deadline; to keep it is the caller's part.
          soon: whether it has time until the next call or `flush`.
        """
        with self._lock:
            number = self._last = self._last % frames.LARGEST_CALL + 1
            opened = self.open
            if opened:
                self._calls[number] = done
        if not opened:
            done(self._gone())
            return _nothing
        size = len(request) if isinstance(request, bytes) else sum(map(len, request.pieces))
        milliseconds = 0 if seconds is None else min(max(int(seconds * 1000), 1), frames.LARGEST_CALL)
        try:
            self._sender.send(frames.head(frames.REQUEST, number, size, path, 0, milliseconds), request, soon)
        except ConnectionError:
            self._end(number, self._gone())
            return _nothing

        def give_up() -> None:
            self.give_up(number, errors.CancelledError(None, None, "Cancelled"))

        return give_up

    def flush(self) -> None:
        """Sends what has waited for the next call."""
        self._sender.flush()

    def tell(self, path: bytes, request: bytes) -> None:
        """Calls a method whose answer nobody wants, with the next call at the latest."""
        try:
            self._sender.send(frames.head(frames.REQUEST, frames.NO_CALL, len(request), path), request, soon=True)
        except ConnectionError:
            pass  # with the link, the other side has lost what it was to be told

    def call(self, path: bytes, request: Any, seconds: float | None = None) -> Any:
        """Calls a method and waits.

        Raises:
          tf.errors.OpError: what the other side says, or that it took too long.
        """
        found: list[Any] = []
        arrived = threading.Lock()
        arrived.acquire()

        def done(result: Any) -> None:
            found.append(result)
            arrived.release()

        give_up = self.begin(path, request, done, seconds)
        if not arrived.acquire(timeout=-1 if seconds is None else seconds):
            give_up()
            arrived.acquire()
            if isinstance(found[0], errors.CancelledError):
                raise errors.DeadlineExceededError(None, None, "Deadline Exceeded")
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

    def give_up(self, number: int, error: BaseException) -> None:
        """Ends a call here and tells the other side."""
        if self._end(number, error):
            try:
                self._sender.send(frames.head(frames.CANCEL, number, 0), b"")
            except ConnectionError:
                pass  # then it knows

    def close(self) -> None:
        """Ends the connection and all calls on it."""
        with self._lock:
            self.open = False
            calls = list(self._calls.values())
            self._calls.clear()
        self._sender.close()
        for done in calls:
            done(self._gone())

    def _gone(self) -> errors.UnavailableError:
        return errors.UnavailableError(None, None, f"The connection to {self._address} has ended.")

    def _end(self, number: int, result: Any) -> bool:
        with self._lock:
            done = self._calls.pop(number, None)
        if done is not None:
            done(result)
        return done is not None

    def _read(self) -> None:
        try:
            while True:
                self._take(self._reader.next())
        except (OSError, frames.Malformed):
            pass  # what waits is told below
        finally:
            self.close()
            self._connection.close()

    def _take(self, frame: frames.Frame) -> None:
        if frame.message is None:
            text = f"An answer of {self._address} is larger than this process accepts."
            self._end(frame.call, errors.ResourceExhaustedError(None, None, text))
        elif frame.kind == frames.ANSWER:
            self._end(frame.call, frame.message)
        elif frame.kind == frames.FAILURE and 0 < frame.status <= errors.UNAUTHENTICATED:
            text = bytes(frame.message).decode(errors="replace")
            self._end(frame.call, errors.make_error(None, None, text, frame.status))
        else:
            raise frames.Malformed("A caller gets answers and failures only")


def _nothing() -> None:
    """Gives up what has ended."""


class Line:
    """The way to a task: its link, if it has one."""

    def __init__(self, address: str, limit: int, ask: Ask) -> None:
        self._address = address
        self._limit = limit
        self._ask = ask
        self._link: Link | None = None
        self._lock = threading.Lock()
        self._asking = not wanted()  # then nobody is ever asked
        self._next = 0.0
        self._closed = False

    def link(self) -> Link | None:
        """The link; None if there is none (yet)."""
        link = self._link
        if link is not None and link.open:
            return link
        if not self._asking and time.monotonic() >= self._next:
            with self._lock:
                if self._asking or self._closed:
                    return None
                self._asking = True
            self._ask(self._answered)
        return None

    def close(self) -> None:
        """Ends the link for good."""
        with self._lock:
            self._closed = True
            link = self._link
        if link is not None:
            link.close()

    def _answered(self, answer: Any) -> None:
        if isinstance(answer, _NEVER):
            return
        if isinstance(answer, BaseException):
            self._later()
            return
        try:
            port, ticket = TICKET.unpack(answer.transport_options.value)
        except struct.error:
            return  # no door that this process knows how to use
        _threads.submit(self._connect, port, ticket)

    def _later(self) -> None:
        self._next = time.monotonic() + _SECONDS_BETWEEN
        self._asking = False

    def _connect(self, port: int, ticket: bytes) -> None:
        try:
            link = Link(greeted(self._address, port, ticket), self._address, self._limit)
        except OSError:  # such as a firewall: gRPC it is, and it is tried again
            self._later()
            return
        with self._lock:
            self._link, closed = link, self._closed
        if closed:
            link.close()
        self._later()


def greeted(address: str, port: int, ticket: bytes) -> socket.socket:
    """A connection to the door of the task at an address, past its greeting.

    Raises:
      OSError: the door cannot be reached, or does not take the ticket.
    """
    host = address.rpartition(":")[0].strip("[]")
    connection = socket.create_connection((host, port), SECONDS_TO_CONNECT)
    try:
        connection.sendall(HELLO + ticket)
        found = b""
        while len(found) < len(WELCOME):
            more = connection.recv(len(WELCOME) - len(found))
            if not more:
                raise ConnectionRefusedError("the ticket was not taken")
            found += more
        if found != WELCOME:
            raise ConnectionRefusedError("not a door")
        frames.prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection
