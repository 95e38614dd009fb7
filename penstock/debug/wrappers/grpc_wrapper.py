"""Sessions whose runs send their tensors to a debug server, such as that of TensorBoard's debugger."""

from __future__ import annotations

import importlib
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock.debug.lib import common
from penstock.debug.wrappers import framework
from penstock.graph.typing import SessionLike

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import RunMetadata


def publish_traceback(
    debug_server_urls: str | list[str], graph: Graph, feed_dict: Any, fetches: Any, old_graph_version: int
) -> int:
    """Sends the lines that made a graph, and their files, to debug servers, if the graph has grown.

    Args:
      debug_server_urls: the servers.
      graph: the `tf.Graph`.
      feed_dict: of the run.
      fetches: of the run.
      old_graph_version: the version that was sent last.

    Returns:
      The version that the servers have now.
    """
    source_remote = importlib.import_module("penstock.debug.lib.source_remote")
    if graph.version <= old_graph_version:
        return old_graph_version
    run_key = common.get_run_key(feed_dict, fetches)
    source_remote.send_graph_tracebacks(debug_server_urls, run_key, traceback.extract_stack(), graph, send_source=True)
    return int(graph.version)


def gated_watches(fetches: Any, feeds: Any) -> framework.WatchOptions:
    """A `watch_fn` that watches all tensors, and sends those that the server has asked for."""
    del fetches, feeds
    return framework.WatchOptions(debug_ops=["DebugIdentity(gated_grpc=true)"])


class GrpcDebugWrapperSession(framework.NonInteractiveDebugWrapperSession):
    """A session that sends what its runs compute to debug servers.

    Args:
      sess: the session to wrap.
      grpc_debug_server_addresses: `host:port`, with or without `grpc://`, or a list of these.
      watch_fn: called with the fetches and feeds of each run, returns `WatchOptions`; None watches everything.
      thread_name_filter: a regular expression for the names of threads whose runs are debugged.
      log_usage: has no effect.

    Raises:
      TypeError: an address is no text.
    """

    def __init__(
        self,
        sess: SessionLike,
        grpc_debug_server_addresses: str | list[str],
        watch_fn: Callable[[Any, Any], Any] | None = None,
        thread_name_filter: str | None = None,
        log_usage: bool = True,
    ):
        super().__init__(sess, watch_fn=watch_fn, thread_name_filter=thread_name_filter)
        if not isinstance(grpc_debug_server_addresses, (str, list)):
            raise TypeError(
                "Expected type str or list in grpc_debug_server_addresses, received type "
                f"{type(grpc_debug_server_addresses)}"
            )
        given = grpc_debug_server_addresses
        addresses = [given] if isinstance(given, str) else given
        for address in addresses:
            if not isinstance(address, str):
                raise TypeError(f"Expected type str in list grpc_debug_server_addresses, received type {type(address)}")
        self._grpc_debug_server_urls = [self._normalize_grpc_url(address) for address in addresses]

    def prepare_run_debug_urls(self, fetches: Any, feed_dict: Mapping[Any, Any]) -> list[str]:
        """The servers."""
        return self._grpc_debug_server_urls

    def _normalize_grpc_url(self, address: str) -> str:
        return address if address.startswith(common.GRPC_URL_PREFIX) else common.GRPC_URL_PREFIX + address


def _signal_handler(unused_signal: Any, unused_frame: Any) -> None:
    while True:
        answer = input("\nSIGINT received. Quit program? (Y/n): ").strip()
        if answer in ("", "Y", "y"):
            sys.exit(0)
        if answer in ("N", "n"):
            return


def register_signal_handler() -> None:
    """Has Ctrl-C ask whether the program is to end: a run may be waiting for the server. Only the main thread can."""
    try:
        signal.signal(signal.SIGINT, _signal_handler)
    except ValueError:
        pass


class TensorBoardDebugWrapperSession(GrpcDebugWrapperSession):
    """A session for TensorBoard's debugger: it sends what the page asks for, and waits at its breakpoints.

    Args:
      sess: the session to wrap.
      grpc_debug_server_addresses: `host:port` of TensorBoard's debugger, or a list of these.
      thread_name_filter: a regular expression for the names of threads whose runs are debugged.
      send_traceback_and_source_code: sends the lines that made the graph, and their files.
      log_usage: has no effect.
    """

    def __init__(
        self,
        sess: SessionLike,
        grpc_debug_server_addresses: str | list[str],
        thread_name_filter: str | None = None,
        send_traceback_and_source_code: bool = True,
        log_usage: bool = True,
    ):
        super().__init__(sess, grpc_debug_server_addresses, gated_watches, thread_name_filter)
        self._send_traceback_and_source_code = send_traceback_and_source_code
        self._sent_graph_version = -1
        register_signal_handler()

    def run(
        self,
        fetches: Any,
        feed_dict: Any = None,
        options: Any = None,
        run_metadata: RunMetadata | None = None,
        callable_runner: Callable | None = None,
        callable_runner_args: Sequence[Any] | None = None,
        callable_options: Any = None,
    ) -> Any:
        """As of `BaseDebugWrapperSession`, sending the graph's lines first if it has grown."""
        if self._send_traceback_and_source_code:
            self._sent_graph_version = publish_traceback(
                self._grpc_debug_server_urls, self.graph, feed_dict, fetches, self._sent_graph_version
            )
        return super().run(
            fetches, feed_dict, options, run_metadata, callable_runner, callable_runner_args, callable_options
        )
