"""A debug server for tests of programs: it keeps all that it is sent in memory, or writes it as a dump directory.

`start_server_on_separate_thread` gives one that runs at a free port of this machine, and the URL for it.
"""

from __future__ import annotations

import collections
import functools
import hashlib
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import grpc

from penstock import protos
from penstock.debug.lib import debug_data, grpc_debug_server
from penstock.platform.ports import free_ports
from penstock.util import compat

if TYPE_CHECKING:
    from penstock.protos import GraphDef


_POLLS, _POLL_SECONDS = 50, 0.2
Watch = tuple[str, int, str]  # node, output, debug op


def _inside(root: str, *names: str) -> str:
    """A path below a folder. What is sent may come from strangers, so it may not lead out of there."""
    parts = [part for name in names for part in name.split("/") if part]
    if ".." in parts:
        raise ValueError(f"{'/'.join(names)} leads out of the dump directory")
    return os.path.join(root, *parts)


class EventListenerTestStreamHandler(grpc_debug_server.EventListenerBaseStreamHandler):
    """Keeps or writes what one stream sends.

    Args:
      dump_dir: where to write it, below the path that the program gives behind the port; None to keep it in the server's lists.
      event_listener_servicer: the server.
    """

    def __init__(self, dump_dir: str | None, event_listener_servicer: EventListenerTestServicer):
        self._dump_dir = dump_dir
        self._server = event_listener_servicer
        self._told = False
        self._graphs: list[tuple[Any, str, int]] = []  # that came before it was told where to write

    def on_core_metadata_event(self, event: Any) -> None:
        """Takes what is told of the run, and changes which tensors are wanted, if the server is to do so."""
        self._server.toggle_watch()
        text = event.log_message.message
        if self._dump_dir is None:
            self._server.core_metadata_json_strings.append(text)
            return
        if not self._told:
            self._told = True
            self._dump_dir = _inside(self._dump_dir, json.loads(text).get("grpc_path") or "")
            for graph in self._graphs:
                self._write_graph(*graph)
        tag = debug_data.METADATA_FILE_PREFIX + debug_data.CORE_METADATA_TAG
        self._write(_inside(self._dump_dir, f"{tag}_{int(event.wall_time)}"), event)

    def on_graph_def(self, graph_def: GraphDef, device_name: Any, wall_time: int) -> None:
        """Takes the graph of a device."""
        if self._dump_dir is None:
            self._server.partition_graph_defs.append(graph_def)
        elif self._told:
            self._write_graph(graph_def, device_name, wall_time)
        else:
            self._graphs.append((graph_def, device_name, wall_time))

    def on_value_event(self, event: Any) -> Any:
        """Takes a tensor; a program that waits at it is told to go on."""
        value = event.summary.value[0]
        if self._dump_dir is not None:
            device = json.loads(compat.as_text(value.metadata.plugin_data.content))["device"]
            *folders, name = value.node_name.split("/")
            name = f"{name.replace(':', '_')}_{time.time_ns() // 1000}"
            folder = debug_data.device_name_to_device_path(device)
            self._write(_inside(self._dump_dir, folder, *folders, name), event)
            return None
        self._server.debug_tensor_values[value.node_name].append(debug_data.load_tensor_from_event(event))
        node, slot, debug_op = value.node_name.split(":")
        return protos.EventReply() if (node, int(slot), debug_op) in self._server.breakpoints else None

    def _write_graph(self, graph_def: GraphDef, device_name: Any, wall_time: int) -> None:
        assert self._dump_dir is not None
        data = graph_def.SerializeToString()
        number = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
        tag = debug_data.METADATA_FILE_PREFIX + debug_data.GRAPH_FILE_TAG + debug_data.HASH_TAG
        folder = debug_data.device_name_to_device_path(device_name)
        path = _inside(self._dump_dir, folder, f"{tag}{number}_{wall_time}")
        self._write(path, protos.Event(graph_def=data, wall_time=wall_time))

    @staticmethod
    def _write(path: str, event: Any) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(event.SerializeToString())


