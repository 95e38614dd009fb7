"""Monitors, which watched training before hooks did: printing, saving, validating, stopping, and their use as hooks."""

from __future__ import annotations

import copy
import inspect
import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.graph.keys import GraphKeys
from penstock.platform import logging
from penstock.summary.writer import FileWriterCache
from penstock.train import training_step
from penstock.train.checkpoint_management import latest_checkpoint
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook


@export("contrib.learn.monitors.BaseMonitor")
class BaseMonitor:
    """What is called around each step of a training.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.BaseMonitor().run_on_all_workers
    False
    """

    def __init__(self) -> None:
        self._begun = False
        self._current_epoch: int | None = None
        self._current_step: int | None = None
        self._max_steps: int | None = None
        self._estimator: Any = None

    @property
    def run_on_all_workers(self) -> bool:
        """Whether workers other than the chief call it too."""
        return False

    def set_estimator(self, estimator: Any) -> None:
        """Says whose training it is."""
        if estimator is None:
            raise ValueError("Missing estimator.")
        self._estimator = estimator

    def begin(self, max_steps: int | None = None) -> None:
        """Called before the first step, while the graph can still be changed."""
        if self._begun:
            raise ValueError("begin called twice without end.")
        self._max_steps = max_steps
        self._begun = True

    def end(self, session: Any = None) -> None:
        """Called after the last step."""
        if not self._begun:
            raise ValueError("end called without begin.")
        self._max_steps = None
        self._begun = False

    def epoch_begin(self, epoch: int) -> None:
        """Called before an epoch."""
        if self._current_epoch is not None:
            raise ValueError("epoch_begin called twice without epoch_end.")
        if epoch < 0:
            raise ValueError(f"Invalid epoch {epoch}.")
        self._current_epoch = epoch

    def epoch_end(self, epoch: int) -> None:
        """Called after an epoch."""
        if self._current_epoch != epoch:
            raise ValueError(f"epoch_end expected {self._current_epoch} but got {epoch}.")
        self._current_epoch = None

    def step_begin(self, step: int) -> Any:
        """Called before a step; returns the tensors, or their names, whose values `step_end` wants."""
        if step < 0 or (self._max_steps is not None and step > self._max_steps):
            raise ValueError(f"Invalid step {step}.")
        self._current_step = step
        return []

    def step_end(self, step: int, output: Mapping[Any, Any]) -> Any:
        """Called after a step with the values; returns whether training shall stop."""
        if self._current_step != step:
            raise ValueError(f"step_end expected {self._current_step} but got {step}.")
        self._current_step = None
        return False

    def post_step(self, step: int, session: Any) -> None:
        """Called after `step_end`, with the session."""


def _output(outputs: Mapping[Any, Any], request: Any) -> Any:
    return outputs[request] if request in outputs else outputs[request.name]


@export("contrib.learn.monitors.EveryN")
class EveryN(BaseMonitor):
    """A monitor of the first steps, of every n-th after the last one it was active at, and of the last.

    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.EveryN(every_n_steps=10)
    >>> monitor.begin()
    """

    def __init__(self, every_n_steps: int = 100, first_n_steps: int = 1) -> None:
        super().__init__()
        self._every_n_steps, self._first_n_steps = every_n_steps, first_n_steps
        self._last_successful_step: int | None = None
        self._last_active_step = 0
        self._active = False

    def every_n_step_begin(self, step: int) -> Any:
        """`step_begin` of an active step."""
        return []

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """`step_end` of an active step."""
        return False

    def every_n_post_step(self, step: int | None, session: Any) -> None:
        """`post_step` of an active step, and of the last one."""

    def step_begin(self, step: int) -> Any:
        """Asks for values if the step is active."""
        super().step_begin(step)
        due = step >= self._every_n_steps + self._last_active_step
        self._active = step <= self._first_n_steps or due or step == self._max_steps
        return self.every_n_step_begin(step) if self._active else []

    def step_end(self, step: int, output: Mapping[Any, Any]) -> Any:
        """Passes the values on if the step is active."""
        super().step_end(step, output)
        return self.every_n_step_end(step, output) if self._active else False

    def post_step(self, step: int, session: Any) -> None:
        """Passes the session on if the step is active."""
        super().post_step(step, session)
        if self._active:
            self.every_n_post_step(step, session)
            self._last_active_step = step
        self._last_successful_step = step

    def end(self, session: Any = None) -> None:
        """Calls `every_n_post_step` for the last step if that was not active."""
        super().end(session=session)
        if self._last_successful_step != self._last_active_step:
            self.every_n_post_step(self._last_successful_step, session)


