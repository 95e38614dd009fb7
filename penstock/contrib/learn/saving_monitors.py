"""Monitors that write files: summaries, checkpoints, and the speed of training."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.contrib.learn.monitor_base import BaseMonitor, EveryN, output_of
from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.summary.writer import FileWriterCache


@export("contrib.learn.monitors.SummarySaver")
class SummarySaver(EveryN):
    """Writes a summary as an event.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     monitor = tf.contrib.learn.monitors.SummarySaver(tf.summary.scalar("x", 1.0), save_steps=10)
    """

    def __init__(
        self,
        summary_op: Any,
        save_steps: int = 100,
        output_dir: str | None = None,
        summary_writer: Any = None,
        scaffold: Any = None,
    ) -> None:
        super().__init__(every_n_steps=save_steps)
        self._summary_op, self._scaffold = summary_op, scaffold
        self._summary_writer = summary_writer
        if summary_writer is None and output_dir:
            self._summary_writer = tf.summary.FileWriter(output_dir)

    def set_estimator(self, estimator: Any) -> None:
        """Writes to the estimator's directory if no other was given."""
        super().set_estimator(estimator)
        if self._summary_writer is None:
            self._summary_writer = tf.summary.FileWriter(estimator.model_dir)

    def every_n_step_begin(self, step: int) -> list[Any]:
        """Asks for the summary."""
        if self._summary_op is None and self._scaffold is not None:
            self._summary_op = self._scaffold.summary_op
        return [] if self._summary_op is None else [self._summary_op]

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> bool:
        """Writes it."""
        if self._summary_op is not None and self._summary_writer:
            self._summary_writer.add_summary(output_of(outputs, self._summary_op), step)
        return False

    def end(self, session: SessionLike | None = None) -> None:
        """Makes sure that all events are in the file."""
        super().end(session=session)
        if self._summary_writer:
            self._summary_writer.flush()


@export("contrib.learn.monitors.CheckpointSaver")
class CheckpointSaver(BaseMonitor):
    """Saves checkpoints every so many seconds or steps, and at the end.

    >>> import tempfile
    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.CheckpointSaver(tempfile.mkdtemp(), save_steps=10)
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Any = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Any = None,
    ) -> None:
        super().__init__()
        if save_steps is None and save_secs is None:
            raise ValueError("Either save_steps or save_secs should be provided")
        if save_steps is not None and save_secs is not None:
            raise ValueError("Can not provide both save_steps and save_secs.")
        logging.info("Create CheckpointSaver.")
        self._saver, self._scaffold = saver, scaffold
        self._summary_writer = FileWriterCache.get(checkpoint_dir)
        self._save_path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._save_secs, self._save_steps = save_secs, save_steps
        self._begin_step: int | None = None
        self._saved_time: float | None = None
        self._saved_step: int | None = None

    def begin(self, max_steps: int | None = None) -> None:
        """Forgets what an earlier training saved."""
        super().begin(max_steps)
        self._saved_time = self._saved_step = self._begin_step = None

    def step_begin(self, step: int) -> Any:
        """Notes the step."""
        super().step_begin(step)
        self._begin_step = step

    def post_step(self, step: int, session: SessionLike) -> None:
        """Saves if it is time."""
        super().post_step(step, session)
        if self._saved_time is None or self._saved_step is None:
            self._save(step, session)
        elif self._save_steps is not None:
            if step >= self._saved_step + self._save_steps:
                self._save(step, session)
        elif self._save_secs is not None and time.time() >= self._saved_time + self._save_secs:
            self._save(step, session)

    def end(self, session: SessionLike | None = None) -> None:
        """Saves the last step."""
        super().end(session)
        self._save(self._begin_step, session)

    def _save(self, step: int | None, session: Any) -> None:
        if step == self._saved_step:
            return
        logging.info("Saving checkpoints for %d into %s.", step, self._save_path)
        self._saved_time, self._saved_step = time.time(), step
        saver = self._scaffold.saver if self._saver is None else self._saver
        saver.save(session, self._save_path, global_step=step)
        log = protos.SessionLog(status=protos.SessionLog.CHECKPOINT, checkpoint_path=self._save_path)
        self._summary_writer.add_session_log(log, step)


@export("contrib.learn.monitors.StepCounter")
class StepCounter(EveryN):
    """Writes how many steps a second takes.

    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.StepCounter(every_n_steps=10)
    """

    def __init__(self, every_n_steps: int = 100, output_dir: str | None = None, summary_writer: Any = None) -> None:
        super().__init__(every_n_steps=every_n_steps)
        self._last: tuple[int, float] | None = None
        self._summary_writer = summary_writer
        if summary_writer is None and output_dir:
            self._summary_writer = FileWriterCache.get(output_dir)

    def set_estimator(self, estimator: Any) -> None:
        """Writes to the estimator's directory if no other was given."""
        super().set_estimator(estimator)
        if self._summary_writer is None:
            self._summary_writer = FileWriterCache.get(estimator.model_dir)

    def every_n_step_end(self, current_step: int, outputs: Mapping[Any, Any]) -> Any:
        """Writes the speed since the last time."""
        now = time.time()
        if self._last is not None and self._summary_writer:
            speed = (current_step - self._last[0]) / max(now - self._last[1], 1e-9)
            value = protos.Summary.Value(tag="global_step/sec", simple_value=speed)
            self._summary_writer.add_summary(protos.Summary(value=[value]), current_step)
        self._last = current_step, now
