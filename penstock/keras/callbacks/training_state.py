"""What a worker that failed goes on from: the weights and the number of the last epoch, in a folder beside the checkpoints."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

import penstock as tf
from penstock.keras import backend as K
from penstock.train import worker_context

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


_NAME = "_ckpt_saved_epoch"


def should_save() -> bool:
    """Whether this worker's checkpoints are kept: the chief's are."""
    return worker_context.current().should_checkpoint


def should_load() -> bool:
    """Whether this worker reads checkpoints: one that gets its variables from another does not."""
    return worker_context.current().experimental_should_init


class TrainingState:
    """The state of a training by several workers, which `ModelCheckpoint` keeps after each epoch.

    Args:
      model: the model.
      filepath: the path of the checkpoints; the state is in the folder `backup` beside them.
    """

    def __init__(self, model: Model, filepath: str) -> None:
        self._model = model
        self._folder = os.path.join(os.path.dirname(filepath), "backup")
        self._epoch = tf.Variable(tf.constant(-1, tf.int64), name="ckpt_saved_epoch")
        K.set_value(self._epoch, -1)
        model._track_trackable(self._epoch, _NAME, overwrite=True)

    def back_up(self, epoch: int) -> None:
        """Writes the weights after an epoch; every worker takes part, the chief's file stays."""
        K.set_value(self._epoch, epoch)
        if should_save():
            self._model.save_weights(os.path.join(self._folder, "training_state"), overwrite=True)
            return
        with tempfile.TemporaryDirectory() as own:
            self._model.save_weights(os.path.join(own, "training_state"), overwrite=True)

    def restore(self) -> bool:
        """Reads what was written; False if there is nothing, or this worker does not read."""
        if not should_load() or not tf.gfile.Exists(self._folder):
            return False
        path = os.path.join(self._folder, "training_state")
        try:
            self._model.load_weights(path)
        except (OSError, ValueError) as error:
            raise ValueError(f"Error loading file from {path}. Reason: {error}") from error
        return True

    def next_epoch(self, initial_epoch: int) -> int:
        """The epoch after the one that was written; the given one if none was."""
        epoch = int(np.asarray(K.get_value(self._epoch)))
        return epoch + 1 if epoch >= 0 else initial_epoch

    @contextlib.contextmanager
    def untracked(self) -> Iterator[None]:
        """A block in which checkpoints are written without the number of the epoch."""
        self._model._untrack_trackable(_NAME)
        try:
            yield
        finally:
            self._model._track_trackable(self._epoch, _NAME, overwrite=True)

    def end(self) -> None:
        """Removes what was written: the training has come to its end."""
        self._model._untrack_trackable(_NAME)
        if should_save():
            shutil.rmtree(self._folder, ignore_errors=True)
