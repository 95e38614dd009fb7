"""What `fit`, `evaluate` and `predict` call between steps: the base class, the list of all, and the ones that are always there.

`configure_callbacks` is what training calls; the callbacks that a user adds are in the other files.
"""

from __future__ import annotations

import collections
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.keras.utils.progress import Progbar
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


TRAIN, TEST, PREDICT = "train", "test", "predict"


def configure_callbacks(
    callbacks: Any,
    model: Model,
    do_validation: bool = False,
    batch_size: int | None = None,
    epochs: int | None = None,
    steps_per_epoch: int | None = None,
    samples: int | None = None,
    verbose: int = 1,
    count_mode: str = "steps",
    mode: str = TRAIN,
) -> CallbackList:
    """A user's callbacks with those that are always there, as a list that knows the model and the arguments of the run."""
    if isinstance(callbacks, CallbackList):
        return callbacks
    wanted = list(callbacks or [])
    if mode == TRAIN:
        model.history = History()
        wanted = [BaseLogger(), *wanted, model.history]
        if verbose:
            wanted.append(ProgbarLogger(count_mode))
    found = CallbackList(wanted)
    found.set_model(model._get_callback_model())
    set_callback_parameters(
        found, model, do_validation, batch_size, epochs, steps_per_epoch, samples, verbose=verbose, mode=mode
    )
    found.model.stop_training = False
    return found


def set_callback_parameters(
    callback_list: CallbackList,
    model: Model,
    do_validation: bool = False,
    batch_size: int | None = None,
    epochs: int | None = None,
    steps_per_epoch: int | None = None,
    samples: int | None = None,
    verbose: int = 1,
    mode: str = TRAIN,
) -> None:
    """Tells all callbacks the arguments of the run, and which metrics there will be."""
    for callback in callback_list:
        if isinstance(callback, (BaseLogger, ProgbarLogger)):
            callback.stateful_metrics = model.metrics_names[1:]
    metrics: list[str] = []
    if mode != PREDICT and hasattr(model, "metrics_names"):
        metrics = list(model.metrics_names)
        if do_validation:
            metrics += ["val_" + name for name in model.metrics_names]
    callback_list.set_params(
        {
            "batch_size": batch_size,
            "epochs": epochs,
            "steps": steps_per_epoch,
            "samples": samples,
            "verbose": verbose,
            "do_validation": do_validation,
            "metrics": metrics,
        }
    )


def make_logs(model: Model, logs: dict[str, Any], outputs: Any, mode: str, prefix: str = "") -> dict[str, Any]:
    """Puts the results of a step into the dict that callbacks get."""
    if mode in (TRAIN, TEST):
        if hasattr(model, "metrics_names"):
            logs.update((prefix + label, output) for label, output in zip(model.metrics_names, outputs))
    else:
        logs["outputs"] = outputs
    return logs


