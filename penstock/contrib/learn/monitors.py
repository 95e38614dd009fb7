"""Monitors, which watched training before hooks did: those that look at values, print them, keep them, or stop.

The module has the names of all of them, as in 1.x; those that write files or evaluate, and their use as hooks, are defined
elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.monitor_base import BaseMonitor, EveryN, output_of
from penstock.contrib.learn.monitor_hooks import RunHookAdapterForMonitors, replace_monitors_with_hooks
from penstock.contrib.learn.saving_monitors import CheckpointSaver, StepCounter, SummarySaver
from penstock.contrib.learn.validation_monitor import ValidationMonitor
from penstock.graph.keys import GraphKeys
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor


__all__ = [
    "BaseMonitor",
    "CaptureVariable",
    "CheckpointSaver",
    "EveryN",
    "GraphDump",
    "LoggingTrainable",
    "NanLoss",
    "NanLossDuringTrainingError",
    "PrintTensor",
    "RunHookAdapterForMonitors",
    "StepCounter",
    "StopAtStep",
    "SummarySaver",
    "ValidationMonitor",
    "get_default_monitors",
    "replace_monitors_with_hooks",
]


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

    def step_begin(self, step: int) -> list[Any]:
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

    def every_n_step_begin(self, step: int) -> list[Any]:
        """Asks for the tensors."""
        return list(self._tensor_names.values())

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Logs them."""
        found = (f"{tag} = {output_of(outputs, name)}" for tag, name in self._tensor_names.items() if name in outputs)
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

    def every_n_step_begin(self, step: int) -> list[Any]:
        """Asks for the variables."""
        found = tf.get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=self._scope)
        self._names = {variable.name: variable.value().name for variable in found}
        return list(self._names.values())

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Logs them."""
        found = (f"{tag} = {output_of(outputs, name)}" for tag, name in self._names.items() if name in outputs)
        logging.info("Logging Trainable: Step %d: %s", step, ", ".join(found))


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

    def every_n_step_begin(self, step: int) -> list[Any]:
        """Asks for the tensor."""
        return [self._var_name]

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> Any:
        """Keeps its value."""
        self._values[step] = output_of(outputs, self._var_name)


@export("contrib.learn.monitors.get_default_monitors")
def get_default_monitors(
    loss_op: Any = None,
    summary_op: Operation | Tensor | None = None,
    save_summary_steps: int = 100,
    output_dir: str | None = None,
    summary_writer: Any = None,
) -> list[BaseMonitor]:
    """Monitors that log the loss and write the summary, as far as they are given.

    Args:
      loss_op: the loss.
      summary_op: the summary.
      save_summary_steps: every how many steps the summary is written.
      output_dir: the folder that it is written to.
      summary_writer: the writer to use instead.

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

    def every_n_step_begin(self, step: int) -> list[Any]:
        """Asks for the loss."""
        return [self._loss_tensor]

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> bool:
        """Looks at it."""
        if not np.isnan(output_of(outputs, self._loss_tensor)):
            return False
        if self._fail_on_nan_loss:
            logging.error("Model diverged with loss = NaN.")
            raise NanLossDuringTrainingError
        logging.warning("Model diverged with loss = NaN.")
        return True
