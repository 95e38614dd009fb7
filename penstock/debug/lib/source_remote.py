"""The lines of a program that made a graph, and their files, sent to debug servers."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import grpc

from penstock import protos
from penstock.debug.lib import common, debug_service_pb2_grpc, source_utils
from penstock.graph import errors
from penstock.profiler import tfprof_logger
from penstock.storage import gfile

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


LARGEST_FILE = 1 << 24  # bytes; of larger files only the name is sent
_OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.enable_http_proxy", 0),
]


def _file(path: str) -> Any:
    """A source file as a message; without lines if it is not text, too large or cannot be read."""
    found = protos.DebuggedSourceFiles()
    status = gfile.Stat(path)
    file = found.source_files.add(
        host=socket.gethostname(), file_path=path, last_modified=status.mtime_nsec, bytes=status.length
    )
    if status.length <= LARGEST_FILE:
        try:
            with gfile.GFile(path, "r") as source:
                file.lines.extend(source.read().splitlines())
        except (OSError, errors.OpError, UnicodeDecodeError):
            pass
    return found


def _set_stack(stack: Iterable[Any], call_traceback: Any) -> None:
    """Writes the frames of `traceback.extract_stack()`, each text once."""
    ids: dict[str | None, int] = {None: 0}
    for path, line, function, text in stack:
        numbers = [ids.setdefault(item, len(ids)) for item in (path, function, text)]
        call_traceback.origin_stack.traces.add(
            file_id=numbers[0], lineno=line, function_id=numbers[1], line_id=numbers[2]
        )
    for item, number in ids.items():
        call_traceback.origin_id_to_string[number] = item or ""


def _users_files(code_defs: Iterable[Any], id_to_string: Any) -> set[str]:
    """The files of stacks that are not the library's own."""
    paths = {id_to_string[trace.file_id] for code_def in code_defs for trace in code_def.traces}
    # Other paths than those of Python's files, such as `<frozen runpy>`, are nobody's.
    return {
        path
        for path in paths
        if path.endswith(".py") and gfile.Exists(path) and not source_utils.guess_is_tensorflow_py_library(path)
    }


def _send(
    destinations: str | list[str], stack: Iterable[Any], send_source: bool, graph: Graph | None = None, **fields: Any
) -> None:
    call = protos.CallTraceback(**fields)
    if graph is not None:
        call.graph_traceback.CopyFrom(tfprof_logger.merge_default_with_oplog(graph, add_trainable_var=False))
        call.graph_version = graph.version
    _set_stack(stack, call)
    files = []
    if send_source:
        log = call.graph_traceback
        paths = _users_files((entry.code_def for entry in log.log_entries), log.id_to_string)
        paths |= _users_files([call.origin_stack], call.origin_id_to_string)
        files = [_file(path) for path in sorted(paths)]
    for destination in destinations if isinstance(destinations, list) else [destinations]:
        address = destination.removeprefix(common.GRPC_URL_PREFIX)
        with grpc.insecure_channel(address, options=_OPTIONS) as channel:
            stub = debug_service_pb2_grpc.EventListenerStub(channel)
            try:
                stub.SendTracebacks(call)
                for file in files:
                    stub.SendSourceFiles(file)
            except grpc.RpcError as error:
                text = f"The debug server at {address}: {error.details()}"
                raise errors.UnavailableError(None, None, text) from None


def send_graph_tracebacks(
    destinations: str | list[str], run_key: str, origin_stack: Iterable[Any], graph: Graph, send_source: bool = True
) -> None:
    """Sends where a run was called, and which lines made the nodes of its graph.

    Args:
      destinations: `host:port`, with or without `grpc://`, or a list of these.
      run_key: what is fed and fetched, as text.
      origin_stack: `traceback.extract_stack()` at the run.
      graph: the `tf.Graph`.
      send_source: sends the files of these lines, too, except the library's own.

    Raises:
      UnavailableError: a server does not answer.
    """
    kind = protos.CallTraceback.GRAPH_EXECUTION
    _send(destinations, origin_stack, send_source, graph, call_type=kind, call_key=run_key)


def send_eager_tracebacks(destinations: str | list[str], origin_stack: Iterable[Any], send_source: bool = True) -> None:
    """As `send_graph_tracebacks`, for an operation that was executed at once.

    Args:
      destinations: `host:port`, with or without `grpc://`, or a list of these.
      origin_stack: `traceback.extract_stack()` at the operation.
      send_source: sends the files of these lines, too, except the library's own.
    """
    _send(destinations, origin_stack, send_source, call_type=protos.CallTraceback.EAGER_EXECUTION)
