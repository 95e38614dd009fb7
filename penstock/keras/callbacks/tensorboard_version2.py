"""`tf.compat.v2.keras.callbacks.TensorBoard`: the callback of TensorFlow 2, with the files that 1.15 writes in graph mode."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.keras.callbacks.base import Callback
from penstock.keras.callbacks.tensorboard import _as_images
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


_NO_VALUES = ("batch", "size", "num_steps")
_OF_1 = ("batch_size", "embeddings_data", "embeddings_layer_names", "write_grads")


@export("compat.v2.keras.callbacks.TensorBoard")
class TensorBoard(Callback):
    """Writes losses, metrics, the graph, and if wanted histograms and images of weights: `train` and `validation` apart.

    Args:
      log_dir: the folder, in which each of the two gets its own.
      histogram_freq: every how many epochs weights are written as histograms; 0 for never.
      write_graph: whether the graph and the model are written.
      write_images: whether weights are also written as images, with the histograms.
      update_freq: "epoch", "batch", or after how many batches losses and metrics are written as well.
      profile_batch: accepted; no batch is profiled in graph mode.
      embeddings_freq, embeddings_metadata: only 0 and None.
      **kwargs: arguments of the callback of 1.x, which have no effect.

    Raises:
      ValueError: there is an argument that is not known.
      NotImplementedError: embeddings are asked for.

    >>> import os
    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile("sgd", "mse")
    >>> board = tf.compat.v2.keras.callbacks.TensorBoard("logs", write_graph=False)
    >>> x, y = np.zeros([4, 2]), np.zeros([4, 1])
    >>> _ = model.fit(x, y, epochs=2, verbose=0, validation_data=(x, y), callbacks=[board])
    >>> sorted(os.listdir("logs"))
    ['train', 'validation']
    """

    def __init__(
        self,
        log_dir: str = "logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        update_freq: Any = "epoch",
        profile_batch: int = 2,
        embeddings_freq: int = 0,
        embeddings_metadata: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        unknown = sorted(set(kwargs) - set(_OF_1))
        if unknown:
            raise ValueError(f"Unrecognized arguments in `TensorBoard` Callback: {unknown}")
        for name in sorted(kwargs):
            logging.warning(f"`{name}` is not available in TensorFlow 2.0. This argument is ignored.")
        if embeddings_freq or embeddings_metadata is not None:
            raise NotImplementedError(
                "Embeddings are written by tf.keras.callbacks.TensorBoard; that of TensorFlow 2 does not in Penstock yet."
            )
        self.log_dir = log_dir
        self.histogram_freq = histogram_freq
        self.write_graph = write_graph
        self.write_images = write_images
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self._profile_batch = profile_batch
        self._batches = 0
        self._writers: dict[str, Any] = {}
        self._weights: Any = None

    def _writer(self, name: str) -> Any:
        """The file of a run, which is opened when there is something to write."""
        if name not in self._writers:
            folder = os.path.join(self.log_dir, name)
            self._writers[name] = tf.summary.FileWriter(folder, filename_suffix=".v2")
        return self._writers[name]

    def set_model(self, model: Model) -> None:
        """Gets the model; writes the graph."""
        self.model = model
        self._batches = 0
        if self.write_graph:
            self._writer("train").add_graph(tf.keras.backend.get_graph())
            if model._is_graph_network:
                self._writer("train").add_summary(_of_model(model), 0)
        if self.histogram_freq:
            summaries = []
            for layer in model.layers:
                for weight in layer.weights:
                    name = weight.name.replace(":", "_")
                    summaries.append(tf.summary.histogram(name, weight, collections=[]))
                    image = _as_images(weight) if self.write_images else None
                    if image is not None:
                        summaries.append(tf.summary.image(name, image, collections=[]))
            self._weights = tf.summary.merge(summaries, collections=[]) if summaries else None

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Writes the results of a batch, if it is its turn."""
        if self.update_freq != "epoch" and self._batches % self.update_freq == 0:
            self._write("train", "batch_", logs or {}, self._batches)
        self._batches += 1

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Writes the results of an epoch."""
        logs = logs or {}
        self._write("train", "epoch_", {k: v for k, v in logs.items() if not k.startswith("val_")}, epoch)
        self._write("validation", "epoch_", {k[4:]: v for k, v in logs.items() if k.startswith("val_")}, epoch)
        if self._weights is not None and epoch % self.histogram_freq == 0:
            self._writer("train").add_summary(tf.keras.backend.get_session().run(self._weights), epoch)

    def _write(self, run: str, prefix: str, values: dict[str, Any], step: int) -> None:
        for name, value in values.items():
            if name not in _NO_VALUES:
                found = protos.Summary()
                found.value.add(tag=prefix + name, simple_value=float(value))
                self._writer(run).add_summary(found, step)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """Closes the files."""
        for writer in self._writers.values():
            writer.close()
        self._writers = {}


def _of_model(model: Model) -> Any:
    """The model's configuration as TensorBoard shows it."""
    found = protos.Summary()
    value = found.value.add(tag="keras")
    value.metadata.plugin_data.plugin_name = "graph_keras_model"
    value.metadata.plugin_data.content = b"1"
    value.tensor.CopyFrom(tf.make_tensor_proto(model.to_json().encode(), shape=[]))
    return found
