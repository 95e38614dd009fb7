"""Sessions for training loops: they initialize or restore the model, call hooks, stop together with their threads, recover.

`MonitoredTrainingSession` is what most programs call; it adds the hooks that save checkpoints and summaries.
"""

from __future__ import annotations

import abc
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.train import queue_runner, worker_context
from penstock.train.basic_session_run_hooks import StepCounterHook, SummarySaverHook
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook
from penstock.train.coordinator import Coordinator
from penstock.train.scaffold import Scaffold
from penstock.train.session_manager import SessionManager
from penstock.train.session_run_hook import SessionRunHook
from penstock.train.wrapped_session import CoordinatedSession, HookedSession, RecoverableSession, StepContext

if TYPE_CHECKING:
    from penstock.protos import RunMetadata

USE_DEFAULT: Any = object()


@export("train.MonitoredTrainingSession")
def MonitoredTrainingSession(  # noqa: N802 - 1.x's name; it makes a MonitoredSession
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None,
    hooks: Sequence[SessionRunHook] | None = None,
    chief_only_hooks: Sequence[SessionRunHook] | None = None,
    save_checkpoint_secs: float | None = USE_DEFAULT,
    save_summaries_steps: int | None = USE_DEFAULT,
    save_summaries_secs: float | None = USE_DEFAULT,
    config: object = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: int | None = USE_DEFAULT,
    summary_dir: str | None = None,
) -> MonitoredSession:
    """Makes a `MonitoredSession` for training, with the usual hooks.

    Args:
      master: the target of the session.
      is_chief: whether this process initializes or restores the model; another waits until that is done.
      checkpoint_dir: where checkpoints are saved, and restored from at the start.
      scaffold: the operations around the model; a default one if None.
      hooks: more hooks.
      chief_only_hooks: hooks that only a chief uses.
      save_checkpoint_secs: how often a checkpoint is saved, 600 by default; None or 0 for never.
      save_summaries_steps: how often summaries are saved, in steps, 100 by default.
      save_summaries_secs: the same in seconds.
      config: a `ConfigProto`.
      stop_grace_period_secs: how long threads may take to stop when the session is closed.
      log_step_count_steps: how often steps per second are logged, in steps; None or 0 for never.
      max_wait_secs: how long a worker waits for its chief.
      save_checkpoint_steps: how often a checkpoint is saved, in steps.
      summary_dir: where summaries are saved, `checkpoint_dir` by default.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.train.get_or_create_global_step()
    ...     train_op = tf.assign_add(step, 1)
    ...     stop = tf.train.StopAtStepHook(last_step=3)
    ...     with tf.train.MonitoredTrainingSession(checkpoint_dir=tempfile.mkdtemp(), hooks=[stop]) as sess:
    ...         while not sess.should_stop():
    ...             print(sess.run(train_op))
    1
    2
    3
    """
    if save_summaries_steps is USE_DEFAULT:
        save_summaries_steps = 100 if save_summaries_secs is USE_DEFAULT else None
    if save_summaries_secs is USE_DEFAULT:
        save_summaries_secs = None
    if save_checkpoint_secs is USE_DEFAULT:
        save_checkpoint_secs = 600 if save_checkpoint_steps is USE_DEFAULT else None
    if save_checkpoint_steps is USE_DEFAULT:
        save_checkpoint_steps = None
    scaffold = scaffold or Scaffold()
    creator: SessionCreator
    context = worker_context.current()
    if context:
        own_hooks = [*(hooks or []), *((chief_only_hooks or []) if context.is_chief else [])]
        own_hooks += worker_context.saving_hooks(
            context,
            scaffold,
            checkpoint_dir,
            summary_dir or checkpoint_dir,
            log_step_count_steps,
            (save_summaries_steps, save_summaries_secs),
            (save_checkpoint_steps, save_checkpoint_secs),
        )
        creator = context.session_creator(
            scaffold, config=config, checkpoint_dir=checkpoint_dir, max_wait_secs=max_wait_secs
        )
        return MonitoredSession(creator, hooks=own_hooks, stop_grace_period_secs=stop_grace_period_secs)
    if not is_chief:
        creator = WorkerSessionCreator(scaffold=scaffold, master=master, config=config, max_wait_secs=max_wait_secs)
        return MonitoredSession(creator, hooks=hooks or [], stop_grace_period_secs=stop_grace_period_secs)
    all_hooks: list[SessionRunHook] = list(chief_only_hooks or [])
    creator = ChiefSessionCreator(scaffold=scaffold, checkpoint_dir=checkpoint_dir, master=master, config=config)
    summary_dir = summary_dir or checkpoint_dir
    if summary_dir and log_step_count_steps and log_step_count_steps > 0:
        all_hooks.append(StepCounterHook(output_dir=summary_dir, every_n_steps=log_step_count_steps))
    if summary_dir and (_positive(save_summaries_steps) or _positive(save_summaries_secs)):
        all_hooks.append(
            SummarySaverHook(
                scaffold=scaffold,
                save_steps=save_summaries_steps,
                save_secs=save_summaries_secs,
                output_dir=summary_dir,
            )
        )
    if checkpoint_dir and (_positive(save_checkpoint_secs) or _positive(save_checkpoint_steps)):
        all_hooks.append(
            CheckpointSaverHook(
                checkpoint_dir, save_steps=save_checkpoint_steps, save_secs=save_checkpoint_secs, scaffold=scaffold
            )
        )
    all_hooks.extend(hooks or [])
    return MonitoredSession(creator, hooks=all_hooks, stop_grace_period_secs=stop_grace_period_secs)


