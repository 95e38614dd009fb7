"""Callbacks that change or end training: early stopping, learning rates, an end when the loss is not a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.keras.callbacks.base import Callback
from penstock.platform import logging


def larger_is_better(mode: str, monitor: str, owner: str, also: str | None = None) -> bool:
    """What "auto", "min" and "max" mean for a metric: those with "acc" in their name shall grow."""
    if mode not in ("auto", "min", "max"):
        logging.warning(f"{owner} mode %s is unknown, fallback to auto mode.", mode)
        mode = "auto"
    if mode != "auto":
        return mode == "max"
    return "acc" in monitor or bool(also and monitor.startswith(also))


@export("keras.callbacks.TerminateOnNaN")
class TerminateOnNaN(Callback):
    """Ends training when the loss of a step is not a number, or infinite.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile("sgd", "mse")
    >>> stop = tf.keras.callbacks.TerminateOnNaN()
    >>> history = model.fit(np.full([4, 2], np.nan), np.ones([4, 1]), epochs=9, verbose=0, callbacks=[stop])
    Batch 0: Invalid loss, terminating training
    """

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Looks at the loss."""
        loss = (logs or {}).get("loss")
        if loss is not None and not np.isfinite(loss):
            print("Batch %d: Invalid loss, terminating training" % batch)
            self.model.stop_training = True


