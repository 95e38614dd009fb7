"""gRPC over HTTP/2 on an event loop: calls with one message each way, which is all that serving models needs.

gRPC's own server for Python takes 300 µs for an empty call on the machine that this was measured on (`benchmarks/serving.py`),
several times what a small model takes; here it is about 50. Headers are read by `hpack`; services are those that
`distributed.rpc` describes, so that the same objects could be served by either.
"""

from __future__ import annotations

import asyncio
import struct
import time
import zlib
from collections.abc import Callable
from typing import Any

import hpack

from penstock.distributed import rpc
from penstock.graph import errors
from penstock.serving.calls import Call, Services

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _PRIORITY, _RST, _SETTINGS, _PUSH, _PING, _GOAWAY, _WINDOW, _CONTINUATION = range(10)
_END_STREAM, _END_HEADERS, _PADDED, _HAS_PRIORITY, _ACK = 0x1, 0x4, 0x8, 0x20, 0x1
_NO_ERROR, _PROTOCOL_ERROR, _FLOW_ERROR, _SIZE_ERROR, _REFUSED, _CALM_DOWN = 0, 1, 3, 6, 7, 11
_LARGEST_FRAME = 1 << 20
_LARGEST_HEADERS = 32 << 10
_WINDOW_OF_STREAM = 16 << 20
_WINDOW_LIMIT = (1 << 31) - 1
_MOST_STREAMS = 10_000
# A connection that takes back more calls than this without one that was answered is not a client.
_MOST_RESETS = 20_000

# Headers that need no table: ":status: 200" and "content-type: application/grpc", and the trailer of a call that went well.
_OPENING = b"\x88\x0f\x10\x10application/grpc"
_WENT_WELL = b"\x00\x0bgrpc-status\x010"
# The frames around them, up to the number of the stream.
_OPENING_HEAD = bytes((0, 0, len(_OPENING), _HEADERS, _END_HEADERS))
_WENT_WELL_HEAD = bytes((0, 0, len(_WENT_WELL), _HEADERS, _END_HEADERS | _END_STREAM))
_TIME_UNITS = {"H": 3600.0, "M": 60.0, "S": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">HBBBI", len(payload) >> 8, len(payload) & 255, kind, flags, stream) + payload


def _literal(name: bytes, value: bytes) -> bytes:
    return b"\x00" + _string(name) + _string(value)


def _string(data: bytes) -> bytes:
    if len(data) < 127:
        return bytes((len(data),)) + data
    rest, size = len(data) - 127, bytearray((127,))
    while rest > 127:
        size.append(rest & 127 | 128)
        rest >>= 7
    size.append(rest)
    return bytes(size) + data


def _status_text(text: str) -> bytes:
    """A text as the header grpc-message has it."""
    out = bytearray()
    for byte in rpc.shortened(text).encode():
        if 0x20 <= byte <= 0x7E and byte != 0x25:
            out.append(byte)
        else:
            out += b"%%%02X" % byte
    return bytes(out)


class _Table(hpack.table.HeaderTable):
    """The table of headers that a connection has sent; tells when it changes."""

    changes = 0

    def add(self, name: bytes, value: bytes) -> None:
        self.changes += 1
        super().add(name, value)


class _Stream:
    __slots__ = ("body", "call", "compressed", "last", "method", "opened", "pending", "size", "window")

    def __init__(self, window: int) -> None:
        self.window = window  # bytes that the client wants to get of this stream
        self.body: list[bytes] = []
        self.size = 0
        self.method: Any = None
        self.call: Call | None = None
        self.compressed = ""
        self.opened = False  # whether the headers of the answer are sent
        self.last = False  # whether what is pending ends the answer
        self.pending: list[memoryview] = []  # waits for the window


