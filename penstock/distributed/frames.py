"""Frames: how messages travel on a socket that two tasks of ours have to themselves (`links.py`, `doors.py`).

A frame is a head of fixed size, the path of a method where it asks for something, and a message. Messages are sent in pieces
from where their arrays are, and received into memory of their own that XLA can use, so the bytes of a tensor are copied by the
system only, without the interpreter's lock. Knows nothing of calls.
"""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from penstock.distributed.buffers import buffers
from penstock.runtime.interpret.blocking import Pool

REQUEST, ANSWER, FAILURE, CANCEL = 1, 2, 3, 4  # a failure has a status and a text; a cancellation nothing
_KINDS = frozenset((REQUEST, ANSWER, FAILURE, CANCEL))
# Kind, status, bytes of the path, number of the call, milliseconds until its deadline (0: none), bytes of the message.
_HEAD = struct.Struct("<BBHIIQ")
_LONGEST_PATH = 256
_BUFFER = 1 << 16
_SMALL = 1 << 12  # pieces up to this size are put together: cheaper than to tell the system of each
_MOST_PIECES = 512  # of one call to the system, which allows 1024
_LARGEST_SKIPPED = 1 << 34  # of a message that is too large; more is no message
NO_CALL, LARGEST_CALL = 0, (1 << 32) - 1  # numbers of calls; the first for those that are not answered

_writers = Pool("penstock-send")


class Malformed(Exception):
    """What arrived is not a frame; nothing that follows can be read."""


class Parts:
    """A message in pieces, which are put together by whoever cannot send pieces.

    Args:
      pieces: bytes and memory of arrays.
      sent: called once, when nobody needs the pieces any more.
    """

    __slots__ = ("pieces", "sent")

    def __init__(self, pieces: Sequence[Any], sent: Callable[[], None] | None = None) -> None:
        self.pieces = pieces
        self.sent = sent

    def joined(self) -> bytes:
        """The message as one."""
        found = b"".join(self.pieces)
        if self.sent is not None:
            self.sent()
        return found


class Frame(NamedTuple):
    """A frame that was received. `message` is None if it was larger than is allowed, and then it is gone."""

    kind: int
    status: int
    path: bytes
    call: int
    milliseconds: int
    message: Any  # bytes, or memory that is aligned for XLA


def head(kind: int, call: int, size: int, path: bytes = b"", status: int = 0, milliseconds: int = 0) -> bytes:
    """The beginning of a frame whose message has `size` bytes."""
    return _HEAD.pack(kind, status, len(path), call, milliseconds, size) + path


def prepare(connection: socket.socket) -> None:
    """Sets what all our connections have: small frames go at once, and a machine that vanishes is noticed."""
    connection.settimeout(None)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 20), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 4)):
        option = getattr(socket, name, None)
        if option is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, value)


