"""`CheckpointSaverHook`, which saves checkpoints while training, and `CheckpointSaverListener`, which is told of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.summary.writer import FileWriterCache
from penstock.train.basic_session_run_hooks import global_step_read
from penstock.train.hook_timer import SecondOrStepTimer
from penstock.train.meta_graph_def import create_meta_graph_def
from penstock.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from penstock.train.write_graph_file import write_graph

if TYPE_CHECKING:
    from penstock.train.scaffold import Scaffold


@export("train.CheckpointSaverListener", "estimator.CheckpointSaverListener")
class CheckpointSaverListener:
    """Acts before or after checkpoints are saved; give it to a `CheckpointSaverHook`.

    >>> import tempfile
    >>> import penstock as tf
    >>> class Tell(tf.train.CheckpointSaverListener):
    ...     def after_save(self, session, global_step_value):
    ...         print("saved at step", global_step_value)
    >>> with tf.Graph().as_default():
    ...     train_op = tf.assign_add(tf.train.create_global_step(), 1)
    ...     saver = tf.train.CheckpointSaverHook(tempfile.mkdtemp(), save_steps=10, listeners=[Tell()])
    ...     with tf.train.MonitoredSession(hooks=[saver]) as sess:
    ...         x = sess.run(train_op)
    saved at step 0
    saved at step 1
    """

    def begin(self) -> None:
        """Called before the session is made; may add operations to the graph."""

    def before_save(self, session: SessionLike, global_step_value: Any) -> None:
        """Called before a checkpoint is saved."""

    def after_save(self, session: SessionLike, global_step_value: Any) -> Any:
        """Called after a checkpoint is saved; training stops if it returns true."""

    def end(self, session: SessionLike, global_step_value: Any) -> None:
        """Called at the end of the session, after the last checkpoint."""


@export("train.CheckpointSaverHook", "estimator.CheckpointSaverHook")
class CheckpointSaverHook(SessionRunHook):
    """Saves a checkpoint at the beginning, every so many steps or seconds, and at the end.

    Args:
      checkpoint_dir: where.
      save_secs: after how many seconds.
      save_steps: after how many steps; exactly one of both must be given.
      saver: a `Saver`.
      checkpoint_basename: how the files' names begin.
      scaffold: a scaffold whose saver is used; if neither is given, the only one of the graph's collection.
      listeners: `CheckpointSaverListener` objects.

    Raises:
      ValueError: both `saver` and `scaffold`, or not exactly one of the times, are given.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default():
    ...     train_op = tf.assign_add(tf.train.create_global_step(), 1)
    ...     with tf.train.MonitoredSession(hooks=[tf.train.CheckpointSaverHook(folder, save_steps=2)]) as sess:
    ...         for _ in range(3):
    ...             x = sess.run(train_op)
    >>> os.path.basename(tf.train.latest_checkpoint(folder))
    'model.ckpt-3'
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Any = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Scaffold | None = None,
        listeners: Sequence[CheckpointSaverListener] | None = None,
    ) -> None:
        logging.info("Create CheckpointSaverHook.")
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver = saver
        self._checkpoint_dir = checkpoint_dir
        self._save_path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._scaffold = scaffold
        self._timer = SecondOrStepTimer(every_secs=save_secs, every_steps=save_steps)
        self._listeners = listeners or []
        self._steps_per_run = 1

    def _set_steps_per_run(self, steps_per_run: int) -> None:
        self._steps_per_run = steps_per_run

    def begin(self) -> None:
        self._summary_writer = FileWriterCache.get(self._checkpoint_dir)
        self._global_step_tensor = global_step_read("CheckpointSaverHook")
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        step = session.run(self._global_step_tensor)
        # Only now the graph is complete: other hooks may have added to it.
        graph = get_default_graph()
        graph_def = graph.as_graph_def(add_shapes=True)
        write_graph(graph_def, self._checkpoint_dir, "graph.pbtxt")
        saver = self._get_saver()
        saver_def = saver.saver_def if saver else None
        self._summary_writer.add_graph(graph)
        self._summary_writer.add_meta_graph(create_meta_graph_def(graph_def=graph_def, saver_def=saver_def))
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._global_step_tensor)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._timer.should_trigger_for_step(run_values.results + self._steps_per_run):
            step = run_context.session.run(self._global_step_tensor)
            if self._timer.should_trigger_for_step(step):
                self._timer.update_last_triggered_step(step)
                if self._save(run_context.session, step):
                    run_context.request_stop()

    def end(self, session: SessionLike) -> None:
        step = session.run(self._global_step_tensor)
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)

    def _save(self, session: SessionLike, step: object) -> bool:
        """Saves a checkpoint; returns whether a listener wants training to stop."""
        logging.info("Saving checkpoints for %d into %s.", step, self._save_path)
        for listener in self._listeners:
            listener.before_save(session, step)
        self._get_saver().save(session, self._save_path, global_step=step)
        log = protos.SessionLog(status=protos.SessionLog.CHECKPOINT, checkpoint_path=self._save_path)
        self._summary_writer.add_session_log(log, step)
        should_stop = False
        for listener in self._listeners:
            if listener.after_save(session, step):
                logging.info("A CheckpointSaverListener requested that training be stopped. listener: %s", listener)
                should_stop = True
        return should_stop

    def _get_saver(self) -> Any:
        if self._saver is not None:
            return self._saver
        if self._scaffold is not None:
            return self._scaffold.saver
        savers = get_collection(GraphKeys.SAVERS)
        if not savers:
            raise RuntimeError(
                f"No items in collection {GraphKeys.SAVERS}. Please add a saver to the collection or provide a saver or "
                "scaffold."
            )
        if len(savers) > 1:
            raise RuntimeError(
                f"More than one item in collection {GraphKeys.SAVERS}. Please indicate which one to use by passing it to "
                "the constructor."
            )
        self._saver = savers[0]
        return self._saver