class _Broken(Exception):
    """The client does not speak HTTP/2; the connection ends with this code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Connection(asyncio.Protocol):
    """One client.

    Args:
      services: who answers.
      connections: the set that it enters itself into while it lives.
    """

    def __init__(self, services: Services, connections: set[Connection]) -> None:
        self._services = services
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._buffer = bytearray()
        self._begun = False
        self._decoder = hpack.Decoder(max_header_list_size=_LARGEST_HEADERS)
        self._table = _Table()
        self._decoder.header_table = self._table
        self._known: dict[bytes, tuple[int, list[Any]]] = {}
        self._streams: dict[int, _Stream] = {}
        self._last = 0
        self._headers: tuple[int, int, bytearray] | None = None  # of a block that goes on: stream, flags, bytes
        self._window = 65535  # what the client wants to get on the whole
        self._initial = 65535
        self._frame = 16384
        self._taken = 0
        self._resets = 0
        self._lasting = 0  # calls that go on after their first answer
        self._closing = False

    # -- what asyncio calls -----------------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._connections.add(self)
        settings = struct.pack(
            ">HIHIHIHI", 3, _MOST_STREAMS, 4, _WINDOW_OF_STREAM, 5, _LARGEST_FRAME, 6, _LARGEST_HEADERS
        )
        window = frame(_WINDOW, 0, 0, struct.pack(">I", _WINDOW_LIMIT - 65535))
        transport.write(frame(_SETTINGS, 0, 0, settings) + window)

    def connection_lost(self, exc: Any) -> None:
        self._connections.discard(self)
        self._closing = True
        streams, self._streams = self._streams, {}
        for stream in streams.values():
            self._forget(stream)

    def pause_writing(self) -> None:
        """The client does not read its answers: it may not ask more meanwhile."""
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        self._transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        try:
            if not self._begun:
                if not PREFACE.startswith(bytes(buffer[: len(PREFACE)])):
                    raise _Broken(_PROTOCOL_ERROR, "not HTTP/2")
                if len(buffer) < len(PREFACE):
                    return
                del buffer[: len(PREFACE)]
                self._begun = True
            at, end = 0, len(buffer)
            while end - at >= 9:
                size = buffer[at] << 16 | buffer[at + 1] << 8 | buffer[at + 2]
                if size > _LARGEST_FRAME:
                    raise _Broken(_SIZE_ERROR, "a frame is too large")
                if end - at < 9 + size:
                    break
                kind, flags = buffer[at + 3], buffer[at + 4]
                stream = int.from_bytes(buffer[at + 5 : at + 9], "big") & 0x7FFFFFFF
                payload = bytes(buffer[at + 9 : at + 9 + size])
                at += 9 + size
                if self._headers is not None and kind != _CONTINUATION:
                    raise _Broken(_PROTOCOL_ERROR, "headers do not go on")
                handler = self._HANDLERS.get(kind)
                if handler is not None:
                    handler(self, flags, stream, payload)
                if self._closing:
                    break
            if at:
                del buffer[:at]
        except _Broken as error:
            self._end(error.code, str(error))

    def _end(self, code: int, text: str = "") -> None:
        if not self._closing:
            self._closing = True
            self._transport.write(frame(_GOAWAY, 0, 0, struct.pack(">II", self._last, code) + text.encode()[:200]))
            self._transport.close()

    def finish(self) -> None:
        """Tells the client to open no more calls here; those that run are answered."""
        if not self._closing and not self._transport.is_closing():
            self._transport.write(frame(_GOAWAY, 0, 0, struct.pack(">II", self._last, _NO_ERROR)))

    @property
    def calls(self) -> int:
        """How many calls are being read or answered, without those that only watch."""
        return len(self._streams) - self._lasting

    @property
    def busy(self) -> bool:
        """Whether a call is being answered."""
        return self.calls > 0

    def abort(self) -> None:
        """Ends the connection now."""
        self._transport.abort()

    # -- frames -----------------------------------------------------------------------------------------------------

    def _on_headers(self, flags: int, number: int, payload: bytes) -> None:
        start, end = 0, len(payload)
        if flags & _PADDED:
            if not payload or payload[0] >= len(payload):
                raise _Broken(_PROTOCOL_ERROR, "padding is too long")
            start, end = 1, end - payload[0]
        if flags & _HAS_PRIORITY:
            start += 5
        if start > end or not number:
            raise _Broken(_PROTOCOL_ERROR, "headers are cut")
        block = payload[start:end] if flags & (_PADDED | _HAS_PRIORITY) else payload
        if flags & _END_HEADERS:
            self._open(number, flags, block)
        else:
            self._headers = (number, flags, bytearray(block))

    def _on_continuation(self, flags: int, number: int, payload: bytes) -> None:
        if self._headers is None or self._headers[0] != number:
            raise _Broken(_PROTOCOL_ERROR, "a continuation of nothing")
        self._headers[2].extend(payload)
        if len(self._headers[2]) > 2 * _LARGEST_HEADERS:
            raise _Broken(_CALM_DOWN, "headers are too long")
        if flags & _END_HEADERS:
            number, first, block = self._headers
            self._headers = None
            self._open(number, first, bytes(block))

    def _decoded(self, block: bytes) -> list[Any]:
        """The headers of a block. The same bytes mean the same for as long as the table does not change."""
        known = self._known.get(block)
        if known is not None and known[0] == self._table.changes:
            return known[1]
        before = self._table.changes
        try:
            found = list(self._decoder.decode(block))
        except Exception as error:  # of hpack, and what strange bytes make it meet
            raise _Broken(9, f"headers cannot be read: {type(error).__name__}") from None
        if self._table.changes == before:
            if len(self._known) > 64:
                self._known.clear()
            self._known[block] = (before, found)
        return found

    def _open(self, number: int, flags: int, block: bytes) -> None:
        headers = self._decoded(block)
        stream = self._streams.get(number)
        if stream is not None:  # trailers: the end of a request
            if flags & _END_STREAM:
                self._complete(number, stream)
            return
        if not number & 1 or number <= self._last:
            if number <= self._last and number & 1:
                return  # of a call that has been answered already
            raise _Broken(_PROTOCOL_ERROR, "not a number of a new stream")
        self._last = number
        if len(self._streams) >= _MOST_STREAMS:
            self._transport.write(frame(_RST, 0, number, struct.pack(">I", _REFUSED)))
            return
        stream = self._streams[number] = _Stream(self._initial)
        fields = dict(headers)
        path, timeout = fields.get(":path", ""), fields.get("grpc-timeout")
        stream.compressed = fields.get("grpc-encoding", "identity")
        if not fields.get("content-type", "").startswith("application/grpc") or fields.get(":method") != "POST":
            self._write(_plain(number, b"415", b"This is a gRPC server"))
            del self._streams[number]
            return
        stream.call = Call(self, number)
        stream.method = self._services.found.get(path)
        if stream.method is None:
            self._fail(number, errors.UNIMPLEMENTED, f"Method {path} is not one of this server")
            return
        if timeout is not None:
            try:
                stream.call.expires = time.monotonic() + int(timeout[:-1]) * _TIME_UNITS[timeout[-1]]
            except (ValueError, KeyError, IndexError):
                self._fail(number, errors.INTERNAL, "grpc-timeout cannot be read")
                return
        if flags & _END_STREAM:
            self._complete(number, stream)

    def _on_data(self, flags: int, number: int, payload: bytes) -> None:
        self._taken += len(payload)
        if self._taken > 1 << 24:
            self._write(frame(_WINDOW, 0, 0, struct.pack(">I", self._taken)))
            self._taken = 0
        stream = self._streams.get(number)
        if stream is None or stream.method is None:
            if not number or number > self._last:
                raise _Broken(_PROTOCOL_ERROR, "data of no stream")
            return  # of a call that has been answered already
        size = len(payload)
        if flags & _PADDED:
            if not payload or payload[0] >= len(payload):
                raise _Broken(_PROTOCOL_ERROR, "padding is too long")
            payload = payload[1 : len(payload) - payload[0]]
        unfinished = self._services.unfinished
        if not unfinished.add(len(payload), stream.size):
            self._fail(number, errors.RESOURCE_EXHAUSTED, unfinished.text)
            return
        stream.body.append(payload)
        stream.size += len(payload)
        if stream.size > self._services.largest + 5:
            text = f"Received message larger than max ({stream.size - 5} vs. {self._services.largest})"
            self._fail(number, errors.RESOURCE_EXHAUSTED, text)
        elif flags & _END_STREAM:
            self._complete(number, stream)
        elif size:
            self._write(frame(_WINDOW, 0, number, struct.pack(">I", size)))

    def _on_settings(self, flags: int, number: int, payload: bytes) -> None:
        if flags & _ACK:
            return
        if len(payload) % 6 or number:
            raise _Broken(_SIZE_ERROR, "settings are cut")
        for at in range(0, len(payload), 6):
            name, value = struct.unpack_from(">HI", payload, at)
            if name == 4:
                if value > _WINDOW_LIMIT:
                    raise _Broken(_FLOW_ERROR, "a window is too large")
                for stream in self._streams.values():
                    stream.window += value - self._initial
                self._initial = value
            elif name == 5 and 16384 <= value < 1 << 24:
                self._frame = value
        self._write(frame(_SETTINGS, _ACK, 0, b""))
        self._flush_all()

    def _on_window(self, flags: int, number: int, payload: bytes) -> None:
        if len(payload) != 4:
            raise _Broken(_SIZE_ERROR, "a window is cut")
        more = int.from_bytes(payload, "big") & 0x7FFFFFFF
        if not number:
            if not more or self._window + more > _WINDOW_LIMIT:
                raise _Broken(_FLOW_ERROR, "the window is too large")
            self._window += more
            self._flush_all()
        elif number in self._streams:
            stream = self._streams[number]
            stream.window += more
            if not more or stream.window > _WINDOW_LIMIT:
                self._cancel(number, _FLOW_ERROR)
            else:
                self._flush(number, stream)

    def _on_ping(self, flags: int, number: int, payload: bytes) -> None:
        if len(payload) != 8 or number:
            raise _Broken(_SIZE_ERROR, "a ping is not one")
        if not flags & _ACK:
            self._write(frame(_PING, _ACK, 0, payload))

    def _on_reset(self, flags: int, number: int, payload: bytes) -> None:
        if len(payload) != 4 or not number or number > self._last:
            raise _Broken(_PROTOCOL_ERROR, "a reset of nothing")
        stream = self._streams.pop(number, None)
        if stream is not None:
            self._resets += 1
            self._forget(stream)
            if self._resets > _MOST_RESETS:
                raise _Broken(_CALM_DOWN, "too many calls were taken back")

    def _on_goaway(self, flags: int, number: int, payload: bytes) -> None:
        pass  # the client opens no more calls; those that run are answered

    def _on_push(self, flags: int, number: int, payload: bytes) -> None:
        raise _Broken(_PROTOCOL_ERROR, "a client cannot push")

    _HANDLERS: dict[int, Callable[[Connection, int, int, bytes], None]] = {
        _DATA: _on_data,
        _HEADERS: _on_headers,
        _RST: _on_reset,
        _SETTINGS: _on_settings,
        _PUSH: _on_push,
        _PING: _on_ping,
        _GOAWAY: _on_goaway,
        _WINDOW: _on_window,
        _CONTINUATION: _on_continuation,
    }

    # -- calls ------------------------------------------------------------------------------------------------------

    def _complete(self, number: int, stream: _Stream) -> None:
        """A request is there: has it answered."""
        call = stream.call
        assert call is not None
        if stream.method is None:
            return
        method, function = stream.method
        stream.method = None
        # It stays in memory until it is answered, also if the client takes it back.
        held, stream.size = stream.size, 0
        unfinished = self._services.unfinished
        body = stream.body[0] if len(stream.body) == 1 else b"".join(stream.body)
        stream.body = []
        try:
            request = method.request.FromString(self._message(stream, body))
        except errors.OpError as error:
            unfinished.release(held)
            self._fail(number, *rpc.code_and_text(error))
            return
        except Exception as error:
            unfinished.release(held)
            self._fail(number, errors.INVALID_ARGUMENT, f"{method.path}: the request cannot be read: {error}")
            return
        loop = self._loop

        def finish(result: Any) -> None:
            nonlocal held
            unfinished.release(held)
            held = 0
            self._answer(number, result)

        def answer(result: Any) -> None:
            if asyncio._get_running_loop() is loop:
                finish(result)
            else:
                data = result if isinstance(result, (bytes, BaseException)) else result.SerializeToString()
                try:
                    loop.call_soon_threadsafe(finish, data)
                except RuntimeError:  # the loop has ended
                    call.end()

        try:
            function(request, call, answer)
        except Exception as error:
            finish(error)

    def _message(self, stream: _Stream, body: bytes) -> bytes:
        if len(body) < 5 or len(body) != 5 + int.from_bytes(body[1:5], "big"):
            raise errors.InternalError(None, None, "The request is not one message of gRPC")
        if not body[0]:
            return body[5:]
        bits = {"gzip": 31, "deflate": 15}.get(stream.compressed)
        if bits is None:
            raise errors.UnimplementedError(None, None, f"Compression by {stream.compressed} is not supported")
        try:
            inflater = zlib.decompressobj(bits)
            most = min(self._services.largest, self._services.unfinished.room(len(body)))
            data = inflater.decompress(body[5:], most)
        except zlib.error as error:
            raise errors.InternalError(None, None, f"The request cannot be decompressed: {error}") from None
        if inflater.unconsumed_tail:
            text = f"Received message larger than max ({most})"
            raise errors.ResourceExhaustedError(None, None, text)
        if not inflater.eof:
            raise errors.InternalError(None, None, "The request cannot be decompressed: it is cut")
        return data

    def _answer(self, number: int, result: Any) -> None:
        stream = self._streams.get(number)
        if stream is None:
            return  # the client has given up
        if isinstance(result, BaseException):
            self._fail(number, *rpc.code_and_text(result))
            return
        data = result if isinstance(result, bytes) else result.SerializeToString()
        size = len(data) + 5
        if size <= self._frame and size <= self._window and size <= stream.window:
            self._window -= size
            self._drop(number)
            self._resets = 0
            top = number.to_bytes(4, "big")
            self._write(
                b"".join(
                    (
                        _OPENING_HEAD,
                        top,
                        _OPENING,
                        size.to_bytes(3, "big"),
                        b"\x00\x00",
                        top,
                        b"\x00",
                        len(data).to_bytes(4, "big"),
                        data,
                        _WENT_WELL_HEAD,
                        top,
                        _WENT_WELL,
                    )
                )
            )
            return
        stream.last = True
        self._put(number, stream, data)

    def send(self, number: int, message: Any) -> None:
        """Sends a message of a call that goes on; from any thread."""
        if asyncio._get_running_loop() is self._loop:
            self._send(number, message.SerializeToString())
        else:
            try:
                self._loop.call_soon_threadsafe(self._send, number, message.SerializeToString())
            except RuntimeError:  # the loop has ended
                pass

    def _send(self, number: int, data: bytes) -> None:
        stream = self._streams.get(number)
        if stream is not None:
            if not stream.opened:
                self._lasting += 1
            self._put(number, stream, data)

    def _put(self, number: int, stream: _Stream, data: bytes) -> None:
        if not stream.opened:
            self._write(frame(_HEADERS, _END_HEADERS, number, _OPENING))
            stream.opened = True
        stream.pending.append(memoryview(b"\0" + len(data).to_bytes(4, "big") + data))
        self._flush(number, stream)

    def _flush_all(self) -> None:
        for number, stream in list(self._streams.items()):
            if stream.pending:
                self._flush(number, stream)

    def _flush(self, number: int, stream: _Stream) -> None:
        """Sends as much of a large answer as the client wants to get."""
        if not stream.pending:
            return
        while stream.pending:
            left = stream.pending.pop(0)
            while len(left):
                size = min(len(left), self._frame, self._window, stream.window)
                if size <= 0:
                    stream.pending.insert(0, left)
                    return
                self._window -= size
                stream.window -= size
                self._write(frame(_DATA, 0, number, bytes(left[:size])))
                left = left[size:]
        if stream.last:
            self._write(frame(_HEADERS, _END_HEADERS | _END_STREAM, number, _WENT_WELL))
            self._drop(number)

    def _fail(self, number: int, code: int, text: str) -> None:
        """Ends a call with a status."""
        stream = self._streams.get(number)
        opening = b"" if stream is not None and stream.opened else _OPENING
        block = opening + _literal(b"grpc-status", str(code).encode()) + _literal(b"grpc-message", _status_text(text))
        self._write(frame(_HEADERS, _END_HEADERS | _END_STREAM, number, block))
        self._drop(number)

    def _cancel(self, number: int, code: int) -> None:
        self._write(frame(_RST, 0, number, struct.pack(">I", code)))
        self._drop(number)

    def _drop(self, number: int) -> None:
        stream = self._streams.pop(number, None)
        if stream is not None:
            self._forget(stream)

    def _forget(self, stream: _Stream) -> None:
        """Ends what a stream holds."""
        self._services.unfinished.release(stream.size)
        stream.size = 0
        if stream.opened and not stream.last:
            self._lasting -= 1
        if stream.call is not None:
            stream.call.end()

    def _write(self, data: bytes) -> None:
        if not self._closing:
            self._transport.write(data)


def _plain(number: int, status: bytes, text: bytes) -> bytes:
    """An answer to who does not speak gRPC."""
    block = b"\x08" + _string(status) + _literal(b"content-type", b"text/plain")
    return frame(_HEADERS, _END_HEADERS, number, block) + frame(_DATA, _END_STREAM, number, text)