@export("contrib.learn.monitors.StopAtStep")
class StopAtStep(BaseMonitor):
    """Stops after `num_steps` steps, or at step `last_step`.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.StopAtStep(num_steps=5).run_on_all_workers
    True
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        super().__init__()
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    @property
    def run_on_all_workers(self) -> bool:
        """All workers stop."""
        return True

    def step_begin(self, step: int) -> Any:
        """Notes where training began."""
        super().step_begin(step)
        if self._last_step is None:
            self._last_step = step + (self._num_steps or 0) - 1
        return []

    def step_end(self, step: int, output: Mapping[Any, Any]) -> Any:
        """Whether it was the last step."""
        super().step_end(step, output)
        return step >= (self._last_step or 0)


@export("contrib.learn.monitors.PrintTensor")
class PrintTensor(EveryN):
    """Logs values: a list of names of tensors, or a dictionary of what they are called in the log.

    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.PrintTensor(["loss"], every_n=10)
    """

    def __init__(self, tensor_names: Any, every_n: int = 100, first_n: int = 1) -> None:
        super().__init__(every_n, first_n)
        self._tensor_names = tensor_names if isinstance(tensor_names, dict) else {item: item for item in tensor_names}

    def every_n_step_begin(self, step: int) -> Any:
        """Asks for the tensors."""
        return list(self._tensor_names.values())

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Logs them."""
        found = (f"{tag} = {_output(outputs, name)}" for tag, name in self._tensor_names.items() if name in outputs)
        logging.info("Step %d: %s", step, ", ".join(found))


@export("contrib.learn.monitors.LoggingTrainable")
class LoggingTrainable(EveryN):
    """Logs the trainable variables of a scope.

    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.LoggingTrainable("layer_1", every_n=10)
    """

    def __init__(self, scope: str | None = None, every_n: int = 100, first_n: int = 1) -> None:
        super().__init__(every_n, first_n)
        self._scope = scope
        self._names: dict[str, str] = {}

    def every_n_step_begin(self, step: int) -> Any:
        """Asks for the variables."""
        found = tf.get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=self._scope)
        self._names = {variable.name: variable.value().name for variable in found}
        return list(self._names.values())

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Logs them."""
        found = (f"{tag} = {_output(outputs, name)}" for tag, name in self._names.items() if name in outputs)
        logging.info("Logging Trainable: Step %d: %s", step, ", ".join(found))


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

    def every_n_step_begin(self, step: int) -> Any:
        """Asks for the summary."""
        if self._summary_op is None and self._scaffold is not None:
            self._summary_op = self._scaffold.summary_op
        return [] if self._summary_op is None else [self._summary_op]

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Writes it."""
        if self._summary_op is not None and self._summary_writer:
            self._summary_writer.add_summary(_output(outputs, self._summary_op), step)
        return False

    def end(self, session: Any = None) -> None:
        """Makes sure that all events are in the file."""
        super().end(session=session)
        if self._summary_writer:
            self._summary_writer.flush()


