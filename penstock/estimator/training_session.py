"""The session in which an Estimator trains: the hooks around its steps, what saves its checkpoints, and the loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.estimator.run_config import RunConfig, TaskType
from penstock.estimator.spec import EstimatorSpec
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import TensorLike
from penstock.platform import logging
from penstock.train.basic_session_run_hooks import LoggingTensorHook, NanTensorHook, StepCounterHook, SummarySaverHook
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook, CheckpointSaverListener
from penstock.train.monitored_session import MonitoredTrainingSession
from penstock.train.saver import Saver
from penstock.train.session_run_hook import SessionRunHook

if TYPE_CHECKING:
    from penstock.train.scaffold import Scaffold


def train_model(
    config: RunConfig,
    spec: EstimatorSpec,
    worker_hooks: list[SessionRunHook],
    hooks: list[SessionRunHook],
    global_step: TensorLike,
    listeners: list[CheckpointSaverListener],
) -> Any:
    """Trains what `spec` describes, in the default graph, until a hook or the input ends it.

    Args:
      config: the Estimator's configuration, with its directory.
      spec: what the `model_fn` has returned.
      worker_hooks: the hooks of the input; the others are added to this list.
      hooks: the user's.
      global_step: the tensor.
      listeners: are called before and after a checkpoint is saved.

    Returns:
      The last loss; None if there was no step.
    """
    if not any(summary.op.name == "loss" for summary in tf.get_collection(GraphKeys.SUMMARIES)):
        tf.summary.scalar("loss", spec.loss)
    tf.add_to_collection(GraphKeys.LOSSES, spec.loss)
    worker_hooks.extend(hooks)
    worker_hooks.append(NanTensorHook(spec.loss))
    if config.log_step_count_steps is not None:
        shown = {"loss": spec.loss, "step": global_step}
        worker_hooks.append(LoggingTensorHook(shown, every_n_iter=config.log_step_count_steps))
    worker_hooks.extend(spec.training_hooks)
    add_saver(config, spec.scaffold)
    saving: dict[str, Any] = {"save_checkpoint_secs": 0}  # a hook does it
    strategy = config.train_distribute
    if config.cluster_spec and strategy and getattr(strategy.extended, "trains_together", False):
        if listeners:
            raise ValueError("Saving listenor is not supported by the current Distribution Strategies.")
        chief_hooks: list[Any] = []
        secs, steps = config.save_checkpoints_secs, config.save_checkpoints_steps
        saving = {"save_checkpoint_secs": secs, "save_checkpoint_steps": steps}
    else:
        chief_hooks = _saving_hooks(config, spec, worker_hooks, listeners)
    save_summary_steps, log_step_count_steps = config.save_summary_steps, config.log_step_count_steps
    jobs = config.cluster_spec.jobs if config.cluster_spec else ()
    if TaskType.WORKER in jobs and TaskType.MASTER in jobs:
        # The master also evaluates; the first worker writes summaries, so that they come in time.
        save_summary_steps, log_step_count_steps = 0, None
        if config.task_type == TaskType.WORKER and config.task_id == 0:
            worker_hooks.extend(_summary_hooks(config, spec))
    with MonitoredTrainingSession(
        master=config.master,
        is_chief=config.is_chief,
        checkpoint_dir=config.model_dir,
        scaffold=spec.scaffold,
        hooks=worker_hooks,
        chief_only_hooks=(*chief_hooks, *spec.training_chief_hooks),
        **saving,
        save_summaries_steps=save_summary_steps,
        config=config.session_config,
        max_wait_secs=config.session_creation_timeout_secs,
        log_step_count_steps=log_step_count_steps,
    ) as session:
        loss, any_step_done = None, False
        fetches = [spec.train_op, spec.loss]
        while not session.should_stop():
            _, loss = session.run(fetches)
            any_step_done = True
    if not any_step_done:
        logging.warning("Training with estimator made no steps. Perhaps input is empty or misspecified.")
    return loss


def add_saver(config: Any, scaffold: Scaffold) -> None:
    """Puts a saver as `config` wants it into the graph's collection, if neither that nor `scaffold` has one."""
    if scaffold.saver or tf.get_collection(GraphKeys.SAVERS):
        return
    saver = Saver(
        sharded=True,
        max_to_keep=config.keep_checkpoint_max,
        keep_checkpoint_every_n_hours=config.keep_checkpoint_every_n_hours,
        defer_build=True,
        save_relative_paths=True,
    )
    tf.add_to_collection(GraphKeys.SAVERS, saver)


def _saving_hooks(
    config: RunConfig, spec: EstimatorSpec, worker_hooks: list[SessionRunHook], listeners: list[CheckpointSaverListener]
) -> list[SessionRunHook]:
    """The hook that saves checkpoints, if there is none yet; the listeners are added to the one there is."""
    savers = [h for h in (*worker_hooks, *spec.training_chief_hooks) if isinstance(h, CheckpointSaverHook)]
    made: list[SessionRunHook] = []
    if not savers and (config.save_checkpoints_secs or config.save_checkpoints_steps):
        saver = CheckpointSaverHook(
            config.model_dir,
            save_secs=config.save_checkpoints_secs,
            save_steps=config.save_checkpoints_steps,
            scaffold=spec.scaffold,
        )
        savers, made = [saver], [saver]
    if listeners and not savers:
        raise ValueError(
            "There should be a CheckpointSaverHook to use saving_listeners. Please set one of the "
            "RunConfig.save_checkpoints_steps or RunConfig.save_checkpoints_secs."
        )
    for listener in listeners:
        known: Any = savers[0]._listeners
        if listener not in known:
            known.append(listener)
    return made


def _summary_hooks(config: RunConfig, spec: EstimatorSpec) -> Iterator[SessionRunHook]:
    if config.save_summary_steps:
        yield SummarySaverHook(
            save_steps=config.save_summary_steps, output_dir=config.model_dir, scaffold=spec.scaffold
        )
    if config.log_step_count_steps:
        yield StepCounterHook(every_n_steps=config.log_step_count_steps, output_dir=config.model_dir)
