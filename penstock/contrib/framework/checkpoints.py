"""Checkpoints under the names of `tf.contrib.framework`, whose parameters have names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penstock._namespace import export
from penstock.train import checkpoint_init, checkpoint_reader


@export("contrib.framework.load_checkpoint")
def load_checkpoint(filepattern: str) -> checkpoint_reader.CheckpointReader:
    """Opens a checkpoint, or the latest one of a folder.

    Args:
      filepattern: the path of a checkpoint, or a folder.

    Raises:
      ValueError: if there is none in the folder.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     v = tf.Variable([1.0, 2.0], name="weights")
    ...     sess.run(v.initializer)
    ...     _ = tf.train.Saver().save(sess, "folder/model", global_step=5)
    >>> tf.contrib.framework.load_checkpoint("folder").has_tensor("weights")
    True
    """
    return checkpoint_reader.load_checkpoint(filepattern)


@export("contrib.framework.load_variable")
def load_variable(checkpoint_dir: str, name: str) -> Any:
    """Returns the value of the tensor `name` in a checkpoint.

    Args:
      checkpoint_dir: a folder, or the path of a checkpoint.
      name: the name of the tensor; the ":0" at the end of a variable's name may stay.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     v = tf.Variable([1.0, 2.0], name="weights")
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, "./loaded")
    >>> tf.contrib.framework.load_variable(path, "weights")
    array([1., 2.], dtype=float32)
    """
    return checkpoint_reader.load_variable(checkpoint_dir, name)


@export("contrib.framework.list_variables")
def list_variables(checkpoint_dir: str) -> list[tuple[str, list[int]]]:
    """Returns `(name, shape)` of all tensors in a checkpoint, by name.

    Args:
      checkpoint_dir: a folder, or the path of a checkpoint.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     v = tf.Variable([1.0, 2.0], name="weights")
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, "./listed")
    >>> tf.contrib.framework.list_variables(path)
    [('weights', [2])]
    """
    return checkpoint_reader.list_variables(checkpoint_dir)


@export("contrib.framework.init_from_checkpoint")
def init_from_checkpoint(checkpoint_dir: str, assignment_map: Mapping[str, Any]) -> None:
    """Replaces the initializers of variables by ones that read a checkpoint, as `tf.train.init_from_checkpoint`.

    Args:
      checkpoint_dir: a folder whose latest checkpoint is taken, or the path of one.
      assignment_map: from names or scopes in the checkpoint to variables or scopes in the graph.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.get_variable("old/v", initializer=[1.0, 2.0])
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, "./from")
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.get_variable("new/v", shape=[2])
    ...     tf.contrib.framework.init_from_checkpoint(path, {"old/": "new/"})
    ...     sess.run(v.initializer)
    ...     print(sess.run(v))
    [1. 2.]
    """
    checkpoint_init.init_from_checkpoint(checkpoint_dir, assignment_map)
