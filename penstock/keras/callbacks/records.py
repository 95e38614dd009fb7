"""Callbacks that write down what happens: models and weights as files, CSV, another process, functions of the user."""

from __future__ import annotations

import collections.abc
import contextlib
import csv
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.keras.callbacks.base import Callback
from penstock.keras.callbacks.stopping import larger_is_better
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


@export("keras.callbacks.ModelCheckpoint")
class ModelCheckpoint(Callback):
    """Saves the model, or its weights, after epochs.

    Args:
      filepath: the path; `{epoch}` and names of metrics in braces are filled in: `"weights.{epoch:02d}-{val_loss:.2f}.h5"`.
      monitor: the metric that tells which is best.
      verbose: whether it is printed.
      save_best_only: whether only a model that is better than all before is saved.
      save_weights_only: whether only the weights are saved.
      mode: "min", "max", or "auto": metrics with "acc" in their name shall grow, others fall.
      save_freq: "epoch", or after how many samples.

    >>> import numpy as np, os
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile("sgd", "mse")
    >>> save = tf.keras.callbacks.ModelCheckpoint("weights.{epoch:02d}.h5", save_weights_only=True)
    >>> _ = model.fit(np.zeros([4, 2]), np.zeros([4, 1]), epochs=2, verbose=0, callbacks=[save])
    >>> sorted(name for name in os.listdir() if name.startswith("weights"))
    ['weights.01.h5', 'weights.02.h5']
    """

    def __init__(
        self,
        filepath: str,
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: Any = "epoch",
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.monitor = monitor
        self.verbose = verbose
        self.filepath = filepath
        self.save_best_only = save_best_only
        self.save_weights_only = save_weights_only
        self.save_freq = save_freq
        self.epochs_since_last_save = 0
        self._samples_seen_since_last_saving = 0
        self._current_epoch = 0
        self.load_weights_on_restart = kwargs.get("load_weights_on_restart", False)
        if "load_weights_on_restart" in kwargs:
            logging.warning(
                "`load_weights_on_restart` argument is deprecated. Please use `model.load_weights()` for loading weights "
                "before the start of `model.fit()`."
            )
        self.period = kwargs.get("period", 1)
        if "period" in kwargs:
            logging.warning(
                "`period` argument is deprecated. Please use `save_freq` to specify the frequency in number of samples "
                "seen."
            )
        larger = larger_is_better(mode, monitor, "ModelCheckpoint", also="fmeasure")
        self.monitor_op = np.greater if larger else np.less
        self.best = -np.inf if larger else np.inf
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f"Unrecognized save_freq: {save_freq}")
        self._chief_worker_only = False
        self._training_state: Any = None

    def set_model(self, model: Model) -> None:
        """Gets the model; of one that is a class of the user, only weights can be saved."""
        self.model = model
        if not self.save_weights_only and not model._is_graph_network and type(model).__name__ != "Sequential":
            self.save_weights_only = True

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Loads the newest weights that the path matches, if that was asked for; a worker that failed goes on where it was."""
        if self.model._in_multi_worker_mode():
            from penstock.keras.callbacks import training_state

            self.model._training_state = self._training_state = training_state.TrainingState(self.model, self.filepath)
            if self._training_state.restore() or not training_state.should_load():
                return
        path = self._newest_match(self.filepath) if self.load_weights_on_restart else None
        if path is not None and (os.path.exists(path) or os.path.exists(path + ".index")):
            try:
                self.model.load_weights(path)
            except (OSError, ValueError) as error:
                raise ValueError(f"Error loading file from {path}. Reason: {error}") from error

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """Removes what a worker would have gone on from."""
        if self._training_state is not None:
            self._training_state.end()
            self.model._training_state = self._training_state = None

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Saves after so many samples."""
        logs = logs or {}
        if isinstance(self.save_freq, int):
            self._samples_seen_since_last_saving += logs.get("size", 1)
            if self._samples_seen_since_last_saving >= self.save_freq:
                self._save_model(epoch=self._current_epoch, logs=logs)
                self._samples_seen_since_last_saving = 0

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Keeps the number of the epoch."""
        self._current_epoch = epoch

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Saves after the epoch."""
        self.epochs_since_last_save += 1
        state = self._training_state
        if self.save_freq == "epoch":
            with contextlib.nullcontext() if state is None else state.untracked():
                self._save_model(epoch=epoch, logs=logs)
        if state is not None:
            state.back_up(epoch)

    def _save_model(self, epoch: int, logs: dict[str, Any]) -> None:
        logs = logs or {}
        if not isinstance(self.save_freq, int) and self.epochs_since_last_save < self.period:
            return
        self.epochs_since_last_save = 0
        path = self.filepath.format(epoch=epoch + 1, **logs)
        start = f"\nEpoch {epoch + 1:05d}: "
        if self.save_best_only:
            current = logs.get(self.monitor)
            if current is None:
                logging.warning("Can save best model only with %s available, skipping.", self.monitor)
                return
            if not self.monitor_op(current, self.best):
                if self.verbose > 0:
                    print(f"{start}{self.monitor} did not improve from {self.best:0.5f}")
                return
            if self.verbose > 0:
                change = f"improved from {self.best:0.5f} to {current:0.5f}"
                print(f"{start}{self.monitor} {change}, saving model to {path}")
            self.best = current
        elif self.verbose > 0:
            print(f"{start}saving model to {path}")
        with self._place(path) as path:
            if self.save_weights_only:
                self.model.save_weights(path, overwrite=True)
            else:
                self.model.save(path, overwrite=True)

    @contextlib.contextmanager
    def _place(self, path: str) -> Iterator[str]:
        """Where to save: workers that are not the chief save too, as what they read needs all, but nobody keeps it."""
        if self.model._in_multi_worker_mode():
            from penstock.keras.callbacks import training_state

            if not training_state.should_save():
                with tempfile.TemporaryDirectory() as folder:
                    yield os.path.join(folder, "temp" + os.path.splitext(path)[1])
                return
        yield path

    def _newest_match(self, pattern: str) -> str | None:
        """The file that was written last, of those that the path may stand for."""
        folder, name = os.path.split(pattern)
        expression = "^" + re.sub(r"{.*}", r".*", name) + "$"
        latest = tf.train.latest_checkpoint(folder)
        if latest is not None and re.match(expression, os.path.basename(latest)):
            return latest
        if not os.path.isdir(folder):
            return None
        paths = [os.path.join(folder, f) for f in os.listdir(folder) if re.match(expression, f)]
        if not paths:
            return None
        newest = max(map(os.path.getmtime, paths))
        last = [path for path in paths if os.path.getmtime(path) == newest]
        return last[0] if len(last) == 1 else max(paths)


