"""Evaluation of one checkpoint, or of each new one; metrics are updated `num_evals` times, then read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib import training as evaluation
from penstock.train.scaffold import Scaffold

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor


_USE_DEFAULT = 0

wait_for_new_checkpoint = export("contrib.slim.evaluation.wait_for_new_checkpoint")(evaluation.wait_for_new_checkpoint)
checkpoints_iterator = export("contrib.slim.evaluation.checkpoints_iterator")(evaluation.checkpoints_iterator)


def _all_hooks(
    num_evals: int, logdir: str | None, summary_op: Operation | Tensor, summary_op_feed_dict: Any, hooks: Sequence[Any] | None
) -> list[Any]:
    if isinstance(summary_op, int) and summary_op == _USE_DEFAULT:
        summary_op = tf.summary.merge_all()
    found: list[Any] = [evaluation.StopAfterNEvalsHook(num_evals)]
    if summary_op is not None:
        found.append(evaluation.SummaryAtEndHook(log_dir=logdir, summary_op=summary_op, feed_dict=summary_op_feed_dict))
    return found + list(hooks or ())


def _saver(variables_to_restore: Any) -> Any:
    return None if variables_to_restore is None else tf.train.Saver(variables_to_restore)


@export("contrib.slim.evaluation.evaluate_once")
def evaluate_once(
    master: str,
    checkpoint_path: str,
    logdir: str | None,
    num_evals: int = 1,
    initial_op: Any = None,
    initial_op_feed_dict: Any = None,
    eval_op: Any = None,
    eval_op_feed_dict: Any = None,
    final_op: Any = None,
    final_op_feed_dict: Any = None,
    summary_op: Any = _USE_DEFAULT,
    summary_op_feed_dict: Any = None,
    variables_to_restore: Any = None,
    session_config: Mapping[Any, Any] | None = None,
    hooks: Sequence[Any] | None = None,
) -> Any:
    """Evaluates a checkpoint.

    Args:
      master: the address of a server, "" for this process.
      checkpoint_path: the checkpoint.
      logdir: the folder for the summaries.
      num_evals: how often to run `eval_op`.
      initial_op, initial_op_feed_dict: run at first.
      eval_op, eval_op_feed_dict: run `num_evals` times, for instance updates of metrics.
      final_op, final_op_feed_dict: run at last; their value is returned.
      summary_op, summary_op_feed_dict: written at the end, by default all summaries.
      variables_to_restore: by default, all that can be saved.
      session_config: a `tf.ConfigProto`.
      hooks: more session hooks.

    Returns:
      The value of `final_op`.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(3.0)
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, os.path.join(tempfile.mkdtemp(), "model"))
    ...     print(tf.contrib.slim.evaluation.evaluate_once("", path, None, final_op=v * 2.0))
    6.0
    """
    return evaluation.evaluate_once(
        checkpoint_path,
        master=master,
        scaffold=Scaffold(init_op=initial_op, init_feed_dict=initial_op_feed_dict, saver=_saver(variables_to_restore)),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        hooks=_all_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
    )


@export("contrib.slim.evaluation.evaluation_loop")
def evaluation_loop(
    master: str,
    checkpoint_dir: str,
    logdir: str | None,
    num_evals: int = 1,
    initial_op: Any = None,
    initial_op_feed_dict: Any = None,
    init_fn: Callable | None = None,
    eval_op: Any = None,
    eval_op_feed_dict: Any = None,
    final_op: Any = None,
    final_op_feed_dict: Any = None,
    summary_op: Any = _USE_DEFAULT,
    summary_op_feed_dict: Any = None,
    variables_to_restore: Any = None,
    eval_interval_secs: float = 60,
    max_number_of_evaluations: int | None = None,
    session_config: Mapping[Any, Any] | None = None,
    timeout: float | None = None,
    timeout_fn: Callable | None = None,
    hooks: Sequence[Any] | None = None,
) -> Any:
    """Evaluates each new checkpoint of a folder, until `max_number_of_evaluations` or until none comes any more.

    Args:
      checkpoint_dir: the folder of the checkpoints.
      init_fn: a function of the session that is called before each evaluation.
      eval_interval_secs: the least time between two evaluations.
      max_number_of_evaluations: None goes on for ever.
      timeout: how long to wait for a checkpoint, in seconds; None for ever.
      timeout_fn: asked then whether to stop.
      master, logdir, num_evals, initial_op, initial_op_feed_dict, eval_op, eval_op_feed_dict, final_op,
        final_op_feed_dict, summary_op, summary_op_feed_dict, variables_to_restore, session_config, hooks: see
        `evaluate_once`.

    Returns:
      The last value of `final_op`.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(3.0)
    ...     print(tf.contrib.slim.evaluation.evaluation_loop("", tempfile.mkdtemp(), None, final_op=v, timeout=0))
    None
    """
    return evaluation.evaluate_repeatedly(
        checkpoint_dir,
        master=master,
        scaffold=Scaffold(
            init_op=initial_op,
            init_feed_dict=initial_op_feed_dict,
            init_fn=init_fn,
            saver=_saver(variables_to_restore),
        ),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        eval_interval_secs=eval_interval_secs,
        hooks=_all_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
        max_number_of_evaluations=max_number_of_evaluations,
        timeout=timeout,
        timeout_fn=timeout_fn,
    )