@export("contrib.learn.monitors.ValidationMonitor")
class ValidationMonitor(EveryN):
    """Evaluates the estimator whenever there is a new checkpoint, and can stop when it no longer gets better.

    Args:
      x: features to evaluate with, or None.
      y: their labels.
      input_fn: gives both, instead.
      batch_size: for `x` and `y`.
      eval_steps: how many steps an evaluation takes; all there are if None.
      every_n_steps: how often to look for a new checkpoint.
      metrics: for `evaluate`.
      hooks: for `evaluate`.
      early_stopping_rounds: steps without a better value after which training stops.
      early_stopping_metric: which value.
      early_stopping_metric_minimize: whether less is better.
      name: of the evaluation.
      check_interval_secs: the least time between two looks; None for none.

    >>> import numpy as np
    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.ValidationMonitor(np.ones([2, 1]), np.ones(2), early_stopping_rounds=200)
    >>> monitor.early_stopped
    False
    """

    def __init__(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Any = None,
        batch_size: int | None = None,
        eval_steps: int | None = None,
        every_n_steps: int = 100,
        metrics: Any = None,
        hooks: Any = None,
        early_stopping_rounds: int | None = None,
        early_stopping_metric: str = "loss",
        early_stopping_metric_minimize: bool = True,
        name: str | None = None,
        check_interval_secs: float | None = 5,
    ) -> None:
        super().__init__(every_n_steps=every_n_steps, first_n_steps=-1)
        if x is None and input_fn is None:
            raise ValueError("Either x or input_fn should be provided.")
        self.x, self.y, self.input_fn, self.batch_size = x, y, input_fn, batch_size
        self.eval_steps, self.metrics, self.hooks, self.name = eval_steps, metrics, hooks, name
        self.early_stopping_rounds = early_stopping_rounds
        self.early_stopping_metric = early_stopping_metric
        self.early_stopping_metric_minimize = early_stopping_metric_minimize
        self._best_value_step: int | None = None
        self._best_value: Any = None
        self._best_metrics: Any = None
        self._early_stopped = False
        self._latest_path: str | None = None
        self._last_check: float | None = None
        self._check_interval_secs = check_interval_secs

    early_stopped = property(lambda self: self._early_stopped, doc="Whether it has stopped training.")
    best_step = property(lambda self: self._best_value_step, doc="The step with the best value.")
    best_value = property(lambda self: self._best_value, doc="The best value.")
    best_metrics = property(lambda self: self._best_metrics, doc="All metrics at the best step.")

    def _evaluate(self) -> Any:
        given: dict[str, Any] = {
            "input_fn": self.input_fn,
            "steps": self.eval_steps,
            "hooks": self.hooks,
            "name": self.name,
        }
        own = {"x": self.x, "y": self.y, "batch_size": self.batch_size, "metrics": self.metrics}
        if isinstance(self._estimator, tf.estimator.Estimator):
            if any(value is not None for value in own.values()):
                raise ValueError(
                    "tf.estimator.Estimator does not support following arguments: x, y, batch_size, metrics. Should set as "
                    "`None` in ValidationMonitor"
                )
            return self._estimator.evaluate(**given)
        return self._estimator.evaluate(**given, **own)

    def _new_checkpoint(self) -> bool:
        now = time.time()
        if self._check_interval_secs is not None and self._last_check is not None:
            if now - self._last_check <= self._check_interval_secs:
                return False
        self._last_check = now
        latest = latest_checkpoint(self._estimator.model_dir)
        if latest is None or latest == self._latest_path:
            logging.debug("Skipping evaluation: there is no new checkpoint.")
            return False
        self._latest_path = latest
        return True

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Evaluates if there is a new checkpoint; returns whether to stop."""
        if self._estimator is None:
            raise ValueError("Missing call to set_estimator.")
        if not self._new_checkpoint():
            return False
        found = self._evaluate()
        logging.info("Validation (step %d): %s", step, ", ".join(f"{key} = {value}" for key, value in found.items()))
        if self.early_stopping_rounds is None:
            return False
        if self.early_stopping_metric not in found:
            raise ValueError(f"Metric {self.early_stopping_metric} missing from outputs {set(found)}.")
        value = found[self.early_stopping_metric]
        if self._best_value is None or (
            value < self._best_value if self.early_stopping_metric_minimize else value > self._best_value
        ):
            self._best_value, self._best_metrics, self._best_value_step = value, copy.deepcopy(found), step
        if step - (self._best_value_step or 0) < self.early_stopping_rounds:
            return False
        best = f"{self.early_stopping_metric} = {self._best_value}"
        logging.info("Stopping. Best step: %s with %s.", self._best_value_step, best)
        self._early_stopped = True
        return True


@export("contrib.learn.monitors.CaptureVariable")
class CaptureVariable(EveryN):
    """Keeps the values of a tensor: `values` is a dictionary step → value.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.CaptureVariable("loss:0").values
    {}
    """

    def __init__(self, var_name: str, every_n: int = 100, first_n: int = 1) -> None:
        super().__init__(every_n, first_n)
        self._var_name = var_name
        self._values: dict[int, Any] = {}

    values = property(lambda self: self._values, doc="Step → value.")

    def every_n_step_begin(self, step: int) -> Any:
        """Asks for the tensor."""
        return [self._var_name]

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Keeps its value."""
        self._values[step] = _output(outputs, self._var_name)