class CallbackList:
    """Several callbacks that are called as one, in order; warns of those that take longer than the step itself."""

    def __init__(self, callbacks: Iterable[Callback] | None = None, queue_length: int = 10) -> None:
        self.callbacks = list(callbacks or ())
        self.queue_length = queue_length
        self.params: dict[str, Any] = {}
        self.model: Any = None
        self._reset_batch_timing()

    def _reset_batch_timing(self) -> None:
        self._delta_t_batch = 0.0
        self._t_enter_batch = 0.0
        self._delta_ts: dict[str, Any] = collections.defaultdict(
            lambda: collections.deque([], maxlen=self.queue_length)
        )

    def append(self, callback: Callback) -> None:
        """Adds one at the end."""
        self.callbacks.append(callback)

    def set_params(self, params: dict[str, Any]) -> None:
        """Tells all the arguments of the run."""
        self.params = params
        for callback in self.callbacks:
            callback.set_params(params)

    def set_model(self, model: Model) -> None:
        """Tells all the model."""
        self.model = model
        for callback in self.callbacks:
            callback.set_model(model)

    def _call_batch_hook(self, mode: str, hook: str, batch: int, logs: dict[str, Any] | None = None) -> None:
        if not self.callbacks:
            return
        name = f"on_{mode}_batch_{hook}"
        before = time.time()
        if hook == "begin":
            self._t_enter_batch = before
        else:
            self._delta_t_batch = before - self._t_enter_batch
        logs = logs or {}
        for callback in self.callbacks:
            getattr(callback, name)(batch, logs)
        times = self._delta_ts[name]
        times.append(time.time() - before)
        if self._delta_t_batch > 0.0 and times[-1] > 0.1:  # the median is asked only where it might be slow
            median = np.median(times)
            if median > 0.95 * self._delta_t_batch and median > 0.1:
                logging.warning(
                    "Method (%s) is slow compared to the batch update (%f). Check your callbacks.", name, median
                )

    def _call_begin_hook(self, mode: str) -> None:
        getattr(self, f"on_{mode}_begin")()

    def _call_end_hook(self, mode: str) -> None:
        getattr(self, f"on_{mode}_end")()

    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of training."""
        self._call_batch_hook(TRAIN, "begin", batch, logs)

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of training."""
        self._call_batch_hook(TRAIN, "end", batch, logs)

    on_train_batch_begin = on_batch_begin
    on_train_batch_end = on_batch_end

    def on_test_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of `evaluate`."""
        self._call_batch_hook(TEST, "begin", batch, logs)

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of `evaluate`."""
        self._call_batch_hook(TEST, "end", batch, logs)

    def on_predict_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of `predict`."""
        self._call_batch_hook(PREDICT, "begin", batch, logs)

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of `predict`."""
        self._call_batch_hook(PREDICT, "end", batch, logs)

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Before an epoch."""
        logs = logs or {}
        for callback in self.callbacks:
            callback.on_epoch_begin(epoch, logs)
        self._reset_batch_timing()

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """After an epoch; callbacks may add to `logs`, and the next ones see it."""
        logs = logs or {}
        for callback in self.callbacks:
            callback.on_epoch_end(epoch, logs)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before `fit`."""
        for callback in self.callbacks:
            callback.on_train_begin(logs)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """After `fit`."""
        for callback in self.callbacks:
            callback.on_train_end(logs)

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before `evaluate`."""
        for callback in self.callbacks:
            callback.on_test_begin(logs)

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """After `evaluate`."""
        for callback in self.callbacks:
            callback.on_test_end(logs)

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before `predict`."""
        for callback in self.callbacks:
            callback.on_predict_begin(logs)

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """After `predict`."""
        for callback in self.callbacks:
            callback.on_predict_end(logs)

    def __iter__(self) -> Iterator[Callback]:
        return iter(self.callbacks)


@export("keras.callbacks.Callback")
class Callback:
    """The base of callbacks: methods that training calls, and that do nothing.

    A subclass overrides those it needs; `self.model` is the model, and `self.params` the arguments of the run. `logs`
    holds losses and metrics: of the step in `on_batch_end`, of the epoch in `on_epoch_end`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> class Epochs(tf.keras.callbacks.Callback):
    ...     def on_epoch_end(self, epoch, logs=None):
    ...         print("epoch", epoch, sorted(logs))
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile("sgd", "mse")
    >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=2, verbose=0, callbacks=[Epochs()])
    epoch 0 ['loss']
    epoch 1 ['loss']
    """

    def __init__(self) -> None:
        self.validation_data: Any = None
        self.model: Any = None
        self._chief_worker_only: bool | None = None

    def set_params(self, params: dict[str, Any]) -> None:
        """Gets the arguments of the run."""
        self.params = params

    def set_model(self, model: Model) -> None:
        """Gets the model."""
        self.model = model

    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of training."""

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of training."""

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Before an epoch."""

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """After an epoch."""

    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of training."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of training."""
        self.on_batch_end(batch, logs=logs)

    def on_test_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of `evaluate`, also of the validation in `fit`."""

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of `evaluate`, also of the validation in `fit`."""

    def on_predict_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of `predict`."""

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of `predict`."""

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before `fit`."""

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """After `fit`."""

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before `evaluate`, also the validation in `fit`."""

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """After `evaluate`, also the validation in `fit`."""

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before `predict`."""

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """After `predict`."""


@export("keras.callbacks.BaseLogger")
class BaseLogger(Callback):
    """Averages losses over the samples of an epoch; it is the first callback of every `fit`.

    Args:
      stateful_metrics: names of metrics that are averages already.

    >>> import penstock as tf
    >>> logger, logs = tf.keras.callbacks.BaseLogger(), {}
    >>> logger.set_params({"metrics": ["loss"]})
    >>> logger.on_epoch_begin(0)
    >>> logger.on_batch_end(0, {"loss": 1.0, "size": 3})
    >>> logger.on_batch_end(1, {"loss": 5.0, "size": 1})
    >>> logger.on_epoch_end(0, logs)
    >>> float(logs["loss"])
    2.0
    """

    def __init__(self, stateful_metrics: Iterable[str] | None = None) -> None:
        super().__init__()
        self.stateful_metrics: Any = set(stateful_metrics or ())

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Starts from nothing."""
        self.seen = 0
        self.totals: dict[str, Any] = {}

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Adds the values of a step."""
        logs = logs or {}
        size = logs.get("size", 0)
        self.seen += size * logs.get("num_steps", 1)
        weight = np.float64(size)  # sums are of double precision, as NumPy 1 made them
        for name, value in logs.items():
            if name in self.stateful_metrics:
                self.totals[name] = value
            else:
                self.totals[name] = self.totals.get(name, 0) + value * weight

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Puts the averages into `logs`."""
        if logs is None:
            return
        for name in self.params["metrics"]:
            if name in self.totals:
                logs[name] = self.totals[name] / (1 if name in self.stateful_metrics else self.seen)


