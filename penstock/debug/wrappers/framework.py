"""Sessions around a session: they decide before each run whether it is debugged, and look at what came of it.

`BaseDebugWrapperSession` has the interface of `tf.Session` and three questions for its subclasses; what these are asked and
answer is in `requests`. `NonInteractiveDebugWrapperSession` debugs every run and asks nobody.
"""

from __future__ import annotations

import abc
import contextlib
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.debug.lib import debug_utils
from penstock.debug.wrappers.requests import (
    OnRunEndRequest,
    OnRunEndResponse,
    OnRunStartAction,
    OnRunStartRequest,
    OnRunStartResponse,
    OnSessionInitAction,
    OnSessionInitRequest,
    OnSessionInitResponse,
    WatchOptions,
    check_type,
)
from penstock.graph import errors, nest, stack
from penstock.platform import logging
from penstock.runtime.session.session import BaseSession
from penstock.train.monitored_session import MonitoredSession

if TYPE_CHECKING:
    from penstock.protos import RunMetadata, RunOptions


__all__ = [
    "BaseDebugWrapperSession",
    "NonInteractiveDebugWrapperSession",
    "OnRunEndRequest",
    "OnRunEndResponse",
    "OnRunStartAction",
    "OnRunStartRequest",
    "OnRunStartResponse",
    "OnSessionInitAction",
    "OnSessionInitRequest",
    "OnSessionInitResponse",
    "WatchOptions",
]

# A run of the wrapped session: takes options and metadata.
_Runner = Callable[..., Any]


def _is_empty(fetches: Any) -> bool:
    """Whether there is nothing in nested lists and dictionaries."""
    if not nest.is_nested(fetches):
        return False
    items = list(fetches.values()) if isinstance(fetches, Mapping) else list(fetches)
    return all(_is_empty(item) for item in items)


