"""The layers around a session that make it a monitored one: hooks, a coordinator of its threads, recovery.

`monitored_session` stacks them: recoverable (coordinated (hooked (tf.Session))).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import errors
from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues

if TYPE_CHECKING:
    from penstock.protos import RunMetadata

# Errors after which a new session may do better: the other end went away.
PREEMPTION_ERRORS = (errors.AbortedError, errors.UnavailableError)

_RECOVERY = (
    "An error was raised%s. This may be due to a preemption %s a connected worker or parameter server. %s will be created. "
    "This error may also occur due to a gRPC failure caused by high memory or network bandwidth usage in the parameter "
    "servers. If this error occurs repeatedly, try increasing the number of parameter servers assigned to the job. "
    "Error: %s"
)
_REPLACED = "The current session will be closed and a new session"


class StepContext:
    """What a function given to `run_step_fn` works with.

    Args:
      session: the `tf.Session`, for runs without hooks.
      run_with_hooks_fn: runs with hooks.
    """

    def __init__(self, session: Any, run_with_hooks_fn: Callable) -> None:
        self._session = session
        self._run_with_hooks_fn = run_with_hooks_fn

    @property
    def session(self) -> Any:
        """The session, for runs without hooks."""
        return self._session

    def run_with_hooks(self, *args: Any, **kwargs: Any) -> Any:
        """The same as `MonitoredSession.run`."""
        return self._run_with_hooks_fn(*args, **kwargs)

    def request_stop(self) -> None:
        """Ends the loop: raises `StopIteration`, which `with MonitoredSession()` takes as its end."""
        raise StopIteration("step_fn has requested the iterations to stop.")


class WrappedSession:
    """A layer that does nothing; `close` never raises because of a preemption."""

    def __init__(self, sess: Any) -> None:
        self._sess = sess
        self._wrapped_is_stoppable = isinstance(sess, WrappedSession)

    @property
    def graph(self) -> Any:
        return self._sess.graph

    @property
    def sess_str(self) -> Any:
        return self._sess.sess_str

    def should_stop(self) -> bool:
        """Whether the session should not be used any more."""
        if self._check_stop():
            return True
        if self._sess:
            return self._wrapped_is_stoppable and self._sess.should_stop()
        return True

    def _check_stop(self) -> bool:
        return False

    def close(self) -> None:
        if self._sess:
            try:
                self._sess.close()
            except PREEMPTION_ERRORS as error:
                logging.warning(
                    "An error occurred when attempting to close the session. This may be due to a preemption in a "
                    "connected worker or parameter server. Error: %s",
                    error,
                )
            finally:
                self._sess = None

    def run(
        self,
        fetches: object,
        feed_dict: Mapping | None = None,
        options: Any = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        return self._sess.run(fetches, feed_dict, options, run_metadata)

    def run_step_fn(self, step_fn: Callable, raw_session: SessionLike, run_with_hooks: Callable | None) -> Any:
        return step_fn(StepContext(raw_session, run_with_hooks or self.run))


class RecoverableSession(WrappedSession):
    """Makes a new session when a run fails because something was preempted, and repeats the run there."""

    def __init__(self, sess_creator: Any) -> None:
        self._sess_creator = sess_creator
        super().__init__(self._create_session())

    def _create_session(self) -> Any:
        while True:
            try:
                return self._sess_creator.create_session()
            except PREEMPTION_ERRORS as error:
                logging.info(_RECOVERY, " while a session was being created", "of", "A new session", error)

    def _check_stop(self) -> bool:
        try:
            return self._sess._check_stop() if self._sess else True
        except PREEMPTION_ERRORS as error:
            logging.info(_RECOVERY, " while considering whether the session is complete", "in", _REPLACED, error)
            self.close()
            self._sess = self._create_session()
            return False
        except Exception:  # noqa: BLE001 - should_stop never raises; the next run will
            return True

    def run(
        self,
        fetches: object,
        feed_dict: Mapping | None = None,
        options: Any = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        while True:
            try:
                if not self._sess:
                    self._sess = self._create_session()
                return self._sess.run(fetches, feed_dict, options, run_metadata)
            except PREEMPTION_ERRORS as error:
                self._give_up(error)

    def run_step_fn(self, step_fn: Callable, raw_session: Any, run_with_hooks: Callable | None) -> Any:
        while True:
            try:
                if not self._sess:
                    self._sess = self._create_session()
                return self._sess.run_step_fn(step_fn, raw_session, self._sess.run)
            except PREEMPTION_ERRORS as error:
                self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        logging.info(_RECOVERY, "", "in", _REPLACED, error)
        self.close()
        self._sess = None


class CoordinatedSession(WrappedSession):
    """Stops when its coordinator says so, raises what was reported to it, and joins its threads when closed."""

    def __init__(self, sess: Any, coord: Any, stop_grace_period_secs: float = 120) -> None:
        super().__init__(sess)
        self._coord = coord
        self._stop_grace_period_secs = stop_grace_period_secs

    def _check_stop(self) -> bool:
        self._coord.raise_requested_exception()
        return self._coord.should_stop()

    def close(self) -> None:
        self._coord.request_stop()
        try:
            self._coord.join(stop_grace_period_secs=self._stop_grace_period_secs, ignore_live_threads=True)
        finally:
            try:
                super().close()
            except Exception:  # noqa: BLE001 - what matters was raised by join
                pass

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping | None = None,
        options: Any = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        try:
            return self._sess.run(fetches, feed_dict, options, run_metadata)
        except PREEMPTION_ERRORS:
            raise
        except Exception:
            # A preemption that a thread reported may be the reason of what the run met (a closed queue, say).
            try:
                self._coord.raise_requested_exception()
            except PREEMPTION_ERRORS:
                raise
            except Exception:  # noqa: BLE001 - the run's own error tells more
                pass
            raise


class HookedSession(WrappedSession):
    """Calls hooks before and after each run, and runs what they ask for together with what the user asks for."""

    def __init__(self, sess: Any, hooks: Sequence[SessionRunHook]) -> None:
        super().__init__(sess)
        self._hooks = hooks
        self._should_stop = False

    def _check_stop(self) -> bool:
        return self._should_stop

    def run(
        self,
        fetches: object,
        feed_dict: Mapping | None = None,
        options: Any = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        if self._should_stop or not self._sess:
            raise RuntimeError("Run called even after should_stop requested.")
        hooks = self._hooks
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict), self._sess)
        wanted = [fetches]  # what the user fetches, then the hooks, in a list: its key in the session is cheap to make
        places: list[int] = []
        hook_feeds: dict[Any, Any] = {}
        asked_options = options
        for hook in hooks:
            request = hook.before_run(context)
            place = 0
            if request is not None:
                if request.fetches is not None:
                    place = len(wanted)
                    wanted.append(request.fetches)
                if request.feed_dict:
                    _check_apart(hook_feeds, request.feed_dict, "Same tensor is fed by two hooks.")
                    hook_feeds.update(request.feed_dict)
                if request.options:
                    if asked_options is None:
                        asked_options = protos.RunOptions()
                    _merge_run_options(asked_options, request.options)
            places.append(place)
        if hook_feeds:
            if feed_dict:
                _check_apart(feed_dict, hook_feeds, "Same tensor is fed by a SessionRunHook and user.")
                hook_feeds.update(feed_dict)
            feed_dict = hook_feeds
        metadata = run_metadata
        if asked_options is not None and metadata is None:
            metadata = protos.RunMetadata()
        # A session runs faster without options and metadata; hooks get empty ones if nobody asked for them.
        outputs = self._sess.run(wanted, feed_dict, asked_options, metadata)
        if hooks:
            told_options = protos.RunOptions() if asked_options is None else asked_options
            told_metadata = protos.RunMetadata() if metadata is None else metadata
            for hook, place in zip(hooks, places):
                results = outputs[place] if place else None
                hook.after_run(context, SessionRunValues(results, told_options, told_metadata))
            if context._stop_requested:
                self._should_stop = True
        return outputs[0]


def _check_apart(feeds1: Mapping, feeds2: Mapping, text: str) -> None:
    both = set(feeds1) & set(feeds2)
    if both:
        raise RuntimeError(f"{text} Conflict(s): {list(both)}")


def _merge_run_options(options: Any, incoming: Any) -> None:
    """Merges `incoming` into `options`: the larger number, the union of flags and of watched tensors."""
    for field in ("trace_level", "timeout_in_ms", "inter_op_thread_pool"):
        setattr(options, field, max(getattr(options, field), getattr(incoming, field)))
    flags = [(options, incoming, "output_partition_graphs"), (options, incoming, "report_tensor_allocations_upon_oom")]
    flags.append((options.debug_options, incoming.debug_options, "reset_disk_byte_usage"))
    for ours, theirs, field in flags:
        setattr(ours, field, getattr(ours, field) or getattr(theirs, field))
    options.debug_options.debug_tensor_watch_opts.extend(incoming.debug_options.debug_tensor_watch_opts)