class EventListenerTestServicer(grpc_debug_server.EventListenerBaseServicer):
    """A debug server that others can ask what it was sent.

    Args:
      server_port: the port, at this machine's own addresses only.
      dump_dir: where to write what comes; None to keep it in `core_metadata_json_strings`, `partition_graph_defs` and
        `debug_tensor_values` (`node:output:debug op` → values).
      toggle_watch_on_core_metadata: tensors that are wanted and not wanted by turns, from run to run.
    """

    host = "localhost"

    def __init__(
        self, server_port: int, dump_dir: str | None, toggle_watch_on_core_metadata: Iterable[Watch] | None = None
    ):
        self._wanted: dict[Watch, bool] = dict.fromkeys(toggle_watch_on_core_metadata or (), False)
        super().__init__(server_port, functools.partial(EventListenerTestStreamHandler, dump_dir or None, self))
        self.clear_data()

    def toggle_watch(self) -> None:
        """Asks for the tensors that are wanted by turns, or takes that back."""
        for watch, wanted in self._wanted.items():
            if wanted:
                self.request_unwatch(*watch)
            else:
                self.request_watch(*watch)
            self._wanted[watch] = not wanted

    def clear_data(self) -> None:
        """Forgets all that has come."""
        self.core_metadata_json_strings: list[str] = []
        self.partition_graph_defs: list[Any] = []
        self.debug_tensor_values: dict[str, list[Any]] = collections.defaultdict(list)
        self._calls: list[Any] = []
        self._files: list[Any] = []

    def SendTracebacks(self, request: Any, context: Any) -> Any:
        """Takes the lines that made a graph, and those of a run."""
        self._calls.append(request)
        return protos.EventReply()

    def SendSourceFiles(self, request: Any, context: Any) -> Any:
        """Takes the files of these lines."""
        self._files.extend(request.source_files)
        return protos.EventReply()

    # ---- what has come ----

    def query_op_traceback(self, op_name: str) -> list[tuple[str, int, str]]:
        """(file, line, function) of the calls that made an operation.

        Args:
          op_name: its name.

        Raises:
          ValueError: nothing was sent of it.
        """
        for call in self._calls:
            for entry in call.graph_traceback.log_entries:
                if entry.name == op_name:
                    return _lines(entry.code_def, call.graph_traceback.id_to_string)
        raise ValueError(f"Op '{op_name}' does not exist in the tracebacks received by the debug server.")

    def query_origin_stack(self) -> list[list[tuple[str, int, str]]]:
        """(file, line, function) of the calls that led to each run."""
        return [_lines(call.origin_stack, call.origin_id_to_string) for call in self._calls]

    def query_call_types(self) -> list[int]:
        """`CallTraceback.GRAPH_EXECUTION` or `EAGER_EXECUTION` of each run."""
        return [call.call_type for call in self._calls]

    def query_call_keys(self) -> list[str]:
        """What is fed and fetched, as text, of each run."""
        return [call.call_key for call in self._calls]

    def query_graph_versions(self) -> list[int]:
        """The version of the graph at each run."""
        return [call.graph_version for call in self._calls]

    def query_source_file_line(self, file_path: str, lineno: int) -> str:
        """A line of a file that was sent.

        Args:
          file_path: the file.
          lineno: the number of the line; the first is 1.

        Raises:
          ValueError: that file was not sent.
        """
        if not self._files:
            raise ValueError("This debug server has not received any source file contents yet.")
        for file in self._files:
            if file.file_path == file_path:
                return file.lines[lineno - 1]
        raise ValueError(f"Source file at path {file_path} has not been received by the debug server")


def _lines(code: Any, texts: Any) -> list[tuple[str, int, str]]:
    return [(texts[trace.file_id], trace.lineno, texts[trace.function_id]) for trace in code.traces]


def start_server_on_separate_thread(
    dump_to_filesystem: bool = True,
    server_start_delay_sec: float = 0.0,
    poll_server: bool = False,
    blocking: bool = True,
    toggle_watch_on_core_metadata: Sequence[Watch] | None = None,
) -> tuple[int, str, str | None, threading.Thread, EventListenerTestServicer]:
    """Starts a debug server for a test.

    Args:
      dump_to_filesystem: writes what comes to a new folder, instead of keeping it in memory.
      server_start_delay_sec: seconds before it starts.
      poll_server: waits until it answers.
      blocking: the thread ends with the server.
      toggle_watch_on_core_metadata: tensors that are wanted and not wanted by turns, from run to run.

    Returns:
      Its port, its URL (`grpc://...`), its folder (None if it has none), its thread and the server.

    Raises:
      ValueError: it did not answer in time.
    """
    port = free_ports(1)[0]
    folder = tempfile.mkdtemp() if dump_to_filesystem else None
    server = EventListenerTestServicer(port, folder, toggle_watch_on_core_metadata)

    def delayed() -> None:
        time.sleep(server_start_delay_sec)
        server.run_server(blocking=blocking)

    thread = threading.Thread(target=delayed)
    thread.start()
    if poll_server and not _answers(port):
        server.stop_server()
        thread.join()
        raise ValueError(f"The debug server did not answer within {_POLLS * _POLL_SECONDS:g} seconds of polling.")
    return port, f"grpc://localhost:{port}", folder, thread, server


def _answers(port: int) -> bool:
    with grpc.insecure_channel(f"localhost:{port}", options=[("grpc.enable_http_proxy", 0)]) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=_POLLS * _POLL_SECONDS)
        except grpc.FutureTimeoutError:
            return False
    return True