def _positive(number: float | None) -> bool:
    return number is not None and number > 0


@export("train.SessionCreator")
class SessionCreator(abc.ABC):
    """Makes sessions: `create_session` is called at the start, and again after a preemption.

    >>> import penstock as tf
    >>> class Plain(tf.train.SessionCreator):
    ...     def create_session(self):
    ...         return tf.Session()
    >>> with tf.Graph().as_default():
    ...     two = tf.constant(2)
    ...     with tf.train.MonitoredSession(Plain()) as sess:
    ...         print(sess.run(two))
    2
    """

    @abc.abstractmethod
    def create_session(self) -> Any:
        """Returns a new session."""
        raise NotImplementedError(f"create_session is not implemented for {self}.")


class _ScaffoldedCreator(SessionCreator):
    """What the chief's and the worker's creators share."""

    def __init__(self, scaffold: Scaffold | None, master: str, config: Any) -> None:
        self._scaffold = scaffold or Scaffold()
        self._session_manager: SessionManager | None = None
        self._master = master
        self._config = config

    def _get_session_manager(self) -> SessionManager:
        if self._session_manager is None:
            self._session_manager = SessionManager(
                local_init_op=self._scaffold.local_init_op,
                ready_op=self._scaffold.ready_op,
                ready_for_local_init_op=self._scaffold.ready_for_local_init_op,
                graph=get_default_graph(),
            )
        return self._session_manager