@export("keras.callbacks.CSVLogger")
class CSVLogger(Callback):
    """Writes losses and metrics of each epoch as a row of a CSV file.

    Args:
      filename: the file.
      separator: what stands between values.
      append: whether a file that exists is continued.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="zeros")])
    >>> model.compile("sgd", "mse")
    >>> log = tf.keras.callbacks.CSVLogger("log.csv")
    >>> _ = model.fit(np.zeros([4, 2]), np.zeros([4, 1]), epochs=2, verbose=0, callbacks=[log])
    >>> open("log.csv").read().split()
    ['epoch,loss', '0,0.0', '1,0.0']
    """

    def __init__(self, filename: str, separator: str = ",", append: bool = False) -> None:
        super().__init__()
        self.sep = separator
        self.filename = filename
        self.append = append
        self.writer: Any = None
        self.keys: list[str] | None = None
        self.append_header = True

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Opens the file."""
        if self.append and os.path.exists(self.filename):
            with open(self.filename) as file:
                self.append_header = not file.readline()
        self.csv_file = open(self.filename, "a" if self.append else "w", newline="\n")  # noqa: SIM115 - closed at the end

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Writes a row; the first epoch tells the columns."""
        logs = logs or {}
        if self.keys is None:
            self.keys = sorted(logs)
        if self.model.stop_training:  # no validation has been done
            logs = {key: logs.get(key, "NA") for key in self.keys}
        if not self.writer:
            self.writer = csv.DictWriter(self.csv_file, fieldnames=["epoch", *self.keys], delimiter=self.sep)
            if self.append_header:
                self.writer.writeheader()

        def shown(value: Any) -> Any:
            plain = isinstance(value, str) or (isinstance(value, np.ndarray) and value.ndim == 0)
            if plain or not isinstance(value, collections.abc.Iterable):
                return value
            return '"[' + ", ".join(map(str, value)) + ']"'

        self.writer.writerow({"epoch": epoch, **{key: shown(logs[key]) for key in self.keys}})
        self.csv_file.flush()

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """Closes the file."""
        self.csv_file.close()
        self.writer = None