@export("contrib.learn.monitors.get_default_monitors")
def get_default_monitors(
    loss_op: Any = None,
    summary_op: Any = None,
    save_summary_steps: int = 100,
    output_dir: str | None = None,
    summary_writer: Any = None,
) -> list[BaseMonitor]:
    """Monitors that log the loss and write the summary, as far as they are given.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.get_default_monitors()
    []
    """
    found: list[BaseMonitor] = []
    if loss_op is not None:
        found.append(PrintTensor(tensor_names={"loss": loss_op.name}))
    if summary_op is not None:
        found.append(SummarySaver(summary_op, save_summary_steps, output_dir, summary_writer))
    return found


@export("contrib.learn.monitors.GraphDump")
class GraphDump(BaseMonitor):
    """Keeps the value of every operation at every step, to be compared with those of another run.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.GraphDump().data
    {}
    """

    IGNORE_OPS = ["Const", "Assign", "Identity", "Placeholder", "RandomUniform", "Cast", "RestoreSlice"]

    def __init__(self, ignore_ops: Sequence[str] | None = None) -> None:
        super().__init__()
        self._ignore_ops = ignore_ops or GraphDump.IGNORE_OPS
        self._data: dict[int, Any] = {}
        self._tensors: list[Any] = []

    data = property(lambda self: self._data, doc="Step → values.")

    def begin(self, max_steps: int | None = None) -> None:
        """Chooses the tensors."""
        super().begin(max_steps=max_steps)
        operations = [op for op in tf.get_default_graph().get_operations() if op.type not in self._ignore_ops]
        self._tensors = [op.outputs[0] for op in operations if op.outputs]

    def step_begin(self, step: int) -> Any:
        """Asks for all tensors."""
        super().step_begin(step)
        return self._tensors

    def step_end(self, step: int, output: Mapping[Any, Any]) -> Any:
        """Keeps their values."""
        super().step_end(step, output)
        self._data[step] = {getattr(key, "name", key): value for key, value in output.items()}

    def compare(self, other_dump: GraphDump, step: int, atol: float = 1e-06) -> tuple[list[str], dict[str, Any]]:
        """The names of what is the same in both at a step, and the differences of the rest."""
        matched, apart = [], {}
        other = other_dump.data.get(step, {})
        for key, value in self._data.get(step, {}).items():
            if key not in other:
                raise ValueError(f"{key} missing at step {step}.")
            if isinstance(value, (str, bytes)):
                continue
            if np.allclose(value, other[key], atol=atol) if isinstance(value, np.ndarray) else value == other[key]:
                matched.append(key)
            else:
                apart[key] = value - other[key] if isinstance(value, np.ndarray) else (value, other[key])
        return matched, apart


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

    def post_step(self, step: int, session: Any) -> None:
        """Saves if it is time."""
        super().post_step(step, session)
        if self._saved_time is None or self._saved_step is None:
            self._save(step, session)
        elif self._save_steps is not None:
            if step >= self._saved_step + self._save_steps:
                self._save(step, session)
        elif self._save_secs is not None and time.time() >= self._saved_time + self._save_secs:
            self._save(step, session)

    def end(self, session: Any = None) -> None:
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


@export("contrib.learn.NanLossDuringTrainingError", "contrib.learn.monitors.NanLossDuringTrainingError")
class NanLossDuringTrainingError(RuntimeError):
    """The loss of a training has become not a number.

    >>> import penstock as tf
    >>> str(tf.contrib.learn.NanLossDuringTrainingError())
    'NaN loss during training.'
    """

    def __str__(self) -> str:
        return "NaN loss during training."


