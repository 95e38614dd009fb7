"""Evaluating checkpoints as they are written, and summaries at the end of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.typing import SessionLike
from penstock.ops.state import variable_functions
from penstock.platform import logging
from penstock.summary.ops import merge_all
from penstock.summary.writer import FileWriterCache
from penstock.train import training_step
from penstock.train.basic_session_run_hooks import FinalOpsHook
from penstock.train.checkpoint_init import checkpoints_iterator
from penstock.train.evaluation import StopAfterNEvalsHook, counted, get_or_create_eval_step
from penstock.train.monitored_session import ChiefSessionCreator, MonitoredSession
from penstock.train.session_run_hook import SessionRunHook

if TYPE_CHECKING:
    from penstock.train.scaffold import Scaffold


@export("contrib.training.SummaryAtEndHook")
class SummaryAtEndHook(SessionRunHook):
    """Writes summaries at the end of a session.

    Args:
      log_dir: where to write.
      summary_writer: a writer, instead of `log_dir`.
      summary_op: a serialized `Summary`; that of all summaries of the graph by default.
      feed_dict: what to feed to it.

    Raises:
      ValueError: neither `log_dir` nor `summary_writer` is given.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default():
    ...     summary = tf.summary.scalar("accuracy", 0.9)
    ...     with tf.train.MonitoredSession(hooks=[tf.contrib.training.SummaryAtEndHook(folder)]) as sess:
    ...         pass
    >>> len(os.listdir(folder))
    1
    """

    def __init__(
        self,
        log_dir: str | None = None,
        summary_writer: Any = None,
        summary_op: Any = None,
        feed_dict: Mapping | None = None,
    ) -> None:
        self._summary_op = summary_op
        self._replace_summary_op = summary_op is None
        self._feed_dict = feed_dict
        self._summary_writer = summary_writer
        self._log_dir = log_dir
        if log_dir is None and summary_writer is None:
            raise ValueError("One of log_dir or summary_writer should be used.")

    def begin(self) -> None:
        if self._replace_summary_op:
            self._summary_op = merge_all()
        self._global_step = training_step.get_or_create_global_step()

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        if self._summary_writer is None and self._log_dir:
            self._summary_writer = FileWriterCache.get(self._log_dir)

    def end(self, session: SessionLike) -> None:
        if self._summary_op is not None:
            step = training_step.global_step(session, self._global_step)
            summary = session.run(self._summary_op, self._feed_dict)
            if self._summary_writer:
                self._summary_writer.add_summary(summary, step)
        if self._summary_writer:
            self._summary_writer.flush()


@export("contrib.training.evaluate_repeatedly")
def evaluate_repeatedly(
    checkpoint_dir: str,
    master: str = "",
    scaffold: Scaffold | None = None,
    eval_ops: Any = None,
    feed_dict: Mapping | None = None,
    final_ops: Any = None,
    final_ops_feed_dict: Mapping | None = None,
    eval_interval_secs: float = 60,
    hooks: list[SessionRunHook] | None = None,
    config: Any = None,
    max_number_of_evaluations: int | None = None,
    timeout: float | None = None,
    timeout_fn: Callable[[], Any] | None = None,
) -> Any:
    """Evaluates each new checkpoint of a folder; see `evaluate_once`.

    Args:
      checkpoint_dir: the folder.
      master: the target of the session.
      scaffold: the operations around the model; a default one if None.
      eval_ops: a tensor, a list or a dictionary of tensors, run until a hook or the end of the input stops it.
      feed_dict: what to feed to them.
      final_ops: a tensor, a list or a dictionary of tensors, run at the end of each evaluation.
      final_ops_feed_dict: what to feed to them.
      eval_interval_secs: the least time between two evaluations.
      hooks: hooks, such as `StopAfterNEvalsHook`.
      config: a `ConfigProto`.
      max_number_of_evaluations: after how many evaluations to end; never by default.
      timeout, timeout_fn: see `checkpoints_iterator`.

    Returns:
      The last values of `final_ops`; None if there are none.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(2.0, name="v")
    ...     with tf.Session() as sess:
    ...         sess.run(v.initializer)
    ...         path = tf.train.Saver().save(sess, os.path.join(folder, "model"))
    ...     print(tf.contrib.training.evaluate_repeatedly(folder, final_ops=v * 2.0, max_number_of_evaluations=1))
    4.0
    """
    eval_step = get_or_create_eval_step()
    hooks = [] if hooks is None else hooks
    if eval_ops is not None:
        update = variable_functions.assign_add(eval_step, 1)
        for hook in hooks:
            if isinstance(hook, StopAfterNEvalsHook):
                hook._set_evals_completed_tensor(update)
        eval_ops = counted(eval_ops, update)
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    hooks.append(final)
    found = checkpoints_iterator(
        checkpoint_dir, min_interval_secs=eval_interval_secs, timeout=timeout, timeout_fn=timeout_fn
    )
    for count, path in enumerate(found, 1):
        creator = ChiefSessionCreator(
            scaffold=scaffold, checkpoint_filename_with_path=path, master=master, config=config
        )
        with MonitoredSession(session_creator=creator, hooks=hooks) as session:
            logging.info("Starting evaluation at %s", time.strftime("%Y-%m-%d-%H:%M:%S", time.gmtime()))
            if eval_ops is not None:
                while not session.should_stop():
                    session.run(eval_ops, feed_dict)
            logging.info("Finished evaluation at %s", time.strftime("%Y-%m-%d-%H:%M:%S", time.gmtime()))
        if max_number_of_evaluations is not None and count >= max_number_of_evaluations:
            break
    return final.final_ops_values
