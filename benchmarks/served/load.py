"""Clients of a model server, as light as they can be in Python: each has a connection and one request under way.

    python load.py grpc|rest PORT CLIENTS SECONDS FILE [PATH]

FILE holds the message, or the body of the REST request. It prints requests per second, the quantiles of their times in
microseconds, how many failed, and the first answer. A client in a library of gRPC costs more than some servers: this one
only cuts frames, for both servers that are compared.
"""

from __future__ import annotations

import json
import select
import socket
import struct
import sys
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">HBBBI", len(payload) >> 8, len(payload) & 255, kind, flags, stream) + payload


def literal(name: bytes, value: bytes) -> bytes:
    """A header that enters no table."""
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value


class Grpc:
    """A client by gRPC."""

    def __init__(self, port: int, body: bytes, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        fields = [(b":method", b"POST"), (b":scheme", b"http"), (b":path", path.encode()), (b":authority", b"x")]
        fields += [(b"te", b"trailers"), (b"content-type", b"application/grpc")]
        self.headers = b"".join(literal(*field) for field in fields)
        message = b"\0" + struct.pack(">I", len(body)) + body
        self.parts = [message[i : i + 16384] for i in range(0, len(message), 16384)]
        window = frame(8, 0, 0, struct.pack(">I", (1 << 31) - 1 - 65535))
        settings = frame(4, 0, 0, struct.pack(">HI", 4, 1 << 30))
        self.socket.sendall(PREFACE + settings + window)
        self.stream = -1
        self.buffer = b""
        self.data = b""
        self.first = b""

    def send(self) -> None:
        """Sends the next request."""
        self.stream += 2
        self.data = b""
        number = self.stream
        out = [frame(1, 4, number, self.headers)]
        out += [frame(0, i == len(self.parts) - 1, number, part) for i, part in enumerate(self.parts)]
        self.socket.sendall(b"".join(out))

    def receive(self) -> bool | None:
        """Reads: None if the answer is not there yet, else whether it is one."""
        data = self.buffer + self.socket.recv(1 << 18)
        at, end, done = 0, len(data), None
        while end - at >= 9:
            size = data[at] << 16 | data[at + 1] << 8 | data[at + 2]
            if end - at < 9 + size:
                break
            kind, flags = data[at + 3], data[at + 4]
            payload = data[at + 9 : at + 9 + size]
            if kind == 0:
                self.data += payload
            elif kind == 1 and flags & 1:
                done = len(self.data) > 5
                self.first = self.first or self.data[5:]
            elif kind == 4 and not flags & 1:
                self.socket.sendall(frame(4, 1, 0, b""))
            elif kind == 6 and not flags & 1:
                self.socket.sendall(frame(6, 1, 0, payload))
            elif kind in (3, 7):
                done = False
            at += 9 + size
        self.buffer = data[at:]
        return done


class Rest:
    """A client by HTTP/1.1."""

    def __init__(self, port: int, body: bytes, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        top = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.request = top.encode() + body
        self.buffer = b""
        self.first = b""

    def send(self) -> None:
        """Sends the next request."""
        self.socket.sendall(self.request)

    def receive(self) -> bool | None:
        """Reads: None if the answer is not there yet, else whether it is one."""
        part = self.socket.recv(1 << 18)
        if not part:
            return False
        data = self.buffer = self.buffer + part
        at = data.find(b"\r\n\r\n")
        if at < 0:
            return None
        lower = data[:at].lower()
        size = int(lower[lower.index(b"content-length:") + 15 :].split(b"\r\n", 1)[0])
        if len(data) < at + 4 + size:
            return None
        self.buffer = b""
        self.first = self.first or data[at + 4 :]
        return data.startswith(b"HTTP/1.1 200")


def main() -> None:
    """Asks, and prints what was measured."""
    kind, port, clients, seconds, file = (
        sys.argv[1],
        int(sys.argv[2]),
        int(sys.argv[3]),
        float(sys.argv[4]),
        sys.argv[5],
    )
    with open(file, "rb") as opened:
        body = opened.read()
    made = [(Grpc if kind == "grpc" else Rest)(port, body, sys.argv[6]) for _ in range(clients)]
    poll = select.epoll()
    by_file = {one.socket.fileno(): one for one in made}
    since: dict[int, float] = {}
    clock = time.perf_counter
    for number, one in by_file.items():
        poll.register(number, select.EPOLLIN)
        since[number] = clock()
        one.send()
    times: list[float] = []
    failed = 0
    warm = clock() + max(1.0, seconds / 2)  # programs are compiled meanwhile
    begun = 0.0
    while True:
        now = clock()
        if not begun and now >= warm:
            begun, times, failed = now, [], failed
        if begun and now - begun >= seconds:
            break
        for number, _ in poll.poll(5):
            one = by_file[number]
            done = one.receive()
            if done is None:
                continue
            now = clock()
            times.append(now - since[number])
            failed += not done
            if not done:
                raise SystemExit(f"a request failed: {one.buffer[:500]!r}")
            since[number] = now
            one.send()
    took = clock() - begun
    times.sort()
    print(
        json.dumps(
            {
                "per second": len(times) / took,
                "p50": times[len(times) // 2] * 1e6,
                "p99": times[len(times) * 99 // 100] * 1e6,
                "failed": failed,
                "first": made[0].first.hex(),
            }
        )
    )


if __name__ == "__main__":
    main()
