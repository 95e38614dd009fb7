"""The callback that writes summaries for TensorBoard, with the tags and steps of 1.15 in graph mode."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.keras.callbacks.base import Callback
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor
    from penstock.keras.engine.training import Model


_NO_VALUES = ("batch", "size", "num_steps")


def _as_images(weight: Any) -> Tensor | None:
    """A variable of up to three axes as a batch of gray images; None for others."""
    K = tf.keras.backend
    image = tf.squeeze(weight)
    shape: Any = K.int_shape(image)
    if len(shape) == 2:
        if shape[0] > shape[1]:
            image = tf.transpose(image)
            shape = K.int_shape(image)
        return tf.reshape(image, [1, shape[0], shape[1], 1])
    if len(shape) == 3:
        if K.image_data_format() == "channels_last":
            image = tf.transpose(image, perm=[2, 0, 1])
            shape = K.int_shape(image)
        return tf.reshape(image, [*shape, 1])
    if len(shape) == 1:
        return tf.reshape(image, [1, shape[0], 1, 1])
    return None


@export("keras.callbacks.TensorBoard")
class TensorBoard(Callback):
    """Writes losses, metrics, the graph, and if wanted histograms, images and embeddings of weights, for TensorBoard.

    Args:
      log_dir: the folder.
      histogram_freq: every how many epochs weights and outputs are written as histograms; 0 for never. Needs validation data.
      batch_size: how many rows are run at once to compute embeddings.
      write_graph: whether the graph is written.
      write_grads: whether gradients are among the histograms.
      write_images: whether weights are also written as images.
      embeddings_freq: every how many epochs embeddings are written.
      embeddings_layer_names: the layers; all `Embedding` layers by default.
      embeddings_metadata: the file with labels, or one for each layer.
      embeddings_data: the input to compute embeddings of.
      update_freq: "batch", "epoch", or after how many samples losses and metrics are written.
      profile_batch: accepted; which step 1.15 profiled.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile("sgd", "mse")
    >>> board = tf.keras.callbacks.TensorBoard("logs", write_graph=False, profile_batch=0)
    >>> _ = model.fit(np.zeros([4, 2]), np.zeros([4, 1]), epochs=2, verbose=0, callbacks=[board])
    >>> import os
    >>> events = tf.train.summary_iterator(os.path.join("logs", os.listdir("logs")[0]))
    >>> [(event.step, value.tag) for event in events for value in event.summary.value]
    [(0, 'epoch_loss'), (1, 'epoch_loss')]
    """

    def __init__(
        self,
        log_dir: str = "./logs",
        histogram_freq: int = 0,
        batch_size: int = 32,
        write_graph: bool = True,
        write_grads: bool = False,
        write_images: bool = False,
        embeddings_freq: int = 0,
        embeddings_layer_names: list[str] | None = None,
        embeddings_metadata: Any = None,
        embeddings_data: Any = None,
        update_freq: Any = "epoch",
        profile_batch: int = 2,
    ) -> None:
        super().__init__()
        self.log_dir = log_dir
        self.histogram_freq = histogram_freq
        self.merged: Any = None
        self.write_graph = write_graph
        self.write_grads = write_grads
        self.write_images = write_images
        self.batch_size = batch_size
        self._total_batches_seen = 0
        self._total_val_batches_seen = 0
        self.embeddings_freq = embeddings_freq
        self.embeddings_layer_names = embeddings_layer_names
        self.embeddings_metadata = embeddings_metadata
        self.embeddings_data = embeddings_data
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self._samples_seen = 0
        self._samples_seen_at_last_write = 0
        self._profile_batch = profile_batch
        self._chief_worker_only = True

    def set_model(self, model: Model) -> None:
        """Opens the file, and makes the summary operations."""
        self.model = model
        if self.write_graph:
            self.writer = tf.summary.FileWriter(self.log_dir, tf.keras.backend.get_graph())
        else:
            self.writer = tf.summary.FileWriter(self.log_dir)
        self._make_histogram_ops(model)
        self.merged = tf.summary.merge_all()
        if self.embeddings_freq and self.embeddings_data is not None:
            self._make_embedding_ops(model)

    def _make_histogram_ops(self, model: Model) -> None:
        if not self.histogram_freq or self.merged is not None:
            return
        for layer in model.layers:
            for weight in layer.weights:
                tag = weight.name.replace(":", "_")
                tf.summary.histogram(tag, weight)
                images = _as_images(weight) if self.write_images else None
                if images is not None:
                    tf.summary.image(tag, images)
            if self.write_grads:
                for weight in layer.trainable_weights:
                    tag = weight.name.replace(":", "_")
                    grads = model.optimizer.get_gradients(model.total_loss, weight)
                    grads = [g.values if isinstance(g, tf.IndexedSlices) else g for g in grads]
                    tf.summary.histogram(f"{tag}_grad", grads)
            if hasattr(layer, "output"):
                if isinstance(layer.output, list):
                    for i, output in enumerate(layer.output):
                        tf.summary.histogram(f"{layer.name}_out_{i}", output)
                else:
                    tf.summary.histogram(f"{layer.name}_out", layer.output)

    def _make_embedding_ops(self, model: Model) -> None:
        from tensorboard.plugins import projector

        data = self.embeddings_data
        if isinstance(data, dict):
            data = [data[name] for name in model.input_names]
        self.embeddings_data = [np.asarray(x) for x in (data if isinstance(data, (list, tuple)) else [data])]
        names = self.embeddings_layer_names or [
            layer.name for layer in model.layers if type(layer).__name__ == "Embedding"
        ]
        self.assign_embeddings = []
        found: dict[str, Any] = {}
        self.batch_id, self.step = tf.placeholder(tf.int32), tf.placeholder(tf.int32)
        for layer in model.layers:
            if layer.name in names:
                output = model.get_layer(layer.name).output
                size = int(np.prod(output.shape.as_list()[1:]))
                rows = tf.reshape(output, (self.step, size))
                kept = tf.Variable(tf.zeros((len(self.embeddings_data[0]), size)), name=f"{layer.name}_embedding")
                found[layer.name] = kept
                self.assign_embeddings.append(tf.assign(kept[self.batch_id : self.batch_id + self.step], rows))
        self.saver = tf.train.Saver(list(found.values()))
        metadata = self.embeddings_metadata
        if isinstance(metadata, str):
            metadata = dict.fromkeys(found, metadata)
        config = projector.ProjectorConfig()
        for name, variable in found.items():
            embedding = config.embeddings.add()
            embedding.tensor_name = variable.name
            if metadata is not None and name in metadata:
                embedding.metadata_path = metadata[name]
        projector.visualize_embeddings(self.writer.get_logdir(), config)

    def _fetch_callback(self, summary: Any) -> None:
        self.writer.add_summary(summary, self._total_val_batches_seen)
        self._total_val_batches_seen += 1

    def _write_values(self, step: int, logs: dict[str, Any]) -> None:
        for name, value in logs.items():
            number = value.item() if isinstance(value, np.ndarray) else value
            self.writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag=name, simple_value=number)]), step)
        self.writer.flush()

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Writes losses and metrics of a step, if it is time."""
        logs = logs or {}
        self._samples_seen += logs.get("size", 1)
        since = self._samples_seen - self._samples_seen_at_last_write
        if self.update_freq != "epoch" and since >= self.update_freq:
            values = {f"batch_{name}": value for name, value in logs.items() if name not in _NO_VALUES}
            self._write_values(self._total_batches_seen, values)
            self._samples_seen_at_last_write = self._samples_seen
        self._total_batches_seen += 1

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Lets the validation of this epoch compute histograms, if it is time."""
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            self._epoch = epoch
            self.model._make_test_function()
            function = self.model.test_function
            if self.merged not in function.fetches:
                function.fetches.append(self.merged)
                function.fetch_callbacks[self.merged] = self._fetch_callback

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Writes losses and metrics of the epoch, and embeddings."""
        values = {f"epoch_{name}": value for name, value in (logs or {}).items() if name not in _NO_VALUES}
        self._write_values(epoch if self.update_freq == "epoch" else self._samples_seen, values)
        if self.histogram_freq:
            function = self.model.test_function
            if self.merged in function.fetches:
                function.fetches.remove(self.merged)
            function.fetch_callbacks.pop(self.merged, None)
        if not self.embeddings_freq:
            return
        if self.embeddings_data is None:
            raise ValueError("To visualize embeddings, embeddings_data must be provided.")
        if epoch % self.embeddings_freq == 0:
            self._write_embeddings(epoch)

    def _write_embeddings(self, epoch: int) -> None:
        K = tf.keras.backend
        session, count = K.get_session(), len(self.embeddings_data[0])
        inputs = self.model.input if isinstance(self.model.input, list) else [self.model.input]
        for i in range(0, count, self.batch_size):
            step = min(self.batch_size, count - i)
            feed = {x: data[i : i + step] for x, data in zip(inputs, self.embeddings_data)}
            feed.update({self.batch_id: i, self.step: step})
            if not isinstance(K.learning_phase(), int):
                feed[K.learning_phase()] = False
            session.run(self.assign_embeddings, feed_dict=feed)
        self.saver.save(session, os.path.join(self.log_dir, "keras_embedding.ckpt"), epoch)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """Closes the file."""
        self.writer.close()
        if self._profile_batch and self._profile_batch > 2:
            logging.info(
                "TensorBoard: profile_batch=%s has no effect; use tf.RunOptions to trace a step", self._profile_batch
            )
