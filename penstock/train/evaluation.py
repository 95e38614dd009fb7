"""Evaluating a checkpoint: runs evaluation operations until a hook or the end of the input stops them, then final ones.

Estimators and `tf.contrib.training` evaluate with this.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.graph import control_dependencies, get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.ops.arrays.basic import identity
from penstock.ops.arrays.casting import cast
from penstock.ops.state import initializers, variable_functions, variable_scope
from penstock.platform import logging
from penstock.train.basic_session_run_hooks import FinalOpsHook
from penstock.train.monitored_session import ChiefSessionCreator, MonitoredSession
from penstock.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from penstock.train.steps_per_run import get_or_create_steps_per_run_variable

if TYPE_CHECKING:
    from penstock.train.scaffold import Scaffold


@export("contrib.training.get_or_create_eval_step")
def get_or_create_eval_step() -> Any:
    """The variable that counts evaluation steps, made if there is none; it is local.

    Raises:
      ValueError: there are several.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.training.get_or_create_eval_step().op.name)
    eval_step
    """
    found = get_default_graph().get_collection(GraphKeys.EVAL_STEP)
    if len(found) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if found:
        return found[0]
    return variable_scope.get_variable(
        "eval_step",
        shape=[],
        dtype=dtypes.int64,
        initializer=initializers.Zeros(),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.EVAL_STEP],
    )


def get_latest_eval_step_value(update_ops: Any) -> Any:
    """The number of evaluation steps after `update_ops`, a list or a dictionary, have run."""
    if isinstance(update_ops, dict):
        update_ops = list(update_ops.values())
    with control_dependencies(update_ops):
        return identity(get_or_create_eval_step().read_value())


class _CountedEvals(SessionRunHook):
    """Asks how many evaluations are done, and stops when they are enough."""

    def __init__(self, num_evals: int | None) -> None:
        self._num_evals = num_evals
        self._evals_completed: Any = None

    def _set_evals_completed_tensor(self, updated_eval_step: Any) -> None:
        self._evals_completed = updated_eval_step

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs({"evals_completed": self._evals_completed})

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        done = run_values.results["evals_completed"]
        self._progress(run_context, done)
        if self._num_evals is not None and done >= self._num_evals:
            run_context.request_stop()

    def _log(self, done: Any) -> None:
        if self._num_evals is None:
            logging.info("Evaluation [%d]", done)
        else:
            logging.info("Evaluation [%d/%d]", done, self._num_evals)

    def _progress(self, run_context: SessionRunContext, done: Any) -> None:
        self._log(done)


@export("contrib.training.StopAfterNEvalsHook")
class StopAfterNEvalsHook(_CountedEvals):
    """Stops an evaluation after a number of runs of the evaluation operations.

    Args:
      num_evals: how many; None to go on to the end of the input.
      log_progress: whether to log `Evaluation [3/10]`; a tenth of the lines if there are 20 or more.

    >>> import penstock as tf
    >>> hook = tf.contrib.training.StopAfterNEvalsHook(10)
    """

    def __init__(self, num_evals: int | None, log_progress: bool = True) -> None:
        super().__init__(num_evals)
        self._log_progress = log_progress
        self._log_frequency = 1 if num_evals is None or num_evals < 20 else math.floor(num_evals / 10.0)

    def _progress(self, run_context: SessionRunContext, done: Any) -> None:
        if self._log_progress and (
            self._num_evals is None or done % self._log_frequency == 0 or self._num_evals == done
        ):
            self._log(done)


class MultiStepStopAfterNEvalsHook(_CountedEvals):
    """The same for operations that do several steps in one run, as many as a variable says."""

    def __init__(self, num_evals: int | None, steps_per_run: int = 1) -> None:
        super().__init__(num_evals)
        self._steps_per_run_initial_value = steps_per_run

    def begin(self) -> None:
        self._steps_per_run_variable = get_or_create_steps_per_run_variable()

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        self._load(session, 0)

    def _load(self, session: SessionLike, done: Any) -> None:
        steps = self._steps_per_run_initial_value
        if self._num_evals is not None:
            steps = min(steps, self._num_evals - done)
        self._steps_per_run_variable.load(steps, session=session)

    def _progress(self, run_context: SessionRunContext, done: Any) -> None:
        self._load(run_context.session, done)
        self._log(done)


def counted(eval_ops: Any, update: Any) -> Any:
    """`eval_ops`, a tensor, list or dictionary, together with the operation that counts."""
    if isinstance(eval_ops, dict):
        eval_ops["update_eval_step"] = update
        return eval_ops
    return [*eval_ops, update] if isinstance(eval_ops, (tuple, list)) else [eval_ops, update]


@export("contrib.training.evaluate_once")
def evaluate_once(
    checkpoint_path: str | None,
    master: str = "",
    scaffold: Scaffold | None = None,
    eval_ops: Any = None,
    feed_dict: Mapping | None = None,
    final_ops: Any = None,
    final_ops_feed_dict: Mapping | None = None,
    hooks: Sequence[SessionRunHook] | None = None,
    config: Any = None,
) -> Any:
    """Restores a checkpoint, runs `eval_ops` until a hook or the end of the input stops it, and then `final_ops`.

    Args:
      checkpoint_path: the checkpoint.
      master: the target of the session.
      scaffold: the operations around the model; a default one if None.
      eval_ops: a tensor, a list or a dictionary of tensors.
      feed_dict: what to feed to them.
      final_ops: a tensor, a list or a dictionary of tensors.
      final_ops_feed_dict: what to feed to them.
      hooks: hooks, such as `StopAfterNEvalsHook`.
      config: a `ConfigProto`.

    Returns:
      The values of `final_ops`; None if there are none.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     total = tf.Variable(0.0, name="total")
    ...     with tf.Session() as sess:
    ...         sess.run(total.initializer)
    ...         path = tf.train.Saver().save(sess, os.path.join(tempfile.mkdtemp(), "model"))
    ...     add = total.assign_add(2.0)
    ...     stop = tf.contrib.training.StopAfterNEvalsHook(3)
    ...     print(tf.contrib.training.evaluate_once(path, eval_ops=add, final_ops=total, hooks=[stop]))
    6.0
    """
    eval_step = get_or_create_eval_step()
    hooks = list(hooks or [])
    if eval_ops is not None:
        added: Any = 1
        if any(isinstance(h, MultiStepStopAfterNEvalsHook) for h in hooks):
            added = cast(get_or_create_steps_per_run_variable(), eval_step.dtype)
        eval_ops = counted(eval_ops, variable_functions.assign_add(eval_step, added, use_locking=True))
        done = get_latest_eval_step_value(eval_ops)
        for hook in hooks:
            if isinstance(hook, _CountedEvals):
                hook._set_evals_completed_tensor(done)
    logging.info("Starting evaluation at %s", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.localtime()))
    creator = ChiefSessionCreator(
        scaffold=scaffold, checkpoint_filename_with_path=checkpoint_path, master=master, config=config
    )
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    hooks.append(final)
    with MonitoredSession(session_creator=creator, hooks=hooks) as session:
        if eval_ops is not None:
            while not session.should_stop():
                session.run(eval_ops, feed_dict)
    logging.info("Finished evaluation at %s", time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime()))
    return final.final_ops_values
