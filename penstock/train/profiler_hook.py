"""`ProfilerHook`: writes a trace of every so many steps, for Chrome's trace viewer and TensorBoard."""

from __future__ import annotations

import os
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.platform import logging
from penstock.runtime.session.timeline import Timeline
from penstock.storage import gfile
from penstock.summary.writer import FileWriterCache
from penstock.train.basic_session_run_hooks import global_step_read
from penstock.train.hook_timer import SecondOrStepTimer
from penstock.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues


@export("train.ProfilerHook", "estimator.ProfilerHook", "contrib.hooks.ProfilerHook")
class ProfilerHook(SessionRunHook):
    """Traces a run every so many steps or seconds and writes it as `timeline-<step>.json`.

    Args:
      save_steps: after how many steps.
      save_secs: after how many seconds; exactly one of both must be given.
      output_dir: where to write.
      show_dataflow: whether the trace connects who makes and who uses a tensor.
      show_memory: whether the trace shows sizes and lifetimes of tensors.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default():
    ...     train_op = tf.assign_add(tf.train.create_global_step(), 1)
    ...     with tf.train.MonitoredSession(hooks=[tf.train.ProfilerHook(save_steps=2, output_dir=folder)]) as sess:
    ...         for _ in range(4):
    ...             x = sess.run(train_op)
    >>> sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    ['timeline-2.json', 'timeline-4.json']
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str = "",
        show_dataflow: bool = True,
        show_memory: bool = False,
    ) -> None:
        self._output_file = os.path.join(output_dir, "timeline-{}.json")
        self._file_writer = FileWriterCache.get(output_dir)
        self._show_dataflow = show_dataflow
        self._show_memory = show_memory
        self._timer = SecondOrStepTimer(every_secs=save_secs, every_steps=save_steps)

    def begin(self) -> None:
        self._next_step: Any = None
        self._global_step_tensor = global_step_read("ProfilerHook")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._request_summary = self._next_step is not None and self._timer.should_trigger_for_step(self._next_step)
        options = protos.RunOptions(trace_level=protos.RunOptions.FULL_TRACE) if self._request_summary else None
        return SessionRunArgs({"global_step": self._global_step_tensor}, options=options)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        stale = run_values.results["global_step"]
        if self._next_step is None:  # the first trace comes after so many steps, not at once
            self._timer.update_last_triggered_step(stale)
        step = stale + 1
        if self._request_summary:
            step = run_context.session.run(self._global_step_tensor)
            self._timer.update_last_triggered_step(step)
            self._save(step, self._output_file.format(step), run_values.run_metadata.step_stats)
            self._file_writer.add_run_metadata(run_values.run_metadata, f"step_{step}")
        self._next_step = step + 1

    def _save(self, step: object, save_path: str, step_stats: Any) -> None:
        logging.info("Saving timeline for %d into '%s'.", step, save_path)
        trace = Timeline(step_stats)
        text = trace.generate_chrome_trace_format(show_dataflow=self._show_dataflow, show_memory=self._show_memory)
        with gfile.GFile(save_path, "w") as f:
            f.write(text)
