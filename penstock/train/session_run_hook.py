"""`SessionRunHook`, the interface by which code takes part in the runs of a monitored session, and what it is told there.

The hooks themselves are in `basic_session_run_hooks` and its neighbours; `monitored_session` calls them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from penstock._namespace import export
from penstock.graph.typing import SessionLike


@export("train.SessionRunHook", "estimator.SessionRunHook")
class SessionRunHook:
    """What happens around the runs of a `MonitoredSession`; derive from it and override what is needed.

    >>> import penstock as tf
    >>> class CountRuns(tf.train.SessionRunHook):
    ...     runs = 0
    ...     def after_run(self, run_context, run_values):
    ...         self.runs += 1
    ...         if self.runs == 3:
    ...             run_context.request_stop()
    >>> with tf.Graph().as_default():
    ...     value, counter = tf.constant(1.0), CountRuns()
    ...     with tf.train.MonitoredSession(hooks=[counter]) as sess:
    ...         while not sess.should_stop():
    ...             x = sess.run(value)
    >>> counter.runs
    3
    """

    def begin(self) -> None:
        """Called once, before the session is made; the last moment to add operations to the default graph."""

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        """Called when a session was made: at the beginning, and whenever one is made anew after a failure.

        Args:
          session: the `tf.Session`.
          coord: the `Coordinator` of its threads.
        """

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Called before each run; may return a `SessionRunArgs` of what to fetch and feed in addition."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after each run that succeeded, with the values of what `before_run` asked for."""

    def end(self, session: SessionLike) -> None:
        """Called before the session is closed, unless an exception other than the end of the input ends it."""


class _RunArgs(NamedTuple):
    fetches: Any
    feed_dict: Mapping[Any, Any] | None = None
    options: Any = None


@export("train.SessionRunArgs", "estimator.SessionRunArgs")
class SessionRunArgs(_RunArgs):
    """What a hook adds to a run.

    Args:
      fetches: as of `Session.run`: a tensor or operation, or any nesting of them.
      feed_dict: as of `Session.run`.
      options: a `RunOptions`, merged with the others'.

    >>> import penstock as tf
    >>> tf.train.SessionRunArgs("loss:0").fetches
    'loss:0'
    """

    __slots__ = ()


class _RunValues(NamedTuple):
    results: Any
    options: Any
    run_metadata: Any


@export("train.SessionRunValues", "estimator.SessionRunValues")
class SessionRunValues(_RunValues):
    """What a run gave to a hook.

    Args:
      results: the values of its fetches, in their structure; None if there were none.
      options: the `RunOptions` of the run.
      run_metadata: the `RunMetadata` of the run.

    >>> import penstock as tf
    >>> tf.train.SessionRunValues(0.5, tf.RunOptions(), tf.RunMetadata()).results
    0.5
    """

    __slots__ = ()


@export("train.SessionRunContext", "estimator.SessionRunContext")
class SessionRunContext:
    """What hooks can know about a run, and how they stop the loop.

    Args:
      original_args: the `SessionRunArgs` that the user's call amounts to.
      session: the session that runs.

    >>> import penstock as tf
    >>> context = tf.train.SessionRunContext(tf.train.SessionRunArgs("loss:0"), None)
    >>> context.request_stop()
    >>> context.stop_requested
    True
    """

    __slots__ = ("_original_args", "_session", "_stop_requested")

    def __init__(self, original_args: SessionRunArgs, session: SessionLike) -> None:
        self._original_args = original_args
        self._session = session
        self._stop_requested = False

    @property
    def original_args(self) -> SessionRunArgs:
        """What the user asked `run` for."""
        return self._original_args

    @property
    def session(self) -> Any:
        """The session, to run something without hooks."""
        return self._session

    @property
    def stop_requested(self) -> bool:
        """Whether a hook has asked to stop."""
        return self._stop_requested

    def request_stop(self) -> None:
        """Makes `should_stop` of the monitored session true after this run."""
        self._stop_requested = True