@export("keras.callbacks.RemoteMonitor")
class RemoteMonitor(Callback):
    """Sends losses and metrics of each epoch to a server, by the package `requests`.

    Args:
      root: the server.
      path: the path on it.
      field: the field of the form that holds the values as JSON.
      headers: HTTP headers.
      send_as_json: whether JSON is sent instead of a form.

    Raises:
      ImportError: at the end of an epoch, if `requests` is not installed.

    >>> import penstock as tf
    >>> tf.keras.callbacks.RemoteMonitor("http://localhost:1234").path
    '/publish/epoch/end/'
    """

    def __init__(
        self,
        root: str = "http://localhost:9000",
        path: str = "/publish/epoch/end/",
        field: str = "data",
        headers: dict[str, str] | None = None,
        send_as_json: bool = False,
    ) -> None:
        super().__init__()
        self.root = root
        self.path = path
        self.field = field
        self.headers = headers
        self.send_as_json = send_as_json

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Sends; warns if the server is not there."""
        try:
            import requests  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            raise ImportError("RemoteMonitor requires the `requests` library.") from None
        send = {"epoch": epoch, **(logs or {})}
        content: dict[str, Any] = {"json": send} if self.send_as_json else {"data": {self.field: json.dumps(send)}}
        try:
            requests.post(self.root + self.path, headers=self.headers, **content)
        except requests.exceptions.RequestException:
            logging.warning(f"Warning: could not reach RemoteMonitor root server at {self.root}")


@export("keras.callbacks.LambdaCallback")
class LambdaCallback(Callback):
    """A callback made of functions.

    Args:
      on_epoch_begin, on_epoch_end: functions of `epoch` and `logs`.
      on_batch_begin, on_batch_end: functions of `batch` and `logs`.
      on_train_begin, on_train_end: functions of `logs`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile("sgd", "mse")
    >>> say = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print("epoch", epoch))
    >>> _ = model.fit(np.zeros([4, 2]), np.zeros([4, 1]), epochs=2, verbose=0, callbacks=[say])
    epoch 0
    epoch 1
    """

    def __init__(
        self,
        on_epoch_begin: Callable | None = None,
        on_epoch_end: Callable | None = None,
        on_batch_begin: Callable | None = None,
        on_batch_end: Callable | None = None,
        on_train_begin: Callable | None = None,
        on_train_end: Callable | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.__dict__.update(kwargs)
        given = {
            "on_epoch_begin": on_epoch_begin,
            "on_epoch_end": on_epoch_end,
            "on_batch_begin": on_batch_begin,
            "on_batch_end": on_batch_end,
            "on_train_begin": on_train_begin,
            "on_train_end": on_train_end,
        }
        self.__dict__.update((name, function) for name, function in given.items() if function is not None)