@export("contrib.learn.monitors.NanLoss")
class NanLoss(EveryN):
    """Fails, or stops, when the loss is not a number.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     monitor = tf.contrib.learn.monitors.NanLoss(tf.constant(1.0), fail_on_nan_loss=False)
    """

    def __init__(self, loss_tensor: Any, every_n_steps: int = 100, fail_on_nan_loss: bool = True) -> None:
        super().__init__(every_n_steps=every_n_steps)
        self._loss_tensor, self._fail_on_nan_loss = loss_tensor, fail_on_nan_loss

    def every_n_step_begin(self, step: int) -> Any:
        """Asks for the loss."""
        return [self._loss_tensor]

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Looks at it."""
        if not np.isnan(_output(outputs, self._loss_tensor)):
            return False
        if self._fail_on_nan_loss:
            logging.error("Model diverged with loss = NaN.")
            raise NanLossDuringTrainingError
        logging.warning("Model diverged with loss = NaN.")
        return True


@export("contrib.learn.monitors.RunHookAdapterForMonitors")
class RunHookAdapterForMonitors(SessionRunHook):
    """Monitors as a hook of a monitored session.

    >>> import penstock as tf
    >>> monitors = tf.contrib.learn.monitors
    >>> isinstance(monitors.RunHookAdapterForMonitors([monitors.BaseMonitor()]), tf.train.SessionRunHook)
    True
    """

    def __init__(self, monitors: Sequence[BaseMonitor]) -> None:
        self._monitors = monitors
        self._step: int | None = None
        self._global_step: Any = None

    def begin(self) -> None:
        """Begins all monitors."""
        self._step = None
        self._global_step = training_step.get_global_step()
        for monitor in self._monitors:
            monitor.begin(max_steps=None)

    def before_run(self, run_context: Any) -> SessionRunArgs:
        """Asks for what the monitors want."""
        if self._step is None:
            self._step = int(run_context.session.run(self._global_step)) + 1
        wanted = []
        for monitor in self._monitors:
            found = monitor.step_begin(self._step) or []
            if not isinstance(found, list):
                raise ValueError("Monitor.step_begin should return a list.")
            wanted.extend(found)
        return SessionRunArgs({key: _as_tensor(key) for key in wanted})

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Gives the values to the monitors, and stops if one of them says so."""
        step = self._step or 0
        for monitor in self._monitors:
            if monitor.step_end(step, run_values.results):
                run_context.request_stop()
        for monitor in self._monitors:
            monitor.post_step(step, run_context.session)
        # Read after the step: what is fetched with it may be the value from before.
        self._step = int(run_context.session.run(self._global_step)) + 1

    def end(self, session: Any) -> None:
        """Ends all monitors."""
        self._step = None
        for monitor in self._monitors:
            if "session" in inspect.signature(monitor.end).parameters:
                monitor.end(session=session)
            else:
                monitor.end()


@export("contrib.learn.monitors.replace_monitors_with_hooks")
def replace_monitors_with_hooks(monitors_or_hooks: Sequence[Any] | None, estimator: Any) -> list[SessionRunHook]:
    """Hooks as they are, and one more hook for all monitors.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.replace_monitors_with_hooks(None, tf.contrib.learn.Estimator())
    []
    """
    given = list(monitors_or_hooks or [])
    hooks = [hook for hook in given if isinstance(hook, SessionRunHook)]
    monitors = [monitor for monitor in given if not isinstance(monitor, SessionRunHook)]
    if not estimator.config.is_chief:
        monitors = [monitor for monitor in monitors if monitor.run_on_all_workers]
    for monitor in monitors:
        monitor.set_estimator(estimator)
    if monitors:
        hooks.append(RunHookAdapterForMonitors(monitors))
    return hooks


def _as_tensor(wanted: Any) -> Any:
    """What a monitor asked for, in the default graph; the name of an operation means its only output."""
    graph = tf.get_default_graph()
    if not isinstance(wanted, str):
        if getattr(wanted, "graph", None) is not graph:
            raise ValueError(f"Passed {wanted} should have graph attribute that is equal to current graph {graph}.")
        return wanted
    if ":" in wanted:
        return graph.as_graph_element(wanted)
    found = graph.as_graph_element(wanted)
    if len(found.outputs) > 1:
        raise ValueError(
            f"Name {wanted} is ambiguous, as this `Operation` has multiple outputs (at least {len(found.outputs)})."
        )
    return graph.as_graph_element(f"{wanted}:0")