@export("train.ChiefSessionCreator")
class ChiefSessionCreator(_ScaffoldedCreator):
    """Makes sessions in which the model is restored or initialized.

    Args:
      scaffold: the operations for that; a default one if None.
      master: the target of the session.
      config: a `ConfigProto`.
      checkpoint_dir: where the latest checkpoint is taken from.
      checkpoint_filename_with_path: a checkpoint, instead of `checkpoint_dir`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(4.0)
    ...     print(tf.train.ChiefSessionCreator().create_session().run(v))
    4.0
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        super().__init__(scaffold, master, config)
        self._checkpoint_dir = checkpoint_dir
        self._checkpoint_filename_with_path = checkpoint_filename_with_path

    def create_session(self) -> Any:
        """Finalizes the graph and returns a session that is ready."""
        self._scaffold.finalize()
        return self._get_session_manager().prepare_session(
            self._master,
            saver=self._scaffold.saver,
            checkpoint_dir=self._checkpoint_dir,
            checkpoint_filename_with_path=self._checkpoint_filename_with_path,
            config=self._config,
            init_op=self._scaffold.init_op,
            init_feed_dict=self._scaffold.init_feed_dict,
            init_fn=self._scaffold.init_fn,
        )


@export("train.WorkerSessionCreator")
class WorkerSessionCreator(_ScaffoldedCreator):
    """Makes sessions and waits until the chief, in a session with the same target, has the model ready.

    Args:
      scaffold: the operations to find that out; a default one if None.
      master: the target of the session.
      config: a `ConfigProto`.
      max_wait_secs: how long to wait.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.constant(3.0)  # no variables: nothing to wait for
    ...     print(tf.train.WorkerSessionCreator().create_session().run(x))
    3.0
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        max_wait_secs: float = 30 * 60,
    ) -> None:
        super().__init__(scaffold, master, config)
        self._max_wait_secs = max_wait_secs

    def create_session(self) -> Any:
        """Finalizes the graph and returns a session when the model is ready."""
        self._scaffold.finalize()
        return self._get_session_manager().wait_for_session(
            self._master, config=self._config, max_wait_secs=self._max_wait_secs
        )


class _CoordinatedSessionCreator(SessionCreator):
    """Makes sessions with a coordinator, queue runners started, hooks told."""

    def __init__(self, session_creator: Any, hooks: Sequence[SessionRunHook], stop_grace_period_secs: float) -> None:
        self._session_creator = session_creator
        self._hooks = hooks
        self.coord: Coordinator | None = None
        self.tf_sess: Any = None
        self._stop_grace_period_secs = stop_grace_period_secs

    def create_session(self) -> CoordinatedSession:
        self.tf_sess = self._session_creator.create_session()
        self.coord = Coordinator(clean_stop_exception_types=[])  # the end of the input must reach the user's run
        if get_collection(GraphKeys.QUEUE_RUNNERS):
            queue_runner.start_queue_runners(sess=self.tf_sess, coord=self.coord)
        for hook in self._hooks:
            hook.after_create_session(self.tf_sess, self.coord)
        return CoordinatedSession(HookedSession(self.tf_sess, self._hooks), self.coord, self._stop_grace_period_secs)


