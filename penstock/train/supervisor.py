"""`Supervisor`, the way to train of 0.x: a session with threads that save checkpoints and summaries on timers.

`basic_train_loop` is its loop. Newer programs use `MonitoredTrainingSession`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike, TensorLike
from penstock.ops.control.grouping import group
from penstock.ops.lookup.tables import tables_initializer
from penstock.ops.state.variable_functions import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
)
from penstock.platform import logging
from penstock.summary.ops import merge_all
from penstock.summary.writer import FileWriter
from penstock.train import training_step
from penstock.train.coordinator import Coordinator, LooperThread
from penstock.train.meta_graph_def import create_meta_graph_def
from penstock.train.saver import Saver
from penstock.train.session_manager import SessionManager
from penstock.train.supervisor_threads import SVStepCounterThread, SVSummaryThread, SVTimerCheckpointThread
from penstock.train.write_graph_file import write_graph
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation


def _first(key: str) -> Any:
    """The first element of a collection, or None."""
    found = get_collection(key)
    if len(found) > 1:
        logging.info("Found %d %s operations. Returning the first one.", len(found), key)
    return found[0] if found else None


def _first_or_new(key: str, make: Callable[[], Any]) -> Any:
    """The first element of a collection; if there is none, a new one, which is added."""
    found = _first(key)
    if found is None:
        found = make()
        if found is not None:
            add_to_collection(key, found)
    return found


def _default_saver() -> Saver | None:
    return Saver() if global_variables() else None


def _default_local_init_op() -> Operation:
    return group(local_variables_initializer(), tables_initializer())


def _default_global_step() -> Any:
    try:
        step = get_default_graph().get_tensor_by_name("global_step:0")
    except KeyError:
        return None
    if step.dtype.base_dtype in (dtypes.int32, dtypes.int64):
        return step
    logging.warning("Found 'global_step' is not an int type: %s", step.dtype)
    return None


@export("train.Supervisor")
class Supervisor:
    """Makes a session that is initialized or restored, and saves checkpoints and summaries while it is used.

    For arguments that default to `USE_DEFAULT` (0), the first element of the graph's collection is taken, or one is
    made; None means to do without.

    Args:
      graph: the graph; the default one if None. It is finalized.
      ready_op: a string tensor with the names of what is not initialized.
      ready_for_local_init_op: the same, asked before `local_init_op`; none by default.
      is_chief: whether this process initializes and saves the model.
      init_op: initializes the model if there is no checkpoint.
      init_feed_dict: what to feed to it.
      local_init_op: initializes local variables and tables.
      logdir: the directory of checkpoints and summaries.
      summary_op: a serialized `Summary`.
      saver: a `Saver`.
      global_step: counts the steps.
      save_summaries_secs: seconds between two summaries; 0 for none.
      save_model_secs: seconds between two checkpoints; 0 for none.
      recovery_wait_secs: seconds between two looks whether the model is ready.
      stop_grace_secs: how long threads may take to stop.
      checkpoint_basename: how the names of checkpoints begin.
      session_manager: a `SessionManager`; a new one by default.
      summary_writer: a `FileWriter`; a new one for `logdir` by default.
      init_fn: called with the session after `init_op`.
      local_init_run_options: `RunOptions` for `local_init_op`.

    Raises:
      ValueError: this is not the chief, and a variable has no device.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.Variable(0, name="global_step")
    ...     train_op = step.assign_add(1)
    ...     sv = tf.train.Supervisor(logdir=tempfile.mkdtemp())
    ...     with sv.managed_session() as sess:
    ...         while not sv.should_stop():
    ...             if sess.run(train_op) == 3:
    ...                 sv.request_stop()
    ...         print(sess.run(step))
    3
    """

    USE_DEFAULT: Any = 0

    @deprecated(None, "Please switch to tf.train.MonitoredTrainingSession")
    def __init__(
        self,
        graph: Graph | None = None,
        ready_op: Any = USE_DEFAULT,
        ready_for_local_init_op: Any = USE_DEFAULT,
        is_chief: bool = True,
        init_op: Any = USE_DEFAULT,
        init_feed_dict: Mapping | None = None,
        local_init_op: Any = USE_DEFAULT,
        logdir: str | None = None,
        summary_op: Any = USE_DEFAULT,
        saver: Saver = USE_DEFAULT,
        global_step: TensorLike = USE_DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: SessionManager | None = None,
        summary_writer: Any = USE_DEFAULT,
        init_fn: Callable[[Any], Any] | None = None,
        local_init_run_options: Any = None,
    ) -> None:
        graph = get_default_graph() if graph is None else graph

        def chosen(given: object, key: str, make: Callable[[], Any]) -> Any:
            return _first_or_new(key, make) if given is Supervisor.USE_DEFAULT else given

        with graph.as_default():
            self._ready_op = chosen(ready_op, GraphKeys.READY_OP, report_uninitialized_variables)
            self._ready_for_local_init_op = chosen(
                ready_for_local_init_op, GraphKeys.READY_FOR_LOCAL_INIT_OP, lambda: None
            )
            self._init_op = chosen(init_op, GraphKeys.INIT_OP, global_variables_initializer)
            self._local_init_op = chosen(local_init_op, GraphKeys.LOCAL_INIT_OP, _default_local_init_op)
            self._saver = chosen(saver, GraphKeys.SAVERS, _default_saver)
            self._summary_op = chosen(summary_op, GraphKeys.SUMMARY_OP, merge_all)
            self._global_step = chosen(global_step, GraphKeys.GLOBAL_STEP, _default_global_step)
            self._graph = graph
            self._meta_graph_def = create_meta_graph_def(
                graph_def=graph.as_graph_def(add_shapes=True), saver_def=self._saver.saver_def if self._saver else None
            )
        self._init_feed_dict = init_feed_dict
        self._is_chief = is_chief
        self._coord = Coordinator()
        self._stop_grace_secs = stop_grace_secs
        self._init_fn = init_fn
        # Only a chief writes.
        self._logdir = logdir if is_chief else None
        self._save_summaries_secs = save_summaries_secs if is_chief else None
        self._save_model_secs = save_model_secs if is_chief else None
        self._save_path = os.path.join(logdir, checkpoint_basename) if is_chief and logdir else None
        self._summary_writer: Any = None
        self._graph_added_to_summary = False
        if is_chief and summary_writer is not Supervisor.USE_DEFAULT:
            self._summary_writer = summary_writer
        elif is_chief and logdir:
            self._summary_writer = FileWriter(logdir)
        self._session_manager = session_manager or SessionManager(
            local_init_op=self._local_init_op,
            ready_op=self._ready_op,
            ready_for_local_init_op=self._ready_for_local_init_op,
            graph=graph,
            recovery_wait_secs=recovery_wait_secs,
            local_init_run_options=local_init_run_options,
        )
        self._verify_setup()
        graph.finalize()

    def _verify_setup(self) -> None:
        if self._is_chief:
            return
        for op in self._graph.get_operations():
            if op.type in ("Variable", "VariableV2") and not op.device:
                raise ValueError(f"When using replicas, all Variables must have their device set: {op}")

    # -- what it works with -------------------------------------------------------------------------------------------

    @property
    def is_chief(self) -> bool:
        """Whether this process initializes and saves the model."""
        return self._is_chief

    @property
    def session_manager(self) -> Any:
        """The `SessionManager`."""
        return self._session_manager

    @property
    def coord(self) -> Coordinator:
        """The `Coordinator` of its threads."""
        return self._coord

    @property
    def init_op(self) -> Any:
        """Initializes the model."""
        return self._init_op

    @property
    def init_feed_dict(self) -> Mapping | None:
        """What is fed to `init_op`."""
        return self._init_feed_dict

    @property
    def ready_op(self) -> Any:
        """Names what is not initialized."""
        return self._ready_op

    @property
    def ready_for_local_init_op(self) -> Any:
        """Names what `local_init_op` needs and is not initialized."""
        return self._ready_for_local_init_op

    @property
    def summary_writer(self) -> Any:
        """The `FileWriter`; None if nothing is written."""
        return self._summary_writer

    @property
    def summary_op(self) -> Any:
        """The merged summaries."""
        return self._summary_op

    @property
    def save_summaries_secs(self) -> float | None:
        """Seconds between two summaries."""
        return self._save_summaries_secs

    @property
    def global_step(self) -> Any:
        """The global step."""
        return self._global_step

    @property
    def saver(self) -> Any:
        """The `Saver`."""
        return self._saver

    @property
    def save_model_secs(self) -> float | None:
        """Seconds between two checkpoints."""
        return self._save_model_secs

    @property
    def save_path(self) -> str | None:
        """How the paths of the checkpoints begin."""
        return self._save_path

    # -- sessions and services ----------------------------------------------------------------------------------------

    def _write_graph(self) -> None:
        if self._logdir:
            write_graph(self._graph.as_graph_def(add_shapes=True), self._logdir, "graph.pbtxt")
        if self._summary_writer and not self._graph_added_to_summary:
            self._summary_writer.add_graph(self._graph)
            self._summary_writer.add_meta_graph(self._meta_graph_def)
            self._graph_added_to_summary = True

    def start_standard_services(self, sess: SessionLike) -> list[threading.Thread] | None:
        """Starts the threads that save summaries, steps per second and checkpoints, and returns them.

        Raises:
          RuntimeError: this is not the chief.
        """
        if not self._is_chief:
            raise RuntimeError(
                "Only chief supervisor can start standard services. Because only chief supervisors can write events."
            )
        if not self._logdir:
            logging.warning("Standard services need a 'logdir' passed to the SessionManager")
            return None
        if self._global_step is not None and self._summary_writer:
            log = protos.SessionLog(status=protos.SessionLog.START)
            self._summary_writer.add_session_log(log, training_step.global_step(sess, self._global_step))
        threads: list[threading.Thread] = []
        if self._save_summaries_secs and self._summary_writer:
            if self._summary_op is not None:
                threads.append(SVSummaryThread(self, sess))
            if self._global_step is not None:
                threads.append(SVStepCounterThread(self, sess))
        if self._saver and self._save_model_secs:
            threads.append(SVTimerCheckpointThread(self, sess))
        for thread in threads:
            thread.start()
        return threads

    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: object = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> Any:
        """Makes a session in which the model is ready; another than the chief waits for that.

        Args:
          master: the target of the session.
          config: a `ConfigProto`.
          wait_for_checkpoint: whether to wait for a checkpoint.
          max_wait_secs: how long to wait.
          start_standard_services: whether to start the services and the queue runners.
        """
        self._coord.clear_stop()  # it may have been used before
        if self._summary_writer:
            self._summary_writer.reopen()
        if self._is_chief:
            sess = self._session_manager.prepare_session(
                master,
                init_op=self._init_op,
                saver=self._saver,
                checkpoint_dir=self._logdir,
                wait_for_checkpoint=wait_for_checkpoint,
                max_wait_secs=max_wait_secs,
                config=config,
                init_feed_dict=self._init_feed_dict,
                init_fn=self._init_fn,
            )
            self._write_graph()
            if start_standard_services:
                logging.info("Starting standard services.")
                self.start_standard_services(sess)
        else:
            sess = self._session_manager.wait_for_session(master, config=config, max_wait_secs=max_wait_secs)
        if start_standard_services:
            logging.info("Starting queue runners.")
            self.start_queue_runners(sess)
        return sess

    def start_queue_runners(
        self, sess: SessionLike, queue_runners: Sequence[Any] | None = None
    ) -> list[threading.Thread]:
        """Starts the threads of queue runners (of all those of the graph by default) and returns them."""
        if queue_runners is None:
            queue_runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        return [
            thread
            for runner in queue_runners
            for thread in runner.create_threads(sess, coord=self._coord, daemon=True, start=True)
        ]

    def loop(
        self, timer_interval_secs: float | None, target: Callable, args: Any = None, kwargs: Any = None
    ) -> LooperThread:
        """Starts a thread that calls `target(*args, **kwargs)` every so many seconds, or without a pause if None."""
        return LooperThread.loop(self._coord, timer_interval_secs, target, args=args, kwargs=kwargs)

    @contextlib.contextmanager
    def managed_session(
        self,
        master: str = "",
        config: object = None,
        start_standard_services: bool = True,
        close_summary_writer: bool = True,
    ) -> Iterator[Any]:
        """A session for a `with` block; at its end the services are stopped and the session closed.

        What the block or a service raises is raised at the end of the block, but for the end of the input
        (`OutOfRangeError`).

        Args:
          master: the target of the session.
          config: a `ConfigProto`.
          start_standard_services: whether to start the services and the queue runners.
          close_summary_writer: whether to close the writer.
        """
        sess = None
        try:
            sess = self.prepare_or_wait_for_session(
                master=master, config=config, start_standard_services=start_standard_services
            )
            yield sess
        except Exception as error:  # noqa: BLE001 - stop() raises it again
            self.request_stop(error)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                with contextlib.suppress(Exception):
                    if sess is not None:
                        sess.close()

    # -- stopping -----------------------------------------------------------------------------------------------------

    def stop(
        self,
        threads: Sequence[threading.Thread] | None = None,
        close_summary_writer: bool = True,
        ignore_live_threads: bool = False,
    ) -> None:
        """Stops the threads, waits for them and raises what they reported; the session stays open.

        Args:
          threads: more threads to wait for.
          close_summary_writer: whether to close the writer.
          ignore_live_threads: whether threads that do not stop in time are no error.
        """
        self._coord.request_stop()
        try:
            self._coord.join(
                threads, stop_grace_period_secs=self._stop_grace_secs, ignore_live_threads=ignore_live_threads
            )
        finally:
            if close_summary_writer and self._summary_writer:
                self._summary_writer.add_session_log(protos.SessionLog(status=protos.SessionLog.STOP))
                self._summary_writer.close()
                self._graph_added_to_summary = False

    def request_stop(self, ex: object = None) -> None:
        """Asks all threads to stop; see `Coordinator.request_stop`."""
        self._coord.request_stop(ex=ex)

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._coord.should_stop()

    def stop_on_exception(self) -> contextlib.AbstractContextManager[None]:
        """A block whose exceptions stop all threads; see `Coordinator.stop_on_exception`."""
        return self._coord.stop_on_exception()

    def wait_for_stop(self) -> None:
        """Waits until a stop is requested."""
        self._coord.wait_for_stop()

    def summary_computed(self, sess: SessionLike, summary: Any, global_step: int | None = None) -> None:
        """Writes a summary that the program has computed itself.

        Args:
          sess: the session.
          summary: a `Summary` or a serialized one.
          global_step: its step; that of the session by default.

        Raises:
          RuntimeError: there is no writer.
        """
        if not self._summary_writer:
            raise RuntimeError("Writing a summary requires a summary writer.")
        if global_step is None and self._global_step is not None:
            global_step = training_step.global_step(sess, self._global_step)
        self._summary_writer.add_summary(summary, global_step)

    # The names of 0.5.
    PrepareSession = prepare_or_wait_for_session
    StartQueueRunners = start_queue_runners
    StartStandardServices = start_standard_services
    Stop = stop
    RequestStop = request_stop
    Loop = loop
    ShouldStop = should_stop
    StopOnException = stop_on_exception
    WaitForStop = wait_for_stop
    SummaryComputed = summary_computed


@export("train.basic_train_loop")
def basic_train_loop(
    supervisor: Supervisor, train_step_fn: Callable, args: Any = None, kwargs: Any = None, master: str = ""
) -> None:
    """Calls `train_step_fn(session, *args, **kwargs)` until the supervisor says stop; begins anew after a preemption.

    Args:
      supervisor: makes the session.
      train_step_fn: does one step.
      args, kwargs: what it is called with besides the session.
      master: the target of the session.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.Variable(0, name="global_step")
    ...     train_op = step.assign_add(1)
    ...     sv = tf.train.Supervisor(logdir=None)
    ...     def train(sess):
    ...         if sess.run(train_op) == 2:
    ...             print("done")
    ...             sv.request_stop()
    ...     tf.train.basic_train_loop(sv, train)
    done
    """
    should_retry = True
    while should_retry:
        try:
            should_retry = False
            with supervisor.managed_session(master) as sess:
                while not supervisor.should_stop():
                    train_step_fn(sess, *(args or []), **(kwargs or {}))
        except errors.AbortedError:
            should_retry = True
