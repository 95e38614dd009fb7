"""The hooks that most programs use: they log, stop, count steps, save summaries, watch for NaN, feed.

Checkpoints are in `checkpoint_saver_hook`, traces in `profiler_hook`; when a hook acts is decided in `hook_timer`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.graph import get_default_graph
from penstock.graph.typing import SessionLike, TensorLike
from penstock.platform import logging
from penstock.summary.writer import FileWriterCache
from penstock.train.hook_timer import HookTimer, NeverTriggerTimer, SecondOrStepTimer
from penstock.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from penstock.train.training_step import get_global_step, get_or_create_global_step_read


def global_step_read(hook: str) -> Any:
    """A tensor that reads the global step.

    Raises:
      RuntimeError: the graph has no global step.
    """
    step = get_or_create_global_step_read()
    if step is None:
        raise RuntimeError(f"Global step should be created to use {hook}.")
    return step


def graph_element(obj: object) -> Any:
    """A tensor or operation of the default graph, or the tensor of a name; `name` alone means its only output.

    Raises:
      ValueError: it is of another graph, or the name is ambiguous.
    """
    graph = get_default_graph()
    if not isinstance(obj, str):
        if getattr(obj, "graph", None) is not graph:
            raise ValueError(f"Passed {obj} should have graph attribute that is equal to current graph {graph}.")
        return obj
    if ":" in obj:
        return graph.as_graph_element(obj)
    element = graph.as_graph_element(f"{obj}:0")
    if len(element.op.outputs) > 1:
        raise ValueError(
            f"Name {obj} is ambiguous, as this `Operation` has multiple outputs (at least {len(element.op.outputs[:2])})."
        )
    return element


@export("train.LoggingTensorHook", "estimator.LoggingTensorHook")
class LoggingTensorHook(SessionRunHook):
    """Logs the values of tensors, as `loss = 0.5, step = 101 (0.2 sec)`, at level INFO.

    Args:
      tensors: a dictionary from tags to tensors or their names, or a list of tensors or names.
      every_n_iter: log every so many runs.
      every_n_secs: log every so many seconds; exactly one of both unless `at_end`.
      at_end: log at the end of the session.
      formatter: makes the text from a dictionary of values by tag.

    Raises:
      ValueError: the arguments do not say when to log.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     loss = tf.constant(0.5, name="loss")
    ...     show = lambda values: print("loss is", values["loss"]) or "shown"
    ...     hook = tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=2, formatter=show)
    ...     with tf.train.MonitoredSession(hooks=[hook]) as sess:
    ...         for _ in range(3):
    ...             x = sess.run(loss)
    loss is 0.5
    loss is 0.5
    """

    def __init__(
        self,
        tensors: Mapping[str, Any] | Sequence[Any],
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[dict], str] | None = None,
    ) -> None:
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        if isinstance(tensors, Mapping):
            self._tag_order: Sequence[Any] = sorted(tensors)
            self._tensors = dict(tensors)
        else:
            self._tag_order = tensors
            self._tensors = {item: item for item in tensors}
        self._formatter = formatter
        self._timer: HookTimer = (
            NeverTriggerTimer() if only_at_end else SecondOrStepTimer(every_secs=every_n_secs, every_steps=every_n_iter)
        )
        self._log_at_end = at_end

    def begin(self) -> None:
        self._timer.reset()
        self._iter_count = 0
        self._current_tensors = {tag: graph_element(tensor) for tag, tensor in self._tensors.items()}

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._should_trigger = self._timer.should_trigger_for_step(self._iter_count)
        return SessionRunArgs(self._current_tensors) if self._should_trigger else None

    def _log_tensors(self, tensor_values: dict) -> None:
        elapsed, _ = self._timer.update_last_triggered_step(self._iter_count)
        with np.printoptions(suppress=True):
            if self._formatter:
                logging.info(self._formatter(tensor_values))
                return
            # Not an f-string: format() of a NumPy scalar gives more digits than str().
            text = ", ".join("%s = %s" % (tag, tensor_values[tag]) for tag in self._tag_order)  # noqa: UP031
        if elapsed is not None:
            logging.info("%s (%.3f sec)", text, elapsed)
        else:
            logging.info("%s", text)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._should_trigger:
            self._log_tensors(run_values.results)
        self._iter_count += 1

    def end(self, session: SessionLike) -> None:
        if self._log_at_end:
            self._log_tensors(session.run(self._current_tensors))


def check_one_limit(num_steps: int | None, last_step: int | None) -> None:
    """Raises ValueError unless exactly one is given."""
    if num_steps is None and last_step is None:
        raise ValueError("One of num_steps or last_step must be specified.")
    if num_steps is not None and last_step is not None:
        raise ValueError("Only one of num_steps or last_step can be specified.")


@export("train.StopAtStepHook", "estimator.StopAtStepHook")
class StopAtStepHook(SessionRunHook):
    """Stops after a number of steps, or at a global step.

    Args:
      num_steps: how many steps to run from where the session starts.
      last_step: the global step to stop at; exactly one of both must be given.

    Raises:
      ValueError: both or none are given.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     train_op = tf.assign_add(tf.train.create_global_step(), 1)
    ...     with tf.train.MonitoredSession(hooks=[tf.train.StopAtStepHook(num_steps=2)]) as sess:
    ...         while not sess.should_stop():
    ...             print(sess.run(train_op))
    1
    2
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        check_one_limit(num_steps, last_step)
        self._num_steps = num_steps
        self._last_step: Any = last_step
        self._told = False

    def begin(self) -> None:
        self._global_step_tensor = global_step_read("StopAtStepHook")
        self._told = False

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        if self._last_step is None:
            self._last_step = session.run(self._global_step_tensor) + self._num_steps

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._global_step_tensor)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if not self._told:  # the session compiles only what will run often enough
            self._told = True
            run_context.session._expected_runs = self._last_step - run_values.results
        # The step was read before the run added to it, if it did: look again when it may be enough.
        if run_values.results + 1 >= self._last_step:
            if run_context.session.run(self._global_step_tensor) >= self._last_step:
                run_context.request_stop()


