"""What runs in the process that compiles for another one (`compile_process.py`): sources come in, products or refusals go out.

It begins with the checksum of all versions and settings, so that two that differ do not work together, and is of low priority.
It ends with the process that it is for, and when it had nothing to do for a while. Each answer begins with its checksum.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import select
import signal
import socket
import threading
import time
from typing import Any

from penstock.runtime.state import malloc
from penstock.runtime.xla import cache

GREETING = b"penstock compiles\n"
DIGEST = hashlib.sha256().digest_size
_LENGTH = 8
# Nobody asks for programs for so long: the memory goes back.
IDLE_SECONDS = 30.0
_OBJECTS_BETWEEN_COLLECTIONS = 50_000
# While it starts or compiles, it should have at least this share of a processor in so many seconds.
_PATIENCE, _LEAST_SHARE = 2.5, 0.4


def versions() -> bytes:
    """The checksum of what decides what the compiler makes."""
    return hashlib.sha256(b"|".join(cache.versions())).digest()


def receive(connection: socket.socket, size: int) -> bytes:
    """Reads exactly `size` bytes from a connection.

    Raises:
      EOFError: the other side is gone.
    """
    parts = bytearray()
    while len(parts) < size:
        part = connection.recv(min(size - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


def send_message(connection: socket.socket, *parts: bytes) -> None:
    """Sends one message: its length, then its parts."""
    connection.sendall(sum(map(len, parts)).to_bytes(_LENGTH, "little"))
    for part in parts:
        connection.sendall(part)


def receive_message(connection: socket.socket, most: int) -> bytes:
    """Reads one message of `send_message`.

    Raises:
      EOFError: the other side is gone.
      ValueError: it says that more than `most` bytes come.
    """
    size = int.from_bytes(receive(connection, _LENGTH), "little")
    if size > most:
        raise ValueError(f"a message of {size} bytes")
    return receive(connection, size)


def compile_written(data: bytes) -> bytes:
    """Compiles a serialized source to a serialized product or refusal; empty if the client must compile it itself."""
    from penstock.ops.backend import native_calls
    from penstock.runtime.xla import portable, trace
    from penstock.runtime.xla.product import Refusal

    with native_calls.WantedKernels() as kernels:
        try:
            outcome = trace.compile_source(portable.read(data)).with_machine_code().to_bytes()
        except trace.NeedsStatic as need:
            operations: list[Any] = [need.op, *need.inside]  # as `portable.read` has made them, with their places
            place, *inside = [op.place for op in operations]
            outcome = Refusal(str(need), (place, need.number), tuple(inside)).to_bytes()
        except trace.Unserializable:
            outcome = b""
        except Exception as error:
            outcome = Refusal(f"{type(error).__name__}: {error}", failed=True).to_bytes()
    return b"" if kernels.in_vain else outcome


def main() -> None:
    """Serves the process at the other end of the standard input."""
    global _working
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal; it is for the program
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())
    connection = socket.socket(fileno=os.dup(0))
    for number in (0, 1):
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, number)
        os.close(nothing)
    threading.Thread(target=_end_with, args=(connection,), daemon=True).start()
    if os.sched_getscheduler(0) == os.SCHED_IDLE:
        threading.Thread(target=_end_if_starved, daemon=True).start()
    with contextlib.suppress(OSError, EOFError, ValueError):
        connection.sendall(GREETING + versions())
        _working = True
        from penstock.ops.backend import start_jax

        start_jax.load()
        # Nobody waits for memory here, and what was imported stays: to look through it takes a part of each compilation.
        gc.freeze()
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
        _working = False
        while select.select([connection], [], [], IDLE_SECONDS)[0]:
            source = receive_message(connection, 1 << 40)
            _working = True
            outcome = compile_written(source)
            _working = False
            send_message(connection, hashlib.sha256(outcome).digest(), outcome)
            del source, outcome
            malloc.trim()
    os._exit(0)


_working = False  # not while it waits for sources, nor before who has started it knows that it is there


def _end_if_starved() -> None:
    """Ends this process if others leave it nearly nothing while it works: one of a better priority takes its place."""
    while True:
        seconds, spent = time.monotonic(), time.process_time()
        was_working = _working
        time.sleep(_PATIENCE)
        seconds, spent = time.monotonic() - seconds, time.process_time() - spent
        if was_working and _working and spent < _LEAST_SHARE * seconds:
            os._exit(0)


def _end_with(connection: socket.socket) -> None:
    """Ends this process when the other one has closed the connection, or is gone, whatever is being compiled."""
    gone = select.poll()
    gone.register(connection, select.POLLRDHUP)
    while not gone.poll():
        time.sleep(0.1)
    os._exit(0)