@export("keras.callbacks.EarlyStopping")
class EarlyStopping(Callback):
    """Ends training when a metric has not become better for some epochs.

    Args:
      monitor: the metric.
      min_delta: a smaller change is none.
      patience: after how many epochs without a better value training ends.
      verbose: whether it is printed.
      mode: "min", "max", or "auto": metrics with "acc" in their name shall grow, others fall.
      baseline: a value to be better than from the start.
      restore_best_weights: whether the model gets the weights of the best epoch.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="zeros")])
    >>> model.compile("sgd", "mse")
    >>> stop = tf.keras.callbacks.EarlyStopping("loss", patience=2, verbose=1)
    >>> history = model.fit(np.ones([4, 2]), np.zeros([4, 1]), epochs=9, verbose=0, callbacks=[stop])
    Epoch 00003: early stopping
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
    ) -> None:
        super().__init__()
        self.monitor = monitor
        self.patience = patience
        self.verbose = verbose
        self.baseline = baseline
        self.wait = 0
        self.stopped_epoch = 0
        self.restore_best_weights = restore_best_weights
        self.best_weights: Any = None
        larger = larger_is_better(mode, monitor, "EarlyStopping")
        self.monitor_op = np.greater if larger else np.less
        self.min_delta = abs(min_delta) if larger else -abs(min_delta)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Starts from the baseline, or from the worst value."""
        self.wait = 0
        self.stopped_epoch = 0
        if self.baseline is not None:
            self.best = self.baseline
        else:
            self.best = np.inf if self.monitor_op == np.less else -np.inf

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Compares with the best value so far."""
        current = self.get_monitor_value(logs)
        if current is None:
            return
        if self.monitor_op(current - self.min_delta, self.best):
            self.best = current
            self.wait = 0
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            return
        self.wait += 1
        if self.wait >= self.patience:
            self.stopped_epoch = epoch
            self.model.stop_training = True
            if self.restore_best_weights:
                if self.verbose > 0:
                    print("Restoring model weights from the end of the best epoch.")
                self.model.set_weights(self.best_weights)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """Says that it was this that ended training."""
        if self.stopped_epoch > 0 and self.verbose > 0:
            print("Epoch %05d: early stopping" % (self.stopped_epoch + 1))

    def get_monitor_value(self, logs: dict[str, Any]) -> Any:
        """The value of the metric; warns if there is none."""
        logs = logs or {}
        value = logs.get(self.monitor)
        if value is None:
            logging.warning(
                "Early stopping conditioned on metric `%s` which is not available. Available metrics are: %s",
                self.monitor,
                ",".join(list(logs.keys())),
            )
        return value


@export("keras.callbacks.LearningRateScheduler")
class LearningRateScheduler(Callback):
    """Sets the learning rate before each epoch.

    Args:
      schedule: a function of the number of the epoch, and maybe of the learning rate, that returns the new one.
      verbose: whether the new one is printed.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile("sgd", "mse")
    >>> schedule = tf.keras.callbacks.LearningRateScheduler(lambda epoch: 0.5**epoch)
    >>> model.fit(np.zeros([4, 2]), np.zeros([4, 1]), epochs=3, verbose=0, callbacks=[schedule]).history["lr"]
    [...1.0..., ...0.5..., ...0.25...]
    """

    def __init__(self, schedule: Callable, verbose: int = 0) -> None:
        super().__init__()
        self.schedule = schedule
        self.verbose = verbose

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Asks the schedule."""
        K = tf.keras.backend
        if not hasattr(self.model.optimizer, "lr"):
            raise ValueError('Optimizer must have a "lr" attribute.')
        try:
            rate = self.schedule(epoch, float(K.get_value(self.model.optimizer.lr)))
        except TypeError:  # of the epoch only
            rate = self.schedule(epoch)
        if not isinstance(rate, (float, np.float32, np.float64)):
            raise ValueError('The output of the "schedule" function should be float.')
        K.set_value(self.model.optimizer.lr, rate)
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1:05d}: LearningRateScheduler reducing learning rate to {rate}.")

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Adds the learning rate to `logs`."""
        if logs is not None:
            logs["lr"] = tf.keras.backend.get_value(self.model.optimizer.lr)


@export("keras.callbacks.ReduceLROnPlateau")
class ReduceLROnPlateau(Callback):
    """Makes the learning rate smaller when a metric has not become better for some epochs.

    Args:
      monitor: the metric.
      factor: the new learning rate is the old one times this; below 1.
      patience: after how many epochs without a better value.
      verbose: whether the new one is printed.
      mode: "min", "max", or "auto": metrics with "acc" in their name shall grow, others fall.
      min_delta: a smaller change is none.
      cooldown: for how many epochs nothing is counted after a change.
      min_lr: the learning rate does not become smaller than this.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="zeros")])
    >>> model.compile(tf.keras.optimizers.SGD(0.5), "mse")
    >>> plateau = tf.keras.callbacks.ReduceLROnPlateau("loss", factor=0.5, patience=2)
    >>> model.fit(np.zeros([4, 2]), np.zeros([4, 1]), epochs=4, verbose=0, callbacks=[plateau]).history["lr"]
    [...0.5..., ...0.5..., ...0.5..., ...0.25...]
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 0.0001,
        cooldown: int = 0,
        min_lr: float = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        if factor >= 1.0:
            raise ValueError("ReduceLROnPlateau does not support a factor >= 1.0.")
        if "epsilon" in kwargs:
            min_delta = kwargs.pop("epsilon")
            logging.warning("`epsilon` argument is deprecated and will be removed, use `min_delta` instead.")
        self.monitor = monitor
        self.factor = factor
        self.min_lr = min_lr
        self.min_delta = min_delta
        self.patience = patience
        self.verbose = verbose
        self.cooldown = cooldown
        self.mode = mode
        self._reset()

    def _reset(self) -> None:
        larger = larger_is_better(self.mode, self.monitor, "Learning Rate Plateau Reducing")
        if self.mode not in ("auto", "min", "max"):
            self.mode = "auto"
        delta = self.min_delta
        self.monitor_op: Callable
        if larger:
            self.monitor_op, self.best = lambda a, b: np.greater(a, b + delta), -np.inf
        else:
            self.monitor_op, self.best = lambda a, b: np.less(a, b - delta), np.inf
        self.cooldown_counter = 0
        self.wait = 0

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Starts from the worst value."""
        self._reset()

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Compares with the best value so far; adds the learning rate to `logs`."""
        K = tf.keras.backend
        logs = {} if logs is None else logs
        logs["lr"] = K.get_value(self.model.optimizer.lr)
        current = logs.get(self.monitor)
        if current is None:
            logging.warning(
                "Reduce LR on plateau conditioned on metric `%s` which is not available. Available metrics are: %s",
                self.monitor,
                ",".join(list(logs.keys())),
            )
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self.monitor_op(current, self.best):
            self.best = current
            self.wait = 0
        elif not self.in_cooldown():
            self.wait += 1
            old = float(K.get_value(self.model.optimizer.lr))
            if self.wait >= self.patience and old > self.min_lr:
                new = max(old * self.factor, self.min_lr)
                K.set_value(self.model.optimizer.lr, new)
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1:05d}: ReduceLROnPlateau reducing learning rate to {new}.")
                self.cooldown_counter = self.cooldown
                self.wait = 0

    def in_cooldown(self) -> bool:
        """Whether epochs are not counted."""
        return self.cooldown_counter > 0