class _MonitoredSession:
    """What `MonitoredSession` and `SingularMonitoredSession` share."""

    StepContext = StepContext

    def __init__(
        self,
        session_creator: Any,
        hooks: Sequence[SessionRunHook] | None,
        should_recover: bool,
        stop_grace_period_secs: float = 120,
    ) -> None:
        self._graph_was_finalized = get_default_graph().finalized
        self._hooks: list[SessionRunHook] = list(hooks or [])
        for hook in self._hooks:
            hook.begin()
        context = worker_context.current()
        if not session_creator and context:
            session_creator = context.session_creator()
        self._coordinated_creator = _CoordinatedSessionCreator(
            session_creator or ChiefSessionCreator(), self._hooks, stop_grace_period_secs
        )
        if should_recover:
            self._sess: Any = RecoverableSession(self._coordinated_creator)
        else:
            self._sess = self._coordinated_creator.create_session()

    @property
    def graph(self) -> Any:
        """The graph that is run; None when the session is closed."""
        sess = self._tf_sess()
        return None if sess is None else sess.graph

    def run(
        self,
        fetches: object,
        feed_dict: Mapping | None = None,
        options: Any = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Runs `fetches` as `Session.run` does, with the hooks."""
        return self._sess.run(fetches, feed_dict, options, run_metadata)

    def run_step_fn(self, step_fn: Callable) -> Any:
        """Calls `step_fn(step_context)`, which may run things with and without hooks; returns its result.

        Raises:
          StopIteration: the function has called `step_context.request_stop()`.
          ValueError: the function does not have the one argument `step_context` (besides `self`).
        """
        found = inspect.signature(step_fn, follow_wrapped=False)
        names = tuple(found.parameters)
        if names not in (("step_context",), ("self", "step_context")):
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and `step_context` arguments if it's "
                f"an instance method. Got {names} instead."
            )
        return self._sess.run_step_fn(step_fn, self._tf_sess(), run_with_hooks=None)

    def should_stop(self) -> bool:
        """Whether the loop should end: a hook or a thread asked for it, or the session is closed."""
        return self._sess is None or self._sess.should_stop()

    def close(self) -> None:
        """Tells the hooks, stops the threads and closes the session."""
        self._close_internal()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, exception_type: Any, exception_value: Any, traceback: Any) -> bool:
        if exception_type in (errors.OutOfRangeError, StopIteration):  # the input has ended: not an error
            exception_type = None
        self._close_internal(exception_type)
        return exception_type is None

    def _close_internal(self, exception_type: Any = None) -> None:
        try:
            if not exception_type:
                for hook in self._hooks:
                    hook.end(self._coordinated_creator.tf_sess)
        finally:
            try:
                if self._sess is None:
                    raise RuntimeError("Session is already closed.")
                self._sess.close()
            finally:
                self._sess = None
                self._coordinated_creator.tf_sess = None
                self._coordinated_creator.coord = None
                if not self._graph_was_finalized:
                    get_default_graph()._unsafe_unfinalize()

    def _is_closed(self) -> bool:
        return self._coordinated_creator.tf_sess is None

    def _tf_sess(self) -> Any:
        return self._coordinated_creator.tf_sess


@export("train.MonitoredSession")
class MonitoredSession(_MonitoredSession):
    """A session that initializes or restores the model, calls hooks, and recovers from preemptions.

    It is made in this order: `begin` of all hooks, the graph is finalized, the session made and the model initialized or
    restored, queue runners started, `after_create_session` of all hooks. When a run raises `AbortedError` or
    `UnavailableError`, all but the first is done again, and the run repeated. `with` takes the end of the input
    (`OutOfRangeError`, `StopIteration`) as the end of the block.

    Args:
      session_creator: makes the session; a `ChiefSessionCreator` by default.
      hooks: `SessionRunHook` objects.
      stop_grace_period_secs: how long threads may take to stop when the session is closed.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     double = v.assign(v * 2.0)
    ...     with tf.train.MonitoredSession() as sess:
    ...         print(sess.run(double), sess.run(double))
    2.0 4.0
    """

    def __init__(
        self,
        session_creator: Any = None,
        hooks: Sequence[SessionRunHook] | None = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        super().__init__(session_creator, hooks, True, stop_grace_period_secs)


@export("train.SingularMonitoredSession")
class SingularMonitoredSession(_MonitoredSession):
    """A `MonitoredSession` in one process: it does not recover, and gives access to the session inside.

    Args:
      hooks: `SessionRunHook` objects.
      scaffold: the operations around the model; a default one if None.
      master: the target of the session.
      config: a `ConfigProto`.
      checkpoint_dir: where the latest checkpoint is taken from.
      stop_grace_period_secs: how long threads may take to stop when the session is closed.
      checkpoint_filename_with_path: a checkpoint, instead of `checkpoint_dir`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     with tf.train.SingularMonitoredSession() as sess:
    ...         print(sess.raw_session().run(v))
    1.0
    """

    def __init__(
        self,
        hooks: Sequence[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        creator = ChiefSessionCreator(
            scaffold=scaffold,
            master=master,
            config=config,
            checkpoint_dir=checkpoint_dir,
            checkpoint_filename_with_path=checkpoint_filename_with_path,
        )
        super().__init__(creator, hooks, False, stop_grace_period_secs)

    def raw_session(self) -> Any:
        """The `tf.Session` inside."""
        return self._tf_sess()