@export("keras.callbacks.ProgbarLogger")
class ProgbarLogger(Callback):
    """The progress bar of `fit`.

    Args:
      count_mode: "samples" or "steps": what the bar counts.
      stateful_metrics: names of metrics that are shown as they are.

    Raises:
      ValueError: for another mode.

    >>> import penstock as tf
    >>> tf.keras.callbacks.ProgbarLogger("steps").use_steps
    True
    """

    def __init__(self, count_mode: str = "samples", stateful_metrics: Iterable[str] | None = None) -> None:
        super().__init__()
        if count_mode not in ("samples", "steps"):
            raise ValueError(f"Unknown `count_mode`: {count_mode}")
        self.use_steps = count_mode == "steps"
        self.stateful_metrics: Any = set(stateful_metrics or ())

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Takes `verbose` and the number of epochs from the arguments of the run."""
        self.verbose = self.params["verbose"]
        self.epochs = self.params["epochs"]

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Starts a bar."""
        self.seen = 0
        self.target = self.params["steps" if self.use_steps else "samples"]
        if self.verbose and self.epochs > 1:
            print("Epoch %d/%d" % (epoch + 1, self.epochs))
        self.progbar = Progbar(
            target=self.target,
            verbose=self.verbose,
            stateful_metrics=self.stateful_metrics,
            unit_name="step" if self.use_steps else "sample",
        )

    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Forgets the values of the last step."""
        self.log_values: list[tuple[str, Any]] = []

    def _collect(self, logs: dict[str, Any]) -> None:
        self.log_values += [(name, logs[name]) for name in self.params["metrics"] if name in logs]

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Moves the bar; the last move is that of the epoch's end."""
        logs = logs or {}
        steps = logs.get("num_steps", 1)
        self.seen += steps if self.use_steps else logs.get("size", 0) * steps
        self._collect(logs)
        if self.verbose and (self.target is None or self.seen < self.target):
            self.progbar.update(self.seen, self.log_values)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Ends the bar with the values of the epoch."""
        self._collect(logs or {})
        if self.verbose:
            self.progbar.update(self.seen, self.log_values)


@export("keras.callbacks.History")
class History(Callback):
    """What `fit` returns: the losses and metrics of all epochs, as lists by name.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="zeros")])
    >>> model.compile("sgd", "mse")
    >>> history = model.fit(np.zeros([4, 2]), np.zeros([4, 1]), epochs=3, verbose=0)
    >>> history.epoch, [float(loss) for loss in history.history["loss"]]
    ([0, 1, 2], [0.0, 0.0, 0.0])
    """

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Starts from nothing."""
        self.epoch: list[int] = []
        self.history: dict[str, list[Any]] = {}

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Keeps the values of the epoch."""
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)