@export("train.StepCounterHook", "estimator.StepCounterHook")
class StepCounterHook(SessionRunHook):
    """Logs the steps per second, as `global_step/sec: 98.7`, and writes them as a summary.

    Args:
      every_n_steps: after how many steps.
      every_n_secs: after how many seconds; exactly one of both must be given.
      output_dir: where to write the summaries.
      summary_writer: a writer for them, instead of `output_dir`.

    Raises:
      ValueError: both or none of the times are given.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     train_op = tf.assign_add(tf.train.create_global_step(), 1)
    ...     with tf.train.MonitoredSession(hooks=[tf.train.StepCounterHook(every_n_steps=10)]) as sess:
    ...         print(sess.run(train_op))
    1
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
    ) -> None:
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_steps=every_n_steps, every_secs=every_n_secs)
        self._summary_writer = summary_writer
        self._output_dir = output_dir
        self._last_global_step: Any = None
        self._steps_per_run = 1

    def _set_steps_per_run(self, steps_per_run: int) -> None:
        self._steps_per_run = steps_per_run

    def begin(self) -> None:
        if self._summary_writer is None and self._output_dir:
            self._summary_writer = FileWriterCache.get(self._output_dir)
        self._global_step_tensor = global_step_read("StepCounterHook")
        self._summary_tag = f"{get_global_step().op.name}/sec"

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._global_step_tensor)

    def _log_and_record(self, elapsed_steps: Any, elapsed_time: float, global_step: TensorLike) -> None:
        rate = elapsed_steps / elapsed_time
        if self._summary_writer is not None:
            value = protos.Summary.Value(tag=self._summary_tag, simple_value=rate)
            self._summary_writer.add_summary(protos.Summary(value=[value]), global_step)
        logging.info("%s: %g", self._summary_tag, rate)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        stale = run_values.results
        if self._timer.should_trigger_for_step(stale + self._steps_per_run):
            step = run_context.session.run(self._global_step_tensor)
            if self._timer.should_trigger_for_step(step):
                elapsed_time, elapsed_steps = self._timer.update_last_triggered_step(step)
                if elapsed_time is not None:
                    self._log_and_record(elapsed_steps, elapsed_time, step)
        if stale == self._last_global_step:
            logging.log_first_n(
                logging.WARN,
                "It seems that global step (tf.train.get_global_step) has not been increased. Current value (could be "
                "stable): %s vs previous value: %s. You could increase the global step by passing "
                "tf.train.get_global_step() to Optimizer.apply_gradients or Optimizer.minimize.",
                5,
                stale,
                self._last_global_step,
            )
        self._last_global_step = stale


@export("train.NanLossDuringTrainingError", "estimator.NanLossDuringTrainingError")
class NanLossDuringTrainingError(RuntimeError):
    """The loss is not a number.

    >>> import penstock as tf
    >>> str(tf.train.NanLossDuringTrainingError())
    'NaN loss during training.'
    """

    def __str__(self) -> str:
        return "NaN loss during training."


@export("train.NanTensorHook", "estimator.NanTensorHook")
class NanTensorHook(SessionRunHook):
    """Stops training, or fails, when the loss is not a number.

    Args:
      loss_tensor: the loss.
      fail_on_nan_loss: whether to raise `NanLossDuringTrainingError`, or just to stop.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     loss = tf.log(tf.constant(-1.0))
    ...     with tf.train.MonitoredSession(hooks=[tf.train.NanTensorHook(loss)]) as sess:
    ...         sess.run(loss)
    Traceback (most recent call last):
    penstock.train.basic_session_run_hooks.NanLossDuringTrainingError: NaN loss during training.
    """

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss_tensor = loss_tensor
        self._fail_on_nan_loss = fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._loss_tensor)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if np.isnan(run_values.results):
            text = "Model diverged with loss = NaN."
            if self._fail_on_nan_loss:
                logging.error(text)
                raise NanLossDuringTrainingError
            logging.warning(text)
            run_context.request_stop()


@export("train.SummarySaverHook", "estimator.SummarySaverHook")
class SummarySaverHook(SessionRunHook):
    """Writes summaries every so many steps or seconds, beginning with the first run.

    Args:
      save_steps: after how many steps.
      save_secs: after how many seconds; exactly one of both must be given.
      output_dir: where to write.
      summary_writer: a writer, instead of `output_dir`.
      scaffold: the scaffold whose `summary_op` is written.
      summary_op: a serialized `Summary` or a list of them, instead of `scaffold`.

    Raises:
      ValueError: both or none of `scaffold` and `summary_op` are given.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     train_op = tf.assign_add(tf.train.create_global_step(), 1)
    ...     summary = tf.summary.scalar("loss", tf.constant(0.5))
    ...     hook = tf.train.SummarySaverHook(save_steps=10, output_dir=tempfile.mkdtemp(), summary_op=summary)
    ...     with tf.train.MonitoredSession(hooks=[hook]) as sess:
    ...         print(sess.run(train_op))
    1
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
        scaffold: Any = None,
        summary_op: Any = None,
    ) -> None:
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._summary_op = summary_op
        self._summary_writer = summary_writer
        self._output_dir = output_dir
        self._scaffold = scaffold
        self._timer = SecondOrStepTimer(every_secs=save_secs, every_steps=save_steps)

    def begin(self) -> None:
        if self._summary_writer is None and self._output_dir:
            self._summary_writer = FileWriterCache.get(self._output_dir)
        self._next_step: Any = None
        self._global_step_tensor = global_step_read("SummarySaverHook")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._request_summary = self._next_step is None or self._timer.should_trigger_for_step(self._next_step)
        requests = {"global_step": self._global_step_tensor}
        if self._request_summary:
            summaries = self._get_summary_op()
            if summaries is not None:
                requests["summary"] = summaries
        return SessionRunArgs(requests)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if not self._summary_writer:
            return
        step = run_values.results["global_step"] + 1
        if self._next_step is None or self._request_summary:
            step = run_context.session.run(self._global_step_tensor)
        if self._next_step is None:
            self._summary_writer.add_session_log(protos.SessionLog(status=protos.SessionLog.START), step)
        if self._request_summary:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results.get("summary", ()):
                self._summary_writer.add_summary(summary, step)
        self._next_step = step + 1

    def end(self, session: SessionLike | None = None) -> None:
        if self._summary_writer:
            self._summary_writer.flush()

    def _get_summary_op(self) -> list[Any] | None:
        summary_op = self._scaffold.summary_op if self._summary_op is None else self._summary_op
        if summary_op is None or isinstance(summary_op, list):
            return summary_op
        return [summary_op]


