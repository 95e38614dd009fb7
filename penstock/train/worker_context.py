"""The task that a process, or a thread of it, has in a training that a strategy distributes over a cluster.

`tf.distribute`'s coordinator enters a context; monitored sessions made meanwhile take their master and their hooks from it.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

from penstock.platform import logging
from penstock.train.basic_session_run_hooks import StepCounterHook, SummarySaverHook
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook
from penstock.train.session_run_hook import SessionRunHook

if TYPE_CHECKING:
    from penstock.train.scaffold import Scaffold


_here = threading.local()


def current() -> Any:
    """The context that is entered in this thread, or None."""
    return getattr(_here, "context", None)


def enter(context: Any) -> None:
    """Makes a context the thread's; None for none."""
    _here.context = context


def _positive(number: float | None) -> bool:
    return number is not None and number > 0


def saving_hooks(
    context: Any,
    scaffold: Scaffold,
    checkpoint_dir: str | None,
    summary_dir: str | None,
    log_step_count_steps: int | None,
    save_summaries: tuple[int | None, float | None],
    save_checkpoints: tuple[int | None, float | None],
) -> list[SessionRunHook]:
    """The hooks that write summaries and checkpoints in a task.

    What they run may have collective operations, so every worker of such a strategy runs it; those that are not the chief write
    to a folder of their own.

    Args:
      context: the task.
      scaffold: the operations around the model.
      checkpoint_dir, summary_dir: where the chief writes.
      log_step_count_steps: how often steps per second are logged.
      save_summaries, save_checkpoints: how often, in steps and in seconds.
    """
    own = None
    if context.trains_together:
        own = f"tmp_{context.task_type}_{context.task_id}" if context.task_type else "tmp"
        if save_checkpoints[1]:
            logging.warning(
                "Workers that train together must save at the same step: checkpoints are saved every 1000 steps instead of after "
                "seconds (`save_checkpoints_secs`)."
            )
            save_checkpoints = (1000, None)
        if save_summaries[1]:
            logging.warning("Workers may run out of step with `save_summaries_secs`; use `save_summaries_steps`.")

    def place(folder: str, is_writer: bool) -> str | None:
        return folder if is_writer else os.path.join(folder, own) if own else None

    hooks: list[SessionRunHook] = []
    summaries = place(summary_dir, context.should_save_summary) if summary_dir else None
    if summaries and _positive(log_step_count_steps):
        hooks.append(StepCounterHook(output_dir=summaries, every_n_steps=log_step_count_steps))
    if summary_dir and any(map(_positive, save_summaries)):
        steps, secs = save_summaries
        if summaries:
            hooks.append(SummarySaverHook(scaffold=scaffold, save_steps=steps, save_secs=secs, output_dir=summaries))
        # As in 1.15, who saves no summaries saves no checkpoints either.
        checkpoints = place(checkpoint_dir, context.should_checkpoint) if checkpoint_dir else None
        if checkpoints and any(map(_positive, save_checkpoints)):
            steps, secs = save_checkpoints
            hooks.append(CheckpointSaverHook(checkpoints, save_steps=steps, save_secs=secs, scaffold=scaffold))
    return hooks
