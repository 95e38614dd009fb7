"""Hooks that debug the runs of a `MonitoredSession`, and so of Estimators, where a session cannot be wrapped."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.debug.lib import debug_utils
from penstock.debug.wrappers import dumping_wrapper, framework, grpc_wrapper
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.train.session_run_hook import SessionRunContext, SessionRunValues


class LocalCLIDebugHook(SessionRunHook):
    """Opens the command line of the debugger before and after each run.

    Args:
      ui_type: `curses` or `readline`.
      dump_root: a directory for the dumps, which is empty or does not exist; it is removed afterwards.
      thread_name_filter: a regular expression for the names of threads whose runs are debugged.
      config_file_path: where the settings are kept; `~/.tfdbg_config` if None.

    >>> from penstock.debug import LocalCLIDebugHook
    >>> hook = LocalCLIDebugHook(ui_type="readline")
    >>> hook.add_tensor_filter("is_zero", lambda datum, tensor: tensor.size > 0 and not tensor.any())
    """

    def __init__(
        self,
        ui_type: str = "curses",
        dump_root: str | None = None,
        thread_name_filter: str | None = None,
        config_file_path: str | None = None,
    ):
        self._ui_type = ui_type
        self._dump_root = dump_root
        self._thread_name_filter = thread_name_filter
        self._config_file_path = config_file_path
        self._session_wrapper: Any = None
        self._pending_tensor_filters: dict[str, Callable] = {}
        self._performed_action = framework.OnRunStartAction.NON_DEBUG_RUN

    def add_tensor_filter(self, filter_name: str, tensor_filter: Callable[[Any, Any], Any]) -> None:
        """Adds a filter for `run -f` and `lt -f`; see `LocalCLIDebugWrapperSession.add_tensor_filter`."""
        if self._session_wrapper:
            self._session_wrapper.add_tensor_filter(filter_name, tensor_filter)
        else:
            self._pending_tensor_filters[filter_name] = tensor_filter

    def begin(self) -> None:
        """Nothing is to be done before there is a session."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Opens the command line, and has the run dump what it is to show."""
        if not self._session_wrapper:
            local_cli_wrapper = importlib.import_module("penstock.debug.wrappers.local_cli_wrapper")
            self._session_wrapper = local_cli_wrapper.LocalCLIDebugWrapperSession(
                run_context.session,
                ui_type=self._ui_type,
                dump_root=self._dump_root,
                thread_name_filter=self._thread_name_filter,
                config_file_path=self._config_file_path,
            )
            for name, tensor_filter in self._pending_tensor_filters.items():
                self._session_wrapper.add_tensor_filter(name, tensor_filter)
        wrapper = self._session_wrapper
        wrapper.increment_run_call_count()
        asked = run_context.original_args
        response = wrapper.on_run_start(
            framework.OnRunStartRequest(asked.fetches, asked.feed_dict, None, None, wrapper.run_call_count)
        )
        self._performed_action = response.action
        options = protos.RunOptions()
        if response.action == framework.OnRunStartAction.DEBUG_RUN:
            wrapper._decorate_run_options_for_debug(
                options,
                response.debug_urls,
                debug_ops=response.debug_ops,
                node_name_regex_whitelist=response.node_name_regex_whitelist,
                op_type_regex_whitelist=response.op_type_regex_whitelist,
                tensor_dtype_regex_whitelist=response.tensor_dtype_regex_whitelist,
                tolerate_debug_op_creation_failures=response.tolerate_debug_op_creation_failures,
            )
        elif response.action == framework.OnRunStartAction.PROFILE_RUN:
            wrapper._decorate_run_options_for_profile(options)
        return SessionRunArgs(None, feed_dict=None, options=options)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Opens the command line on what was dumped."""
        self._session_wrapper.on_run_end(framework.OnRunEndRequest(self._performed_action, run_values.run_metadata))


def _watching(graph: Graph, debug_urls: list[str], watched: framework.WatchOptions, **more: Any) -> SessionRunArgs:
    """The arguments of a run that is debugged."""
    options = protos.RunOptions()
    debug_utils.watch_graph(options, graph, debug_urls=debug_urls, **vars(watched), **more)
    return SessionRunArgs(None, feed_dict=None, options=options)


class DumpingDebugHook(SessionRunHook):
    """Dumps every run into a directory of its own.

    Args:
      session_root: a directory that is empty or does not exist; the runs become `run_<microseconds>_<number>` below it.
      watch_fn: called with the fetches and feeds of each run, returns `WatchOptions`; None watches everything.
      thread_name_filter: a regular expression for the names of threads whose runs are dumped.
      log_usage: has no effect.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> from penstock.debug import DumpingDebugHook
    >>> with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    ...     x = tf.placeholder(tf.float32, [], name="x")
    ...     y = tf.sqrt(x, name="y")
    ...     with tf.train.MonitoredSession(hooks=[DumpingDebugHook(os.path.join(folder, "dumps"))]) as sess:
    ...         result = sess.run(y, {x: 4.0})
    ...     print(len(os.listdir(os.path.join(folder, "dumps"))))
    1
    """

    def __init__(
        self,
        session_root: str,
        watch_fn: Callable[[Any, Any], Any] | None = None,
        thread_name_filter: str | None = None,
        log_usage: bool = True,
    ):
        self._session_root = session_root
        self._watch_fn = watch_fn
        self._thread_name_filter = thread_name_filter
        self._session_wrapper: Any = None

    def begin(self) -> None:
        """Nothing is to be done before there is a session."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Has the run dump into the next directory."""
        first = not self._session_wrapper
        if first:
            self._session_wrapper = dumping_wrapper.DumpingDebugWrapperSession(
                run_context.session, self._session_root, self._watch_fn, self._thread_name_filter
            )
        self._session_wrapper.increment_run_call_count()
        asked = run_context.original_args
        urls, watched = self._session_wrapper._prepare_run_watch_config(asked.fetches, asked.feed_dict)
        return _watching(run_context.session.graph, urls, watched, reset_disk_byte_usage=first)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Nothing is left to do."""


class GrpcDebugHook(SessionRunHook):
    """Sends what each run computes to debug servers.

    Args:
      grpc_debug_server_addresses: `host:port`, with or without `grpc://`, or a list of these.
      watch_fn: called with the fetches and feeds of each run, returns `WatchOptions`; None watches everything.
      thread_name_filter: a regular expression for the names of threads whose runs are debugged.
      log_usage: has no effect.

    >>> from penstock.debug import GrpcDebugHook
    >>> hook = GrpcDebugHook("localhost:6064")
    """

    def __init__(
        self,
        grpc_debug_server_addresses: str | list[str],
        watch_fn: Callable[[Any, Any], Any] | None = None,
        thread_name_filter: str | None = None,
        log_usage: bool = True,
    ):
        given = grpc_debug_server_addresses
        self._grpc_debug_server_addresses = given if isinstance(given, list) else [given]
        self._watch_fn = watch_fn
        self._thread_name_filter = thread_name_filter
        self._grpc_debug_wrapper_session: Any = None

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Has the run send what it computes."""
        if not self._grpc_debug_wrapper_session:
            self._grpc_debug_wrapper_session = grpc_wrapper.GrpcDebugWrapperSession(
                run_context.session,
                self._grpc_debug_server_addresses,
                watch_fn=self._watch_fn,
                thread_name_filter=self._thread_name_filter,
            )
        asked = run_context.original_args
        wrapper = self._grpc_debug_wrapper_session
        urls, watched = wrapper._prepare_run_watch_config(asked.fetches, asked.feed_dict)
        return _watching(run_context.session.graph, urls, watched)


