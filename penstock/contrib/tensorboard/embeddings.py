"""`tf.contrib.tensorboard.plugins.projector`: which variables TensorBoard's embedding projector shows, and how.

The messages are those of the tensorboard package, which reads them.
"""

from __future__ import annotations

import os
from typing import Any

from google.protobuf import text_format
from tensorboard.plugins.projector import projector_config_pb2

from penstock._namespace import export, export_value
from penstock.storage import gfile

_PROJECTOR = "contrib.tensorboard.plugins.projector"
ProjectorConfig = export_value(projector_config_pb2.ProjectorConfig, f"{_PROJECTOR}.ProjectorConfig")
EmbeddingInfo = export_value(projector_config_pb2.EmbeddingInfo, f"{_PROJECTOR}.EmbeddingInfo")
SpriteMetadata = export_value(projector_config_pb2.SpriteMetadata, f"{_PROJECTOR}.SpriteMetadata")


@export(f"{_PROJECTOR}.visualize_embeddings")
def visualize_embeddings(summary_writer: Any, config: object) -> None:
    """Writes what the projector shall show next to the event files, as `projector_config.pbtxt`.

    Args:
      summary_writer: a `tf.summary.FileWriter`; the checkpoint with the embeddings is looked for in its directory unless the
        configuration names one.
      config: a `ProjectorConfig`.

    Raises:
      ValueError: the writer has no directory.

    >>> import tempfile
    >>> import penstock as tf
    >>> from penstock.contrib.tensorboard.plugins import projector
    >>> config = projector.ProjectorConfig()
    >>> config.embeddings.add(tensor_name="words", metadata_path="words.tsv").tensor_name
    'words'
    >>> projector.visualize_embeddings(tf.summary.FileWriter(tempfile.mkdtemp()), config)
    """
    logdir = summary_writer.get_logdir()
    if logdir is None:
        raise ValueError("Summary writer must have a logdir")
    with gfile.GFile(os.path.join(logdir, "projector_config.pbtxt"), "w") as file:
        file.write(text_format.MessageToString(config))