@export("train.GlobalStepWaiterHook", "estimator.GlobalStepWaiterHook")
class GlobalStepWaiterHook(SessionRunHook):
    """Delays the first run until the global step, which others advance, has reached a value.

    Args:
      wait_until_step: the value.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.train.create_global_step()
    ...     with tf.train.MonitoredSession(hooks=[tf.train.GlobalStepWaiterHook(0)]) as sess:
    ...         print(sess.run(step))
    0
    """

    def __init__(self, wait_until_step: int) -> None:
        self._wait_until_step = wait_until_step

    def begin(self) -> None:
        self._worker_is_started = False
        self._global_step_tensor = global_step_read("_GlobalStepWaiterHook")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        if self._worker_is_started:
            return None
        if self._wait_until_step <= 0:
            self._worker_is_started = True
            return None
        logging.info("Waiting for global step %d before starting training.", self._wait_until_step)
        logged = 0
        while True:
            step = run_context.session.run(self._global_step_tensor)
            if step >= self._wait_until_step:
                self._worker_is_started = True
                return None
            if step - logged > 1000:
                logging.info(
                    "Waiting for global step %d before starting training. Current step is %d.",
                    self._wait_until_step,
                    step,
                )
                logged = step
            time.sleep(0.5)


@export("train.FinalOpsHook", "estimator.FinalOpsHook")
class FinalOpsHook(SessionRunHook):
    """Evaluates tensors at the end of the session.

    Args:
      final_ops: a tensor, a list or a dictionary of tensors.
      final_ops_feed_dict: what to feed.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     hook = tf.train.FinalOpsHook({"v": v})
    ...     with tf.train.MonitoredSession(hooks=[hook]) as sess:
    ...         pass
    >>> print(hook.final_ops_values["v"])
    1.0
    """

    def __init__(self, final_ops: Any, final_ops_feed_dict: Mapping | None = None) -> None:
        self._final_ops = final_ops
        self._final_ops_feed_dict = final_ops_feed_dict
        self._final_ops_values: Any = None

    @property
    def final_ops_values(self) -> Any:
        """The values, in the structure of `final_ops`; None before the end."""
        return self._final_ops_values

    def end(self, session: SessionLike) -> None:
        if self._final_ops is None:
            return
        try:
            self._final_ops_values = session.run(self._final_ops, feed_dict=self._final_ops_feed_dict)
        except (errors.OutOfRangeError, StopIteration):
            logging.warning(
                "An OutOfRangeError or StopIteration exception is raised by the code in FinalOpsHook. This typically means "
                "the Ops running by the FinalOpsHook have a dependency back to some input source, which should not happen. "
                "For example, for metrics in tf.estimator.Estimator, all metrics functions return two Ops: `value_op` and  "
                "`update_op`. Estimator.evaluate calls the `update_op` for each batch of the data in input source and, "
                "once it is exhausted, it call the `value_op` to get the metric values. The `value_op` here should have "
                "dependency back to variables reading only, rather than reading another batch from input. Otherwise, the "
                "`value_op`, executed by `FinalOpsHook`, triggers another data reading, which ends "
                "OutOfRangeError/StopIteration. Please fix that."
            )
            raise


@export("train.FeedFnHook", "estimator.FeedFnHook")
class FeedFnHook(SessionRunHook):
    """Feeds each run with what a function returns.

    Args:
      feed_fn: returns a feed dictionary.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32)
    ...     with tf.train.MonitoredSession(hooks=[tf.train.FeedFnHook(lambda: {x: 2.0})]) as sess:
    ...         print(sess.run(x))
    2.0
    """

    def __init__(self, feed_fn: Callable[[], Mapping]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())
