"""The tensors of a debugged run on their way to a debug server: one stream of `Event`s for each run and server.

The server answers the graphs and what is told of the run, and says with its answers which tensors of those that wait to be asked
for it wants (`gated_grpc`), and at which of them the run shall wait. Its wishes last for the runs to come.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from typing import Any

import grpc

from penstock import protos
from penstock.graph import errors
from penstock.graph.extension_points import implements
from penstock.platform import logging
from penstock.runtime.debugged.publish import TensorEvent, clock

LARGEST_MESSAGE = 4000 * 1024  # bytes; 1.15 cuts tensors and graphs into pieces of this size
CONNECTING = 30.0  # seconds in which a server must answer: it may be starting
_WAITING = 64  # events that may wait for a slow server before the run does
_UNLIMITED = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
_OPTIONS = [*_UNLIMITED, ("grpc.enable_http_proxy", 0)]

# Server → what it wants: `node:slot:debug op` → whether the run waits for an answer there.
_gates: dict[str, dict[str, bool]] = {}
_gates_lock = threading.Lock()


def opened_channel(address: str) -> Any:
    """A channel to a debug server that answers.

    Raises:
      FailedPreconditionError: it does not answer in time.
    """
    channel = grpc.insecure_channel(address, options=_OPTIONS)
    try:
        grpc.channel_ready_future(channel).result(timeout=CONNECTING)
    except grpc.FutureTimeoutError:
        channel.close()
        raise errors.FailedPreconditionError(
            None, None, f"Failed to connect to gRPC channel at {address} within a timeout of {CONNECTING:g} s."
        ) from None
    return channel


@implements("debug_event_stream")
class EventStream:
    """What a run sends to a server.

    Args:
      target: `host:port`, and a path behind it that the server is told.
      watches: what is watched, which does not matter here.
    """

    def __init__(self, target: str, watches: Any):
        del watches
        self._address, slash, path = target.partition("/")
        self._path = slash + path
        self._channel: Any = None
        self._failed = False
        self._events: queue.Queue[Any] = queue.Queue(_WAITING)
        self._replies: Any = None
        with _gates_lock:
            self._gates = _gates.setdefault(self._address, {})

    def graph(self, graph_def: bytes, device: str, fingerprint: int) -> None:
        """Sends the graph of a device."""
        now = clock.now()
        room = LARGEST_MESSAGE - 1024
        pieces = [graph_def[i : i + room] for i in range(0, len(graph_def), room)] or [b""]
        for i, piece in enumerate(pieces):
            head = f"{fingerprint},{device},{now}|{i}|{len(pieces)}|".encode()
            self._send(protos.Event(wall_time=now, graph_def=head + piece).SerializeToString())
        self._receive()

    def metadata(self, run: int, told: dict[str, Any]) -> None:
        """Sends what there is to tell of the run."""
        del run
        text = json.dumps({**told, "grpc_path": self._path}, separators=(",", ":"))
        log = protos.LogMessage(message=text)
        self._send(protos.Event(wall_time=clock.now(), log_message=log).SerializeToString())
        self._receive()

    def tensor(self, event: TensorEvent, device: str) -> None:
        """Sends a tensor, and waits if the server has a breakpoint there."""
        if event.size <= LARGEST_MESSAGE:
            self._send(event.serialized())
        else:
            for piece in _pieces(event, device):
                self._send(piece)
        if self._gates.get(f"{event.node}:{event.slot}:{event.debug_op}"):
            self._receive()

    def is_open(self, watch_key: str) -> bool:
        """Whether the server wants a tensor that waits to be asked for."""
        return watch_key in self._gates

    def end(self) -> None:
        """Waits until the server has taken everything, and hears its last wishes."""
        if self._channel is None:
            return
        try:
            self._events.put(None, timeout=CONNECTING)
            while not self._failed and self._receive(at_end=True):
                pass
        except (errors.OpError, queue.Full) as error:
            logging.error("The debug server at %s: %s", self._address, getattr(error, "message", "is too slow"))
        finally:
            self._channel.close()
            self._channel = None

    # ---- the stream ----

    def _requests(self) -> Iterator[bytes]:
        while (event := self._events.get()) is not None:
            yield event

    def _send(self, data: bytes) -> None:
        if self._channel is None:
            self._channel = opened_channel(self._address)
            call = self._channel.stream_stream(
                "/tensorflow.EventListener/SendEvents", response_deserializer=protos.EventReply.FromString
            )
            self._replies = call(self._requests())
        while True:
            if not self._replies.is_active():
                self._receive()  # says what went wrong
                raise self._lost("has ended the stream")
            try:
                self._events.put(data, timeout=1.0)
                return
            except queue.Full:
                continue

    def _receive(self, at_end: bool = False) -> bool:
        """Waits for one answer, and does what it asks for; False if there are no more."""
        try:
            reply = next(self._replies)
        except StopIteration:
            if at_end:
                return False
            raise self._lost("has ended the stream") from None
        except grpc.RpcError as error:
            raise self._lost(str(error.details())) from None
        kinds = protos.EventReply.DebugOpStateChange
        for change in reply.debug_op_state_changes:
            key = f"{change.node_name}:{change.output_slot}:{change.debug_op}"
            if change.state == kinds.DISABLED:
                self._gates.pop(key, None)
            else:
                self._gates[key] = change.state == kinds.READ_WRITE
        return True

    def _lost(self, why: str) -> errors.OpError:
        self._failed = True
        return errors.UnavailableError(None, None, f"The debug server at {self._address}: {why}")


def _pieces(event: TensorEvent, device: str) -> Iterator[bytes]:
    """A large tensor as several events, each with a part of its values."""
    room = LARGEST_MESSAGE - 64 * 1024
    whole = protos.Event.FromString(event.head + event.tail) if not len(event.content) else None
    if whole is not None:  # texts
        parts: list[list[bytes]] = [[]]
        size = 0
        for item in whole.summary.value[0].tensor.string_val:
            if len(item) + 6 > room:
                raise errors.FailedPreconditionError(
                    None, None, f"string Tensor element of {event.node}:{event.slot} is larger than a message may be."
                )
            if size + len(item) + 6 > room:
                parts.append([])
                size = 0
            parts[-1].append(item)
            size += len(item) + 6
    else:
        content = event.content
        cut = [content[i : i + room] for i in range(0, len(content), room)]
    count = len(parts) if whole is not None else len(cut)
    shell = protos.Event.FromString(event.serialized()) if whole is None else whole
    shell.summary.value[0].tensor.ClearField("tensor_content")
    shell.summary.value[0].tensor.ClearField("string_val")
    told = {"device": device, "outputSlot": event.slot, "numChunks": count}
    for i in range(count):
        made = protos.Event.FromString(shell.SerializeToString())
        value = made.summary.value[0]
        if whole is None:
            value.tensor.tensor_content = bytes(cut[i])
        else:
            value.tensor.string_val.extend(parts[i])
        value.metadata.plugin_data.content = json.dumps({**told, "chunkIndex": i}, separators=(",", ":")).encode()
        yield made.SerializeToString()