class BaseDebugWrapperSession(abc.ABC):
    """A session that runs another one, debugged or not, as its subclass says.

    Subclasses answer `on_session_init`, `on_run_start` and `on_run_end`.
    """

    def __init__(self, sess: Any, thread_name_filter: str | None = None, pass_through_operrors: bool | None = False):
        """Wraps a session.

        Args:
          sess: a `tf.Session` or `tf.train.MonitoredSession`.
          thread_name_filter: a regular expression; runs of threads whose names do not begin with a match are left alone.
          pass_through_operrors: raises errors of a debugged run, instead of returning them as its result.

        Raises:
          TypeError: `sess` is no session.
          ValueError: the subclass answers with an unknown action.
          NotImplementedError: the subclass asks for a loop of remote instructions, which 1.15 did not have either.
        """
        check_type(sess, (BaseSession, MonitoredSession))
        self._sess = sess
        self._thread_name_filter_pattern = re.compile(thread_name_filter) if thread_name_filter else None
        self._pass_through_operrors = pass_through_operrors
        self._run_call_count = 0
        self._entered: list[contextlib.AbstractContextManager] = []
        response = self.on_session_init(OnSessionInitRequest(sess))
        check_type(response, OnSessionInitResponse)
        if response.action == OnSessionInitAction.REMOTE_INSTR_LOOP:
            raise NotImplementedError("OnSessionInitAction REMOTE_INSTR_LOOP has not been implemented.")
        if response.action != OnSessionInitAction.PROCEED:
            raise ValueError(f"Invalid OnSessionInitAction value: {response.action}")

    # ---- as the session ----

    @property
    def graph(self) -> Any:
        """The graph of the session."""
        return self._sess.graph

    @property
    def graph_def(self) -> Any:
        """The graph as a `GraphDef`."""
        return self._sess.graph_def

    @property
    def sess_str(self) -> Any:
        """The target of the session."""
        return self._sess.sess_str

    @property
    def session(self) -> Any:
        """The session that is wrapped."""
        return self._sess

    def __getattr__(self, name: str) -> Any:
        # What the runtime asks of a session besides its public names, such as where a handle of a tensor lives.
        if name.startswith("__") or name == "_sess":
            raise AttributeError(name)
        return getattr(self._sess, name)

    def as_default(self) -> contextlib.AbstractContextManager:
        """Makes this wrapper the default session in the block; does not close it."""
        return stack.sessions.entered(self)

    def __enter__(self) -> Any:
        entered = self.as_default()
        self._entered.append(entered)
        return entered.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._entered.pop().__exit__(*error)

    def close(self) -> None:
        """Closes the session that is wrapped."""
        self._sess.close()

    def should_stop(self) -> bool:
        """Whether a wrapped `MonitoredSession` asks its loop to end.

        Raises:
          ValueError: the wrapped session has no such question.
        """
        if not hasattr(self._sess, "should_stop"):
            raise ValueError(
                f"The wrapped session {self._sess!r} does not have a method called 'should_stop'. "
                "Do you intend to wrap a tf.MonitoredSession instead?"
            )
        return bool(self._sess.should_stop())

    def list_devices(self, *args: Any, **kwargs: Any) -> Any:
        """The devices of the session."""
        return self._sess.list_devices(*args, **kwargs)

    def reset(self, *args: Any, **kwargs: Any) -> Any:
        """As `Session.reset`."""
        return self._sess.reset(*args, **kwargs)

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any:
        """Runs in parts cannot be debugged: raises NotImplementedError, as in 1.15."""
        raise NotImplementedError("partial_run_setup is not implemented for debug-wrapper sessions.")

    def partial_run(self, handle: Any, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """Runs in parts cannot be debugged: raises NotImplementedError, as in 1.15."""
        raise NotImplementedError("partial_run is not implemented for debug-wrapper sessions.")

    def run_step_fn(self, step_fn: Callable[[Any], Any]) -> Any:
        """As `MonitoredSession.run_step_fn`, with runs through this wrapper."""
        return step_fn(MonitoredSession.StepContext(self._sess, self.run))

    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Callable:
        """As `Session.make_callable`; each call of what it returns is a run of this wrapper."""
        runner = self._sess.make_callable(fetches, feed_list=feed_list, accept_options=True)

        def wrapped(*values: Any, **options: Any) -> Any:
            return self.run(
                None,
                options=options.get("options"),
                run_metadata=options.get("run_metadata"),
                callable_runner=runner,
                callable_runner_args=values,
            )

        return wrapped

    def _make_callable_from_options(self, callable_options: Any) -> Callable:
        def wrapped(*values: Any, **options: Any) -> Any:
            return self.run(
                None,
                run_metadata=options.get("run_metadata"),
                callable_options=callable_options,
                callable_runner_args=values,
            )

        return wrapped

    # ---- runs ----

    @property
    def run_call_count(self) -> int:
        """How many runs there were."""
        return self._run_call_count

    def increment_run_call_count(self) -> None:
        """Counts one more run."""
        self._run_call_count += 1

    def run(
        self,
        fetches: Any,
        feed_dict: Any = None,
        options: Any = None,
        run_metadata: Any = None,
        callable_runner: Callable | None = None,
        callable_runner_args: Sequence[Any] | None = None,
        callable_options: Any = None,
    ) -> Any:
        """As `Session.run`, asking the subclass before and telling it afterwards.

        Args:
          fetches: as of `Session.run`; None with one of the last three arguments.
          feed_dict: as of `Session.run`.
          options: as of `Session.run`.
          run_metadata: as of `Session.run`.
          callable_runner: what `make_callable` of the wrapped session returned.
          callable_runner_args: its arguments.
          callable_options: a `CallableOptions`, instead of `callable_runner`.

        Returns:
          What the wrapped session returns; the error itself if a debugged run fails, unless errors are passed through.

        Raises:
          ValueError: the arguments exclude each other, or the subclass answers with an unknown action.
        """
        if callable_runner and callable_options:
            raise ValueError(
                "callable_runner and callable_options are mutually exclusive, but are both specified in this call to "
                "BaseDebugWrapperSession.run()."
            )
        if (callable_runner or callable_options) and (fetches or feed_dict):
            which = "callable_runner" if callable_runner else "callable_options"
            raise ValueError(f"{which} and fetches/feed_dict are mutually exclusive, but are used simultaneously.")
        self.increment_run_call_count()
        runner = self._runner(fetches, feed_dict, callable_runner, callable_runner_args or (), callable_options)
        empty = _is_empty(fetches)
        if empty:
            logging.info(
                "Due to empty fetches, tfdbg Session wrapper is letting a Session.run pass through without any debugging "
                "actions."
            )
        if empty or self._is_disabled_thread():
            return runner(options=options, run_metadata=run_metadata)

        request = OnRunStartRequest(
            fetches, feed_dict, options, run_metadata, self._run_call_count, is_callable_runner=bool(callable_runner)
        )
        response = self.on_run_start(request)
        check_type(response, OnRunStartResponse)
        if callable_options is not None and options is None:
            options = protos.RunOptions.FromString(callable_options.run_options.SerializeToString())
        if response.action == OnRunStartAction.DEBUG_RUN:
            result, ended = self._run_with_debugging(response, runner, options, run_metadata)
        elif response.action == OnRunStartAction.PROFILE_RUN:
            result, ended = self._run_with_profiling(response, runner, options, run_metadata)
        elif response.action == OnRunStartAction.NON_DEBUG_RUN:
            result = runner(options=options, run_metadata=run_metadata)
            ended = OnRunEndRequest(response.action)
        else:
            raise ValueError(f"Invalid OnRunStartAction value: {response.action}")
        check_type(self.on_run_end(ended), OnRunEndResponse)
        return result

    def _runner(
        self, fetches: Any, feed_dict: Any, runner: Callable | None, values: Sequence[Any], callable_options: Any
    ) -> _Runner:
        """What runs the wrapped session, whichever way the run was asked for."""

        def run(**options: Any) -> Any:
            if runner is None and callable_options is None:
                return self._sess.run(fetches, feed_dict=feed_dict, **options)
            function = runner or self._sess._make_callable_from_options(callable_options)
            return function(*values, **{name: value for name, value in options.items() if value is not None})

        return run

    def _run_with_debugging(
        self, response: OnRunStartResponse, runner: _Runner, options: Any, run_metadata: RunMetadata
    ) -> tuple[Any, OnRunEndRequest]:
        options = options if options is not None else protos.RunOptions()
        run_metadata = run_metadata if run_metadata is not None else protos.RunMetadata()
        self._decorate_run_options_for_debug(
            options,
            response.debug_urls,
            debug_ops=response.debug_ops,
            node_name_regex_whitelist=response.node_name_regex_whitelist,
            op_type_regex_whitelist=response.op_type_regex_whitelist,
            tensor_dtype_regex_whitelist=response.tensor_dtype_regex_whitelist,
            tolerate_debug_op_creation_failures=response.tolerate_debug_op_creation_failures,
        )
        failure = None
        try:
            result = runner(options=options, run_metadata=run_metadata)
        except errors.OpError as error:
            if self._pass_through_operrors:
                raise
            result = failure = error
        return result, OnRunEndRequest(
            response.action,
            run_metadata=run_metadata,
            client_graph_def=self._sess.graph.as_graph_def(),
            tf_error=failure,
        )

    def _run_with_profiling(
        self, response: OnRunStartResponse, runner: _Runner, options: Any, run_metadata: RunMetadata
    ) -> tuple[Any, OnRunEndRequest]:
        options = options if options is not None else protos.RunOptions()
        run_metadata = run_metadata if run_metadata is not None else protos.RunMetadata()
        self._decorate_run_options_for_profile(options)
        result = runner(options=options, run_metadata=run_metadata)
        graph_def = self._sess.graph.as_graph_def()
        return result, OnRunEndRequest(response.action, run_metadata=run_metadata, client_graph_def=graph_def)

    def _is_disabled_thread(self) -> bool:
        pattern = self._thread_name_filter_pattern
        return pattern is not None and not pattern.match(threading.current_thread().name or "")

    def _is_disk_usage_reset_each_run(self) -> bool:
        """Whether dumps are gone after each run, so that the bytes on disk are counted from 0; subclasses may say so."""
        return False

    def _decorate_run_options_for_debug(
        self,
        run_options: RunOptions,
        debug_urls: list[str],
        debug_ops: str | list[str] = "DebugIdentity",
        node_name_regex_whitelist: str | None = None,
        op_type_regex_whitelist: str | None = None,
        tensor_dtype_regex_whitelist: str | None = None,
        tolerate_debug_op_creation_failures: bool = False,
    ) -> None:
        """Has `RunOptions` ask for dumps, and for the graphs that ran."""
        run_options.output_partition_graphs = True
        debug_utils.watch_graph(
            run_options,
            self._sess.graph,
            debug_urls=debug_urls,
            debug_ops=debug_ops,
            node_name_regex_whitelist=node_name_regex_whitelist,
            op_type_regex_whitelist=op_type_regex_whitelist,
            tensor_dtype_regex_whitelist=tensor_dtype_regex_whitelist,
            tolerate_debug_op_creation_failures=tolerate_debug_op_creation_failures,
            reset_disk_byte_usage=self._run_call_count == 1 or self._is_disk_usage_reset_each_run(),
        )

    def _decorate_run_options_for_profile(self, run_options: RunOptions) -> None:
        """Has `RunOptions` ask for the times of all operations."""
        run_options.trace_level = protos.RunOptions.FULL_TRACE

    # ---- what subclasses answer ----

    @abc.abstractmethod
    def on_session_init(self, request: OnSessionInitRequest) -> OnSessionInitResponse:
        """Called when the wrapper is made."""

    @abc.abstractmethod
    def on_run_start(self, request: OnRunStartRequest) -> OnRunStartResponse:
        """Called before a run; the answer says how to run, and what to watch."""

    @abc.abstractmethod
    def on_run_end(self, request: OnRunEndRequest) -> OnRunEndResponse:
        """Called after a run."""


class NonInteractiveDebugWrapperSession(BaseDebugWrapperSession):
    """A wrapper that debugs every run; subclasses say where the dumps go."""

    def __init__(
        self,
        sess: Any,
        watch_fn: Callable[[Any, Any], Any] | None = None,
        thread_name_filter: str | None = None,
        pass_through_operrors: bool | None = False,
    ):
        """Wraps a session.

        Args:
          sess: as of `BaseDebugWrapperSession`.
          watch_fn: called with the fetches and feeds of each run, returns `WatchOptions`; None watches everything.
          thread_name_filter: as of `BaseDebugWrapperSession`.
          pass_through_operrors: as of `BaseDebugWrapperSession`.

        Raises:
          TypeError: `watch_fn` cannot be called.
        """
        super().__init__(sess, thread_name_filter=thread_name_filter, pass_through_operrors=pass_through_operrors)
        if watch_fn is not None and not callable(watch_fn):
            raise TypeError("watch_fn is not callable")
        self._watch_fn = watch_fn

    def on_session_init(self, request: OnSessionInitRequest) -> OnSessionInitResponse:
        """Goes on."""
        return OnSessionInitResponse(OnSessionInitAction.PROCEED)

    @abc.abstractmethod
    def prepare_run_debug_urls(self, fetches: Any, feed_dict: Mapping[Any, Any]) -> list[str]:
        """The URLs that the dumps of a run go to."""

    def on_run_start(self, request: OnRunStartRequest) -> OnRunStartResponse:
        """Debugs the run, watching what `watch_fn` says."""
        debug_urls, watched = self._prepare_run_watch_config(request.fetches, request.feed_dict)
        return OnRunStartResponse(OnRunStartAction.DEBUG_RUN, debug_urls, **vars(watched))

    def _prepare_run_watch_config(self, fetches: Any, feed_dict: Mapping[Any, Any]) -> tuple[list[str], WatchOptions]:
        debug_urls = self.prepare_run_debug_urls(fetches, feed_dict)
        watched = self._watch_fn(fetches, feed_dict) if self._watch_fn is not None else WatchOptions()
        return debug_urls, WatchOptions(*watched) if isinstance(watched, tuple) else watched

    def on_run_end(self, request: OnRunEndRequest) -> OnRunEndResponse:
        """Nothing is left to do."""
        return OnRunEndResponse()