def all_memory() -> int:
    """The bytes of this machine: no message can be larger, whatever its head says."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


class Reader:
    """Reads frames from a socket; for one thread.

    Args:
      connection: the socket.
      limit: how many bytes a message may have.
    """

    def __init__(self, connection: socket.socket, limit: int) -> None:
        self._connection = connection
        self._limit = limit
        self._buffer = bytearray(_BUFFER)
        self._view = memoryview(self._buffer)
        self._start = self._end = 0

    def next(self) -> Frame:
        """Waits for a frame.

        Raises:
          Malformed: there is something else.
          ConnectionError: the other side has gone.
        """
        self._fill(_HEAD.size)
        kind, status, length, call, milliseconds, size = _HEAD.unpack_from(self._buffer, self._start)
        if kind not in _KINDS or length > _LONGEST_PATH:
            raise Malformed(f"A frame of kind {kind} with a path of {length} bytes")
        self._start += _HEAD.size
        path = b""
        if length:
            self._fill(length)
            path = bytes(self._view[self._start : self._start + length])
            self._start += length
        return Frame(kind, status, path, call, milliseconds, self._message(size))

    def _message(self, size: int) -> Any:
        if size > self._limit:
            if size > _LARGEST_SKIPPED:
                raise Malformed(f"A message of {size} bytes")
            self._skip(size)
            return None
        if size <= _BUFFER:
            self._fill(size)
            self._start += size
            return bytes(self._view[self._start - size : self._start])
        try:
            whole = buffers.take(size)
        except (MemoryError, ValueError, OverflowError):
            self._skip(size)
            return None
        there = min(self._end - self._start, size)
        whole[:there] = self._view[self._start : self._start + there]
        self._start += there
        while there < size:
            count = self._connection.recv_into(whole[there:], size - there, socket.MSG_WAITALL)
            if not count:
                raise ConnectionResetError("closed in the middle of a message")
            there += count
        return whole.toreadonly()

    def _fill(self, wanted: int) -> None:
        """Reads until `wanted` bytes, which fit into the buffer, are there."""
        if self._end - self._start >= wanted:
            return
        if self._start:
            rest = bytes(self._view[self._start : self._end])
            self._view[: len(rest)] = rest
            self._start, self._end = 0, len(rest)
        while self._end < wanted:
            count = self._connection.recv_into(self._view[self._end :])
            if not count:
                raise ConnectionResetError("closed")
            self._end += count

    def _skip(self, size: int) -> None:
        there = min(self._end - self._start, size)
        self._start += there
        size -= there
        while size:
            count = self._connection.recv_into(self._view, min(size, _BUFFER))
            if not count:
                raise ConnectionResetError("closed")
            self._start = self._end = 0
            size -= count


class Sender:
    """Sends frames on a socket, from any thread. None waits for the other side: what does not fit is sent by another thread.

    Args:
      connection: the socket.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._waiting: deque[tuple[list[Any], Callable[[], None] | None]] = deque()
        self._busy = False
        self._closed = False

    def send(self, start: bytes, message: Any, soon: bool = False) -> None:
        """Sends a frame.

        Args:
          start: its head.
          message: bytes or `Parts`.
          soon: whether it has time until the next one is sent.

        Raises:
          ConnectionError: the connection has ended.
        """
        if isinstance(message, Parts):
            pieces, sent = _gathered(start, message.pieces), message.sent
        else:
            pieces = [start + message] if len(message) <= _SMALL else [start, message]
            sent = None
        with self._lock:
            closed = self._closed
            if not closed:
                self._waiting.append((pieces, sent))
                if self._busy or soon:
                    return
                self._busy = True
        if closed:
            if sent is not None:
                sent()
            raise ConnectionResetError("closed")
        self._send(socket.MSG_DONTWAIT)

    def flush(self) -> None:
        """Sends what has waited for the next frame."""
        with self._lock:
            if self._busy or not self._waiting:
                return
            self._busy = True
        self._send(socket.MSG_DONTWAIT)

    def close(self) -> None:
        """Ends the connection; what was not sent is dropped."""
        with self._lock:
            self._closed = True
            dropped = list(self._waiting)
            self._waiting.clear()
        try:
            self._connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended already
        for _, sent in dropped:
            if sent is not None:
                sent()

    def _send(self, flags: int) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._busy = False
                    return
                pieces, sent = self._waiting.popleft()
                while sent is None and self._waiting and _are_small(pieces, *self._waiting[0]):
                    pieces = [pieces[0] + self._waiting.popleft()[0][0]]
            rest: list[Any] | None
            try:
                rest = self._written(pieces, flags)
            except OSError:
                rest = None
            if rest:
                with self._lock:
                    handed_over = not self._closed
                    if handed_over:
                        self._waiting.appendleft((rest, sent))
                if handed_over:
                    _writers.submit(self._send, 0)
                    return
            if sent is not None:
                sent()
            if rest is None:
                self.close()

    def _written(self, pieces: list[Any], flags: int) -> list[Any]:
        """Sends pieces; returns those for which there was no room."""
        while pieces:
            try:
                count = self._connection.sendmsg(pieces[:_MOST_PIECES], (), flags)
            except BlockingIOError:
                return pieces
            done = 0
            while done < len(pieces) and count >= len(pieces[done]):
                count -= len(pieces[done])
                done += 1
            pieces = pieces[done:]
            if count:
                pieces[0] = memoryview(pieces[0])[count:]
        return pieces


def _are_small(pieces: list[Any], others: list[Any], sent: Any) -> bool:
    """Whether two frames are worth putting together, which saves the other side a wake-up."""
    small = len(pieces) == 1 and len(others) == 1 and sent is None
    return small and type(pieces[0]) is bytes and len(pieces[0]) + len(others[0]) <= _SMALL


def _gathered(start: bytes, pieces: Sequence[Any]) -> list[Any]:
    """The pieces of a frame, small ones put together."""
    found: list[Any] = []
    small = [start]
    for piece in pieces:
        if len(piece) <= _SMALL:
            small.append(piece)
            continue
        if small:
            found.append(b"".join(small))
            small = []
        found.append(piece)
    if small:
        found.append(b"".join(small))
    return found
