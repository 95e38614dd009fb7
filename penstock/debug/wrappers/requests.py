"""What a debug wrapper is asked and answers: when it is made, and before and after each run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph.typing import SessionLike
from penstock.runtime.session.session import BaseSession
from penstock.train.monitored_session import MonitoredSession

if TYPE_CHECKING:
    from penstock.protos import RunMetadata, RunOptions


def check_type(value: Any, expected: type | tuple[type, ...]) -> None:
    """Raises a TypeError unless a value is of the expected type.

    >>> check_type("a", str)
    """
    if not isinstance(value, expected):
        raise TypeError(f"Expected type {expected}; got type {type(value)}")


class OnSessionInitRequest:
    """A wrapper is being made around `session`."""

    def __init__(self, sess: SessionLike):
        check_type(sess, (BaseSession, MonitoredSession))
        self.session = sess


class OnSessionInitAction:
    """What a wrapper may answer when it is made."""

    PROCEED = "proceed"
    REMOTE_INSTR_LOOP = "remote_instr_loop"  # named by 1.15, which did not implement it either


class OnSessionInitResponse:
    """The answer to `OnSessionInitRequest`."""

    def __init__(self, action: str):
        check_type(action, str)
        self.action = action


class OnRunStartRequest:
    """A run is about to begin, with the arguments of `Session.run`; `run_call_count` counts from 1."""

    def __init__(
        self,
        fetches: Any,
        feed_dict: Any,
        run_options: RunOptions,
        run_metadata: RunMetadata,
        run_call_count: int,
        is_callable_runner: bool = False,
    ):
        self.fetches = fetches
        self.feed_dict = feed_dict
        self.run_options = run_options
        self.run_metadata = run_metadata
        self.run_call_count = run_call_count
        self.is_callable_runner = is_callable_runner


class OnRunStartAction:
    """How a wrapper may let a run happen: dumping its tensors, with times of its operations, or as it is."""

    DEBUG_RUN = "debug_run"
    PROFILE_RUN = "profile_run"
    NON_DEBUG_RUN = "non_debug_run"


class OnRunStartResponse:
    """The answer to `OnRunStartRequest`: how to run, and what to watch; see `watch_graph`."""

    def __init__(
        self,
        action: str,
        debug_urls: list[str],
        debug_ops: str | list[str] = "DebugIdentity",
        node_name_regex_whitelist: str | None = None,
        op_type_regex_whitelist: str | None = None,
        tensor_dtype_regex_whitelist: str | None = None,
        tolerate_debug_op_creation_failures: bool = False,
    ):
        check_type(action, str)
        check_type(debug_urls, list)
        self.action = action
        self.debug_urls = debug_urls
        self.debug_ops = debug_ops
        self.node_name_regex_whitelist = node_name_regex_whitelist
        self.op_type_regex_whitelist = op_type_regex_whitelist
        self.tensor_dtype_regex_whitelist = tensor_dtype_regex_whitelist
        self.tolerate_debug_op_creation_failures = tolerate_debug_op_creation_failures


class OnRunEndRequest:
    """A run has ended: how it was made, what it told of itself, the graph, and the error if it failed."""

    def __init__(
        self,
        performed_action: str,
        run_metadata: RunMetadata | None = None,
        client_graph_def: Any = None,
        tf_error: Any = None,
    ):
        check_type(performed_action, str)
        if run_metadata is not None:
            check_type(run_metadata, protos.RunMetadata)
        self.performed_action = performed_action
        self.run_metadata = run_metadata
        self.client_graph_def = client_graph_def
        self.tf_error = tf_error


class OnRunEndResponse:
    """The answer to `OnRunEndRequest`, which has nothing to say."""


class WatchOptions:
    """What a `watch_fn` returns: what to watch in a run.

    Args:
      debug_ops: a debug op or a list of them; `DebugIdentity` if None.
      node_name_regex_whitelist: watches only nodes whose names begin with a match.
      op_type_regex_whitelist: watches only nodes of matching types.
      tensor_dtype_regex_whitelist: watches only tensors of matching types.
      tolerate_debug_op_creation_failures: leaves tensors out that a debug op does not take.

    >>> WatchOptions(node_name_regex_whitelist="hidden.*").debug_ops
    ['DebugIdentity']
    """

    def __init__(
        self,
        debug_ops: str | list[str] | None = None,
        node_name_regex_whitelist: str | None = None,
        op_type_regex_whitelist: str | None = None,
        tensor_dtype_regex_whitelist: str | None = None,
        tolerate_debug_op_creation_failures: bool = False,
    ):
        self.debug_ops = debug_ops or ["DebugIdentity"]
        self.node_name_regex_whitelist = node_name_regex_whitelist
        self.op_type_regex_whitelist = op_type_regex_whitelist
        self.tensor_dtype_regex_whitelist = tensor_dtype_regex_whitelist
        self.tolerate_debug_op_creation_failures = tolerate_debug_op_creation_failures

    def __repr__(self) -> str:
        return f"WatchOptions({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"