class TensorBoardDebugHook(GrpcDebugHook):
    """As `TensorBoardDebugWrapperSession`, for a `MonitoredSession`.

    Args:
      grpc_debug_server_addresses: `host:port` of TensorBoard's debugger, or a list of these.
      thread_name_filter: a regular expression for the names of threads whose runs are debugged.
      send_traceback_and_source_code: sends the lines that made the graph, and their files.
      log_usage: has no effect.
    """

    def __init__(
        self,
        grpc_debug_server_addresses: str | list[str],
        thread_name_filter: str | None = None,
        send_traceback_and_source_code: bool = True,
        log_usage: bool = True,
    ):
        super().__init__(grpc_debug_server_addresses, grpc_wrapper.gated_watches, thread_name_filter)
        self._send_traceback_and_source_code = send_traceback_and_source_code
        self._sent_graph_version = -1
        grpc_wrapper.register_signal_handler()

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Sends the graph's lines if it has grown, and has the run send what it computes."""
        if self._send_traceback_and_source_code:
            asked = run_context.original_args
            self._sent_graph_version = grpc_wrapper.publish_traceback(
                self._grpc_debug_server_addresses,
                run_context.session.graph,
                asked.feed_dict,
                asked.fetches,
                self._sent_graph_version,
            )
        return super().before_run(run_context)
