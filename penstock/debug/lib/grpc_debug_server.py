"""A debug server: takes the tensors, graphs and source lines of debugged programs, here or on other machines.

Subclasses say what becomes of them (`EventListenerBaseStreamHandler`). What arrives is data and nothing else: no part of it is
run, and a stream that keeps more pieces open than its limits allow is ended.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc

from penstock import protos
from penstock.debug.lib import debug_graphs, debug_service_pb2_grpc
from penstock.platform import logging
from penstock.util import compat

if TYPE_CHECKING:
    from penstock.protos import GraphDef


LARGEST_MESSAGE = 1 << 28  # bytes; programs cut tensors and graphs into 4 MB, lines and files of a program come whole
LARGEST_PENDING = 1 << 32  # bytes of a stream in tensors and graphs that are not complete
MOST_PIECES = 1 << 16


class DebugWatch(NamedTuple):
    """A tensor that a program sends only if it is asked to."""

    node_name: str
    output_slot: int
    debug_op: str


class EventListenerBaseStreamHandler:
    """What becomes of the events of one stream, which is one run of a program. Subclasses say it."""

    def on_core_metadata_event(self, event: Any) -> Any:
        """Takes what is told of the run, JSON in `event.log_message.message`; may return an `EventReply`."""
        raise NotImplementedError("on_core_metadata_event() is not implemented in the base servicer class")

    def on_graph_def(self, graph_def: GraphDef, device_name: Any, wall_time: int) -> Any:
        """Takes the graph of a device and its time in microseconds; may return an `EventReply`."""
        raise NotImplementedError("on_graph_def() is not implemented in the base servicer class")

    def on_value_event(self, event: Any) -> Any:
        """Takes a tensor in `event.summary.value[0]`; may return an `EventReply`, which one that waits goes on with."""
        raise NotImplementedError("on_value_event() is not implemented in the base servicer class")


class _Pieces:
    """What a stream has sent of tensors and graphs that are not complete."""

    def __init__(self) -> None:
        self._parts: dict[Any, list[bytes | Any | None]] = {}
        self._bytes = 0

    def add(self, key: Any, index: int, count: int, part: Any, size: int) -> list[Any] | None:
        """All parts, if this was the last one.

        Raises:
          ValueError: the numbers contradict each other, or there is too much.
        """
        parts = self._parts.get(key)
        if parts is None:
            if not 0 < count <= MOST_PIECES:
                raise ValueError(f"A tensor or graph comes in {count} pieces, at most {MOST_PIECES} are allowed")
            parts = self._parts[key] = [None] * count
        if not 0 <= index < len(parts) or len(parts) != count or parts[index] is not None:
            raise ValueError(f"Piece {index} of {count} of a tensor or graph was not expected")
        self._bytes += size
        if self._bytes > LARGEST_PENDING:
            raise ValueError(f"More than {LARGEST_PENDING} bytes of incomplete tensors and graphs")
        parts[index] = part
        if any(part is None for part in parts):
            return None
        del self._parts[key]
        if not self._parts:
            self._bytes = 0
        return parts


class EventListenerBaseServicer(debug_service_pb2_grpc.EventListenerServicer):
    """A debug server.

    Args:
      server_port: the port, at all addresses of this machine; of a subclass, at those of its `host`.
      stream_handler_class: called for each stream, gives an `EventListenerBaseStreamHandler`.
    """

    host = "[::]"

    def __init__(self, server_port: int, stream_handler_class: Callable[[], Any]):
        self._server_port = server_port
        self._stream_handler_class = stream_handler_class
        self._server_lock = threading.Lock()
        self._server_started = False
        self._stop_requested = False
        self._debug_ops_state_change_queue: queue.Queue[Any] = queue.Queue()
        self._gated_grpc_debug_watches: set[DebugWatch] = set()
        self._breakpoints: set[tuple[str, int, str]] = set()

    # ---- streams ----

    def SendEvents(self, request_iterator: Any, context: Any) -> Iterator[Any]:
        """Hands the events of a stream to a handler, and yields its answers.

        Raises:
          ValueError: a stream tells of two runs, or has damaged or too large pieces.
        """
        told = False
        tensors, graphs = _Pieces(), _Pieces()
        handler: Any = None
        for event in request_iterator:
            if handler is None:
                handler = self._stream_handler_class()
            if event.summary.value:
                whole = self._tensor(event, tensors)
                reply = handler.on_value_event(whole) if whole is not None else None
                if reply is not None:
                    yield self._process_debug_op_state_changes(reply)
            elif event.graph_def:
                found = self._graph(event, graphs)
                if found is not None:
                    yield self._process_debug_op_state_changes(handler.on_graph_def(*found))
            elif event.log_message.message:
                if told:
                    raise ValueError("Expected one core metadata event; received multiple")
                told = True
                yield self._process_debug_op_state_changes(handler.on_core_metadata_event(event))

    def _process_debug_op_state_changes(self, event_reply: Any = None) -> Any:
        """An answer, with all that was asked for since the last one."""
        if event_reply is None:
            event_reply = protos.EventReply()
        kinds = protos.EventReply.DebugOpStateChange
        while True:
            try:
                change = self._debug_ops_state_change_queue.get_nowait()
            except queue.Empty:
                return event_reply
            key = (change.node_name, change.output_slot, change.debug_op)
            named = f"{change.node_name}:{change.output_slot}:{change.debug_op}"
            if change.state == kinds.READ_WRITE:
                logging.info("Adding breakpoint %s", named)
                self._breakpoints.add(key)
            elif change.state == kinds.READ_ONLY:
                logging.info("Adding watchpoint %s", named)
                self._breakpoints.discard(key)
            elif change.state == kinds.DISABLED:
                logging.info("Removing watchpoint or breakpoint: %s", named)
                self._breakpoints.discard(key)
            event_reply.debug_op_state_changes.add().CopyFrom(change)

    def _tensor(self, event: Any, pieces: _Pieces) -> Any:
        """The whole tensor, if this event has it or the last piece of it."""
        value = event.summary.value[0]
        told = json.loads(compat.as_text(value.metadata.plugin_data.content))
        count, index = int(told["numChunks"]), int(told["chunkIndex"])
        if count <= 1:
            return event
        key = (told["device"], value.node_name, int(event.wall_time))
        parts = pieces.add(key, index, count, event, event.ByteSize())
        if parts is None:
            return None
        first = parts[0].summary.value[0].tensor
        if first.tensor_content:
            first.tensor_content = b"".join(part.summary.value[0].tensor.tensor_content for part in parts)
        else:
            for part in parts[1:]:
                first.string_val.extend(part.summary.value[0].tensor.string_val)
        return parts[0]

    def _graph(self, event: Any, pieces: _Pieces) -> tuple[Any, bytes, int] | None:
        """The whole graph, its device and time, if this event has the last piece of it."""
        key, index, count, data = event.graph_def.split(b"|", 3)
        parts = pieces.add(key, int(index), int(count), data, len(data))
        if parts is None:
            return None
        # A device has commas in no part of its name; the hash and the time stand around it.
        device, wall_time = key.split(b",")[1:3]
        graph_def = protos.GraphDef.FromString(b"".join(parts))
        for node in graph_def.node:
            if debug_graphs.is_debug_node(node.name) and node.attr["gated_grpc"].b:
                name, slot, _, debug_op = debug_graphs.parse_debug_node_name(node.name)
                self._gated_grpc_debug_watches.add(DebugWatch(name, slot, debug_op))
        return graph_def, device, int(wall_time)

    # ---- the server ----

    def run_server(self, blocking: bool = True) -> None:
        """Starts the server.

        Args:
          blocking: returns only when `stop_server` was called.

        Raises:
          ValueError: it runs already, or was stopped.
        """
        with self._server_lock:
            if self._stop_requested:
                raise ValueError("Server has already stopped")
            if self._server_started:
                raise ValueError("Server has already started running")
            options = [("grpc.max_receive_message_length", LARGEST_MESSAGE), ("grpc.so_reuseport", 0)]
            self.server = grpc.server(futures.ThreadPoolExecutor(max_workers=10), options=options)
            debug_service_pb2_grpc.add_EventListenerServicer_to_server(self, self.server)
            self.server.add_insecure_port(f"{self.host}:{self._server_port}")
            self.server.start()
            self._server_started = True
        while blocking and not self._stop_requested:
            time.sleep(0.2)

    def stop_server(self, grace: float = 1.0) -> Any:
        """Stops the server for good.

        Args:
          grace: how many seconds streams may take to end.

        Returns:
          An event that is set when it has stopped.

        Raises:
          ValueError: it does not run, or was stopped before.
        """
        with self._server_lock:
            if not self._server_started:
                raise ValueError("Server has not started running")
            if self._stop_requested:
                raise ValueError("Server has already stopped")
            self._stop_requested = True
            return self.server.stop(grace=grace)

    # ---- what is wanted ----

    def _request(self, state: int, node_name: str, output_slot: int, debug_op: str) -> None:
        change = protos.EventReply.DebugOpStateChange(
            state=state, node_name=node_name, output_slot=output_slot, debug_op=debug_op
        )
        self._debug_ops_state_change_queue.put(change)

    def request_watch(self, node_name: str, output_slot: int, debug_op: str, breakpoint: bool = False) -> None:
        """Asks programs for a tensor that waits to be asked for.

        Args:
          node_name: its node.
          output_slot: which output of it.
          debug_op: the debug op, without attributes.
          breakpoint: has the run wait there until the handler's answer has come.
        """
        kinds = protos.EventReply.DebugOpStateChange
        self._request(kinds.READ_WRITE if breakpoint else kinds.READ_ONLY, node_name, output_slot, debug_op)

    def request_unwatch(self, node_name: str, output_slot: int, debug_op: str) -> None:
        """Takes `request_watch` back."""
        self._request(protos.EventReply.DebugOpStateChange.DISABLED, node_name, output_slot, debug_op)

    @property
    def breakpoints(self) -> set[tuple[str, int, str]]:
        """(node, output, debug op) of all breakpoints that programs were told of."""
        return self._breakpoints

    def gated_grpc_debug_watches(self) -> list[DebugWatch]:
        """The tensors that wait to be asked for, in the graphs that have arrived."""
        return list(self._gated_grpc_debug_watches)

    # ---- lines and files ----

    def SendTracebacks(self, request: Any, context: Any) -> Any:
        """Takes the lines that made a graph; subclasses may keep them."""
        return protos.EventReply()

    def SendSourceFiles(self, request: Any, context: Any) -> Any:
        """Takes the files of these lines; subclasses may keep them."""
        return protos.EventReply()
